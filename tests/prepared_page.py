"""A table in a real browser without Jupyter: a page with a model of its own, and the widget in this Python.

What the page sends waits in a box until `settle` hands it to the widget and takes the answer back, so that nothing
here depends on a clock. The room is what JupyterLab leaves a cell: `LAPTOP` at 1366 × 768 as it opens, with its file
browser, `WIDE` without it, `TABLET` at 768 × 1024.

`python tests/prepared_page.py GAME OUT.png [--players 4] [--moves 60] [--width 934] [--dark]` takes a picture.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from random import Random
from typing import Any

import browser
from fishlab_widgets import Table
from fishlab_widgets.controls.base_widget import BaseWidget
from fishlab_widgets.controls.served import Served
from sending import send

from fishlab import CHANCE, GAMES, Match
from fishlab.bots import bots_for

CHECK = Path(__file__).with_name("page_check.js").read_text(encoding="utf-8")
LAPTOP = (934, 647)
WIDE = (1184, 647)
TABLET = (586, 900)

_LAB = (Path(sys.prefix) / "share/jupyter/nbconvert/templates/lab/static/index.css").read_text(encoding="utf-8")
LAB = "".join(re.findall(r"(?m)^\.jp-OutputArea-output [^{]+\{[^}]*\}", _LAB))
"""Those of JupyterLab's own styles that reach into whatever a cell shows: lists of facts, for one."""

PAGE = """async ({ esm, css, state, dark }) => {
  document.body.className = "jp-OutputArea-output";
  document.body.dataset.jpThemeLight = String(!dark);
  document.body.style = `margin: 0; background: ${dark ? "#111" : "#fff"}`;
  document.head.append(Object.assign(document.createElement("style"), { textContent: css }));
  const heard = new Map(), values = { ...state };
  window.box = [];
  window.model = {
    get: (name) => values[name],
    set: (name, value) => { values[name] = value; },
    save_changes: () => {},
    send: (content) => window.box.push(content),
    on: (name, act) => heard.set(name, [...(heard.get(name) || []), act]),
    off: (name, act) => heard.set(name, (heard.get(name) || []).filter((one) => one !== act)),
    take: (news) => {
      Object.assign(values, news);
      for (const name of Object.keys(news)) for (const act of heard.get(`change:${name}`) || []) act();
      for (const act of heard.get("change") || []) act();
    },
  };
  const module = await import(URL.createObjectURL(new Blob([esm], { type: "text/javascript" })));
  const frame = document.createElement("div");
  frame.className = "fishlab-frame";
  document.body.append(frame);
  window.unmount = await module.default.render({ model: window.model, el: frame });
}"""


class Stage:
    """One widget on one page."""

    def __init__(
        self, chrome: Any, widget: BaseWidget | Served, size: tuple[int, int] = LAPTOP, *, dark: bool = False
    ) -> None:
        self.widget = widget
        self.page = chrome.new_page(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        self.problems: list[str] = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.set_content("<!doctype html><html><head></head><body></body></html>")
        self._sent = self._state()
        whole = {**self._sent, **self._picture()}
        own = widget.trait_values()  # as they are: what is sent would only say where they lie
        self.page.evaluate(PAGE, {"esm": own["_esm"], "css": LAB + own["_css"], "state": whole, "dark": dark})

    def _state(self) -> dict[str, Any]:
        """Return what pages are told of the widget, without the whole picture."""
        served = isinstance(self.widget, Served)
        state = self.widget.open(lambda told: None) if served else self.widget.get_state()
        own = {name: value for name, value in state.items() if not name.startswith("_")}
        return {name: json.loads(json.dumps(own[name])) for name in own.keys() - {"svg", "svg_rev", "layout"}}

    def _picture(self) -> dict[str, Any]:
        """Return the whole picture, if the widget has one."""
        return {name: getattr(self.widget, name) for name in ("svg", "svg_rev") if self.widget.has_trait(name)}

    def small(self) -> list[str]:
        """Return what is too small to be read or hit, or too wide for the page."""
        wide = self.page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth + 1")
        return [*self.page.evaluate(CHECK, {"letters": 12, "target": 24}), *["wider than the view"] * wide]

    def settle(self) -> int:
        """Hand over what the page has sent, show it the answer, and return how many characters that took."""
        size = 0
        while True:
            whole = False
            for content in self.page.evaluate("() => window.box.splice(0)"):
                send(self.widget, content)
                whole = whole or content.get("type") == "whole"
            now = self._state()
            news = {name: value for name, value in now.items() if self._sent[name] != value}
            if whole:
                news = {**self._picture(), **news}
            if not news:
                assert not self.problems, self.problems
                return size
            self._sent = now
            size += len(json.dumps(news))
            self.page.evaluate("(news) => window.model.take(news)", news)

    def click(self, selector: str) -> int:
        """Click something and settle."""
        self.page.click(selector)
        return self.settle()

    def close(self) -> None:
        """Put the page away."""
        self.page.close()


def played(game: str, players: int | None, moves: int, bot: str = "", seed: int = 1) -> Match:
    """Return a match after some moves of bots."""
    match, rng = Match(GAMES[game], players), Random(seed)
    bots = bots_for(match.game)
    name = bot or next((name for name in bots if name != "random"), "random")
    while len(match.moves) < moves and not match.over:
        state = match.state
        match.play(state.sample(rng) if state.turn() == CHANCE else bots[name](state.view(state.turn()), rng))
    return match


def main() -> None:
    """Take a picture of a table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("out")
    parser.add_argument("--players", type=int)
    parser.add_argument("--moves", type=int, default=0)
    parser.add_argument("--width", type=int, default=LAPTOP[0])
    parser.add_argument("--height", type=int, default=LAPTOP[1])
    parser.add_argument("--tab", default="")
    parser.add_argument("--mark", default="")
    parser.add_argument("--ask", default="", choices=["", "hint", "think"])
    parser.add_argument("--people", action="store_true")
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--whole", action="store_true", help="picture the whole page, not only what is in view")
    asked = parser.parse_args()
    match = played(asked.game, asked.players, asked.moves)
    bots = bots_for(match.game)
    other = next((name for name in bots if name != "random"), "random")
    seats = ["person" if asked.people or seat == max(0, match.state.turn()) else other for seat in range(match.seats)]
    table = Table(match, seats=seats)
    with browser.browser() as chrome:
        stage = Stage(chrome, table.board, (asked.width, asked.height), dark=asked.dark)
        if asked.mark:
            stage.page.evaluate("(mark) => window.model.send({ type: 'mark', mark })", asked.mark)
        if asked.ask:
            stage.page.evaluate("(type) => window.model.send({ type })", asked.ask)
            stage.settle()
        if asked.full:
            stage.click("text=Full screen")
        if asked.tab:
            stage.click(f"[data-tab={asked.tab}]")
        stage.settle()
        print(stage.page.evaluate("() => document.querySelector('.fishlab-table').getBoundingClientRect().height"))
        stage.page.screenshot(path=asked.out, full_page=asked.whole)


if __name__ == "__main__":
    main()
