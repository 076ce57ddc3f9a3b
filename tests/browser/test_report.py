"""The web report in a real browser, opened from the disk with no network."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from bs4 import BeautifulSoup

pytestmark = pytest.mark.browser

# What a reader does, told in the page for the test to read.
SEARCH = """
const wait = setInterval(() => {
  if (!document.documentElement.classList.contains("has-tables")) return;
  clearInterval(wait);
  const box = document.querySelector("#dmedh .dt-container");
  const field = box.querySelector(".dt-search input");
  field.value = "アルカディアス";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  setTimeout(() => {
    document.title = [...box.querySelectorAll("tbody tr")].map((row) => row.cells[1].textContent).join("|");
  }, 1000);
}, 50);
"""
SORT = """
const wait = setInterval(() => {
  if (!document.documentElement.classList.contains("has-tables")) return;
  clearInterval(wait);
  const box = document.querySelector("#dmedh .dt-container");
  box.querySelectorAll("thead th")[3].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  setTimeout(() => {
    document.title = [...box.querySelectorAll("tbody tr")].map((row) => row.cells[3].textContent).join("|");
  }, 1000);
}, 50);
"""
WIDTH = """
const page = document.documentElement;
setTimeout(() => { document.title = `${page.scrollWidth} of ${window.innerWidth}`; }, 2000);
"""


@pytest.fixture(scope="module")
def chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    assert found, "no chromium here: apt-get install chromium"
    return found


@pytest.fixture
def seen(chromium, sample_night, tmp_path):
    """The page as the browser has it after its scripts: (name, a script to add, further flags)."""
    report = tmp_path / "report"
    shutil.copytree(sample_night.home / "report", report)

    def look(name: str = "index.html", script: str = "", *flags: str) -> BeautifulSoup:
        path = report / name
        if script:
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("</body>", f"<script>{script}</script></body>"), encoding="utf-8")
        command = [
            chromium, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
            "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={tmp_path / 'profile'}",
            "--virtual-time-budget=20000", *flags, "--dump-dom", path.as_uri(),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
        return BeautifulSoup(done.stdout, "lxml")

    return look


def test_tables_become_searchable_and_sortable(seen):
    soup = seen()
    assert "has-tables" in soup.html["class"]
    tables = soup.select("table.sortable")
    assert tables
    assert all(each.find_parent(class_="dt-container") for each in tables)
    assert soup.select_one(".dt-search input")


def test_a_search_leaves_the_rows_that_match(seen):
    assert seen("index.html", SEARCH).title.get_text().split("|") == ["聖霊王アルカディアス"]


def test_a_click_on_a_head_sorts_by_number(seen):
    shown = [int(part) for part in seen("index.html", SORT).title.get_text().split("|")]
    assert len(shown) == 15
    assert shown == sorted(shown)


def test_without_scripts_every_row_is_on_the_page(seen, tmp_path):
    for path in (tmp_path / "report" / "assets").glob("*.js"):
        path.unlink()
    soup = seen()
    assert not soup.select(".dt-container")
    rows = soup.select("#dmedh table")[0].select("tbody tr")
    assert len(rows) > 30
    assert soup.select("figure svg")


@pytest.mark.parametrize("width", [360, 1280])
def test_the_page_itself_never_scrolls_sideways(seen, width):
    told = seen("index.html", WIDTH, f"--window-size={width},900").title.get_text()
    needed, given = map(int, told.split(" of "))
    assert needed <= given, told


SHARES = """
const right = (part) => part.getBoundingClientRect().right;
const shown = (cell) => right(cell) <= right(cell.closest(".wide")) + 1;
setTimeout(() => {
  const cells = [...document.querySelectorAll("#dmedh .wide")[0].querySelectorAll("td.rate")];
  document.title = `${cells.filter(shown).length} of ${cells.length}`;
}, 2000);
"""


def test_a_phone_shows_the_shares_without_scrolling(seen):
    # No window of Chromium is narrower than 500 pixels: the page is held to a phone's width inside it.
    script = f'document.body.style.width = "390px"; {SHARES}'
    shown, cells = map(
        int, seen("index.html", script, "--window-size=500,900").title.get_text().split(" of ")
    )
    assert shown == cells > 0


def test_the_list_of_decks_is_searched_by_the_word_of_a_verdict(seen):
    script = SEARCH.replace("アルカディアス", "DM12").replace("#dmedh ", "").replace("cells[1]", "cells[4]")
    found = seen("decks/dmedh.html", script).title.get_text().split("|")
    assert found
    assert all("DM12" in each for each in found)


def test_a_commander_s_page_works_the_same(seen, sample_night):
    name = sorted((sample_night.home / "report" / "commander").iterdir())[0].name
    soup = seen(f"commander/{name}")
    assert "has-tables" in soup.html["class"]
    assert soup.select("table.dataTable tbody tr")


PRINT = """
const wait = setInterval(() => {
  if (!document.documentElement.classList.contains("has-tables")) return;
  clearInterval(wait);
  const rows = () => document.querySelector("#dmedh .dt-container").querySelectorAll("tbody tr").length;
  const shown = [rows()];
  dispatchEvent(new Event("beforeprint"));
  shown.push(rows(), document.querySelectorAll("details:not([open])").length);
  dispatchEvent(new Event("afterprint"));
  shown.push(rows());
  document.title = shown.join(" ");
}, 50);
"""


def test_paper_gets_every_row_and_the_screen_its_page_again(seen):
    before, printed, folded, after = map(int, seen("index.html", PRINT).title.get_text().split())
    assert before == after == 15
    assert printed > 30
    assert folded == 0
