-- A kept body is known by its earliest sighting, in whatever order its sightings are read in.
-- grain: one page of the batch
-- inputs: page; staged_page (rows of page, one a body)
-- key: page_id

update page as p
set
    url = s.url, fetched_at = s.fetched_at, status = s.status, content_type = s.content_type,
    etag = s.etag, last_modified = s.last_modified, warc_file = s.warc_file, warc_offset = s.warc_offset
from staged_page s
where p.page_id = s.page_id and s.fetched_at < p.fetched_at
