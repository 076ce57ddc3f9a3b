-- Plain names for what is asked most.
-- grain: current_deck: one deck that its source shows now; deck_list: one card of such a deck
-- inputs: deck, deck_card, card, verdict, counted_deck
-- key: deck_id; (deck_id, zone, card)

create or replace view current_deck as
select
    d.deck_id, d.source, d.source_key, d.title, d.format, d.url,
    coalesce(d.revised_on, d.published_on) as dated_on,
    c.commander, c.civilizations,
    p.verdict as verdict_published,
    t.verdict as verdict_today
from deck d
left join counted_deck c using (deck_id)
left join verdict p on p.deck_id = d.deck_id and p.format = d.format and p.basis = 'published'
left join verdict t on t.deck_id = d.deck_id and t.format = d.format and t.basis = 'today'
where d.is_current and d.deleted_on is null;

create or replace view deck_list as
select d.deck_id, d.source, d.source_key, d.title, k.zone, c.name as card, k.copies
from deck d
join deck_card k using (deck_id)
join card c using (card_id)
where d.is_current;
