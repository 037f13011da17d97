"""What Fishery Boom's plots show: living fish, catch, demand, points and damage, year by year."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from fishlab.boom import sea
from fishlab.boom.network import Sheet
from fishlab.boom.phases import stage
from fishlab.boom.rules import Boom
from fishlab.core import SEAT_LETTERS
from fishlab.match import Match
from fishlab.messages import mark, tr
from fishlab_widgets.charts.plot import GridPlot, Height, KeptWithMatch, Lines, Plot, Row, Series
from fishlab_widgets.draw.svg import SEATS


def _sea(state: Boom, before: tuple[Boom, dict[str, Any]] | None) -> dict[str, Any]:
    species = sum(bool(state.living & kind.mask) for kind in state.sheet.species)
    return {**_when(state, before), "living": state.living.bit_count(), "species": species}


def _countries(state: Boom, _before: tuple[Boom, dict[str, Any]] | None) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for seat, score in enumerate(state.own_scores()):
        row[f"catch {seat}"] = state.supply(seat, state.year)
        row[f"demand {seat}"] = state.plates[seat][state.year - 1]
        row[f"score {seat}"] = score
    return row


def _damage(state: Boom, before: tuple[Boom, dict[str, float]] | None) -> dict[str, float]:
    if before and before[0].marks is state.marks and before[0].past is state.past:
        return before[1]
    last = sea.blame(state)[-1]
    found = {f"damage {seat}": round(value, 1) for seat, value in enumerate(sea.damage(state))}
    return found | {"damage illegal": round(last.caught + last.depleted, 1)}


_seas, _sheets, _damages = KeptWithMatch(_sea), KeptWithMatch(_countries), KeptWithMatch(_damage)


def sea_rows(match: Match) -> list[Row]:
    """Return one row for every position: year and living fish. This alone is drawn at every move."""
    return list(_seas(match))


def rows(match: Match) -> list[Row]:
    """Return the rows with each country's catch, demand and score."""
    return [sea | sheet for sea, sheet in zip(_seas(match), _sheets(match), strict=True)]


def damage_rows(match: Match) -> list[Row]:
    """Return the rows with each country's damage, which takes long to work out."""
    return [sea | damage for sea, damage in zip(_seas(match), _damages(match), strict=True)]


def _when(state: Boom, before: tuple[Boom, dict[str, Any]] | None) -> dict[str, Any]:
    """Return where in its year a moment stands, which no later move changes.

    Every country has its turns in a year, and each turn an equal part of it; the moves of a turn come ever closer
    together, for nobody knows how many there will be.
    """
    turns = moves = 0
    if before and before[0].year == state.year:
        same = (before[0].seat, stage(before[0]), before[0].phase == "illegal") == (
            state.seat, stage(state), state.phase == "illegal",
        )  # fmt: skip
        turns, moves = (before[1]["turns"], before[1]["moves"] + 1) if same else (before[1]["turns"] + 1, 0)
    part = (turns + moves / (moves + 3)) / (2 * state.players + 1)
    return {"year": round(state.year + min(0.99, part), 2), "turns": turns, "moves": moves}


def _country_lines(match: Match, *kinds: tuple[str, str]) -> tuple[Series, ...]:
    return tuple(
        Series(f"{kind} {seat}", tr(words, seat=SEAT_LETTERS[seat]), SEATS[seat])
        for seat in range(match.seats)
        for kind, words in kinds
    )


def _damage_series(match: Match) -> tuple[Series, ...]:
    illegal = (Series("damage illegal", tr("illegal")),) if match.seats < 4 else ()
    return _country_lines(match, ("damage", mark("{seat}"))) + illegal


def _sheet(match: Match) -> Sheet:
    assert isinstance(match.state, Boom)
    return match.state.sheet


def _years(match: Match) -> tuple[int, int]:
    return 1, _sheet(match).years


def _by_year(title: str, y: str, series: Lines, rows: Callable[[Match], list[Row]], top: Height = 5) -> Plot:
    return Plot(title, mark("year"), y, "year", series, rows, top=top, span=_years)


PLOTS = (
    _by_year(
        mark("Living fish"), mark("fish and species alive"),
        (Series("living", mark("fish")), Series("species", mark("species"), "a")), sea_rows,
        top=lambda match: len(_sheet(match).names),
    ),
    GridPlot(
        title=mark("Living fish by species"),
        x=mark("year"),
        y=mark("fish of each species"),
        columns=lambda state: range(1, state.sheet.years + 1),
        cells=lambda state: [
            (name, [count if year <= state.year else None for year, count in enumerate(counts, 1)])
            for name, counts in living_grid(state)
        ],
        mark=lambda state: state.year - 1,
    ),
    _by_year(
        mark("Catch and demand by country"), mark("each country’s fish and plates of the year"),
        lambda match: _country_lines(match, ("catch", mark("{seat} fish")), ("demand", mark("{seat} plates"))), rows,
    ),
    _by_year(
        mark("Score"), mark("each country’s points so far"),
        lambda match: _country_lines(match, ("score", mark("{seat}"))), rows,
    ),
    _by_year(mark("Damage by country"), mark("fish-years lost by each country"), _damage_series, damage_rows),
)  # fmt: skip


def living_grid(state: Boom) -> Iterator[tuple[str, list[int]]]:
    """Yield for each species its name and how many of it live (or may still live) in each year."""
    for species in state.sheet.species:
        years = range(1, state.sheet.years + 1)
        yield tr(species.title), [(state.living_in(year) & species.mask).bit_count() for year in years]
