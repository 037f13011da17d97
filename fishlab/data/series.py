"""Real series that lessons show: small tables with their source, licence, columns and checksum (`series.toml`)."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Series:
    """One real series; a figure that is not known is None."""

    name: str
    title: str
    source: str
    read_from: str
    licence: str
    sha256: str
    columns: Mapping[str, str]
    rows: tuple[Mapping[str, float | None], ...]

    @property
    def path(self) -> Path:
        """The file that holds it."""
        return DATA / f"{self.name}.csv"

    def column(self, name: str) -> list[float]:
        """Return the known figures of a column, in order of their years."""
        return [value for row in self.rows if (value := row[name]) is not None]


@cache
def series_names() -> tuple[str, ...]:
    """Return which series there are."""
    return tuple(_index())


@cache
def real_series(name: str) -> Series:
    """Return a series by its name.

    Raises:
        ValueError: there is none of that name.
    """
    if name not in _index():
        raise ValueError(f"there is no series {name!r}: choose one of {', '.join(_index())}")
    with (DATA / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        rows = tuple(
            {key: float(value) if value else None for key, value in row.items()} for row in csv.DictReader(file)
        )
    about = _index()[name]
    return Series(name, rows=rows, **about)


@cache
def _index() -> dict[str, dict[str, Any]]:
    return tomllib.loads((DATA / "series.toml").read_text(encoding="utf-8"))
