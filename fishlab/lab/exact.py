"""Small seas of Fishery Boom that are solved exactly: what a team can reach, and what rivals come to.

>>> sea = SmallSea(small_sheet(["shark"], 2, ["seine", "faux"], plus_one=[2]))
>>> team, alone = sea.solve("team"), sea.solve("own")
>>> sum(team.value) >= sum(alone.value)
True

A sea is laid out once, forwards, as the moments that play can reach: layer by layer, one for each step of a year, and
a moment is only what the future depends on (the living fish, and of each seat the plates, the fish in this year's box
and the boxes marked). Then it is solved backwards, from the last year to the first, as often as there are goals: at
dice the mean of what follows, at a choice the best of what follows for whoever chooses. Everybody sees everything, so
that what comes out for "own" and "win" is a subgame-perfect equilibrium. Where moves are equally good for whoever
chooses, `ties` says whether it takes the one that is best for the others ("kind") or worst ("unkind"). There may be
equilibria besides these two, with other ways to break ties.

The rules are those of `fishlab.boom.rules`, written once more for arrays; `tests/lab/test_lab_exact.py` holds both
against each other. Longline+, Trawlers, Radar, Refrigeration, Enforcement, votes and quotas are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from typing import Any, Final, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.kit import GEAR
from fishlab.boom.network import Sheet, standard_sheet
from fishlab.boom.phases import overtime
from fishlab.boom.rules import Boom
from fishlab.core import CHANCE, Move, brief
from fishlab.lab.engine.batch import illegal_die
from fishlab.lab.policies.tape import Luck
from fishlab.messages import mark, refusal, tr
from fishlab.players.exact import TooLarge

Array = NDArray[Any]
Aim = Literal["team", "own", "win"]
"""The total of all, the own points, or to win (a shared win counts in part)."""
Ties = Literal["kind", "unkind"]

MOST: Final = 6_000_000
"""The most moments that are laid out, if nobody says otherwise: about a gigabyte."""
KNOWN_BOXES: Final = ("release", "seine", "seine+", "longline", "faux", "marketing", "overtime")
"""The boxes that a small sea may have."""
_SAME: Final = 1e-9  # values that differ by less are equal, but for rounding
_NOBODY: Final = -9  # acts in a layer in which nothing is chosen or rolled
_MARKETING, _OVERTIME = 1, 2  # what a marked box still has to do


def small_sheet(
    species: Sequence[str],
    years: int,
    boxes: Sequence[str],
    plus_one: Sequence[int] = (),
    illegal: Sequence[int] = (),
) -> dict[str, Any]:
    """Return a sheet with some species and boxes of the High Seas, for `Boom.start(sheet=…)`.

    Args:
        species: their names; they keep their dice and arrows.
        years: how many are played.
        boxes: their names, one box of each for each time that it is named.
        plus_one: the years in which demand grows by a plate.
        illegal: the dice of illegal fishing in each year, whatever the number of players; none if not given.
    """
    data, source = standard_sheet().data(), "reconstructed"
    known = [entry["name"] for entry in data["species"]]
    if unknown := [name for name in species if name not in known]:
        told = "{names}: no such species lives in the High Seas; choose from {known}"
        raise refusal(told, names=", ".join(map(brief, unknown)), known=", ".join(known))
    found = [entry | {"arrows": entry["arrows"][: years - 1]} for entry in data["species"] if entry["name"] in species]
    dice = {"dice": list(illegal) or [0] * years, "source": source}
    return {
        "title": mark("Small sea"),
        "years": {"count": years, "source": source},
        "plus_one": {"years": list(plus_one), "source": source},
        "illegal": {str(players): dice for players in (2, 3, 4)},
        "species": found,
        "box": [
            {"name": name, "count": boxes.count(name), "players": [2, 3, 4], "source": source}
            for name in dict.fromkeys(boxes)
        ],
    }


# Moments as numbers, and the layers they lie in.


class _Fields:
    """Where each part of a moment lies in the whole number that stands for it."""

    def __init__(self, widths: Mapping[str, int]) -> None:
        self.low: dict[str, int] = {}
        self.mask: dict[str, int] = {}
        end = 0
        for name, width in widths.items():
            self.low[name], self.mask[name] = end, (1 << width) - 1
            end += width
        self.bits = end

    def get(self, codes: Array, name: str) -> Array:
        found: Array = codes >> self.low[name] & self.mask[name]
        return found

    def put(self, codes: Array, **parts: Any) -> Array:
        for name, value in parts.items():
            codes = codes & ~(self.mask[name] << self.low[name]) | np.asarray(value, np.int64) << self.low[name]
        return codes

    def code(self, parts: Mapping[str, int]) -> int:
        return sum(value << self.low[name] for name, value in parts.items())


class _Options(NamedTuple):
    """What can follow the moments of a layer."""

    codes: list[Array]
    """For each option the moments that follow, by [moment]."""
    open: list[Array]
    """For each option where it is possible, by [moment]."""
    chances: Array | None = None
    """At dice the chances of the options, by [option, moment]."""
    points: Array | None = None
    """What each seat earns on the way, by [seat, moment]."""


class _Step(Protocol):
    def __call__(self, codes: Array, /) -> _Options:
        """Return what can follow some moments."""


class Place(NamedTuple):
    """The place of a layer in the game."""

    year: int
    phase: str
    seat: int
    extra: bool = False
    """Whether this belongs to an Overtime."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The moments of one step."""

    place: Place
    actor: int
    """The seat that chooses, `CHANCE`, or nobody."""
    codes: Array
    """The moments, rising, by [moment]."""
    after: list[Array]
    """For each option where in the next layer it leads, -1 if it is not possible, by [moment]."""
    chances: Array | None
    points: Array | None


