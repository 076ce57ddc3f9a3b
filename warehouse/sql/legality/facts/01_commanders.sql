-- The distinct command zones: decks share them, so what a commander may is worked out once.
-- grain: judging_command_of: one deck; judging_commander: one commander of one command zone
-- inputs: judging_deck_commander (deck_commander of the decks judged)
-- key: deck_id; (command_key, slot)
-- Hashed twice: a hash of several values is linear in each, so that xor would cancel one card named twice.

create or replace temp table judging_command_of as
select c.deck_id, bit_xor(hash(hash(c.card_id, c.face_no, c.slot))) as command_key, count(*)::integer as commanders
from judging_deck_commander c
group by c.deck_id;

create or replace temp table judging_commander as
select k.command_key, c.slot, c.card_id, c.face_no
from (select command_key, min(deck_id) as deck_id from judging_command_of group by command_key) k
join judging_deck_commander c on c.deck_id = k.deck_id;

create or replace temp table judging_command as
select command_key, count(*)::integer as commanders, bit_xor(distinct hash(card_id)) as cards_key
from judging_commander
group by command_key
union all
select 0::ubigint, 0, null;
