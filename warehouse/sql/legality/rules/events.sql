-- What holds between the decks of one event: no commander twice (DE2), no list changed (DE8). Registered
-- earlier is: dated earlier, loaded earlier, numbered lower by its source.
-- grain: one judgement and rule broken
-- inputs: judging_fact, judging_rule, deck, deck_card, deck_line, deck_commander
-- key: (deck_id, edition_no, basis_no, rule)

create or replace temp table judging_event as
with event as (
    select distinct d.event_id, d.format
    from judging_fact f
    join deck d on d.deck_id = f.deck_id
    join judging_rule r on r.edition_no = f.edition_no and r.kind in ('event_commander', 'event_list')
    where d.event_id is not null
)

select
    d.event_id, d.format, d.deck_id, d.player is not null as is_named,
    coalesce(d.player, d.source || '/' || d.source_key) as player, d.source || '/' || d.source_key as entry,
    row_number() over (
        partition by d.event_id, d.format
        order by d.published_on, d.load_id, length(d.source_key), d.source_key, d.version, d.deck_id
    ) as place
from deck d
join event e on e.event_id = d.event_id and e.format = d.format;

create or replace temp table judging_event_list as
select deck_id, bit_xor(hash(hash(zone, what, copies))) as list_hash
from (
    select c.deck_id, c.zone, c.card_id::varchar as what, c.copies from deck_card c semi join judging_event e using (deck_id)
    union all
    select l.deck_id, l.zone, l.text, sum(l.copies) from deck_line l semi join judging_event e using (deck_id)
    where l.card_id is null group by all
)
group by deck_id;

insert into judging_finding
select
    f.deck_id, f.edition_no, f.basis_no, r.rule,
    case when bool_or(a.is_named and b.is_named) then r.severity else 'unknown' end,
    'commander', x.card_id, 1, 'another player of the event registered this commander earlier', r.source_url
from judging_event a
join judging_event b
    on b.event_id = a.event_id and b.format = a.format and b.place < a.place and b.player <> a.player and b.entry <> a.entry
join deck_commander x on x.deck_id = a.deck_id
join deck_commander y on y.deck_id = b.deck_id and y.card_id = x.card_id
join judging_fact f on f.deck_id = a.deck_id
join judging_rule r on r.edition_no = f.edition_no and r.kind = 'event_commander'
group by f.deck_id, f.edition_no, f.basis_no, r.rule, r.severity, x.card_id, r.source_url
union all
select
    f.deck_id, f.edition_no, f.basis_no, r.rule, r.severity, null, null, null,
    'differs from the list that this player registered earlier in the event', r.source_url
from judging_event a
join judging_event b
    on b.event_id = a.event_id and b.format = a.format and b.place < a.place
    and (b.player = a.player or b.entry = a.entry)
join judging_event_list x on x.deck_id = a.deck_id
join judging_event_list y on y.deck_id = b.deck_id and y.list_hash <> x.list_hash
join judging_fact f on f.deck_id = a.deck_id
join judging_rule r on r.edition_no = f.edition_no and r.kind = 'event_list'
group by f.deck_id, f.edition_no, f.basis_no, r.rule, r.severity, r.source_url;
