"""The table: what a notebook shows when a game is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import ipywidgets as w

from fishlab import GAMES
from fishlab.core import State
from fishlab.languages import find
from fishlab.match import Match
from fishlab.messages import refusal, speaking, spoken
from fishlab.session import Session, seated
from fishlab_widgets.controls import cell_cache
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.live.board import Screen
from fishlab_widgets.live.game_table import GameTable


class Table(GameTable, Live, w.VBox):
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
        costs: whether cards tell what a move costs later; if not, players find it out.
        language: what the table speaks, as "de"; without it, what is usual here (`fishlab.languages`).
        options: the game's own options.

    Attributes:
        session: the match with its seats: who may look, who moves, what may be done.
        page: what the page looks at beside the position.
        listeners: called with the table whenever it shows something.
    """

    board: Screen

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
        costs: bool = True,
        language: str = "",
        **options: Any,
    ) -> None:
        with speaking(find(language) if language else spoken()):
            session = game if isinstance(game, Session) else _session(game, players, seats, dice, options)
            self._first = (session.match.to_json(), tuple(session.seats), seed, dice)
            self._place, before = cell_cache.find(self._first)
            if not isinstance(game, Session):
                session.name_dice(seed)
            session, anew = _resumed(session, before)
            screen = Screen()
            screen.add_class("fishlab-live")
            GameTable.__init__(self, session, screen, plot=plot, pace=pace, hints=hints, costs=costs)
            self.anew = anew
            cell_cache.keep(self._place, self._first, self)
            w.VBox.__init__(self, [screen])
            self.add_class("fishlab-live")
            self.refresh(motion=False)
            cell_cache.welcome(self._place, self._first, self)
            self.carry_on()

    def __repr__(self) -> str:
        return f"<Table: {self.match!r}>"

    @property
    def at(self) -> int:
        """The number of moves before the position shown."""
        return self.session.at

    @property
    def seats(self) -> list[str]:
        """Who sits where."""
        return self.session.seats

    def still_picture(self) -> str:
        """Return the board's picture."""
        return self.board.still_picture()

    def opened(self) -> None:
        """Go on here with the game that went on where the cell was run again.

        A page that is loaded before the notebook was saved knows only the table of an earlier run.
        """
        if self.board.gone:
            self._go_on()
        super().opened()

    def _go_on(self) -> None:
        """Take the place back from the table that has it now, and its game, if both were asked for in the same way."""
        self.board.gone = ""
        asked, present = cell_cache.kept(self._place)
        cell_cache.keep(self._place, self._first, self)
        if asked == self._first:
            present.stop()
            present.thoughts.drop()
            self.session, form = present.session, present.board.form
            self.new_game(present.anew)
            self.board.form = form
        else:
            self.carry_on()

    def switch_coach(self) -> None:
        """Switch advice on or off: at one table of a notebook, it is so at all."""
        Table.coached = not Table.coached

    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the present position everywhere at once, and tell those who keep games for a later run."""
        super().refresh(motion=motion, status=status, error=error)
        if self.session.touched and not self.thinking:
            cell_cache.changed()

    def close(self) -> None:
        """Put the table away, and end what it is working on."""
        if self.comm is not None:  # one that was refused never was a table
            self.stop()
            self.thoughts.drop()
        w.VBox.close(self)

    # ---- what is kept when a cell is run again, and in a browser ----------------------------------------------

    def keepsake(self) -> dict[str, Any] | None:
        """Return what a browser keeps of the game, None if nobody has played here; it holds all that is hidden."""
        if not self.session.touched or not self.match.moves:
            return None
        return {"code": self.match.code(), "seats": list(self.seats), "seed": self.match.seed}

    def bring_back(self, game: Mapping[str, Any]) -> None:
        """Go on with a game that a browser has kept, for as many players as it was begun for."""
        match = Match.from_code(game["code"])
        if (self.any_game or match.game is self.match.game) and match.seats == len(game["seats"]):
            match.seed = game["seed"]
            self.session.put(match, list(game["seats"]))
            self.new_game(anew=Match.from_json(self._first[0]))

    def ask_for(self, match: Match) -> bool:
        """Set the table as if its cell had asked for another game.

        A game that has begun goes on, *Start over* begins the other one, and what is returned is True.
        """
        self._first = (match.to_json(), *self._first[1:])
        if self.board.gone:  # the table that took its place is asked too
            return False
        cell_cache.keep(self._place, self._first, self)
        if self.session.touched:
            self.anew = match
            self.refresh()
            return True
        self.forget()
        return False

    def forget(self) -> None:
        """Set the table as it was first set."""
        start, seats, seed, _ = self._first
        match = Match.from_json(start)
        match.seed = seed
        self.session.begin(match)
        self.session.seats, self.session.touched = list(seats), False
        self.new_game()


def _resumed(session: Session, before: Table | None) -> tuple[Session, Match | None]:
    """Return the session that goes on where a cell is run again, and the game to begin anew with, if it does."""
    if before is None:
        return session, None
    before.thoughts.drop()
    before.stop()
    if not before.session.touched or not session.may("begin"):
        return session, None
    return before.session.handed_on(), Match.from_json(session.match.to_json())


def _session(
    game: str | type[State] | Match,
    players: int | None,
    seats: Sequence[str] | None,
    dice: str,
    options: dict[str, Any],
) -> Session:
    if isinstance(game, str) and game not in GAMES:
        known = ", ".join(GAMES)
        raise refusal("{game} is not a game here: choose {known}", game=repr(game), known=known)
    if not isinstance(game, Match):
        kind = GAMES[game] if isinstance(game, str) else game
        if players is None and seats is not None and len(seats) in kind.seats:
            players = len(seats)
        game = Match(kind, players, **options)
    return Session(game, seated(game, seats), dice=dice)
