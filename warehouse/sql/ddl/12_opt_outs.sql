-- Articles whose pages ask not to be kept for others (noarchive, noindex, none, TDM's reservation).
-- grain: one article; withheld_deck: one version of one of their decks
-- inputs: none (definitions)
-- key: (source, article); deck_id
-- They are counted like any other, and left out of the readers' copy.

create table if not exists opt_out (
    source varchar not null,
    article varchar not null,
    wishes varchar not null,
    url varchar not null,
    primary key (source, article)
);

create view if not exists withheld_deck as
select d.deck_id
from deck d
join opt_out o on o.source = d.source and o.article = split_part(d.source_key, '#', 1);
