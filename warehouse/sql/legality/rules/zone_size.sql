-- Zone size: at most so many cards, or one of a few numbers; fewer than expected is a warning, none is no zone.
-- A line that no card answers to may be no card: what a zone without such lines could hold breaks no rule.
-- grain: one judgement and rule broken
-- inputs: judging_fact, judging_rule, judging_unresolved
-- key: (deck_id, edition_no, basis_no, rule)

insert into judging_finding
with zone as materialized (
    select
        *, len(numbers) > 0 as is_listed, list_contains(numbers, 0) as may_be_none,
        (zones[1] = 'hyperspatial')::integer as hyperspatial_counts, (zones[1] = 'gr')::integer as gr_counts,
        (zones[1] = 'extra')::integer as extra_counts, (zones[1] = 'companion')::integer as companion_counts,
        (zones[1] = 'sideboard')::integer as sideboard_counts,
        (zones[1] = 'commander')::integer as commander_counts, (zones[1] = 'main')::integer as main_counts
    from judging_rule where kind = 'zone_size'
),

counted as (
    select
        f.deck_id, f.edition_no, f.basis_no, f.cut_off or f.torn as partial, r.*,
        f.hyperspatial * r.hyperspatial_counts + f.gr * r.gr_counts + f.extra * r.extra_counts
        + f.companion * r.companion_counts + f.sideboard * r.sideboard_counts + f.commander * r.commander_counts
        + f.main * r.main_counts as cards,
        coalesce(
            u.hyperspatial * r.hyperspatial_counts + u.gr * r.gr_counts + u.extra * r.extra_counts
            + u.companion * r.companion_counts + u.sideboard * r.sideboard_counts
            + u.commander * r.commander_counts + u.main * r.main_counts, 0
        ) as unresolved,
        -- Of the numbers asked the largest that the zone may be meant to hold.
        case when r.is_listed then list_max(list_filter(numbers, lambda number: number <= cards)) else most end as nearest
    from judging_fact f
    join zone r on r.edition_no = f.edition_no
    left join judging_unresolved u on u.deck_id = f.deck_id
    where
        f.as_of >= r.from_date and f.as_of < r.until_date
        -- An empty zone is none, unless one of some numbers of cards is asked.
        and (cards > 0 or (r.is_listed and not r.may_be_none))
)

select
    deck_id, edition_no, basis_no, rule,
    case
        when cards > nearest and cards - unresolved <= nearest then 'unknown'
        when cards > most then severity
        when len(numbers) > 0 and not list_contains(numbers, cards) then case when partial then 'short' else severity end
        else 'warning'
    end,
    zones[1], null, cards,
    cards || ' ' || zones[1] || if(cards = 1, ' card', ' cards') || if(unresolved > 0, ' (' || unresolved || ' not known), ', ', ') || case
        when len(numbers) > 0 then array_to_string(numbers, ' or ') || ' asked'
        when cards > most and most = 0 then 'none allowed'
        when cards > most then 'at most ' || most || ' asked'
        else expected || ' asked'
    end,
    source_url
from counted
where
    cards > most
    or (len(numbers) > 0 and not list_contains(numbers, cards))
    or (cards between 1 and expected - 1 and not partial);
