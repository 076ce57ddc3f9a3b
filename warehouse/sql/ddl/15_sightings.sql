-- Which articles each kept body shows, and when it was read in; when it was seen again only where that matters.
-- grain: page_article: one article on one kept body; sighting: one body at one instant
-- inputs: deck, page (an older database tells of the bodies that made a version)
-- key: (source, article, page_id); (page_id, seen_at)
-- The writer's own: by them a page that is read in late finds its place among the versions.

create table if not exists page_article (
    source varchar not null,
    article varchar not null,
    page_id bigint not null
);

create table if not exists sighting (
    page_id bigint not null,
    seen_at timestamp not null
);

insert into page_article
select distinct source, split_part(source_key, '#', 1) as article, page_id from deck
where page_id is not null
except
from page_article;

insert into sighting
(
    select page_id, fetched_at from page
    union
    select page_id, seen_at from deck semi join page using (page_id)
)
except
from sighting;
