"""“Restart and run all” in a fresh kernel: how much processor time and memory each notebook takes, printed.

`make test` runs the first lesson, `make soak` every notebook (`pytest -s` shows the figures of those that pass).
"""

from __future__ import annotations

import checklist
import nbformat
import pytest
from notebooks.bench_notebooks import running

MOST_SECONDS, MOST_MEGABYTES = 30, 300
"""Of processor time, which does not depend on what else a machine does; and of memory at its highest."""
WEIGH = """
import resource
from pathlib import Path
used = resource.getrusage(resource.RUSAGE_SELF)
own = Path("/proc/self/status")  # else a kernel is charged with what the program that started it had
most = int(own.read_text().split("VmHWM:")[1].split()[0]) if own.exists() else used.ru_maxrss
print(round(used.ru_utime + used.ru_stime, 1), round(most / 1024))
"""
PATHS = [
    pytest.param(path, id=path.stem, marks=() if path.stem.startswith("00") else pytest.mark.soak)
    for path in checklist.ALL
]


@pytest.mark.parametrize("path", PATHS)
def test_restart_and_run_all_ends_clean_within_half_a_minute_and_300_megabytes(path):
    notebook = nbformat.read(path, 4)
    notebook.cells.append(nbformat.v4.new_code_cell(WEIGH))
    running(notebook)()
    seconds, megabytes = map(float, notebook.cells[-1].outputs[0].text.split())
    print(f"{path.stem}: {seconds:.1f} s of processor time, {megabytes:.0f} MB")
    assert seconds < MOST_SECONDS
    assert megabytes < MOST_MEGABYTES
