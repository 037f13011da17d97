"""The one protocol that every game, board, bot and experiment speaks.

A game is one frozen dataclass; an instance of it is a moment of the game. Nothing in a state is a random
generator: chance is a player whose moves are the faces of a die or the cards of a bag, so a match replays without
a seed, and a class may roll real dice and enter them.
"""

from __future__ import annotations

import json
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, fields, replace
from enum import IntEnum
from functools import cache
from importlib.metadata import entry_points
from random import Random
from typing import Any, ClassVar, Final, Generic, NamedTuple, Self, TypeVar

from fishlab.codes import BadCode as BadCode
from fishlab.codes import brief as brief
from fishlab.messages import listed, mark, placed, refusal, tr

Move = tuple[str | int, ...]
Player = int

CHANCE: Final[Player] = -1
"""The player who rolls dice and draws cards."""
OVER: Final[Player] = -2
"""Whose turn it is when the game has ended."""
HIDDEN: Final = "?"
"""What a view shows in place of a secret."""

SEAT_LETTERS: Final = "ABCDEF"

_SEED_DIGITS = 9  # of a seed that a save code holds

_blind: ContextVar[bool] = ContextVar("blind", default=False)
_given_names: ContextVar[Sequence[str]] = ContextVar("given_names", default=())

S = TypeVar("S", bound="State")

_new, _set = object.__new__, object.__setattr__  # to look them up for every copy would take a third of its time


NOT_ALLOWED: Final = mark("Not allowed")
"""The title of a reason that has none of its own."""


class Reason(str):
    """Why a move is not allowed: one sentence, which is the string itself.

    Attributes:
        title: what was tried, in a few words ("No net between f6 and f7").
        rule: where the rulebook says so ("Net phase, rule 2").
        where: the places to point at on the board.
    """

    title: str  # type: ignore[assignment]  # a reason has a title of its own; str.title is of no use here
    rule: str
    where: tuple[str, ...]

    def __new__(cls, text: str, *, title: str = "", rule: str = "", where: Iterable[str] = ()) -> Self:
        """Make a reason from its sentence."""
        self = super().__new__(cls, text)
        self.title, self.rule, self.where = title or tr(NOT_ALLOWED), rule, tuple(where)
        return self


class Weight(IntEnum):
    """How much a line of what happened says to one who has room for few."""

    SLIGHT = 0
    """What one has to do oneself: it is left out first."""
    PLAIN = 1
    GAIN = 2  # what changes a score
    MINE = 3
    """What came of one's own choice or roll, and prices, which one bids by: it is always told."""
    LOSS = 4  # what is gone for all
    OWN = 5
    """What one's own points did, and what one has lost oneself."""


class Told(str):
    """A line of what happened, and how much it weighs; one that is a plain string is weighed by who did it.

    Lines that follow one another and have the same `row` become one: it makes the line from the `part` of each.
    """

    weight: Weight
    row: Callable[[list[str]], str] | None
    part: str

    def __new__(cls, text: str, weight: Weight, row: Callable[[list[str]], str] | None = None, part: str = "") -> Self:
        """Make a line from its words."""
        self = super().__new__(cls, text)
        self.weight, self.row, self.part = weight, row, part
        return self


