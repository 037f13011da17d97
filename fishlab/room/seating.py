"""Who sits in the seats of a room: lots, late-comers, bots that stand in, who is really there, and who sat there."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

from fishlab.bots import bots_for
from fishlab.codes import brief
from fishlab.core import Player
from fishlab.messages import tr
from fishlab.one_at_a_time import OneAtATime
from fishlab.room.store.events import BOT, FREED, OF_SEATS, ONLY, RETURNED, STOOD_IN, TAKEN, Event
from fishlab.room.store.file import DEVICES, ORIGINS, Damaged, RoomError, read_json
from fishlab.room.store.keys import hash_key, same_hash
from fishlab.room.store.sitters import (
    Left,
    Sitter,
    Turns,
    check_seat,
    check_sitter,
    gone,
    hands_of,
    is_decision,
    line_of_moves,
)
from fishlab.room.store.tables import CLOSED, ENDED, Tables
from fishlab.session import PERSON

SEEN: Final = 5.0
"""Seconds between two times at which is kept that somebody is there."""
AWAY: Final = 20.0
"""Seconds without a sign after which somebody is away."""

MOST_LEFT: Final = 400
"""People whose seat was freed of whom is known where they sat."""
_MOST_DEVICES: Final = 4  # on which one seat is open
_LEFT: Final = "left"
_LEFT_KINDS: Final = (str, int, int, str)


class Seating(OneAtATime):
    """The seats of a room's tables, for those who look after them; a page takes its own seat with `Room.claim`."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._file = tables, tables.file
        self._kept: dict[tuple[str, Player], float] = {}

    # ---- lots ------------------------------------------------------------------------------------------------

    def deal(self, key: str) -> tuple[str, Player] | None:
        """Give a person a free seat by lot, or the one that the key holds; None if there is none: the person waits.

        Blocks of tables are filled one after another, so that all tables of a block have the same chance of everybody
        who comes in. The draws follow from the room's secret and their number, and each of them is kept.
        """
        if held := self._tables.find(key):
            return held
        if self.has_free():
            with self._file.writing() as db:
                if free := self._free():
                    name, seat = self._draw(free)
                    db.execute("DELETE FROM waiting WHERE key=?", (hash_key(key, self._file.fact("tape", str)),))
                    self._tables.claim(name, seat, key)
                    row = (name, seat, self._file.now())
                    db.execute("INSERT OR REPLACE INTO presence VALUES (?, ?, ?)", row)
                    return name, seat
        self.wait([key])
        return None

    def wait(self, keys: Iterable[str]) -> None:
        """Keep that people wait for a seat, all of them at once, and that they are there."""
        tape, now = self._file.fact("tape", str), self._file.now()
        sql = "INSERT INTO waiting VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET at=excluded.at"
        with self._file.writing_lightly() as db:
            db.executemany(sql, [(hash_key(key, tape), now, now) for key in keys])

    def has_free(self) -> bool:
        """Tell whether a seat may be free, by a look that costs little."""
        if self._tables.stage() == ENDED:
            return False
        taken = set(self._file.rows("si", "SELECT tab, seat FROM seats"))
        sql = "SELECT name, seats FROM tables WHERE game=? AND stage!=? AND NOT over"
        for name, text in self._file.rows("ss", sql, self._tables.game, CLOSED):
            seats = read_json(text)
            people = [seat for seat, who in enumerate(seats if isinstance(seats, list) else []) if who == PERSON]
            if any((name, seat) not in taken for seat in people):
                return True
        return False

    def _free(self) -> list[tuple[str, Player]]:
        """Return the free seats of the first block that has some."""
        if self._tables.stage() == ENDED:
            return []
        found = [one for one in self._tables.statuses()[0] if not one.ended and one.free]
        first = min(((one.block < 0, one.block) for one in found), default=None)
        return [(one.name, seat) for one in found if (one.block < 0, one.block) == first for seat in one.free]

    def _draw(self, places: list[tuple[str, Player]]) -> tuple[str, Player]:
        number = int(self._file.get("lots") or 0) + 1
        name, seat = Random(f"{self._file.seed(self._tables.game)}/lot/{number}").choice(places)
        self._file.set("lots", number)
        self._tables.events.add("lot", name, seat, words=f"{number}/{len(places)}")
        return name, seat

    def deal_treatments(self, block: int, names: Sequence[str]) -> list[str]:
        """Return treatments in the order in which the tables of a block get them: by lot, from the room's secret."""
        game = self._tables.game
        return Random(f"{self._file.seed(game)}/treatments/{game}/{block}").sample(list(names), len(names))

    def waiting(self) -> int:
        """Return how many people wait for a seat now."""
        sql = "SELECT count(*) FROM waiting WHERE at BETWEEN ? AND ?"
        now = self._file.now()
        return int(self._file.rows("i", sql, now - AWAY, now + AWAY)[0][0])

    def sit_on(self, device: str, key: str, origin: str = "") -> bool:
        """Keep on which device the person is who has the key of a seat; True if it was open on others only.

        What cannot be written is left: it is for those who come back after the server was started again.

        Args:
            device: the mark of the device; a seat may be open on several.
            key: the key of the seat.
            origin: a mark of where the device is, "" if that tells nothing.
        """
        if (place := self._tables.place_of(key)) is None:
            return False
        kept = self._file.rows("sis", "SELECT tab, seat, key FROM seats")
        mine = next(one for *where, one in kept if tuple(where) == place)
        devices = self._known(DEVICES).get(mine, ())
        for fact, mark in ((DEVICES, device), *([(ORIGINS, origin)] if origin else [])):
            known = self._known(fact)
            if mark not in known.get(mine, ()):
                held = {one: known[one] for *_, one in kept if one in known}
                with suppress(RoomError), self._file.writing_lightly():
                    marks = [*held.get(mine, []), mark]  # where the seat was taken is not forgotten
                    self._file.set(fact, held | {mine: marks[:1] + marks[1:][1 - _MOST_DEVICES :]})
        return bool(devices) and device not in devices

    def devices(self) -> dict[str, list[tuple[str, Player]]]:
        """Return the seats of each device that has some, also those that a bot plays meanwhile."""
        return self._marked(DEVICES)

    def origins(self) -> dict[str, list[tuple[str, Player]]]:
        """Return the seats that were opened at each place of which that is known."""
        return self._marked(ORIGINS)

    def together(self, tables: Collection[str]) -> list[list[tuple[str, Player]]]:
        """Return those seats of some tables that were opened on one device, or at one address: two or more each."""
        groups: list[set[tuple[str, Player]]] = []
        for places in (*self.devices().values(), *self.origins().values()):
            some = {place for place in places if place[0] in tables}
            if len(some) > 1:
                joined = [group for group in groups if group & some]
                groups = [group for group in groups if not group & some] + [some.union(*joined)]
        return sorted(map(sorted, groups))

    def _marked(self, fact: str) -> dict[str, list[tuple[str, Player]]]:
        found: dict[str, list[tuple[str, Player]]] = {}
        if known := self._known(fact):
            for name, seat, key in self._file.rows("sis", "SELECT tab, seat, key FROM seats"):
                for mark in known.get(key, ()):
                    found.setdefault(mark, []).append((name, seat))
        return found

    def _known(self, fact: str) -> dict[str, list[str]]:
        """Return the marks of keys; what makes no sense is left out, for nothing else depends on it."""
        found = self._file.get(fact)
        rows = found.items() if isinstance(found, dict) else ()
        return {key: [one for one in all_of_it if isinstance(one, str)] for key, all_of_it in rows
                if isinstance(all_of_it, list)}  # fmt: skip

    def waits(self, key: str) -> bool:
        """Tell whether somebody waits for a seat with a key."""
        mark = hash_key(key, self._file.fact("tape", str))
        return bool(self._file.rows("i", "SELECT 1 FROM waiting WHERE key=?", mark))

    def make_way(self, count: int) -> int:
        """Return bots' seats to people, drawn by lot, until so many seats are free; return how many more it needs.

        Seats of people for whom a bot plays come last; who had one has it no more.
        """
        with self._file.writing():
            playing = [one for one in self._tables.statuses()[0] if not one.ended]
            count -= sum(len(one.free) for one in playing)
            bots = [(one.name, seat) for one in playing for seat, who in enumerate(one.seats) if who != PERSON]
            lent = set(self._file.rows("si", "SELECT tab, seat FROM seats"))
            while count > 0 and bots:
                place = self._draw([one for one in bots if one not in lent] or bots)
                bots.remove(place)
                self.free(*place)
                self.give(*place, PERSON)
                count -= 1
        return max(0, count)

    # ---- who sits there --------------------------------------------------------------------------------------

    def free(self, name: str, seat: int) -> bool:
        """Let another person take a seat; True if somebody had it, whose key is remembered (`left`)."""
        seat = check_seat(name, seat, len(self._tables.status(name).seats))
        with self._file.writing() as db:
            self._tables.events.know(name, self._tables.status(name).seats)
            sql = "SELECT key, (SELECT count(*) FROM events WHERE tab=? AND seat=? AND kind=?) FROM seats"
            held = self._file.rows("si", f"{sql} WHERE tab=? AND seat=?", name, seat, TAKEN, name, seat)
            db.execute("DELETE FROM seats WHERE tab=? AND seat=?", (name, seat))
            db.execute("DELETE FROM presence WHERE tab=? AND seat=?", (name, seat))
            for key, person in held:
                self._tables.events.add(FREED, name, seat, PERSON)
                self._file.set(_LEFT, [*self._left(), [name, seat, max(1, person), key]][-MOST_LEFT:])
        return bool(held)

    def left(self, key: str, *, forget: bool = False) -> Left | None:
        """Return where a person sat with a key whose seat was freed since, None if nobody did.

        Args:
            key: the key.
            forget: whether the person sits elsewhere now, so that this is not asked again.
        """
        secrets = dict(self._file.rows("ss", "SELECT name, secret FROM tables"))
        known = self._left()
        for place, (table, seat, person, kept) in enumerate(known):
            if table in secrets and same_hash(kept, hash_key(key, secrets[table])):
                if forget:
                    with self._file.writing():
                        self._file.set(_LEFT, known[:place] + known[place + 1 :])
                return Left(table, seat, person)
        return None

    def rename(self, name: str, new: str) -> None:
        """Remember those who left a table under its new name."""
        self._file.set(_LEFT, [[new if table == name else table, *rest] for table, *rest in self._left()])

    def _left(self) -> list[list[Any]]:
        found = self._file.get(_LEFT) or []
        if not isinstance(found, list) or any(not isinstance(one, list) or _kinds(one) != _LEFT_KINDS for one in found):
            raise Damaged
        return found

    def give(self, name: str, seat: int, who: str) -> None:
        """Give a seat to a bot, or to people again: a person who had it has it again, unless it was freed meanwhile."""
        seat = check_seat(name, seat, len(self._tables.status(name).seats))
        check_sitter(self._tables.match(name).game, who)
        with self._file.writing() as db:
            seats = list(self._tables.status(name).seats)
            self._tables.events.know(name, self._tables.status(name).seats)
            if seats[seat] != who:
                self._tables.events.add(RETURNED if who == PERSON else BOT, name, seat, who)
            seats[seat] = who
            db.execute("UPDATE tables SET seats=? WHERE name=?", (json.dumps(seats), name))
            if who != PERSON:
                db.execute("DELETE FROM presence WHERE tab=? AND seat=?", (name, seat))

    # ---- who is there ----------------------------------------------------------------------------------------

    def seen(self, name: str, seat: int, now: float | None = None, *, come: bool = False) -> bool:
        """Keep that somebody is at a seat now; True if it was written: every few seconds, and for who has just `come`.

        What cannot be written (the disk is full) is left for the next time: nobody's page shall end for it.
        """
        now = self._file.now() if now is None else now
        if not come and 0 <= now - self._kept.get((name, seat), -SEEN) < SEEN:
            return False
        try:
            with self._file.writing_lightly() as db:
                db.execute("INSERT OR REPLACE INTO presence VALUES (?, ?, ?)", (name, seat, now))
        except RoomError:
            return False
        self._kept[name, seat] = now
        return True

    # ---- who sat there ---------------------------------------------------------------------------------------

    def sitters(self, name: str) -> list[Sitter]:
        """Return every change of a table's sitters, in order; nothing of a room that was made before this was kept."""
        known, people, found = [PERSON, *bots_for(self._tables.match(name).game)], Counter[int](), []
        held: set[int] = set()
        for one in self._tables.events.all(name):
            if one.kind not in OF_SEATS:
                continue
            if one.words not in known or one.seat is None:
                why = tr(
                    "Table {name} cannot be read: it is not known who sat there ({who}).",
                    name=name,
                    who=brief(one.words),
                )
                raise Damaged(why)
            people[one.seat] += one.kind == TAKEN
            if one.kind == TAKEN:
                held.add(one.seat)
            elif one.kind == FREED:
                held.discard(one.seat)
            taken = one.words == PERSON and one.seat in held
            person = max(1, people[one.seat]) if one.words == PERSON else 0
            found.append(Sitter(one.seat, one.words, person, taken, one.line, one.number, one.at))
        return found

    def turns(self, name: str) -> dict[tuple[Player, int], Turns]:
        """Return the moves of each seat of a table in each year, by who made them; year 0 is the whole game.

        What was played by itself nobody made.
        """
        match = self._tables.match(name)
        found: dict[tuple[Player, int], list[Sitter]] = {(seat, 0): [] for seat in range(match.seats)}
        for state, hand in zip(match.states, self.hands(name), strict=False):
            if hand is not None and not hand.forced:
                for year in (0, state.period()):
                    found.setdefault((hand.seat, year), []).append(hand)
        return {place: Turns(tuple(hands)) for place, hands in found.items()}

    def hands(self, name: str) -> list[Sitter | None]:
        """Return for each move of a table's game as it stands who made it, None for chance.

        Of moves that are older than what the room keeps, the sitter's `who` is "unknown". A decision that a bot made
        for a person whose time was up is the bot's.
        """
        made_on, match = self._made_on(name), self._tables.match(name)
        found = hands_of(self.sitters(name), [state.turn() for state in match.states[:-1]], made_on)
        for one in self._of_moves(name, made_on):
            place, hand = one.number, found[one.number]
            if one.kind == STOOD_IN and one.seat is not None:
                found[place] = Sitter(one.seat, one.words, 0, False, one.line, place, one.at, late=True)
            elif one.kind == ONLY and hand is not None:
                found[place] = hand._replace(forced=True)
        return found

    def by_itself(self, name: str) -> set[int]:
        """Return the places of moves of a table's game that were a person's only choice, and played by themselves."""
        return {one.number for one in self._of_moves(name, self._made_on(name)) if one.kind == ONLY}

    def _made_on(self, name: str) -> list[int]:
        """Return on which line each move of a table's game was made."""
        status = self._tables.status(name)
        lines = self._file.rows("iIi", "SELECT line, parent, number FROM lines WHERE tab=?", name)
        come_from = {line: (parent, number) for line, parent, number in lines}
        return line_of_moves(come_from, status.line, len(status.match))

    def _of_moves(self, name: str, made_on: Sequence[int]) -> list[Event]:
        """Return the events that tell of moves of a table's game as it stands, not of those that were taken back."""
        events = (one for one in self._tables.events.all(name) if one.kind in (STOOD_IN, ONLY))
        return [one for one in events if made_on[one.number : one.number + 1] == [one.line]]

    def changed(self, name: str) -> int:
        """Return at how many seats of a table several people made moves, one after the other."""
        people = {
            (hand.seat, hand.person)
            for hand in self.hands(name)
            if hand is not None and hand.person and not hand.forced
        }
        return sum(count > 1 for count in Counter(seat for seat, _ in people).values())

    def bot_years(self, name: str, years: int) -> frozenset[tuple[Player, int]]:
        """Return which seat was a bot's in which of so many years: its person was gone for most of the decisions.

        A year without a decision, such as one of an empty sea, belongs to whoever had the seat in its last year with
        one, however the person left.
        """
        match, found = self._tables.match(name), set()
        moves = [(state, hand) for state, hand in zip(match.states, self.hands(name), strict=False) if hand is not None]
        for seat in range(match.seats):
            mine = [(state.period(), hand) for state, hand in moves if hand.seat == seat]
            decided = [(state.period(), hand) for state, hand in moves if hand.seat == seat and is_decision(state)]
            away = gone([hand for _, hand in decided])
            bot = any(hand.given for _, hand in mine[:1])
            for year in range(1, years + 1):
                lost = [one for (when, _), one in zip(decided, away, strict=True) if when == year]
                bot = 2 * sum(lost) > len(lost) if lost else bot
                if bot:
                    found.add((seat, year))
        return frozenset(found)


def _kinds(values: list[Any]) -> tuple[type, ...]:
    return tuple(map(type, values))
