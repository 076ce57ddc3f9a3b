"""Where each article was last seen, so that an address that is no longer there names its article."""

from __future__ import annotations

from typing import TYPE_CHECKING

from schema.urls import is_permanent

if TYPE_CHECKING:
    from collections.abc import Mapping

    import duckdb


def note_places(con: duckdb.DuckDBPyConnection, source: str, places: Mapping[str, str]) -> None:
    """Note where articles are: article -> canonical address. Writes nothing for those that did not move."""
    if not places:
        return
    con.execute(
        "insert into article_place "
        "select ?, article, canonical_url "
        "from (select unnest(?::varchar[]) as article, unnest(?::varchar[]) as canonical_url) seen "
        "anti join (select * from article_place where source = ?) known using (article, canonical_url) "
        "on conflict do update set canonical_url = excluded.canonical_url",
        [source, list(places), list(places.values()), source],
    )


def articles_at(
    con: duckdb.DuckDBPyConnection, source: str, named: Mapping[str, str | None]
) -> dict[str, set[str]]:
    """Give the articles that stand at addresses: `named` maps a canonical address to the key that it carries.

    An article stands where it was last seen. The key that an address carries is taken at its word where its
    article was seen nowhere else: after a change of permalinks the old address says nothing of the post.
    """
    found: dict[str, set[str]] = {url: set() for url in named}
    rows = con.execute(
        "select canonical_url, article from article_place where source = $1 "
        "and (canonical_url in (select unnest($2::varchar[])) or article in (select unnest($3::varchar[])))",
        [source, list(named), [key for key in named.values() if key is not None]],
    ).fetchall()
    places = {str(article): str(url) for url, article in rows}
    for url, key in named.items():
        found[url] = {article for article, place in places.items() if place == url}
        if key is not None and (key not in places or is_permanent(url)):
            found[url].add(key)
    return found
