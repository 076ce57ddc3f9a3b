-- The cards of a deck are its resolved lines, copies summed.
-- grain: one zone of one deck where they are not
-- inputs: deck_line, deck_card, card
-- key: (deck_id, zone)
-- FORBIDDEN STAR stands in `extra` wherever the list writes it (DM9).

with star as (
    select card_id from card where list_contains(traits, 'forbidden_star')
),

lines as (
    select
        deck_id, if(zone = 'main' and s.card_id is not null, 'extra', zone) as zone,
        sum(copies) as copies, count(distinct l.card_id) as cards
    from deck_line l
    left join star s on s.card_id = l.card_id
    where l.card_id is not null
    group by all
),

summed as (
    select deck_id, zone, sum(copies) as copies, count(*) as cards from deck_card group by deck_id, zone
)

select
    deck_id, zone, l.copies as copies_in_lines, s.copies as copies_in_deck_card,
    l.cards as cards_in_lines, s.cards as cards_in_deck_card
from lines l
full join summed s using (deck_id, zone)
where l.copies is distinct from s.copies or l.cards is distinct from s.cards
