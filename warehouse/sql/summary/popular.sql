-- The most played commanders of each format, over all time.
-- grain: one commander of one format
-- inputs: commander_popularity
-- key: (format, commander)

select format, commander, civilizations, decks, n, share, share_low, share_high
from commander_popularity
where period = 'all'
qualify row_number() over (partition by format order by decks desc, commander) <= 10
order by max(n) over (partition by format) desc, format, decks desc, commander
