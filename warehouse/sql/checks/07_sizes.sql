-- No source lost a fifth of its decks against what was last published.
-- grain: one source that did
-- inputs: deck, published_size
-- key: source
-- Deleted decks are kept, so only a misread site makes a source shrink.

with before as (
    select source, decks from published_size
    qualify row_number() over (partition by source order by load_id desc) = 1
),

now as (
    select source, count(*) as decks from deck where is_current group by source
)

select b.source, b.decks as decks_before, coalesce(n.decks, 0) as decks_now
from before b
left join now n using (source)
where b.decks >= 5 and coalesce(n.decks, 0) < 0.8 * b.decks
