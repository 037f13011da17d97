"""The desk's figures: totals and seas by treatment, people beside models and published results, what a plan sees."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from functools import cache
from html import escape
from statistics import fmean
from threading import Thread
from typing import Any, Final

from fishlab.boom.treatments import FORMS
from fishlab.lab.class_experiment.inference import Comparison, Result, after_fines, payers
from fishlab.lab.class_experiment.pool import Pooled
from fishlab.lab.class_experiment.power import Spread, curve
from fishlab.lab.class_experiment.sentences import difference, leading, nothing, number, told_beside_published
from fishlab.lab.published import TALK_EFFECTS
from fishlab.messages import tr
from fishlab.stats import Interval
from fishlab_widgets.classroom.outcome.results import Line, Outcome, by_treatment, compared

TONES: Final = ("ink", "a", "d", "c", "b", "e")
"""The treatments' colours, in their order, as the charts have them; each also has its own mark."""


_plotting: Future[None] = Future()


def _load() -> None:
    """Load the plotting library, and draw one figure: the first one takes seconds on a machine that never drew any."""
    from fishlab_widgets.charts.spans import spans

    spans({"": Interval(0, 0, 0, 1)}, title="", x_label="")
    with suppress(InvalidStateError):  # several rooms of one process may have asked at once
        _plotting.set_result(None)


@cache
def prepare() -> None:
    """Make ready to draw, beside whatever else is done: a class must not wait for the first figure."""
    Thread(target=_load, name="first figure", daemon=True).start()


def ready() -> bool:
    """Tell whether a figure can be drawn without keeping anybody waiting."""
    return _plotting.done()


def tone_of(titles: Sequence[str], title: str) -> str:
    """Return the colour of a treatment among those that are played."""
    return TONES[list(titles).index(title) % len(TONES)]


def totals(found: Outcome) -> str:
    """Return the team totals of every table that is compared by treatment, and their means; of all if none is.

    Only `differences` have intervals: those of two means may overlap where their difference is told from luck
    (Schenker & Gentleman 2001), and the luck of dice that a block shares would be in both.
    """
    from fishlab_widgets.charts.spans import spans

    groups = {name: [line.total for line in mine] for name, mine in by_treatment(compared(found.lines)).items()}
    kept = found.result.means
    means = {
        name: Interval(kept[name].mean if name in kept else fmean(values), -math.inf, math.inf, len(values))
        for name, values in groups.items()
    }
    year = found.result.year
    told = "; ".join(
        tr("{name}: mean {mean} of {values}", name=name, mean=number(means[name].mean),
           values=", ".join(number(value) for value in values))
        for name, values in groups.items()
    )  # fmt: skip
    title = tr("Team totals up to year {year}", year=year)
    html = spans(
        means,
        title=title,
        x_label=tr("points before fines; squares are tables"),
        y_label=tr("treatment"),
        alt=tr("{title}. {told}.", title=title, told=told),
        low=None,
        each=groups,
        games=tr("tables"),
    )
    return str(html.data)


def differences(result: Result, some: Sequence[Comparison], guess: Mapping[str, Any] | None) -> str:
    """Return how far treatments are ahead of each other, with intervals, and beside that after fines and as predicted.

    Without any difference it is words.
    """
    if not some:
        return f"<p>{escape(nothing(result))}</p>"
    parts = []
    known = [leading(one.base, one.other, one.difference)[2] for one in some if one.freedom]
    reach = [0.0, *(end for by in known for end in by[1:3])] if len(known) > 1 else []  # one scale for all of them
    after, some_paid = after_fines(result), payers(result)
    left = {
        (one.base, one.other): one.difference
        for one in (after.comparisons if after else ())
        if some_paid & {one.base, one.other}
    }
    for one in some:
        lead, behind, by = leading(one.base, one.other, one.difference)
        rows = {tr("before fines") if left else tr("this class"): by}
        if (net := left.get((one.base, one.other))) is not None:
            rows[tr("after fines")] = net if lead == one.other else net.turned
        if guess and {lead, behind} == {tr(guess["first"]), tr(guess["second"])}:
            value = float(guess["value"]) * (1 if tr(guess["first"]) == lead else -1)
            rows[tr("predicted") if value >= 0 else tr("predicted: “{name}” ahead", name=behind)] = _point(value)
        ends = [0.0, *reach, *(end for row in rows.values() for end in row[1:3])]
        margin = 0.08 * (max(ends) - min(ends))
        html = _ahead(
            one,
            rows,
            result.year,
            alt=difference(one, result),
            low=min(ends) - margin if one.freedom else None,  # the whole interval
            high=max(ends) + margin if one.freedom and reach else None,
        )
        lone = tr("One block has no interval: nobody can say how much of this is luck.")
        parts.append(html + ("" if one.freedom else f"<p>{escape(lone)}</p>"))
    return "".join(parts)


def _point(value: float) -> Interval:
    """Return a figure without an interval."""
    return Interval(value, value, value, 1)


