"""What a game's live plots show. Nothing is drawn here, so that a board need not wait for the plotting library."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from fishlab.core import State
from fishlab.match import Match
from fishlab.messages import tr

Row = Mapping[str, Any]
Made = TypeVar("Made")


class KeptWithMatch(Generic[Made]):
    """What is made of every moment of a match, kept with it: a new move costs one moment.

    Args:
        make: makes it of a moment, and of the moment before with what was made of that, None at the beginning.
    """

    def __init__(self, make: Callable[[Any, tuple[Any, Made] | None], Made]) -> None:
        self._make = make
        self._kept: WeakKeyDictionary[Match, list[tuple[State, Made]]] = WeakKeyDictionary()

    def __call__(self, match: Match) -> list[Made]:
        """Return what was made, one for each moment."""
        kept = self._kept.setdefault(match, [])
        same = 0
        while same < min(len(kept), len(match.states)) and kept[same][0] is match.states[same]:
            same += 1
        del kept[same:]
        for state in match.states[same:]:
            kept.append((state, self._make(state, kept[-1] if kept else None)))
        return [made for _, made in kept]


@dataclass(frozen=True, slots=True)
class Series:
    """One line: its key in the rows, its name, and its colour's name among the tokens."""

    key: str
    label: str
    color: str = "ink"


Lines = Sequence[Series] | Callable[[Match], Sequence[Series]]
Height = float | Callable[[Match], float]


@dataclass(frozen=True, slots=True)
class Plot:
    """What a figure shows: a title, two axes with units, and a line for each series.

    `rows` makes the data from a match: one row a position of the scrubber, or rows whose "at" names the position from
    which they hold. `series` may be a function of the match where it depends on the players. `span` gives the first and
    the last number across that the game knows from its beginning, `top` what the upward axis reaches at least: so a
    plot opens with the range of its game, and not with that of its first moves.
    """

    title: str
    x: str
    y: str
    x_key: str
    series: Lines
    rows: Callable[[Match], list[Row]]
    steps: bool = True
    top: Height = 5
    bottom: float = 0
    span: Callable[[Match], tuple[float, float]] | None = None

    def lines(self, match: Match) -> Sequence[Series]:
        """Return the series for a match."""
        return (
            self.series(match) if callable(self.series) else [replace(one, label=tr(one.label)) for one in self.series]
        )

    def frame(self, match: Match) -> Frame:
        """Return what the axes hold at least in a match."""
        top = self.top(match) if callable(self.top) else self.top
        return Frame(self.span(match) if self.span else None, (self.bottom, top))

    def sketch(self, match: Match, at: int | None = None) -> Sketch:
        """Return what is drawn of a match, marked at one position (the end without one)."""
        rows = self.rows(match)
        place = len(match.moves) if at is None else at
        reached = [number for number, row in enumerate(rows) if row.get("at", number) <= place]
        bare = replace(self, series=(), rows=_unknown, top=0, span=None)
        return Sketch(bare, (rows, list(self.lines(match)), reached[-1] if reached else 0, self.frame(match)))


class Frame(NamedTuple):
    """What axes hold at least: the first and the last number across, if the game knows them, and upwards."""

    across: tuple[float, float] | None = None
    upwards: tuple[float, float] = (0, 5)


@dataclass(frozen=True, slots=True)
class GridPlot:
    """What a table of cells shows at every position of the scrubber: counts by name and by column.

    `cells` gives for a state each row's name and its counts, None where nothing is known yet; `mark` says in which
    column the state stands.
    """

    title: str
    x: str
    y: str
    columns: Callable[[Any], Sequence[Any]]
    cells: Callable[[Any], Sequence[tuple[str, Sequence[int | None]]]]
    mark: Callable[[Any], int]

    def sketch(self, match: Match, at: int | None = None) -> Sketch:
        """Return what is drawn of a match at one position (the end without one)."""
        state = match.states[len(match.moves) if at is None else at]
        cells = [(name, list(counts)) for name, counts in self.cells(state)]
        bare = replace(self, columns=_unknown, cells=_unknown, mark=_unknown)
        return Sketch(bare, (list(self.columns(state)), self.mark(state), cells))


class Sketch(NamedTuple):
    """All that a figure shows of a moment, as plain values: another process can draw it, and equal ones look alike.

    Attributes:
        plot: its words; what it would ask a match is left out.
        values: what its chart draws.
    """

    plot: Plot | GridPlot
    values: tuple[Any, ...]


_Figure = TypeVar("_Figure", Plot, GridPlot)


def spoken(plot: _Figure) -> _Figure:
    """Return a plot with its title and axes named in the language in use."""
    return replace(plot, title=tr(plot.title), x=tr(plot.x), y=tr(plot.y))


def _unknown(_: object) -> Any:
    raise TypeError("a sketch has no match to ask")
