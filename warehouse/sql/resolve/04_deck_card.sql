-- The cards of the decks in which a line changed its answer, copies summed.
-- grain: one card in one zone of one deck
-- inputs: deck_line, changed_line
-- key: (deck_id, zone, card_id)

create or replace temp table resolved_card as
select l.deck_id, l.zone, l.card_id, sum(l.copies)::integer as copies
from deck_line l
semi join changed_line using (deck_id)
where l.card_id is not null
group by l.deck_id, l.zone, l.card_id;
