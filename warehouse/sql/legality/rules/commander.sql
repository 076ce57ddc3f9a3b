-- The commander: how many, what it must be and must not be.
-- grain: one judgement, rule and commander
-- inputs: judging_fact, judging_case, judging_rule, judging_commander, judging_card_test, judging_rule_test,
--         judging_face, card
-- key: (deck_id, edition_no, basis_no, rule, card_id)

insert into judging_finding
select
    f.deck_id, f.edition_no, f.basis_no, r.rule,
    case
        when f.counted < r.least and (f.cut_off or f.torn) then 'short'
        -- What is not known may be no card, or the rest of one form: the God that the known one links with.
        when f.counted > r.most and f.counted - f.unresolved_commander <= r.most then 'unknown'
        else r.severity
    end,
    'commander', null, f.counted,
    f.counted || if(f.counted = 1, ' commander', ' commanders') || case when f.unresolved_commander > 0 then ' (not all known), ' else ', ' end
    || case when r.least = r.most then r.least::varchar else r.least || ' to ' || r.most end || ' asked',
    r.source_url
from judging_fact f
join judging_rule r on r.edition_no = f.edition_no and r.kind = 'commander'
where
    (f.counted between 1 and r.least - 1 or f.counted > r.most)
    and f.as_of >= r.from_date and f.as_of < r.until_date;

insert into judging_case_finding
with asked as (
    select
        edition_no, rule_key, string_agg(said, ', ' order by test) filter (where side = 'eligible') as eligible,
        bool_or(side like 'eligible%') as has_eligible
    from judging_rule_test
    group by edition_no, rule_key
),

tested as (
    select
        c.edition_no, c.command_key, r.rule_key, x.card_id,
        coalesce(bool_or(t.side = 'eligible' or (t.side = 'eligible_in_pair' and c.commanders > 1)), false) as is_eligible,
        coalesce(bool_or(t.side = 'eligible_in_pair'), false) as is_in_pair,
        string_agg(t.said, ', ' order by t.test) filter (where t.side = 'excluded') as excluded
    from judging_case c
    join judging_rule r on r.edition_no = c.edition_no and r.kind = 'commander'
    join judging_commander x on x.command_key = c.command_key
    -- The tests that the card passes.
    left join (judging_rule_test t join judging_card_test p on p.test = t.test)
        on t.edition_no = r.edition_no and t.rule_key = r.rule_key and p.card_id = x.card_id
    group by c.edition_no, c.command_key, r.rule_key, x.card_id
)

select
    t.edition_no, t.command_key, r.rule, case when u.is_unknown then 'unknown' else r.severity end, t.card_id,
    case
        when u.is_unknown then 'its types are not known'
        when t.excluded is not null then 'can''t be the commander: ' || t.excluded
        else 'can''t be the commander: none of ' || a.eligible
    end,
    r.source_url, r.from_date, r.until_date, t.is_in_pair and t.excluded is null
from tested t
join judging_rule r on r.edition_no = t.edition_no and r.rule_key = t.rule_key
left join asked a on a.edition_no = t.edition_no and a.rule_key = t.rule_key
left join card d on d.card_id = t.card_id
left join judging_face i on i.card_id = t.card_id
cross join lateral (select d.card_id is null or i.card_id is null or len(d.types) = 0 as is_unknown) u
where u.is_unknown or t.excluded is not null or (a.has_eligible and not t.is_eligible);
