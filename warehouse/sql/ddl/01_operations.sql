-- What was fetched, loaded, and what went wrong.
-- grain: one kept response body; one load; one problem
-- inputs: none (definitions)
-- key: page_id; load_id; problem_id

create table if not exists load (
    load_id bigint primary key,
    started_at timestamp not null,
    finished_at timestamp,
    source varchar not null,
    pages integer not null,
    decks integer not null,
    cards integer not null,
    problems integer not null,
    code_version varchar not null
);

create table if not exists page (
    page_id bigint primary key,
    source varchar not null,
    url varchar not null,
    canonical_url varchar not null,
    fetched_at timestamp not null,
    status smallint not null,
    content_type varchar,
    etag varchar,
    last_modified varchar,
    sha256 varchar not null,
    warc_file varchar,
    warc_offset bigint,
    load_id bigint not null
);

create table if not exists problem (
    problem_id bigint primary key,
    source varchar not null,
    url varchar,
    source_key varchar,
    kind varchar not null,
    detail varchar not null,
    line_no integer,
    page_id bigint,
    load_id bigint
);
