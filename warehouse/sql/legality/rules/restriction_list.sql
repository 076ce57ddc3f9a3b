-- Restrictions of dated lists, as they stand on the day judged: single cards, and pairs and trios whole.
-- grain: one judgement, rule, restriction and card
-- inputs: judging_restricted, restriction, judging_command_mask
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id, detail)

insert into judging_finding
with member as (
    select list, set_key, status, from_date, count(distinct coalesce(card_id::varchar, card_name)) as members
    from restriction where status in ('pair', 'trio') group by all
),

whole as (
    select
        h.deck_id, h.edition_no, h.basis_no, h.rule, h.list, h.set_key, h.status, h.from_date,
        count(distinct h.card_id) as present
    from judging_restricted h where h.status in ('pair', 'trio') group by all
)

select
    h.deck_id, h.edition_no, h.basis_no, h.rule,
    case
        -- What began on a day nobody knows, or hangs on colours nobody knows, is no violation.
        when h.severity = 'violation' and (h.from_date is null or h.status = 'unknown'
            or (h.min_identity is not null and not (coalesce(m.known, false) and h.unresolved_commander = 0)
                and coalesce(bit_count(m.mask), 0) < h.min_identity))
            then 'unknown'
        else h.severity
    end,
    h.zone, h.card_id, h.copies,
    case h.status
        when 'banned' then case when h.min_identity is null then 'banned'
            else 'banned with ' || h.min_identity || ' or more colours in the commander' end
        when 'banned_as_commander' then 'banned as commander'
        when 'banned_as_companion' then 'banned as companion'
        when 'limited' then 'limited'
        when 'unknown' then 'restricted in a way not known'
        else 'banned together with ' || (
            select string_agg(o.card_name, ', ' order by o.card_name) from restriction o
            where o.list = h.list and o.set_key = h.set_key and o.status = h.status
                and o.from_date is not distinct from h.from_date and o.card_id is distinct from h.card_id)
    end || coalesce(' since ' || h.from_date, ' since a day not known') || ' on the list ' || h.list,
    h.source_url
from judging_restricted h
left join judging_command_mask m on m.command_key = h.command_key and m.method = h.colours
left join whole w
    on w.deck_id = h.deck_id and w.edition_no = h.edition_no and w.basis_no = h.basis_no and w.rule = h.rule
    and w.list = h.list and w.set_key = h.set_key and w.status = h.status and w.from_date is not distinct from h.from_date
left join member b
    on b.list = h.list and b.set_key = h.set_key and b.status = h.status and b.from_date is not distinct from h.from_date
where case
    when h.status = 'banned_as_commander' then h.zone = 'commander'
    when h.status = 'banned_as_companion' then h.zone = 'companion'
    when h.status in ('pair', 'trio') then w.present = b.members
    when h.min_identity is null then true
    -- Of a commander whose colours are not all known nothing is advised that might not hold.
    else bit_count(coalesce(m.mask, 0)) >= h.min_identity
        or (h.severity = 'violation' and (not coalesce(m.known, false) or h.unresolved_commander > 0))
end;
