-- Restricted names that no known card answers to, of lists that current decks are judged by: such rows bind
-- nothing. A list of which nothing is known lacks its whole game's cards, and is no news.
-- grain: one list with such names
-- inputs: restriction; the names of the lists
-- key: list

with named as (
    select list, card_name, count(card_id) = 0 as is_unknown
    from restriction
    where list_contains(?::varchar[], list)
    group by list, card_name
)

select
    list, count(*)::integer as names, count(*) filter (where is_unknown)::integer as not_known,
    array_to_string((list(card_name order by card_name) filter (where is_unknown))[:3], ' / ') as for_example
from named
group by list
having bool_or(is_unknown) and not bool_and(is_unknown)
order by list
