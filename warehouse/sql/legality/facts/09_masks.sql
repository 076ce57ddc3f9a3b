-- The colours of each command zone, by every method that rules read.
-- grain: one command zone and method
-- inputs: judging_command, judging_commander, judging_method, card, card_face, card_identity
-- key: (command_key, method)

-- A creature of several cells has the civilizations of its named face alone (HYP3). What is not known of
-- an evolution source leaves the printed civilizations as the least (known is false).
create or replace temp table judging_command_mask as
select
    k.command_key, m.method,
    coalesce(bit_or(coalesce(case when c.layout = 'cells' then f.civilizations end, i.mask, p.mask, 0)), 0)::integer as mask,
    bool_and(case when c.layout = 'cells' then f.civilizations is not null else i.mask is not null end) as known
from judging_command k
cross join judging_method m
join judging_commander x on x.command_key = k.command_key
left join card c on c.card_id = x.card_id
left join card_face f on f.card_id = x.card_id and f.face_no = x.face_no
left join card_identity i on i.card_id = x.card_id and i.method = m.method
left join card_identity p
    on p.card_id = x.card_id and p.method = 'civilization' and m.method = 'command_civilization'
group by k.command_key, m.method;
