"""Open the course in JupyterLab as it lies in the project: what `make lab` runs."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import suppress
from pathlib import Path

from fishlab_widgets import course
from fishlab_widgets.command import serving

ROOT = Path(__file__).resolve().parent.parent


def first_page() -> str:
    """Return the page to open: the first lesson, or the folder where it is missing."""
    first = f"notebooks/{course.first_page()}"
    return first if (ROOT / first).exists() else "notebooks"


def port_number(text: str) -> int:
    """Return a port to serve on, or end with one line that says why not."""
    try:
        return serving.port_number(text, "PORT=", "make lab")
    except ValueError as error:
        sys.exit(str(error))


def clear(page: Path) -> None:
    """Take out of a stored page what a kernel made of it.

    Pages start by themselves and JupyterLab saves by itself, so whoever only looks at a lesson changes the
    project's own file. While JupyterLab is open a reloaded page needs what was saved; afterwards nobody does.
    """
    text = page.read_text(encoding="utf-8")
    notebook = json.loads(text)
    if "fishlab" not in notebook["metadata"]:
        return  # a notebook of somebody's own
    notebook["metadata"].pop("widgets", None)
    notebook["metadata"]["language_info"] = {"name": "python"}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    bare = json.dumps(notebook, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if bare != text:
        page.write_text(bare, encoding="utf-8")


def main() -> None:
    """Serve the project's folder until Ctrl+C, and leave its pages as they are shipped but for what was written."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--port", default="8888")
    asked.add_argument("--browser", default="yes")
    given = asked.parse_args()
    port = port_number(given.port)
    try:
        sys.exit(serving.serve(ROOT, first_page(), port, browser=given.browser != "no"))
    finally:
        for page in (ROOT / "notebooks").rglob("*.ipynb"):
            with suppress(OSError, ValueError, LookupError, TypeError):  # no notebook is touched that cannot be read
                clear(page)


if __name__ == "__main__":
    main()
