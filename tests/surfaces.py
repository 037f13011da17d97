"""Every surface on which somebody sees a game, as text: what the law of secrecy compares.

A surface is a function of a `Scene`. It yields what was looked at and what was seen there, and nothing where the viewer
does not come to see it. What differs from page to page and tells nothing (ids, revisions) is taken out.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple
from zlib import crc32

import ipywidgets as w
from fishlab_widgets import Table
from fishlab_widgets.charts.plot import GridPlot
from fishlab_widgets.classroom.desk.desk import Desk
from fishlab_widgets.classroom.desk.model import DeskModel
from fishlab_widgets.classroom.desk.projector import Projection
from fishlab_widgets.classroom.outcome.class_zip import class_zip, session_of
from fishlab_widgets.classroom.outcome.report import report_html
from fishlab_widgets.classroom.seat import Seat
from fishlab_widgets.controls.served import Served
from fishlab_widgets.live.face import draw, face_of
from keyboard import replayed
from sending import ask, send

from fishlab.core import CHANCE, Player
from fishlab.match import Match
from fishlab.players.advice import adviser_for
from fishlab.room import Room, RoomSession
from fishlab.session import PERSON, Session

Seen = Iterator[tuple[str, str]]
_ROOMS: Final = TemporaryDirectory()


class Scene(NamedTuple):
    """A moment of a match, who looks at it (`CHANCE` is a stranger), and an empty folder for what needs files."""

    match: Match
    viewer: Player
    folder: Path

    @property
    def own_turn(self) -> bool:
        """Whether the viewer is to act."""
        return self.match.state.turn() == self.viewer

    def copy(self) -> Match:
        """Return the match, to be changed."""
        match = Match.from_json(self.match.to_json())
        match.seed = 7
        return match


class Held(Session):
    """A session in which bots and dice wait: what they would do next is not the same in two worlds."""

    def goes_on(self) -> bool:
        """Let nobody move by itself."""
        return False


# The terminal and the picture.


def terminal(scene: Scene) -> Seen:
    """One person among bots, and all seats at one keyboard that is handed on, each with the picture in a file."""
    if scene.viewer >= 0:
        for words, people in (("alone", [scene.viewer]), ("handed on", list(range(scene.match.seats)))):
            picture = scene.folder / f"{words}.svg"
            yield words, replayed(scene.match, people, 12, picture).text(scene.viewer)


def still_picture(scene: Scene) -> Seen:
    """What a cell shows of a state: the viewer's own view, and the whole state drawn for the viewer."""
    state = scene.match.state
    yield "a view", str(state.view(scene.viewer)._repr_svg_())
    yield "drawn for a viewer", draw(state, viewer=scene.viewer)


# The table in a notebook.


LOOKING: Final[tuple[Mapping[str, Any], ...]] = (
    {"type": "open"}, {"type": "tab", "tab": "moves"}, {"type": "tab", "tab": "save"}, {"type": "tab", "tab": "rules"},
    {"type": "tab", "tab": "think"}, {"type": "tab", "tab": "players"}, {"type": "mark", "mark": "a1"},
    {"type": "cancel"}, {"type": "walk", "by": 1}, {"type": "walk", "by": 0}, {"type": "move", "move": "xyzzy 9"},
    {"type": "load", "code": "FT1-xyz"}, {"type": "form"}, {"type": "form"},
    {"type": "whole"}, {"type": "at", "at": 3}, {"type": "at", "at": 0}, {"type": "at", "at": 10_000},
    {"type": "back"},
)  # fmt: skip
"""What a page can ask for without a move."""
OTHERS: Final[tuple[Mapping[str, Any], ...]] = (
    {"type": "move", "move": "bid 3"}, {"type": "move", "move": "draw lobster"},
)  # fmt: skip
"""Moves that a page can ask for when it is somebody else's turn."""
GOING_BACK: Final[tuple[Mapping[str, Any], ...]] = ({"type": "undo"}, {"type": "redo"}, {"type": "undo"},
                                                    {"type": "undo"})  # fmt: skip


