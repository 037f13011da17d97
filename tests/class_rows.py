"""Rows of classes with known differences, as an export holds them."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.lab.class_experiment.inference import PlayedTable
from fishlab.lab.class_experiment.pool import Pooled, pool_rows
from fishlab.lab.class_experiment.rows import row_of

Rows = list[dict[str, str]]


def class_rows(
    session: str, differences: Sequence[float], form: str = "short", years: int = 1, finished: int = 1, seats: int = 2
) -> Rows:
    """Return a class whose blocks have these differences between “talk” and “silence” in every finished year."""
    rest = (0.0,) * (seats - 1)
    return [
        row_of(PlayedTable(f"{name} {block}", str(block), name, ((total, *rest),) * finished, years), session, form)
        for block, difference in enumerate(differences)
        for name, total in (("silence", 20.0 + block), ("talk", 20.0 + block + difference))
    ]


def pooled(*classes: Rows, **options: object) -> Pooled:
    """Return classes put together."""
    return pool_rows([row for rows in classes for row in rows], "silence", "talk", **options)  # type: ignore[arg-type]
