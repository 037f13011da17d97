"""What came of an experiment: the class's tables, what they show by the statistics of a class, and questions.

Only people's tables are compared, each with the tables of its block (`fishlab.lab.class_experiment`); what does not
count is said, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from fishlab.boom.rules import Boom, year_points
from fishlab.core import OVER
from fishlab.lab.class_experiment.beside import covered
from fishlab.lab.class_experiment.debrief import failing_sentence, without_failing
from fishlab.lab.class_experiment.inference import Comparison, Result, Table, compare
from fishlab.lab.class_experiment.second_game import Swapped, second_game_sentences, swapped
from fishlab.lab.class_experiment.sentences import (
    difference,
    leading,
    nothing,
    number,
    of_talk,
    points,
    sentences,
)
from fishlab.messages import listed, tr, trn
from fishlab.room import CLOSED, OUTSIDE, Procedure, Room, Status, people_before
from fishlab_widgets.classroom.outcome.boom_tables import boom_of, finished_years, ladder_place, title_of, treatment_of
from fishlab_widgets.classroom.outcome.codebook import TALK_AND_CARD

GUESS: Final = {"first": "s", "second": "s", "value": "f"}
"""What the class's prediction is made of, as the room keeps it."""


class Line(NamedTuple):
    """One table's game up to a year: team total before and after fines, and the fish that lived when years began."""

    table: str
    treatment: str
    total: float
    fines: int
    living: tuple[int, ...]
    over: bool
    empty: int
    """The year after which the sea was empty, 0 if it is not."""
    counts: bool = True
    """Whether it is among the tables that are compared."""


class Outcome(NamedTuple):
    """What came of a class so far; treatments are named by their titles."""

    result: Result
    lines: tuple[Line, ...]
    """Every table of people that has come as far as the others, by treatment from everyone alone to all together."""

    game: int = 1
    """Which game of the same people it was."""
    swapped: Swapped | None = None
    """What the same people made under both treatments, if these were swapped after the game before."""

    sealing: bool = False
    """Whether people sealed after each talk what was agreed."""

    without: Result | None = None
    """The result without the tables at which somebody failed the questions, if there are any."""

    charged: tuple[tuple[str, float], ...] = ()
    """Tables whose sea ran empty in the last year that counts, with the points of the year after it: in that year they
    are counted already."""
    uncharged: Result | None = None
    """The result without these points, if there are any."""
    covered: float | None = None
    """The share of simulated classes whose interval holds the true difference, if that is less than it says."""

    def sentences(self) -> list[str]:
        """Say what the class shows; of a later game first that its people are the same."""
        first, *more = sentences(self.result)
        again = second_game_sentences(self.swapped) if self.game > 1 else ()
        failing = failing_sentence(self.result, self.without)
        head = (first, self._covered(), *self._charged(), self._fined())
        return [one for one in (*head, *again, *more, failing, self._talk_and_card()) if one]

    def headline(self) -> list[str]:
        """Say how far a treatment is ahead, and what must be known to read that: no more."""
        again = second_game_sentences(self.swapped)[:1] if self.game > 1 else ()
        return [self.lead, *self._charged(), *again]

    @property
    def lead(self) -> str:
        """The first sentence: the difference between the ends of the treatments, or why there is none."""
        return difference(self.ends, self.result) if self.ends else nothing(self.result)

    def _covered(self) -> str:
        """Say how often such an interval holds the true difference, where that is less often than it says."""
        if self.covered is None:
            return ""
        return tr(
            "This interval may be a little too narrow: in simulated classes like this one, played by models, it holds "
            "the true difference in {covers} of 100, not in 95. So few tables cannot show how totals are spread.",
            covers=round(100 * self.covered),
        )

    def caution(self) -> str:
        """Say in a line that an empty sea's next year is counted already, and who is ahead without it; "" if none."""
        if self.uncharged is None or self.ends is None:
            return ""
        one = self.uncharged.comparisons[self.result.comparisons.index(self.ends)]
        lead, _, by = leading(one.base, one.other, one.difference)
        slots = {"year": self.result.year + 1, "lead": lead, "points": points(by.mean)}
        if number(by.mean) == "0":
            return trn(
                "{n} empty sea: what year {year} costs there is counted. Without that, both are even.",
                "{n} empty seas: what year {year} costs there is counted. Without that, both are even.",
                len(self.charged),
                **slots,
            )
        return trn(
            "{n} empty sea: what year {year} costs there is counted. Without that, “{lead}” is {points} ahead.",
            "{n} empty seas: what year {year} costs there is counted. Without that, “{lead}” is {points} ahead.",
            len(self.charged),
            **slots,
        )

    def _charged(self) -> list[str]:
        """Say what an empty sea's next year costs, which is counted already, and who is ahead without it."""
        if self.uncharged is None:
            return []
        tables = [tr("{table} ({points})", table=table, points=points(-cost)) for table, cost in self.charged]
        found = [
            tr(
                "The sea is empty at {tables}: the points that year {year} will cost there are counted already.",
                tables=listed(tables),
                year=self.result.year + 1,
            )
        ]
        for one in self.uncharged.comparisons:
            lead, behind, by = leading(one.base, one.other, one.difference)
            slots = {"lead": lead, "behind": behind, "points": points(by.mean)}
            found.append(
                tr("Without them “{lead}” and “{behind}” are even.", **slots)
                if number(by.mean) == "0"
                else tr("Without them “{lead}” is {points} a table ahead of “{behind}”.", **slots)
            )
        return found

    def _talk_and_card(self) -> str:
        """Say that a talk comes with a card to seal, where silence is compared with talk; "" where it does not."""
        if not self.sealing or not any(map(of_talk, self.result.comparisons)):
            return ""
        return tr(TALK_AND_CARD)

    def _fined(self) -> str:
        """Say that totals are before fines, and what these cost a table; "" if nobody paid any."""
        counted = [line for line in self.lines if line.counts] or self.lines
        paid = {name: sum(line.fines for line in mine) / len(mine) for name, mine in by_treatment(counted).items()}
        told = [
            tr("{points} a table less under “{treatment}”", points=points(fines), treatment=name)
            for name, fines in paid.items()
            if fines
        ]
        return tr("Totals are before fines; after them they are {less}.", less=listed(told)) if told else ""

    @property
    def ends(self) -> Comparison | None:
        """The difference between the two ends of the treatments that are played; None if nothing is compared."""
        names = list(self.result.means)
        wide = [one for one in self.result.comparisons if (one.base, one.other) == (names[0], names[-1])]
        return next(iter((*wide, *self.result.comparisons)), None)


