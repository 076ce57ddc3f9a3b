-- Restriction lists and rule pages as their sources give them.
-- grain: one line of a list update; one list; one section of a rule page as it stood
-- inputs: none (definitions)
-- key: change_id; list; (source, url, section, from_load_id)

-- What the sources say, as they say it; folded into `restriction`.
create table if not exists restriction_change (
    change_id bigint primary key,
    list varchar not null,
    cards varchar[] not null,
    status varchar not null,
    min_identity smallint,
    effective_on date not null,
    previous varchar,
    kind varchar not null,
    url varchar not null,
    line_no integer,
    load_id bigint not null
);

-- What `restriction` must hold of a list, so that a list that is missing or not whole is noticed.
create table if not exists restriction_list (
    list varchar primary key,
    intervals integer not null,
    first_date date,
    last_date date
);

create table if not exists rule_text (
    source varchar not null,
    url varchar not null,
    section varchar not null,
    text varchar not null,
    seen_at timestamp not null,
    ended_at timestamp,
    from_load_id bigint not null,
    until_load_id bigint
);
