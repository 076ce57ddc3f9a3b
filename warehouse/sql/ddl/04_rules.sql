-- Restriction lists, verdicts and violations. Editions and their parameters come from the format files.
-- grain: one dated interval of one card or card set on one list; one verdict; one violation
-- inputs: none (definitions)
-- key: (list, set_key, status, from_date, card_id); (deck_id, format, basis)

-- One row a card: the rows of a pair or trio share set_key. until_date is the first day it no longer binds.
create table if not exists restriction (
    list varchar not null,
    set_key varchar not null,
    card_id bigint,
    card_name varchar not null,
    status varchar not null,
    min_identity smallint,
    from_date date,
    until_date date,
    source_url varchar not null,
    load_id bigint
);

create table if not exists format_edition (
    format varchar not null,
    edition date not null,
    from_date date not null,
    until_date date,
    source_url varchar not null
);

create table if not exists verdict (
    deck_id bigint not null,
    format varchar not null,
    basis varchar not null,
    as_of date not null,
    edition date,
    verdict varchar not null,
    list_date date,
    note varchar
);

create table if not exists violation (
    deck_id bigint not null,
    format varchar not null,
    basis varchar not null,
    rule varchar not null,
    severity varchar not null,
    zone varchar,
    card_id bigint,
    copies integer,
    detail varchar not null,
    source_url varchar
);