def booms(statuses: Iterable[Status]) -> list[Status]:
    """Return the tables of Boom."""
    return [one for one in statuses if one.match.game is Boom]


def games_of(statuses: Iterable[Status]) -> list[Status]:
    """Return the tables of Boom that count: a table that was closed before its end does not."""
    return [one for one in booms(statuses) if not _closed(one)]


def _closed(status: Status) -> bool:
    return status.stage == CLOSED and status.turn != OVER


def class_table(room: Room, status: Status) -> Table:
    """Return a table of Boom as the statistics of a class see it, under its treatment's name."""
    state, terms = status.match.state, treatment_of(status)
    assert isinstance(state, Boom)
    done = finished_years(state)
    return Table(
        name=status.name,
        block=tr("{table}, set while others played", table=status.name) if status.block == OUTSIDE
        else f"{status.game}.{status.block + 1}",
        treatment=terms.name if terms else status.match.game.name,
        points=tuple(
            tuple(float(year_points(state, seat, year)) for seat in range(state.players)) for year in range(1, done + 1)
        ),
        years=state.sheet.years,
        bots=_bots(room, status, done),
        closed=_closed(status),
    )  # fmt: skip


def _bots(room: Room, status: Status, done: int) -> frozenset[tuple[int, int]]:
    """Return which seat a bot played in which year, for half of its moves or more.

    One decision that the clock had a bot make does not turn a person's year into a bot's. Where there was nothing to
    do, because the sea was empty, the year is whose the one before was.
    """
    turns, found = room.seating.turns(status.name), set()
    for seat in range(status.match.seats):
        bot = False
        for year in range(1, done + 1):
            share = turns[seat, year].bot_share if (seat, year) in turns else None
            bot = bot if share is None else share >= 0.5
            if bot:
                found.add((seat, year))
    return frozenset(found)


