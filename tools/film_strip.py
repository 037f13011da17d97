"""A film strip: the guided first round of a game as a newcomer plays it, a numbered screenshot for every step.

`python tools/film_strip.py OUT [GAME …] [--dark] [--phone]` writes OUT/boom-01.png and so on, and all of them in order
as OUT/boom.png: a table in the room that JupyterLab leaves a cell as it opens, or on a phone. Bots move between two
pictures; the newcomer takes the first move that the guide asks for.
"""

from __future__ import annotations

import argparse
import sys
from base64 import b64encode
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

import browser  # noqa: E402  # they stand beside the tests
from fishlab_widgets import Table  # noqa: E402
from prepared_page import LAPTOP, Stage  # noqa: E402
from sending import ask  # noqa: E402

from fishlab import GAMES  # noqa: E402

MOST = 40
"""Pictures of one game at most."""

PHONE = (390, 844)


def strip(chrome: Any, game: str, out: Path, *, dark: bool, phone: bool) -> int:
    """Play the guided first round of a game, and return how many pictures were taken."""
    table = Table(game, seed=3, pace=0)
    stage = Stage(chrome, table.board, PHONE if phone else LAPTOP, dark=dark)
    name = f"{game}{'-phone' * phone}{'-dark' * dark}"

    def picture(number: int) -> None:
        stage.settle()
        while table.thinking:
            stage.page.evaluate("() => 0")  # lets the bots go on
            stage.settle()
        stage.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        stage.page.screenshot(path=out / f"{name}-{number:02}.png")

    picture(1)
    ask(table, "guide", do="begin")
    for number in range(2, MOST):
        picture(number)
        guide, state = table.board.guide, table.match.state
        if not guide["text"] or table.match.over:
            break
        if not guide["act"]:
            ask(table, "guide", do="next")
            continue
        wanted = table.page.guide.step(table.session).until.split("|")
        table.play(next((move for move in state.moves() if move[0] in wanted), state.moves()[0]))
    stage.close()
    _in_one(chrome, out / f"{name}.png", [out / f"{name}-{one:02}.png" for one in range(1, number + 1)], phone=phone)
    return number


def _in_one(chrome: Any, out: Path, pictures: list[Path], *, phone: bool) -> None:
    """Lay pictures side by side, row after row, and picture them."""
    wide, across = (PHONE[0], 5) if phone else (LAPTOP[0], 3)
    page = chrome.new_page(viewport={"width": (wide + 12) * across, "height": 600})
    shown = "".join(
        f'<img width="{wide}" src="data:image/png;base64,{b64encode(one.read_bytes()).decode()}">' for one in pictures
    )
    page.set_content(f'<body style="margin:6px;display:flex;flex-wrap:wrap;gap:10px;background:#777">{shown}')
    page.screenshot(path=out, full_page=True)
    page.close()


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--phone", action="store_true")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with browser.browser() as chrome:
        for game in asked.games or GAMES:
            print(f"{game}: {strip(chrome, game, asked.out, dark=asked.dark, phone=asked.phone)} pictures")


if __name__ == "__main__":
    main()
