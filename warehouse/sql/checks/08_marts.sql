-- The marts count the field, no more and no less.
-- grain: one format where a mart and the field differ
-- inputs: counted_deck, commander_popularity, legality_summary, verdict
-- key: (mart, format)

with field as (
    select format, count(*) filter (commander is not null) as led from counted_deck group by format
),

popular as (
    select format, sum(decks) as decks from commander_popularity where period = 'all' group by format
),

judged as (
    select format, basis, count(*) as decks from verdict semi join counted_deck using (deck_id) group by all
),

summed as (
    select format, basis, sum(decks) as decks from legality_summary group by all
)

select 'commander_popularity' as mart, format, f.led as in_field, p.decks as in_mart
from field f
full join popular p using (format)
where coalesce(f.led, 0) <> coalesce(p.decks, 0)
union all
select 'legality_summary ' || basis, format, j.decks, s.decks
from judged j
full join summed s using (format, basis)
where coalesce(j.decks, 0) <> coalesce(s.decks, 0)
