-- The cards of the classes that rules count, and how many of them a deck has.
-- grain: judging_member: one judgement, rule, zone and card; judging_member_count: one judgement and rule
-- inputs: judging_evidence, judging_rule, judging_class_card, judging_face, card
-- key: (deck_id, edition_no, basis_no, rule_key, zone, card_id); the first four

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
