-- Bodies that were seen again: where they are kept, and the articles on them.
-- grain: one body
-- inputs: page, page_article; wanted_page(page_id)
-- key: page_id

select
    p.page_id, p.warc_file, p.warc_offset,
    (select list([a.source, a.article]) from page_article a where a.page_id = p.page_id) as articles
from page p
semi join wanted_page using (page_id)
