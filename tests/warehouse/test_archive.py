"""The archive: order, revisits, torn ends, damage, other readers."""

import gzip
import hashlib
import os
import re
import subprocess
import sys
import tracemalloc
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from warcio.archiveiterator import ArchiveIterator

from schema.errors import ArchiveDamaged
from schema.records import Page
from warehouse.archive import Archive, Place, confirmed

START = datetime(2026, 11, 29, 19, 30, tzinfo=UTC)


def page(
    url: str,
    body: bytes,
    minute: float = 0,
    source: str = "dm-edh",
    status: int = 200,
    etag: str | None = None,
) -> Page:
    return Page(
        source=source,
        url=url,
        fetched_at=START + timedelta(minutes=minute),
        status=status,
        content_type="text/html; charset=utf-8",
        body=body,
        sha256=hashlib.sha256(body).hexdigest(),
        etag=etag,
    )


HEADERS = [("Content-Type", "text/html; charset=utf-8")]


def keep(archive: Archive, kept: Page, **more: object) -> Place:
    headers = [*HEADERS, *([("ETag", kept.etag)] if kept.etag else [])]
    return archive.append(kept, headers=headers, request_headers=[("Host", "a.test")], **more)  # type: ignore[arg-type]


def plain_reader(path: Path) -> list[tuple[int, dict[str, str], bytes]]:
    """Read a WARC file from the standard's text alone: gzip members, named fields, a counted block."""
    data, offset, records = path.read_bytes(), 0, []
    while offset < len(data):
        decoder = zlib.decompressobj(wbits=31)
        content = decoder.decompress(data[offset:]) + decoder.flush()
        assert decoder.eof
        head, rest = content.split(b"\r\n\r\n", 1)
        version, *lines = head.decode().split("\r\n")
        assert version == "WARC/1.1"
        fields = dict(line.split(": ", 1) for line in lines)
        length = int(fields["Content-Length"])
        assert rest[length:] == b"\r\n\r\n"
        records.append((offset, fields, rest[:length]))
        offset = len(data) - len(decoder.unused_data)
    return records


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


@pytest.mark.parametrize("cut", [1, 7, 40, 200, 330, 480])
def test_a_torn_end_is_cut_off_and_nothing_before_it(tmp_path, cut):
    with Archive(tmp_path) as archive:
        for n in range(3):
            keep(archive, page(f"https://a.test/{n}", os.urandom(50) + b"x" * 100, n))
    [path] = tmp_path.glob("*.warc.gz")
    whole = [offset for offset, *_ in plain_reader(path)]
    size = path.stat().st_size
    os.truncate(path, size - cut)
    with Archive(tmp_path) as archive:
        [finding] = archive.mend()
        assert finding.kind == "torn"
        assert finding.offset == max(offset for offset in whole if offset < size - cut)
        assert path.stat().st_size == finding.offset
        assert archive.mend() == []
        assert list(archive.verify()) == []
        keep(archive, page("https://a.test/new", b"new", 9))
        urls = [one.url for one in archive.pages()]
    assert urls[-1] == "https://a.test/new"
    assert urls[:2] == ["https://a.test/0", "https://a.test/1"]


def test_wherever_the_last_write_was_cut_what_came_before_stays_and_reads(tmp_path):
    with Archive(tmp_path) as archive:
        keep(archive, page("https://a.test/0", b"zero", 0))
        [path] = tmp_path.glob("*.warc.gz")
        before = path.read_bytes()
        keep(archive, page("https://a.test/1", b"one", 1))
    whole = path.read_bytes()
    response_end = [offset for offset, *_ in plain_reader(path)][-1]
    for cut in range(len(before), len(whole), 3):
        path.write_bytes(whole[:cut])
        archive = Archive(tmp_path)
        archive.mend()
        archive.close()
        urls = [one.url[-1] for one in archive.pages()]
        assert urls == (["0", "1"] if cut >= response_end else ["0"]), cut
        assert path.read_bytes().startswith(before)


def test_a_file_torn_in_its_first_record_goes_and_a_whole_one_stays(tmp_path):
    with Archive(tmp_path) as archive:
        keep(archive, page("https://a.test/", b"x"))
    [path] = tmp_path.glob("*.warc.gz")
    stub = tmp_path / "20270101T000000Z-dm-edh.warc.gz"
    stub.write_bytes(path.read_bytes()[:20])
    empty = tmp_path / "20270102T000000Z-dm-edh.warc.gz"
    empty.touch()
    before = path.read_bytes()
    assert [finding.warc_file for finding in Archive(tmp_path).mend()] == [stub.name, empty.name]
    assert not stub.exists()
    assert not empty.exists()
    assert path.read_bytes() == before


