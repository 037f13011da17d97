"""What models show beside a class: the kept games of its own form, up to the year to which the class has come.

The kept games (`fishlab.lab.search.forms`) are a class of models: a block is one game's dice, played once under each
treatment. So the same functions compare them that compare people, and the same year is looked at: in the first years of
a game tables that play for themselves may be ahead, and a class that stopped there must read so.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from statistics import fmean
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.treatments import FORMS, TERMS
from fishlab.lab.class_experiment.inference import Comparison, PlayedTable, Result, compare
from fishlab.lab.class_experiment.power import COVERED, ClassPlan, Spread, named, spread_of
from fishlab.lab.class_experiment.sentences import by_size, leading, no_word, number, points
from fishlab.lab.search.forms import ENDS, Game, games, same_games
from fishlab.lab.treatments import KEPT, PROMISED, TREATMENTS
from fishlab.messages import listed, mark, tr
from fishlab.stats import Interval

Array = NDArray[Any]

DRAWN: Final = 2000
"""With dice of their own, so many blocks of three treatments or more are put together of kept games."""
NONE_KEPT: Final = mark("There are no stored model games of these treatments with this form and number of seats.")


def model_games(form: str, players: int, treatment: str) -> list[Game]:
    """Return the kept games of a treatment, in order; none if none are kept."""
    name = ENDS.get(treatment, treatment)
    return [game for game in games(form) if (game.name, game.players) == (name, players)]


def model_tables(form: str, players: int, treatments: Sequence[str]) -> list[PlayedTable]:
    """Return the kept games of some treatments as tables of a class; the points of a year are those of all seats."""
    return [
        PlayedTable(f"{treatment} {game.game}", str(game.game), treatment, tuple((one,) for one in game.yearly),
              len(game.yearly))
        for treatment in treatments
        for game in model_games(form, players, treatment)
    ]  # fmt: skip


def class_sizes(found: Result) -> tuple[int, ...]:
    """Return the seats at each table of a block, block by block, of a class; if nothing is compared, of all tables."""
    blocks = {(table.block, table.seats) for table in found.counted or found.alone}
    return tuple(sorted((seats for _, seats in blocks), reverse=True))


def model_result(form: str, sizes: Sequence[int], treatments: Sequence[str], year: int | None = None) -> Result:
    """Return what models show of some treatments, up to a year, at tables like those of a class.

    Every two are compared at the sizes of which games of both are kept, and all with one confidence. Two whose games
    are the same for models are not compared, and differ alike from the others.

    Args:
        form: the form of the game.
        sizes: the seats at each table of a block, block by block; sizes of which no games are kept are left out.
        treatments: in which order treatments stand.
        year: up to which year points count; the end of the game without it.
    """
    pairs = list(combinations(treatments, 2))
    first = {name: next(one for one in treatments if same_games(one, name)) for name in treatments}
    found = {}
    for size in sorted(set(sizes)):
        tables = _common(model_tables(form, size, [*dict.fromkeys(first.values())]))
        here = math.comb(len({table.treatment for table in tables}), 2)
        found[size] = compare(tables, treatments, year, 1 - 0.05 * max(1, here) / max(1, len(pairs)))
    kept = {size: one for size, one in found.items() if one.comparisons} or found
    known = {frozenset((one.base, one.other)) for result in kept.values() for one in result.comparisons}
    each = tuple(
        replace(_weighted((first[base], first[other]), kept, sizes), base=base, other=other)
        for base, other in pairs
        if {first[base], first[other]} in known
    )
    return replace(kept[max(kept)], comparisons=each)


def _common(tables: Sequence[PlayedTable]) -> list[PlayedTable]:
    """Return the games that were kept of all treatments: then differences add up. All games if there are none."""
    played: dict[str, set[str]] = {}
    for table in tables:
        played.setdefault(table.block, set()).add(table.treatment)
    every = {table.treatment for table in tables}
    return [table for table in tables if played[table.block] == every] or list(tables)


def _weighted(pair: tuple[str, str], kept: Mapping[int, Result], sizes: Sequence[int]) -> Comparison:
    """Return what models show of two treatments, each size that is kept as often as the class has blocks of it."""
    found = {
        size: one if (one.base, one.other) == pair else _turned(one)
        for size, result in kept.items()
        for one in result.comparisons
        if {one.base, one.other} == {*pair}
    }
    share = {size: sizes.count(size) / sum(map(sizes.count, found)) for size in found}
    mean = math.fsum(share[size] * one.difference.mean for size, one in found.items())
    half = math.hypot(*(share[size] * (one.difference.high - one.difference.mean) for size, one in found.items()))
    games = sum(one.blocks for one in found.values())
    each = tuple((size, found[size].difference.mean) for size in sorted(found, reverse=True))
    return replace(found[max(found)], difference=Interval(mean, mean - half, mean + half, games), by_size=each)


def _turned(one: Comparison) -> Comparison:
    """Return a comparison seen from the other treatment."""
    sizes = tuple((size, -by) for size, by in one.by_size)
    return replace(one, base=one.other, other=one.base, difference=one.difference.turned, by_size=sizes)


@lru_cache(maxsize=64)
def spreads(
    form: str,
    base: str,
    other: str,
    shared_dice: bool = True,
    year: int | None = None,
    among: tuple[str, ...] = (),
) -> Mapping[int, Spread]:
    """Return what models show of two treatments by the number of players, where games of both are kept.

    Of two whose games are the same for models that is nothing, unless the class has more: then one of them takes other
    games than the other, so that a forecast has as many tables as the class.

    Args:
        form: the form of the game.
        base: the treatment that is taken off.
        other: the treatment that it is taken off from.
        shared_dice: whether the tables of a block have the same dice; else games of any dice are set side by side.
        year: up to which year points count; the end of the game without it.
        among: all treatments of the class, if they are three or more: then games count that are kept of all of them,
            or, at a size of which there are none, those of the two.
    """
    found = {}
    for players in sorted({game.players for game in games(form)}):
        if base == other or not all(model_games(form, players, name) for name in (base, other)):
            continue
        spread = _among(form, players, (base, other), among, shared_dice, year)
        if spread is None and not same_games(base, other):
            spread = (
                spread_of(model_tables(form, players, (base, other)), base, other, year)
                if shared_dice
                else _any_dice(form, players, base, other, year)
            )
        if spread is not None:
            found[players] = spread
    return MappingProxyType(found)


def _among(
    form: str, players: int, pair: tuple[str, str], among: tuple[str, ...], shared_dice: bool, year: int | None
) -> Spread | None:
    """Return what models show of two among three treatments or more, with the totals of all; None without games."""
    kept = [{game.game: sum(game.yearly[:year]) for game in model_games(form, players, name)} for name in among]
    if shared_dice:
        common = sorted(set.intersection(*map(set, kept))) if len(among) > 2 else []
        rows = np.array([[some[game] for some in kept] for game in common], float)
        totals = _of_their_own(rows.reshape(len(common), len(among)), among)
    else:
        draw = np.random.Generator(np.random.SFC64(DRAWN))
        least = min(map(len, kept), default=0) if len(among) > 2 else 0
        columns = [draw.choice([*some.values()], DRAWN) - np.mean([*some.values()]) for some in kept if least]
        means = [np.mean([*some.values()]) for some in kept if least]
        totals = np.array([column - column.mean() + mean for column, mean in zip(columns, means, strict=True)]).T
    if len(totals) < 2:
        return None
    by = totals[:, among.index(pair[1])] - totals[:, among.index(pair[0])]
    luck = tuple((by - by.mean()).tolist())
    return Spread(float(by.mean()), float(by.std(ddof=1)), luck, tuple(map(tuple, totals.tolist())))


def _of_their_own(totals: Array, treatments: Sequence[str]) -> Array:
    """Let treatments whose games are the same for models have other ones in each block: a third of all further on.

    Otherwise two tables of a simulated class would always agree, and its one residual would be too small.
    """
    for place, name in enumerate(treatments):
        if any(same_games(name, before) for before in treatments[:place]):
            totals[:, place] = np.roll(totals[:, place], len(totals) // 3)
    return totals


def _any_dice(form: str, players: int, base: str, other: str, year: int | None) -> Spread:
    """Return what models show at tables with dice of their own: every game of one treatment beside every other's."""
    one, two = (
        np.array([sum(game.yearly[:year]) for game in model_games(form, players, name)], float)
        for name in (base, other)
    )
    mean = float(two.mean() - one.mean())
    luck = np.subtract.outer(two, one).ravel() - mean
    return Spread(mean, math.sqrt(one.var(ddof=1) + two.var(ddof=1)), tuple(luck.tolist()))


