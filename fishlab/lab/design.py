"""Designs: which treatments, forms, lengths, numbers of players and policy numbers an experiment tries, in one file.

A design is a TOML file. Every factor has a list of values, or a range:

    kind = "grid"                       # every combination; or "sobol", with points = 64
    games = 1000                        # of each point
    seed = 1                            # game i has the same dice at every point that plays the same game

    [factors]
    treatment = ["competitive", "enforced-rule"]
    form = ["lesson"]
    players = [3, 4]
    penalty = {low = 0, high = 4, steps = 5}

`FACTORS` are the names that a factor may have: treatment, form, years and players say what is played; the others are
the numbers of a policy (`fishlab.lab.policies.NUMBERS`), and change it for every seat. `fishlab.lab.manifest` plays a
design and keeps what came of it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import isfinite, prod
from pathlib import Path
from typing import Any, Final, NamedTuple

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FULL, form
from fishlab.codes import brief
from fishlab.lab.engine import check_games
from fishlab.lab.experiment import CHUNK_GAMES, Estimate, RunPlan, estimate, plan
from fishlab.lab.policies import NUMBERS, Policy, tape
from fishlab.lab.sobol import MOST, sobol
from fishlab.lab.treatments import TREATMENTS, treatment
from fishlab.messages import refusal, tr

GAME: Final = ("treatment", "form", "years", "players")
"""The factors that say what is played."""
FACTORS: Final = (*GAME, *(number.name for number in NUMBERS))
"""Every factor."""
WORDS: Final = ("treatment", "form", "gear")
"""The factors whose values are words."""
MOST_POINTS: Final = 4096
"""Points of a design."""
MOST_BYTES: Final = 1_000_000
"""Of a design's file."""
_WHOLE: Final = {"years", "players", *(number.name for number in NUMBERS if number.whole)}
_KEYS: Final = {"grid": {"kind", "games", "seed", "chunk", "factors"}}
_KEYS["sobol"] = _KEYS["grid"] | {"points"}


class DesignPoint(NamedTuple):
    """One point of a design."""

    number: int
    """From 1."""
    factors: dict[str, Any]
    plan: RunPlan

    @property
    def words(self) -> str:
        """What it is, in a line."""
        return words_of(self.factors)


def words_of(factors: Mapping[str, Any]) -> str:
    """Return a point's factors in a line.

    >>> words_of({"treatment": "quota", "players": 3})
    'treatment=quota, players=3'
    """
    return ", ".join(f"{name}={value}" for name, value in factors.items())


@dataclass(frozen=True, slots=True)
class Design:
    """A design that was read and checked."""

    kind: str
    games: int
    seed: int
    chunk: int
    factors: Mapping[str, Any]
    """As the file has them: for each a list of values, or a range."""
    points: tuple[DesignPoint, ...]

    def plain(self) -> dict[str, Any]:
        """Return the design as plain data, to compare and to keep."""
        return {
            "kind": self.kind,
            "games": self.games,
            "seed": self.seed,
            "chunk": self.chunk,
            "points": len(self.points),
            "factors": {
                name: dict(one) if isinstance(one, Mapping) else list(one) for name, one in self.factors.items()
            },
        }

    def estimate(self) -> Estimate:
        """Say how long the design will take here, from a short trial of each game that it plays."""
        kinds: dict[str, list[RunPlan]] = {}
        for point in self.points:
            kinds.setdefault(repr((point.plan.players, point.plan.options)), []).append(point.plan)
        found = [(estimate(plans[0], 500), len(plans)) for plans in kinds.values()]
        return Estimate(
            sum(one.games * count for one, count in found),
            sum(one.seconds * count for one, count in found),
            max(one.memory for one, _ in found),
            sum(one.disk * count for one, count in found),
        )


