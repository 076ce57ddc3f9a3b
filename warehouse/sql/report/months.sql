-- Commanders month by month.
-- grain: one commander of one format in one month
-- inputs: commander_popularity
-- key: (format, month, commander)

select format, period as month, commander, decks, n, share, share_low, share_high
from commander_popularity
where period <> 'all'
order by format, period, decks desc, commander
