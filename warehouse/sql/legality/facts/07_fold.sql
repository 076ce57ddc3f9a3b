-- The one pass over deck_card. A plain row (a card that stands once in the deck, in its main zone) finds its
-- word by number, without hashing; the few others are kept apart, with their words.
-- grain: judging_word: one card number; judging_row: one row that is not plain; judging_fold: one main deck
-- inputs: judging_deck_card (deck_card of the decks judged), card_number, judging_card
-- key: card_no; (deck_id, zone, card_id); deck_id

create or replace temp table judging_word as
select
    n.card_no, n.card_id, coalesce(c.flags, getvariable('judging_missing')) & getvariable('judging_once') as word,
    c.card_id is null as is_missing
from card_number n
left join judging_card c on c.card_id = n.card_id;

create or replace temp table judging_row as
select
    d.deck_id, d.zone, d.card_id, d.copies, c.card_id is null as is_missing,
    coalesce(c.flags, getvariable('judging_missing'))
    & if(d.copies_in_deck = 1, getvariable('judging_once'), getvariable('judging_all')) as flags
from judging_deck_card d
left join judging_card c on c.card_id = d.card_id
where d.card_no is null;

create or replace temp table judging_fold as
select deck_id, bit_or(word) as flags, sum(copies)::integer as copies
from (
    select d.deck_id, w.word, 1 as copies
    from judging_deck_card d
    join judging_word w on w.card_no = d.card_no
    union all
    select deck_id, flags, copies from judging_row where zone = 'main'
)
group by deck_id;
