"""The command `fishlab`: the course, a game in the terminal, experiments, a site, hand-outs.

Each command is a module: `HELP` is its one line in the list, `EXAMPLE` ends its help, `prepare` gives its parser
arguments, and `run` does it and returns the exit status. What a person did wrong is a `ValueError` or an `OSError`,
told in one line.
"""

from __future__ import annotations

import argparse
import errno
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

import fishlab

COMMANDS = {
    "lab": "fishlab_widgets.command.open_lab",
    "class": "fishlab_widgets.command.open_class",
    "play": "fishlab_widgets.command.play",
    "experiment": "fishlab_widgets.command.experiments",
    "site": "fishlab_widgets.command.make_site",
    "handout": "fishlab_widgets.command.make_handout",
}
"""Every command by its name, and the module that does it."""
NOT_IN_A_BROWSER = {
    "lab": "this page is the course already: open a lesson from its list of files",
    "class": "students need one computer that all can reach: install Fishlab on it, and run fishlab class there",
    "site": "a site is built where Python is installed: install Fishlab there, and run fishlab site",
    "handout": "pages to print are made where Python is installed: install Fishlab there, and run fishlab handout",
}
"""What to do where Python itself runs in a browser, which can start no other program and serve nobody."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    found = argparse.ArgumentParser(
        prog="fishlab", description="Five fishing games, and what they teach about fisheries that collapse or last.",
        epilog="fishlab COMMAND --help says more, with an example. To begin: fishlab lab",
    )  # fmt: skip
    found.add_argument("--version", action="version", version=f"fishlab {fishlab.__version__}")
    commands = found.add_subparsers(dest="command", metavar="COMMAND")
    for name, place in COMMANDS.items():
        module = import_module(place)
        one = commands.add_parser(
            name, help=module.HELP, description=module.__doc__, epilog=f"example: {module.EXAMPLE}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )  # fmt: skip
        module.prepare(one)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    known = parser()
    asked, late = known.parse_known_args(arguments)
    if late and (any(word.startswith("-") for word in late) or not hasattr(asked, "lessons")):
        known.error(f"unrecognized arguments: {' '.join(late)}")
    if late:
        asked.lessons += late  # lessons named after an option, which argparse takes for nothing
    if not asked.command:
        known.print_help()
        return 2
    if sys.platform == "emscripten" and asked.command in NOT_IN_A_BROWSER:
        print(f"fishlab {asked.command}: {NOT_IN_A_BROWSER[asked.command]}", file=sys.stderr)
        return 2
    run: Callable[[argparse.Namespace], int] = import_module(COMMANDS[asked.command]).run
    try:
        return run(asked)
    except (ValueError, OSError) as error:
        print(f"fishlab {asked.command}: {_told(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        return 130


def _told(error: ValueError | OSError) -> str:
    """Return an error in words; of a place that the machine refuses, which it is."""
    if not isinstance(error, OSError) or not error.filename or not error.strerror:
        return str(error)
    refused = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
    return f"{error.filename}: {error.strerror.lower()}{'. May you write there?' if refused else ''}"
