"""How soon a person sees something: a game's picture against the redraw of a plot, a click against an empty message.

`make bench` runs it; `run` returns the rows.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable
from random import Random

from fishlab_widgets.live.face import draw
from measure import ECHO, Row, page_ratio, ratio, redraw, row, warm_page
from pages import board_of

from fishlab import GAMES, OVER, State

MOMENTS = 12
DRAWING = {"boom": 0.25, "pisces": 0.25, "fishery": 0.35, "fleet": 0.15, "freshfish": 0.6}
"""Redraws of a plot that a game's picture may take; a new game may take as much as the slowest."""
CLICK = """async () => {
  const root = document.querySelector('.fishlab-board'), rev = root.dataset.rev;
  const target = [...root.querySelectorAll('[data-move]')].find((node) => !node.closest('[hidden]'));
  await new Promise((done) => setTimeout(done, 600)); // the plots of the last move are drawn
  const changed = new Promise((done) => {
    const look = new MutationObserver(() => root.dataset.rev !== rev && (look.disconnect(), done()));
    look.observe(root, {attributes: true, attributeFilter: ['data-rev']});
  });
  const begin = performance.now();
  target.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
  target.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  await changed;
  return performance.now() - begin;
}"""
BOOM = "from fishlab_widgets import Table\nTable('boom', 4, seats=['person'] * 4, dice='table', pace=0)"


def moments(game: type[State]) -> list[State]:
    """Return moments of a random game of as many players as there can be, evenly from start to end."""
    state, rng, found = game.start(game.seats[-1]), Random("bench/live"), []
    while state.turn() != OVER:
        found.append(state)
        state = state.after(state.sample(rng))
    return found[:: max(1, len(found) // MOMENTS)][:MOMENTS]


def drawing(game: type[State]) -> Callable[[], None]:
    """Return a function that draws some moments of a game."""
    states = moments(game)

    def draw_all() -> None:
        for state in states:
            draw(state, legal=True)

    return draw_all


def run(print=builtins.print) -> list[Row]:
    """Measure, print a line a row, and return the rows."""
    rows = []
    plot = redraw()
    for name, game in GAMES.items():
        found = ratio(drawing(game), lambda: [plot() for _ in range(MOMENTS)])
        rows.append(row(f"drawing {game.title}, in redraws of a plot", found, DRAWING.get(name, 0.6), most=True))
    with warm_page() as warm:
        page = warm.show([ECHO, BOOM])
        board_of(page)
        rows.append(row("a click on Boom's large sheet, in echoes", page_ratio(page, CLICK, 15), 12, most=True))
    for one in rows:
        print(f"live: {one['name']}: {one['ratio']:.2f} (at most {one['target']:g})")
    return rows


if __name__ == "__main__":
    run()
