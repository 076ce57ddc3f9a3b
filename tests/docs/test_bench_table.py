"""The bench's table is renewed row by row, and stands for what the bench declares."""

from __future__ import annotations

import pytest

from tests.bench.ratios import Promise
from tests.bench.table import written
from tests.docs.readme import cells, parts

FAST, SMALL = Promise("fast", "at least", 20), Promise("small", "at most", 0.05)
PAGE = "# page\n\n<!-- bench -->\n{}<!-- end -->\n\nmore | text\n"
ROWS = (
    "| what | promise | ratio |  | measured |\n| --- | --- | --- | --- | --- |\n"
    "| fast | at least 20× | 25.0× | kept | an hour \\| a day |\n"
    "| old | at most 5% | 1.0% | kept | gone |\n"
)


def rows(text: str) -> list[list[str]]:
    return cells(next(part.text for part in parts(text) if part.kind == "bench"))


def test_what_is_not_measured_says_so():
    assert rows(written(PAGE.format(""), [FAST, SMALL], [])) == [
        ["fast", "at least 20×", "", "not measured", ""],
        ["small", "at most 5%", "", "not measured", ""],
    ]


def test_a_figure_stays_until_it_is_measured_again_and_goes_with_its_promise():
    text = written(PAGE.format(ROWS), [FAST, SMALL], [SMALL.measured(0.06, "2 s | 3 s")])
    assert rows(text) == [
        ["fast", "at least 20×", "25.0×", "kept", "an hour | a day"],
        ["small", "at most 5%", "6.0%", "missed", "2 s | 3 s"],
    ]
    assert text.startswith("# page\n")
    assert text.endswith("\n\nmore | text\n")
    raised = written(text, [Promise("fast", "at least", 30), SMALL], [])
    assert rows(raised)[0] == ["fast", "at least 30×", "", "not measured", ""]


@pytest.mark.parametrize(
    ("promise", "value", "kept"),
    [(FAST, 20, True), (FAST, 19.9, False), (SMALL, 0.05, True), (SMALL, 0.051, False)],
)
def test_a_promise_is_kept_at_its_bound(promise, value, kept):
    assert promise.measured(value, "").kept is kept


def test_an_unknown_part_is_refused(monkeypatch, capsys):
    from tests.bench import __main__ as bench

    monkeypatch.setattr("sys.argv", ["bench", "speed"])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == 2
    assert "speed" in capsys.readouterr().err
