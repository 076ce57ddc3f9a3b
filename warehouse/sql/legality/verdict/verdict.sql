-- The verdict of every judgement, worst finding first, and what was found.
-- grain: verdict: one deck under one format on one basis; violation: one finding of it
-- inputs: judging_finding, judgement, judging_edition, judging_basis, judging_rule, restriction
-- key: (deck_id, format, basis)

-- The newest change of a list of the edition up to the day: the list date that the verdict names.
create or replace temp table judging_list_date as
with change as (
    select distinct r.edition_no, x.day
    from judging_rule r
    join (
        select list, from_date as day from restriction union select list, until_date from restriction
    ) x on x.list = r.list
    where x.day is not null
)

select p.edition_no, p.as_of, c.day as list_date
from (select distinct edition_no, as_of from judgement) p
asof join change c on c.edition_no = p.edition_no and p.as_of >= c.day;

create or replace temp table judging_worst as
select
    deck_id, edition_no, basis_no,
    case max(case severity when 'excerpt' then 4 when 'violation' then 3 when 'short' then 2 when 'unknown' then 1 else 0 end)
        when 4 then 'incomplete' when 3 then 'illegal' when 2 then 'incomplete' when 1 then 'unknown' else 'legal'
    end as verdict
from judging_finding
group by deck_id, edition_no, basis_no;

insert into verdict (deck_id, format, basis, as_of, edition, verdict, list_date, note)
select
    j.deck_id, e.format, b.basis, j.as_of, e.from_date, coalesce(w.verdict, 'legal'), d.list_date,
    case
        when j.undated and j.too_early then 'no date: judged for today; before the first edition'
        when j.undated then 'no date: judged for today'
        when j.too_early then 'before the first edition: judged by it'
    end
from judgement j
join judging_edition e using (edition_no)
join judging_basis b using (basis_no)
left join judging_worst w using (deck_id, edition_no, basis_no)
left join judging_list_date d on d.edition_no = j.edition_no and d.as_of = j.as_of;

insert into violation (deck_id, format, basis, rule, severity, zone, card_id, copies, detail, source_url)
select
    f.deck_id, e.format, b.basis, f.rule,
    case when f.severity in ('excerpt', 'short') then 'incomplete' else f.severity end,
    f.zone, f.card_id, f.copies, f.detail, f.source_url
from judging_finding f
join judging_edition e using (edition_no)
join judging_basis b using (basis_no);
