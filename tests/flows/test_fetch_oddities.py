"""Answers that no standard foresees: each ends as a page, or as an error with a name; no crash, no hang."""

import gzip
import time

import pytest

from schema.errors import BadPage, Blocked, CensusError, Refused, SiteDown, TooLarge, Truncated
from tests.flows.hostile import reply

PAGE = b"<html><title>a page</title></html>"
CLOSE = b"Connection: close\r\n\r\n"


def answer(*lines, body=PAGE, status=b"200 OK"):
    head = b"HTTP/1.1 " + status + b"\r\n" + b"".join(line + b"\r\n" for line in lines)
    return head + CLOSE + body


LENGTH = b"Content-Length: %d" % len(PAGE)
HTML = b"Content-Type: text/html"

# What still is the page.
GOOD = {
    "an information before it": b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + answer(LENGTH),
    "twenty informations": b"HTTP/1.1 100 Continue\r\n\r\n" * 20 + answer(LENGTH),
    "a hundred cookies": answer(LENGTH, *[b"Set-Cookie: a%d=%s" % (n, b"x" * 50) for n in range(100)]),
    "no reason": b"HTTP/1.1 200\r\n" + LENGTH + b"\r\n" + CLOSE + PAGE,
    "no length": answer(HTML),
    "HTTP/1.0": b"HTTP/1.0 200 OK\r\n" + LENGTH + b"\r\n" + CLOSE + PAGE,
    "a date in the future": answer(LENGTH, b"Last-Modified: Fri, 01 Jan 2999 00:00:00 GMT"),
    "a date that is none": answer(LENGTH, b"Last-Modified: yesterday", b"Expires: 0", b"Date: x"),
    "an ETag without quotes": answer(LENGTH, b"ETag: abc"),
    "an ETag of Japanese": answer(LENGTH, 'ETag: "《札》"'.encode()),
    "an empty ETag": answer(LENGTH, b"ETag:", b"Last-Modified:", b"Content-Type:"),
    "a wrong content type": answer(LENGTH, b"Content-Type: image/png"),
    "no content type": answer(LENGTH),
    "a nonsense content type": answer(LENGTH, b"Content-Type: \xff;;charset=\xfe;=x"),
    "a charset that is none": answer(LENGTH, b"Content-Type: text/html; charset=no-such-thing"),
    "the same length twice": answer(LENGTH, LENGTH),
    "chunks with extensions and trailers": answer(
        b"Transfer-Encoding: chunked",
        body=b"5;a=b\r\n" + PAGE[:5] + b"\r\n1d\r\n" + PAGE[5:] + b"\r\n0\r\nX: y\r\n\r\n",
    ),
    "gzip named twice": answer(
        b"Content-Encoding: gzip", b"Content-Encoding: gzip", body=gzip.compress(gzip.compress(PAGE))
    ),
    "a status of its own": answer(LENGTH, status=b"200 " + b"very " * 500),
}


@pytest.mark.parametrize("how", GOOD)
def test_it_is_the_page_all_the_same(fetching, server, how):
    server.routes["/"] = GOOD[how]
    fetcher = fetching(retries=0)
    first = fetcher.get("a", server.url + "/")
    assert first.page.body == PAGE
    # What it said of itself is sent back and does no harm, and the archive gives the page again.
    assert fetcher.get("a", server.url + "/").outcome == "unchanged"
    assert fetcher.archive.read(first.page.warc_file, first.page.warc_offset).body == PAGE
    assert list(fetcher.archive.verify()) == []


