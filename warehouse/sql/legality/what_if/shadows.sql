-- The decks to judge anew, and the lists, beside the warehouse.
-- grain: that of the tables they stand for
-- inputs: deck, deck_line, deck_card, deck_commander, verdict, violation, restriction, format_edition,
--         what_if_deck
-- key: theirs
-- A published copy has no card numbers, one of an older version no copies_in_deck: judging does without.

create temp table deck as from main.deck semi join what_if_deck using (deck_id);
create temp table deck_line as from main.deck_line semi join what_if_deck using (deck_id);
create temp table deck_card as
select * from (
    select * from main.deck_card semi join what_if_deck using (deck_id)
    union all by name
    select null::integer as copies_in_deck, null::integer as card_no where false
);
create temp table card_number (card_id bigint, card_no integer);
update deck_card set card_no = null;
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
create temp table format_edition as
select format, edition, from_date, until_date, source_url, null::varchar as fingerprint from main.format_edition limit 0;
