-- What is written with deck_card so that judging need not work it out: copies over the deck, and numbers.
-- grain: one row that says otherwise
-- inputs: deck_card, card_number
-- key: (deck_id, zone, card_id)

with total as (
    select deck_id, card_id, sum(copies) as copies from deck_card group by deck_id, card_id
)

select
    d.deck_id, d.zone, d.card_id, d.copies_in_deck, t.copies as copies_summed, d.card_no, n.card_no as number_of_card
from deck_card d
join total t using (deck_id, card_id)
left join card_number n on n.card_id = d.card_id
where
    d.copies_in_deck is distinct from t.copies
    or d.card_no is distinct from case when d.zone = 'main' and t.copies = 1 then n.card_no end
