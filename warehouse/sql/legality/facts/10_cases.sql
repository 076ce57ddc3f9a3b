-- What each edition wants of a deck with each command zone: the bits that no card of it may raise.
-- grain: judging_form: one command zone; judging_case: one edition and command zone
-- inputs: judgement, judging_command, judging_commander, judging_command_mask, judging_rule,
--         card, card_face, judging_card
-- key: command_key; (edition_no, command_key)

create or replace temp table judging_form as
select
    k.command_key, k.commanders, k.cards_key,
    -- One card twice is no form. A form may be missing a part that is not known; of no part all may hold.
    count(x.card_id) = count(distinct x.card_id) and coalesce(bool_and(coalesce(list_contains(c.traits, 'god'), false))
        filter (where x.card_id is not null), true) as all_gods,
    count(x.card_id) = count(distinct x.card_id) and count(distinct w.whole) <= 1
        and coalesce(bool_and(coalesce(c.layout = 'cells', false)) filter (where x.card_id is not null), true) as all_cells,
    k.commanders > 1 and all_gods as is_god,
    k.commanders > 1 and all_cells as is_cells,
    coalesce(bit_or(coalesce(m.flags, getvariable('judging_missing'))) filter (where x.card_id is not null), 0)::bigint
    & if(count(*) > count(distinct x.card_id), getvariable('judging_all'), getvariable('judging_once')) as flags
from judging_command k
left join judging_commander x on x.command_key = k.command_key
left join card c on c.card_id = x.card_id
left join (
    select card_id, arg_max(name, face_no) as whole from card_face
    semi join judging_commander using (card_id) group by card_id
) w on w.card_id = x.card_id
left join judging_card m on m.card_id = x.card_id
group by k.command_key, k.commanders, k.cards_key;

create or replace temp table judging_case as
with present as (
    select distinct edition_no, command_key from judgement
),

identity as (
    select p.edition_no, p.command_key, bit_or((((~m.mask) & 31) | 32)::bigint << (6 * r.lane)) as bits
    from present p
    join judging_rule r on r.edition_no = p.edition_no and r.kind = 'identity'
    join judging_command_mask m on m.command_key = p.command_key and m.method = r.commander_method
    where m.mask <> 31
    group by p.edition_no, p.command_key
),

-- A rule of one zone (what may lie in `extra`, say) makes no card of another suspect.
fixed as (
    select
        edition_no,
        bit_or(case when everywhere or list_has_any(zones, ['main', 'commander']) then want else 0 end) as deck_bits,
        bit_or(case when everywhere or list_contains(zones, 'extra') then want else 0 end) as extra_bits,
        bit_or(case
            when everywhere or len(list_filter(zones, lambda zone: zone not in ('main', 'commander', 'extra'))) > 0
                then want else 0
        end) as zone_bits
    from (select *, zones is null or len(zones) = 0 as everywhere from judging_rule)
    group by edition_no
)

select
    p.edition_no, p.command_key, f.commanders, f.cards_key, f.flags,
    coalesce(i.bits, 0) | coalesce(x.deck_bits, 0) | getvariable('judging_missing') as deck_want,
    coalesce(i.bits, 0) | coalesce(x.extra_bits, 0) | getvariable('judging_missing') as extra_want,
    coalesce(i.bits, 0) | coalesce(x.zone_bits, 0) | getvariable('judging_missing') as zone_want,
    case
        when f.is_god and list_contains(r.allowed, 'god') then 1
        when f.is_cells and list_contains(r.allowed, 'hyperspatial_cells') then 1
        else f.commanders
    end as counted,
    (f.all_gods and coalesce(list_contains(r.allowed, 'god'), false))
    or (f.all_cells and coalesce(list_contains(r.allowed, 'hyperspatial_cells'), false)) as may_be_form
from present p
join judging_form f on f.command_key = p.command_key
left join identity i on i.edition_no = p.edition_no and i.command_key = p.command_key
left join fixed x on x.edition_no = p.edition_no
left join (
    select edition_no, flatten(list(allowed)) as allowed
    from judging_rule where kind = 'pair' group by edition_no
) r on r.edition_no = p.edition_no;
