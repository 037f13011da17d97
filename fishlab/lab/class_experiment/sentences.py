"""What a class shows, in sentences: for every case one, and never more than the tables allow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from fishlab.boom.treatments import TERMS, Terms, same_for_people
from fishlab.core import SEAT_LETTERS
from fishlab.lab.class_experiment.inference import ROUNDED, Comparison, PlayedTable, Result
from fishlab.lab.published import TALK_EFFECTS
from fishlab.messages import language, listed, mark, tr, trn, trs
from fishlab.messages import number as written
from fishlab.stats import Interval

D_HOLDS: Final = 90
"""Of 100 simulated classes of the lesson's form with 8 tables of four, those whose interval of d holds the true one, at
the least; only for `D_PAIR`. As of other intervals, classes are drawn from smoothed model games
(`docs/class_check.md`)."""
D_PAIR: Final = ("silence", "yearly-agreement")
"""The treatments for which that was simulated."""
PUBLISHED_FREEDOM: Final = 5
"""Published effects stand beside d from so many degrees of freedom on: before, d is far too rough for that."""
MANY: Final = 6
"""Of more comparisons than these only those with the first treatment stand first."""
COLLAPSED: Final = 84
"""Of 100 simulated classes whose seas collapse at some tables and last at others, those whose interval holds the true
difference, at the least (`docs/class_check.md`)."""
APART: Final = MappingProxyType({4: (57, 87), 6: (48, 91), 8: (20, 88), 12: (2, 82)})
"""By the number of tables, how many of 100 intervals that leave out 0 hold the true difference where all seas of one
treatment ran empty and none of the other: if 8 of 10 seas collapse under the one and 2 under the other, and if 19 and
1 of 20 do (`docs/class_check.md`)."""
TALK_AND_CARD: Final = mark(
    "Tables that talk do two things that silent ones do not: they talk, and each person then seals on a card what was "
    "agreed. The effects of the two cannot be told apart."
)
HEARD: Final = mark("Tables that do not talk may have heard those that do.")


def differences(result: Result) -> list[str]:
    """Say every difference, or why there is none."""
    return [difference(one, result) for one in result.comparisons] or [nothing(result)]


def foremost(result: Result) -> tuple[Comparison, ...]:
    """Return the comparisons that stand first: all, or of more than `MANY` those with the first treatment.

    The largest is always among them.
    """
    every = result.comparisons
    if len(every) <= MANY:
        return every
    largest = max(every, key=lambda one: abs(one.difference.mean))
    return tuple(one for one in every if one.base == every[0].base or one is largest)


def how_far(result: Result, usual: bool = False) -> list[str]:
    """Say how far to trust the differences; each sentence that is of one of several names its treatments.

    Args:
        result: what the class shows.
        usual: whether its game is the one of which it was simulated how often the interval of d holds, but for its
            treatments and the size of its tables.
    """
    found = []
    if len(result.comparisons) > 1 and result.comparisons[0].freedom:
        found.append(
            tr(
                "{count} differences are looked at together. Each interval is wider because of that, so that all of "
                "them should hold in {sure} of 100 classes.",
                count=len(result.comparisons),
                sure=round(100 * result.confidence),
            )
        )
    several = len(result.comparisons)
    found += of_each(foremost(result), several)
    found += [_few_lots(one, several) for one in result.comparisons if several > 1]  # common to many pairs: once
    found.append(effects(foremost(result), usual))
    return [*dict.fromkeys(sentence for sentence in found if sentence)]


def of_each(some: Iterable[Comparison], several: int) -> list[str]:
    """Say of each of some comparisons, of so many in all, how far to trust it."""
    found = []
    for one in some:
        by_lots = _by_lots(one, several) if several > 1 else lots(one, 1)
        found += [by_size(one), caution(one.freedom, one.sd), by_lots]
    return [*filter(None, found)]


def number(value: float, digits: int = 1) -> str:
    """Return a figure as people read it: few decimals, none if it is whole, a true minus.

    >>> number(-2.04), number(3.999), number(0.125, 3)
    ('−2', '4', '0.125')
    """
    shown = f"{value:.{digits}f}"
    shown = shown.rstrip("0").rstrip(".") if "." in shown else shown
    return "0" if shown == "-0" else language().number(shown).replace("-", "−")


def bound(value: float) -> str:
    """Return an end of an interval; one near 0 with more digits, so that all see on which side it lies."""
    shown = [number(value, digits) for digits in (1, 2, 3)]
    return next((one for one in shown if one != "0"), "0")


def ends(by: Interval, confidence: float = 0.95) -> str:
    """Return from where to where something lies, in brackets, with a space before them."""
    return tr(" ({sure} %: {low} to {high})", low=bound(by.low), high=bound(by.high), sure=number(100 * confidence, 1))


def points(value: float) -> str:
    """Return a number of points in words."""
    shown = number(value)
    return trn("{shown} point", "{shown} points", 1 if shown == "1" else 2, shown=shown)


def leading(base: str, other: str, by: Interval) -> tuple[str, str, Interval]:
    """Return which treatment is ahead, which behind, and by how much; `by` is other less base."""
    return (other, base, by) if by.mean >= 0 else (base, other, by.turned)


def no_word(base: str, other: str) -> str:
    """Say that models tell nothing of two treatments, because these are the same games for them."""
    return tr(
        "Models do not talk: “{base}” and “{other}” are the same games for them, so they say nothing about this "
        "difference.",
        base=base,
        other=other,
    )


def nothing(result: Result) -> str:
    """Say why there is nothing to compare."""
    people = (*result.counted, *result.alone)
    if not people:
        return tr("No table of people has finished a year yet, so there is nothing to compare.")
    if len(people) == 1:
        return tr("Only table {table} counts, so there is nothing to compare it with.", table=people[0].name)
    if len({table.treatment for table in people}) == 1:
        words = mark("All {count} tables played “{treatment}”, so there is nothing to compare.")
        both = mark("Both tables played “{treatment}”, so there is nothing to compare.")
        return tr(both if len(people) == 2 else words, count=len(people), treatment=people[0].treatment)
    return tr(
        "No block has tables with different treatments and the same number of seats. Tables are compared within their "
        "block only, so nothing is compared."
    )


def difference(one: Comparison, result: Result) -> str:
    """Say how far a treatment is ahead, up to which year, from how many tables, and whether it may be luck."""
    lead, behind, by = leading(one.base, one.other, one.difference)
    even = number(by.mean) == "0"
    slots = {
        "lead": lead,
        "behind": behind,
        "points": points(by.mean),
        "low": bound(by.low) if math.isfinite(by.low) else "",
        "high": bound(by.high) if math.isfinite(by.high) else "",
        "year": result.year,
        "years": result.years,
        "tables": one.tables,
        "seated": seated(one.people, one.held.seats > 0),
        "sure": number(100 * one.confidence, 1),
    }
    if one.freedom == 0:
        words = mark(
            "“{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years}. That is one block "
            "({tables} tables, {seated}): nobody can say how much of it is luck."
        )
        if even:
            words = mark(
                "“{lead}” and “{behind}” are even up to year {year} of {years}. That is one block ({tables} tables, "
                "{seated}): the true difference may be large."
            )
        return tr(words, **slots)
    if even:
        return trn(
            "“{lead}” and “{behind}” are even up to year {year} of {years} ({sure} %: {low} to {high}; {n} block, "
            "{tables} tables, {seated}). The true difference may be anywhere between these: “even” does not "
            "mean that there is none.",
            "“{lead}” and “{behind}” are even up to year {year} of {years} ({sure} %: {low} to {high}; {n} blocks, "
            "{tables} tables, {seated}). The true difference may be anywhere between these: “even” does not "
            "mean that there is none.",
            one.blocks,
            **slots,
        )
    told = trn(
        "“{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years} ({sure} %: {low} to {high}; {n} "
        "block, {tables} tables, {seated}).",
        "“{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years} ({sure} %: {low} to {high}; {n} "
        "blocks, {tables} tables, {seated}).",
        one.blocks,
        **slots,
    )
    return told if one.seen else f"{told} {tr('That may be luck: the true difference may also be 0.')}"


def seated(people: int, bots: bool) -> str:
    """Return how many people a comparison comes from; how many seats, where bots held some of them."""
    return trn("{n} seat", "{n} seats", people) if bots else trn("{n} person", "{n} people", people)


def by_size(one: Comparison) -> str:
    """Say how far a treatment is ahead at tables of each size, where there are several; "" where there are not."""
    if len(one.by_size) < 2:
        return ""
    lead, behind, _ = leading(one.base, one.other, one.difference)
    turn = 1 if lead == one.other else -1
    told = [tr("{points} at tables of {seats}", points=points(turn * mean), seats=seats) for seats, mean in one.by_size]
    words = mark("By table size, “{lead}” less “{behind}” is {sizes}.")
    return tr(words, lead=lead, behind=behind, sizes=listed(told))


def caution(freedom: int, sd: float) -> str:
    """Warn of an interval that is narrow or wide by luck: tables agree to the point, or their spread was seen once."""
    if freedom < 1:
        return ""
    agree, few = cautions()
    if sd <= math.sqrt(ROUNDED):
        return agree
    return "" if freedom > 1 else few


def cautions() -> tuple[str, str]:
    """Return both warnings, which several intervals may need: they are said once."""
    return tr(
        "The blocks agree to the nearest point. With so few of them that is mostly luck: do not trust the narrow "
        "interval."
    ), tr("With so few tables, the width of an interval is mostly luck too: do not trust a narrow one.")


def holds(covered: float | None, comparisons: int = 1, wall: bool = False) -> str:
    """Say how often such intervals hold the truth, where that is less often than they say (`beside.covered`).

    Args:
        covered: the share of simulated classes whose intervals hold it.
        comparisons: how many intervals there are.
        wall: whether it is said in short.
    """
    if covered is None:
        return ""
    if comparisons > 1:
        in_short = mark("In simulated classes all {n} intervals together hold the truth in {covers} of 100, not in 95.")
        words = mark(
            "These intervals may be a little too narrow: in simulated classes like this one, drawn from model games, "
            "all of them contain the true differences in {covers} of 100, not in 95."
        )
    else:
        in_short = mark("In simulated classes such an interval holds the truth in {covers} of 100.")
        words = mark(
            "This interval may be a little too narrow: in simulated classes like this one, drawn from model games, it "
            "contains the true difference in {covers} of 100, not in 95."
        )
    return tr(in_short if wall else words, n=comparisons, covers=number(100 * covered))


class Apart(NamedTuple):
    """Treatments all of whose seas ran empty, and those of which none did; there are some of both, or none at all."""

    empty: tuple[str, ...] = ()
    lasting: tuple[str, ...] = ()


def emptied(seas: Iterable[tuple[str, bool]]) -> Apart:
    """Return the treatments whose seas parted: all of some ran empty, and none of others.

    Args:
        seas: for each table its treatment, and whether its sea ran empty.
    """
    kinds: dict[str, set[bool]] = {}
    for treatment, empty in seas:
        kinds.setdefault(treatment, set()).add(empty)
    found = Apart(*(tuple(name for name, kind in kinds.items() if kind == {every}) for every in (True, False)))
    return found if all(found) else Apart()


def emptied_in_short() -> str:
    """Say that an interval may be too narrow where seas part by treatment; on a wall that is all."""
    return tr(
        "All seas of one treatment ran empty and none of the other. If luck had a part in that, this interval may be "
        "too narrow."
    )


def emptied_apart(tables: int) -> str:
    """Say how often an interval holds where all seas of one treatment ran empty, and none of the other.

    Args:
        tables: how many are compared.
    """
    known = max((one for one in APART if one <= tables), default=min(APART))
    held, sure = APART[known]
    often = tr(
        "How much depends on how surely seas run empty: in simulated classes of {tables} tables that "
        "looked like this, it contained the true difference in {held} of 100 if 8 of 10 seas run empty under the one "
        "treatment and 2 of 10 under the other, and in {sure} if it is 19 and 1 of 20. The less surely, the fewer.",
        tables=known,
        held=held,
        sure=sure,
    )
    return " ".join((emptied_in_short(), often))


def emptied_of_several(apart: Apart) -> str:
    """Say of three treatments or more that seas part by treatment."""
    empty, lasting = (listed([tr("“{name}”", name=name) for name in names]) for names in apart)
    return tr(
        "All seas of {empty} ran empty, and none of {lasting}. If luck had a part in that, the intervals between them "
        "may be too narrow; by how much was not simulated.",
        empty=empty,
        lasting=lasting,
    )


def of_each_class(covered: float | None, apart: Sequence[str]) -> tuple[str, str]:
    """Say of several classes how often the interval of one of them holds the truth; "" where nothing is to say.

    Args:
        covered: the least share of simulated classes like one of them whose intervals hold.
        apart: the classes in which all seas of one treatment ran empty and none of the other.
    """
    holds = tr(
        "In simulated classes like these, drawn from model games, the intervals of a single class contain the truth in "
        "as few as {covers} of 100, not in 95.",
        covers=number(100 * (covered or 0)),
    )
    return holds if covered else "", trs(
        "In one class all seas of one treatment ran empty and none of the other: {names}. If luck had a part in that, "
        "the interval of the mean may be too narrow; by how much was not simulated.",
        "In {n} classes all seas of one treatment ran empty and none of the other: {names}. If luck had a part in "
        "that, the interval of the mean may be too narrow; by how much was not simulated.",
        apart,
    )


def lots(one: Comparison, comparisons: int) -> str:
    """Say what the randomisation test of a comparison shows, which is one of so many."""
    return " ".join(filter(None, (_by_lots(one, comparisons), _few_lots(one, comparisons))))


def _few_lots(one: Comparison, comparisons: int) -> str:
    """Say that the randomisation test can tell nothing from luck with so few tables; "" where it can."""
    if not one.lots.exact or one.freedom == 0 or one.lots.least <= 0.05 / comparisons:
        return ""
    return tr(
        "With so few tables p can never be below {least}, so look at the interval.",
        least=number(one.lots.least, 3),
    )


def _by_lots(one: Comparison, comparisons: int) -> str:
    told = _lots(one, comparisons)
    if comparisons < 2:
        return told
    return tr(
        "Between “{base}” and “{other}”, leaving the other tables as they were: {words}",
        base=one.base,
        other=one.other,
        words=told,
    )


def _lots(one: Comparison, comparisons: int) -> str:
    test = one.lots
    if not test.exact:
        words = mark(
            "Treatments could have been assigned in {possible} ways. Of {drawn} of these, picked at random, {large} "
            "would show a difference at least this large (p {p})."
        )
    elif one.freedom == 0:
        words = mark("Treatments could have been assigned in only {possible} ways: too few to tell anything from luck.")
    elif comparisons > 1 and not _few_lots(one, comparisons):
        words = mark(
            "Treatments could have been assigned in {possible} ways; {large} of them would show a difference at least "
            "this large (p {p}; with so many differences only a p below {limit} counts)."
        )
    else:
        words = mark(
            "Treatments could have been assigned in {possible} ways; {large} of them would show a difference at least "
            "this large (p {p})."
        )
    return tr(
        words,
        possible=written(test.possible, ","),
        drawn=written(test.looked_at, ","),
        large=written(test.as_large, ","),
        p=f"= {number(test.p, 3)}" if test.p >= 0.0005 else f"< {number(0.001, 3)}",
        limit=number(0.05 / comparisons, 3),
    )


def effects(comparisons: Sequence[Comparison], usual: bool = False) -> str:
    """Say how large differences are in units of the spread; one of talk alone, beside published ones."""
    if len(comparisons) == 1:
        return _effect(comparisons[0], usual)
    told = [
        tr(
            "“{other}” minus “{base}” {d} ({low} to {high})",
            base=one.base,
            other=one.other,
            d=number(found.mean, 2),
            low=number(found.low, 2),
            high=number(found.high, 2),
        )
        for one in comparisons
        if (found := one.effect) is not None
    ]
    if not told:
        return ""
    return tr(
        "Divided by the spread between tables within a block (d, {sure} %): {each}. These bounds are rough: how often "
        "they contain the true d was not simulated for so many treatments.",
        each="; ".join(told),
        sure=number(100 * comparisons[0].confidence, 1),
    )


def _effect(one: Comparison, usual: bool) -> str:
    if (found := one.effect) is None:
        return ""
    slots = {
        "base": one.base,
        "other": one.other,
        "d": number(found.mean, 2),
        "low": number(found.low, 2),
        "high": number(found.high, 2),
        "sure": number(100 * one.confidence, 1),
    }
    if usual and _simulated(one):
        words = mark(
            "“{other}” minus “{base}”, divided by the spread between tables within a block: d = {d} ({sure} %: {low} "
            "to {high}). These bounds are rough: in simulated classes of the usual form with these two treatments, at "
            "tables of four, they contain the true d in {holds} of 100."
        )
    else:
        words = mark(
            "“{other}” minus “{base}”, divided by the spread between tables within a block: d = {d} ({sure} %: {low} "
            "to {high}). These bounds are rough: how often they contain the true d was not simulated for a class "
            "like this one; for “{first}” and “{second}” in the usual form, at tables of four, it is {holds} of 100."
        )
    first, second = (tr(TERMS[name].title) for name in D_PAIR)
    told = tr(words, holds=D_HOLDS, first=first, second=second, **slots)
    if not told_beside_published(one):
        return told
    return (
        told
        + " "
        + tr(
            "Published effects of talk in other games, in units of their own spread: {face} face to face, {written} "
            "in writing (Balliet 2010).",
            face=number(TALK_EFFECTS["spoken"], 2),
            written=number(TALK_EFFECTS["written"], 2),
        )
    )


def told_beside_published(one: Comparison) -> bool:
    """Tell whether published effects of talk stand beside d: only where nothing else differs."""
    return _unlike(one.base, one.other) == {"talk"} and one.freedom >= PUBLISHED_FREEDOM


def _simulated(one: Comparison) -> bool:
    """Tell whether it was simulated of two treatments, at tables of four, how often the interval of d holds."""
    called = [{name, tr(TERMS[name].title)} for name in D_PAIR]
    return one.base in called[0] and one.other in called[1] and [size for size, _ in one.by_size] == [4]


def of_talk(sealing: bool) -> str:
    """Say what else than talk may differ between silent tables and others: a card to seal, and what they heard."""
    return " ".join((tr(TALK_AND_CARD), tr(HEARD))) if sealing else tr(HEARD)


def told_of_talk(sealing: bool, *pairs: tuple[str, str]) -> list[str]:
    """Say this where silence is compared with talk, and where yet more differs.

    Args:
        sealing: whether people sealed after each talk what was agreed.
        pairs: the treatments that are compared.
    """
    found = {pair: parts for pair in pairs if "talk" in (parts := _unlike(*pair))}
    if not found:
        return []
    more = [
        tr("“{base}” is compared with “{other}”", base=base, other=other)
        for (base, other), parts in found.items()
        if parts - {"talk"}
    ]
    if not more:
        return [of_talk(sealing)]
    also = (
        mark(
            "Where {pairs}, not only talk and card differ, but also the rule or what counts. The effects of all these "
            "cannot be told apart."
        )
        if sealing
        else mark(
            "Where {pairs}, not only talk differs, but also the rule or what counts. Their effects cannot be told "
            "apart."
        )
    )
    return [of_talk(sealing), tr(also, pairs=listed(more))]


def talk_in_short(sealing: bool, one: Comparison) -> str:
    """Say for a wall what else than talk may have made a difference; "" where neither or both tables talked."""
    parts = _unlike(one.base, one.other)
    if "talk" not in parts or not (sealing or parts - {"talk"}):
        return ""
    if parts - {"talk"}:
        return tr("Not only talk differs there. The effects cannot be told apart.")
    return tr("Talk came with a card to seal. The effects of the two cannot be told apart.")


def _unlike(base: str, other: str) -> set[str]:
    """Return in which options two treatments differ for people; “talk” only where one of them is silent."""
    one, two = _terms(base, other)
    if one is None or two is None or not (one.for_people and two.for_people):
        return set()
    found = {name for name, value in one.planned.items() if two.planned[name] != value}
    return found if "never" in (one.planned["talk"], two.planned["talk"]) else found - {"talk"}


def one_game(base: str, other: str) -> str:
    """Say of two treatments that are the same game for people what a difference between them is; "" of others."""
    one, two = _terms(base, other)
    if one is None or two is None or not same_for_people(one, two):
        return ""
    return tr(
        "For people “{base}” and “{other}” are the same game: nobody speaks and own points count. Any difference "
        "between them is luck, or comes from the wording.",
        base=base,
        other=other,
    )


def _terms(*names: str) -> list[Terms | None]:
    """Return treatments by their names or titles; None for one that is not known."""
    known = {name: terms for terms in TERMS.values() for name in (terms.name, tr(terms.title))}
    return [known.get(name) for name in names]


def bots_at(table: PlayedTable, year: int) -> str:
    """Say which seats of a table a bot played up to a year, and when; "" if none."""
    seats: dict[int, list[int]] = {}
    for seat, when in sorted(table.bots):
        if when <= year:
            seats.setdefault(seat, []).append(when)
    return listed(
        [tr("seat {seat} in {years}", seat=SEAT_LETTERS[seat], years=_years(of)) for seat, of in seats.items()]
    )


def bots_seats(table: PlayedTable, year: int) -> str:
    """Say how many seats of a table a bot played up to a year; "" if none."""
    return trs("{n} seat", "{n} seats", len({seat for seat, when in table.bots if when <= year}))


def _years(years: Iterable[int]) -> str:
    """Return years as people write them, one after the other as a span."""
    spans: list[list[int]] = []
    for year in years:
        if spans and year == spans[-1][1] + 1:
            spans[-1][1] = year
        else:
            spans.append([year, year])
    told = [str(first) if first == last else f"{first}–{last}" for first, last in spans]
    return trn("year {years}", "years {years}", sum(b - a + 1 for a, b in spans), years=listed(told))
