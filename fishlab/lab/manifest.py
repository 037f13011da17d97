"""A design played and kept: a folder of results, and a manifest from which another machine makes the same files.

    results/
      manifest.json      versions, design, every policy in full, a hash of every file, a codebook, figures of each point
      summary.csv        one row for each point: its factors, and means with their intervals
      points/0001.csv    one row for each game and player of a point, and beside it how much of it is safe

The manifest holds no date and no place, so the same design played twice by the same versions gives the same folder,
byte for byte. A run that was killed goes on where it was. `check` plays everything again from the manifest alone.
"""

from __future__ import annotations

import csv
import hashlib
import json
import platform
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from fishlab.boom.rules import Boom
from fishlab.lab.design import GAME, Design, design_of, words_of
from fishlab.lab.experiment import VERSION, Progress, csv_of, open_store, run_tasks, tasks_of, write_json
from fishlab.lab.policies import NUMBERS, Policy
from fishlab.messages import mark, refusal, tr
from fishlab.stats import Interval, interval_of, share_of

NAME: Final = "manifest.json"
SUMMARY: Final = "summary.csv"
FORMAT: Final = 1
"""Raised when a manifest is laid out otherwise."""
_MADE_BY: Final = "fishlab experiment"
FIGURES: Final = {
    "total": mark("the team's points before fines; in the summary the mean over games, as all figures there"),
    "total_after_fines": mark("the team's points after fines"),
    "efficiency": mark("the team's points before fines as a share of the best team's: the cooperative policies' mean"),
    "gini": mark("inequality of the seats' catches: 0 if all are equal"),
    "collapsed": mark("share of games in which the sea is emptied"),
}
"""The figures of a point, each with an interval of 95 % that covers the dice."""
_COLUMNS: Final = {
    "treatment": mark("the treatment, with the numbers that were changed"),
    "game": mark("number of the game, from 0; the same number has the same dice wherever the same game is played"),
    "seat": mark("number of the seat, from 0"),
    "own": mark("points of the seat by the rules, before fines"),
    "net": mark("points of the seat after fines and trades of quota"),
    "catch": mark("fish that the seat took in all years"),
    "unmet": mark("plates of the seat that stayed empty"),
    "damage": mark("fish-years that the seat's catch cost the sea"),
    "collapse": mark("year after which the sea was empty; 0 if never"),
    "point": mark("number of the point in the design, from 1"),
    "games": mark("games of the point"),
    "form": mark("form of the game"),
    "years": mark("years that are played"),
    "players": mark("seats of the game"),
}


def codebook(years: int, factors: Sequence[str]) -> dict[str, str]:
    """Return what every column of the results means; `years` of the longest game, `factors` of the design."""
    numbers = {number.name: number.words() for number in NUMBERS}
    found = {name: tr(text) for name, text in _COLUMNS.items() if name not in GAME or name in ("treatment", *factors)}
    found |= {name: numbers[name] for name in factors if name in numbers}
    for name, text in FIGURES.items():
        found[name] = tr(text)
        found |= {f"{name}_low": tr("lower end of its interval"), f"{name}_high": tr("upper end of its interval")}
    return found | {
        f"living_{year}": tr("fish alive when year {year} begins", year=year) for year in range(1, years + 1)
    }


