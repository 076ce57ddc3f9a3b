"""The dm-edh parser: one article under many addresses, its dates, formats, keys and problems."""

from collections.abc import Callable
from datetime import UTC, date, datetime

import pytest

from parsers.dm_edh import DmEdhParser
from parsers.registry import PARSERS, parser_for
from schema.records import Page, Parsed
from tests.parsers.article_pages import (
    COMMANDER,
    NAMES,
    article,
    deck_article,
    deck_table,
    page,
    rest,
    rest_post,
)
from tests.parsers.test_wordpress import RSS

NOTE = "<p>19/11/2 デッキレシピとカード解説を最新版に更新</p>"


def parse(kept: Page) -> Parsed:
    return DmEdhParser().parse(kept)


@pytest.mark.parametrize(
    "url",
    [
        "http://dm.akrecord.com/variantrules/Reading/dmedh/4242",
        "https://dm-edh.com/dmedh/4242",
        "http://dm-edh.com/dmedh/4242/",
        "https://dm-edh.com/?p=4242",
        "https://dm-edh.com/dmedh/4242?utm_source=x&fbclid=y#more-4242",
        "https://dm-edh.com:443/dmedh/4242",
        "https://dm-edh.com./dmedh/4242",
        "http://127.0.0.1:8123/dmedh/4242",
    ],
)
def test_one_article_under_every_address_is_one_deck(url: str) -> None:
    parsed = parse(page(article(deck_article()), url=url))
    (deck,) = parsed.decks
    assert deck.source_key == "4242"
    assert parsed.keys == ("4242",)
    assert len(deck.lines) == 60
    assert parsed.problems == ()


def test_page_rest_archive_and_feed_give_the_same_deck() -> None:
    content = deck_article(note=NOTE)
    other = deck_article(deck_table(commander="別の王"))
    archive = (
        '<html><body class="archive"><article id="post-4242">'
        '<h2><a href="https://dm-edh.com/dmedh/4242">題</a></h2>'
        f'<div class="entry-content">{content}</div></article>'
        '<article id="post-7"><h2><a href="/dmedh/7">乙</a>'
        f'</h2><div class="entry-content">{other}</div></article></body></html>'
    )
    answers = [
        parse(page(article(content))),
        parse(rest(rest_post(content))),
        parse(page(archive, url="https://dm-edh.com/category/dmedh/page/2/")),
        parse(page(RSS.replace("<p>本文</p>", content), content_type="application/rss+xml")),
    ]
    lines = {deck.lines for parsed in answers for deck in parsed.decks if deck.source_key == "4242"}
    assert len(lines) == 1
    assert [deck.source_key for deck in answers[2].decks] == ["4242", "7"]
    # An archive page or a feed shows the first part of a post in parts, and says nothing of the others.
    assert [answer.keys for answer in answers] == [("4242",), ("4242",), (), ()]
    whole = [{deck.complete for deck in parsed.decks} for parsed in answers]
    assert whole == [{True}, {True}, {False}, {False}]
    assert all(deck.noted_on == date(2019, 11, 2) for parsed in answers for deck in parsed.decks[:1])


def test_the_dates_of_a_deck() -> None:
    (deck,) = parse(rest(rest_post(deck_article(note=NOTE)))).decks
    assert deck.published_on == date(2018, 5, 20)
    assert deck.noted_on == date(2019, 11, 2)
    assert deck.modified_at == datetime(2020, 3, 1, 3, 34, 56, tzinfo=UTC)


@pytest.mark.parametrize(
    ("note", "wanted"),
    [
        ("17/1/1 デッキレシピとカード解説を最新版に更新", date(2017, 1, 1)),
        ("デッキレシピを最新版に更新しました (18/5/2)", date(2018, 5, 2)),
        ("2019/11/2 更新", date(2019, 11, 2)),
        ("2019年11月2日 レシピを修正", date(2019, 11, 2)),
        ("17/1/1 最新版に更新<br>19/11/2 最新版に更新", date(2019, 11, 2)),
        ("19/13/2 最新版に更新", None),
        ("99/11/2 最新版に更新", None),
        ("9/12 新弾のカードデータを追加しました", None),
        ("19/11/2 の大会で使いました", None),
        ("次の規制リスト更新は2020年4月の予定です", None),
    ],
)
def test_update_notes(note: str, wanted: date | None) -> None:
    (deck,) = parse(page(article(deck_article(note=f"<p>{note}</p>")))).decks
    assert deck.noted_on == wanted


def test_a_second_deck_has_its_own_key_and_title() -> None:
    second = deck_table(NAMES[:50], commander="別の王").replace("『DMEDH 黒赤』", "『DMEDH 青緑』")
    parsed = parse(page(article(deck_article(deck_table() + second))))
    assert [(deck.source_key, deck.title) for deck in parsed.decks] == [
        ("4242", "DMEDH 黒赤"),
        ("4242#2", "DMEDH 青緑"),
    ]


@pytest.mark.parametrize(
    ("mark", "title", "intro", "wanted"),
    [
        ("統率者", "【DMEDH】デッキ解説:甲", "", "dmedh"),
        ("パートナー", "デュエパーティー デッキ紹介", "", "duelparty"),
        ("パートナー", "【デュエパ】デッキ紹介", "", "duelparty"),
        ("パートナー", "甲のデッキ紹介", "<p>デュエパーティー用です。</p>", "duelparty"),
        ("統率者", "デュエパーティーと戦えるデッキ解説", "", "dmedh"),
    ],
)
def test_the_format_is_told_by_mark_and_name(mark: str, title: str, intro: str, wanted: str) -> None:
    content = intro + deck_article(deck_table().replace("統率者", mark))
    (deck,) = parse(page(article(content, title=title))).decks
    assert deck.format == wanted
    assert deck.lines[0].zone == "commander"


