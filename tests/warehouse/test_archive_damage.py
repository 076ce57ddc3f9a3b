"""An archive that was hurt: torn ends, flipped bytes, full disks, kills."""

import gzip
import hashlib
import os
import re
import subprocess
import sys
import zlib

import pytest

from schema.errors import ArchiveDamaged, WarehouseError
from tests.warehouse.archive_pages import keep, page, plain_reader
from warehouse.archive import Archive


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


def unpacked(data):
    """What gzip reads; None where it reads nothing whole."""
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error):
        return None


def test_every_flipped_byte_is_found_and_named(tmp_path):
    with Archive(tmp_path) as archive:
        for n in range(3):
            keep(archive, page(f"https://a.test/{n}", os.urandom(300), n))
    [path] = tmp_path.glob("*.warc.gz")
    good = path.read_bytes()
    places = range(0, len(good), 97)
    harmless = 0
    for at in places:
        bad = bytearray(good)
        bad[at] ^= 0x55
        # The same content in other bytes: a time in a gzip head, the same words found elsewhere further back.
        if unpacked(bad) == unpacked(good):
            harmless += 1
            continue
        path.write_bytes(bad)
        findings = list(Archive(tmp_path).verify())
        assert findings, f"byte {at} flipped, nothing found"
        assert {finding.warc_file for finding in findings} == {path.name}
        assert min(finding.offset for finding in findings) <= at
    assert harmless < len(places) / 4


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


@pytest.mark.parametrize("block", [b"dns", b"", b"HTTP/1.1 abc\r\n\r\n"])
def test_a_response_that_holds_no_http_is_named_and_read_past(tmp_path, block):
    with Archive(tmp_path) as archive:
        keep(archive, page("https://a.test/0", b"0"))
    [path] = tmp_path.glob("*.warc.gz")
    fields = (
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.test/\r\n"
        "WARC-Date: 2026-11-29T20:00:00Z\r\n"
        "WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>\r\n"
        f"WARC-Payload-Digest: sha256:{hashlib.sha256(b'').hexdigest()}\r\n"
        f"Deckcensus-Source: dm-edh\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    with path.open("ab") as file:
        file.write(gzip.compress(fields.encode() + block + b"\r\n\r\n"))
    with Archive(tmp_path) as archive:
        assert archive.mend() == []
        keep(archive, page("https://a.test/1", b"1", 90))
        found = []
        assert [one.url[-1] for one in archive.pages(on_damage=found.append)] == ["0", "1"]
        assert found
        assert {finding.kind for finding in archive.verify()} >= {"torn"}


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


def test_a_file_under_the_name_of_another_is_named(tmp_path):
    with Archive(tmp_path) as archive:
        keep(archive, page("https://a.test/0", b"0", 0, "a"))
        keep(archive, page("https://b.test/0", b"0", 0, "b"))
    one, other = sorted(tmp_path.glob("*.warc.gz"))
    aside = other.read_bytes()
    one.replace(other)
    one.write_bytes(aside)
    with Archive(tmp_path) as archive:
        findings = [(finding.warc_file, finding.kind, finding.detail) for finding in archive.verify()]
    assert findings == [
        (one.name, "name", f"the file was written as {other.name}"),
        (other.name, "name", f"the file was written as {one.name}"),
    ]


@pytest.mark.parametrize("page_number", [1, 2, 5])
def test_a_damaged_index_is_begun_anew(tmp_path, page_number):
    with Archive(tmp_path) as archive:
        for n in range(90):
            keep(archive, page(f"https://a.test/{n}", b"%d" % n, n))
    index = tmp_path / "index.sqlite"
    data = bytearray(index.read_bytes())
    data[page_number * 4096 : (page_number + 1) * 4096] = os.urandom(4096)
    index.write_bytes(data)
    with Archive(tmp_path) as archive:
        assert archive.mend() == []
        assert {archive.last("dm-edh", f"https://a.test/{n}").offset for n in range(90)} == {
            one.warc_offset for one in archive.pages()
        }


@pytest.mark.parametrize("use", ["last", "append", "forget"])
def test_an_index_that_cannot_be_used_any_more_is_one_error_with_a_hint(tmp_path, use):
    with Archive(tmp_path) as archive:
        for n in range(90):
            keep(archive, page(f"https://a.test/{n}", b"%d" % n, n))
    index = tmp_path / "index.sqlite"
    data = bytearray(index.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    index.write_bytes(data)
    [file] = tmp_path.glob("*.warc.gz")
    if use == "forget":
        file.unlink()
    with Archive(tmp_path) as archive:
        use_it = {
            "append": lambda: keep(archive, page("https://a.test/0", b"0", 500)),
            "last": lambda: archive.last("dm-edh", "https://a.test/7"),
        }
        with pytest.raises(WarehouseError, match="index") as caught:
            use_it.get(use, use_it["last"])()
    assert "delete it" in caught.value.hint


def test_a_file_of_another_kind_under_the_name_of_an_archive_file_is_left_alone(tmp_path):
    with Archive(tmp_path) as archive:
        keep(archive, page("https://a.test/0", b"0"))
    foreign = tmp_path / "20270101T000000Z-dm-edh.warc.gz"
    foreign.write_bytes(b"WARC/1.1\r\nthe only copy of something")
    unwritten = tmp_path / "20270102T000000Z-dm-edh.warc.gz"
    unwritten.write_bytes(bytes(4096))
    with Archive(tmp_path) as archive:
        # What a power cut leaves of a file is room that was never written.
        assert [finding.warc_file for finding in archive.mend()] == [unwritten.name]
        assert [(finding.warc_file, finding.offset) for finding in archive.verify()] == [(foreign.name, 0)]
    assert foreign.read_bytes().endswith(b"the only copy of something")
