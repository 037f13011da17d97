"""The bookmark of a notebook: what was done in it is kept in the browser, and offered again after a restart.

Python says what is to be kept, as the codes that people copy too (a lesson code, a save code for each game), and reads
it as it reads any code: what is damaged, of another version or of another lesson is passed over in silence.
`bookmark.js` writes it into the browser's own storage, by the notebook's path. Nothing is sent anywhere, and no name is
in it. `to_board.js` brings the view to the first board after all cells were run, for JupyterLab leaves it at the end.

A save code holds all that is hidden in a game. In the storage of the browser on which the game is played that is no
more than what lies under the cover on the same screen: it is shown nowhere, and whoever looks for it could ask the
kernel just as well. Games of a room, in which each person has a screen, are never kept so.

After a restart a board can be played before the browser's part is heard: messages wait while cells run, and may come in
another order. So nothing is kept before that, and a game that was found is kept beside the one that was begun since,
until the person goes on with it or starts anew.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import traitlets

from fishlab.bots import bots_for
from fishlab.core import BadCode
from fishlab.match import Match
from fishlab.messages import listed, mark, tr, trn
from fishlab.session import PERSON
from fishlab_widgets.controls import cell_cache
from fishlab_widgets.controls.base_widget import BaseWidget, script, style

_HERE = Path(__file__).parent
_VERSION = 1
_MOST_TEXT, _MOST_CODE, _MOST_GAMES, _MOST_BESIDE = 300_000, 30_000, 20, 2
_kernel = {"name": uuid.uuid4().hex[:12]}
"""What tells the games that this kernel has kept from those of an earlier one."""

HERE = mark("What you do here is kept in this browser only.")
NOWHERE = mark("This browser saves nothing: copy your codes before you leave.")
SURE = mark("Forget all answers and games of this page, here and in this browser?")
OFFER = mark("Kept in this browser only, from last time: {what}.")
EARLY = mark(
    "This browser still has something from last time. It will be offered here as soon as all cells have run. If that "
    "takes longer than a minute, a program may never end: choose Kernel → Interrupt Kernel in the menu."
)
GO_ON, ANEW, YES, NO = mark("Continue where you left off"), mark("Start over"), mark("Yes, forget them"), mark("No")


class Answers(Protocol):
    """The answers of a lesson, as far as a bookmark knows them."""

    def beside(self, code: str = "") -> tuple[int, str]:
        """Return how many answers a code adds, and the code of all, "" if there are none; `BadCode` if it is none."""

    def restore(self, code: str) -> str:
        """Bring back the answers of a code; what is already answered here stays."""

    def offer(self, code: str, go_on: Callable[[], None]) -> None:
        """Let cards whose answer is locked in a code wait, and ask whether to go on with it; "" ends that."""

    def forget(self) -> None:
        """Forget every answer."""

    def steps_done(self) -> int:
        """Return how many steps of the lesson are done, of `steps`."""

    steps: list[str]


class Bookmark(BaseWidget):
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
    early = traitlets.Unicode().tag(sync=True)
    """What the page says where it finds something of an earlier kernel, before Python has heard of it."""
    kernel = traitlets.Unicode().tag(sync=True)
    news = traitlets.Bool(False).tag(sync=True)
    """Whether something has changed since the page was last told what to keep; it asks when it has a moment."""

    def __init__(self, name: str, answers: Answers | None = None) -> None:
        super().__init__(name=name, early=tr(EARLY), kernel=_kernel["name"])
        self.answers = answers
        self._found: dict[str, Any] = {}
        self._where = HERE
        self._text_found: Any = None
        self._retired = self._asking = self._heard = False
        self.on_msg(self._message)
        cell_cache.watch(name, self, yields=answers is None)

    def __repr__(self) -> str:
        return f"<Bookmark of {self.name}>"

    def tick(self) -> None:
        """Let the page know that there is something new to keep."""
        if not self._retired:
            self.news = True

    def retire(self) -> None:
        """Hear nothing any more, and say nothing: the cell was run again, and has a new bookmark."""
        self._retired, self.early = True, ""

    def _return(self) -> None:
        """Watch again: a page that is loaded before the notebook was saved shows the bookmark of an earlier run."""
        self._retired, self.early = False, tr(EARLY)
        cell_cache.watch(self.name, self, yields=self.answers is None)
        if not self._retired:
            self._find(self._text_found)

    def _message(self, _widget: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, Mapping):
            return
        if content.get("type") == "found":
            self._text_found = content.get("text")
        if self._retired:
            if content.get("type") == "shown":
                self._return()
            return
        match content.get("type"):
            case "tell":
                self._tell()
            case "no":
                self._asking = False
                self._tell()
            case "found":
                self._find(self._text_found)
            case "nowhere":
                self._lose()
            case "go on":
                self._go_on()
            case "anew":
                self._asking = True
                self._show(tr(SURE), ("forget", YES), ("no", NO))
            case "forget" if self._asking:
                self._forget()

    # ---- keeping ---------------------------------------------------------------------------------------------

    def _tell(self) -> None:
        """Tell the page what to keep, and show where it is kept and what can be done with it."""
        if not self._heard:  # the browser may hold what would be overwritten
            return
        self._say_keep(self._text())
        if self._asking:  # the question stays until it is answered
            return
        answers, games = self._missing()
        offered = [trn("{n} answer", "{n} answers", answers)] * bool(answers)
        offered += [trn("{n} game", "{n} games", games)] * bool(games)
        if offered:
            self._show(tr(OFFER, what=listed(offered)), ("go on", GO_ON), ("anew", ANEW))
        else:
            self._show(tr(self._where), *[("anew", ANEW)] * bool(self._text()))

    def _say_keep(self, text: str, *, forget: bool = False) -> None:
        self.send({"type": "keep", "text": text, "forget": forget})
        self.news = False

    def _missing(self) -> tuple[int, int]:
        """Return how many answers and games were found that are not here."""
        code, games = self._found.get("lesson"), self._found.get("games", {})
        return self.answers.beside(code)[0] if self.answers is not None and code else 0, len(games)

    def _show(self, words: str, *buttons: tuple[str, str]) -> None:
        with self.hold_sync():
            self.words, self.buttons = words, [[kind, tr(label)] for kind, label in buttons]

    def _text(self) -> str:
        """Return all there is to keep, with what was found and not yet taken; "" if there is nothing."""
        here, found = cell_cache.keepsakes(), self._found.get("games", {})
        games = {**{name: some[0] for name, some in found.items()}, **here}
        beside = {name: some[name not in here :] for name, some in found.items() if some[name not in here :]}
        lesson = self.answers.beside(self._found.get("lesson", ""))[1] if self.answers is not None else ""
        if not lesson and not games:
            return ""
        text: dict[str, Any] = {"v": _VERSION, "by": self.kernel, "lesson": lesson, "games": games}
        if self.answers is not None:  # for the panel of the course, which shows how far each lesson is
            text["far"] = [max(self.answers.steps_done(), self._found.get("far", 0)), len(self.answers.steps)]
        return json.dumps({**text, "beside": beside} if beside else text, separators=(",", ":"))

    def _lose(self) -> None:
        """Say that this browser keeps nothing: its storage is forbidden, or full."""
        self._where, self._heard = NOWHERE, True
        self._show(tr(NOWHERE))

    # ---- finding ---------------------------------------------------------------------------------------------

    def _find(self, text: Any) -> None:
        """Take what the browser has kept; what cannot be read is passed over."""
        self._found, self._heard = self._read(text), True
        self._offer()
        self._tell()

    def _offer(self) -> None:
        if self.answers is not None:
            self.answers.offer(self._found.get("lesson", ""), self._go_on)

    def _read(self, text: Any) -> dict[str, Any]:
        """Return what can be read of a kept text and is not here already."""
        try:
            data = json.loads(text) if isinstance(text, str) and 0 < len(text) <= _MOST_TEXT else {}
        except (ValueError, RecursionError):
            data = {}
        if not isinstance(data, dict) or data.get("v") != _VERSION:
            return {}
        found: dict[str, Any] = {}
        code = data.get("lesson")
        if self.answers is not None and isinstance(code, str) and code:
            try:
                if self.answers.beside(code)[0]:
                    found["lesson"] = code
                    match data.get("far"):
                        case [int(done), int()] if 0 <= done <= len(self.answers.steps):
                            found["far"] = done
            except BadCode:
                pass
        if games := self._read_games(data):
            found["games"] = games
        return found

    def _read_games(self, data: Mapping[str, Any]) -> dict[str, list[Any]]:
        """Return the games that can be read and do not stand here, by the name of their place: the longest first."""
        here, own = cell_cache.keepsakes(), data.get("by") == self.kernel
        stood, beside = (one if isinstance(one, dict) else {} for one in (data.get("games"), data.get("beside")))
        found: dict[str, list[Any]] = {}
        for name in list({**stood, **beside})[:_MOST_GAMES]:
            known = [here[name]["code"]] if name in here else []
            some: list[tuple[int, Any]] = []
            more = beside.get(name)
            for game in [stood.get(name) if not (own and known) else None, *(more if isinstance(more, list) else [])]:
                if _fits(game) and not any(_holds(code, game["code"]) for code in known):
                    some.append((len(Match.from_code(game["code"]).moves), game))
                    known.append(game["code"])
            if some:
                found[name] = [game for _, game in sorted(some, key=lambda one: -one[0])[:_MOST_BESIDE]]
        return found

    # ---- what a person chooses -------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Bring back what was found; answers given here meanwhile stay, and a game begun here is put aside."""
        found, self._found = self._found, {}
        self._offer()
        if self.answers is not None and "lesson" in found:
            self.answers.restore(found["lesson"])
        games: dict[str, list[Any]] = found.get("games", {})
        cell_cache.bring_back(
            {name: {**best, "aside": [one["code"] for one in rest]} for name, (best, *rest) in games.items()}
        )
        self._tell()

    def _forget(self) -> None:
        """Forget what was found and what was done, here and in the browser."""
        self._found, self._asking = {}, False
        self._offer()
        cell_cache.forget()
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


def _holds(code: str, other: str) -> bool:
    """Tell whether a game goes on where another one stands."""
    mine, theirs = Match.from_code(code), Match.from_code(other)
    same = mine.game is theirs.game and mine.states[0] == theirs.states[0]
    return same and mine.moves[: len(theirs.moves)] == theirs.moves
