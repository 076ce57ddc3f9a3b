-- Where rules put what they find.
-- grain: judging_finding: one finding of one judgement; judging_case_finding: one of a command zone
-- inputs: none
-- key: none
-- severity: violation, advisory and warning as published; unknown – a fact is missing; short – too few cards
-- in a list that is cut off; excerpt – so few that the list is none. A finding of a command zone that holds
-- `if_whole` is open while another commander is not known.

create or replace temp table judging_finding (
    deck_id bigint, edition_no smallint, basis_no smallint, rule varchar, severity varchar, zone varchar,
    card_id bigint, copies integer, detail varchar, source_url varchar
);

create or replace temp table judging_case_finding (
    edition_no smallint, command_key ubigint, rule varchar, severity varchar, card_id bigint, detail varchar,
    source_url varchar, from_date date, until_date date, if_whole boolean
);
