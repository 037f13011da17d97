"""The High Seas of Fishery Boom as a network of arrows: the sheet, and what follows from it.

A fish is a row in a year. An arrow leads from a fish of one year to a fish of the next. A fish that no living fish
points to is depleted, and that one rule makes the whole sea:

>>> arrows = [("mother", "daughter"), ("aunt", "daughter"), ("aunt", "niece")]
>>> sorted(deplete({"mother", "aunt"}, arrows))
[]
>>> sorted(deplete({"mother"}, arrows))
['niece']
>>> sorted(living_next({"mother"}, arrows))
['daughter']

The first part of this module says so with plain sets. The rest is the same rule on bit masks (bit r is row r, the top
row is row 0), so that bots and experiments can ask it a million times, and the reading and checking of sheets.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from fishlab.messages import mark
from fishlab.table_files import plain_figures, read_figures, wrong_figure

Fish = TypeVar("Fish")

SOURCES: Final = ("printed", "recovered", "inferred", "reconstructed")
"""How well a figure of a sheet is known, best first."""

SPECIES: Final[Mapping[str, str]] = {
    "shark": mark("Sharks"),
    "tuna": mark("Tuna"),
    "mackerel": mark("Mackerel"),
    "herring": mark("Herring"),
    "pollock": mark("Pollock"),
    "anchovy": mark("Anchovy"),
    "shrimp": mark("Shrimp"),
    "cod": mark("Cod"),
    "squid": mark("Squid"),
    "whale": mark("Whales"),
}
"""The species a sheet may hold, with the words printed on it."""

BOX_NEEDS: Final[Mapping[str, str]] = {
    "release": "",
    "refrigeration": "",
    "seine": "",
    "seine+": "seine",
    "longline": "",
    "longline+": "longline",
    "trawler": "",
    "trawler+": "trawler",
    "radar": "",
    "faux": "",
    "marketing": "",
    "enforcement": "",
    "overtime": "",
}
"""The boxes a player sheet may hold, with the box that must be marked before."""

_MAX_ROWS = 40  # rows of all species together


# The rule in plain words and plain sets.


def living_next(alive: Collection[Fish], arrows: Iterable[tuple[Fish, Fish]]) -> set[Fish]:
    """Return the fish of next year that live: those with an arrow from a living fish."""
    return {target for source, target in arrows if source in alive}


def deplete(alive: Collection[Fish], arrows: Iterable[tuple[Fish, Fish]]) -> set[Fish]:
    """Return the fish of next year that are depleted: arrows point to them, but none from a living fish.

    Args:
        alive: the fish that live at the end of this year; taken, killed and depleted fish are not among them.
        arrows: pairs (fish of this year, fish of next year).
    """
    arrows = list(arrows)
    return {target for _, target in arrows} - living_next(alive, arrows)


class Example(NamedTuple):
    """A small net with an answer, for lessons and tests."""

    this_year: Mapping[str, str]
    """What each fish of this year is: living, taken, killed or depleted."""
    arrows: tuple[tuple[str, str], ...]
    depleted: frozenset[str]
    reasons: Mapping[str, str]
    source: str

    @property
    def alive(self) -> set[str]:
        """The living fish of this year."""
        return {fish for fish, what in self.this_year.items() if what == "living"}


DEPLETION_EXAMPLE: Final = Example(
    this_year={"a": "living", "b": "taken", "c": "killed", "d": "depleted"},
    arrows=(("a", "1"), ("b", "1"), ("a", "2"), ("b", "3"), ("c", "4"), ("d", "4")),
    depleted=frozenset({"3", "4"}),
    reasons={
        "1": "One of its two arrows comes from a living fish, so it lives.",
        "2": "Its arrow comes from a living fish, so it lives.",
        "3": "Its only arrow comes from a taken fish, so it is depleted.",
        "4": "Both fish that point to it are dead, one killed and one depleted, so it is depleted.",
    },
    source="reconstructed",
)
"""The rulebook's example of depletion. The four answers are printed; the picture is lost and drawn anew here."""


