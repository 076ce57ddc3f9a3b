-- How far each archive file is read in, how each site's crawls went, and which articles were not there.
-- grain: one archive file (one crawl of one site); one article that answered 404 or 410
-- key: warc_file; (source, article)

create table if not exists crawl (
    warc_file varchar primary key,
    source varchar not null,
    started_at timestamp not null,
    ended_at timestamp not null,
    read_up_to bigint not null,
    pages integer not null,
    articles integer not null,
    decks integer not null,
    status varchar not null,
    reason varchar
);

create table if not exists gone (
    source varchar not null,
    article varchar not null,
    missed_on date not null,
    primary key (source, article)
);
