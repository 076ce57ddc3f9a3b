-- Every sighting of some articles, and where the body that showed them is kept.
-- grain: one body at one instant
-- inputs: page_article, sighting, page; wanted(source, article)
-- key: (page_id, seen_at)

select s.page_id, s.seen_at, p.warc_file, p.warc_offset
from sighting s
join page p using (page_id)
where s.page_id in (
    select a.page_id from page_article a
    semi join wanted w on a.source = w.source and a.article = w.article
)
order by s.seen_at, p.warc_file, p.warc_offset
