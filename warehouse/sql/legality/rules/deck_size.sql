-- Deck size: more or fewer cards than the edition asks for. Too few is no violation of a list cut off, nor
-- where the commanders' places alone are empty: sources lose commanders. Too many is none where lines that no
-- card answers to make the difference: such a line may be no card (prose, a heading).
-- grain: one judgement and rule broken
-- inputs: judging_fact, judging_rule, judging_edition, judging_clause, judging_unresolved
-- key: (deck_id, edition_no, basis_no, rule)

insert into judging_finding
with size as materialized (
    select
        r.*,
        list_contains(zones, 'commander')::integer as commander_counts,
        list_contains(zones, 'main')::integer as main_counts,
        list_contains(zones, 'hyperspatial')::integer as hyperspatial_counts,
        list_contains(zones, 'gr')::integer as gr_counts,
        list_contains(zones, 'extra')::integer as extra_counts,
        list_contains(zones, 'companion')::integer as companion_counts,
        list_contains(zones, 'sideboard')::integer as sideboard_counts
    from judging_rule r where kind = 'deck_size'
),

counted as (
    select
        f.deck_id, f.edition_no, f.basis_no, f.command_key, f.cut_off or f.torn as partial,
        s.rule, s.severity, s.source_url, s.least, s.most, s.clauses,
        f.commander * s.commander_counts + f.main * s.main_counts + f.hyperspatial * s.hyperspatial_counts
        + f.gr * s.gr_counts + f.extra * s.extra_counts + f.companion * s.companion_counts
        + f.sideboard * s.sideboard_counts as cards,
        u.commander * s.commander_counts + u.main * s.main_counts + u.hyperspatial * s.hyperspatial_counts
        + u.gr * s.gr_counts + u.extra * s.extra_counts + u.companion * s.companion_counts
        + u.sideboard * s.sideboard_counts as unresolved,
        f.counted = 0 and s.commander_counts = 1 and cards < s.least
        and cards >= s.least - coalesce(p.places, 0) as is_lost
    from judging_fact f
    join size s on s.edition_no = f.edition_no
    left join judging_unresolved u on u.deck_id = f.deck_id
    left join (
        select edition_no, max(most) as places from judging_rule where kind = 'commander' and least > 0 group by edition_no
    ) p on p.edition_no = f.edition_no
    where f.as_of >= s.from_date and f.as_of < s.until_date and (cards < s.least or cards > s.most)
)

select
    c.deck_id, c.edition_no, c.basis_no, c.rule,
    case
        when c.cards < e.excerpt_below * c.least then 'excerpt'
        when c.cards < c.least and c.partial then 'short'
        when c.is_lost then 'unknown'
        when c.cards > c.most and (l.command_key is not null or c.cards - c.unresolved <= c.most) then 'unknown'
        else c.severity
    end,
    null, null, c.cards,
    c.cards || if(c.cards = 1, ' card', ' cards') || case
        when c.cards > c.most and c.unresolved > 0 then ' (' || c.unresolved || ' not known), ' else ', '
    end || case
        when c.least = c.most then 'exactly ' || c.least
        when c.cards < c.least then 'at least ' || c.least
        else 'at most ' || c.most
    end || ' asked' || case when c.is_lost then ': the commander is not named' else '' end,
    c.source_url
from counted c
join judging_edition e on e.edition_no = c.edition_no
left join (select distinct command_key from judging_clause where clause = 'no_maximum_size') l
    on l.command_key = c.command_key and c.clauses <> 'ignore'
where not (c.cards > c.most and l.command_key is not null and c.clauses = 'allow');