class IllegalMove(ValueError):
    """A move that the rules forbid; `reason` says which rule, `move` what was tried."""

    def __init__(self, reason: str, move: object = None) -> None:
        super().__init__(str(reason))
        self.reason = reason if isinstance(reason, Reason) else Reason(reason)
        self.move = move


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a game: its name in `start`, what it means, and what is allowed.

    `choices` lists every allowed value, or `low` and `high` bound a whole number; with neither, the game checks the
    value itself and forms leave it out.

    A form shows `label` and `words`, so they are written for people: "How often a breach is found: never, 1 in 6 …".
    """

    name: str
    default: Any
    label: str
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    printed: bool = True
    """Whether the rulebook knows it; what it does not know is marked so, and stands apart in forms."""
    words: tuple[str, ...] = ()
    """What people read instead of the values, one for each of `choices` or of the numbers from `low` to `high`."""
    seat: bool = False
    """Whether its numbers are seats: people then read the seats' names. None stands for a seat drawn by chance."""
    help: str = ""
    """A line under the field, where the label does not say it all."""
    first: bool = False
    """Whether forms ask for it before anything else: it changes what the game is about."""
    only: tuple[str, Any] | None = None
    """Another option and its value with which forms ask for this one; with others it is as usual. None: always."""

    def values(self) -> tuple[Any, ...]:
        """Return every allowed value, () if they cannot be listed."""
        if self.low is not None and self.high is not None:
            return tuple(range(self.low, self.high + 1))
        return self.choices

    def allowed(self) -> str:
        """Say in words what this option takes."""
        if self.choices:
            return tr("choose {choices}", choices=tr(" or ").join(repr(choice) for choice in self.choices))
        return tr("choose a whole number from {low} to {high}", low=self.low, high=self.high)

    def check(self, game: str, value: Any) -> None:
        """Raise `ValueError` naming the option, the value and what is allowed."""
        if self.choices:
            right = any(value == choice and type(value) is type(choice) for choice in self.choices)
        elif self.low is not None and self.high is not None:
            right = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        else:
            return
        if not right:
            raise refusal("{game}: {name}={value} is not possible: {allowed}", game=game, name=self.name,
                          value=brief(value), allowed=self.allowed())  # fmt: skip


class GuideStep(NamedTuple):
    """A step of the guided first round: one thing is pointed at, a sentence says what it is, and something ends it.

    Attributes:
        at: what is pointed at: a part of the table (`prompt`, `choices`, `board`, `key`, `news`, `players`, `tabs`), or
            "#" and the id of a thing in the picture; several with spaces between, all whose ids open so if it ends
            with "-". Things that lie apart are framed one by one.
        text: the sentence.
        until: the word that opens the move to be made ("gear"), "move" for any move of the person; "" is done when the
            person has read it.
        first: what is said while something else is asked of the person before: a step waits for its moment. It stays
            while others move.
        phases: where a move's word does not tell it, the game's phase that is the step's moment, and those after it in
            a round: with them the moment has passed.
        missed: what is said, to be read, if the move played itself or its phase passed; without it the step just ends.
        bare: what is said instead of the sentence at a table whose cards do not tell what a move costs.
    """

    at: str
    text: str
    until: str = ""
    first: str = ""
    phases: tuple[str, ...] = ()
    missed: str = ""
    bare: str = ""

    def told(self, **slots: object) -> GuideStep:
        """Return the step as people read it."""
        said = (self.text, self.first, self.missed, self.bare)
        text, first, missed, bare = (tr(words, **slots) if words else "" for words in said)
        return self._replace(text=text, first=first, missed=missed, bare=bare)


GUIDE: Final = (
    GuideStep("prompt", mark("This line says whose turn it is and what to do now.")),
    GuideStep(
        "choices", mark("Your turn: choose a card, or click a place on the board. Each says what it does."), "move"
    ),
    GuideStep("news", mark("What everybody did since your last move is shown here until you move again.")),
    GuideStep("players", mark("Everybody’s points. The player to move is framed.")),
    GuideStep("tabs", mark("“Rules” sums up the whole game. Now play on as you like.")),
)
"""The guided first round of a game that has none of its own."""


