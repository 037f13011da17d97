"""Tables in a room: who sits where, whose move it is, what moves by itself, and what the teacher may do."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from fishlab import GAMES
from fishlab.codes import BadCode, brief
from fishlab.core import CHANCE, OVER, IllegalMove, Match, Move, Player, State
from fishlab.messages import tr
from fishlab.one_at_a_time import outside
from fishlab.players import bots_for
from fishlab.room.file import SITTERS, Damaged, RoomError, RoomFile, read_json
from fishlab.room.luck import LUCKS, period_of, period_word, place_on_tape
from fishlab.room.sitters import Sitter, hands_of, line_of_moves
from fishlab.session import PERSON, mover_of

PLAYING, PAUSED, CLOSED = "playing", "paused", "closed"
KEY_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""What keys are made of: nothing that is easily taken for something else."""
LONGEST_NAME: Final = 40
_READY: Final[Move] = ("ready",)
_COLUMNS: Final = {
    "header": "s", "seats": "s", "secret": "s", "line": "i", "stage": "s", "period": "i", "over": "i", "since": "f",
}  # fmt: skip
_CLOCK: Final = {"from": "f", "seconds": "f", "words": "s"}


@dataclass(frozen=True, slots=True)
class Status:
    """How a table stands.

    Attributes:
        name: the table's.
        match: the game so far.
        seats: for each seat "person" or a bot's name.
        taken: for each seat whether a person has taken it.
        stage: "playing", "paused" or "closed".
        waits: why nobody can move now, "" if somebody can.
        turn: the seat to act, `CHANCE` or `OVER`.
        since: when it became its turn, in seconds since 1970.
        line: how often the table went back.
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

    @property
    def period(self) -> int:
        """The year or round that is played, 0 in a game without them."""
        return period_of(self.match.state)

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
    """What this program has read of a table."""

    line: int
    match: Match
    count: int
    since: float


def new_key() -> str:
    """Return a key for a seat: short enough to be typed on another device, and hard to guess."""
    signs = "".join(secrets.choice(KEY_SIGNS) for _ in range(8))
    return f"{signs[:4]}-{signs[4:]}"


def plain_key(text: object) -> str:
    """Return a key as it is compared: however it was typed, with capitals, spaces or without its hyphen."""
    return "".join(sign for sign in str(text)[:200].lower() if sign.isalnum())


class Room(RoomFile):
    """A room in a file, made if it is not there: `Room("class.room").open("Table 1", "boom", 4)`.

    Args:
        path: the file; its folder must be there.
        moved: take over a room that was made on another machine. Nobody may use it there any more.
        clock: returns the time in seconds since 1970.
    """

    def __init__(
        self, path: str | os.PathLike[str], *, moved: bool = False, clock: Callable[[], float] = time.time
    ) -> None:
        self._seen: dict[str, _Seen] = {}
        super().__init__(path, moved=moved, clock=clock)

    # ---- the whole room --------------------------------------------------------------------------------------

    @property
    def luck(self) -> str:
        """Where luck comes from: "own", "tape" or "real"."""
        found = self._get("luck")
        if found not in LUCKS:
            raise Damaged
        return str(found)

    def draw_from(self, luck: str) -> None:
        """Let luck come from each table's own secret, from one tape for all, or from real dice; before any move."""
        if luck not in LUCKS:
            raise RoomError(f"luck={brief(luck)} is not possible: choose {', '.join(map(repr, LUCKS))}.")
        with self._writing():
            if luck != self.luck and self._rows("i", "SELECT 1 FROM moves LIMIT 1"):
                raise RoomError("The first move has been made: where luck comes from cannot be changed any more.")
            for name in self.tables():
                self._check_luck(luck, self.match(name).game)
            self._set("luck", luck)

    @staticmethod
    def _check_luck(luck: str, game: type[State]) -> None:
        if luck == "tape" and not period_word(game):
            raise RoomError(
                f"{game.title} has no years that could open for all tables together: let each table have its own luck."
            )

    def start_clock(self, seconds: float, words: str = "", table: str | None = None) -> None:
        """Start the clock that all pages show, or those of one table, such as its time to talk; 0 takes it away."""
        told = {"from": self._clock(), "seconds": max(0, seconds), "words": words} if seconds > 0 else None
        self.keep("clock" if table is None else f"clock/{table}", told)

    def clock_note(self, table: str | None = None) -> dict[str, Any] | None:
        """Return the clock as it was started, a table's own before the room's: `from`, `seconds` and `words`."""
        own = None if table is None else self.note(f"clock/{table}", **_CLOCK)
        found: dict[str, Any] | None = own or self.note("clock", **_CLOCK)
        return found

    def clock(self, table: str | None = None) -> tuple[float, str] | None:
        """Return the seconds that are left and what they are for, None without a clock."""
        found = self.clock_note(table)
        if not found:
            return None
        left = found["from"] + found["seconds"] - self._clock()
        return min(max(0.0, left), found["seconds"]), found["words"]

    def time_is_up(self, name: str) -> bool:
        """Return whether the clock has ended the talk of a table: the seat to act can only say that it is ready.

        A talk that began after the clock ran out has the time that it needs, or a new clock.
        """
        found = self.clock_note(name)
        if not found or tuple(self.match(name).state.moves()) != (_READY,):
            return False
        end = found["from"] + found["seconds"]
        sql = "SELECT max(at) FROM moves WHERE tab=? AND line=? AND text!=?"
        (began,) = self._rows("F", sql, name, self.line(name), _READY[0])[0]
        return bool(self._clock() >= end >= (self._table(name, "since") if began is None else began))

    def announce(self, words: str) -> None:
        """Let all pages show a line of the teacher's; "" takes it away."""
        self.keep("announcement", words[:300])

    def announcement(self) -> str:
        """Return the teacher's line."""
        return str(self.note("announcement") or "")

    # ---- tables ----------------------------------------------------------------------------------------------

    def open(
        self,
        name: str,
        game: str | type[State],
        players: int | None = None,
        seats: Sequence[str] | None = None,
        **options: Any,
    ) -> Match:
        """Set a table and return its match; it plays at once unless the room is paused.

        Args:
            name: the table's, as people read it.
            game: a game's name or class.
            players: how many play; the fewest without it.
            seats: for each seat "person" or a bot's name; people without it.
            options: the game's own.
        """
        if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
            raise RoomError(f"{brief(name)} is not a table's name: choose up to {LONGEST_NAME} letters and digits.")
        if isinstance(game, str) and game not in GAMES:
            raise RoomError(f"{brief(game)} is not a game here: choose {', '.join(GAMES)}.")
        try:
            match = Match(GAMES[game] if isinstance(game, str) else game, players, **options)
        except (ValueError, TypeError) as why:
            raise RoomError(f"Table {name} cannot be set: {why}") from None
        self._check_luck(self.luck, match.game)
        wanted = [PERSON] * match.seats if seats is None else list(seats)
        if len(wanted) != match.seats:
            raise RoomError(f"seats={wanted!r} names {len(wanted)} seats, but {match.seats} play.")
        for who in wanted:
            _check_sitter(match.game, who)
        now = self._clock()
        with self._writing() as db:
            if self._rows("i", "SELECT 1 FROM tables WHERE name=?", name):
                raise RoomError(f"There is a table {name} already: choose another name.")
            (place,) = self._rows("i", "SELECT coalesce(max(place), 0) + 1 FROM tables")[0]
            period, over = period_of(match.state), match.over
            row = (name, place, match.to_json(), json.dumps(wanted), secrets.token_hex(16), 0, PLAYING, period, over)
            db.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, now))
            db.execute("INSERT INTO lines VALUES (?, 0, NULL, 0, ?)", (name, now))
            self._know_sitters(name)
        self.gather()
        return self.match(name)

    def tables(self) -> list[str]:
        """Return the tables' names, in the order in which they were set."""
        return [name for (name,) in self._rows("s", "SELECT name FROM tables ORDER BY place")]

    def _table(self, name: str, what: str) -> Any:
        """Return one thing about a table; `RoomError` if there is no such table."""
        kinds = "".join(_COLUMNS[column] for column in what.split(", "))
        found = self._rows(kinds, f"SELECT {what} FROM tables WHERE name=?", name)
        if not found:
            names = ", ".join(self.tables()) or "none yet"
            raise RoomError(f"There is no table {brief(name)} in this room: there is {names}.")
        return found[0] if "," in what else found[0][0]

    def match(self, name: str) -> Match:
        """Return a table's match as it stands in the file: to be looked at, and played with `append` only."""
        line = self._table(name, "line")
        seen = self._seen.get(name)
        if seen is None or seen.line != line or len(seen.match) != seen.count:
            header, since = self._table(name, "header, since")
            try:
                seen = _Seen(line, Match.from_json(header), 0, since)
            except BadCode as why:
                raise Damaged(f"Table {name} cannot be read: {why}") from None
        sql = "SELECT number, text, at FROM moves WHERE tab=? AND line=? AND number>=? ORDER BY number"
        for number, text, at in self._rows("isf", sql, name, line, seen.count):
            if number != seen.count or len(seen.match) != seen.count:
                raise Damaged(f"Table {name} cannot be read: its move {seen.count + 1} is missing.")
            try:
                seen.match.play(text)
            except IllegalMove as why:
                raise Damaged(f"Move {seen.count + 1} of table {name} ({text[:60]}) breaks a rule: {why}") from None
            seen.count, seen.since = seen.count + 1, at
        self._seen[name] = seen
        return seen.match

    def line(self, name: str) -> int:
        """Return how often a table went back."""
        return int(self._table(name, "line"))

    def seats(self, name: str) -> list[str]:
        """Return for each seat "person" or a bot's name."""
        found, match = read_json(self._table(name, "seats")), self.match(name)
        known = [PERSON, *bots_for(match.game)]
        if not isinstance(found, list) or len(found) != match.seats or any(who not in known for who in found):
            raise Damaged(f"Table {name} cannot be read: nobody knows who sits there ({brief(found)}).")
        return found

    def stage(self, name: str) -> str:
        """Return whether a table is "playing", "paused" or "closed"; also of one that cannot be read."""
        stage: str = self._table(name, "stage")
        if stage not in (PLAYING, PAUSED, CLOSED):
            raise Damaged(f"Table {name} cannot be read: nobody knows whether it plays ({brief(stage)}).")
        return PAUSED if stage == PLAYING and self._fact("paused", bool) else stage

    def statuses(self) -> tuple[list[Status], dict[str, str]]:
        """Return how every table stands that can be read, and of each other one why it cannot."""
        found: list[Status] = []
        unread: dict[str, str] = {}
        for name in self.tables():
            try:
                found.append(self.status(name))
            except Damaged as why:
                unread[name] = str(why)
        return found, unread

    def status(self, name: str) -> Status:
        """Return how a table stands."""
        match = self.match(name)
        taken = {seat for (seat,) in self._rows("i", "SELECT seat FROM seats WHERE tab=?", name)}
        since, line = self._seen[name].since, self._seen[name].line
        return Status(
            name,
            match,
            tuple(self.seats(name)),
            tuple(seat in taken for seat in range(match.seats)),
            self.stage(name),
            self.waits(name),
            match.state.turn(),
            since,
            line,
        )

    def pause(self, name: str | None = None) -> None:
        """Let nobody move at a table, or in the whole room."""
        self._stage(name, PAUSED)

    def start(self, name: str | None = None) -> None:
        """Let people move, at a table or in the whole room; a closed table opens again."""
        self._stage(name, PLAYING)

    def end(self) -> None:
        """End the whole room's play: as a pause, but people are told that it is over; `start` takes it up again."""
        self._stage(None, PAUSED, ended=True)

    @property
    def paused(self) -> bool:
        """Whether the whole class is paused."""
        return bool(self._fact("paused", bool))

    @property
    def ended(self) -> bool:
        """Whether the teacher has ended the play."""
        return self._get("ended") is True

    def close(self, name: str) -> None:
        """End a table: it stays in the file, and nobody waits for it."""
        self._stage(name, CLOSED)

    def _stage(self, name: str | None, stage: str, *, ended: bool = False) -> None:
        with self._writing() as db:
            if name is None:
                self._set("paused", stage == PAUSED)
                self._set("ended", ended)
                if stage == PLAYING:
                    db.execute("UPDATE tables SET stage=? WHERE stage=?", (PLAYING, PAUSED))
            else:
                self._table(name, "line")
                db.execute("UPDATE tables SET stage=? WHERE name=?", (stage, name))
        if stage != PLAYING:
            self.gather()

    def waits(self, name: str) -> str:
        """Return why nobody can move at a table now, "" if somebody can."""
        stage, (period, over) = self.stage(name), self._table(name, "period, over")
        if stage == CLOSED:
            return "The teacher has closed this table."
        if over:
            return "The game is over."
        if stage == PAUSED and self.ended:
            return tr("The teacher has ended the game: it is kept as it stands.")
        if stage == PAUSED:
            return "The game is paused: the teacher starts it."
        if self.luck != "tape" or period <= self._fact("opened", int):
            return ""
        sql = "SELECT min(period) FROM tables WHERE stage!=? AND NOT over"
        slowest = self._rows("I", sql, CLOSED)[0][0]
        if slowest is None or period <= slowest:
            return ""
        word = period_word(self.match(name).game)
        return f"{word} {period} opens for all tables together, when every table has finished {word.lower()} {slowest}."

    def open_year(self, year: int) -> None:
        """Let tables play up to this year or round, however far the others are."""
        with self._writing():
            self._set("opened", max(int(year), self._fact("opened", int)))

    # ---- seats -----------------------------------------------------------------------------------------------

    def _check_seat(self, name: str, seat: object) -> int:
        count = len(self.seats(name))
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < count:
            raise RoomError(f"There is no seat {brief(seat)} at table {name}: its seats are 0 to {count - 1}.")
        return seat

    def _hash(self, name: str, key: object) -> str:
        salt = str(self._table(name, "secret")).encode()[:16]
        return hashlib.blake2b(plain_key(key).encode(), salt=salt, digest_size=16).hexdigest()

    def claim(self, name: str, seat: int, key: str) -> bool:
        """Take a seat with a key of one's own, or come back to it; True if it is this key's now."""
        seat = self._check_seat(name, seat)
        if len(plain_key(key)) < 6:
            raise RoomError("A key needs six letters or digits at least.")
        with self._writing() as db:
            who, word = self.seats(name)[seat], self.match(name).state.seat_name(seat)
            if who != PERSON:
                raise RoomError(f"{word} of table {name} is a bot's ({who}): choose another seat.")
            mine = self._hash(name, key)
            if holder := self._rows("s", "SELECT key FROM seats WHERE tab=? AND seat=?", name, seat):
                if _same(holder[0][0], mine):
                    return True
                raise RoomError(
                    f"{word} of table {name} is taken. Was it you, on another page? Type that page's key, or let the "
                    "teacher free the seat."
                )
            if held := self.find(key):
                raise RoomError(f"This key holds another seat already, at table {held[0]}.")
            if self._table(name, "stage") == CLOSED:
                raise RoomError(f"Table {name} is closed: choose another one.")
            self._know_sitters(name)
            db.execute("INSERT INTO seats VALUES (?, ?, ?, ?)", (name, seat, mine, self._clock()))
            self._keep_sitter(name, seat, PERSON, taken=True)
        return True

    def find(self, key: str) -> tuple[str, Player] | None:
        """Return the table and the seat that a key holds, None if it holds none."""
        for name, seat, kept in self._rows("sis", "SELECT tab, seat, key FROM seats JOIN tables ON name=tab"):
            if _same(kept, self._hash(name, key)):
                return name, seat
        return None

    def holds(self, name: str, seat: int, key: str) -> bool:
        """Return whether a key holds a seat."""
        found = self._rows("s", "SELECT key FROM seats WHERE tab=? AND seat=?", name, seat)
        return bool(found) and _same(found[0][0], self._hash(name, key))

    def free(self, name: str, seat: int) -> bool:
        """Let another person take a seat; True if somebody had it."""
        seat = self._check_seat(name, seat)
        with self._writing() as db:
            self._know_sitters(name)
            found = db.execute("DELETE FROM seats WHERE tab=? AND seat=?", (name, seat)).rowcount > 0
            if found:
                self._keep_sitter(name, seat, PERSON, taken=False)
        return found

    def sit(self, name: str, seat: int, who: str) -> None:
        """Give a seat to a bot, or to people again; a person who had it has it no more."""
        seat = self._check_seat(name, seat)
        _check_sitter(self.match(name).game, who)
        with self._writing() as db:
            seats = self.seats(name)
            self._know_sitters(name)
            if seats[seat] != who:
                self._keep_sitter(name, seat, who, taken=False)
            seats[seat] = who
            db.execute("UPDATE tables SET seats=? WHERE name=?", (json.dumps(seats), name))
            if who != PERSON:
                db.execute("DELETE FROM seats WHERE tab=? AND seat=?", (name, seat))

    def _know_sitters(self, name: str) -> None:
        """Keep who sits at a table, if nothing is kept of it yet: it is new, or its file is an older Fishlab's."""
        self._db.execute(SITTERS)
        if not self._rows("i", "SELECT 1 FROM sitters WHERE tab=? LIMIT 1", name):
            taken = self._rows("i", "SELECT seat FROM seats WHERE tab=?", name)
            for seat, who in enumerate(self.seats(name)):
                self._keep_sitter(name, seat, who, taken=(seat,) in taken)

    def _keep_sitter(self, name: str, seat: int, who: str, *, taken: bool) -> None:
        """Keep that a seat has another sitter from the next move on."""
        line = self._table(name, "line")
        (number,) = self._rows("i", "SELECT count(*) FROM moves WHERE tab=? AND line=?", name, line)[0]
        row = (name, seat, who, taken, line, number, self._clock())
        self._db.execute("INSERT INTO sitters VALUES (NULL, ?, ?, ?, ?, ?, ?, ?)", row)

    def sitters(self, name: str) -> list[Sitter]:
        """Return every change of a table's sitters, in order; nothing of a room that was made before this was kept."""
        self._table(name, "line")
        if not self._rows("i", "SELECT 1 FROM sqlite_master WHERE name='sitters'"):
            return []
        known, people, found = [PERSON, *bots_for(self.match(name).game)], Counter[int](), []
        sql = "SELECT seat, who, taken, line, number, at FROM sitters WHERE tab=? ORDER BY change"
        for seat, who, taken, line, number, at in self._rows("isiiif", sql, name):
            if who not in known:
                raise Damaged(f"Table {name} cannot be read: nobody knows who sat there ({brief(who)}).")
            people[seat] += bool(taken)
            person = max(1, people[seat]) if who == PERSON else 0
            found.append(Sitter(seat, who, person, bool(taken), line, number, at))
        return found

    def hands(self, name: str) -> list[Sitter | None]:
        """Return for each move of a table's game as it stands who made it, None for chance.

        Of moves that are older than what the room keeps, the sitter's `who` is "unknown".
        """
        match = self.match(name)
        lines = self._rows("iIi", "SELECT line, parent, number FROM lines WHERE tab=?", name)
        come_from = {line: (parent, number) for line, parent, number in lines}
        made_on = line_of_moves(come_from, self._seen[name].line, len(match))
        return hands_of(self.sitters(name), [state.turn() for state in match.states[:-1]], made_on)

    # ---- moves -----------------------------------------------------------------------------------------------

    def append(self, name: str, number: int, text: str, seat: Player, key: str | None = None) -> bool:
        """Play a move, and return whether it was written; if not, somebody was quicker: look again.

        Args:
            name: the table's.
            number: how many moves come before it.
            text: the move's notation.
            seat: whose move it is; `CHANCE` for dice and cards.
            key: the key that holds the seat. A seat that nobody has taken is played without one, as is a bot's.
        """
        match = self.match(name)
        if number != len(match):
            return False
        turn = match.state.turn()
        if seat != turn:
            raise RoomError(f"It is not the turn of {_seat_name(match, seat)}: {match.state.prompt()}.")
        if turn == CHANCE and self.luck != "real":
            drawn = match.game.notation(self._draw(name, match))
            if text != drawn:
                raise RoomError("Dice and cards are drawn by the room at this table: nobody can choose them.")
        late = seat >= 0 and text == _READY[0] and self.time_is_up(name)
        return self._write(name, number, text, seat, lambda: None if late else self._check_key(name, seat, key))

    def play_for(self, name: str, number: int, text: str) -> bool:
        """Play a move for whoever is to act, as the teacher's hand; True if it was written.

        A die cannot be chosen so either, unless the class rolls real ones.
        """
        match = self.match(name)
        turn = match.state.turn()
        if number == len(match) and turn == CHANCE and self.luck != "real":
            text = match.game.notation(self._draw(name, match))
        return self._write(name, number, text, turn, lambda: None)

    def _check_key(self, name: str, seat: Player, key: str | None) -> None:
        """Raise unless a key may move for a seat; dice that were really rolled are entered by anybody who sits here."""
        held = dict(self._rows("is", "SELECT seat, key FROM seats WHERE tab=?", name))
        if seat == CHANCE:
            allowed = list(held.values()) if self.luck == "real" else []
        else:
            allowed = [held[seat]] if seat in held else []
            if key is not None and not allowed:
                raise RoomError("This seat is not yours any more: the teacher has freed it. Take a seat again.")
        if allowed and (key is None or self._hash(name, key) not in allowed):
            raise RoomError("This seat is somebody else's: only its own key can move for it.")

    def _write(self, name: str, number: int, text: str, seat: Player, check: Callable[[], None]) -> bool:
        """Check a move by the rules and write it, if its table still stands where it was looked at."""
        match, seen = self.match(name), self._seen[name]
        if number != len(match):
            return False
        if not isinstance(text, str) or len(text) > 300:
            raise IllegalMove(f"{brief(text)} is not a line of notation.")
        if why := self.waits(name):
            raise RoomError(why)
        match.play(text)
        done = match.game.notation(match.moves[-1])
        at = max(self._clock(), seen.since)
        try:
            with self._writing() as db:
                line, stage = self._table(name, "line, stage")
                (count,) = self._rows("i", "SELECT count(*) FROM moves WHERE tab=? AND line=?", name, line)[0]
                paused = self._fact("paused", bool)  # perhaps since this program looked
                if written := (line, stage, count) == (seen.line, PLAYING, number) and not paused:
                    check()
                    db.execute("INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)", (name, line, number, done, seat, at))
                    period, over = period_of(match.state), match.over
                    db.execute("UPDATE tables SET period=?, over=? WHERE name=?", (period, over, name))
        except BaseException:
            _take_back(match)
            raise
        if not written:
            _take_back(match)
            return False
        seen.count, seen.since = number + 1, at
        if match.over or period_of(match.state) != period_of(match.states[-2]):
            self.gather()
        return True

    def rewind(self, name: str, number: int) -> int:
        """Go back to a moment, and return the number of the new line; the old one stays in the file.

        What was drawn on the old line tells nothing about the new one, unless all tables share a tape.
        """
        match = self.match(name)
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= len(match):
            raise RoomError(f"Table {name} cannot go back to move {brief(number)}: it has {len(match)} moves.")
        state = match.states[number]
        with self._writing() as db:
            old = self._table(name, "line")
            (line,) = self._rows("i", "SELECT max(line) + 1 FROM lines WHERE tab=?", name)[0]
            at = max(self._clock(), self._seen[name].since)
            db.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (name, line, old, number, at))
            sql = (
                "INSERT INTO moves SELECT tab, ?, number, text, seat, at FROM moves WHERE tab=? AND line=? AND number<?"
            )
            db.execute(sql, (line, name, old, number))
            over = state.turn() == OVER
            db.execute("UPDATE tables SET line=?, period=?, over=? WHERE name=?", (line, period_of(state), over, name))
        return int(line)

    def history(self, name: str) -> list[dict[str, Any]]:
        """Return every move of every line of a table, with its seat and its time, as rows for a file."""
        sql = "SELECT line, number, text, seat, at FROM moves WHERE tab=? ORDER BY line, number"
        self._table(name, "line")
        heads = ("line", "number", "move", "seat", "at")
        return [dict(zip(heads, row, strict=True)) for row in self._rows("iisif", sql, name)]

    # ---- what moves by itself --------------------------------------------------------------------------------

    def _draw(self, name: str, match: Match) -> Move:
        """Return what chance draws now: the same in every program, and known to nobody who has not the secret."""
        if self.luck == "tape":
            return match.state.sample(Random(f"{self._fact('tape', str)}/{place_on_tape(match)}"))
        return match.state.sample(self._generator(name, CHANCE))

    def _generator(self, name: str, seat: Player) -> Random:
        seen = self._seen[name]
        return Random(f"{self._table(name, 'secret')}/{seen.line}/{seen.count}/{seat}")

    def mover(self, name: str) -> tuple[Player, Callable[[], str]] | None:
        """Return who moves by itself now (chance, or a bot) and a function that finds its move; None if nobody.

        The function touches no file: a slow bot may think in a thread of its own. `append` plays what it returns.
        """
        count = -1
        while len(match := self.match(name)) != count:  # until nobody moved while the rest was read
            count, turn = len(match), match.state.turn()
            waits, seats = self.waits(name), self.seats(name)
            late = turn >= 0 and seats[turn] == PERSON and self.time_is_up(name)
        game = match.game
        if turn == OVER or waits:
            return None
        if turn >= 0 and seats[turn] == PERSON:
            return (turn, lambda: str(_READY[0])) if late else None
        entered = self.luck == "real" and PERSON in seats  # where only bots sit, nobody could enter a die
        drawn = self._draw(name, match) if turn == CHANCE and not entered else None
        chance = None if drawn is None else lambda state: drawn
        found = mover_of(match, seats, bots_for(game), chance, lambda: self._generator(name, turn))
        return None if found is None else (turn, lambda: game.notation(found.think()))

    def step(self, name: str) -> bool:
        """Let chance or a bot make its move, if it is its turn; True if it was written here.

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
        """Let chance and bots move until a person is to act, and return the moment."""
        for _ in range(limit):
            if not self.step(name) and self.mover(name) is None:
                break
        return self.match(name).state


def _take_back(match: Match) -> None:
    """Forget a move that was tried and not written."""
    match.undo()
    match.undone.clear()


def _same(kept: str, mine: str) -> bool:
    return secrets.compare_digest(kept.encode(), mine.encode())


def _check_sitter(game: type[State], who: object) -> None:
    bots = bots_for(game)
    if who != PERSON and who not in bots:
        raise RoomError(f'seat {brief(who)} is not possible: choose "person", {", ".join(map(repr, bots))}.')


def _seat_name(match: Match, seat: object) -> str:
    known = isinstance(seat, int) and -2 <= seat < match.seats
    return match.state.seat_name(seat) if known and isinstance(seat, int) else f"seat {brief(seat)}"
