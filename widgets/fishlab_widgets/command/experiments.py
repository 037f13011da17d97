"""Play many games of Fishery Boom under some treatments or a whole design, and write a row for each game and player."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from fishlab.boom.treatments import FORMS, FULL
from fishlab.messages import mark, refusal, tr
from fishlab_widgets.course import not_installed

HELP = mark("play a thousand seas and write their results")
ABOUT = mark(
    "Play many games of Fishery Boom under some treatments, or those of a design, and write one row for each game and "
    "player.\n\n"
    "A run that was stopped goes on where it was if the same command is given again."
)
EXAMPLE = "fishlab experiment run --games 1000 --out boom.csv"
_USUAL: dict[str, Any] = {"games": 1000, "seed": 0, "players": 4, "form": FULL}
"""What holds where a command does not say otherwise; a design says all of it itself."""
_LONG = 60  # seconds from which an experiment is worth a word of warning


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the laboratory's own commands and their arguments."""
    commands = parser.add_subparsers(dest="step", required=True, metavar="COMMAND")
    commands.add_parser("list", help=tr("list the treatments and their numbers"))
    runs = commands.add_parser("run", help=tr("play treatments or a design and write the results"))
    checks = commands.add_parser("check", help=tr("play a manifest's experiment again, and compare every hash"))
    checks.add_argument(
        "manifest", metavar="MANIFEST", help=tr("the manifest.json of a design's results, or its folder")
    )
    add = runs.add_argument
    what = tr("names of treatments (default: all), or one design, a .toml file")
    add("treatments", nargs="*", default=[], metavar="TREATMENT", help=what)
    add(
        "--out",
        help=tr("the results file, .csv or .parquet (default: boom.csv); a design's folder (default: its name)"),
    )
    add("--chunk", type=int, help=tr("games in a chunk; a run can be stopped between chunks"))
    for command in (runs, checks):
        add = command.add_argument
        add("--workers", type=int, default=1, help=tr("processes of this machine (default: %(default)s)"))
        add("--dask", metavar="ADDRESS", help=tr("a Dask scheduler, or “local” for a cluster on this machine"))
    add = runs.add_argument
    add("--estimate", action="store_true", help=tr("only say how long it would take and how much it needs"))
    table = commands.add_parser("payoffs", help=tr("print the pay-off table and the best replies of a few policies"))
    for command in (runs, table):
        add = command.add_argument
        add("--games", type=int, help=tr("games of each (default: {games})", games=_USUAL["games"]))
        add("--seed", type=int, help=tr("a whole number from 0 (default: {seed})", seed=_USUAL["seed"]))
        add("--players", type=int, help=tr("2 to 4 (default: {players})", players=_USUAL["players"]))
        add("--form", choices=tuple(FORMS), help=tr("form of the game (default: {form})", form=_USUAL["form"]))
        add("--sheet", help=tr("a High Seas sheet of your own, a .toml file"))


def run(asked: argparse.Namespace) -> int:
    """Do what was asked of the laboratory."""
    from fishlab.lab import Cancelled

    try:
        if asked.step == "check":
            return _check(asked)
        if asked.step == "run" and [Path(name).suffix for name in asked.treatments] == [".toml"]:
            _run_design(asked)
        else:
            _fill_in(asked)
            {"list": _list, "payoffs": _payoffs, "run": _run}[asked.step](asked)
    except (Cancelled, KeyboardInterrupt):
        print("\n" + tr("Stopped. The same command goes on from here."), file=sys.stderr)
        return 130
    return 0


def _fill_in(asked: argparse.Namespace) -> None:
    """Say what the command left open."""
    for name, value in _USUAL.items():
        if getattr(asked, name, value) is None:
            setattr(asked, name, value)


def _options(asked: argparse.Namespace) -> dict[str, Any]:
    given = {"sheet": asked.sheet, "chunk": getattr(asked, "chunk", None)}
    return {name: value for name, value in given.items() if value not in (None, "")} | FORMS[asked.form].options()


def _list(_asked: argparse.Namespace) -> None:
    from fishlab.lab import TREATMENTS

    for one in TREATMENTS.values():
        print(f"{one.name:20} {one.title} ({one.mark}). {one.text}")


