"""The kinds of rules a format may use, with their parameters: a small, closed set.

Each kind is one SQL file in `warehouse/sql/legality/rules`. Formats differ in parameters alone. A rule
stands in a format file under its clause id (`[rules.DM4]`); where one clause needs two rules, the second
gets a suffix after a dot (`[rules."DM4.zone"]`), and both report as DM4.

What cards must be is written as card tests (`schema/card_tests.py`).
"""

from __future__ import annotations

from datetime import date  # noqa: TC003 (pydantic reads it)
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from schema.card_tests import read_test
from schema.identity import METHODS
from schema.records import Zone  # noqa: TC001 (pydantic reads it)

PairKind = Literal[
    "partner", "partner_with", "partner_group", "background", "doctor", "god", "hyperspatial_cells"
]
# What a commander's own permissions do: count, count for nothing, or the format has not decided.
Clauses = Literal["allow", "ignore", "unknown"]
ListStatus = Literal[
    "banned", "banned_as_commander", "banned_as_companion", "limited", "pair", "trio", "unknown"
]


def _readable(test: str) -> str:
    read_test(test)
    return test


def _known_method(name: str) -> str:
    if name not in METHODS:
        raise ValueError(f"{name!r} is no identity method ({', '.join(METHODS)})")
    return name


CardTests = tuple[Annotated[str, AfterValidator(_readable)], ...]
Method = Annotated[str, AfterValidator(_known_method)]


def named_traits(rule: RuleBase) -> tuple[tuple[str, str], ...]:
    """The traits that a rule's card tests name, as (parameter, trait)."""
    return tuple(
        (name, value)
        for name in ("eligible", "eligible_in_pair", "excluded", "any", "none")
        for test in getattr(rule, name, ())
        for field, _, value in read_test(test)
        if field == "trait"
    )


def _check_bounds(least: int | None, most: int | None) -> None:
    if least is not None and most is not None and least > most:
        raise ValueError(f"at_least {least} is more than at_most {most}")


