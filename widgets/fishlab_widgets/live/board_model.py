"""The live board of all games, and what a table shows around it, as models that a page shows (`controls.page_model`).

Python draws the picture and owns the truth. The browser sends what a person clicked or typed; `Match.play` decides.
A message carries the revision that it was made on, so a click on yesterday's picture does nothing. Of a new picture
a page that is open gets only the pieces that it does not have.
"""

from __future__ import annotations

import itertools
import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from html import unescape
from pathlib import Path
from typing import Any

import traitlets

from fishlab.core import IllegalMove, Move, Player, Reason, State
from fishlab.match import Match
from fishlab.messages import in_own_language, mark, tr
from fishlab_widgets.controls.page_model import LOST, PageModel, script, style
from fishlab_widgets.controls.served import Served
from fishlab_widgets.live.face import Bundle, Look, face_of
from fishlab_widgets.live.story.page_words import BOARD, TABLE, spoken

_count = itertools.count(1)
_MOST_CHOICES = 80
_MOST_KNOWN = 20_000  # pieces, about as many as a long game has
_HERE = Path(__file__).parent
_GROUPS, _ELEMENTS = re.compile(r'<(?:g id="|style>|defs>)'), re.compile(r"<(?=[a-z])")


def pieces_of(svg: str) -> list[str]:
    """Return a picture cut at every group that has an id, and at its styles; the page cuts it in the same way."""
    return _cut(svg, _GROUPS)


def _cut(text: str, at: re.Pattern[str]) -> list[str]:
    """Return a text cut before everything that a pattern finds."""
    cuts = [found.start() for found in at.finditer(text)]  # seven times as quick as a split
    return [text[begin:end] for begin, end in itertools.pairwise([0, *cuts, len(text)]) if begin < end]


_WRONG = mark("Something went wrong here ({name}: {error}; {file}, line {line}). Nothing was lost.")


class KnownPieces:
    """What pages know: a piece that stood in the last picture is told by its place there, an older one by its number.

    A page keeps the same lists: the last picture; the pieces of the picture `start` and every new one as it comes; and
    the elements of which the new ones were made.

    Args:
        start: the number of the picture with which the lists begin.
        pieces: its pieces.
    """

    def __init__(self, start: int, pieces: Sequence[str]) -> None:
        self.start, self._count = start, len(pieces)
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        self._places = dict(self._numbers)
        self._elements: dict[str, int] = {}

    def __len__(self) -> int:
        return self._count + len(self._elements)

    def changes(self, new: Sequence[str]) -> list[int | list[int] | dict[str, list[str | int]]]:
        """Return how a picture is made of what is known.

        Returns:
            The place and the count of pieces that stood in a row in the last picture; the number of an older piece; or
            of a new piece its elements: texts, or numbers if known.
        """
        told: list[int | list[int] | dict[str, list[str | int]]] = []
        row, follows = [0, 0], -1  # pieces in a row, and the place that would go on with it
        for piece in new:
            place = self._places.get(piece)
            if place is not None and place == follows:
                row[1] += 1
                follows += 1
                continue
            follows = -1
            if place is not None:
                row, follows = [place, 1], place + 1
                told.append(row)
            elif (number := self._numbers.get(piece)) is not None:
                told.append(number)
            else:
                told.append({"of": [self._element(text) for text in _cut(piece, _ELEMENTS)]})
                self._numbers[piece] = self._count
                self._count += 1
        self._places = {piece: place for place, piece in enumerate(new)}
        return told

    def _element(self, text: str) -> str | int:
        number = self._elements.get(text)
        if number is None:
            self._elements[text] = len(self._elements)
        return text if number is None else number