def read_design(path: str | Path) -> Design:
    """Return the design of a file; what is wrong with it is a `ValueError` that names the file and what is right."""
    at = Path(path)
    with at.open("rb") as stream:
        data = stream.read(MOST_BYTES + 1)
    try:
        if len(data) > MOST_BYTES:
            raise refusal("it is larger than {most:,} bytes, which no design needs", most=MOST_BYTES)
        return design_of(tomllib.loads(data.decode()))
    except UnicodeDecodeError:
        raise refusal("{path}: this is not text: a design is a TOML file", path=at) from None
    except tomllib.TOMLDecodeError as why:
        raise refusal("{path}: this is not TOML: {why}", path=at, why=why) from None
    except ValueError as why:
        raise ValueError(f"{at}: {why}") from None


def design_of(plain: Mapping[str, Any]) -> Design:
    """Return a design from plain data, checked; `ValueError` says what is wrong."""
    kind = plain.get("kind", "grid")
    if kind not in ("grid", "sobol"):
        raise refusal("kind={kind} is not possible: choose grid or sobol", kind=brief(kind))
    for key in plain:
        if key not in _KEYS[kind]:
            known = ", ".join(sorted(_KEYS[kind]))
            raise refusal(
                "a {kind} design has no entry {key}: the entries are {known}", kind=kind, key=brief(key), known=known
            )
    factors = plain.get("factors", {})
    if not isinstance(factors, Mapping) or not factors:
        raise refusal(
            "the design is empty: under [factors] name at least the treatments, such as treatment = {example}",
            example='["competitive", "cooperative"]',
        )
    if "treatment" not in factors:
        names = ", ".join(TREATMENTS)
        raise refusal("no treatment is named: add treatment = [...] with some of {names}", names=names)
    for name in factors:
        if name not in FACTORS:
            raise refusal("{name} is not a factor: the factors are {known}", name=brief(name), known=", ".join(FACTORS))
    games, seed = check_games(plain.get("games", 1000)), tape.check_seed(plain.get("seed", 0))
    chunk = plain.get("chunk", CHUNK_GAMES)
    levels = _sobol(factors, plain.get("points")) if kind == "sobol" else _grid(factors)
    points = tuple(_point(number, one, games, seed, chunk) for number, one in enumerate(levels, 1))
    return Design(kind, games, seed, chunk, factors, points)


