-- The tables hold what the loads say they brought, and every load was finished.
-- grain: one table that disagrees; one load without an end
-- inputs: load, page, deck
-- key: fault

select 'page: rows against loads' as fault, (select count(*) from page) as held, (select sum(pages) from load) as loaded
where held <> coalesce(loaded, 0)
union all
select 'deck: rows against loads', (select count(*) from deck) as held, (select sum(decks) from load) as loaded
where held <> coalesce(loaded, 0)
union all
select 'load without an end: ' || load_id, null, null from load where finished_at is null
