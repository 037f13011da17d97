"""Who sits at a table, and who moves by itself: people, bots and dice around one match."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Sequence
from functools import wraps
from random import Random
from typing import Any, Concatenate, ParamSpec, TypeVar

from fishlab.core import CHANCE, OVER, Agent, Match, Move, Player, State, called
from fishlab.players import bots_for, usual_bot
from fishlab_widgets.live.background import Background
from fishlab_widgets.live.board import sentences

PERSON = "person"
_FRAME = 1 / 60  # seconds: bots that move faster are shown once a frame
_NEWS = 150  # letters, about two lines under the board

_Given = ParamSpec("_Given")
_Back = TypeVar("_Back")


def by_name(method: Callable[Concatenate[Any, _Given], _Back]) -> Callable[Concatenate[Any, _Given], _Back]:
    """Let the sentences that a method makes call the seats by the names that people gave them at this table."""

    @wraps(method)
    def speaking(self: Any, /, *args: _Given.args, **more: _Given.kwargs) -> _Back:
        with called(self.names):
            return method(self, *args, **more)

    return speaking


class Party:
    """A match with people and bots in its seats. Bots and dice move in small steps, so that the page stays awake.

    Attributes:
        match: the game.
        seats: for each seat "person" or a bot's name.
        names: what people call the seats at this table; "" where a seat has the game's own name.
        at: the position that is looked at; bots go on only at the last one.
        dice: "auto" if the computer rolls, "table" if people enter what they rolled, "tape" if every die
            of a year and seat is the same in all games of the seed, whatever was done before.
        pace: seconds that a bot waits before it moves.
        touched: whether a person has played here. From then on a person's only choice is played by itself.
    """

    match: Match
    seats: list[str]
    names: Sequence[str] = ()
    at: int
    dice: str
    pace: float
    touched: bool
    _by_itself: set[int]
    _background: Background
    _shown_at = 0.0

    def viewer(self) -> Player | None:
        """Return through whose eyes the table is shown."""
        raise NotImplementedError

    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the present position."""
        raise NotImplementedError

    @property
    def state(self) -> State:
        """The position that the table shows."""
        return self.match.states[self.at]

    @property
    def seed(self) -> int | str | None:
        """What names the dice and the bots' choices of this game."""
        return self.match.seed

    @property
    def thinking(self) -> bool:
        """Whether a bot or the dice are at work."""
        return self._background.running

    def _seats(self, wanted: Sequence[str] | None) -> list[str]:
        bots = bots_for(self.match.game)
        count = self.match.seats
        if wanted is None:
            return [PERSON] + [usual_bot(self.match.states[0])] * (count - 1)
        if len(wanted) != count:
            raise ValueError(f"seats={list(wanted)!r} names {len(wanted)} seats, but {count} play")
        for name in wanted:
            if name != PERSON and name not in bots:
                raise ValueError(f'seat {name!r} is not possible: choose "person", {", ".join(map(repr, bots))}')
        return list(wanted)

    def agent(self, seat: Player) -> Agent | None:
        """Return the bot in a seat, None for a person."""
        return None if self.seats[seat] == PERSON else bots_for(self.match.game)[self.seats[seat]]

    @property
    def people(self) -> list[Player]:
        """The seats in which people sit."""
        return [seat for seat, name in enumerate(self.seats) if name == PERSON]

    def _is_person(self, turn: Player) -> bool:
        return (turn >= 0 and self.seats[turn] == PERSON) or (turn == CHANCE and self.dice == "table")

    def _only_choice(self, state: State) -> Move | None:
        """Return the one move that a person has at a moment, None where there is a choice.

        Several people at one screen would see of a hand that it has no choice: there it is played by whose it is.
        """
        turn = state.turn()
        if turn < 0 or self.seats[turn] != PERSON or (state.secrets() and len(self.people) > 1):
            return None
        first, *others = dict.fromkeys(state.moves())
        return None if others else first

    def _decides(self, state: State) -> bool:
        """Tell whether a person has something to choose or to enter at a moment."""
        return self._is_person(state.turn()) and self._only_choice(state) is None

    def _next_agent(self) -> Agent | None:
        """Return who moves by itself at the end of the line: a bot, chance, or a person's only choice; else None."""
        turn = self.match.state.turn()
        if self.at != len(self.match.moves) or turn == OVER:
            return None
        if turn == CHANCE:
            return None if self.dice == "table" else lambda state, rng: state.sample(rng)
        if self.seats[turn] == PERSON and self.touched and (move := self._only_choice(self.match.state)):
            return lambda state, rng: move
        return self.agent(turn)

    def _rng(self) -> Random:
        state, place = self.match.state, None
        if self.dice == "tape" and state.turn() == CHANCE:
            place = repr(state.luck_place())  # type: ignore[attr-defined]  # the table asked for it
        return self.match.generator(place)

    def _carry_on(self) -> None:
        if self._start_bots():
            self.refresh(motion=False)

    def _start_bots(self) -> bool:
        """Set the bots and dice going in the background; where nothing runs in the background, let them finish."""
        if self.thinking or self._next_agent() is None:
            return False
        return self._background.start(self._bots, self._finish)

    def _finish(self) -> None:
        """Let bots and dice play until a person is to act."""
        while (agent := self._next_agent()) is not None:
            self._apply(agent(self._seen(), self._rng()))
        self.refresh(motion=False)

    def _seen(self) -> State:
        turn = self.match.state.turn()
        return self.match.state if turn < 0 else self.match.state.view(turn)

    def _apply(self, move: Move) -> None:
        if self._is_person(self.match.state.turn()):
            self._by_itself.add(len(self.match.moves))
        self.match.play(move)
        self.at += 1

    def _told_move(self, place: int, viewer: Player | None) -> str:
        """Return a move in words, as this viewer may hear it."""
        words = self.match.states[place].say(self.match.moves[place], viewer)
        return f"The only choice: {words}" if place in self._by_itself else words

    @by_name
    def _news(self) -> list[str]:
        """Return what was done since a person chose, as the table's viewer may hear it; of much only the end."""
        said: list[str] = []
        for place in range(self.at - 1, -1, -1):
            turn = self.match.states[place].turn()
            if turn == CHANCE and self.dice != "table":
                continue
            if self._is_person(turn) and place not in self._by_itself:
                break
            words = self._told_move(place, self.viewer())
            if said and len(words) + sum(map(len, said)) > _NEWS:
                said[-1] = f"… {said[-1]}"
                break
            said.append(words)
        return said[::-1]

    async def _bots(self) -> None:
        """Play for the bots and the dice until a person is to act; a slow bot thinks in a thread of its own."""
        try:
            while (agent := self._next_agent()) is not None:
                state, count = self.match.state, len(self.match.moves)
                await asyncio.sleep(self.pace if state.turn() >= 0 else self.pace / 3)
                if sys.platform == "emscripten" or state.turn() < 0:
                    move = agent(self._seen(), self._rng())
                else:
                    move = await asyncio.to_thread(agent, self._seen(), self._rng())
                if len(self.match.moves) != count or self._next_agent() is None or self.match.state is not state:
                    break
                self._apply(move)
                last = self._next_agent() is None
                if last:
                    self._background.finished()
                if last or time.monotonic() - self._shown_at > _FRAME:
                    # As those may hear it who look at the screen now.
                    with called(self.names):
                        said = self._news() if last else [self._told_move(count, self.viewer())]
                        status = sentences(*said, self.state.prompt())
                    self.refresh(status=status)
                    self._shown_at = time.monotonic()
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._background.finished()
            self.refresh(
                error=f"The bot stumbled ({type(error).__name__}: {error}). Give its seat to a person to go on."
            )
        finally:
            self._background.finished()

    def stop(self) -> None:
        """Stop the bots where they are."""
        self._background.stop()