def test_every_flipped_byte_is_found_and_named(tmp_path):
    with Archive(tmp_path) as archive:
        for n in range(3):
            keep(archive, page(f"https://a.test/{n}", os.urandom(300), n))
    [path] = tmp_path.glob("*.warc.gz")
    good = path.read_bytes()
    starts = [offset for offset, *_ in plain_reader(path)]
    for at in range(0, len(good), 97):
        # The gzip head's time, flags for compression and system name (bytes 4-9) say nothing of the content.
        inside = at - max(start for start in starts if start <= at)
        if 4 <= inside <= 9:
            continue
        bad = bytearray(good)
        bad[at] ^= 0x55
        path.write_bytes(bad)
        findings = list(Archive(tmp_path).verify())
        assert findings, f"byte {at} flipped, nothing found"
        assert {finding.warc_file for finding in findings} == {path.name}
        assert min(finding.offset for finding in findings) <= at


def test_damage_in_the_middle_is_named_read_past_and_not_mended(tmp_path):
    with Archive(tmp_path) as archive:
        places = [keep(archive, page(f"https://a.test/{n}", os.urandom(300), n)) for n in range(4)]
    [path] = tmp_path.glob("*.warc.gz")
    data = bytearray(path.read_bytes())
    data[places[1].offset + 150] ^= 0xFF
    path.write_bytes(data)
    (tmp_path / "index.sqlite").unlink()
    archive = Archive(tmp_path)
    assert archive.mend() == []
    with pytest.raises(ArchiveDamaged, match=rf"{path.name} at {places[1].offset}"):
        list(archive.pages())
    found = []
    assert [one.url[-1] for one in archive.pages(on_damage=found.append)] == ["0", "2", "3"]
    assert found[0].offset == places[1].offset
    with pytest.raises(ArchiveDamaged):
        archive.read(path.name, places[1].offset)


def test_a_record_cut_out_of_the_middle_is_a_gap(tmp_path):
    with Archive(tmp_path) as archive:
        for n in range(3):
            keep(archive, page(f"https://a.test/{n}", b"%d" % n, n))
    [path] = tmp_path.glob("*.warc.gz")
    starts = [offset for offset, *_ in plain_reader(path)]
    data = path.read_bytes()
    path.write_bytes(data[: starts[3]] + data[starts[5] :])
    [finding] = Archive(tmp_path).verify()
    assert (finding.kind, finding.offset) == ("gap", starts[3])


def test_a_revisit_whose_original_is_lost_is_named(tmp_path):
    with Archive(tmp_path) as archive:
        keep(archive, page("https://a.test/", b"body", 0))
    [first] = tmp_path.glob("*.warc.gz")
    with Archive(tmp_path) as archive:
        place = keep(archive, page("https://a.test/", b"body", 9))
    first.unlink()
    archive = Archive(tmp_path)
    assert [finding.kind for finding in archive.verify()] == ["lost"]
    with pytest.raises(ArchiveDamaged, match="lost"):
        list(archive.pages())
    with pytest.raises(ArchiveDamaged, match="lost"):
        archive.read(place.warc_file, place.offset)
    assert not keep(archive, page("https://a.test/", b"body", 20)).revisit


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    with Archive(tmp_path) as archive:
        keep(archive, page("https://a.test/0", b"0"))
        [path] = tmp_path.glob("*.warc.gz")
        before = path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", _disk_full)
            with pytest.raises(OSError, match="No space left"):
                keep(archive, page("https://a.test/1", b"1", 1))
        assert path.read_bytes() == before
        keep(archive, page("https://a.test/2", b"2", 2))
        assert [one.url[-1] for one in archive.pages()] == ["0", "2"]
        assert list(archive.verify()) == []


def _disk_full(descriptor):
    raise OSError(28, "No space left on device")


def test_a_kill_at_any_moment_loses_no_acknowledged_page(tmp_path):
    program = """
import hashlib, sys, os
from datetime import datetime, UTC
from pathlib import Path
from schema.records import Page
from warehouse.archive import Archive
archive = Archive(Path(sys.argv[1]))
for n in range(100000):
    body = os.urandom(2000)
    digest = hashlib.sha256(body).hexdigest()
    page = Page("a", f"https://a.test/{n}", datetime.now(UTC), 200, "", body, digest)
    archive.append(page)
    print(n, page.sha256, flush=True)
"""
    acknowledged = {}
    for lines in (1, 9, 30):
        child = subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True
        )
        with child:
            for _ in range(lines):
                n, digest = child.stdout.readline().split()
                acknowledged[digest] = n
            child.kill()
            for line in child.stdout:
                if re.fullmatch(r"\d+ [0-9a-f]{64}\n", line):
                    acknowledged[line.split()[1]] = line.split()[0]
        archive = Archive(tmp_path)
        archive.mend()
        assert list(archive.verify()) == []
        assert acknowledged.keys() <= {one.sha256 for one in archive.pages()}


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
