-- What a commander must be and must not be.
-- grain: one edition, command zone, rule and commander
-- inputs: judging_case, judging_rule, judging_commander, judging_card_test, judging_rule_test, judging_face, card
-- key: (edition_no, command_key, rule, card_id)

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
