-- When some articles were last seen, on whichever page.
-- grain: one article
-- inputs: page_article, sighting; wanted(source, article)
-- key: (source, article)

select a.source, a.article, max(s.seen_at)
from page_article a
semi join wanted w on a.source = w.source and a.article = w.article
join sighting s using (page_id)
group by a.source, a.article
