-- The cards that could offend, looked up only in the decks whose facts raised a bit.
-- grain: one card in one zone of one suspected deck
-- inputs: judging_fact, judging_deck_card, judging_card
-- key: (deck_id, zone, card_id)

create or replace temp table judging_suspect_fact as
select * from judging_fact where suspect <> 0 or suspect_names <> 0;

create or replace temp table judging_suspect as
select deck_id, bit_or(suspect) as flags, bit_or(suspect_names) as names
from judging_suspect_fact
group by deck_id;

create or replace temp table judging_evidence as
select d.deck_id, d.zone, d.card_id, d.copies, c.card_id is null as is_missing
from judging_deck_card d
join judging_suspect s on s.deck_id = d.deck_id
left join judging_card c on c.card_id = d.card_id
where
    (coalesce(c.flags | case when d.copies > 1 then c.many else 0 end, getvariable('judging_missing')) & s.flags) <> 0
    or (coalesce(c.names, 0) & s.names) <> 0;
