"""What a table's page shows, as plain data: one view-model of a session, for a notebook, a class's page and the tests.

The dictionaries here are what `screen.js` reads; `tests/live/test_view.py` compares both sides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, NotRequired, TypedDict

from fishlab import PRACTICE
from fishlab.bots import bot_name
from fishlab.core import CHANCE, OVER, Move, Player, Reason, State, is_blind
from fishlab.messages import tr
from fishlab.session import PERSON, Session, opened
from fishlab_widgets.draw.svg import icon
from fishlab_widgets.live.board_model import sentences
from fishlab_widgets.live.face import Face
from fishlab_widgets.live.story.guide_progress import GuideProgress, GuideView
from fishlab_widgets.live.story.news import Latest, has_chosen, since_last_move

PLAYERS, PLOTS, MOVES, THINK, RULES, SAVE = "players", "plots", "moves", "think", "rules", "save"
_LOG_LINES: Final = 12


class Head(TypedDict):
    """The game's name, and the tabs in order: their name and words."""

    icon: str
    title: str
    subtitle: str
    tabs: list[list[str]]
    aim: str
    key: list[list[str]]
    """The key under the board: pairs of picture and words."""
    roomy: bool
    """Whether the guide has room on the desk, so that the small plot stays."""


class Prompt(TypedDict):
    """Who does what now, and what goes with it."""

    text: str
    yours: bool
    """Whether the only person here is to act."""
    verdict: str
    """At the end what it is for the only person: "You win"."""
    rule: str
    past: str
    coach: str
    asks: bool
    coached: bool
    """Whether advice is switched on."""


class Question(TypedDict):
    """A button that puts a mark on the board."""

    mark: str
    label: str
    on: bool


class Can(TypedDict):
    """What can be asked for now."""

    undo: bool
    redo: bool
    tempo: str
    """How fast bots and dice move, "" where that is not chosen here."""
    bots: str
    """Words on the button that stops or starts bots, "" without one."""
    other: bool
    """Whether another line is kept."""
    anew: bool
    hint: bool
    think: bool
    shared: bool
    """Whether the table is of a room: then the teacher alone begins games and changes seats."""
    begun: bool
    """Whether the person to act has chosen something before: the news are what came since."""


class SeatRow(TypedDict):
    """A seat in the list of players: what hardly ever changes of it."""

    name: str
    you: bool
    who: str
    shows: list[str]
    """The mark that shows on the board what the seat has, and a word for its button; [] without one."""
    shown: bool
    """Whether the board shows it now."""


class Standing(TypedDict):
    """What a seat has now; `score` is its share where all have one score together."""

    note: str
    score: str


class Walk(TypedDict):
    """The step-by-step walk through what happened."""

    offered: bool
    at: int
    text: str


class Save(TypedDict, total=False):
    """The Save tab; empty while it is closed."""

    code: str
    secret: bool
    covered: bool
    note: str
    dice: str
    answer: str


class EndRow(TypedDict, total=False):
    """A seat in the result."""

    mark: str
    name: str
    note: str
    score: str
    you: bool
    place: int
    won: bool


class Ending(TypedDict, total=False):
    """The result; empty while it is not shown."""

    result: str
    """How the only person came off; "" where several play, or all have one score together."""
    decided: str
    places: list[EndRow]
    facts: list[list[str]]
    common: str


class NewsLine(TypedDict):
    """A line of what happened; where there is no room for all, those that weigh most are seen."""

    text: str
    weight: int
    latest: bool
    """Whether it is of the last move of another seat."""


class View(TypedDict):
    """All that stands around a board."""

    cover: str
    cover_button: str
    busy: bool
    hint: str
    typing: bool
    head: Head
    prompt: Prompt
    questions: list[Question]
    can: Can
    seats: list[SeatRow]
    standings: list[Standing]
    turn: int
    """The seat to act, less than 0 if none is."""
    signs: list[str]
    """The sign of each seat, as HTML: apart from its row, for it hardly ever changes."""
    common: str
    log: NotRequired[list[list[Any]]]
    """The moves; while bots move, only where somebody looks at them."""
    aloud: NotRequired[list[str]]
    """The board in words, for those who hear the page; while bots move it waits."""
    news: list[NewsLine]
    """What happened since the person's last move."""
    game: int
    """Counts the games at this table: a new one is looked at from its beginning."""
    at: int
    count: int
    walk: Walk
    guide: GuideView
    save: Save
    ended: bool
    ending: Ending


