"""A class at its desk: a room with a clock that stands still, and people who play like bots."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from fishlab_widgets.classroom.desk.desk import Desk
from fishlab_widgets.classroom.desk.desk_words import NAMES
from fishlab_widgets.classroom.desk.overview import Stopwatch
from fishlab_widgets.classroom.desk.projector import Projection

from fishlab.boom.players import BOTS
from fishlab.core import CHANCE
from fishlab.room import BEFORE, Room

WITHOUT = dict.fromkeys((*BEFORE, "promises", "questionnaire"), False) | {"decision": 0}
"""A procedure in which nothing is asked at the seats."""

TAPE = "class 514"
"""With it the lots give two treatments to the first blocks in the order in which they are named."""


class Class:
    """A room with a desk, a clock that stands still, and people who play like bots."""

    bots = ("careful", "greedy")
    """As whom the people at every other table play."""

    def __init__(self, folder: Path) -> None:
        self.now = 1000.0
        self.room = Room(folder / "class.room", clock=lambda: self.now)
        with self.room.file.writing():
            self.room.file.set("tape", TAPE)
        self.stopwatch = Stopwatch(self.room)
        self.desk = Desk(self.room, clock=lambda: self.now, stopwatch=self.stopwatch)
        self._projection = Projection(self.room, self.desk.model.join)
        self.rng = Random(3)
        self.away: set[tuple[str, int]] = set()
        """Who has left, so that the clock runs out for all their decisions."""

    def ask(self, kind: str, **more: Any) -> str:
        """Do what a page of the desk asks for, and return what is wrong with it."""
        if kind == "make":
            more.setdefault("procedure", WITHOUT)
        self.desk.model.act(kind, more)
        return self.desk.model.view["head"]["trouble"]

    def look(self) -> None:
        """Do what is due by the clock, and show how the room stands."""
        self.stopwatch.keep_time(self.now)
        self.desk.look()

    def sit(self, but: Any = ()) -> None:
        """Let people take all free seats but some."""
        for name in self.room.tables():
            for seat in self.room.status(name).free:
                if (name, seat) not in but:
                    self.room.claim(name, seat, f"key-{name.split()[0]}-{seat}")

    def move(self, name: str) -> bool:
        """Let whoever is to act at a table move; return whether anybody could."""
        status = self.room.status(name)
        if status.waits:
            return False
        if status.turn == CHANCE:
            return self.room.step(name)
        if (name, status.turn) in self.away:
            self.room.stand_in(name, "greedy")
            return self.room.step(name)
        bot = BOTS[self.bots[NAMES.index(name.split()[0]) % 2]]
        text = status.match.game.notation(bot(status.match.state.view(status.turn), self.rng))
        key = f"key-{name.split()[0]}-{status.turn}" if status.taken[status.turn] else None
        return self.room.append(name, len(status.match), text, status.turn, key)

    def play(self, year: int) -> None:
        """Play until every table has come to a year, or to its end."""
        going = True
        while going:
            going = False
            for name in self.room.tables():
                while self.room.status(name).period < year and self.move(name):
                    going = True
        self.desk.model.show()

    @property
    def head(self) -> dict[str, Any]:
        """What stands above the tables."""
        return self.desk.model.view["head"]

    @property
    def wall(self) -> dict[str, Any]:
        """What the projector shows."""
        self._projection.join = self.desk.model.join
        return self._projection.view()

    def card(self, name: str) -> dict[str, Any]:
        """Return what the desk shows of a table."""
        self.desk.model.show()
        return next(one for one in self.desk.model.view["cards"] if one["name"] == name)
