"""A second game in the same room, who of its people sat there before, and the way back to the plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any, Final, NamedTuple

from fishlab.core import Player
from fishlab.match import Match
from fishlab.messages import tr
from fishlab.room.procedure.settings import BEFORE, DONE
from fishlab.room.room import Room
from fishlab.room.store.events import TAKEN
from fishlab.room.store.keys import SALT
from fishlab.room.store.tables import PAUSED

RULES: Final = BEFORE[:-1]
"""The stages in which people learn the rules."""
NEVER_PLAYED: Final = 0
"""The game of tables that were put away before it was started."""


class Again(NamedTuple):
    """A table of the next game: whose people sit there, what it is called, and the options of its game."""

    people_of: str
    name: str
    options: Mapping[str, Any]


class Before(NamedTuple):
    """Where a table's people sat in the game before: at which table, and in how many of its seats others sat there."""

    table: str
    others: int


def people_before(room: Room) -> dict[str, Before]:
    """Return for each table of a later game the one that it goes on from, and in how many seats other people sit.

    In a seat sit others if not all who held it since its game began, in the one game and in the other, are the same.
    """
    if room.game < 2:
        return {}
    rows = room.file.rows("ssi", "SELECT name, secret, game FROM tables ORDER BY place")
    goes_on, last = {}, dict[str, str]()
    for name, secret, _ in rows:
        goes_on[name] = last.get(secret[:SALT])
        last[secret[:SALT]] = name
    sat = _who_sat(room, goes_on)
    known = {(secret[:SALT], game): name for name, secret, game in rows}
    found = {}
    for name, secret, game in rows:
        if game > 1 and (old := known.get((secret[:SALT], game - 1))) is not None:
            seats = {seat for table, seat in sat if table in (name, old)}
            found[name] = Before(old, sum(sat.get((name, seat)) != sat.get((old, seat)) for seat in seats))
    return found


def same_people(before: Mapping[str, Before]) -> dict[str, str]:
    """Return for each table at which the same people sat in the game before at which table that was."""
    return {name: one.table for name, one in before.items() if not one.others}


def _who_sat(room: Room, goes_on: Mapping[str, str | None]) -> dict[tuple[str, Player], set[int]]:
    """Return who held each seat since its table's game began, by numbers; a seat that nobody took is not in it.

    Args:
        room: the room.
        goes_on: for each table the one whose people it took over, None if it took over none.
    """
    person: dict[tuple[str | None, Player], int] = {}
    sat: dict[tuple[str, Player], set[int]] = {}
    new: set[str | None] = set()
    for number, one in enumerate(room.events.all()):
        if one.kind == "set":
            new.add(one.table)
        elif one.kind == "game":
            new.clear()  # tables of a later game are set before it begins: who takes a seat from now on is another
        elif one.kind == TAKEN and one.table is not None and one.seat is not None:
            before = (goes_on.get(one.table), one.seat)
            who = person.get(before, number) if one.table in new else number
            person[one.table, one.seat] = who
            begun = sat.get((one.table, one.seat), set()) if one.number or one.line else set()
            sat[one.table, one.seat] = begun | {who}
    return sat


def next_game(room: Room, tables: Sequence[Again]) -> None:
    """Begin another game: nobody plays at the tables of this one any more, and their people sit at the new ones.

    People and bots sit as they sat; who has a key comes in with it as before. The new game waits for its start, and its
    dice are others. People of tables that have no new one are free to be dealt a seat. A game that was never
    started does not count: the next one has its number, its lots and its dice, and may have its tables' names.
    """
    with room.file.writing() as db:
        old = {status.name: status for status in room.statuses()[0]}
        blocks = dict(room.file.rows("si", "SELECT name, block FROM tables"))
        secrets = dict(room.file.rows("ss", "SELECT name, secret FROM tables"))
        for name in room.tables():
            room.clock.start(0, table=name)
        game = int(room.file.get("game") or 1)
        played = room.stage() != PAUSED or any(status.match.moves for status in old.values())
        if not played:
            db.execute("UPDATE tables SET game=? WHERE game=?", (NEVER_PLAYED, game))
        else:
            game += 1
            room.file.set(f"seed/{game}", token_hex(16))
        for fact, value in {"game": game, "paused": True, "ended": False, "opened": 0}.items():
            room.file.set(fact, value)
        room.clock.start(0)
        room.keep("said", None)  # what was said was about the game before
        for one in tables:
            status = old[one.people_of]
            room.open(
                one.name,
                status.match.game,
                status.match.seats,
                status.seats,
                block=blocks[one.people_of],
                salt=secrets[one.people_of][:SALT],
                **one.options,
            )
            for table in ("seats", "presence"):
                db.execute(f"UPDATE {table} SET tab=? WHERE tab=?", (one.name, one.people_of))
            for (seat,) in room.file.rows("i", "SELECT seat FROM seats WHERE tab=?", one.name):
                room.events.add(TAKEN, one.name, seat, status.seats[seat])  # its person's, also if a bot plays it
                room.questions.mark_done(one.name, seat, RULES)  # who plays a second game knows them
        for status in old.values():
            for seat in range(len(status.seats)):
                room.seating.free(status.name, seat)
            if not played:
                _put_away(room, status.name)
        room.events.add("game", words=game)


def came_late(room: Room, name: str, seat: Player) -> bool:
    """Tell whether a person took a seat when the game was on, and has not been through the rules since."""
    if DONE in room.questions.given(name, seat, BEFORE[0]):
        return False
    late = began = False
    for one in room.events.all():
        if (one.kind, one.table, one.seat) == (TAKEN, name, seat):
            late = began or bool(one.number)
        elif one.table is None and one.kind in ("started", "game"):
            began = one.kind == "started"
    return late


def _put_away(room: Room, name: str) -> None:
    """Give a table at which nothing was played another name, with all that is kept of it; its own is free again."""
    known = set(room.tables(every=True))
    away = next(new for n in range(1, 10_000) if (new := tr("{name} (put away {n})", name=name, n=n)) not in known)
    with room.file.writing() as db:
        db.execute("UPDATE tables SET name=? WHERE name=?", (away, name))
        for table in ("lines", "seats", "moves", "events", "presence", "answers"):
            db.execute(f"UPDATE {table} SET tab=? WHERE tab=?", (away, name))
        for note in ("said", "late"):
            room.keep(f"{note}/{name}", None)
        room.seating.rename(name, away)


def take_up(room: Room, name: str, seat: Player, key: str) -> None:
    """Let a person go on at a seat where the one before was left that the key held, before or while its game was on.

    What was done there before the start need not be done again: all of it at a table of the same kind, also what was
    sealed; the rules, as far as they were read, at one of another treatment; nothing if another form of the game is
    played that nobody played yet.
    """
    before = room.seating.left(key)
    if before is None:
        return
    with room.file.writing():
        room.seating.left(key, forget=True)
        old, new = room.match(before.table), room.match(name)
        if not old.moves and (old.game, old.seats, old.options) == (new.game, new.seats, new.options):
            room.questions.take_along(before, name, seat, BEFORE)
        elif old.moves and before.table not in room.tables():
            room.questions.mark_done(name, seat, RULES)
        elif _form(old) == _form(new):
            room.questions.mark_done(name, seat, room.questions.finished(before) & {*RULES})
            room.questions.mark_read(before, name, seat, RULES[0])


def _form(match: Match) -> tuple[Any, ...]:
    return match.game, match.options.get("form"), match.options.get("years")
