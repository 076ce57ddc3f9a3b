-- How many verdicts of each word were just given; what nothing was found of is legal.
-- grain: one verdict word
-- inputs: judgement, judging_worst
-- key: verdict

select verdict, sum(decks)::bigint as decks
from (
    select verdict, count(*) as decks from judging_worst group by verdict
    union all
    select 'legal', (select count(*) from judgement) - (select count(*) from judging_worst)
)
group by verdict
having sum(decks) > 0
order by verdict;
