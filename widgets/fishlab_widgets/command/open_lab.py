"""The command `fishlab lab`: the course in a folder of one's own, opened in JupyterLab."""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

from fishlab.messages import mark, refusal, tr
from fishlab_widgets.command.serving import port_number, serve
from fishlab_widgets.course import copy_course, first_page

HELP = mark("copy the course into a folder and open it")
ABOUT = mark(
    "Copy the course into a folder of your own and open it in JupyterLab.\n"
    "\n"
    "What you changed there is never overwritten: a newer lesson is put beside it."
)
EXAMPLE = "fishlab lab my-course --port 9000"


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument(
        "folder", nargs="?", default="fishlab-course", metavar="FOLDER", help=tr("default: %(default)s")
    )
    parser.add_argument("--port", default="8888", help=tr("where to serve it (default: %(default)s)"))
    parser.add_argument("--no-browser", action="store_true", help=tr("only print the address"))
    parser.add_argument("--copy-only", action="store_true", help=tr("copy the course and do not open it"))


def run(asked: argparse.Namespace) -> int:
    """Copy, say what was done, and serve until Ctrl+C."""
    if not asked.folder.strip():
        raise refusal("the folder has no name: {example}", example=EXAMPLE.split(" --")[0])
    folder = Path(asked.folder).expanduser().resolve()
    port = 0 if asked.copy_only else port_number(asked.port, "--port ", "fishlab lab")
    if not asked.copy_only and not find_spec("jupyterlab"):
        raise ModuleNotFoundError(name="jupyterlab")  # before anything is copied
    done = copy_course(folder)
    told = mark("The course is in {folder}: {new} new files, {renewed} brought up to date.")
    print(tr(told, folder=folder, new=len(done.new), renewed=len(done.renewed)))
    for yours, ours in done.beside.items():
        print(tr("Kept your {yours}; the current lesson is beside it: {ours}", yours=yours, ours=ours))
    if asked.copy_only:
        return 0
    return serve(folder, first_page(), port, browser=not asked.no_browser)
