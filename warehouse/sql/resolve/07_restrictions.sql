-- The card of every restricted name.
-- grain: one row of a restriction whose answer is another than the one it holds
-- inputs: restriction, asked_text, answer
-- key: (list, set_key, status, from_date, card_name)

update restriction as r
set card_id = a.card_id
from asked_text t
left join answer a using (text_id)
where t.format = r.list and t.text = r.card_name and r.card_id is distinct from a.card_id;
