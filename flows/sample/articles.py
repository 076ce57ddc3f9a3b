"""The articles of the sample blog, read from one TOML file each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache
from importlib.resources import files
from typing import Any

JST = timezone(timedelta(hours=9))

# slug -> (WordPress category id, title)
CATEGORIES: dict[str, tuple[int, str]] = {
    "dmedh": (3, "DMEDH"),
    "information": (4, "お知らせ"),
    "know-how": (5, "ノウハウ"),
    "rulecommentary": (6, "ルール解説"),
    "dueparty": (7, "デュエパーティー"),
}


@dataclass(frozen=True, slots=True)
class SampleDeck:
    """One list of an article, line by line as its author typed it.

    A line that begins with 《 stands verbatim in the page, brackets and all; any other line is a card's
    name, and the article's shape puts the brackets around it. `mark` is the word behind the commander.
    """

    name: str
    commander: tuple[str, ...]
    main: tuple[str, ...] = ()
    hyperspatial: tuple[str, ...] = ()
    gr: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    mark: str = "統率者"


@dataclass(frozen=True, slots=True)
class SampleArticle:
    """One post or page in one revision.

    `published` and `modified` are instants in Japan's time. `status`: publish, protected, future.
    A `hidden` article is not shown until the world adds it; `cut` marks a list that ends before its end;
    `parted` a post that goes over two pages.
    """

    id: int
    title: str
    published: datetime
    modified: datetime
    category: str
    kind: str
    status: str
    shape: str
    decks: tuple[SampleDeck, ...]
    html: str
    note: str
    slug: str
    hidden: bool
    cut: bool
    sticky: bool
    revision: int
    parted: bool = False

    @property
    def path(self) -> str:
        """The path of the article's own page, as the blog's permalinks form it."""
        return f"/{self.slug}" if self.kind == "page" else f"/{self.category}/{self.id}"


def utc(instant: datetime) -> datetime:
    """The same instant in UTC."""
    return instant.astimezone(UTC)


def _lines(value: object) -> tuple[str, ...]:
    text = str(value or "")
    return tuple(line for line in text.splitlines() if line.strip())


def _deck(table: dict[str, Any]) -> SampleDeck:
    return SampleDeck(
        name=table.get("name", ""),
        commander=tuple(table.get("commander", ())),
        main=_lines(table.get("main")),
        hyperspatial=_lines(table.get("hyperspatial")),
        gr=_lines(table.get("gr")),
        extra=tuple(table.get("extra", ())),
        mark=table.get("mark", "統率者"),
    )


def read_article(text: str) -> SampleArticle:
    """Read one article file. Raises KeyError for a missing field, tomllib.TOMLDecodeError for bad TOML."""
    data = tomllib.loads(text)
    published: datetime = data["published"].replace(tzinfo=JST)
    modified = data.get("modified", data["published"])
    return SampleArticle(
        id=data["id"],
        title=data["title"],
        published=published,
        modified=modified.replace(tzinfo=JST),
        category=data.get("category", "dmedh"),
        kind=data.get("kind", "post"),
        status=data.get("status", "publish"),
        shape=data.get("shape", "prose"),
        decks=tuple(_deck(table) for table in data.get("deck", ())),
        html=data.get("html", ""),
        note=data.get("note", ""),
        slug=data.get("slug", str(data["id"])),
        hidden=data.get("hidden", False),
        cut=data.get("cut", False),
        sticky=data.get("sticky", False),
        revision=data.get("revision", 1),
    )


@lru_cache(maxsize=1)
def load_articles() -> tuple[SampleArticle, ...]:
    """Read every article in every revision, by id and revision."""
    folder = files("flows.sample") / "dm_edh" / "articles"
    found = [
        read_article(entry.read_text(encoding="utf-8"))
        for entry in folder.iterdir()
        if entry.name.endswith(".toml")
    ]
    return tuple(sorted(found, key=lambda article: (article.id, article.revision)))
