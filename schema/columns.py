"""What every table and column means: read from `columns.toml`, the one place where it is said.

The meanings become comments in the published database, the data dictionary and the data package.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class TableMeaning:
    """One published table: what it holds, its key, where its ids lead, and a line for each column.

    `key` orders the rows; where `key_is_unique` is False several rows may share it (then all columns do).
    `references` maps a column to (table, column). `group` is core, operations or mart.
    """

    name: str
    about: str
    group: str
    key: tuple[str, ...]
    key_is_unique: bool
    references: dict[str, tuple[str, str]]
    columns: dict[str, str]


@lru_cache(maxsize=1)
def published_tables() -> dict[str, TableMeaning]:
    """The published tables by name, in the order of the file."""
    text = (resources.files("schema") / "columns.toml").read_text(encoding="utf-8")
    tables: dict[str, TableMeaning] = {}
    for name, entry in tomllib.loads(text).items():
        references = {column: target.split(".") for column, target in entry.get("references", {}).items()}
        tables[name] = TableMeaning(
            name=name,
            about=entry["about"],
            group=entry["group"],
            key=tuple(entry["key"]),
            key_is_unique=entry.get("key_is_unique", True),
            references={column: (target[0], target[1]) for column, target in references.items()},
            columns=dict(entry["columns"]),
        )
    return tables
