-- Bodies that were seen again after another body had shown one of their articles.
-- grain: one body, instant and article
-- inputs: page_article, sighting; again(page_id, seen_at), shown_here(source, article, page_id, seen_at)
-- key: (page_id, seen_at, source, article)

with asked as (
    select g.page_id, g.seen_at, a.source, a.article
    from again g
    join page_article a using (page_id)
),

seen as (
    select a.source, a.article, a.page_id, s.seen_at
    from page_article a
    semi join asked k on a.source = k.source and a.article = k.article
    join sighting s using (page_id)
    union
    select source, article, page_id, seen_at from shown_here
    union
    select source, article, page_id, seen_at from asked
)

select k.page_id, k.seen_at, k.source, k.article
from asked k
join seen s on s.source = k.source and s.article = k.article and s.seen_at < k.seen_at
group by k.page_id, k.seen_at, k.source, k.article
having arg_max(s.page_id, s.seen_at) <> k.page_id
order by k.seen_at, k.page_id, k.source, k.article
