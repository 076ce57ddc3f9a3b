"""Judge a million synthetic decks and print the ratios that the project promises.

`python tests/bench/judge_million.py [--decks N] [--home DIR]`. Prints JSON: the time of a full judging
over that of one plain scan-and-group of `deck_card`, of a what-if over a full judging, of the reference judge
over ours a deck, of every deck under every format, and peak memory.
"""

# ruff: noqa: E501, TC002 (SQL in lines; a script)

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import sys
import tempfile
import time
import traceback
from datetime import date
from pathlib import Path

import duckdb

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from schema.formats import load_formats
from schema.restrictions import shipped_lists
from tests.bench.million_reference import seconds_by_reference
from warehouse.database import connect_work
from warehouse.judge import judge
from warehouse.restrictions import fold_restrictions, list_games
from warehouse.what_if import what_if

TODAY = date(2026, 11, 29)
FORMATS = ("commander", "duel-commander", "french-commander", "german-edh")
CARDS = 30_000
LEGENDS = CARDS // 9
# So many decks in a thousand are judged by the reference as well.
SAMPLED = 5

_CARDS = """
create temp table pool as
select
    i, (hash(i) >> 15)::bigint as card_id, 'Card ' || i as name,
    case when i < 6 then [0, 1, 2, 4, 8, 16][i + 1]
         when i % 10 < 5 then (1 << (hash(i * 7) % 5)::int) when i % 10 < 7 then 0
         else (1 << (hash(i * 5) % 5)::int) | (1 << (hash(i * 3) % 5)::int) end as mask,
    i < 6 as basic, i >= 6 and i % 9 = 8 as legend
from range($cards) t(i);
insert into card
select card_id, 'mtg', name, 'normal', [if(basic, 'Land', if(legend, 'Creature', 'Instant'))], [],
    list_filter([if(basic, 'basic', null), if(basic, 'land', null), if(legend, 'legendary', null),
        if(legend, 'creature', null)], lambda t: t is not null),
    null, 3, null, null, null, null, 1
from pool;
insert into card_face
select card_id, 0, name, [if(basic, 'Land', if(legend, 'Creature', 'Instant'))], [], [], mask, '{3}', 3, null, null
from pool;
insert into card_number select card_id, i + 1 from pool;
insert into card_identity
select card_id, m, case when m = 'basic_type_colours' then if(basic, mask, 0) when basic then 0 else mask end
from pool, (values ('colour_identity'), ('basic_type_colours'), ('symbols_with_reminder'),
    ('symbols_without_reminder'), ('cost_symbols')) v(m);
create temp table allowed as
select m.m as deck_mask, row_number() over (partition by m.m order by hash(p.i, m.m)) - 1 as place, p.card_id
from pool p, range(32) m(m) where not p.basic and (p.mask & ~m.m) = 0;
create temp table allowed_count as select deck_mask, count(*) as cards from allowed group by 1;
create temp table legend as select row_number() over () - 1 as n, card_id, mask from pool where legend;
create temp table bench_deck as
select d.i, (hash(d.i + 100000000) >> 15)::bigint as deck_id, l.card_id as commander, l.mask,
    (hash(d.i * 11) % a.cards)::bigint as start, (1 + hash(d.i * 13) % (a.cards // 95))::bigint as step, a.cards,
    (hash(d.i * 17) % 1000)::int as fault
from (select i, (hash(i * 19) % $legends)::bigint as n from range($decks) t(i)) d
join legend l on l.n = d.n
join allowed_count a on a.deck_mask = l.mask;
insert into deck (deck_id, source, source_key, version, is_current, format, published_on, is_complete, seen_at,
    content_hash, copies, load_id)
select deck_id, 'bench', i::varchar, 1, true,
    ['commander', 'duel-commander', 'french-commander', 'german-edh'][1 + (hash(i * 23) % 4)::int],
    date '2013-01-01' + (hash(i * 29) % 5000)::int, true, timestamp '2026-01-01', 'x',
    case when fault = 0 then 99 else 100 end, 1
from bench_deck;
insert into deck_commander select deck_id, 1, commander, 0, 'single' from bench_deck;
"""
# One deck in a thousand each: a card short, a card off colour, a commander twice, two copies of a card;
# a few cards of the pool bear the names of restricted cards.
_DECK_CARDS = """
insert into deck_card
select deck_id, zone, card_id, copies, sum(copies) over (partition by deck_id, card_id) as over_deck,
    case when zone = 'main' and over_deck = 1 then n.card_no end from (
    select d.deck_id, d.i, 0 as k, 'commander' as zone, d.commander as card_id, 1 as copies
    from bench_deck d where d.i between $low and $high
    union all
    select d.deck_id, d.i, d.k, 'main',
        case when d.fault = 1 and d.k = 1 then (select card_id from pool where i = 17)
             when d.fault = 2 and d.k = 1 then d.commander else a.card_id end,
        case when d.fault = 3 and d.k = 1 then 2 else 1 end
    from (
        select b.*, k, (b.start + k * b.step) % b.cards as place
        from bench_deck b cross join range(1, 96) r(k)
        where b.i between $low and $high
    ) d
    join allowed a on a.deck_mask = d.mask and a.place = d.place
    union all
    select d.deck_id, d.i, 96, 'main', b.card_id, case when d.fault in (0, 3) then 3 else 4 end
    from bench_deck d
    join (select m as mask, arg_max(card_id, bit_count(p.mask)) as card_id from range(32) r(m)
        join pool p on p.basic and (p.mask & ~m) = 0 group by m) b on b.mask = d.mask
    where d.i between $low and $high
)
join card_number n using (card_id)
order by zone = 'main' and over_deck = 1, i, k
"""


