-- Every deck as its source shows it now, each with why it is not legal: a view that the two lists of
-- decks read.
-- grain: one deck
-- inputs: current_deck, violation, card
-- key: (source, source_key)

create or replace temp view deck_verdicts as
with reason as (
    select
        v.deck_id, v.format, v.basis,
        list_sort(list(distinct v.rule || ': ' || coalesce(c.name || ', ', '') || v.detail)) as said
    from violation v
    left join card c using (card_id)
    where v.severity in ('violation', 'unknown', 'incomplete')
    group by v.deck_id, v.format, v.basis
)

select
    d.format, d.commander, d.title, d.url, d.source, d.source_key, d.dated_on, d.verdict_published, d.verdict_today,
    coalesce(p.said, []) as why_published,
    coalesce(t.said, []) as why_today
from current_deck d
left join reason p on p.deck_id = d.deck_id and p.format = d.format and p.basis = 'published'
left join reason t on t.deck_id = d.deck_id and t.format = d.format and t.basis = 'today'
