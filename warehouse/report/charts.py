"""The report's charts: drawn by Vega-Lite on this machine into SVG that stands in the page.

Nothing is fetched, and nothing runs in the reader's browser. Colours are those of Okabe and Ito, which
readers with any colour vision tell apart; text and lines take the page's own colour, by day and night.
Names of cards are drawn as ASCII of their width and put in afterwards: the widths of Japanese text are
looked up in every font of the machine, which takes ten times as long as all the rest.
"""

from __future__ import annotations

import re
import unicodedata
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from warehouse.report.facts import Row

VERDICT_COLOURS = {"legal": "#009E73", "illegal": "#D55E00", "unknown": "#E69F00", "incomplete": "#8C8C8C"}
STATUS_COLOURS = {
    "banned": "#D55E00",
    "banned_as_commander": "#CC79A7",
    "banned_as_companion": "#882255",
    "limited": "#E69F00",
    "pair": "#0072B2",
    "trio": "#56B4E9",
    "event_only": "#8C8C8C",
}
SERIES_COLOURS = ["#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00"]
REST, REST_COLOUR = "all others", "#B4B4B4"
SHOWN_COMMANDERS = 15
_INK = "currentColor"
_TEXT = {"labelColor": _INK, "titleColor": _INK, "labelFontSize": 12, "titleFontSize": 12}
_CONFIG = {
    "background": "transparent",
    "font": "system-ui, 'Noto Sans JP', 'Hiragino Sans', 'Yu Gothic UI', sans-serif",
    "view": {"stroke": None},
    "aria": False,
    "axis": {
        **_TEXT,
        "domainColor": _INK,
        "tickColor": _INK,
        "gridColor": _INK,
        "gridOpacity": 0.15,
        "labelLimit": 0,
    },
    "legend": {**_TEXT, "orient": "bottom", "labelLimit": 0, "columns": 3, "columnPadding": 24},
}
# A label of a card: so many half-width cells at most, and the space they take.
_LABEL_CELLS, _LABEL_WIDTH = 40, 250


class _Names:
    """Stands ASCII in for names while a chart is drawn."""

    def __init__(self) -> None:
        self._tokens: dict[str, str] = {}

    def token(self, name: str) -> str:
        """The same for the same name; as wide as the name is shown."""
        if name not in self._tokens:
            number = f"n{len(self._tokens):03}n"
            self._tokens[name] = number + "n" * (_cells(_fitted(name)) - len(number))
        return self._tokens[name]

    def put_in(self, drawn: str) -> str:
        """The chart with the names for what stands in for them."""
        names = {token: escape(_fitted(name)) for name, token in self._tokens.items()}
        return re.sub(r">(n\d{3,}n+)<", lambda found: f">{names[found[1]]}<", drawn)


def _cells(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in "WFA" else 1 for letter in text)


def _fitted(name: str) -> str:
    if _cells(name) <= _LABEL_CELLS:
        return name
    kept = ""
    for letter in name:
        if _cells(kept + letter) > _LABEL_CELLS - 2:
            break
        kept += letter
    return kept + "…"


def _label_axis(width: int = _LABEL_WIDTH) -> Any:
    import altair as alt

    return alt.Axis(minExtent=width, maxExtent=width)


def popularity(rows: Sequence[Row]) -> str:
    """Shares of the most played commanders with their 95 % intervals."""
    import altair as alt

    names = _Names()
    shown = [
        {
            "commander": names.token(row["commander"]),
            **{key: row[key] for key in ("share", "share_low", "share_high")},
        }
        for row in rows[:SHOWN_COMMANDERS]
    ]
    order = [row["commander"] for row in shown]
    y = alt.Y("commander:N", sort=order, title=None, axis=_label_axis())
    axis = alt.Axis(format="%", title="share of decks")
    base = alt.Chart(_data(shown))
    bars = base.mark_bar(color=SERIES_COLOURS[0]).encode(x=alt.X("share:Q", axis=axis), y=y)
    spans = base.mark_rule(color=_INK, strokeWidth=1.5).encode(x="share_low:Q", x2="share_high:Q", y=y)
    chart = (bars + spans).properties(width=480, height={"step": 22})
    return names.put_in(_svg(chart, "Most played commanders"))