def covered(
    result: Result, form: str, names: Mapping[str, str], shared_dice: bool, least: float = COVERED
) -> float | None:
    """Return the share of simulated classes like this one whose intervals all hold the true difference.

    None where that is `least` or more, where there is no interval, and where no games of models of the same form and
    length are kept; of several treatments also where not all were in a block.

    Args:
        result: what the class shows.
        form: the form of its game.
        names: the names of its treatments, by what they are called in the result.
        shared_dice: whether the tables of a block have the same dice.
        least: how often is often enough.
    """
    if form not in FORMS or {len(game.yearly) for game in games(form)} != {result.years}:
        return None
    sizes, held = class_sizes(result), []
    among = tuple(names.get(name, "") for name in result.means)
    for one in result.comparisons:
        pair = names.get(one.base, ""), names.get(one.other, "")
        known = spreads(form, *pair, shared_dice, result.year, among if len(among) > 2 else ())
        if not one.freedom or one.blocks != len(sizes) or not set(sizes) <= set(known):
            return None
        forecast = ClassPlan(len(among), sizes, 0, tuple(known[size] for size in sizes)).forecast
        if len(among) > 2 and not forecast.totals:
            return None
        held.append(replace(forecast, comparisons=len(result.comparisons)).holds())
    if not held:
        return None
    share = float(np.logical_and.reduce(held).mean())
    return share if round(share, 3) < least else None


