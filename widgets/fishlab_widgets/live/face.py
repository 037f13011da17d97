"""The contract between a game and what shows it: a `Face` draws, a `Look` says how.

A game's folder here has a module `face` with one object `FACE`, an instance of a subclass of `Face`. Only `draw` must
be written; everything else has a default that serves a plain game. `tests/faces.py` holds every face to the laws:

- The picture is sound SVG with a title and a description, and honours `Look.prefix`: every id opens with it, so that
  many pictures on one page never borrow each other's parts.
- A thing keeps its id from move to move, so that the board can let it glide.
- With `Look.legal` every legal move that has a place in the picture is a target (`fishlab_widgets.draw.svg.target`),
  with a label that opens with the move's name (`move_name`) and is read aloud with its note. Moves that have no place
  there become buttons under the board by themselves.
- A refusal (`Look.refused`) is drawn with its title and its sentence, and what it speaks of is pointed at. At a table
  only the pointing is seen: the words stand beside the board, where they cover nothing.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from importlib.util import find_spec
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from fishlab.core import FACES, Move, Player, Reason, State
from fishlab.match import Match
from fishlab.messages import cache_by_language, listed, mark, tr, trn
from fishlab_widgets.charts.plot import GridPlot, Plot
from fishlab_widgets.draw.svg import SEATS, Picture, still

Game = TypeVar("Game", bound=State)

BOARD_SIZE = (600, 490)
"""How wide a table's picture is, and how high at most, in its own units: about a pixel each on a narrow page."""
SMALLEST_TEXT = 12.5
"""Units: 12 pixels on a narrow page, 16 on a projector."""
SMALLEST_TARGET = 25
"""Units: 24 pixels on a narrow page."""
_MOST_FACTS: Final = 9


@dataclass(frozen=True, slots=True)
class Look:
    """How a state is to be drawn.

    Attributes:
        viewer: through whose eyes, in a game with secrets; `CHANCE` is a spectator, None is nobody in particular.
        legal: whether the legal moves are shown as targets.
        last: the last move, to be marked.
        refused: a move that the rules forbid, and the reason to show.
        marks: what to point at or look at more closely, in the game's own words ("d4", "A: net d4 e4").
        prefix: opens the ids of the picture; without one it is made from the content.
        theme: "light" or "dark", else the page decides.
        compact: the smaller form, in the cards of a lesson.
        costs: whether it is told what a move costs later, where a game tells that.
    """

    viewer: Player | None = None
    legal: bool = False
    last: Move | None = None
    refused: tuple[Move, Reason] | None = None
    marks: Sequence[str] = ()
    prefix: str = ""
    theme: str = ""
    compact: bool = False
    costs: bool = True


class Bundle(NamedTuple):
    """Moves of one seat that are played by one click: the words on the card, what they do, and the moves in order."""

    label: str
    line: str
    moves: tuple[Move, ...]


class Face(ABC, Generic[Game]):
    """How a game looks. Board, table, cards and plots ask it for everything that they show."""

    glyph: ClassVar[str] = "boat"
    """The silhouette beside the game's title, one of `fishlab_widgets.draw.glyphs`."""
    plots: ClassVar[tuple[Plot | GridPlot, ...]] = ()
    """The live plots beside the board, if the game has any."""
    questions: ClassVar[tuple[tuple[str, str], ...]] = ()
    """Buttons above the board that put a mark on it and take it away: the mark, and the words on the button."""
    legend: ClassVar[tuple[tuple[int, str], ...]] = ()
    """The key under the board: places in `signs`, and a few words for each; without any the first four signs."""
    costly: ClassVar[Sequence[str]] = ()
    """Kinds of moves whose line tells what they cost later: a table can leave that to the players to find out."""
    stepper: ClassVar[str] = ""
    """The word of moves that differ in an amount only ("bid"), or in what is named: many of them have one card."""
    flags: ClassVar[Mapping[str, Sequence[str]]] = {}
    """Flags that people choose from for their seats, by name; {} where seats have none."""
    players_tab: ClassVar[str] = mark("Players")
    """What the tab with the seats is called."""
    roomy: ClassVar[bool] = False
    """Whether so few cards stand on the desk that the guide has room below them."""

    @abstractmethod
    def draw(self, state: Game, look: Look) -> str:
        """Return the picture of a state as a whole SVG."""

    def board(self, state: Game, look: Look) -> str:
        """Return the picture that a table plays on: `BOARD_SIZE` at most, so that a turn needs no scrolling.

        Its smallest letters are `SMALLEST_TEXT` high; a target smaller than `SMALLEST_TARGET` is also among `offers`.
        """
        return self.draw(state, look)

    def parts(self, state: Game) -> Sequence[Move]:
        """Return legal moves without a card of their own at a table: they are played as parts of `bundles`."""
        return ()

    def offers(self, state: Game) -> Sequence[Move]:
        """Return moves to show as cards beside the board, in order, legal or not, each with `State.explain`.

        Legal moves that are neither here nor in the picture follow by themselves.
        """
        return ()

    def bundles(self, state: Game, marks: Sequence[str] = ()) -> Sequence[Bundle]:
        """Return moves of the seat to act that one card plays in a row, such as a payment with what is marked."""
        return ()

    def signs(self) -> Sequence[tuple[str, str]]:
        """Return the key of the board's signs: a small SVG of 32 by 20 for each, and what it means."""
        return ()

    def short_key(self) -> list[tuple[str, str]]:
        """Return the key under the board: a line of signs, each with few words."""
        signs = _drawn_once(self)
        return [(signs[place][0], tr(words)) for place, words in self.legend] or list(signs[:4])

    def facts(self, state: Game) -> Sequence[tuple[str, str]]:
        """Return what is worth knowing at the end beside the places: a name and a value, ("fish left", "12 of 23")."""
        return ()

    def label(self, state: Game, move: Move) -> str:
        """Return the words on the button of a move that has no place in the picture; "" takes the move's sentence."""
        return ""

    def key(self, state: Game, move: Move) -> str:
        """Return the key of the keyboard that plays a move, "" if none does."""
        return ""

    def toggle(self, marks: Sequence[str], mark: str) -> tuple[str, ...]:
        """Return the marks after one was clicked: one at a time, off and on."""
        return () if tuple(marks) == (mark,) else (mark,)

    def lasting(self, state: Game, mark: str) -> str:
        """Return a mark as it is kept: one that lasts no longer than a moment is kept with that moment."""
        return mark

    def why_not(self, state: Game, mark: str) -> str:
        """Return why what a mark stands on cannot be played now, "" where the rules have nothing to say."""
        return ""

    def banner(self, state: Game, marks: Sequence[str]) -> str:
        """Return what the banner above the board says while marks ask something; "" leaves it to the prompt."""
        return ""

    def subtitle(self, state: Game) -> str:
        """Return what is special about this game, from its first state."""
        return trn("{n} player", "{n} players", state.players)

    def seat_note(self, state: Game, seat: Player) -> str:
        """Return what a seat has, in a few words under its name."""
        return ""

    def pending(self, state: Game, seat: Player) -> int:
        """Return what a seat's score has of a turn that is still to come: it is not shown as won or lost yet."""
        return 0

    def seat_view(self, state: Game, seat: Player) -> tuple[str, str]:
        """Return the mark that shows on the board what a seat has, and a word for its button; ("", "") without one."""
        return "", ""

    def shares(self, state: Game) -> tuple[int, ...] | None:
        """Return what each seat has added to the score that all have together; None where everybody has their own."""
        return None

    def seat_mark(self, state: Game, seat: Player) -> str:
        """Return the seat's sign, as HTML."""
        return f"<em class='badge seat-{SEATS[seat]}'>{SEATS[seat].upper()}</em>"

    def flag(self, rows: Sequence[str]) -> str:
        """Return one of the `flags` as a small SVG."""
        return ""

    def steps(self, match: Match, at: int) -> Iterable[tuple[Sequence[str], str]]:
        """Return what happened at a position step by step, if that is worth a walk: marks and a sentence for each."""
        return ()


