-- The decks of each commander, the newest first.
-- grain: one deck whose commander is known
-- inputs: deck_verdicts
-- key: (source, source_key)

select * from deck_verdicts
where commander is not null
order by format, commander, dated_on desc nulls last, source, source_key
