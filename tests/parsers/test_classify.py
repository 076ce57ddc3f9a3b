"""Answers told apart: content, soft 404, maintenance, login wall, challenge, API error, layout changed."""

import json
import time
from pathlib import Path

import pytest

from parsers.classify import PageClass, classify
from tests.parsers.article_pages import article, deck_article, page

REST_URL = "https://dm-edh.com/wp-json/wp/v2/posts"
CHALLENGE = (
    "<!DOCTYPE html><html><head><title>Just a moment...</title></head><body>"
    "<script src='/cdn-cgi/challenge-platform/h/g'></script></body></html>"
)
MAINTENANCE = (
    "<html><head><title>メンテナンス</title></head>"
    "<body><h1>Briefly unavailable for scheduled maintenance. Check back in a minute.</h1></body></html>"
)
LOGIN = (
    "<html><head><title>ログイン &lsaquo; 研究所</title></head><body class='login wp-core-ui'>"
    "<form name='loginform'><input name='log'><input type='password' name='pwd'></form></body></html>"
)
NOT_FOUND = (
    "<html><head><title>ページが見つかりません | 研究所</title></head>"
    "<body class='error404'><h1>お探しのページは見つかりませんでした。</h1></body></html>"
)


@pytest.mark.parametrize(
    ("body", "status", "content_type", "url", "wanted"),
    [
        (article(deck_article()), 200, "text/html", "https://dm-edh.com/dmedh/1", PageClass.CONTENT),
        (NOT_FOUND, 200, "text/html", "https://dm-edh.com/dmedh/1", PageClass.SOFT_404),
        (NOT_FOUND, 404, "text/html", "https://dm-edh.com/dmedh/1", PageClass.NOT_FOUND),
        ("", 410, "text/html", "https://dm-edh.com/dmedh/1", PageClass.NOT_FOUND),
        (MAINTENANCE, 503, "text/html", "https://dm-edh.com/", PageClass.MAINTENANCE),
        (MAINTENANCE, 200, "text/html", "https://dm-edh.com/", PageClass.MAINTENANCE),
        (CHALLENGE, 403, "text/html", "https://dm-edh.com/", PageClass.CHALLENGE),
        (CHALLENGE, 200, "text/html", REST_URL, PageClass.CHALLENGE),
        (LOGIN, 200, "text/html", "https://dm-edh.com/dmedh/1", PageClass.LOGIN_WALL),
        (LOGIN, 200, "text/html", REST_URL, PageClass.LOGIN_WALL),
        (LOGIN, 401, "text/html", REST_URL, PageClass.LOGIN_WALL),
        (
            json.dumps({"code": "rest_not_logged_in", "message": "x"}),
            401,
            "application/json",
            REST_URL,
            PageClass.API_ERROR,
        ),
        (
            json.dumps({"code": "rest_no_route", "message": "x"}),
            200,
            "application/json",
            REST_URL,
            PageClass.API_ERROR,
        ),
        (
            "<html><head><title>研究所</title></head><body><p>x</p></body></html>",
            200,
            "text/html",
            REST_URL,
            PageClass.API_ERROR,
        ),
        ("[]", 200, "application/json", REST_URL, PageClass.CONTENT),
        (
            "<html><body><div id='app'></div></body></html>",
            200,
            "text/html",
            "https://dm-edh.com/dmedh/1",
            PageClass.LAYOUT_CHANGED,
        ),
        (
            "<html><meta http-equiv='refresh' content='0; url=/dmedh/2'><body>Moved.</body></html>",
            200,
            "text/html",
            "https://dm-edh.com/dmedh/1",
            PageClass.LAYOUT_CHANGED,
        ),
        ("", 200, "text/html", "https://dm-edh.com/", PageClass.EMPTY),
        ("oops", 500, "text/plain", "https://dm-edh.com/", PageClass.ERROR),
    ],
)
def test_answers_are_told_apart(
    body: str, status: int, content_type: str, url: str, wanted: PageClass
) -> None:
    assert classify(page(body, status=status, content_type=content_type, url=url)) is wanted


def test_a_password_form_is_protected() -> None:
    body = article('<form class="post-password-form"><input name="post_password" type="password"></form>')
    assert classify(page(body)) is PageClass.PROTECTED


def test_words_in_an_article_do_not_make_it_another_class() -> None:
    body = article(
        "<p>お探しのページは見つかりませんでした、と出たらログインしてください。メンテナンス中かもしれません。</p>"
    )
    assert classify(page(body)) is PageClass.CONTENT


def test_a_post_about_maintenance_is_content() -> None:
    assert (
        classify(page(article("<p>終わりました。</p>", title="サーバーメンテナンス中のお知らせ")))
        is PageClass.CONTENT
    )


def test_php_notice_before_rest_json_is_content() -> None:
    body = '<br />\n<b>Notice</b>: Undefined index in <b>/srv/x.php</b> on line <b>3</b><br />\n[{"id":1}]'
    assert classify(page(body, url=REST_URL, content_type="application/json")) is PageClass.CONTENT


@pytest.mark.parametrize(
    ("title", "wanted"),
    [("(DM99 001/001) | デュエル・マスターズ", PageClass.SOFT_404), ("( ) |", PageClass.SOFT_404)],
)
def test_dead_card_ids_are_soft_404(title: str, wanted: PageClass) -> None:
    body = f"<html><head><title>{title}</title></head><body><div class='cardDetail'></div></body></html>"
    url = "https://dm.takaratomy.co.jp/card/detail/?id=x"
    assert classify(page(body, url=url, source="dm-official")) is wanted


@pytest.mark.shared
def test_saved_answers(shared: Path) -> None:
    fixtures = shared / "fixtures"
    blocked = (fixtures / "mtggoldfish/deck_3935836_cloudflare_403.html").read_bytes()
    assert classify(page(blocked, status=403)) is PageClass.CHALLENGE
    gone = (fixtures / "synthetic/dm_official_soft404.html").read_bytes()
    assert classify(page(gone, source="dm-official")) is PageClass.SOFT_404
    for name, status in (("wp_rest_401", 401), ("wp_rest_disabled_404", 404), ("wp_posts_past_end_400", 400)):
        body = (fixtures / f"synthetic/{name}.json").read_bytes()
        found = classify(page(body, status=status, url=REST_URL, content_type="application/json"))
        assert found in {PageClass.API_ERROR, PageClass.NOT_FOUND}


@pytest.mark.parametrize("text", ["<title>", "<title", "<h1>", "<h1", "<!--", "<meta ", "name='"])
def test_beginnings_without_end_cost_no_time(text: str) -> None:
    begun = time.process_time()
    assert isinstance(classify(page(text * 100_000, url="https://dm-edh.com/dmedh/1")), PageClass)
    assert time.process_time() - begun < 1.5