def test_protected_excerpted_and_empty_articles() -> None:
    protected = parse(rest(rest_post("", protected=True)))
    assert [(found.kind, found.source_key) for found in protected.problems] == [("protected", "4242")]
    assert protected.keys == ("4242",)
    listing = parse(
        rest({"id": 7, "modified_gmt": "2020-03-01T03:34:56", "link": "https://dm-edh.com/dmedh/7"})
    )
    assert (listing.keys, listing.decks, listing.problems) == ((), (), ())  # no article was shown
    empty = parse(rest(rest_post("")))
    assert [found.kind for found in empty.problems] == ["layout_changed"]
    assert parse(rest()).problems == ()


@pytest.mark.parametrize(
    ("body", "status", "kind"),
    [
        ("<html><head><title>ページが見つかりません</title></head><body></body></html>", 200, "soft_404"),
        ("<html><body><div id='app'></div></body></html>", 200, "layout_changed"),
        ("<html><head><title>Just a moment...</title></head><body></body></html>", 403, "not_content"),
        ('[{"id":1', 200, "bad_json"),
    ],
)
def test_what_is_no_article_is_a_problem(body: str, status: int, kind: str) -> None:
    parsed = parse(page(body, status=status))
    assert parsed.decks == ()
    assert [found.kind for found in parsed.problems] == [kind]


@pytest.mark.parametrize(
    ("damage", "kind"),
    [
        (lambda html: html.replace("</html>", ""), "truncated_page"),
        (lambda html: html.replace(f"《 {NAMES[4]}》", f"《 {NAMES[4]}"), "unclosed_bracket"),
        (lambda html: html.replace("(統率者)", ""), "no_commander"),
        (
            lambda html: html.replace(f"<td>《 {NAMES[4]}》</td>", f"<td《 {NAMES[4]}》</td>"),
            "layout_changed",
        ),
        (
            lambda html: html.replace(f"<td>《 {NAMES[4]}》</td>", f"<script>《 {NAMES[4]}》</td></script>"),
            "unreadable_line",
        ),
    ],
)
def test_damage_is_never_silent(damage: Callable[[str], str], kind: str) -> None:
    title = "【DMEDH】デッキ解説:黒赤"
    parsed = parse(page(damage(article(deck_article(), title=title))))
    assert kind in {found.kind for found in parsed.problems}


@pytest.mark.parametrize("answer", [lambda body: page(article(body)), lambda body: rest(rest_post(body))])
def test_furigana_hide_no_names(answer: Callable[[str], Page]) -> None:
    reading = "<ruby>{}<rp>(</rp><rt>よみ</rt><rp>)</rp></ruby>"
    content = deck_article()
    for name in (COMMANDER, *NAMES):
        content = content.replace(name, reading.format(name))
    parsed = parse(answer(content))
    assert [line.text for line in parsed.decks[0].lines] == [COMMANDER, *NAMES]
    assert parsed.problems == ()


def test_a_short_list_with_names_outside_it_is_not_whole() -> None:
    stray = deck_article(
        deck_table() + "<h4>おまけ</h4><p>文章。</p><table><tr><td>《 迷子》</td></tr></table>"
    )
    short = stray.replace(f"<td>《 {NAMES[4]}》</td>", "<td></td>")
    assert [parse(page(article(content))).decks[0].complete for content in (stray, short)] == [True, False]
    assert parse(page(article(deck_article(deck_table(NAMES[:50]))))).decks[0].complete


def test_unreadable_bytes_are_counted() -> None:
    body = article(deck_article()).encode().replace(NAMES[4].encode(), NAMES[4].encode()[:-1] + b"\xff")
    parsed = parse(page(body))
    assert "replacement_characters" in {found.kind for found in parsed.problems}
    assert len(parsed.decks[0].lines) == 60


@pytest.mark.parametrize("codec", ["cp932", "euc_jp", "utf-8-sig"])
def test_other_encodings_give_the_same_deck(codec: str) -> None:
    html = article(deck_article()).replace(
        'charset="UTF-8"', 'charset="EUC-JP"' if codec == "euc_jp" else 'charset="Shift_JIS"'
    )
    parsed = parse(page(html.encode(codec), content_type="text/html"))
    assert [line.text for line in parsed.decks[0].lines] == [COMMANDER, *NAMES]
    assert parsed.problems == ()


def test_the_same_post_twice_on_a_page_is_one() -> None:
    parsed = parse(rest(rest_post(deck_article()), rest_post(deck_article())))
    assert [deck.source_key for deck in parsed.decks] == ["4242"]


def test_parsing_is_pure() -> None:
    kept = page(article(deck_article(note=NOTE)))
    assert parse(kept) == parse(kept)


def test_registry_by_source_address_and_content() -> None:
    by_source = page("x", source="dm-edh", url="http://127.0.0.1:1/x")
    by_address = page("x", source="file", url="http://dm.akrecord.com/variantrules/Reading/dmedhrule")
    by_content = page(article(deck_article()), source="file", url="file:///saved.html")
    card = page("<html><div class='cardDetail'></div></html>", source="file", url="file:///card.html")
    unknown = page("1 Sol Ring", source="file", url="file:///deck.txt")
    assert [
        parser.source if (parser := parser_for(kept)) else None
        for kept in (by_source, by_address, by_content, card, unknown)
    ] == [
        "dm-edh",
        "dm-edh",
        "dm-edh",
        "dm-official",
        None,
    ]
    assert len({parser.name for parser in PARSERS}) == len(PARSERS)
