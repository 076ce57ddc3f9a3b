-- A list that binds but is not there, or not whole, leaves the verdict open.
-- grain: one judgement and rule
-- inputs: judging_fact, judging_rule, restriction, restriction_list
-- key: (deck_id, edition_no, basis_no, rule)

insert into judging_finding
with held as (select list, count(*) as intervals from restriction group by list)

select
    f.deck_id, f.edition_no, f.basis_no, r.rule, 'unknown', null, null, null,
    'the list ' || r.list || ' is not loaded, or not whole', r.source_url
from judging_rule r
left join restriction_list l on l.list = r.list
left join held h on h.list = r.list
join judging_fact f on f.edition_no = r.edition_no and f.as_of >= r.from_date and f.as_of < r.until_date
where
    r.kind = 'restriction_list' and r.severity = 'violation'
    and (l.list is null or l.intervals is distinct from coalesce(h.intervals, 0));
