-- The ten most played commanders of each month.
-- grain: one commander of one format in one month
-- inputs: commander_popularity
-- key: (format, month, commander)

select format, period as month, commander, decks, n, share, share_low, share_high
from commander_popularity
where period <> 'all'
qualify row_number() over (partition by format, period order by decks desc, commander) <= 10
order by format, period, decks desc, commander
