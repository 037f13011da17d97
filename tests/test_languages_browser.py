"""Pages in a language that is longer than English: no English is left on them, nothing is cut off, every turn fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import traitlets
import unmarked
from catalogues import PSEUDO
from classroom.lesson import Lesson, knock
from fishlab_widgets import Table
from fishlab_widgets.classroom.desk.desk import Desk, Projector
from fishlab_widgets.classroom.desk.plan import NAMES
from prepared_page import LAPTOP, Stage, played
from sending import ask

from fishlab import GAMES, Match
from fishlab.bots import bots_for
from fishlab.languages import find
from fishlab.messages import Language, speaking
from fishlab.room import Room

pytestmark = pytest.mark.browser

CHECK = (Path(__file__).parent / "live" / "screen_check.js").read_text(encoding="utf-8")
TEXTS = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode())
    if (!text.parentElement.closest("style, script, code, .code")) found.push(text.textContent);
  for (const node of document.body.querySelectorAll("*"))
    for (const side of ["::before", "::after"]) {
      const said = getComputedStyle(node, side).content;
      if (said.startsWith('"')) found.push(said);
    }
  for (const node of document.body.querySelectorAll("*"))
    for (const name of ["title", "aria-label", "placeholder", "alt", "data-note", "aria-valuetext"])
      if (node.hasAttribute(name)) found.push(node.getAttribute(name));
  return found;
}"""
"""All that can be read or heard on a page."""
CUT = """() => [...document.querySelectorAll("button, label, th, td, h1, h2, h3, p")]
  .filter((node) => node.getClientRects().length && node.scrollWidth > node.clientWidth + 1
                    && getComputedStyle(node).overflowX !== "visible" && getComputedStyle(node).display !== "inline")
  .map((node) => node.textContent.slice(0, 60))"""
"""What is wider than its place, and cut off there."""
OWN_NAMES = {
    *(word for game in GAMES.values() for word in game.title.split()),
    *(name for game in GAMES.values() for name in bots_for(game)),
    *NAMES, "Fishlab", "Deutsch", "English", "QR", "de", "en", "apo", "APO",
}  # fmt: skip
"""Names of games, bots, tables and languages: they are the same everywhere."""


def english(stage: Stage) -> set[str]:
    """Return the words of a page that stand in no message; parts of a long one have its accents, and no brackets."""
    words = set()
    for text in stage.page.evaluate(TEXTS):
        known = re.sub("|".join(sorted(map(re.escape, OWN_NAMES), key=len, reverse=True)), " ", text)
        words |= {one for one in unmarked.outside(known).split() if one.isascii()}
    return words


