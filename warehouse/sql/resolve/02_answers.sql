-- The one card that answers to each asked text; several are no answer but candidates.
-- grain: one asked text that at least one card answers to
-- inputs: hit, card, card_face
-- key: text_id
-- The creature that several cells link into is printed on the back of each: by its name any of them is
-- the same creature (HYP3), and the first by name stands for it.

create or replace temp table answer as
with named as (
    select
        h.*, c.name,
        row_number() over (partition by h.text_id order by c.name) = 1 as is_first,
        count(*) over (partition by h.text_id) as cards,
        bool_and(c.layout = 'cells' and h.face_no > 0) over (partition by h.text_id)
            and count(*) over (partition by h.text_id)
                = count(*) over (partition by h.text_id, f.name, f.civilizations, f.types) as is_linked
    from hit h
    join card c using (card_id)
    left join card_face f on f.card_id = h.card_id and f.face_no = h.face_no
)

select
    text_id,
    any_value(card_id) filter (cards = 1 or (is_linked and is_first)) as card_id,
    any_value(level) filter (cards = 1 or (is_linked and is_first)) as level,
    any_value(face_no) filter (cards = 1 or (is_linked and is_first)) as face_no,
    case when bool_and(is_linked) then 1 else count(*) end as candidates,
    string_agg(name, ' | ' order by name) as names
from named
group by text_id;
