"""Tables as the file has them: what each plays, how it stands, and which key holds which seat."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

from fishlab.bots import bots_for
from fishlab.codes import BadCode, brief
from fishlab.core import OVER, IllegalMove, Move, Player, State
from fishlab.match import Match
from fishlab.messages import tr
from fishlab.one_at_a_time import OneAtATime, alone
from fishlab.room.store.events import KEY, TAKEN, Events
from fishlab.room.store.file import Damaged, RoomError, RoomFile, read_json
from fishlab.room.store.keys import hash_key, new_key, plain_key, same_hash
from fishlab.room.store.luck import LUCKS
from fishlab.room.store.sitters import check_seat
from fishlab.session import PERSON

PLAYING, PAUSED, CLOSED, ENDED = "playing", "paused", "closed", "ended"
OUTSIDE: Final = -1
"""The block of tables that are compared with no other: they have dice of their own, and wait for nobody."""
_COLUMNS: Final = {
    "header": "s", "seats": "s", "secret": "s", "line": "i", "stage": "s", "period": "i", "over": "i", "since": "f",
    "game": "i", "block": "i",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Status:
    """How a table stands.

    Attributes:
        name: the table's.
        match: the game so far.
        seats: for each seat "person" or a bot's name.
        taken: for each seat whether a person has taken it; nobody has one that a bot plays.
        stage: "playing", "paused" or "closed".
        waits: why nobody can move now, "" if somebody can.
        turn: the seat to act, `CHANCE` or `OVER`.
        since: when it became its turn, in seconds since 1970.
        line: how often the table went back.
        seen: for each seat when somebody was last seen there, in seconds since 1970; None if nobody was.
        game: to which game of the room it belongs, counted from 1.
        block: with which tables it was filled, from 0 on; `OUTSIDE` for a table that was set while others played.
    """

    name: str
    match: Match
    seats: tuple[str, ...]
    taken: tuple[bool, ...]
    stage: str
    waits: str
    turn: Player
    since: float
    line: int
    seen: tuple[float | None, ...]
    game: int
    block: int

    @property
    def period(self) -> int:
        """The year or round that is played, 0 in a game without them."""
        return self.match.state.period()

    @property
    def ended(self) -> bool:
        """Whether nothing is played there any more: the game is over, or the table was closed."""
        return self.turn == OVER or self.stage == CLOSED

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's score so far."""
        return self.match.state.scores()

    @property
    def free(self) -> tuple[Player, ...]:
        """The people's seats that nobody has taken."""
        pairs = enumerate(zip(self.seats, self.taken, strict=True))
        return tuple(seat for seat, (who, taken) in pairs if who == PERSON and not taken)


@dataclass
class _Seen:
    """What this program has read of a table, which its secret tells from others that had its name."""

    secret: str
    line: int
    match: Match
    count: int
    since: float


