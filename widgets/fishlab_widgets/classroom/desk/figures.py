"""The desk's figures: totals by treatment, seas by treatment, and people beside models beside published results."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any, Final, NamedTuple

from fishlab.boom.rules import Boom
from fishlab.messages import tr, trn
from fishlab.room import Status
from fishlab.stats import Interval, mean_interval
from fishlab_widgets.classroom.desk.results import Line, by_treatment, games_of, model_name, number
from fishlab_widgets.draw.svg import Picture, at, circle, group, num, path, rect, text

TONES: Final = "adcbef"
"""The treatments' colours, in their order; each also has its own dash and letter."""
_DASHES: Final = ("", "7 4", "2 3", "9 3 2 3", "5 2", "1 4")
_CSS: Final = "".join(
    f".ring-{tone}{{fill:var(--paper);stroke:var(--{tone});stroke-width:2}}"
    f".bar-{tone}{{fill:none;stroke:var(--{tone});stroke-width:3.5}}"
    f".thin-{tone}{{fill:none;stroke:var(--{tone});stroke-width:1.2;opacity:.55}}"
    f".dot-{tone}{{fill:var(--{tone});stroke:var(--paper);stroke-width:1}}"
    for tone in TONES
) + (
    ".grid{stroke:var(--line2);stroke-width:1;fill:none}.guess{stroke:var(--ink);stroke-width:1.6;fill:none;"
    "stroke-dasharray:3 3}.model{fill:var(--ink2)}.mbar{stroke:var(--ink2);stroke-width:2;fill:none}"
    ".pub{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}"
)
WIDE: Final = 330.0
_LEFT, _RIGHT = 12.0, 318.0
_RING: Final = 5.8  # how far the middle of a ring must be from the edge
MODEL_GAMES: Final = 400
"""Games of models beside the class's."""


class Row(NamedTuple):
    """One line of a figure: single values as rings, a mean with its interval, and a mark of what was predicted."""

    name: str
    tone: str
    values: Sequence[float]
    mean: Interval | None
    guess: float | None = None
    sign: str = "people"


def tone_of(titles: Sequence[str], title: str) -> str:
    """Return the colour of a treatment among those that are played."""
    return TONES[list(titles).index(title) % len(TONES)]


