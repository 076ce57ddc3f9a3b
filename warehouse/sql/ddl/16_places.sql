-- Where articles were last seen, and which of them say themselves that they are not reserved from mining.
-- grain: one article; withheld_deck: one version of one deck
-- inputs: none (definitions)
-- key: (source, article); deck_id
-- An address that answers 404 is so known as an article's, whatever the site's permalinks look like.

create table if not exists article_place (
    source varchar not null,
    article varchar not null,
    canonical_url varchar not null,
    primary key (source, article)
);

insert into article_place
select source, split_part(source_key, '#', 1) as article, arg_max(url, (version, source_key)) as canonical_url
from deck
where is_current and url is not null
group by all;

create table if not exists unreserved (
    source varchar not null,
    article varchar not null,
    primary key (source, article)
);

create or replace view withheld_deck as
select d.deck_id
from deck d
join opt_out o on o.source = d.source and o.article = split_part(d.source_key, '#', 1)
union
select d.deck_id
from deck d
join reservation r on r.source = d.source
where
    -- What a page says itself goes before the site's file.
    (d.source, split_part(d.source_key, '#', 1)) not in (select (u.source, u.article) from unreserved u)
    -- An address that is kept has lost its last slash; the rule may name it.
    and (
        regexp_matches(regexp_replace(d.url, '^https?://[^/]*', ''), r.pattern)
        or regexp_matches(regexp_replace(d.url, '^https?://[^/]*', '') || '/', r.pattern)
    )
group by d.deck_id
having arg_min(r.reserved, r.rule_no);
