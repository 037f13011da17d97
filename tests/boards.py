"""What is asked of a board that a table of one screen plays on: its size, its letters, its targets."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from random import Random
from typing import Any

from faces import SVG, looker, moves_on, seen, unpainted
from fishlab_widgets.draw.svg import PREFIX
from fishlab_widgets.live.board_model import pieces_of
from fishlab_widgets.live.face import BOARD_SIZE, SMALLEST_TARGET, SMALLEST_TEXT, Look, face_of

from fishlab.core import State
from fishlab.match import Match

_NUMBER = r"-?\d*\.?\d+"


def some_moments(game: type[State], players: int, seed: int, every: int = 10, **options: Any) -> Iterator[Match]:
    """Yield a match of random moves at its start, now and then, and at its end."""
    rng, match = Random(f"boards/{game.name}/{players}/{seed}"), Match(game, players, **options)
    while not match.over:
        if len(match.moves) % every == 0:
            yield match
        match.play(match.state.sample(rng))
    yield match


def look_at(match: Match, **more: Any) -> Look:
    """Return how a table looks at the present moment of a match."""
    last = match.moves[-1] if match.moves else None
    return Look(**{"viewer": looker(match.state), "legal": True, "last": last, "prefix": "p7"} | more)


def board_of(match: Match, **more: Any) -> str:
    """Return the board as a table shows it to the seat to act."""
    return face_of(match.game).board(seen(match.state), look_at(match, **more))


def height(svg: str) -> float:
    """Return how high a board is; it is as wide as all boards, and not too high."""
    left, top, wide, high = map(float, ET.fromstring(svg).get("viewBox", "").split())
    assert (left, top, wide) == (0, 0, BOARD_SIZE[0])
    assert high <= BOARD_SIZE[1]
    return high


def letters(svg: str) -> float:
    """Return the size of the smallest letters."""
    found = []
    for node in ET.fromstring(svg).iter(f"{SVG}text"):
        own = re.search(r"font-size:([\d.]+)px", node.get("style") or "")
        size = re.search(r"\bt(\d+)\b", node.get("class") or "")
        found.append(float(own[1]) if own else max(13.5, float(size[1])) if size else 16.0)
    return min(found)


def side(target: ET.Element) -> float:
    """Return the shorter side of what takes the clicks of a target: a box, or a strip with pointed ends."""
    box = next(node for node in target.iter() if "hit" in (node.get("class") or ""))
    if box.tag == f"{SVG}rect":
        return min(float(box.get("width", 0)), float(box.get("height", 0)))
    points = [float(number) for number in re.findall(_NUMBER, box.get("d", ""))]
    return min(max(along) - min(along) for along in (points[::2], points[1::2]))


def check_board(match: Match, **more: Any) -> str:
    """Hold one board to what a table promises, and return it."""
    svg, state, face = board_of(match, **more), match.state, face_of(match.game)
    height(svg)
    assert letters(svg) >= SMALLEST_TEXT
    root = ET.fromstring(svg)
    assert not unpainted(svg, root)
    legal = {state.notation(move) for move in state.moves()}
    cards = {state.notation(move) for move in face.offers(seen(state))}
    assert moves_on(svg) <= legal, "a picture offers legal moves only"
    for node in root.iter():
        if {"data-move", "data-mark"} & set(node.keys()):
            assert node.get("data-move") in cards or side(node) >= SMALLEST_TARGET, dict(node.attrib)
            assert node.get("data-note") and node.get("id"), "a target says what it does, and keeps its name"
    return svg


def check_ghost(svg: str) -> None:
    """What every target shows on hover is drawn once, and paints itself: in a `<use>` a style sheet does not reach."""
    ghost = next(node for node in ET.fromstring(svg).iter() if node.get("id") == "p7-ghost")
    shapes = [node for node in ghost.iter() if node is not ghost]
    assert all(not node.get("class") for node in shapes)
    assert sum("fill:" in (node.get("style") or "") for node in shapes) >= 2
    assert 'href="#p7-ghost"' in svg


def resent(one: str, other: str) -> int:
    """Return how many letters of a board a page does not have yet that shows another one."""
    there = set(pieces_of(one))
    return sum(len(piece) for piece in pieces_of(other) if piece not in there)


def check_words(state: State) -> None:
    """Hold what a moment says to its lengths: a prompt, a coach, a line for every move."""
    assert len(state.prompt()) <= 60, state.prompt()
    assert 0 < len(state.coach()) <= 160 or state.turn() < 0, state.coach()
    for move in dict.fromkeys(state.moves()):
        assert 0 < len(state.explain(move)) <= 70, (move, state.explain(move))


def check_summary(game: type[State]) -> None:
    """The whole game in at most 300 words, each line opening with what it is about."""
    assert 60 <= len(game.words.summary.split()) <= 300
    assert all(re.match(r"[A-Z][\w ,’-]*: [A-Z]", line) for line in game.words.summary.splitlines())


def check_signs(game: type[State]) -> None:
    """Every sign is a small picture of its own, painted by the page's colours, with its meaning."""
    for svg, meaning in face_of(game).signs():
        root = ET.fromstring(svg)
        assert root.get("viewBox") == "0 0 32 20"
        assert meaning
        assert "class=" not in svg
        assert PREFIX not in svg
