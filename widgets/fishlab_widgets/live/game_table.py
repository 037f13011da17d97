"""A table without a notebook: one session (`fishlab.session`) on one page.

`view` says what stands on the page, `runner` lets bots and dice move in small steps. `table.Table` shows it in a
notebook, `fishlab_widgets.classroom.seat.Seat` on a page of a class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeGuard

from fishlab.bots import about_bots
from fishlab.core import NOT_ALLOWED, BadCode, IllegalMove, Move, State
from fishlab.match import Match
from fishlab.messages import in_own_language, mark, tr
from fishlab.one_at_a_time import OneAtATime
from fishlab.session import PERSON, Session, SessionError, by_name
from fishlab_widgets.charts.glance import glance, glance_numbers
from fishlab_widgets.charts.plot import Sketch
from fishlab_widgets.controls.background import Background
from fishlab_widgets.live.board_model import ScreenModel, sentences
from fishlab_widgets.live.face import Face, face_of
from fishlab_widgets.live.new_game import form_for, named, wanted
from fishlab_widgets.live.runner import TEMPOS, Runner
from fishlab_widgets.live.thoughts import Kind, Thoughts
from fishlab_widgets.live.view import PLOTS, RULES, SAVE, Page, TableView, dice_note, rules_of

_PLOT_PAUSE = 0.12  # seconds: the board answers first
_LONGEST_CODE = 30_000
_NOT_NOW: Final = mark("Nothing can be done there now. {prompt}.")
_ASK_FIRST: Final = mark("{why} To ask about it, press “{question}” first.")
Plotter = Callable[[ScreenModel, Sequence[Sketch]], object]


class GameTable(OneAtATime):
    """A session on a page.

    Args:
        session: the match with its seats.
        board: what the page shows of it.
        plot: whether to show the live plot.
        pace: seconds a bot waits before it moves, so that a class can follow.
        hints: whether people may ask for a hint, and for what a bot thinks of their moves.
        costs: whether cards tell what a move costs later; if not, players find it out.

    Attributes:
        session: the match with its seats: who may look, who moves, what may be done.
        page: what the page looks at beside the position.
        board: what is shown.
        listeners: called with the table whenever it shows something.
        anew: the game that can be begun instead of the one that goes on here, if there is one.
        plotter: draws plots elsewhere, and has them shown when they are ready; without one they are drawn here.
    """

    coached = True
    """Whether the table gives advice."""
    any_game = False
    """Whether any game can be put on the table; else it keeps to its own."""

    def __init__(
        self,
        session: Session,
        board: ScreenModel,
        *,
        plot: bool = True,
        pace: float = 0.35,
        hints: bool = True,
        costs: bool = True,
    ) -> None:
        self.session, self.board, self.language = session, board, board.language
        self.runner, self.thoughts = Runner(self.refresh, pace, board.stumble), Thoughts(self.tell_thoughts)
        self._plotting = Background()
        self._charts: list[Any]
        self._glanced_at: State | None = None
        self._glanced: tuple[int, tuple[str, ...]] = (-1, ())
        self._glance_says: tuple[Any, ...] = ()
        self.listeners: list[Callable[[Any], None]] = []
        self.anew: Match | None = None
        self.plotter: Plotter | None = None
        self.page, board.costs = Page(hints=hints, costs=costs), costs
        self._plot = plot
        board.on_move, board.on_act = self._person_plays, self._act
        board.on_mark, board.on_cancel, board.on_uncover = self._mark, self._cancel, self._uncover
        board.on_open = self.opened
        self._know_game()

    def _know_game(self) -> None:
        """Take over what the game that stands here brings along: its plots, and who may sit at it."""
        self.page.plots = self._plot and bool(self.face.plots)
        self._charts, self.board.plots, self._glanced_at, self._glance_says = [], [], None, ()
        if self.session.may("seat"):
            self.board.bots = about_bots(self.match.game)
            self.board.sitters = [PERSON, *self.board.bots]

    @property
    def match(self) -> Match:
        """The game that is played."""
        return self.session.match

    @property
    def state(self) -> State:
        """The position that the table shows."""
        return self.session.state

    @property
    def names(self) -> Sequence[str]:
        """What people call the seats here."""
        return self.session.names

    @property
    def face(self) -> Face[Any]:
        """How this game looks."""
        return face_of(self.match.game)

    @property
    def thinking(self) -> bool:
        """Whether a bot or the dice are at work."""
        return self.runner.running

    # ---- showing ---------------------------------------------------------------------------------------------

    @in_own_language
    @by_name
    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the present position everywhere at once."""
        session, page = self.session, self.page
        page.thinking, page.anew, page.coached = self.thinking, self.anew is not None, self.coached
        page.tempo, page.form = self.runner.tempo, bool(self.board.form)
        view = TableView(session, self.face, page)
        if session.covered:
            page.refused, page.walk_at = None, 0
        self.thoughts.hold(session.state if view.may_think else None)
        traits: dict[str, Any] = {**view.around(), "error": error, "thought": self.thoughts.told()}
        if status is not None:
            traits["status"] = status
        if page.plots and self._glance_is_old():
            traits["glance"] = glance(self.face.plots, self.match, session.at)
        self.board.show(
            view.state,
            legal=view.asked is not None and not page.walk_at,
            viewer=view.viewer,
            last=session.match.moves[session.at - 1] if session.at else None,
            refused=page.refused,
            marks=view.marks,
            motion=motion,
            **traits,
        )
        if page.plots and page.tab == PLOTS:  # a moment after the board, once for a burst of moves
            self._plotting.later(_PLOT_PAUSE if self.board.plots else 0, self._draw_plots)
        for listener in self.listeners:
            listener(self)

    def _glance_is_old(self) -> bool:
        """Tell whether the plot at a glance has to be drawn: it looks at the whole game, which takes long.

        It is drawn once for a position; while bots and dice move, only where it would say another number than it does.
        """
        session, state = self.session, self.match.state
        place = (session.at, tuple(session.names))
        if state is self._glanced_at and place == self._glanced:
            return False
        says = (place[1], glance_numbers(self.face.plots, self.match, session.at))
        if self.thinking and says == self._glance_says:
            return False
        self._glanced_at, self._glanced, self._glance_says = state, place, says
        return True

    @in_own_language
    @by_name
    def _draw_plots(self) -> None:
        if self.plotter is not None:
            self.plotter(self.board, [one.sketch(self.match, self.session.at) for one in self.face.plots])
            return
        if not self._charts:
            from fishlab_widgets.charts.match_plots import chart_of  # plotting is loaded when it is first looked at

            self._charts = [chart_of(one) for one in self.face.plots]
        self.board.plots = [chart.html(self.match, self.session.at) for chart in self._charts]

    def opened(self) -> None:
        """Put away what was refused on a page before: whoever opens one has tried nothing there yet."""
        if self.page.refused or (self.board.error and self.board.svg):
            self.board.on_cancel()

    # ---- playing ---------------------------------------------------------------------------------------------

    @in_own_language
    @by_name
    def play(self, move: Move | str) -> None:
        """Play a move at the position shown; `IllegalMove` says why not. A later line is kept aside."""
        said = self.session.play(move)
        self.page.clear()
        self.runner.start(self.session)
        self.refresh(status=sentences(*(self.session.news() or [said]), self.state.prompt()))

    def _person_plays(self, text: str) -> None:
        if why_not := self.session.why_not_now():
            self.refresh(motion=False, error=why_not)
            return
        try:
            *first, last = self.session.read_row(text)
            for move in first:
                self.session.play(move)
            self.play(last)
        except IllegalMove as why:
            self.page.refused = (why.move, why.reason) if isinstance(why.move, tuple) else None
            title = "" if why.reason.title == tr(NOT_ALLOWED) else f"{why.reason.title}. "
            self.refresh(motion=False, error=f"{title}{why.reason}")

    def go(self, place: int) -> None:
        """Show another position of the game."""
        self.session.go(place)
        self.page.refused, self.page.walk_at = None, 0
        self.refresh(motion=False, status="")

    @in_own_language
    def undo(self) -> None:
        """Take back the last move, and with it the bots' and the dice's moves after the person's own."""
        self.stop()
        said, again = self.session.undo()
        self.page.refused, self.page.walk_at = None, 0
        if again:
            self.runner.start(self.session)
        self.refresh(motion=False, status=said)

    @in_own_language
    def redo(self) -> None:
        """Play the undone moves again, up to the person's next decision."""
        said = self.session.redo()
        self.page.refused, self.page.walk_at = None, 0
        self.refresh(motion=False, status=said)

    def load(self, code: str) -> None:
        """Go on with the game that a save code holds; `BadCode` says what is wrong with it."""
        self.session.load(code, any_game=self.any_game)
        self.new_game()

    def asks(self, answers: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return the form for a new game, or for another one that its answers name."""
        with self.session.speaking():
            return dict(form_for(self.session, any_game=self.any_game, answers=answers))

    @in_own_language
    @by_name
    def new_game(self, anew: Match | None = None) -> None:
        """Show a game that was just put on the table; `anew` is the one that can be begun instead."""
        self.stop()
        self._know_game()
        self.anew = anew
        self.page.clear()
        self.page.marks, self.page.result_away, self.page.game = (), False, self.page.game + 1
        self.page.guide.reset()
        self.board.form = {}
        self.board.rules = rules_of(self.match.state, self.face) if self.page.tab == RULES else {}
        self.runner.start(self.session)
        self.refresh(motion=False, status=sentences(self.state.prompt()))

    def carry_on(self) -> None:
        """Let bots and dice move, if it is their turn."""
        if self.runner.start(self.session):
            self.refresh(motion=False)

    def stop(self) -> None:
        """Stop the bots where they are."""
        self.runner.stop()

    def start_anew(self) -> None:
        """Begin the game again that can be begun instead."""
        if self.anew is not None:
            self.session.begin(self.anew)
            self.new_game()

    def switch_coach(self) -> None:
        """Switch advice on or off."""
        self.coached = not self.coached

    # ---- what a bot thinks -----------------------------------------------------------------------------------

    def hint(self) -> None:
        """Work out the best move for the person to act, and say why."""
        self._ask("hint")

    def think(self) -> None:
        """Work out what each move of the seat to act is worth."""
        self._ask("thoughts")

    def _ask(self, kind: Kind) -> None:
        if TableView(self.session, self.face, self.page).may_think:
            self.thoughts.ask(self.state, kind, f"{self.match.seed}/{self.session.at}")
            self.page.refused = None  # what is said next is not about it
            self.refresh(motion=False)
        else:
            self.refresh(
                motion=False, error=tr("There are no moves to compare now: ask when it is somebody’s turn here.")
            )

    @by_name
    def tell_thoughts(self) -> None:
        """Show what is known of the moves; the board stays as it is, so that no click comes too late."""
        self.board.thought = self.thoughts.told()

    # ---- what the page asks for ----------------------------------------------------------------------------------

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        """Do what a message asks for. What the session does not allow is refused, also if it is forged.

        A message that makes no sense does nothing.
        """
        plain: dict[str, Callable[[], object]] = {
            "undo": self.undo, "redo": self.redo, "bots": self._toggle_bots, "other": self._other_line,
            "anew": self.start_anew, "form": self._toggle_form, "again": self._again, "same": self._same,
            "back": self._look_back, "code": self._show_code, "coach": self._toggle_coach, "hint": self.hint,
            "think": self.think, "shown": self.thoughts.shown, "enough": self._enough,
        }  # fmt: skip
        if not self.session.may(kind):
            self.refresh(motion=False, error=self.session.not_here())
        elif kind in plain:
            plain[kind]()
        elif kind == "at" and _is_whole(content.get("at")):
            self.go(content["at"])
        elif kind == "walk" and _is_whole(by := content.get("by")) and by in (-1, 0, 1):
            self._walk(by)
        elif kind == "guide" and content.get("do") in ("begin", "next", "skip"):
            self._guide(content["do"])
        elif kind == "tempo" and content.get("tempo") in tuple(TEMPOS):
            self._set_tempo(content["tempo"])
        elif kind == "tab" and isinstance(content.get("tab"), str):
            self._open_tab(content["tab"], whole=content.get("whole") is True)
        elif kind == "load":
            self._load_code(str(content.get("code", ""))[:_LONGEST_CODE])
        elif kind == "begin" and isinstance(content.get("values"), Mapping):
            seats = content.get("seats")
            self._begin(content["values"], seats if isinstance(seats, list) else None)
        elif kind == "draft" and isinstance(content.get("values"), Mapping):
            self._draft(content["values"])
        elif kind == "seat" and self._is_seat(content) and content.get("who") in self.board.sitters:
            self._reseat(content["seat"], content["who"])
        elif kind == "name" and self._is_seat(content) and self.board.sitters:
            self._rename(content["seat"], str(content.get("name", "")))

    def _is_seat(self, content: Mapping[str, Any]) -> bool:
        return _is_whole(seat := content.get("seat")) and seat in range(self.match.seats)

    # ---- looking ---------------------------------------------------------------------------------------------

    def _open_tab(self, tab: str, *, whole: bool = False) -> None:
        """Open a tab beside the board; the moves of the whole game are listed until the next, and for whoever asks."""
        self.page.tab, self.page.answer, self.page.all_moves = tab, "", whole
        if tab == RULES and not self.board.rules:
            self.board.rules = rules_of(self.match.state, self.face)
        self.refresh(motion=False)

    def _walk(self, by: int) -> None:
        """Go a step of the walk through what happened, or end it (0)."""
        page = self.page
        if not page.walk_at:
            steps = self.face.steps(self.match, self.session.at)
            page.walk = [(tuple(marks), said) for marks, said in steps]
        page.walk_at = 0 if not by else max(0, min(page.walk_at + by, len(page.walk)))
        self.refresh(status=page.walk[page.walk_at - 1][1] if page.walk_at else None)

    def _guide(self, do: str) -> None:
        """Begin the guided first round, go on in it, or skip it."""
        page, session = self.page, self.session
        page.refused = None  # what it speaks of next is not what was refused
        {"begin": page.guide.begin, "next": page.guide.next, "skip": page.guide.skip}[do](session)
        self.refresh(motion=False)

    def _look_back(self) -> None:
        """Put the result away, or show it again."""
        self.page.result_away = not self.page.result_away
        self.refresh(motion=False)

    def _toggle_coach(self) -> None:
        """Switch advice on or off."""
        self.switch_coach()
        self.refresh(motion=False)

    def _mark(self, mark: str) -> None:
        """Put a mark on the board, or take it away. Whoever is to move opens a question by its own button only."""
        session, marks = self.session, self.page.marks
        now = self.face.toggle(marks, self.face.lasting(session.state, mark))
        opens = [label for asks, label in self.face.questions if asks in now and asks not in (*marks, mark)]
        if opens and session.asked() is not None and not session.goes_on():
            why = self.face.why_not(session.state, mark) or tr(_NOT_NOW, prompt=session.state.prompt())
            said = tr(_ASK_FIRST, why=why, question=tr(opens[0]))
            self.page.refused = None  # else its sign would stay where nothing is said of it
            self.refresh(motion=False, error=said)
            return
        self.page.marks = now
        if any(asks in now for asks, _ in self.face.questions):  # one thing is asked at a time
            self.page.refused, self.page.walk_at, self.board.form = None, 0, {}
        self.refresh()

    def _cancel(self) -> None:
        """Put a refusal away."""
        self.page.refused = None
        self.refresh(motion=False)

    def _uncover(self) -> None:
        """Lift the cover."""
        self.session.uncover()
        self.refresh(motion=False)

    def _enough(self) -> None:
        """Let a bot's thoughts be as far as they are."""
        self.thoughts.enough()
        self.tell_thoughts()

    # ---- changing the game -----------------------------------------------------------------------------------

    def _show_code(self) -> None:
        """Show the code of a game with secrets, which is only shown when asked for."""
        session = self.session
        self.page.tab = SAVE
        if session.covered:
            self.page.answer = tr("The screen is covered: the player whose turn it is must show the board first.")
            self.refresh(motion=False)
            return
        self.refresh(motion=False)
        with self.board.hold_sync():
            self.board.save = {**self.board.save, "code": session.match.code(), "dice": dice_note(session)}
            self.board.rev += 1

    def _load_code(self, code: str) -> None:
        """Go on with the game of a save code; what is wrong with it is said beside it."""
        self.page.tab = SAVE
        try:
            self.load(code)
            self.page.answer = tr("Loaded.")
        except BadCode as why:
            self.page.answer = str(why)
        self.refresh(motion=False)

    def _again(self) -> None:
        """Play again, with other dice."""
        self.session.again()
        self.new_game()

    def _same(self) -> None:
        """Play again with the same dice."""
        self.session.again(same_dice=True)
        self.new_game()

    def _other_line(self) -> None:
        """Go back to the line that was left, if there is one."""
        self.stop()
        try:
            self.session.other_line()
            self.refresh(motion=False, status=tr("Back on the other line."))
        except SessionError as why:
            self.refresh(motion=False, error=str(why))

    def _reseat(self, seat: int, who: str) -> None:
        """Give a seat to a person or a bot."""
        self.session.reseat(seat, who)
        self.runner.start(self.session)
        self.refresh(motion=False)

    def _rename(self, seat: int, name: str) -> None:
        """Give a seat a name; one that cannot be is refused in words."""
        session = self.session
        try:
            session.names = named(session.match.state, session.names, seat, name)
        except ValueError as why:
            self.refresh(motion=False, error=str(why))
            return
        self.refresh(motion=False)

    def _toggle_bots(self) -> None:
        """Stop the bots, or let them go on from the last position."""
        if self.runner.running:
            self.stop()
        else:
            self.session.go(len(self.match.moves))
            self.runner.start(self.session)
        self.refresh(motion=False)

    def _set_tempo(self, tempo: str) -> None:
        """Let bots and dice of this table move at another pace; what moves on the board moves on."""
        self.runner.tempo, board = tempo, self.board
        with board.hold_sync():
            board.can = {**board.can, "tempo": tempo}
            board.rev += 1

    def _toggle_form(self) -> None:
        """Open the form for a new game, or put it away."""
        board, page = self.board, self.page
        board.form = {} if board.form else self.asks()
        if board.form:
            page.refused, page.walk_at, page.marks = None, 0, ()
        self.refresh(motion=False)

    def _draft(self, answers: Mapping[str, Any]) -> None:
        """Let an open form ask for another game, whose options and bots are its own."""
        try:
            self.board.form = self.asks(answers)
        except ValueError:
            return  # there is no such game
        self.refresh(motion=False)

    def _begin(self, answers: Mapping[str, Any], seats: list[Any] | None) -> None:
        """Begin the game that the form asks for; what is not possible is said in the form."""
        try:
            with self.session.speaking():
                found = wanted(self.session, answers, seats, any_game=self.any_game)
        except ValueError as why:
            self.board.form = _with_answers(self.board.form, answers, seats or [], str(why))
            self.refresh(motion=False)
            return
        self.session.begin(found.match, seats=found.seats, names=found.names, dice=found.dice)
        self.new_game()


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
