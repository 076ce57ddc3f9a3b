-- Plain names for what is asked most.
-- grain: current_deck: one deck that its source shows now; deck_list: one card of such a deck
-- inputs: deck, deck_line, deck_card, card, card_identity, verdict
-- key: deck_id; (deck_id, zone, card)

create or replace view current_deck as
with led as (
    select
        l.deck_id,
        string_agg(c.name, ' + ' order by c.name) as commander,
        case when count(*) = count(i.mask) then mask_names(bit_or(i.mask), any_value(c.game)) end as civilizations
    from deck_line l
    left join card c using (card_id)
    left join card_identity i
        on i.card_id = c.card_id
        and i.method = case c.game when 'dm' then 'civilization' else 'colour_identity' end
    where l.zone = 'commander'
    group by l.deck_id
    having count(*) = count(c.card_id)
)

select
    d.deck_id, d.source, d.source_key, d.title, d.format, d.url,
    coalesce(d.revised_on, d.published_on) as dated_on,
    g.commander, g.civilizations,
    p.verdict as verdict_published,
    t.verdict as verdict_today
from deck d
left join led g using (deck_id)
left join verdict p on p.deck_id = d.deck_id and p.format = d.format and p.basis = 'published'
left join verdict t on t.deck_id = d.deck_id and t.format = d.format and t.basis = 'today'
where d.is_current and d.deleted_on is null;

create or replace view deck_list as
select d.deck_id, d.source, d.source_key, d.title, k.zone, c.name as card, k.copies
from deck d
join deck_card k using (deck_id)
join card c using (card_id)
where d.is_current and d.deleted_on is null;