def synced(widget: w.Widget | Seat) -> str:
    """Return all that a page is told of a widget and of what is in it, or of a seat of a class."""
    told: list[str] = []
    if isinstance(widget, Seat):
        return served(widget.board)

    def walk(one: w.Widget) -> None:
        told.append(repr({key: value for key, value in sorted(one.get_state().items()) if not key.startswith("_")}))
        for child in getattr(one, "children", ()):
            walk(child)

    walk(widget)
    return _without_names("\n".join(told))


def _without_names(told: str) -> str:
    names = r"IPY_MODEL_\w+|fig\d+-?|\bb\d+-|'uid': '\w+'|'(rev|svg_rev|base|to)': \d+|'own_id': '\w+'"
    return re.sub(names, "", told)


def a_table(scene: Scene, people: list[Player]) -> Table:
    """Return a table at which some seats are people's, and bots and dice wait."""
    seats = [PERSON if seat in people else "random" for seat in range(scene.match.seats)]
    return Table(Held(scene.copy(), seats))


def looked_around(table: Table, scene: Scene) -> Seen:
    """Use every control of a table that leaves the worlds alike; the last seat has the same page, and uses few.

    At the end the code is given to all who ask.
    """
    moving = () if scene.own_turn else OTHERS
    controls = (*LOOKING, *moving, *GOING_BACK) if scene.viewer in (CHANCE, 0) else (*LOOKING[:4], *moving)

    def seen() -> str:
        return re.sub(r"'code': '\S+'", "", synced(table)) if scene.match.over else synced(table)

    yield "at first", seen()
    for control in controls:
        ask(table, **{**control, "kind": control["type"]})
        yield f"after {control}", seen()


def own_table(scene: Scene) -> Seen:
    """One person among bots at a table of their own."""
    if scene.viewer >= 0:
        yield from looked_around(a_table(scene, [scene.viewer]), scene)


def covered_screen(scene: Scene) -> Seen:
    """One screen that is passed round, as it lies there before somebody takes it; then others change the seats."""
    if not scene.own_turn and not scene.match.over:
        table = a_table(scene, list(range(scene.match.seats)))
        yield from looked_around(table, scene)
        table = a_table(scene, list(range(scene.match.seats)))
        for seat in set(table.session.people) - {table.match.state.turn()}:
            ask(table, "seat", seat=seat, who="random")
            yield f"a bot in seat {seat}", synced(table)


def taken_screen(scene: Scene) -> Seen:
    """One screen that is passed round, as the viewer sees it who has taken it; at the end all look at it."""
    if scene.own_turn or scene.match.over:
        table = a_table(scene, list(range(scene.match.seats)))
        ask(table, "uncover")
        yield from looked_around(table, scene)


def log(scene: Scene) -> Seen:
    """The whole list of moves, as the viewer may hear it."""
    session = Held(scene.copy(), ["random"] * scene.match.seats)
    for place in range(len(scene.match)):
        yield f"move {place}", session.told(place, scene.viewer)


def plots(scene: Scene) -> Seen:
    """What the plots of a table are drawn from, and once the drawings themselves, which take long."""
    match, state = scene.match, scene.match.state
    for plot in face_of(match.game).plots:
        if isinstance(plot, GridPlot):
            yield plot.title, repr((list(plot.columns(state)), [(name, list(row)) for name, row in plot.cells(state)]))
        else:
            yield plot.title, repr((plot.rows(match), plot.lines(match), plot.frame(match)))
    if scene.viewer == 0 and scene.own_turn and face_of(match.game).plots:
        table = a_table(scene, [scene.viewer])
        ask(table, "tab", tab="plots")
        assert table.board.plots
        yield "drawn", re.sub(r"fig\d+-?", "", "".join(table.board.plots))


def action_cards(scene: Scene) -> Seen:
    """The moves that a person can choose, in words."""
    if scene.own_turn:
        board = a_table(scene, [scene.viewer]).board
        yield "cards", repr(board.choices)
        yield "targets", re.sub(r"\bb\d+-", "", board.svg)


def thoughts(scene: Scene) -> Seen:
    """A hint, and what a bot thinks of every move."""
    if scene.own_turn:
        table = a_table(scene, [scene.viewer])
        table.thoughts.adviser = replace(adviser_for(table.state), simulations=8, seconds=1e9)
        for kind in ("hint", "think"):
            ask(table, kind)
            assert table.board.thought["rows"]
            yield kind, repr(table.board.thought)


