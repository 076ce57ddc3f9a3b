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
select d.deck_id, d.source, d.source_key, v.format, v.basis, v.verdict || ' against its findings'
from verdict v
join deck d using (deck_id)
left join (
    select
        deck_id, format, basis, bool_or(severity = 'violation') as breaks, bool_or(severity = 'incomplete') as lacks,
        bool_or(severity = 'unknown') as is_open
    from violation
    group by deck_id, format, basis
) w on w.deck_id = v.deck_id and w.format = v.format and w.basis = v.basis
-- An excerpt is incomplete whatever it breaks; only a list that breaks nothing is so where it is cut off.
where not coalesce(case v.verdict
    when 'illegal' then w.breaks
    when 'incomplete' then w.lacks
    when 'unknown' then w.is_open and not w.breaks and not w.lacks
    else w.deck_id is null or not (w.breaks or w.lacks or w.is_open)
end, false)
