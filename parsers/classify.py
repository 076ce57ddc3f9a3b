"""What kind of answer a page is, before anyone asks what is on it.

A site that is down, closed, in maintenance or guarded answers with pages too, often with status 200;
none of them is "no decks".
"""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import TYPE_CHECKING

from parsers.decode import decode

if TYPE_CHECKING:
    from schema.records import Page


class PageClass(StrEnum):
    """The classes, each told apart from "no decks"."""

    CONTENT = "content"
    NOT_FOUND = "not_found"  # 404 or 410
    SOFT_404 = "soft_404"  # status 200, but the page says the thing is not there
    MAINTENANCE = "maintenance"
    LOGIN_WALL = "login_wall"
    CHALLENGE = "challenge"
    API_ERROR = "api_error"  # an error object, or HTML at an address that answers JSON
    PROTECTED = "protected"  # an article behind a password
    LAYOUT_CHANGED = "layout_changed"  # HTML with nothing of the source's known layout
    EMPTY = "empty"
    ERROR = "error"  # any other 4xx or 5xx


HEAD = 60_000  # how much of a page is looked at
# Bounded, so that a page of nothing but beginnings costs no more than another.
_TITLE = re.compile(r"<title[^<>]{0,200}>(.{0,1000}?)</title>", re.IGNORECASE | re.DOTALL)
_HEADING = re.compile(r"<h[1-3][^<>]{0,500}>(.{0,1000}?)</h[1-3]>", re.IGNORECASE | re.DOTALL)


def _any(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.IGNORECASE)


_CHALLENGE = _any(
    r"just a moment\.\.\.",
    r"cf-browser-verification|cf[-_]chl[-_]|challenge-platform",
    r"attention required! \| cloudflare",
    r"ddos protection by|checking your browser before",
    r"please enable javascript and cookies to continue",
    r"captcha-delivery|px-captcha|_incapsula_resource",
    r"verify you are (?:a )?human|are you a robot",
)
_CHALLENGE_FOLDED = re.compile(_CHALLENGE.pattern)
_MAINTENANCE = _any(
    r"briefly unavailable for scheduled maintenance|under maintenance|scheduled maintenance",
    r"メンテナンス中|メンテナンスのため|ただいまメンテナンス",
    r"一時的にご利用(?:いただけ|でき)|サービスを停止して",
    r"error establishing a database connection|データベース接続確立エラー",
)
_SOFT_404 = _any(
    r"お探しのページ(?:は|が)|ページ[がは]見つかりません|見つかりませんでした|存在しないページ",
    r"記事が見つかりません|該当する記事は|該当するページ|エラー404",
    r"page not found|not found|nothing found|404 error|error 404",
)
_SOFT_404_FOLDED = re.compile(_SOFT_404.pattern)
_LOGIN_FORM = re.compile(
    r"name=[\"'](?:log|user_login|pwd|password)[\"']|type=[\"']password[\"']", re.IGNORECASE
)
_LOGIN_TEXT = re.compile(r"ログイン|log ?in|sign ?in|会員限定|登録が必要", re.IGNORECASE)
_POST_PASSWORD = re.compile(r"name=[\"']post_password[\"']|post-password-form", re.IGNORECASE)
_BODY_404 = re.compile(r"<body[^>]*class=[\"'][^\"']*\berror404\b", re.IGNORECASE)
_EMPTY_NAME = re.compile(r"^\s*[(（][^)）]*[)）]\s*(?:[|｜]|$)")
_JSON_ADDRESS = re.compile(r"/wp-json/|[?&]rest_route=|\.json(?:$|\?)")
_OURS = re.compile(
    r"wp-content|wp-json|wp-includes|api\.w\.org|postid-\d|id=[\"']post-\d|<article|entry-content|hentry|《|統率者|<urlset|<sitemapindex"
    r"|<rss|<feed",
    re.IGNORECASE,
)
_OFFICIAL = re.compile(
    r"cardDetail|card-name|cardPopupDetail|cardlist|cardImage|total_count|windowtitle|殿堂|regulation",
    re.IGNORECASE,
)


def classify(page: Page) -> PageClass:
    """Class a response by status, type and text. Pure, and quick enough to run on every page."""
    if page.status in (404, 410):
        return PageClass.NOT_FOUND
    text = decode(page.body, page.content_type).text
    return classify_text(page, text)