@dataclass
class Page:
    """What a page looks at beside the position: no part of the game.

    Attributes:
        tab: the open tab.
        all_moves: whether its list of moves is that of the whole game.
        answer: what the Save tab answers.
        marks: what is marked on the board.
        refused: the move that was refused last, and why.
        walk: the steps of a walk, each with its marks and words.
        walk_at: the step that is shown, counted from 1; 0 if none is.
        guide: how far the guided first round is.
        result_away: whether the result is put away, to look at the board.
        plots: whether there is a tab of plots.
        hints: whether people may ask what a bot thinks.
        costs: whether cards tell what a move costs later.
        coached: whether the coach gives advice.
        anew: whether the cell's first game can be begun anew.
        thinking: whether a bot or the dice are at work.
        tempo: how fast they move.
        game: counts the games at this table.
        form: whether a new game is being asked for: meanwhile nothing is played, and no card stands beside the form.
    """

    tab: str = PLAYERS
    all_moves: bool = False
    answer: str = ""
    marks: tuple[str, ...] = ()
    refused: tuple[Move, Reason] | None = None
    walk: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    walk_at: int = 0
    guide: GuideProgress = field(default_factory=GuideProgress)
    result_away: bool = False
    plots: bool = False
    hints: bool = True
    costs: bool = True
    coached: bool = True
    anew: bool = False
    thinking: bool = False
    tempo: str = "normal"
    game: int = 0
    form: bool = False

    def clear(self) -> None:
        """Put away what belongs to the last position."""
        self.refused, self.walk_at, self.answer, self.all_moves = None, 0, "", False


