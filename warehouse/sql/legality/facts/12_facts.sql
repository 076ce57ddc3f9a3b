-- The facts of every judgement, side by side: what the rules read. Sizes count unresolved lines too.
-- grain: one deck under one edition on one basis
-- inputs: judgement, judging_fold, judging_zone, judging_command_zone, judging_unresolved, judging_listed,
--         judging_case
-- key: (deck_id, edition_no, basis_no)

create or replace temp table judging_fact as
select
    j.deck_id, j.edition_no, j.basis_no, j.as_of, j.command_key,
    c.counted + coalesce(u.commander, 0) as counted,
    coalesce(f.copies, 0) + coalesce(u.main, 0) as main,
    coalesce(y.copies, c.commanders) + coalesce(u.commander, 0) - (c.commanders - c.counted) as commander,
    coalesce(z.hyperspatial, 0) + coalesce(u.hyperspatial, 0) as hyperspatial,
    coalesce(z.gr, 0) + coalesce(u.gr, 0) as gr,
    coalesce(z.extra, 0) + coalesce(u.extra, 0) as extra,
    coalesce(z.companion, 0) + coalesce(u.companion, 0) as companion,
    coalesce(z.sideboard, 0) + coalesce(u.sideboard, 0) as sideboard,
    coalesce(u.copies, 0) as unresolved,
    coalesce(u.commander, 0) as unresolved_commander,
    -- The bits that may not be raised, by where they were: in the deck, in `extra`, in `gr`, in a zone beside it.
    (coalesce(f.flags, 0) | c.flags | coalesce(y.flags, 0)) & c.deck_want as suspect_deck,
    coalesce(z.extra_flags, 0) & c.extra_want as suspect_extra,
    coalesce(z.gr_flags, 0) & c.gr_want as suspect_gr,
    coalesce(z.flags, 0) & c.zone_want as suspect_zone,
    not j.is_complete as cut_off,
    -- Rows lost on the way: the list doesn't add up, so nothing may be called legal.
    coalesce(j.copies, l.copies) is distinct from
        coalesce(f.copies, 0) + coalesce(z.copies, 0) + coalesce(u.copies, 0) + coalesce(y.copies, c.commanders)
    or (not getvariable('judging_commanders_agree')
        and (coalesce(y.copies, 0) < c.commanders or y.cards_key is distinct from c.cards_key)) as torn
from judgement j
left join judging_fold f on f.deck_id = j.deck_id
left join judging_zone z on z.deck_id = j.deck_id
left join judging_command_zone y on y.deck_id = j.deck_id
left join judging_unresolved u on u.deck_id = j.deck_id
left join judging_listed l on l.deck_id = j.deck_id
join judging_case c on c.edition_no = j.edition_no and c.command_key = j.command_key;
