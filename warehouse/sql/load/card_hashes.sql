-- A hash of everything known of some cards, to count the ones that a write changed.
-- grain: one card
-- inputs: card, card_face, card_identity, card_name, wanted_card(card_id)
-- key: card_id

select card_id, sum(h)::varchar from (
    select card_id, hash(card_id, game, name, layout, types, races, traits, copy_limit, cost,
        official_id, url, released_on)::hugeint as h from card
    union all select card_id, hash(f)::hugeint from card_face f
    union all select card_id, hash(i)::hugeint from card_identity i
    union all select card_id, hash(game, level, key, kind)::hugeint from card_name
) semi join wanted_card using (card_id) group by card_id
