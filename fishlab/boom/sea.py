"""What each fish in the sea of Fishery Boom is, what a dead one costs the sea, and who is to blame for it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from fishlab.boom.network import RowFate, Sheet, attribute, rows_of
from fishlab.boom.rules import Boom


class FishState(NamedTuple):
    """What one fish on the sheet is; `seat` says who took or killed it, and is -1 otherwise."""

    kind: Literal["living", "taken", "killed", "illegal", "depleted", "may come", "cannot come"]
    seat: int = -1


def fish_state(state: Boom, row: int | str, year: int) -> FishState:
    """Return what one fish of the sheet is."""
    return fish_states(state, year)[state.sheet.row(row)]


def fish_states(state: Boom, year: int) -> tuple[FishState, ...]:
    """Return what every fish of a year is, top to bottom."""
    came = year <= len(state.seas)
    return _column(len(state.sheet.names), state.living_in(year), state.marks_in(year), came)


@lru_cache(maxsize=4096)
def _column(rows: int, living: int, marks: tuple[int, ...], came: bool) -> tuple[FishState, ...]:
    alive, dead = FishState("living" if came else "may come"), FishState("depleted" if came else "cannot come")
    players = len(marks) // 2
    found = [alive if living >> row & 1 else dead for row in range(rows)]
    for cause, mask in enumerate(marks):
        if mask:
            fish = FishState("illegal")
            if cause < 2 * players:
                fish = FishState("taken" if cause < players else "killed", cause % players)
            for row in rows_of(mask):
                found[row] = fish
    return tuple(found)


def living_by_species(state: Boom, year: int) -> dict[str, int]:
    """Return how many fish of each species live in a year (or may still come)."""
    living = state.living_in(year)
    return {kind.name: (living & kind.mask).bit_count() for kind in state.sheet.species}


def shielded(state: Boom, species: str) -> bool:
    """Return whether a species has a shield."""
    return any(kind.name == species and state.shields >> place & 1 for place, kind in enumerate(state.sheet.species))


# The network of arrows from here on.


def depletion_steps(state: Boom, year: int | None = None) -> list[RowFate]:
    """Return depletion at the end of a year, row by row from the top; of this year, as if it ended now.

    Each step names a row of the next year, the arrows to it that failed and those that held; a row whose arrows all
    failed is depleted. The last year has no steps.
    """
    year = state.year if year is None else year
    return state.sheet.steps(state.living_in(year), year) if year < state.sheet.years else []


def what_if(state: Boom, rows: Iterable[int | str], year: int | None = None) -> dict[int, list[str]]:
    """Return for each later year the fish that would be lost if these fish of a year died.

    >>> what_if(Boom.start(), ["cod-2"])[2]
    ['cod-1', 'cod-2']
    """
    year, sheet = state.year if year is None else year, state.sheet
    lost = sheet.losses(sheet.mask(rows), year, state.living_in(year))
    return {later: sheet.names_of(mask) for later, mask in enumerate(lost, year + 1)}


def impact(state: Boom, year: int | None = None) -> tuple[int, ...]:
    """Return for each row how many later fish-years die with its fish of this year; 0 where it is dead.

    >>> impact(Boom.start())[:6]
    (1, 0, 17, 1, 0, 18)
    """
    year, sheet = state.year if year is None else year, state.sheet
    living = state.living_in(year)
    return tuple(
        _impact(sheet, living & sheet.species[kind].mask, 1 << row, year) if living >> row & 1 else 0
        for row, kind in enumerate(sheet.kind)
    )


def cost(state: Boom, row: int) -> int:
    """Return how many later fish-years would be lost if this living fish died now."""
    sheet = state.setup.sheet
    return _impact(sheet, state.living & sheet.species[sheet.kind[row]].mask, 1 << row, state.year)


@lru_cache(maxsize=65536)
def _impact(sheet: Sheet, living: int, dead: int, year: int) -> int:
    return sum(mask.bit_count() for mask in sheet.losses(dead, year, living))


# Who is to blame.


class Blame(NamedTuple):
    """What one cause did to the sea, in fish-years."""

    seat: int
    """Who, or -1 for illegal fishing."""
    how: Literal["taken", "killed", "illegal"]
    caught: int
    """Fish it took or killed itself."""
    depleted: float
    """Its share of the fish that were then depleted for want of a living arrow."""


def blame(state: Boom, ahead: bool = True) -> tuple[Blame, ...]:
    """Return who cost the sea what: seats that took, seats that killed, and illegal fishing.

    Every lost fish-year counts once: a caught fish for whoever caught it, a depleted fish in equal shares for whatever
    killed the fish that pointed to it. With `ahead`, fish of later years that can no longer come are counted as well.
    """
    players = state.players
    caught, depleted = [0] * len(state.marks), [0.0] * len(state.marks)
    for year, lost in enumerate(_shares(state, ahead), 1):
        dead = 0
        for cause, mask in enumerate(state.marks_in(year)):
            caught[cause] += mask.bit_count()
            dead |= mask
        for row, shares in lost.items():
            if not dead >> row & 1:
                for cause, share in enumerate(shares):
                    depleted[cause] += share
    seats = range(players)
    return (
        *(Blame(seat, "taken", caught[seat], depleted[seat]) for seat in seats),
        *(Blame(seat, "killed", caught[players + seat], depleted[players + seat]) for seat in seats),
        Blame(-1, "illegal", caught[-1], depleted[-1]),
    )


def blame_of(state: Boom, row: int | str, year: int) -> dict[tuple[str, int], float]:
    """Return the causes of one lost fish with their shares, such as {("taken", 0): 0.5, ("illegal", -1): 0.5}."""
    keys = [(how, seat) for how in ("taken", "killed") for seat in range(state.players)]
    shares = _shares(state, True)[year - 1].get(state.sheet.row(row), ())
    return {key: share for key, share in zip([*keys, ("illegal", -1)], shares, strict=False) if share}


def damage(state: Boom, ahead: bool = True) -> tuple[float, ...]:
    """Return each country's whole damage in fish-years: taken, killed and depleted because of it."""
    totals = [0.0] * state.players
    for entry in blame(state, ahead):
        if entry.seat >= 0:
            totals[entry.seat] += entry.caught + entry.depleted
    return tuple(totals)


def _shares(state: Boom, ahead: bool) -> list[dict[int, tuple[float, ...]]]:
    return _attribute(state.sheet, (*state.past, state.marks), state.sheet.years if ahead else len(state.seas))


_attribute = lru_cache(maxsize=64)(attribute)
