-- The cards of the decks in which a line changed its answer: copies summed by zone and over the deck.
-- grain: one card in one zone of one deck
-- inputs: deck_line, changed_line, card, card_number
-- key: (deck_id, zone, card_id)

-- FORBIDDEN STAR is never one of the deck's cards (DM9): it stands beside it, wherever the list writes it.
create or replace temp table resolved_sum as
select
    l.deck_id, if(l.zone = 'main' and s.card_id is not null, 'extra', l.zone) as zone, l.card_id,
    sum(l.copies)::integer as copies
from deck_line l
semi join changed_line using (deck_id)
left join (select card_id from card where list_contains(traits, 'forbidden_star')) s on s.card_id = l.card_id
where l.card_id is not null
group by all;

insert into card_number
select n.card_id, m.last_no + row_number() over (order by n.card_id)
from (select distinct card_id from resolved_sum anti join card_number using (card_id)) n
cross join (select coalesce(max(card_no), 0) as last_no from card_number) m;

-- Only a card that stands beside the main deck can stand in two zones.
create or replace temp table resolved_card as
with beside as (
    select distinct deck_id, card_id from resolved_sum where zone <> 'main'
),

total as (
    select s.deck_id, s.card_id, sum(s.copies)::integer as copies
    from resolved_sum s
    semi join beside b on b.deck_id = s.deck_id and b.card_id = s.card_id
    group by s.deck_id, s.card_id
)

select
    s.deck_id, s.zone, s.card_id, s.copies, coalesce(t.copies, s.copies) as copies_in_deck,
    case when s.zone = 'main' and coalesce(t.copies, s.copies) = 1 then n.card_no end as card_no
from resolved_sum s
join card_number n on n.card_id = s.card_id
left join total t on t.deck_id = s.deck_id and t.card_id = s.card_id
-- The few rows without a number together, so that whole blocks hold the one kind or the other.
order by card_no is not null, s.deck_id;
