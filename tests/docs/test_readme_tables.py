"""The tables of the README against the code: those made from it, those written by hand, the bench's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from schema.columns import published_tables
from schema.errors import CensusError
from schema.restrictions import COLUMNS, STATUSES
from tests.docs.readme import README, cells, parts, sections, table_under
from tests.docs.tables import TABLES

if TYPE_CHECKING:
    from tests.docs.readme import Part

PARTS = parts()
TEXT = README.read_text(encoding="utf-8")
RENEW = "run `python -m tests.docs` and look at the difference"


# --- tables made from the code --------------------------------------------------------------------------


@pytest.mark.parametrize("part", [pytest.param(part, id=part.name) for part in PARTS if part.kind == "table"])
def test_each_table_is_the_code_s(part: Part):
    assert part.text.strip() == TABLES[part.argument]().strip(), RENEW


def test_each_table_of_the_code_stands_in_the_readme():
    assert {part.argument for part in PARTS if part.kind == "table"} == set(TABLES)


def test_the_bench_s_table_has_the_promises_that_the_bench_declares():
    """The figures are of one machine; what is promised is the code's."""
    from tests.bench.__main__ import promises

    (block,) = [part for part in PARTS if part.kind == "bench"]
    shown = [tuple(row[:2]) for row in cells(block.text)]
    assert shown == [(each.name, each.words) for each in promises()], RENEW


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


def test_the_exit_codes_are_the_ones_of_the_errors():
    from flows.cli import INTERRUPTED
    from flows.commands.check import FINDINGS
    from flows.night import DONE, PARTIAL

    def below(kind: type[CensusError]) -> set[int]:
        return {kind.exit_code} | {code for child in kind.__subclasses__() for code in below(child)}

    shown = {int(row[0]) for row in table_under("Every command", "exit code")}
    assert shown == below(CensusError) | {FINDINGS, DONE, PARTIAL, INTERRUPTED}


def test_the_verdicts_are_the_four():
    about = published_tables()["verdict"].columns["verdict"]
    shown = [row[0].strip("`") for row in table_under("Check a deck", "verdict")]
    assert set(shown) == set(re.findall(r"\b(legal|illegal|unknown|incomplete)\b", about))
    assert len(shown) == 4


def test_the_parameters_of_rules_are_the_code_s():
    from tests.docs.tables import parameters, rule_classes

    shown = [
        name for row in table_under("Add a format", "parameter") for name in re.findall(r"`(\w+)`", row[0])
    ]
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
    text = next(cell[1] for cell in table_under("Add a format", "parameter") if f"`{row}`" in cell[0])
    assert values <= set(re.findall(r"`([a-z_]+)`", text))
    assert len(values) == len(
        set(re.findall(r"`([a-z_]+)`", text)) - {"companion", "pair"} | values & {"companion", "pair"}
    )


def test_the_columns_of_a_list_are_the_code_s():
    rows = table_under("Add a format", "column")
    assert [row[0].strip("`") for row in rows] == list(COLUMNS)
    status = next(row[1] for row in rows if row[0] == "`status`")
    assert set(re.findall(r"`([a-z_]+)`", status)) == set(STATUSES)


def test_the_keys_every_rule_has_are_named():
    from schema.rule_kinds import RuleBase

    body = sections(TEXT)["Add a format"]
    for name, field in RuleBase.model_fields.items():
        assert f"`{field.alias or name}`" in body


def test_the_keys_of_a_format_file_are_named():
    from schema.format_files import EditionFile, FormatFile

    body = sections(TEXT)["Add a format"]
    for model in (FormatFile, EditionFile):
        for name, field in model.model_fields.items():
            key = field.alias or name
            assert re.search(rf"`{key}`|^\[+(editions\.)?{key}\b|^{key} = ", body, flags=re.MULTILINE), key