def _ticks(low: float, high: float) -> list[float]:
    step = next((step for step in (1, 2, 5, 10, 20, 50, 100) if (high - low) / step <= 6), 200)
    first = int(low // step)
    return [step * place for place in range(first, int(-(-high // step)) + 1)]


def spans(rows: Sequence[Row], title: str, unit: str, prefix: str = "") -> str:
    """Return rows of rings with means and intervals over one axis; an interval that leaves the figure ends in a tip."""
    known = [value for row in rows for value in (*row.values, *([row.mean.mean] if row.mean else ()),
                                                 *([row.guess] if row.guess is not None else ()))]  # fmt: skip
    low, high = min([*known, 0.0]), max([*known, 0.0])
    ends = [end for row in rows if row.mean for end in (row.mean.low, row.mean.high) if abs(end) < 1e6]
    room = max(10.0, (high - low))
    low, high = max(min([low, *ends]), low - room / 2), min(max([high, *ends]), high + room / 2)
    ticks = _ticks(low, max(high, low + 4))
    low, high = ticks[0], ticks[-1]

    def x(value: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (min(max(value, low), high) - low) / (high - low)

    tall = 48.0
    bottom = 6 + tall * len(rows)
    words = "; ".join(_told(row) for row in rows)
    pic = Picture(WIDE, bottom + 38, title=title, desc=f"{unit}. {words}.", css=_CSS, prefix=prefix)
    for tick in ticks:
        pic.path(f"M{num(x(tick))} 6V{num(bottom)}", "grid")
        pic.text(x(tick), bottom + 15, number(tick), "mid t12 soft")
    pic.text((_LEFT + _RIGHT) / 2, bottom + 33, unit, "mid t12 soft")
    for place, row in enumerate(rows):
        y = 6 + tall * place
        pic.text(_LEFT, y + 14, row.name, "t12 w7")
        pic.add(_rings(row, x, y + 25), _mean(row, x, y + 39, low, high))
    return str(pic)


def _told(row: Row) -> str:
    shown = ", ".join(number(value) for value in row.values)
    if row.mean is None:
        return tr("{name}: {values}", name=row.name, values=shown or tr("nothing yet"))
    if not shown:
        return tr("{name}: mean {mean}", name=row.name, mean=number(row.mean.mean))
    return tr("{name}: mean {mean} of {values}", name=row.name, mean=number(row.mean.mean), values=shown)


def _rings(row: Row, x: Any, y: float) -> str:
    """Return the single tables; those with the same total stand side by side around it, inside the figure."""
    parts = []
    for value, count in Counter(row.values).items():
        step = min(7.0, 84 / count)  # many overlap
        across = step * (count - 1)
        first = min(max(x(value) - across / 2, _RING), WIDE - _RING - across)
        parts += [circle(first + step * place, y, 4.6, f"ring-{row.tone}") for place in range(count)]
    return "".join(parts)


def _mean(row: Row, x: Any, y: float, low: float, high: float) -> str:
    parts = []
    if row.guess is not None:
        spot = x(row.guess)
        parts.append(path(f"M{num(spot)} {num(y - 22)}V{num(y + 6)}", "guess"))
        parts.append(text(min(max(spot, 190), WIDE - 30), y - 25, tr("predicted"), "t12 soft mid"))
    if row.mean is None:
        return "".join(parts)
    bar, dot = ("mbar", "model") if row.sign == "model" else (f"bar-{row.tone}", f"dot-{row.tone}")
    if len(row.values) != 1 and abs(row.mean.low) < 1e6:
        parts.append(path(f"M{num(x(row.mean.low))} {num(y)}H{num(x(row.mean.high))}", bar))
        for end, value, turn in ((low, row.mean.low, 1), (high, row.mean.high, -1)):
            if (value < end) if turn == 1 else (value > end):
                parts.append(path(f"M{num(x(end) + 6 * turn)} {num(y - 5)}l{-6 * turn} 5l{6 * turn} 5", bar))
    middle = x(row.mean.mean)
    if row.sign == "model":
        parts.append(rect(middle - 5, y - 5, 10, 10, dot, 1))
    elif row.sign == "published":
        parts.append(path("M0-7l6 7l-6 7l-6-7Z", "pub", transform=at(middle, y)))
    else:
        parts.append(circle(middle, y, 5.5, dot))
    return group(parts)


def totals(lines: Sequence[Line], year: int, guess: Mapping[str, Any] | None) -> str:
    """Return the team totals of every table by treatment up to a year, and what the class predicted."""
    groups = by_treatment(lines)
    base = {name: mean_interval([line.total for line in mine]) for name, mine in groups.items()}
    rows = []
    for name, mine in groups.items():
        aim = None
        if guess and guess.get("first") == name and guess.get("second") in base:
            aim = base[str(guess["second"])].mean + float(guess["value"])
        rows.append(Row(tr(name), tone_of(list(groups), name), [float(line.total) for line in mine], base[name], aim))
    unit = tr("team total up to year {year}, points before fines", year=year)
    return spans(rows, tr("Team totals up to year {year}", year=year), unit)


def seas(lines: Sequence[Line], most: int, years: int) -> str:
    """Return the living fish at the beginning of every year, each table thin, each treatment's mean thick."""
    groups = by_treatment(lines)
    left, right, top, bottom = 30.0, 322.0, 8.0, 170.0

    def spot(year: int, fish: float) -> str:
        across = left + (right - left) * (year - 1) / max(1, years - 1)
        return f"{num(across)} {num(bottom - (bottom - top) * fish / most)}"

    told = "; ".join(f"{tr(name)}: {', '.join(map(number, _means(mine)))}" for name, mine in groups.items())
    pic = Picture(WIDE, bottom + 42 + 18 * len(groups), title=tr("Living fish by treatment"), desc=told + ".", css=_CSS)
    for fish in range(0, most + 1, 5):
        y = bottom - (bottom - top) * fish / most
        pic.path(f"M{num(left)} {num(y)}H{num(right)}", "grid")
        pic.text(left - 5, y + 4, fish, "t12 soft end")
    for year in range(1, years + 1):
        pic.text(left + (right - left) * (year - 1) / max(1, years - 1), bottom + 16, year, "mid t12 soft")
    pic.text((left + right) / 2, bottom + 32, tr("fish alive when the year began"), "mid t12 soft")
    for place, (name, mine) in enumerate(groups.items()):
        tone, dash = tone_of(list(groups), name), _DASHES[place % len(_DASHES)]
        for line in mine:
            pic.path(_curve(line.living, spot), f"thin-{tone}")
        pic.path(_curve(_means(mine), spot), f"bar-{tone}", stroke_dasharray=dash or None)
        y = bottom + 48 + 18 * place
        pic.path(f"M{num(left)} {num(y - 4)}h34", f"bar-{tone}", stroke_dasharray=dash or None)
        pic.text(left + 42, y, tr(name), "t12 w7")
    return str(pic)


def _means(mine: Sequence[Line]) -> list[float]:
    """Return the mean sea of the tables as far as all of them have come."""
    years = min((len(line.living) for line in mine), default=0)
    return [sum(line.living[year] for line in mine) / len(mine) for year in range(years)]


def _curve(fish: Sequence[float], spot: Any) -> str:
    return "M" + "L".join(spot(year, value) for year, value in enumerate(fish, 1)) if fish else "M0 0"


def models(lines: Sequence[Line], statuses: Sequence[Status]) -> tuple[str, str]:
    """Return people beside models beside published results, as shares of what a team can reach, and where they stand.

    Models play the same treatment, years and number of players, on dice of their own.
    """
    lab = import_module("fishlab.lab")
    experiment = import_module("fishlab.lab.experiment")
    rows, groups = [], by_treatment(lines)
    for name, mine in groups.items():
        status = next(one for one in games_of(statuses) if one.name == mine[0].table)
        state = status.match.state
        assert isinstance(state, Boom)
        options = experiment.options_of(state)
        best = experiment.cooperative_best(state.players, json.dumps(options, sort_keys=True))
        share = 100 / best if best >= state.players else float("nan")
        people = [line.total * share for line in mine]
        tone = tone_of(list(groups), name)
        rows.append(Row(tr("{treatment}: people", treatment=tr(name)), tone, people, mean_interval(people)))
        if (model := model_name(name)) in lab.TREATMENTS:
            played = lab.experiment([model], games=MODEL_GAMES, players=state.players, **options)
            told = trn(
                "{treatment}: models, {n} game", "{treatment}: models, {n} games", MODEL_GAMES, treatment=tr(name)
            )
            found = [row["total"] * share for row in played if row["seat"] == 0]
            rows.append(Row(told, tone, (), mean_interval(found), sign="model"))
    for name, value, _ in _published():
        rows.append(
            Row(tr("Published: {name}", name=tr(name)), "a", (), Interval(value, value, value, 1), sign="published")
        )
    where = "; ".join(dict.fromkeys(f"{source}" for _, _, source in _published()))
    note = tr(
        "Squares are models of the laboratory under the same treatment, on dice of their own. Diamonds are people in "
        "other games ({sources}): only the order can be compared.",
        sources=where,
    )
    title, unit = tr("People, models and published results"), tr("per cent of what cooperative models reach")
    return spans(rows, title, unit), note


def _published() -> Sequence[tuple[str, float, str]]:
    """Return published shares of the optimum in per cent, each with its source."""
    found: Sequence[tuple[str, float, str]] = import_module("fishlab.lab.published").SHARES
    return found


def table_html(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return numbers as a table of HTML."""
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
