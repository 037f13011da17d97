"""The table: what a notebook shows when a game is played.

Board, seats, log, plot and scrubber look at one position of one match. Whatever a person does goes through
`Match.play`; bots and dice move by themselves in small steps, so that the page stays awake and can stop them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping, Sequence
from html import escape
from random import Random
from typing import Any

import ipywidgets as w

from fishlab import GAMES
from fishlab.core import CHANCE, OVER, Agent, BadCode, IllegalMove, Match, Move, Player, Reason, State
from fishlab.plain_words import many
from fishlab.players import bots_for
from fishlab_widgets.charts.canvas import format_number
from fishlab_widgets.charts.match_plots import chart_of
from fishlab_widgets.draw.svg import icon
from fishlab_widgets.live import kept
from fishlab_widgets.live.asleep import Live
from fishlab_widgets.live.background import Background
from fishlab_widgets.live.board import Board, sentences
from fishlab_widgets.live.controls.buttons import action_button
from fishlab_widgets.live.controls.code_line import CodeLine
from fishlab_widgets.live.controls.new_game import NewGame
from fishlab_widgets.live.controls.scrubber import Scrubber
from fishlab_widgets.live.cover import Cover
from fishlab_widgets.live.face import Face, face_of

PERSON = "person"
_LOG_LINES = 7
_PLOT_PAUSE = 0.12  # seconds: the board answers first


class Table(Live, w.VBox):
    """A game on the screen: `Table("fishery", seats=["person", "fencer"])`.

    Args:
        game: a game's name or class, or a `Match` to go on with.
        players: how many play; the fewest without it.
        seats: for each seat "person" or a bot's name; without it, seat A is a person and bots fill the rest.
        seed: names the dice and the bots' choices, so that the same seed gives the same game.
        dice: "auto" lets the computer roll, "table" lets the class enter what it rolled.
        plot: whether to show the live plot.
        pace: seconds a bot waits before it moves, so that a class can follow.
        options: the game's own options.
    """

    def __init__(
        self,
        game: str | type[State] | Match,
        players: int | None = None,
        *,
        seats: Sequence[str] | None = None,
        seed: int | str = 1,
        dice: str = "auto",
        plot: bool = True,
        pace: float = 0.35,
        **options: Any,
    ) -> None:
        if isinstance(game, str) and game not in GAMES:
            raise ValueError(f"{game!r} is not a game here: choose {', '.join(GAMES)}")
        if dice not in ("auto", "table"):
            raise ValueError(f'dice={dice!r} is not possible: choose "auto" or "table"')
        if isinstance(game, Match):
            self.match = game
        else:
            self.match = Match(GAMES[game] if isinstance(game, str) else game, players, **options)
        self.seed, self.pace, self.dice = seed, pace, dice
        self.at = len(self.match.moves)
        self.touched = False
        self.aside = ""
        self.marks: tuple[str, ...] = ()
        self.refused: tuple[Move, Reason] | None = None
        self.listeners: list[Callable[[Table], None]] = []
        self._background = Background()
        self._cover = Cover()
        self._walk: list[tuple[tuple[str, ...], str]] = []
        self._walk_at = 0
        self._charts = [chart_of(one) for one in self.face.plots] if plot else []
        self.seats = self._seats(seats)
        asked = (self.match.to_json(), tuple(self.seats), seed, dice)
        place, before = kept.find(asked)
        self._anew = self._resume(before)
        kept.keep(place, asked, self)
        self._build()
        super().__init__(self._children())
        self.add_class("fishlab-table")
        self.add_class("fishlab")
        self.add_class("fishlab-live")
        if self.face.wide:
            self.add_class("wide")
        self.refresh(motion=False)
        self._carry_on()

    def __repr__(self) -> str:
        return f"<Table: {self.match!r}>"

    @property
    def face(self) -> Face[Any]:
        """How this game looks."""
        return face_of(self.match.game)

    @property
    def state(self) -> State:
        """The position that the table shows."""
        return self.match.states[self.at]

    @property
    def thinking(self) -> bool:
        """Whether a bot or the dice are at work."""
        return self._background.running

    # ---- seats -----------------------------------------------------------------------------------------------

    def _seats(self, wanted: Sequence[str] | None) -> list[str]:
        bots = bots_for(self.match.game)
        count = self.match.seats
        if wanted is None:
            return [PERSON] + [next((name for name in bots if name != "random"), "random")] * (count - 1)
        if len(wanted) != count:
            raise ValueError(f"seats={list(wanted)!r} names {len(wanted)} seats, but {count} play")
        for name in wanted:
            if name != PERSON and name not in bots:
                raise ValueError(f'seat {name!r} is not possible: choose "person", {", ".join(map(repr, bots))}')
        return list(wanted)

    def _resume(self, before: Table | None) -> Match | None:
        """Go on with the game that this cell had when it was run before, and return the one to begin anew with."""
        if before is None or not before.touched:
            return None
        before.stop()
        anew = Match.from_json(self.match.to_json())
        self.match, self.at, self.aside = before.match, before.at, before.aside
        self.seats, self.touched = list(before.seats), True
        return anew

    def _start_anew(self) -> None:
        match, self._anew = self._anew, None
        if match is not None:
            self._begin(match)

    def agent(self, seat: Player) -> Agent | None:
        """Return the bot in a seat, None for a person."""
        return None if self.seats[seat] == PERSON else bots_for(self.match.game)[self.seats[seat]]

    @property
    def people(self) -> list[Player]:
        """The seats in which people sit."""
        return [seat for seat, name in enumerate(self.seats) if name == PERSON]

    def viewer(self) -> Player | None:
        """Return through whose eyes the table is shown: nobody's in a game without secrets."""
        return self._cover.look(self.match, self.people)

    # ---- building --------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.board = Board()
        self.board.add_class("fishlab-live")
        self.board.compact = not self.face.wide
        self.board.on_move = self._person_plays
        self.board.on_mark = self._toggle_mark
        self.board.on_cancel = self._cancel
        self.board.on_uncover = self._uncover
        self.header = w.HTML()
        self.undo_button = action_button("Undo", "undo", self.undo)
        self.redo_button = action_button("Redo", "redo", self.redo)
        self.new_button = action_button("New game", "", self._toggle_new)
        self.anew_line = w.HBox(
            [w.HTML("<span>Here is your game again.</span>"), action_button("Start anew", "", self._start_anew)]
        )
        self.anew_line.add_class("again")
        self.stop_button = action_button("Stop the bots", "", self._toggle_bots)
        self.old_line_button = action_button("Back to the other line", "", self._old_line)
        self.phase = w.HTML()
        self.seat_rows = [self._seat_row(seat) for seat in range(self.match.seats)]
        self.plots = [w.HTML() for _ in self._charts]
        self.log_view = w.HTML()
        self.rule = w.HTML()
        self.scrubber = Scrubber()
        self.scrubber.on_msg(lambda _, content, __: self._scrubbed(content))
        self.walk_text = w.HTML()
        self.walk_buttons = [
            action_button("Step by step", "", lambda: self._walk_by(1)),
            action_button("Back", "", lambda: self._walk_by(-1)),
            action_button("End of steps", "", lambda: self._walk_by(0)),
        ]
        self.code_line = CodeLine(lambda: self.match.code(), self.load)
        self.new_form = NewGame(self._begin)

    def _children(self) -> list[w.Widget]:
        def box(name: str, *children: w.Widget, across: bool = False) -> w.Box:
            made = (w.HBox if across else w.VBox)(list(children))
            made.add_class(name)
            return made

        head = box("head", self.header, self.undo_button, self.redo_button, self.new_button, across=True)
        seats = box(
            "seats", w.HTML("<div class='h'>Seats</div>"), *(row["box"] for row in self.seat_rows), self.stop_button
        )
        walk = box("walk", *self.walk_buttons, self.walk_text, across=True)
        left = box("left", self.phase, self.board, walk, self.rule)
        right = box("right", seats, *self.plots, self.log_view)
        scrub = box("scrub", self.scrubber, self.old_line_button, across=True)
        return [head, self.anew_line, self.new_form, box("body", left, right), scrub, self.code_line]

    def _seat_row(self, seat: Player) -> dict[str, Any]:
        bots = bots_for(self.match.game)
        choice = w.Dropdown(
            options=[("person", PERSON), *((name, name) for name in bots)],
            value=self.seats[seat],
            layout=w.Layout(width="130px"),
        )
        choice.description = self.match.state.seat_name(seat)
        choice.style.description_width = "0px"
        choice.add_class("seat-choice")
        choice.observe(lambda change, seat=seat: self._reseat(seat, change["new"]), "value")
        text = w.HTML()
        box = w.HBox([text, choice])
        box.add_class("seat")
        return {"box": box, "text": text, "choice": choice}

    # ---- showing ---------------------------------------------------------------------------------------------

    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the present position everywhere at once."""
        match, state = self.match, self.state
        turn = state.turn()
        live = self.at == len(match.moves)
        viewer, covered = self.viewer(), self._cover.up
        mine = turn in self.people and not covered and (live or viewer in (None, turn))
        byhand = turn == CHANCE and self.dice == "table" and not covered
        shown = state if viewer is None else state.view(viewer)
        cover, cover_button = self._cover.words(match)
        if covered:
            self.refused, self._walk_at = None, 0
        traits: dict[str, Any] = {
            "cover": cover,
            "cover_button": cover_button,
            "busy": self.thinking,
            "error": error,
            "hint": self._hint(mine, byhand, live),
            "typing": not (match.over and live),
        }
        if status is not None:
            traits["status"] = status
        marks = self._walk[self._walk_at - 1][0] if self._walk_at else self.marks
        self.board.show(
            shown,
            legal=(mine or byhand) and not self._walk_at,
            viewer=viewer,
            last=match.moves[self.at - 1] if self.at else None,
            refused=self.refused,
            marks=marks,
            motion=motion,
            **traits,
        )
        self._refresh_text(shown, viewer, live)
        self._refresh_plots()
        self._refresh_controls(live)
        for listener in self.listeners:
            listener(self)

    def _refresh_plots(self) -> None:
        """Draw the plots a moment after the board, once for a burst of moves; at once where nothing runs later."""
        if self.plots:
            self._background.later(_PLOT_PAUSE if self.plots[0].value else 0, self._draw_plots)

    def _draw_plots(self) -> None:
        for chart, view in zip(self._charts, self.plots, strict=True):
            view.value = chart.html(self.match, self.at)

    def _hint(self, mine: bool, byhand: bool, live: bool) -> str:
        if byhand:
            return "Enter what was rolled or drawn at your table."
        if mine and live:
            return "Click a move, or use the arrow keys and Enter."
        if mine:
            return "An earlier moment: a move here starts a new line, and the old one is kept."
        return ""

    def _refresh_text(self, state: State, viewer: Player | None, live: bool) -> None:
        match, turn = self.match, state.turn()
        self.header.value = (
            f"<div class='title'>{icon(self.face.glyph)}<span>{escape(match.game.title)}</span>"
            f"<small>{escape(self.face.subtitle(match.states[0]))}</small></div>"
        )
        if self.thinking and turn >= 0 and live:
            prompt = f"{state.seat_name(turn)} ({self.seats[turn]}) is thinking …"
        else:
            prompt = self.face.banner(state, self.marks) or state.prompt()
        past = "" if live else f"<small>move {self.at} of {len(match.moves)}</small>"
        self.phase.value = f"<div class='phase'>{escape(prompt)}{past}</div>"
        rule = state.rule()
        self.rule.value = f"<div class='rule'><b>i</b><span>{escape(rule)}</span></div>" if rule else ""
        scores = state.scores()
        for seat, row in enumerate(self.seat_rows):
            about, mark = self.face.seat_note(state, seat), self.face.seat_mark(state, seat)
            row["text"].value = (
                f"<div class='who'>{mark}<span><b>{escape(state.seat_name(seat))}</b><br>"
                f"<small>{escape(about)}</small></span><strong>{format_number(scores[seat])}</strong></div>"
            )
            (row["box"].add_class if seat == turn else row["box"].remove_class)("now")
        self.log_view.value = self._log_html(viewer)
        self.code_line.renew(secret=match.game.secrets and not match.over, covered=self._cover.up)

    def _log_html(self, viewer: Player | None) -> str:
        match, lines = self.match, []
        first = max(0, min(self.at - _LOG_LINES + 1, len(match.moves) - _LOG_LINES))
        for number in range(first, min(first + _LOG_LINES, len(match.moves))):
            state, move = match.states[number], match.moves[number]
            place = number + 1
            cls = "line now" if place == self.at else "line later" if place > self.at else "line"
            words = escape(state.say(move, viewer))
            lines.append(f"<li class='{cls}' value='{place}'><i>{place}</i><span>{words}</span></li>")
        body = "".join(lines) or "<li class='line'><span>No moves yet.</span></li>"
        return f"<div class='h'>Moves <small>{self.at} of {len(match.moves)}</small></div><ol class='log'>{body}</ol>"

    def _refresh_controls(self, live: bool) -> None:
        with self.scrubber.hold_sync():
            self.scrubber.count = len(self.match.moves)
            self.scrubber.at = self.at
        self.undo_button.disabled = not self.at
        self.redo_button.disabled = live and not self.match.undone
        waiting = self.thinking or self._next_agent() is not None
        self.stop_button.layout.display = "" if waiting else "none"
        self.stop_button.description = "Stop the bots" if self.thinking else "Let the bots play"
        self.old_line_button.layout.display = "" if self.aside else "none"
        self.anew_line.layout.display = "none" if self._anew is None else ""
        offers = [] if self._cover.up else self._walk if self._walk_at else self._steps()
        for number, button in enumerate(self.walk_buttons):
            button.layout.display = "" if offers and (number == 0 or self._walk_at) else "none"
        self.walk_buttons[0].description = "Next step" if self._walk_at else "Step by step"
        self.walk_text.value = escape(self._walk[self._walk_at - 1][1]) if self._walk_at else ""

    def _steps(self) -> list[tuple[tuple[str, ...], str]]:
        return [(tuple(marks), said) for marks, said in self.face.steps(self.match, self.at)]

    def still_picture(self) -> str:
        """Return the board's picture."""
        return self.board.still_picture()

    # ---- acting ----------------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Play a move at the position shown; `IllegalMove` says why not. A later line is kept aside."""
        state = self.state
        if isinstance(move, str):
            move = state.read(move)
        if self.at < len(self.match.moves):
            legal = state.moves()
            if move not in legal:
                raise IllegalMove(state.why_not(move), move)
            if self.match.moves[self.at] != move:
                self.aside = self.match.code()
                self.match.undo(len(self.match.moves) - self.at)
                self.match.play(move)
        else:
            self.match.play(move)
        self.at += 1
        self.refused, self._walk_at, self.touched = None, 0, True
        said = state.say(move, self.viewer())
        self._start_bots()
        self.refresh(status=sentences(said, self.state.prompt()))

    def _person_plays(self, text: str) -> None:
        if why_not := self._why_not_now():
            self.refresh(motion=False, error=why_not)
            return
        try:
            self.play(text)
        except IllegalMove as why:
            self.refused = (why.move, why.reason) if isinstance(why.move, tuple) else None
            title = "" if why.reason.title == "Not allowed" else f"{why.reason.title}. "
            self.refresh(motion=False, error=f"{title}{why.reason}")

    def _why_not_now(self) -> str:
        """Say why no person may move at the position shown, "" if one may."""
        turn, viewer = self.state.turn(), self.viewer()
        name = self.state.seat_name(turn)
        if self._cover.up:
            return "The screen is covered: lift the cover first."
        if turn == CHANCE and self.dice == "auto":
            return "The computer rolls the dice and draws the cards at this table."
        if turn >= 0 and self.seats[turn] != PERSON:
            return f"It is the turn of {name}, a bot ({self.seats[turn]}). Give the seat to a person to play it."
        if turn >= 0 and viewer not in (None, turn):
            return f"This was a moment of {name}: go to one of your own, or take moves back with Undo."
        return ""

    def go(self, place: int) -> None:
        """Show another position of the game."""
        self.at = max(0, min(place, len(self.match.moves)))
        self.refused, self._walk_at = None, 0
        self.refresh(motion=False)

    def undo(self) -> None:
        """Take back the last move, and with it the bots' and the dice's moves after the person's own."""
        self.stop()
        if self.at < len(self.match.moves):
            self.go(self.at - 1)
            return
        back = 1
        while back < self.at and not self._is_person(self.match.states[self.at - back].turn()):
            back += 1
        self.match.undo(back)
        self.at = len(self.match.moves)
        self.refused, self._walk_at = None, 0
        self.refresh(motion=False, status=f"Took back {many(back, 'move')}.")

    def _is_person(self, turn: Player) -> bool:
        return (turn >= 0 and self.seats[turn] == PERSON) or (turn == CHANCE and self.dice == "table")

    def redo(self) -> None:
        """Play the undone moves again, up to the person's next decision."""
        if self.at < len(self.match.moves):
            self.go(self.at + 1)
            return
        while self.match.undone:
            self.match.redo()
            if self._is_person(self.match.state.turn()):
                break
        self.at = len(self.match.moves)
        self.refresh(motion=False)

    def load(self, code: str) -> None:
        """Go on with the game that a save code holds; `BadCode` says what is wrong with it."""
        match = Match.from_code(code)
        self.stop()
        if match.game is not self.match.game or match.seats != self.match.seats:
            raise BadCode(
                f"This code is of {match.game.title} for {match.seats} players; this table plays "
                f"{self.match.game.title} for {self.match.seats}. Start a new table for it."
            )
        self._restart(match)

    def _restart(self, match: Match) -> None:
        self.stop()
        self.match, self.at = match, len(match.moves)
        self.aside, self.refused, self.marks, self._walk_at, self.touched = "", None, (), 0, True
        self._cover.reset()
        self.refresh(motion=False, status="Here is the game.")
        self._carry_on()

    def _old_line(self) -> None:
        code, self.aside = self.aside, self.match.code()
        self.stop()
        self.match = Match.from_code(code)
        self.at = len(self.match.moves)
        self.refresh(motion=False, status="Back on the other line.")

    def _scrubbed(self, content: Any) -> None:
        place = content.get("at") if isinstance(content, Mapping) else None
        if isinstance(place, int):
            self.go(place)

    def _toggle_mark(self, mark: str) -> None:
        self.marks = self.face.toggle(self.marks, mark)
        self.refresh()

    def _walk_by(self, by: int) -> None:
        if not self._walk_at:
            self._walk = self._steps()
        self._walk_at = 0 if not by else max(0, min(self._walk_at + by, len(self._walk)))
        said = self._walk[self._walk_at - 1][1] if self._walk_at else None
        self.refresh(status=said)

    def _cancel(self) -> None:
        self.refused = None
        self.refresh(motion=False)

    def _uncover(self) -> None:
        self._cover.lift(self.match)
        self.refresh(motion=False)

    def _reseat(self, seat: Player, name: str) -> None:
        self.seats[seat] = name
        self._start_bots()
        self.refresh(motion=False)

    # ---- a new game ------------------------------------------------------------------------------------------

    def _toggle_new(self) -> None:
        if self.new_form.shown:
            self.new_form.put_away()
        else:
            self.new_form.offer(self.match)

    def _begin(self, match: Match) -> None:
        """Begin another game at this table; seats that were not there get the last one's player."""
        if match.seats != self.match.seats:
            self.seats = (self.seats + [self.seats[-1]] * match.seats)[: match.seats]
            self.match = match
            self.seat_rows = [self._seat_row(seat) for seat in range(match.seats)]
            self.children = self._children()
        self._anew = None
        self._restart(match)

    # ---- bots and dice ---------------------------------------------------------------------------------------

    def _next_agent(self) -> Agent | None:
        """Return who moves by itself at the end of the line: a bot, or chance; None if a person must."""
        turn = self.match.state.turn()
        if self.at != len(self.match.moves) or turn == OVER:
            return None
        if turn == CHANCE:
            return None if self.dice == "table" else lambda state, rng: state.sample(rng)
        return self.agent(turn)

    def _rng(self) -> Random:
        return Random(f"{self.match.game.name}/{self.seed}/{len(self.match.moves)}")

    def _carry_on(self) -> None:
        if self._start_bots():
            self.refresh(motion=False)

    def _start_bots(self) -> bool:
        """Set the bots and dice going in the background; where nothing runs in the background, let them finish."""
        if self.thinking or self._next_agent() is None:
            return False
        return self._background.start(self._bots, self._finish)

    def _finish(self) -> None:
        """Let bots and dice play until a person is to act."""
        while (agent := self._next_agent()) is not None:
            self._apply(agent(self._seen(), self._rng()))
        self.refresh(motion=False)

    def _seen(self) -> State:
        turn = self.match.state.turn()
        return self.match.state if turn < 0 else self.match.state.view(turn)

    def _apply(self, move: Move) -> None:
        self.match.play(move)
        self.at += 1

    async def _bots(self) -> None:
        """Play for the bots and the dice until a person is to act; a slow bot thinks in a thread of its own."""
        try:
            while (agent := self._next_agent()) is not None:
                state, count = self.match.state, len(self.match.moves)
                await asyncio.sleep(self.pace if state.turn() >= 0 else self.pace / 3)
                if sys.platform == "emscripten" or state.turn() < 0:
                    move = agent(self._seen(), self._rng())
                else:
                    move = await asyncio.to_thread(agent, self._seen(), self._rng())
                if len(self.match.moves) != count or self._next_agent() is None or self.match.state is not state:
                    break
                self._apply(move)
                said = state.say(move, self.viewer())  # as those may hear it who look at the screen now
                if self._next_agent() is None:
                    self._background.finished()
                self.refresh(status=sentences(said, self.state.prompt()))
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._background.finished()
            self.refresh(
                error=f"The bot stumbled ({type(error).__name__}: {error}). Give its seat to a person to go on."
            )
        finally:
            self._background.finished()

    def stop(self) -> None:
        """Stop the bots where they are."""
        self._background.stop()

    def _toggle_bots(self) -> None:
        if self.thinking:
            self.stop()
        else:
            if self.at < len(self.match.moves):
                self.at = len(self.match.moves)
            self._start_bots()
        self.refresh(motion=False)
