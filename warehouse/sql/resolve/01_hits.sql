-- Which cards answer to each asked text, at the first level of the ladder where any does.
-- grain: one asked text and one card that answers to it
-- inputs: asked(text_id, game, level_no, level, key, rest) – `rest` holds the keys of the faces after a slash;
--         card_name, card, card_face
-- key: (text_id, card_id)
-- A card of the pool goes before one outside it, a token comes last; a whole name goes before a face
-- (クリスタル・メモリー is a card and also the spell face of another).

create or replace temp table hit as
with answering as (
    select
        a.text_id, a.level_no, a.level, a.rest, n.card_id, coalesce(n.face_no, 0) as face_no, c.traits,
        case
            when c.layout in ('token', 'double_faced_token', 'emblem', 'art_series') then 2
            when list_contains(c.traits, 'outside_pool') then 1
            else 0
        end as pool_rank,
        case
            -- The back of a double-faced Duel Masters card is never a card by itself, though lists of
            -- names may hold it as one (HYP5).
            when n.kind in ('back', 'face') and n.game = 'dm' and c.layout = 'double_faced' then 0
            when n.kind = 'name' then 1
            -- A name under which a printing is sold (Godzilla's) hides no card that is called so by its front.
            when n.kind = 'front' and n.game = 'mtg' then 2
            when n.kind in ('alias', 'printed') then 3
            when n.kind = 'front' then 4
            else 5
        end as kind_rank
    from asked a
    join card_name n on n.level = a.level and n.key = a.key and n.game = coalesce(a.game, n.game)
    join card c on c.card_id = n.card_id
),

-- `A/B` met by `A` alone: B must be a face of the card too, or the card's other side be unknown.
two_faced as (
    select
        h.card_id,
        list(distinct n.key) as keys,
        count(distinct f.face_no) = 1 and list_has_any(
            any_value(h.traits), ['psychic', 'dragheart', 'forbidden', 'zero_dragon', 'forbidden_star']
        ) as other_side_unknown
    from (select distinct card_id, traits from answering where level = 'front' and len(rest) > 0) h
    join card_name n on n.card_id = h.card_id and n.level = 'punctuation'
    join card_face f on f.card_id = h.card_id
    group by h.card_id
),

fitting as (
    select a.* exclude (traits)
    from answering a
    left join two_faced t on t.card_id = a.card_id
    where a.level <> 'front' or len(a.rest) = 0 or t.other_side_unknown or list_has_all(t.keys, a.rest)
),

best as (
    select * from fitting
    qualify rank() over (partition by text_id order by level_no, pool_rank, kind_rank) = 1
)

select text_id, card_id, any_value(level) as level, min(face_no)::smallint as face_no
from best
group by text_id, card_id;
