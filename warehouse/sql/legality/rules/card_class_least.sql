-- Classes of cards of which a deck must have at least so many over some zones.
-- grain: one judgement and rule broken
-- inputs: judging_fact, judging_rule, judging_member_count, judging_unresolved, judging_finding
-- key: (deck_id, edition_no, basis_no, rule)

insert into judging_finding
select
    f.deck_id, f.edition_no, f.basis_no, r.rule,
    case
        when f.cut_off or f.torn or x.deck_id is not null then 'short'
        when n.cards + n.open_cards >= r.least then 'unknown'
        else r.severity
    end,
    null, null, n.cards, n.cards || if(n.cards = 1, ' card', ' cards')
    || ', at least ' || r.least || ' of: ' || r.class_name, r.source_url
from judging_rule r
join judging_fact f on f.edition_no = r.edition_no and f.as_of >= r.from_date and f.as_of < r.until_date
left join judging_member_count a
    on a.deck_id = f.deck_id and a.edition_no = f.edition_no and a.basis_no = f.basis_no and a.rule_key = r.rule_key
left join (select deck_id, edition_no, basis_no from judging_finding where severity = 'excerpt' group by all) x
    on x.deck_id = f.deck_id and x.edition_no = f.edition_no and x.basis_no = f.basis_no
left join judging_unresolved u on u.deck_id = f.deck_id
-- Lines that no card answers to, in the zones that the rule counts.
cross join lateral (
    select
        coalesce(a.cards, 0) as cards,
        coalesce(a.unknown_cards, 0) + coalesce(
            list_contains(r.zones, 'commander')::integer * u.commander
            + list_contains(r.zones, 'main')::integer * u.main
            + list_contains(r.zones, 'hyperspatial')::integer * u.hyperspatial
            + list_contains(r.zones, 'gr')::integer * u.gr
            + list_contains(r.zones, 'extra')::integer * u.extra
            + list_contains(r.zones, 'companion')::integer * u.companion
            + list_contains(r.zones, 'sideboard')::integer * u.sideboard, 0) as open_cards
) n
where
    r.kind = 'card_class' and n.cards < r.least
    -- A warning leaves nothing open.
    and (r.severity <> 'warning' or n.cards + n.open_cards < r.least);
