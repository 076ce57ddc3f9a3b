-- Under which edition, and for which day, each deck is judged.
-- grain: one deck under one edition on one basis
-- inputs: judging_deck (the decks to judge, of formats we have), judging_command_of, judging_under, judging_basis,
--         judging_edition
-- key: (deck_id, edition_no, basis_no)

create or replace temp table judgement as
select
    a.deck_id, e.edition_no, a.basis_no, a.as_of, a.undated, a.is_complete, a.copies, a.command_key,
    -- Only the first edition reaches back before its own day.
    a.as_of < e.from_date as too_early
from (
    select
        d.deck_id, u.format_no, b.basis_no, d.is_complete, d.copies, coalesce(c.command_key, 0) as command_key,
        coalesce(b.day, d.day, b.today) as as_of,
        b.day is null and d.day is null as undated
    from judging_deck d
    join judging_under u on u.deck_format = d.format
    cross join judging_basis b
    left join judging_command_of c on c.deck_id = d.deck_id
) a
join judging_edition e
    on e.format_no = a.format_no and a.as_of >= e.low and a.as_of < e.high;
