-- What must be known of every list: each line a card, each card its facts, no row lost.
-- grain: one judgement and finding
-- inputs: judging_fact, judging_evidence
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
where is_missing;
