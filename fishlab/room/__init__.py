"""A room: tables at which people play on screens of their own, all of it in one SQLite file.

The file holds for every table its header (game, players, options), who sits where, every move with its time, and the
lines that were left when the teacher went back; and every event besides: seats that are taken, freed, drawn by lot or
given to bots, pauses, clocks, messages. `Room` is the tables and what a page needs, `Room.seating` who sits there,
`Room.clock` time, `Room.events` what happened, `Room.questions` and `Room.promises` what people were asked and agreed
on (`Room.answers()` and `Room.talks()` are all of it as rows), `Room.file` the file; `next_game` goes on with the same
people.

Programs share nothing but this file: a page of a student, the teacher's desk and a script each open it for themselves,
check every move by the rules, and write it under the number that they expect it to have. If somebody was quicker,
nothing is written, and one looks again.

Nobody's name is stored. Who takes a seat does so with a key of their own, of which only a hash is kept. Dice, cards
and bots are drawn from a secret of the table and the number of the move, so that it does not matter which program
draws them; or, for an experiment, from one tape for each block of tables, so that treatments meet the same luck. Then a
year opens for all tables together, or a slow table would learn its dice from a quick one.

Whatever is not possible raises `RoomError` with a sentence for a person; a move against the rules `IllegalMove`. When
either is raised, nothing was written. What makes no sense in the file is `Damaged`, a `RoomError` too; `statuses` keeps
the tables apart that cannot be read. Threads of one program may share a `Room`.

The same file serves pages of one class, several notebooks of one server, and a folder that users of one machine share
(they need the right to write the file and its folder). It keeps nothing from a program that can open it: wherever
people can run code of their own, as in a shared notebook server, secrets are a matter of honour.
"""

from fishlab.room.games import NEVER_PLAYED, Again, Before, came_late, next_game, people_before, same_people, take_up
from fishlab.room.procedure.promises import Talk
from fishlab.room.procedure.questions import Answer
from fishlab.room.procedure.settings import BEFORE, DONE, EARLIER, READY, Procedure
from fishlab.room.room import Room
from fishlab.room.seating import AWAY
from fishlab.room.session import RoomSession, news_of
from fishlab.room.store.awake import Awake
from fishlab.room.store.events import KINDS, Event
from fishlab.room.store.file import Damaged, RoomError
from fishlab.room.store.keys import new_key, plain_key
from fishlab.room.store.luck import LUCKS
from fishlab.room.store.sitters import UNKNOWN, Sitter, Turns, only_choice
from fishlab.room.store.tables import CLOSED, ENDED, OUTSIDE, PAUSED, PLAYING, Status
from fishlab.session import PERSON

__all__ = [
    "AWAY",
    "BEFORE",
    "CLOSED",
    "DONE",
    "EARLIER",
    "ENDED",
    "KINDS",
    "LUCKS",
    "NEVER_PLAYED",
    "OUTSIDE",
    "PAUSED",
    "PERSON",
    "PLAYING",
    "READY",
    "UNKNOWN",
    "Again",
    "Answer",
    "Awake",
    "Before",
    "Damaged",
    "Event",
    "Procedure",
    "Room",
    "RoomError",
    "RoomSession",
    "Sitter",
    "Status",
    "Talk",
    "Turns",
    "came_late",
    "new_key",
    "news_of",
    "next_game",
    "only_choice",
    "people_before",
    "plain_key",
    "same_people",
    "take_up",
]
