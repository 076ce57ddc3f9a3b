-- Restrictions of dated lists on single cards, as they stand on the day judged.
-- grain: one judgement, rule, restriction and card
-- inputs: judging_restricted
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id, detail)

insert into judging_finding
select
    h.deck_id, h.edition_no, h.basis_no, h.rule,
    case
        -- What began on a day nobody knows, or hangs on colours nobody knows, is no violation.
        when h.severity = 'violation' and (h.from_date is null or h.status = 'unknown' or h.binds = 'unknown')
            then 'unknown'
        else h.severity
    end,
    h.zone, h.card_id, h.copies,
    case h.status
        when 'banned' then 'banned'
        when 'banned_as_commander' then 'banned as commander'
        when 'banned_as_companion' then 'banned as companion'
        when 'limited' then 'limited'
        else 'restricted in a way not known'
    end || h.from_colours || coalesce(' since ' || h.from_date, ' since a day not known') || ' on the list ' || h.list,
    h.source_url
from judging_restricted h
where case h.status
    when 'banned_as_commander' then h.zone = 'commander'
    when 'banned_as_companion' then h.zone = 'companion'
    else h.status not in ('pair', 'trio')
end;
