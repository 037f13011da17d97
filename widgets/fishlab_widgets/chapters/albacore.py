"""Lesson 04: a real stock, and what good and bad years do to two rules that look alike."""

from __future__ import annotations

from functools import cache
from html import escape

from IPython.display import HTML

from fishlab.data.series import Series, real_series
from fishlab.data.stock_fit import Fit, Refits, Rule, collapsed, fit_schaefer, interval, noisy_seas, refits
from fishlab.messages import tr
from fishlab.models import Schaefer
from fishlab_widgets.charts import lines_figure

NOISE = 0.1
"""How far a year's growth is off, up or down: assumed here, not measured."""
YEARS = 50


def albacore() -> Series:
    """Return the catches of South Atlantic albacore, and how many a unit of effort caught."""
    return real_series("south_atlantic_albacore")


@cache
def albacore_fit() -> Fit:
    """Return the bay that explains them best."""
    return fit_schaefer(albacore().column("catch_kt"), albacore().column("cpue"))


@cache
def albacore_refits() -> Refits:
    """Return the bays that explain as well what might have been measured instead."""
    return refits(albacore().column("catch_kt"), albacore().column("cpue"))


def catch_picture() -> HTML:
    """Return the real catches, year by year, and the most that the bay which fits them could give."""
    most, limit = tr("r · K ÷ 4 of the fit"), round(albacore_fit().most, 1)
    rows = [{"year": int(row["year"] or 0), "catch": row["catch_kt"], most: limit} for row in albacore().rows]
    return lines_figure(
        rows, x="year", y=["catch", most], title=tr("South Atlantic albacore: the catch (real)"),
        x_label=tr("year"), y_label=tr("thousand tonnes a year"),
    )  # fmt: skip


def fit_picture() -> HTML:
    """Return how many fish a unit of effort caught, and what the bay that fits best expects."""
    rows = [
        {"year": int(row["year"] or 0), "real": row["cpue"], "model": round(expected, 2)}
        for row, expected in zip(albacore().rows, albacore_fit().index(), strict=True)
    ]
    return lines_figure(
        rows, x="year", y=["real", "model"], title=tr("Catch per unit of effort, and the bay that fits it best"),
        x_label=tr("year"), y_label=tr("catch per unit of effort, kg per 100 hooks"),
    )  # fmt: skip


def fit_words() -> HTML:
    """Return what the fit says, and what the same data allow."""
    fit, others = albacore_fit(), albacore_refits()
    (low_r, high_r), (low_room, high_room), (low, high) = map(interval, (others.r, others.K, others.most))
    told = tr(
        "Best fit: r = {r:.2f} a year and K = {room:.0f} thousand tonnes. So r · K ÷ 4 is {most:.1f} thousand tonnes a "
        "year. In {year} the stock was {share:.0f} % of K.",
        r=fit.r, room=fit.K, most=fit.most, year=int(albacore().column("year")[-1]), share=100 * fit.stock[-1] / fit.K,
    )  # fmt: skip
    doubt = tr(
        "How sure is that? No year lies exactly on the line. The computer deals these differences to the years anew "
        "and fits again, {count:,} times. Of 100 such fits 95 have r from {low_r:.2f} to {high_r:.2f}, K from "
        "{low_room:.0f} to {high_room:.0f}, and r · K ÷ 4 from {low:.0f} to {high:.0f}.",
        count=len(others.r), low_r=low_r, high_r=high_r, low_room=low_room, high_room=high_room, low=low, high=high,
    )  # fmt: skip
    return HTML(f"<p>{escape(told)}</p><p>{escape(doubt)}</p>")


def sea() -> Schaefer:
    """Return the fitted stock as a fishery."""
    fit = albacore_fit()
    return Schaefer(r=fit.r, K=fit.K, q=fit.q)


@cache
def collapses(rule: Rule, noise: float = NOISE, r: float | None = None) -> int:
    """Return in how many of 100 seas the stock falls below a tenth of K within 50 years, of 1,000 that were tried.

    Only the growth rate counts, that of the best fit if none is given: both rules take shares of K.
    """
    fishery = Schaefer(r=sea().r if r is None else r, K=sea().K, q=sea().q)
    return round(100 * collapsed(noisy_seas(fishery, rule, noise=noise, years=YEARS), fishery.K))


def noise_picture(noise: float = NOISE) -> list[HTML | str]:
    """Return for each year in how many seas of 100 the stock has collapsed so far, under both rules."""
    rules: dict[str, Rule] = {tr("same catch"): "quota", tr("same boats"): "effort"}
    found = {name: noisy_seas(sea(), rule, noise=noise, years=YEARS) for name, rule in rules.items()}
    rows = [
        {"year": year, **{name: round(100 * collapsed(one[: year + 1], sea().K), 1) for name, one in found.items()}}
        for year in range(YEARS + 1)
    ]
    figure = lines_figure(
        rows, x="year", y=list(rules), title=tr("Seas whose stock has collapsed so far (model)"),
        x_label=tr("year"), y_label=tr("of 100 seas"), top=100,
    )  # fmt: skip
    told = tr(
        "After {years} years: {quota} of 100 seas with the same catch every year, {effort} with the same boats.",
        years=YEARS, quota=collapses("quota", noise), effort=collapses("effort", noise),
    )  # fmt: skip
    low_r, high_r = interval(albacore_refits().r)
    doubt = tr(
        "With the same catch, r = {low_r:.2f} gives {few} of 100, and r = {high_r:.2f} gives {many}: the data allow "
        "both. With the same boats it is {none} and {nobody}.",
        low_r=low_r, high_r=high_r, few=collapses("quota", noise, low_r), many=collapses("quota", noise, high_r),
        none=collapses("effort", noise, low_r), nobody=collapses("effort", noise, high_r),
    )  # fmt: skip
    return [figure, told, doubt]
