"""Tables as rows of a file: what an export holds of each table, and how it is read back.

One row is one table, with its points seat by seat and year by year, so that every figure can be worked out again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from fishlab.core import SEAT_LETTERS
from fishlab.lab.class_experiment.inference import PlayedTable
from fishlab.messages import mark, tr

VERSION: Final = 9
"""Raised when a column changes its meaning; rows of another version are refused, but for `WITHOUT_FINES`."""
WITHOUT_FINES: Final = 8
"""Rows of this version are read too: they have each seat's fines in all, but not year by year."""
COLUMNS: Final = {
    "version": mark("the version of these columns"),
    "session": mark("the class, by a number that is drawn when it is set; no name"),
    "form": mark("which form of the game was played"),
    "table": mark("the table’s name"),
    "block": mark("its block: treatments were assigned at random among its tables, which are compared with each other"),
    "treatment": mark("under which rule it played"),
    "years": mark("how many years the game has"),
    "points": mark(
        "the points of each finished year before fines, seat by seat: years are separated by “/”, seats by spaces; "
        "plates that an empty sea leaves empty count in the year after the one that emptied it"
    ),
    "fines": mark("what each seat paid in fines for each finished year, separated as in points; empty if nobody paid"),
    "bots": mark(
        "which seat a bot played in which year, such as “C5 C6”: for most of its decisions that year the seat had "
        "been given to a bot, or the clock had run out for two in a row or more, or just before the seat was given "
        "away; an only possible move, and being ready, are not decisions; a year without any, as after an empty sea, "
        "belongs to whoever had the seat in its last year with one; empty if people played everything"
    ),
    "closed": mark("1 if the teacher closed the table before its end: it does not count"),
}
"""What stands in each column."""


class RowsError(ValueError):
    """Rows that cannot be read; the message says what is wrong in a sentence."""

    def __init__(self, message: str, /, **slots: object) -> None:
        super().__init__(tr(message, **slots))


def row_of(table: PlayedTable, session: str, form: str) -> dict[str, str]:
    """Return a table as a row of text."""
    return {
        "version": str(VERSION),
        "session": session,
        "form": form,
        "table": table.name,
        "block": table.block,
        "treatment": table.treatment,
        "years": str(table.years),
        "points": _years(table.points),
        "fines": _years(table.fines),
        "bots": " ".join(f"{SEAT_LETTERS[seat]}{year}" for seat, year in sorted(table.bots)),
        "closed": str(int(table.closed)),
    }


def table_of(row: Mapping[str, Any]) -> PlayedTable:
    """Return the table of a row; `RowsError` if it is of another version, or makes no sense."""
    _check_version(row)
    wanted = [name for name in COLUMNS if name != "fines" or not is_older(row)]
    if missing := [name for name in wanted if row.get(name) is None]:
        raise RowsError("A row of this file lacks the column “{column}”.", column=missing[0])
    bots = str(row["bots"]).split()
    try:
        return PlayedTable(
            name=str(row["table"]),
            block=str(row["block"]),
            treatment=str(row["treatment"]),
            points=_read_years(row["points"]),
            fines=() if is_older(row) else _read_years(row["fines"]),
            years=int(row["years"]),
            bots=frozenset((SEAT_LETTERS.index(one[0]), int(one[1:])) for one in bots),
            closed=str(row["closed"]).strip() == "1",
        )
    except ValueError as error:
        raise RowsError("Table {table} cannot be read: {reason}", table=row["table"], reason=str(error)) from error


def is_older(row: Mapping[str, Any]) -> bool:
    """Tell whether a row is of the version that has no fines year by year."""
    return str(row.get("version") or "").strip() == str(WITHOUT_FINES)


def lacks_fines(row: Mapping[str, Any]) -> bool:
    """Tell whether fines were paid at a table of an older row: in which years is not known."""
    return is_older(row) and bool(set(str(row.get("fines") or "").split()) - {"0"})


def _years(values: tuple[tuple[float, ...], ...]) -> str:
    return " / ".join(" ".join(f"{one:g}" for one in year) for year in values)


def _read_years(text: Any) -> tuple[tuple[float, ...], ...]:
    words = str(text).strip()
    return tuple(tuple(map(float, year.split())) for year in words.split("/")) if words else ()


def _check_version(row: Mapping[str, Any]) -> None:
    found = str(row.get("version") or "").strip()
    if found == str(VERSION) or is_older(row):
        return
    if found.isdecimal() and int(found) > VERSION:
        raise RowsError(
            "This file is from a newer Fishlab (version {found} of its columns). Update Fishlab.", found=found
        )
    raise RowsError(
        "This file is from an older Fishlab, whose columns mean something else. Open the class with this Fishlab, "
        "and export it again."
    )
