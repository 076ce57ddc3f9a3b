"""A perfect hash of card ids, so that a long table finds its cards without a hash join.

DuckDB joins on small dense integers by plain indexing, several times faster than by hashing. Card ids are
wide; two steps make them dense (hash and displace): a bucket by the id's last bits, and a displacement
for each bucket that sets its few ids on slots of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from warehouse.tables import BIGINT

if TYPE_CHECKING:
    from collections.abc import Iterable

    import duckdb

_HIGH = 1 << 30
_TRIES = 4096


def displacements(ids: Iterable[int]) -> tuple[int, list[int]] | None:
    """Find the number of slots and each bucket's displacement; None where some ids can't be parted.

    The slot of an id is `((id >> 14) % 2**30 + displacement[id % buckets]) % slots`.
    """
    held = list(ids)
    slots = 1024
    while slots < 2 * len(held):
        slots *= 2
    buckets: list[list[int]] = [[] for _ in range(slots // 4)]
    for number in held:
        buckets[number % len(buckets)].append((number >> 14) % _HIGH)
    used = bytearray(slots)
    found = [0] * len(buckets)
    for place in sorted(range(len(buckets)), key=lambda n: -len(buckets[n])):
        keys = buckets[place]
        if len({key % slots for key in keys}) < len(keys):
            return None
        for shift in range(_TRIES):
            taken = [(key + shift) % slots for key in keys]
            if not any(used[slot] for slot in taken):
                break
        else:
            return None
        for slot in taken:
            used[slot] = 1
        found[place] = shift
    return slots, found


def write_slots(con: duckdb.DuckDBPyConnection) -> bool:
    """Make `judging_displacement` and `judging_slot` from `judging_card`; False where ids can't be parted."""
    ids = [row[0] for row in con.execute("select card_id from judging_card where card_id >= 0").fetchall()]
    placed = displacements(ids)
    if placed is None:
        return False
    slots, found = placed
    table = pa.table({"bucket": pa.array(range(len(found)), BIGINT), "displacement": pa.array(found, BIGINT)})
    con.register("judging_rows", table)
    con.execute("create or replace temp table judging_displacement as from judging_rows")
    con.unregister("judging_rows")
    con.execute(f"set variable judging_buckets = {len(found)}::bigint")
    con.execute(f"set variable judging_slots = {slots}::bigint")
    con.execute(
        """
        create or replace temp table judging_slot as
        select
            n.slot, coalesce(c.card_id, -1) as card_id, coalesce(c.flags, 0) as flags,
            coalesce(c.names, 0) as names
        from range(getvariable('judging_slots')) n(slot)
        left join (
            select
                k.*,
                ((k.card_id >> 14) % 1073741824 + p.displacement) % getvariable('judging_slots') as slot
            from judging_card k
            join judging_displacement p on p.bucket = k.card_id % getvariable('judging_buckets')
        ) c on c.slot = n.slot
        """
    )
    return True