class PlainFace(Face[State]):
    """A game without a picture of its own: whose turn it is, what everybody has, what is counted. Moves are cards."""

    def draw(self, state: State, look: Look) -> str:
        """Return the scores as bars, the seat to act marked, and the numbers and words that the state holds."""
        scores, turn = state.scores(), state.turn()
        facts = [(one.name, value) for one in fields(state)  # type: ignore[arg-type]  # every game is a dataclass
                 if isinstance(value := getattr(state, one.name), int | str)][:_MOST_FACTS]  # fmt: skip
        rows = -(-len(facts) // 3)
        high = 64 + 44 * len(scores) + 28 * rows
        said = listed([f"{state.seat_name(seat)} {score}" for seat, score in enumerate(scores)])
        desc = f"{state.prompt()}. {said}."
        pic = Picture(600, high, title=state.title, desc=desc, prefix=look.prefix, theme=look.theme)
        pic.rect(0, 0, 600, high, "paper")
        pic.text(300, 34, state.prompt(), "mid w6")
        most = max([1, *map(abs, scores)])
        for seat, score in enumerate(scores):
            top = 56 + 44 * seat
            pic.rect(150, top, max(44, 430 * abs(score) // most), 30, f"s-{SEATS[seat]}", 6, id=f"seat-{seat}")
            pic.text(140, top + 21, state.seat_name(seat), "end w6" if seat == turn else "end")
            pic.text(160, top + 21, f"{score}".replace("-", "−"), f"w6 on-{SEATS[seat]}")
        for number, (name, value) in enumerate(facts):
            x, y = 40 + 190 * (number % 3), 76 + 44 * len(scores) + 28 * (number // 3)
            pic.text(x, y, f"{name.replace('_', ' ')}: {str(value)[:16]}", id=f"fact-{name}")
        if look.refused:
            pic.bubble(100, 40, 400, look.refused[1])
        return str(pic)


PLAIN: Final = PlainFace()


@cache_by_language(64)
def _drawn_once(face: Face[Any]) -> Sequence[tuple[str, str]]:
    """Return the signs of a face, which take long to draw and never change."""
    return face.signs()


def face_of(game: type[State] | State) -> Face[Any]:
    """Return the face of a game, or of a state's game; a plain one where it has none of its own."""
    return FACES[game.name] or PLAIN if game.name in FACES else _own_face(game.name)


@cache
def _own_face(name: str) -> Face[Any]:
    place = f"fishlab_widgets.{name}"
    if find_spec(place) is None:
        return PLAIN
    face: Face[Any] = importlib.import_module(f"{place}.face").FACE
    return face


def move_name(state: State, move: Move) -> str:
    """Return a move's name, the same wherever it is offered or spoken of: its card's words, else its sentence."""
    return face_of(state).label(state, move) or state.say(move, state.turn()).rstrip(".")


def still_picture(state: State, **look: Any) -> str:
    """Return the picture of a state without what could be clicked: what `State` shows of itself in a notebook."""
    return still(draw(state, **look))


def draw(state: State, **look: Any) -> str:
    """Return the picture of a state as an SVG; the words are those of `Look`: `draw(state, marks=["d4"])`.

    For a viewer it shows no more than the viewer's own view, also of a whole state.
    """
    how = Look(**look)
    seen = state if how.viewer is None else state.view(how.viewer)
    return face_of(state).draw(seen, how)
