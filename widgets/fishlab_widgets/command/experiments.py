"""Play many games of Fishery Boom under some treatments, and write one row for each game and player."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

from fishlab.boom.treatments import FORMS, FULL
from fishlab.messages import mark, tr

HELP = mark("play a thousand seas and write their results")
ABOUT = mark(
    "Play many games of Fishery Boom under some treatments, and write one row for each game and player.\n\n"
    "A run that was stopped goes on where it was if the same command is given again."
)
EXAMPLE = "fishlab experiment run --games 1000 --out boom.csv"
_LONG = 60  # seconds from which an experiment is worth a word of warning


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the laboratory's own commands and their arguments."""
    commands = parser.add_subparsers(dest="step", required=True, metavar="COMMAND")
    commands.add_parser("list", help=tr("list the treatments and their numbers"))
    runs = commands.add_parser("run", help=tr("play treatments and write a results file"))
    add = runs.add_argument
    add("treatments", nargs="*", default=[], metavar="TREATMENT", help=tr("names of treatments; all without a name"))
    add("--out", default="boom.csv", help=tr("the results file, .csv or .parquet (default: %(default)s)"))
    add("--chunk", type=int, help=tr("games of a chunk, short enough to be stopped between"))
    add("--workers", type=int, default=1, help=tr("processes of this machine (default: %(default)s)"))
    add("--dask", metavar="ADDRESS", help=tr("a Dask scheduler, or “local” for a cluster on this machine"))
    add("--estimate", action="store_true", help=tr("only say how long it would take and how much it needs"))
    table = commands.add_parser("payoffs", help=tr("print the pay-off table and the best replies of a few policies"))
    for command in (runs, table):
        add = command.add_argument
        add("--games", type=int, default=1000, help=tr("games of each (default: %(default)s)"))
        add("--seed", type=int, default=0, help=tr("a whole number from 0 (default: %(default)s)"))
        add("--players", type=int, default=4, help=tr("2 to 4 (default: %(default)s)"))
        add("--form", choices=tuple(FORMS), default=FULL, help=tr("form of the game (default: %(default)s)"))
        add("--sheet", help=tr("a High Seas sheet of your own, a .toml file"))


def run(asked: argparse.Namespace) -> int:
    """Do what was asked of the laboratory."""
    from fishlab.lab import Cancelled

    try:
        {"list": _list, "payoffs": _payoffs, "run": _run}[asked.step](asked)
    except (Cancelled, KeyboardInterrupt):
        print("\n" + tr("Stopped. The same command goes on from here."), file=sys.stderr)
        return 130
    return 0


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
    print(tr("Nobody gains by leaving alone if all play: {policies}", policies=policies))


def _run(asked: argparse.Namespace) -> None:
    from fishlab.lab import TREATMENTS
    from fishlab.lab.experiment import estimate, open_store, plan
    from fishlab.lab.experiment import run as play
    from fishlab.players.progress import tell_progress

    names = asked.treatments or list(TREATMENTS)
    what = plan(names, asked.games, asked.seed, players=asked.players, **_options(asked))
    expected = estimate(what)
    if asked.estimate or expected.seconds > _LONG:
        print(tr("{expected}; played in chunks of {chunk:,}.", expected=expected, chunk=what.chunk), file=sys.stderr)
    if asked.estimate:
        return
    if asked.workers < 1:
        raise ValueError(tr("--workers {count} is not possible: choose a whole number from 1", count=asked.workers))
    store = open_store(asked.out, what)
    if store.done:
        known = mark("Going on with {file}: {done} of {count} chunks are there.")
        print(tr(known, file=asked.out, done=store.done, count=len(what.tasks())), file=sys.stderr)
    with ExitStack() as stack:
        for columns in play(what, _executor(asked, stack), tell_progress, skip=store.done):
            store.append(columns)
    rows = what.games * len(what.treatments) * what.players
    print(tr("{rows:,} rows are in {file}.", rows=rows, file=Path(asked.out)))


def _executor(asked: argparse.Namespace, stack: ExitStack) -> Executor | None:
    if sys.platform == "emscripten" and (asked.dask or asked.workers > 1):
        raise ValueError(tr("a browser has no other processes: leave --workers and --dask out, and it is played here"))
    if asked.dask:
        try:
            distributed = import_module("distributed")
        except ImportError:
            raise ValueError(tr("--dask needs the packages dask and distributed: install fishlab[cluster]")) from None
        if asked.dask == "local":
            cluster = stack.enter_context(
                distributed.LocalCluster(n_workers=asked.workers, threads_per_worker=1, dashboard_address=None)
            )
            client = stack.enter_context(distributed.Client(cluster))
        else:
            client = stack.enter_context(distributed.Client(asked.dask))
        executor: Executor = client.get_executor()
        return executor
    if asked.workers > 1:
        return stack.enter_context(ProcessPoolExecutor(asked.workers))
    return None
