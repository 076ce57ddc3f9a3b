-- The cards that break a companion's condition.
-- grain: one judgement, rule and card
-- inputs: judging_companion, judging_companion_deck
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id, detail)

create or replace temp table judging_shared_type as
with nonland as (
    select deck_id, card_id, any_value(types) as types
    from judging_companion_deck where not is_land group by deck_id, card_id
),

spread as (
    select deck_id, kind, count(*) as cards
    from (select deck_id, unnest(list_distinct(types)) as kind from nonland) group by deck_id, kind
)

select n.deck_id, max(s.cards) filter (where s.kind in (
    'Artifact', 'Battle', 'Creature', 'Enchantment', 'Instant', 'Planeswalker', 'Sorcery', 'Kindred', 'Tribal')) as sharing, n.cards
from (select deck_id, count(*) as cards from nonland group by deck_id) n
left join spread s on s.deck_id = n.deck_id
group by n.deck_id, n.cards;

insert into judging_finding
select
    j.deck_id, j.edition_no, j.basis_no, j.rule,
    case when not coalesce(d.is_known, false) or x.broken is null then 'unknown' else j.severity end,
    d.zone, d.card_id, d.copies,
    case when x.broken then 'breaks the companion''s condition: ' else 'may break the companion''s condition: ' end
    || replace(j.condition[11:], '_', ' '),
    j.source_url
from (select *, unnest(conditions) as condition from judging_companion where is_allowed) j
join judging_companion_deck d on d.deck_id = j.deck_id
cross join lateral (
    select case j.condition
        when 'companion:even_mana_value' then d.mana_value % 2 <> 0
        when 'companion:odd_mana_value' then not d.is_land and d.mana_value % 2 = 0
        when 'companion:mana_value_at_least_3' then not d.is_land and d.mana_value < 3
        when 'companion:permanents_mana_value_at_most_2' then d.is_permanent and not d.is_land and d.mana_value > 2
        when 'companion:no_repeated_symbol' then list_contains(d.traits, 'repeated_symbol')
        when 'companion:creature_types' then d.is_creature and not list_contains(d.traits, 'every_creature_type')
            and not list_has_any(d.races, ['Cat', 'Elemental', 'Nightmare', 'Dinosaur', 'Beast'])
        when 'companion:activated_abilities' then d.is_permanent and not list_contains(d.traits, 'activated_ability')
        when 'companion:different_names' then not d.is_land and d.named > 1
        when 'companion:shared_type' then not d.is_land
            and exists (select 1 from judging_shared_type t where t.deck_id = j.deck_id and coalesce(t.sharing, 0) < t.cards)
        when 'companion:twenty_more' then false
    end as broken
) x
where x.broken is distinct from false or not coalesce(d.is_known, false);
