-- Every commander of each format, over all time.
-- grain: one commander of one format
-- inputs: commander_popularity
-- key: (format, commander)

select
    format, (rank() over (partition by format order by decks desc))::integer as place, commander, civilizations,
    decks, n, share, share_low, share_high
from commander_popularity
where period = 'all'
order by format, decks desc, commander
