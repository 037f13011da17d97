"""The cards of Fleet: what is printed on them, read from a file.

`fleet.toml` holds every figure with its source. A class may write a file of its own: whatever is wrong in it is
named with its key, its value and what is allowed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

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
            raise ValueError(
                f"fleet cards: {path or 'the file'} = {_short(data)} is not possible: write a table of keys"
            )
        self.data = data
        self.path = path
        self.read: set[str] = set()

    def _name(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _get(self, key: str) -> object:
        self.read.add(key)
        if key not in self.data:
            raise ValueError(
                f"fleet cards: {self._name(key)} is missing: copy it from the file that comes with Fishlab"
            )
        return self.data[key]

    def _wrong(self, key: str, value: object, allowed: str) -> ValueError:
        return ValueError(f"fleet cards: {self._name(key)} = {_short(value)} is not possible: {allowed}")

    def table(self, key: str) -> _Reader:
        return _Reader(self._get(key), self._name(key))

    def number(self, key: str, low: int, high: int) -> int:
        value = self._get(key)
        if type(value) is not int or not low <= value <= high:
            raise self._wrong(key, value, f"choose a whole number from {low} to {high}")
        return value

    def numbers(self, key: str, size: int, low: int, high: int) -> Counts:
        value = self._get(key)
        right = isinstance(value, list | tuple) and len(value) == size
        if not right or not all(type(item) is int and low <= item <= high for item in value):  # type: ignore[attr-defined]
            raise self._wrong(key, value, f"write {size} whole numbers from {low} to {high}")
        return tuple(value)  # type: ignore[arg-type]

    def words(self, key: str, size: int, allowed: Sequence[str]) -> tuple[str, ...]:
        value = self._get(key)
        right = isinstance(value, list | tuple) and len(value) == size
        if not right or not all(item in allowed for item in value):  # type: ignore[attr-defined]
            raise self._wrong(key, value, f"write {size} words out of {', '.join(allowed)}")
        return tuple(value)  # type: ignore[arg-type]

    def steps(self, key: str) -> tuple[tuple[int, int], ...]:
        value = self._get(key)
        pairs: list[tuple[int, int]] = []
        for item in value if isinstance(value, list | tuple) and value else [None]:
            pair = isinstance(item, list | tuple) and len(item) == 2
            if not pair or not all(type(part) is int and 1 <= part <= 99 for part in item):  # type: ignore[union-attr]
                raise self._wrong(key, value, "write pairs [from how many captains, cards] of numbers from 1 to 99")
            pairs.append((item[0], item[1]))  # type: ignore[index]
        if any(low[0] >= high[0] for low, high in pairwise(pairs)):
            raise self._wrong(key, value, "list the pairs by rising number of captains")
        return tuple(pairs)

    def title(self) -> str:
        value = self._get("title")
        if not isinstance(value, str) or not 1 <= len(value.strip()) <= 40:
            raise self._wrong("title", value, "write a name of 1 to 40 characters")
        return value.strip()

    def source(self, figures: Sequence[str] = ()) -> None:
        value = self._get("source")
        if not figures:
            if value not in _SOURCES:
                raise self._wrong("source", value, f"choose {' or '.join(_SOURCES)}")
            return
        marks = self.table("source")
        for figure in figures:
            mark = marks._get(figure)
            if mark not in _SOURCES:
                raise marks._wrong(figure, mark, f"choose {' or '.join(_SOURCES)}")
        marks.done()

    def done(self) -> None:
        """Complain about keys that nobody asked for: they are most likely spelling mistakes."""
        for key in self.data:
            if key not in self.read:
                known = ", ".join(sorted(self.read))
                raise ValueError(f"fleet cards: {self._name(str(key))} is not a key here: the keys are {known}")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def read_cards(data: object) -> Cards:
    """Return the cards that plain data (a loaded `fleet.toml`) describes; `ValueError` names what is wrong in it."""
    file = _Reader(data)
    crates = file.table("crates")
    supply, capacity = crates.number("per_player", 1, 500), crates.number("capacity", 1, 20)
    crates.source()
    crates.done()

    boats, boat_rows = file.table("boats"), []
    for kind in BOATS:
        card = boats.table(kind)
        boat_rows.append(
            (
                card.title(),
                card.number("count", 4, 99),  # every player starts with one of each
                card.number("cost", 0, 30),
                card.number("points", 0, 99),
                card.number("cash", 1, 30),
            )
        )
        card.source(("count", "cost", "points", "cash"))
        card.done()
    boats.done()

    licences, rows = file.table("licences"), []
    for name in LICENCES:
        card = licences.table(name)
        rows.append(
            (card.title(), card.number("count", 1, 20), card.number("minimum", 1, 60), card.number("points", 0, 99))
        )
        card.source(("count", "minimum", "points"))
        card.done()
    licences.done()

    common = sum(row[1] for row in rows[: len(COMMON)])
    premium = sum(row[1] for row in rows[len(COMMON) :])
    setup, setups = file.table("setup"), []
    for players in (2, 3, 4):
        table = setup.table(str(players))
        aside = table.number("aside", players, common)
        # What stays on top must fill the first display.
        setups.append(
            (aside, table.number("remove_common", 0, aside - players), table.number("remove_premium", 0, premium))
        )
        table.source()
        table.done()
    setup.done()

    bonus = file.table("bonus")
    tuna, lobster = bonus.table("tuna"), bonus.table("lobster")
    captains, filled = bonus.table("king-crab-captains"), bonus.table("king-crab-crates")
    kinds = bonus.table("king-crab-licences")
    cards = Cards(
        boat_titles=tuple(row[0] for row in boat_rows),
        boat_counts=tuple(row[1] for row in boat_rows),
        cost=tuple(row[2] for row in boat_rows),
        boat_points=tuple(row[3] for row in boat_rows),
        cash=tuple(row[4] for row in boat_rows),
        licence_titles=tuple(row[0] for row in rows),
        licence_counts=tuple(row[1] for row in rows),
        minimum=tuple(row[2] for row in rows),
        licence_points=tuple(row[3] for row in rows),
        aside=tuple(row[0] for row in setups),
        remove_common=tuple(row[1] for row in setups),
        remove_premium=tuple(row[2] for row in setups),
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
