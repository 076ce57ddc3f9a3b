"""A database in memory for each test; what undisturbed nights end in."""

import pytest

from tests.warehouse.hashes import table_hashes
from tests.warehouse.nights import run
from warehouse.database import connect_work, memory_database


@pytest.fixture
def con():
    connection = memory_database()
    yield connection
    connection.close()


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory):
    """The hashes of every table after the nights of `tests/warehouse/nights.py`."""
    home = tmp_path_factory.mktemp("undisturbed")
    run(home)
    connection = connect_work(home)
    hashes = table_hashes(connection)
    connection.close()
    return hashes
