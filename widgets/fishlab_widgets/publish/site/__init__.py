"""A site of the whole course that needs no server: JupyterLite, with Python and all lessons inside.

`build` makes a folder. Any host of plain files can serve it, from any subfolder, and so can `python -m http.server`.
"""

from __future__ import annotations

import json
import math
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import fishlab
from fishlab.messages import refusal, tr
from fishlab_widgets.course import course_files, course_folder, course_panel, not_installed, read_lesson
from fishlab_widgets.publish.site.front import ANSWERS, LICENCES, front_page
from fishlab_widgets.publish.site.pyodide import check, fetch, kept, stock
from fishlab_widgets.publish.site.wheels import third_parties

MARK = "fishlab-site.json"
"""Lies in every site that was built: only such a folder, or an empty one, is ever replaced."""
SCRIPTS = ("@jupyter-widgets/jupyterlab-manager", "anywidget", "@jupyterlite/pyodide-kernel-extension", "fishlab")
"""What JupyterLab in the browser needs beside itself: widgets, the kernel, and what starts lessons and lists them."""
HANDOUTS = "handouts"
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"

Say = Callable[[str], None]


def build(out: Path, *, pyodide: Path | None = None, handouts: Path | None = None, say: Say = print) -> dict[str, str]:
    """Build the site in `out` and return the versions of what is in it, by name.

    Args:
        out: the folder; an older site in it is replaced as a whole, at the end.
        pyodide: a folder of Pyodide; None to use the one that is kept, or to fetch it.
        handouts: a folder of hand-outs that shall be in the site too.
        say: is told what is being done.

    Raises:
        ValueError: if something is missing or in the way; nothing has changed then.
    """
    _may_replace(out)
    if handouts and not any(handouts.glob("*.*")):
        raise refusal("there are no hand-outs in {handouts}", handouts=handouts)
    extensions = _extensions()
    if pyodide is None:
        pyodide = kept()
        fetch(pyodide, say)
    check(pyodide)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fishlab-site-") as name:
        work = Path(name)
        versions = stock(pyodide, work / "static" / "pyodide", say)
        for path in course_files():
            place = work / "content" / path.relative_to(course_folder())
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)
        (work / "jupyter-lite.json").write_text(json.dumps(_settings()), encoding="utf-8")
        say(tr("building JupyterLite"))
        _lite(work, extensions)
        made = work / "out"
        shutil.copytree(_icons(), made / "static" / "favicons")
        if handouts:
            shutil.copytree(handouts, made / HANDOUTS, ignore=shutil.ignore_patterns(f"*{ANSWERS}.*"))
        (made / "fishlab").mkdir()
        (made / "fishlab" / "course.json").write_text(json.dumps(course_told()), encoding="utf-8")
        (made / LICENCES).write_text(third_parties(made / "static" / "pyodide"), encoding="utf-8")
        (made / "index.html").write_text(_front(made), encoding="utf-8")
        (made / MARK).write_text(json.dumps({"fishlab": fishlab.__version__, **versions}, indent=1), encoding="utf-8")
        if out.exists():
            shutil.rmtree(out)
        shutil.copytree(made, out)
    return versions


def course_told() -> dict[str, Any]:
    """Return what a site tells JupyterLab of the course, where else a server does."""
    told = course_panel(course_folder())
    told["words"] |= {
        "starting": tr(
            "Python is starting in this browser: {seconds} s. Half a minute is usual, sometimes it is more."
        ),
        "late": tr("Python has not started yet. Reload the page; if that does not help, try another browser."),
    }
    return told | {"files": "../files/"}  # as they were shipped: only such lessons start by themselves


def _front(made: Path) -> str:
    """Return the site's first page: its lessons in order, other notebooks after them."""
    lessons = [read_lesson(path) for path in sorted(course_folder().glob("*.ipynb"))]
    most = sum(
        path.stat().st_size for part in ("static", "build") for path in (made / part).rglob("*") if path.is_file()
    )
    handouts = made / HANDOUTS
    return front_page(lessons, math.ceil(most / 1e6), handouts=handouts if handouts.exists() else None)


def _may_replace(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise refusal("{out} is a file: name a folder for the site", out=out)
    if out.exists() and any(out.iterdir()) and not (out / MARK).exists():
        raise refusal("{out} holds files that are not a Fishlab site: name an empty or a new folder", out=out)


def _extensions() -> list[Path]:
    """Return the folders of the scripts that the site needs.

    Raises:
        ValueError: if one is not installed.
    """
    for prefix in (sys.prefix, sys.base_prefix):
        base = Path(prefix) / "share" / "jupyter" / "labextensions"
        found = [base / name for name in SCRIPTS]
        if all(path.is_dir() for path in found):
            return found
    raise ValueError(not_installed("jupyterlite", "site"))


def _icons() -> Path:
    """Return the folder of the small pictures that a notebook's page shows in its tab: Jupyter's own."""
    found = find_spec("jupyter_server")
    if found is None or found.origin is None:
        raise ValueError(not_installed("jupyter-server", "site"))
    return Path(found.origin).parent / "static" / "favicons"


def _settings() -> dict[str, Any]:
    return {
        "jupyter-lite-schema-version": 0,
        "jupyter-config-data": {
            "appName": "Fishlab",
            "exposeAppInBrowser": True,  # for tests, and for the curious
            "litePluginSettings": {
                KERNEL: {"disablePyPIFallback": True, "pyodideUrl": "./static/pyodide/pyodide.mjs"},
            },
        },
    }


def _lite(work: Path, extensions: list[Path]) -> None:
    command = [
        sys.executable, "-m", "jupyter", "lite", "build", "--lite-dir", str(work), "--output-dir", str(work / "out"),
        "--contents", str(work / "content"), "--ignore-sys-prefix", "--no-sourcemaps", "--no-unused-shared-packages",
        "--apps", "lab", "--apps", "notebooks", "--apps", "tree", "--apps", "edit", "--no-libarchive",
        *(f"--LiteBuildConfig.federated_extensions={path}" for path in extensions),
    ]  # fmt: skip
    done = subprocess.run(command, cwd=work, capture_output=True, text=True, check=False)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise refusal("JupyterLite could not be built:\n{last}", last=last)
