-- Names of Duel Masters cards that nothing answers to yet: what to ask the card database for.
-- grain: one name as written
-- inputs: deck_line, deck, restriction; parameters: the formats and the lists of the game
-- key: name

with wanted as (
    select l.text as name, count(*) as lines
    from deck_line l
    join deck d using (deck_id)
    where l.card_id is null and d.is_current and list_contains(?::varchar[], d.format)
    group by l.text
    union all
    select card_name as name, 1 as lines
    from restriction
    where card_id is null and list_contains(?::varchar[], list)
)

select name
from wanted
group by name
order by sum(lines) desc, name
