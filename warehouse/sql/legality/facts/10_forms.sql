-- What each command zone stands in: linked Gods (GOD1), cells of one creature (HYP3), or neither; and the bits that
-- its cards raise.
-- grain: one command zone
-- inputs: judging_command, judging_commander, card, card_face, judging_card
-- key: command_key

create or replace temp table judging_form as
select
    k.command_key, k.commanders, k.cards_key,
    -- One card twice is no form. A form may be missing a part that is not known; of no part all may hold.
    count(x.card_id) = count(distinct x.card_id) and coalesce(bool_and(coalesce(list_contains(c.traits, 'god'), false))
        filter (where x.card_id is not null), true) as all_gods,
    count(x.card_id) = count(distinct x.card_id) and count(distinct w.whole) <= 1
        and coalesce(bool_and(coalesce(c.layout = 'cells', false)) filter (where x.card_id is not null), true) as all_cells,
    k.commanders > 1 and all_gods as is_god,
    k.commanders > 1 and all_cells as is_cells,
    coalesce(bit_or(coalesce(m.flags, getvariable('judging_missing'))) filter (where x.card_id is not null), 0)::bigint
    & if(count(*) > count(distinct x.card_id), getvariable('judging_all'), getvariable('judging_once')) as flags
from judging_command k
left join judging_commander x on x.command_key = k.command_key
left join card c on c.card_id = x.card_id
left join (
    select card_id, arg_max(name, face_no) as whole from card_face
    semi join judging_commander using (card_id) group by card_id
) w on w.card_id = x.card_id
left join judging_card m on m.card_id = x.card_id
group by k.command_key, k.commanders, k.cards_key;
