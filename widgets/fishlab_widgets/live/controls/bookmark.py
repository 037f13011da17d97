"""The bookmark of a notebook: what was done in it is kept in the browser, and offered again after a restart.

Python says what is to be kept, as the codes that people copy too (a lesson code, a save code for each game), and reads
it as it reads any code: what is damaged, of another version or of another lesson is passed over in silence.
`bookmark.js` writes it into the browser's own storage, by the notebook's path. Nothing is sent anywhere, and no name is
in it. `to_board.js` brings the view to the first board after all cells were run, for JupyterLab leaves it at the end.

A save code holds all that is hidden in a game. In the storage of the browser on which the game is played that is no
more than what lies under the cover on the same screen: it is shown nowhere, and whoever looks for it could ask the
kernel just as well. Games of a room, in which each person has a screen, are never kept so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import traitlets

from fishlab.core import BadCode, Match
from fishlab.messages import many
from fishlab.players import bots_for
from fishlab.session import PERSON
from fishlab_widgets.live import kept
from fishlab_widgets.live.piece import Piece, script, style

_HERE = Path(__file__).parent
_VERSION = 1
_MOST_TEXT, _MOST_CODE, _MOST_GAMES = 300_000, 30_000, 20

HERE = "What you do here is kept in this browser only."
NOWHERE = "This browser keeps nothing: copy your codes before you leave."
SURE = "Forget all answers and games of this page, here and in this browser?"
OFFER = "Kept in this browser only, from last time: {what}."
GO_ON, ANEW, YES, NO = "Go on where you were", "Start anew", "Yes, forget them", "No"


class Answers(Protocol):
    """The answers of a lesson, as far as a bookmark knows them."""

    def beside(self, code: str = "") -> tuple[int, str]:
        """Return how many answers a code adds, and the code of all, "" if there are none; `BadCode` if it is none."""

    def restore(self, code: str) -> str:
        """Bring back the answers of a code; what is already answered here stays."""

    def forget(self) -> None:
        """Forget every answer."""


class Bookmark(Piece):
    """Keeps answers and games in the browser, says so, and offers what it finds there.

    Args:
        name: what the notebook is, besides its path: "lesson 07".
        answers: the lesson's answers, if it has any.
    """

    _esm = script(_HERE / "to_board.js", _HERE / "bookmark.js")
    _css = style(_HERE / "bookmark.css")

    name = traitlets.Unicode().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    buttons = traitlets.List(traitlets.List(traitlets.Unicode())).tag(sync=True)
    """What can be pressed: what it asks for, and its words."""
    news = traitlets.Bool(False).tag(sync=True)
    """Whether something has changed since the page was last told what to keep; it asks when it has a moment."""

    def __init__(self, name: str, answers: Answers | None = None) -> None:
        super().__init__(name=name)
        self.answers = answers
        self._found: dict[str, Any] = {}
        self._where = HERE
        self._retired = self._asking = False
        self.on_msg(self._message)
        kept.watch(name, self, yields=answers is None)

    def __repr__(self) -> str:
        return f"<Bookmark of {self.name}>"

    def tick(self) -> None:
        """Let the page know that there is something new to keep."""
        if not self._retired:
            self.news = True

    def retire(self) -> None:
        """Hear nothing any more, and say nothing: the cell was run again, and has a new bookmark."""
        self._retired = True

    def _message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if self._retired or not isinstance(content, Mapping):
            return
        match content.get("type"):
            case "tell":
                self._tell()
            case "no":
                self._asking = False
                self._tell()
            case "found":
                self._find(content.get("text"))
            case "nowhere":
                self._lose()
            case "go on":
                self._go_on()
            case "anew":
                self._asking = True
                self._show(SURE, ("forget", YES), ("no", NO))
            case "forget":
                self._forget()

    # ---- keeping ---------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Tell the page what to keep, and show where it is kept and what can be done with it."""
        self._say_keep(self._text())
        if self._asking:  # the question stays until it is answered
            return
        found = self._missing()
        offered = [many(found[one], one) for one in ("answer", "game") if found[one]]
        if offered:
            self._show(OFFER.format(what=" and ".join(offered)), ("go on", GO_ON), ("forget", ANEW))
        else:
            self._show(self._where, *[("anew", ANEW)] * bool(self._text()))

    def _say_keep(self, text: str, *, forget: bool = False) -> None:
        self.send({"type": "keep", "text": text, "forget": forget})
        self.news = False

    def _missing(self) -> dict[str, int]:
        """Return how many answers and games were found that are not here."""
        code, games = self._found.get("lesson"), self._found.get("games", {})
        return {
            "answer": self.answers.beside(code)[0] if self.answers is not None and code else 0,
            "game": len(set(games) - set(kept.keepsakes())),
        }

    def _show(self, words: str, *buttons: tuple[str, str]) -> None:
        with self.hold_sync():
            self.words, self.buttons = words, [list(one) for one in buttons]

    def _text(self) -> str:
        """Return all there is to keep, with what was found and not yet taken; "" if there is nothing."""
        games = {**self._found.get("games", {}), **kept.keepsakes()}
        lesson = self.answers.beside(self._found.get("lesson", ""))[1] if self.answers is not None else ""
        if not lesson and not games:
            return ""
        return json.dumps({"v": _VERSION, "lesson": lesson, "games": games}, separators=(",", ":"))

    def _lose(self) -> None:
        """Say that this browser keeps nothing: its storage is forbidden, or full."""
        self._where = NOWHERE
        self._show(NOWHERE)

    # ---- finding ---------------------------------------------------------------------------------------------

    def _find(self, text: Any) -> None:
        """Take what the browser has kept; what cannot be read is passed over."""
        self._found = self._read(text)
        self._tell()

    def _read(self, text: Any) -> dict[str, Any]:
        """Return what can be read of a kept text and is not here already."""
        try:
            data = json.loads(text) if isinstance(text, str) and 0 < len(text) <= _MOST_TEXT else {}
        except (ValueError, RecursionError):
            data = {}
        if not isinstance(data, dict) or data.get("v") != _VERSION:
            return {}
        found: dict[str, Any] = {}
        code, games = data.get("lesson"), data.get("games")
        if self.answers is not None and isinstance(code, str) and code:
            try:
                if self.answers.beside(code)[0]:
                    found["lesson"] = code
            except BadCode:
                pass
        if isinstance(games, dict):
            here = kept.keepsakes()
            good = {name: game for name, game in list(games.items())[:_MOST_GAMES] if name not in here and _fits(game)}
            if good:
                found["games"] = good
        return found

    # ---- what a person chooses -------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Bring back what was found; what has been done here meanwhile stays."""
        found, self._found = self._found, {}
        if self.answers is not None and "lesson" in found:
            self.answers.restore(found["lesson"])
        kept.bring_back(found.get("games", {}))
        self._tell()

    def _forget(self) -> None:
        """Forget what was found and what was done, here and in the browser."""
        self._found, self._asking = {}, False
        kept.forget()
        if self.answers is not None:
            self.answers.forget()
        self._say_keep("", forget=True)
        self._tell()


def _fits(game: Any) -> bool:
    """Tell whether something kept is a game that can go on."""
    match game:
        case {"of": str(), "code": str(code), "seats": [*seats], "seed": int() | str()} if len(code) <= _MOST_CODE:
            try:
                match = Match.from_code(code)
            except BadCode:
                return False
            return len(seats) == match.seats and all(who in (PERSON, *bots_for(match.game)) for who in seats)
    return False
