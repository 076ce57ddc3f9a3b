"""`datapackage.json` (Data Package v2): what each exported file holds, for tools and for people."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from schema.columns import published_tables

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb

    from schema.columns import TableMeaning

_TYPES = {
    "BIGINT": "integer",
    "INTEGER": "integer",
    "SMALLINT": "integer",
    "DOUBLE": "number",
    "BOOLEAN": "boolean",
    "DATE": "date",
    "TIMESTAMP": "datetime",
    "VARCHAR": "string",
}
_MEDIA = {".csv": ("csv", "text/csv"), ".parquet": ("parquet", "application/vnd.apache.parquet")}


def write_datapackage(con: duckdb.DuckDBPyConnection, files: Sequence[Path], directory: Path) -> Path:
    """Describe exported files in a `datapackage.json` beside them; return its path.

    Holds no time of writing, so that the same data give the same bytes.
    """
    tables = published_tables()
    names = {file.name for file in files}
    package = {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "deckcensus",
        "title": "deckcensus: commander decks, their cards, verdicts and popularity",
        "sources": _sources(con),
        "resources": [_resource(con, tables[file.stem], file, names) for file in files],
    }
    path = directory / "datapackage.json"
    path.write_text(json.dumps(package, ensure_ascii=False, indent=2) + "\n", encoding="utf-8", newline="\n")
    return path


def _resource(
    con: duckdb.DuckDBPyConnection, table: TableMeaning, file: Path, names: set[str]
) -> dict[str, Any]:
    form, media = _MEDIA[file.suffix]
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    resource: dict[str, Any] = {
        # Names are unique in a package: where both kinds are written, the Parquet twin says so.
        "name": _resource_name(table.name, form, names),
        "type": "table",
        "path": file.name,
        "format": form,
        "mediatype": media,
        "title": table.about,
        "bytes": file.stat().st_size,
        "hash": f"sha256:{digest}",
        "schema": _schema(con, table, form, names),
    }
    if form == "csv":
        resource["encoding"] = "utf-8"
        resource["dialect"] = {"delimiter": ",", "quoteChar": '"', "doubleQuote": True, "header": True}
    return resource


def _resource_name(table: str, form: str, names: set[str]) -> str:
    return f"{table}-parquet" if form == "parquet" and f"{table}.csv" in names else table


def _schema(
    con: duckdb.DuckDBPyConnection, table: TableMeaning, form: str, names: set[str]
) -> dict[str, Any]:
    described = con.execute(f'describe "{table.name}"').fetchall()
    kinds = {str(row[0]): (str(row[1]), str(row[2])) for row in described}
    fields = []
    for column, meaning in table.columns.items():
        kind, null = kinds[column]
        entry: dict[str, Any] = {
            "name": column,
            "type": "array" if kind.endswith("[]") else _TYPES.get(kind, "any"),
            "description": meaning,
        }
        if null == "NO":
            entry["constraints"] = {"required": True}
        fields.append(entry)
    schema: dict[str, Any] = {
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "fields": fields,
        "missingValues": [""],
    }
    if table.key_is_unique:
        schema["primaryKey"] = list(table.key)
    keys = [
        {
            "fields": [column],
            "reference": {"resource": _resource_name(target, form, names), "fields": [target_column]},
        }
        for column, (target, target_column) in table.references.items()
    ]
    if keys:
        schema["foreignKeys"] = keys
    return schema


def _sources(con: duckdb.DuckDBPyConnection) -> list[dict[str, str]]:
    """The sites the data come from, each with its address."""
    rows = con.execute(
        "select source, min(canonical_url) from page group by source order by source"
    ).fetchall()
    sources = []
    for source, url in rows:
        parts = urlsplit(str(url))
        entry = {"title": str(source)}
        if parts.scheme in {"http", "https"} and parts.netloc:
            entry["path"] = f"{parts.scheme}://{parts.netloc}/"
        sources.append(entry)
    return sources
