"""What models show beside a class: the kept games of its own form, up to the year to which the class has come.

The kept games (`fishlab.lab.search.forms`) are a class of models: a block is one game's dice, played once under each
treatment. So the same functions compare them that compare people, and the same year is looked at: in the first years of
a game tables that play for themselves may be ahead, and a class that stopped there must read so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from fishlab.lab.class_experiment.inference import Comparison, Result, Table, compare
from fishlab.lab.class_experiment.power import Spread, spread_of
from fishlab.lab.class_experiment.sentences import number, points
from fishlab.lab.search.forms import Game, games
from fishlab.messages import tr

_KEPT_AS: Final = {"competitive": "own", "silence": "own", "cooperative": "team"}
"""Under which name the games of a treatment are kept, where it is not its own."""


def model_games(form: str, players: int, treatment: str) -> list[Game]:
    """Return the kept games of a treatment, in order; none if none are kept."""
    name = _KEPT_AS.get(treatment, treatment)
    return [game for game in games(form) if (game.name, game.players) == (name, players)]


def model_tables(form: str, players: int, treatments: Sequence[str]) -> list[Table]:
    """Return the kept games of some treatments as tables of a class; the points of a year are those of all seats."""
    return [
        Table(f"{treatment} {game.game}", str(game.game), treatment, tuple((one,) for one in game.yearly),
              len(game.yearly))
        for treatment in treatments
        for game in model_games(form, players, treatment)
    ]  # fmt: skip


def model_result(form: str, players: int, treatments: Sequence[str], year: int | None = None) -> Result:
    """Return what models show of some treatments, up to a year."""
    return compare(model_tables(form, players, treatments), treatments, year)


@lru_cache(maxsize=64)
def spreads(form: str, base: str, other: str) -> Mapping[int, Spread]:
    """Return what models show of two treatments by the number of players, where games of both are kept."""
    known = {game.players for game in games(form)}
    return MappingProxyType(
        {
            players: spread_of(model_tables(form, players, (base, other)), base, other)
            for players in sorted(known)
            if base != other and all(model_games(form, players, name) for name in (base, other))
        }
    )


def model_sentences(result: Result, titles: Mapping[str, str]) -> list[str]:
    """Say what models show, up to which year, and what they are."""
    if not result.comparisons:
        return [tr("No games of models are kept of these treatments with this form and so many seats.")]
    found = [_difference(one, result, titles) for one in result.comparisons]
    found.append(
        tr(
            "The models look ahead, in {games} games of the same form with the same dice for each treatment; they are "
            "not people.",
            games=max(one.blocks for one in result.comparisons),
        )
    )
    return found


def _difference(one: Comparison, result: Result, titles: Mapping[str, str]) -> str:
    """Say how far a treatment is ahead among models, and what that means if the class has stopped early."""
    lead, behind, by, low, high = one.other, one.base, one.difference.mean, one.difference.low, one.difference.high
    if by < 0:
        lead, behind, by, low, high = behind, lead, -by, -high, -low
    slots = {
        "lead": titles.get(lead, lead),
        "behind": titles.get(behind, behind),
        "points": points(by),
        "low": number(low),
        "high": number(high),
        "year": result.year,
        "years": result.years,
        "sure": number(100 * one.confidence),
    }
    if result.year >= result.years:
        return tr(
            "Models of this form: “{lead}” is {points} a table ahead of “{behind}” at the end ({sure} %: {low} to "
            "{high}).",
            **slots,
        )
    if not one.seen:
        return tr(
            "Models of this form show no difference between “{lead}” and “{behind}” up to year {year} of {years} yet.",
            **slots,
        )
    return tr(
        "Models of this form: “{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years} ({sure} %: "
        "{low} to {high}). A class that stops here sees no more of it.",
        **slots,
    )
