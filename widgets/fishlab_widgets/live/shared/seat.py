"""One seat at a table of a room, on a screen of its own; the other seats are elsewhere, or bots."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from fishlab.core import CHANCE, OVER, IllegalMove, Match, Move, Player, State
from fishlab.room import PERSON, Room, RoomError, Status, new_key
from fishlab_widgets.live.board import sentences
from fishlab_widgets.live.shared.page import Page
from fishlab_widgets.live.shared.watch import Thought, Watch
from fishlab_widgets.live.table import Table

ELSEWHERE: Final = "at another screen"
LOST: Final = "This page has lost its table. Reload the page: your seat is kept."
HONOUR: Final = "Who can run code here could open the room's file and look at what is hidden: please do not."
PATIENCE: Final = 2.0
"""Seconds after which a page moves for chance and bots although another one should have."""
_LOOKING = ("at", "walk", "tab", "coach", "back")
_NOT_HERE = "At a shared table only the teacher takes moves back, changes seats and begins a new game."
_LATER = "The code comes when the game is over: it would tell all that is hidden."
_KEYS: dict[tuple[str, str, Player], str] = {}
"""Keys that this program made, so that a cell that is run again comes back to its seat."""


def open_room(room: Room | str | os.PathLike[str]) -> Room:
    """Return a room that is given as such or by its file."""
    return room if isinstance(room, Room) else Room(room)


class SharedTable(Table):
    """A seat at a table of a room: `SharedTable("class.room", "Table 1", 0)`.

    Args:
        room: the room, or its file.
        name: the table's name.
        seat: the seat, counted from 0. Without one, every seat that nobody else has taken is played here, and the
            screen is passed round: then nothing is claimed.
        key: the key that holds the seat; without one a new one takes it.
        pace: seconds a bot waits before it moves.
        page: what stands above the table and hears from the browser, if somebody else looks after it.
        honour: whether to say that people who can run code here are asked not to look.
    """

    def __init__(
        self,
        room: Room | str | os.PathLike[str],
        name: str,
        seat: int | None = None,
        key: str | None = None,
        *,
        pace: float = 0.35,
        page: Page | None = None,
        honour: bool = True,
    ) -> None:
        self.room, self.name, self.seat = open_room(room), name, seat
        self.key: str | None = None
        if seat is not None:
            place = (str(self.room.path), name, seat)
            self.key = key or _KEYS.get(place) or new_key()
            self.room.claim(name, seat, self.key)
            _KEYS[place] = self.key
        self.on_lost: Callable[[str], None] = self._tell_trouble
        self._status = self.room.status(name)
        self._due: float | None = None
        self._trouble = ""
        self._own_page = page is None
        self._page = page or Page(self._hear)
        self._watch = Watch(self.look)
        dice = "table" if self.room.luck == "real" else "auto"
        super().__init__(self._status.match, seats=self._labels(), dice=dice, pace=pace, hints=False)
        self._count = len(self.match)
        self.board.lost = LOST
        self.board.sitters = []
        if self._own_page:
            self.children = [self._page, self.board]
            note = HONOUR if honour and (self.match.game.hides or self.match.state.secrets()) else ""
            self._page.tell(bar={"table": name, "seat": self._who(), "key": self.key or "", "note": note})
        self._set_due()

    def __repr__(self) -> str:
        return f"<SharedTable {self.name}: {self._who()}, {self.match!r}>"

    # ---- who sits here ---------------------------------------------------------------------------------------

    def _who(self) -> str:
        if self.seat is None:
            return "one screen for all who sit here"
        return self.match.states[0].seat_name(self.seat)

    def _labels(self) -> list[str]:
        """Return who sits where: a person only where this screen plays."""
        rows = enumerate(zip(self._status.seats, self._status.taken, strict=True))
        if self.seat is None:
            return [who if who != PERSON or not taken else ELSEWHERE for _, (who, taken) in rows]
        return [who if who != PERSON or seat == self.seat else ELSEWHERE for seat, (who, _) in rows]

    def _seats(self, wanted: Sequence[str] | None) -> list[str]:
        return self._labels()

    def _resume(self, before: Any) -> Match | None:
        """Put away what this cell showed before: the game itself is in the room."""
        if before is not None:
            before.stop()
        return None

    def _name_dice(self, match: Match, seed: int | str | None = None) -> None:
        """Leave the dice to the room."""

    def keepsake(self) -> None:
        """Keep nothing in the browser: the game is in the room, and its secrets are not this screen's."""

    def viewer(self) -> Player | None:
        """Return through whose eyes the table is shown; who does not sit here sees what everybody may."""
        if not self.people and self.match.state.secrets():
            return CHANCE
        return super().viewer()

    def _next_agent(self) -> None:
        """Leave bots and dice to `look`."""
        return

    # ---- looking at the room ---------------------------------------------------------------------------------

    def _hear(self, kind: str, content: Mapping[str, Any]) -> None:
        if kind in ("pulse", "hello"):
            self._watch.hear()

    def stop(self) -> None:
        """Look at the room no more, until the page is heard again."""
        super().stop()
        self._watch.stop()

    def close(self) -> None:
        """Put the table away; one that was refused never was one."""
        if "board" in vars(self):
            super().close()

    def look(self) -> Thought | None:
        """Look at the room once: show what is new, and return what this page should let a bot or the dice do now."""
        try:
            if self.room.changed():
                self._catch_up()
                if self._trouble:
                    self._tell_trouble("")
            return self._next_thought()
        except RoomError as why:
            self._tell_trouble(str(why))
        return None

    def _tell_trouble(self, words: str) -> None:
        self._trouble = words
        self._page.tell(news={**self._page.news, "trouble": words})

    def _catch_up(self) -> None:
        """Show what others have done; who looks at an earlier moment stays there."""
        before, live = self._status, self.at == self._count
        status = self._status = self.room.status(self.name)
        if self.seat is not None and not self.room.holds(self.name, self.seat, self.key or ""):
            self.on_lost("Your seat was freed: take a seat again.")
            return
        self._page.tell(news=news_of(self.room, self.name))
        said = ""
        if status.match is not self.match or status.line != before.line or len(status.match) < self._count:
            self.match, live = status.match, True
            self.refused, self._walk_at = None, 0
            said = f"The table went back to move {len(status.match)}."
        elif len(status.match) > self._count:
            said = self._told(self._count)
        elif self._same(before, status):
            return
        if self.seats != self._labels():
            self.seats = self._labels()
        self._count = len(self.match)
        if live:
            self.at = self._count
        self._set_due()
        self.refresh(status=sentences(said, self.match.state.prompt()) if said else None)

    @staticmethod
    def _same(one: Status, other: Status) -> bool:
        return (one.seats, one.taken, one.waits, one.turn) == (other.seats, other.taken, other.waits, other.turn)

    def _told(self, since: int) -> str:
        """Say what was done since a move, as those may hear it who look here; of many moves, the last three."""
        viewer, match = self.viewer(), self.match
        first = max(since, len(match) - 3)
        return sentences(*(match.states[one].say(match.moves[one], viewer) for one in range(first, len(match))))

    # ---- chance and bots -------------------------------------------------------------------------------------

    def _set_due(self) -> None:
        """Say when this page lets chance or a bot move: at once if its seat moved last, else if nobody else does."""
        turn = self.match.state.turn()
        bot = turn >= 0 and self._status.seats[turn] != PERSON
        if turn == OVER or self._status.waits or not (bot or (turn == CHANCE and self.dice == "auto")):
            self._due = None
            return
        wait = self.pace if bot else self.pace / 3
        if self._leader() not in self.people:
            wait += PATIENCE
        self._due = time.monotonic() + wait

    def _leader(self) -> Player:
        """Return the seat whose page should move for chance and bots: the person's who moved last."""
        people = [seat for seat, who in enumerate(self._status.seats) if who == PERSON]
        turns = (state.turn() for state in reversed(self.match.states[:-1]))
        found = next((turn for turn in turns if turn in people), None)
        if found is not None and (self._status.taken[found] or self.seat is None):
            return found
        here = [seat for seat in people if self._status.taken[seat]] or people
        return here[0] if here else CHANCE

    def _next_thought(self) -> Thought | None:
        if self._due is None and self._page.news.get("left") is not None and self.room.time_is_up(self.name):
            wait = PATIENCE if self._leader() in self.people else 2 * PATIENCE
            self._due = time.monotonic() + wait  # the desk has the first word: the machine may have slept
        if self._due is None or time.monotonic() < self._due:
            return None
        self._due = None
        found = self.room.mover(self.name)
        if found is None:
            return None
        seat, think = found
        number = len(self.match)
        return Thought(think, lambda text: self._play_found(number, text, seat), self._stumble)

    def _play_found(self, number: int, text: str, seat: Player) -> None:
        try:
            self.room.append(self.name, number, text, seat)
        except (RoomError, IllegalMove) as why:
            self._tell_trouble(str(why))
        self._catch_up_quietly()

    def _stumble(self, error: Exception) -> None:
        name = type(error).__name__
        self._tell_trouble(f"A bot stumbled ({name}: {error}). The teacher can give its seat to a person.")

    # ---- playing ---------------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Play a move of a seat of this screen; `IllegalMove` or `RoomError` says why not."""
        if why := self._why_not_now():
            raise RoomError(why)
        match, number = self.match, len(self.match)
        state = match.state
        turn = state.turn()
        seen = state.view(turn) if turn >= 0 else state
        if isinstance(move, str):
            move = seen.read(move)
        if move not in seen.moves():
            raise IllegalMove(seen.why_not(move), move)  # what is refused tells no more than the seat can see
        key = self.key if turn >= 0 or self.seat is not None else None
        written = self.room.append(self.name, number, state.notation(move), turn, key)
        self.refused, self._walk_at = None, 0
        if not written:
            self.room.changed()
            self._catch_up()
            self.refresh(motion=False, status="Somebody was quicker: look again, then move.")
            return
        self._status = self.room.status(self.name)
        self._count = self.at = len(self.match)
        self._set_due()
        said = state.say(move, self.viewer())
        self.refresh(status=sentences(said, self.state.prompt()))
        self._watch.hear()

    def _person_plays(self, text: str) -> None:
        try:
            super()._person_plays(text)
        except RoomError as why:
            self._catch_up_quietly()
            self.refresh(motion=False, error=str(why))

    def _catch_up_quietly(self) -> None:
        try:
            self._catch_up()
        except RoomError as why:
            self._tell_trouble(str(why))

    def _why_not_now(self) -> str:
        """Say why nobody may move on this screen now, "" if one may."""
        turn = self.match.state.turn()
        name = self.match.state.seat_name(turn)
        if self._status.waits:
            return self._status.waits
        if self.at != len(self.match):
            return "This is an earlier moment: go to the last one to play."
        if turn >= 0 and self.seats[turn] == ELSEWHERE:
            return f"It is the turn of {name}, who plays {ELSEWHERE}."
        if turn >= 0 and self.seats[turn] != PERSON:
            return f"It is the turn of {name}, a bot ({self.seats[turn]})."
        return super()._why_not_now()

    def _playable(self, live: bool) -> bool:
        return live and not self._status.waits

    # ---- what is different at a shared table -----------------------------------------------------------------

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        """Let people look; whatever would change the game is the teacher's, and refused also if it is forged."""
        if kind in _LOOKING or (kind == "code" and self.match.over):
            super()._act(kind, content)
        else:
            self.refresh(motion=False, error=_NOT_HERE)

    def _around(self, state: State, viewer: Player | None, live: bool, mine: bool) -> dict[str, Any]:
        around = super()._around(state, viewer, live, mine)
        off = {"undo": False, "redo": False, "bots": "", "other": False, "anew": False, "shared": True}
        around["can"] = {**around["can"], **off}
        return around

    def _prompt(self, state: State, live: bool, mine: bool) -> dict[str, Any]:
        told = super()._prompt(state, live, mine)
        if live and self._status.waits and not self.match.over:
            told["text"] = self._status.waits
        return told

    def _save(self) -> dict[str, Any]:
        if self._tab != "save" or self.match.over:
            return super()._save()
        return {"code": "", "secret": False, "covered": False, "note": _LATER, "answer": ""}

    def undo(self) -> None:
        """Refuse: the teacher goes back, for all screens."""
        raise RoomError(_NOT_HERE)

    redo = undo

    def load(self, code: str) -> None:
        """Refuse: the teacher sets another table."""
        raise RoomError(_NOT_HERE)

    def _begin(self, match: Match) -> None:
        raise RoomError(_NOT_HERE)

    def _reseat(self, seat: Player, name: str) -> None:
        raise RoomError(_NOT_HERE)


def news_of(room: Room, table: str | None = None) -> dict[str, Any]:
    """Return what a page shows of a room: the teacher's line, and the clock, a table's own if it has one."""
    clock, note = room.clock(table), room.clock_note(table)
    told: dict[str, Any] = {"line": room.announcement()}
    if clock is not None and note is not None:
        told |= {"left": round(clock[0]), "words": clock[1], "mark": str(note["from"])}
    return told
