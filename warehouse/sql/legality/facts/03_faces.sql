-- What a card is outside the battlefield: of Magic the front face (of a split card both halves), of Duel
-- Masters all faces.
-- grain: one card
-- inputs: card, card_face, judging_card_id
-- key: card_id

create or replace temp table judging_face as
with face as (
    select
        c.card_id, c.game, c.layout, f.face_no, f.types, f.supertypes, f.races, f.mana_value,
        c.game = 'dm' or f.face_no = 0 or c.layout in ('split', 'aftermath') as counts,
        c.game <> 'dm' or len(list_filter(f.types, lambda kind: contains(kind, 'クリーチャー'))) > 0 as has_cost
    from card c
    semi join judging_card_id j on j.card_id = c.card_id
    join card_face f on f.card_id = c.card_id
)

select
    card_id,
    count(*) as faces,
    flatten(list(types) filter (where counts)) as types,
    flatten(list(supertypes) filter (where counts)) as supertypes,
    flatten(list(races) filter (where counts)) as races,
    -- Of a twin-pact card the creature side's cost, of a split card the sum of both halves.
    case
        when any_value(layout) in ('split', 'aftermath') then sum(mana_value)
        when any_value(game) = 'dm' then min(mana_value) filter (where has_cost)
        else max(mana_value) filter (where counts)
    end as mana_value
from face
group by card_id;
