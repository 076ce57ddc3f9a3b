-- What the commanders' own clauses allow their decks.
-- grain: one clause of one commander
-- inputs: judging_commander, card
-- key: (command_key, card_id, clause, test)

create or replace temp table judging_clause as
select
    t.command_key, t.card_id, split_part(t.trait, ':', 1) as clause,
    case when contains(t.trait, ':') then t.trait[strpos(t.trait, ':') + 1:] else '' end as test
from (
    select x.command_key, x.card_id, unnest(c.traits) as trait
    from judging_commander x
    join card c on c.card_id = x.card_id
    where list_has_any(c.traits, ['no_maximum_size', 'chosen_colour', 'unread_clause'])
        or len(list_filter(c.traits, lambda trait: contains(trait, ':'))) > 0
) t
where split_part(t.trait, ':', 1) in (
    'any_identity', 'one_extra_colour', 'no_maximum_size', 'chosen_colour', 'unread_clause');
