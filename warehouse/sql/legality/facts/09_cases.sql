-- What each edition wants of a deck with each command zone: the bits that no card of it may raise.
-- grain: judging_command_mask: one command zone and method; judging_case: one edition and command zone
-- inputs: judgement, judging_command_of, judging_command, judging_commander, judging_rule, judging_method,
--         card, card_face, card_identity, judging_named
-- key: (command_key, method); (edition_no, command_key)

-- A creature of several cells has the civilizations of its named face alone (HYP3). What is not known of
-- an evolution source leaves the printed civilizations as the least (known is false).
create or replace temp table judging_command_mask as
select
    k.command_key, m.method,
    coalesce(bit_or(coalesce(case when c.layout = 'cells' then f.civilizations end, i.mask, p.mask, 0)), 0)::integer as mask,
    bool_and(case when c.layout = 'cells' then f.civilizations is not null else i.mask is not null end) as known
from judging_command k
cross join judging_method m
join judging_commander x on x.command_key = k.command_key
left join card c on c.card_id = x.card_id
left join card_face f on f.card_id = x.card_id and f.face_no = x.face_no
left join card_identity i on i.card_id = x.card_id and i.method = m.method
left join card_identity p
    on p.card_id = x.card_id and p.method = 'civilization' and m.method = 'command_civilization'
group by k.command_key, m.method;

create or replace temp table judging_form as
select
    k.command_key, k.commanders,
    k.commanders > 1 and bool_and(coalesce(list_contains(c.traits, 'god'), false)) as is_god,
    k.commanders > 1 and bool_and(coalesce(c.layout = 'cells', false)) as is_cells,
    coalesce(bit_or(n.bits), 0)::bigint as names, coalesce(min(bit_count(n.bits)), 64)::integer as names_needed,
    coalesce(bit_or(coalesce(m.flags, getvariable('judging_missing'))) filter (where x.card_id is not null), 0)::bigint
    | case when count(*) > count(distinct x.card_id) then coalesce(bit_or(m.many), 0) else 0 end as flags
from judging_command k
left join judging_commander x on x.command_key = k.command_key
left join card c on c.card_id = x.card_id
left join judging_named n on n.card_id = x.card_id
left join judging_card m on m.card_id = x.card_id
group by k.command_key, k.commanders;

create or replace temp table judging_case as
with present as (
    select distinct j.edition_no, coalesce(c.command_key, 0) as command_key
    from judgement j left join judging_command_of c on c.deck_id = j.deck_id
),

identity as (
    select p.edition_no, p.command_key, bit_or((((~m.mask) & 31) | 32)::bigint << (6 * r.lane)) as bits
    from present p
    join judging_rule r on r.edition_no = p.edition_no and r.kind = 'identity'
    join judging_command_mask m on m.command_key = p.command_key and m.method = r.commander_method
    where m.mask <> 31
    group by p.edition_no, p.command_key
),

fixed as (select edition_no, bit_or(want) as bits from judging_rule group by edition_no)

select
    p.edition_no, p.command_key, f.commanders, f.names, f.names_needed, f.flags,
    coalesce(i.bits, 0) | coalesce(x.bits, 0) | getvariable('judging_missing') as want,
    case
        when f.is_god and list_contains(r.allowed, 'god') then 1
        when f.is_cells and list_contains(r.allowed, 'hyperspatial_cells') then 1
        else f.commanders
    end as counted
from present p
join judging_form f on f.command_key = p.command_key
left join identity i on i.edition_no = p.edition_no and i.command_key = p.command_key
left join fixed x on x.edition_no = p.edition_no
left join (
    select edition_no, flatten(list(allowed)) as allowed
    from judging_rule where kind = 'pair' group by edition_no
) r on r.edition_no = p.edition_no;
