-- The newest decks of each format, those of no known commander among them.
-- grain: one deck
-- inputs: deck_verdicts
-- key: (source, source_key)
-- 2,000 a format: as many as a browser lays out at once.

select *
from deck_verdicts
qualify row_number() over (partition by format order by dated_on desc nulls last, source, source_key) <= 2000
order by format, dated_on desc nulls last, source, source_key
