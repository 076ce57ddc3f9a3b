"""What a server sends cannot hang, flood or shorten: deadlines, bombs, torn bodies, redirects."""

import gzip
import itertools
import time
import tracemalloc
import zlib

import brotli
import pytest
import zstandard

from flows.bodies import decode_body
from schema.errors import BadPage, Refused, SiteDown, TooLarge, Truncated
from tests.flows.hostile import reply

TEXT = "デッキレシピ 《天災 デドダム》\n".encode() * 3000


def raw_deflate(data):
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(data) + packer.flush()


PACKERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.ZstdCompressor().compress,
}


@pytest.mark.parametrize("name", PACKERS)
def test_every_encoding_we_accept_is_read(fetching, server, name):
    server.routes["/"] = reply(PACKERS[name](TEXT), Content_Encoding=name)
    assert fetching().get("a", server.url + "/").page.body == TEXT
    assert server.log[-1].headers["accept-encoding"] == "gzip, deflate, br, zstd"


@pytest.mark.parametrize("size", [1, 7, 64, 1000, 10**6])
@pytest.mark.parametrize("name", PACKERS)
def test_encodings_are_read_however_the_pieces_fall(name, size):
    packed = PACKERS[name](TEXT)
    pieces = [packed[at : at + size] for at in range(0, len(packed), size)]
    assert decode_body(pieces, name, 10**6) == TEXT


def test_odd_but_lawful_bodies_are_read():
    assert decode_body([raw_deflate(TEXT)], "deflate", 10**6) == TEXT
    assert decode_body([gzip.compress(b"a") + gzip.compress(b"b")], "gzip", 100) == b"ab"
    assert decode_body([gzip.compress(b"a") + b"\0\0\0"], "gzip", 100) == b"a"
    zstd = zstandard.ZstdCompressor().compress
    assert decode_body([zstd(b"a") + zstd(b"b")], "zstd", 100) == b"ab"
    assert decode_body([gzip.compress(brotli.compress(TEXT))], "br, gzip", 10**6) == TEXT
    assert decode_body([], "gzip", 100) == b""
    for none in ("identity", "none", "UTF-8", "gzip, utf8"):
        packed = gzip.compress(b"x") if "gzip" in none else b"x"
        assert decode_body([packed], none, 100) == b"x"
    assert decode_body([b"x" * 100], None, 100) == b"x" * 100
    with pytest.raises(TooLarge):
        decode_body([b"x" * 100], None, 99)


