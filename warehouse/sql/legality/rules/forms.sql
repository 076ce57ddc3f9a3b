-- Forms of a commander beside the plain one: linked Gods (GOD1, GOD2, GOD3), hyperspatial (HYP1).
-- grain: one edition, command zone and rule
-- inputs: judging_case, judging_form, judging_rule, judging_commander, judging_god_form, judging_clause,
--         card, card_face
-- key: (edition_no, command_key, rule)

insert into judging_case_finding
select
    c.edition_no, c.command_key, g.rule, case when g.is_known then r.severity else 'unknown' end, g.card_id,
    g.detail, r.source_url, r.from_date, r.until_date, true
from judging_case c
join judging_form f on f.command_key = c.command_key and f.is_god
join judging_rule r on r.edition_no = c.edition_no and r.kind = 'god_form'
join judging_god_form g on g.command_key = c.command_key
where c.counted = 1;

-- Without cells the card is a creature if either side is (HYP2), with cells if the named face is (HYP3).
insert into judging_case_finding
select
    c.edition_no, c.command_key, r.rule, r.severity, x.card_id,
    'neither a psychic nor a dragheart creature on the side that counts', r.source_url, r.from_date, r.until_date,
    false
from judging_case c
join judging_rule r on r.edition_no = c.edition_no and r.kind = 'hyperspatial_form'
join judging_commander x on x.command_key = c.command_key
join card d on d.card_id = x.card_id and list_has_any(d.traits, ['psychic', 'dragheart'])
left join card_face f on f.card_id = x.card_id and (d.layout <> 'cells' or f.face_no = x.face_no)
group by c.edition_no, c.command_key, r.rule, r.severity, x.card_id, r.source_url, r.from_date, r.until_date
having not coalesce(bool_or(len(list_filter(f.types, lambda kind: contains(kind, 'クリーチャー'))) > 0), false);

-- Several cells are one creature all together alone (HYP3): of fewer than are known it is not made.
insert into judging_case_finding
select
    c.edition_no, c.command_key, r.rule, r.severity, min(x.card_id),
    f.commanders || ' of the ' || n.cells || ' cells of ' || any_value(n.whole), r.source_url, r.from_date,
    r.until_date, true
from judging_case c
join judging_form f on f.command_key = c.command_key and f.is_cells
join judging_rule r on r.edition_no = c.edition_no and r.kind = 'hyperspatial_form'
join judging_commander x on x.command_key = c.command_key
join (
    select arg_max(f.name, f.face_no) as whole, f.card_id, count(*) over (partition by whole) as cells
    from card_face f join card d on d.card_id = f.card_id and d.layout = 'cells' group by f.card_id
) n on n.card_id = x.card_id and n.cells > f.commanders
group by c.edition_no, c.command_key, r.rule, r.severity, f.commanders, n.cells, r.source_url, r.from_date, r.until_date;

-- A commander's own clause that was not understood leaves the identity open.
insert into judging_case_finding
select distinct
    c.edition_no, c.command_key, r.rule, 'unknown', x.card_id,
    'what its own clause allows the deck is not understood', r.source_url, r.from_date, r.until_date, false
from judging_case c
join judging_rule r on r.edition_no = c.edition_no and r.kind = 'identity' and r.clauses <> 'ignore'
join judging_clause x on x.command_key = c.command_key and x.clause = 'unread_clause';
