-- How often a card is in the decks of a commander, and how much oftener than with other commanders.
-- grain: one card in the decks of one commander of one format
-- inputs: counted_deck, deck_card, card
-- key: (format, commander, card_id)
-- Only complete lists: a list that is cut off says nothing about the cards it lacks. Every zone but the
-- commander's counts. synergy is the share here less the share in the format's other decks.

create or replace table card_inclusion as
with field as (
    select deck_id, format, commander from counted_deck where commander is not null and is_complete
),

held as (
    select f.format, f.commander, c.card_id, count(distinct f.deck_id)::integer as decks
    from field f
    join deck_card c using (deck_id)
    where c.zone <> 'commander'
    group by all
),

sizes as (
    select format, commander, n, (sum(n) over (partition by format))::integer as field_n
    from (select format, commander, count(*)::integer as n from field group by all)
),

joined as (
    select h.*, s.n, s.field_n, (sum(h.decks) over (partition by h.format, h.card_id))::integer as field_decks
    from held h
    join sizes s using (format, commander)
)

select
    j.format, j.commander, j.card_id, k.name as card, j.decks, j.n,
    share_of(j.decks, j.n) as share,
    wilson_low(j.decks, j.n) as share_low,
    wilson_high(j.decks, j.n) as share_high,
    round(share_of(j.decks, j.n) - share_of(j.field_decks - j.decks, j.field_n - j.n), 6) as synergy
from joined j
join card k using (card_id)
order by j.format, j.commander, j.decks desc, k.name, j.card_id;