class Words(Generic[S]):
    """What a person reads of a game: an object beside its rules, whose functions take the moment they speak of.

    A game's own words override what they can say better, and call `super()` for the rest.
    """

    summary: str = ""
    """The whole game in at most 300 words, a paragraph to a line, each opening with what it is about: "The turn: …"."""
    quiet: tuple[str, ...] = ()
    """Words of moves that only lead to another one: a short list of what happened has only what came of them."""
    guide: tuple[GuideStep, ...] = GUIDE
    """The guided first round, step by step."""
    risky: tuple[str, ...] = ()
    """Words of moves that may cost more than a newcomer knows: there the coach speaks beside the guide, too."""

    def __init__(self, summary: str = "") -> None:
        self.summary = summary or type(self).summary

    def first_round(self, state: S) -> list[GuideStep]:
        """Return the guided first round as people read it, from the game's first moment."""
        return [step.told() for step in self.guide]

    def purpose(self, state: S) -> str:
        """Return in one line what a player wants: what opens the summary, up to its first full stop."""
        first = tr(self.summary).partition("\n")[0].partition(": ")
        return re.split(r"(?<=\.)\s", first[2] or first[0])[0]

    def seat_title(self, state: S, seat: Player) -> str:
        """Return what this game calls a seat that nobody has given a name."""
        if seat < 0:
            return tr("Chance") if seat == CHANCE else tr("Nobody")
        return tr("Seat {letter}", letter=SEAT_LETTERS[seat])

    def ran(self, before: S, after: S, me: Player) -> list[str]:
        """Return in short lines, for who hears it, what ran by itself between two moments and no move tells.

        A line that weighs more than others', such as a species that is gone, is `Told`.
        """
        return []

    def outcomes(self, before: S, move: Move, after: S, me: Player, viewer: Player | None = None) -> list[str]:
        """Return in short lines what came of a roll, of a `quiet` move, or of one's own, which the news do not repeat.

        Usually it is the move in words, if the scores have changed with it; a game whose moves bring more says more.
        What weighs as one's own or as others' moves do is a string, anything else is `Told`.

        Args:
            before: the moment before the move.
            move: what was done or rolled.
            after: the moment after it.
            me: who hears it.
            viewer: whose secrets may be told, None for all.
        """
        seen = [state if viewer is None else state.view(viewer) for state in (before, after)]
        return [self.say(before, move, viewer)] if seen[0].scores() != seen[1].scores() else []

    def lines(self, before: S, move: Move, after: S, viewer: Player | None = None) -> list[str]:
        """Return in short lines what somebody did and what it brought: usually one, as `say` has it."""
        return [self.say(before, move, viewer)]

    def prompt(self, state: S) -> str:
        """Return one line that says who does what now, and at the end who has won."""
        seat = state.turn()
        if seat != OVER:
            return tr("{name} to move", name=state.seat_name(seat))
        first, *others = state.winners()
        names, points = listed([state.seat_name(seat) for seat in (first, *others)]), state.scores()[first]
        if others:
            return tr("The game is over: {names} share the win with {points}", names=names, points=points)
        return tr("The game is over: {name} wins with {points}", name=names, points=points)

    def rule(self, state: S) -> str:
        """Return the rule in force now."""
        return ""

    def explain(self, state: S, move: Move) -> str:
        """Return in one line what a move does."""
        return ""

    def coach(self, state: S) -> str:
        """Return what the seat to act should think of now and why."""
        return ""

    def decided(self, state: S) -> str:
        """Return at the end what decided the game."""
        return ""

    def result(self, state: S, seat: Player) -> str:
        """Return at the end how a seat came off, for whoever plays it: its place, its points, and how far from whom."""
        return placed(seat, state.seat_name, state.scores(), state.winners(), state.low_wins)

    def aim(self, state: S) -> str:
        """Return what counts for a seat, where every page of a class must say it; "" where the game leaves no doubt."""
        return ""

    def in_words(self, state: S) -> list[str]:
        """Return what lies where, line by line, for those who hear the board and do not see it."""
        scores = enumerate(state.scores())
        return [tr("{name}: {points}", name=state.seat_name(seat), points=points) for seat, points in scores]

    def chart(self, state: S) -> list[str]:
        """Return the board in letters, line by line, for those who read it; nothing if it has no squares."""
        return []

    def text(self, state: S) -> str:
        """Return the moment as text: what is asked, the score, and all that lies on the table."""
        scores = ", ".join(f"{state.seat_name(seat)} {points}" for seat, points in enumerate(state.scores()))
        lies = [] if type(self).in_words is Words.in_words else self.in_words(state)  # else the score again
        return "\n".join([f"{state.prompt()}.  ({scores})", *self.chart(state), *lies])

    def say(self, state: S, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does."""
        return state.notation(move)

    def why_not(self, state: S, move: Move) -> str:
        """Return the rule that forbids a move, "" if none does."""
        if move in state.moves():
            return ""
        if state.turn() == OVER:
            return tr("The game is over: no more moves can be made.")
        return tr("“{move}” is not among the moves allowed now.", move=state.notation(move))

    def names(self, state: S) -> Mapping[str, str]:
        """Return words of the notation and the names that are printed for them."""
        return {}

    def summary_of(self, state: S) -> str:
        """Return the whole game in few words, as this one is played."""
        return tr(self.summary)


class State(ABC):
    """A moment of a game. Subclasses are frozen dataclasses of tuples and integers.

    A move is a flat tuple of strings and integers such as `("net", "d4", "e4")`. Its first item is a word.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    tag: ClassVar[str]
    """Two capital letters that open this game's save codes."""
    seats: ClassVar[range]
    """The numbers of players that can play."""
    options: ClassVar[tuple[Option, ...]] = ()
    low_wins: ClassVar[bool] = False
    hides: ClassVar[bool] = False
    """Whether players hide things from each other in this game: what `secrets` says of its moments unless told."""
    counts: ClassVar[str] = ""
    """Which field counts years ("year") or rounds (any other), so that tables can go on together; "" if none does."""
    parts: ClassVar[str] = ""
    """Which of its fields names the part of a period or turn, such as "phase"; "" in a game without such a field."""
    files: ClassVar[tuple[str, ...]] = ()
    """Options that may be given as the path of a file; a save holds the file's content, never a path."""
    words: ClassVar[Words[Any]]
    """What a person reads of this game."""
    version: ClassVar[int] = 1
    """Raised when a rule change makes older save codes play differently."""

    @classmethod
    @abstractmethod
    def start(cls, players: int = 2, **options: Any) -> Self:
        """Return the first moment of a game; a wrong option is a `ValueError` that says what is allowed."""

    @abstractmethod
    def turn(self) -> Player:
        """Return the seat to act, `CHANCE` or `OVER`."""

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """Return the legal moves; for `CHANCE`, each as often as it is likely."""

    @abstractmethod
    def after(self, move: Move) -> Self:
        """Return the state after a legal move. The move is trusted: `Match.play` is where moves are checked."""

    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Return every seat's score as if the game ended now."""

    def but(self, **changes: Any) -> Self:
        """Return this moment with some fields changed: `dataclasses.replace`, at a tenth of its price.

        A copy is what a step of a game costs most. So the fields are copied all at once, as the dictionary that they
        live in; what is not that simple (a field that does not exist, a cached property, a class with slots or with a
        `__post_init__`) goes the long way.
        """
        kind = type(self)
        values = {**self.__dict__, **changes}  # not `|`, whose dictionaries Python reads more slowly
        if len(values) != _fields_kept(kind):
            return replace(self, **changes)  # type: ignore[type-var]  # every game is a dataclass
        state = _new(kind)
        _set(state, "__dict__", values)
        return state

    def winners(self) -> tuple[Player, ...]:
        """Return the seats that lead, after the printed tie-break; several when the win is shared."""
        scores = self.scores()
        best = min(scores) if self.low_wins else max(scores)
        return tuple(seat for seat, score in enumerate(scores) if score == best)

    def view(self, player: Player) -> Self:
        """Return what this player sees: the same class, secrets replaced by `HIDDEN`."""
        return self

    def guess(self, rng: Random) -> Self:
        """Return a full state that fits this view, drawn at random."""
        return self

    def secrets(self) -> bool:
        """Tell whether players hide something from each other now, so that a shared screen needs a cover."""
        return self.hides

    def sealed(self) -> bool:
        """Tell whether choices lie sealed here that will be opened together: bids, votes.

        Once they are open, going back leads to before the first of them (`Match.way_back`), so that nobody chooses
        again who knows what the others chose.
        """
        return False

    def choices(self) -> Sequence[Move]:
        """Return what a person chooses from: of legal moves that come to the same only the first."""
        return list(dict.fromkeys(self.moves()))

    def sample(self, rng: Random) -> Move:
        """Return a random legal move, each as likely as `moves()` lists it."""
        return rng.choice(self.moves())

    def play_out(self, rng: Random) -> Self:
        """Return the end of a game that goes on at random, each move as likely as `moves()` lists it.

        Searches play very many games out: a game that can do so without making every moment on the way overrides this.
        """
        state = self
        while state.turn() != OVER:
            state = state.after(state.sample(rng))
        return state

    def period(self) -> int:
        """Return the year or round of this moment; 0 in a game that counts none."""
        return int(getattr(self, self.counts)) if self.counts else 0

    def part(self) -> str:
        """Return in which part of a period or turn it is; "" in a game that names none."""
        return str(getattr(self, self.parts)) if self.parts else ""

    def talks(self) -> bool:
        """Tell whether people talk now, and nobody chooses: that is in a part that is called "talk"."""
        return self.part() == "talk"

    def luck_place(self) -> tuple[int | str, ...] | None:
        """Return where the luck of this moment lies on a tape, if the game knows that better than by counting."""
        return None

    def tally(self) -> Mapping[str, int]:
        """Return totals that no move may change (chips, cards, nets …): the laws compare them all game long."""
        return {}

    @property
    def players(self) -> int:
        """How many seats play."""
        return len(self.scores())

    # What a person reads: `words` says it.

    def seat_name(self, seat: Player) -> str:
        """Return what sentences call a seat: the name that its table gives it (`called`), else the game's own."""
        given = _given_names.get()
        return (given[seat] if 0 <= seat < len(given) else "") or self.seat_title(seat)

    def seat_title(self, seat: Player) -> str:
        """Return what this game calls a seat that nobody has given a name."""
        return self.words.seat_title(self, seat)

    def prompt(self) -> str:
        """Return one line that says who does what now, and at the end who has won."""
        return self.words.prompt(self)

    def purpose(self) -> str:
        """Return in one line what a player of this game wants."""
        return self.words.purpose(self)

    def rule(self) -> str:
        """Return the rule in force now, in one or two plain sentences."""
        return self.words.rule(self)

    def explain(self, move: Move) -> str:
        """Return in one line what a move does, for someone who never heard of it; "" if it speaks for itself.

        Also for a move that is not allowed now: what it would do, and what it still needs.
        """
        return self.words.explain(self, move)

    def in_words(self) -> list[str]:
        """Return what lies where, line by line, for those who hear the board and do not see it."""
        return self.words.in_words(self)

    def text(self) -> str:
        """Return the moment as text, enough to play on from it: what is asked, the score, the board, what lies where.

        `draw` of its face is the same for the eye. Of a view it tells what that seat may know.
        """
        return self.words.text(self)

    def coach(self) -> str:
        """Return what the seat to act should think of now and why, in a sentence or two for a first game."""
        return "" if is_blind() else self.words.coach(self)

    def decided(self) -> str:
        """Return at the end what decided the game, in a sentence."""
        return self.words.decided(self)

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does here, as the log and a screen reader tell it to this viewer."""
        return self.words.say(self, move, viewer)

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move (a `Reason` where the board can point at it), "" if none does."""
        return self.words.why_not(self, move)

    def names(self) -> Mapping[str, str]:
        """Return words of the notation and the names that are printed for them: people may type either."""
        return self.words.names(self)

    def summary(self) -> str:
        """Return the whole game in at most 300 words, and what of this one is not in the rulebook.

        A paragraph to a line, each opening with what it is about: "The turn: …".
        """
        return self.words.summary_of(self)

    @classmethod
    def notation(cls, move: Move) -> str:
        """Return a move as one line of text that `parse` reads back."""
        return " ".join(str(part) for part in move)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line of text means; games may accept more spellings than they print."""
        words = text.split()
        if not words:
            raise IllegalMove(tr("Type a move first."))
        return tuple(int(word) if re.fullmatch(r"-?\d{1,9}", word) else word for word in words)

    def read(self, text: str) -> Move:
        """Return the move that a person means by a line of text here.

        The notation as `parse` takes it comes first. What is no legal move so is read once more: capitals do not
        matter, printed names stand for their words ("King Crab" for king-crab), and a space may stand for a hyphen.
        """
        wrong: IllegalMove | None = None
        try:
            move = self.parse(text)
            if move in self.moves():
                return move
        except IllegalMove as why:
            wrong = why
        names = self.names()
        printed = {word.replace("-", " "): word for word in names}
        printed |= {name.casefold().replace("’", "'"): word for word, name in names.items()}
        line = " ".join(text.casefold().replace("’", "'").rstrip(" .").split())
        for name in sorted(printed, key=len, reverse=True):
            line = re.sub(rf"(?<![\w+-]){re.escape(name)}(?![\w+-])", printed[name], line)
        try:
            return self.parse(line)
        except IllegalMove:
            raise wrong or IllegalMove(tr("Type a move first.")) from None

    @classmethod
    def canonical(cls, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as plain JSON data that `start` takes again; games that read files override this."""
        plain: dict[str, Any] = json.loads(json.dumps(dict(options)))
        return plain

    @classmethod
    def check_start(cls, players: int, options: Mapping[str, Any]) -> None:
        """Raise `ValueError` for a number of players or an option that this game does not take."""
        low, high = cls.seats[0], cls.seats[-1]
        if isinstance(players, bool) or not isinstance(players, int) or players not in cls.seats:
            wanted = tr("choose {low} to {high}", low=low, high=high) if low < high else tr("it is for {low}", low=low)
            raise refusal("{players} players cannot play {game}: {wanted}", players=brief(players), game=cls.name,
                          wanted=wanted)  # fmt: skip
        known = {option.name: option for option in cls.options}
        for name, value in options.items():
            if name not in known:
                names = ", ".join(known) or tr("none")
                raise refusal("{game} has no option {name}: the options are {names}", game=cls.name,
                              name=brief(name), names=names)  # fmt: skip
            known[name].check(cls.name, value)

    def _repr_svg_(self) -> str | None:
        return picture(self)

    def _repr_html_(self) -> str | None:
        return picture(self)


State.words = Words()


@cache
def _fields_kept(kind: type[State]) -> int:
    """Return how many fields the states of a game keep in their dictionary, -1 if these are not all there is to one."""
    names = [each.name for each in fields(kind)]  # type: ignore[arg-type]  # every game is a dataclass
    plain = not hasattr(kind, "__post_init__") and not any(hasattr(getattr(kind, name, 0), "__set__") for name in names)
    return len(names) if plain else -1


@contextmanager
def blind() -> Iterator[None]:
    """Let sentences and pictures that are made inside steer nobody: no advice, no treatment's name.

    People in an experiment read them; what they do shall follow from the rules, and not from what a coach advises.
    """
    token = _blind.set(True)
    try:
        yield
    finally:
        _blind.reset(token)


def is_blind() -> bool:
    """Tell whether what is said now shall steer nobody."""
    return _blind.get()


@contextmanager
def called(names: Sequence[str]) -> Iterator[None]:
    """Let every sentence that is made inside call the seats by these names; "" leaves a seat its own.

    Names belong to a table and not to the game: no state, save code or view holds them, and whoever shows a sentence
    on a page escapes it.

    >>> from fishlab import Fishery
    >>> with called(["Ada", ""]):
    ...     Fishery.start().prompt()
    'Ada to place ship 1 of 6'
    """
    before = _given_names.set(tuple(names))
    try:
        yield
    finally:
        _given_names.reset(before)


def given_names() -> Sequence[str]:
    """Return by which names the seats are called here."""
    return _given_names.get()


Agent = Callable[[Any, Random], Move]
"""A player: a function from what it sees and a random generator to a legal move."""


def fresh_seed() -> int:
    """Return a seed that no game had before, short enough to be read out in a class."""
    return secrets.randbelow(10**_SEED_DIGITS)


def own_generators(seats: Iterable[Player], rng: Random) -> dict[Player, Random]:
    """Return a generator for each seat, drawn from the one that chance keeps: agents use theirs, dice that one.

    So no agent can look ahead at the dice, and what one of them draws changes neither the dice nor the others.
    """
    return {seat: Random(rng.getrandbits(64)) for seat in sorted(seats)}


GAMES: Final[dict[str, type[State]]] = {}
"""Every game by its name, in the order of the course; `fishlab` fills it."""
PRACTICE: Final[dict[str, type[State]]] = {}
"""What is played in a lesson only: it stands in no list of games, but its saves are read like those of the others."""
FACES: Final[dict[str, Any]] = {}
"""By the name of a game how it looks, for games that `fishlab.register` was given; the rules never ask."""


def picture(state: State, **how: Any) -> str | None:
    """Return a state's still picture, or None where nothing is installed that draws.

    The rules know of no drawing: whoever draws says so in its package's entry points, in the group `fishlab.pictures`.
    """
    draw = _drawer()
    return None if draw is None else draw(state, **how)


@cache
def _drawer() -> Callable[..., str] | None:
    """Return what draws; to look through all installed packages takes as long as to draw."""
    return next((found.load() for found in entry_points(group="fishlab.pictures")), None)
