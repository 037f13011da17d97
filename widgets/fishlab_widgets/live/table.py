"""The table: what a notebook shows when a game is played.

It shows one session (`fishlab.session`): `view` says what stands on the page, `acts` does what the page asks for,
`runner` lets bots and dice move in small steps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import ipywidgets as w

from fishlab import GAMES
from fishlab.core import IllegalMove, Match, Move, State
from fishlab.messages import tr
from fishlab.players import about_bots
from fishlab.session import PERSON, Session, by_name, seated
from fishlab_widgets.controls import cell_cache
from fishlab_widgets.controls.background import Background
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.live.acts import Acts
from fishlab_widgets.live.board import sentences
from fishlab_widgets.live.face import Face, face_of
from fishlab_widgets.live.runner import Runner
from fishlab_widgets.live.screen import Screen
from fishlab_widgets.live.thoughts import Kind, Thoughts
from fishlab_widgets.live.view import PLOTS, RULES, Page, TableView, rules_of

_PLOT_PAUSE = 0.12  # seconds: the board answers first


class Table(Live, w.VBox):
    """A game on the screen: `Table("fishery", seats=["person", "fencer"])`.

    Args:
        game: a game's name or class, a `Match` to go on with, or a `Session` to show.
        players: how many play; the fewest without it.
        seats: for each seat "person" or a bot's name; without it, seat A is a person and bots fill the rest.
        seed: names the dice and the bots' choices, so that the same seed gives the same game. Without it every game has
            dice of its own.
        dice: "auto" lets the computer roll, "table" lets the class enter what it rolled; "tape" gives every game of a
            seed the same dice, by year, seat and roll, so that two games can be compared: all games at such a table do.
        plot: whether to show the live plot.
        pace: seconds a bot waits before it moves, so that a class can follow.
        hints: whether people may ask for a hint, and for what a bot thinks of their moves.
        options: the game's own options.

    Attributes:
        session: the match with its seats: who may look, who moves, what may be done.
        page: what the page looks at beside the position.
        listeners: called with the table whenever it shows something.
    """

    coached: ClassVar[bool] = True
    """Whether tables give advice; switched off at one of them, it is off at all."""

    def __init__(
        self,
        game: str | type[State] | Match | Session,
        players: int | None = None,
        *,
        seats: Sequence[str] | None = None,
        seed: int | str | None = None,
        dice: str = "auto",
        plot: bool = True,
        pace: float = 0.35,
        hints: bool = True,
        **options: Any,
    ) -> None:
        self.runner, self.thoughts = Runner(self.refresh, pace), Thoughts(self.tell_thoughts)
        self._plotting = Background()
        self._charts: list[Any] = []
        self.listeners: list[Callable[[Table], None]] = []
        self.session = game if isinstance(game, Session) else _session(game, players, seats, dice, options)
        self._first = (self.match.to_json(), tuple(self.seats), seed, dice)
        place, before = cell_cache.find(self._first)
        if not isinstance(game, Session):
            self.session.name_dice(seed)
        self._anew = self._resume(before)
        cell_cache.keep(place, self._first, self)
        self.page = Page(plots=plot and bool(self.face.plots), hints=hints)
        self.board = self._build()
        super().__init__([self.board])
        self.add_class("fishlab-live")
        self.refresh(motion=False)
        cell_cache.welcome(place, self._first, self)
        self._carry_on()

    def __repr__(self) -> str:
        return f"<Table: {self.match!r}>"

    @property
    def match(self) -> Match:
        """The game that is played."""
        return self.session.match

    @property
    def state(self) -> State:
        """The position that the table shows."""
        return self.session.state

    @property
    def at(self) -> int:
        """The number of moves before the position shown."""
        return self.session.at

    @property
    def seats(self) -> list[str]:
        """Who sits where."""
        return self.session.seats

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

    def _build(self) -> Screen:
        board, acts = Screen(), Acts(self)
        board.add_class("fishlab-live")
        board.on_move, board.on_act = self._person_plays, acts
        board.on_mark, board.on_cancel, board.on_uncover = acts.mark, acts.cancel, acts.uncover
        if self.session.may("seat"):
            board.bots = about_bots(self.match.game)
            board.sitters = [PERSON, *board.bots]
        return board

    # ---- showing ---------------------------------------------------------------------------------------------

    @by_name
    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the present position everywhere at once."""
        session, page = self.session, self.page
        page.thinking, page.anew, page.coached = self.thinking, self._anew is not None, self.coached
        view = TableView(session, self.face, page)
        if session.covered:
            page.refused, page.walk_at = None, 0
        self.thoughts.hold(session.state if view.may_think else None)
        traits: dict[str, Any] = {**view.around(), "error": error, "thought": self.thoughts.told()}
        if status is not None:
            traits["status"] = status
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
        if session.touched and not self.thinking:
            cell_cache.changed()

    @by_name
    def _draw_plots(self) -> None:
        if not self._charts:
            from fishlab_widgets.charts.match_plots import chart_of  # plotting is loaded when it is first looked at

            self._charts = [chart_of(one) for one in self.face.plots]
        self.board.plots = [chart.html(self.match, self.at) for chart in self._charts]

    def still_picture(self) -> str:
        """Return the board's picture."""
        return self.board.still_picture()

    # ---- playing ---------------------------------------------------------------------------------------------

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
            self.play(text)
        except IllegalMove as why:
            self.page.refused = (why.move, why.reason) if isinstance(why.move, tuple) else None
            title = "" if why.reason.title == "Not allowed" else f"{why.reason.title}. "
            self.refresh(motion=False, error=f"{title}{why.reason}")

    def go(self, place: int) -> None:
        """Show another position of the game."""
        self.session.go(place)
        self.page.refused, self.page.walk_at = None, 0
        self.refresh(motion=False, status="")

    def undo(self) -> None:
        """Take back the last move, and with it the bots' and the dice's moves after the person's own."""
        self.stop()
        said, again = self.session.undo()
        self.page.refused, self.page.walk_at = None, 0
        if again:
            self.runner.start(self.session)
        self.refresh(motion=False, status=said)

    def redo(self) -> None:
        """Play the undone moves again, up to the person's next decision."""
        said = self.session.redo()
        self.page.refused, self.page.walk_at = None, 0
        self.refresh(motion=False, status=said)

    def load(self, code: str) -> None:
        """Go on with the game that a save code holds; `BadCode` says what is wrong with it."""
        self.session.load(code)
        self.new_game()

    @by_name
    def new_game(self, anew: Match | None = None) -> None:
        """Show a game that was just put on the table; `anew` is the one that can be begun instead."""
        self.stop()
        self._anew = anew
        self.page.clear()
        self.page.marks, self.page.result_away = (), False
        self.board.form = {}
        self.board.rules = rules_of(self.match.state, self.face) if self.page.tab == RULES else {}
        self.refresh(motion=False, status=tr("Here is the game."))
        self._carry_on()

    def _carry_on(self) -> None:
        if self.runner.start(self.session):
            self.refresh(motion=False)

    def stop(self) -> None:
        """Stop the bots where they are."""
        self.runner.stop()

    def close(self) -> None:
        """Put the table away, and end what it is working on."""
        if self.comm is not None:  # one that was refused never was a table
            self.stop()
            self.thoughts.drop()
        super().close()

    # ---- what a bot thinks -----------------------------------------------------------------------------------

    def hint(self) -> None:
        """Work out the best move for the person to act, and say why."""
        self._ask("hint")

    def think(self) -> None:
        """Work out what each move of the seat to act is worth."""
        self._ask("thoughts")

    def _ask(self, kind: Kind) -> None:
        if TableView(self.session, self.face, self.page).may_think:
            self.thoughts.ask(self.state, kind, f"{self.match.seed}/{self.at}")
            self.refresh(motion=False)
        else:
            self.refresh(motion=False, error=tr("There is nothing to weigh now: ask when it is somebody’s turn here."))

    @by_name
    def tell_thoughts(self) -> None:
        """Show what is known of the moves; the board stays as it is, so that no click comes too late."""
        self.board.thought = self.thoughts.told()

    # ---- what is kept when a cell is run again, and in a browser ----------------------------------------------

    def _resume(self, before: Table | None) -> Match | None:
        """Go on with the game that this cell had when it was run before, and return the one to begin anew with."""
        if before is None:
            return None
        before.thoughts.drop()
        before.stop()
        if not before.session.touched or not self.session.may("begin"):
            return None
        anew, self.session = Match.from_json(self.match.to_json()), before.session.handed_on()
        return anew

    def start_anew(self) -> None:
        """Begin the game again that the cell asked for when it was run first."""
        if self._anew is not None:
            self.session.begin(self._anew)
            self.new_game()

    def keepsake(self) -> dict[str, Any] | None:
        """Return what a browser keeps of the game, None if nobody has played here; it holds all that is hidden."""
        if not self.session.touched or not self.match.moves:
            return None
        return {"code": self.match.code(), "seats": list(self.seats), "seed": self.match.seed}

    def bring_back(self, game: Mapping[str, Any]) -> None:
        """Go on with a game that a browser has kept; one that is not of this table is left where it is."""
        match = Match.from_code(game["code"])
        if match.game is self.match.game and match.seats == self.match.seats == len(game["seats"]):
            self.session.seats, match.seed = list(game["seats"]), game["seed"]
            self.session.put(match)
            self.new_game(anew=Match.from_json(self._first[0]))

    def forget(self) -> None:
        """Set the table as it was first set."""
        start, seats, seed, _ = self._first
        match = Match.from_json(start)
        match.seed = seed
        self.session.begin(match)
        self.session.seats, self.session.touched = list(seats), False
        self.new_game()


def _session(
    game: str | type[State] | Match,
    players: int | None,
    seats: Sequence[str] | None,
    dice: str,
    options: dict[str, Any],
) -> Session:
    if isinstance(game, str) and game not in GAMES:
        known = ", ".join(GAMES)
        raise ValueError(tr("{game} is not a game here: choose {known}", game=repr(game), known=known))
    if not isinstance(game, Match):
        game = Match(GAMES[game] if isinstance(game, str) else game, players, **options)
    return Session(game, seated(game, seats), dice=dice)
