-- Every card as one word of bits. Bits are a hint, never a verdict: what they raise is looked up exactly.
-- grain: judging_class_card: one card of a class; judging_card: one card to prepare
-- inputs: card, card_identity, judging_face, judging_lane, judging_card_test, judging_class,
--         judging_class_test, judging_list, restriction, judging_bits, judging_card_id
-- key: (class_no, card_id); card_id

create or replace temp table judging_class_card as
select c.class_no, p.card_id
from judging_class c
cross join judging_card_id p
where
    (not c.has_any or exists (
        select 1 from judging_class_test t join judging_card_test x on x.test = t.test
        where t.class_no = c.class_no and t.side = 'any' and x.card_id = p.card_id))
    and not exists (
        select 1 from judging_class_test t join judging_card_test x on x.test = t.test
        where t.class_no = c.class_no and t.side = 'none' and x.card_id = p.card_id);

create or replace temp table judging_card as
with lane as (
    select c.card_id, bit_or(coalesce(i.mask, 32)::bigint << (6 * l.lane)) as bits
    from card c
    semi join judging_card_id j on j.card_id = c.card_id
    join judging_lane l on l.game = c.game
    left join card_identity i on i.card_id = c.card_id and i.method = l.method
    group by c.card_id
),

class as (
    select x.card_id, bit_or(1::bigint << c.bit) as bits
    from judging_class_card x join judging_class c using (class_no) group by x.card_id
),

listed as (
    select r.card_id, bit_or(1::bigint << l.bit) as bits
    from restriction r join judging_list l on l.list = r.list
    where r.card_id is not null group by r.card_id
)

select
    c.card_id,
    coalesce(lane.bits, 0) | coalesce(class.bits, 0) | coalesce(listed.bits, 0)
    | case when len(c.types) = 0 or f.card_id is null then b.unknown else 0 end
    -- What several copies of it are; of a card that stands once the bit is masked out.
    | case
        when c.copy_limit = 0 or list_contains(c.traits, 'any_number') then b.many_any
        when list_contains(c.traits, 'snow_basic') then b.many_snow
        when list_contains(c.traits, 'basic') then b.many_basic
        else b.many_plain
    end as flags
from card c
semi join judging_card_id j on j.card_id = c.card_id
cross join judging_bits b
left join judging_face f on f.card_id = c.card_id
left join lane on lane.card_id = c.card_id
left join class on class.card_id = c.card_id
left join listed on listed.card_id = c.card_id;
