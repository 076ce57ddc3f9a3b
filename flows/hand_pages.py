"""What is given by hand, as pages of the archive: `replay` finds decks and card files there again.

A deck file becomes a page at `urn:deckcensus:deck?name=…&format=…&event=…&player=…`, its bytes as they
are. A card file is large: it is copied once to `archive/bulk/<sha256>…`, and a page at
`urn:deckcensus:cards?game=…` names it.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlencode

from parsers.decklists import read_decklist
from parsers.registry import PARSERS
from schema.errors import ArchiveDamaged
from schema.records import Page, Parsed, Problem
from schema.urls import split_url
from warehouse.warc import sha256_hex

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schema.records import Game

DECK_URN = "urn:deckcensus:deck"
CARDS_URN = "urn:deckcensus:cards"
CARDS_SOURCE = "cards"
HAND = "hand"


@dataclass(frozen=True, slots=True)
class AddedAs:
    """What the operator said of a hand-fed deck."""

    format: str | None = None
    event: str | None = None
    player: str | None = None
    source: str = HAND


def deck_page(name: str, data: bytes, said: AddedAs) -> Page:
    """Make the page of a deck file; `name` is its key within the source."""
    words = {"name": name} | {
        key: value for key, value in asdict(said).items() if value is not None and key != "source"
    }
    return Page(
        source=said.source,
        url=f"{DECK_URN}?{urlencode(words)}",
        fetched_at=datetime.now(UTC),
        status=200,
        content_type="application/octet-stream",
        body=data,
        sha256=sha256_hex(data),
    )


def parse_deck_page(page: Page) -> Parsed:
    """Read the decks of a hand-fed page, with what was said of them.

    A line's own source holds unless another was said; the name of a crawled site is refused, since the
    site's decks would be taken for versions of it.
    """
    words = {key: values[0] for key, values in parse_qs(split_url(page.url).query).items()}
    parsed = read_decklist(words["name"], page.body, format=words.get("format"), source=page.source)
    crawled = {parser.source for parser in PARSERS}
    decks = tuple(
        replace(
            deck,
            source=page.source if page.source != HAND or deck.source in crawled else deck.source,
            event=words.get("event", deck.event),
            player=words.get("player", deck.player),
        )
        for deck in parsed.decks
    )
    refused = tuple(
        Problem(
            page.source,
            deck.url,
            "crawled_source",
            f"{deck.source} is a site that is crawled; --source gives another name",
            source_key=deck.source_key,
        )
        for deck in parsed.decks
        if page.source == HAND and deck.source in crawled
    )
    return replace(parsed, decks=decks, problems=(*parsed.problems, *refused))


def cards_page(archive_directory: Path, file: Path, game: str) -> Page:
    """Copy a card file into the archive, and make the page that names it."""
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    # The end of the name, which says the kind: with the digest before it, a file system takes 255 bytes.
    name = f"{digest}-{file.name.encode()[-120:].decode(errors='ignore')}"
    target = archive_directory / "bulk" / name
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        aside = target.with_name(f".{name}.{os.getpid()}")
        shutil.copyfile(file, aside)
        with aside.open("rb+") as stream:
            os.fsync(stream.fileno())
        aside.replace(target)
    body = json.dumps({"file": name, "sha256": digest, "game": game}, sort_keys=True).encode()
    return Page(
        source=CARDS_SOURCE,
        url=f"{CARDS_URN}?{urlencode({'game': game, 'sha256': digest})}",
        fetched_at=datetime.now(UTC),
        status=200,
        content_type="application/json",
        body=body,
        sha256=sha256_hex(body),
    )


def card_file_of(archive_directory: Path, page: Page) -> tuple[Path, Game]:
    """The kept card file that a page names, and its game. Raises ArchiveDamaged where it is gone."""
    said = json.loads(page.body)
    path = archive_directory / "bulk" / said["file"]
    if not path.is_file():
        raise ArchiveDamaged(
            f"the card file {said['file']} is not in the archive", hint="load it again: cards load"
        )
    return path, "mtg" if said["game"] == "mtg" else "dm"


def damaged_card_files(archive_directory: Path) -> Iterator[tuple[str, str]]:
    """Yield (file, what is wrong) for each kept card file that does not match the digest in its name."""
    bulk = archive_directory / "bulk"
    for path in sorted(bulk.glob("[0-9a-f]*")) if bulk.is_dir() else []:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        if digest != path.name[:64]:
            yield path.name, "the file is not the one its digest names"