class RuleBase(BaseModel):
    """What every rule has: whether it binds, from when until when, and where it is written.

    `binding = false` makes its findings advisories. `from`/`until` (exclusive) narrow it within an
    edition. `off = true` removes a rule that an earlier edition or an extended format has.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    binding: bool = True
    off: bool = False
    starts: date | None = Field(default=None, alias="from")
    until: date | None = None
    source: str | None = None

    @property
    def zones_spoken_of(self) -> tuple[Zone, ...]:
        """The zones whose cards it looks at."""
        return tuple(getattr(self, "zones", ()))


class DeckSize(RuleBase):
    """How many cards the deck has, over some zones. A God or several cells count as one (GOD4, HYP3).

    With `clauses` a commander's "no maximum deck size" lifts the upper bound.
    """

    kind: Literal["deck_size"]
    zones: tuple[Zone, ...] = ("commander", "main")
    at_least: int | None = Field(default=None, ge=0)
    at_most: int | None = Field(default=None, ge=0)
    exactly: int | None = Field(default=None, ge=0)
    clauses: Clauses = "ignore"

    @model_validator(mode="after")
    def _bounds(self) -> DeckSize:
        if self.exactly is None and self.at_least is None and self.at_most is None:
            raise ValueError("needs exactly, at_least or at_most")
        if self.exactly is not None and (self.at_least is not None or self.at_most is not None):
            raise ValueError("exactly stands alone, without at_least and at_most")
        _check_bounds(self.at_least, self.at_most)
        return self

    @property
    def least(self) -> int:
        """The fewest cards allowed."""
        return self.exactly if self.exactly is not None else self.at_least or 0

    @property
    def most(self) -> int | None:
        """The most cards allowed; None without a limit."""
        return self.exactly if self.exactly is not None else self.at_most


class ZoneSize(RuleBase):
    """How many cards one zone has: at most so many, or one of some numbers; fewer than `expected` warns.

    A zone that is not there is not short of cards.
    """

    kind: Literal["zone_size"]
    zone: Zone
    at_most: int | None = Field(default=None, ge=0)
    one_of: tuple[int, ...] = ()
    expected: int | None = None

    @property
    def zones_spoken_of(self) -> tuple[Zone, ...]:
        """The one zone."""
        return (self.zone,)

    @model_validator(mode="after")
    def _bounds(self) -> ZoneSize:
        if self.at_most is None and not self.one_of and self.expected is None:
            raise ValueError("needs at_most, one_of or expected")
        return self


class Singleton(RuleBase):
    """At most `copies` of a card over the zones of one group; some cards are exempt.

    `exempt`: any_number (the card's own text allows any number, or up to its own limit), basic,
    snow_basic. `exempt_cards` names further ones.
    """

    kind: Literal["singleton"]
    zones: tuple[Zone, ...] = ("commander", "main")
    copies: int = Field(default=1, ge=1)
    exempt: tuple[Literal["any_number", "basic", "snow_basic"], ...] = ()
    exempt_cards: tuple[str, ...] = ()


class Identity(RuleBase):
    """Cards of some zones keep within the commanders' colours, each side by its own method.

    `clauses` says what the commander's own permissions do (any_identity, one_extra_colour,
    chosen_colour of `schema/traits.py`).
    """

    kind: Literal["identity"]
    commander: Method
    cards: Method
    zones: tuple[Zone, ...] = ("commander", "main")
    clauses: Clauses = "ignore"
    reminder_text: bool | None = None

    @property
    def cards_method(self) -> str:
        """The method of the cards, with or without reminder text where the rule says which (DE3)."""
        if self.reminder_text is None or not self.cards.startswith("symbols_with"):
            return self.cards
        return "symbols_with_reminder" if self.reminder_text else "symbols_without_reminder"


class Commander(RuleBase):
    """Who may be commander: how many, what they must be (one of `eligible`) and must not be.

    `eligible_in_pair` adds what is eligible beside another commander alone (a Background).
    `least_cost` is the lowest cost of the commander: of the creature side of a twin-pact card, the sum
    of linked Gods (GOD5).
    """

    kind: Literal["commander"]
    at_least: int = Field(default=1, ge=0)
    at_most: int = Field(default=1, ge=0)
    eligible: CardTests = ()
    eligible_in_pair: CardTests = ()
    excluded: CardTests = ()
    least_cost: int | None = None

    @model_validator(mode="after")
    def _bounds(self) -> Commander:
        _check_bounds(self.at_least, self.at_most)
        return self


class Pair(RuleBase):
    """Which commanders may stand together (702.124, GOD1, HYP3)."""

    kind: Literal["pair"]
    allowed: tuple[PairKind, ...]


class GodForm(RuleBase):
    """Linked Gods stand in a completed form, as the table of links says (GOD1, GOD2, GOD3)."""

    kind: Literal["god_form"]


class HyperspatialForm(RuleBase):
    """A psychic or dragheart commander is a creature on the side that counts (HYP1)."""

    kind: Literal["hyperspatial_form"]


class CardClass(RuleBase):
    """How many cards of a class some zones hold: none of them, at most, or at least so many.

    A card belongs to the class if it passes one of the tests of `any` (where given) and none of `none`.
    With `unknown` such a card makes the verdict unknown: nobody has decided what it means. With `warns` it
    is a warning, which binds under no option (what `binding = false` gives binds under --strict).
    """

    kind: Literal["card_class"]
    zones: tuple[Zone, ...] = ("commander", "main")
    any: CardTests = ()
    none: CardTests = ()
    at_most: int | None = Field(default=None, ge=0)
    at_least: int | None = Field(default=None, ge=0)
    unknown: bool = False
    warns: bool = False

    @model_validator(mode="after")
    def _bounds(self) -> CardClass:
        if self.at_most is None and self.at_least is None and not self.unknown:
            raise ValueError("needs at_most, at_least or unknown")
        _check_bounds(self.at_least, self.at_most)
        return self


class RestrictionList(RuleBase):
    """The restrictions of one dated list, of some statuses, as they stand on the deck's date.

    `colours` counts the commanders' colours for `min_identity`; None: by the game's own method. Without
    `zones` it reads every zone that another rule of the edition speaks of.
    """

    kind: Literal["restriction_list"]
    list: str
    statuses: tuple[ListStatus, ...] = ("banned", "banned_as_commander", "banned_as_companion")
    colours: Method | None = None
    zones: tuple[Zone, ...] = ()


class Companion(RuleBase):
    """At most one companion, whose own condition the starting deck meets (702.139)."""

    kind: Literal["companion"]
    allowed: bool = True

    @property
    def zones_spoken_of(self) -> tuple[Zone, ...]:
        """The companion's own."""
        return ("companion",)


class EventCommander(RuleBase):
    """No two players of one event play the same commander: the later registration yields (DE2)."""

    kind: Literal["event_commander"]


class EventList(RuleBase):
    """A player's list does not change during an event: the later one violates (DE8)."""

    kind: Literal["event_list"]


Rule = Annotated[
    DeckSize
    | ZoneSize
    | Singleton
    | Identity
    | Commander
    | Pair
    | GodForm
    | HyperspatialForm
    | CardClass
    | RestrictionList
    | Companion
    | EventCommander
    | EventList,
    Field(discriminator="kind"),
]
