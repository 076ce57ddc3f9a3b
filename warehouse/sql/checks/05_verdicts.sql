-- Every current deck of a format that has editions is judged by its own day and by today, and each verdict
-- agrees with its violations.
-- grain: one deck that is not judged or contradicts itself, on one basis
-- inputs: deck, format_edition, verdict, violation
-- key: (deck_id, basis)

select d.deck_id, d.source, d.source_key, d.format, b.basis, 'no verdict' as fault
from deck d
semi join format_edition e on e.format = d.format
cross join (values ('published'), ('today')) b(basis)
anti join verdict v on v.deck_id = d.deck_id and v.basis = b.basis
where d.is_current
union all
select d.deck_id, d.source, d.source_key, v.format, v.basis, v.verdict || ' with a violation'
from verdict v
join deck d using (deck_id)
semi join (select * from violation where severity = 'violation') w
    on w.deck_id = v.deck_id and w.format = v.format and w.basis = v.basis
where v.verdict = 'legal'
union all
select d.deck_id, d.source, d.source_key, v.format, v.basis, 'illegal without a violation'
from verdict v
join deck d using (deck_id)
anti join (select * from violation where severity in ('violation', 'advisory')) w
    on w.deck_id = v.deck_id and w.format = v.format and w.basis = v.basis
where v.verdict = 'illegal'
