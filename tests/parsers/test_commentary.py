"""Commentary is cut only where reading it would change nothing: every page gives the same both ways."""

from pathlib import Path

import pytest

from parsers.commentary import without_commentary
from parsers.dm_edh import DmEdhParser
from tests.fuzz.mutations import mutate
from tests.parsers.article_pages import article, deck_article, page
from tests.parsers.commentary_pages import LONG, PLAIN, long_article
from tests.parsers.test_real_decks import DECKS, SHAPES, rows, shaped

BRIEF, WHOLE = DmEdhParser(), DmEdhParser(whole=True)
PART = "<h3>《 見本の獣》</h3><p>{}</p>".format


@pytest.mark.parametrize("half", range(4))
def test_every_article_gives_the_same_both_ways(mutations: int, half: int) -> None:
    for seed in range(half * mutations // 2, (half + 1) * mutations // 2):
        whole = long_article(seed)
        assert BRIEF.parse(whole) == WHOLE.parse(whole), f"seed {seed}"
        _, body = mutate(whole.body, seed)
        broken = page(body, url=whole.url, content_type=whole.content_type)
        assert BRIEF.parse(broken) == WHOLE.parse(broken), f"seed {seed}, broken"


@pytest.mark.shared
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("name", DECKS)
def test_a_real_list_gives_the_same_both_ways(shared: Path, name: str, shape: str) -> None:
    table = rows(shared / "data/dm/decks" / f"{name}.txt")
    content = f"<h2>■デッキレシピ</h2>{shaped(table, shape)}<h2>■カード解説</h2>{PLAIN}"
    for title in ("【DMEDH】デッキ解説", "雑記"):
        whole = page(article(content, title=title))
        assert BRIEF.parse(whole) == WHOLE.parse(whole)


def test_plain_rows_become_one() -> None:
    cells = [f"<tr><td>《 獣{number}》</td><td>《 竜{number}》</td></tr>" for number in range(30)]
    brief = without_commentary(f"<table>{''.join(cells)}</table>")
    assert brief is not None
    assert brief.text.count("<tr>") == 5
    assert brief.text.count("《") == 60


@pytest.mark.parametrize(
    "cell",
    [
        "《 獣》×4",
        "《 獣》(統率者)",
        "《 獣",
        "獣",
        "《 超次元ゾーン》",
        "《 &amp;獣》",
        "<s>《 獣》</s>",
        "4",
    ],
)
def test_other_rows_stay(cell: str) -> None:
    assert without_commentary(f"<table>{f'<tr><td>{cell}</td></tr>' * 30}</table>") is None


def test_below_the_heads_of_columns_a_table_is_read_whole() -> None:
    head = "<tr><td>枚数</td><td>カード名</td></tr>"
    table = "".join(f"<tr><td>《 獣{number}》</td><td>《 竜{number}》</td></tr>" for number in range(30))
    whole = page(article(deck_article(f"<table>{head}{table}</table>")))
    (deck,) = BRIEF.parse(whole).decks
    assert BRIEF.parse(whole) == WHOLE.parse(whole)
    assert all(line.text.startswith("竜") for line in deck.lines)


def test_a_run_is_cut_to_its_ends() -> None:
    html = "<p>前。</p>" + PART(LONG) * 200 + "<p>後。</p>"
    brief = without_commentary(html)
    assert brief is not None
    assert brief.cuts == 1
    assert brief.text.count("<h3>") == 2
    assert brief.text.startswith("<p>前。</p>" + PART(LONG))
    assert brief.text.endswith(PART(LONG) + "<p>後。</p>")


@pytest.mark.parametrize(
    "prose",
    [
        "強い。",  # as short as a heading
        f"{LONG}続く",
        f"(統率者){LONG}",
        f"『題』{LONG}",
        f"《 閉じない{LONG}",
        f"<b>{LONG}</b>",
        f"{LONG}&amp;{LONG}",
        f"19/11/2に更新しました。{LONG}",
        f"デュエパーティーでも使えます。{LONG}",
        "2色以上で禁止、2色以上で規制。",
    ],
)
def test_prose_that_might_say_more_stays(prose: str) -> None:
    assert without_commentary(PART(prose) * 20) is None


@pytest.mark.parametrize(
    "part",
    [
        f"<h3>《 見本の獣》×4</h3><p>{LONG}</p>",
        f"<h3>《 見本の獣》(統率者)</h3><p>{LONG}</p>",
        f"<h3>《 超次元ゾーン》</h3><p>{LONG}</p>",
        f"<h3>《GR》</h3><p>{LONG}</p>",
        f"<h3>■まとめ</h3><p>{LONG}</p>",
        f"<h2>《 見本の獣》</h2><p>{LONG}</p>",
        f"<h3>《 見本の獣》</h3><h3>《 別の獣》</h3><p>{LONG}</p>",
        f"<p>《 見本の獣》</p><p>{LONG}</p>",
    ],
)
def test_headings_that_might_say_more_stay(part: str) -> None:
    assert without_commentary(part * 20) is None


@pytest.mark.parametrize("around", ["<aside>{}</aside>", "<table><tr><td>{}</td></tr></table>", "<s>{}</s>"])
def test_commentary_inside_other_blocks_is_read_whole(around: str) -> None:
    whole = page(article(deck_article(after=around.format(PART(LONG) * 20))))
    assert BRIEF.parse(whole) == WHOLE.parse(whole)


def test_a_title_that_names_the_commander_makes_no_decks_of_commentary() -> None:
    whole = page(article(deck_article(after=PART(LONG) * 20), title="《 見本の獣》統率"))
    for parser in (BRIEF, WHOLE):
        assert len(parser.parse(whole).decks) == 1
