-- Keys that no constraint holds are unique.
-- grain: one key met twice
-- inputs: deck_line, deck_card, verdict, restriction, deck, the marts
-- key: (in_table, row_key)

select 'deck_line' as in_table, concat_ws(' ', deck_id, line_no) as row_key, count(*) as times
from deck_line group by deck_id, line_no having count(*) > 1
union all
select 'deck_card', concat_ws(' ', deck_id, zone, card_id), count(*)
from deck_card group by deck_id, zone, card_id having count(*) > 1
union all
select 'verdict' as in_table, concat_ws(' ', deck_id, format, basis) as row_key, count(*) as times
from verdict group by deck_id, format, basis having count(*) > 1
union all
select 'restriction', concat_ws(' ', list, set_key, status, min_identity, from_date, card_name), count(*)
from restriction group by list, set_key, status, min_identity, from_date, card_name having count(*) > 1
union all
select 'deck (two current versions)', concat_ws(' ', source, source_key), count(*)
from deck where is_current group by source, source_key having count(*) > 1
union all
select 'counted_deck', deck_id::varchar, count(*) from counted_deck group by deck_id having count(*) > 1
union all
select 'commander_popularity', concat_ws(' ', format, period, commander), count(*)
from commander_popularity group by format, period, commander having count(*) > 1
union all
select 'civilization_popularity', concat_ws(' ', format, period, civilizations), count(*)
from civilization_popularity group by format, period, civilizations having count(*) > 1
union all
select 'card_inclusion', concat_ws(' ', format, commander, card_id), count(*)
from card_inclusion group by format, commander, card_id having count(*) > 1
union all
select 'legality_summary', concat_ws(' ', format, edition, basis, verdict), count(*)
from legality_summary group by format, edition, basis, verdict having count(*) > 1
union all
select 'rule_breaches', concat_ws(' ', format, rule, severity, basis), count(*)
from rule_breaches group by format, rule, severity, basis having count(*) > 1
union all
select 'ban_impact', concat_ws(' ', format, list, set_key, status, from_date), count(*)
from ban_impact group by format, list, set_key, status, from_date having count(*) > 1
