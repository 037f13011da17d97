"""What a game's live plots show. Nothing is drawn here, so that a board need not wait for the plotting library."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from fishlab.core import State
from fishlab.match import Match

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
    series: Sequence[Series] | Callable[[Match], Sequence[Series]]
    rows: Callable[[Match], list[Row]]
    steps: bool = True
    top: float | Callable[[Match], float] = 5
    bottom: float = 0
    span: Callable[[Match], tuple[float, float]] | None = None

    def lines(self, match: Match) -> Sequence[Series]:
        """Return the series for a match."""
        return self.series(match) if callable(self.series) else self.series

    def frame(self, match: Match) -> Frame:
        """Return what the axes hold at least in a match."""
        top = self.top(match) if callable(self.top) else self.top
        return Frame(self.span(match) if self.span else None, (self.bottom, top))


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
