"""How each table stands, as the desk shows it: its sea, its total, who is there, and who is waited for."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fishlab.boom.rules import Boom, total_up_to
from fishlab.bots import bot_name
from fishlab.core import CHANCE, OVER, SEAT_LETTERS
from fishlab.lab.class_experiment.sentences import number as written
from fishlab.messages import listed, mark, tr, trn
from fishlab.room import (
    AWAY,
    BEFORE,
    CLOSED,
    DONE,
    ENDED,
    PAUSED,
    PERSON,
    PLAYING,
    READY,
    Procedure,
    Room,
    RoomError,
    Status,
    came_late,
    only_choice,
)
from fishlab_widgets.classroom.desk.desk_words import DESK
from fishlab_widgets.classroom.desk.plan import Plan
from fishlab_widgets.classroom.desk.views import CardView, SeatView, TogetherView
from fishlab_widgets.classroom.outcome.boom_tables import finished_years, fish_left, title_of
from fishlab_widgets.classroom.outcome.figures import table_html
from fishlab_widgets.classroom.outcome.results import Outcome, set_apart

READING: Final = 120.0
"""Seconds for which who came late may read the rules before the clock of a decision begins."""
MANY_PEOPLE: Final = 5
"""At one address: more than the teacher can allow on a device."""
STUCK: Final = 30.0
"""Seconds after which a person who has not moved is a case for the teacher."""


class Stopwatch:
    """Since when each table waits for its move.

    Nobody's time runs in a pause, before a year that opens later, or while the machine sleeps.
    """

    def __init__(self, room: Room) -> None:
        self._room = room
        self._marks: dict[str, tuple[object, float]] = {}
        self._given: dict[str, tuple[object, float]] = {}
        self._reading: dict[str, tuple[object, float]] = {}

    def waited(self, status: Status, now: float) -> float:
        """Return for how long a table has waited for its move."""
        stand, known = _stand_of(status), self._marks.get(status.name)
        if known is None and status.stage != PLAYING:
            return 0.0
        if known is None or known[0] != stand:
            first = status.since if known is None and len(status.match) and not status.waits else now
            known = self._marks[status.name] = (stand, first)
        paused = self._room.events.paused(status.name, known[1])
        return max(0.0, self._room.file.awake.passed(known[1], now) - paused)

    def decision_left(self, status: Status, now: float, seconds: int) -> float | None:
        """Return how many of so many seconds a person has left for a decision, None if nobody decides or 0 seconds.

        Nobody decides who came late and reads the rules, if that takes no longer than `READING`.
        """
        turn, state = status.turn, status.match.state
        decides = turn >= 0 and status.seats[turn] == PERSON and status.taken[turn] and not status.waits
        if not seconds or not decides or state.talks() or only_choice(state) is not None:
            return None
        waited = self.waited(status, now)
        if self._reads(status):
            self._reading[status.name] = (_stand_of(status), min(waited, READING))
            if waited < READING:
                return None
        return max(0.0, seconds - waited + self.given(status))

    def _reads(self, status: Status) -> bool:
        """Tell whether who is to act came late, and reads the rules."""
        procedure = Procedure.of(self._room.file)
        return procedure is not None and procedure.instructions and came_late(self._room, status.name, status.turn)

    def keep_time(self, now: float) -> None:
        """Do what is due by the clock, every other second: talks end, and a bot decides for who had the time to."""
        for status in self._room.statuses()[0]:
            self._end_talk(status)
        for status in self._room.statuses()[0]:
            if self.decision_left(status, now, decision_seconds(self._room, status)) == 0:
                self._room.stand_in(status.name, Plan.of(self._room).substitute)

    def _end_talk(self, status: Status) -> None:
        """End a talk that has had its time: what was agreed is sealed, or everybody is said to be ready."""
        room, name, procedure = self._room, status.name, Procedure.of(self._room.file)
        up = room.promises.follow(name)
        sealing = procedure is not None and procedure.promises and any(status.taken)
        while up and not sealing and (match := room.match(name)).state.talks():
            if not room.append(name, len(match), "ready", match.state.turn(), desk=True):
                break

    def mark(self, status: Status, seconds: int) -> str:
        """Return what changes when a decision of so many seconds has others left than a page counts by itself."""
        since = self._marks.get(status.name, (None, 0.0))[1]
        paused = round(self._room.events.paused(status.name, since))
        return f"{status.line}/{len(status.match)}/{since}/{seconds + self.given(status)}/{paused}"

    def give(self, status: Status, seconds: float) -> None:
        """Give who decides at a table more seconds, for this decision only."""
        stand = _stand_of(status)
        self._given[status.name] = (stand, seconds + _of(stand, self._given.get(status.name)))

    def given(self, status: Status) -> float:
        """Return how many seconds more who decides has: those that were given, and those for the rules."""
        stand = _stand_of(status)
        return sum(_of(stand, kept.get(status.name)) for kept in (self._given, self._reading))


def _of(stand: object, kept: tuple[object, float] | None) -> float:
    return kept[1] if kept is not None and kept[0] == stand else 0.0


def _stand_of(status: Status) -> tuple[object, ...]:
    """Return what changes when a table waits for another move, or begins to wait anew."""
    return status.line, len(status.match), status.stage == PLAYING and bool(status.waits)


def decision_seconds(room: Room, status: Status) -> int:
    """Return after how many seconds a bot decides for who is to act, 0 for never; for who is away, it is less."""
    procedure = Procedure.of(room.file)
    if procedure is None or status.turn < 0:
        return 0
    seen = status.seen[status.turn]
    away = seen is None or room.file.passed(seen) >= AWAY
    return min(procedure.decision, round(AWAY)) if away else procedure.decision


_AT_STAGE: Final[Mapping[str, Callable[[int], str]]] = {
    BEFORE[0]: lambda n: trn("{n} reading", "{n} reading", n),
    BEFORE[1]: lambda n: trn("{n} practising", "{n} practising", n),
    BEFORE[2]: lambda n: trn("{n} answering questions", "{n} answering questions", n),
    BEFORE[3]: lambda n: trn("{n} predicting", "{n} predicting", n),
    READY: lambda n: trn("{n} ready", "{n} ready", n),
}


def readiness(room: Room, statuses: Sequence[Status]) -> str:
    """Say how many people are at which stage before the start; "" where there is nothing to wait for."""
    procedure = Procedure.of(room.file)
    if procedure is None or room.begun() or not procedure.before():
        return ""
    done = room.questions.stages(DONE)
    found = [
        procedure.next_stage(done.get((one.name, seat), ()))
        for one in statuses
        for seat, (who, taken) in enumerate(zip(one.seats, one.taken, strict=True))
        if who == PERSON and taken
    ]
    return " · ".join(words(found.count(stage)) for stage, words in _AT_STAGE.items() if stage in found)


def card(room: Room, status: Status, watch: Stopwatch, now: float, tone: str, outcome: Outcome) -> CardView:
    """Return what the desk shows of a table."""
    state = status.match.state
    seats = [seat_view(status, seat, now) for seat in range(status.match.seats)]
    away = sum(one["here"] is False for one in seats)
    found: CardView = {
        "name": status.name,
        "title": tr(title_of(status)),
        "tone": tone,
        "total": "",
        "counts": scores_told(status),
        "years_done": "",
        "sea": [], "most": 0, "years": 0,
        "when": period_told(status, status.period) if status.period and status.turn != OVER else "",
        "stage": status.stage,
        "held": status.stage == PAUSED and room.stage() == PLAYING,  # alone, not with the whole class
        "moves": len(status.match),
        "kind": "plays", "note": "", "waited": None, "left": None, "stuck": None,
        "seats": seats,
        "here": trn("{n} is away", "{n} are away", away) if away else "",
        "unread": "",
        "apart": apart(outcome, status, status.ended or room.stage() == ENDED),
    }  # fmt: skip
    if isinstance(state, Boom):
        done = finished_years(state)
        living = [mask.bit_count() for mask in state.seas]
        if not state.empty_sea:
            living.append(state.living.bit_count())
        fish = fish_left(state)
        found["sea"], found["most"], found["years"] = living, len(state.sheet.names), state.sheet.years
        found["total"], found["counts"] = total_up_to(state, done), _counts(state, done)
        found["years_done"] = trn(
            "team total of the {n} finished year, before fines",
            "team total of the {n} finished years, before fines",
            done,
        )
        found["when"] = (
            trn("{n} fish", "{n} fish", fish)
            if status.turn == OVER
            else trn("year {year} · {n} fish", "year {year} · {n} fish", fish, year=status.period)
        )
    _stand(found, room, status, watch, now)
    return found


def period_told(status: Status, period: int) -> str:
    """Say which year or round of a table's game is meant."""
    return tr("year {year}", year=period) if _has_years(status) else tr("round {round}", round=period)


