"""The boards of Pisces: the data file read and checked, and the life cycles of the chips on one board.

`pisces.toml` holds the boards with a source mark on every figure. A file of one's own with the same schema
replaces what it names. The functions on chips are pure: a board's chips are a tuple of numbers, one for each stack.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from fishlab.core import Move, brief
from fishlab.messages import mark, refusal, tr
from fishlab.table_files import plain_figures, read_figures

ROUNDS: Final = 6  # End of game
STAGES: Final = ("young", "juvenile", "adult", "spawner")
SOURCES: Final = ("printed", "recovered", "inferred", "reconstructed")
OCEAN: Final = mark("ocean")
ARROWS: Final = (mark("Mortality"), mark("Spawn migration"), mark("Maturity"), mark("Growth"), mark("Reproduction"))
"""The numbered arrows of a life cycle; a species of few stages has not all of them."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A life stage of a board: its stacks are `start` to `stop`, in the order in which chips are laid."""

    name: str
    colour: str
    spots: tuple[int, ...]
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class Species:
    """A fishery board: its stages, its chips and what is born from how many spawners."""

    name: str
    label: str
    chips: int
    dice: int
    value: int
    stages: tuple[Stage, ...]
    recruits: tuple[int, ...]
    """New chips, or dice to roll for them, for 0, 1, 2, … spawners; the last holds for more."""
    by_dice: bool
    stacks: tuple[str, ...]
    """The stacks' names in order: "adult-5", and "spawner-6a", "spawner-6b" where numbers repeat."""
    numbers: tuple[int, ...]
    colours: tuple[str, ...]
    hits: tuple[tuple[int, ...], ...]
    """For each dice outcome 0 to 12, the stacks that it catches."""
    spawners: range
    """The stacks of the spawning grounds."""
    block_moves: tuple[Move, ...]
    stack_moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Sea:
    """What stays the same all game: the boards, the figures of the box and the options."""

    species: tuple[Species, ...]
    boats: int
    most_boats: int
    boat_price: int
    gear_price: int
    gear_cards: int
    motor: int
    trophy: int
    award: int
    cards: int
    lowest_bid: int
    highest_bid: int
    blocks: bool
    tournaments: bool
    rounds: int

    def find(self, name: object) -> int:
        """Return the place of a species by its name, -1 if there is none."""
        return next((place for place, kind in enumerate(self.species) if kind.name == name), -1)

    def price(self, item: str) -> int:
        """Return the least that an item costs, in points of chips."""
        return self.boat_price if item == "boat" else self.gear_price


_GAME_RANGES: Final = {
    "boats": (1, 6), "most_boats": (1, 6), "boat_price": (1, 99), "gear_price": (1, 99), "gear_cards": (0, 60),
    "motor": (1, 20), "trophy": (0, 99), "award": (0, 99), "cards": (ROUNDS, 99), "lowest_bid": (1, 60),
    "highest_bid": (1, 60),
}  # fmt: skip
_SPECIES_KEYS: Final = ("label", "chips", "dice", "value", "recruits", "stages")


@cache
def standard_boards() -> dict[str, Any]:
    """Return the standard boards file as plain data; treat it as read-only."""
    data = read_figures("boards_file", Path(__file__).with_name("pisces.toml"))
    check_boards(data, "data/pisces.toml")
    return data


def read_boards(file: object) -> dict[str, Any]:
    """Return a boards file (a path or its content as a dict) as checked plain data.

    Raises:
        ValueError: names the file, the key, the value and what is allowed.
    """
    data = plain_figures("pisces: boards_file", file) or {}
    check_boards(data, Path(file).name if isinstance(file, str | Path) else "boards_file")
    return data


def check_boards(data: Mapping[str, Any], where: str) -> None:
    """Raise `ValueError` naming the key, the value and what is allowed, unless this is a boards file."""
    _keys(data, where, "", optional=("game", "species"))
    game = _table(data.get("game", {}), where, "game")
    _keys(game, where, "game", optional=tuple(_GAME_RANGES))
    for key, (low, high) in _GAME_RANGES.items():
        if key in game:
            _figure(game[key], where, f"game.{key}", low, high)
    for name, board in _table(data.get("species", {}), where, "species").items():
        if not re.fullmatch(r"[a-z]+(-[a-z]+){0,2}", name) or len(name) > 20 or name == OCEAN:
            text = mark("{where}: species.{name}: a species is named in small letters and hyphens, not “ocean”")
            raise refusal(text, where=where, name=name)
        _check_species(_table(board, where, f"species.{name}"), where, f"species.{name}")