def _ahead(one: Comparison, rows: Mapping[str, Interval], year: int, **more: Any) -> str:
    """Return how far the treatment that leads is ahead up to a year, with other figures of the same difference."""
    lead, behind, _ = leading(one.base, one.other, one.difference)
    title = tr("“{other}” against “{base}”, up to year {year}", other=lead, base=behind, year=year)
    return _beside_none(one, rows, title=title, x_label=tr("points a table ahead"), **more)


def _beside_none(one: Comparison, rows: Mapping[str, Interval], **more: Any) -> str:
    """Return intervals of a comparison beside no difference."""
    from fishlab_widgets.charts.spans import spans

    sure, none = number(100 * one.confidence), (tr("no difference"), 0.0)
    return str(spans(rows, y_label=tr("who"), level=none, games=tr("blocks"), sure=sure, **more).data)


def seas(lines: Sequence[Line], most: int) -> str:
    """Return the living fish at the beginning of every year, by treatment."""
    from fishlab_widgets.charts.lesson_charts import lines_figure

    groups = {name: _means(mine) for name, mine in by_treatment(compared(lines)).items()}
    years, when = max(map(len, groups.values())), tr("year")
    rows = [
        {when: year + 1, **{name: fish[year] if year < len(fish) else None for name, fish in groups.items()}}
        for year in range(years)
    ]
    html = lines_figure(
        rows,
        x=when,
        y=list(groups),
        title=tr("Living fish by treatment"),
        x_label=when,
        y_label=tr("fish alive when the year began, mean"),
        top=most,
    )
    return str(html.data)


def _means(mine: Sequence[Line]) -> list[float]:
    """Return the mean sea of the tables as far as all of them have come."""
    years = min((len(line.living) for line in mine), default=0)
    return [sum(line.living[year] for line in mine) / len(mine) for year in range(years)]


def beside(people: Comparison, models: Comparison | None, year: int) -> str:
    """Return a class's difference beside that of models of its form, and its effect beside published ones.

    Both count for the treatment that is ahead in the class, as everywhere.
    """
    lead, _, by = leading(people.base, people.other, people.difference)
    rows = {tr("this class"): by}
    if models is not None:
        turned = models.difference if lead == people.other else models.difference.turned
        rows[tr("models, {games} pairs", games=models.blocks)] = turned
    html = _ahead(people, rows, year, low=None)
    if (effect := people.effect) is None or not told_beside_published(people):
        return html
    rows = {
        tr("this class"): effect,
        tr("talk, face to face"): _point(TALK_EFFECTS["spoken"]),
        tr("talk, in writing"): _point(TALK_EFFECTS["written"]),
    }
    title = tr("The effect beside published ones")
    x_label = tr("d: each difference divided by its own spread, so not the same unit")
    return html + _beside_none(people, rows, title=title, x_label=x_label, low=None)


def power_curve(expected: Spread, blocks: int, treatments: int, pair: tuple[str, str] | None = None) -> str:
    """Return how many of 10 classes see what is expected, and half of it, by the number of blocks.

    Args:
        expected: of two treatments.
        blocks: how many a plan has.
        treatments: how many are compared.
        pair: what the two are called, if there are more.
    """
    from fishlab_widgets.charts.lesson_charts import lines_figure

    column, whole, half = tr("blocks"), tr("as in the models"), tr("half as large")
    rows = [
        {column: int(one["blocks"]), whole: 10 * one["all"], half: 10 * one["half"]}
        for one in curve(expected, max(12, blocks), treatments)
    ]
    here = next((row for row in rows if row[column] == blocks), None)
    html = lines_figure(
        rows,
        x=column,
        y=[whole, half],
        title=tr("Classes that see the difference between “{base}” and “{other}”", base=pair[0], other=pair[1])
        if pair else tr("Classes that see the difference"),
        x_label=tr("blocks of tables"),
        y_label=tr("of 10 classes"),
        top=10,
        points={tr("this plan"): (blocks, here[whole])} if here else None,
    )  # fmt: skip
    return str(html.data)


def pooled(found: Sequence[Pooled]) -> str:
    """Return classes that were put together, each form for itself: what they show, and the forest plot.

    Other pairs of treatments stand below it and can be opened.
    """
    parts = []
    for one in found:
        title = tr(FORMS[one.form].title) if one.form in FORMS else one.form
        title = tr("{form}: up to year {year} only", form=title, year=one.year) if one.year else title
        parts.append(f"<h3>{escape(title)}</h3>{_pair(one)}")
        for more in one.pairs:
            name = tr("“{base}” and “{other}”", base=more.base, other=more.other)
            parts.append(f"<details><summary>{escape(name)}</summary>{_pair(more)}</details>")
    return "".join(parts)


def _pair(one: Pooled) -> str:
    from fishlab_widgets.charts.forest import forest_plot

    told = "".join(f"<p>{escape(words)}</p>" for words in one.sentences())
    return told if one.mean is None else told + str(forest_plot(one).data)


def table_html(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return numbers as a table of HTML."""
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
