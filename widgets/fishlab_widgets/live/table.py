"""The table: what a notebook shows when a game is played.

Board, seats, log, plot and scrubber look at one position of one match. Whatever a person does goes through
`Match.play`; bots and dice move by themselves in small steps, so that the page stays awake and can stop them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import ipywidgets as w

from fishlab import GAMES
from fishlab.core import CHANCE, OVER, BadCode, IllegalMove, Match, Move, Player, Reason, State, fresh_seed
from fishlab.cover import Cover
from fishlab.plain_words import many
from fishlab.players import about_bots, usual_bot
from fishlab_widgets.draw.svg import icon
from fishlab_widgets.live import kept
from fishlab_widgets.live.asleep import Live
from fishlab_widgets.live.background import Background
from fishlab_widgets.live.board import sentences
from fishlab_widgets.live.controls.new_game import fields_for, new_match
from fishlab_widgets.live.controls.seat_names import named
from fishlab_widgets.live.controls.thoughts import Kind, Thoughts
from fishlab_widgets.live.face import Face, face_of
from fishlab_widgets.live.party import PERSON, Party, by_name
from fishlab_widgets.live.screen import Screen

PLAYERS, PLOTS, MOVES, THINK, RULES, SAVE = "players", "plots", "moves", "think", "rules", "save"
_LOG_LINES = 12
_PLOT_PAUSE = 0.12  # seconds: the board answers first
_OPEN = "The same code opens the same game anywhere."
_SECRET = "This code holds the whole game: whoever opens it can see all that is hidden. Take it when nobody minds."
_OPENED = "What was sealed here is open by now: go to before the first of these choices, or use Undo."
_coach = {"on": True}
"""Whether tables give advice; switched off at one of them, it is off at all."""


class Table(Live, Party, w.VBox):
    """A game on the screen: `Table("fishery", seats=["person", "fencer"])`.

    Args:
        game: a game's name or class, or a `Match` to go on with.
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
    """

    def __init__(
        self,
        game: str | type[State] | Match,
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
        self._background, self._thoughts = Background(), Thoughts(self._tell_thoughts)  # first: `close` needs them
        if isinstance(game, str) and game not in GAMES:
            raise ValueError(f"{game!r} is not a game here: choose {', '.join(GAMES)}")
        if dice not in ("auto", "table", "tape"):
            raise ValueError(f'dice={dice!r} is not possible: choose "auto", "table" or "tape"')
        if isinstance(game, Match):
            self.match = game
        else:
            self.match = Match(GAMES[game] if isinstance(game, str) else game, players, **options)
        if dice == "tape" and not hasattr(self.match.game, "luck_place"):
            raise ValueError(f'dice="tape" is not possible: {self.match.game.title} does not say where its luck lies')
        self.pace, self.dice, self.hints = pace, dice, hints
        self.at = len(self.match.moves)
        self.touched = False
        self._by_itself: set[int] = set()
        self.aside = ""
        self.marks: tuple[str, ...] = ()
        self.refused: tuple[Move, Reason] | None = None
        self.listeners: list[Callable[[Table], None]] = []
        self._cover = Cover()
        self._walk: list[tuple[tuple[str, ...], str]] = []
        self._walk_at = 0
        self._with_plots = plot and bool(self.face.plots)
        self._charts: list[Any] = []
        self._tab, self._answer, self._looking_back = PLAYERS, "", False
        self.seats, self.names = self._seats(seats), [""] * self.match.seats
        asked = (self.match.to_json(), tuple(self.seats), seed, dice)
        place, before = kept.find(asked)
        self._name_dice(self.match, seed)
        self._first, self._anew = asked, self._resume(before)
        kept.keep(place, asked, self)
        self.board = self._build()
        super().__init__([self.board])
        self.add_class("fishlab-live")
        self.refresh(motion=False)
        kept.welcome(place, asked, self)
        self._carry_on()

    def __repr__(self) -> str:
        return f"<Table: {self.match!r}>"

    @property
    def face(self) -> Face[Any]:
        """How this game looks."""
        return face_of(self.match.game)

    # ---- seats -----------------------------------------------------------------------------------------------

    def _resume(self, before: Table | None) -> Match | None:
        """Go on with the game that this cell had when it was run before, and return the one to begin anew with."""
        if before is not None:
            before._thoughts.drop()
        if before is None or not before.touched:
            return None
        before.stop()
        anew = Match.from_json(self.match.to_json())
        self.match, self.at, self.aside = before.match, before.at, before.aside
        self.seats, self.names, self.touched = list(before.seats), list(before.names), True
        self._by_itself = before._by_itself
        return anew

    def _name_dice(self, match: Match, seed: int | str | None = None) -> None:
        """Give a match the seed that is asked for, or leave its own; without either, dice that no game had before."""
        if seed is not None:
            match.seed = seed
        elif match.seed is None:
            match.seed = fresh_seed()

    def _start_anew(self) -> None:
        match, self._anew = self._anew, None
        if match is not None:
            self._begin(match)

    def keepsake(self) -> dict[str, Any] | None:
        """Return what a browser keeps of the game, None if nobody has played here; it holds all that is hidden."""
        if not self.touched or not self.match.moves:
            return None
        return {"code": self.match.code(), "seats": list(self.seats), "seed": self.seed}

    def bring_back(self, game: Mapping[str, Any]) -> None:
        """Go on with a game that a browser has kept; one that is not of this table is left where it is."""
        match = Match.from_code(game["code"])
        if match.game is self.match.game and match.seats == self.match.seats == len(game["seats"]):
            self.seats, match.seed = list(game["seats"]), game["seed"]
            self._anew = Match.from_json(self._first[0])
            self._restart(match)

    def forget(self) -> None:
        """Set the table as it was first set."""
        start, seats, seed, _ = self._first
        match, self.seats = Match.from_json(start), list(seats)
        match.seed = seed
        self._begin(match)
        self.touched = False

    def viewer(self) -> Player | None:
        """Return through whose eyes the table is shown: nobody's in a game without secrets."""
        return self._cover.look(self.match, self.people, self.state)

    # ---- building --------------------------------------------------------------------------------------------

    def _build(self) -> Screen:
        board = Screen()
        board.add_class("fishlab-live")
        board.on_move = self._person_plays
        board.on_mark = self._toggle_mark
        board.on_cancel = self._cancel
        board.on_uncover = self._uncover
        board.on_act = self._act
        board.bots = about_bots(self.match.game)
        board.sitters = [PERSON, *board.bots]
        return board

    def _act(self, kind: str, content: Mapping[str, Any]) -> None:
        """Do what a person asks for beside the board."""
        plain: dict[str, Callable[[], object]] = {
            "undo": self.undo, "redo": self.redo, "bots": self._toggle_bots, "other": self._old_line,
            "anew": self._start_anew, "form": self._toggle_new, "again": self._play_again, "back": self._look_back,
            "same": self._play_same,
            "code": self._show_code, "coach": self._toggle_coach, "hint": self.hint, "think": self.think,
            "shown": self._thoughts.shown, "enough": self._enough_thought,
        }  # fmt: skip
        if kind in plain:
            plain[kind]()
        elif kind == "at" and isinstance(content.get("at"), int):
            self.go(content["at"])
        elif kind == "walk" and content.get("by") in (-1, 0, 1):
            self._walk_by(content["by"])
        elif (
            kind == "seat"
            and content.get("seat") in range(self.match.seats)
            and content.get("who") in self.board.sitters
        ):
            self._reseat(content["seat"], content["who"])
        elif kind == "name" and content.get("seat") in range(self.match.seats) and self.board.sitters:
            self._rename(content["seat"], str(content.get("name", "")))
        elif kind == "tab" and isinstance(content.get("tab"), str):
            self._open_tab(content["tab"])
        elif kind == "load":
            self._load_code(str(content.get("code", ""))[:30_000])
        elif kind == "begin" and isinstance(content.get("values"), Mapping):
            self._ask_begin(content["values"])

    # ---- showing ---------------------------------------------------------------------------------------------

    @by_name
    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the present position everywhere at once."""
        match, state = self.match, self.state
        turn = state.turn()
        live = self.at == len(match.moves)
        viewer, covered = self.viewer(), self._cover.up
        open_now = self._playable(live) and not covered
        mine = open_now and turn in self.people and (live or viewer in (None, turn)) and not self._plays_itself()
        byhand = open_now and turn == CHANCE and self.dice == "table"
        shown = state if viewer is None else state.view(viewer)
        cover, cover_button = self._cover.words(match)
        if covered:
            self.refused, self._walk_at = None, 0
        self._thoughts.hold(state if self._may_think() else None)
        traits: dict[str, Any] = {
            "cover": cover,
            "cover_button": cover_button,
            "busy": self.thinking,
            "error": error,
            "hint": self._hint(mine, byhand, live),
            "typing": not (match.over and live),
            **self._around(shown, viewer, live, mine),
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
        self._refresh_plots()
        for listener in self.listeners:
            listener(self)
        if self.touched and not self.thinking:
            kept.changed()

    @property
    def _asking(self) -> bool:
        """Whether the board answers a question now ("What if it died?") and plays nothing."""
        return any(mark in self.marks for mark, _ in self.face.questions)

    def _plays_itself(self) -> bool:
        """Tell whether a person's only choice is about to be played."""
        state = self.match.state
        return self.thinking and self._is_person(state.turn()) and self._next_agent() is not None

    def _playable(self, live: bool) -> bool:
        """Tell whether somebody may move at the position shown, an earlier one if it is not live."""
        return live or self.match.way_back(self.at) == self.at

    def _refresh_plots(self) -> None:
        """Draw the plots if they are looked at: a moment after the board, once for a burst of moves."""
        if self._with_plots and self._tab == PLOTS:
            self._background.later(_PLOT_PAUSE if self.board.plots else 0, self._draw_plots)

    @by_name
    def _draw_plots(self) -> None:
        if not self._charts:
            from fishlab_widgets.charts.match_plots import chart_of  # plotting is loaded when it is first looked at

            self._charts = [chart_of(one) for one in self.face.plots]
        self.board.plots = [chart.html(self.match, self.at) for chart in self._charts]

    def _hint(self, mine: bool, byhand: bool, live: bool) -> str:
        asked = [label for mark, label in self.face.questions if mark in self.marks]
        if asked and (mine or byhand):
            return f"Nothing is played while you ask. Press “{asked[0]}” again to play on."
        if byhand:
            return "Enter what was rolled or drawn at your table."
        if not live and self._why_not_now() == _OPENED:
            return _OPENED
        return "An earlier moment: a move here starts a new line, and the old one is kept." if mine and not live else ""

    def _around(self, state: State, viewer: Player | None, live: bool, mine: bool) -> dict[str, Any]:
        """Return all that stands around the board."""
        match, face = self.match, self.face
        offers = [] if self._cover.up else self._walk if self._walk_at else self._steps()
        waiting = self.thinking or self._next_agent() is not None
        return {
            "head": self._head(),
            "prompt": self._prompt(state, live, mine),
            "questions": [
                {"mark": mark, "label": label, "on": mark in self.marks}
                for mark, label in face.questions if not (match.over and live) and not self._cover.up
            ],
            "can": {
                "undo": self.at > 0,
                "redo": not live or bool(match.undone),
                "bots": ("Stop the bots" if self.thinking else "Let the bots play") if waiting else "",
                "other": bool(self.aside),
                "anew": self._anew is not None,
                "hint": mine and self._may_think() and not self._asking,
                "think": self._may_think(),
            },
            "thought": self._thoughts.told(),
            "seats": self._seat_rows(state),
            "common": self._common(state),
            "log": self._log(viewer),
            "at": self.at,
            "count": len(match.moves),
            "walk": {
                "offered": bool(offers),
                "at": self._walk_at,
                "text": self._walk[self._walk_at - 1][1] if self._walk_at else "",
            },
            "save": self._save(),
            "ended": match.over and live,
            "ending": self._ending() if match.over and live and not self._looking_back and not self._walk_at else {},
        }  # fmt: skip

    def _head(self) -> dict[str, Any]:
        match, face = self.match, self.face
        tabs = [(PLAYERS, face.players_tab)]
        tabs += [(PLOTS, "Plots")] if self._with_plots else []
        tabs += [(MOVES, "Moves")]
        tabs += [(THINK, "Bot’s view")] if self.hints else []
        tabs += [(RULES, "Rules")] if match.game.words.summary else []
        tabs += [(SAVE, "Save")]
        return {
            "icon": icon(face.glyph),
            "title": match.game.title,
            "subtitle": face.subtitle(match.states[0]),
            "tabs": [list(tab) for tab in tabs],
        }

    def _prompt(self, state: State, live: bool, mine: bool) -> dict[str, Any]:
        turn = state.turn()
        if self.thinking and turn >= 0 and live and self.seats[turn] != PERSON:
            text = f"{state.seat_name(turn)} ({self.seats[turn]}) is thinking …"
        elif self._plays_itself() and live:
            text = f"{state.seat_name(turn)} has only one choice: it is played"
        else:
            text = self.face.banner(state, self.marks) or state.prompt()
        asks = mine and live and not self._asking and not self._walk_at
        return {
            "text": text,
            "yours": asks and len(self.people) == 1,
            "verdict": self._verdict() if live and turn == OVER else "",
            "rule": "" if self._asking else state.rule(),
            "past": "" if live else f"The past, move {self.at} of {len(self.match.moves)}",
            "coach": state.coach() if asks and _coach["on"] else "",
            "asks": asks,
            "coached": _coach["on"],
        }

    def _seat_rows(self, state: State) -> list[dict[str, Any]]:
        scores, turn, alone = self.face.shares(state) or state.scores(), state.turn(), len(self.people) == 1
        return [
            {
                "mark": self.face.seat_mark(state, seat),
                "name": state.seat_name(seat),
                "note": self.face.seat_note(state, seat),
                "score": _signed(scores[seat]),
                "now": seat == turn,
                "you": alone and self.seats[seat] == PERSON,
                "who": self.seats[seat],
            }
            for seat in range(self.match.seats)
        ]

    def _log(self, viewer: Player | None) -> list[list[Any]]:
        match = self.match
        first = max(0, min(self.at - _LOG_LINES + 1, len(match.moves) - _LOG_LINES))
        return [
            [
                number + 1,
                self._told_move(number, viewer),
                "now" if number + 1 == self.at else "later" if number + 1 > self.at else "past",
            ]
            for number in range(first, min(first + _LOG_LINES, len(match.moves)))
        ]

    def _save(self) -> dict[str, Any]:
        """Return the save code; that of a game with secrets is made only when it is asked for."""
        if self._tab != SAVE:
            return {}
        secret = self.match.state.secrets() and not self.match.over
        return {
            "code": "" if secret else self.match.code(),
            "secret": secret,
            "covered": self._cover.up,
            "note": _SECRET if secret else _OPEN,
            "dice": "" if secret else self._dice_note(),
            "answer": self._answer,
        }

    def _dice_note(self) -> str:
        """Say which dice this game has; those that are rolled at the class's own table have no number."""
        if self.dice == "table" or self.seed is None:
            return ""
        if self.dice == "tape":
            return (
                f"Game number {self.seed}: every game at this table has the same dice, so that games can be compared."
            )
        return f"Game number {self.seed} names its dice, its cards and the bots’ luck. A new game has a new number."

    def _ending(self) -> dict[str, Any]:
        state = self.match.state
        if shares := self.face.shares(state):
            return self._common_ending(state, shares)
        scores, winners = state.scores(), state.winners()
        best = sorted(range(state.players), key=lambda seat: (seat not in winners, scores[seat] * self._downward()))
        rows: list[dict[str, Any]] = []
        for place, seat in enumerate(best, 1):
            won = seat in winners
            same = rows and not won and not rows[-1]["won"] and rows[-1]["points"] == scores[seat]
            place = 1 if won else rows[-1]["place"] if same else place
            rows.append({**self._ending_row(state, seat, scores[seat]), "place": place, "won": won})
        return {"decided": state.decided(), "places": rows, "facts": self._facts(state)}

    def _common_ending(self, state: State, shares: tuple[int, ...]) -> dict[str, Any]:
        """Return the result of all together: one score, and what each seat added to it; nobody comes first or last."""
        rows = [self._ending_row(state, seat, share) for seat, share in enumerate(shares)]
        told = {"decided": state.decided(), "places": rows, "facts": self._facts(state)}
        return {**told, "common": self._common(state)}

    def _ending_row(self, state: State, seat: Player, points: int) -> dict[str, Any]:
        return {
            "mark": self.face.seat_mark(state, seat),
            "name": state.seat_name(seat),
            "note": self.face.seat_note(state, seat),
            "points": points,
            "score": _signed(points),
            "you": len(self.people) == 1 and self.seats[seat] == PERSON,
        }

    def _facts(self, state: State) -> list[list[str]]:
        return [list(fact) for fact in self.face.facts(state)]

    def _common(self, state: State) -> str:
        """Return the score that all have together, "" where everybody has their own."""
        shares = self.face.shares(state)
        return "" if shares is None else _signed(sum(shares))

    def _verdict(self) -> str:
        """Say what the end is for the person who plays, if it is exactly one and not everybody shares the score."""
        state = self.match.state
        winners = state.winners()
        if len(self.people) != 1 or self.face.shares(state) is not None:
            return ""
        if self.people[0] not in winners:
            return "You lose"
        return "You win" if len(winners) == 1 else "You share the win"

    def _downward(self) -> int:
        return 1 if self.match.game.low_wins else -1

    @by_name
    def _steps(self) -> list[tuple[tuple[str, ...], str]]:
        return [(tuple(marks), said) for marks, said in self.face.steps(self.match, self.at)]

    def still_picture(self) -> str:
        """Return the board's picture."""
        return self.board.still_picture()

    # ---- what a bot thinks -----------------------------------------------------------------------------------

    def hint(self) -> None:
        """Work out the best move for the person to act, and say why."""
        self._ask("hint")

    def think(self) -> None:
        """Work out what each move of the seat to act is worth."""
        self._ask("thoughts")

    def _may_think(self) -> bool:
        """Tell whether those who look now may know what the seat to act could know."""
        turn, viewer = self.state.turn(), self.viewer()
        return self.hints and turn >= 0 and not self._cover.up and viewer in (None, turn)

    def _ask(self, kind: Kind) -> None:
        if self._may_think():
            self._thoughts.ask(self.state, kind, f"{self.seed}/{self.at}")
        self.refresh(motion=False)

    def _enough_thought(self) -> None:
        self._thoughts.enough()
        self._tell_thoughts()

    @by_name
    def _tell_thoughts(self) -> None:
        """Show what is known of the moves; the board stays as it is, so that no click comes too late."""
        self.board.thought = self._thoughts.told()

    def close(self) -> None:
        """Put the table away, and end what it is working on."""
        self.stop()
        self._thoughts.drop()
        super().close()

    # ---- what stands beside the board ------------------------------------------------------------------------

    def _open_tab(self, tab: str) -> None:
        self._tab, self._answer = tab, ""
        if tab == RULES and not self.board.rules:
            self.board.rules = self._rules()
        self.refresh(motion=False)

    def _rules(self) -> dict[str, Any]:
        lines = [line.partition(": ") for line in self.match.state.summary().splitlines() if line.strip()]
        return {
            "text": [[topic, words] for topic, _, words in lines],
            "signs": [list(sign) for sign in self.face.signs()],
        }

    def _toggle_coach(self) -> None:
        _coach["on"] = not _coach["on"]
        self.refresh(motion=False)

    def _show_code(self) -> None:
        """Show the code of a game with secrets, which is only shown when asked for."""
        self._tab = SAVE
        if self._cover.up:
            self._answer = "The screen is covered: whose turn it is shows the board first."
            self.refresh(motion=False)
            return
        self.refresh(motion=False)
        with self.board.hold_sync():
            self.board.save = {**self.board.save, "code": self.match.code(), "dice": self._dice_note()}
            self.board.rev += 1

    def _load_code(self, code: str) -> None:
        self._tab = SAVE
        try:
            self._answer = "Loaded."
            self.load(code)
        except BadCode as why:
            self._answer = str(why)
            self.refresh(motion=False)

    def _play_again(self) -> None:
        match = self.match
        self._begin(Match(match.game, match.seats, **match.options))

    def _play_same(self) -> None:
        """Begin again with the same dice, and bots that choose as they did."""
        match = self.match
        anew = Match(match.game, match.seats, **match.options)
        anew.seed = match.seed
        self._begin(anew)

    def _look_back(self) -> None:
        """Put the result away, or show it again."""
        self._looking_back = not self._looking_back
        self.refresh(motion=False)

    # ---- acting ----------------------------------------------------------------------------------------------

    @by_name
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
                self._by_itself = {place for place in self._by_itself if place < self.at}
                self.match.play(move)
        else:
            self.match.play(move)
        self.at += 1
        self.refused, self._walk_at, self.touched, self._answer = None, 0, True, ""
        said = state.say(move, self.viewer())
        self._start_bots()
        self.refresh(status=sentences(*(self._news() or [said]), self.state.prompt()))

    @by_name
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

    @by_name
    def _why_not_now(self) -> str:
        """Say why no person may move at the position shown, "" if one may."""
        turn, viewer = self.state.turn(), self.viewer()
        name = self.state.seat_name(turn)
        if self._cover.up:
            return "The screen is covered: lift the cover first."
        if turn == CHANCE and self.dice != "table":
            return "The computer rolls the dice and draws the cards at this table."
        if turn >= 0 and self.seats[turn] != PERSON:
            return f"It is the turn of {name}, a bot ({self.seats[turn]}). Give the seat to a person to play it."
        if not self._playable(self.at == len(self.match.moves)):
            return _OPENED
        if turn >= 0 and viewer not in (None, turn):
            return f"This was a moment of {name}: go to one of your own, or take moves back with Undo."
        return ""

    def go(self, place: int) -> None:
        """Show another position of the game."""
        self.at = max(0, min(place, len(self.match.moves)))
        self.refused, self._walk_at = None, 0
        self.refresh(motion=False, status="")

    def undo(self) -> None:
        """Take back the last move, and with it the bots' and the dice's moves after the person's own.

        Sealed choices that are open by now are all taken back, and all made again.
        """
        self.stop()
        if self.at < len(self.match.moves):
            self.go(self.at - 1)
            return
        wanted = self._last_decision()
        place = self.match.way_back(wanted)
        said = f"Took back {many(self.at - place, 'move')}"
        self.match.undo(self.at - place)
        self.at = place
        self._by_itself = {one for one in self._by_itself if one < place}
        self.refused, self._walk_at = None, 0
        if place < wanted:
            said += ": what was sealed had been opened, so all choose again"
            self._start_bots()
        self.refresh(motion=False, status=f"{said}.")

    def _last_decision(self) -> int:
        """Return the place of the last move that a person chose, 0 if nobody did."""
        for place in range(self.at - 1, 0, -1):
            if self._decides(self.match.states[place]):
                return place
        return 0

    def redo(self) -> None:
        """Play the undone moves again, up to the person's next decision; sealed choices come back all together."""
        if self.at < len(self.match.moves):
            self.go(self.at + 1)
            return
        place = self.at
        while self.match.undone:
            if self._only_choice(self.match.state):
                self._by_itself.add(len(self.match.moves))
            self.match.redo()
            if self._decides(self.match.state) and not self.match.state.sealed():
                break
        self.at = len(self.match.moves)
        played = self.at - place
        self.refresh(motion=False, status=f"Played {many(played, 'move')} again." if played else "")

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
        self._name_dice(match)
        self.match, self.at, self._by_itself = match, len(match.moves), set()
        self.aside, self.refused, self.marks, self._walk_at, self.touched = "", None, (), 0, True
        self._looking_back = False
        self._cover.reset()
        self.board.rules = self._rules() if self._tab == RULES else {}
        self.refresh(motion=False, status="Here is the game.")
        self._carry_on()

    def _old_line(self) -> None:
        code, self.aside, seed = self.aside, self.match.code(), self.seed
        self.stop()
        self.match = Match.from_code(code)
        self._name_dice(self.match, seed)
        self.at, self._by_itself = len(self.match.moves), set()
        self.refresh(motion=False, status="Back on the other line.")

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

    def _rename(self, seat: Player, name: str) -> None:
        """Give a seat a name; one that cannot be is refused in words."""
        try:
            self.names = named(self.match.state, self.names, seat, name)
        except ValueError as why:
            self.refresh(motion=False, error=str(why))
            return
        self.refresh(motion=False)

    # ---- a new game ------------------------------------------------------------------------------------------

    @by_name
    def _toggle_new(self) -> None:
        """Open the form for a new game, or put it away."""
        self.board.form = {} if self.board.form else {"fields": [one.told() for one in fields_for(self.match)]}
        self.refresh(motion=False)

    @by_name
    def _ask_begin(self, answers: Mapping[str, Any]) -> None:
        """Begin the game that the form asks for; what is not possible is said in the form."""
        try:
            match = new_match(self.match, answers)
        except ValueError as why:
            given = [
                {**one, "value": answers.get(one["name"], one["value"])} for one in self.board.form.get("fields", [])
            ]
            self.board.form = {"fields": given, "wrong": str(why)}
            self.refresh(motion=False)
            return
        self._begin(match)

    def _begin(self, match: Match) -> None:
        """Begin another game at this table; seats that were not there get the last one's player."""
        before, now = usual_bot(self.match.states[0]), usual_bot(match.states[0])
        self.seats = [now if who == before else who for who in self.seats]
        if match.seats != self.match.seats:
            self.seats = (self.seats + [self.seats[-1]] * match.seats)[: match.seats]
            self.names = [*self.names, *[""] * match.seats][: match.seats]
        self._anew = None
        self.board.form = {}
        if self.dice == "tape":
            match.seed = self.seed
        self._restart(match)

    # ---- bots ------------------------------------------------------------------------------------------------

    def _toggle_bots(self) -> None:
        if self.thinking:
            self.stop()
        else:
            if self.at < len(self.match.moves):
                self.at = len(self.match.moves)
            self._start_bots()
        self.refresh(motion=False)


def _signed(score: float) -> str:
    return f"{score:g}".replace("-", "−")
