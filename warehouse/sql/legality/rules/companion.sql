-- Companions: whether one may be had, that it is one, and its own condition over the starting deck with
-- its commanders (702.139). A condition nobody has taught us leaves the verdict open.
-- grain: one judgement, rule and card
-- inputs: judging_fact, judging_rule, judging_deck_card, judging_unresolved, card, judging_face
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id, detail)

create or replace temp table judging_companion as
select
    f.deck_id, f.edition_no, f.basis_no, f.commander + f.main as cards, r.rule, r.severity, r.source_url,
    r.is_allowed, z.card_id, z.copies, f.companion, f.companion - coalesce(u.companion, 0) as known_companions,
    coalesce(c.traits, []) as traits, len(c.types) > 0 as is_known,
    list_filter(coalesce(c.traits, []), lambda t: starts_with(t, 'companion:')) as conditions,
    (select max(s.least) from judging_rule s where s.edition_no = f.edition_no and s.kind = 'deck_size') as least
from judging_fact f
join judging_rule r on r.edition_no = f.edition_no and r.kind = 'companion'
join judging_deck_card z on z.deck_id = f.deck_id and z.zone = 'companion'
left join judging_unresolved u on u.deck_id = f.deck_id
left join card c on c.card_id = z.card_id
where f.companion > 0 and f.as_of >= r.from_date and f.as_of < r.until_date;

-- The cards of the starting deck, with what conditions ask of them.
create or replace temp table judging_companion_deck as
select
    d.deck_id, d.zone, d.card_id, d.copies, sum(d.copies) over (partition by d.deck_id, d.card_id) as named,
    f.mana_value, f.races, c.traits, len(c.types) > 0 as is_known,
    list_contains(c.traits, 'land') or list_contains(f.types, 'Land') as is_land,
    list_contains(c.traits, 'creature') or list_contains(f.types, 'Creature') as is_creature,
    list_has_any(f.types, ['Artifact', 'Battle', 'Creature', 'Enchantment', 'Land', 'Planeswalker']) as is_permanent,
    if(list_contains(c.traits, 'creature'), list_append(f.types, 'Creature'), f.types) as types
from judging_deck_card d
semi join judging_companion j on j.deck_id = d.deck_id
left join card c on c.card_id = d.card_id
left join judging_face f on f.card_id = d.card_id
where d.zone in ('commander', 'main');

insert into judging_finding
select
    deck_id, edition_no, basis_no, rule,
    case
        when not is_allowed or known_companions > 1 then severity
        when not coalesce(is_known, false) or (list_contains(traits, 'companion') and len(conditions) = 0) then 'unknown'
        when len(conditions) = 0 or is_small then severity
        -- One companion beside lines that may be no card.
        else 'unknown'
    end,
    'companion', card_id, copies,
    case
        when not is_allowed then 'no companion is allowed'
        when known_companions > 1 then companion || ' companions, at most 1 allowed'
        when not coalesce(is_known, false) then 'nothing is known of the card'
        when list_contains(traits, 'companion') and len(conditions) = 0 then 'its condition is not known'
        when len(conditions) = 0 then 'has no companion ability'
        when is_small then 'the deck must hold 20 cards more than its least size'
        else companion || ' companions (not all known), at most 1 allowed'
    end,
    source_url
from (
    select *, list_contains(conditions, 'companion:twenty_more') and cards < least + 20 as is_small from judging_companion
)
where not is_allowed or companion > 1 or len(conditions) = 0 or is_small;
