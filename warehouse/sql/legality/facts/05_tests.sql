-- Which cards pass which of the tests that rules name.
-- grain: one card and one test it passes
-- inputs: card, judging_face, judging_term, judging_card_id
-- key: (card_id, test)

create or replace temp table judging_card_test as
with fact as (
    select
        c.card_id, c.traits, f.types, f.supertypes, f.races, f.mana_value,
        list_contains(c.traits, 'every_creature_type') as every_type
    from card c
    semi join judging_card_id j on j.card_id = c.card_id
    left join judging_face f on f.card_id = c.card_id
)

select f.card_id, t.test
from judging_term t
join fact f on case t.field
    when 'trait' then list_contains(f.traits, t.value)
    when 'type' then
        list_contains(f.types, t.value)
        or (t.operator = '~' and len(list_filter(f.types, lambda kind: contains(kind, t.value))) > 0)
    when 'supertype' then list_contains(f.supertypes, t.value)
    when 'race' then
        list_contains(f.races, t.value)
        or (t.operator = '~' and len(list_filter(f.races, lambda race: contains(race, t.value))) > 0)
        or (f.every_type and not t.is_noncreature)
    when 'mana_value' then
        case t.operator
            when '>=' then f.mana_value >= t.value::double
            when '<=' then f.mana_value <= t.value::double
            else f.mana_value = t.value::double
        end
    else false
end
group by f.card_id, t.test
having count(*) = any_value(t.terms);
