-- What a site's tdmrep.json reserves; the first rule whose pattern an article's path meets decides.
-- grain: one rule of one site; withheld_deck: one version of one deck
-- inputs: none (definitions)
-- key: (source, rule_no); deck_id

create table if not exists reservation (
    source varchar not null,
    rule_no integer not null,
    pattern varchar not null,
    reserved boolean not null,
    primary key (source, rule_no)
);

create or replace view withheld_deck as
select d.deck_id
from deck d
join opt_out o on o.source = d.source and o.article = split_part(d.source_key, '#', 1)
union
select d.deck_id
from deck d
join reservation r on r.source = d.source
-- An address that is kept has lost its last slash; the rule may name it.
where
    regexp_matches(regexp_replace(d.url, '^https?://[^/]*', ''), r.pattern)
    or regexp_matches(regexp_replace(d.url, '^https?://[^/]*', '') || '/', r.pattern)
group by d.deck_id
having arg_min(r.reserved, r.rule_no);
