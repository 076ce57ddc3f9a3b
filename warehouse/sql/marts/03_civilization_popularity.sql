-- How often each set of civilizations or colours leads a deck, in all and month by month.
-- grain: one identity of one format in one period
-- inputs: commander_popularity
-- key: (format, period, civilizations)

create or replace table civilization_popularity as
with counted as (
    select format, period, coalesce(civilizations, '?') as civilizations, sum(decks)::integer as decks
    from commander_popularity
    group by all
)

select
    format, period, civilizations, decks, n,
    share_of(decks, n) as share,
    wilson_low(decks, n) as share_low,
    wilson_high(decks, n) as share_high
from (select *, (sum(decks) over (partition by format, period))::integer as n from counted)
order by format, period, decks desc, civilizations;
