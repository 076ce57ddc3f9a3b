-- The decks of each commander, as their sources show them now.
-- grain: one deck
-- inputs: current_deck
-- key: (source, source_key)

select format, commander, title, url, source, source_key, dated_on, verdict_published, verdict_today
from current_deck
where commander is not null
order by format, commander, dated_on desc nulls last, source, source_key
