"""Keep a tiny database of the present schema for the tests of later versions.

Run as `python -m tests.warehouse.keep_storage` when a DDL file has been added. A kept file is never
written again once its schema has been released: it shows that what users have still opens.
"""

from __future__ import annotations

import gzip
import shutil
import tempfile
from pathlib import Path

import duckdb

from tests.warehouse.world import fill
from warehouse.database import connect_work, schema_version
from warehouse.publish import STORAGE_VERSION

DIRECTORY = Path(__file__).resolve().parent / "storage"


def keep() -> Path:
    """Write the database, in the storage version that every supported DuckDB reads, and compress it."""
    DIRECTORY.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        con = connect_work(Path(scratch))
        fill(con)
        con.close()
        small = Path(scratch) / "small.duckdb"
        con = duckdb.connect()
        con.execute(f"attach '{scratch}/work.duckdb' as work (read_only)")
        con.execute(f"attach '{small}' as small (storage_version '{STORAGE_VERSION}')")
        con.execute("copy from database work to small")
        con.close()
        kept = DIRECTORY / f"schema_{schema_version():03}.duckdb.gz"
        with small.open("rb") as plain, gzip.GzipFile(kept, "wb", mtime=0) as packed:
            shutil.copyfileobj(plain, packed)
    return kept


if __name__ == "__main__":
    keep()
