-- Takes out what was said before of the same decks under the same formats on the same bases.
-- grain: verdict: one deck under one format on one basis; violation: one finding of it
-- inputs: judgement, judging_edition, judging_basis
-- key: (deck_id, format, basis)

delete from verdict where (deck_id, format, basis) in (
    select j.deck_id, e.format, b.basis
    from judgement j join judging_edition e using (edition_no) join judging_basis b using (basis_no));

delete from violation where (deck_id, format, basis) in (
    select j.deck_id, e.format, b.basis
    from judgement j join judging_edition e using (edition_no) join judging_basis b using (basis_no));
