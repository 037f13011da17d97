"""Experiments: treatments played many times, rows out, the same rows whoever computes them.

Games are played in chunks of a fixed size. A chunk depends only on its treatment, its seed and its place, so it does
not matter who plays it: this process, a `ProcessPoolExecutor`, or a Dask cluster's `client.get_executor()`. Rows come
in the order of treatments and games in every case.

With a file, every chunk is written as soon as its turn comes, and a small plan beside the file says how many are
safe. A run that was killed goes on from there: nothing is lost, nothing is played or written twice.
"""

from __future__ import annotations

import json
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from functools import lru_cache
from importlib import import_module
from itertools import repeat
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from fishlab.boom import sea
from fishlab.boom.network import load_sheet
from fishlab.boom.player_sheets import year_boxes
from fishlab.boom.rules import Boom, total_up_to
from fishlab.boom.treatments import FORMS, FULL
from fishlab.core import OVER, State
from fishlab.lab.engine import check_games, check_options, play
from fishlab.lab.engine.batch import Batch
from fishlab.lab.policies import Policy, tape
from fishlab.lab.search.measures import efficiency
from fishlab.lab.treatments import TREATMENTS, Treatment, treatment
from fishlab.messages import refusal, tr
from fishlab.stats import gini, mean_interval, share_interval

Array = NDArray[Any]
Row = dict[str, Any]
Columns = dict[str, Array]
Progress = Callable[[int, int], None]
"""Called with the games done and the games of all after every chunk."""

VERSION: Final = 3
"""Raised when the same numbers would give other rows; a results file of another version is not continued."""
CHUNK_GAMES: Final = 10_000
"""Games of a chunk: long enough a task for a cluster, short enough to lose little."""
MOST_ROWS: Final = 2_000_000
"""Rows that are handed back in memory; more go to a file."""
_AHEAD: Final = 16  # chunks that an executor may have in hand
_ROW_BYTES = 110  # of a row in a CSV file, about


class Cancelled(Exception):
    """The experiment was stopped; `rows` holds what was done, and a results file can be continued."""

    def __init__(self, rows: list[Row], done: int, games: int) -> None:
        super().__init__(tr("stopped after {done:,} of {games:,} games", done=done, games=games))
        self.rows, self.done, self.games = rows, done, games


class Task(NamedTuple):
    """One chunk of one treatment, as plain data."""

    treatment: str
    numbers: tuple[tuple[tuple[str, Any], ...], ...]
    """The policies of the seats, each as pairs of name and value."""
    start: int
    stop: int
    seed: int
    options: str
    """The game's options as JSON."""
    best: float


class RunPlan(NamedTuple):
    """Everything that decides the rows of an experiment."""

    treatments: tuple[Treatment, ...]
    games: int
    seed: int
    players: int
    options: dict[str, Any]
    chunk: int
    best: float

    def tasks(self) -> list[Task]:
        """Return the chunks in order."""
        return tasks_of(self.plain())

    def plain(self) -> dict[str, Any]:
        """Return the plan as plain data, to compare and to keep beside a file."""
        return {
            "made by": "fishlab.lab",
            "version": VERSION,
            "game version": Boom.version,
            "treatments": {one.name: one.numbers(self.players) for one in self.treatments},
            "games": self.games,
            "seed": self.seed,
            "players": self.players,
            "options": self.options,
            "chunk": self.chunk,
            "best": self.best,
        }


def tasks_of(plain: Mapping[str, Any]) -> list[Task]:
    """Return the chunks in order of a plan that is given as plain data."""
    options, games, found = json.dumps(plain["options"], sort_keys=True), plain["games"], []
    for name, seats in plain["treatments"].items():
        numbers = tuple(tuple(sorted(policy.items())) for policy in seats)
        for start in range(0, games, plain["chunk"]):
            stop = min(games, start + plain["chunk"])
            found.append(Task(name, numbers, start, stop, plain["seed"], options, plain["best"]))
    return found


