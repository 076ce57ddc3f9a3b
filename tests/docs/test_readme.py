"""The README against the code: what it shows is run, what it prints is compared, what it names is there."""

from __future__ import annotations

import datetime
import json
import re
import shlex
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING

import pytest

from parsers.base import Parser
from schema.columns import published_tables
from schema.errors import CensusError
from schema.formats import load_formats
from schema.records import Page
from schema.restrictions import COLUMNS, STATUSES, shipped_lists
from tests.docs.readme import PROJECT, README, cells, commands, parts, sections, unfenced
from tests.docs.running import do, is_run, parses, shown_as, standing_in, summary_table
from tests.docs.tables import TABLES
from warehouse.database import memory_database
from warehouse.load import load_pages
from warehouse.warc import sha256_hex

if TYPE_CHECKING:
    from tests.docs.conftest import Followed
    from tests.docs.readme import Part

PARTS = parts()
TEXT = README.read_text(encoding="utf-8")
RENEW = "run `python -m tests.docs` and look at the difference"


def of(*kinds: str) -> list[pytest.param]:
    return [pytest.param(part, id=part.name) for part in PARTS if part.kind in kinds]


def exit_code(part: Part) -> int:
    return int(part.argument or 0)


# --- what it shows is run -------------------------------------------------------------------------------


@pytest.mark.parametrize("part", of("sh"))
def test_each_command_ends_as_it_says(part: Part, followed: Followed):
    for done in followed.done[part.line]:
        assert done.code == exit_code(part), f"{done.command}\n{done.stderr}"
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("part", of("sh"))
def test_each_command_says_something(part: Part, followed: Followed):
    for done in followed.done[part.line]:
        assert done.stdout or done.stderr, done.command


@pytest.mark.parametrize("part", of("sql"))
def test_each_query_has_an_answer(part: Part, followed: Followed):
    rows = cells(followed.answers[part.line])
    assert rows, "a query of the README finds nothing in the sample"
    assert any(any(row) for row in rows)


def test_there_are_ten_queries_and_more():
    assert len([part for part in PARTS if part.kind == "sql"]) >= 10


@pytest.mark.parametrize("part", of("output"))
def test_each_output_is_what_is_printed(part: Part, followed: Followed):
    source = followed.source[part.line]
    if source.kind == "sql":
        assert part.text == followed.answers[source.line], RENEW
        return
    done = followed.done[source.line][-1]
    assert part.text == shown_as(done), RENEW
    if "--output json" in done.command:
        # Broken up for reading, but the same.
        assert [json.loads(line) for line in done.stdout.splitlines()] == [json.loads(unfenced(part.text))]


@pytest.mark.parametrize("part", of("summary"))
def test_the_summary_is_the_one_of_the_sample_night(part: Part, followed: Followed):
    assert part.text == summary_table(followed.report, part.argument), RENEW


def test_every_language_of_a_block_is_one_the_tests_know():
    assert {part.kind for part in PARTS} <= {
        "bench",
        "file",
        "sh",
        "sql",
        "output",
        "summary",
        "table",
        "text",
    }


def test_most_commands_are_run():
    given = [command for part in PARTS if part.kind == "sh" for command in commands(part)]
    ran = {shlex.split(command)[1] for command in given if is_run(command) and "|" not in command}
    assert {"query", "export", "check", "formats", "what-if", "add", "cards"} <= ran


# --- what is not run is compared ------------------------------------------------------------------------

NOT_RUN = [
    command for part in PARTS if part.kind == "sh" for command in commands(part) if not is_run(command)
]


@pytest.mark.parametrize("command", NOT_RUN)
def test_what_is_not_run_exists(command: str):
    words = shlex.split(command)
    if words[0] == "make":
        assert words[1] in _targets()
    elif words[0] == "deckcensus":
        parses(command)
    elif words[0] == "export":
        variable = words[1].partition("=")[0]
        assert variable in TEXT[TEXT.index("## Settings") :]
    elif words[0] == "prefect":
        _prefect(words)
    else:
        assert words == ["pip", "install", "."]


def _targets() -> set[str]:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))


def _prefect(words: list[str]) -> None:
    held = (PROJECT / "flows" / "prefect.yaml").read_text(encoding="utf-8")
    if "--prefect-file" in words:
        assert (PROJECT / words[words.index("--prefect-file") + 1]).is_file()
        assert f"name: {words[words.index('--name') + 1]}" in held
    else:
        pool = words[words.index("--pool") + 1] if "--pool" in words else words[-1]
        assert f"name: {pool}" in held
    assert " ".join(words) in held, "flows/prefect.yaml shows another command"