def versions() -> dict[str, Any]:
    """Return what may decide whether the same games are played here."""
    return {
        "fishlab": import_module("fishlab").__version__,  # which stands above the laboratory
        "laboratory": VERSION,
        "game": Boom.version,
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def versions_words(some: Mapping[str, Any]) -> str:
    """Return versions in a line."""
    return ", ".join(f"{name} {version}" for name, version in some.items())


class PointResult(NamedTuple):
    """One point of a design and what came of it."""

    number: int
    factors: dict[str, Any]
    plan: dict[str, Any]
    """Everything that decides its rows."""
    sha256: str
    """Of its file; "" before it is played."""
    found: dict[str, Interval]
    """Its figures, by the names of `FIGURES`."""

    @property
    def file(self) -> str:
        """Where its rows are, from the manifest's folder."""
        return file_of(self.number)


def file_of(number: int) -> str:
    """Return where the rows of a point are, from the manifest's folder."""
    return f"points/{number:04d}.csv"


class Manifest(NamedTuple):
    """What a manifest holds."""

    versions: dict[str, Any]
    design: dict[str, Any]
    points: tuple[PointResult, ...]
    summary: str
    """The hash of the summary."""

    @property
    def finished(self) -> bool:
        """Whether every point has been played."""
        return all(point.sha256 for point in self.points)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each point: its factors, and its figures with their intervals."""
        found = []
        for point in self.points:
            row = {"point": point.number, **point.factors, "games": point.plan["games"]}
            for name, one in point.found.items():
                row |= {name: one.mean, f"{name}_low": one.low, f"{name}_high": one.high}
            found.append(row)
        return found


# Playing.


def run_design(
    design: Design, folder: str | Path, executor: Executor | None = None, progress: Progress | None = None
) -> Manifest:
    """Play a design into a folder, or what is left of it to play, and return its manifest.

    A folder that holds anything else is left as it is, and a `ValueError` says so.
    """
    place = Path(folder)
    _begin(place, design)
    stores = [open_store(place / file_of(point.number), point.plan) for point in design.points]
    done, waiting = [], []
    for point, store in zip(design.points, stores, strict=True):
        tasks = point.plan.tasks()
        done += tasks[: store.done]
        waiting += [(store, task) for task in tasks[store.done :]]
    played = run_tasks([*done, *(task for _, task in waiting)], executor, progress, skip=len(done))
    for (store, _), columns in zip(waiting, played, strict=True):
        store.append(columns)
    points = []
    for point in design.points:
        file = place / file_of(point.number)
        points.append(
            PointResult(
                point.number, point.factors, point.plan.plain(), _hash_file(file), _figures(file, point.plan.players)
            )
        )
    manifest = Manifest(versions(), design.plain(), tuple(points), "")
    summary = _csv(manifest.rows())
    (place / SUMMARY).write_text(summary, encoding="utf-8", newline="")
    manifest = manifest._replace(summary=hashlib.sha256(summary.encode()).hexdigest())
    write_json(place / NAME, _plain(manifest))
    return manifest


def _begin(place: Path, design: Design) -> None:
    """See that a folder is new, or holds a part of this design and nothing else."""
    at = place / NAME
    if at.exists():
        kept = read_manifest(at)
        if kept.versions != versions():
            raise refusal(
                "{folder} was begun with {theirs}, and this is {ours}: go on with those versions, or choose "
                "another folder with --out",
                folder=place,
                theirs=versions_words(kept.versions),
                ours=versions_words(versions()),
            )
        if kept.design != json.loads(json.dumps(design.plain())):
            raise refusal(
                "{folder} holds the results of another design: choose another folder with --out, or remove it",
                folder=place,
            )
        return
    if place.exists() and (not place.is_dir() or any(place.iterdir())):
        raise refusal(
            "{folder} already exists and does not hold the results of a design: choose another folder with --out",
            folder=place,
        )
    (place / "points").mkdir(parents=True, exist_ok=True)
    points = (PointResult(point.number, point.factors, point.plan.plain(), "", {}) for point in design.points)
    write_json(at, _plain(Manifest(versions(), design.plain(), tuple(points), "")))


def _hash_file(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


class _Totals:
    """The figures of a point, worked out piece by piece from the text of its rows, in little memory."""

    def __init__(self, players: int) -> None:
        self._names = [name for name in FIGURES if name != "collapsed"]
        self._sums, self._squares = dict.fromkeys(self._names, 0.0), dict.fromkeys(self._names, 0.0)
        self._players, self._head, self._rows, self._games, self._emptied = players, [""], 0, 0, 0

    def read(self, lines: Iterable[str]) -> None:
        """Go on with these lines; the first of all has the names of the columns."""
        rows = csv.reader(lines)
        if not self._rows and not self._games:
            self._head = next(rows)
        for cells in rows:
            self._rows += 1
            if (self._rows - 1) % self._players:
                continue  # figures of a game stand in the rows of all its seats
            row = dict(zip(self._head, cells, strict=True))
            self._games += 1
            self._emptied += row["collapse"] != "0"
            for name in self._names:
                value = float(row[name])
                self._sums[name] += value
                self._squares[name] += value * value

    def figures(self) -> dict[str, Interval]:
        """Return what was found in all rows so far."""
        found, games = {}, self._games
        for name in self._names:
            around = max(0.0, self._squares[name] - self._sums[name] ** 2 / games)
            found[name] = interval_of(self._sums[name] / games, around, games)
        return found | {"collapsed": share_of(self._emptied, games)}


def _figures(path: Path, players: int) -> dict[str, Interval]:
    """Return the figures of a point from its file."""
    totals = _Totals(players)
    with path.open(encoding="utf-8", newline="") as stream:
        totals.read(stream)
    return totals.figures()


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    lines = [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]
    return "".join(",".join(line) + "\n" for line in lines)


def _cell(value: object) -> str:
    """Return a value of the summary: numbers with six digits after the point, "" for what is not known."""
    if not isinstance(value, float):
        return str(value)
    return f"{value:.6f}".rstrip("0").rstrip(".") if isfinite(value) else ""


# The file.


def _plain(manifest: Manifest) -> dict[str, Any]:
    """Return a manifest as plain data; a policy that many seats play is written once."""
    policies: list[Any] = []
    points = []
    for point in manifest.points:
        (name, seats), *_ = point.plan["treatments"].items()
        for policy in seats:
            if policy not in policies:
                policies.append(policy)
        points.append(
            {
                "point": point.number,
                "file": point.file,
                "sha256": point.sha256,
                "factors": point.factors,
                "treatment": name,
                "seats": [policies.index(policy) for policy in seats],
                "options": point.plan["options"],
                "best": point.plan["best"],
                "found": _written(point.found),
            }
        )
    years = max(_years(point.plan) for point in manifest.points)
    return {
        "made by": _MADE_BY,
        "format": FORMAT,
        "versions": manifest.versions,
        "design": manifest.design,
        "summary": {"file": SUMMARY, "sha256": manifest.summary},
        "codebook": codebook(years, list(manifest.design["factors"])),
        "policies": policies,
        "points": points,
    }


def _years(plan: Mapping[str, Any]) -> int:
    seats = len(next(iter(plan["treatments"].values())))
    return Boom.start(seats, **plan["options"]).sheet.years


def _written(found: Mapping[str, Interval]) -> dict[str, list[float | None]]:
    """Return figures as they are written: mean, low and high end, None for what is not known."""
    return {name: [round(value, 6) if isfinite(value) else None for value in one[:3]] for name, one in found.items()}


def read_manifest(path: str | Path) -> Manifest:
    """Return the manifest of a file; what is wrong with it is a `ValueError` that names the file."""
    at = Path(path)
    if at.is_dir():
        at = at / NAME
    try:
        return manifest_of(at.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        raise refusal("{path}: this is not text: a manifest is called {name}", path=at, name=NAME) from None
    except ValueError as why:
        raise ValueError(f"{at}: {why}") from None


def manifest_of(text: str) -> Manifest:
    """Return a manifest from its text; `ValueError` says what is wrong with it."""
    try:
        plain = json.loads(text)
        foreign = not isinstance(plain, Mapping) or plain.get("made by") != _MADE_BY
    except (ValueError, RecursionError):
        foreign = True
    if foreign:
        raise refusal(
            "this is no manifest of an experiment: fishlab experiment run DESIGN writes one, {name}", name=NAME
        )
    if plain.get("format") != FORMAT:
        raise refusal("this manifest was written by another Fishlab: check it with the version that it names")
    try:
        design, policies = dict(plain["design"]), [Policy(**one).numbers() for one in plain["policies"]]
        points = tuple(_point(one, number, design, policies) for number, one in enumerate(plain["points"], 1))
        if not points or not all(isinstance(one, str | int) for one in dict(plain["versions"]).values()):
            raise ValueError
        return Manifest(dict(plain["versions"]), design, points, str(plain["summary"]["sha256"]))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, OverflowError):
        raise refusal("this manifest is damaged: copy the original once more") from None


def _point(one: Mapping[str, Any], number: int, design: Mapping[str, Any], policies: list[Any]) -> PointResult:
    if not all(type(place) is int and place >= 0 for place in one["seats"]):
        raise ValueError
    seats = [policies[place] for place in one["seats"]]
    plan: dict[str, Any] = {
        "treatments": {str(one["treatment"]): seats},
        "games": int(design["games"]),
        "seed": int(design["seed"]),
        "chunk": int(design["chunk"]),
        "options": dict(one["options"]),
        "best": float(one["best"]),
    }
    if one["point"] != number or one["file"] != file_of(number) or plan["games"] < 1 or plan["chunk"] < 1:
        raise ValueError
    _years(plan)  # that these options make a game
    found = {str(name): _interval(ends, plan["games"]) for name, ends in one["found"].items() if name in FIGURES}
    return PointResult(number, dict(one["factors"]), plan, str(one["sha256"]), found)


def _interval(ends: Sequence[float | None], games: int) -> Interval:
    mean, low, high = (float("nan") if one is None else float(one) for one in ends)
    return Interval(mean, low, high, games)


# Checking.


class Checked(NamedTuple):
    """What came of a check."""

    manifest: Manifest
    files: int
    """Files that lie beside the manifest, and were read."""
    wrong: list[str]
    """What is not as the manifest says, each in a sentence."""


def check(path: str | Path, executor: Executor | None = None, progress: Progress | None = None) -> Checked:
    """Play every point of a manifest again, and compare its hash, and the manifest with what its design makes of it.

    All but the versions of Python and its libraries is worked out from the design and these games. Files that lie
    beside the manifest are compared too.
    """
    at = Path(path) / NAME if Path(path).is_dir() else Path(path)
    manifest = read_manifest(at)
    here = versions()
    if any(manifest.versions.get(name) != here[name] for name in ("laboratory", "game")):
        other = mark("{path} was made with {theirs}, and this is {ours}, which plays differently: use that version")
        raise refusal(other, path=at, theirs=versions_words(manifest.versions), ours=versions_words(here))
    if not manifest.finished:
        raise refusal("{path}: this run is not finished: repeat the command that started it", path=at)
    try:
        _design_in(manifest)
    except (ValueError, TypeError) as why:
        return Checked(manifest, 0, [tr("The design in it cannot be played: {why}", why=why)])
    files, wrong = 0, []
    for name, expected in [(point.file, point.sha256) for point in manifest.points] + [(SUMMARY, manifest.summary)]:
        if (at.parent / name).exists():
            files += 1
            if _hash_file(at.parent / name) != expected:
                wrong.append(tr("{file} was changed after it was written.", file=at.parent / name))
    tasks = [(point.number, task) for point in manifest.points for task in tasks_of(point.plan)]
    digests = {point.number: hashlib.sha256() for point in manifest.points}
    totals = {point.number: _Totals(_seats(point)) for point in manifest.points}
    played = run_tasks([task for _, task in tasks], executor, progress)
    for (number, task), columns in zip(tasks, played, strict=True):
        text = csv_of(columns, head=task.start == 0)
        digests[number].update(text.encode())
        totals[number].read(text.splitlines())
    again = {number: (digests[number].hexdigest(), totals[number].figures()) for number in totals}
    for point in manifest.points:
        if again[point.number][0] != point.sha256:
            other = mark("Point {number} ({factors}) plays differently here: its hash does not match.")
            wrong.append(tr(other, number=point.number, factors=words_of(point.factors)))
    plain = json.loads(at.read_text(encoding="utf-8"))
    return Checked(manifest, files, wrong + _not_as_designed(plain, manifest, again))


def _not_as_designed(
    plain: Mapping[str, Any], manifest: Manifest, again: Mapping[int, tuple[str, dict[str, Interval]]]
) -> list[str]:
    """Return what in a manifest is not what its design and these games make of it, each in a sentence."""
    design = _design_in(manifest)
    if len(design.points) != len(manifest.points):
        told = mark("The design has {asked} points, and the manifest {here}.")
        return [tr(told, asked=len(design.points), here=len(manifest.points))]
    points = tuple(
        PointResult(point.number, point.factors, point.plan.plain(), *again[point.number]) for point in design.points
    )
    whole = manifest._replace(design=design.plain(), points=points)
    right = _plain(whole._replace(summary=hashlib.sha256(_csv(whole.rows()).encode()).hexdigest()))
    wrong = []
    for here, there in zip(_points(plain), _points(right), strict=True):
        if other := _differ(here, there, without={"sha256"}):
            told = mark("Point {number} ({factors}): this is not what its design and its games give: {names}.")
            wrong.append(tr(told, number=there["point"], factors=words_of(there["factors"]), names=other))
    if other := _differ(plain, right, without={"points", "versions"}):
        wrong.append(tr("In the manifest this is not what its design and its games give: {names}.", names=other))
    return wrong


def _design_in(manifest: Manifest) -> Design:
    """Return the design of a manifest, read and checked anew."""
    asked = dict(manifest.design)
    if asked.get("kind") == "grid":
        asked.pop("points", None)
    return design_of(asked)


def _points(plain: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the points of a manifest as plain data, each with the policies of its seats."""
    return [point | {"seats": [plain["policies"][seat] for seat in point["seats"]]} for point in plain["points"]]


def _differ(here: Mapping[str, Any], there: Mapping[str, Any], without: set[str]) -> str:
    """Return the entries that are not the same in two pieces of plain data, as JSON has them: 60 is not 60.0."""
    one, other = (
        {name: json.dumps(value, sort_keys=True) for name, value in some.items() if name not in without}
        for some in (here, there)
    )
    return ", ".join(sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name)))


def _seats(point: PointResult) -> int:
    """Return how many play a point."""
    (seats,) = point.plan["treatments"].values()
    return len(seats)