class Estimate(NamedTuple):
    """How long an experiment will take in this process, and what it will need."""

    games: int
    seconds: float
    memory: int
    """Bytes at any moment, if rows go to a file."""
    disk: int
    """Bytes of a CSV file."""

    def __str__(self) -> str:
        return tr(
            "{games:,} games: about {time} in one process, {memory:,.0f} MB of memory at any moment, "
            "{disk:,.0f} MB as CSV",
            games=self.games,
            time=time_words(self.seconds),
            memory=self.memory / 1e6,
            disk=self.disk / 1e6,
        )


def time_words(seconds: float) -> str:
    """Return a time as people say it.

    >>> [time_words(seconds) for seconds in (7, 150, 20_000)]
    ['7 s', '2 min', '5.6 h']
    """
    minutes = seconds / 60
    return f"{seconds:.0f} s" if seconds < 100 else f"{minutes:.0f} min" if minutes < 100 else f"{minutes / 60:.1f} h"


def memory_for(games: int) -> int:
    """Return how many bytes a process needs that plays so many games at once, about."""
    return 90_000_000 + games * 5_000


def plan(
    treatments: Iterable[str | Treatment] | str | Treatment,
    games: int,
    seed: int = 0,
    *,
    players: int = 4,
    chunk: int = CHUNK_GAMES,
    **options: Any,
) -> RunPlan:
    """Return a checked plan; anything wrong is a `ValueError` that says what is allowed."""
    wanted = [treatments] if isinstance(treatments, str | Treatment) else list(treatments)
    if not wanted:
        raise refusal("no treatment is given: choose some of {names}", names=", ".join(TREATMENTS))
    found = tuple(treatment(one, options.get("form", FULL)) for one in wanted)
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise refusal("treatment {name!r} is given twice: give each a name of its own (Treatment.but)", name=name)
    if isinstance(chunk, bool) or not isinstance(chunk, int) or chunk < 1:
        raise refusal("chunk={chunk!r} is not possible: choose a whole number of games from 1", chunk=chunk)
    plain = check_options(options)
    Boom.start(players, **plain)
    best = cooperative_best(players, json.dumps(plain, sort_keys=True))
    return RunPlan(found, check_games(games), tape.check_seed(seed), players, plain, chunk, best)


@lru_cache(maxsize=32)
def cooperative_best(players: int = 4, options: str = "{}") -> float:
    """Return the mean total of the cooperative treatment, 2,000 games of seed 0: the measure of efficiency.

    It is what policies of this laboratory can reach together. `tools/bound.py` says what nobody can exceed.
    """
    asked = json.loads(options)
    team = treatment("cooperative", asked.get("form", FULL)).profile(players)
    batch = play(team, 2000, 0, **asked)
    return round(float(batch.total().mean()), 3)


def columns_of(batch: Batch, name: str, best: float) -> Columns:
    """Return the outcomes of a batch as columns, one value for each game and player, games first.

    By seat: `own` (the score by the rules), `net` (less fines, plus or less what quota was traded for), `catch`,
    `unmet`, `damage`. By game, the same for all its seats: `total` (of own scores, before fines), `total_after_fines`,
    `efficiency` (of `total`), `gini` (of catches), `collapse`, `living_1` and so on.
    """
    players, games = batch.players, batch.games
    own, net = batch.own(), batch.net()
    catch = batch.catch().sum(axis=0, dtype=np.int16)

    def by_seat(values: Array) -> Array:
        return np.ascontiguousarray(values.T).ravel()

    def by_game(values: Array) -> Array:
        return np.repeat(values, players)

    total = batch.total()
    found = {
        "treatment": np.full(games * players, name, object),
        "game": by_game(np.arange(batch.start, batch.start + games)),
        "seat": np.tile(np.arange(players), games),
        "own": by_seat(own),
        "net": by_seat(net.astype(float).round(3)),
        "total": by_game(total),
        "total_after_fines": by_game(net.sum(axis=0).astype(float).round(3)),
        "efficiency": by_game(efficiency(total, best, players)),
        "catch": by_seat(catch),
        "unmet": by_seat(batch.unmet()),
        "damage": by_seat(batch.damage().astype(float).round(3)),
        "gini": by_game(gini(catch).round(4)),
        "collapse": by_game(batch.collapse()),
    }
    living = batch.living()
    for year in range(batch.years):
        found[f"living_{year + 1}"] = by_game(living[year])
    return found


