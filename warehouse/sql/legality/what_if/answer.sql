-- The decks that change their verdict, by commanders.
-- grain: one set of commanders and change
-- inputs: what_if_before, verdict, deck_commander, card
-- key: (commander, before, after)
-- parameter: the number of decks of the field

with named as (
    select x.deck_id, string_agg(c.name, ' + ' order by c.name) as commander
    from deck_commander x join card c using (card_id)
    group by x.deck_id
)

select
    coalesce(n.commander, '') as commander, b.verdict as before, a.verdict as after, count(*) as decks,
    $1::bigint as field, round(count(*) / nullif($1::double, 0), 6) as share
from what_if_before b
join verdict a using (deck_id)
left join named n using (deck_id)
where a.verdict <> b.verdict
group by all
order by decks desc, commander, before, after;