class SeaRules:
    """The rules of a small sea on arrays of moments.

    Attributes:
        start: the first moment of the game.
        steps: the steps of the game in the order of play: where each belongs, who acts, and what can follow.
    """

    def __init__(
        self,
        sheet: object,
        players: int = 2,
        *,
        first_demand: int = 0,
        keep_score: bool = False,
        most: int = MOST,
    ) -> None:
        """Make ready for a sea.

        Args:
            sheet: as for `Boom.start`; see `small_sheet`.
            players: 2 to 4.
            first_demand: plates for everyone in year 1.
            keep_score: whether moments know the scores so far, which only the goal "win" needs; there are many more.
            most: the most moments to lay out.

        Raises:
            TooLarge: a moment does not fit into a number.
            ValueError: the sheet has a box that small seas do not know.
        """
        self.start = Boom.start(players, sheet=sheet, first_demand=first_demand)
        self.sheet, self.players, self.keep_score, self.most = self.start.sheet, players, keep_score, most
        self.boxes = [box for box in self.sheet.boxes if players in box.players]
        unknown = [box.name for box in self.boxes if box.name not in KNOWN_BOXES]
        if unknown:
            raise refusal(
                "A small sea cannot have {boxes}: choose among {known}.",
                boxes=", ".join(unknown),
                known=", ".join(KNOWN_BOXES),
            )
        names = {box.name for box in self.boxes}
        self.gears = [name for name in GEAR if name == "default" or name in names]
        self.rolls = [_roll_outcomes(gear) for gear in self.gears]
        self.radix: dict[str, tuple[int, int]] = {}
        size = 1
        for box in self.boxes:
            self.radix[box.name] = size, box.copies + 1
            size *= box.copies + 1
        widths = {"living": len(self.sheet.names), "gear": 3, "due": 9, "pending": 2, "over": 1}
        for seat in range(players):
            widths |= {f"plates{seat}": 4, f"fish{seat}": 4, f"kit{seat}": (size - 1).bit_length()}
            if keep_score:
                widths[f"score{seat}"] = 8
        self.fields = _Fields(widths)
        if self.fields.bits > 62:
            raise TooLarge(
                tr("A moment of this sea takes {bits} bits, and 62 is the most: too large to solve.",
                   bits=self.fields.bits)
            )  # fmt: skip
        self._faces = _face_tables(self.sheet)
        self.steps = list(self._steps())

    # Laying out, forwards.

    def lay_out(self, codes: Array, steps: Iterable[tuple[Place, int, _Step]]) -> tuple[list[Layer], Array, int]:
        """Follow some moments through some steps: return the layers, the moments after them, and how many there are.

        Raises:
            TooLarge: the moments, in which somebody chooses or a die falls, and the positions in which the step
                that was laid out last ends, are more than `most`.
        """
        layers, moments = [], 0
        for place, actor, step in steps:
            options = step(codes)
            several = np.sum(options.open, axis=0) > 1
            moments += int(several.sum())
            following = np.unique(
                np.concatenate([np.unique(one[here]) for one, here in zip(options.codes, options.open, strict=True)])
            )
            if moments + following.size > self.most:
                raise TooLarge(
                    tr("This sea has {moments:,} moments before year {year} of {years} ends, and {open:,} positions "
                       "to go on from. {most:,} together is the most: too large to solve.", moments=moments,
                       year=place.year, years=self.sheet.years, open=following.size, most=self.most)
                )  # fmt: skip
            after = [
                np.where(here, np.searchsorted(following, one), -1).astype(np.int32)
                for one, here in zip(options.codes, options.open, strict=True)
            ]
            layers.append(Layer(place, actor, codes, after, options.chances, options.points))
            codes = following
        return layers, codes, moments

    def _steps(self) -> Iterable[tuple[Place, int, _Step]]:
        """Yield the steps of the game in the order of play."""
        for year in range(1, self.sheet.years + 1):
            first = (self.start.setup.first - year + 1) % self.players
            order = [(first + turn) % self.players for turn in range(self.players)]
            for seat in order:
                yield from self._action(year, seat, extra=False)
            for seat in order:
                yield Place(year, "box", seat), seat, partial(self._box, seat)
                yield Place(year, "marketing", seat), seat, partial(self._marketing, seat)
                yield from self._action(year, seat, extra=True)
            yield Place(year, "close", 0), _NOBODY, partial(self._close, year)
            if year < self.sheet.years:
                for _ in range(self.start.setup.illegal_dice(year)):
                    yield Place(year, "illegal", 0), CHANCE, self._illegal
                yield Place(year, "deplete", 0), _NOBODY, partial(self._deplete, year)

    def _action(self, year: int, seat: int, *, extra: bool) -> Iterable[tuple[Place, int, _Step]]:
        if extra and "overtime" not in self.radix:
            return
        yield Place(year, "gear", seat, extra), seat, partial(self._gear, seat, extra)
        yield Place(year, "roll", seat, extra), CHANCE, self._roll
        for _ in range(max(len(due) for outcomes in self.rolls for due, _ in outcomes)):
            yield Place(year, "take", seat, extra), seat, partial(self._take, seat)

    def _marked(self, codes: Array, seat: int, box: str) -> Array:
        """Return how many boxes of a name a seat has marked, by [moment]."""
        if box not in self.radix:
            return np.zeros(codes.shape, np.int64)
        radix, size = self.radix[box]
        found: Array = self.fields.get(codes, f"kit{seat}") // radix % size
        return found

    def _gear(self, seat: int, extra: bool, codes: Array) -> _Options:
        get, put = self.fields.get, self.fields.put
        acts = get(codes, "pending") == _OVERTIME if extra else (get(codes, "living") > 0) & (get(codes, "over") == 0)
        following, possible = [codes], [~acts]
        for number, gear in enumerate(self.gears, 1):
            following.append(put(codes, gear=number, pending=0))
            possible.append(acts if gear == "default" else acts & (self._marked(codes, seat, gear) > 0))
        return _Options(following, possible)

    def _roll(self, codes: Array) -> _Options:
        gear = self.fields.get(codes, "gear")
        most = max(map(len, self.rolls))
        chances = np.zeros((1 + len(self.rolls), 1 + most))
        dues = np.zeros(chances.shape, np.int64)
        chances[0, 0] = 1
        for number, outcomes in enumerate(self.rolls, 1):
            for place, (due, chance) in enumerate(outcomes, 1):
                chances[number, place], dues[number, place] = chance, _due_code(due)
        living, bare = self.fields.get(codes, "living"), self.fields.put(codes, gear=0)
        following = [
            self.fields.put(bare, due=self._passed_over(living, dues[gear, place])) for place in range(1 + most)
        ]
        here = chances[gear].T
        return _Options(following, list(here > 0), chances=here)

    def _passed_over(self, living: Array, due: Array) -> Array:
        """Return the fish due without those at the front of which none lives."""
        for _ in range(3):
            due = np.where(self._faces.living[due % 7, living] == 0, due // 7, due)
        return due

    def _take(self, seat: int, codes: Array) -> _Options:
        due, living = self.fields.get(codes, "due"), self.fields.get(codes, "living")
        fish, face = self.fields.get(codes, f"fish{seat}"), due % 7
        following, possible = [codes], [due == 0]
        for place in range(self._faces.rows.shape[1]):
            row = self._faces.rows[face, place, living]
            left = living & ~row
            changed = {"living": left, "due": self._passed_over(left, due // 7), f"fish{seat}": fish + 1}
            following.append(self.fields.put(codes, **changed))
            possible.append(row > 0)
        following.append(self.fields.put(codes, due=self._passed_over(living, due // 7)))
        possible.append((due > 0) & (self._marked(codes, seat, "release") > 0))
        return _Options(following, possible)

    def _box(self, seat: int, codes: Array) -> _Options:
        get, put = self.fields.get, self.fields.put
        over, kit, fish = get(codes, "over") > 0, get(codes, f"kit{seat}"), get(codes, f"fish{seat}")
        following, possible = [codes], [over]
        for box in self.boxes:
            marked = put(codes, **{f"kit{seat}": kit + self.radix[box.name][0]})
            if box.name == "faux":
                marked = put(marked, **{f"fish{seat}": fish + 1})
            elif box.name == "marketing":
                marked = put(marked, pending=_MARKETING)
            elif box.name == "overtime":
                marked = put(marked, pending=np.where(get(codes, "living") > 0, _OVERTIME, 0))
            free = ~over & (self._marked(codes, seat, box.name) < box.copies)
            following.append(marked)
            possible.append(free & (self._marked(codes, seat, box.needs) > 0) if box.needs else free)
        return _Options(following, possible)

    def _marketing(self, seat: int, codes: Array) -> _Options:
        name = f"plates{seat}"
        acts, plates = self.fields.get(codes, "pending") == _MARKETING, self.fields.get(codes, name)
        more = self.fields.put(codes, **{name: plates + 1, "pending": 0})
        less = self.fields.put(codes, **{name: np.maximum(plates - 1, 0), "pending": 0})
        return _Options([codes, more, less], [~acts, acts, acts & (plates > 0)])

    def _close(self, year: int, codes: Array) -> _Options:
        """Count the points of a year, and draw the plates of the next."""
        get, put = self.fields.get, self.fields.put
        points, following, grows = [], codes, year + 1 in self.sheet.plus_one
        over = get(codes, "over") > 0
        for seat in range(self.players):
            plates, fish = get(codes, f"plates{seat}"), get(codes, f"fish{seat}")
            points.append(3 * np.minimum(plates, fish) - 2 * plates)
            following = put(following, **{f"plates{seat}": fish + grows, f"fish{seat}": 0})
        earned = np.where(over, 0, np.array(points))
        following = np.where(over, codes, following)
        if year == self.sheet.years:
            following = np.full_like(codes, self.fields.code({"over": 1})) | self._scores(codes)
        return self._earn(following, earned)

    def _deplete(self, year: int, codes: Array) -> _Options:
        """Let the sea grow; an empty one ends the game, and next year's plates stay empty."""
        get, put = self.fields.get, self.fields.put
        grown = self._faces.grown[year - 1][get(codes, "living")]
        over = get(codes, "over") > 0
        ends = ~over & (grown == 0)
        plates = np.array([get(codes, f"plates{seat}") for seat in range(self.players)])
        ended = np.full_like(codes, self.fields.code({"over": 1})) | self._scores(codes)
        following = np.where(over, codes, np.where(ends, ended, put(codes, living=grown)))
        return self._earn(following, np.where(ends, -2 * plates, 0))

    def _scores(self, codes: Array) -> Array:
        """Return the bits of the scores alone."""
        if not self.keep_score:
            return np.zeros_like(codes)
        names = [f"score{seat}" for seat in range(self.players)]
        bits: Array = codes & self.fields.code({name: self.fields.mask[name] for name in names})
        return bits

    def _earn(self, following: Array, points: Array) -> _Options:
        """Return one option on which points are earned; kept scores count from the lowest."""
        if self.keep_score:
            names = [f"score{seat}" for seat in range(self.players)]
            scores = np.array([self.fields.get(following, name) for name in names]) + points
            scores = scores - scores.min(axis=0)
            following = self.fields.put(following, **dict(zip(names, scores, strict=True)))
        return _Options([following], [np.ones(following.shape, bool)], points=points)

    def _illegal(self, codes: Array) -> _Options:
        living, over = self.fields.get(codes, "living"), self.fields.get(codes, "over") > 0
        following = [self.fields.put(codes, living=living & ~self._faces.rows[face, 0, living]) for face in range(1, 7)]
        chances = np.full((7, codes.size), 1 / 6)
        chances[:, over] = 0
        chances[0] = over
        return _Options([codes, *following], list(chances > 0), chances=chances)

    # From the real game, and back.

    def code(self, state: Boom) -> int:
        """Return the number of a moment of the real game."""
        parts = {"living": state.living, "due": _due_code(state.due), "over": 0}
        if state.phase == "marketing":
            parts["pending"] = _MARKETING
        elif state.phase == "gear" and overtime(state):
            parts["pending"] = _OVERTIME
        for seat in range(self.players):
            parts[f"plates{seat}"] = state.plates[seat][state.year - 1]
            parts[f"fish{seat}"] = state.supply(seat, state.year)
            parts[f"kit{seat}"] = sum(self.radix[name][0] for name in state.picks[seat])
        if self.keep_score:
            years = range(1, state.year)
            scores = [sum(state.year_score(seat, year) for year in years) for seat in range(self.players)]
            parts |= {f"score{seat}": score - min(scores) for seat, score in enumerate(scores)}
        return self.fields.code(parts)

    def options(self, state: Boom) -> list[Move]:
        """Return the moves that the options of a moment's layer stand for, from option 1 on."""
        match state.phase:
            case "gear":
                return [("gear", name) for name in self.gears]
            case "take":
                rows = self._faces.rows[state.due[0], :, state.living]
                return [*(("take", self.sheet.names[int(row).bit_length() - 1]) for row in rows), ("release",)]
            case "box":
                return [("box", box.name) for box in self.boxes]
        return [("plate",), ("cross",)]


class SmallSea(SeaRules):
    """A small sea of Fishery Boom, laid out to be solved.

    Attributes:
        layers: all moments that play can reach, step by step.
        moments: how many moments there are in which somebody chooses or a die falls.
    """

    def __init__(self, *arguments: Any, **options: Any) -> None:
        """Lay out a sea; arguments and what is raised as `SeaRules` and its `lay_out` say."""
        super().__init__(*arguments, **options)
        first = np.array([self.code(self.start)], np.int64)
        self.layers, self.ends, self.moments = self.lay_out(first, self.steps)
        self._where: dict[Place, list[int]] = {}
        for number, layer in enumerate(self.layers):
            self._where.setdefault(layer.place, []).append(number)

    def find(self, state: Boom) -> tuple[int, int]:
        """Return the layer of a real moment in which a seat chooses, and its place in it."""
        code = self.code(state)
        for number in self._where.get(place_of(state), ()):
            codes = self.layers[number].codes
            found = int(np.searchsorted(codes, code))
            if found < codes.size and codes[found] == code:
                return number, found
        raise refusal("This moment does not belong to this sea, or nobody chooses in it.")

    # Solving, backwards.

    def solve(self, goal: Aim = "team", ties: Ties = "kind") -> Solution:
        """Return what every moment is worth when all play for a goal."""
        if goal == "win" and not self.keep_score:
            raise refusal("To solve for “win” a sea must keep the scores: make it with keep_score=True.")
        values = np.zeros((self.players, self.ends.size))
        if goal == "win":
            scores = np.array([self.fields.get(self.ends, f"score{seat}") for seat in range(self.players)])
            first = scores == scores.max(axis=0)
            values = first / first.sum(axis=0)
        return Solution(self, goal, solved(self.layers, values, goal, ties))

    def with_known_dice(self, luck: Luck, game: int = 0) -> float:
        """Return the most that a team can reach by the rules which knows all dice of a game beforehand."""
        values, illegal = np.zeros((self.players, self.ends.size)), [0] * (self.sheet.years + 1)
        for layer in reversed(self.layers):
            if layer.chances is None:
                (values,) = solved([layer], values, "team", "kind")[:1]
                continue
            place, which = layer.place, np.zeros(layer.codes.size, np.intp)
            if place.phase == "illegal":
                illegal[place.year] += 1
                number = self.start.setup.illegal_dice(place.year) - illegal[place.year]
                which[:] = illegal_die(luck, place.year, number, game)
                which[self.fields.get(layer.codes, "over") > 0] = 0
            else:
                gear, copy = self.fields.get(layer.codes, "gear"), self._marked(layer.codes, place.seat, "overtime")
                for number, copies in {*zip(gear[gear > 0].tolist(), copy[gear > 0].tolist(), strict=True)}:
                    where = luck.layout.roll(place.year - 1, place.seat)
                    if place.extra:
                        where = luck.layout.overtime_roll(place.seat, copies - 1)
                    due = _due_of(self.gears[number - 1], luck.faces(where, game)[: GEAR[self.gears[number - 1]].dice])
                    which[(gear == number) & (copy == copies)] = 1 + [one for one, _ in self.rolls[number - 1]].index(
                        due
                    )
            values = values[:, np.array(layer.after)[which, np.arange(which.size)]]
        return float(values[:, 0].sum())


def place_of(state: Boom) -> Place:
    """Return the place in the game of a real moment in which a seat chooses."""
    return Place(state.year, state.phase, state.seat, state.phase in ("gear", "take") and overtime(state))


def solved(layers: Sequence[Layer], values: Array, goal: Aim, ties: Ties) -> list[Array]:
    """Return what every moment is worth to each seat, layer by layer, from what the moments after the last are."""
    kept = [values]
    for layer in reversed(layers):
        if layer.actor >= 0:
            values = _best(layer, values, goal, ties)
        elif layer.chances is not None:
            chances = zip(layer.after, layer.chances, strict=True)
            values = np.sum([values[:, after] * chance for after, chance in chances], axis=0)
        else:
            values = values[:, layer.after[0]]
            if goal != "win" and layer.points is not None:
                values = values + layer.points
        kept.append(values)
    return kept[::-1]


def _best(layer: Layer, values: Array, goal: Aim, ties: Ties) -> Array:
    """Return what the moments of a layer are worth, by [seat, moment], from those of the next."""
    others = 1 if ties == "kind" else -1
    total = values.sum(axis=0)
    wish = total if goal == "team" else values[layer.actor]
    second = others * (total - values[layer.actor])
    moments = layer.codes.size
    best, best_wish, best_second = np.zeros((len(values), moments)), np.full(moments, -np.inf), np.zeros(moments)
    for after in layer.after:
        ahead = wish[after] - best_wish
        better = (after >= 0) & ((ahead > _SAME) | ((ahead > -_SAME) & (second[after] > best_second + _SAME)))
        best = np.where(better, values[:, after], best)
        best_wish = np.where(better, wish[after], best_wish)
        best_second = np.where(better, second[after], best_second)
    return best


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solved sea: what every moment is worth to each seat, for one goal and one way to break ties."""

    sea: SmallSea
    goal: Aim
    layers: list[Array]
    """For each layer the values, by [seat, moment]; the last is the end of the game."""

    @property
    def value(self) -> tuple[float, ...]:
        """What the whole game is worth to each seat: points of its own, or for "win" its chance."""
        return tuple(map(float, self.layers[0][:, 0]))

    def worth(self, state: Boom) -> dict[Move, tuple[float, ...]]:
        """Return for each move of a real moment what is then still to come for each seat.

        Points count from this year's on; for "win" it is the chance to win.
        """
        number, place = self.sea.find(state)
        following = self.layers[number + 1]
        after = [int(one[place]) for one in self.sea.layers[number].after[1:]]
        moves = zip(self.sea.options(state), after, strict=True)
        return {move: tuple(map(float, following[:, one])) for move, one in moves if one >= 0}

    def regrets(self, state: Boom) -> dict[Move, float]:
        """Return for each move of a real moment how much worse it is than the best, for the goal of whoever chooses."""
        worth = self.worth(state)
        wish = {move: sum(found) if self.goal == "team" else found[state.seat] for move, found in worth.items()}
        return {move: max(wish.values()) - found for move, found in wish.items()}

    def __call__(self, view: Boom, rng: Random) -> Move:
        """Play a best move: a solution is a player."""
        regrets = self.regrets(view)
        return min(regrets, key=lambda move: regrets[move])


# Tables.


class _Faces(NamedTuple):
    """What the faces of the die find in any sea."""

    rows: Array
    """The bit of the first, second … living row of a face, 0 if there is none, by [face, which, living]."""
    living: Array
    """How many rows of a face live, by [face, living]; face 0, no fish due, is never passed over."""
    grown: list[Array]
    """For each year but the last what lives in the next, by [living]."""


def _face_tables(sheet: Sheet) -> _Faces:
    seas = 1 << len(sheet.names)
    most = max(mask.bit_count() for mask in sheet.faces)
    rows, count = np.zeros((7, most, seas), np.int64), np.ones((7, seas), np.int64)
    living = np.arange(seas)
    for face in range(1, 7):
        count[face] = 0
        for row, die in enumerate(sheet.dice):
            if die == face:
                here = living >> row & 1 > 0
                rows[face, count[face][here], living[here]] = 1 << row
                count[face] += here
    grown = [np.array([sheet.grow(sea, year) for sea in range(seas)]) for year in range(1, sheet.years)]
    return _Faces(rows, count, grown)


def _due_code(due: Sequence[int]) -> int:
    return sum(face * 7**place for place, face in enumerate(due))


def _due_of(gear: str, roll: tuple[int, ...]) -> tuple[int, ...]:
    """Return the fish that a roll makes due."""
    if gear.startswith("seine"):
        return (max(roll),) * GEAR[gear].take
    return tuple(die for die in roll if die != 6) if gear == "longline" else roll


def _roll_outcomes(gear: str) -> list[tuple[tuple[int, ...], float]]:
    """Return the fish that the dice of a line of equipment make due, each with its chance."""
    found: dict[tuple[int, ...], float] = {}
    dice = GEAR[gear].dice
    for roll in product(range(1, 7), repeat=dice):
        due = _due_of(gear, roll)
        found[due] = found.get(due, 0) + 1 / 6**dice
    return list(found.items())
