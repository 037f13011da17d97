"""The command `fishlab pool`: what many classes show together, from the zips that their desks exported."""

from __future__ import annotations

import argparse
from pathlib import Path

from fishlab.messages import mark, tr

HELP = mark("put the results of many classes together")
ABOUT = mark(
    "Read the zips that teachers' desks exported, and say what the classes show together: the mean difference between "
    "two treatments, and how much classes differ.\n"
    "\n"
    "With `--out` a page with these sentences and the forest plot is written, which needs nothing else."
)
EXAMPLE = "fishlab pool monday.zip tuesday.zip --out forest.html"


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("files", nargs="+", metavar="ZIP", help=tr("what a desk exported"))
    parser.add_argument("--base", default="", help=tr("the treatment to subtract, such as silence"))
    parser.add_argument("--other", default="", help=tr("the treatment to subtract it from"))
    parser.add_argument("--form", default="", help=tr("which form of the game, if the classes played several"))
    parser.add_argument(
        "--year", type=int, default=None, help=tr("up to which year points count; without it the end of the game")
    )
    parser.add_argument(
        "--out", default="", metavar="PAGE", help=tr("write all of this, with the forest plot, to this page")
    )


def run(asked: argparse.Namespace) -> int:
    """Say what the classes show, and draw it if asked for."""
    from fishlab.lab import pool

    found = pool(asked.files, asked.base, asked.other, asked.form, asked.year)
    for sentence in found.sentences():
        print(sentence)
    if asked.out and found.mean is not None:
        from fishlab_widgets.classroom.outcome.figures import pooled

        page = f"<!doctype html><meta charset='utf-8'><title>Fishlab</title>{pooled([found])}"
        Path(asked.out).write_text(page, encoding="utf-8")
    return 0