# The sheet.


class Arrow(NamedTuple):
    """An arrow from a row of one year to a row of the next."""

    year: int
    source: int
    target: int
    spawns: bool
    """Whether this is the arrow through which the species gains a fish."""


class Species(NamedTuple):
    """One species on a sheet."""

    name: str
    title: str
    rows: tuple[int, ...]
    mask: int


class Box(NamedTuple):
    """A kind of box on the player sheet."""

    name: str
    copies: int
    needs: str
    players: tuple[int, ...]
    source: str


class RowFate(NamedTuple):
    """What depletion says about one row of the next year."""

    row: int
    failed: tuple[Arrow, ...]
    """The arrows to it that come from a dead fish."""
    held: tuple[Arrow, ...]
    """The arrows to it that come from a living fish."""

    @property
    def depleted(self) -> bool:
        """Whether every arrow failed."""
        return not self.held


def rows_of(mask: int) -> list[int]:
    """Return the rows in a mask, top to bottom.

    >>> rows_of(0b10011)
    [0, 1, 4]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sheet:
    """A checked High Seas sheet, ready to be asked. Get one from `load_sheet`.

    Years count from 1, rows from 0 at the top. A mask is an integer whose bit r stands for row r.
    """

    text: str
    """The whole sheet as JSON; two sheets are equal when this is."""
    title: str
    years: int
    species: tuple[Species, ...]
    names: tuple[str, ...]
    """Every row's name, such as "tuna-2"."""
    dice: tuple[int, ...]
    kind: tuple[int, ...]
    """Every row's species, by its place in `species`."""
    index: Mapping[str, int]
    everything: int
    """The mask of all rows."""
    faces: tuple[int, ...]
    """For each face of the die (and 0 for none) the mask of its rows."""
    arrows: tuple[tuple[Arrow, ...], ...]
    """For each year the arrows that leave it; the last year has none."""
    out: tuple[tuple[int, ...], ...]
    """For each year and row the mask of rows it points to in the next year."""
    into: tuple[tuple[int, ...], ...]
    """For each year and row the mask of rows in the year before that point to it."""
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    illegal: Mapping[int, tuple[int, ...]]
    """For a number of players the dice of illegal fishing, year by year."""
    plus_one: frozenset[int]
    boxes: tuple[Box, ...]

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Sheet) and self.text == other.text)

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"<Sheet {self.title!r}: {len(self.names)} rows, {self.years} years>"

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _compile, (self.text,)

    def data(self) -> dict[str, Any]:
        """Return the sheet as plain data, as a sheet file holds it."""
        plain: dict[str, Any] = json.loads(self.text)
        return plain

    def first_years(self, years: int) -> Sheet:
        """Return the sheet cut short: its first years, or all of it if it has no more."""
        return self if years >= self.years else _cut(self, years)

    def row(self, row: int | str) -> int:
        """Return a row's number from its number or its name."""
        found = self.index.get(row) if isinstance(row, str) else row
        if found is None or not 0 <= found < len(self.names):
            raise ValueError(f"{row!r} is not a row of the sheet: rows run from {self.names[0]} to {self.names[-1]}")
        return found

    def mask(self, rows: Iterable[int | str]) -> int:
        """Return the mask of some rows."""
        mask = 0
        for row in rows:
            mask |= 1 << self.row(row)
        return mask

    def names_of(self, mask: int) -> list[str]:
        """Return the names of the rows in a mask, top to bottom."""
        return [self.names[row] for row in rows_of(mask)]

    def arrows_out(self, row: int | str, year: int) -> tuple[Arrow, ...]:
        """Return the arrows that leave a fish."""
        number = self.row(row)
        return tuple(arrow for arrow in self.arrows[year - 1] if arrow.source == number)

    def arrows_in(self, row: int | str, year: int) -> tuple[Arrow, ...]:
        """Return the arrows that point to a fish; a fish of year 1 needs none."""
        number = self.row(row)
        return tuple(arrow for arrow in self.arrows[year - 2] if arrow.target == number) if year > 1 else ()

    def grow(self, living: int, year: int) -> int:
        """Return the fish that live in the next year when these live at the end of this one."""
        grown = 0
        for table in self.tables[year - 1]:
            grown |= table[living & 255]
            living >>= 8
        return grown

    def forward(self, living: int, year: int) -> tuple[int, ...]:
        """Return the fish that can live in each later year if nothing more is caught."""
        found = []
        for now in range(year, self.years):
            living = self.grow(living, now)
            found.append(living)
        return tuple(found)

    def losses(self, dead: int, year: int, living: int | None = None) -> tuple[int, ...]:
        """Return for each later year the fish that are lost if these fish of this year die.

        The first mask is what is depleted next year; together they are all later losses. `living` are the fish
        that live this year (all if not given); what is lost anyway is not counted.
        """
        living = self.everything if living is None else living
        found = []
        without = living & ~dead
        for now in range(year, self.years):
            living, without = self.grow(living, now), self.grow(without, now)
            found.append(living & ~without)
        return tuple(found)

    def supports(self, row: int | str, year: int, living: int | None = None) -> tuple[int, ...]:
        """Return for each later year the descendants that this fish alone supports.

        Every line of arrows from a living fish to such a descendant runs through this fish: in the language of
        networks, it dominates them. They are just what dies with it.
        """
        bit = 1 << self.row(row)
        return self.losses(bit, year, (self.everything if living is None else living) | bit)

    def impact(self, row: int | str, year: int, living: int | None = None) -> int:
        """Return how many later fish-years this fish alone supports."""
        return sum(mask.bit_count() for mask in self.supports(row, year, living))

    def steps(self, living: int, year: int) -> list[RowFate]:
        """Return depletion at the end of a year, row by row from the top, with the arrows that fail and hold."""
        found = []
        for row in range(len(self.names)):
            arrows = self.arrows_in(row, year + 1)
            held = tuple(arrow for arrow in arrows if living >> arrow.source & 1)
            found.append(RowFate(row, tuple(arrow for arrow in arrows if arrow not in held), held))
        return found


