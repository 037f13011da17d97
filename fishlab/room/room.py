"""A room: tables at which people and bots move, and what the teacher may do with them."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, Self

from fishlab import GAMES
from fishlab.bots import bots_for
from fishlab.codes import brief
from fishlab.core import CHANCE, OVER, IllegalMove, Move, Player, State
from fishlab.match import Match
from fishlab.messages import tr
from fishlab.one_at_a_time import outside
from fishlab.room.procedure.promises import Promises, Talk
from fishlab.room.procedure.questions import Answer, Questions
from fishlab.room.seating import Seating
from fishlab.room.store.clock import READY, Clock
from fishlab.room.store.events import ONLY, STOOD_IN
from fishlab.room.store.file import RoomError
from fishlab.room.store.keys import SALT
from fishlab.room.store.luck import place_on_tape
from fishlab.room.store.sitters import check_sitter, only_choice
from fishlab.room.store.tables import CLOSED, ENDED, OUTSIDE, PAUSED, PLAYING, Tables
from fishlab.session import PERSON, mover_of

LONGEST_NAME: Final = 40
_HAPPENED: Final = {PLAYING: "started", PAUSED: "paused", CLOSED: "closed", ENDED: "ended"}


class Room(Tables):
    """A room in a file, made if it is not there: `Room("class.room").open("Table 1", "boom", 4)`.

    Args:
        path: the file; its folder must be there.
        moved: take over a room that was made on another machine. Nobody may use it there any more.
        clock: returns the time in seconds since 1970.

    Attributes:
        file: the file, as SQLite has it.
        seating: who sits where: lots, bots that stand in, who is there and who was.
        clock: the clocks that pages show, and the years that open for all.
        events: all that happened, and what the teacher says.
        questions: what people were asked at their seats, and what they answered.
        promises: talks, and what was agreed there.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, moved: bool = False, clock: Callable[[], float] = time.time
    ) -> None:
        super().__init__(path, moved=moved, clock=clock)
        self.clock = Clock(self)
        self.seating = Seating(self)
        self.questions = Questions(self)
        self.promises = Promises(self, self.clock, self.questions, self.seating.turns)

    def __repr__(self) -> str:
        return f"<Room: {self.path.name}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.leave()

    # ---- the whole room ----------------------------------------------------------------------------------------

    def leave(self) -> None:
        """Let go of the file; the room stays as it is."""
        self.file.leave()

    def changed(self) -> bool:
        """Return whether anything was written, by whomever, since this was last asked; it costs microseconds."""
        return self.file.changed()

    def copy_to(self, path: str | os.PathLike[str]) -> Path:
        """Write the whole room into another file, for others: without address, word and what tells this machine."""
        return self.file.copy_to(path)

    def note(self, name: str, **parts: str) -> Any:
        """Return something that was kept with `keep`, None if nothing was; see `RoomFile.note`."""
        return self.file.note(name, **parts)

    def keep(self, name: str, value: Any, *, once: bool = False) -> bool:
        """Keep something beside the tables (a prediction, an address …); `once`: what is there already stays."""
        return self.file.keep(name, value, once=once)

    # ---- tables ------------------------------------------------------------------------------------------------

    def open(
        self,
        name: str,
        game: str | type[State],
        players: int | None = None,
        seats: Sequence[str] | None = None,
        *,
        block: int = 0,
        salt: str = "",
        **options: Any,
    ) -> Match:
        """Set a table and return its match; it plays at once unless the room is paused.

        Args:
            name: the table's, as people read it.
            game: a game's name or class.
            players: how many play; the fewest without it.
            seats: for each seat "person" or a bot's name; people without it.
            block: which tables are filled together when seats are drawn, those of 0 first; `OUTSIDE` for none.
            salt: what salts the keys of a table whose people sit at this one now.
            options: the game's own.
        """
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            words = tr(
                "{name} is not a table's name: choose up to {most} letters and digits.",
                name=brief(name),
                most=LONGEST_NAME,
            )
            raise RoomError(words)
        if isinstance(game, str) and game not in GAMES:
            raise RoomError(tr("{game} is not a game here: choose {names}.", game=brief(game), names=", ".join(GAMES)))
        try:
            match = Match(GAMES[game] if isinstance(game, str) else game, players, **options)
        except (ValueError, TypeError) as why:
            raise RoomError(tr("Table {name} cannot be set up: {why}", name=name, why=why)) from None
        self._check_luck(self.luck, match.game)
        wanted = [PERSON] * match.seats if seats is None else list(seats)
        if len(wanted) != match.seats:
            words = tr(
                "seats={seats} names {named} seats, but {players} play.",
                seats=repr(wanted),
                named=len(wanted),
                players=match.seats,
            )
            raise RoomError(words)
        for who in wanted:
            check_sitter(match.game, who)
        now = self.file.now()
        with self.file.writing() as db:
            if self._rows("i", "SELECT 1 FROM tables WHERE name=?", name):
                raise RoomError(tr("There is already a table {name}: choose another name.", name=name))
            (place,) = self._rows("i", "SELECT coalesce(max(place), 0) + 1 FROM tables")[0]
            period, over = match.state.period(), match.over
            secret = salt[:SALT] + secrets.token_hex(16)[len(salt[:SALT]) :]
            row = (name, place, match.to_json(), json.dumps(wanted), secret, 0, PLAYING, period, over, now)
            db.execute(f"INSERT INTO tables VALUES ({', '.join('?' * 12)})", (*row, self.game, block))
            db.execute("INSERT INTO lines VALUES (?, 0, NULL, 0, ?)", (name, now))
            self.events.add("set", name, words=block)
            self.events.know(name, wanted)
        self.file.gather()
        return self.match(name)

    def pause(self, name: str | None = None) -> None:
        """Let nobody move at a table, or in the whole room."""
        self._stage(name, PAUSED)

    def start(self, name: str | None = None) -> None:
        """Let people move, at a table or in the whole room; a closed table opens again, an ended room does not."""
        self._stage(name, PLAYING)

    def end(self) -> None:
        """End the whole room's play for good: nobody moves any more, and people are told so."""
        self._stage(None, ENDED)

    def close(self, name: str) -> None:
        """End a table: it stays in the file, and nobody waits for it."""
        self._stage(name, CLOSED)

    def _stage(self, name: str | None, stage: str) -> None:
        with self.file.writing() as db:
            if stage in (PLAYING, PAUSED) and self.stage() == ENDED:
                raise RoomError(tr("The game has ended: start another game, or go back to the plan."))
            if name is None:
                self.file.set("paused", stage != PLAYING)
                self.file.set("ended", stage == ENDED)
                if stage == PLAYING:
                    db.execute("UPDATE tables SET stage=? WHERE stage=?", (PLAYING, PAUSED))
            else:
                self._table(name, "line")
                db.execute("UPDATE tables SET stage=? WHERE name=?", (stage, name))
            self.events.add(_HAPPENED[stage], name)
        if stage != PLAYING:
            self.file.gather()

    # ---- moves -------------------------------------------------------------------------------------------------

    def append(
        self, name: str, number: int, text: str, seat: Player, key: str | None = None, *, desk: bool = False
    ) -> bool:
        """Play a move, and return whether it was written; if not, somebody was quicker: look again.

        Args:
            name: the table's.
            number: how many moves come before it.
            text: the move's notation.
            seat: whose move it is; `CHANCE` for dice and cards.
            key: the key that holds the seat. A seat that nobody has taken is played without one, as is a bot's.
            desk: it is the teacher's hand, which needs no key. It can choose no die either, unless they are real ones.
        """
        match = self.match(name)
        if number != len(match):
            return False
        turn = match.state.turn()
        if seat != turn:
            words = tr("It is not {seat}’s turn: {prompt}.", seat=_seat_name(match, seat),
                       prompt=match.state.prompt())  # fmt: skip
            raise RoomError(words)
        if turn == CHANCE and self.luck != "real":
            drawn = match.game.notation(self._draw(name, match))
            if text != drawn and not desk:
                raise RoomError(tr("Dice and cards are drawn by the room at this table: nobody can choose them."))
            text = drawn
        if desk:
            event = "ready" if text == READY[0] else "played"
            return self._write(name, number, text, seat, lambda: self.events.add(event, name, seat))
        if key is None and seat >= 0 and text == READY[0] and self.promises.may_begin(name):
            return self._write(name, number, text, seat, lambda: self._end_talk(name, seat))
        if key is None and only_choice(match.state) is not None and self._is_persons(name, seat):
            return self._write(name, number, text, seat, lambda: self.events.add(ONLY, name, seat))
        if key is None and (bot := self._substitute(name, match)):
            return self._write(name, number, text, seat, lambda: self.events.add(STOOD_IN, name, seat, bot))
        return self._write(name, number, text, seat, lambda: self._check_key(name, seat, key))

    def _end_talk(self, name: str, seat: Player) -> None:
        if self._seats(name)[seat] == PERSON and self.promises.by_clock(name, seat):
            self.events.add("ready", name, seat)

    def stand_in(self, name: str, bot: str = "careful") -> None:
        """Let a bot make the one decision that a person has not made in time; `step` or a page's server plays it."""
        status = self.status(name)
        check_sitter(status.match.game, bot)
        if status.waits or status.turn < 0 or status.seats[status.turn] != PERSON:
            raise RoomError(tr("This table is not waiting for anybody."))
        note = {"line": status.line, "number": len(status.match), "bot": bot}
        if self.note(f"late/{name}") != note:
            self.keep(f"late/{name}", note)

    def _substitute(self, name: str, match: Match) -> str:
        """Return the bot that makes the decision of this moment for a person, "" if the person does."""
        note = self.note(f"late/{name}", line="f", number="f", bot="s")
        turn = match.state.turn()
        if note is None or turn < 0 or (note["line"], note["number"]) != (self._seen[name].line, len(match)):
            return ""
        return str(note["bot"]) if self._seats(name)[turn] == PERSON and note["bot"] in bots_for(match.game) else ""

    def _check_key(self, name: str, seat: Player, key: str | None) -> None:
        """Raise unless a key may move for a seat; dice that were really rolled are entered by anybody who sits here."""
        kept = self._rows("is", "SELECT seat, key FROM seats WHERE tab=?", name)
        held = {place: mark for place, mark in kept if self._is_persons(name, place)}
        if seat == CHANCE:
            allowed = list(held.values()) if self.luck == "real" else []
        else:
            allowed = [held[seat]] if seat in held else []
            if key is not None and not allowed:
                raise RoomError(tr("This seat is not yours any more: the teacher has freed it. Take a seat again."))
        if allowed and (key is None or self._hash(name, key) not in allowed):
            raise RoomError(tr("This seat is somebody else's: only its own key can make its moves."))

    def _write(self, name: str, number: int, text: str, seat: Player, check: Callable[[], None]) -> bool:
        """Check a move by the rules and write it, if its table still stands where it was looked at."""
        match, seen = self.match(name), self._seen[name]
        if number != len(match):
            return False
        if not isinstance(text, str) or len(text) > 300:
            raise IllegalMove(tr("{text} is not a line of notation.", text=brief(text)))
        if why := self._waits(name):
            raise RoomError(why)
        match.play(text)
        done = match.game.notation(match.moves[-1])
        at = max(self.file.now(), seen.since)
        try:
            with self.file.writing() as db:
                line, stage, game = self._table(name, "line, stage, game")
                (count,) = self._rows("i", "SELECT count(*) FROM moves WHERE tab=? AND line=?", name, line)[0]
                held = self.file.fact("paused", bool) or game != self.game  # perhaps since this program looked
                if written := (line, stage, count) == (seen.line, PLAYING, number) and not held:
                    check()
                    db.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", (name, line, number, done, seat, at))
                    period, over = match.state.period(), match.over
                    db.execute("UPDATE tables SET period=?, over=? WHERE name=?", (period, over, name))
        except BaseException:
            _take_back(match)
            raise
        if not written:
            _take_back(match)
            return False
        seen.count, seen.since = number + 1, at
        if match.over or match.state.period() != match.states[-2].period():
            self.file.gather()
        return True

    def rewind(self, name: str, number: int) -> int:
        """Go back to a moment, and return the number of the new line; the old one stays in the file.

        What was drawn on the old line tells nothing about the new one, unless tables share a tape.
        """
        match = self.match(name)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= len(match):
            words = tr(
                "Table {name} cannot go back to move {number}: it has {count} moves.",
                name=name,
                number=brief(number),
                count=len(match),
            )
            raise RoomError(words)
        state = match.states[number]
        with self.file.writing() as db:
            old = self._table(name, "line")
            self.events.add("back", name, words=number)
            self.promises.forget(name, state)
            self.clock.start(0, table=name)  # a talk to which it goes back has its whole time again
            (line,) = self._rows("i", "SELECT max(line) + 1 FROM lines WHERE tab=?", name)[0]
            at = max(self.file.now(), self._seen[name].since)
            db.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (name, line, old, number, at))
            sql = (
                "INSERT INTO moves SELECT tab, ?, number, text, seat, at FROM moves WHERE tab=? AND line=? AND number<?"
            )
            db.execute(sql, (line, name, old, number))
            over = state.turn() == OVER
            db.execute("UPDATE tables SET line=?, period=?, over=? WHERE name=?", (line, state.period(), over, name))
        return int(line)

    def history(self, name: str) -> list[dict[str, Any]]:
        """Return every move of every line of a table, with its seat and its time, as rows for a file."""
        sql = "SELECT line, number, text, seat, at FROM moves WHERE tab=? ORDER BY line, number"
        self._table(name, "line")
        heads = ("line", "number", "move", "seat", "at")
        return [dict(zip(heads, row, strict=True)) for row in self._rows("iisif", sql, name)]

    def answers(self) -> list[Answer]:
        """Return all that people answered at their seats, in every game of the room."""
        return self.questions.all()

    def talks(self) -> list[Talk]:
        """Return every person's part in every talk: what was agreed, what was caught, and whether it was kept."""
        return self.promises.all()

    # ---- what moves by itself ----------------------------------------------------------------------------------

    def _draw(self, name: str, match: Match) -> Move:
        """Return what chance draws now: the same in every program, and known to nobody who has not the secret."""
        if self.luck == "tape" and self._table(name, "block") != OUTSIDE:
            return self.on_tape(name, match.state, place_on_tape(match))
        return match.state.sample(self._generator(name, CHANCE))

    def _generator(self, name: str, seat: Player) -> Random:
        seen = self._seen[name]
        return Random(f"{self._table(name, 'secret')}/{seen.line}/{seen.count}/{seat}")

    def mover(self, name: str) -> tuple[Player, Callable[[], str]] | None:
        """Return who moves by itself now and a function that finds its move: chance, a bot, or who has one choice only.

        The function touches no file: a slow bot may think in a process of its own. `append` plays what it returns.
        """
        count = -1
        while len(match := self.match(name)) != count:  # until nobody moved while the rest was read
            count, turn = len(match), match.state.turn()
            waits, seats = self._waits(name), self._seats(name)
            person = turn >= 0 and seats[turn] == PERSON
            late = person and tuple(match.state.moves()) == (READY,) and self.promises.may_begin(name)
            only = READY if late else only_choice(match.state) if person else None
            bot = self._substitute(name, match) if person and only is None else ""
        game = match.game
        if turn == OVER or waits:
            return None
        if person and not bot:
            return None if only is None else (turn, lambda: game.notation(only))  # no process need be asked
        if bot:
            seats = [*seats[:turn], bot, *seats[turn + 1 :]]
        entered = self.luck == "real" and PERSON in seats  # where only bots sit, nobody could enter a die
        drawn = self._draw(name, match) if turn == CHANCE and not entered else None
        chance = None if drawn is None else lambda state: drawn
        found = mover_of(match, seats, bots_for(game), chance, lambda: self._generator(name, turn))
        return None if found is None else (turn, partial(_noted, game, found.think))

    def step(self, name: str) -> bool:
        """Let the move be made that comes by itself, if there is one (`mover`); True if it was written here.

        False also if another program was quicker, or paused the table meanwhile: then one looks again.
        """
        found, seen = self.mover(name), self._seen[name]
        before = seen.line, seen.count
        if found is None:
            return False
        seat, think = found
        with outside():
            text = think()
        try:
            return self.append(name, before[1], text, seat)
        except (RoomError, IllegalMove):
            now = self._seen[name]
            if (now.line, now.count) == before and self.mover(name) is not None:
                raise
            return False

    def run(self, name: str, limit: int = 10_000) -> State:
        """Let chance and bots move until a person is to choose, and return the moment."""
        for _ in range(limit):
            if not self.step(name) and self.mover(name) is None:
                break
        return self.match(name).state


def _noted(game: type[State], think: Callable[[], Move]) -> str:
    """Find a move, and return it in the game's notation."""
    return game.notation(think())


def _take_back(match: Match) -> None:
    """Forget a move that was tried and not written."""
    match.undo()
    match.undone.clear()


def _seat_name(match: Match, seat: object) -> str:
    known = isinstance(seat, int) and -2 <= seat < match.seats
    return match.state.seat_name(seat) if known and isinstance(seat, int) else f"seat {brief(seat)}"
