-- The commander: how many, what it must be and must not be, its least cost.
-- grain: one judgement, rule and commander
-- inputs: judging_fact, judging_case, judging_rule, judging_commander, judging_card_test, judging_rule_test,
--         judging_face, card
-- key: (deck_id, edition_no, basis_no, rule, card_id)

insert into judging_finding
select
    f.deck_id, f.edition_no, f.basis_no, r.rule,
    case
        when f.counted < r.least and (f.cut_off or f.torn) then 'short'
        -- What is not known may be the rest of one form: the God that the known one links with.
        when f.counted > r.most and f.unresolved_commander > 0 and c.may_be_form then 'unknown'
        else r.severity
    end,
    'commander', null, f.counted,
    f.counted || ' commanders' || case when f.unresolved_commander > 0 then ' (not all known), ' else ', ' end
    || case when r.least = r.most then r.least::varchar else r.least || ' to ' || r.most end || ' asked',
    r.source_url
from judging_fact f
join judging_rule r on r.edition_no = f.edition_no and r.kind = 'commander'
join judging_case c on c.edition_no = f.edition_no and c.command_key = f.command_key
where
    (f.counted between 1 and r.least - 1 or f.counted > r.most)
    and f.as_of >= r.from_date and f.as_of < r.until_date;

insert into judging_case_finding
with tested as (
    select
        c.edition_no, c.command_key, r.rule, r.severity, r.source_url, r.from_date, r.until_date, r.least_cost,
        x.card_id, len(d.types) = 0 or d.card_id is null or i.card_id is null as is_unknown,
        bool_or(t.side like 'eligible%') as has_eligible,
        coalesce(bool_or(p.card_id is not null) filter (
            where t.side = 'eligible' or (t.side = 'eligible_in_pair' and c.commanders > 1)), false) as is_eligible,
        coalesce(bool_or(p.card_id is not null) filter (where t.side = 'eligible_in_pair'), false) as is_in_pair,
        string_agg(t.test, ', ' order by t.test) filter (where t.side = 'excluded' and p.card_id is not null) as excluded,
        string_agg(t.test, ', ' order by t.test) filter (where t.side = 'eligible') as eligible
    from judging_case c
    join judging_rule r on r.edition_no = c.edition_no and r.kind = 'commander'
    join judging_commander x on x.command_key = c.command_key
    left join judging_rule_test t on t.edition_no = r.edition_no and t.rule_key = r.rule_key
    left join judging_card_test p on p.test = t.test and p.card_id = x.card_id
    left join card d on d.card_id = x.card_id
    left join judging_face i on i.card_id = x.card_id
    group by c.edition_no, c.command_key, r.rule, r.severity, r.source_url, r.from_date, r.until_date, r.least_cost,
        x.card_id, d.types, d.card_id, i.card_id
)

select
    edition_no, command_key, rule, case when is_unknown then 'unknown' else severity end, card_id,
    case
        when is_unknown then 'its types are not known'
        when excluded is not null then 'can''t be the commander: ' || excluded
        else 'can''t be the commander: none of ' || eligible
    end,
    source_url, from_date, until_date, is_in_pair and excluded is null
from tested
where is_unknown or excluded is not null or (has_eligible and not is_eligible);

-- The cost of linked Gods is their sum (GOD5).
insert into judging_case_finding
select
    c.edition_no, c.command_key, r.rule,
    case when bool_or(i.mana_value is null) and coalesce(sum(i.mana_value), 0) < r.least_cost then 'unknown' else r.severity end,
    min(x.card_id),
    case when bool_or(i.mana_value is null) then 'its cost is not known'
        else 'costs ' || printf('%g', sum(i.mana_value)) || ', at least ' || r.least_cost || ' asked' end,
    r.source_url, r.from_date, r.until_date, c.may_be_form
from judging_case c
join judging_rule r on r.edition_no = c.edition_no and r.kind = 'commander' and r.least_cost is not null
join judging_commander x on x.command_key = c.command_key
left join judging_face i on i.card_id = x.card_id
group by c.edition_no, c.command_key, c.commanders, c.counted, c.may_be_form, r.rule, r.severity, r.source_url, r.from_date, r.until_date, r.least_cost,
    case when c.counted < c.commanders then 0 else x.card_id end
having coalesce(sum(i.mana_value), 0) < r.least_cost;
