"""The steps of a night, each re-runnable from the one before; `flows/night.py` puts them in order."""

from __future__ import annotations