def model_sentences(
    result: Result, titles: Mapping[str, str], end: Result | None = None, missing: Sequence[int] = ()
) -> list[str]:
    """Say what models show, up to which year, and what they are.

    Args:
        result: what they show.
        titles: what treatments are called.
        end: what they show at the end of the game.
        missing: sizes of tables of the class of which no games are kept of all treatments.
    """
    alike = [pair for pair in combinations(titles, 2) if same_games(*pair)]
    same = [no_word(titles[base], titles[other]) for base, other in alike]
    if not result.comparisons:
        return same + [tr(NONE_KEPT)] * (len(alike) < len([*combinations(titles, 2)]))
    ends = {(one.base, one.other): one for one in (end.comparisons if end else ())}
    found = []
    for one in result.comparisons:
        titled = replace(one, base=titles.get(one.base, one.base), other=titles.get(one.other, one.other))
        found += [_difference(one, result, titles), by_size(titled)]
        if result.year < result.years and (last := ends.get((one.base, one.other))) is not None:
            found.append(_at_the_end(last, titles))
    found += same
    few, many = (pick(one.blocks for one in result.comparisons) for pick in (min, max))
    found.append(
        tr(
            "The models look ahead. They played {games} games of this form under each treatment, with the same dice. "
            "They are not people.",
            games=many if few == many else tr("{low} to {high}", low=few, high=many),
        )
    )
    found += put_in({name: None for one in result.comparisons for name in (one.base, one.other)})
    if any(len(one.by_size) > 1 for one in result.comparisons):
        found.append(tr("Each table size is weighted by how many blocks of it the class has."))
    lacking: dict[tuple[str, str] | None, tuple[int, ...]] = {
        (titles.get(one.base, one.base), titles.get(one.other, one.other)): tuple(
            sorted({*missing} - dict(one.by_size).keys(), reverse=True)
        )
        for one in result.comparisons
    }
    told = {*lacking, *((titles[base], titles[other]) for base, other in alike)}
    unknown = [pair for pair in combinations(titles.values(), 2) if pair not in told]
    if len({*lacking.values()}) == 1 and not unknown:
        lacking = {None: next(iter(lacking.values()))}
    for pair, some in lacking.items():
        if some:
            sizes = listed(list(map(str, some)))
            words = tr("There are no stored model games for tables of {sizes}, so these are left out.", sizes=sizes)
            found.append(named(pair, words))
    found += [named(pair, tr(NONE_KEPT)) for pair in unknown]
    return [words for words in found if words]


def early_models(
    form: str,
    sizes: Sequence[int],
    pair: tuple[str, str],
    year: int,
    years: int,
    titles: Mapping[str, str],
    among: Sequence[str] = (),
) -> tuple[str, ...]:
    """Say what models show of two treatments up to a year, and at the end; nothing of other games than they played.

    These are the figures of `model_result`, so that every page tells one number.

    Args:
        form: the form of the game.
        sizes: the seats at each table of a block, block by block.
        pair: the two treatments.
        year: up to which year points count.
        years: how many years the game has.
        titles: what treatments are called.
        among: all treatments of the class, in their order; these two without it.
    """
    if form not in FORMS or {len(game.yearly) for game in games(form)} != {years}:
        return ()
    called = tuple(titles.get(name, name) for name in pair)
    return _early_models(form, tuple(sizes), pair, year, called, tuple(among) or pair)


