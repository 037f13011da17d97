"""Who sat where and when: every change of a seat's sitter, and whose hand made each move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from fishlab.bots import bots_for
from fishlab.codes import brief
from fishlab.core import Move, Player, State
from fishlab.messages import tr
from fishlab.room.store.file import Damaged, RoomError
from fishlab.session import PERSON, only_move

LEFT: Final = 2
"""For so many decisions in a row a person's time was up: the person has left."""
UNKNOWN = "unknown"
"""Who made a move before the room kept who sits where: its file is an older Fishlab's."""


class Sitter(NamedTuple):
    """From when on somebody sat in a seat; no name and no key is kept.

    Attributes:
        seat: the seat.
        who: "person" or a bot's name; "unknown" of moves that are older than what is kept.
        person: which person it is, counted from 1 in this seat; 0 for a bot. One who comes back with a key is the same,
            one who takes a seat that was freed is another.
        taken: whether the person has taken the seat; a seat that nobody took can be played from a shared screen.
        line: how often the table had gone back.
        number: how many moves had been made.
        at: when, in seconds since 1970.
        late: whether this is a bot that made one decision only, because a person's time was up.
        forced: whether nobody made this move: it was the only one that the person had, and was played by itself.
    """

    seat: Player
    who: str
    person: int
    taken: bool
    line: int
    number: int
    at: float
    late: bool = False
    forced: bool = False

    @property
    def given(self) -> bool:
        """Whether the seat had been given to a bot."""
        return self.who not in (PERSON, UNKNOWN) and not self.late


class Left(NamedTuple):
    """Where a person sat whose seat was freed; the person is counted from 1 in this seat."""

    table: str
    seat: Player
    person: int


class Turns(NamedTuple):
    """The moves of a seat that somebody made, in a year or in the whole game, by who did."""

    hands: tuple[Sitter, ...]

    @property
    def sitter(self) -> str:
        """Who played, in order: "person", a bot's name, or "person then careful"; "" if there was nothing to do."""
        found: list[tuple[str, int]] = []
        for one in self.hands:
            if (one.who, one.person) not in found[-1:]:
                found.append((one.who, one.person))
        return " then ".join(who for who, _ in found)

    @property
    def person(self) -> int:
        """Which person of the seat played last, counted from 1; 0 if none did."""
        return next((one.person for one in reversed(self.hands) if one.who == PERSON), 0)

    @property
    def people(self) -> int:
        """How many people played."""
        return len({one.person for one in self.hands if one.who == PERSON})

    @property
    def unknown(self) -> bool:
        """Whether of some moves nobody knows who made them."""
        return any(one.who == UNKNOWN for one in self.hands)

    @property
    def bot_share(self) -> float | None:
        """Which share of the moves a bot made; None if that is not known, or if there was none."""
        if self.unknown or not self.hands:
            return None
        return sum(one.who != PERSON for one in self.hands) / len(self.hands)


def is_decision(state: State) -> bool:
    """Tell whether a seat really decides: a move that is the only one is no decision, nor is it to be ready."""
    return state.turn() >= 0 and not state.talks() and len(set(state.moves())) > 1


def only_choice(state: State) -> Move | None:
    """Return the one move that a seat has, which a room plays by itself; None where there is a choice.

    Nobody ends a talk by itself; and while something is hidden, a move that comes at once would tell of a hand.
    """
    if state.turn() < 0 or state.secrets() or state.talks():
        return None
    return only_move(state)


def gone(hands: Sequence[Sitter]) -> list[bool]:
    """Return for each decision of a seat, in order, whether its person was gone when it was made.

    The seat had been given to a bot, or the clock ran out for `LEFT` decisions in a row at least, or just before the
    seat was given away: one that came too late makes nobody a leaver who decides the next again.
    """
    found: list[bool] = []
    runs = [list(run) for _, run in groupby(hands, key=lambda one: one.late)]
    for place, some in enumerate(runs, 1):
        left = len(some) >= LEFT or any(after[0].given for after in runs[place : place + 1])
        found += [left if one.late else one.given for one in some]
    return found


def line_of_moves(lines: Mapping[int, tuple[int | None, int]], line: int, count: int) -> list[int]:
    """Return on which line each move of a game was made: a line that was opened by going back begins with older moves.

    Args:
        lines: for each line the one that it came from, None for the first, and how many moves it took over.
        line: the line that is played.
        count: how many moves it has.
    """
    found, end = [0] * count, count
    while end:
        if line not in lines:
            raise Damaged
        parent, begin = lines[line]
        if parent is not None and parent >= line:
            raise Damaged
        begin = 0 if parent is None else max(0, begin)
        found[begin:end] = [line] * max(0, end - begin)
        end = min(begin, end)
        line = 0 if parent is None else parent
    return found


def hands_of(changes: Sequence[Sitter], turns: Sequence[Player], made_on: Sequence[int]) -> list[Sitter | None]:
    """Return for each move the sitter who made it, None for chance; of unknown ones a sitter who is "unknown".

    Args:
        changes: every change of sitters, in order.
        turns: for each move whose it was.
        made_on: for each move on which line it was made.
    """
    found: list[Sitter | None] = []
    for number, (turn, line) in enumerate(zip(turns, made_on, strict=True)):
        before = [one for one in changes if one.seat == turn and (one.line, one.number) <= (line, number)]
        unknown = Sitter(turn, UNKNOWN, 0, False, 0, 0, 0.0)
        found.append(None if turn < 0 else before[-1] if before else unknown)
    return found


def check_seat(name: str, seat: object, count: int) -> int:
    """Return a seat of a table that has so many; `RoomError` if it is none."""
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < count:
        words = tr(
            "There is no seat {seat} at table {name}: its seats are 0 to {last}.",
            seat=brief(seat),
            name=name,
            last=count - 1,
        )
        raise RoomError(words)
    return seat


def check_sitter(game: type[State], who: object) -> None:
    """Raise `RoomError` unless a person, or a bot of the game, is meant."""
    bots = bots_for(game)
    if who != PERSON and who not in bots:
        names = ", ".join(map(repr, bots))
        raise RoomError(tr('seat {who} is not possible: choose "person", {names}.', who=brief(who), names=names))
