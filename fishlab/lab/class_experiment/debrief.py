"""After a game: promises that were kept, predictions beside what came, and what people think, from the class's answers.

What comes in are rows of an export (`talks.csv`, `answers.csv`), or of a room; they have the same columns.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from fishlab.lab.class_experiment.sentences import number
from fishlab.messages import tr, trn
from fishlab.stats import Interval, share_of

PUBLISHED_KEPT: Final = 0.95
"""Promises that people keep who talk face to face again and again: about 5 % defections (Anderies & Janssen, p. 96)."""
PREDICTION, OPINION = "prediction", "questionnaire"
"""The stages of answers that are looked at."""
SCALE: Final = range(1, 6)
"""The answers to a question of opinion, from not at all to fully."""


class Promises(NamedTuple):
    """What became of what was agreed in talks."""

    kept: Interval | None
    """The share of promises that were kept, with Wilson's interval; None without a promise."""
    tables: int
    """At how many tables they were made."""
    nothing: int
    """How often people said that nothing was agreed."""


def promises(talks: Iterable[Mapping[str, Any]]) -> Promises:
    """Return what became of promises: a year that is not over, and an answer that is missing, do not count."""
    rows = list(talks)
    held = [row for row in rows if row["kept"] is not None]
    kept = share_of(sum(bool(row["kept"]) for row in held), len(held)) if held else None
    return Promises(kept, len({row["table"] for row in held}), sum(row["promise"] == "nothing" for row in rows))


def promise_sentences(found: Promises) -> list[str]:
    """Say how many promises were kept, beside what is published."""
    told = []
    if found.kept is not None:
        count, kept = found.kept.games, round(found.kept.mean * found.kept.games)
        told.append(
            trn(
                "Of {n} promise {kept} was kept: {share} % (95 %: {low} to {high}; as if each were made for itself).",
                "Of {n} promises {kept} were kept: {share} % (95 %: {low} to {high}; as if each were made for itself).",
                count,
                kept=kept,
                share=number(100 * found.kept.mean, 0),
                low=number(100 * found.kept.low, 0),
                high=number(100 * found.kept.high, 0),
            )
        )
        told.append(
            tr(
                "Published, of people who talk face to face again and again: about {share} % (Anderies & Janssen, "
                "p. 96).",
                share=number(100 * PUBLISHED_KEPT, 0),
            )
        )
    if found.nothing:
        told.append(
            trn(
                "Once somebody said that nothing was agreed.",
                "{n} times somebody said that nothing was agreed.",
                found.nothing,
            )
        )
    return told


class Predictions(NamedTuple):
    """What people expected of their table, sealed before the start."""

    catches: tuple[float, ...]
    """How many fish their table would catch."""
    lasts: tuple[bool, ...]
    """Whether fish would be left."""


def predictions(answers: Iterable[Mapping[str, Any]]) -> Predictions:
    """Return what people expected of their table."""
    rows = [row for row in answers if row["stage"] == PREDICTION]
    return Predictions(
        tuple(sorted(float(row["answer"]) for row in rows if row["question"] == "catch")),
        tuple(row["answer"] == "yes" for row in rows if row["question"] == "lasts"),
    )


def prediction_sentences(found: Predictions, caught: Sequence[float], left: Sequence[bool]) -> list[str]:
    """Say what people expected, beside what came: the catch of each table, and whether fish are left in its sea."""
    told = []
    if found.catches and caught:
        told.append(
            trn(
                "One person expected that the table would catch {mean} fish; tables caught {came}.",
                "{n} people expected that their table would catch {mean} fish on average; tables caught {came}.",
                len(found.catches),
                mean=number(math.fsum(found.catches) / len(found.catches)),
                came=number(math.fsum(caught) / len(caught)),
            )
        )
    if found.lasts and left:
        told.append(
            tr(
                "{yes} of {people} expected fish to be left at the end; they were left at {tables} of {all} tables.",
                yes=sum(found.lasts),
                people=len(found.lasts),
                tables=sum(left),
                all=len(left),
            )
        )
    return told


class Opinion(NamedTuple):
    """What people answered to one question of opinion."""

    question: str
    mean: float
    counts: tuple[int, ...]
    """How many chose each answer of `SCALE`."""


def opinions(answers: Iterable[Mapping[str, Any]]) -> list[Opinion]:
    """Return what people think, question by question in the order in which they were asked."""
    found: dict[str, Counter[int]] = {}
    for row in answers:
        value = str(row["answer"])
        if row["stage"] == OPINION and value.isdecimal() and int(value) in SCALE:
            found.setdefault(str(row["question"]), Counter())[int(value)] += 1
    return [
        Opinion(name, sum(value * n for value, n in counts.items()) / counts.total(), tuple(counts[v] for v in SCALE))
        for name, counts in found.items()
    ]
