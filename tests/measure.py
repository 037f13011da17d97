"""Two ways to measure: by steps, which no other program can disturb, and by ratios of times taken in turn.

Tests count steps. Benches (`bench_*.py`, run by `make bench`) take ratios: what is measured and what it is measured
against run side by side, so that both meet the same load, and the median of five rounds counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from statistics import median
from time import perf_counter
from typing import Any

Row = dict[str, Any]
ROUNDS = 5


def calls(work: Callable[[], object]) -> int:
    """Return how many functions written in Python some work calls."""
    made = 0

    def note(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal made
        made += event == "call"

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return made


def row(name: str, ratio: float, target: float, *, most: bool = False) -> Row:
    """Return a row of the table of `make bench`: the ratio shall be at least the target, or at most if `most`."""
    ok = ratio <= target if most else ratio >= target
    return {"name": name, "ratio": ratio, "target": target, "most": most, "ok": ok}


def seconds(work: Callable[[], object]) -> float:
    """Return how long some work takes."""
    begin = perf_counter()
    work()
    return perf_counter() - begin


def ratio(
    work: Callable[[], object], reference: Callable[[], object], rounds: int = ROUNDS, *, warm: bool = True
) -> float:
    """Return how many times as long as a reference some work takes: the median of rounds, after one to warm up."""
    if warm:
        work()
        reference()
    return median(seconds(work) / seconds(reference) for _ in range(rounds))


def redraw() -> Callable[[], None]:
    """Return a function that draws a figure of one axes anew, as a slider does: what people wait for anyway."""
    import matplotlib as mpl

    mpl.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 4))
    lines = [axes.plot(range(10), range(10), label=f"treatment {number}")[0] for number in range(3)]
    axes.set(xlabel="year", ylabel="living fish", title="Stock")
    axes.legend()
    step = count()

    def draw() -> None:
        for number, line in enumerate(lines):
            line.set_ydata([(year * number + next(step)) % 23 for year in range(10)])
        axes.relim()
        axes.autoscale_view()
        figure.canvas.draw()

    draw()
    return draw


# In a browser.

ECHO = """
import anywidget
class Echo(anywidget.AnyWidget):
    _esm = '''export default { render({ model }) {
      window.echo = () => new Promise((done) => {
        const back = () => { model.off('msg:custom', back); done(); };
        model.on('msg:custom', back);
        model.send({});
      });
    } }'''
echo = Echo()
echo.on_msg(lambda widget, *_: widget.send({}))
echo
"""
"""A cell that shows an empty widget; `echo()` in the page waits until a message has gone to the kernel and back."""
ECHOES = """async () => {
  const times = [];
  for (let n = 0; n < 5; n++) {
    const begin = performance.now();
    await echo();
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b)[2];
}"""


@contextmanager
def warm_page() -> Iterator[Any]:
    """A warm page for a while."""
    import browser
    import pages

    with browser.server() as server, browser.browser() as chrome:
        one = pages.WarmPage(chrome, server)
        try:
            yield one
        finally:
            one.close()


def page_ratio(page: Any, script: str, rounds: int = ROUNDS) -> float:
    """Return how many echoes something on a page takes: a script that does it and returns its milliseconds."""
    page.wait_for_function("() => window.echo")
    page.evaluate(script)
    page.evaluate(ECHOES)
    found = [page.evaluate(script) / page.evaluate(ECHOES) for _ in range(rounds)]
    return median(found)
