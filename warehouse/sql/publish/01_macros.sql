-- What readers may call, so that they need not know the rule tables.
-- grain: none (macros)
-- inputs: the published tables
-- key: none

create or replace macro commander_share(format_id, first_day, last_day) as table
    with led as (
        select commander, count(*)::integer as decks from counted_deck
        where format = format_id and commander is not null
            and dated_on between first_day::date and last_day::date
        group by commander
    )
    select
        commander, decks, n,
        share_of(decks, n) as share,
        wilson_low(decks, n) as share_low,
        wilson_high(decks, n) as share_high
    from (select *, (sum(decks) over ())::integer as n from led)
    order by decks desc, commander;

create or replace macro restricted_on(list_id, day) as table
    select card_name, status, min_identity, set_key, from_date, until_date, source_url from restriction
    where list = list_id
        and (from_date is null or from_date <= day::date)
        and (until_date is null or until_date > day::date)
    order by status, min_identity, set_key, card_name;

create or replace macro decks_with(card_like) as table
    select d.deck_id, d.source, d.source_key, d.title, d.format, c.name as card, k.zone, k.copies
    from deck_card k
    join card c using (card_id)
    join deck d using (deck_id)
    where d.is_current and d.deleted_on is null and c.name = card_like
    order by d.format, d.source, d.source_key, k.zone;

create or replace macro verdicts_of(format_id, basis_id) as table
    select d.deck_id, d.source, d.source_key, d.title, v.as_of, v.edition, v.verdict
    from verdict v
    join deck d using (deck_id)
    where d.is_current and d.deleted_on is null and v.format = format_id and v.basis = basis_id
    order by v.verdict, d.source, d.source_key;
