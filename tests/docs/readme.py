"""The README taken apart: what is run, what is compared, and what is made from the code.

Marks stand in HTML comments, which no reader sees:

- `<!-- file PATH -->` before a fenced block: the block is that file, written before what follows runs;
- `<!-- exit N -->` before a `sh` block: its commands end with that exit code (0 without the mark);
- `<!-- output -->` … `<!-- end -->`: what the command or query before it prints;
- `<!-- summary TITLE -->` … `<!-- end -->`: a table of the night's summary (`TITLE, 5 rows`: its beginning);
- `<!-- bench -->` … `<!-- end -->`: what `make bench` printed on a quiet machine;
- `<!-- table NAME -->` … `<!-- end -->`: a table made from the code (`tests/docs/tables.py`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
README = PROJECT / "README.md"

_MARK = re.compile(r"<!-- (?P<word>[a-z]+)(?: (?P<argument>[^>]*?))? -->")
_FENCE = re.compile(r"^```(?P<language>[a-z]*)$")


@dataclass(frozen=True)
class Part:
    """One marked or fenced piece. `kind`: file, output, summary, table, or the language of a fence."""

    kind: str
    text: str
    line: int
    argument: str = ""

    @property
    def name(self) -> str:
        """What a test calls it."""
        return f"line {self.line} {self.kind} {self.argument}".strip()


def parts(text: str | None = None) -> list[Part]:
    """The pieces of the README, in order; AssertionError for a mark that is not closed."""
    rows = (README.read_text(encoding="utf-8") if text is None else text).splitlines()
    found: list[Part] = []
    number = 0
    mark: re.Match[str] | None = None
    while number < len(rows):
        row = rows[number]
        said = _MARK.fullmatch(row)
        fence = _FENCE.match(row)
        if said and said["word"] in ("output", "summary", "table", "bench"):
            end = _closing(rows, number, "<!-- end -->")
            body = "\n".join(rows[number + 1 : end])
            found.append(Part(said["word"], body, number + 1, said["argument"] or ""))
            mark, number = None, end
        elif said:
            mark = said
        elif fence:
            end = _closing(rows, number, "```")
            body = "\n".join(rows[number + 1 : end]) + "\n"
            word = mark["word"] if mark else ""
            kind = "file" if word == "file" else fence["language"]
            found.append(Part(kind, body, number + 1, (mark["argument"] or "") if mark else ""))
            mark, number = None, end
        elif row.strip():
            assert mark is None, f"README line {number}: a mark stands before no fenced block"
        number += 1
    return found


def _closing(rows: list[str], start: int, closing: str) -> int:
    for number in range(start + 1, len(rows)):
        if rows[number] == closing:
            return number
    raise AssertionError(f"README line {start + 1}: nothing closes {rows[start]}")


def commands(part: Part) -> list[str]:
    """The commands of a `sh` block: lines, joined where they end with a backslash, without remarks."""
    joined = re.sub(r"\\\n\s*", "", part.text)
    return [row.split("  # ")[0].strip() for row in joined.splitlines() if row.strip() and row[0] != "#"]


def filled(part: Part, body: str, text: str) -> str:
    """The README with the body of a marked piece replaced."""
    rows = text.splitlines()
    end = _closing(rows, part.line - 1, "<!-- end -->")
    return "\n".join([*rows[: part.line], *body.splitlines(), *rows[end:]]) + "\n"


def unfenced(body: str) -> str:
    """What stands inside the fence of an output; a table has none."""
    rows = body.splitlines()
    return "\n".join(rows[1:-1]) if rows and rows[0].startswith("```") else body


def cells(table: str) -> list[list[str]]:
    """The rows of a Markdown table, without its head."""
    rows = [row for row in table.splitlines() if row.startswith("|")]
    return [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows[2:]
    ]


def sections(text: str) -> dict[str, str]:
    """The README by its second-level headings."""
    found: dict[str, str] = {}
    for piece in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, body = piece.partition("\n")
        found[title.strip()] = body
    return found


def table_under(heading: str, title: str) -> list[list[str]]:
    """The rows of the table under a second-level heading whose head begins with a title."""
    body = sections(README.read_text(encoding="utf-8"))[heading]
    return cells(body[body.index(f"| {title} |") :].split("\n\n")[0])
