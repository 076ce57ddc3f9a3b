-- Every version of the decks of some articles, with its content.
-- grain: one version of one deck
-- inputs: deck; wanted(source, article)
-- key: deck_id

select d.deck_id, d.content_hash
from deck d
semi join wanted w on d.source = w.source and split_part(d.source_key, '#', 1) = w.article