def build(home: Path, decks: int) -> duckdb.DuckDBPyConnection:
    """Make a warehouse with synthetic cards and decks; most of them legal."""
    con = connect_work(home, memory_limit="3GB", threads=2)
    con.execute("drop table deck_card")
    con.execute(
        "create table deck_card (deck_id bigint not null, zone varchar not null, card_id bigint not null, "
        "copies integer not null, copies_in_deck integer, card_no integer)"
    )
    values = {"cards": CARDS, "decks": decks, "legends": LEGENDS}
    for statement in _CARDS.split(";\n"):
        if statement.strip():
            used = {name: value for name, value in values.items() if f"${name}" in statement}
            con.execute(statement, used or None)
    for low in range(0, decks, 50_000):
        con.execute(_DECK_CARDS, {"low": low, "high": min(low + 50_000, decks) - 1})
    formats = load_formats()
    fold_restrictions(con, shipped_lists(), list_games(formats))
    con.execute(
        "update restriction r set card_id = p.card_id from (select *, row_number() over (order by card_id) n from pool "
        "where not basic) p, (select set_key, row_number() over (order by set_key) n from (select distinct set_key "
        "from restriction)) k where k.set_key = r.set_key and p.n = k.n * 40 and k.n % 4 = 0"
    )
    con.execute("checkpoint")
    return con


def timed(run: object, repeats: int = 3) -> float:
    """The best of some runs, in seconds."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        run()  # type: ignore[operator]
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    """Build, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--decks", type=int, default=1_000_000)
    parser.add_argument("--home", type=Path, default=None)
    options = parser.parse_args()
    home = options.home or Path(tempfile.mkdtemp(prefix="judge-million-"))
    if not (home / "work.duckdb").exists():
        build(home, options.decks).close()
    pid = os.fork()
    if pid == 0:  # a process of its own, so that peak memory is the judging's
        done = 1
        try:
            measure(home)
            done = 0
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(done)
    _, status = os.waitpid(pid, 0)
    if options.home is None:
        shutil.rmtree(home)
    sys.exit(os.waitstatus_to_exitcode(status))


def measure(home: Path) -> None:
    """Time the scan, the judging and the what-if."""
    con = connect_work(home, memory_limit="800MB", threads=2)
    con.execute("set preserve_insertion_order = false")
    formats = {name: held for name, held in load_formats().items() if name in FORMATS}

    def scan() -> None:
        con.execute(
            "create or replace temp table scan as select deck_id, count(*) as n from deck_card group by deck_id"
        )

    def judging() -> None:
        judge(con, formats, today=TODAY, bases=("published",))

    base = timed(scan, 5)
    full = timed(judging)
    # Before anything of Python's own fills the memory of this process.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    verdicts = con.execute("select verdict, count(*) from verdict group by 1 order by 1").fetchall()
    violations = con.execute("select count(*) from violation").fetchall()[0][0]
    banned = con.execute(
        "select c.name from deck_card d join card c using (card_id) where d.zone = 'main' and not "
        "list_contains(c.traits, 'basic') group by c.name order by count(*) desc, c.name limit 1"
    ).fetchall()[0][0]
    con.execute(
        "insert or ignore into card_name (game, level, key, kind, card_id, name, language) "
        "select 'mtg', 'folded', lower(name), 'name', card_id, name, 'en' from card"
    )

    def asking() -> None:
        what_if(con, formats["duel-commander"], ban=[banned], on=TODAY)

    # As a night does, whose verdicts a what-if begins with.
    judge(con, formats, today=TODAY, bases=("today",))
    asked = timed(asking)
    sampled, by_reference = seconds_by_reference(con, f"deck_id % 1000 < {SAMPLED}")
    decks = con.execute("select count(*) from deck").fetchall()[0][0]
    start = time.perf_counter()
    judged = judge(con, formats, today=TODAY, bases=("published",), under=FORMATS)
    everything = time.perf_counter() - start
    result = {
        "decks": decks,
        "scan_seconds": round(base, 3),
        "judge_seconds": round(full, 3),
        "judge_over_scan": round(full / base, 2),
        "what_if_seconds": round(asked, 3),
        "what_if_over_judge": round(asked / full, 3),
        "reference_over_judge": round(by_reference / sampled / (full / decks), 1),
        "sampled": sampled,
        "under_all_formats_seconds": round(everything, 2),
        "under_all_formats": sum(judged.verdicts.values()),
        "under_all_formats_over_judge": round(everything / full, 2),
        "verdicts": dict(verdicts),
        "violations": violations,
        "peak_memory_mib": peak,
    }
    print(json.dumps(result, ensure_ascii=False, indent=1))  # noqa: T201


if __name__ == "__main__":
    main()
