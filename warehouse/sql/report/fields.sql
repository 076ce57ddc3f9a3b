-- The field of each format: how many decks count, when they are from, and how many are legal.
-- grain: one format with decks
-- inputs: counted_deck, current_deck, verdict
-- key: format

with shown as (
    select format, count(*)::integer as current_decks from current_deck group by format
)

select
    c.format,
    any_value(s.current_decks) as current_decks,
    count(*)::integer as decks,
    count(distinct c.source)::integer as sources,
    min(c.dated_on) as first_day,
    max(c.dated_on) as last_day,
    (count(*) filter (p.verdict = 'legal'))::integer as legal_published,
    (count(*) filter (t.verdict = 'legal'))::integer as legal_today,
    (count(p.verdict))::integer as judged
from counted_deck c
left join shown s on s.format = c.format
left join verdict p on p.deck_id = c.deck_id and p.format = c.format and p.basis = 'published'
left join verdict t on t.deck_id = c.deck_id and t.format = c.format and t.basis = 'today'
group by c.format
order by decks desc, c.format
