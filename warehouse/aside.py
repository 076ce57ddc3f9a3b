"""A place beside the files that are about to be replaced, so that nobody meets them half written."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from schema.errors import UsageError, WarehouseError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from schema.errors import CensusError


def unwritable(directory: Path, error: Exception) -> CensusError:
    """The plain error for a directory that can't be written: of the call where no directory can be there."""
    reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
    said = f"cannot write to {directory}: {reason}"
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        return UsageError(said, hint="name a directory")
    return WarehouseError(said, hint="free space or rights there and run again, or name another directory")


@contextmanager
def written_aside(directory: Path) -> Iterator[Path]:
    """A new hidden directory in `directory`, which is made where it is missing; it goes with the block.

    What a killed run left there goes as well. Raises OSError where nothing can be written.
    """
    directory.mkdir(parents=True, exist_ok=True)
    _drop_leftovers(directory)
    aside = Path(tempfile.mkdtemp(prefix=f".aside-{os.getpid()}-", dir=directory))
    try:
        yield aside
    finally:
        with suppress(OSError):
            shutil.rmtree(aside)


def move_into_place(aside: Path, directory: Path, names: Sequence[str]) -> list[Path]:
    """Rename files, by their path below both, one by one in this order; return where they are now."""
    moved = []
    for name in names:
        target = directory / name
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(aside / name, target)
        moved.append(target)
    return moved


def sync(path: Path) -> None:
    """Bring a file, or the names in a directory, to the disk: they outlive a power cut from then on."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _drop_leftovers(directory: Path) -> None:
    for path in directory.glob(".aside-*"):
        found = re.match(r"\.aside-(\d+)-", path.name)
        if found and not _is_alive(int(found[1])):
            shutil.rmtree(path, ignore_errors=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