def _grid(factors: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    values = {name: _values(name, one) for name, one in factors.items()}
    _check_count(prod(map(len, values.values())))
    return (dict(zip(values, some, strict=True)) for some in product(*values.values()))


def _sobol(factors: Mapping[str, Any], points: object) -> Iterator[dict[str, Any]]:
    if isinstance(points, bool) or not isinstance(points, int) or points < 1:
        raise refusal(
            "points={points} is not possible: choose a whole number from 1, best a power of two", points=brief(points)
        )
    _check_count(points)
    if len(factors) > MOST:
        raise refusal("{count} factors are too many for Sobol: choose at most {most}", count=len(factors), most=MOST)
    scales = {name: _scale(name, one) for name, one in factors.items()}
    for place in sobol(points, len(factors)):
        yield {name: scale(float(share)) for (name, scale), share in zip(scales.items(), place, strict=True)}


def _check_count(count: int) -> None:
    if count > MOST_POINTS:
        raise refusal(
            "{count:,} points are too many: name fewer values, {most:,} points at most", count=count, most=MOST_POINTS
        )


def _values(name: str, given: Any) -> list[Any]:
    """Return the values of a factor in a grid."""
    if isinstance(given, Mapping):
        low, high = _range(name, given, {"low", "high", "steps"})
        steps = given.get("steps", int(high - low) + 1 if name in _WHOLE else None)
        if isinstance(steps, bool) or not isinstance(steps, int) or not 2 <= steps <= MOST_POINTS:
            raise refusal(
                "{name}: steps={steps} is not possible: say how many values from low to high, from 2",
                name=name,
                steps=brief(steps),
            )
        found: list[Any] = [_short(low + (high - low) * step / (steps - 1)) for step in range(steps)]
    else:
        found = _list(name, given)
    for value in found:
        _check_value(name, value)
    return found


def _scale(name: str, given: Any) -> Callable[[float], Any]:
    """Return how a share from 0 to 1 becomes a value of a factor in a Sobol design."""
    if not isinstance(given, Mapping):
        values = _list(name, given)
        for value in values:
            _check_value(name, value)
        return lambda share: values[int(share * len(values))]
    low, high = _range(name, given, {"low", "high"})
    for value in (low, high):
        _check_value(name, _short(value))
    if name in _WHOLE:
        return lambda share: int(low) + int(share * (int(high) - int(low) + 1))
    return lambda share: _short(low + share * (high - low))


def _short(value: float) -> float | int:
    """Return a number with six digits after the point at most, a whole one without a point."""
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


def _list(name: str, given: Any) -> list[Any]:
    """Return a list of values, each once."""
    values = given if isinstance(given, list) else [given]
    if not values:
        raise refusal("{name} has no values: name at least one", name=name)
    for place, value in enumerate(values):
        if value in values[:place]:
            raise refusal("{name}: {value} is named twice: once is enough", name=name, value=brief(value))
    return values


def _range(name: str, given: Mapping[str, Any], keys: set[str]) -> tuple[float, float]:
    """Return both ends of a range, lower one first."""
    if name in WORDS:
        raise refusal("{name} is no range: give a list of names", name=name)
    low, high = given.get("low"), given.get("high")
    right = all(isinstance(one, int | float) and not isinstance(one, bool) and isfinite(one) for one in (low, high))
    if not right or set(given) - keys or not low < high:  # type: ignore[operator]  # both are numbers by then
        raise refusal(
            "{name}={given} is not possible: give a list of values, or a range such as {example}",
            name=name,
            given=brief(dict(given)),
            example="{low = 0, high = 4, steps = 5}" if "steps" in keys else "{low = 0, high = 4}",
        )
    return float(low), float(high)  # type: ignore[arg-type]  # both are numbers


def _check_value(name: str, value: object) -> None:
    """Check one value of a factor on its own; those of a game are checked again where they meet."""
    if name == "treatment":
        treatment(value if isinstance(value, str) else brief(value))
    elif name == "form":
        form(value if isinstance(value, str) else brief(value))
    elif name == "players":
        Boom.start(value)  # type: ignore[arg-type]  # it says what is wrong with anything else
    elif isinstance(value, bool):
        raise refusal("{name}={value} is not possible: give a number", name=name, value=brief(value))
    elif name != "years":
        Policy().but(**{name: value})


def _point(number: int, factors: dict[str, Any], games: int, seed: int, chunk: int) -> DesignPoint:
    """Return a point with its plan; what cannot be played is told with the point that asks for it."""
    numbers = {name: value for name, value in factors.items() if name not in GAME}
    shape = factors.get("form", FULL)
    options = form(shape).options() | ({"years": factors["years"]} if "years" in factors else {})
    try:
        if not form(shape).in_rulebook and factors.get("years", form(shape).years) != form(shape).years:
            own = tr("the form {form} always has {years} years: leave years out", form=shape, years=form(shape).years)
            raise ValueError(own)
        one = treatment(factors["treatment"], shape)
        if numbers:
            one = one.but(**numbers)
        return DesignPoint(
            number, factors, plan([one], games, seed, players=factors.get("players", 4), chunk=chunk, **options)
        )
    except ValueError as why:
        raise refusal("point {number} ({factors}): {why}", number=number, factors=words_of(factors), why=why) from None


def varied(points: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the factors that differ between points, in their order.

    >>> varied([{"treatment": "quota", "players": 3}, {"treatment": "quota", "players": 4}])
    ['players']
    """
    return [name for name in points[0] if any(point[name] != points[0][name] for point in points)] if points else []
