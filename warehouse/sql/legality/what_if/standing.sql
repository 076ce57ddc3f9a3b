-- Of which days the present verdicts of a format's current decks are.
-- grain: one row
-- inputs: deck, verdict
-- key: none
-- parameter: the format

select count(*) as decks, count(v.deck_id) as judged, min(v.as_of) as first_day, max(v.as_of) as last_day
from deck d
left join verdict v on v.deck_id = d.deck_id and v.format = $format and v.basis = 'today'
where d.format = $format and d.is_current and d.deleted_on is null;
