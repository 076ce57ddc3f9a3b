-- What each source holds.
-- grain: one source
-- inputs: data_quality
-- key: source

select source, pages, current_decks, complete_decks, unresolved_lines, problems, problem_kinds
from data_quality
order by current_decks desc, source
