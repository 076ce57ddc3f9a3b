-- Classes of cards: none of them, or at most so many over some zones.
-- grain: one judgement and rule broken, and one row a card of it where cards offend
-- inputs: judging_rule, judging_member, judging_member_count
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id)

-- Every card of the class is named; where more would be one too many, also those whose types are not known.
insert into judging_finding
select
    m.deck_id, m.edition_no, m.basis_no, r.rule,
    case when m.is_unknown or r.undecided then 'unknown' else r.severity end,
    m.zone, m.card_id, m.copies,
    case
        when m.is_unknown then 'its types are not known'
        when r.most = 0 then 'not allowed: ' || r.class_name
        else a.cards || ' cards, at most ' || r.most || ' of: ' || r.class_name
    end,
    r.source_url
from judging_member_count a
join judging_rule r on r.edition_no = a.edition_no and r.rule_key = a.rule_key
join judging_member m
    on m.deck_id = a.deck_id and m.edition_no = a.edition_no and m.basis_no = a.basis_no and m.rule_key = a.rule_key
where case
    when m.is_unknown then a.cards <= r.most and a.cards + a.unknown_cards > r.most
    else m.is_member and a.cards > r.most
end;
