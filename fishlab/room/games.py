"""A second game of the same people in the same room, and the way back to the plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import Any, Final, NamedTuple

from fishlab.room.room import Room
from fishlab.room.store.events import TAKEN
from fishlab.room.store.keys import SALT
from fishlab.room.store.tables import PAUSED
from fishlab.session import PERSON

NEVER_PLAYED: Final = 0
"""The game of tables that were put away before it was started."""


class Again(NamedTuple):
    """A table of the next game: whose people sit there, what it is called, and the options of its game."""

    people_of: str
    name: str
    options: Mapping[str, Any]


def people_before(room: Room) -> dict[str, str]:
    """Return for each table of a later game the one of the game before at which its people sat."""
    rows = room.file.rows("ssi", "SELECT name, secret, game FROM tables")
    known = {(secret[:SALT], game): name for name, secret, game in rows}
    before = {name: known.get((secret[:SALT], game - 1)) for name, secret, game in rows if game > 1}
    return {name: old for name, old in before.items() if old is not None}


def next_game(room: Room, tables: Sequence[Again]) -> None:
    """Begin another game: nobody plays at the tables of this one any more, and their people sit at the new ones.

    People and bots sit as they sat; who has a key comes in with it as before. The new game waits for its start, and its
    dice are others. People of tables that have no new one are free to be dealt a seat. A game that was never
    started does not count: the next one has its number, its lots and its dice.
    """
    with room.file.writing() as db:
        old = {status.name: status for status in room.statuses()[0]}
        blocks = dict(room.file.rows("si", "SELECT name, block FROM tables"))
        secrets = dict(room.file.rows("ss", "SELECT name, secret FROM tables"))
        for name in room.tables():
            room.clock.start(0, table=name)
        game = int(room.file.get("game") or 1)
        if room.stage() == PAUSED and not any(status.match.moves for status in old.values()):
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
            for seat, (who, taken) in enumerate(zip(status.seats, status.taken, strict=True)):
                if taken and who == PERSON:
                    room.events.add(TAKEN, one.name, seat, PERSON)
        for status in old.values():
            for seat in range(len(status.seats)):
                room.seating.free(status.name, seat)
        room.events.add("game", words=game)