# What is no page: the error's kind, and whether the archive keeps the answer.
BAD = {
    "nothing": (lambda request: b"", SiteDown),
    "junk": (b"\x00\x01\x02" * 40, SiteDown),
    "HTTP/0.9": (PAGE, SiteDown),
    "a version that is none": (b"HTTP/x.y 200 OK\r\n\r\n", SiteDown),
    "a status that is none": (b"HTTP/1.1 abc OK\r\n\r\n", SiteDown),
    "a status of one digit": (b"HTTP/1.1 2 OK\r\n\r\n", SiteDown),
    "headers without end": (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 100_000, SiteDown),
    "a header of a megabyte": (answer(LENGTH, b"X: " + b"y" * 1_000_000), SiteDown),
    "a header without a colon": (answer(LENGTH, b"no colon here"), SiteDown),
    "a header with a zero byte": (answer(LENGTH, b"X: a\x00b"), SiteDown),
    "a negative length": (answer(b"Content-Length: -5"), SiteDown),
    "a length that is none": (answer(b"Content-Length: many"), SiteDown),
    "two lengths": (answer(b"Content-Length: 5", b"Content-Length: 99"), SiteDown),
    "a length beyond all bounds": (answer(b"Content-Length: " + b"9" * 30), (TooLarge, SiteDown)),
    "more than announced": (answer(b"Content-Length: 5"), None),
    "less than announced": (answer(b"Content-Length: 500"), Truncated),
    "chunks of junk": (answer(b"Transfer-Encoding: chunked", body=b"zz\r\nxx"), Truncated),
    "a chunk size beyond all bounds": (
        answer(b"Transfer-Encoding: chunked", body=b"F" * 30 + b"\r\nx"),
        Truncated,
    ),
    "an unknown transfer encoding": (answer(b"Transfer-Encoding: gzip, odd"), (SiteDown, Truncated)),
    "gzip that is none": (answer(b"Content-Encoding: gzip"), BadPage),
    "a protocol switch": (answer(status=b"101 Switching Protocols"), (SiteDown, BadPage)),
    "a partial answer": (
        answer(LENGTH, b"Content-Range: bytes 0-33/9999", status=b"206 Partial Content"),
        BadPage,
    ),
    "no content": (answer(body=b"", status=b"204 No Content"), BadPage),
    "reset content": (answer(b"Content-Length: 0", body=b"", status=b"205 Reset Content"), BadPage),
    "multiple choices": (answer(LENGTH, status=b"300 Multiple Choices"), BadPage),
    "use a proxy": (answer(b"Location: http://proxy.test/", LENGTH, status=b"305 Use Proxy"), BadPage),
    "a 304 that nobody asked for": (answer(body=b"", status=b"304 Not Modified"), BadPage),
    "a status beyond the known": (answer(LENGTH, status=b"999 Request denied"), (SiteDown, BadPage)),
    "a status between": (answer(LENGTH, status=b"299 Odd"), BadPage),
    "accepted for later": (answer(LENGTH, status=b"202 Accepted"), BadPage),
    "a login wanted": (answer(LENGTH, b"WWW-Authenticate: Basic", status=b"401 No"), Blocked),
    "a network login": (answer(LENGTH, status=b"511 Network Authentication Required"), SiteDown),
    "payment required": (answer(LENGTH, status=b"402 Payment Required"), BadPage),
    "for legal reasons": (answer(LENGTH, status=b"451 Unavailable For Legal Reasons"), BadPage),
}


@pytest.mark.parametrize("how", BAD)
def test_it_is_an_error_with_a_name(fetching, server, how):
    given, kind = BAD[how]
    server.routes["/"] = given
    fetcher = fetching(retries=0, deadline=3.0)
    begun = time.monotonic()
    if kind is None:
        assert len(fetcher.get("a", server.url + "/").page.body) == 5
    else:
        with pytest.raises(kind) as raised:
            fetcher.get("a", server.url + "/")
        assert raised.value.url == server.url + "/"
        assert "\n" not in str(raised.value)
        assert len(str(raised.value)) < 500
    assert time.monotonic() - begun < 10
    assert fetcher.archive.last("a", server.url + "/") is None or kind is None
    assert list(fetcher.archive.verify()) == []


def test_what_comes_behind_an_answer_is_no_other_pages_answer(fetching, server):
    kept_open = b"HTTP/1.1 200 OK\r\n" + LENGTH + b"\r\n\r\n" + PAGE
    server.routes["/a"] = lambda request: [kept_open + kept_open.replace(b"a page", b"no one"), 1.0]
    server.routes["/b"] = reply("the other page")
    fetcher = fetching(retries=0)
    assert fetcher.get("a", server.url + "/a").page.body == PAGE
    assert fetcher.get("a", server.url + "/b").page.body == b"the other page"
    assert {request.headers["connection"] for request in server.log} == {"close"}


def error_of(call):
    """The error that a call ends with; None where it does not."""
    try:
        call()
    except CensusError as error:
        return error
    return None


LOCATIONS = {
    "a line feed in it": (b"/a\nX-Injected: 1", ("/a",)),
    "a zero byte": (b"/a\x00b", None),
    "a tab and blanks": (b" \t/a ", ("/a",)),
    "percent signs that are none": (b"/%zz%", ("/%zz%",)),
    "a percent of a line feed": (b"/a%0d%0aX:y", ("/a%0d%0aX:y",)),
    "dots": (b"/../../etc/passwd", ("/etc/passwd",)),
    "user info": (b"http://a:b@127.0.0.1/", Refused),
    "a host of another script": ("http://札.test/".encode(), (Refused, SiteDown)),
    "a host with a percent": (b"http://127.0.0.1%2f.test/", Refused),
    "another port": (b"http://127.0.0.1:1/", Refused),
    "a port that is none": (b"http://127.0.0.1:99999/", Refused),
    "another scheme": (b"gopher://127.0.0.1/", Refused),
    "data": (b"data:text/html,x", Refused),
    "a scheme alone": (b"http:", Refused),
    "slashes alone": (b"//", Refused),
    "backslashes": (b"\\\\169.254.169.254\\x", None),
    "empty": (b"", None),
    "of a megabyte": (b"/" + b"x" * 60_000, ("/x",)),
    "brackets": (b"http://[::1", BadPage),
    "a zone": (b"http://[fe80::1%25eth0]/", Refused),
}


