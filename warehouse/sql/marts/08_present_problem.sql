-- The problems that are still so.
-- grain: one problem
-- inputs: problem, page, deck
-- key: problem_id
-- Those of the newest page of each address, and of an article not older than its deck as it stands: what
-- was read anew speaks for itself.

create or replace temp view present_problem as
with newest as (
    select page_id, fetched_at from page
    qualify row_number() over (partition by source, canonical_url order by fetched_at desc, page_id) = 1
),

standing as (
    select d.source, split_part(d.source_key, '#', 1) as article, max(p.fetched_at) as read_at
    from deck d
    join page p using (page_id)
    where d.is_current
    group by all
)

select p.*
from problem p
left join newest n on n.page_id = p.page_id
left join standing s on s.source = p.source and s.article = split_part(p.source_key, '#', 1)
where
    p.page_id is null
    or p.kind in ('deleted', 'rule_changed')
    or (n.page_id is not null and (s.read_at is null or n.fetched_at >= s.read_at));
