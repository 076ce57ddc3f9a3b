-- The cards that could offend, looked up only in the decks whose facts raised a bit.
-- grain: one card in one zone of one suspected deck
-- inputs: judging_fact, judging_row, judging_deck_card, judging_word
-- key: (deck_id, zone, card_id)

create or replace temp table judging_suspect_fact as
select * from judging_fact where suspect <> 0;

create or replace temp table judging_suspect as
select deck_id, bit_or(suspect) as flags, bit_or(main_flags & suspect) as main_flags
from judging_suspect_fact
group by deck_id;

create or replace temp table judging_evidence as
select r.deck_id, r.zone, r.card_id, r.copies, r.is_missing
from judging_row r
join judging_suspect s on s.deck_id = r.deck_id
where (r.flags & s.flags) <> 0
union all
select d.deck_id, 'main', w.card_id, 1, w.is_missing
from judging_deck_card d
join (select deck_id, main_flags from judging_suspect where main_flags <> 0) s on s.deck_id = d.deck_id
join judging_word w on w.card_no = d.card_no
where (w.word & s.main_flags) <> 0;
