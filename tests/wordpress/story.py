"""Five nights of a blog: a first, a quiet one, one after every kind of change, one later, a quiet one.

The same story is told with every way into the site that a crawl may find open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.wordpress.posts import a_blog, article, edit, local, post, tokyo, with_cards_changed

if TYPE_CHECKING:
    from datetime import date
    from typing import Any

    from flows.sample.articles import SampleArticle
    from tests.wordpress.nights import Night, Nights
    from tests.wordpress.server import WordPress

# What is switched off, and the way in that is left.
WAYS_IN: dict[str, dict[str, Any]] = {
    "rest": {},
    "sitemap": {"rest": 401},
    "feed": {"rest": 401, "no_sitemap": True},
    "archives": {"rest": 401, "no_sitemap": True, "no_feed": True},
}

EDITED, REWRITTEN, DELETED, PROTECTED, ADDED, SCHEDULED = 20004, 20093, 20006, 20011, 20035, 20040
OLD_CARD, NEW_CARD = "クック・ポロン", "超竜バジュラ"


@dataclass
class Story:
    """The nights, and what the author did between them."""

    way: str
    nights: Nights
    first: Night
    quiet: Night
    changed: Night
    later: Night
    last: Night
    edited: SampleArticle
    # The days of the edits: the site's own where it says them, else the day they were seen.
    days: dict[int, date]


def tell(site: WordPress, nights: Nights, way: str) -> Story:
    """Run the five nights."""
    site.switch(**WAYS_IN[way])
    scheduled = article(SCHEDULED)
    # Written before the first night, to appear long after it.
    waiting = post(scheduled, status="future", date="2036-01-01 00:00:00", modified=local(nights.at(-48)))
    site.operate(*a_blog(), waiting)
    first = nights.run(hashes=True)
    quiet = nights.run(hashes=True)
    edited = with_cards_changed(article(EDITED), article(EDITED).decks[0].main[3], NEW_CARD)
    site.operate(
        edit(edited, nights.at(1)),
        edit(article(REWRITTEN, revision=2), nights.at(2)),
        {"do": "delete", "id": DELETED},
        edit(article(PROTECTED), nights.at(3), password="secret"),
        post(article(ADDED), date=local(nights.at(4)), modified=local(nights.at(4))),
    )
    dates = {EDITED: nights.at(1), REWRITTEN: nights.at(2), ADDED: nights.at(4)}
    changed = nights.run(hashes=True)
    # Twenty Twenty-One shows on its pages when a post was published, not when it was edited: a feed does.
    if way == "archives":
        dates |= {EDITED: changed.instant, REWRITTEN: changed.instant}
    days = {post_id: tokyo(instant) for post_id, instant in dates.items()}
    appears = {"date": local(nights.at(1)), "modified": local(nights.at(-96)), "status": "publish"}
    site.operate({"do": "edit", "id": SCHEDULED} | appears)
    later = nights.run(hashes=True)
    last = nights.run(hashes=True)
    return Story(way, nights, first, quiet, changed, later, last, edited, days)
