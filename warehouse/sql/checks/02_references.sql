-- Every id leads somewhere.
-- grain: one table and column with ids that lead nowhere
-- inputs: the core tables
-- key: reference

select reference, count(*) as lost, min(id) as example
from (
    select 'deck_line.deck_id' as reference, deck_id as id from deck_line anti join deck using (deck_id)
    union all select 'deck_line.card_id', card_id from deck_line anti join card using (card_id) where card_id is not null
    union all select 'deck_card.deck_id', deck_id from deck_card anti join deck using (deck_id)
    union all select 'deck_card.card_id', card_id from deck_card anti join card using (card_id)
    union all select 'deck_commander.deck_id', deck_id from deck_commander anti join deck using (deck_id)
    union all select 'deck_commander.card_id', card_id from deck_commander anti join card using (card_id)
    union all select 'deck.page_id', page_id from deck anti join page using (page_id) where page_id is not null
    union all select 'problem.page_id', page_id from problem anti join page using (page_id) where page_id is not null
    union all select 'card_face.card_id', card_id from card_face anti join card using (card_id)
    union all select 'card_name.card_id', card_id from card_name anti join card using (card_id)
    union all select 'card_identity.card_id', card_id from card_identity anti join card using (card_id)
    union all select 'card.card_id (no face)', card_id from card anti join card_face using (card_id)
    union all select 'restriction.card_id', card_id from restriction anti join card using (card_id) where card_id is not null
    union all select 'verdict.deck_id', deck_id from verdict anti join deck using (deck_id)
    union all select 'violation.deck_id', deck_id from violation anti join deck using (deck_id)
    union all select 'violation.card_id', card_id from violation anti join card using (card_id) where card_id is not null
    union all
    select 'violation (no verdict)', deck_id from violation anti join verdict using (deck_id, format, basis)
)
group by reference
order by reference
