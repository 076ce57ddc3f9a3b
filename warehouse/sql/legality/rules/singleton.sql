-- Singleton: more copies of a card over the zones of a group than allowed, exempt cards aside.
-- grain: one judgement, rule and card
-- inputs: judging_evidence, judging_fact, judging_rule, judging_case, card
-- key: (deck_id, edition_no, basis_no, rule, card_id)

insert into judging_finding
with counted as (
    select
        f.deck_id, f.edition_no, f.basis_no, r.rule_key, r.rule, r.severity, r.source_url, r.copies as allowed, r.exempt,
        r.exempt_cards, e.card_id,
        -- A God in its form, or a creature of several cells, is one card (GOD4, HYP3).
        sum(case when e.zone = 'commander' and c.counted < c.commanders then 1 else e.copies end)::integer as copies,
        min(e.zone) filter (where e.zone <> 'commander') as zone
    from judging_evidence e
    join judging_fact f on f.deck_id = e.deck_id
    join judging_rule r on r.edition_no = f.edition_no and r.kind = 'singleton'
    join judging_case c on c.edition_no = f.edition_no and c.command_key = f.command_key
    where
        list_contains(r.zones, e.zone) and not e.is_missing
        and f.as_of >= r.from_date and f.as_of < r.until_date
    group by all
)

select
    k.deck_id, k.edition_no, k.basis_no, k.rule, k.severity, coalesce(k.zone, 'commander'), k.card_id, k.copies,
    k.copies || ' copies, at most ' || l.limit_of || ' allowed', k.source_url
from counted k
join card c on c.card_id = k.card_id
cross join lateral (
    select case
        when list_contains(k.exempt, 'any_number') and (c.copy_limit = 0 or list_contains(c.traits, 'any_number'))
            then null
        when list_contains(k.exempt, 'any_number') then greatest(coalesce(c.copy_limit, 0), k.allowed)
        else k.allowed
    end as limit_of
) l
where
    k.copies > l.limit_of
    and not (list_contains(k.exempt, 'basic')
        and list_contains(c.traits, 'basic') and not list_contains(c.traits, 'snow_basic'))
    and not (list_contains(k.exempt, 'snow_basic') and list_contains(c.traits, 'snow_basic'))
    and not list_contains(k.exempt_cards, c.name);
