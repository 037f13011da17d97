"""The laws that every game's face obeys on the pictures of random games.

As a program, `python tests/faces.py GAME` holds one game's face to them, also before the game is registered.
"""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html import unescape
from random import Random
from typing import Any

import laws
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.live.board import Board, Screen
from fishlab_widgets.live.face import BOARD_SIZE, Face, Look, face_of, move_name
from fishlab_widgets.live.table import Table
from sending import ask

from fishlab.core import CHANCE, OVER, Player, Reason, State
from fishlab.match import Match

SVG = "{http://www.w3.org/2000/svg}"
MOST_CHOICES = 80  # a board lists no more moves than this beside the picture
MOST_LINE = 80  # characters of what a move does
MOST_SUMMARY = 300  # words of a whole game
POINTING = re.compile(r'class="[^"]*\b(?:offend|nope|nopedash)\b|id="[\w-]*\bcross"')
"""What points at the place of a refusal: a frame, a dashed line or a cross."""


def moves_on(svg: str) -> set[str]:
    """Return the moves that a picture offers."""
    return {unescape(move) for move in re.findall(r'data-move="([^"]*)"', svg)}


def labels_on(svg: str) -> list[tuple[str, str]]:
    """Return the moves that a picture offers, each with its label."""
    nodes = [node.attrib for node in ET.fromstring(svg).iter() if "data-move" in node.attrib]
    return [(node["data-move"], node["aria-label"]) for node in nodes]


def ids_in(svg: str) -> dict[str, str]:
    """Return the kind of every thing with an id."""
    return {node.get("id", ""): node.tag for node in ET.fromstring(svg).iter() if node.get("id")}


def looker(state: State) -> Player | None:
    """Return through whose eyes a state is looked at: the seat to act where players hide things."""
    return state.turn() if state.secrets() and state.turn() >= 0 else None


def seen(state: State) -> State:
    """Return what the looker sees."""
    viewer = looker(state)
    return state if viewer is None else state.view(viewer)


def check_picture(face: Face[Any], state: State, board: bool = False, **look: Any) -> str:
    """Hold one picture to the laws of soundness, and return it."""
    draw = face.board if board else face.draw
    svg = draw(seen(state), Look(viewer=looker(state), prefix="p7", **look))
    root = ET.fromstring(svg)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids)), "ids are unique"
    assert all(name.startswith("p7-") for name in ids), "every id opens with the prefix that draw was told"
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg)) <= set(ids), "what is referred to is there"
    assert [node.tag for node in root][:2] == [f"{SVG}title", f"{SVG}desc"], "a picture has a title and a description"
    assert root[0].text and root[1].text, "in words"
    assert svg == draw(seen(state), Look(viewer=looker(state), prefix="p7", **look)), "the same look, the same SVG"
    assert not unpainted(svg, root), "every shape is painted by a rule of the picture"
    for node in root.iter():
        if {"data-move", "data-mark"} & set(node.keys()):
            assert node.get("aria-label"), f"what can be clicked has a label: {dict(node.attrib)}"
    return svg


PAINTS = re.compile(r"\b(?:fill|stroke)\b")


def unpainted(svg: str, root: ET.Element) -> list[dict[str, str]]:
    """Return the shapes for which no rule and no attribute says how they are painted: they would be plain black."""
    style = "".join(re.findall(r"<style>(.*?)</style>", svg, re.DOTALL))
    rules = re.findall(r"([^{}]+)\{([^}]*)\}", style)
    painted = {name for where, what in rules if PAINTS.search(what) for name in re.findall(r"\.([\w-]+)", where)}
    painted -= {*(root.get("class") or "").split()}  # the whole picture
    found: list[dict[str, str]] = []

    def look(node: ET.Element, safe: bool) -> None:
        own = {*(node.get("class") or "").split()} & painted or {"fill", "stroke"} & set(node.keys())
        safe = safe or bool(own) or bool(PAINTS.search(node.get("style") or ""))
        if node.tag in (f"{SVG}rect", f"{SVG}circle", f"{SVG}path") and not safe:
            found.append(dict(node.attrib))
        for child in node:
            if child.tag not in (f"{SVG}defs", f"{SVG}style"):
                look(child, safe)

    look(root, False)
    return found


