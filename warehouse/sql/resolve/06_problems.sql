-- The lines of current decks that no card, or more than one, answers to.
-- grain: one deck line
-- inputs: deck_line, deck, asked_text, answer
-- key: (source, source_key, line_no)

select
    d.source, d.url, d.source_key, d.page_id, l.line_no,
    case when a.candidates > 1 then 'ambiguous_name' else 'unresolved_name' end as kind,
    l.text || case when a.candidates > 1 then ': ' || a.names else '' end as detail
from deck_line l
join deck d using (deck_id)
left join asked_text t on t.format = d.format and t.text = l.text
left join answer a using (text_id)
where d.is_current and d.deleted_on is null and l.card_id is null
order by d.source, d.source_key, l.line_no;
