"""A Python that lesson after lesson uses: the next one finds what a new kernel would have."""

from __future__ import annotations

import subprocess
import sys

import pytest

LESSON = """
from fishlab_widgets import Table
from fishlab_widgets.lesson import Lesson
import matplotlib.pyplot as plt
lesson = Lesson("07", "A test", minutes=5, steps=["Predict"])
card = lesson.predict("one", "Which year?", choices=[5, 6], result=6)
table = Table("fishery", seats=["person", "person"], columns=4, rows=4, ships=2)
plt.figure()
"""
BOTS = "import asyncio\nasync def move(): await asyncio.sleep(1000)"
SCRIPT = f"""
import asyncio, sys
from IPython.core.interactiveshell import InteractiveShell
from ipywidgets.widgets.widget import _instances

shell = InteractiveShell.instance()
assert shell.run_cell({LESSON!r}).success and _instances
kept = {{name: sys.modules[name] for name in ("numpy", "matplotlib.pyplot", "ipywidgets")}}

async def leave():
    from fishlab_widgets.fresh_start import begin
    moving = []
    for name in ("fishlab_widgets.live.runner", "other"):
        names = {{"__name__": name}}
        exec({BOTS!r}, names)
        moving.append(asyncio.ensure_future(names["move"]()))
    await asyncio.sleep(0)
    begin(shell)
    await asyncio.sleep(0)
    assert [one.done() for one in moving] == [True, False], "our bots stop"

asyncio.run(leave())
assert not [name for name in sys.modules if name.partition(".")[0] in ("fishlab", "fishlab_widgets")]
assert not _instances and not {{"lesson", "table"}} & shell.user_ns.keys()
assert kept["matplotlib.pyplot"].get_fignums() == []
assert all(sys.modules[name] is module for name, module in kept.items()), "what takes long to load stays"
asked = shell.run_cell("from fishlab_widgets.here import lesson").error_in_exec
assert type(asked).__name__ == "RunTheFirstCell"
assert shell.run_cell({LESSON!r}).success
print("fresh")
"""


@pytest.mark.long
def test_the_next_lesson_finds_no_name_widget_plot_or_module_of_the_one_before_and_all_libraries():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1:] == ["fresh"], done.stderr