def attribute(sheet: Sheet, marks: Sequence[Sequence[int]], years: int) -> list[dict[int, tuple[float, ...]]]:
    """Return for each year and each dead row how much every cause has to do with its loss.

    A fish that was taken or killed is the loss of that cause alone. A depleted fish is the loss of whatever killed
    the fish that pointed to it, in equal shares, and so on back to the first catch. Shares of a fish sum to 1, so
    the shares of a cause over all fish are its damage in fish-years.

    Args:
        sheet: the High Seas.
        marks: for each year so far, one mask for each cause of the fish it killed.
        years: how many years to look at; beyond `marks` nothing more is killed.
    """
    causes = len(marks[0])
    whole = [tuple(1.0 if cause == other else 0.0 for other in range(causes)) for cause in range(causes)]
    shares: list[dict[int, tuple[float, ...]]] = []
    for year in range(1, years + 1):
        lost: dict[int, tuple[float, ...]] = {}
        if year > 1:
            before = shares[-1]
            for row, sources in enumerate(sheet.into[year - 1]):
                parents = rows_of(sources)
                if all(parent in before for parent in parents):
                    totals = zip(*(before[parent] for parent in parents), strict=True)
                    lost[row] = tuple(sum(total) / len(parents) for total in totals)
        if year <= len(marks):
            for cause, mask in enumerate(marks[year - 1]):
                for row in rows_of(mask):
                    lost[row] = whole[cause]
        shares.append(lost)
    return shares


# Reading and checking sheets.


def plain_sheet(sheet: object) -> dict[str, Any] | None:
    """Return a sheet option as plain data: a path is read, a mapping is copied, None stays None."""
    return sheet.data() if isinstance(sheet, Sheet) else plain_figures("sheet", sheet)


