-- How many decks are legal, illegal, unknown, incomplete, by the edition that judged them.
-- grain: one verdict word of one edition of one format on one basis
-- inputs: counted_deck, verdict
-- key: (format, edition, basis, verdict)

create or replace table legality_summary as
with counted as (
    select v.format, v.edition, v.basis, v.verdict, count(*)::integer as decks
    from verdict v
    semi join counted_deck using (deck_id)
    group by all
)

select
    format, edition, basis, verdict, decks, n,
    share_of(decks, n) as share,
    wilson_low(decks, n) as share_low,
    wilson_high(decks, n) as share_high
from (select *, (sum(decks) over (partition by format, edition, basis))::integer as n from counted)
order by format, edition, basis, verdict;
