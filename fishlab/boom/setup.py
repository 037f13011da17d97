"""What stays the same through a game of Fishery Boom, and the checking of its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from fishlab.boom.network import Sheet, load_sheet
from fishlab.boom.treatments import NO_QUOTA

FLAG_SIZE: Final = (12, 8)
"""Columns and rows of a flag."""
FLAG_COLOURS: Final[Mapping[str, str]] = {
    ".": "white",
    "k": "black",
    "a": "blue",
    "b": "orange",
    "c": "green",
    "d": "purple",
    "e": "amber",
    "f": "yellow",
}
"""The letters of a flag's picture."""
_WHEN: Final = (("yearly",), ("once", "yearly"))
"""The words of `talk` and `vote` that mean a later year, and the first."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same all game long."""

    sheet: Sheet
    players: int
    first: int
    first_demand: int
    score_unplayed_year: bool
    cooperative: bool
    countries: tuple[str, ...]
    flags: tuple[tuple[str, ...] | None, ...]
    talk: str = "free"
    vote: str = "never"
    quota: int = NO_QUOTA
    inspection: int = 0
    fine: int = 0

    def opening(self, year: int, talked: bool = False) -> Literal["talk", "vote", "gear"]:
        """Return how a year begins: with the talk and the vote that are due before it, else with fishing."""
        if not talked and self.talk in _WHEN[year == 1]:
            return "talk"
        return "vote" if self.vote in _WHEN[year == 1] else "gear"

    @property
    def inspects(self) -> bool:
        """Whether an inspector may find a catch that is too large."""
        return bool(self.inspection and self.fine)


def make_setup(
    players: int,
    sheet: object = None,
    first: int = 0,
    first_demand: int = 0,
    score_unplayed_year: bool = True,
    cooperative: bool = False,
    countries: object = None,
    flags: object = None,
    years: int = 10,
    talk: str = "free",
    vote: str = "never",
    quota: int = NO_QUOTA,
    inspection: int = 0,
    fine: int = 0,
) -> Setup:
    """Return the checked options of a game."""
    if first >= players:
        raise ValueError(f"boom: first={first} is not a seat of {players} players: choose 0 to {players - 1}")
    return Setup(
        sheet=load_sheet(sheet).first_years(years),
        players=players,
        first=first,
        first_demand=first_demand,
        score_unplayed_year=score_unplayed_year,
        cooperative=cooperative,
        countries=_check_countries(countries, players),
        flags=_check_flags(flags, players),
        talk=talk,
        vote=vote,
        quota=quota,
        inspection=inspection,
        fine=fine,
    )


def _check_countries(countries: object, players: int) -> tuple[str, ...]:
    if countries is None:
        return ()
    if not isinstance(countries, list | tuple) or len(countries) != players:
        raise ValueError(f"boom: countries={countries!r:.60} is not possible: give a list of {players} names")
    for place, name in enumerate(countries):
        if not isinstance(name, str) or not 0 < len(name.strip()) <= len(name) <= 24 or not name.isprintable():
            raise ValueError(f"boom: countries[{place}]={name!r:.60} is not a name: give 1 to 24 letters")
    return tuple(countries)


def _check_flags(flags: object, players: int) -> tuple[tuple[str, ...] | None, ...]:
    if flags is None:
        return (None,) * players
    width, height = FLAG_SIZE
    if not isinstance(flags, list | tuple) or len(flags) != players:
        raise ValueError(
            f"boom: flags={flags!r:.60} is not possible: give a list of {players} flags (or None for none)"
        )
    checked: list[tuple[str, ...] | None] = []
    for place, flag in enumerate(flags):
        if flag is None:
            checked.append(None)
            continue
        wanted = f"a flag is {height} rows of {width} letters out of {' '.join(FLAG_COLOURS)}"
        if not isinstance(flag, list | tuple):
            raise ValueError(f"boom: flags[{place}]={flag!r:.60} is not a flag: {wanted}")
        if len(flag) != height:
            raise ValueError(f"boom: flags[{place}] has {len(flag)} rows: {wanted}")
        for line, row in enumerate(flag):
            if not isinstance(row, str) or len(row) != width:
                found = f"{len(row)} letters" if isinstance(row, str) else f"{row!r:.40}"
                raise ValueError(f"boom: flags[{place}][{line}] has {found}: {wanted}")
            for letter in row:
                if letter not in FLAG_COLOURS:
                    raise ValueError(f"boom: flags[{place}][{line}] has {letter!r}: {wanted}")
        checked.append(tuple(flag))
    return tuple(checked)
