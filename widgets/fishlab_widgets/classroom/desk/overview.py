"""How each table stands, as the desk shows it: its sea, its total, and who is waited for."""

from __future__ import annotations

from typing import Any, Final

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import TALK_SECONDS, TERMS, Terms, terms_of
from fishlab.core import CHANCE, OVER, SEAT_LETTERS
from fishlab.messages import many, tr
from fishlab.room import CLOSED, PAUSED, PERSON, PLAYING, Room, RoomError, Status

STUCK: Final = 30.0
"""Seconds after which a person who has not moved is a case for the teacher."""


def treatment_of(status: Status) -> Terms | None:
    """Return a table's treatment, None for a game that is no treatment of Boom's."""
    match = status.match
    return terms_of(match.options, match.seats) if match.game is Boom else None


def title_of(status: Status) -> str:
    """Return what a table plays: its treatment, or its game."""
    terms = treatment_of(status)
    return terms.title if terms else status.match.game.title


def ladder_place(title: str) -> int:
    """Return where a treatment stands from everyone alone to all together; others come last."""
    titles = [terms.title for terms in TERMS.values()]
    return titles.index(title) if title in titles else len(titles)


def finished_years(state: Boom) -> int:
    """Return how many years of a game are finished: all of them when it is over, also if the sea ran empty."""
    return state.sheet.years if state.turn() == OVER else state.year - 1


def total_up_to(state: Boom, year: int) -> int:
    """Return the team's points up to the end of a year, before fines.

    A game whose sea ran empty by then counts whole: the plates of the year that never came are its price.
    """
    last = state.sheet.years if state.empty_sea and state.year <= year else min(year, state.sheet.years)
    years = range(1, last + 1)
    return sum(state.year_score(seat, one) for seat in range(state.players) for one in years)


class Stopwatch:
    """Since when each table stands as it does: at its move, and in its talk.

    A pause, and a year that opens later, begin both anew: nobody's time runs while nobody may move.
    """

    def __init__(self) -> None:
        self._marks: dict[tuple[str, str], tuple[object, float]] = {}

    def waited(self, status: Status, now: float) -> float:
        """Return for how long a table has waited for its move."""
        mark = (status.line, len(status.match), status.stage, bool(status.waits))
        first = status.since if len(status.match) and not status.waits and status.stage == PLAYING else now
        return max(0.0, now - self._since((status.name, "move"), mark, first, now))

    def talk_left(self, status: Status, now: float) -> float | None:
        """Return how many seconds of its talk a table has left, None if it does not talk now."""
        state = status.match.state
        if getattr(state, "phase", "") != "talk" or status.waits or status.stage != PLAYING:
            self._marks.pop((status.name, "talk"), None)
            return None
        mark = (status.line, status.period)
        return max(0.0, TALK_SECONDS - (now - self._since((status.name, "talk"), mark, now, now)))

    def skip(self, seconds: float, now: float) -> None:
        """Count for nobody the last seconds, in which nobody could have played: the machine slept."""
        self._marks = {key: (mark, min(now, since + seconds)) for key, (mark, since) in self._marks.items()}

    def _since(self, key: tuple[str, str], mark: object, first: float, now: float) -> float:
        known = self._marks.get(key)
        if known is None or known[0] != mark:
            self._marks[key] = (mark, first if known is None else now)
        return self._marks[key][1]


def card(room: Room, status: Status, watch: Stopwatch, now: float) -> dict[str, Any]:
    """Return what the desk shows of a table: for the teacher, and in `public` what a projector may show too."""
    state = status.match.state
    found: dict[str, Any] = {
        "name": status.name,
        "title": title_of(status),
        "total": sum(status.totals),
        "counts": tr("points"),
        "done": 0,
        "year": status.period,
        "sea": [], "most": 0, "years": 0, "fish": None, "fines": 0,
        "stage": status.stage,
        "held": status.stage == PAUSED and not room.paused,  # alone, not with the whole class
        "moves": len(status.match),
        "kind": "plays",
        "waited": None,
        "left": None,
        "seats": [
            {"letter": SEAT_LETTERS[seat], "who": who, "taken": status.taken[seat], "turn": seat == status.turn}
            for seat, who in enumerate(status.seats)
        ],
    }  # fmt: skip
    if isinstance(state, Boom):
        done = finished_years(state)
        living = [mask.bit_count() for mask in state.seas]
        if not state.empty_sea:
            living.append(state.living.bit_count())
        found |= {
            "sea": living, "most": len(state.sheet.names), "years": state.sheet.years,
            "fish": 0 if state.empty_sea else state.living.bit_count(), "fines": sum(state.fines()),
            "total": total_up_to(state, done), "done": done, "counts": _counts(state, done),
        }  # fmt: skip
    return found | _standing(room, status, watch, now)


