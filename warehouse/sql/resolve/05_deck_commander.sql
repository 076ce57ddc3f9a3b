-- The commanders of every deck, with the face that the list names and how they stand together.
-- grain: one commander of one deck; a commander that no card answers to leaves its slot out
-- inputs: deck_line, deck, asked_text, answer, card
-- key: (deck_id, slot)
-- kind: single; for two of Magic partner or background (702.124); god – several linked Gods (GOD1);
--       hyperspatial (HYP1); several – more than one that no rule joins.

create or replace temp table resolved_commander as
with named as (
    select
        l.deck_id, l.card_id, c.game, c.traits, c.layout,
        coalesce(a.face_no, 0)::smallint as face_no,
        row_number() over (partition by l.deck_id order by l.line_no)::smallint as slot,
        count(*) over (partition by l.deck_id) as commanders
    from deck_line l
    join deck d using (deck_id)
    left join asked_text t on t.format = d.format and t.text = l.text
    left join answer a using (text_id)
    left join card c on c.card_id = l.card_id
    where l.zone = 'commander'
),

judged as (
    select
        *,
        bool_and(coalesce(list_contains(traits, 'god'), false)) over (partition by deck_id) as all_gods,
        coalesce(list_has_any(traits, ['psychic', 'dragheart']) or layout = 'cells', false) as is_hyperspatial
    from named
)

select
    deck_id, slot, card_id, face_no,
    case
        when is_hyperspatial then 'hyperspatial'
        when commanders = 1 then 'single'
        when all_gods then 'god'
        when game = 'mtg' and list_contains(traits, 'background') then 'background'
        when game = 'mtg' and commanders = 2 then 'partner'
        else 'several'
    end as kind
from judged
where card_id is not null;
