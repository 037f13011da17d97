"""What a person asks for beside the board: every message of a table's page but moves, and what is done about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from fishlab.core import CHANCE, OVER, BadCode, Player, State, called
from fishlab.match import Match
from fishlab.messages import tr
from fishlab.session import Session
from fishlab_widgets.live.board_model import ScreenModel
from fishlab_widgets.live.face import Face
from fishlab_widgets.live.new_game import fields_for, new_match
from fishlab_widgets.live.runner import TEMPOS, Runner
from fishlab_widgets.live.thoughts import Thoughts
from fishlab_widgets.live.view import RULES, SAVE, Page, dice_note, rules_of

_LONGEST_CODE = 30_000
LONGEST = 20
"""Letters of a seat's name: as many as fit the narrowest place that shows one."""


class Acting(Protocol):
    """What acts need of a table."""

    session: Session
    page: Page
    board: ScreenModel
    runner: Runner
    thoughts: Thoughts

    @property
    def match(self) -> Match:
        """The game."""

    @property
    def face(self) -> Face[Any]:
        """How it looks."""

    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the position."""

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
        elif kind == "at" and isinstance(content.get("at"), int):
            table.go(content["at"])
        elif kind == "walk" and content.get("by") in (-1, 0, 1):
            self.walk(content["by"])
        elif kind == "guide" and content.get("do") in ("begin", "next", "skip"):
            self.guide(content["do"])
        elif kind == "tempo" and content.get("tempo") in TEMPOS:
            self.set_tempo(content["tempo"])
        elif kind == "tab" and isinstance(content.get("tab"), str):
            self.open_tab(content["tab"])
        elif kind == "load":
            self.load(str(content.get("code", ""))[:_LONGEST_CODE])
        elif kind == "begin" and isinstance(content.get("values"), Mapping):
            self.begin(content["values"])
        elif kind == "seat" and self._is_seat(content) and content.get("who") in table.board.sitters:
            self.reseat(content["seat"], content["who"])
        elif kind == "name" and self._is_seat(content) and table.board.sitters:
            self.rename(content["seat"], str(content.get("name", "")))

    def _is_seat(self, content: Mapping[str, Any]) -> bool:
        return content.get("seat") in range(self.table.match.seats)

    # ---- looking ---------------------------------------------------------------------------------------------

    def open_tab(self, tab: str) -> None:
        """Open a tab beside the board."""
        table = self.table
        table.page.tab, table.page.answer = tab, ""
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
        if do == "skip":
            page.guide.skip()
        else:
            (page.guide.begin if do == "begin" else page.guide.next)(session)
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
        """Put a mark on the board, or take it away."""
        self.table.page.marks = self.table.face.toggle(self.table.page.marks, mark)
        self.table.refresh()

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
            table.page.answer = tr("The screen is covered: whose turn it is shows the board first.")
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
        """Go back to the line that was left."""
        self.table.stop()
        self.table.session.other_line()
        self.table.refresh(motion=False, status=tr("Back on the other line."))

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
        """Let bots and dice of all tables move at another pace; what moves on the board moves on."""
        Runner.tempo, board = tempo, self.table.board
        with board.hold_sync():
            board.can = {**board.can, "tempo": tempo}
            board.rev += 1

    def toggle_form(self) -> None:
        """Open the form for a new game, or put it away."""
        board = self.table.board
        board.form = {} if board.form else {"fields": [one.told() for one in self._fields()]}
        self.table.refresh(motion=False)

    def _fields(self) -> list[Any]:
        with self.table.session.speaking():
            return list(fields_for(self.table.match))

    def begin(self, answers: Mapping[str, Any]) -> None:
        """Begin the game that the form asks for; what is not possible is said in the form."""
        table = self.table
        try:
            with table.session.speaking():
                match = new_match(table.match, answers)
        except ValueError as why:
            fields = table.board.form.get("fields", [])
            given = [{**one, "value": answers.get(one["name"], one["value"])} for one in fields]
            table.board.form = {"fields": given, "wrong": str(why)}
            table.refresh(motion=False)
            return
        table.session.begin(match)
        table.new_game()


def named(state: State, names: Sequence[str], seat: Player, text: str) -> list[str]:
    """Return the names of all seats after one was given a name; an empty one gives the seat its own name back.

    A name is data: it stays with its table, no save code or answer holds it, and pages show it as text.

    Raises:
        ValueError: if the name is too long, has signs that cannot be shown, or is another seat's or a word of the game.
    """
    if not text.isprintable():
        raise ValueError("A name has letters, digits and signs only: no line breaks, tabs or hidden signs.")
    name = " ".join(text.split())
    if len(name) > LONGEST:
        raise ValueError(f"A name has at most {LONGEST} letters, and this one has {len(name)}.")
    after = [*names[:seat], name, *names[seat + 1 :]]
    with called(after):
        shown = [state.seat_name(one).casefold() for one in range(state.players)]
    twin = next((one for one in range(state.players) if one != seat and shown[one] == shown[seat]), None)
    if twin is not None:
        with called(after):
            raise ValueError(f"Another seat is called {state.seat_name(twin)}: choose a name of your own.")
    own = [state.seat_title(one) for one in (*range(state.players), CHANCE, OVER) if one != seat]
    words = {word.casefold() for word in (*own, *state.names().values())}
    if name and name.casefold() in words:
        raise ValueError(f"“{name}” is a word of this game: choose another name.")
    return after