def _payoffs(asked: argparse.Namespace) -> None:
    from fishlab.lab import grid_for, payoff_table

    grid = grid_for(asked.players, asked.form)
    table = payoff_table(grid, asked.games, asked.seed, players=asked.players, **_options(asked))
    replies = table.best_replies()
    wide = max(map(len, table.names))
    head = mark("Mean score of a lone player (row) among others (column), {games:,} games; * best reply")
    print(tr(head, games=table.payoff.shape[-1]))
    print(" " * wide, *(f"{name:>12}" for name in table.names))
    for name, row in zip(table.names, table.means(), strict=True):
        cells = (
            f"{cell.mean:7.2f}±{cell.high - cell.mean:.2f}{'*' if name in replies[column] else ' '}"
            for column, cell in enumerate(row)
        )
        print(f"{name:{wide}}", *(f"{cell:>12}" for cell in cells))
    stable = [name for name, good in zip(table.names, replies, strict=True) if name in good]
    policies = ", ".join(stable) or tr("none of these")
    print(tr("Nobody gains by being the only one to change if all play: {policies}", policies=policies))


def _run(asked: argparse.Namespace) -> None:
    from fishlab.lab import TREATMENTS
    from fishlab.lab.experiment import estimate, open_store, plan, run_tasks
    from fishlab.players.progress import tell_progress

    names = asked.treatments or list(TREATMENTS)
    what = plan(names, asked.games, asked.seed, players=asked.players, **_options(asked))
    expected = estimate(what)
    if asked.estimate or expected.seconds > _LONG:
        print(tr("{expected}; played in chunks of {chunk:,}.", expected=expected, chunk=what.chunk), file=sys.stderr)
    if asked.estimate:
        return
    out = asked.out or "boom.csv"
    with _executor(asked) as executor:
        store = open_store(out, what)
        if store.done:
            known = mark("Going on with {file}: {done} of {count} chunks are there.")
            print(tr(known, file=out, done=store.done, count=len(what.tasks())), file=sys.stderr)
        for columns in run_tasks(what.tasks(), executor, tell_progress, skip=store.done):
            store.append(columns)
    rows = what.games * len(what.treatments) * what.players
    print(tr("{rows:,} rows are in {file}.", rows=rows, file=Path(out)))


def _run_design(asked: argparse.Namespace) -> None:
    from fishlab.lab.design import read_design
    from fishlab.lab.manifest import NAME, run_design
    from fishlab.players.progress import tell_progress

    (file,) = asked.treatments
    given = [name for name in (*_USUAL, "sheet", "chunk") if getattr(asked, name) is not None]
    if given:
        names = ", ".join(f"--{name}" for name in given)
        raise refusal("a design says this itself: leave out {names}, and write it into {file}", names=names, file=file)
    design = read_design(file)
    expected = design.estimate()
    if asked.estimate or expected.seconds > _LONG:
        told = mark("{points:,} points, {expected}; played in chunks of {chunk:,}.")
        print(tr(told, points=len(design.points), expected=expected, chunk=design.chunk), file=sys.stderr)
    if asked.estimate:
        return
    folder = Path(asked.out or Path(file).stem)
    with _executor(asked) as executor:
        manifest = run_design(design, folder, executor, tell_progress)
    told = mark("{points:,} points are in {folder}; fishlab experiment check {manifest} plays them again.")
    print(tr(told, points=len(manifest.points), folder=folder, manifest=folder / NAME))


def _check(asked: argparse.Namespace) -> int:
    from fishlab.lab.manifest import check, versions, versions_words
    from fishlab.players.progress import tell_progress

    with _executor(asked) as executor:
        found = check(asked.manifest, executor, tell_progress)
    for sentence in found.wrong:
        print(sentence)
    print(tr("Made with {versions}.", versions=versions_words(found.manifest.versions)))
    print(tr("Here: {versions}.", versions=versions_words(versions())))
    if found.wrong:
        print(tr("This is not the experiment of the manifest."))
        return 1
    told = mark("All {points:,} hashes are reproduced; {files:,} files beside the manifest are as they were written.")
    print(tr(told, points=len(found.manifest.points), files=found.files))
    return 0


@contextmanager
def _executor(asked: argparse.Namespace) -> Iterator[Executor | None]:
    """Give what computes elsewhere, as it was asked for: a cluster, processes of this machine, or nothing."""
    if asked.workers < 1:
        raise refusal("--workers {count} is not possible: choose a whole number from 1", count=asked.workers)
    if sys.platform == "emscripten" and (asked.dask or asked.workers > 1):
        raise refusal("a browser has no other processes: leave out --workers and --dask to play it here")
    with ExitStack() as stack:
        if asked.dask:
            try:
                distributed = import_module("distributed")
            except ImportError:
                raise ValueError(not_installed("dask", "cluster")) from None
            where = asked.dask
            if where == "local":
                where = stack.enter_context(
                    distributed.LocalCluster(n_workers=asked.workers, threads_per_worker=1, dashboard_address=None)
                )
            yield stack.enter_context(distributed.Client(where)).get_executor()
        else:
            yield stack.enter_context(ProcessPoolExecutor(asked.workers)) if asked.workers > 1 else None