def run_task(task: Task) -> Columns:
    """Play one chunk; this is what an executor is given."""
    profile = tuple(Policy(**dict(numbers)) for numbers in task.numbers)
    batch = play(profile, task.stop - task.start, task.seed, start=task.start, **json.loads(task.options))
    return columns_of(batch, task.treatment, task.best)


def rows_of(columns: Columns) -> list[Row]:
    """Return columns as rows."""
    names = list(columns)
    return [
        dict(zip(names, values, strict=True))
        for values in zip(*(columns[name].tolist() for name in names), strict=True)
    ]


def experiment(
    treatments: Iterable[str | Treatment] | str | Treatment,
    games: int = 1000,
    seed: int = 0,
    executor: Executor | None = None,
    *,
    players: int = 4,
    progress: Progress | None = None,
    cancel: Callable[[], bool] | None = None,
    file: str | os.PathLike[str] | None = None,
    chunk: int = CHUNK_GAMES,
    **options: Any,
) -> list[Row]:
    """Play every treatment on the same dice and return one row for each game and player.

    Args:
        treatments: names out of `TREATMENTS`, or treatments of your own.
        games: games of each treatment; game i has the same dice in all of them.
        seed: a whole number from 0.
        executor: who plays: None for this process, or any `concurrent.futures.Executor`.
        players: 2 to 4.
        progress: called with the games done and the games of all, after every chunk.
        cancel: asked before every chunk; if it says True, `Cancelled` is raised with the rows so far.
        file: a .csv file, or a .parquet folder, that the rows go to. If it holds a part of the same experiment, that
            part is kept and the rest is played.
        chunk: games of a chunk.
        **options: the game's own, those of `fishlab.lab.engine.OPTIONS`. Where a form is given, the names of treatments
            mean the models of that form.

    Returns:
        The rows; an empty list if there is a file, for that is where they are.

    >>> rows = experiment(["competitive", "cooperative"], games=50)
    >>> len(rows), rows[0]["treatment"], rows[0]["seat"]
    (400, 'competitive', 0)
    """
    what = plan(treatments, games, seed, players=players, chunk=chunk, **options)
    count = what.games * len(what.treatments) * players
    if file is None and count > MOST_ROWS:
        raise refusal(
            "{count:,} rows are too many to hand back ({most:,} at most): give file=…, or play "
            "fewer games. {estimate}.",
            count=count,
            most=MOST_ROWS,
            estimate=estimate(what),
        )
    store = open_store(file, what) if file is not None else None
    rows: list[Row] = []
    for columns in run_tasks(what.tasks(), executor, progress, cancel, store.done if store else 0, rows):
        if store is not None:
            store.append(columns)
        else:
            rows += rows_of(columns)
    return rows


def run_tasks(
    tasks: Sequence[Task],
    executor: Executor | None = None,
    progress: Progress | None = None,
    cancel: Callable[[], bool] | None = None,
    skip: int = 0,
    rows: list[Row] | None = None,
) -> Iterator[Columns]:
    """Yield chunks in order, as columns; the first `skip` are left out, `rows` are handed back by who cancels."""
    games = sum(task.stop - task.start for task in tasks)
    done = sum(task.stop - task.start for task in tasks[:skip])
    waiting: deque[tuple[Task, Future[Columns]]] = deque()
    coming = iter(tasks[skip:])
    if progress is not None:
        progress(done, games)
    try:
        for task in tasks[skip:]:
            if cancel is not None and cancel():
                raise Cancelled(rows if rows is not None else [], done, games)
            if executor is None:
                columns = run_task(task)
            else:
                while len(waiting) < _AHEAD and (following := next(coming, None)) is not None:
                    waiting.append((following, executor.submit(run_task, following)))
                columns = waiting.popleft()[1].result()
            done += task.stop - task.start
            yield columns
            if progress is not None:
                progress(done, games)
    finally:
        for _, future in waiting:
            future.cancel()


