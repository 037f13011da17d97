"""Many classes together, from the zips that their desks export.

>>> from fishlab.lab import pool
>>> pool([])
Traceback (most recent call last):
fishlab.lab.class_experiment.rows.RowsError: Choose the zip of at least one class.

`pool(["a.zip", "b.zip"]).sentences()` says what the classes show; `fishlab pool a.zip b.zip` says it in a terminal, and
the desk draws it. A later game of a class does not count, and that is said: its people may have played before.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from fishlab.boom.treatments import TERMS
from fishlab.lab.class_experiment.beside import early_models
from fishlab.lab.class_experiment.pool import Pooled, pool_rows
from fishlab.lab.class_experiment.rows import RowsError, table_of
from fishlab.lab.class_experiment.sentences import emptied
from fishlab.messages import tr

MOST_BYTES: Final = 8_000_000
"""Of the tables of a class: more is no class."""
ENCRYPTED: Final = 0x1
"""The bit of a file in a zip that has a password."""
Row = dict[str, str]
_UNREAD = (KeyError, IndexError, TypeError, ValueError, NotImplementedError, OSError, EOFError, zlib.error,
           zipfile.BadZipFile)  # fmt: skip  # what a damaged file may raise


class ClassFile(NamedTuple):
    """A zip that was chosen: what it is called, and its bytes."""

    name: str
    data: bytes


def read_zip(file: ClassFile) -> list[Row]:
    """Return the tables of a class; `RowsError` says what is wrong with the file."""
    try:
        with zipfile.ZipFile(io.BytesIO(file.data)) as packed:
            about = packed.getinfo("tables.csv")
            if about.file_size > MOST_BYTES:
                raise RowsError("{file} is too large for one class.", file=file.name)
            if about.flag_bits & ENCRYPTED:
                raise RowsError("{file} has a password: unpack it, and pack it again without one.", file=file.name)
            text = packed.read("tables.csv").decode()
    except KeyError:
        raise RowsError(
            "{file} is not the zip of a class, or comes from an older Fishlab: there is no tables.csv in it. Open "
            "the class with this Fishlab, and export it again.",
            file=file.name,
        ) from None
    except (zipfile.BadZipFile, UnicodeDecodeError, NotImplementedError, OSError, EOFError, zlib.error):
        raise RowsError("{file} is not a zip that can be read.", file=file.name) from None
    try:
        rows = list(csv.DictReader(io.StringIO(text)))
        for row in rows:
            table_of(row)
    except csv.Error:
        raise RowsError("{file} is not as a desk wrote it: export the class again.", file=file.name) from None
    except RowsError as why:
        raise RowsError("{file}: {why}", file=file.name, why=why) from None
    if not any(_first(row) for row in rows):
        raise RowsError("{file} holds no table: nothing was played there.", file=file.name)
    return rows


def _first(row: Row) -> bool:
    """Tell whether a table is one of a class's first game."""
    return row.get("game", "1") == "1"


def pool(
    files: Iterable[str | os.PathLike[str] | ClassFile],
    base: str = "",
    other: str = "",
    form: str = "",
    year: int | None = None,
) -> Pooled:
    """Put classes together, from their zips.

    Args:
        files: the zips.
        base: the treatment that is taken off; without it, and without `other`, the pair that most classes played, as
            the desk lists treatments; of pairs that as many played the first.
        other: the treatment that it is taken off from.
        form: of which form of the game; needed if the classes played several.
        year: up to which year points count; the end of the game without it.

    Raises:
        RowsError: a file cannot be read, is of another version, or the classes cannot be compared.
    """
    read = [one if isinstance(one, ClassFile) else ClassFile(Path(one).name, Path(one).read_bytes()) for one in files]
    rows = [row for one in read for row in read_zip(one)]
    return _with_sessions(_pooled(rows, base, other, form, year), read, rows)


def pool_forms(files: Sequence[ClassFile]) -> list[Pooled]:
    """Put classes together, each form of the game for itself."""
    rows = [row for one in files for row in read_zip(one)]
    return [
        _with_sessions(_pooled([row for row in rows if row["form"] == form], "", "", form, None), files, rows)
        for form in sorted({row["form"] for row in rows})
    ]


def _with_sessions(found: Pooled, files: Sequence[ClassFile], rows: Sequence[Row]) -> Pooled:
    """Add what the zips tell of intervals and of seas: how often such intervals hold the truth, and which ran empty."""
    if found.mean is None:
        return found
    firsts = {str(about["session"]): about for file in files if (about := _session(file))}
    pairs = tuple(_about(one, firsts, rows) for one in found.pairs)
    return _about(replace(found, pairs=pairs), firsts, rows)


