-- Zone size: at most so many cards, or one of a few numbers; fewer than expected is a warning, none is no zone.
-- grain: one judgement and rule broken
-- inputs: judging_fact, judging_rule
-- key: (deck_id, edition_no, basis_no, rule)

insert into judging_finding
with counted as (
    select
        f.deck_id, f.edition_no, f.basis_no, f.cut_off or f.torn as partial, r.*,
        case r.zones[1]
            when 'hyperspatial' then f.hyperspatial
            when 'gr' then f.gr
            when 'extra' then f.extra
            when 'companion' then f.companion
            when 'commander' then f.commander
            when 'main' then f.main
            else 0
        end as cards
    from judging_fact f
    join judging_rule r on r.edition_no = f.edition_no and r.kind = 'zone_size'
    where f.as_of >= r.from_date and f.as_of < r.until_date
)

select
    deck_id, edition_no, basis_no, rule,
    case
        when cards > most then severity
        when len(numbers) > 0 and not list_contains(numbers, cards) then case when partial then 'short' else severity end
        else 'warning'
    end,
    zones[1], null, cards,
    cards || ' cards, ' || case
        when len(numbers) > 0 then array_to_string(numbers, ' or ')
        when cards > most then 'at most ' || most
        else expected::varchar
    end || ' asked',
    source_url
from counted
where
    cards > most
    or (len(numbers) > 0 and not list_contains(numbers, cards))
    or (cards between 1 and expected - 1 and not partial);
