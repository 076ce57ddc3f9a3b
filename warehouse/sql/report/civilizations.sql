-- Every set of civilizations or colours of each format, over all time.
-- grain: one identity of one format
-- inputs: civilization_popularity
-- key: (format, civilizations)

select format, civilizations, decks, n, share, share_low, share_high
from civilization_popularity
where period = 'all'
order by format, decks desc, civilizations