def _has_years(status: Status) -> bool:
    return status.match.game.counts == "year"


def scores_told(status: Status) -> str:
    """Say what each seat of a table has by the game's own count; a seat and its points stay on one line."""
    pairs = enumerate(status.totals)
    told = [
        tr("{seat} {points}", seat=status.match.state.seat_name(seat), points=written(made)) for seat, made in pairs
    ]
    scores = "\xa0· ".join(unbroken(words).replace(" ", "\xa0") for words in told)
    return tr("{scores} (the lowest wins)", scores=scores) if status.match.state.low_wins else scores


def unbroken(words: str) -> str:
    """Return words of which no line ends within a name that has a hyphen, such as Mahi-mahi."""
    return words.replace("-", "\u2011")


def scores_html(statuses: Sequence[Status], ended: bool) -> str:
    """Return every table's scores, and how its game stands, as a table; `ended` if the teacher has ended all."""
    heads = (tr("Table"), tr("Scores"), tr("How it stands"))
    return table_html(heads, [(one.name, scores_told(one), _told(one, ended)) for one in statuses])


def ended_in(status: Status) -> str:
    """Say when a game ended that was not played to its end."""
    when = period_told(status, status.period) if status.period else ""
    return tr("ended in {when}", when=when) if when else tr("ended")


