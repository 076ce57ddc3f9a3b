-- Card facts: only what rules and counts read.
-- grain: card: one card of one game; the others below it
-- inputs: none (definitions)
-- key: card_id; (card_id, face_no); (game, level, key, kind, card_id); (card_id, method)

create table if not exists card (
    card_id bigint primary key,
    game varchar not null,
    name varchar not null,
    layout varchar not null,
    types varchar[] not null,
    races varchar[] not null,
    traits varchar[] not null,
    copy_limit integer,
    cost double,
    official_id varchar,
    url varchar,
    released_on date,
    page_id bigint,
    load_id bigint not null,
    unique (game, name)
);

create table if not exists card_face (
    card_id bigint not null,
    face_no smallint not null,
    name varchar not null,
    types varchar[] not null,
    supertypes varchar[] not null,
    races varchar[] not null,
    civilizations smallint,
    cost varchar,
    mana_value double,
    power varchar,
    toughness varchar,
    primary key (card_id, face_no)
);

-- One row for each level of the ladder in schema/names.py at which a spelling can be met.
create table if not exists card_name (
    game varchar not null,
    level varchar not null,
    key varchar not null,
    kind varchar not null,
    card_id bigint not null,
    face_no smallint,
    name varchar not null,
    language varchar not null,
    primary key (game, level, key, kind, card_id)
);

create table if not exists card_identity (
    card_id bigint not null,
    method varchar not null,
    mask smallint,
    primary key (card_id, method)
);