def moments(match: Any, most: int) -> list[int]:
    """Return moments at which somebody decides: each kind of choice first, then evenly over the game, and the end."""
    places = [n for n, state in enumerate(match.states) if state.turn() >= 0]
    kinds = {(match.moves[n][0], match.states[n].part()): n for n in reversed(places)}
    return [*sorted({*kinds.values(), *places[:: max(1, len(places) // most)]}), len(match.moves)]


@pytest.mark.few(2)
@pytest.mark.parametrize("language", [PSEUDO, find("de")], ids=lambda one: one.code)
@pytest.mark.parametrize("game", GAMES)
def test_every_turn_in_a_longer_language_fits_a_laptop_and_nothing_is_cut_off(chrome, game, language):
    match = played(game, GAMES[game].seats[0], 10_000, seed=1)
    table, stage = at_table(chrome, match, language)
    wrong = {}
    for place in visited(table, stage):
        if found := stage.page.evaluate(CHECK, {"letters": 12, "target": 24, "scrolls": False, "sticks": True}):
            wrong[place] = found
    stage.close()
    assert wrong == {}


def at_table(chrome: Any, match: Match, language: Language) -> tuple[Table, Stage]:
    """Return a table with people at all seats, in a language, and its page."""
    with speaking(language):
        table = Table(match, seats=["person"] * match.seats)
    return table, Stage(chrome, table.board, LAPTOP)


def visited(table: Table, stage: Stage) -> Iterator[int]:
    """Show moments of a whole game one after the other, as the person to act sees them."""
    for place in moments(table.match, 2):
        table.go(place)
        if table.board.cover:
            ask(table, "uncover")
        stage.settle()
        yield place


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_another_language_has_no_english(chrome, game):
    table, stage = at_table(chrome, played(game, GAMES[game].seats[0], 10_000, seed=1), PSEUDO)
    left = set()
    for _ in visited(table, stage):
        left |= english(stage)
    for tab in ("moves", "think", "rules", "save", "players"):
        if stage.page.locator(f"[data-tab={tab}]").count():
            stage.click(f"[data-tab={tab}]")
            left |= english(stage)
    stage.click("text=/Ñéw gámé/")
    left |= english(stage)
    stage.close()
    assert left == set()


@pytest.fixture
def lesson(tmp_path: Path) -> Lesson:
    return Lesson(Room(tmp_path / "class.room"))


def seen(chrome: Any, models: dict[str, Any], size: tuple[int, int]) -> tuple[set[str], list[str]]:
    """Return the English words, and what is cut off, on the pages of some models."""
    words, cut = set(), []
    for model in models.values():
        stage = Stage(chrome, model, size)
        stage.settle()
        words |= english(stage)
        cut += stage.page.evaluate(CUT)
        stage.close()
    return words, cut


@pytest.mark.long
def test_a_class_in_a_longer_language_has_no_english_from_lobby_to_debrief(chrome, lesson):
    words, cut = set(), []

    def look(models: dict[str, Any], size: tuple[int, int] = (390, 844)) -> None:
        found = seen(chrome, models, size)
        words.update(found[0])
        cut.extend(found[1])

    with speaking(PSEUDO):
        desk = Desk(lesson.room)
        wall: dict[str, Any] = {}
        projector = Projector(lesson.room, _Frame(wall), join={"address": "", "word": "", "qr": ""})
        lesson.desks += [desk, projector]
        page = desk.panel.trait_values()
        wall["projector"].add_traits(**{name: traitlets.Unicode(page[name]) for name in ("_esm", "_css")})
        look({"desk": desk.panel}, (1366, 768))
        desk.model.act("make", {"people": 4, "players": 4, "treatments": ["yearly-agreement"]})
        doors = [lesson.lobby() for _ in range(4)]
        look({"notices": doors[0].notices})
        for door in doors:
            knock(door, type="draw")
        lesson.look(every=True)
        first = doors[0]
        for _ in range(20):
            look({"steps": first.steps})
            if not answered(first):
                break
        desk.model.act("start", {})
        lesson.look(every=True)
        look({"desk": desk.panel, "wall": wall["projector"]}, (1366, 768))
        look({"notices": first.notices, "steps": first.steps, "board": first.seat.board})
        desk.model.act("end", {})
        desk.model.act("end", {})
        lesson.look(every=True)
        look({"desk": desk.panel, "wall": wall["projector"]}, (1366, 768))
        look({"notices": first.notices, "steps": first.steps})
    assert words == set()
    assert cut == []


def answered(door: Any) -> bool:
    """Answer what a seat's card asks, each question until it is right; tell whether there was anything to do."""
    card = door.steps.card
    if card.get("skip"):
        door.steps.receive({"type": "skip", "card": card["name"]})
    elif card.get("submit"):
        answers = {field["name"]: answer(field) for field in card.get("fields", ())}
        door.steps.receive({"type": "submit", "card": card["name"], "answers": answers})
    else:
        return False
    return True


def answer(field: dict[str, Any]) -> str | int:
    """Return an answer to a question: of choices the one after the one that was not right."""
    if field["kind"] in ("number", "text"):
        return 24 if field["kind"] == "number" else "⟦x⟧"
    values = [value for value, _ in field["choices"]]
    return values[(values.index(field["value"]) + 1) % len(values) if field["value"] else 0]


class _Frame:
    def __init__(self, models: dict[str, Any]) -> None:
        self._models = models

    def mount(self, name: str, model: Any, script: str) -> None:
        self._models[name] = model

    def unmount(self, name: str) -> None:
        self._models.pop(name, None)
