"""Make the pictures of the README: a sea that is divided, drawn; a table, a prediction, the laboratory and the desk.

The last four are photographs of real widgets in a real browser, after moves and dice that are the same each time.
`python tools/picture.py NAME…` makes only some of them, `--out FOLDER` elsewhere.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from fishlab_widgets.live.face import draw

from fishlab import Fishery, Match

ROOT = Path(__file__).resolve().parent.parent
SHIPS = "b8 c9 f9 d7 e7 g8 d5 b6 g4 b2 a3 e2"
NETS = (
    "c9-d9 c8-d8 b8-b7 c8-c7 d8-d7 a7-b7 a7-a6 d7-e7 e7-e6 g7-g6 e6-f6 f6-g6 f6-f5 e5-f5 e4-f4 e3-f3 f3-f2 f2-g2 "
    "f1-g1 a6-a5 a5-a4 d5-d4 b4-c4 b3-c3 c3-c2 c2-d2 c1-d1 f8-g8"
)
REFUSED = "net f7 f6"
TABLE = """
from random import Random
from fishlab import Boom, Match
from fishlab.bots import bots_for
from fishlab_widgets import Table
match, rng, careful = Match(Boom, 3), Random(7), bots_for(Boom)["careful"]
while match.state.year < 4 or match.state.turn() != 0 or len(match.state.moves()) < 3:
    state = match.state
    match.play(state.sample(rng) if state.turn() < 0 else careful(state.view(state.turn()), rng))
Table(match, seats=["person", "careful", "greedy"])
"""
LABORATORY = "from fishlab_widgets.lab import Laboratory\nLaboratory(games=1000)"
LESSON = ROOT / "notebooks" / "01-boom-ten-years.ipynb"
PREDICTION = "Which of these is gone in the most games"
WIDTH, TALL = 1184, 1000
"""What a laptop leaves a cell; what is taller than so many pixels is cut."""
COLOURS = 96
"""As many as a photograph keeps, to be light; with fewer, seat B takes the colour of what is now."""


def fishery() -> str:
    """Return a sea that is almost divided, and a net that the rules refuse."""
    match = Match(Fishery)
    for ship in SHIPS.split():
        match.play(f"ship {ship}")
    for net in NETS.split():
        match.play(f"net {net.replace('-', ' ')}")
    refused = match.state.parse(REFUSED)
    reason = match.state.why_not(refused)
    return draw(match.state, last=match.moves[-1], refused=(refused, reason), theme="light", prefix="readme") + "\n"


def boom(chrome: Any) -> bytes:
    """Photograph a table of Boom in its fourth year."""
    return _photograph(chrome, [TABLE], ".fishlab-table")


def prediction(chrome: Any) -> bytes:
    """Photograph a prediction of the first lesson on Boom, locked, with what came."""

    def lock(page: Any, settle: Callable[[], None]) -> None:
        card = page.locator(".fishlab-card", has_text=PREDICTION)
        card.locator(".option").first.click()
        settle()
        card.get_by_role("button", name="Lock in").click()
        settle()

    return _photograph(chrome, LESSON, f'.fishlab-card:has-text("{PREDICTION}")', lock)


def laboratory(chrome: Any) -> bytes:
    """Photograph the laboratory after a thousand games of each treatment."""
    return _photograph(chrome, [LABORATORY], ".fishlab-laboratory")


def desk(chrome: Any) -> bytes:
    """Photograph the desk of a class in the middle of its game."""
    from classroom.school import Class
    from prepared_page import Stage

    with tempfile.TemporaryDirectory() as folder:
        with mock.patch("secrets.token_hex", lambda size: "0" * size):  # the same dice each time
            school = Class(Path(folder))
            school.ask("make", people=24, players=3, years=10, bot="", luck="tape", prediction=6)
        school.bots = ("greedy", "careful")
        school.sit()
        school.ask("start")
        school.play(5)
        stage = Stage(chrome, school.desk.panel, (WIDTH, TALL))
        stage.settle()
        return _light(stage.page.locator(".fishlab-desk").screenshot(animations="disabled"))


PHOTOGRAPHS: dict[str, Callable[[Any], bytes]] = {
    "boom": boom,
    "prediction": prediction,
    "laboratory": laboratory,
    "desk": desk,
}
FILES = ("README-fishery.svg", *(f"README-{name}.png" for name in PHOTOGRAPHS))


def _photograph(
    chrome: Any, source: Path | list[str], what: str, act: Callable[[Any, Callable[[], None]], None] | None = None
) -> bytes:
    """Return a light picture of one thing that cells show."""
    from pages import notebook
    from plain_frontend import plain_home

    with plain_home(chrome, source if isinstance(source, Path) else notebook(source), width=WIDTH) as home:
        if act:
            act(home.page, home.settle)
        thing = home.page.locator(what).first
        thing.wait_for()
        home.settle()
        return _light(thing.screenshot(animations="disabled"))


def _light(taken: bytes) -> bytes:
    """Return a photograph with few colours, cut where it is too tall."""
    from PIL import Image

    picture, light = Image.open(io.BytesIO(taken)).convert("RGB"), io.BytesIO()
    picture = picture.crop((0, 0, picture.width, min(picture.height, TALL)))
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(light, "PNG", optimize=True)
    return light.getvalue()


def main() -> None:
    """Make the pictures."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = ["fishery", *PHOTOGRAPHS]
    asked.add_argument("names", nargs="*", metavar="NAME", help=f"{', '.join(names)}; all without a name")
    asked.add_argument("--out", type=Path, default=ROOT)
    given = asked.parse_args()
    wanted = given.names or names
    if unknown := set(wanted) - set(names):
        asked.error(f"no picture is named {', '.join(sorted(unknown))}: choose {', '.join(names)}")
    if "fishery" in wanted:
        (given.out / FILES[0]).write_text(fishery(), encoding="utf-8")
        print("wrote", FILES[0], flush=True)
    if photographs := [name for name in PHOTOGRAPHS if name in wanted]:
        sys.path.insert(0, str(ROOT / "tests"))
        from browser import browser

        with browser() as chrome:
            for name in photographs:
                (given.out / f"README-{name}.png").write_bytes(PHOTOGRAPHS[name](chrome))
                print(f"wrote README-{name}.png", flush=True)


if __name__ == "__main__":
    main()