def _told(status: Status, ended: bool) -> str:
    if status.turn == OVER:
        return unbroken(status.match.state.prompt())
    if status.stage == CLOSED:
        return tr(_STAGES[CLOSED])
    if ended:
        return ended_in(status)
    if status.stage == PAUSED and not status.match.moves:
        return seats_taken(status)
    return period_told(status, status.period) if status.period else tr("playing")


def seat_view(status: Status, seat: int, now: float) -> SeatView:
    """Return whose a seat is, whether somebody is really there, and what to say of it."""
    who, taken, seen = status.seats[seat], status.taken[seat], status.seen[seat]
    here = None if who != PERSON or not taken or seen is None else abs(now - seen) < AWAY
    letter = SEAT_LETTERS[seat]
    if who != PERSON:
        words = tr("Seat {letter}: a bot ({bot})", letter=letter, bot=bot_name(who))
    elif not taken:
        words = tr("Seat {letter}: free", letter=letter)
    elif here is None:
        words = tr("Seat {letter}: taken", letter=letter)
    elif here:
        words = tr("Seat {letter}: here", letter=letter)
    else:
        words = tr("Seat {letter}: away since {time}", letter=letter, time=_time_of_day(seen or 0.0))
    begun = status.stage == PLAYING or bool(status.match.moves)
    turn = begun and seat == status.turn and not status.match.state.talks()
    return {
        "letter": letter,
        "words": tr("{seat}, to move", seat=words) if turn else words,
        "who": who,
        "taken": taken,
        "here": here,
        "turn": turn,
        "key": "",
    }


def together_view(room: Room, statuses: Sequence[Status]) -> list[list[TogetherView]]:
    """Return the seats that were taken from one address, or on one device, where that tells people apart.

    Where most of the class shares an address (a school's router) it does not: of such a group nothing is told here.
    """
    people = sum(sum(one.taken) for one in statuses)
    return [
        [{"table": name, "seat": seat, "letter": SEAT_LETTERS[seat]} for name, seat in group]
        for group in room.seating.together([one.name for one in statuses])
        if len(group) < MANY_PEOPLE or 2 * len(group) <= people
    ]


