-- Singleton: more copies of a card over the zones of a group than allowed, exempt cards aside.
-- grain: one judgement, rule and card
-- inputs: judging_evidence, judging_rule, judging_case, card
-- key: (deck_id, edition_no, basis_no, rule, card_id)

insert into judging_finding
with counted as (
    select
        e.deck_id, e.edition_no, e.basis_no, r.rule_key, e.card_id,
        -- A God in its form, or a creature of several cells, is one card (GOD4, HYP3).
        sum(case when e.zone = 'commander' and c.counted < c.commanders then 1 else e.copies end)::integer as copies,
        min(e.zone) filter (where e.zone <> 'commander') as zone
    from judging_evidence e
    join judging_rule r on r.edition_no = e.edition_no and r.kind = 'singleton' and e.raised & r.want <> 0
    join judging_case c on c.edition_no = e.edition_no and c.command_key = e.command_key
    where list_contains(r.zones, e.zone) and e.as_of >= r.from_date and e.as_of < r.until_date
    group by e.deck_id, e.edition_no, e.basis_no, r.rule_key, e.card_id
)

select
    k.deck_id, k.edition_no, k.basis_no, r.rule, r.severity, coalesce(k.zone, 'commander'), k.card_id, k.copies,
    k.copies || ' copies, at most ' || l.limit_of || ' allowed', r.source_url
from counted k
join judging_rule r on r.edition_no = k.edition_no and r.rule_key = k.rule_key
join card c on c.card_id = k.card_id
cross join lateral (
    select case
        when list_contains(r.exempt, 'any_number') and (c.copy_limit = 0 or list_contains(c.traits, 'any_number'))
            then null
        when list_contains(r.exempt, 'any_number') then greatest(coalesce(c.copy_limit, 0), r.copies)
        else r.copies
    end as limit_of
) l
where
    k.copies > r.copies and k.copies > l.limit_of
    and not (list_contains(r.exempt, 'basic')
        and list_contains(c.traits, 'basic') and not list_contains(c.traits, 'snow_basic'))
    and not (list_contains(r.exempt, 'snow_basic') and list_contains(c.traits, 'snow_basic'))
    and not list_contains(r.exempt_cards, c.name);
