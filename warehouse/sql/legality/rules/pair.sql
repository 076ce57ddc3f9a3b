-- Two commanders: only where one of the allowed pairs joins them (702.124).
-- grain: one edition, command zone and rule
-- inputs: judging_case, judging_rule, judging_command, judging_commander, card, card_face
-- key: (edition_no, command_key, rule)

insert into judging_case_finding
with pair as (
    select
        k.command_key, a.card_id as first_id, b.card_id as second_id,
        g.name as first_name, h.name as second_name, c.traits as first_traits, d.traits as second_traits
    from judging_command k
    join judging_commander a on a.command_key = k.command_key
    join judging_commander b on b.command_key = k.command_key and b.slot > a.slot
    left join card c on c.card_id = a.card_id
    left join card d on d.card_id = b.card_id
    left join card_face g on g.card_id = a.card_id and g.face_no = 0
    left join card_face h on h.card_id = b.card_id and h.face_no = 0
    where k.commanders = 2
),

joined as (
    select command_key, first_id, first_traits is null or second_traits is null as is_unknown, list_filter([
        case when first_id <> second_id and list_contains(first_traits, 'partner')
            and list_contains(second_traits, 'partner') then 'partner' end,
        case when list_contains(first_traits, 'partner_with:' || second_name)
            and list_contains(second_traits, 'partner_with:' || first_name) then 'partner_with' end,
        case when first_id <> second_id and len(list_filter(
            list_intersect(list_transform(first_traits, lambda t: if(t = 'friends_forever', 'partner_group:friends forever', t)),
                list_transform(second_traits, lambda t: if(t = 'friends_forever', 'partner_group:friends forever', t))),
            lambda t: starts_with(t, 'partner_group:'))) > 0 then 'partner_group' end,
        case when first_id <> second_id and ((list_contains(first_traits, 'choose_a_background') and list_contains(second_traits, 'background'))
            or (list_contains(second_traits, 'choose_a_background') and list_contains(first_traits, 'background')))
            then 'background' end,
        case when (list_contains(first_traits, 'doctors_companion') and list_contains(second_traits, 'doctor'))
            or (list_contains(second_traits, 'doctors_companion') and list_contains(first_traits, 'doctor'))
            then 'doctor' end
    ], lambda kind: kind is not null) as kinds
    from pair
)

select
    c.edition_no, c.command_key, r.rule, case when j.is_unknown then 'unknown' else r.severity end, j.first_id,
    'these two can''t be commanders together', r.source_url, r.from_date, r.until_date, false
from judging_case c
join judging_rule r on r.edition_no = c.edition_no and r.kind = 'pair'
join joined j on j.command_key = c.command_key
where
    c.counted = 2 and not list_has_any(r.allowed, j.kinds)
    and 2 <= (select min(m.most) from judging_rule m where m.edition_no = c.edition_no and m.kind = 'commander');
