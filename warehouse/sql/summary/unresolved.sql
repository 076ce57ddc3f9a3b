-- Names that no card answers to, the most frequent first.
-- grain: one name of one format
-- inputs: deck_line, deck
-- key: (format, text)

select d.format, l.text, count(*)::integer as lines
from deck_line l
join deck d using (deck_id)
where l.card_id is null and d.is_current and d.deleted_on is null
group by d.format, l.text
order by lines desc, d.format, l.text
