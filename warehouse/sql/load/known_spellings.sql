-- The Duel Masters cards that answer to some keys of the loosest whole-name level, with their facts.
-- grain: one face of one card under one key
-- inputs: card_name, card, card_face, wanted_key(key)
-- key: (key, name, face_no)

select n.key, c.name, f.face_no, f.types, f.races, f.civilizations, f.cost, f.power
from card_name n
semi join wanted_key using (key)
join card c on c.card_id = n.card_id and c.game = 'dm'
join card_face f on f.card_id = c.card_id
where n.level = 'punctuation' and n.kind = 'name' and n.game = 'dm'
order by c.name, f.face_no
