-- Of which days the present verdicts of a format's decks are, versions of the past among them.
-- grain: one row
-- inputs: deck, verdict
-- key: none
-- parameter: the format

select
    (select count(*) from deck where format = $format) as decks,
    count(*) as judged, min(as_of) as first_day, max(as_of) as last_day
from verdict
where format = $format and basis = 'today';