def classify_text(page: Page, text: str) -> PageClass:
    """Class a response whose text is already at hand."""
    head = text[:HEAD]
    if page.status in (404, 410):
        return PageClass.NOT_FOUND
    found = _TITLE.search(head)
    title = found.group(1) if found else ""
    # Folding a title once is quicker than searching it without regard to case.
    if (title and _CHALLENGE_FOLDED.search(title.lower())) or (
        len(text) < 60_000 and not _has_article(head) and _CHALLENGE.search(head)
    ):
        return PageClass.CHALLENGE
    if not text.strip():
        return PageClass.EMPTY if page.status < 400 else PageClass.ERROR
    if page.status == 503 and _MAINTENANCE.search(head):
        return PageClass.MAINTENANCE
    if page.status == 401:
        return PageClass.LOGIN_WALL if _is_html(head) else PageClass.API_ERROR
    if page.status >= 400:
        return PageClass.API_ERROR if head.lstrip().startswith("{") else PageClass.ERROR
    start = head.lstrip("\ufeff \t\r\n")
    if start.startswith(("{", "[")) or "json" in page.content_type.lower():
        return _json_class(text)
    if _JSON_ADDRESS.search(page.url) and _is_html(head):
        return _html_at_json(head, title)
    return _html_class(page, head, title) if _is_html(head) else PageClass.CONTENT


def _is_html(head: str) -> bool:
    if "<html" in head[:2000]:
        return True
    lowered = head[:2000].lower()
    return "<html" in lowered or "<!doctype html" in lowered or "<body" in lowered or "<div" in lowered


def _has_article(head: str) -> bool:
    return "<article" in head or "cardDetail" in head or "entry-content" in head


def _json_class(text: str) -> PageClass:
    plain = text.lstrip("\ufeff \t\r\n")
    if not plain.startswith("{"):
        return PageClass.CONTENT
    try:
        value = json.loads(plain)
    except (ValueError, RecursionError):
        return PageClass.CONTENT  # the parser reports bad JSON with its place
    if not isinstance(value, dict) or "content" in value or "id" in value:
        return PageClass.CONTENT
    failed = ("code" in value and "message" in value) or "error" in value or value.get("errors")
    return PageClass.API_ERROR if failed else PageClass.CONTENT


def _html_at_json(head: str, title: str) -> PageClass:
    # `[` may follow a PHP notice: the parser finds it; a whole page is another answer.
    if "</head>" not in head.lower() and re.search(r"[\[{]\s*[\"{\]]", head):
        return PageClass.CONTENT
    if _MAINTENANCE.search(head):
        return PageClass.MAINTENANCE
    if _LOGIN_FORM.search(head) and _LOGIN_TEXT.search(title or head):
        return PageClass.LOGIN_WALL
    return PageClass.API_ERROR


def _html_class(page: Page, head: str, title: str) -> PageClass:
    if page.source == "dm-official":
        return _official_class(head, title)
    # A form's fields are named in small letters; to fold the head for them takes as long as all the rest.
    if ("assword" in head or "ASSWORD" in head) and _POST_PASSWORD.search(head):
        return PageClass.PROTECTED
    article = _has_article(head)
    if not article and (_MAINTENANCE.search(title) or (len(head) < 20_000 and _MAINTENANCE.search(head))):
        return PageClass.MAINTENANCE
    if ("404" in head and _BODY_404.search(head)) or _SOFT_404_FOLDED.search(title.lower()):
        return PageClass.SOFT_404
    if not article and _SOFT_404.search(_headings(head)):
        return PageClass.SOFT_404
    if not article and _LOGIN_FORM.search(head) and (_LOGIN_TEXT.search(title) or len(head) < 20_000):
        return PageClass.LOGIN_WALL
    if "<article" in head or "entry-content" in head or _OURS.search(head):
        return PageClass.CONTENT
    return PageClass.LAYOUT_CHANGED


def _official_class(head: str, title: str) -> PageClass:
    if _MAINTENANCE.search(title) or (_MAINTENANCE.search(head) and not _OFFICIAL.search(head)):
        return PageClass.MAINTENANCE
    if title and _EMPTY_NAME.match(title):
        return PageClass.SOFT_404
    if _SOFT_404.search(title) or (_SOFT_404.search(_headings(head)) and not _OFFICIAL.search(head)):
        return PageClass.SOFT_404
    return PageClass.CONTENT if _OFFICIAL.search(head) else PageClass.LAYOUT_CHANGED


def _headings(head: str) -> str:
    return " ".join(_HEADING.findall(head))[:4000]
