-- Small numbers for cards, so that judging finds a card's facts by place instead of by hashing a wide id.
-- grain: card_number: one card that a deck holds; deck_card: one card in one zone of one deck
-- inputs: deck_card (the rows of an older database get their numbers here)
-- key: card_id; (deck_id, zone, card_id)
-- deck_card.card_no stands only in plain rows: a card that the deck holds once, in its main zone. Numbers
-- are this database's own, given in the order in which cards were first met; they are not published.

create table if not exists card_number (
    card_id bigint primary key,
    card_no integer not null
);

insert into card_number
select card_id, row_number() over (order by card_id) from (select distinct card_id from deck_card);

create table deck_card_numbered (
    deck_id bigint not null,
    zone varchar not null,
    card_id bigint not null,
    copies integer not null,
    copies_in_deck integer,
    card_no integer
);

insert into deck_card_numbered
select
    d.deck_id, d.zone, d.card_id, d.copies, t.copies,
    case when d.zone = 'main' and t.copies = 1 then n.card_no end
from deck_card d
join (select deck_id, card_id, sum(copies)::integer as copies from deck_card group by deck_id, card_id) t
    using (deck_id, card_id)
join card_number n using (card_id)
order by d.zone = 'main' and t.copies = 1, d.deck_id;

drop table deck_card;

alter table deck_card_numbered rename to deck_card;