class Tables(OneAtATime):
    """The tables of a room's file, made if it is not there; see `Room`, which plays at them."""

    def __init__(
        self, path: str | os.PathLike[str], *, moved: bool = False, clock: Callable[[], float] = time.time
    ) -> None:
        self._seen: dict[str, _Seen] = {}
        self.file = RoomFile(path, moved=moved, clock=clock)
        self.path: Path = self.file.path
        self.events = Events(self.file)

    @property
    def luck(self) -> str:
        """Where luck comes from: each table's own secret, a tape for each block, or real dice; set it before a move."""
        found = self.file.get("luck")
        if found not in LUCKS:
            raise Damaged
        return str(found)

    @luck.setter
    @alone
    def luck(self, luck: str) -> None:
        if luck not in LUCKS:
            choices = ", ".join(map(repr, LUCKS))
            raise RoomError(tr("luck={luck} is not possible: choose {choices}.", luck=brief(luck), choices=choices))
        with self.file.writing():
            sql = "SELECT 1 FROM moves JOIN tables ON name=tab WHERE game=? LIMIT 1"
            if luck != self.luck and self.file.rows("i", sql, self.game):
                raise RoomError(tr("The first move has been made: it is too late to change where luck comes from."))
            for name in self.tables():
                self._check_luck(luck, self.match(name).game)
            self.file.set("luck", luck)

    @staticmethod
    def _check_luck(luck: str, game: type[State]) -> None:
        if luck == "tape" and not game.counts:
            words = tr(
                "{game} has no years that could start for all tables together: let each table have its own luck.",
                game=game.title,
            )
            raise RoomError(words)

    @property
    def game(self) -> int:
        """Which game of the room is played: the first, or a later one of the same people."""
        found = self.file.get("game")
        if not isinstance(found, int | None):
            raise Damaged
        return found or 1

    def tables(self, *, every: bool = False) -> list[str]:
        """Return the tables' names, in the order in which they were set; `every`: those of earlier games too."""
        sql = "SELECT name FROM tables WHERE ? OR game=? ORDER BY place"
        return [name for (name,) in self._rows("s", sql, every, self.game)]

    def _rows(self, kinds: str, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.file.rows(kinds, sql, *values)

    def _table(self, name: str, what: str) -> Any:
        """Return one thing about a table; `RoomError` if there is no such table."""
        kinds = "".join(_COLUMNS[column] for column in what.split(", "))
        found = self._rows(kinds, f"SELECT {what} FROM tables WHERE name=?", name)
        if not found:
            words = tr(
                "There is no table {name} in this room: choose {names}.",
                name=brief(name),
                names=", ".join(self.tables()) or tr("none yet"),
            )
            raise RoomError(words)
        return found[0] if "," in what else found[0][0]

    def match(self, name: str) -> Match:
        """Return a table's match as it stands in the file: to be looked at, and played with `append` only."""
        secret, line = self._table(name, "secret, line")
        seen = self._seen.get(name)
        if seen is None or (seen.secret, seen.line) != (secret, line) or len(seen.match) != seen.count:
            header, since = self._table(name, "header, since")
            try:
                seen = _Seen(secret, line, Match.from_json(header), 0, since)
            except BadCode as why:
                raise Damaged(tr("Table {name} cannot be read: {why}", name=name, why=why)) from None
        sql = "SELECT number, text, at FROM moves WHERE tab=? AND line=? AND number>=? ORDER BY number"
        for number, text, at in self._rows("isf", sql, name, line, seen.count):
            if number != seen.count or len(seen.match) != seen.count:
                words = tr(
                    "Table {name} cannot be read: its move {number} is missing.", name=name, number=seen.count + 1
                )
                raise Damaged(words)
            try:
                seen.match.play(text)
            except IllegalMove as why:
                words = tr(
                    "Move {number} of table {name} ({move}) breaks a rule: {why}",
                    number=seen.count + 1,
                    name=name,
                    move=text[:60],
                    why=why,
                )
                raise Damaged(words) from None
            seen.count, seen.since = seen.count + 1, at
        self._seen[name] = seen
        return seen.match

    def _seats(self, name: str) -> list[str]:
        """Return for each seat "person" or a bot's name."""
        found, match = read_json(self._table(name, "seats")), self.match(name)
        known = [PERSON, *bots_for(match.game)]
        if not isinstance(found, list) or len(found) != match.seats or any(who not in known for who in found):
            words = tr("Table {name} cannot be read: nobody knows who sits there ({who}).", name=name, who=brief(found))
            raise Damaged(words)
        return found

    def stage(self, name: str | None = None) -> str:
        """Return whether a table is "playing", "paused" or "closed", also of one that cannot be read.

        Without a name, whether the whole room is "playing", "paused" or "ended".
        """
        paused = self.file.fact("paused", bool)
        if name is None:
            return ENDED if self.file.get("ended") is True else PAUSED if paused else PLAYING
        stage: str = self._table(name, "stage")
        if stage not in (PLAYING, PAUSED, CLOSED):
            words = tr(
                "Table {name} cannot be read: it is not known whether it is playing ({stage}).",
                name=name,
                stage=brief(stage),
            )
            raise Damaged(words)
        return PAUSED if stage == PLAYING and paused else stage

    def begun(self) -> bool:
        """Return whether the game has been started, though it may be paused and no move made: a talk comes first."""
        last = "SELECT coalesce(max(change), 0) FROM events WHERE kind='game'"
        started = f"SELECT 1 FROM events WHERE kind='started' AND tab IS NULL AND change>({last}) LIMIT 1"
        moved = "SELECT 1 FROM moves JOIN tables ON name=tab WHERE game=? LIMIT 1"
        return self.stage() != PAUSED or bool(self._rows("i", started) or self._rows("i", moved, self.game))

    def statuses(self, *, every: bool = False) -> tuple[list[Status], dict[str, str]]:
        """Return how every table stands that can be read, and of each other one why it cannot.

        Args:
            every: tables of earlier games too.
        """
        found: list[Status] = []
        unread: dict[str, str] = {}
        for name in self.tables(every=every):
            try:
                found.append(self.status(name))
            except Damaged as why:
                unread[name] = str(why)
        return found, unread

    def status(self, name: str) -> Status:
        """Return how a table stands."""
        match = self.match(name)
        taken = {seat for (seat,) in self._rows("i", "SELECT seat FROM seats WHERE tab=?", name)}
        there = dict(self._rows("if", "SELECT seat, at FROM presence WHERE tab=?", name))
        since, line, seats = self._seen[name].since, self._seen[name].line, tuple(self._seats(name))
        return Status(
            name,
            match,
            seats,
            tuple(seat in taken and who == PERSON for seat, who in enumerate(seats)),
            self.stage(name),
            self._waits(name),
            match.state.turn(),
            since,
            line,
            tuple(there.get(seat) for seat in range(match.seats)),
            *self._table(name, "game, block"),
        )

    def _waits(self, name: str) -> str:
        """Return why nobody can move at a table now, "" if somebody can."""
        stage, (period, over, game, block) = self.stage(name), self._table(name, "period, over, game, block")
        if stage == CLOSED:
            return tr("The teacher has closed this table.")
        if over:
            return tr("The game is over.")
        if game != self.game:
            return tr("This game is over: another one has begun.")
        if stage == PAUSED and self.stage() == ENDED:
            return tr("The teacher has ended the game: it is kept as it stands.")
        if stage == PAUSED and not self.begun():
            return tr("The game has not begun yet: your teacher will start it.")
        if stage == PAUSED:
            return tr("The game is paused: your teacher will go on with it.")
        if self.luck != "tape" or block == OUTSIDE or period <= self.file.fact("opened", int):
            return ""
        sql = "SELECT min(period) FROM tables WHERE stage!=? AND NOT over AND game=? AND block!=?"
        slowest = self._rows("I", sql, CLOSED, game, OUTSIDE)[0][0]
        if slowest is None or period <= slowest:
            return ""
        if self.match(name).game.counts == "year":
            told = tr(
                "Year {next} starts for all tables together, when every table has finished year {now}.",
                next=period,
                now=slowest,
            )
        else:
            told = tr(
                "Round {next} starts for all tables together, when every table has finished round {now}.",
                next=period,
                now=slowest,
            )
        return told

    def on_tape(self, name: str, state: State, place: str = "") -> Move:
        """Return what the tape of a table's block shows at a moment: each block and each game has dice of its own.

        Tables that roll other dice have a tape as well: it tells what a die might have shown that nobody rolled.
        """
        game, block = self._table(name, "game, block")
        place = place or repr(state.luck_place())
        return state.sample(Random(f"{self.file.seed(game)}/{game}/{block}/{place}"))

    def _hash(self, name: str, key: object) -> str:
        return hash_key(key, self._table(name, "secret"))

    def claim(self, name: str, seat: int, key: str) -> bool:
        """Take a seat with a key of one's own, or come back to it; True if it is this key's now."""
        seat = check_seat(name, seat, len(self._seats(name)))
        if len(plain_key(key)) < 6:
            raise RoomError(tr("A key needs at least six letters or digits."))
        with self.file.writing() as db:
            who, word = self._seats(name)[seat], self.match(name).state.seat_name(seat)
            if who != PERSON:
                words = tr(
                    "{seat} of table {name} is played by a bot ({bot}): choose another seat.",
                    seat=word,
                    name=name,
                    bot=who,
                )
                raise RoomError(words)
            mine = self._hash(name, key)
            if holder := self._rows("s", "SELECT key FROM seats WHERE tab=? AND seat=?", name, seat):
                if same_hash(holder[0][0], mine):
                    return True
                words = tr(
                    "{seat} of table {name} is taken. Was it you, on another page? Type that page's key, or ask "
                    "the teacher to free the seat.",
                    seat=word,
                    name=name,
                )
                raise RoomError(words)
            if held := self.place_of(key):
                raise RoomError(tr("This key already holds another seat, at table {name}.", name=held[0]))
            if self._table(name, "stage") == CLOSED:
                raise RoomError(tr("Table {name} is closed: choose another one.", name=name))
            if name not in self.tables():
                raise RoomError(tr("The game of table {name} is over: choose a table of this game.", name=name))
            self.events.know(name, self._seats(name))
            db.execute("INSERT INTO seats VALUES (?, ?, ?, ?)", (name, seat, mine, self.file.now()))
            self.events.add(TAKEN, name, seat, PERSON)
        return True

    def renew_key(self, name: str, seat: int) -> str:
        """Return a new key for a seat that somebody has: its person comes in with it from another device.

        The key before is void from now on, and the person stays the same.
        """
        seat, key = check_seat(name, seat, len(self._seats(name))), new_key()
        with self.file.writing() as db:
            sql = "UPDATE seats SET key=? WHERE tab=? AND seat=?"
            if not db.execute(sql, (self._hash(name, key), name, seat)).rowcount:
                raise RoomError(tr("Nobody has this seat: anyone who joins can take it."))
            db.execute("DELETE FROM presence WHERE tab=? AND seat=?", (name, seat))
            self.events.add(KEY, name, seat)
        return key

    def find(self, key: str) -> tuple[str, Player] | None:
        """Return the table and the seat that a key holds, None if it holds none, or one that a bot plays."""
        found = self.place_of(key)
        return found if found is not None and self._is_persons(*found) else None

    def is_lent(self, key: str) -> bool:
        """Return whether a bot plays the seat of a key: its person has it again when the teacher returns it."""
        found = self.place_of(key)
        return found is not None and not self._is_persons(*found)

    def _is_persons(self, name: str, seat: Player) -> bool:
        found = read_json(self._table(name, "seats"))  # and nothing of the match, which may be in the middle of a move
        return isinstance(found, list) and found[seat : seat + 1] == [PERSON]

    def place_of(self, key: str) -> tuple[str, Player] | None:
        """Return the table and the seat of a key, whoever plays it now."""
        sql = "SELECT tab, seat, key, secret FROM seats JOIN tables ON name=tab"
        for name, seat, kept, secret in self._rows("siss", sql):
            if same_hash(kept, hash_key(key, secret)):
                return name, seat
        return None

    def holds(self, name: str, seat: int, key: str) -> bool:
        """Return whether a key holds a seat, and no bot plays it."""
        found = self._rows("s", "SELECT key FROM seats WHERE tab=? AND seat=?", name, seat)
        return bool(found) and self._is_persons(name, seat) and same_hash(found[0][0], self._hash(name, key))
