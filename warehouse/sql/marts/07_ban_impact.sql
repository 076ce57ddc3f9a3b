-- How many decks of the field on the day before a restriction began held what it restricts.
-- grain: one restriction (a card, or the set of a pair or trio) of one list from one day, in one format
-- inputs: restriction, list_read (format, list, status, zone, days), counted_deck, deck_card
-- key: (format, list, set_key, status, from_date)
-- The field of a day is every counted deck dated before it. Only what a rule of the format reads counts:
-- its statuses, in its zones, on the day the restriction began. A status that asks for a number of
-- civilizations binds only decks with at least as many; of a pair or trio all must be held.

create or replace table ban_impact as
with read as (
    select distinct l.format, l.zone, r.list, r.set_key, r.status, r.from_date
    from restriction r
    join list_read l
        on l.list = r.list and l.status = r.status
        and (l.from_date is null or r.from_date >= l.from_date)
        and (l.until_date is null or r.from_date < l.until_date)
),

ruled as (
    select
        f.format, r.list, r.set_key, r.status, r.from_date,
        any_value(r.until_date) as until_date,
        any_value(r.min_identity) as min_identity,
        string_agg(r.card_name, ' + ' order by r.card_name) as cards,
        list(r.card_id order by r.card_id) filter (r.card_id is not null) as card_ids,
        count(*) as asked,
        any_value(r.source_url) as source_url
    from restriction r
    join (select distinct * exclude (zone) from read) f using (list, set_key, status, from_date)
    where r.status <> 'unknown'
    group by f.format, r.list, r.set_key, r.status, r.from_date
),

holding as (
    select r.format, r.list, r.set_key, r.status, r.from_date, r.asked, d.deck_id
    from (select *, unnest(card_ids) as card_id from ruled) r
    join deck_card c on c.card_id = r.card_id
    semi join read z
        on z.format = r.format and z.list = r.list and z.set_key = r.set_key and z.status = r.status
        and z.from_date = r.from_date and z.zone = c.zone
    join counted_deck d on d.deck_id = c.deck_id and d.format = r.format and d.dated_on < r.from_date
    where
        (r.min_identity is null or bit_count(d.identity) >= r.min_identity)
        and (r.status <> 'banned_as_commander' or c.zone = 'commander')
        and (r.status <> 'banned_as_companion' or c.zone = 'companion')
    group by all
    having count(distinct c.card_id) = r.asked
),

counted as (
    select r.*,
        (select count(*) from counted_deck d where d.format = r.format and d.dated_on < r.from_date)::integer as n,
        coalesce(h.decks, 0)::integer as decks
    from ruled r
    left join (select format, list, set_key, status, from_date, count(*) as decks from holding group by all) h
        using (format, list, set_key, status, from_date)
)

select
    format, list, set_key, cards, card_ids, status, min_identity, from_date, until_date, decks, n,
    share_of(decks, n) as share,
    wilson_low(decks, n) as share_low,
    wilson_high(decks, n) as share_high,
    source_url
from counted
order by format, from_date, list, set_key, status;
