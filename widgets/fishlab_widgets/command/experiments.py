"""Play many games of Fishery Boom and write a row for each; the same as python -m fishlab.lab.

Its own commands are list, run and payoffs: fishlab experiment run --help tells of one.
"""

from __future__ import annotations

import argparse

HELP = "play a thousand seas and write their results"
EXAMPLE = "fishlab experiment run --games 1000 --out boom.csv"


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments: all that follow are the laboratory's own."""
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="…", help="one of these, and what it needs")


def run(asked: argparse.Namespace) -> int:
    """Hand over to the laboratory."""
    from fishlab.lab.__main__ import main

    return main(asked.arguments or ["--help"], "fishlab experiment")
