-- What the loads of one night report: new restriction changes, changed rules, deleted and refused things.
-- grain: one problem of the kinds that a person should see
-- inputs: problem; parameter: the load ids
-- key: problem_id

select kind, source, coalesce(source_key, url) as about, detail
from problem
where kind in ('rule_changed', 'deleted', 'drift', 'layout_changed')
    and load_id in (select unnest(?::bigint[]))
order by kind, source, about, detail
