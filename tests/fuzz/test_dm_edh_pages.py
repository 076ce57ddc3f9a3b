"""Broken dm-edh answers: every card that is still on the page comes out, or a problem says why not.

`pytest tests/fuzz --mutations 10000` reads that many pages a parser; the seeds are fixed.
"""

import html
import json
import re
from collections.abc import Callable

import pytest

from parsers.decode import decode
from parsers.dm_edh import DmEdhParser
from schema.records import Page
from tests.fuzz.mutations import mutate
from tests.parsers.article_pages import (
    COMMANDER,
    DECK_TITLE,
    NAMES,
    article,
    deck_article,
    deck_table,
    page,
    rest_post,
)

BRACKETED = [f"《 {name}》" for name in NAMES]
RECIPES: dict[str, str] = {
    "table": deck_table(),
    "line breaks": f"<p>《 {COMMANDER}》(統率者)<br />\n" + "<br />\n".join(BRACKETED) + "</p>",
    "bare paragraphs": f"<p>{COMMANDER}（統率者）</p>\n" + "\n".join(f"<p>{name}</p>" for name in NAMES),
    "items": f"<p>《 {COMMANDER}》(統率者)</p><ul>"
    + "\n".join(f"<li>{row}</li>" for row in BRACKETED)
    + "</ul>",
}


def _rest(content: str) -> Page:
    return page(
        json.dumps([rest_post(content)]),
        url="https://dm-edh.com/wp-json/wp/v2/posts",
        content_type="application/json",
    )


def _feed(content: str) -> Page:
    item = (
        f"<item><title>{html.escape(DECK_TITLE)}</title><link>https://dm-edh.com/dmedh/4242</link>"
        f"<guid>https://dm-edh.com/?p=4242</guid><content:encoded><![CDATA[{content}]]></content:encoded></item>"
    )
    return page(
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" '
        f'xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>{item}</channel></rss>',
        url="https://dm-edh.com/feed/",
        content_type="application/rss+xml",
    )


ANSWERS: dict[str, Callable[[str], Page]] = {
    "page": lambda content: page(article(content)),
    "rest": _rest,
    "feed": _feed,
}
PARSER = DmEdhParser()


def _visible(kept: Page) -> str:
    text = decode(kept.body, kept.content_type).text
    if "json" in kept.content_type:
        text = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found.group(1), 16)), text)
    return text


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("recipe", RECIPES)
def test_nothing_is_lost_silently(recipe: str, answer: str, mutations: int) -> None:
    # Prose and commentary name no card of the list: a name in the text is a card of the list.
    content = deck_article(RECIPES[recipe]).replace(f"<h3>《 {NAMES[0]}》</h3>", "<h3>札</h3>")
    content = content.replace(f"《 {COMMANDER}》で", "これで").replace(f"<p>《 {COMMANDER}》と", "<p>これと")
    whole = ANSWERS[answer](content)
    golden = PARSER.parse(whole)
    assert golden.problems == ()
    assert {line.text for line in golden.decks[0].lines} == {COMMANDER, *NAMES}
    for seed in range(max(1, mutations // (len(ANSWERS) * len(RECIPES)))):
        names, body = mutate(whole.body, seed)
        kept = page(body, url=whole.url, content_type=whole.content_type)
        parsed = PARSER.parse(kept)
        if parsed.problems:
            continue
        text = _visible(kept)
        lines = " ".join(line.text for deck in parsed.decks for line in deck.lines)
        lost = [name for name in NAMES if name in text and name not in lines]
        assert not lost, f"seed {seed} ({names}): {lost[:5]} on the page, not in the deck, and no problem"
        strays = [name for name in ("紹介の札", "昔の札", "脇の札") if name in lines]
        assert not strays, f"seed {seed} ({names}): {strays} are no cards of the deck"


UPDATE = (
    "<p>2020年2月23日より適用します。</p><h3>■禁止（規制度：最大）</h3><p>《甲の札》《乙の札》<br>《丙の札》</p>"
    "<h3>■統率者が二色以上で禁止（大）</h3><ul><li>《丁の札》</li></ul><h3>■コンビ禁止</h3><p>《戊の札》＋《己の札》</p>"
    "<table><tr><td>《庚の札》</td><td>4色以上で規制</td><td>3色以上で規制</td></tr></table>"
)


@pytest.mark.parametrize("title", ["【DMEDH】規制リスト更新", "DMEDHルール"])
def test_list_updates_and_the_rule_page_never_crash(title: str, mutations: int) -> None:
    url = "https://dm-edh.com/dmedhrule" if "ルール" in title else "https://dm-edh.com/dmedh/7331"
    whole = page(article(UPDATE, title=title, post_id=7331), url=url)
    assert len(PARSER.parse(whole).changes) >= 5
    for seed in range(max(1, mutations // 4)):
        _, body = mutate(whole.body, seed)
        for change in PARSER.parse(page(body, url=url)).changes:
            assert change.cards
            assert all(change.cards)
            assert (change.status == "pair") <= (len(change.cards) == 2)