class ClassTables:
    """The tables of a room as statistics see them; each is worked out once for every year that is finished there."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._known: dict[str, tuple[object, Table]] = {}

    def of(self, statuses: Iterable[Status]) -> list[Table]:
        """Return the tables of Boom."""
        found = []
        for status in booms(statuses):
            state = status.match.state
            assert isinstance(state, Boom)
            stand = (status.line, finished_years(state), status.block, _closed(status))
            known = self._known.get(status.name)
            if known is None or known[0] != stand:
                known = self._known[status.name] = (stand, class_table(self._room, status))
            found.append(known[1])
        return found

    def outcome(self, statuses: Sequence[Status]) -> Outcome:
        """Return what came of a game, and beside it what its people did in the game before."""
        tables = self.of(statuses)
        found, game = outcome(tables, statuses), max((one.game for one in statuses), default=1)
        if found.result.comparisons:
            without = without_failing(titled(tables, statuses), self._room.answers(), found.result)
            procedure = Procedure.of(self._room.file)
            names = {tr(title_of(one)): terms.name for one in statuses if (terms := treatment_of(one))}
            form, shared = boom_of(booms(statuses)[0]).setup.form, self._room.luck == "tape"
            found = found._replace(
                without=without,
                sealing=procedure is not None and procedure.promises,
                covered=covered(found.result, form, names, shared),
            )
        if game < 2 or not found.result.comparisons:
            return found._replace(game=game)
        earlier = [one for one in booms(self._room.statuses(every=True)[0]) if one.game == game - 1]
        before = outcome(self.of(earlier), earlier).result
        return found._replace(game=game, swapped=swapped(before, found.result, people_before(self._room)))


def titled(tables: Iterable[Table], statuses: Iterable[Status]) -> list[Table]:
    """Return tables under their treatments' titles, as people read them."""
    titles = {status.name: title_of(status) for status in statuses}
    return [replace(table, treatment=tr(titles[table.name])) for table in tables]


def outcome(tables: Sequence[Table], statuses: Sequence[Status]) -> Outcome:
    """Return what came of a class so far, up to the last year that all tables have finished that are compared."""
    ladder = [tr(title) for title in sorted({title_of(status) for status in statuses}, key=ladder_place)]
    result = compare(titled(tables, statuses), ladder)
    there = {table.name: table for table in (*result.counted, *result.alone)} if result.year else {}
    counted = {table.name for table in result.counted}
    lines = [
        _line(status, there[status.name], result.year, status.name in counted)
        for status in statuses
        if status.name in there
    ]
    found = Outcome(result, tuple(sorted(lines, key=lambda line: (ladder.index(line.treatment), line.table))))
    states = {status.name: boom_of(status) for status in statuses if status.name in counted}
    costs = {name: next_year(state) if state.year == result.year else () for name, state in states.items()}
    if not any(map(any, costs.values())):
        return found
    plain = [
        replace(
            table,
            points=(*table.points[: result.year - 1], _less(table.points[result.year - 1], costs[table.name])),
            bots=frozenset(one for one in table.bots if one[1] <= result.year),
        )
        for table in result.counted
    ]
    charged = tuple((name, float(sum(cost))) for name, cost in sorted(costs.items()) if any(cost))
    return found._replace(charged=charged, uncharged=compare(plain, ladder, result.year))


def next_year(state: Boom) -> tuple[int, ...]:
    """Return what the year after the one that emptied the sea costs each seat; nothing if the sea is not empty."""
    if not state.empty_sea or state.year >= state.sheet.years:
        return ()
    seats, year = range(state.players), state.year
    return tuple(year_points(state, seat, year) - state.year_score(seat, year) for seat in seats)


def _less(have: Sequence[float], cost: Sequence[int]) -> tuple[float, ...]:
    return tuple(one - two for one, two in zip(have, cost or (0,) * len(have), strict=True))