def test_make_targets_named_in_the_text_exist():
    named = set(re.findall(r"`make ([a-z-]+)`", TEXT))
    assert named
    assert named <= _targets()


# --- tables made from the code --------------------------------------------------------------------------


@pytest.mark.parametrize("part", of("table"))
def test_each_table_is_the_code_s(part: Part):
    assert part.text.strip() == TABLES[part.argument]().strip(), RENEW


def test_each_table_of_the_code_stands_in_the_readme():
    assert {part.argument for part in PARTS if part.kind == "table"} == set(TABLES)


def test_every_published_table_is_named():
    shown = {row[0].strip("`") for row in cells(_table("published"))}
    assert shown == set(published_tables())


def _table(name: str) -> str:
    return next(part.text for part in PARTS if part.kind == "table" and part.argument == name)


def test_the_bench_s_table_has_the_promises_that_the_bench_declares():
    """The figures are of one machine; what is promised is the code's."""
    from tests.bench.__main__ import promises

    (block,) = [part for part in PARTS if part.kind == "bench"]
    assert [tuple(row[:2]) for row in cells(block.text)] == [(each.name, each.words) for each in promises()]


def test_the_bench_s_figures_are_told_as_they_are():
    from tests.bench.__main__ import promises

    (block,) = [part for part in PARTS if part.kind == "bench"]
    for row, promise in zip(cells(block.text), promises(), strict=True):
        if row[3] == "not measured":
            assert row[2:] == ["", "not measured", ""]
            continue
        figure = float(row[2].rstrip("×%").replace(",", "")) / (100 if row[2].endswith("%") else 1)
        # Rounded to the bound itself, it may be either.
        assert figure == promise.value or row[3] == promise.measured(figure, "").cells()[3], row


# --- hand-written tables against the code ---------------------------------------------------------------


def _after(heading: str, title: str) -> list[list[str]]:
    """The rows of the table under a heading whose head begins with a title."""
    body = sections(TEXT)[heading]
    return cells(body[body.index(f"| {title} |") :].split("\n\n")[0])


def test_the_exit_codes_are_the_ones_of_the_errors():
    from flows.commands.check import FINDINGS
    from flows.night import DONE, PARTIAL

    assert "return 130" in (PROJECT / "flows" / "cli.py").read_text(encoding="utf-8")
    interrupted = 130

    def below(kind: type[CensusError]) -> set[int]:
        return {kind.exit_code} | {code for child in kind.__subclasses__() for code in below(child)}

    shown = {int(row[0]) for row in _after("Every command", "exit code")}
    assert shown == below(CensusError) | {FINDINGS, DONE, PARTIAL, interrupted}


def test_the_verdicts_are_the_four():
    about = published_tables()["verdict"].columns["verdict"]
    shown = [row[0].strip("`") for row in _after("Check a deck", "verdict")]
    assert set(shown) == set(re.findall(r"\b(legal|illegal|unknown|incomplete)\b", about))
    assert len(shown) == 4


def test_the_parameters_of_rules_are_the_code_s():
    from tests.docs.tables import parameters, rule_classes

    shown = [name for row in _after("Add a format", "parameter") for name in re.findall(r"`(\w+)`", row[0])]
    assert len(shown) == len(set(shown))
    assert set(shown) == {name for rule in rule_classes() for name in parameters(rule)}


@pytest.mark.parametrize(
    ("row", "known"),
    [
        ("allowed", "schema.rule_kinds:PairKind"),
        ("clauses", "schema.rule_kinds:Clauses"),
        ("statuses", "schema.rule_kinds:ListStatus"),
        ("zones", "schema.records:Zone"),
    ],
)
def test_the_values_of_a_parameter_are_the_code_s(row: str, known: str):
    import importlib
    from typing import get_args

    module, _, name = known.partition(":")
    values = set(get_args(getattr(importlib.import_module(module), name)))
    text = next(cell[1] for cell in _after("Add a format", "parameter") if f"`{row}`" in cell[0])
    assert values <= set(re.findall(r"`([a-z_]+)`", text))
    assert len(values) == len(
        set(re.findall(r"`([a-z_]+)`", text)) - {"companion", "pair"} | values & {"companion", "pair"}
    )


def test_the_columns_of_a_list_are_the_code_s():
    rows = _after("Add a format", "column")
    assert [row[0].strip("`") for row in rows] == list(COLUMNS)
    status = next(row[1] for row in rows if row[0] == "`status`")
    assert set(re.findall(r"`([a-z_]+)`", status)) == set(STATUSES)


def test_the_keys_every_rule_has_are_named():
    from schema.rule_kinds import RuleBase

    body = sections(TEXT)["Add a format"]
    for name, field in RuleBase.model_fields.items():
        assert f"`{field.alias or name}`" in body


