-- Classes of cards: none of them, or at most so many over some zones.
-- grain: one judgement and rule broken, and one row a card of it where cards offend
-- inputs: judging_rule, judging_member, judging_member_count, judging_class_test, judging_card_test
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id)

-- Every card of the class is named; where more would be one too many, also those whose types are not known.
-- Of a class that is one of several things, what the card is of them.
insert into judging_finding
with passed as (
    select t.class_no, p.card_id, string_agg(t.said, ', ' order by t.test) as tests
    from judging_class_test t
    join judging_card_test p on p.test = t.test
    where t.side = 'any' and t.class_no not in (select class_no from judging_class_test where side = 'none')
    group by t.class_no, p.card_id
)

select
    m.deck_id, m.edition_no, m.basis_no, r.rule,
    case when m.is_unknown or r.undecided then 'unknown' else r.severity end,
    m.zone, m.card_id, m.copies,
    case
        when m.is_unknown then 'its types are not known'
        when r.most = 0 then if(r.severity = 'warning', 'out of place: ', 'not allowed: ') || coalesce(p.tests, r.class_name)
        else a.cards || ' cards, at most ' || r.most || ' of: ' || r.class_name
    end,
    r.source_url
from judging_member_count a
join judging_rule r on r.edition_no = a.edition_no and r.rule_key = a.rule_key
join judging_member m
    on m.deck_id = a.deck_id and m.edition_no = a.edition_no and m.basis_no = a.basis_no and m.rule_key = a.rule_key
left join passed p on p.class_no = r.class_no and p.card_id = m.card_id
where case
    -- A warning leaves nothing open.
    when m.is_unknown then a.cards <= r.most and a.cards + a.unknown_cards > r.most and r.severity <> 'warning'
    else m.is_member and a.cards > r.most
end;
