-- How far each archive file is read in, how each site's crawls went, and which articles were not there.
-- grain: one archive file (one crawl of one site); one article that answered 404 or 410
-- inputs: none (definitions)
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
    expected_articles integer not null,
    read_articles integer not null,
    status varchar not null,
    reason varchar
);

create table if not exists gone (
    source varchar not null,
    article varchar not null,
    missed_on date not null,
    primary key (source, article)
);

-- How each night's crawl of a site went. grain: one site and night. key: (site, ended_at)
create table if not exists site_night (
    site varchar not null,
    started_at timestamp not null,
    ended_at timestamp not null,
    status varchar not null,
    reason varchar,
    requests integer not null,
    pages integer not null,
    articles integer not null,
    primary key (site, ended_at)
);

-- The last night of each site, and the last good one.
create view if not exists site_status as
select
    site,
    arg_max(status, ended_at) as status,
    arg_max(reason, ended_at) as reason,
    max(ended_at) as ended_at,
    max(ended_at) filter (status = 'done') as last_good
from site_night
group by site;
