-- How well each source is read.
-- grain: one source
-- inputs: data_quality
-- key: source

select
    source, pages, current_decks, complete_decks, deleted_decks, card_lines, unresolved_lines, problems,
    problem_kinds, newest_page
from data_quality
order by current_decks desc, source
