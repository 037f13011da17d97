"""What came of an experiment: totals and living fish by treatment, the difference with its interval, questions."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import TERMS
from fishlab.core import OVER, SEAT_LETTERS
from fishlab.messages import mark, tr, trn
from fishlab.room import CLOSED, OUTSIDE, Room, Status
from fishlab.stats import Interval, interval_of, mean_interval, paired_difference
from fishlab_widgets.classroom.desk.overview import finished_years, ladder_place, title_of, total_up_to
from fishlab_widgets.classroom.desk.who_played import Turns, turns_of

GUESS: Final = {"first": "s", "second": "s", "value": "f"}
"""What the class's prediction is made of, as the room keeps it."""


class Line(NamedTuple):
    """One table's game up to a year: team total before and after fines, and the fish that lived when years began."""

    table: str
    treatment: str
    total: int
    fines: int
    living: tuple[int, ...]
    over: bool
    empty: int
    """The year after which the sea was empty, 0 if it is not."""


class Difference(NamedTuple):
    """How far one treatment is ahead of another."""

    first: str
    second: str
    by: Interval
    paired: bool

    def words(self) -> str:
        """Say it in a sentence, as wide as it is."""
        lead, behind, by = tr(self.first), tr(self.second), self.by
        if by.mean < 0:
            lead, behind, by = behind, lead, Interval(-by.mean, -by.high, -by.low, by.games)
        told = tr("“{lead}” is {points} a table ahead of “{behind}”", lead=lead, behind=behind, points=points(by.mean))
        if by.mean == 0:
            told = tr("“{lead}” and “{behind}” are even", lead=lead, behind=behind)
        if not math.isfinite(by.high):
            return tr(_ONE_PAIR if self.paired else _ONE_EACH, told=told)
        if by.high == by.low:
            return tr(_ALIKE_PAIRS if self.paired else _ALIKE, told=told)
        sides = {"low": number(by.low), "high": number(by.high)}
        if self.paired:
            found = trn(
                "{told} (95 %: {low} to {high}; {n} pair on the same dice).",
                "{told} (95 %: {low} to {high}; {n} pairs on the same dice).",
                by.games,
                told=told,
                **sides,
            )
        else:
            found = trn(
                "{told} (95 %: {low} to {high}; {n} table of each or more, each table on its own dice).",
                "{told} (95 %: {low} to {high}; {n} tables of each or more, each table on its own dice).",
                by.games,
                told=told,
                **sides,
            )
        return found if by.excludes(0) else f"{found} {tr('So few tables cannot tell it from luck.')}"


_ONE_PAIR = mark("{told} (one table each, on the same dice: nobody can say how much of it is luck).")
_ONE_EACH = mark("{told} (one table each, each table on its own dice: nobody can say how much of it is luck).")
_ALIKE_PAIRS = mark("{told} (the same at all of them, on the same dice: too few to say how sure that is).")
_ALIKE = mark("{told} (the same at all of them, each table on its own dice: too few to say how sure that is).")


def number(value: float) -> str:
    """Return a figure as people read it: one decimal, none if it is whole, a true minus."""
    shown = f"{value:.1f}".removesuffix(".0")
    return shown.replace("-", "−") if shown != "-0" else "0"


def points(value: float) -> str:
    """Return a number of points in words."""
    shown = number(value)
    return trn("{shown} point", "{shown} points", 1 if shown == "1" else 2, shown=shown)


def games_of(statuses: Sequence[Status]) -> list[Status]:
    """Return the tables of Boom that count: a table that was closed before its end does not."""
    return [one for one in statuses if one.match.game is Boom and (one.stage != CLOSED or one.turn == OVER)]


def compared_games(statuses: Sequence[Status]) -> list[Status]:
    """Return the tables that are compared: one that was set while others played is not."""
    return [one for one in games_of(statuses) if one.block != OUTSIDE]


def common_year(statuses: Sequence[Status]) -> int:
    """Return the last year that every table has finished; a table that is over has finished all."""
    states = [status.match.state for status in compared_games(statuses)]
    return min((finished_years(state) for state in states if isinstance(state, Boom)), default=0)


def lines_of(statuses: Sequence[Status], year: int) -> list[Line]:
    """Return every table's game up to the end of a year, by treatment from everyone alone to all together."""
    found = []
    for status in compared_games(statuses):
        state = status.match.state
        assert isinstance(state, Boom)
        total = total_up_to(state, year)
        fines = sum(check.fine for check in state.council.checks if check.year <= year)
        seas = [mask.bit_count() for mask in state.seas[: year + 1]]
        living = tuple(seas + [0] * (min(year + 1, state.sheet.years) - len(seas)) if state.empty_sea else seas)
        empty = state.year if state.empty_sea and state.year <= year else 0
        found.append(Line(status.name, title_of(status), total, fines, living, status.turn == OVER, empty))
    return sorted(found, key=lambda line: ladder_place(line.treatment))


