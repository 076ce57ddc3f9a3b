"""The archive: order, revisits, secrets, other readers, memory."""

import gzip
import os
import re
import subprocess
import sys
import tracemalloc
from datetime import timedelta

import pytest
from warcio.archiveiterator import ArchiveIterator

from schema.errors import ArchiveDamaged
from schema.records import Page
from tests.warehouse.archive_pages import START, keep, page, plain_reader
from warehouse.archive import Archive, confirmed


def test_pages_come_back_in_order_of_writing_with_their_places(tmp_path):
    with Archive(tmp_path) as archive:
        places = [keep(archive, page(f"https://a.test/{n}", f"デッキ {n}".encode(), n)) for n in range(5)]
        back = list(archive.pages())
    assert [one.body.decode() for one in back] == [f"デッキ {n}" for n in range(5)]
    assert [(one.warc_file, one.warc_offset) for one in back] == [place[:2] for place in places]
    assert [one.fetched_at for one in back] == [START + timedelta(minutes=n) for n in range(5)]
    assert back[0].source == "dm-edh"
    assert back[0].content_type == "text/html; charset=utf-8"


def test_files_of_sites_crawled_at_once_are_merged_by_time(tmp_path):
    with Archive(tmp_path) as archive:
        for minute, source in enumerate(["a", "b", "a", "b", "b", "a"]):
            keep(archive, page(f"https://{source}.test/{minute}", b"%d" % minute, minute, source))
        assert [one.body for one in archive.pages()] == [b"0", b"1", b"2", b"3", b"4", b"5"]
        assert [one.body for one in archive.pages(sources=["b"])] == [b"1", b"3", b"4"]
    assert len(list(tmp_path.glob("*.warc.gz"))) == 2


def test_one_file_a_crawl_and_later_names_for_later_crawls_even_when_the_clock_steps_back(tmp_path):
    for minute in (0, 0, -60):
        with Archive(tmp_path) as archive:
            keep(archive, page("https://a.test/", b"%f" % minute, minute))
    names = [path.name for path in Archive(tmp_path).files()]
    assert len(names) == 3
    assert [one.fetched_at.hour for one in Archive(tmp_path).pages()] == [19, 19, 18]


def test_no_name_is_given_twice_though_its_file_is_lost_within_the_second(tmp_path):
    names = []
    for _ in range(3):
        with Archive(tmp_path) as archive:
            names.append(keep(archive, page("https://a.test/", b"%d" % len(names))).warc_file)
        (tmp_path / names[-1]).unlink()
        with Archive(tmp_path) as archive:
            assert archive.last("dm-edh", "https://a.test/") is None
    assert sorted(set(names)) == names


def test_an_unchanged_body_is_a_revisit_that_resolves(tmp_path):
    body = "同じ頁".encode() * 1000
    with Archive(tmp_path) as archive:
        first = keep(archive, page("https://a.test/1", body, 0))
    with Archive(tmp_path) as archive:
        again = keep(archive, page("https://a.test/1", body, 60))
        other = keep(archive, page("https://a.test/1?p=1", body, 61))
        assert (first.revisit, again.revisit, other.revisit) == (False, True, True)
        assert archive.read(again.warc_file, again.offset).body == body
        back = list(archive.pages())
    assert [one.body for one in back] == [body] * 3
    assert back[2].url == "https://a.test/1?p=1"
    [_, (_, fields, block), *_] = plain_reader(tmp_path / again.warc_file)
    assert fields["WARC-Type"] == "revisit"
    assert fields["WARC-Profile"].endswith("identical-payload-digest")
    assert fields["WARC-Refers-To-Target-URI"] == "https://a.test/1"
    assert body not in block


def test_a_304_is_a_revisit_with_the_first_answers_status_and_validators(tmp_path):
    with Archive(tmp_path) as archive:
        first = keep(archive, page("https://a.test/1", b"body", 0, etag='"v1"'))
        kept = archive.read(*first[:2])
        seen = confirmed(kept, START + timedelta(hours=1), {})
        place = archive.append(seen, headers=[("Date", "now")], confirms=first)
        entry = archive.last("dm-edh", "https://a.test/1")
    assert place.revisit
    assert entry is not None
    assert (entry.status, entry.etag, entry.fetched_at) == (200, '"v1"', START + timedelta(hours=1))
    back = list(Archive(tmp_path).pages())
    assert [(one.status, one.body, one.etag) for one in back] == [(200, b"body", '"v1"')] * 2
    block = plain_reader(tmp_path / place.warc_file)[3][2]
    assert block.startswith(b"HTTP/1.1 304 Not Modified\r\n")


def test_the_index_is_only_a_copy(tmp_path):
    with Archive(tmp_path) as archive:
        first = keep(archive, page("https://a.test/1", b"one", 0, etag='"v1"'))
        archive.append(confirmed(archive.read(*first[:2]), START + timedelta(hours=1), {}), confirms=first)
        archive.append(page("https://a.test/card/", b"two", 2), method="POST", request_body=b"keyword=x")
        before = [
            archive.last("dm-edh", "https://a.test/1"),
            archive.last("dm-edh", "https://a.test/card/", b"keyword=x"),
        ]
        assert archive.last("dm-edh", "https://a.test/card/") is None
    assert None not in before
    for spoil in (lambda path: path.unlink(), lambda path: path.write_bytes(b"no database" * 500)):
        spoil(tmp_path / "index.sqlite")
        with Archive(tmp_path) as archive:
            after = [
                archive.last("dm-edh", "https://a.test/1"),
                archive.last("dm-edh", "https://a.test/card/", b"keyword=x"),
            ]
        assert after == before


