-- Bodies that a 304 confirmed: where they are kept, when each was last seen, and the articles on it.
-- grain: one body
-- inputs: page, page_article, sighting; wanted_page(page_id)
-- key: page_id

select
    p.page_id, p.warc_file, p.warc_offset,
    (select max(s.seen_at) from sighting s where s.page_id = p.page_id) as last_seen_at,
    (select list([a.source, a.article]) from page_article a where a.page_id = p.page_id) as articles
from page p
semi join wanted_page using (page_id)
