"""The command `fishlab`: the course, a game in the terminal, experiments, a site, hand-outs.

Each command is a module: `HELP` is its one line in the list, `ABOUT` opens its help and `EXAMPLE` ends it, `prepare`
gives its parser arguments, and `run` does it and returns the exit status. What a person did wrong is a `ValueError` or
an `OSError`, told in one line.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from io import TextIOWrapper

import fishlab
from fishlab.languages import SETTING, find
from fishlab.messages import mark, tr, use
from fishlab_widgets.course import not_installed

COMMANDS = {
    "lab": "fishlab_widgets.command.open_lab",
    "class": "fishlab_widgets.command.open_class",
    "play": "fishlab_widgets.command.play",
    "experiment": "fishlab_widgets.command.experiments",
    "benchmark": "fishlab_widgets.command.score_players",
    "pool": "fishlab_widgets.command.pool_classes",
    "site": "fishlab_widgets.command.make_site",
    "handout": "fishlab_widgets.command.make_handout",
}
"""Every command by its name, and the module that does it."""
EXTRAS = {"class": "class", "site": "site", "benchmark": "bench"}
"""The extra of the package that a command needs, where it is not the course's."""
NOT_IN_A_BROWSER = {
    "lab": mark("this page is the course already: open a lesson from its list of files"),
    "class": mark("students need one computer that all can reach: install Fishlab on it, and run fishlab class there"),
    "site": mark("a site is built where Python is installed: install Fishlab there, and run fishlab site"),
    "handout": mark(
        "pages to print are made where Python is installed: install Fishlab there, and run fishlab handout"
    ),
}
"""What to do where Python itself runs in a browser, which can start no other program and serve nobody."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(
        prog="fishlab",
        description=tr("Five fishing games, and what they teach about fisheries that collapse or last."),
        epilog=tr("fishlab COMMAND --help says more, with an example. To begin: fishlab lab"),
    )  # fmt: skip
    found.add_argument("--language", metavar="CODE", default="", help=tr("the language to speak, as de"))
    found.add_argument("--version", action="version", version=f"fishlab {fishlab.__version__}")
    commands = found.add_subparsers(dest="command", metavar="COMMAND")
    for name, place in COMMANDS.items():
        module = import_module(place)
        one = commands.add_parser(
            name, help=tr(module.HELP), description=tr(module.ABOUT),
            epilog=tr("example: {example}", example=module.EXAMPLE),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        module.prepare(one)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a sign that a terminal cannot show stops nothing
    first = argparse.ArgumentParser(add_help=False)
    first.add_argument("--language", default=os.environ.get(SETTING, ""))
    try:
        if wanted := first.parse_known_args(arguments)[0].language:
            use(find(wanted))
            os.environ[SETTING] = wanted  # for the programs that this one starts
    except ValueError as why:
        print(f"fishlab: {why}", file=sys.stderr)
        return 2
    known = parser()
    asked, late = known.parse_known_args(arguments)
    if late and (any(word.startswith("-") for word in late) or not hasattr(asked, "lessons")):
        known.error(tr("unrecognized arguments: {words}", words=" ".join(late)))
    if late:
        asked.lessons += late  # lessons named after an option, which argparse takes for nothing
    if not asked.command:
        known.print_help()
        return 2
    if sys.platform == "emscripten" and asked.command in NOT_IN_A_BROWSER:
        print(f"fishlab {asked.command}: {tr(NOT_IN_A_BROWSER[asked.command])}", file=sys.stderr)
        return 2
    run: Callable[[argparse.Namespace], int] = import_module(COMMANDS[asked.command]).run
    try:
        done = run(asked)
        sys.stdout.flush()
        return done
    except BrokenPipeError:  # who reads along has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, OSError) as error:
        name = " ".join(["fishlab", asked.command, *filter(None, [getattr(asked, "step", "")])])
        print(f"{name}: {_told(error)}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as error:
        extra = EXTRAS.get(asked.command, "course")
        print(f"fishlab {asked.command}: {not_installed(error.name or '', extra)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\n" + tr("Stopped."), file=sys.stderr)
        return 130


def _told(error: ValueError | OSError) -> str:
    """Return an error in words; of a place that the machine refuses, which it is."""
    if not isinstance(error, OSError) or not error.filename or not error.strerror:
        return str(error)
    refused = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    told = mark("{place}: {why}. May you write there?") if refused else mark("{place}: {why}")
    return tr(told, place=error.filename, why=error.strerror.lower())