@pytest.mark.parametrize("how", LOCATIONS)
def test_a_location_of_any_kind_leads_to_this_server_or_nowhere(fetching, server, how):
    location, expected = LOCATIONS[how]
    server.routes["*"] = reply("end")
    server.routes["/robots.txt"] = reply(status=404)
    server.routes["/go"] = answer(
        b"Location: " + location, b"Content-Length: 0", body=b"", status=b"302 Found"
    )
    fetcher = fetching(retries=0)
    error = error_of(lambda: fetcher.get("a", server.url + "/go"))
    path_expected = isinstance(expected, tuple) and isinstance(expected[0], str)
    kinds = None if path_expected else expected
    if error is not None:
        assert kinds is None or isinstance(error, kinds)
        assert "\n" not in str(error)
        assert len(str(error)) < 500
    else:
        assert kinds is None
    asked = [request.path for request in server.log[2:]]
    assert len(asked) <= 1
    if path_expected and asked:
        assert asked[0].startswith(expected[0])
    assert all("x-injected" not in request.headers for request in server.log)


@pytest.mark.parametrize(
    "value", ["-1", "0", "1e9", "Wed, 21 Oct 1998 07:28:00 GMT", "NaN", " ", "１", "2026-01-01"]
)
def test_a_retry_after_that_asks_for_nothing_costs_the_usual_pause(fetching, server, value):
    answers = iter([reply(status=503, Retry_After=value), reply("x")])
    server.routes["/"] = lambda request: next(answers)
    begun = time.monotonic()
    assert fetching().get("a", server.url + "/").page.body == b"x"
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_pages_in_any_unicode_are_read(fetching, server, encoding):
    from parsers.decode import decode

    text = "<html><title>デッキ</title>《ボルシャック・ドラゴン》</html>"
    data = text.encode(encoding)
    if encoding.endswith(("le", "be")):
        data = ("\ufeff" + text).encode(encoding)
    server.routes["/"] = reply(data, content_type="text/html")
    page = fetching().get("a", server.url + "/").page
    decoded = decode(page.body, page.content_type)
    assert decoded.text.lstrip("\ufeff") == text
    assert decoded.replacements == 0


@pytest.mark.parametrize(
    "robots",
    [
        reply(b"\x00" * 1000, content_type="text/plain"),
        reply("User-agent: *\nDisallow: /no\n" + "x" * 900_000, content_type="text/plain"),
        reply("User-agent: " + "*" * 100_000, content_type="text/plain"),
        reply("Disallow: /" + "*a" * 20_000 + "$\n", content_type="text/plain"),
        reply("User-agent: *\nDisallow: /" + "*a" * 5_000 + "$\n", content_type="text/plain"),
        reply("Sitemap: " * 50_000, content_type="text/plain"),
        reply("User-agent: *\nCrawl-delay: nan\nRequest-rate: 1/0\n", content_type="text/plain"),
        reply("User-agent: *\nCrawl-delay: -9\nRequest-rate: 0/0s\n", content_type="text/plain"),
        reply("User-agent: *\nDisallow: /no\n".encode("utf-16"), content_type="text/plain"),
        reply(status=301, Location="https://elsewhere.test/robots.txt"),
        reply(status=204),
    ],
    ids=[
        "zeros",
        "long",
        "a long agent",
        "a glob alone",
        "globs",
        "sitemaps",
        "nan",
        "negative",
        "utf-16",
        "off",
        "204",
    ],
)
def test_a_robots_txt_of_any_kind_is_an_answer_in_time(fetching, server, robots):
    server.routes["/robots.txt"] = robots
    server.routes["/" + "a" * 3000] = reply("x")
    server.routes["/deck"] = reply("x")
    begun = time.monotonic()
    for path in ("/deck", "/" + "a" * 3000):
        fetcher = fetching(retries=0, deadline=3.0)
        error = error_of(lambda path=path, fetcher=fetcher: fetcher.get("a", server.url + path))
        assert error is None or "robots.txt" in str(error), error
    assert time.monotonic() - begun < 15
