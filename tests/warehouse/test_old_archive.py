"""Archive files of every layout ever released still read, verify and take more."""

import shutil
from datetime import timedelta

import pytest

from tests.warehouse.keep_archive import BEGAN, BODIES, KEPT, page
from warehouse.archive import Archive
from warehouse.archive_files import crawl_pages

FILES = sorted(KEPT.glob("*.warc.gz"))


@pytest.fixture(params=FILES, ids=lambda path: path.name)
def archive(request, tmp_path):
    shutil.copy(request.param, tmp_path / "20261129T193000Z-dm-edh.warc.gz")
    with Archive(tmp_path) as opened:
        yield opened


def test_one_is_kept():
    assert FILES


def test_its_pages_read_as_they_were_written(archive):
    found = [(each.body.decode(), each.fetched_at - BEGAN) for each in archive.pages()]
    written = [(BODIES[number], timedelta(days=day)) for day, number in enumerate((0, 0, 1, 0, 1))]
    assert found == written[: len(found)]
    assert len(found) >= 4


def test_what_a_304_confirmed_is_not_read_again(archive):
    (file,) = archive.files()
    bodies = [each.page.body.decode() for each in crawl_pages(archive, file.name)]
    assert bodies[:3] == [BODIES[0], BODIES[1], BODIES[0]]


def test_every_digest_holds_and_a_new_crawl_goes_on(archive):
    assert list(archive.verify()) == []
    held = len(list(archive.pages()))
    archive.append(page(4, BODIES[1]))
    assert list(archive.verify()) == []
    assert len(archive.files()) == 2
    assert len(list(archive.pages())) == held + 1
