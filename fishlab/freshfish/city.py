"""A city of Fresh Fish as a diagram, and the plots that must become streets.

The city is a diagram: a letter a plot, rows from the top, a stroke between two rows. Tiles and markers are two such
layers, as on the table, where a marker lies on an empty plot (a reservation) or on an outlet.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from fishlab.core import SEAT_LETTERS, Player
from fishlab.graphs import Grid, grid, needed, parts
from fishlab.messages import mark, refusal, tr

SUPPLIES: Final = ("harbour", "power-plant", "refinery", "game-factory")
OUTLETS: Final = ("fish-market", "waste-disposal", "gas-station", "game-shop")
TILES: Final = ("apo", *OUTLETS, "zone", "demonstration")
"""What the deck holds, in the order of a state's `deck`."""

# The letters of the tiles. A supply is a capital, its outlets are the same letter in lower case.
EMPTY, STREET, DEMONSTRATION, APO, ZONE = ".#=XZ"
SUPPLY_LETTERS, OUTLET_LETTERS, NO_MARK = "HPRG", "hprg", "."

_LETTERS = f"{EMPTY}{STREET}{DEMONSTRATION}{APO}{ZONE}{SUPPLY_LETTERS}{OUTLET_LETTERS}/"


def _ones(letters: str, alphabet: str = _LETTERS) -> dict[int, str]:
    return str.maketrans({letter: "01"[letter in letters] for letter in alphabet})


# Tables for `str.translate`: they turn a diagram into ones and zeros, which `Grid.mask` reads.
IS_OPEN = _ones(EMPTY + STREET + DEMONSTRATION)
IS_EMPTY = _ones(EMPTY)
IS_STREET = _ones(STREET)
IS_SLOW = _ones(DEMONSTRATION)
IS_ROAD = _ones(STREET + DEMONSTRATION)
IS_TERMINAL = _ones(SUPPLY_LETTERS + OUTLET_LETTERS)
IS_MARKED = _ones(SEAT_LETTERS, f"{NO_MARK}/{SEAT_LETTERS}")


class Content(NamedTuple):
    """What lies on a plot: `what` is empty, reserved, street, demonstration, apo, zone, supply or outlet."""

    what: str
    kind: str = ""
    owner: Player | None = None


@cache
def content_of(tile: str, mark: str) -> Content:
    """Return what the letters of a plot mean: its tile, and the marker on it."""
    owner = None if mark == NO_MARK else SEAT_LETTERS.index(mark)
    if tile == EMPTY:
        return Content("empty") if owner is None else Content("reserved", "", owner)
    if tile in SUPPLY_LETTERS:
        return Content("supply", SUPPLIES[SUPPLY_LETTERS.index(tile)])
    if tile in OUTLET_LETTERS:
        return Content("outlet", OUTLETS[OUTLET_LETTERS.index(tile)], owner)
    return Content({STREET: "street", DEMONSTRATION: "demonstration", APO: "apo", ZONE: "zone"}[tile])


def put(diagram: str, spot: int, letter: str) -> str:
    """Return a diagram with another letter in one place."""
    return f"{diagram[:spot]}{letter}{diagram[spot + 1 :]}"


def expropriate(diagram: str) -> str:
    """Return a city with every plot that must become a street turned into `#`.

    `S` is a supply, `O` an outlet, `X` an APO, `#` a street and `.` an empty plot; any other letter is a reserved plot.
    Rows run from the top, with a stroke between them. A diagram that is no city gets a `ValueError` with its row and
    column, both counted from 1 at the top left.

    >>> expropriate("..S/Oab/c..")
    '.#S/O#b/c#.'
    """
    if not isinstance(diagram, str):
        raise refusal("row 1, column 1: a diagram is a text such as '..S/Oab/c..', not {given}", given=repr(diagram))
    rows = diagram.split("/")
    columns = len(rows[0])
    if not 1 <= columns <= 26 or len(rows) > 99:
        wrong = mark(
            "row 1, column {column}: a diagram has 1 to 26 columns and 1 to 99 rows; this one has {columns} and {rows}"
        )
        raise refusal(wrong, column=min(columns, 27) or 1, columns=columns, rows=len(rows))
    for row, letters in enumerate(rows, 1):
        for column, letter in enumerate(letters, 1):
            if not (letter in ".#" or (letter.isascii() and letter.isalpha())):
                wrong = mark(
                    "row {row}, column {column}: {letter} means nothing here; use S supply, O outlet, X APO, "
                    "# street, . empty, or another letter for a reserved plot"
                )
                raise refusal(wrong, row=row, column=column, letter=repr(letter))
        if len(letters) != columns:
            wrong = mark(
                "row {row}, column {column}: row {row} has {count} plots, but row 1 has {columns}; "
                "all rows are equally long"
            )
            slots = {"column": min(len(letters), columns) + 1, "count": len(letters), "columns": columns}
            raise refusal(wrong, row=row, **slots)
    city = grid(columns, len(rows))
    at = dict.fromkeys("SOX#", 0)
    for bit, letter in zip(city.bits, diagram, strict=True):
        at[letter] = at.get(letter, 0) | bit
    terminals = at["S"] | at["O"]
    open_plots = city.plots & ~(terminals | at["X"])
    _check_city(city, open_plots, terminals)
    forced = needed(city, open_plots, terminals, open_plots & ~at["#"])
    return "".join("#" if bit & forced else letter for bit, letter in zip(city.bits, diagram, strict=True))


def _check_city(city: Grid, open_plots: int, terminals: int) -> None:
    """Raise `ValueError` for a city that is cut off somewhere before anything is expropriated."""

    def error(message: str, mask: int) -> ValueError:
        row, column = divmod(next(city.pick(range(city.length), mask)), city.width)
        return ValueError(tr(message, row=row + 1, column=column + 1))

    lonely = terminals & ~city.around(open_plots)
    if lonely:
        message = mark("row {row}, column {column}: this supply or outlet has no empty plot or street beside it")
        raise error(message, lonely)
    pieces = parts(open_plots, city.width)
    if len(pieces) > 1:
        message = mark(
            "row {row}, column {column}: this plot is cut off already: empty plots and streets must be connected"
        )
        raise error(message, pieces[1])
