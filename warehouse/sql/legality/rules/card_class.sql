-- Classes of cards: none of them, at most, or at least so many over some zones.
-- grain: one judgement and rule broken, and one row a card of it where cards offend
-- inputs: judging_evidence, judging_fact, judging_rule, judging_class_card, judging_face, card
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id)

create or replace temp table judging_member as
select
    e.deck_id, e.edition_no, e.basis_no, r.rule_key, e.zone, e.card_id, e.copies,
    m.card_id is not null as is_member,
    e.is_missing or len(c.types) = 0 or i.card_id is null as is_unknown
from judging_evidence e
join judging_rule r
    on r.edition_no = e.edition_no and r.kind = 'card_class' and (e.raised & r.want <> 0 or e.is_missing)
left join judging_class_card m on m.class_no = r.class_no and m.card_id = e.card_id
left join card c on c.card_id = e.card_id
left join judging_face i on i.card_id = e.card_id
where list_contains(r.zones, e.zone) and e.as_of >= r.from_date and e.as_of < r.until_date;

create or replace temp table judging_member_count as
select
    deck_id, edition_no, basis_no, rule_key,
    coalesce(sum(copies) filter (where is_member and not is_unknown), 0)::integer as cards,
    coalesce(sum(copies) filter (where is_unknown), 0)::integer as unknown_cards
from judging_member
group by deck_id, edition_no, basis_no, rule_key;

insert into judging_finding
with counted as (
    select
        f.deck_id, f.edition_no, f.basis_no, f.cut_off or f.torn as partial, f.unresolved, r.*,
        coalesce(m.cards, 0) as cards, coalesce(m.unknown_cards, 0) as unknown_cards, x.deck_id is not null as is_excerpt
    from judging_rule r
    join judging_fact f on f.edition_no = r.edition_no and f.as_of >= r.from_date and f.as_of < r.until_date
    left join (select deck_id, edition_no, basis_no from judging_finding where severity = 'excerpt' group by all) x
        on x.deck_id = f.deck_id and x.edition_no = f.edition_no and x.basis_no = f.basis_no
    left join judging_member_count m
        on m.deck_id = f.deck_id and m.edition_no = f.edition_no and m.basis_no = f.basis_no and m.rule_key = r.rule_key
    where r.kind = 'card_class'
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
