-- Numbers, words and dates are of their kind.
-- grain: one table and column with values out of range
-- inputs: the core tables, the marts
-- key: value_of

select value_of, count(*) as rows_out, min(value) as example
from (
    select 'deck_line.copies' as value_of, copies::varchar as value from deck_line where copies < 1
    union all select 'deck_line.line_no', line_no::varchar from deck_line where line_no < 1
    union all select 'deck_card.copies', copies::varchar from deck_card where copies < 1
    union all
    select 'deck_line.zone', zone from deck_line
    where zone not in ('commander', 'main', 'hyperspatial', 'gr', 'extra', 'companion', 'sideboard')
    union all select 'deck.version', version::varchar from deck where version < 1
    union all
    -- Duel Masters is of 2002, Magic of 1993.
    select 'deck.published_on', published_on::varchar from deck where published_on < date '1993-08-05'
    union all select 'card_identity.mask', mask::varchar from card_identity where mask not between 0 and 31
    union all
    select 'card_face.civilizations', civilizations::varchar from card_face where civilizations not between 0 and 31
    union all
    select 'restriction.until_date', concat(card_name, ' ', from_date, ' ', until_date) from restriction
    where until_date <= from_date
    union all
    select 'verdict.verdict', verdict from verdict where verdict not in ('legal', 'illegal', 'unknown', 'incomplete')
    union all
    select 'violation.severity', severity from violation where severity not in ('violation', 'advisory', 'warning', 'unknown', 'incomplete')
    union all select 'verdict.basis', basis from verdict where basis not in ('published', 'today')
    union all
    select 'commander_popularity.share', concat_ws(' ', commander, share_low, share, share_high)
    from commander_popularity
    where share not between share_low and share_high or share_low < 0 or share_high > 1
    union all
    select 'civilization_popularity.share', concat_ws(' ', civilizations, share_low, share, share_high)
    from civilization_popularity
    where share not between share_low and share_high or share_low < 0 or share_high > 1 or decks > n
    union all
    select 'rule_breaches.share', concat_ws(' ', rule, share_low, share, share_high)
    from rule_breaches
    where share not between share_low and share_high or share_low < 0 or share_high > 1 or decks > n
    union all
    select 'card_inclusion.share', concat_ws(' ', commander, card, share_low, share, share_high) from card_inclusion
    where share not between share_low and share_high or share_low < 0 or share_high > 1 or decks > n
    union all
    select 'ban_impact.decks', concat_ws(' ', cards, decks, n) from ban_impact where decks > n
)
group by value_of
order by value_of