def check_targets(state: State, svg: str) -> None:
    """Every legal move is offered, in the picture or on a labelled card beside it; a card says what it does."""
    legal = {state.notation(move) for move in state.moves()}
    assert moves_on(svg) <= legal, "a picture offers legal moves only"
    for board in (Board(), Screen()):
        board.show(seen(state), viewer=looker(state))
        assert all(choice["label"] for choice in board.choices), "every card has words"
        assert all(bool(choice["note"]) != choice["open"] for choice in board.choices), (
            "a card that is shut says why; one that can be played says nothing that sounds like an event"
        )
        assert all(choice["open"] or choice["line"] for choice in board.choices), "one that is shut says what it needs"
        offered = {choice["move"] for choice in board.choices if choice["open"]}
        rows = {one for one in offered if "; " in one}  # cards that play several moves in a row
        for row in rows:
            after = state
            for text in row.split("; "):
                move = after.parse(text)
                assert move in after.moves(), f"{row}: each can be played after the one before"
                after = after.after(move)
        if len(legal) < MOST_CHOICES:
            parts = set(map(state.notation, board.parts(seen(state))))
            assert moves_on(board.svg) | (offered - rows) == legal - parts
            for part in parts:  # it is played in a row; where not all rows have a card, a mark asks for those with it
                marked = f'data-mark="with {part.split()[-1]}"' in board.svg
                assert marked or any(part in row.split("; ") for row in rows), part
    names = {state.notation(move): move_name(seen(state), move) for move in state.moves()}
    if state.turn() >= 0:
        assert len(set(names.values())) == len(names), "no two moves have one name"
        for move, label in labels_on(board.svg):
            assert label.casefold().startswith(names[move].casefold()), f"{label!r} opens with {names[move]!r}"
    for move in state.moves():
        assert len(state.explain(move)) <= MOST_LINE, f"what a move does is told in a line: {state.explain(move)!r}"


def check_size(svg: str) -> float:
    """A table's picture fits one screen; return how high it is."""
    left, top, wide, high = map(float, ET.fromstring(svg).get("viewBox", "").split())
    assert (left, top) == (0, 0)
    assert wide == BOARD_SIZE[0], f"a table's picture is {BOARD_SIZE[0]} wide"
    assert high <= BOARD_SIZE[1], f"and {BOARD_SIZE[1]} high at most"
    return high


def check_refusal(face: Face[Any], state: State, svg: str, board: bool = False) -> None:
    """A refusal is drawn with its title and its sentence, inside the picture, and points at what it speaks of."""
    draw = face.board if board else face.draw
    tried = [unescape(move) for move in re.findall(r'data-try="([^"]*)"', svg)]
    for text in (*tried[:2], "nonsense 7"):
        move = state.parse(text) if text in tried else tuple(text.split())
        why = state.why_not(move)
        reason = why if isinstance(why, Reason) else Reason(why)
        drawn = draw(seen(state), Look(viewer=looker(state), legal=True, refused=(move, reason), prefix="p7"))
        root = ET.fromstring(drawn)
        bubble = next((node for node in root.iter() if "bubble-group" in (node.get("class") or "")), None)
        assert bubble is not None, "a refusal is drawn"
        words = " ".join(" ".join(part.itertext()) for part in bubble.iter(f"{SVG}text"))
        assert " ".join(f"{reason.title} {reason}".split()) in " ".join(words.split()), "with its title and sentence"
        box = next(node for node in bubble.iter(f"{SVG}rect"))
        x, y, wide, high = (float(box.get(name, 0)) for name in ("x", "y", "width", "height"))
        left, top, across, down = map(float, root.get("viewBox", "").split())
        assert left <= x and x + wide <= left + across and y + high <= top + down and top <= y, "inside the picture"
        if text in tried:
            assert len(POINTING.findall(drawn)) > len(POINTING.findall(svg)), f"{text}: it points at its place"


