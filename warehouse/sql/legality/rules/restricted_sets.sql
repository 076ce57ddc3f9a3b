-- Pairs and trios of dated lists that a deck holds whole on the day judged.
-- grain: one judgement, rule, restriction and card
-- inputs: judging_restricted, restriction
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id, detail)

insert into judging_finding
with joint as (
    select
        a.list, a.set_key, a.status, a.from_date, a.card_id,
        count(distinct coalesce(b.card_id::varchar, b.card_name)) as members,
        string_agg(b.card_name, ', ' order by b.card_name) filter (where b.card_id is distinct from a.card_id) as others
    from (select distinct list, set_key, status, from_date, card_id from restriction) a
    join restriction b
        on b.list = a.list and b.set_key = a.set_key and b.status = a.status
        and b.from_date is not distinct from a.from_date
    where a.status in ('pair', 'trio')
    group by a.list, a.set_key, a.status, a.from_date, a.card_id
)

select
    h.deck_id, h.edition_no, h.basis_no, h.rule,
    -- What began on a day nobody knows, or hangs on colours nobody knows, is no violation.
    case
        when h.severity = 'violation' and (h.from_date is null or h.binds = 'unknown') then 'unknown'
        else h.severity
    end,
    h.zone, h.card_id, h.copies,
    'banned together with ' || j.others
    || h.from_colours || coalesce(' since ' || h.from_date, ' since a day not known')
    || ' on the list ' || h.list,
    h.source_url
from (
    select *, count(distinct card_id) over (
        partition by deck_id, edition_no, basis_no, rule, list, set_key, status, from_date) as present
    from judging_restricted
    where status in ('pair', 'trio')
) h
join joint j
    on j.list = h.list and j.set_key = h.set_key and j.status = h.status and j.card_id = h.card_id
    and j.from_date is not distinct from h.from_date
where h.present = j.members;