class BoardModel(PageModel):
    """A picture that can be played.

    With a match, every seat is played by hand. A table gives it `on_move` and `on_mark` functions of its own and
    decides itself what to show.
    """

    _esm = script(_HERE / "board.js", _HERE / "lone.js")
    _css = style()

    uid = traitlets.Unicode().tag(sync=True)
    svg = traitlets.Unicode().tag(sync=True)
    """The whole picture, for a page that opens; one that is open gets a `patch`."""
    svg_rev = traitlets.Int(0).tag(sync=True)
    """Counts the pictures."""
    patch = traitlets.Dict().tag(sync=True)
    """How the picture `to` is made of the picture `base`: see `KnownPieces`."""
    choices = traitlets.List(traitlets.Dict()).tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    busy = traitlets.Bool(False).tag(sync=True)
    cover = traitlets.Unicode().tag(sync=True)
    cover_button = traitlets.Unicode().tag(sync=True)
    motion = traitlets.Bool(True).tag(sync=True)
    typing = traitlets.Bool(True).tag(sync=True)
    lost = traitlets.Unicode().tag(sync=True)
    text = traitlets.Dict().tag(sync=True)
    """What the page says by itself."""
    gone = traitlets.Unicode().tag(sync=True)
    """Where the game goes on, if that is not here: then the board takes no moves."""
    rev = traitlets.Int(0).tag(sync=True)
    _open = False
    """Whether a page shows the board, and can patch its picture."""

    says: Mapping[str, str] = BOARD
    at_table = False
    """Whether it is the board of a table, which has cards for what is not played in the picture."""

    def __init__(self, match: Match | None = None, *, typing: bool = True) -> None:
        super().__init__(uid=f"b{next(_count)}", typing=typing, lost=tr(LOST), text=spoken(self.says))
        self.match = match
        self.on_move: Callable[[str], None] = self._play
        self.on_mark: Callable[[str], None] = self._mark
        self.on_uncover: Callable[[], None] = lambda: None
        self.on_cancel: Callable[[], None] = self._cancel
        self.on_open: Callable[[], None] = lambda: None
        self.marks: tuple[str, ...] = ()
        self.compact, self.costs = False, True
        self._known: KnownPieces | None = None
        self._since = 0  # the revision from which on picture and choices are as they are now
        self._last_sent = ""
        self.on_msg(self._receive)
        if match is not None:
            self._show_match()

    def show(
        self,
        state: State,
        *,
        legal: bool = True,
        viewer: Player | None = None,
        last: Move | None = None,
        refused: tuple[Move, Reason] | None = None,
        marks: Sequence[str] = (),
        motion: bool = True,
        **traits: Any,
    ) -> None:
        """Draw a state: all traits go out together, and `rev` last tells the browser to redraw once."""
        look = Look(viewer, legal, last, refused, tuple(marks), self.uid, compact=self.compact, costs=self.costs)
        svg = face_of(state).board(state, look) if self.at_table else face_of(state).draw(state, look)
        asked = any(mark in marks for mark, _ in face_of(state).questions)  # while asked, a board plays nothing
        choices = self._choices(state, svg, viewer, marks) if legal and not asked else []
        if (svg, choices) != (self.svg, self.choices):
            self._since = self.rev + 1
        with self.hold_sync():
            self._put(svg)
            self.choices = choices
            self.motion = motion
            self.error = ""
            for name, value in traits.items():
                if getattr(self, name) != value:  # to set what is there already would check it all again
                    setattr(self, name, value)
            self.rev += 1

    def parts(self, state: State) -> Sequence[Move]:
        """Return the moves that have no card of their own because they are parts of bundles."""
        return face_of(state).parts(state) if self.at_table else ()

    def _choices(self, state: State, svg: str, viewer: Player | None, marks: Sequence[str]) -> list[dict[str, Any]]:
        """Return the cards: what the game offers as such, then all else that can be played and is not drawn."""
        legal, face = dict.fromkeys(state.moves()), face_of(state)
        drawn = {unescape(move) for move in re.findall(r'data-move="([^"]*)"', svg)}
        cards = dict.fromkeys(face.offers(state) if self.at_table else ())
        parts = self.parts(state)
        cards |= {move: None for move in legal if state.notation(move) not in drawn and move not in parts}
        together = [_together(state, one) for one in (face.bundles(state, marks) if self.at_table else ())]
        return together + [
            _choice(state, move, viewer, move in legal, self.costs) for move in list(cards)[:_MOST_CHOICES]
        ]

    def _put(self, svg: str) -> None:
        """Take a picture: pages that are open are told what is new in it."""
        if svg == self.svg:
            return
        first, known, pieces = not self.svg, self._known, pieces_of(svg)
        if known is None or len(known) > _MOST_KNOWN:
            known = self._known = KnownPieces(self.svg_rev, pieces_of(self.svg))
        self.svg, self.svg_rev = svg, self.svg_rev + 1
        if not first or self._open:  # the first picture is whole
            base = self.svg_rev - 1
            self.patch = {"start": known.start, "base": base, "to": base + 1, "pieces": known.changes(pieces)}
        else:
            self._known = None

    def _should_send_property(self, key: str, value: Any) -> bool:
        """Keep the whole picture back from a page that is open: the patch says what is new in it."""
        kept = self._open and key in ("svg", "svg_rev")
        return not kept and bool(super()._should_send_property(key, value))

    def _show_match(self, refused: tuple[Move, Reason] | None = None, status: str = "", error: str = "") -> None:
        match = self.match
        assert match is not None
        last = match.moves[-1] if match.moves else None
        self.show(match.state, last=last, refused=refused, marks=self.marks, status=status, error=error)

    def _play(self, text: str) -> None:
        match = self.match
        if match is None:
            return
        before = match.state
        try:
            match.play(text)
        except IllegalMove as why:
            refused = (tuple(why.move), why.reason) if isinstance(why.move, tuple) else None
            self._show_match(refused, error=f"{why.reason.title}: {why.reason}")
            return
        self._show_match(status=sentences(before.say(match.moves[-1]), match.state.prompt()))

    def _mark(self, mark: str) -> None:
        if self.match is not None:
            face = face_of(self.match.game)
            self.marks = face.toggle(self.marks, face.lasting(self.match.state, mark))
            self._show_match()

    def _cancel(self) -> None:
        if self.match is not None:
            self._show_match()

    @in_own_language
    def _receive(self, _model: Any, content: Any, _buffers: Any) -> None:
        """Take a message from the browser; whatever goes wrong is said on the board."""
        if self.gone and not (isinstance(content, Mapping) and content.get("type") in ("open", "whole")):
            return
        try:
            self._obey(content if isinstance(content, Mapping) else {})
        except Exception as error:
            self.stumble(error)

    @in_own_language
    def stumble(self, error: Exception) -> None:
        """Say on the board what went wrong, and where; nothing is drawn, for that may be what does not work."""
        place = traceback.extract_tb(error.__traceback__)[-1]
        slots = {"name": type(error).__name__, "error": error, "file": Path(place.filename).name, "line": place.lineno}
        with self.hold_sync():
            self.error = tr(_WRONG, **slots)
            self.rev += 1

    def _obey(self, content: Mapping[str, Any]) -> None:
        kind = content.get("type")
        if kind == "uncover":
            self.on_uncover()
        elif kind == "open":
            self._open, self._known = True, None  # all pages begin their lists again: this one has only the picture
            self.on_open()
        elif kind == "whole":
            self._known = None
            self.send_state(["svg", "svg_rev"])
            self.rev += 1
        elif kind == "cancel":
            self.on_cancel()
        elif kind == "mark" and isinstance(content.get("mark"), str):
            self.on_mark(content["mark"])
        elif kind == "move" and isinstance(content.get("move"), str):
            move = content["move"][:200]
            rev = content.get("rev")
            if not isinstance(rev, int) or not self._since <= rev <= self.rev:
                if move != self._last_sent:
                    with self.hold_sync():
                        self.status = tr("The board had already changed: look again, then move.")
                        self.rev += 1
                return
            self._last_sent = move
            self.on_move(move)


