-- How many decks break each rule.
-- grain: one rule of one format on one basis, by severity
-- inputs: counted_deck, verdict, violation
-- key: (format, rule, severity, basis)

create or replace table rule_breaches as
with judged as (
    select v.format, v.basis, count(*)::integer as n
    from verdict v
    semi join counted_deck using (deck_id)
    group by all
),

broken as (
    select v.format, v.rule, v.severity, v.basis, count(distinct v.deck_id)::integer as decks
    from violation v
    semi join counted_deck using (deck_id)
    group by all
)

select
    b.format, b.rule, b.severity, b.basis, b.decks, j.n,
    share_of(b.decks, j.n) as share,
    wilson_low(b.decks, j.n) as share_low,
    wilson_high(b.decks, j.n) as share_high
from broken b
join judged j using (format, basis)
order by b.format, b.rule, b.severity, b.basis;
