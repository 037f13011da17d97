"""What a person asks for beside the board: every message of a table's page but moves, and what is done about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol, TypeGuard

from fishlab.core import BadCode
from fishlab.match import Match
from fishlab.messages import mark, tr
from fishlab.session import Session, SessionError
from fishlab_widgets.live.board_model import ScreenModel
from fishlab_widgets.live.face import Face
from fishlab_widgets.live.new_game import named, wanted
from fishlab_widgets.live.runner import TEMPOS, Runner
from fishlab_widgets.live.thoughts import Thoughts
from fishlab_widgets.live.view import RULES, SAVE, Page, dice_note, rules_of

_LONGEST_CODE = 30_000


class Acting(Protocol):
    """What acts need of a table."""

    session: Session
    page: Page
    board: ScreenModel
    runner: Runner
    thoughts: Thoughts
    any_game: bool

    @property
    def match(self) -> Match:
        """The game."""

    @property
    def face(self) -> Face[Any]:
        """How it looks."""

    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the position."""

    def asks(self, answers: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the form for a new game."""

    def new_game(self) -> None:
        """Show a game that was just put on the table."""

    def start_anew(self) -> None:
        """Begin the cell's first game again."""

    def undo(self) -> None:
        """Take a move back."""

    def redo(self) -> None:
        """Play it again."""

    def go(self, place: int) -> None:
        """Show another position."""

    def load(self, code: str) -> None:
        """Open a save code."""

    def hint(self) -> None:
        """Work out the best move."""

    def think(self) -> None:
        """Weigh all moves."""

    def tell_thoughts(self) -> None:
        """Show what is known of them."""

    def switch_coach(self) -> None:
        """Switch advice on or off."""

    def stop(self) -> None:
        """Stop the bots."""


_NOT_NOW: Final = mark("Nothing can be done there now. {prompt}.")
_ASK_FIRST: Final = mark("{why} To ask about it, press “{question}” first.")


class Acts:
    """Does at a table what its page asks for. What the session does not allow is refused, also if it is forged."""

    def __init__(self, table: Acting) -> None:
        self.table = table
        self._plain: dict[str, Callable[[], object]] = {
            "undo": table.undo, "redo": table.redo, "bots": self.toggle_bots, "other": self.other_line,
            "anew": table.start_anew, "form": self.toggle_form, "again": self.again, "same": self.same,
            "back": self.look_back, "code": self.show_code, "coach": self.toggle_coach, "hint": table.hint,
            "think": table.think, "shown": table.thoughts.shown, "enough": self.enough,
        }  # fmt: skip

    def __call__(self, kind: str, content: Mapping[str, Any]) -> None:
        """Do what a message asks for; one that makes no sense does nothing."""
        table, session = self.table, self.table.session
        if not session.may(kind):
            table.refresh(motion=False, error=session.not_here())
        elif kind in self._plain:
            self._plain[kind]()
        elif kind == "at" and _is_whole(content.get("at")):
            table.go(content["at"])
        elif kind == "walk" and _is_whole(by := content.get("by")) and by in (-1, 0, 1):
            self.walk(by)
        elif kind == "guide" and content.get("do") in ("begin", "next", "skip"):
            self.guide(content["do"])
        elif kind == "tempo" and content.get("tempo") in tuple(TEMPOS):
            self.set_tempo(content["tempo"])
        elif kind == "tab" and isinstance(content.get("tab"), str):
            self.open_tab(content["tab"], whole=content.get("whole") is True)
        elif kind == "load":
            self.load(str(content.get("code", ""))[:_LONGEST_CODE])
        elif kind == "begin" and isinstance(content.get("values"), Mapping):
            seats = content.get("seats")
            self.begin(content["values"], seats if isinstance(seats, list) else None)
        elif kind == "draft" and isinstance(content.get("values"), Mapping):
            self.draft(content["values"])
        elif kind == "seat" and self._is_seat(content) and content.get("who") in table.board.sitters:
            self.reseat(content["seat"], content["who"])
        elif kind == "name" and self._is_seat(content) and table.board.sitters:
            self.rename(content["seat"], str(content.get("name", "")))

    def _is_seat(self, content: Mapping[str, Any]) -> bool:
        return _is_whole(seat := content.get("seat")) and seat in range(self.table.match.seats)

    # ---- looking ---------------------------------------------------------------------------------------------

    def open_tab(self, tab: str, *, whole: bool = False) -> None:
        """Open a tab beside the board; the moves of the whole game are listed until the next, and for whoever asks."""
        table = self.table
        table.page.tab, table.page.answer, table.page.all_moves = tab, "", whole
        if tab == RULES and not table.board.rules:
            table.board.rules = rules_of(table.match.state, table.face)
        table.refresh(motion=False)

    def walk(self, by: int) -> None:
        """Go a step of the walk through what happened, or end it (0)."""
        table, page = self.table, self.table.page
        if not page.walk_at:
            steps = table.face.steps(table.match, table.session.at)
            page.walk = [(tuple(marks), said) for marks, said in steps]
        page.walk_at = 0 if not by else max(0, min(page.walk_at + by, len(page.walk)))
        table.refresh(status=page.walk[page.walk_at - 1][1] if page.walk_at else None)

    def guide(self, do: str) -> None:
        """Begin the guided first round, go on in it, or skip it."""
        page, session = self.table.page, self.table.session
        page.refused = None  # what it speaks of next is not what was refused
        {"begin": page.guide.begin, "next": page.guide.next, "skip": page.guide.skip}[do](session)
        self.table.refresh(motion=False)

    def look_back(self) -> None:
        """Put the result away, or show it again."""
        self.table.page.result_away = not self.table.page.result_away
        self.table.refresh(motion=False)

    def toggle_coach(self) -> None:
        """Switch advice on or off."""
        self.table.switch_coach()
        self.table.refresh(motion=False)

    def mark(self, mark: str) -> None:
        """Put a mark on the board, or take it away. Whoever is to move opens a question by its own button only."""
        table, session, marks = self.table, self.table.session, self.table.page.marks
        now = table.face.toggle(marks, table.face.lasting(session.state, mark))
        opens = [label for asks, label in table.face.questions if asks in now and asks not in (*marks, mark)]
        if opens and session.asked() is not None and not session.goes_on():
            why = table.face.why_not(session.state, mark) or tr(_NOT_NOW, prompt=session.state.prompt())
            said = tr(_ASK_FIRST, why=why, question=tr(opens[0]))
            table.page.refused = None  # else its sign would stay where nothing is said of it
            table.refresh(motion=False, error=said)
            return
        table.page.marks = now
        if any(asks in now for asks, _ in table.face.questions):  # one thing is asked at a time
            table.page.refused, table.page.walk_at, table.board.form = None, 0, {}
        table.refresh()

    def cancel(self) -> None:
        """Put a refusal away."""
        self.table.page.refused = None
        self.table.refresh(motion=False)

    def uncover(self) -> None:
        """Lift the cover."""
        self.table.session.uncover()
        self.table.refresh(motion=False)

    def enough(self) -> None:
        """Let a bot's thoughts be as far as they are."""
        self.table.thoughts.enough()
        self.table.tell_thoughts()

    # ---- changing the game -----------------------------------------------------------------------------------

    def show_code(self) -> None:
        """Show the code of a game with secrets, which is only shown when asked for."""
        table, session = self.table, self.table.session
        table.page.tab = SAVE
        if session.covered:
            table.page.answer = tr("The screen is covered: the player whose turn it is must show the board first.")
            table.refresh(motion=False)
            return
        table.refresh(motion=False)
        with table.board.hold_sync():
            table.board.save = {**table.board.save, "code": session.match.code(), "dice": dice_note(session)}
            table.board.rev += 1

    def load(self, code: str) -> None:
        """Go on with the game of a save code; what is wrong with it is said beside it."""
        table = self.table
        table.page.tab = SAVE
        try:
            table.load(code)
            table.page.answer = tr("Loaded.")
        except BadCode as why:
            table.page.answer = str(why)
        table.refresh(motion=False)

    def again(self) -> None:
        """Play again, with other dice."""
        self.table.session.again()
        self.table.new_game()

    def same(self) -> None:
        """Play again with the same dice."""
        self.table.session.again(same_dice=True)
        self.table.new_game()

    def other_line(self) -> None:
        """Go back to the line that was left, if there is one."""
        self.table.stop()
        try:
            self.table.session.other_line()
            self.table.refresh(motion=False, status=tr("Back on the other line."))
        except SessionError as why:
            self.table.refresh(motion=False, error=str(why))

    def reseat(self, seat: int, who: str) -> None:
        """Give a seat to a person or a bot."""
        self.table.session.reseat(seat, who)
        self.table.runner.start(self.table.session)
        self.table.refresh(motion=False)

    def rename(self, seat: int, name: str) -> None:
        """Give a seat a name; one that cannot be is refused in words."""
        session = self.table.session
        try:
            session.names = named(session.match.state, session.names, seat, name)
        except ValueError as why:
            self.table.refresh(motion=False, error=str(why))
            return
        self.table.refresh(motion=False)

    def toggle_bots(self) -> None:
        """Stop the bots, or let them go on from the last position."""
        table = self.table
        if table.runner.running:
            table.stop()
        else:
            table.session.go(len(table.match.moves))
            table.runner.start(table.session)
        table.refresh(motion=False)

    def set_tempo(self, tempo: str) -> None:
        """Let bots and dice of this table move at another pace; what moves on the board moves on."""
        self.table.runner.tempo, board = tempo, self.table.board
        with board.hold_sync():
            board.can = {**board.can, "tempo": tempo}
            board.rev += 1

    def toggle_form(self) -> None:
        """Open the form for a new game, or put it away."""
        board, page = self.table.board, self.table.page
        board.form = {} if board.form else self.table.asks()
        if board.form:
            page.refused, page.walk_at, page.marks = None, 0, ()
        self.table.refresh(motion=False)

    def draft(self, answers: Mapping[str, Any]) -> None:
        """Let an open form ask for another game, whose options and bots are its own."""
        try:
            self.table.board.form = self.table.asks(answers)
        except ValueError:
            return  # there is no such game
        self.table.refresh(motion=False)

    def begin(self, answers: Mapping[str, Any], seats: list[Any] | None) -> None:
        """Begin the game that the form asks for; what is not possible is said in the form."""
        table = self.table
        try:
            with table.session.speaking():
                found = wanted(table.session, answers, seats, any_game=table.any_game)
        except ValueError as why:
            table.board.form = _with_answers(table.board.form, answers, seats or [], str(why))
            table.refresh(motion=False)
            return
        table.session.begin(found.match, seats=found.seats, names=found.names, dice=found.dice)
        table.new_game()


def _is_whole(value: object) -> TypeGuard[int]:
    """Tell whether a page has sent a whole number: neither 1.0, nor true, which is one in Python."""
    return isinstance(value, int) and not isinstance(value, bool)


def _with_answers(form: Mapping[str, Any], answers: Mapping[str, Any], seats: list[Any], wrong: str) -> dict[str, Any]:
    """Return a form as it was filled in, with what is wrong there."""
    fields = [{**one, "value": answers.get(one["name"], one["value"])} for one in form.get("fields", [])]
    given = [one if isinstance(one, Mapping) else {} for one in seats] + [{}] * len(form.get("seats", []))
    rows = [{**row, **{key: given[seat].get(key, row[key]) for key in ("name", "who", "flag")}}
            for seat, row in enumerate(form.get("seats", []))]  # fmt: skip
    return {**form, "fields": fields, "seats": rows, "wrong": wrong}
