-- Versions of the decks of some articles: which page each was read from, and since when it is gone.
-- grain: one version of one deck
-- inputs: deck; wanted(source, article)
-- key: (source, source_key, version)

select d.source, d.source_key, d.page_id, d.deleted_on
from deck d
semi join wanted w on d.source = w.source and split_part(d.source_key, '#', 1) = w.article
order by d.source, d.source_key, d.version
