-- The one pass over deck_card where it is long: card words by slot (a perfect hash), not by hash join.
-- grain: one deck
-- inputs: judging_deck_card, judging_slot, judging_displacement, judging_card
-- key: deck_id
-- A slot that holds another card than the row's says that nothing is known of it.

create or replace temp table judging_many as
select d.deck_id, bit_or(coalesce(c.many, 0)) as many, sum(d.copies - 1)::integer as more
from judging_deck_card d
left join judging_card c on c.card_id = d.card_id
where d.copies > 1 and d.zone = 'main'
group by d.deck_id;

create or replace temp table judging_fold as
select
    f.deck_id, f.flags | coalesce(m.many, 0) as flags, f.names,
    f.cards::integer + coalesce(m.more, 0) as copies
from (
    select
        d.deck_id,
        bit_or(if(s.card_id = d.card_id, s.flags, getvariable('judging_missing'))) as flags,
        bit_or(s.names) as names,
        count(*) as cards
    from judging_deck_card d
    join judging_displacement p on p.bucket = d.card_id % getvariable('judging_buckets')
    join judging_slot s
        on s.slot = ((d.card_id >> 14) % 1073741824 + p.displacement) % getvariable('judging_slots')
    where d.zone = 'main'
    group by d.deck_id
) f
left join judging_many m on m.deck_id = f.deck_id;
