-- How many decks each verdict word has, by format and basis.
-- grain: one format on one basis
-- inputs: legality_summary
-- key: (format, basis)

select
    format,
    basis,
    coalesce(sum(decks) filter (verdict = 'legal'), 0)::integer as legal,
    coalesce(sum(decks) filter (verdict = 'illegal'), 0)::integer as illegal,
    coalesce(sum(decks) filter (verdict = 'unknown'), 0)::integer as unknown,
    coalesce(sum(decks) filter (verdict = 'incomplete'), 0)::integer as incomplete,
    sum(decks)::integer as n
from legality_summary
group by format, basis
order by sum(decks) desc, format, basis
