"""The home of a census: which world it is of, and the files beside the database."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from schema.errors import ConfigurationError

if TYPE_CHECKING:
    from pathlib import Path

WORLD_FILE = "world.json"


def claim_world(home: Path, world: str) -> None:
    """Make the home a census of one world, `sample` or `live`; the first night decides.

    The replica sites stand under the names of the real ones, so that one home must never hold both.
    Raises ConfigurationError where the home is of the other world.
    """
    home.mkdir(parents=True, exist_ok=True)
    path = home / WORLD_FILE
    if path.exists():
        held = _world(path)
        if held != world:
            raise ConfigurationError(
                f"{home} holds the census of the {held} sites; this run is of the {world} ones",
                hint="give this run a home of its own with --home",
            )
        return
    aside = path.with_suffix(".tmp")
    with aside.open("w", encoding="utf-8") as stream:
        stream.write(json.dumps({"world": world}) + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    aside.replace(path)


def _world(path: Path) -> str:
    """What the file says. Raises ConfigurationError where it says nothing: it is never guessed anew."""
    try:
        return str(json.loads(path.read_text(encoding="utf-8"))["world"])
    except (ValueError, TypeError, KeyError) as error:
        raise ConfigurationError(
            f"{path} does not say which sites the census is of",
            hint='write {"world": "live"} or {"world": "sample"} into it, whichever this home holds',
        ) from error
