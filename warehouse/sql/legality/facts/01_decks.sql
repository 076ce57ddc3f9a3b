-- The decks to judge, and under which edition, on which day.
-- grain: judging_deck: one deck; judgement: one deck under one edition on one basis
-- inputs: deck, selected_deck, judging_under, judging_basis, judging_edition
-- key: deck_id; (deck_id, edition_no, basis_no)

create or replace temp table judging_deck as
select
    d.deck_id, d.format, coalesce(d.revised_on, d.published_on) as day, d.is_complete, d.copies,
    d.event_id, d.player
from deck d
semi join selected_deck s on s.deck_id = d.deck_id
semi join judging_under u on u.deck_format = d.format;

create or replace temp table judgement as
select
    a.deck_id, e.edition_no, a.basis_no, a.as_of, a.undated,
    e.is_first and a.as_of < e.from_date as too_early
from (
    select
        d.deck_id, u.format, b.basis_no,
        coalesce(b.day, d.day, b.today) as as_of,
        b.day is null and d.day is null as undated
    from judging_deck d
    join judging_under u on u.deck_format = d.format
    cross join judging_basis b
) a
join judging_edition e
    on e.format = a.format and a.as_of >= e.low and a.as_of < e.high;
