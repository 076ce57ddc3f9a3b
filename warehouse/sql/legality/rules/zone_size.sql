-- Zone size: at most so many cards, or one of a few numbers; fewer than expected is a warning, none is no zone.
-- A line that no card answers to may be no card: what a zone without such lines could hold breaks no rule.
-- grain: one judgement and rule broken
-- inputs: judging_fact, judging_rule, judging_unresolved
-- key: (deck_id, edition_no, basis_no, rule)

insert into judging_finding
with zone as materialized (
    select *, zones[1] as zone, len(numbers) > 0 as is_listed, list_contains(numbers, 0) as may_be_none
    from judging_rule where kind = 'zone_size'
),

-- One list a deck, so that a rule reads the size of its zone by a number.
broken as materialized (
    select f.deck_id, f.edition_no, f.basis_no, r.rule_key, f.partial, f.sizes[r.zone_no] as cards
    from (
        select *, cut_off or torn as partial, [commander, main, hyperspatial, gr, extra, companion, sideboard] as sizes
        from judging_fact
    ) f
    join (
        select *, list_position(
            ['commander', 'main', 'hyperspatial', 'gr', 'extra', 'companion', 'sideboard'], zone) as zone_no
        from zone
    ) r on r.edition_no = f.edition_no
    where
        f.as_of >= r.from_date and f.as_of < r.until_date
        -- An empty zone is none, unless one of some numbers of cards is asked.
        and (cards > 0 or (r.is_listed and not r.may_be_none))
        and (
            cards > r.most or (r.is_listed and not list_contains(r.numbers, cards))
            or (cards between 1 and r.expected - 1 and not f.partial)
        )
)

select
    b.deck_id, b.edition_no, b.basis_no, r.rule,
    case
        when b.cards > n.nearest and b.cards - n.unresolved <= n.nearest then 'unknown'
        when b.cards > r.most then r.severity
        when r.is_listed and not list_contains(r.numbers, b.cards) then case when b.partial then 'short' else r.severity end
        else 'warning'
    end,
    r.zone, null, b.cards,
    b.cards || ' ' || r.zone || if(b.cards = 1, ' card', ' cards')
    || if(n.unresolved > 0, ' (' || n.unresolved || ' not known), ', ', ') || case
        when r.is_listed then array_to_string(r.numbers, ' or ') || ' asked'
        when b.cards > r.most and r.most = 0 then 'none allowed'
        when b.cards > r.most then 'at most ' || r.most || ' asked'
        else r.expected || ' asked'
    end,
    r.source_url
from broken b
join zone r on r.edition_no = b.edition_no and r.rule_key = b.rule_key
left join judging_unresolved u on u.deck_id = b.deck_id
cross join lateral (
    select
        -- Of the numbers asked the largest that the zone may be meant to hold.
        case
            when r.is_listed then list_max(list_filter(r.numbers, lambda number: number <= b.cards)) else r.most
        end as nearest,
        coalesce(case r.zone
            when 'commander' then u.commander when 'main' then u.main when 'hyperspatial' then u.hyperspatial
            when 'gr' then u.gr when 'extra' then u.extra when 'companion' then u.companion else u.sideboard
        end, 0) as unresolved
) n;