def _check_species(board: Mapping[str, Any], where: str, key: str) -> None:
    _keys(board, where, key, needed=_SPECIES_KEYS)
    label = board["label"]
    if not isinstance(label, str) or not 0 < len(label) <= 20 or not label.isprintable():
        raise _wrong(where, f"{key}.label", label, tr("write a name of 1 to 20 letters"))
    chips = _figure(board["chips"], where, f"{key}.chips", 1, 99)
    dice = _figure(board["dice"], where, f"{key}.dice", 1, 2)
    value = _table(board["value"], where, f"{key}.value")
    _keys(value, where, f"{key}.value", needed=("standard", "even", "source"))
    for reading in ("standard", "even"):
        _whole(value[reading], where, f"{key}.value.{reading}", 1, 99)
    _source(value, where, f"{key}.value")

    recruits = _table(board["recruits"], where, f"{key}.recruits")
    unit = "dice" if "dice" in recruits else "chips"
    _keys(recruits, where, f"{key}.recruits", needed=(unit, "source"))
    _source(recruits, where, f"{key}.recruits")
    born = _whole_list(recruits[unit], where, f"{key}.recruits.{unit}", 0, 4 if unit == "dice" else 60, longest=31)
    if born[0] != 0:
        text = mark("{where}: {key}.recruits.{unit} starts with {born}: without spawners nothing is born, so write 0")
        raise refusal(text, where=where, key=key, unit=unit, born=born[0])

    stages = board["stages"]
    if not isinstance(stages, list | tuple) or not 2 <= len(stages) <= 4:
        text = mark("{where}: {key}.stages: list two to four stages, from the first of life to the spawners")
        raise refusal(text, where=where, key=key)
    wanted, spots = STAGES[-len(stages) :], 0
    for place, (stage, name) in enumerate(zip(stages, wanted, strict=True)):
        spots += _check_stage(
            _table(stage, where, f"{key}.stages[{place}]"), where, f"{key}.stages[{place}]", name, dice
        )
    if chips < spots:
        text = tr("{where}: {key}.chips = {chips} does not add up: each of its {spots} spots starts with a chip, "
                  "so there are at least {spots}", where=where, key=key, chips=chips, spots=spots)  # fmt: skip
        raise ValueError(text)


def _check_stage(stage: Mapping[str, Any], where: str, key: str, name: str, dice: int) -> int:
    """Check one stage and return how many spots it has."""
    _keys(stage, where, key, needed=("name", "colour", "spots", "source"))
    _source(stage, where, key)
    if stage["name"] != name:
        raise _wrong(where, f"{key}.name", stage["name"], tr("the stage here is {name!r}", name=name))
    if stage["colour"] not in ("red", "green"):
        raise _wrong(where, f"{key}.colour", stage["colour"], tr("choose 'red' (release) or 'green' (catch)"))
    spots = _whole_list(stage["spots"], where, f"{key}.spots", dice, 6 * dice, longest=12)
    if spots != sorted(spots, reverse=True):
        raise _wrong(where, f"{key}.spots", spots, tr("list the highest dice outcome first"))
    return len(spots)


def _keys(
    table: Mapping[str, Any], where: str, key: str, needed: Sequence[str] = (), optional: Sequence[str] = ()
) -> None:
    allowed = [*needed, *optional]
    for name in table:
        if name not in allowed:
            full, names = f"{key}.{name}" if key else str(name), ", ".join(allowed)
            raise refusal("{where}: {key} is not known: choose {names}", where=where, key=full[:60], names=names)
    for name in needed:
        if name not in table:
            text = tr("{where}: {key}.{name} is missing: a board needs {names}", where=where, key=key, name=name,
                      names=", ".join(needed))  # fmt: skip
            raise ValueError(text)


def _wrong(where: str, key: str, value: object, advice: str) -> ValueError:
    """Return the error that names the file, the key, the value and what to do instead."""
    text = tr("{where}: {key} = {value}: {advice}", where=where, key=key, value=brief(value), advice=advice)
    return ValueError(text)


def _table(value: Any, where: str, key: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(name, str) for name in value):
        raise _wrong(where, key, value, tr("write a table here, as in the standard file"))
    return value