def _about(found: Pooled, firsts: Mapping[str, Mapping[str, Any]], rows: Sequence[Row]) -> Pooled:
    """Add what the zips tell of the tables of two treatments."""
    shares: list[float] = []
    apart, sealing = [], False
    for session, tables in found.tables_of.items():
        mine = [row for row in rows if row["session"] == session and _first(row) and row["table"] in tables]
        years = found.year + 1 if found.year else None
        if emptied((row["treatment"], "0" in (row.get("living") or "").split()[:years]) for row in mine).empty:
            apart.append(session)
        with suppress(*_UNREAD):
            shown, plan = firsts[session]["shown"][0], firsts[session]["games"][0]["plan"]
            sealing = sealing or bool(plan and plan["procedure"]["promises"])
            if _same(found, session, shown) and 0 < (share := float(shown["covered"])) < 1:
                shares.append(share)
    return replace(found, covered=min(shares, default=None), sealing=sealing, apart=tuple(apart))


def _same(found: Pooled, session: str, shown: Mapping[str, Any]) -> bool:
    """Tell whether a class counts here up to the year of its desk; one alone also with the difference of its desk."""
    if shown["covered"] is None or (found.year and shown["year"] != found.year):
        return False
    if len(found.classes) > 1 or found.mean is None:
        return True
    told = [abs(one["difference"][0]) for one in shown["comparisons"]]
    return any(math.isclose(one, abs(found.mean.mean), abs_tol=1e-3) for one in told)


def _session(file: ClassFile) -> dict[str, Any]:
    """Return the design of a class and what its desk showed; nothing if that cannot be read."""
    with suppress(*_UNREAD), zipfile.ZipFile(io.BytesIO(file.data)) as packed:
        if packed.getinfo("session.json").file_size <= MOST_BYTES:
            found = json.loads(packed.read("session.json"))
            return found if isinstance(found, dict) and "session" in found else {}
    return {}


def _pooled(rows: Sequence[Row], base: str, other: str, form: str, year: int | None) -> Pooled:
    if not rows:
        raise RowsError("Choose the zip of at least one class.")
    later = tuple(sorted({row["session"] for row in rows if not _first(row)}))
    rows = [row for row in rows if _first(row)]
    classes: dict[str, set[str]] = {}
    for row in rows:
        classes.setdefault(row["session"], set()).add(row["treatment"])
    played = set.union(*classes.values())
    ladder = [name for name in TERMS if name in played] + sorted(played - TERMS.keys())
    shared = {pair: sum(set(pair) <= mine for mine in classes.values()) for pair in combinations(ladder, 2)}
    if not any(shared.values()):
        raise RowsError("These classes played one treatment only, so there is nothing to compare.")
    if not (base and other):
        fitting = [pair for pair in shared if {base, other} - {""} <= {*pair}] or [*shared]
        one, two = max(fitting, key=lambda pair: shared[pair])
        base, other = (one, two) if base != two and other != one else (two, one)
    named = [{**row, "treatment": _title(row["treatment"])} for row in rows]
    found = [
        pool_rows(named, _title(one), _title(two), form, year)
        for one, two in ((base, other), *(pair for pair in shared if shared[pair] and {*pair} != {base, other}))
    ]
    first, *more = [replace(one, models=_models(one, rows)) for one in found]
    return replace(first, pairs=tuple(more), later=later)


def _models(found: Pooled, rows: Sequence[Row]) -> tuple[str, ...]:
    """Say what models show up to the year that counts, at tables of the sizes of all classes; nothing at the end."""
    titles = {row["treatment"]: _title(row["treatment"]) for row in rows}
    names = {title: name for name, title in titles.items()}
    played = [table_of(row) for row in rows if titles[row["treatment"]] in (found.base, found.other)]
    sizes = sorted(one.seats for one in played if one.points and found.seats in (0, one.seats))
    years = {one.years for one in played if found.years in (0, one.years)}
    if not found.year or found.mean is None or len(years) != 1 or found.year >= max(years):
        return ()
    pair, sessions = (names[found.base], names[found.other]), {one.session for one in found.classes}
    kinds = {frozenset(row["treatment"] for row in rows if row["session"] == one) for one in sessions}
    among = [name for name in TERMS if name in next(iter(kinds))] if len(kinds) == 1 else []
    return early_models(found.form, sizes, pair, found.year, max(years), titles, among)


def _title(name: str) -> str:
    return tr(TERMS[name].title) if name in TERMS else name