def test_no_secret_is_kept(tmp_path):
    with Archive(tmp_path) as archive:
        place = archive.append(
            page("https://a.test/", b"x"),
            headers=[("Set-Cookie", "session=s3cret"), ("Content-Encoding", "gzip")],
            request_headers=[
                ("Authorization", "Bearer s3cret"),
                ("Cookie", "s3cret"),
                ("User-Agent", "deckcensus/1"),
            ],
        )
    text = gzip.decompress((tmp_path / place.warc_file).read_bytes())
    assert b"s3cret" not in text
    assert b"User-Agent: deckcensus/1" in text
    assert b"X-Archive-Orig-Content-Encoding: gzip" in text


def test_a_page_whose_digest_is_wrong_is_not_taken(tmp_path):
    wrong = Page("a", "https://a.test/", START, 200, "", b"x", "0" * 64)
    with pytest.raises(ArchiveDamaged):
        Archive(tmp_path).append(wrong)


def test_warcio_and_a_plain_reader_see_the_same(tmp_path):
    with Archive(tmp_path) as archive:
        keep(archive, page("https://a.test/《A》", "本文".encode(), 0))
        keep(archive, page("https://a.test/b", b"", 1, status=404))
        keep(archive, page("https://a.test/《A》", "本文".encode(), 2))
    [path] = tmp_path.glob("*.warc.gz")
    with path.open("rb") as stream:
        reader = ArchiveIterator(stream, check_digests="raise")
        by_warcio = []
        for record in reader:
            content = record.content_stream().read()
            by_warcio.append(
                (
                    reader.get_record_offset(),
                    record.rec_type,
                    record.rec_headers.get_header("WARC-Target-URI"),
                    content,
                )
            )
    plain = plain_reader(path)
    assert [one[:3] for one in by_warcio] == [
        (offset, fields["WARC-Type"], fields.get("WARC-Target-URI")) for offset, fields, _ in plain
    ]
    assert [one[1] for one in by_warcio] == [
        "warcinfo",
        "response",
        "request",
        "response",
        "request",
        "revisit",
        "request",
    ]
    assert by_warcio[1][3].decode() == "本文"
    for _, fields, block in plain:
        assert re.fullmatch(r"<urn:uuid:[0-9a-f-]{36}>", fields["WARC-Record-ID"])
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z", fields["WARC-Date"])
        if fields["WARC-Type"] == "request":
            assert re.match(rb"GET /(%E3%80%8AA%E3%80%8B|b) HTTP/1.1\r\n", block)
        if fields["WARC-Type"] == "response":
            status, headers = block.split(b"\r\n\r\n")[0].split(b"\r\n", 1)
            assert status.startswith(b"HTTP/1.1 ")
            assert b"Content-Length: %d" % len(block.split(b"\r\n\r\n", 1)[1]) in headers


def test_memory_stays_flat_while_pages_stream(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    with Archive(tmp_path) as archive:
        for n in range(700):
            keep(archive, page(f"https://a.test/{n}", os.urandom(8000), n / 100))
            keep(archive, page(f"https://a.test/{n}", os.urandom(10) * 800, n / 100))
    tracemalloc.start()
    count = sum(1 for _ in Archive(tmp_path).pages())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == 1400
    # 1,400 bodies of 8,000 bytes are 11 MB; their digests and places are under 1.
    assert peak < 4_000_000


def test_other_tools_find_every_digest_of_what_was_crawled_and_given_by_hand(tmp_path):
    with Archive(tmp_path) as archive:
        first = page("https://a.test/", b"one", 0, etag='"1"')
        place = keep(archive, first)
        archive.append(confirmed(first, START, {}), confirms=place)
        keep(archive, page("https://a.test/", b"one", 2))
        keep(archive, page("https://a.test/form", b"", 3, status=404), method="POST", request_body=b"a=1")
        given = archive.append(page("urn:deckcensus:deck?name=a", b"1 Sol Ring", 4))
        again = archive.append(page("urn:deckcensus:deck?name=a", b"1 Sol Ring", 5))
        assert (given.revisit, again.revisit) == (False, False)
        held = archive.read(*given[:2])
        assert (held.status, held.body, held.content_type) == (200, b"1 Sol Ring", "text/html; charset=utf-8")
        assert list(archive.verify()) == []
        assert [one.url for one in archive.pages()][-1] == "urn:deckcensus:deck?name=a"
        files = [str(path) for path in archive.files()]
    (tmp_path / "index.sqlite").unlink()
    with Archive(tmp_path) as archive:
        last = archive.last("dm-edh", "urn:deckcensus:deck?name=a")
        assert last is not None
        assert last.whole
    checked = subprocess.run(
        [sys.executable, "-m", "warcio.cli", "check", "-v", *files],
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
    assert " resource" in checked.stdout
