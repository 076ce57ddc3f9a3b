-- The rules that are broken, on the decks' own days and today.
-- grain: one rule of one format on one basis
-- inputs: rule_breaches
-- key: (format, rule, basis)

select format, rule, basis, decks, n, share, share_low, share_high
from rule_breaches
where severity = 'violation'
order by format, basis, decks desc, rule