def estimate(what: RunPlan, sample: int = 2000) -> Estimate:
    """Say how long a plan will take here and how much memory and disk, from a short trial."""
    trial = what._replace(games=min(sample, what.games), treatments=what.treatments[:1], chunk=sample)
    begin = perf_counter()
    for columns in run_tasks(trial.tasks()):
        csv_of(columns)
    seconds = (perf_counter() - begin) / trial.games
    games = what.games * len(what.treatments)
    held = memory_for(min(what.chunk, what.games))
    return Estimate(games, seconds * games, held, games * what.players * _ROW_BYTES)


# Results files.


class Store(Protocol):
    """Where rows are kept, chunk by chunk."""

    done: int
    """Chunks that are safe."""

    def append(self, columns: Columns) -> None:
        """Keep one more chunk."""


def open_store(file: str | os.PathLike[str], what: RunPlan) -> Store:
    """Return the results file of a plan, new or to be continued; anything else there is a `ValueError`."""
    path = Path(file)
    if path.suffix == ".csv":
        return _Csv(path, what)
    if path.suffix == ".parquet":
        return _Parquet(path, what)
    raise refusal("file={path!r} is not possible: choose a name that ends in .csv or .parquet", path=str(path))


def _read_plan(path: Path, at: Path, what: RunPlan) -> dict[str, Any] | None:
    """Return the plan kept with a results file if it is this one's, None if there is no file at all."""
    if not at.exists():
        if path.exists() and (path.is_dir() is False or any(path.iterdir())):
            raise refusal(
                "{path} already exists and is not a results file of the laboratory: choose another name", path=path
            )
        return None
    try:
        kept: dict[str, Any] = json.loads(at.read_text(encoding="utf-8"))
        version, done = kept["plan"]["version"], kept["done"]
    except (OSError, ValueError, KeyError, TypeError):
        raise refusal("{at} is damaged: remove it and {name}, or choose another name", at=at, name=path.name) from None
    if version != VERSION or kept["plan"].get("game version") != Boom.version:
        raise refusal(
            "{path} was made by version {version} of the laboratory, this is {ours}: choose another name",
            path=path,
            version=version,
            ours=VERSION,
        )
    wanted = json.loads(json.dumps(what.plain()))
    for key in wanted:
        if kept["plan"].get(key) != wanted[key]:
            here = f"{kept['plan'].get(key)!r:.60}" if key not in ("treatments", "options") else "others"
            raise refusal(
                "{path} holds another experiment ({key} there: {here}): choose another name",
                path=path,
                key=key,
                here=here,
            )
    if not isinstance(done, int) or not 0 <= done <= len(what.tasks()):
        raise refusal("{at} is damaged: remove it and {name}, or choose another name", at=at, name=path.name)
    return kept


