-- What the report stands on.
-- grain: one row
-- inputs: page, deck, card, problem, load
-- key: none

select
    (select max(fetched_at) from page) as data_of,
    (select max(load_id) from load) as load_id,
    (select arg_max(code_version, load_id) from load) as code_version,
    (select count(*) from page) as pages,
    (select count(*) from deck where is_current and deleted_on is null) as decks,
    (select count(*) from card) as cards,
    (select count(*) from problem) as problems
