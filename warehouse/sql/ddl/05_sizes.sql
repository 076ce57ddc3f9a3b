-- How many decks each source had when a state was published: what a later night is held against.
-- grain: one source at one publish
-- inputs: none (definitions)
-- key: (load_id, source)

create table if not exists published_size (
    load_id bigint not null,
    source varchar not null,
    decks integer not null,
    primary key (load_id, source)
);