def trend(rows: Sequence[Row], order: Sequence[str], restricted_on: Sequence[date]) -> str:
    """Decks by month, some commanders apart, a dashed line on each day a list changed.

    `rows` have no commander for all others together; `order` has the commanders, the most played first.
    """
    import altair as alt

    apart = {row["commander"] for row in rows}
    top = [name for name in order if name in apart]
    counted = {(row["month"], row["commander"] or REST): row["decks"] for row in rows}
    names, series = _Names(), [*top, REST]
    values = [
        {
            "month": f"{month}-01",
            "commander": names.token(name),
            "decks": decks,
            "place": series.index(name),
        }
        for (month, name), decks in sorted(counted.items())
    ]
    tokens = [names.token(name) for name in series]
    scale = alt.Scale(domain=tokens, range=[*SERIES_COLOURS[: len(top)], REST_COLOUR])
    bars = (
        alt.Chart(_data(values))
        .mark_bar()
        .encode(
            x=alt.X("yearmonth(month):T", title=None),
            y=alt.Y("sum(decks):Q", title="decks", axis=alt.Axis(tickMinStep=1)),
            color=alt.Color("commander:N", scale=scale, title=None, sort=tokens),
            order="place:Q",
        )
    )
    first, last = (f"{end}-01" for end in (min(counted)[0], max(counted)[0])) if counted else ("", "")
    days = sorted({day.isoformat() for day in restricted_on if first <= day.isoformat() <= f"{last[:8]}31"})
    lines = alt.Chart(_data([{"day": day} for day in days])).mark_rule(color=_INK, strokeDash=[3, 3])
    chart = (bars + lines.encode(x="day:T")).properties(width=680, height=200)
    return names.put_in(_svg(chart, "Decks by month"))


def legality(rows: Sequence[Row]) -> str:
    """Decks by verdict, one bar an edition on the decks' own days, and one by today's rules."""
    import altair as alt

    words = list(VERDICT_COLOURS)
    values = [
        {
            "edition": f"edition {row['edition']}" if row["basis"] == "published" else "by today's rules",
            "verdict": row["verdict"],
            "decks": row["decks"],
            "place": words.index(row["verdict"]),
        }
        for row in rows
    ]
    order = [
        *sorted({row["edition"] for row in values if row["edition"].startswith("edition")}),
        "by today's rules",
    ]
    scale = alt.Scale(domain=words, range=[*VERDICT_COLOURS.values()])
    chart = (
        alt.Chart(_data(values))
        .mark_bar()
        .encode(
            x=alt.X("sum(decks):Q", title="decks", axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("edition:N", sort=order, title=None, axis=_label_axis(130)),
            color=alt.Color("verdict:N", scale=scale, title=None),
            order="place:Q",
        )
    )
    return _svg(chart.properties(width=560, height={"step": 26}), "Verdicts by edition")


def timeline(rows: Sequence[Row], until: date) -> str:
    """When each restriction held; one still in force reaches to the last day of the data."""
    import altair as alt

    names = _Names()
    values = [
        {
            "cards": names.token(row["cards"]),
            "status": row["status"].replace("_", " "),
            "from": row["from_date"].isoformat(),
            "until": (row["until_date"] or max(until, row["from_date"])).isoformat(),
        }
        for row in rows
        if row["from_date"] is not None
    ]
    order = list(dict.fromkeys(row["cards"] for row in values))
    held = {row["status"] for row in values}
    colours = {word.replace("_", " "): colour for word, colour in STATUS_COLOURS.items()}
    words = [word for word in colours if word in held]
    scale = alt.Scale(domain=words, range=[colours[word] for word in words])
    chart = (
        alt.Chart(_data(values))
        .mark_bar(height=8, cornerRadius=2)
        .encode(
            x=alt.X("from:T", title=None, axis=alt.Axis(orient="top")),
            x2="until:T",
            y=alt.Y("cards:N", sort=order, title=None, axis=_label_axis()),
            color=alt.Color("status:N", scale=scale, title=None),
        )
    )
    chart = chart.properties(width=480, height={"step": 18})
    return names.put_in(_svg(chart, "When each restriction held"))


def _data(values: list[dict[str, Any]]) -> Any:
    import altair as alt

    return alt.Data(values=values)  # type: ignore[no-untyped-call]


def _svg(chart: Any, label: str) -> str:
    """The chart as one SVG element that scales with the page and has a name for who can't see it."""
    import vl_convert

    spec = {**chart.to_dict(), "config": _CONFIG}
    drawn = str(vl_convert.vegalite_to_svg(spec))
    head, _, body = drawn.partition(">")
    box = re.search(r'viewBox="[\d. -]+"', head)
    width = re.search(r'width="(\d+)', head)
    assert box is not None
    assert width is not None
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label)}" {box[0]} '
        f'style="max-width:{width[1]}px">{body}'
    )
