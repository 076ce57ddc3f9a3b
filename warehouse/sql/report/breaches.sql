-- The rules that are broken, on the decks' own days and today beside each other.
-- grain: one rule of one format
-- inputs: rule_breaches, legality_summary
-- key: (format, rule)

with broken as (
    select * from rule_breaches where severity = 'violation'
),

field as (
    select format, basis, sum(decks)::integer as n from legality_summary group by format, basis
)

select
    r.format, r.rule,
    coalesce(p.decks, 0) as decks,
    f.n,
    share_of(coalesce(p.decks, 0), f.n) as share,
    wilson_low(coalesce(p.decks, 0), f.n) as share_low,
    wilson_high(coalesce(p.decks, 0), f.n) as share_high,
    coalesce(t.decks, 0) as today_decks,
    g.n as today_n,
    share_of(coalesce(t.decks, 0), g.n) as today_share,
    wilson_low(coalesce(t.decks, 0), g.n) as today_share_low,
    wilson_high(coalesce(t.decks, 0), g.n) as today_share_high
from (select distinct format, rule from broken) r
left join field f on f.format = r.format and f.basis = 'published'
left join field g on g.format = r.format and g.basis = 'today'
left join broken p on p.format = r.format and p.rule = r.rule and p.basis = 'published'
left join broken t on t.format = r.format and t.rule = r.rule and t.basis = 'today'
order by r.format, decks desc, today_decks desc, r.rule
