-- How well each source is read: what came in, what could not be used.
-- grain: one source
-- inputs: page, deck, deck_line, problem, present_problem
-- key: source
-- When a site last had a good night is site_status alone: what came in says nothing of it.

create or replace table data_quality as
with present as (
    select source, kind, count(*) as problems from present_problem group by all
),

named as (
    select source, sum(problems)::integer as problems,
        string_agg(kind || ' ' || problems, ', ' order by problems desc, kind) as problem_kinds
    from present
    group by source
),

decked as (
    select
        source,
        count(*)::integer as decks,
        (count(*) filter (is_current and deleted_on is null))::integer as current_decks,
        (count(*) filter (is_current and deleted_on is null and is_complete))::integer as complete_decks,
        (count(*) filter (is_current and deleted_on is not null))::integer as deleted_decks
    from deck
    group by source
),

lined as (
    select d.source, count(*)::integer as card_lines, (count(*) filter (l.card_id is null))::integer as unresolved_lines
    from deck d
    join deck_line l using (deck_id)
    where d.is_current and d.deleted_on is null
    group by d.source
),

paged as (
    select source, count(*)::integer as pages, max(fetched_at) as newest_page from page where status = 200
    group by source
)

select
    s.source,
    coalesce(paged.pages, 0) as pages,
    coalesce(decked.decks, 0) as decks,
    coalesce(decked.current_decks, 0) as current_decks,
    coalesce(decked.complete_decks, 0) as complete_decks,
    coalesce(decked.deleted_decks, 0) as deleted_decks,
    coalesce(lined.card_lines, 0) as card_lines,
    coalesce(lined.unresolved_lines, 0) as unresolved_lines,
    coalesce(named.problems, 0) as problems,
    named.problem_kinds,
    paged.newest_page
from (select source from page union select source from deck union select source from problem) s
left join paged using (source)
left join decked using (source)
left join lined using (source)
left join named using (source)
order by s.source;
