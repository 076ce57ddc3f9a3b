-- What the database knows of some cards: how much, and from where.
-- grain: one card
-- inputs: card, card_face, wanted_card(card_id)
-- key: card_id

select
    c.card_id, any_value(c.layout), any_value(c.traits), any_value(c.page_id), count(*),
    sum((len(f.types) > 0)::int + (f.civilizations is not null)::int + (f.cost is not null)::int) as facts
from card c
semi join wanted_card using (card_id)
join card_face f using (card_id)
group by c.card_id
