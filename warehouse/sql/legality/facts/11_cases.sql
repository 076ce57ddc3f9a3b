-- What each edition wants of a deck with each command zone: the bits that no card of it may raise.
-- grain: one edition and command zone
-- inputs: judgement, judging_form, judging_command_mask, judging_rule
-- key: (edition_no, command_key)

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
        bit_or(case when everywhere or list_contains(zones, 'gr') then want else 0 end) as gr_bits,
        bit_or(case
            when everywhere or len(list_filter(zones, lambda zone: zone not in ('main', 'commander', 'extra', 'gr'))) > 0
                then want else 0
        end) as zone_bits
    from (select *, zones is null or len(zones) = 0 as everywhere from judging_rule)
    group by edition_no
)

select
    p.edition_no, p.command_key, f.commanders, f.cards_key, f.flags,
    coalesce(i.bits, 0) | coalesce(x.deck_bits, 0) | getvariable('judging_missing') as deck_want,
    coalesce(i.bits, 0) | coalesce(x.extra_bits, 0) | getvariable('judging_missing') as extra_want,
    coalesce(i.bits, 0) | coalesce(x.gr_bits, 0) | getvariable('judging_missing') as gr_want,
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
