-- Identity: cards with a colour that is not among the commanders', each side by its own method.
-- grain: one judgement, rule, zone and card
-- inputs: judging_evidence, judging_rule, judging_command_mask, judging_clause, card_identity,
--         judging_card_test, judging_mask_name
-- key: (deck_id, edition_no, basis_no, rule, zone, card_id)

create or replace temp table judging_off as
select
    e.deck_id, e.edition_no, e.basis_no, r.rule, r.severity, r.source_url, r.game, r.clauses, e.command_key,
    e.unresolved_commander, e.zone, e.card_id, e.copies, m.mask as allowed, m.known,
    i.mask as card_mask, coalesce(i.mask, 0) & ~m.mask as extra,
    -- What the commanders' own clauses allow: any identity, or one colour more for all such cards.
    r.clauses <> 'ignore' and exists (
        select 1 from judging_clause x join judging_card_test t on t.test = x.test and t.card_id = e.card_id
        where x.command_key = e.command_key and x.clause = 'any_identity') as is_free,
    r.clauses <> 'ignore' and exists (
        select 1 from judging_clause x join judging_card_test t on t.test = x.test and t.card_id = e.card_id
        where x.command_key = e.command_key and x.clause = 'one_extra_colour') as is_extra
from judging_evidence e
join judging_rule r
    on r.edition_no = e.edition_no and r.kind = 'identity' and ((e.raised >> (6 * r.lane)) & 63 <> 0 or e.is_missing)
join judging_command_mask m on m.command_key = e.command_key and m.method = r.commander_method
left join card_identity i on i.card_id = e.card_id and i.method = r.cards_method
where
    list_contains(r.zones, e.zone) and m.mask <> 31
    and e.as_of >= r.from_date and e.as_of < r.until_date
    and (i.mask is null or (i.mask & ~m.mask) <> 0);

create or replace temp table judging_spread as
select
    deck_id, edition_no, basis_no,
    bit_count(coalesce(bit_or(extra) filter (where not is_free and not is_extra), 0)) as colours,
    bit_count(coalesce(bit_or(extra) filter (where not is_free and is_extra), 0)) as extra_colours
from judging_off
group by deck_id, edition_no, basis_no;

insert into judging_finding
select
    o.deck_id, o.edition_no, o.basis_no, o.rule,
    case when x.excused or o.card_mask is null or not o.known or o.unresolved_commander > 0 then 'unknown' else o.severity end,
    o.zone, o.card_id, o.copies,
    case
        when o.card_mask is null then if(o.game = 'dm', 'its civilizations are not known', 'its colours are not known')
        when x.excused then b.names || ' is not the commander''s; whether its own clause counts here is undecided'
        when not o.known then b.names || ' may not be among the commander''s: its own are not all known'
        when o.unresolved_commander > 0 then b.names || ' is not among the known commander''s'
        else b.names || ' is not among the commander''s (' || a.names || ')'
    end,
    o.source_url
from judging_off o
join judging_spread s using (deck_id, edition_no, basis_no)
left join (
    select command_key, count(*) as colours from judging_clause where clause = 'chosen_colour' group by all
) c on c.command_key = o.command_key and o.clauses <> 'ignore'
join judging_mask_name a on a.game = o.game and a.mask = o.allowed
join judging_mask_name b on b.game = o.game and b.mask = o.extra
cross join lateral (
    select o.is_free or (o.is_extra and s.extra_colours <= 1 and o.card_mask is not null) as excused
) x
where
    not (x.excused and o.clauses = 'allow')
    and not (coalesce(c.colours, 0) > 0 and s.colours <= c.colours and not o.is_extra and o.card_mask is not null);