def _time_of_day(at: float) -> str:
    return time.strftime("%H:%M", time.localtime(at))


def _counts(state: Boom, done: int) -> str:
    """Say up to when a table's total counts: a student's page counts the points of the running year too."""
    if state.empty_sea and state.turn() == OVER:
        return tr("points")
    return tr("points after year {year}", year=done) if done else tr("no year finished yet")


def unread_card(room: Room, name: str, why: str) -> CardView:
    """Return what the desk shows of a table that cannot be read: why, and that it can be closed."""
    try:
        stage = room.stage(name)
    except RoomError:
        stage = PAUSED
    return {
        "name": name, "title": tr("cannot be read"), "tone": "", "total": "", "counts": "", "years_done": "",
        "sea": [], "most": 0, "years": 0, "when": "", "stage": stage, "held": False, "moves": 0,
        "kind": CLOSED if stage == CLOSED else "unread", "note": tr(_STAGES[CLOSED]) if stage == CLOSED else why,
        "waited": None, "left": None, "stuck": None, "seats": [], "here": "", "unread": why, "apart": "",
    }  # fmt: skip


def apart(found: Outcome, status: Status, ended: bool) -> str:
    """Say as what a table counts where a bot played, or when it has ended why it counts otherwise; "" else."""
    bots = any(table.name == status.name and table.bots for table in found.result.counted)
    return set_apart(found, status.name) if ended or bots else ""


_STAGES: Final = {CLOSED: mark("closed"), PAUSED: mark("paused"), ENDED: mark("ended")}


def end_of(status: Status) -> str:
    """Say how a game ended that is over."""
    state = status.match.state
    if isinstance(state, Boom) and state.empty_sea:
        return tr("sea empty after year {year}", year=status.period)
    return tr("finished")


def seats_taken(status: Status) -> str:
    """Say how many of a table's seats are taken, and how many are bots'."""
    people = sum(who == PERSON for who in status.seats)
    taken, bots = people - len(status.free), len(status.seats) - people
    seats = trn("{taken} of {n} seat taken", "{taken} of {n} seats taken", people, taken=taken)
    return " · ".join([seats, *([trn("{n} bot", "{n} bots", bots)] if bots else [])])


def _stand(found: CardView, room: Room, status: Status, watch: Stopwatch, now: float) -> None:
    """Tell what is going on at a table: in a note, by its kind, and how many seconds it has waited or has left."""
    state, waited = status.match.state, round(watch.waited(status, now))
    if status.turn == OVER:
        found["kind"], found["note"] = "over", end_of(status)
    elif status.stage == PAUSED and not room.begun():
        found["kind"], found["note"] = PAUSED, seats_taken(status)
    elif status.stage in (CLOSED, PAUSED):
        ended = status.stage == PAUSED and room.stage() == ENDED
        found["kind"], found["note"] = status.stage, tr(_STAGES[ENDED if ended else status.stage])
    elif status.waits:
        opens = (
            mark("waiting for year {year} to open") if _has_years(status) else mark("waiting for round {year} to open")
        )
        found["kind"], found["note"] = "ready", tr(opens, year=status.period)
    elif (left := room.promises.talk_left(status.name)) is not None:
        read = _readers(room, status)
        found["note"] = trn("talk · {n} still reads", "talk · {n} still read", read) if read else tr("talk")
        found["kind"], found["left"] = "talk", round(left)
    elif room.promises.asked(status.name):
        found["kind"], found["note"] = "talk", _sealing(room, status.name)
        found["left"] = round(room.promises.left(status.name)) or None  # all have, or the year begins
    elif status.turn == CHANCE:
        found["waited"] = waited
        luck = mark("the dice are rolled") if isinstance(state, Boom) else mark("chance decides")
        found["note"] = tr(luck) if room.luck != "real" else tr("waiting for real dice")
    else:
        found["waited"], letter = waited, SEAT_LETTERS[status.turn]
        if status.seats[status.turn] != PERSON:
            found["note"] = tr("a bot thinks (seat {letter})", letter=letter)
            return
        vote = state.part() == "vote"
        if not status.taken[status.turn]:
            found["note"] = tr("waiting for seat {letter}, which nobody has taken", letter=letter)
        elif (name := state.seat_name(status.turn)) != tr("Seat {letter}", letter=letter):
            found["note"] = tr(
                "waiting for {name}, seat {letter}", name=name, letter=letter
            )  # as people's pages call it
        elif vote:
            found["note"] = tr("waiting for the vote of seat {letter}", letter=letter)
        else:
            found["note"] = tr("waiting for seat {letter}", letter=letter)
        if waited >= STUCK:
            found["kind"], found["stuck"] = "stuck", status.turn


