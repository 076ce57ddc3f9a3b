-- What was found of a command zone, for every deck that has it.
-- grain: one judgement and finding
-- inputs: judging_case_finding, judging_fact
-- key: (deck_id, edition_no, basis_no, rule, card_id, detail)

insert into judging_finding
select
    f.deck_id, f.edition_no, f.basis_no, c.rule,
    case when c.if_whole and f.unresolved_commander > 0 then 'unknown' else c.severity end,
    'commander', c.card_id, 1, c.detail, c.source_url
from judging_case_finding c
join judging_fact f on f.edition_no = c.edition_no and f.command_key = c.command_key
where f.as_of >= c.from_date and f.as_of < c.until_date;