def write_json(at: Path, kept: Mapping[str, Any]) -> None:
    """Write plain data in one step, so that a killed run leaves the old file or the new one, never half of one."""
    new = at.with_name(at.name + ".new")
    with new.open("w", encoding="utf-8") as stream:
        json.dump(kept, stream, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(new, at)


def csv_of(columns: Columns, head: bool = True) -> str:
    """Return columns as CSV, with their names above or without."""
    quoted = {"treatment": _csv_text(columns["treatment"][0])}
    texts = [
        repeat(quoted[name], values.size) if name in quoted else map(str, values.tolist())
        for name, values in columns.items()
    ]
    names = ",".join(columns) + "\n" if head else ""
    return names + "\n".join(map(",".join, zip(*texts, strict=True))) + "\n"


def _csv_text(text: str) -> str:
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if any(sign in text for sign in ',"\n') else text


class _Csv:
    """A CSV file, and beside it the plan with the length that is safe."""

    def __init__(self, path: Path, what: RunPlan) -> None:
        self.path, self.plan, self.at = path, what.plain(), path.with_name(path.name + ".plan.json")
        kept = _read_plan(path, self.at, what)
        self.done: int = kept["done"] if kept else 0
        self.length: int = kept["length"] if kept else 0
        if kept and (not path.exists() or path.stat().st_size < self.length):
            raise refusal(
                "{path} is shorter than its plan says: remove it and {name}, or choose another name",
                path=path,
                name=self.at.name,
            )
        if kept is None:
            path.write_bytes(b"")
            self._keep()
        elif path.stat().st_size > self.length:  # a chunk that was half written when the run was killed
            os.truncate(path, self.length)

    def _keep(self) -> None:
        write_json(self.at, {"plan": self.plan, "done": self.done, "length": self.length})

    def append(self, columns: Columns) -> None:
        """Write a chunk, and only then count it."""
        text = csv_of(columns, head=self.length == 0)
        with self.path.open("ab") as stream:
            stream.write(text.encode())
            stream.flush()
            os.fsync(stream.fileno())
        self.length += len(text.encode())
        self.done += 1
        self._keep()


class _Parquet:
    """A folder of Parquet files, one for each chunk, which readers of Parquet take as one table."""

    def __init__(self, path: Path, what: RunPlan) -> None:
        try:
            self.arrow, self.parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ImportError:
            raise refusal(
                "file={path!r} needs the package pyarrow, which is not installed: install it, or choose a .csv file",
                path=str(path),
            ) from None
        self.path, self.plan, self.at = path, what.plain(), path / "_plan.json"
        kept = _read_plan(path, self.at, what)
        self.done: int = kept["done"] if kept else 0
        if kept is None:
            path.mkdir(parents=True, exist_ok=True)
            write_json(self.at, {"plan": self.plan, "done": 0})
        for number in range(self.done):
            if not self._part(number).exists():
                raise refusal(
                    "{part} is missing: remove {path}, or choose another name", part=self._part(number), path=path
                )

    def _part(self, number: int) -> Path:
        return self.path / f"part-{number:05d}.parquet"

    def append(self, columns: Columns) -> None:
        """Write a chunk, and only then count it."""
        part = self._part(self.done)
        new = part.with_name(f"_{part.name}.new")
        self.parquet.write_table(self.arrow.table({name: values.tolist() for name, values in columns.items()}), new)
        os.replace(new, part)
        self.done += 1
        write_json(self.at, {"plan": self.plan, "done": self.done})


# Games that people played.


def rows_from_play(states: Iterable[State], name: str = "class") -> list[Row]:
    """Return finished games that people played as rows like those of `experiment`, to stand beside the treatments.

    Args:
        states: last moments of games of Fishery Boom, such as `Match.from_code(code).state`.
        name: what stands in place of the treatment.
    """
    found = []
    for game, state in enumerate(states):
        if not isinstance(state, Boom):
            raise refusal(
                "game {game} is not a game of Fishery Boom but of {other!s:.40}",
                game=game + 1,
                other=getattr(state, "title", state),
            )
        if state.turn() != OVER:
            raise refusal("game {game} is not over: {prompt}", game=game + 1, prompt=state.prompt())
        own, fines, damage, years = state.own_scores(), state.fines(), sea.damage(state), state.sheet.years
        boxes = [year_boxes(state, seat) for seat in range(state.players)]
        catch = [sum(len(box.fish) for box in mine) for mine in boxes]
        best = cooperative_best(state.players, json.dumps(options_of(state), sort_keys=True))
        share = float(efficiency(sum(own), best, state.players))
        counted = state.year if not state.setup.score_unplayed_year else years
        living = [state.seas[year].bit_count() if year < len(state.seas) else 0 for year in range(years)]
        for seat in range(state.players):
            row: Row = {"treatment": name, "game": game, "seat": seat, "own": own[seat]}
            row |= {"net": float(own[seat] - fines[seat]), "total": sum(own)}
            row |= {"total_after_fines": float(sum(own) - sum(fines)), "efficiency": share, "catch": catch[seat]}
            row |= {"unmet": sum(box.empty for box in boxes[seat][:counted]), "damage": round(damage[seat], 3)}
            row |= {"gini": round(float(gini(catch)), 4), "collapse": state.year if state.empty_sea else 0}
            found.append(row | {f"living_{year + 1}": fish for year, fish in enumerate(living)})
    return found


def common_totals(*states: Boom) -> tuple[int, list[int]]:
    """Return how many years all of some games have finished, and each team's total of those years, before fines.

    So games of which some are not over can be compared, each by the same years; a game that is over has finished all.

    >>> common_totals(Boom.start(2), Boom.start(4))
    (0, [0, 0])
    """
    years = min(state.sheet.years if state.turn() == OVER else state.year - 1 for state in states)
    return years, [total_up_to(state, years) for state in states]


def options_of(state: Boom) -> dict[str, Any]:
    """Return the options of a game that are not the usual ones and change what a team can earn."""
    setup, usual = state.setup, {option.name: option.default for option in Boom.options}
    usual_sheet = FORMS[setup.form].sheet(load_sheet())
    found: dict[str, Any] = {} if setup.sheet == usual_sheet else {"sheet": setup.sheet.data()}
    for name in ("form", "first", "first_demand", "score_unplayed_year"):
        if getattr(setup, name) != usual[name]:
            found[name] = getattr(setup, name)
    return found


# What a figure shows.


def summary(rows: Sequence[Row]) -> list[Row]:
    """Return for each treatment the means of its outcomes, each with its interval and the number of games.

    Figures by game keep their name. Figures by seat are summed over the seats of a game and are called the team's.
    """
    found = []
    for name in dict.fromkeys(row["treatment"] for row in rows):
        mine = [row for row in rows if row["treatment"] == name]
        by_game: dict[int, list[Row]] = {}
        for row in mine:
            by_game.setdefault(row["game"], []).append(row)
        games = list(by_game.values())
        line: Row = {"treatment": name, "games": len(games)}
        figures = {
            "total": [game[0]["total"] for game in games],
            "total_after_fines": [game[0]["total_after_fines"] for game in games],
            "efficiency": [game[0]["efficiency"] for game in games],
            "team_unmet": [sum(row["unmet"] for row in game) for game in games],
            "team_damage": [sum(row["damage"] for row in game) for game in games],
            "gini": [game[0]["gini"] for game in games],
        }
        for figure, values in figures.items():
            mean = mean_interval(values)
            line |= {figure: mean.mean, f"{figure}_low": mean.low, f"{figure}_high": mean.high}
        share = share_interval([game[0]["collapse"] > 0 for game in games])
        line |= {"collapsed": share.mean, "collapsed_low": share.low, "collapsed_high": share.high}
        found.append(line)
    return found


def stock(
    treatments: Iterable[str | Treatment] | str | Treatment,
    games: int = 1000,
    seed: int = 0,
    *,
    players: int = 4,
    by_species: bool = False,
    **options: Any,
) -> list[Row]:
    """Return the living fish at the beginning of each year, with intervals and the middle 80 % of games.

    One row for each treatment and year, and with `by_species` for each species.
    """
    what = plan(treatments, games, seed, players=players, **options)
    found = []
    for one in what.treatments:
        batch = play(one.profile(players), what.games, what.seed, **what.options)
        kinds = batch.setup.sheet.species
        living = batch.living_by_species() if by_species else batch.living()[:, None]
        for year in range(batch.years):
            for place in range(living.shape[1]):
                values = living[year, place]
                mean = mean_interval(values)
                low, high = np.quantile(values, [0.1, 0.9])
                row: Row = {"treatment": one.name, "year": year + 1}
                if by_species:
                    row["species"] = kinds[place].name
                row |= {"living": mean.mean, "low": mean.low, "high": mean.high, "games": mean.games}
                found.append(row | {"lowest_tenth": float(low), "highest_tenth": float(high)})
    return found
