-- How often each commander leads a deck, in all and month by month.
-- grain: one commander (a pair is one) of one format in one period
-- inputs: counted_deck
-- key: (format, period, commander)
-- `period` is `all` or a month as 2019-11, by the date of the list; n counts the decks whose commander
-- is known, so the shares of a period sum to 1.

create or replace table commander_popularity as
with led as (
    select format, 'all' as period, commander, commander_ids, identity, civilizations
    from counted_deck where commander is not null
    union all
    select format, month, commander, commander_ids, identity, civilizations
    from counted_deck where commander is not null and month is not null
),

counted as (
    select
        format, period, commander, commander_ids,
        any_value(identity) as identity,
        any_value(civilizations) as civilizations,
        count(*)::integer as decks
    from led
    group by format, period, commander, commander_ids
)

select
    format, period, commander, commander_ids, identity, civilizations, decks,
    n,
    share_of(decks, n) as share,
    wilson_low(decks, n) as share_low,
    wilson_high(decks, n) as share_high
from (select *, (sum(decks) over (partition by format, period))::integer as n from counted)
order by format, period, decks desc, commander;
