-- How many commanders a deck names: fewer or more than the edition asks for. None at all: no_commander.sql.
-- grain: one judgement and rule broken
-- inputs: judging_fact, judging_rule
-- key: (deck_id, edition_no, basis_no, rule)

insert into judging_finding
select
    f.deck_id, f.edition_no, f.basis_no, r.rule,
    case
        when f.counted < r.least and (f.cut_off or f.torn) then 'short'
        -- What is not known may be no card, or the rest of one form: the God that the known one links with.
        when f.counted > r.most and f.counted - f.unresolved_commander <= r.most then 'unknown'
        else r.severity
    end,
    'commander', null, f.counted,
    f.counted || if(f.counted = 1, ' commander', ' commanders') || case when f.unresolved_commander > 0 then ' (not all known), ' else ', ' end
    || case when r.least = r.most then r.least::varchar else r.least || ' to ' || r.most end || ' asked',
    r.source_url
from judging_fact f
join judging_rule r on r.edition_no = f.edition_no and r.kind = 'commander'
where
    (f.counted between 1 and r.least - 1 or f.counted > r.most)
    and f.as_of >= r.from_date and f.as_of < r.until_date;
