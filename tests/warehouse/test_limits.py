"""A full disk, a directory that can't be written, too little memory: a plain error, and nothing half."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from schema.errors import WarehouseError
from tests.warehouse.hashes import table_hashes
from tests.warehouse.nights import PROJECT, run
from warehouse.checks import run_checks
from warehouse.database import connect_work
from warehouse.tables import scalar, transaction

# Writing beyond the limit fails as on a full disk (EFBIG instead of ENOSPC).
FULL = """
import resource, signal, sys
from pathlib import Path
from schema.errors import CensusError
from tests.warehouse.nights import PROJECT, run
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    run(Path(sys.argv[1]))
except CensusError as error:
    print(type(error).__name__, error)
    print(error.hint)
"""


@pytest.mark.parametrize("size", [300_000, 2_000_000])
def test_a_full_disk_is_told_and_the_next_run_ends_the_same(tmp_path, size, undisturbed):
    home = tmp_path / "census"
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(home), str(size)], capture_output=True, text=True, cwd=PROJECT
    )
    assert done.returncode == 0, done.stderr
    assert "WarehouseError" in done.stdout
    assert "Traceback" not in done.stderr
    run(home)
    con = connect_work(home)
    run_checks(con)
    assert table_hashes(con) == undisturbed
    con.close()


def test_too_little_memory_is_told_and_nothing_is_kept(tmp_path):
    con = connect_work(tmp_path, memory_limit="8MB", threads=1)
    con.execute("set temp_directory = ''")

    def fill():
        with transaction(con):
            con.execute("insert into gone values ('s', 'a', '2020-01-01')")
            con.execute(
                "create table big as select range a, repeat('x', 100) b from range(400000) order by b, a"
            )

    with pytest.raises(WarehouseError, match="memory") as caught:
        fill()
    assert caught.value.hint
    assert scalar(con, "select count(*) from gone") == 0
    con.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_home_is_told(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(WarehouseError):
        connect_work(tmp_path)
    tmp_path.chmod(0o700)
