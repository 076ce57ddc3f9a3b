-- The deck lines whose answer is another than the one they hold.
-- grain: one deck line
-- inputs: deck_line, deck, asked_text(text_id, format, text), answer
-- key: (deck_id, line_no)

create or replace temp table changed_line as
select l.deck_id, l.line_no, a.card_id, a.level as resolved_by
from deck_line l
join deck d using (deck_id)
join asked_text t on t.format = d.format and t.text = l.text
left join answer a using (text_id)
where l.card_id is distinct from a.card_id or l.resolved_by is distinct from a.level;