def test_the_keys_of_a_format_file_are_named():
    from schema.formats import _EditionFile, _FormatFile

    body = sections(TEXT)["Add a format"]
    for model in (_FormatFile, _EditionFile):
        for name, field in model.model_fields.items():
            key = field.alias or name
            assert re.search(rf"`{key}`|^\[+(editions\.)?{key}\b|^{key} = ", body, flags=re.MULTILINE), key


# --- the worked examples --------------------------------------------------------------------------------


def test_the_house_rule_is_judged_as_told(followed: Followed):
    verdict = _verdict(followed, "kitchen-table")
    assert verdict["verdict"] == "illegal"
    assert {item["rule"] for item in verdict["violations"]} == {"KT2"}


def test_the_house_rule_changes_what_it_names_and_keeps_the_rest(followed: Followed):
    formats = load_formats(followed.directory / "census")
    own, shipped = formats["kitchen-table"].editions[-1].rules, formats["dmedh"].editions[-1].rules
    assert own["DM2"].exactly == 8
    assert shipped["DM2"].exactly == 60
    assert "DM3" not in own
    assert own["DM6"] == shipped["DM6"]
    assert own["DM1"].excluded == shipped["DM1"].excluded
    assert (own["DM1"].least_cost, shipped["DM1"].least_cost) == (7, 4)


def test_the_house_list_is_read(followed: Followed):
    changes = shipped_lists(followed.directory / "census")["kitchen-table"]
    assert [change.status for change in changes] == ["banned", "pair", "free"]


def test_what_the_house_rule_forbids_is_found(followed: Followed, tmp_path):
    """Each of its own rules is broken by a deck made for it, and by no other."""
    ours = (followed.directory / "ours.txt").read_text(encoding="utf-8")
    good = ours.replace("《コッコ・ルピア》", "《ボルシャック・NEX》").replace("2025-05-05", "2025-07-07")
    dear = "ボルバルザーク・エクス", "無双竜鬼ミツルギブースト"  # of cost 7, of cost 5
    cases = {
        "": good,
        "DM2": good.replace("《クック・ポロン》\n", ""),
        "KT1": good.replace("《クック・ポロン》", "《進化設計図》"),
        "DM6": good.replace("《クック・ポロン》", "《アクア・サーファー》"),
        "KT2": good.replace("2025-07-07", "2024-05-05"),
        "DM1": good.replace(*dear).replace("2025-07-07", "2026-05-05"),
    }
    with standing_in(followed.directory):
        for rule, text in cases.items():
            (tmp_path / "deck.txt").write_text(text, encoding="utf-8")
            done = do(f"deckcensus check {tmp_path / 'deck.txt'} --format kitchen-table --output json")
            found = json.loads(done.stdout)
            assert {item["rule"] for item in found["violations"]} == ({rule} - {""}), found
            assert done.code == (4 if rule else 0)


def _verdict(followed: Followed, format_id: str) -> dict:
    for part in PARTS:
        if part.kind == "output" and part.text.startswith("```json"):
            found = json.loads(unfenced(part.text))
            if found["format"] == format_id:
                return found
    raise AssertionError(format_id)


def test_the_format_from_nothing_judges(followed: Followed, tmp_path):
    deck = "Date: 2025-05-05\n\n《ボルバルザーク・エクス》(統率者)\n《青銅の鎧》\n《アクア・サーファー》×2\n"
    (tmp_path / "deck.txt").write_text(deck, encoding="utf-8")
    with standing_in(followed.directory):
        found = json.loads(do(f"deckcensus check {tmp_path / 'deck.txt'} -f fifteen -o json").stdout)
    assert {item["rule"] for item in found["violations"]} == {"F1", "F3"}
    assert found["verdict"] == "incomplete"


def test_files_of_the_readme_are_what_they_say():
    names = {part.argument for part in PARTS if part.kind == "file"}
    assert {"census/formats/kitchen-table.toml", "census/restrictions/kitchen-table.csv"} <= names
    for part in PARTS:
        if part.argument.endswith(".toml"):
            assert tomllib.loads(part.text)["id"] in part.argument


@pytest.fixture
def club():
    """The README's parser, as a module would hold it."""
    text = next(part.text for part in PARTS if part.argument == "parsers/my_club.py")
    module: dict = {"__name__": "parsers.my_club"}
    exec(compile(text, "my_club.py", "exec"), module)
    return module["MyClubParser"]()


def club_page(body: str) -> Page:
    now = datetime.datetime(2026, 11, 29, tzinfo=datetime.UTC)
    data = body.encode()
    return Page("my-club", "https://decks.my-club.org/7", now, 200, "text/html", data, sha256_hex(data))


