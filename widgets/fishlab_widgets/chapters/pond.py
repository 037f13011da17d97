"""Lesson 00: ponds from which the same number of fish is taken in every round."""

from __future__ import annotations

from IPython.display import HTML

from fishlab.codes import BadCode
from fishlab.firstpond import FirstPond
from fishlab.firstpond.rules import MOST
from fishlab.match import Match
from fishlab.messages import tr
from fishlab_widgets.charts import lines_figure
from fishlab_widgets.lesson.student import Unanswered

ROOM = 16
GIVES = ROOM // 2
"""What it gives every round, for ever."""
HUNGRY = 9
"""What three hungry boats take a round."""
LAKE, FLEET = 64, 33
"""A lake that no table can be set to, and what eleven hungry boats take of it a round: one fish too many."""


def pond_rows(catch: int, rounds: int, room: int = ROOM, first: int | None = None) -> list[dict[str, int]]:
    """Return a pond round by round, if boats take so many fish of it together, and how many they have caught so far.

    In the first round they may take another number.
    """
    rows = [{"round": 0, "fish": room, "caught": 0}]
    for number in range(1, rounds + 1):
        taken = min(first if first is not None and number == 1 else catch, rows[-1]["fish"])
        left = rows[-1]["fish"] - taken
        rows.append({"round": number, "fish": min(room, 2 * left), "caught": rows[-1]["caught"] + taken})
    return rows


def last_round(catch: int, room: int = ROOM) -> int:
    """Return the round in which the last fish is taken."""
    return next(row["round"] for row in pond_rows(catch, 100, room) if not row["fish"])


def caught(catch: int, rounds: int, first: int | None = None) -> int:
    """Return how many fish the boats catch together in so many rounds."""
    return pond_rows(catch, rounds, first=first)[-1]["caught"]


def pond_plot(catch: object, rounds: int = 8, room: int = ROOM) -> HTML | str:
    """Return the fish in a pond, or in the lake, from which so many are taken in every round, or what can be."""
    if isinstance(catch, bool) or not isinstance(catch, int) or catch < 0:
        return tr("No plot: write a whole number of fish, 0 or more.")
    title, rows = tr("{catch} fish taken in every round", catch=catch), pond_rows(catch, rounds, room)
    empty = [row["round"] for row in rows if not row["fish"]][:1]
    return lines_figure(
        rows, x="round", y="fish", title=title, x_label=tr("rounds played"),
        y_label=tr("fish in the lake") if room == LAKE else tr("fish in the pond"),
        points={tr("empty in round {number}", number=number): (number, 0) for number in empty},
    )  # fmt: skip


def catch_plot(rounds: int) -> HTML:
    """Return what boats have caught so far with all that the pond can give, and if they once take a fish more."""
    always = tr("{catch} a round", catch=GIVES)
    once = tr("{catch} a round, {first} in the first", catch=GIVES, first=GIVES + 1)
    both = zip(pond_rows(GIVES, rounds), pond_rows(GIVES, rounds, first=GIVES + 1), strict=True)
    rows = [{"round": one["round"], always: one["caught"], once: other["caught"]} for one, other in both]
    return lines_figure(
        rows, x="round", y=[always, once], title=tr("Caught so far, all boats together"),
        x_label=tr("rounds played"), y_label=tr("fish caught"),
    )  # fmt: skip


def last_boat(rounds: int, *, careful: bool, room: int = LAKE, before: int = FLEET - MOST) -> list[int]:
    """Return what the lake's last boat has caught after each round, with ten hungry ones before it.

    A careful boat leaves half a lake, and a hungry one nothing.
    """
    fish, caught = room, [0]
    for _ in range(rounds):
        left = max(0, fish - before)
        taken = min(MOST, max(0, left - room // 2) if careful else left)
        caught.append(caught[-1] + taken)
        fish = min(room, 2 * (left - taken))
    return caught


def last_boat_plot(rounds: int) -> HTML:
    """Return what the last boat has caught so far if it is careful, and if it is hungry, and what one before it has."""
    alone, same = tr("the careful one"), tr("hungry in its place")
    before = tr("each hungry one")
    found = zip(last_boat(rounds, careful=True), last_boat(rounds, careful=False), strict=True)
    rows = [
        {"round": number, before: MOST * number, alone: one, same: other} for number, (one, other) in enumerate(found)
    ]
    return lines_figure(
        rows, x="round", y=[before, alone, same], title=tr("Caught so far by one boat"),
        x_label=tr("rounds played"), y_label=tr("fish caught"),
    )  # fmt: skip


def lasting(catch: object) -> bool | str:
    """Tell whether a pond stands a catch for ever, or say what is wrong with it."""
    if catch == HUNGRY:
        raise Unanswered  # as the lesson has it: nobody has changed it yet
    if isinstance(catch, bool) or not isinstance(catch, int):
        return tr("write a whole number of fish")
    if catch <= 0:
        return tr("a pond that nobody fishes lasts: take at least one fish")
    rows = pond_rows(catch, 8)
    if rows[-1]["fish"] == ROOM:
        return True
    return tr("with {catch} a round the pond holds {fish} fish after 8 rounds", catch=catch, fish=rows[-1]["fish"])


def pond_of(code: object) -> FirstPond | str:
    """Return the pond that a save code holds, or a sentence on what is wrong with it."""
    text = str(code).strip()
    if text.upper().startswith("LC"):
        return tr("that is a lesson code: the save code of your pond is in the tab Save, and begins with FP1-")
    try:
        match = Match.from_code(text)
    except BadCode as why:
        return str(why) if text.upper().startswith("FP") else tr("the save code of a pond begins with FP1-")
    if not isinstance(match.state, FirstPond):
        return tr("that is a game of {game}: take the code of the pond", game=match.game.title)
    return match.state if match.moves else tr("nobody has fished in that pond yet: take a fish first")


def said_of(code: object) -> str:
    """Return what a save code tells of its pond."""
    pond = pond_of(code)
    assert isinstance(pond, FirstPond)
    return tr("Round {round}, {fish} fish. So it is all in there.", round=pond.round, fish=pond.fish)
