-- The field: the decks that count, each list once, with their commander as one entity.
-- grain: one counted deck
-- inputs: deck, deck_line, card, card_identity
-- key: deck_id
-- Current and not deleted. A list that several sources hold counts in the source that holds it most
-- often (public complaint: the same decks twice); within a source, the same list by the same player in
-- the same event counts once. Two linked Gods or two partners are one commander, named `A + B`.

create or replace table counted_deck as
with list as (
    select deck_id, sum(hash(zone, coalesce(card_id::varchar, text))::hugeint * copies) as cards
    from deck_line
    group by deck_id
),

present as (
    select d.*, l.cards
    from deck d
    join list l using (deck_id)
    where d.is_current and d.deleted_on is null
    qualify row_number() over (
        partition by d.format, d.source, l.cards, coalesce(d.event_id || chr(31) || d.player, d.deck_id::varchar)
        order by d.source_key
    ) = 1
),

sourced as (
    select *, count(*) over (partition by format, cards, source) as held from present
),

led as (
    select
        l.deck_id,
        string_agg(c.name, ' + ' order by c.name) as commander,
        list(c.card_id order by c.name) as commander_ids,
        any_value(c.game) as game,
        case when count(*) = count(i.mask) then bit_or(i.mask)::smallint end as identity,
        count(*) = count(c.card_id) as is_known
    from deck_line l
    left join card c on c.card_id = l.card_id
    left join card_identity i
        on i.card_id = c.card_id
        and i.method = case c.game when 'dm' then 'civilization' else 'colour_identity' end
    where l.zone = 'commander'
    group by l.deck_id
)

select
    s.deck_id, s.source, s.format,
    coalesce(s.revised_on, s.published_on) as dated_on,
    strftime(coalesce(s.revised_on, s.published_on), '%Y-%m') as month,
    case when g.is_known then g.commander end as commander,
    case when g.is_known then g.commander_ids end as commander_ids,
    case when g.is_known then g.identity end as identity,
    case when g.is_known then mask_names(g.identity, g.game) end as civilizations,
    s.is_complete
from sourced s
left join led g using (deck_id)
qualify s.source = first_value(s.source) over (partition by s.format, s.cards order by s.held desc, s.source)
order by s.deck_id;
