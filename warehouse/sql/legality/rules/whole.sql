-- What must be known of every list: each line a card, each card its facts, no row lost; and what stands under a
-- heading of which no rule of the edition speaks: it is outside the deck, and said to be.
-- grain: one judgement and finding
-- inputs: judging_fact, judging_evidence, judging_edition, judging_rule
-- key: (deck_id, edition_no, basis_no, zone, card_id)

insert into judging_finding
select
    deck_id, edition_no, basis_no, 'LIST',
    case when main + commander + hyperspatial + gr + extra + companion = 0 then 'excerpt' else 'unknown' end,
    null, null, unresolved,
    case
        when main + commander + hyperspatial + gr + extra + companion = 0 then 'the list is empty'
        when torn then 'the stored rows of the list do not add up'
        when unresolved = 1 then '1 card is not known'
        else unresolved || ' cards are not known'
    end,
    null
from judging_fact
where unresolved > 0 or torn or main + commander + hyperspatial + gr + extra + companion = 0
union all
select f.deck_id, f.edition_no, f.basis_no, 'LIST', 'short', null, null, null, 'the list is cut off', null
from judging_fact f
where f.cut_off
union all
select deck_id, edition_no, basis_no, 'LIST', 'unknown', zone, card_id, copies, 'nothing is known of the card', null
from judging_evidence
where is_missing
union all
select
    f.deck_id, f.edition_no, f.basis_no, 'LIST', 'warning', z.zone, null, f.sizes[z.zone_no],
    f.sizes[z.zone_no] || ' ' || z.zone || if(f.sizes[z.zone_no] = 1, ' card stands', ' cards stand')
    || ' outside the deck: no rule of the format speaks of that zone',
    null
from (
    select *, [commander, main, hyperspatial, gr, extra, companion, sideboard] as sizes from judging_fact
) f
join (
    select e.edition_no, n.zone, n.zone_no
    from judging_edition e
    cross join (
        select unnest(range(1, 8)) as zone_no,
            ['commander', 'main', 'hyperspatial', 'gr', 'extra', 'companion', 'sideboard'][zone_no] as zone
    ) n
    where not exists (
        select 1 from judging_rule r
        where r.edition_no = e.edition_no and list_contains(r.zones, n.zone)
    )
) z on z.edition_no = f.edition_no
where f.sizes[z.zone_no] > 0;
