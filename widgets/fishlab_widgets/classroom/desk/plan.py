"""How a class becomes tables: which treatments, how many people, who sits in empty seats, how many years."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from fishlab.boom.players import BOTS
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import SHORT_GAME, TERMS
from fishlab.room import LUCKS, Room, RoomError

NAMES: Final = (
    "Herring", "Cod", "Squid", "Tuna", "Whale", "Shrimp", "Pollock", "Anchovy", "Mackerel", "Shark", "Salmon", "Sole",
    "Perch", "Ling", "Hake", "Sprat", "Turbot", "Plaice", "Bream", "Bass",
)  # fmt: skip
"""What tables are called; people's names are not asked for."""
MOST_PEOPLE: Final = 4 * len(NAMES)
NO_BOT: Final = ""
"""Who sits in a seat that nobody took: nobody, the table waits."""
_LUCK_WORDS: Final = {
    "tape": "the same for all tables, whose years open together",
    "own": "each table has its own",
    "real": "real dice, entered by the tables",
}


PROTOCOL: Final = (
    ("In 45 minutes", (
        "0–5: Say: “You fish one sea. A plate with a fish is a point, an empty plate costs two. Play as your "
        "table’s rule says.” Do not say what the other tables’ rule is.",
        "5–10: Students open the address, take a seat, and look at the Rules tab. Ask: which treatment will be ahead, "
        "and by how much? Type the median of their answers as the prediction, then set and start.",
        f"10–35: The short game of {SHORT_GAME} years. Keep silent tables silent; the clock ends every talk. Free a "
        "seat or give it to a bot where a table is amber for long. On the same dice for all, nobody calls out a roll: "
        "a slower table still has that die before it.",
        "35–45: End and debrief: the figure, the prediction beside it, then the questions on this desk.",
    )),
    ("In 90 minutes", (
        "0–15: As above, and one year together on the projector, every step said aloud.",
        "15–60: The whole game of ten years, or two short games of the same people: the second under the other rule.",
        "60–75: Debrief at the tables: each writes one sentence about what it would do otherwise.",
        "75–90: All together: the figure, models and published results, and what a real fishery could take from it.",
    )),
    ("Consent and privacy", (
        "Say before the start: “Your moves are kept without your name, in one file on this machine. You may leave at "
        "any time, and a bot will take your seat.” Under age, ask as your school’s rules say.",
        "The file holds tables, seats by letter, moves and their times, when a seat changed hands, and a hash of each "
        "seat’s key; no names, no addresses. Nothing is sent anywhere.",
        "To delete everything, close the desk and delete the room’s file, with the two files of the same name that end "
        "in -wal and -shm.",
    )),
)  # fmt: skip
"""What to say and in which order, and what is kept of whom."""


@dataclass(frozen=True)
class Plan:
    """What a teacher chooses before the class comes in.

    Attributes:
        treatments: names out of `TERMS`; tables take them in turn.
        people: how many will play.
        players: seats at a table.
        years: how many years a game has.
        bot: who takes the seats that are empty at the start; "" for nobody.
        luck: where dice come from, one of `LUCKS`.
    """

    treatments: tuple[str, ...] = ("silence", "yearly-agreement")
    people: int = 16
    players: int = 4
    years: int = SHORT_GAME
    bot: str = "careful"
    luck: str = "tape"

    @property
    def tables(self) -> int:
        """How many tables this makes: enough for all, and as many of each treatment."""
        needed, kinds = -(-self.people // self.players), len(self.treatments)
        return max(kinds, -(-needed // kinds) * kinds)

    @classmethod
    def read(cls, answers: Mapping[str, Any]) -> Plan:
        """Return the plan that a form asks for; `RoomError` says what is not possible."""
        usual = cls()
        wanted = answers.get("treatments", usual.treatments)
        names = tuple(name for name in TERMS if isinstance(wanted, list | tuple) and name in wanted)
        if not names or any(not TERMS[name].for_people for name in names):
            raise RoomError("Choose one treatment at least; two can be compared.")
        people = _whole(answers.get("people", usual.people), "people", 1, MOST_PEOPLE)
        players = _whole(answers.get("players", usual.players), "seats at a table", Boom.seats[0], Boom.seats[-1])
        years = _whole(answers.get("years", usual.years), "years", 1, 10)
        bot, luck = answers.get("bot", usual.bot), answers.get("luck", usual.luck)
        if bot != NO_BOT and bot not in BOTS:
            raise RoomError(f"There is no bot {bot!r:.40}: choose {', '.join(BOTS)}.")
        if luck not in LUCKS:
            raise RoomError(f"Dice {luck!r:.40} are not possible: choose {', '.join(LUCKS)}.")
        plan = cls(names, people, players, years, bot, luck)
        if plan.tables > len(NAMES):
            raise RoomError(f"These are {plan.tables} tables; {len(NAMES)} fit on a desk: choose fewer treatments.")
        return plan

    def options(self, treatment: str) -> dict[str, Any]:
        """Return the options of a table's game."""
        return TERMS[treatment].options(self.players) | ({"years": self.years} if self.years != 10 else {})

    def set_tables(self, room: Room) -> None:
        """Set the tables in a room, which waits for its start."""
        room.pause()
        room.draw_from(self.luck)
        taken = set(room.tables())
        names = [name for name in NAMES if name not in taken]
        if len(names) < self.tables:
            raise RoomError(f"There are {len(taken)} tables already: no room is left for {self.tables} more.")
        for place in range(self.tables):
            room.open(names[place], Boom, self.players, **self.options(self.treatments[place % len(self.treatments)]))
        room.keep("bot", self.bot)

    def fill_seats(self, room: Room) -> int:
        """Give every seat that nobody took to the bot, and return how many; none if nobody is to sit there."""
        filled = 0
        for status in room.statuses()[0] if self.bot else ():
            for seat in status.free:
                room.sit(status.name, seat, self.bot)
                filled += 1
        return filled


def told() -> dict[str, Any]:
    """Return what the form asks, in words, with what is usual."""
    usual = Plan()
    return {
        "treatments": [
            {"name": one.name, "title": one.title, "text": one.text, "mark": one.mark,
             "on": one.name in usual.treatments}
            for one in TERMS.values() if one.for_people
        ],
        "people": usual.people,
        "players": usual.players,
        "years": [[SHORT_GAME, f"{SHORT_GAME} years, about 25 minutes (not in the rulebook)"], [10, "all 10 years"]],
        "bots": [["careful", "careful bots"], *([name, f"{name} bots"] for name in BOTS if name != "careful"),
                 [NO_BOT, "nobody: a table waits until its seats are taken"]],
        "luck": [[name, words] for name, words in _LUCK_WORDS.items()],
        "protocol": [[title, list(lines)] for title, lines in PROTOCOL],
    }  # fmt: skip


def _whole(value: Any, what: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RoomError(f"{value!r:.20} {what} are not possible: choose a whole number from {low} to {high}.")
    return value
