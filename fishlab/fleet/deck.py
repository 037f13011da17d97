"""The cards of Fleet: what is printed on them, read from a file.

`fleet.toml` holds every figure with its source. A class may write a file of its own: whatever is wrong in it is
named with its key, its value and what is allowed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from fishlab.messages import mark, refusal, tr
from fishlab.table_files import read_figures

BOATS: Final = ("shrimp", "lobster", "processing", "cod", "tuna", "king-crab")
"""The six kinds of boat card, in the order in which a hand counts them."""
COMMON: Final = ("shrimp", "cod", "lobster", "tuna", "processing")
PREMIUM: Final = ("pub", "king-crab-captains", "king-crab-crates", "king-crab-licences")
LICENCES: Final = COMMON + PREMIUM
"""The licences: five common kinds, then the premium ones."""
BOAT: Final = {kind: place for place, kind in enumerate(BOATS)}
"""Where each kind of boat stands in `BOATS` and in all tuples that follow it."""
LICENCE: Final = {name: place for place, name in enumerate(LICENCES)}
"""Where each licence stands in `LICENCES`."""
_CRAB: Final = "king-crab"

Counts = tuple[int, ...]
"""How many cards of each kind. Hands have one more place: how many cards are hidden from the viewer."""


def boat_for(licence: str) -> str:
    """Return the kind of boat that a licence lets its owner launch, "" for the Fishermen's Pub."""
    if licence.startswith(_CRAB):
        return _CRAB
    return "" if licence == "pub" else licence


BOAT_FOR: Final = {licence: boat_for(licence) for licence in LICENCES}
"""`boat_for` as a table."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The figures on the cards. Tuples follow `BOATS` or `LICENCES`; the file `fleet.toml` says what each is."""

    boat_titles: tuple[str, ...]
    boat_counts: Counts
    cost: Counts
    boat_points: Counts
    cash: Counts
    licence_titles: tuple[str, ...]
    licence_counts: Counts
    minimum: Counts
    licence_points: Counts
    aside: Counts  # these three: for 2, 3 and 4 players
    remove_common: Counts
    remove_premium: Counts
    crates: int
    capacity: int
    tuna_draw: Counts
    tuna_discard: tuple[str, ...]
    lobster_one: tuple[tuple[int, int], ...]
    lobster_more: tuple[tuple[int, int], ...]
    captains_per: int
    captains_most: int
    crates_per: int
    crates_most: int
    kinds_points: Counts


_SOURCES: Final = ("printed", "recovered", "inferred", "reconstructed")


class _Reader:
    """Reads one table of a card file; every complaint names the key, the value and what is allowed."""

    def __init__(self, data: object, path: str = "") -> None:
        if not isinstance(data, Mapping):
            wrong = mark("fleet cards: {key} = {value} is not possible: write a table of keys")
            raise refusal(wrong, key=path or tr("the file"), value=_short(data))
        self.data, self.path = data, path
        self.read: set[str] = set()

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _get(self, key: str) -> object:
        self.read.add(key)
        if key not in self.data:
            missing = mark("fleet cards: {key} is missing: copy it from the file that comes with Fishlab")
            raise refusal(missing, key=self._name(key))
        return self.data[key]

    def _fitting(self, key: str, fits: Callable[[Any], bool], allowed: str) -> Any:
        value = self._get(key)
        if not fits(value):
            wrong = mark("fleet cards: {key} = {value} is not possible: {allowed}")
            raise refusal(wrong, key=self._name(key), value=_short(value), allowed=allowed)
        return value

    def table(self, key: str) -> _Reader:
        return _Reader(self._get(key), self._name(key))

    def number(self, key: str, low: int, high: int) -> int:
        allowed = tr("choose a whole number from {low} to {high}", low=low, high=high)
        return int(self._fitting(key, lambda value: _whole(value, low, high), allowed))

    def numbers(self, key: str, size: int, low: int, high: int) -> Counts:
        allowed = tr("write {size} whole numbers from {low} to {high}", size=size, low=low, high=high)
        return tuple(self._fitting(key, lambda value: _row(value, size, lambda one: _whole(one, low, high)), allowed))

    def words(self, key: str, size: int, known: Sequence[str]) -> tuple[str, ...]:
        allowed = tr("write {size} words out of {words}", size=size, words=", ".join(known))
        return tuple(self._fitting(key, lambda value: _row(value, size, known.__contains__), allowed))

    def steps(self, key: str) -> tuple[tuple[int, int], ...]:
        def pairs(value: object) -> bool:
            return bool(value) and _row(value, None, lambda pair: _row(pair, 2, lambda one: _whole(one, 1, 99)))

        self._fitting(key, pairs, tr("write pairs [from how many captains, cards] of numbers from 1 to 99"))
        rising = tr("list the pairs in order of captains, fewest first")
        value = self._fitting(key, lambda value: all(low[0] < high[0] for low, high in pairwise(value)), rising)
        return tuple((low, cards) for low, cards in value)

    def title(self) -> str:
        def fits(value: object) -> bool:
            return isinstance(value, str) and 1 <= len(value.strip()) <= 40

        return str(self._fitting("title", fits, tr("write a name of 1 to 40 characters"))).strip()

    def source(self, figures: Sequence[str] = ()) -> None:
        """Check where the figures come from: all of a table, or each of them."""
        marks = self.table("source") if figures else self
        for key in figures or ("source",):
            marks._fitting(key, _SOURCES.__contains__, tr("choose {sources}", sources=" or ".join(_SOURCES)))
        if figures:
            marks.done()

    def done(self) -> None:
        """Complain about keys that nobody asked for: they are most likely spelling mistakes."""
        for key in self.data:
            if key not in self.read:
                wrong = mark("fleet cards: {key} is not a key here: the keys are {known}")
                raise refusal(wrong, key=self._name(str(key)), known=", ".join(sorted(self.read)))


