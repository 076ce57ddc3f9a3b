-- The deck lines whose answer is another than the one they hold; with them FORBIDDEN STAR where it still is a
-- card of the deck, since its type was not known when the line was answered.
-- grain: one deck line
-- inputs: deck_line, deck, deck_card, card, asked_text(text_id, format, text), answer
-- key: (deck_id, line_no)

create or replace temp table changed_line as
select l.deck_id, l.line_no, a.card_id, a.level as resolved_by
from deck_line l
join deck d using (deck_id)
join asked_text t on t.format = d.format and t.text = l.text
left join answer a using (text_id)
where
    l.card_id is distinct from a.card_id or l.resolved_by is distinct from a.level
    or (l.deck_id, l.card_id) in (
        select x.deck_id, x.card_id
        from deck_card x
        join card c on c.card_id = x.card_id
        where x.zone = 'main' and list_contains(c.traits, 'forbidden_star')
    );
