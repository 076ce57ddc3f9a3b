-- Verdicts by format, edition and the day judged by.
-- grain: one verdict word of one edition of one format on one basis
-- inputs: legality_summary
-- key: (format, basis, edition, verdict)

select format, basis, edition, verdict, decks, n, share, share_low, share_high
from legality_summary
order by format, basis, edition, list_position(['legal', 'illegal', 'unknown', 'incomplete'], verdict)
