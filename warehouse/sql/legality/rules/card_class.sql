-- Classes of cards: none of them, at most, or at least so many over some zones.
-- grain: one judgement and rule broken, and one row a card of it where cards offend
-- inputs: judging_fact, judging_rule, judging_member, judging_member_count, judging_finding
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id)

-- A class of which nothing is asked at least is counted only where the deck has cards of it.
insert into judging_finding
with asked as (
    select deck_id, edition_no, basis_no, rule_key, cards, unknown_cards
    from judging_member_count
    union all
    select f.deck_id, f.edition_no, f.basis_no, r.rule_key, 0, 0
    from judging_rule r
    join judging_fact f on f.edition_no = r.edition_no and f.as_of >= r.from_date and f.as_of < r.until_date
    anti join judging_member_count m
        on m.deck_id = f.deck_id and m.edition_no = f.edition_no and m.basis_no = f.basis_no and m.rule_key = r.rule_key
    where r.kind = 'card_class' and r.least > 0
),

counted as (
    select
        f.deck_id, f.edition_no, f.basis_no, f.cut_off or f.torn as partial, f.unresolved, r.*,
        a.cards, a.unknown_cards, x.deck_id is not null as is_excerpt
    from asked a
    join judging_rule r on r.edition_no = a.edition_no and r.rule_key = a.rule_key
    join judging_fact f on f.deck_id = a.deck_id and f.edition_no = a.edition_no and f.basis_no = a.basis_no
    left join (select deck_id, edition_no, basis_no from judging_finding where severity = 'excerpt' group by all) x
        on x.deck_id = f.deck_id and x.edition_no = f.edition_no and x.basis_no = f.basis_no
)

-- Too many: every card of the class is named.
select
    c.deck_id, c.edition_no, c.basis_no, c.rule, case when c.undecided then 'unknown' else c.severity end,
    m.zone, m.card_id, m.copies,
    case when c.most = 0 then 'not allowed: ' || c.class_name
        else c.cards || ' cards, at most ' || c.most || ' of: ' || c.class_name end,
    c.source_url
from counted c
join judging_member m using (deck_id, edition_no, basis_no, rule_key)
where c.cards > c.most and m.is_member and not m.is_unknown
union all
select
    deck_id, edition_no, basis_no, rule,
    case
        when partial or is_excerpt then 'short'
        when cards + unknown_cards + unresolved >= least then 'unknown'
        else severity
    end,
    null, null, cards, cards || ' cards, at least ' || least || ' of: ' || class_name, source_url
from counted
where cards < least
union all
select
    c.deck_id, c.edition_no, c.basis_no, c.rule, 'unknown', m.zone, m.card_id, m.copies,
    'its types are not known', c.source_url
from counted c
join judging_member m using (deck_id, edition_no, basis_no, rule_key)
where m.is_unknown and (c.cards + c.unknown_cards > c.most and c.cards <= c.most);
