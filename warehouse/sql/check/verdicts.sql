-- Every verdict with its findings, for decks in hand.
-- grain: one deck, format and basis
-- inputs: verdict, violation, deck, deck_commander, card, card_face, restriction; judging_fact, judging_edition,
--         judging_basis (of the judging just made)
-- key: source_key, format, basis

with commander as (
    select
        c.deck_id,
        list(coalesce(f.name, k.name) order by c.slot) as commanders
    from deck_commander c
    join card k using (card_id)
    left join card_face f on f.card_id = c.card_id and f.face_no = c.face_no and k.layout <> 'twin_pact'
    group by c.deck_id
),

-- As the rules of the day count them: linked Gods, or several cells, may be one card (GOD4, HYP3).
counted as (
    select f.deck_id, e.format, b.basis, f.commander + f.main as cards
    from judging_fact f
    join judging_edition e using (edition_no)
    join judging_basis b using (basis_no)
),

finding as (
    select
        v.deck_id, v.format, v.basis,
        list(
            {
                'rule': v.rule, 'severity': v.severity, 'zone': v.zone, 'card': k.name, 'copies': v.copies,
                'detail': v.detail, 'source': v.source_url,
                'since': (
                    select max(r.from_date)
                    from restriction r
                    where r.card_id = v.card_id
                        and r.source_url = v.source_url
                        and (r.from_date is null or r.from_date <= j.as_of)
                        and (r.until_date is null or r.until_date > j.as_of)
                )
            }
            order by v.severity, v.rule, v.zone, k.name, v.detail
        ) as findings
    from violation v
    join verdict j on j.deck_id = v.deck_id and j.format = v.format and j.basis = v.basis
    left join card k using (card_id)
    group by all
)

select
    d.source_key, j.format, j.basis, j.edition, j.as_of, j.list_date,
    coalesce(j.note like '%before the first edition%', false) as is_too_early,
    j.verdict, coalesce(n.cards, 0) as cards, c.commanders, f.findings
from verdict j
join deck d using (deck_id)
left join counted n on n.deck_id = j.deck_id and n.format = j.format and n.basis = j.basis
left join commander c using (deck_id)
left join finding f on f.deck_id = j.deck_id and f.format = j.format and f.basis = j.basis
order by d.source_key, j.format, j.basis
