"""A database in memory for each test."""

import pytest

from warehouse.database import memory_database


@pytest.fixture
def con():
    connection = memory_database()
    yield connection
    connection.close()
