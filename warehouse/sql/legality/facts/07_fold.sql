-- The one pass over deck_card: each main deck folded to the bits of its cards and its copies.
-- grain: one deck
-- inputs: judging_deck_card (deck_card of the decks judged), judging_card
-- key: deck_id

create or replace temp table judging_fold as
select
    d.deck_id,
    bit_or(coalesce(c.flags | case when d.copies > 1 then c.many else 0 end, getvariable('judging_missing'))) as flags,
    bit_or(coalesce(c.names, 0)) as names,
    sum(d.copies)::integer as copies
from judging_deck_card d
left join judging_card c on c.card_id = d.card_id
where d.zone = 'main'
group by d.deck_id;
