-- The current decks of a format that hold one card, by zone; one scan of deck_card a card.
-- grain: one row of deck_card
-- inputs: deck_card, deck, what_if_holder (definition)
-- key: (deck_id, zone, card_id)
-- parameters: the card, the format

insert into what_if_holder
select k.deck_id, k.zone
from deck_card k
semi join (select deck_id from deck where format = $format and is_current and deleted_on is null) d on d.deck_id = k.deck_id
where k.card_id = $card;
