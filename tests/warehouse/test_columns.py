"""Every published column has one line of meaning, and no line is without its column."""

from __future__ import annotations

import re
from pathlib import Path

from schema.columns import published_tables
from tests.warehouse.world import fill

PROMISED = {
    "deck": "deck_id source source_key version is_current url title author format published_on revised_on "
    "event_id placing page_id parser parser_version",
    "deck_line": "deck_id zone line_no text copies card_id resolved_by",
    "deck_card": "deck_id zone card_id copies",
    "deck_commander": "deck_id slot card_id kind",
    "card": "card_id game name",
    "card_face": "card_id",
    "card_name": "card_id name language key",
    "format_edition": "format edition from_date until_date source_url",
    "restriction": "list card_id status min_identity from_date until_date source_url",
    "verdict": "deck_id format basis as_of edition verdict",
    "violation": "deck_id format basis rule severity zone card_id copies detail source_url",
    "page": "url fetched_at",
    "load": "load_id",
    "problem": "source url kind detail line_no",
    "commander_popularity": "commander decks n share",
    "card_inclusion": "commander card decks n share",
    "legality_summary": "format edition verdict decks n share",
    "rule_breaches": "format rule decks n share",
    "ban_impact": "format list decks n share",
    "data_quality": "source",
}

# What only the writer's database holds.
UNPUBLISHED = {"card_no"}


def test_every_column_has_a_line_and_every_line_a_column(con):
    fill(con)
    for name, table in published_tables().items():
        described = [str(row[0]) for row in con.execute(f'describe "{name}"').fetchall()]
        assert list(table.columns) == [column for column in described if column not in UNPUBLISHED], name


def test_the_tables_users_rely_on_are_there_to_the_letter():
    for name, columns in PROMISED.items():
        assert set(columns.split()) <= set(published_tables()[name].columns), name


def test_keys_and_references_are_columns():
    tables = published_tables()
    for table in tables.values():
        assert table.key
        assert set(table.key) <= set(table.columns)
        assert table.group in {"core", "operations", "mart"}
        for column, (target, target_column) in table.references.items():
            assert column in table.columns
            assert tables[target].key == (target_column,)


def test_a_line_says_something_once():
    for table in published_tables().values():
        for column, meaning in {"": table.about, **table.columns}.items():
            assert 3 < len(meaning) < 140, (table.name, column)
            assert "\n" not in meaning
            assert not meaning.endswith("."), (table.name, column)


def test_every_sql_file_says_its_grain_inputs_and_key():
    directory = Path(__file__).resolve().parents[2] / "warehouse" / "sql"
    for step in ("load", "resolve", "marts", "checks", "publish", "ddl"):
        for path in sorted((directory / step).glob("*.sql")):
            text = path.read_text(encoding="utf-8")
            assert text.startswith("-- "), path.name
            assert re.search("^-- grain: .", text, re.MULTILINE), path.name
            assert re.search("^-- key: .", text, re.MULTILINE), path.name
            assert step == "ddl" or re.search("^-- inputs: .", text, re.MULTILINE), path.name
            assert len(text.splitlines()) <= 80, path.name