def _whole(value: Any, where: str, key: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise _wrong(where, key, value, tr("write a whole number from {low} to {high}", low=low, high=high))
    return value


def _whole_list(value: Any, where: str, key: str, low: int, high: int, longest: int) -> list[int]:
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= longest:
        raise _wrong(where, key, value, tr("write a list of 1 to {longest} whole numbers", longest=longest))
    return [_whole(item, where, f"{key}[{place}]", low, high) for place, item in enumerate(value)]


def _figure(value: Any, where: str, key: str, low: int, high: int) -> int:
    table = _table(value, where, key)
    _keys(table, where, key, needed=("value", "source"))
    _source(table, where, key)
    return _whole(table["value"], where, f"{key}.value", low, high)


def _source(table: Mapping[str, Any], where: str, key: str) -> None:
    source = table.get("source")
    if source not in SOURCES:
        raise _wrong(where, f"{key}.source", source, tr("choose {names}", names=", ".join(SOURCES)))


def merged(file: object = None) -> dict[str, Any]:
    """Return the standard boards with what a boards file replaces."""
    base = standard_boards()
    own = {} if file is None else read_boards(file)
    return {"game": {**base["game"], **own.get("game", {})}, "species": {**base["species"], **own.get("species", {})}}


def figures(file: object = None) -> list[dict[str, Any]]:
    """Return every figure of the boards with its source mark, one row each, for a lesson to show openly."""
    data = merged(file)
    rows = [
        {"where": f"game.{key}", "figure": entry["value"], "source": entry["source"]}
        for key, entry in data["game"].items()
    ]
    for name, board in data["species"].items():
        for key in ("chips", "dice"):
            rows.append({"where": f"{name}.{key}", "figure": board[key]["value"], "source": board[key]["source"]})
        for key in ("value", "recruits"):
            kept = {part: figure for part, figure in board[key].items() if part != "source"}
            rows.append({"where": f"{name}.{key}", "figure": kept, "source": board[key]["source"]})
        for stage in board["stages"]:
            rows.append({"where": f"{name}.{stage['name']}", "figure": stage["spots"], "source": stage["source"]})
    return rows


@lru_cache(maxsize=64)
def make_sea(own: str, values: str, blocks: bool, tournaments: bool, rounds: int) -> Sea:
    """Build the sea from the text of a user's boards file ("null" for none) and the options."""
    file = json.loads(own)
    data = merged(file)
    game = {key: entry["value"] for key, entry in data["game"].items()}
    for low, high in (("boats", "most_boats"), ("lowest_bid", "highest_bid")):
        if game[low] > game[high]:
            text = tr("boards_file: game.{low} = {least} is more than game.{high} = {most}", low=low, least=game[low],
                      high=high, most=game[high])  # fmt: skip
            raise ValueError(text)
    species = tuple(_species(name, board, values) for name, board in data["species"].items())
    return Sea(species=species, blocks=blocks, tournaments=tournaments, rounds=rounds, **game)


def _species(name: str, board: Mapping[str, Any], values: str) -> Species:
    stages: list[Stage] = []
    names: list[str] = []
    numbers: list[int] = []
    colours: list[str] = []
    for entry in board["stages"]:
        spots = tuple(entry["spots"])
        stages.append(Stage(entry["name"], entry["colour"], spots, len(names), len(names) + len(spots)))
        seen: dict[int, int] = {}
        for number in spots:
            letter = "abcdefghijkl"[seen.get(number, 0)] if spots.count(number) > 1 else ""
            seen[number] = seen.get(number, 0) + 1
            names.append(f"{entry['name']}-{number}{letter}")
        numbers += spots
        colours += [entry["colour"]] * len(spots)
    born = board["recruits"]
    return Species(
        name=name,
        label=board["label"],
        chips=board["chips"]["value"],
        dice=board["dice"]["value"],
        value=board["value"][values],
        stages=tuple(stages),
        recruits=tuple(born["dice"] if "dice" in born else born["chips"]),
        by_dice="dice" in born,
        stacks=tuple(names),
        numbers=tuple(numbers),
        colours=tuple(colours),
        hits=tuple(tuple(place for place, n in enumerate(numbers) if n == number) for number in range(13)),
        spawners=range(stages[-1].start, stages[-1].stop),
        block_moves=tuple(("block", name, stack) for stack in names),
        stack_moves=tuple(("stack", name, stack) for stack in names),
    )


def biology(species: str, file: object = None, values: str = "standard") -> dict[str, Any]:
    """Return a board as plain data for `fishlab.models`: stages, starting chips, recruits, chips and value.

    `recruits` are chips for 0, 1, 2, … spawners; where dice decide, their mean of 3.5 a die.
    """
    own = "null" if file is None else json.dumps(read_boards(file), sort_keys=True)
    sea = make_sea(own, values, True, True, ROUNDS)
    place = sea.find(species)
    if place < 0:
        names = ", ".join(kind.name for kind in sea.species)
        raise refusal("there is no species {species!r}: choose {names}", species=species, names=names)
    kind = sea.species[place]
    return {
        "species": kind.name,
        "label": kind.label,
        "stages": [stage.name for stage in kind.stages],
        "start": [len(stage.spots) for stage in kind.stages],
        "recruits": [3.5 * dice for dice in kind.recruits] if kind.by_dice else list(kind.recruits),
        "dice": list(kind.recruits) if kind.by_dice else None,
        "chips": kind.chips,
        "value": kind.value,
    }


def chosen_species(sea: Sea, boards: object, players: int) -> list[int]:
    """Return the species chosen by the `boards` option, checked."""
    names = [kind.name for kind in sea.species]
    slots = {"boards": brief(boards), "players": players, "names": ", ".join(names)}
    if not isinstance(boards, list | tuple) or len(boards) != players:
        text = mark("pisces: boards={boards} is not possible: give {players} different species out of {names}")
        raise refusal(text, **slots)
    for name in boards:
        if name not in names or list(boards).count(name) > 1:
            text = mark("pisces: boards={boards} is not possible because of {name}: "
                        "give {players} different species out of {names}")  # fmt: skip
            raise refusal(text, name=brief(name), **slots)
    return [names.index(name) for name in boards]


# Life cycles: pure functions on the chips of one board.


@dataclass(frozen=True, slots=True)
class LifeCycleStep:
    """One numbered arrow of a life cycle: which chips go where, and the board when they have gone."""

    board: int
    species: str
    number: int
    name: str
    moves: tuple[tuple[str, str, int], ...]
    """(from, to, chips) by stack names, with "centre" for the chips in the middle."""
    stacks: tuple[int, ...]
    centre: int


def spread(chips: int, spots: int) -> tuple[int, ...]:
    """Spread chips evenly over spots, extra chips from the first spot on (phase 7)."""
    each, extra = divmod(chips, spots)
    return (each + 1,) * extra + (each,) * (spots - extra)


def stage_totals(kind: Species, stacks: Sequence[int]) -> tuple[int, ...]:
    """Return the chips in each stage, from the first of life to the spawners."""
    return tuple(sum(stacks[stage.start : stage.stop]) for stage in kind.stages)


def grow(kind: Species, stacks: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """Return the stacks after mortality, spawn migration, maturity and growth, and how many spawners died."""
    totals = stage_totals(kind, stacks)
    new = (0,) * len(kind.stages[0].spots)
    for stage, arriving in zip(kind.stages[1:], totals, strict=False):
        new += spread(arriving, len(stage.spots))
    return new, totals[-1]


def newborn(kind: Species, stacks: tuple[int, ...]) -> int:
    """Return what the reproduction table says for the spawners now on the board: chips, or dice to roll."""
    return kind.recruits[min(sum(stacks[kind.stages[-1].start :]), len(kind.recruits) - 1)]


def settle_young(kind: Species, stacks: tuple[int, ...], young: int) -> tuple[int, ...]:
    """Return the stacks once new chips have been laid on the first stage."""
    first = kind.stages[0]
    return spread(young, len(first.spots)) + stacks[first.stop :]


def life_cycle_steps(
    kind: Species, stacks: tuple[int, ...], centre: int, young: int, board: int = 0
) -> tuple[LifeCycleStep, ...]:
    """Return a board's life cycle arrow by arrow, from the board before it and the young that were added."""
    now, steps = list(stacks), []
    for number, name in zip(range(1, len(kind.stages) + 1), ARROWS, strict=False):
        source = kind.stages[-number]
        leaving = [kind.stacks[place] for place in range(source.start, source.stop) for _ in range(now[place])]
        arriving = ["centre"] * len(leaving)
        now[source.start : source.stop] = [0] * len(source.spots)
        if number == 1:
            centre += len(leaving)
        else:
            target = kind.stages[1 - number]
            shares = spread(len(leaving), len(target.spots))
            now[target.start : target.stop] = shares
            arriving = [kind.stacks[target.start + place] for place, share in enumerate(shares) for _ in range(share)]
        moves = Counter(zip(leaving, arriving, strict=True))
        counted = tuple((a, b, chips) for (a, b), chips in moves.items())
        steps.append(LifeCycleStep(board, kind.name, number, name, counted, tuple(now), centre))
    first = kind.stages[0]
    shares = spread(young, len(first.spots))
    now[first.start : first.stop] = shares
    born = tuple(("centre", kind.stacks[place], share) for place, share in enumerate(shares) if share)
    steps.append(LifeCycleStep(board, kind.name, len(kind.stages) + 1, ARROWS[-1], born, tuple(now), centre - young))
    return tuple(steps)