def check_steady(before: str, after: str) -> None:
    """A thing keeps its id from move to move, and an id is never another kind of thing."""
    old, new = ids_in(before), ids_in(after)
    both = old.keys() & new.keys()
    assert all(old[name] == new[name] for name in both), "an id is always the same kind of thing"
    assert len(both) >= 0.5 * min(len(old), len(new)), "most ids stay from move to move"


def check_end(state: State) -> None:
    """The prompt of a finished game names who has won."""
    assert state.turn() == OVER
    for seat in state.winners():
        assert state.seat_name(seat) in state.prompt(), f"the end prompt names the winner: {state.prompt()!r}"


def check_hooks(face: Face[Any], match: Match) -> None:
    """What table and plots ask a face for is there, in words."""
    assert face.glyph in GLYPHS, "the glyph is one of the silhouettes"
    assert face.subtitle(match.states[0]).strip()
    assert len(match.game.words.summary.split()) <= MOST_SUMMARY, "the whole game in few words"
    for sign, meaning in face.signs():
        assert ET.fromstring(sign).tag.endswith("svg") and meaning.strip(), "a sign and what it means"
    for name, value in face.facts(match.state):
        assert name.strip() and value.strip()
    for at in range(0, len(match.states), max(1, len(match.states) // 12)):
        state = match.states[at]
        for seat in range(state.players):
            assert isinstance(face.seat_note(state, seat), str)
            assert face.seat_mark(state, seat).startswith("<")
        for number, (marks, said) in enumerate(face.steps(match, at)):
            assert said.strip()
            if number % 8 == 0:  # the steps of a moment are drawn alike
                ET.fromstring(face.draw(state, Look(marks=tuple(marks), prefix="p7")))
    for name, mark in enumerate(("x", "y")):
        once = face.toggle((), mark)
        assert mark not in face.toggle(once, mark), f"a mark clicked twice is off again ({name})"


def check_face(game: type[State], players: int, seed: int, every: int = 6, **options: Any) -> None:
    """Play one random game and hold its pictures to the laws."""
    face, rng = face_of(game), Random(f"faces/{game.name}/{players}/{seed}")
    match = Match(game, players, **options)
    before, heights = "", set()
    for step, (state, move) in enumerate(laws.walk(match.state, rng)):
        if step % every == 0:
            offers = state.turn() == CHANCE or state.turn() >= 0
            svg = check_picture(face, state, legal=offers, last=match.moves[-1] if match.moves else None)
            check_targets(state, svg)
            last = match.moves[-1] if match.moves else None
            heights.add(check_size(check_picture(face, state, True, legal=offers, last=last)))
        if step % (4 * every) == 0:
            for draw in (face.draw, face.board):
                shown = draw(seen(state), Look(viewer=looker(state), legal=True, prefix="p7"))
                check_refusal(face, state, shown, draw == face.board)
            check_picture(face, state, compact=True, theme="dark")
            before = face.board(state, Look(prefix="p7"))
        match.play(move)
        if before:
            check_steady(before, face.board(match.state, Look(prefix="p7")))
            before = ""
    check_picture(face, match.state)
    heights.add(check_size(check_picture(face, match.state, True)))
    assert len(heights) == 1, "a table's picture keeps its height through the game"
    check_end(match.state)
    check_hooks(face, match)


def check_plots(game: type[State]) -> Iterator[str]:
    """Hold the plots of a game, if it has any, to the laws of figures; yield their titles."""
    table = Table(game, seats=["random"] * game.seats[0])
    ask(table, "tab", tab="plots")
    assert len(table.board.plots) == len(table.face.plots)
    for plot, view in zip(table.face.plots, table.board.plots, strict=True):
        assert plot.x and plot.y, "axes have names"
        assert f'aria-label="{plot.title}. ' in view, "a plot has a text alternative"
        assert re.search(r"<table[ >]", view), "and its data behind it; of a long game the last rows"
        yield plot.title


def main(name: str) -> None:
    """Hold one game's face to the laws and say so."""
    game = laws.find_game(name)
    for players in game.seats:
        check_face(game, players, 0)
        print(f"{game.name}: {players} players: the face obeys the laws")
    print(f"{game.name}: plots: {', '.join(check_plots(game)) or 'none'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
