"""One address for one page, and one key for one article.

`canonical_url` folds spellings of an address that name the same page: scheme, default ports, a host
with a trailing dot, old hosts, fragments, tracking keys, hex case, a trailing slash. `article_key`
goes further: `/dmedh/4081`, `/?p=4081` and the old host's path are one article.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, unquote, urljoin, urlsplit, urlunsplit

_NO_ADDRESS = SplitResult("", "", "", "", "")
_DEFAULT_PORT = {"http": 80, "https": 443}
_HOST_ALIASES = {"note.mu": "note.com", "www.dm-edh.com": "dm-edh.com"}
_OLD_HOST = "dm.akrecord.com"
_NEW_HOST = "dm-edh.com"
_OLD_PREFIX = "/variantrules/Reading/"
# Keys that say where a reader came from, never what the page is.
_TRACKING = re.compile(
    r"^(utm_.+|fbclid|gclid|dclid|gbraid|wbraid|msclkid|yclid|twclid|ttclid|mc_[ce]id|igshid|_ga|_gl|"
    r"ref_src|ref_url|share|nb|replytocom|preview_nonce|amp|noamp|cmpid|spm)$",
    re.IGNORECASE,
)
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_PERCENT = re.compile(r"%([0-9A-Fa-f]{2})")
_UNSAFE = re.compile(r"[^A-Za-z0-9\-._~!$&'()*+,;=:@/?%]")

# A category and an id, or an id alone; `/entry/2018/06/18/214849` of other blogs is no number but a path.
_NUMBERED = re.compile(r"^(?:/[^/\d][^/]*)*/(?P<id>\d{1,18})(?:/\d{1,2})?$")
# No database counts further; what is longer, or written in other digits (①, ²), is no id.
_POST_NUMBER = re.compile(r"[0-9]{1,18}")
# WordPress's "numeric" permalinks; its archives by date then begin with /archives/date.
_NUMERIC = re.compile(r"^/archives?/(?P<id>\d{1,18})$")
_REST_SINGLE = re.compile(r"/wp/v2/(?:posts|pages)/([0-9]{1,18})$")
_NOT_ARTICLES = re.compile(
    r"(?:^|/)(?:page/\d+|feed(?:/.*)?|comment-page-\d+|comments/.*|wp-json(?:/.*)?|wp-content/.*|wp-admin/.*|"
    r"wp-login\.php|xmlrpc\.php|wp-includes/.*|index\.php)$"
    r"|^/(?:category|tag|author|search|date|archive|archives|comments)(?:/|$)"
    r"|^/(?:19|20)\d\d(?:/\d{1,2}){0,2}$"
    r"|\.(?:xml|txt|gz|xsl|jpe?g|png|gif|webp|svg|pdf|zip|css|js|json)$",
    re.IGNORECASE,
)


def split_url(url: str) -> SplitResult:
    """Split an address as someone wrote it; what is no address has no part at all. Never raises."""
    try:
        parts = urlsplit(url)
        # The port is read when it is asked for.
        _ = parts.port
    except ValueError:
        return _NO_ADDRESS
    return parts


def join_url(base: str, reference: str) -> str:
    """Give the address that a reference on a page means; empty for what is none. Never raises."""
    try:
        return urljoin(base, reference)
    except ValueError:
        return ""


@lru_cache(maxsize=4096)
def canonical_url(url: str) -> str:
    """Fold an absolute http(s) URL to the one form under which its page is known.

    https stands for both schemes where the port is the scheme's own (a loopback replica on another
    port keeps its scheme). Queries keep their order and their literal `+`. Anything that is no
    http(s) URL comes back stripped and otherwise as it is.
    """
    url = url.strip()
    parts = split_url(url)
    port = parts.port
    scheme = parts.scheme.lower()
    if scheme not in _DEFAULT_PORT or not parts.hostname:
        return url
    host = _host(parts.hostname)
    if not host:
        return url
    if port is None or port in _DEFAULT_PORT.values():
        scheme, netloc = "https", _bracket(host)
    else:
        netloc = f"{_bracket(host)}:{port}"
    path = _dots(_percent(parts.path))
    if host == _OLD_HOST and path.startswith(_OLD_PREFIX):
        netloc, path = _NEW_HOST, "/" + path[len(_OLD_PREFIX) :]
    elif host == _OLD_HOST:
        netloc = _NEW_HOST
    path = path.rstrip("/") or "/"
    return urlunsplit((scheme, netloc, path, _query(parts.query), ""))


@lru_cache(maxsize=4096)
def article_key(url: str) -> str | None:
    """Give the source's own key of the article at a URL; None for archives, feeds, files, the home page.

    A post id where the URL carries one (`/dmedh/4081`, `/?p=4081`, `/dmedh/4081/2/`, `/dmedh/4081/amp`,
    the old host, REST's `/wp/v2/posts/4081`), else the path without slashes (`dmedhrule`).
    The host plays no part, so that a replica's keys equal the site's.
    """
    parts = split_url(canonical_url(url))
    for pair in parts.query.split("&"):
        name, _, value = pair.partition("=")
        if name in {"p", "page_id"} and is_post_number(value):
            return str(int(value))
        if name == "rest_route":
            found = _REST_SINGLE.search(unquote(value).rstrip("/"))
            return found.group(1) if found else None
    path = re.sub(r"/(?:amp|embed|trackback|feed)$", "", parts.path)
    rest = _REST_SINGLE.search(path)
    if rest:
        return rest.group(1)
    numbered = _NUMERIC.match(path)
    if path in {"", "/"} or (numbered is None and _NOT_ARTICLES.search(path)):
        return None
    numbered = numbered or _NUMBERED.match(path)
    if numbered:
        return str(int(numbered.group("id")))
    return unquote(path).strip("/")


def is_post_number(key: str) -> bool:
    """Whether an article's key is a post id, rather than the path of its address."""
    return _POST_NUMBER.fullmatch(key) is not None


def is_permanent(url: str) -> bool:
    """Whether an address names its post by id whatever the permalinks are: `/?p=4081`."""
    parts = split_url(url)
    names = {pair.partition("=")[0] for pair in parts.query.split("&")}
    return parts.path in ("", "/") and not names.isdisjoint({"p", "page_id"})


def _host(hostname: str) -> str:
    host = hostname.rstrip(".").lower()
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return host
    return _HOST_ALIASES.get(host, host)


def _bracket(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _percent(text: str) -> str:
    """Escape what must be escaped as UTF-8, unescape what need not be, hex in upper case."""

    def fold(match: re.Match[str]) -> str:
        character = chr(int(match.group(1), 16))
        return character if character in _UNRESERVED else f"%{match.group(1).upper()}"

    text = _UNSAFE.sub(
        lambda match: "".join(f"%{byte:02X}" for byte in match.group().encode("utf-8", "surrogatepass")), text
    )
    return _PERCENT.sub(fold, text)


def _dots(path: str) -> str:
    if "/." not in path:
        return path
    out: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if len(out) > 1:
                out.pop()
        elif part != ".":
            out.append(part)
    return "/".join(out)


def _query(query: str) -> str:
    kept = [pair for pair in query.split("&") if pair and not _TRACKING.match(pair.partition("=")[0])]
    return _percent("&".join(kept))
