-- What the loads of one night report: changed rules, deleted decks, pages whose layout changed.
-- grain: one problem of the kinds that a person should see
-- inputs: problem; parameter: the load ids
-- key: problem_id

select kind, source, coalesce(source_key, url) as about, detail
from problem
where kind in ('rule_changed', 'deleted', 'layout_changed')
    and load_id in (select unnest(?::bigint[]))
order by kind, source, about, detail
