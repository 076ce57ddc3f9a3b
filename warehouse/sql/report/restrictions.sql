-- The restrictions that formats with decks read, with what they met in the field the day before.
-- grain: one restriction of one list in one format; those whose first day nobody recorded have no counts
-- inputs: ban_impact, restriction, counted_deck
-- key: (format, list, set_key, status, from_date)

with told as (
    select
        format, list, set_key, cards, status, min_identity, from_date, until_date,
        decks, n, share, share_low, share_high, source_url
    from ban_impact
),

undated as (
    select
        f.format, r.list, r.set_key, string_agg(r.card_name, ' + ' order by r.card_name) as cards, r.status,
        any_value(r.min_identity) as min_identity, null::date as from_date, any_value(r.until_date) as until_date,
        null as decks, null as n, null as share, null as share_low, null as share_high,
        any_value(r.source_url) as source_url
    from restriction r
    join (select distinct format, list, status from ban_impact) f using (list, status)
    where r.from_date is null
    group by f.format, r.list, r.set_key, r.status
)

select * from (from told union all by name from undated)
semi join counted_deck using (format)
order by format, from_date nulls first, list, set_key, status
