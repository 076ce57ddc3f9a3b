-- The last seen version of every deck that a batch touches, with the contents of all its versions.
-- grain: one deck (source, source_key)
-- inputs: deck; wanted(source, article) – articles by their key without the #n of a second deck
-- key: (source, source_key)

select
    d.deck_id, d.source, d.source_key, d.version, d.is_current, d.url, d.title, d.author, d.format,
    d.published_on, d.revised_on, d.noted_on, d.modified_at, d.event_id, d.placing, d.player, d.page_id,
    d.parser, d.parser_version, d.is_complete, d.seen_at, d.ended_at, d.deleted_on, d.content_hash, d.copies,
    list(d.content_hash) over deck_history as contents,
    max(d.version) over deck_history as top
from deck d
semi join wanted w on d.source = w.source and split_part(d.source_key, '#', 1) = w.article
window deck_history as (partition by d.source, d.source_key)
qualify row_number() over (
    partition by d.source, d.source_key order by d.is_current desc, d.seen_at desc, d.version desc
) = 1
