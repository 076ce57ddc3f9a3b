-- The decks that change their verdict, by commanders.
-- grain: one set of commanders and change
-- inputs: what_if_change(deck_id, before, after), deck_commander, card
-- key: (commander, before, after)
-- parameter: the number of decks of the field

with change as (
    select deck_id, before, after from what_if_change where before <> after
),

named as (
    select x.deck_id, string_agg(c.name, ' + ' order by c.name) as commander
    from deck_commander x
    semi join change using (deck_id)
    join card c using (card_id)
    group by x.deck_id
)

select
    coalesce(n.commander, '') as commander, w.before, w.after, count(*) as decks,
    $1::bigint as field, round(count(*) / nullif($1::double, 0), 6) as share
from change w
left join named n using (deck_id)
group by all
order by decks desc, commander, before, after;
