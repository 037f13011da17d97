"""How long a lesson takes to run from top to bottom, against an empty notebook.

`make bench` runs it; `run` returns the rows.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable

import checklist
import nbformat
from measure import Row, ratio, row
from nbclient import NotebookClient

EMPTY = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("pass")])


def running(notebook: nbformat.NotebookNode) -> Callable[[], object]:
    """Return a function that runs a notebook in a fresh kernel."""
    client = NotebookClient(
        notebook,
        timeout=600,
        kernel_name="python3",
        resources={"metadata": {"path": str(checklist.FOLDER)}},
        extra_arguments=["--IPKernelApp.log_level=40"],
    )
    return client.execute


def run(print=builtins.print) -> list[Row]:
    """Measure, print a line a row, and return the rows."""
    rows = []
    for path in checklist.ALL:
        found = ratio(running(nbformat.read(path, 4)), running(EMPTY), warm=False)
        rows.append(row(f"running {path.stem}, in empty notebooks", found, checklist.MOST_EMPTY, most=True))
        print(f"notebooks: {rows[-1]['name']}: {found:.1f} (at most {checklist.MOST_EMPTY})")
    return rows


if __name__ == "__main__":
    run()
