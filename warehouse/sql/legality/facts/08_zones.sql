-- Cards by zone beside the main deck, and the lines that no card answers to.
-- grain: one deck
-- inputs: judging_row, judging_deck_commander, judging_deck_line (deck_line of the decks judged), deck_line, judging_deck
-- key: deck_id

-- judging_exempt masks the identity bits where no rule asks for them (hyperspatial, GR, sideboard).
create or replace temp table judging_zone as
select
    deck_id,
    bit_or(case
        when zone in ('extra', 'gr') then 0
        when zone in ('hyperspatial', 'sideboard') then flags & getvariable('judging_exempt')
        else flags
    end) as flags,
    bit_or(case when zone = 'extra' then flags else 0 end) as extra_flags,
    bit_or(case when zone = 'gr' then flags & getvariable('judging_exempt') else 0 end) as gr_flags,
    coalesce(sum(copies) filter (where zone = 'hyperspatial'), 0)::integer as hyperspatial,
    coalesce(sum(copies) filter (where zone = 'gr'), 0)::integer as gr,
    coalesce(sum(copies) filter (where zone = 'extra'), 0)::integer as extra,
    coalesce(sum(copies) filter (where zone = 'companion'), 0)::integer as companion,
    coalesce(sum(copies) filter (where zone = 'sideboard'), 0)::integer as sideboard,
    sum(copies)::integer as copies
from judging_row
where zone not in ('main', 'commander')
group by deck_id;

-- The commander zone by deck, only if it is not, row for row, what deck_commander says: rows were lost, or a
-- list asks for several copies of a commander.
set variable judging_commanders_agree = (
    select a.total is not distinct from b.total
    from (
        select sum((hash(deck_id, card_id) >> 24)::bigint * copies) as total from judging_row where zone = 'commander'
    ) a, (select sum((hash(deck_id, card_id) >> 24)::bigint) as total from judging_deck_commander) b
);

create or replace temp table judging_command_zone as
select deck_id, sum(copies)::integer as copies, bit_or(flags) as flags, bit_xor(hash(card_id)) as cards_key
from judging_row
where zone = 'commander' and not getvariable('judging_commanders_agree')
group by deck_id;

create or replace temp table judging_unresolved as
select
    l.deck_id,
    sum(l.copies)::integer as copies,
    coalesce(sum(l.copies) filter (where l.zone = 'main'), 0)::integer as main,
    coalesce(sum(l.copies) filter (where l.zone = 'commander'), 0)::integer as commander,
    coalesce(sum(l.copies) filter (where l.zone = 'hyperspatial'), 0)::integer as hyperspatial,
    coalesce(sum(l.copies) filter (where l.zone = 'gr'), 0)::integer as gr,
    coalesce(sum(l.copies) filter (where l.zone = 'extra'), 0)::integer as extra,
    coalesce(sum(l.copies) filter (where l.zone = 'companion'), 0)::integer as companion,
    coalesce(sum(l.copies) filter (where l.zone = 'sideboard'), 0)::integer as sideboard
from judging_deck_line l
where l.card_id is null
group by l.deck_id;

-- How many cards the source lists: written with the deck, or else summed over its lines.
create or replace temp table judging_listed as
select l.deck_id, sum(l.copies)::integer as copies
from deck_line l
semi join (select deck_id from judging_deck where copies is null) d on d.deck_id = l.deck_id
group by l.deck_id;