@lru_cache(maxsize=256)
def _early_models(
    form: str,
    sizes: tuple[int, ...],
    pair: tuple[str, str],
    year: int,
    called: tuple[str, ...],
    among: tuple[str, ...],
) -> tuple[str, ...]:
    if same_games(*pair):
        return (no_word(*called),)
    now, end = (model_result(form, sizes, among, one) for one in (year, None))
    mine = [one for result in (now, end) for one in result.comparisons if {one.base, one.other} == {*pair}]
    if not mine:
        return (tr(NONE_KEPT),)
    titles = dict(zip(pair, called, strict=True))
    told = (_difference(mine[0], now, titles), _at_the_end(mine[1], titles))
    return tuple(filter(None, (*told, fined_models(form, sizes, pair, titles, among), *put_in(pair))))


def fined_models(
    form: str, sizes: Sequence[int], pair: tuple[str, str], titles: Mapping[str, str], among: Sequence[str] = ()
) -> str:
    """Say that models' points are before fines, and who is ahead after them; "" if no fine is paid in their games.

    Args:
        form: the form of the game.
        sizes: the seats at each table of a block, block by block.
        pair: the two treatments.
        titles: what treatments are called.
        among: all treatments of the class; these two without it.
    """
    gaps, fined = [], False
    for size in sizes:
        kept = {name: {game.game: game for game in model_games(form, size, name)} for name in (*pair, *among)}
        base, other = (kept[name] for name in pair)
        if base and other:
            fined = fined or any(any(game.fines) for game in (*base.values(), *other.values()))
            common = set.intersection(*(set(some) for some in kept.values() if some))  # as in `model_result`
            mine = ([some[one].after_fines for one in sorted(common or some)] for some in (base, other))
            less, more = map(fmean, mine)
            gaps.append(more - less)
    if not fined:
        return ""
    gap = fmean(gaps)
    behind, lead = pair if gap >= 0 else pair[::-1]
    if number(gap) == "0":
        return tr(
            "Models’ points are before fines: after fines “{lead}” and “{behind}” are even among them at the end.",
            lead=titles.get(lead, lead),
            behind=titles.get(behind, behind),
        )
    return tr(
        "Models’ points are before fines; after fines “{lead}” is {points} a table ahead of “{behind}” in their games "
        "at the end.",
        lead=titles.get(lead, lead),
        behind=titles.get(behind, behind),
        points=points(abs(gap)),
    )


def put_in(treatments: Collection[str]) -> list[str]:
    """Say what models of treatments do not show, because it is put in or left out: promises, silence and votes."""
    found = []
    if any(TREATMENTS[name].origin == PROMISED for name in treatments if name in TREATMENTS):
        words = mark("That models keep {kept} of 100 promises is an assumption, not a result.")
        found.append(tr(words, kept=number(100 * KEPT, 0)))
    if "silence" in treatments and "competitive" not in treatments:  # else `no_word` says so
        alone = tr(TERMS["competitive"].title)
        words = mark("Models do not talk: for them “{silence}” means their games of “{alone}”.")
        found.append(tr(words, silence=tr(TERMS["silence"].title), alone=alone))
    if any(TERMS[name].fixed.get("vote", "never") != "never" for name in treatments if name in TERMS):
        found.append(tr("Models do not vote: they begin with the quota that would be imposed."))
    return found


def _at_the_end(one: Comparison, titles: Mapping[str, str]) -> str:
    """Say what a class that stops early does not see."""
    lead, _, by = leading(one.base, one.other, one.difference)
    return tr(
        "In the models’ games “{lead}” is {points} a table ahead at the end: a class that stops here does not see "
        "that.",
        lead=titles.get(lead, lead),
        points=points(by.mean),
    )


def _difference(one: Comparison, result: Result, titles: Mapping[str, str]) -> str:
    """Say how far a treatment is ahead among models, and what that means if the class has stopped early."""
    lead, behind, by = leading(one.base, one.other, one.difference)
    if result.year >= result.years:
        words = mark(
            "Models of this form: “{lead}” is {points} a table ahead of “{behind}” at the end ({sure} %: {low} to "
            "{high})."
        )
    elif one.seen:
        words = mark(
            "Models of this form: “{lead}” is {points} a table ahead of “{behind}” up to year {year} of {years} "
            "({sure} %: {low} to {high})."
        )
    else:
        words = mark(
            "Models of this form show no difference between “{lead}” and “{behind}” up to year {year} of {years} yet."
        )
    return tr(
        words,
        lead=titles.get(lead, lead),
        behind=titles.get(behind, behind),
        points=points(by.mean),
        low=number(by.low),
        high=number(by.high),
        year=result.year,
        years=result.years,
        sure=number(100 * one.confidence),
    )