class ScreenModel(BoardModel):
    """The board of a table with prompt, cards, seats, plots, moves, rules and code around it.

    One model, so that a move is one message. It knows nothing of matches: its table fills the traits (`view` has their
    types), and hears through `on_act` what a person asks for.
    """

    _esm = script(
        _HERE / "board.js", _HERE / "start_form.js", _HERE / "spots.js", _HERE / "news.js", _HERE / "screen.js"
    )
    says, at_table = TABLE, True

    head = traitlets.Dict().tag(sync=True)
    """`view.Head`."""
    prompt = traitlets.Dict().tag(sync=True)
    """`view.Prompt`."""
    questions = traitlets.List(traitlets.Dict()).tag(sync=True)
    """`view.Question` each."""
    can = traitlets.Dict().tag(sync=True)
    """`view.Can`."""
    seats = traitlets.List(traitlets.Dict()).tag(sync=True)
    """`view.SeatRow` each."""
    standings = traitlets.List(traitlets.Dict()).tag(sync=True)
    """`view.Standing` each."""
    turn = traitlets.Int(-1).tag(sync=True)
    """The seat to act, less than 0 if none is."""
    signs = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The sign of each seat, as HTML."""
    common = traitlets.Unicode("").tag(sync=True)
    """The score that all seats have together, if there is one; `score` of a standing is its share then."""
    sitters = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """Who may be chosen for a seat, in order; [] where nobody chooses."""
    bots = traitlets.Dict().tag(sync=True)
    """A line about each of the bots among them."""
    log = traitlets.List(traitlets.List()).tag(sync=True)
    """The moves around the position shown: number, words, and whether it is `past`, `now` or `later`."""
    aloud = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The board in words, for those who hear the page."""
    news = traitlets.List(traitlets.Dict()).tag(sync=True)
    """`view.NewsLine` each."""
    glance = traitlets.Unicode("").tag(sync=True)
    """The game's first plot at a glance, as SVG; "" where there is none."""
    plots = traitlets.List(traitlets.Unicode()).tag(sync=True)
    rules = traitlets.Dict().tag(sync=True)
    """`text`, pairs of topic and sentences; `signs`, pairs of picture and meaning."""
    game = traitlets.Int(0).tag(sync=True)
    """Counts the games at this table."""
    at = traitlets.Int(0).tag(sync=True)
    count = traitlets.Int(0).tag(sync=True)
    walk = traitlets.Dict().tag(sync=True)
    """`view.Walk`."""
    guide = traitlets.Dict().tag(sync=True)
    """`guide_progress.GuideView`."""
    save = traitlets.Dict().tag(sync=True)
    """`view.Save`."""
    form = traitlets.Dict().tag(sync=True)
    """`new_game.Form`."""
    ending = traitlets.Dict().tag(sync=True)
    """`view.Ending`."""
    thought = traitlets.Dict().tag(sync=True)
    """What a search thinks of the moves: `kind`, `running`, `look`, `said`, `by`, `counts` and `rows`; else empty."""
    ended = traitlets.Bool(False).tag(sync=True)
    """Whether there is a result to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.on_act: Callable[[str, Mapping[str, Any]], None] = lambda kind, content: None

    def _obey(self, content: Mapping[str, Any]) -> None:
        kind = content.get("type")
        if kind in ("move", "mark", "cancel", "uncover", "open", "whole"):
            super()._obey(content)
        elif isinstance(kind, str):
            self.on_act(kind, content)


class ServedScreen(ScreenModel, Served):
    """The screen of a table on a page of the class server."""


def _choice(state: State, move: Move, viewer: Player | None, legal: bool, costs: bool) -> dict[str, Any]:
    face = face_of(state)
    line = state.explain(move) if costs or move[0] not in face.costly else ""
    why_not = "" if legal else str(state.why_not(move))
    return {
        "move": state.notation(move),
        "label": face.label(state, move) or (why_not or state.say(move, viewer)).rstrip("."),
        "line": line,
        "note": sentences(why_not),  # what can be played has said all on its card: nothing has happened yet
        "key": face.key(state, move),
        "open": legal,
        "amount": move[1] if legal and move[0] == face.stepper else None,
    }


def _together(state: State, one: Bundle) -> dict[str, Any]:
    text = "; ".join(map(state.notation, one.moves))
    return {"move": text, "label": one.label, "line": one.line, "note": "", "key": "", "open": True, "amount": None}


def sentences(*parts: str) -> str:
    """Return parts as sentences, each with one full stop."""
    return " ".join(f"{part.rstrip('.')}." for part in parts if part)
