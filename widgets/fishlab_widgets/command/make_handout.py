"""The command `fishlab handout`: every lesson as a page to print, or as slides."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from pathlib import Path

from fishlab.messages import mark, refusal, tr
from fishlab.players.progress import Bar
from fishlab_widgets.course import course_folder

HELP = mark("write the lessons as pages to print")
ABOUT = mark(
    "Write every lesson as a page to print: one for students to write on, and one with the answers for the teacher.\n"
    "\n"
    "Each page is one file that needs nothing else. Where Chromium, Chrome or Edge is installed, each is "
    "printed into a PDF too.\n"
    "With `--slides` each lesson becomes a show for the class instead, which needs neither a network nor Python."
)
EXAMPLE = "fishlab handout pages 07"
FOLDER = "handouts"
_BROWSERS = (
    "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "chromium-headless-shell",
    "msedge", "microsoft-edge", "microsoft-edge-stable",
)  # fmt: skip
_MAC = ("Google_Chrome", "Chromium", "Microsoft_Edge")  # with a space in place of the line
_WINDOWS = (
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
    "Chromium/Application/chrome.exe",
)
_PATIENCE = 180  # seconds that printing a page may take


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("out", nargs="?", default=FOLDER, metavar="FOLDER", help=tr("default: %(default)s"))
    parser.add_argument("lessons", nargs="*", metavar="LESSON", help=tr("lesson numbers, such as 07 (default: all)"))
    parser.add_argument("--no-pdf", action="store_true", help=tr("pages only, no PDF"))
    parser.add_argument("--slides", action="store_true", help=tr("a show for the class instead of pages to print"))


def run(asked: argparse.Namespace) -> int:
    """Write the pages and say where they are."""
    from fishlab_widgets import publish  # needs the packages that draw
    from fishlab_widgets.teacher.stored_lessons import number_of

    lessons = sorted(course_folder().glob("[0-9]*.ipynb"))
    numbers = {number_of(path) for path in lessons}
    if asked.out in numbers and not Path(asked.out).is_dir():  # a lesson, and no folder
        asked.out, asked.lessons = FOLDER, [asked.out, *asked.lessons]
    if wrong := [name for name in asked.lessons if name not in numbers]:
        raise refusal(
            "there is no lesson {wrong}: choose among {numbers}",
            wrong=", ".join(wrong),
            numbers=", ".join(sorted(numbers)),
        )
    wanted = [path for path in lessons if not asked.lessons or number_of(path) in asked.lessons]
    out = Path(asked.out).expanduser().resolve()
    if out.is_file():
        raise refusal("{place} is a file: name a folder", place=out)
    if asked.slides:
        bar = Bar(len(wanted))
        try:
            made = publish.all_slides(wanted, out, bar.step)
        finally:
            bar.end()
        told = mark("The slides are in {folder}: {count}. Open a file in a browser; the arrow keys go on and back.")
        print(tr(told, folder=out, count=len(made)))
        return 0
    browser = None if asked.no_pdf else find_browser()
    bar = Bar(2 * len(wanted))
    try:
        made = publish.handouts(wanted, out, bar.step, (lambda page: print_pdf(page, browser)) if browser else None)
    finally:
        bar.end()
    print(
        tr(
            "{count} files are in {folder}. Those that end in -answers are for the teacher.",
            count=len(made),
            folder=out,
        )
    )
    if not browser and not asked.no_pdf:
        told = mark(
            "No Chromium, Chrome or Edge is installed, so no PDF was made: open a page in any browser and print it."
        )
        print(tr(told))
    return 0


def find_browser(applications: Path = Path("/Applications")) -> str | None:
    """Return a browser that can print: one on the PATH, or where macOS and Windows put them; None if there is none."""
    programs = [
        os.environ[name] for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA") if name in os.environ
    ]
    places = [
        *(
            applications / f"{name}.app" / "Contents" / "MacOS" / name
            for name in (one.replace("_", " ") for one in _MAC)
        ),
        *(Path(folder) / name for folder in programs for name in _WINDOWS),
    ]
    found = (str(path) for path in places if path.is_file())
    return next(filter(None, map(shutil.which, _BROWSERS)), None) or next(found, None)


def print_pdf(page: Path, browser: str) -> Path:
    """Print a page into a PDF beside it.

    Raises:
        ValueError: if the browser does not.
    """
    made = page.with_suffix(".pdf")
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    flags = ["--headless", "--disable-gpu", "--no-pdf-header-footer", f"--print-to-pdf={made}"]
    try:
        subprocess.run([browser, *root, *flags, page.as_uri()], capture_output=True, timeout=_PATIENCE, check=True)
    except (subprocess.SubprocessError, OSError) as error:
        raise refusal(
            "{name} could not be printed by {browser} ({error}): --no-pdf makes pages only",
            name=page.name,
            browser=browser,
            error=error,
        ) from None
    return made
