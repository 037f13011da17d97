"""A second game in the same room: what it is not, and what people did under both treatments if these were swapped.

The first game is the one to quote: nobody had played before, and lots made it. Beside it each table whose people are
the same is compared with itself, so that what they are like cancels out. In a block one table plays one treatment first
and its partner the other; the mean of both games takes out what all learnt between them (Grizzle 1965). What the first
treatment leaves behind for the second game is not taken out: it shows in how far the two games disagree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from fishlab.lab.class_experiment.inference import ROUNDED, Comparison, PlayedTable, Result
from fishlab.lab.class_experiment.sentences import (
    bound,
    caution,
    difference,
    ends,
    leading,
    number,
    one_game,
    points,
    seated,
)
from fishlab.messages import mark, tr, trs
from fishlab.stats import Interval, student_t

_OTHERS: Final = mark("There was a game before this one, in which other people sat in every seat.")


class Others(NamedTuple):
    """A table at which other people sat than in the game before: in how many of its seats."""

    table: str
    others: int
    seats: int


class Quoted(NamedTuple):
    """Which earlier game compared the same two treatments in the same form first, 0 if none did, and what it shows."""

    game: int
    base: str
    other: str
    result: Result | None = None

    @property
    def figure(self) -> Comparison | None:
        """How far the one was ahead of the other there."""
        pair = {self.base, self.other}
        found = self.result.comparisons if self.result else ()
        return next((one for one in found if {one.base, one.other} == pair), None)


@dataclass(frozen=True, slots=True)
class Swapped:
    """How far one treatment is ahead of another at the tables whose people played both.

    Attributes:
        base: the treatment that is taken off.
        other: the treatment that it is taken off from.
        year: up to which year of both games points count.
        first: other less base in points a table in the game before; like the others with Student's interval over
            blocks, whose number are its `games`.
        second: the same in this game.
        difference: the mean of both.
        disagree: the first less the second.
        tables: how many tables of the same people played both.
        people: how many seats they have.
        freedom: degrees of freedom of the spread; with 0 the intervals are infinite.
        sd: the spread of blocks, of their mean.
        fined: whether somebody paid a fine in one of both games: all of these points are before fines.
        stopped: whether one of both games was not played to its end.
        bots: whether bots held some of these seats in a year of one of both games that counts.
        left_out: tables that are compared in this game, and not here.
    """

    base: str
    other: str
    year: int
    first: Interval
    second: Interval
    difference: Interval
    disagree: Interval
    tables: int
    people: int
    freedom: int
    sd: float
    left_out: tuple[str, ...]
    fined: bool = False
    stopped: bool = False
    bots: bool = False


def swapped(before: Result, after: Result, people_of: Mapping[str, str]) -> Swapped | None:
    """Compare tables with themselves in the game before; None without a block in which both orders were played.

    Args:
        before: what the game before shows.
        after: what this game shows.
        people_of: for each table of this game the one at which the same people sat before, if they did.
    """
    if len(after.means) != 2:
        return None
    base, other = after.means
    year, known = min(before.year, after.year), {table.name: table for table in before.counted}
    blocks: dict[tuple[str, int], dict[str, list[tuple[PlayedTable, PlayedTable]]]] = {}
    for table in after.counted:
        old = known.get(people_of.get(table.name, ""))
        if old is None or {old.treatment, table.treatment} != {base, other} or old.seats != table.seats:
            continue
        blocks.setdefault((table.block, table.seats), {}).setdefault(table.treatment, []).append((old, table))
    both = {place: block for place, block in blocks.items() if len(block) == 2}
    if not both:
        return None
    games: dict[int, list[tuple[float, float]]] = {}
    for (_, size), block in both.items():
        (old_base, new_other), (old_other, new_base) = (
            [_mean([pair[game].total(year) for pair in block[kind]]) for game in (0, 1)] for kind in (other, base)
        )
        games.setdefault(size, []).append((old_other - old_base, new_other - new_base))
    first, second, mean, disagree = (
        _over_blocks([[of * one + and_of * two for one, two in some] for some in games.values()], of, and_of, after)
        for of, and_of in ((1, 0), (0, 1), (0.5, 0.5), (1, -1))
    )
    pairs = [pair for block in both.values() for some in block.values() for pair in some]
    tables = [table for _, table in pairs]
    return Swapped(
        base=base,
        other=other,
        year=year,
        first=first[0],
        second=second[0],
        difference=mean[0],
        disagree=disagree[0],
        tables=len(tables),
        people=sum(table.seats for table in tables),
        freedom=len(both) - (len(games) if len(both) > len(games) else 1),
        sd=mean[1],
        left_out=tuple(table.name for table in after.counted if table not in tables),
        fined=any(any(map(any, one.fines[:year])) for pair in pairs for one in pair),
        stopped=before.unfinished or after.unfinished,
        bots=any(when <= year for pair in pairs for one in pair for _, when in one.bots),
    )


def _over_blocks(sizes: list[list[float]], of: float, and_of: float, after: Result) -> tuple[Interval, float]:
    """Return the mean over blocks of a sum of both games, so much of each, with its interval and its spread."""
    every = [one for some in sizes for one in some]
    mean, count = _mean(every), len(every)
    strata = sizes if count > len(sizes) else [every]  # as in `inference`
    freedom = count - len(strata)
    around = math.fsum((one - _mean(some)) ** 2 for some in strata for one in some)
    least = 2 * (of**2 + and_of**2) * ROUNDED  # each game's difference is between two tables
    sd = max(math.sqrt(least), math.sqrt(around / freedom)) if freedom else math.inf
    half = student_t(freedom + 1, after.confidence) * sd / math.sqrt(count) if freedom else math.inf
    return Interval(mean, mean - half, mean + half, count), sd


def _mean(values: list[float]) -> float:
    return math.fsum(values) / len(values)


def second_game_sentences(
    found: Swapped | None,
    same: bool = True,
    others: Sequence[Others] = (),
    new: bool = False,
    known: Sequence[str] = (),
    quoted: Quoted | None = None,
) -> list[str]:
    """Say that people of a later game have played before, which game to quote, and what they made in both.

    Args:
        found: what the same people made under both treatments, None if that cannot be said.
        same: whether the people of every table sat together in the game before.
        others: the tables of which it is known that other people sat there.
        new: whether nobody of this game sat there in the game before.
        known: what must be known of the game that is quoted, to read its figure.
        quoted: which game compared the same two first; None where nothing is compared.
    """
    if new:
        return [tr(_OTHERS)]
    told = [
        tr(
            "The people are the same as in the game before. They have learnt from it, so this game does not confirm "
            "it as a second class would."
        )
        if same
        else tr(
            "There was a game before this one. Whoever played it has learnt from it, so this game does not confirm it "
            "as a second class would."
        ),
        _to_quote(quoted, known),
    ]
    if found is not None:
        told += [_both(found), _levelled(found), _before_fines(found), caution(found.freedom, found.sd)]
    seats = [
        tr("{table} ({others} of {seats} seats)", table=one.table, others=one.others, seats=one.seats) for one in others
    ]
    beside = [name for name in found.left_out if name not in {one.table for one in others}] if found else []
    told += [
        trs(
            "One table is not compared with itself, because other people sat there in the game before: {names}.",
            "{n} tables are not compared with themselves, because other people sat there in the game before: {names}.",
            seats,
        ),
        trs(
            "Table {names} is left out of this: a block counts here only if its tables of both treatments are compared "
            "in both games, with the same people.",
            "Tables {names} are left out of this: a block counts here only if its tables of both treatments are "
            "compared in both games, with the same people.",
            beside,
        ),
    ]
    return [one for one in told if one]


def to_quote_in_short(new: bool = False, known: Sequence[str] = (), quoted: Quoted | None = None) -> list[str]:
    """Say for a wall that people have played before, and which figure to quote; the arguments are those above."""
    return (
        [tr(_OTHERS)] if new else [tr("Whoever played the game before has learnt from it."), _to_quote(quoted, known)]
    )


def _to_quote(quoted: Quoted | None, known: Sequence[str]) -> str:
    """Say which game is the one to quote, what it showed, and what must be known to read that; or why none is."""
    if quoted is None:
        return tr("The figure to quote is from the first game, when nobody had played before.")
    slots = {"game": quoted.game, "base": quoted.base, "other": quoted.other}
    if quoted.result is None or (one := quoted.figure) is None:
        return tr(
            "No earlier game compared “{base}” with “{other}” in this form: this figure comes from people who had "
            "played before.",
            **slots,
        )
    slots["words"] = difference(one, quoted.result)
    if quoted.result.unfinished:
        told = tr(
            "There is no figure to quote: game {game} was the first to compare “{base}” with “{other}”, and it was "
            "stopped before its end. Up to then: {words}",
            **slots,
        )
    elif quoted.game == 1:
        told = tr("The figure to quote is from the first game, when nobody had played before: {words}", **slots)
    else:
        told = tr(
            "Game {game} was the first to compare “{base}” with “{other}”, and its people had played before too: "
            "{words}",
            **slots,
        )
    about = [*filter(None, [caution(one.freedom, one.sd)]), *known]
    return " ".join((told, tr("Of that game: {words}", words=" ".join(about)))) if about else told


def _before_fines(found: Swapped) -> str:
    """Say that points of the same people are before fines; "" if nobody paid any."""
    return tr("These people’s points are before fines in both games.") if found.fined else ""


def _both(found: Swapped) -> str:
    """Say what the same tables show in each game, how far these disagree, and whether that may be luck."""
    _, _, gap = leading("", "", found.disagree)
    slots = {
        "games": _in_each(found),
        "gap": points(gap.mean),
        "year": found.year,
        "tables": found.tables,
        "seated": seated(found.people, found.bots),
        "low": bound(gap.low) if found.freedom else "",
        "high": bound(gap.high) if found.freedom else "",
        "blocks": gap.games,
    }
    if found.freedom < 1:
        words = mark(
            "The same people under both treatments ({tables} tables, {seated}, up to year {year}): {games} "
            "These differ by {gap}; that is one block, so nobody can say how much of it is luck."
        )
    elif one_game(found.base, found.other):
        words = mark(
            "The same people under both treatments ({blocks} blocks, {tables} tables, {seated}, up to year "
            "{year}): {games} These differ by {gap} (95 %: {low} to {high}). For people both are the same game, so "
            "neither can have an after-effect: that is luck, or comes from what people learnt in the game before."
        )
    elif gap.excludes(0):
        words = mark(
            "The same people under both treatments ({blocks} blocks, {tables} tables, {seated}, up to year "
            "{year}): {games} These differ by {gap} (95 %: {low} to {high}), and the interval leaves out 0, which luck "
            "alone seldom does. If it was not luck, the first treatment had an after-effect in this game, or "
            "treatments work differently on people who know the game."
        )
    else:
        words = mark(
            "The same people under both treatments ({blocks} blocks, {tables} tables, {seated}, up to year {year}): "
            "{games} These differ by {gap} (95 %: {low} to {high}). That may be luck, but so few tables can hide a "
            "large after-effect of the first treatment."
        )
    return tr(words, **slots)


def _in_each(found: Swapped) -> str:
    """Say who was ahead, and by how much, in the game before and in this one."""
    even = number(found.first.mean) == "0"
    lead, behind, first = leading(found.base, found.other, found.second if even else found.first)
    second = found.second.mean if lead == found.other else -found.second.mean
    if number(second) == "0":
        words = mark("“{lead}” was ahead of “{behind}” by {first} in the game before, and even with it in this one.")
        if even:
            words = mark("“{lead}” and “{behind}” were even in the game before, and in this one.")
    elif even:
        words = mark(
            "“{lead}” and “{behind}” were even in the game before, and “{lead}” was ahead by {second} in this one."
        )
    elif second > 0:
        words = mark(
            "“{lead}” was ahead of “{behind}” by {first} in the game before, and ahead by {second} in this one."
        )
    else:
        words = mark(
            "“{lead}” was ahead of “{behind}” by {first} in the game before, and behind by {second} in this one."
        )
    return tr(words, lead=lead, behind=behind, first=points(first.mean), second=points(abs(second)))


def _levelled(found: Swapped) -> str:
    """Say the mean of both games, and when it is the effect; "" where there is none, because both are one game.

    Of a game that was not played to its end nobody knows how it would have ended, so its points tell no mean.
    """
    if one_game(found.base, found.other):
        return ""
    if found.stopped:
        return tr("The mean of both games is no figure to quote unless both are played to their end.")
    lead, behind, by = leading(found.base, found.other, found.difference)
    slots = {"lead": lead, "behind": behind, "points": points(by.mean)}
    if number(by.mean) == "0":
        words = mark(
            "In the mean of both games “{lead}” and “{behind}” are even{bounds}. That is the effect only if the first "
            "treatment has no after-effect in the second game: people may go on as they did before."
        )
    else:
        words = mark(
            "Their mean, “{lead}” {points} ahead of “{behind}”{bounds}, is the effect only if the first treatment has "
            "no after-effect in the second game: people may go on as they did before."
        )
    return tr(words, bounds=ends(by) if found.freedom else "", **slots)
