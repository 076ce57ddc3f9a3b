"""The settings: each in the README's table, each read from the environment, each with a meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from flows.settings import Settings, load_settings
from schema.errors import ConfigurationError
from tests.docs.readme import PROJECT, cells, parts
from warehouse.database import memory_database

TABLE = next(part.text for part in parts() if part.kind == "table" and part.argument == "settings")
ROWS = {row[0].strip("`"): row[1:] for row in cells(TABLE)}


def test_every_setting_stands_in_the_table_and_no_other():
    assert list(ROWS) == [f"DECKCENSUS_{name.upper()}" for name in Settings.model_fields]


@pytest.mark.parametrize("name", list(Settings.model_fields))
def test_meaning_and_default_are_the_class_s(name, monkeypatch):
    default, meaning = ROWS[f"DECKCENSUS_{name.upper()}"]
    field = Settings.model_fields[name]
    assert field.description == meaning
    if default:
        # What the table calls the default, set by hand, changes nothing.
        monkeypatch.setenv(f"DECKCENSUS_{name.upper()}", default.strip("`"))
    assert getattr(load_settings(), name) == field.get_default(call_default_factory=True)


EXAMPLES = {
    "home": ("elsewhere", Path("elsewhere")),
    "contact": ("https://census.my-club.org/about", "https://census.my-club.org/about"),
    "sites": ("dm-edh", ("dm-edh",)),
    "pace": ('{"dm-edh": 5}', {"dm-edh": 5.0}),
    "base": ('{"dm-edh": "http://127.0.0.1:8080"}', {"dm-edh": "http://127.0.0.1:8080"}),
    "official_budget": ("7", 7),
    "webhook": ("https://hooks.my-club.org/x", "https://hooks.my-club.org/x"),
    "memory_limit": ("1GB", "1GB"),
    "cron": ("0 3 * * *", "0 3 * * *"),
    "timezone": ("Europe/Berlin", "Europe/Berlin"),
    "stale_after": ("12", 12),
}


@pytest.mark.parametrize("name", list(Settings.model_fields))
def test_every_setting_is_read_from_the_environment(name, monkeypatch):
    text, value = EXAMPLES[name]
    monkeypatch.setenv(f"DECKCENSUS_{name.upper()}", text)
    assert getattr(load_settings(), name) == value


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        ("PACE", "fast"),
        ("PACE", '{"dmedh": 10}'),
        ("PACE", '{"dm-edh": -1}'),
        ("PACE", '{"dm-edh": NaN}'),
        ("BASE", '{"elsewhere": "http://127.0.0.1:8080"}'),
        ("BASE", '{"dm-edh": "127.0.0.1:8080"}'),
        ("BASE", '{"dm-edh": "http://127.0.0.1:99999"}'),
        ("OFFICIAL_BUDGET", "many"),
        ("OFFICIAL_BUDGET", "-1"),
        ("SITES", "elsewhere"),
        ("MEMORY_LIMIT", "lots"),
        ("MEMORY_LIMIT", "2"),
        ("WEBHOOK", "hooks.my-club.org"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(variable, text, monkeypatch):
    monkeypatch.setenv(f"DECKCENSUS_{variable}", text)
    with pytest.raises(ConfigurationError) as raised:
        load_settings()
    assert str(raised.value).startswith(f"DECKCENSUS_{variable}")
    assert raised.value.hint


@pytest.mark.parametrize("amount", ["1GB", "512 MiB", "1.5gb", "50%", " 2GB "])
def test_an_amount_of_memory_is_one_that_duckdb_takes(amount, monkeypatch):
    monkeypatch.setenv("DECKCENSUS_MEMORY_LIMIT", amount)
    con = memory_database()
    con.execute("set memory_limit = ?", [load_settings().memory_limit])
    con.close()


def test_no_setting_is_read_past_the_class():
    """Only the class, and the switch for tracebacks, read the environment."""
    allowed = {"DECKCENSUS_DEBUG"} | set(ROWS)
    for room in ("flows", "parsers", "schema", "warehouse"):
        for path in (PROJECT / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            named = set(re.findall(r"DECKCENSUS_[A-Z_]*[A-Z]", text))
            assert named <= allowed, path
            if room != "flows":
                assert "environ" not in text, path
