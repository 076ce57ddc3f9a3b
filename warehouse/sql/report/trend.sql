-- Decks by month: the six most played commanders of a format each for itself, the others together.
-- grain: one of those commanders, or none for the others, of one format in one month
-- inputs: commander_popularity
-- key: (format, month, commander)

with top as (
    select format, commander
    from commander_popularity
    where period = 'all'
    qualify row_number() over (partition by format order by decks desc, commander) <= 6
)

select p.format, p.period as month, t.commander, sum(p.decks)::integer as decks
from commander_popularity p
left join top t using (format, commander)
where p.period <> 'all'
group by all
order by p.format, month, t.commander nulls last
