-- The current decks of a format that hold a changed card, and the lists, beside the warehouse.
-- grain: that of the tables they stand for
-- inputs: deck, deck_line, deck_card, deck_commander, verdict, violation, restriction, format_edition,
--         what_if_card
-- key: theirs
-- variable: what_if_format

create or replace temp table what_if_deck as
select distinct d.deck_id
from deck d
semi join (
    select deck_id from deck_card semi join what_if_card using (card_id)
) c on c.deck_id = d.deck_id
where d.format = getvariable('what_if_format') and d.is_current and d.deleted_on is null;

create temp table deck as from main.deck semi join what_if_deck using (deck_id);
create temp table deck_line as from main.deck_line semi join what_if_deck using (deck_id);
create temp table deck_card as from main.deck_card semi join what_if_deck using (deck_id);
create temp table deck_commander as from main.deck_commander semi join what_if_deck using (deck_id);
create temp table verdict as from main.verdict limit 0;
create temp table violation as from main.violation limit 0;
create temp table restriction as from main.restriction;
-- The published copy, whose lists are whole, has no restriction_list of its own.
create temp table restriction_list as
select list, count(*)::integer as intervals, null::date as first_date, null::date as last_date
from main.restriction group by list
union all
select 'what-if', 0, null, null;
create temp table format_edition as from main.format_edition limit 0;
