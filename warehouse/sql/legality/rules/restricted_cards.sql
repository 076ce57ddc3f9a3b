-- The restricted cards of the suspected decks, on the day judged.
-- grain: judging_restriction: one restriction of one list that an edition reads, by card; judging_restricted: one
--        judgement, restriction, zone and card
-- inputs: judging_evidence, judging_rule, judging_command_mask, restriction
-- key: (edition_no, rule, list, set_key, status, from_date, card_id); the judgement, the same and the zone

-- What each edition's lists say of each card: small, so that evidence is asked of it first.
create or replace temp table judging_restriction as
select
    r.edition_no, r.rule, r.severity, r.source_url as rule_url, r.zones, r.colours,
    coalesce(
        ' with ' || x.min_identity || ' or more ' || if(r.game = 'dm', 'civilizations', 'colours') || ' in the commander', ''
    ) as from_colours,
    greatest(r.from_date, coalesce(x.from_date, r.from_date)) as starts,
    least(r.until_date, coalesce(x.until_date, r.until_date)) as ends,
    x.card_id, x.list, x.set_key, x.status, x.min_identity, x.from_date, x.source_url
from judging_rule r
join restriction x on x.list = r.list and list_contains(r.statuses, x.status)
where r.kind = 'restriction_list' and x.card_id is not null;

-- Whether the commanders have the colours from which it binds; of commanders not all known it can't be told.
create or replace temp table judging_restricted as
select
    e.deck_id, e.edition_no, e.basis_no, r.rule, r.severity, r.rule_url, e.zone, e.card_id, e.copies,
    r.list, r.set_key, r.status, r.from_colours, r.from_date, r.source_url,
    case
        when r.min_identity is null or bit_count(coalesce(m.mask, 0)) >= r.min_identity then 'yes'
        when coalesce(m.known, false) and e.unresolved_commander = 0 then 'no'
        else 'unknown'
    end as binds
from judging_evidence e
join judging_restriction r
    on r.edition_no = e.edition_no and r.card_id = e.card_id and list_contains(r.zones, e.zone)
left join judging_command_mask m on m.command_key = e.command_key and m.method = r.colours
-- Of a commander whose colours are not all known nothing is advised that might not hold.
where
    e.as_of >= r.starts and e.as_of < r.ends
    and (binds = 'yes' or (binds = 'unknown' and r.severity = 'violation'));