def save_code(scene: Scene) -> Seen:
    """The Save tab before a code is asked for, a covered one that is asked, and that of a class seat.

    Whoever asks for it, alone or on a screen that they have taken, is given the whole game, and told so.
    """
    tables = {}
    if not scene.match.over:
        if scene.viewer >= 0:
            tables = {"own": a_table(scene, [scene.viewer]), "class": class_seat_page(scene)}
        if not scene.own_turn:
            tables["covered"] = a_table(scene, list(range(scene.match.seats)))
    for name, table in tables.items():
        ask(table, "tab", tab="save")
        if name != "own":
            ask(table, "code")
        yield name, repr(table.board.save)


# The class.


@cache
def _played(saved: str, folder: str) -> Room:
    """Return a room with a table "T" at which a saved match has been played, every seat held by its key."""
    match = Match.from_json(saved)
    room = Room(Path(folder) / f"{crc32(saved.encode())}.room", clock=lambda: 1000.0)
    room.luck = "real"
    room.open("T", match.game, match.seats, **match.options)
    for seat in range(match.seats):
        room.claim("T", seat, f"key-of-seat-{seat}")
    for number, (state, move) in enumerate(zip(match.states, match.moves, strict=False)):
        turn = state.turn()
        assert room.append("T", number, state.notation(move), turn, f"key-of-seat-{max(turn, 0)}")
    return room


def a_room(scene: Scene) -> Room:
    """Return a room of its own with the match at table "T": to play all moves again for every surface takes long."""
    copy = scene.folder / "class.room"
    _played(scene.match.to_json(), _ROOMS.name).copy_to(copy)
    return Room(copy, clock=lambda: 1000.0)


def class_seat_page(scene: Scene) -> Seat:
    """Return the page of the viewer's seat in a class, or one at which nobody sits."""
    room, seat = a_room(scene), scene.viewer
    return Seat(RoomSession(room, "T") if seat == CHANCE else RoomSession(room, "T", seat, f"key-of-seat-{seat}"))


def class_seat(scene: Scene) -> Seen:
    """The page of a seat in a class, or of a screen at which nobody sits."""
    yield from looked_around(class_seat_page(scene), scene)


def served(page: Served) -> str:
    """Return all that a page of the class server is told when it opens."""
    return _without_names(repr(dict(sorted(page.open(lambda news: None).items()))))


def desk(scene: Scene) -> Seen:
    """The teacher's desk with all its tabs, a table's game laid below it, and what is exported."""
    if scene.viewer == CHANCE:
        found = Desk(a_room(scene), clock=lambda: 1000.0)
        yield "at first", served(found.panel)
        for tab in ("sofar", "sea", "models", "debrief", "export"):
            send(found.panel, type="tab", tab=tab)
            yield tab, served(found.panel)
        send(found.panel, type="choose", table="T")
        yield "a table chosen", served(found.panel)
        send(found.panel, type="look", table="T")
        assert found.copy is not None
        yield "its game laid open", served(found.copy.board)
        if not scene.match.over:  # then the table's code is in it, for all
            number = session_of(found.room).encode()  # drawn with a room, whatever is hidden in it
            yield "zip", repr({name: data.replace(number, b"") for name, data in _files(class_zip(found.room)).items()})
            yield "report", re.sub(r"\bfig\d+-", "fig-", report_html(found.room, found.model.statuses()))


def _files(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name: packed.read(name) for name in packed.namelist()}


def projector(scene: Scene) -> Seen:
    """What the projector shows, while a class plays and when the teacher has ended it."""
    if scene.viewer == CHANCE:
        desk = DeskModel(a_room(scene), lambda view: None, clock=lambda: 1000.0)
        wall = Projection(desk.room, desk.join)
        yield "at first", repr(wall.view())
        desk.act("end", {})
        yield "ended", repr(wall.view())


SURFACES: Final[dict[str, Callable[[Scene], Seen]]] = {
    one.__name__: one
    for one in (
        terminal, still_picture, own_table, covered_screen, taken_screen, log, plots, action_cards, thoughts, save_code,
        class_seat, desk, projector,
    )
}  # fmt: skip
