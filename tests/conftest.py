"""Fixtures every room's tests share."""

from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The directory of reference material beside the project; skips the test where it is absent."""
    path = PROJECT.parent / "shared"
    if not path.is_dir():
        pytest.skip("../shared is not here")
    return path