def load_sheet(sheet: object = None) -> Sheet:
    """Return a checked sheet from a path, a dict with the same schema, or None for the sheet of the game.

    A wrong sheet is a `ValueError` that names the key, the value and what is allowed.
    """
    if isinstance(sheet, Sheet):
        return sheet
    plain = plain_sheet(sheet)
    return standard_sheet() if plain is None else _compile(_check_sheet(plain))


@lru_cache(maxsize=1)
def standard_sheet() -> Sheet:
    """Return the sheet that comes with the game, `boom.toml`."""
    return _compile(_check_sheet(read_figures("sheet", Path(__file__).with_name("boom.toml"))))


@lru_cache(maxsize=32)
def _cut(sheet: Sheet, years: int) -> Sheet:
    data = sheet.data()
    data["years"]["count"] = years
    data["plus_one"]["years"] = [year for year in data["plus_one"]["years"] if year <= years]
    for table in data["illegal"].values():
        table["dice"] = table["dice"][:years]
    for species in data["species"]:
        species["arrows"] = species["arrows"][: years - 1]
    return _compile(_check_sheet(data))


def _wrong(key: str, value: object, allowed: str) -> ValueError:
    return wrong_figure("sheet", key, value, allowed)


def _table(key: str, value: object, needed: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """Check that a value is a table with these keys and no others."""
    if not isinstance(value, dict):
        raise _wrong(key, value, f"it must be a table with {', '.join(needed)}")
    for name in needed:
        if name not in value:
            raise ValueError(f"sheet: {key}.{name} is missing: {key} must have {', '.join(needed)}")
    for name in value:
        if name not in needed and name not in optional:
            raise _wrong(f"{key}.{name}", value[name], f"there is no such key; {key} takes {', '.join(needed)}")
    return value


def _whole(key: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _wrong(key, value, f"choose a whole number from {low} to {high}")
    return value


def _list(key: str, value: object, low: int, high: int, what: str) -> list[Any]:
    if not isinstance(value, list) or not low <= len(value) <= high:
        size = f"{low}" if low == high else f"{low} to {high}"
        found = f"{len(value)} given" if isinstance(value, list) else f"{value!r:.40} given"
        raise ValueError(f"sheet: {key} must be a list of {size} {what}: {found}")
    return value


def _mark(key: str, value: object) -> str:
    if not isinstance(value, str) or value not in SOURCES:
        raise _wrong(key, value, f"choose {', '.join(SOURCES[:-1])} or {SOURCES[-1]}")
    return value


def _check_sheet(data: Mapping[str, Any]) -> str:
    """Return a sheet's data, checked and complete, as JSON text."""
    known = ("title", "years", "plus_one", "illegal", "species", "box")
    for key in data:
        if key not in known:
            raise _wrong(str(key), data[key], f"there is no such key; a sheet has {', '.join(known)}")
    title = data.get("title", "High Seas")
    if not isinstance(title, str) or not 0 < len(title) <= 60 or not title.isprintable():
        raise _wrong("title", title, "choose a text of 1 to 60 letters")
    for key in ("years", "species"):
        if key not in data:
            raise ValueError(f"sheet: {key} is missing: a sheet must have years and species")

    table = _table("years", data["years"], ("count", "source"))
    years = _whole("years.count", table["count"], 1, 10)
    checked: dict[str, Any] = {
        "title": title,
        "years": {"count": years, "source": _mark("years.source", table["source"])},
    }

    table = _table("plus_one", data.get("plus_one", {"years": [], "source": "inferred"}), ("years", "source"))
    marked = _list("plus_one.years", table["years"], 0, years, "years")
    for place, year in enumerate(marked):
        _whole(f"plus_one.years[{place}]", year, 2, max(years, 2))
    if len(set(marked)) < len(marked):
        raise _wrong("plus_one.years", marked, "name each year once")
    checked["plus_one"] = {"years": sorted(marked), "source": _mark("plus_one.source", table["source"])}

    checked["illegal"] = {}
    illegal = data.get("illegal", {})
    if not isinstance(illegal, dict):
        raise _wrong("illegal", illegal, "it must hold tables named by the number of players, such as [illegal.2]")
    for players, value in illegal.items():
        if players not in ("2", "3", "4"):
            raise _wrong(f"illegal.{players}", value, "the number of players is 2, 3 or 4")
        table = _table(f"illegal.{players}", value, ("dice", "source"))
        dice = _list(f"illegal.{players}.dice", table["dice"], years, years, "numbers of dice, one for each year")
        for place, count in enumerate(dice):
            _whole(f"illegal.{players}.dice[{place}]", count, 0, 20)
        checked["illegal"][players] = {"dice": dice, "source": _mark(f"illegal.{players}.source", table["source"])}

    checked["species"] = _check_species(data["species"], years)
    checked["box"] = _check_boxes(data["box"], years) if "box" in data else standard_sheet().data()["box"]
    return json.dumps(checked, sort_keys=True)


def _check_species(value: object, years: int) -> list[dict[str, Any]]:
    checked: list[dict[str, Any]] = []
    seen: set[str] = set()
    marks = ("name", "rows", "dice", "arrows")
    for place, entry in enumerate(_list("species", value, 1, len(SPECIES), "species")):
        key = f"species[{place}]"
        table = _table(key, entry, ("name", "dice", "arrows", "source"))
        name = table["name"]
        if not isinstance(name, str) or name not in SPECIES:
            raise _wrong(f"{key}.name", name, f"choose {', '.join(SPECIES)}")
        if name in seen:
            raise _wrong(f"{key}.name", name, "a species stands on the sheet once")
        seen.add(name)
        key = f"{key} ({name})"
        dice = _list(f"{key}.dice", table["dice"], 1, 8, "dice, one for each row")
        for row, die in enumerate(dice):
            _whole(f"{key}.dice[{row}]", die, 1, 6)
        lines = _list(f"{key}.arrows", table["arrows"], years - 1, years - 1, "lines, one for each year but the last")
        for year, line in enumerate(lines, 1):
            _check_arrows(f"{key}.arrows[{year - 1}]", line, year, name, len(dice))
        source = table["source"]
        if isinstance(source, str):
            source = dict.fromkeys(marks, source)
        source = _table(f"{key}.source", source, marks)
        checked.append(
            {
                "name": name,
                "dice": dice,
                "arrows": lines,
                "source": {mark: _mark(f"{key}.source.{mark}", source[mark]) for mark in marks},
            }
        )
    rows = sum(len(entry["dice"]) for entry in checked)
    if rows > _MAX_ROWS:
        raise ValueError(f"sheet: species have {rows} rows together: at most {_MAX_ROWS}")
    return checked


def _check_arrows(key: str, line: object, year: int, name: str, rows: int) -> None:
    """Check one year's arrows of one species: each has both ends, and no fish of the next year is without one."""
    if not isinstance(line, str) or len(line) > 1000:
        raise _wrong(key, line, 'write the arrows of a year as one text, such as "1>1 2>2 2>1*"')
    seen = set()
    for word in line.split():
        found = re.fullmatch(r"(\d{1,2})>(\d{1,2})\*?", word)
        if not found:
            allowed = 'write an arrow as row>row, such as "2>1", with a star behind it if it is the spawning arrow'
            raise _wrong(key, word, allowed)
        for row in found.groups():
            if not 1 <= int(row) <= rows:
                raise _wrong(key, word, f"there is no row {row}: {name} has rows 1 to {rows}")
        if found.groups() in seen:
            raise _wrong(key, word, "this arrow stands there twice")
        seen.add(found.groups())
    targets = {int(target) for _, target in seen}
    for row in range(1, rows + 1):
        if row not in targets:
            missing = f"no arrow points to {name}-{row} of year {year + 1}, so it could never live; add one"
            raise _wrong(key, line, missing)


def _check_boxes(value: object, years: int) -> list[dict[str, Any]]:
    checked: list[dict[str, Any]] = []
    names: set[str] = set()
    for place, entry in enumerate(_list("box", value, 1, len(BOX_NEEDS), "boxes")):
        table = _table(f"box[{place}]", entry, ("name", "count", "players", "source"))
        name = table["name"]
        if not isinstance(name, str) or name not in BOX_NEEDS:
            raise _wrong(f"box[{place}].name", name, f"choose {', '.join(BOX_NEEDS)}")
        if name in names:
            raise _wrong(f"box[{place}].name", name, "name a box once and give its count")
        names.add(name)
        most = 4 if name in ("faux", "marketing", "enforcement", "overtime") else 1
        _whole(f"box[{place}] ({name}).count", table["count"], 1, most)
        players = _list(f"box[{place}] ({name}).players", table["players"], 1, 3, "numbers of players")
        for number in players:
            _whole(f"box[{place}] ({name}).players", number, 2, 4)
        _mark(f"box[{place}] ({name}).source", table["source"])
        checked.append({**table, "players": sorted(set(players))})
    for entry in checked:
        base = BOX_NEEDS[entry["name"]]
        for number in entry["players"]:
            if base and not any(other["name"] == base and number in other["players"] for other in checked):
                allowed = f"it needs the box {base!r}, which {number} players do not have; add it"
                raise _wrong("box", entry["name"], allowed)
    for number in (2, 3, 4):
        total = sum(entry["count"] for entry in checked if number in entry["players"])
        if total < years:
            raise ValueError(
                f"sheet: box gives {number} players {total} boxes: one is marked each year, so {years} or more"
            )
    return checked


@lru_cache(maxsize=64)
def _compile(text: str) -> Sheet:
    """Return the sheet that checked JSON text holds, with its tables."""
    data = json.loads(text)
    years = data["years"]["count"]
    species: list[Species] = []
    names: list[str] = []
    dice: list[int] = []
    kind: list[int] = []
    arrows: list[list[Arrow]] = [[] for _ in range(years)]
    for place, entry in enumerate(data["species"]):
        base, size = len(names), len(entry["dice"])
        rows = tuple(range(base, base + size))
        species.append(Species(entry["name"], SPECIES[entry["name"]], rows, sum(1 << row for row in rows)))
        names += [f"{entry['name']}-{number}" for number in range(1, size + 1)]
        dice += entry["dice"]
        kind += [place] * size
        for year, line in enumerate(entry["arrows"], 1):
            for word in line.split():
                source, target = word.rstrip("*").split(">")
                spawns = word.endswith("*")
                arrows[year - 1].append(Arrow(year, base + int(source) - 1, base + int(target) - 1, spawns))
    out = [[0] * len(names) for _ in range(years)]
    into = [[0] * len(names) for _ in range(years)]
    for leaving in arrows:
        for arrow in leaving:
            out[arrow.year - 1][arrow.source] |= 1 << arrow.target
            into[arrow.year][arrow.target] |= 1 << arrow.source
    return Sheet(
        text=text,
        title=data["title"],
        years=years,
        species=tuple(species),
        names=tuple(names),
        dice=tuple(dice),
        kind=tuple(kind),
        index={name: row for row, name in enumerate(names)},
        everything=(1 << len(names)) - 1,
        faces=tuple(sum(1 << row for row, die in enumerate(dice) if die == face) for face in range(7)),
        arrows=tuple(map(tuple, arrows)),
        out=tuple(map(tuple, out)),
        into=tuple(map(tuple, into)),
        tables=tuple(_tables(masks) for masks in out),
        illegal={int(players): tuple(table["dice"]) for players, table in data["illegal"].items()},
        plus_one=frozenset(data["plus_one"]["years"]),
        boxes=tuple(
            Box(box["name"], box["count"], BOX_NEEDS[box["name"]], tuple(box["players"]), box["source"])
            for box in data["box"]
        ),
    )


def _tables(out: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Return for each eight rows what any set of them points to, so that `grow` is a few look-ups."""
    tables = []
    for base in range(0, len(out), 8):
        part = out[base : base + 8]
        table = [0]
        for bits in range(1, 1 << len(part)):
            low = bits & -bits
            table.append(table[bits ^ low] | part[low.bit_length() - 1])
        tables.append(tuple(table))
    return tuple(tables)
