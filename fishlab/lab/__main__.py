"""The command line of the Boom laboratory: `python -m fishlab.lab --help`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

from fishlab.lab.experiment import CHUNK_GAMES, Cancelled, estimate, open_store, plan, run
from fishlab.lab.payoffs import grid_for, payoff_table
from fishlab.lab.treatments import TREATMENTS
from fishlab.progress import tell_progress

_LONG = 60  # seconds from which an experiment is worth a word of warning


def parser(name: str = "python -m fishlab.lab") -> argparse.ArgumentParser:
    """Return the parser of the command line, as which it was called."""
    found = argparse.ArgumentParser(
        prog=name,
        description="Play many games of Fishery Boom under some treatments and write one row for each game and player.",
        epilog="A run that was stopped goes on where it was if the same command is given again.",
    )
    commands = found.add_subparsers(dest="command", required=True, metavar="COMMAND")
    commands.add_parser("list", help="list the treatments and their numbers")
    runs = commands.add_parser("run", help="play treatments and write a results file")
    runs.add_argument(
        "treatments", nargs="*", default=[], metavar="TREATMENT", help="names of treatments; all without a name"
    )
    runs.add_argument("--out", default="boom.csv", help="the results file, .csv or .parquet (default: %(default)s)")
    runs.add_argument("--chunk", type=int, default=CHUNK_GAMES, help="games of a chunk (default: %(default)s)")
    runs.add_argument("--workers", type=int, default=1, help="processes of this machine (default: %(default)s)")
    runs.add_argument("--dask", metavar="ADDRESS", help='a Dask scheduler, or "local" for a cluster on this machine')
    runs.add_argument("--estimate", action="store_true", help="only say how long it would take and how much it needs")
    table = commands.add_parser("payoffs", help="print the pay-off table and the best replies of a few policies")
    for command in (runs, table):
        command.add_argument("--games", type=int, default=1000, help="games of each (default: %(default)s)")
        command.add_argument("--seed", type=int, default=0, help="a whole number from 0 (default: %(default)s)")
        command.add_argument("--players", type=int, default=4, help="2 to 4 (default: %(default)s)")
        command.add_argument("--sheet", help="a High Seas sheet of your own, a .toml file")
    return found


def main(arguments: Sequence[str] | None = None, name: str = "python -m fishlab.lab") -> int:
    """Run the command line and return its exit status."""
    asked = parser(name).parse_args(arguments)
    try:
        match asked.command:
            case "list":
                _list()
            case "payoffs":
                _payoffs(asked)
            case _:
                _run(asked)
    except (ValueError, OSError) as error:
        place = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else error
        print(f"{name} {asked.command}: {place}", file=sys.stderr)
        return 2
    except (Cancelled, KeyboardInterrupt):
        print("\nStopped. The same command goes on from here.", file=sys.stderr)
        return 130
    return 0


def _options(asked: argparse.Namespace) -> dict[str, Any]:
    return {"sheet": asked.sheet} if asked.sheet else {}


def _list() -> None:
    for one in TREATMENTS.values():
        print(f"{one.name:20} {one.title} ({one.mark}). {one.text}")


def _payoffs(asked: argparse.Namespace) -> None:
    table = payoff_table(grid_for(asked.players), asked.games, asked.seed, players=asked.players, **_options(asked))
    replies = table.best_replies()
    wide = max(map(len, table.names))
    print(f"Mean score of a lone player (row) among others (column), {table.payoff.shape[-1]:,} games; * best reply")
    print(" " * wide, *(f"{name:>12}" for name in table.names))
    for name, row in zip(table.names, table.means(), strict=True):
        cells = (
            f"{cell.mean:7.2f}±{cell.high - cell.mean:.2f}{'*' if name in replies[column] else ' '}"
            for column, cell in enumerate(row)
        )
        print(f"{name:{wide}}", *(f"{cell:>12}" for cell in cells))
    stable = [name for name, good in zip(table.names, replies, strict=True) if name in good]
    print("Nobody gains by leaving alone if all play:", ", ".join(stable) or "none of these")


def _run(asked: argparse.Namespace) -> None:
    what = plan(
        asked.treatments or list(TREATMENTS),
        asked.games,
        asked.seed,
        players=asked.players,
        chunk=asked.chunk,
        **_options(asked),
    )
    expected = estimate(what)
    if asked.estimate or expected.seconds > _LONG:
        print(f"{expected}; played in chunks of {what.chunk:,}.", file=sys.stderr)
    if asked.estimate:
        return
    if asked.workers < 1:
        raise ValueError(f"--workers {asked.workers} is not possible: choose a whole number from 1")
    store = open_store(asked.out, what)
    if store.done:
        print(f"Going on with {asked.out}: {store.done} of {len(what.tasks())} chunks are there.", file=sys.stderr)
    with ExitStack() as stack:
        executor = _executor(asked, stack)
        for columns in run(what, executor, tell_progress, skip=store.done):
            store.append(columns)
    print(f"{what.games * len(what.treatments) * what.players:,} rows are in {Path(asked.out)}.")


def _executor(asked: argparse.Namespace, stack: ExitStack) -> Executor | None:
    if sys.platform == "emscripten" and (asked.dask or asked.workers > 1):
        raise ValueError("a browser has no other processes: leave --workers and --dask out, and it is played here")
    if asked.dask:
        try:
            distributed = import_module("distributed")
        except ImportError:
            raise ValueError("--dask needs the packages dask and distributed: install fishlab[cluster]") from None
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


if __name__ == "__main__":
    sys.exit(main())
