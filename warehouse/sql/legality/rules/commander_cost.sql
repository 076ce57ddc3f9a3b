-- The commander's least cost; that of linked Gods is their sum (GOD5).
-- grain: one edition, command zone and rule; of commanders that are no one form, one commander
-- inputs: judging_case, judging_rule, judging_commander, judging_face, card
-- key: (edition_no, command_key, rule, card_id)

insert into judging_case_finding
select
    c.edition_no, c.command_key, r.rule,
    case when bool_or(i.mana_value is null) then 'unknown' else r.severity end,
    min(x.card_id),
    case when bool_or(i.mana_value is null) then 'its cost is not known'
        else 'costs ' || printf('%g', sum(i.mana_value)) || ', at least ' || r.least_cost || ' asked' end,
    r.source_url, r.from_date, r.until_date, c.may_be_form
from judging_case c
join judging_rule r on r.edition_no = c.edition_no and r.kind = 'commander' and r.least_cost is not null
join judging_commander x on x.command_key = c.command_key
left join judging_face i on i.card_id = x.card_id
left join card d on d.card_id = x.card_id
group by c.edition_no, c.command_key, c.commanders, c.counted, c.may_be_form, r.rule, r.severity, r.source_url, r.from_date, r.until_date, r.least_cost,
    case when c.counted < c.commanders then 0 else x.card_id end
having
    coalesce(sum(i.mana_value), 0) < r.least_cost
    -- What is no creature has no cost to ask about.
    and not bool_and(coalesce(i.mana_value is null and len(d.types) > 0 and not list_contains(d.traits, 'creature'), false));
