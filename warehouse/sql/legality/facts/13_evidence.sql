-- The cards that could offend, looked up only in the decks whose facts raised a bit, with the bits they raise:
-- a rule reads the cards that raise its own.
-- grain: judging_suspect_fact: one suspected judgement; judging_evidence: one card in one zone of it
-- inputs: judging_fact, judging_row, judging_deck_card, judging_word
-- key: (deck_id, edition_no, basis_no); the same and (zone, card_id)

create or replace temp table judging_suspect_fact as
select * from judging_fact
where suspect_deck <> 0 or suspect_extra <> 0 or suspect_gr <> 0 or suspect_zone <> 0;

-- Materialized: cards are looked up once a deck, however many judgements it has.
create or replace temp table judging_evidence as
with suspect as materialized (
    select
        deck_id, bit_or(suspect_deck) as suspect_deck, bit_or(suspect_extra) as suspect_extra,
        bit_or(suspect_gr) as suspect_gr, bit_or(suspect_zone) as suspect_zone
    from judging_suspect_fact
    group by deck_id
),

found as materialized (
    select r.deck_id, r.zone, r.card_id, r.copies, r.is_missing, r.flags
    from judging_row r
    join suspect s on s.deck_id = r.deck_id
    where r.flags & case
        when r.zone = 'main' then s.suspect_deck
        -- A commander may be a copy of a card in any zone.
        when r.zone = 'commander' then s.suspect_deck | s.suspect_extra | s.suspect_gr | s.suspect_zone
        when r.zone = 'extra' then s.suspect_extra
        when r.zone = 'gr' then s.suspect_gr
        else s.suspect_zone
    end <> 0
    union all
    select d.deck_id, 'main', w.card_id, 1, w.is_missing, w.word
    from judging_deck_card d
    join (select deck_id, suspect_deck from suspect where suspect_deck <> 0) s on s.deck_id = d.deck_id
    join judging_word w on w.card_no = d.card_no
    where w.word & s.suspect_deck <> 0
)

select
    f.deck_id, f.edition_no, f.basis_no, f.as_of, f.command_key, f.unresolved_commander,
    e.zone, e.card_id, e.copies, e.is_missing,
    e.flags & case
        when e.zone = 'main' then f.suspect_deck
        when e.zone = 'commander' then f.suspect_deck | f.suspect_extra | f.suspect_gr | f.suspect_zone
        when e.zone = 'extra' then f.suspect_extra
        when e.zone = 'gr' then f.suspect_gr
        else f.suspect_zone
    end as raised
from found e
join judging_suspect_fact f on f.deck_id = e.deck_id
where raised <> 0;