class TableView:
    """A session seen by those who look at it now.

    Attributes:
        viewer: through whose eyes.
        state: the position as they may see it.
        asked: for whom a person should move now, None if nobody.
    """

    def __init__(self, session: Session, face: Face[Any], page: Page) -> None:
        self.session, self.face, self.page = session, face, page
        self.viewer = session.viewer()
        self.state = session.state if self.viewer is None else session.state.view(self.viewer)
        self.asked = None if self._plays_itself() or page.form else session.asked()

    @property
    def ended(self) -> bool:
        """Whether the end is looked at."""
        return self.session.match.over and self.session.live

    @property
    def marks(self) -> tuple[str, ...]:
        """What is marked on the board."""
        page = self.page
        marks = page.walk[page.walk_at - 1][0] if page.walk_at else page.marks
        asked = tuple(mark for mark, _ in self.face.questions) if is_blind() else ()
        return tuple(mark for mark in marks if not mark.startswith(asked))

    @property
    def may_think(self) -> bool:
        """Whether those who look now may know what the seat to act could know."""
        turn = self.session.state.turn()
        return self.page.hints and turn >= 0 and not self.session.covered and self.viewer in (None, turn)

    def _plays_itself(self) -> bool:
        """Tell whether a person's only choice is about to be played."""
        return self.session.plays_itself(self.page.thinking)

    def _questioned(self) -> list[str]:
        """Return the questions that the board answers now ("What if it died?"): meanwhile it plays nothing."""
        return [tr(label) for mark, label in self.face.questions if mark in self.page.marks]

    def _is_mine(self) -> bool:
        return self.asked is not None and self.asked >= 0

    def around(self) -> View:
        """Return all that stands around the board."""
        session, page, match = self.session, self.page, self.session.match
        cover, button = session.cover_words()
        quiet = session.covered or page.thinking  # what happened is gone through when it has happened
        view: View = {
            "cover": cover,
            "cover_button": button,
            "busy": page.thinking,
            "hint": self._hint(),
            "typing": not self.ended,
            "head": self._head(),
            "prompt": self._prompt(),
            "questions": [
                {"mark": mark, "label": tr(label), "on": mark in page.marks}
                for mark, label in self.face.questions if not self.ended and not session.covered and not is_blind()
            ],
            "can": self._can(),
            "seats": self._seats(),
            "standings": self._standings(),
            "turn": self.state.turn(),
            "signs": [self.face.seat_mark(self.state, seat) for seat in range(len(session.seats))],
            "common": self._common(self.state),
            "news": [
                {"text": sentences(line), "weight": line.weight.value, "latest": isinstance(line, Latest)}
                for line in since_last_move(session, self.viewer)
            ],
            "game": page.game,
            "at": session.at,
            "count": len(match.moves),
            "walk": {
                "offered": bool(page.walk_at) or (not quiet and any(True for _ in self.face.steps(match, session.at))),
                "at": page.walk_at,
                "text": page.walk[page.walk_at - 1][1] if page.walk_at else "",
            },
            "guide": page.guide.view(session, costs=page.costs),
            "save": self._save(),
            "ended": self.ended,
            "ending": self._ending() if self.ended and not page.result_away and not page.walk_at else {},
        }  # fmt: skip
        if not page.thinking or page.tab == MOVES:
            view["log"] = self._log()
        if not page.thinking:
            view["aloud"] = [] if session.covered else self.state.in_words()
        return view

    def _hint(self) -> str:
        questions = self._questioned()
        if self.page.form and self.session.asked() is not None:
            return tr("Play stops while you set up a new game. “{button}” takes you back to this one.",
                      button=tr("Cancel"))  # fmt: skip
        if questions and self.asked is not None:
            return tr("Play stops while you ask. Press “{question}” again to play on.", question=questions[0])
        if self.page.walk_at and self._is_mine():
            return tr("Play stops while you look at the steps. “{button}” takes you back to your turn.",
                      button=tr("End of steps"))  # fmt: skip
        if self.asked == CHANCE:
            return tr("Enter what was rolled or drawn at your table.")
        if self.session.live:
            return ""
        if self.session.why_not_now() == opened():
            return opened()
        return (
            tr("An earlier position: a move here starts a new line, and the old one is kept.")
            if self._is_mine()
            else ""
        )

    def _can(self) -> Can:
        session, page = self.session, self.page
        bots = tr("Stop the bots") if page.thinking else tr("Let the bots play") if session.goes_on() else ""
        return {
            "undo": session.may("undo") and session.at > 0 and (not session.live or session.last_choice() is not None),
            "redo": session.may("redo") and (not session.live or bool(session.match.undone)),
            "tempo": page.tempo if session.may("bots") else "",
            "bots": bots if session.may("bots") else "",
            "other": bool(session.aside),
            "anew": page.anew,
            "hint": self._is_mine() and self.may_think and not self._questioned(),
            "think": self.may_think,
            "shared": not session.may("begin"),
            "begun": has_chosen(session),
        }

    def _head(self) -> Head:
        match, face = self.session.match, self.face
        tabs = [(PLAYERS, tr(face.players_tab))]
        tabs += [(PLOTS, tr("Plots"))] if self.page.plots else []
        tabs += [(MOVES, tr("Moves"))]
        tabs += [(THINK, tr("Bot’s view"))] if self.page.hints else []
        tabs += [(RULES, tr("Rules"))] if match.game.words.summary else []
        tabs += [(SAVE, tr("Save"))]
        return {
            "icon": icon(face.glyph),
            "title": tr(match.game.title) if match.game.name in PRACTICE else match.game.title,  # others are names
            "subtitle": face.subtitle(match.states[0]),
            "tabs": [list(tab) for tab in tabs],
            "aim": match.states[0].purpose(),
            "key": [list(sign) for sign in face.short_key()],
            "roomy": face.roomy,
        }

    def _prompt(self) -> Prompt:
        session, page, state = self.session, self.page, self.state
        turn, live = state.turn(), session.live
        asks = self._is_mine() and live and not self._questioned() and not page.walk_at
        past = tr("The past, move {at} of {count}", at=session.at, count=len(session.match.moves))
        return {
            "text": self._prompt_text(),
            "yours": asks and len(session.people) == 1,
            "verdict": self._verdict() if live and turn == OVER else "",
            "rule": "" if self._questioned() or self._waits() else state.rule(),
            "past": "" if live else past,
            "coach": state.coach() if asks and page.coached else "",
            "asks": asks,
            "coached": page.coached,
        }

    def _waits(self) -> str:
        """Say why nobody may move now; then nobody is told what to do either."""
        session = self.session
        return session.waits() if session.live and not session.match.over else ""

    def _prompt_text(self) -> str:
        session, state = self.session, self.state
        turn, live = state.turn(), session.live
        if waits := self._waits():
            return waits
        if self.page.thinking and live and turn >= 0 and session.seats[turn] != PERSON:
            return tr("{name} ({bot}) is thinking …", name=state.seat_name(turn), bot=bot_name(session.seats[turn]))
        if live and self._plays_itself():
            return tr("{name} has only one choice: it is played", name=state.seat_name(turn))
        return self.face.banner(state, self.page.marks) or state.prompt()

    def _seats(self) -> list[SeatRow]:
        session, state = self.session, self.state
        shows = [self.face.seat_view(state, seat) for seat in range(state.players)]
        return [
            {
                "name": state.seat_name(seat),
                "you": session.people == [seat],
                "who": who,
                "shows": [] if session.covered or not shows[seat][0] else list(shows[seat]),
                "shown": shows[seat][0] in self.page.marks,
            }
            for seat, who in enumerate(session.seats)
        ]

    def _standings(self) -> list[Standing]:
        scores = self.face.shares(self.state) or self.state.scores()
        return [
            {
                "note": self.face.seat_note(self.state, seat),
                "score": _signed(score - self.face.pending(self.state, seat)),
            }
            for seat, score in enumerate(scores)
        ]

    def _log(self) -> list[list[Any]]:
        at, count = self.session.at, len(self.session.match.moves)
        most = count if self.page.all_moves and not self.page.thinking else _LOG_LINES
        first = max(0, min(at - most + 1, count - most))
        return [
            [
                number + 1,
                self.session.told(number, self.viewer),
                "now" if number + 1 == at else "later" if number + 1 > at else "past",
            ]
            for number in range(first, min(first + most, count))
        ]

    def _save(self) -> Save:
        """Return the save code; that of a game with secrets is made only when it is asked for."""
        session, page = self.session, self.page
        if page.tab != SAVE:
            return {}
        if not session.may("code"):
            note = tr("The code appears when the game is over: before that, it would reveal what is hidden.")
            return {"code": "", "secret": False, "covered": False, "note": note, "answer": ""}
        if session.match.state.secrets() and not session.match.over:
            note = tr(
                "This code holds the whole game: whoever opens it can see everything hidden. Copy it only if "
                "nobody minds."
            )
            return {"code": "", "secret": True, "covered": session.covered, "note": note, "dice": "",
                    "answer": page.answer}  # fmt: skip
        note = tr("The same code opens the same game anywhere.")
        return {"code": session.match.code(), "secret": False, "covered": session.covered, "note": note,
                "dice": dice_note(session), "answer": page.answer}  # fmt: skip

    def _ending(self) -> Ending:
        state, people = self.session.match.state, self.session.people
        shares = self.face.shares(state)
        alone = len(people) == 1 and shares is None and not is_blind()
        # Those who all win or lose together: nobody of them comes first or last.
        equals = [self._end_row(state, seat, share) for seat, share in enumerate(shares or state.scores())]
        told: Ending = {
            "result": state.words.result(state, people[0]) if alone else "",
            "decided": "" if is_blind() else state.decided(),
            "places": equals if shares or is_blind() else self._places(state),
            "facts": [list(fact) for fact in self.face.facts(state)],
        }
        if shares is not None:
            told["common"] = self._common(state)
        return told

    def _places(self, state: State) -> list[EndRow]:
        scores, winners = state.scores(), state.winners()
        down = 1 if state.low_wins else -1
        rows: list[EndRow] = []
        order = sorted(range(state.players), key=lambda seat: (seat not in winners, scores[seat] * down))
        for place, seat in enumerate(order, 1):
            won = seat in winners
            same = rows and not won and not rows[-1]["won"] and rows[-1]["score"] == _signed(scores[seat])
            place = 1 if won else rows[-1]["place"] if same else place
            rows.append({**self._end_row(state, seat, scores[seat]), "place": place, "won": won})
        return rows

    def _end_row(self, state: State, seat: Player, points: int) -> EndRow:
        return {
            "mark": self.face.seat_mark(state, seat),
            "name": state.seat_name(seat),
            "note": self.face.seat_note(state, seat),
            "score": _signed(points),
            "you": self.session.people == [seat],
        }

    def _common(self, state: State) -> str:
        """Return the score that all have together, "" where everybody has their own."""
        shares = self.face.shares(state)
        pending = sum(self.face.pending(state, seat) for seat in range(state.players))
        return "" if shares is None else _signed(sum(shares) - pending)

    def _verdict(self) -> str:
        """Say what the end is for the person who plays, if it is exactly one and not everybody shares the score."""
        state, people = self.session.match.state, self.session.people
        winners = state.winners()
        if len(people) != 1 or self.face.shares(state) is not None or is_blind():
            return ""
        if people[0] not in winners:
            return tr("You lose")
        return tr("You win") if len(winners) == 1 else tr("You share the win")


def rules_of(state: State, face: Face[Any]) -> dict[str, Any]:
    """Return the whole game in few words: pairs of topic and sentences, and pairs of picture and meaning."""
    lines = [line.partition(": ") for line in state.summary().splitlines() if line.strip()]
    return {"text": [[topic, words] for topic, _, words in lines], "signs": [list(sign) for sign in face.signs()]}


def dice_note(session: Session) -> str:
    """Say which dice a game has; those that are rolled at the class's own table have no number."""
    seed = session.match.seed
    if session.dice == "table" or seed is None:
        return ""
    if session.dice == "tape":
        return tr(
            "Game number {seed}: every game at this table has the same dice, so that games can be compared.", seed=seed
        )
    return tr(
        "Game number {seed} fixes its dice, its cards and the bots’ luck. A new game has a new number.", seed=seed
    )


def _signed(score: float) -> str:
    return f"{score:g}".replace("-", "−")
