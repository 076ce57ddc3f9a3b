"""Card tests: what a rule asks of one card, in the words of a format file.

A test is of terms: a trait of `schema/traits.py` (`zenith`), `type=呪文`, `race=ゼニス`, `race~ドラゴン`
(the name contains it), `supertype=Basic`, `mana_value>=4`. Terms joined by `&` must all hold.
"""

from __future__ import annotations

import re

_TERM = re.compile(r"(type|race|supertype|subtype)(=|~)(.+)|(mana_value)(>=|<=|=)(\d+)|([a-z0-9_:]+)")


def read_test(text: str) -> tuple[tuple[str, str, str], ...]:
    """Read a card test into (field, operator, value) terms; ValueError says what is wrong.

    `zenith` is ("trait", "=", "zenith"); `type=Land&mana_value>=7` has two terms.
    """
    terms: list[tuple[str, str, str]] = []
    for part in text.split("&"):
        match = _TERM.fullmatch(part.strip())
        if match is None:
            raise ValueError(
                f"{part.strip()!r} is no card test "
                "(a trait, type=…, supertype=…, subtype=…, race~…, mana_value>=…)"
            )
        field, operator, value, amount, comparison, number, trait = match.groups()
        if field:
            terms.append(("race" if field == "subtype" else field, operator, value))
        elif amount:
            terms.append((amount, comparison, number))
        else:
            terms.append(("trait", "=", trait))
    return tuple(terms)


# Traits whose name alone does not say what they are.
_TRAITS_IN_WORDS = {
    "starts_outside": "starts outside the deck",
    "any_number": "any number allowed",
    "can_be_commander": '"can be your commander"',
    "outside_pool": "outside the pool of paper play",
    "not_printed_common": "never printed at Common",
}
_COMPARED = {">=": "or more", "<=": "or less", "=": ""}


def in_words(text: str) -> str:
    """A card test as a finding says it: `legendary&mana_value>=7` is "legendary, mana value 7 or more"."""
    said = []
    for field, operator, value in read_test(text):
        if field == "trait":
            said.append(_TRAITS_IN_WORDS.get(value) or value.replace("_", " ").replace(":", ": "))
        elif field == "mana_value":
            said.append(f"mana value {value} {_COMPARED[operator]}".strip())
        else:
            said.append(f"{field} {'with ' if operator == '~' else ''}{value}")
    return ", ".join(said) if "&" in text and any(" " in part for part in said) else " ".join(said)
