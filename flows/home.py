"""The home of a census: which world it is of, and the files beside the database."""

from __future__ import annotations

import json
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
        held = json.loads(path.read_text(encoding="utf-8")).get("world")
        if held != world:
            raise ConfigurationError(
                f"{home} holds the census of the {held} sites; this run is of the {world} ones",
                hint="give this run a home of its own with --home",
            )
        return
    aside = path.with_suffix(".tmp")
    aside.write_text(json.dumps({"world": world}) + "\n", encoding="utf-8")
    aside.replace(path)
