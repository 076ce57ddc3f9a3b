"""The version of this code, as it stands in the user agent, the archive and each load."""

from __future__ import annotations

from importlib import metadata

VERSION: str = metadata.version("deckcensus")