def _line(status: Status, table: Table, year: int, counts: bool) -> Line:
    state = boom_of(status)
    fines = sum(check.fine for check in state.council.checks if check.year <= year)
    seas = [mask.bit_count() for mask in state.seas[: year + 1]]
    living = tuple(seas + [0] * (min(year + 1, state.sheet.years) - len(seas)) if state.empty_sea else seas)
    empty = state.year if state.empty_sea and state.year <= year else 0
    total = table.total(min(year, len(table.points)))
    return Line(table.name, table.treatment, total, fines, living, status.turn == OVER, empty, counts)


def set_apart(outcome: Outcome, name: str) -> str:
    """Say of a table whether bots played there, or that it is not compared with others; "" for people's tables."""
    result = outcome.result
    table = next((one for one in (*result.counted, *result.alone) if one.name == name), None)
    years = [year for _, year in table.bots if year <= result.year] if table else []
    if result.comparisons and (table is None or table in result.alone):
        return tr("not compared")
    return tr("bots played from year {year}", year=min(years)) if years else ""


def by_treatment(lines: Sequence[Line]) -> dict[str, list[Line]]:
    """Return the tables of each treatment."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.treatment, []).append(line)
    return found


def predicted(room: Room) -> str:
    """Say what the class predicted, to stand beside what came."""
    kept = room.note("prediction", **GUESS)
    if not isinstance(kept, Mapping):
        return ""
    first, second, value = tr(kept["first"]), tr(kept["second"]), float(kept["value"])
    if not value:
        return tr(
            "The class predicted no difference between “{first}” and “{second}” (locked at the start).",
            first=first,
            second=second,
        )
    lead, behind = (first, second) if value > 0 else (second, first)
    return tr(
        "The class predicted that “{lead}” would be {points} a table ahead of “{behind}” (locked at the start).",
        lead=lead,
        behind=behind,
        points=points(abs(value)),
    )


def questions(outcome: Outcome) -> list[str]:
    """Return questions for the debrief that quote the class's own numbers."""
    lines, found = outcome.lines, outcome.ends
    asked = []
    empty = [line for line in lines if line.empty]
    alive = [line for line in lines if line.living and not line.empty]
    best = max(alive, key=lambda line: line.living[-1], default=None)
    for line in empty[:2]:
        if best is None:
            told = tr(
                "{table}’s sea was empty after year {year}. Ask them what they thought in year 2.",
                table=line.table,
                year=line.empty,
            )
        else:
            told = tr(
                "{table}’s sea was empty after year {year}. {other} still had {fish} fish when year {now} began. Ask "
                "both what they thought in year 2.",
                table=line.table,
                year=line.empty,
                other=best.table,
                fish=best.living[-1],
                now=len(best.living),
            )
        asked.append(told)
    if not empty and best is not None and len(alive) > 1:
        worst = min(alive, key=lambda line: line.living[-1])
        if worst.living[-1] < best.living[-1]:
            told = tr(
                "When year {year} began, {best} had {most} fish, {worst} {fewest}. What did they do otherwise?",
                year=len(best.living),
                best=best.table,
                most=best.living[-1],
                worst=worst.table,
                fewest=worst.living[-1],
            )
            asked.append(told)
    if found is not None and found.difference.mean:
        by = points(abs(found.difference.mean))
        asked.append(tr("Where did the {points} a table between the treatments come from?", points=by))
    fined = [line for line in lines if line.fines]
    if fined:
        most = max(fined, key=lambda line: line.fines)
        told = tr(
            "{table} paid {points} in fines. Was a fish too many worth it?",
            table=most.table,
            points=points(most.fines),
        )
        asked.append(told)
    if spread := _most_unequal(outcome.result):
        asked.append(spread)
    return asked


def _most_unequal(result: Result) -> str:
    """Ask about the table whose people ended farthest apart; no seat is named, and no seat of a bot is looked at."""
    gaps = []
    for table in result.counted or result.alone:
        bots = {seat for seat, year in table.bots if year <= result.year}
        years = table.points[: result.year]
        own = [sum(year[seat] for year in years) for seat in range(table.seats) if seat not in bots]
        gaps.append((max(own) - min(own) if own else 0.0, table.name))
    gap, name = max(gaps, default=(0.0, ""))
    if gap < 5:
        return ""
    return tr(
        "At {table} two people ended {points} apart. Was that fair? Who could have changed it?",
        table=name,
        points=points(gap),
    )
