-- No commander is named: sources lose it, or leave it among the other cards, so it can't be told. Only a full
-- list in which no card could be a commander has none for certain.
-- grain: one judgement and rule
-- inputs: judging_fact, judging_rule, judging_rule_test, judging_card_test, judging_deck_card, judging_face, card
-- key: (deck_id, edition_no, basis_no, rule)

create or replace temp table judging_leaderless as
select
    f.deck_id, f.edition_no, f.basis_no, f.as_of, r.rule_key, f.cut_off or f.torn as partial,
    not partial and f.unresolved = 0 and f.main >= coalesce(s.least, 1) as is_full
from judging_fact f
join judging_rule r on r.edition_no = f.edition_no and r.kind = 'commander' and r.least > 0
left join (
    select edition_no, max(least) as least from judging_rule where kind = 'deck_size' group by edition_no
) s on s.edition_no = f.edition_no
where f.counted = 0 and f.as_of >= r.from_date and f.as_of < r.until_date;

-- Full lists with a card that could lead them; a card of which nothing is known could.
create or replace temp table judging_led as
with passed as (
    select t.edition_no, t.rule_key, t.side, p.card_id
    from judging_rule_test t join judging_card_test p on p.test = t.test
    where t.edition_no in (select edition_no from judging_leaderless where is_full)
)

select distinct l.deck_id, l.edition_no, l.basis_no, l.rule_key
from judging_leaderless l
join judging_rule r on r.edition_no = l.edition_no and r.rule_key = l.rule_key
join judging_deck_card d on d.deck_id = l.deck_id and d.zone = 'main'
left join card c on c.card_id = d.card_id
left join judging_face i on i.card_id = d.card_id
where l.is_full and (c.card_id is null or i.card_id is null or len(c.types) = 0 or (
    (
        exists (select 1 from passed p where p.edition_no = l.edition_no and p.rule_key = l.rule_key
            and p.side = 'eligible' and p.card_id = d.card_id)
        or not exists (select 1 from judging_rule_test t
            where t.edition_no = l.edition_no and t.rule_key = l.rule_key and t.side = 'eligible')
    )
    and not exists (select 1 from passed p where p.edition_no = l.edition_no
        and p.side = 'excluded' and p.card_id = d.card_id)
    -- Of Gods the sum counts (GOD5).
    and (r.least_cost is null or i.mana_value is null or i.mana_value >= r.least_cost or list_contains(c.traits, 'god'))
));

insert into judging_finding
select
    l.deck_id, l.edition_no, l.basis_no, r.rule,
    case when l.partial then 'short' when l.is_full and d.deck_id is null then r.severity else 'unknown' end,
    'commander', null, 0,
    case when l.is_full and d.deck_id is null
        then 'no commander, and no card that could be one'
        else 'no commander is named, and which card it is can''t be told' end,
    r.source_url
from judging_leaderless l
join judging_rule r on r.edition_no = l.edition_no and r.rule_key = l.rule_key
left join judging_led d
    on d.deck_id = l.deck_id and d.edition_no = l.edition_no and d.basis_no = l.basis_no and d.rule_key = l.rule_key;
