"""The command `fishlab site`: the whole course as a site that needs no server."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from fishlab.messages import mark, tr
from fishlab.players.progress import Bar

HELP = mark("build the course as a site without a server")
ABOUT = mark(
    "Build the whole course as a site that needs no server: Python runs in the reader's browser.\n"
    "\n"
    "Any host of plain files can serve the folder, and so can: python -m http.server"
)
EXAMPLE = "fishlab site _site && python -m http.server -d _site"
_STEPS = 36  # about as many things are fetched or packed


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("out", nargs="?", default="_site", metavar="FOLDER", help=tr("default: %(default)s"))
    parser.add_argument(
        "--pyodide", metavar="FOLDER", default=os.environ.get("FISHLAB_PYODIDE") or None,
        help=tr("a folder of Pyodide, where it cannot be fetched (or set FISHLAB_PYODIDE)"),
    )  # fmt: skip
    parser.add_argument("--handouts", metavar="FOLDER", help=tr("hand-outs to put into the site"))


def run(asked: argparse.Namespace) -> int:
    """Build the site and say where it is."""
    from fishlab_widgets.publish.site import build  # needs packages of the extra `site`

    out, bar = Path(asked.out).expanduser().resolve(), Bar(_STEPS)
    given = {
        name: Path(value) if value else None for name, value in vars(asked).items() if name in ("pyodide", "handouts")
    }
    try:
        build(out, **given, say=bar.step)
    finally:
        bar.end()
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    print(
        tr(
            "The site is in {folder} ({size:.0f} MB). To look at it: python -m http.server -d '{folder}'",
            folder=out,
            size=size / 1e6,
        )
    )
    return 0