@pytest.mark.parametrize(("name", "pack"), [("gzip", gzip.compress), ("zstd", PACKERS["zstd"])])
def test_members_of_nothing_cost_no_time(name, pack):
    empty = pack(b"")
    begun = time.process_time()
    assert decode_body([empty * (5_000_000 // len(empty))], name, 20_000_000) == b""
    assert time.process_time() - begun < 8


BOMB = 120_000_000
BOMBS = {
    "gzip": lambda: b"".join(_deflated(31)),
    "deflate": lambda: b"".join(_deflated(15)),
    "br": lambda: brotli.compress(bytes(BOMB), quality=5),
    "zstd": lambda: zstandard.ZstdCompressor(level=3).compress(bytes(BOMB)),
    "gzip, gzip": lambda: gzip.compress(b"".join(_deflated(31))),
    "zstd, br": lambda: brotli.compress(zstandard.ZstdCompressor(level=3).compress(bytes(BOMB))),
}


def _deflated(wbits):
    packer = zlib.compressobj(9, wbits=wbits)
    for _ in range(BOMB // 10**6):
        yield packer.compress(bytes(10**6))
    yield packer.flush()


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_costs_its_limit_and_not_its_size(fetching, server, name):
    bomb = BOMBS[name]()
    assert len(bomb) < 400_000
    server.routes["/"] = reply(bomb, Content_Encoding=name)
    fetcher = fetching()
    tracemalloc.start()
    with pytest.raises(TooLarge, match="1,000,000"):
        fetcher.get("a", server.url + "/")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 12_000_000
    assert fetcher.archive.last("a", server.url + "/") is None
    assert server.paths() == ["/robots.txt", "/"]


def test_a_body_announced_too_large_is_not_even_read(fetching, server):
    server.routes["/"] = lambda request: [reply(length=2_000_000), *[b"x" * 10_000] * 200]
    with pytest.raises(TooLarge, match="2,000,000"):
        fetching().get("a", server.url + "/")


def test_a_body_without_length_stops_at_the_cap(fetching, server):
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
    server.routes["/"] = lambda request: itertools.chain([head], itertools.repeat(b"x" * 100_000, 1000))
    with pytest.raises(TooLarge):
        fetching().get("a", server.url + "/")


CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
CUT = {
    "length longer than the body": reply("<html>half a list", length=5000),
    "chunks without an end": CHUNKED + b"11\r\n<html>half a list\r\n",
    "a chunk cut": CHUNKED + b"1000\r\n<html>half a list",
    "gzip cut": reply(gzip.compress(TEXT)[:-9], Content_Encoding="gzip"),
    "gzip cut in its trailer": reply(gzip.compress(TEXT)[:-1], Content_Encoding="gzip"),
    "deflate cut": reply(zlib.compress(TEXT)[:-3], Content_Encoding="deflate"),
    "brotli cut": reply(brotli.compress(TEXT)[:-2], Content_Encoding="br"),
    "zstd cut": reply(zstandard.ZstdCompressor().compress(TEXT)[:-2], Content_Encoding="zstd"),
}


@pytest.mark.parametrize("how", CUT)
def test_a_torn_body_is_an_error_and_never_a_page(fetching, server, how):
    server.routes["/"] = CUT[how]
    fetcher = fetching(retries=0)
    with pytest.raises(Truncated):
        fetcher.get("a", server.url + "/")
    assert fetcher.archive.last("a", server.url + "/", status=None) is None


def test_a_torn_body_is_asked_for_again(fetching, server):
    answers = iter([CUT["a chunk cut"], reply("whole")])
    server.routes["/"] = lambda request: next(answers)
    assert fetching().get("a", server.url + "/").page.body == b"whole"


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd", "compress", "gzip, gzip, gzip, gzip"])
def test_a_body_that_is_not_what_it_says_is_a_bad_page(fetching, server, encoding):
    server.routes["/"] = reply(b"<html>plain text, not packed at all</html>", Content_Encoding=encoding)
    with pytest.raises((BadPage, Truncated)):
        fetching(retries=0).get("a", server.url + "/")


def drip(text):
    for at in range(len(text)):
        yield text[at : at + 1]
        yield 0.05


@pytest.mark.parametrize(
    "answer",
    [
        reply("x" * 500),
        b"HTTP/1.1 200 OK\r\nX-Long: " + b"y" * 500,
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + b"1\r\nx\r\n" * 500,
    ],
    ids=["body", "headers", "chunks"],
)
def test_a_byte_at_a_time_ends_at_the_deadline(fetching, server, answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    server.routes["/"] = lambda request: (
        itertools.chain([head + b"\r\n\r\n"], drip(body)) if body else drip(answer)
    )
    begun = time.monotonic()
    with pytest.raises(SiteDown, match="in time"):
        fetching(retries=0, deadline=0.4).get("a", server.url + "/")
    # Dripped to its end it would take 25 seconds and more.
    assert time.monotonic() - begun < 12


def test_a_server_that_never_answers_ends_at_the_deadline(fetching, server):
    server.routes["/"] = lambda request: [3.0]
    with pytest.raises(SiteDown):
        fetching(retries=0, deadline=0.3).get("a", server.url + "/")


# -- redirects -----------------------------------------------------------------------------------


def hop(location, status=302):
    data = location if isinstance(location, bytes) else location.encode()
    return b"HTTP/1.1 %d Moved\r\nLocation: %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % (
        status,
        data,
    )


def test_five_hops_are_followed_and_a_sixth_is_not(fetching, server):
    for n in range(6):
        server.routes[f"/{n}"] = hop(f"/{n + 1}")
    server.routes["/6"] = reply("end")
    assert fetching().get("a", server.url + "/1").page.url == server.url + "/6"
    with pytest.raises(Refused, match="more than 5"):
        fetching().get("a", server.url + "/0")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_circle_is_noticed_at_once(fetching, server, status):
    server.routes["/a"] = hop("/b", status)
    server.routes["/b"] = hop("/a", status)
    with pytest.raises(Refused, match="circle"):
        fetching().get("a", server.url + "/a")
    assert server.paths() == ["/robots.txt", "/a", "/b"]


@pytest.mark.parametrize(
    ("location", "path"),
    [
        ("b", "/x/b"),
        ("../b", "/b"),
        ("?q=1", "/x/a?q=1"),
        ("/b#more-1", "/b"),
        ("/《A》".encode(), "/%E3%80%8AA%E3%80%8B"),
        ("/《A》".encode("euc-jp"), "/%A1%D4A%A1%D5"),
        ("/a b", "/a%20b"),
        ("/card/detail/?id=dm27+1d-003", "/card/detail/?id=dm27+1d-003"),
        ("/%e3%80%8a", "/%e3%80%8a"),
    ],
)
def test_a_location_is_followed_as_meant(fetching, server, location, path):
    server.routes["/x/a"] = hop(location)
    server.routes[path] = reply("end")
    fetched = fetching().get("a", server.url + "/x/a")
    assert server.paths() == ["/robots.txt", "/x/a", path]
    assert fetched.page.url == server.url + path
    assert fetched.requested == server.url + "/x/a"


@pytest.mark.parametrize(
    "location",
    [
        "file:///etc/passwd",
        "ftp://files.test/",
        "javascript:alert(1)",
        "http://127.0.0.1:1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://localhost:1/",
        "http://[::1]/",
        "http://2130706433/",
        "http://user:password@files.test/",
        "https:///nothing",
    ],
)
def test_a_redirect_to_where_no_page_can_be_is_refused(fetching, server, location):
    server.routes["/"] = hop(location)
    with pytest.raises(Refused):
        fetching().get("a", server.url + "/")
    assert server.paths() == ["/robots.txt", "/"]


def test_a_redirect_to_nowhere_is_a_bad_page(fetching, server):
    server.routes["/"] = reply(status=301)
    with pytest.raises(BadPage, match="nowhere"):
        fetching().get("a", server.url + "/")


def test_a_form_becomes_a_question_after_a_303_and_stays_one_after_a_307(fetching, server):
    server.routes["/303"] = hop("/end", 303)
    server.routes["/307"] = hop("/end", 307)
    server.routes["/end"] = reply("end")
    fetching().post("a", server.url + "/303", [("keyword", "天災")])
    fetching().post("a", server.url + "/307", [("keyword", "天災")])
    ends = [(request.method, request.body) for request in server.log if request.path == "/end"]
    assert ends == [("GET", b""), ("POST", b"keyword=%E5%A4%A9%E7%81%BD")]
