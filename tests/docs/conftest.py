"""A scratch directory in which the README has been followed from top to bottom, once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from tests.docs.readme import Part, parts
from tests.docs.running import Done, asked, do_block, standing_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import SampleNight


@dataclass
class Followed:
    """What came of following the README: by the line of a piece, what was done or answered."""

    directory: Path
    report: object
    done: dict[int, list[Done]] = field(default_factory=dict)
    answers: dict[int, str] = field(default_factory=dict)
    # line of an output -> the piece whose output it is
    source: dict[int, Part] = field(default_factory=dict)


@pytest.fixture(scope="session")
def followed(sample_night: SampleNight, tmp_path_factory: pytest.TempPathFactory) -> Followed:
    """Write the README's files, run its commands and queries in their order."""
    directory = tmp_path_factory.mktemp("reader")
    sample_night.copy(directory / "census")
    result = Followed(directory, sample_night.report)
    last: Part | None = None
    with standing_in(directory):
        for part in parts():
            match part.kind:
                case "file":
                    path = directory / part.argument
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(part.text, encoding="utf-8")
                case "sh":
                    result.done[part.line] = do_block(part)
                    last = part
                case "sql":
                    result.answers[part.line] = asked(part, directory / "census")
                    last = part
                case "output":
                    assert last is not None
                    result.source[part.line] = last
    return result
