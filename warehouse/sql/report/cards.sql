-- The cards of each commander, up to the 400 most frequent.
-- grain: one card in the decks of one commander of one format
-- inputs: card_inclusion
-- key: (format, commander, card)

select format, commander, card, decks, n, share, share_low, share_high, synergy
from card_inclusion
qualify row_number() over (partition by format, commander order by decks desc, synergy desc, card, card_id) <= 400
order by format, commander, decks desc, synergy desc, card, card_id