def _counts(state: Boom, done: int) -> str:
    """Say up to when a table's total counts: a student's page counts the points of the running year too."""
    if state.empty_sea and state.turn() == OVER:
        return tr("points")
    return tr("points after year {year}", year=done) if done else tr("no year finished yet")


def unread_card(room: Room, name: str, why: str) -> dict[str, Any]:
    """Return what the desk shows of a table that cannot be read: why, and that it can be closed."""
    try:
        stage = room.stage(name)
    except RoomError:
        stage = PAUSED
    return {
        "name": name, "title": "cannot be read", "tone": 0, "total": "", "counts": "", "done": 0, "year": 0,
        "sea": [], "most": 0, "years": 0, "fish": None, "fines": 0, "stage": stage, "moves": 0,
        "kind": CLOSED if stage == CLOSED else "unread", "note": CLOSED if stage == CLOSED else why,
        "waited": None, "left": None, "stuck": None, "seats": [], "public": "", "unread": why,
    }  # fmt: skip


def held_back(status: Status, year: int) -> dict[str, Any]:
    """Return of a card what a table behind may see that rolls the same dice: the years that all have finished."""
    state = status.match.state
    if not isinstance(state, Boom) or (state.empty_sea and state.year <= year):
        return {"moves": 0}
    living = [mask.bit_count() for mask in state.seas[: year + 1]]
    return {
        "sea": living, "fish": living[-1], "total": total_up_to(state, year), "done": min(year, state.sheet.years),
        "counts": _counts(state, min(year, state.sheet.years)),
        "fines": sum(check.fine for check in state.council.checks if check.year <= year),
        "year": min(state.year, year + 1), "moves": 0,
    }  # fmt: skip


def _standing(room: Room, status: Status, watch: Stopwatch, now: float) -> dict[str, Any]:
    """Return what is going on at a table: `note` for the teacher, `public` for all, `kind`, and the seconds."""
    state, waited, left = status.match.state, watch.waited(status, now), watch.talk_left(status, now)
    if status.turn == OVER:
        empty = isinstance(state, Boom) and state.empty_sea
        words = f"sea empty after year {status.period}" if empty else "finished"
        return {"note": words, "public": words, "kind": "over"}
    if status.stage == PAUSED and not status.match.moves:
        people = sum(who == PERSON for who in status.seats)
        words = f"{people - len(status.free)} of {many(people, 'seat')} taken"
        return {"note": words, "public": words, "kind": PAUSED}
    if status.stage == PAUSED and room.ended:
        return {"note": tr("ended"), "public": tr("ended"), "kind": PAUSED}
    if status.stage in (CLOSED, PAUSED):
        return {"note": status.stage, "public": status.stage, "kind": status.stage}
    if status.waits:
        words = f"waits for year {status.period} to open"
        return {"note": words, "public": words, "kind": "ready"}
    if left is not None:
        return {"note": "talk", "public": "talk", "kind": "talk", "left": left}
    if status.turn == CHANCE:
        words = "the dice are rolled" if room.luck != "real" else "waits for real dice"
        return {"note": words, "public": words, "waited": waited}
    seat, who = SEAT_LETTERS[status.turn], status.seats[status.turn]
    doing = "voting" if getattr(state, "phase", "") == "vote" else "playing"
    if who != PERSON:
        return {"note": f"a bot thinks (seat {seat})", "public": doing, "waited": waited}
    free = "" if status.taken[status.turn] else ", which nobody has taken"
    stuck = waited >= STUCK
    return {
        "note": f"waits for seat {seat}{free}", "public": doing, "waited": waited,
        "kind": "stuck" if stuck else "plays", "stuck": status.turn if stuck else None,
    }  # fmt: skip


def last_decision(status: Status) -> int:
    """Return the number of moves before the last decision of a person: where taking back leads.

    Sealed choices that are open by now are taken back together.
    """
    match = status.match
    for number in reversed(range(len(match.moves))):
        turn = match.states[number].turn()
        if turn >= 0 and status.seats[turn] == PERSON:
            return match.way_back(number)
    return 0