def test_the_parser_of_the_readme_satisfies_the_protocol(club):
    assert {name for name in vars(Parser) if not name.startswith("_")} <= set(dir(club))
    assert set(Parser.__annotations__) <= set(dir(club))
    assert club.owns("https://decks.my-club.org/7")
    assert not club.owns("https://dm-edh.com/7")


def test_the_parser_of_the_readme_gives_a_deck_that_is_loaded(club):
    page = club_page("<h1>7</h1><pre>\nDate: 2024-05-05\n《天気君》(統率者)\n1 青銅の鎧\n</pre>")
    parsed = club.parse(page)
    con = memory_database()
    load_pages(con, [(page, club.name, club.version, parsed)], started_at=page.fetched_at, code_version="1")
    assert con.execute("select source, format, parser from deck").fetchall() == [
        ("my-club", "dmedh", "my-club")
    ]
    assert con.execute("select zone, text from deck_line order by line_no").fetchall() == [
        ("commander", "天気君"),
        ("main", "青銅の鎧"),
    ]
    con.close()


@pytest.mark.parametrize("body", ["", "<pre>\n《天気君》", "<h1>moved</h1>"])
def test_the_parser_of_the_readme_tells_what_it_cannot_read(club, body):
    parsed = club.parse(club_page(body))
    assert not parsed.decks
    assert [problem.kind for problem in parsed.problems] == ["layout_changed"]


def test_the_parser_of_the_readme_keeps_the_house_s_rules():
    text = next(part.text for part in PARTS if part.argument == "parsers/my_club.py")
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--no-cache",
        "--stdin-filename",
        "parsers/my_club.py",
        "-",
    ]
    told = subprocess.run(command, cwd=PROJECT, input=text, capture_output=True, text=True, check=False)
    # Where an import only serves types is a matter of taste in an example.
    assert not [row for row in told.stdout.splitlines() if re.match(r"[A-Z]+\d+ ", row) and "TC00" not in row]


# --- names of files, symbols and tests ------------------------------------------------------------------


def test_every_path_named_exists():
    roots = ("flows/", "parsers/", "schema/", "warehouse/", "tests/", ".ci/")
    named = {name for name in re.findall(r"`([^`\s<>]+)`", TEXT) if name.startswith(roots)}
    assert len(named) > 30
    missing = [name for name in sorted(named) if not (PROJECT / name.partition("::")[0]).exists()]
    assert not missing


def test_every_symbol_named_with_its_file_is_there():
    named = re.findall(r"`(\w+)`(?:,[^`]*)? in\s+`([\w/]+\.py)`", TEXT)
    assert len(named) >= 6
    for symbol, path in named:
        assert re.search(rf"\b{symbol}\b", (PROJECT / path).read_text(encoding="utf-8")), (symbol, path)


def test_every_promise_names_tests_that_are_there():
    rows = _after("Promises", "promise")
    assert len(rows) > 15
    for promise, held in rows:
        named = re.findall(r"`(tests/[^`]+)`", held)
        assert named, promise
        for name in named:
            path, _, function = name.partition("::")
            assert (PROJECT / path).exists(), name
            if (PROJECT / path).is_dir():
                assert list((PROJECT / path).glob("test_*.py")), f"{name} holds no test"
            elif function:
                assert f"def {function}(" in (PROJECT / path).read_text(encoding="utf-8"), name
            else:
                assert "def test_" in (PROJECT / path).read_text(encoding="utf-8"), name


def test_the_sections_a_reader_looks_for_are_there_in_their_order():
    wanted = [
        "Sixty seconds", "Every night", "Ask it", "Check a deck", "Feed it by hand", "Every command",
        "Settings", "Published tables", "The house", "Add a site", "Add a format", "Promises", "Limits",
        "Licence",
    ]  # fmt: skip
    assert list(sections(TEXT)) == wanted


def test_views_and_macros_named_are_published(followed: Followed):
    from warehouse.database import connect_published

    body = sections(TEXT)["Published tables"]
    named = set(re.findall(r"`(\w+)\(", body)) | set(re.findall(r"`(\w+)` \(", body))
    con = connect_published(followed.directory / "census")
    try:
        held = {
            row[0]
            for row in con.execute("select view_name from duckdb_views() where not internal").fetchall()
        }
        # Macros of the marts (shares and intervals) serve these.
        macros = con.execute(
            "select distinct function_name from duckdb_functions() where not internal"
        ).fetchall()
    finally:
        con.close()
    assert held <= named
    assert named <= held | {row[0] for row in macros}
