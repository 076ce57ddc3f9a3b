-- The one card that answers to each asked text; several are no answer but candidates.
-- grain: one asked text that at least one card answers to
-- inputs: hit, card
-- key: text_id

create or replace temp table answer as
select
    h.text_id,
    case when count(*) = 1 then any_value(h.card_id) end as card_id,
    case when count(*) = 1 then any_value(h.level) end as level,
    case when count(*) = 1 then any_value(h.face_no) end as face_no,
    count(*) as candidates,
    string_agg(c.name, ' | ' order by c.name) as names
from hit h
join card c using (card_id)
group by h.text_id;