def _whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _row(value: object, size: int | None, fits: Callable[[Any], bool]) -> bool:
    """Whether something is a list, of a size if one is given, of what fits."""
    return isinstance(value, list | tuple) and len(value) == (size or len(value)) and all(map(fits, value))


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def _titles_and_figures(
    table: _Reader, names: Sequence[str], figures: Mapping[str, tuple[int, int]]
) -> tuple[tuple[str, ...], list[Counts]]:
    """Return the titles of a table of cards, and its numbers, figure by figure, each between its ends."""
    titles, rows = [], []
    for name in names:
        card = table.table(name)
        titles.append(card.title())
        rows.append([card.number(figure, *ends) for figure, ends in figures.items()])
        card.source(tuple(figures))
        card.done()
    table.done()
    return tuple(titles), list(zip(*rows, strict=True))


def read_cards(data: object) -> Cards:
    """Return the cards that plain data (a loaded `fleet.toml`) describes; `ValueError` names what is wrong in it."""
    file = _Reader(data)
    crates = file.table("crates")
    supply, capacity = crates.number("per_player", 1, 500), crates.number("capacity", 1, 20)
    crates.source()
    crates.done()
    boat_titles, (boat_counts, cost, boat_points, cash) = _titles_and_figures(
        file.table("boats"),
        BOATS,
        {"count": (4, 99), "cost": (0, 30), "points": (0, 99), "cash": (1, 30)},  # every player starts with one of each
    )
    licence_titles, (licence_counts, minimum, licence_points) = _titles_and_figures(
        file.table("licences"), LICENCES, {"count": (1, 20), "minimum": (1, 60), "points": (0, 99)}
    )
    common, premium = sum(licence_counts[: len(COMMON)]), sum(licence_counts[len(COMMON) :])
    setup, setups = file.table("setup"), []
    for players in (2, 3, 4):
        table = setup.table(str(players))
        aside = table.number("aside", players, common)
        # What stays on top must fill the first display.
        removed = table.number("remove_common", 0, aside - players), table.number("remove_premium", 0, premium)
        setups.append((aside, *removed))
        table.source()
        table.done()
    setup.done()
    asides, remove_common, remove_premium = zip(*setups, strict=True)

    bonus = file.table("bonus")
    tuna, lobster = bonus.table("tuna"), bonus.table("lobster")
    captains, filled = bonus.table("king-crab-captains"), bonus.table("king-crab-crates")
    kinds = bonus.table("king-crab-licences")
    cards = Cards(
        boat_titles=boat_titles,
        boat_counts=boat_counts,
        cost=cost,
        boat_points=boat_points,
        cash=cash,
        licence_titles=licence_titles,
        licence_counts=licence_counts,
        minimum=minimum,
        licence_points=licence_points,
        aside=asides,
        remove_common=remove_common,
        remove_premium=remove_premium,
        crates=supply,
        capacity=capacity,
        tuna_draw=tuna.numbers("draw", 5, 1, 20),
        tuna_discard=tuna.words("discard", 5, ("drawn", "none", "any")),
        lobster_one=lobster.steps("one"),
        lobster_more=lobster.steps("more"),
        captains_per=captains.number("per", 1, 99),
        captains_most=captains.number("most", 0, 99),
        crates_per=filled.number("per", 1, 99),
        crates_most=filled.number("most", 0, 99),
        kinds_points=kinds.numbers("points", 8, 0, 99),
    )
    for table in (tuna, lobster, captains, filled, kinds):
        table.source()
        table.done()
    bonus.done()
    file.done()
    return cards


def load_cards(path: str | Path) -> dict[str, Any]:
    """Return a card file as plain data, checked; `ValueError` says what is wrong with it."""
    data = read_figures("fleet: cards", path)
    read_cards(data)
    return data


_FILE: Final = Path(__file__).with_name("fleet.toml")
CARDS: Final = read_cards(load_cards(_FILE))
"""The cards as printed."""


def printed() -> dict[str, Any]:
    """Return the printed cards as plain data: a copy to change and to give to the game as its option `cards`."""
    return load_cards(_FILE)


@lru_cache(maxsize=16)
def cards_from(text: str) -> Cards:
    """Return the cards that JSON text describes; the latest few are kept."""
    return read_cards(json.loads(text))


def cards_option(value: object) -> dict[str, Any]:
    """Return the game's option `cards` as plain data; a string is the path of a file."""
    if isinstance(value, str):
        return load_cards(value)
    read_cards(value)
    return dict(value)  # type: ignore[call-overload, no-any-return]