def by_treatment(lines: Sequence[Line]) -> dict[str, list[Line]]:
    """Return the tables of each treatment, in the order in which they were set."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.treatment, []).append(line)
    return found


def difference(first: Sequence[Line], second: Sequence[Line], paired: bool) -> Difference:
    """Return how far the first treatment is ahead; in pairs, table by table, where all met the same dice.

    Otherwise the interval is as wide as the smaller group makes it, which errs on the side of doubt.
    """
    one, other = [line.total for line in first], [line.total for line in second]
    if paired and len(one) == len(other):
        return Difference(first[0].treatment, second[0].treatment, paired_difference(one, other), True)
    means = [mean_interval(values) for values in (one, other)]
    games = min(len(one), len(other))
    spread = sum(
        sum((value - mean.mean) ** 2 for value in values) / max(1, len(values) - 1) / len(values)
        for values, mean in zip((one, other), means, strict=True)
    )
    by = interval_of(means[0].mean - means[1].mean, spread * games * (games - 1), games)
    return Difference(first[0].treatment, second[0].treatment, by, paired and len(one) == len(other))


def compared(lines: Sequence[Line], luck: str) -> Difference | None:
    """Return the difference between the two ends of the treatments that are played, None with fewer than two."""
    groups = list(by_treatment(lines).values())
    return difference(groups[-1], groups[0], luck == "tape") if len(groups) > 1 else None


def predicted(room: Room, found: Difference | None) -> str:
    """Say what the class predicted, beside what came."""
    kept = room.note("prediction", **GUESS)
    if not isinstance(kept, Mapping) or found is None:
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


def questions(lines: Sequence[Line], found: Difference | None, statuses: Sequence[Status]) -> list[str]:
    """Return questions for the debrief that quote the class's own numbers."""
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
    if found is not None and found.by.mean:
        by = points(abs(found.by.mean))
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
    if spread := _most_unequal(statuses):
        asked.append(spread)
    return asked


def _most_unequal(statuses: Sequence[Status]) -> str:
    """Ask about the table whose seats ended farthest from each other."""
    gaps = []
    for status in games_of(statuses):
        scores = status.match.state.own_scores()  # type: ignore[attr-defined]
        gaps.append((max(scores) - min(scores), status.name, scores))
    gap, name, scores = max(gaps, default=(0, "", ()))
    if gap < 5:
        return ""
    return tr(
        "At {table} seat {high} is {points} ahead of seat {low}. Was that fair? Who could have changed it?",
        table=name,
        high=SEAT_LETTERS[scores.index(max(scores))],
        low=SEAT_LETTERS[scores.index(min(scores))],
        points=points(gap),
    )


COLUMNS: Final = {
    "game": mark("which game of this class it was: 2 for a second game of the same people"),
    "block": mark("with which tables it was filled by lot; empty if it was set while others played already"),
    "table": mark("the table’s name"),
    "treatment": mark("under which rule it played"),
    "players": mark("how many seats the table has"),
    "seat": mark("the seat’s letter; no names are stored"),
    "sitter": mark(
        "who played the seat in this year: person, a bot’s name, or one after the other (“person then careful”); empty "
        "if the sea was, so that there was nothing to do; unknown if the room was begun with an older Fishlab"
    ),
    "person": mark("which person of this seat played last in this year: 2 if another took it over, empty if a bot did"),
    "bot_share": mark("which share of the seat’s moves in this year a bot made, from 0 to 1; 0 is a person’s year"),
    "year": mark("the year; only finished ones are here"),
    "compared": mark("1 if every table has finished this year: the desk and the report count these years alone"),
    "points": mark("the seat’s points of this year, before fines"),
    "fines": mark("what it paid in fines for this year"),
    "taken": mark("how many fish it took"),
    "plates": mark("how many plates it had to fill"),
    "quota": mark("how many fish a seat was allowed; empty without a rule"),
    "fish_at_start": mark("how many fish lived when the year began"),
    "over": mark("1 if the table’s game has come to its end"),
    "code": mark("the whole game as a code, once it is over"),
}
"""What stands in each column of the file for a spreadsheet."""


def csv_of(room: Room) -> str:
    """Return one row for each table, seat and year that was finished, to be opened in a spreadsheet; see `COLUMNS`.

    A sea that ran empty has one year more: its plates stay empty, so that the points add up to the table's total.
    """
    out = io.StringIO()
    write = csv.DictWriter(out, list(COLUMNS))
    write.writeheader()
    statuses = room.statuses(every=True)[0]
    for status in games_of(statuses):
        common = common_year([one for one in statuses if one.game == status.game])
        state = status.match.state
        assert isinstance(state, Boom)
        done = state.year if status.turn == OVER else state.year - 1
        if state.empty_sea:
            done = min(state.year + 1, state.sheet.years)
        code = status.match.code() if status.turn == OVER else ""
        played = turns_of(room, status)
        for seat in range(state.players):
            for year in range(1, done + 1):
                ballots = state.council.ballots[:year]
                turns = played.get((seat, year), Turns(()))
                quota = sorted(ballots[-1])[(state.players - 1) // 2] if ballots else state.setup.quota
                write.writerow({
                    "game": status.game, "block": "" if status.block == OUTSIDE else status.block + 1,
                    "table": status.name, "treatment": title_of(status), "players": state.players,
                    "seat": SEAT_LETTERS[seat], "sitter": turns.sitter, "person": turns.person or "",
                    "bot_share": "" if turns.bot_share is None else f"{turns.bot_share:.3g}",
                    "year": year, "compared": int(year <= common and status.block != OUTSIDE),
                    "points": state.year_score(seat, year),
                    "fines": sum(one.fine for one in state.council.checks if (one.year, one.seat) == (year, seat)),
                    "taken": state.taken(seat, year), "plates": state.plates[seat][year - 1],
                    "quota": quota if state.has_quota else "",
                    "fish_at_start": state.seas[year - 1].bit_count() if year <= len(state.seas) else 0,
                    "over": int(status.turn == OVER), "code": code,
                })  # fmt: skip
    return out.getvalue()


def model_name(title: str) -> str:
    """Return the laboratory's treatment that stands beside one of people; silence is everyone for themselves there."""
    name = next((terms.name for terms in TERMS.values() if terms.title == title), "")
    return "competitive" if name == "silence" else name
