"""The faces of a card page of the official database, as its layouts of 2018, 2021 and 2025 on write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    import lxml.html

# Class names of each layout: the block of one face, then its fields.
_OLD_FIELDS = {
    "pack": "packname", "type": "typetxt", "civil": "civtxt", "power": "powertxt", "cost": "costtxt",
    "race": "racetxt", "skills": "abilitytxt",
}  # fmt: skip
_LAYOUTS: tuple[dict[str, str], ...] = (
    {
        "block": "cardDetail", "name": "card-name", "pack": "packname", "type": "type", "civil": "civil",
        "power": "power", "cost": "cost", "race": "race", "skills": "skills",
    },
    {"block": "cardPopupDetail", "name": "cardname", **_OLD_FIELDS},
    {"block": "mainContent", "name": "windowtitle", **_OLD_FIELDS},
)  # fmt: skip
_NO_PART = ("td", "th", "tr", "table", "div", "ul", "ol", "h1", "h2", "h3")
_FIELDS = ("civil", "power", "cost", "race")
_PACK_TAIL = re.compile(r"\s*[(（][A-Za-z]{1,12}[\w$+-]*[\s ][^()（）]*[)）]\s*$")


@dataclass(frozen=True, slots=True)
class Face:
    """One face as it is written; a field is None where the layout has no place for it."""

    name: str
    kind: str | None
    civil: str | None
    race: str | None
    cost: str | None
    power: str | None
    skills: str | None
    image: str | None
    missing: tuple[str, ...] = ()  # fields that the layout has and this block has not
    swallowed: tuple[str, ...] = ()  # fields that hold other fields: a closing tag is lost


def read_faces(root: lxml.html.HtmlElement) -> list[Face]:
    """Give the faces of a page in the first layout that it has; none where it has no known one."""
    for layout in _LAYOUTS:
        blocks = _with_class(root, layout["block"])
        if layout["block"] == "mainContent":
            blocks = root.xpath("//*[@id='mainContent']//table[.//*[contains(@class,'windowtitle')]]")
        if blocks:
            return [_face(block, layout, set(blocks) - {block}) for block in blocks]
    return []


def _with_class(root: lxml.html.HtmlElement, name: str) -> list[lxml.html.HtmlElement]:
    found: list[lxml.html.HtmlElement] = root.xpath(
        f".//*[contains(concat(' ',normalize-space(@class),' '),' {name} ')]"
    )
    return found


def _face(block: lxml.html.HtmlElement, layout: dict[str, str], others: set[lxml.html.HtmlElement]) -> Face:
    def cells(name: str) -> list[lxml.html.HtmlElement]:
        # Where a closing tag is lost, the next face lies inside this one.
        return [
            cell
            for cell in _with_class(block, layout[name])
            if next(_outer(cell, others | {block}), None) is block
        ]

    def field(name: str) -> str | None:
        texts = [_text(cell) for cell in cells(name)]
        return next((text for text in texts if text), "" if texts else None)

    names = cells("name")
    images = [
        image.get("src") or ""
        for image in block.iter("img")
        if "cardimage" in (image.get("src") or "") or not image.get("src")
    ]
    skills = cells("skills")
    return Face(
        name=_name(names[0], layout["pack"]) if names else "",
        kind=field("type"),
        civil=field("civil"),
        race=field("race"),
        cost=field("cost"),
        power=field("power"),
        skills="\n".join(_ability_lines(cell) for cell in skills) if skills else None,
        image=images[0] if images else None,
        missing=tuple(name for name in _FIELDS if layout is _LAYOUTS[0] and not cells(name)),
        swallowed=tuple(
            name
            for name in ("name", "type", *_FIELDS)
            if layout is _LAYOUTS[0]
            and any(inner is not cell for cell in cells(name) for inner in cell.iter(*_NO_PART))
        ),
    )


def _outer(
    cell: lxml.html.HtmlElement, blocks: set[lxml.html.HtmlElement]
) -> Iterator[lxml.html.HtmlElement]:
    return (above for above in cell.iterancestors() if above in blocks)


def _name(element: lxml.html.HtmlElement, pack: str) -> str:
    outside = [element.text or ""]
    packed = False
    for child in element.iter():
        if child is element:
            continue
        if pack in (child.get("class") or "").split():
            packed = True
        elif child.tag not in ("rt", "rp"):
            outside.append(child.text or "")
        outside.append(child.tail or "")
    text = " ".join("".join(outside).split())
    return (text if packed else _PACK_TAIL.sub("", text)).strip("\u3000 ")


def _text(element: lxml.html.HtmlElement) -> str:
    return " ".join(str(element.text_content()).split()).strip("\u3000 ")


def _ability_lines(cell: lxml.html.HtmlElement) -> str:
    parts: list[str] = []
    for element in cell.iter():
        if element.tag in ("li", "br", "p", "div"):
            parts.append("\n")
        parts.append(element.text or "")
        if element is not cell:
            parts.append(element.tail or "")
    return "".join(parts)
