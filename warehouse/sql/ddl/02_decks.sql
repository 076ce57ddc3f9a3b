-- Decks as their sources show them, and as resolved.
-- grain: deck: one version of one deck of one source; the others below it
-- inputs: none (definitions)
-- key: deck_id; (deck_id, line_no); (deck_id, zone, card_id); (deck_id, slot)

create table if not exists deck (
    deck_id bigint primary key,
    source varchar not null,
    source_key varchar not null,
    version integer not null,
    is_current boolean not null,
    url varchar,
    title varchar,
    author varchar,
    format varchar not null,
    published_on date,
    revised_on date,
    noted_on date,
    modified_at timestamp,
    event_id varchar,
    "placing" varchar, -- a reserved word: quote it, or write d.placing
    player varchar,
    page_id bigint,
    parser varchar,
    parser_version varchar,
    is_complete boolean not null,
    seen_at timestamp not null,
    ended_at timestamp,
    deleted_on date,
    content_hash varchar not null,
    copies integer,
    load_id bigint not null,
    unique (source, source_key, version)
);

-- deck_line and deck_card have no primary key: its index would be five times the size of the rows. Their
-- keys hold by how they are written, and sql/checks/01_keys.sql looks before anything is published.
create table if not exists deck_line (
    deck_id bigint not null,
    zone varchar not null,
    line_no integer not null,
    text varchar not null,
    copies integer not null,
    card_id bigint,
    resolved_by varchar
);

create table if not exists deck_card (
    deck_id bigint not null,
    zone varchar not null,
    card_id bigint not null,
    copies integer not null
);

create table if not exists deck_commander (
    deck_id bigint not null,
    slot smallint not null,
    card_id bigint not null,
    face_no smallint not null,
    kind varchar not null,
    primary key (deck_id, slot)
);
