-- What a ban does to decks whose verdict stands: it adds a violation, which outweighs all but an excerpt. Whether
-- an incomplete list is one is judged anew.
-- grain: what_if_change: one deck and change; what_if_deck: one deck to judge anew
-- inputs: what_if_holder, verdict
-- key: deck_id
-- variables: what_if_format; what_if_zones, those that lists cover

create or replace temp table what_if_present as
select h.deck_id, v.verdict
from (select distinct deck_id from what_if_holder where list_contains(getvariable('what_if_zones'), zone)) h
join verdict v on v.deck_id = h.deck_id and v.format = getvariable('what_if_format') and v.basis = 'today';

insert into what_if_change
select deck_id, verdict, 'illegal' from what_if_present where verdict <> 'incomplete';

create or replace temp table what_if_deck as
select deck_id from what_if_present where verdict = 'incomplete';