def _readers(room: Room, status: Status) -> int:
    """Return how many people of a table came late, and still read the rules: its talk does not wait for them."""
    procedure = Procedure.of(room.file)
    if procedure is None or not procedure.instructions:
        return 0
    people = [seat for seat, who in enumerate(status.seats) if who == PERSON and status.taken[seat]]
    return sum(came_late(room, status.name, seat) for seat in people)


def _sealing(room: Room, name: str) -> str:
    """Say who has not sealed yet what was agreed."""
    seats = [SEAT_LETTERS[seat] for seat in room.promises.unsealed(name)]
    if not seats:
        return tr("all have sealed what was agreed")
    return trn(
        "seat {seats} is sealing what was agreed",
        "seats {seats} are sealing what was agreed",
        len(seats),
        seats=listed(seats),
    )


def last_decision(status: Status) -> int:
    """Return the number of moves before the last decision of a person: where taking back leads.

    Sealed choices that are open by now are taken back together. An only choice would play itself again at once.
    """
    match = status.match
    for number in reversed(range(len(match.moves))):
        turn = match.states[number].turn()
        if turn >= 0 and status.seats[turn] == PERSON and only_choice(match.states[number]) is None:
            return match.way_back(number)
    return 0


def empty_seats(count: int, plan: Plan) -> str:
    """Ask before the start whether bots shall have the empty seats, or nobody; "" if there are none."""
    if count <= 0:
        return ""
    if not plan.bot:
        return trn(
            "Start with {n} empty seat? Its table waits until somebody sits there, or plays it on one screen. Or "
            "press “{plan}”: seats are drawn again for those who are here.",
            "Start with {n} empty seats? Their tables wait until somebody sits there, or plays them on one screen. Or "
            "press “{plan}”: seats are drawn again for those who are here.",
            count,
            plan=tr(DESK["plan"]),
        )
    if not plan.experiment:
        return trn(
            "Start with {n} empty seat? A bot takes it. Or press “{plan}”: seats are drawn again for those who are "
            "here.",
            "Start with {n} empty seats? Bots take them. Or press “{plan}”: seats are drawn again for those who are "
            "here.",
            count,
            plan=tr(DESK["plan"]),
        )
    return trn(
        "Start with {n} empty seat? A bot takes it, and its table is not compared. Or press “{plan}”: seats are drawn "
        "again for those who are here.",
        "Start with {n} empty seats? Bots take them, and their tables are not compared. Or press “{plan}”: seats are "
        "drawn again for those who are here.",
        count,
        plan=tr(DESK["plan"]),
    )


def leavers(people: int, bots: int) -> str:
    """Say before another game that bots hold seats; "" if they hold none."""
    if not bots:
        return ""
    return trn(
        "A bot holds {n} seat. In another game with the same seats its table would not be compared: “{plan}” draws "
        "seats again for those who are here ({people}).",
        "Bots hold {n} seats. In another game with the same seats their tables would not be compared: “{plan}” draws "
        "seats again for those who are here ({people}).",
        bots,
        plan=tr(DESK["plan"]),
        people=trn("{n} seat is held by a person", "{n} seats are held by people", people),
    )
