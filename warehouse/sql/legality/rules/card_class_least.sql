-- Classes of cards of which a deck must have at least so many over some zones.
-- grain: one judgement and rule broken
-- inputs: judging_fact, judging_rule, judging_member_count, judging_finding
-- key: (deck_id, edition_no, basis_no, rule)

insert into judging_finding
select
    f.deck_id, f.edition_no, f.basis_no, r.rule,
    case
        when f.cut_off or f.torn or x.deck_id is not null then 'short'
        when n.cards + coalesce(a.unknown_cards, 0) + f.unresolved >= r.least then 'unknown'
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
cross join lateral (select coalesce(a.cards, 0) as cards) n
where r.kind = 'card_class' and n.cards < r.least;
