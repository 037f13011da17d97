"""The one protocol that every game, board, bot and experiment speaks.

A game is one frozen dataclass; an instance of it is a moment of the game. Nothing in a state is a random
generator: chance is a player whose moves are the faces of a die or the cards of a bag, so a match replays without
a seed, and a class may roll real dice and enter them.

`Match` is the only thing here that changes. It checks every move at the door, keeps the whole game, and turns it
into JSON or into a short save code and back.
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
from functools import cache
from importlib.metadata import entry_points
from itertools import pairwise
from random import Random
from typing import Any, ClassVar, Final, Generic, Self, TypeVar

from fishlab.codes import BadCode as BadCode
from fishlab.codes import Packing, digest, zip_text
from fishlab.codes import brief as brief
from fishlab.messages import listed, tr

Move = tuple[str | int, ...]
Player = int

CHANCE: Final[Player] = -1
"""The player who rolls dice and draws cards."""
OVER: Final[Player] = -2
"""Whose turn it is when the game has ended."""
HIDDEN: Final = "?"
"""What a view shows in place of a secret."""

SEAT_LETTERS: Final = "ABCDEF"

_MAX_CODE = 20_000  # characters of a save code; the longest real game needs under a tenth
_MAX_JSON = 2_000_000  # characters of a saved match
_MAX_MOVES = 20_000
_MAX_NOTATION = 300  # characters of one move; the longest that any game writes needs a tenth
_SEED_DIGITS = 9  # of a seed that a save code holds
_PARTS: Final = {str, int}  # what a move is made of
_MAX_OPTIONS = 200_000  # bytes of options once unpacked
_PACKING: Final = Packing("save code", check=3, least=8)

_given_names: ContextVar[Sequence[str]] = ContextVar("given_names", default=())

S = TypeVar("S", bound="State")

_new, _set = object.__new__, object.__setattr__  # to look them up for every copy would take a third of its time


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

    def __new__(cls, text: str, *, title: str = "Not allowed", rule: str = "", where: Iterable[str] = ()) -> Self:
        """Make a reason from its sentence."""
        self = super().__new__(cls, text)
        self.title, self.rule, self.where = title, rule, tuple(where)
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

    def values(self) -> tuple[Any, ...]:
        """Return every allowed value, () if they cannot be listed."""
        if self.low is not None and self.high is not None:
            return tuple(range(self.low, self.high + 1))
        return self.choices

    def allowed(self) -> str:
        """Say in words what this option takes."""
        if self.choices:
            return "choose " + " or ".join(repr(choice) for choice in self.choices)
        return f"choose a whole number from {self.low} to {self.high}"

    def check(self, game: str, value: Any) -> None:
        """Raise `ValueError` naming the option, the value and what is allowed."""
        if self.choices:
            right = any(value == choice and type(value) is type(choice) for choice in self.choices)
        elif self.low is not None and self.high is not None:
            right = isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high
        else:
            return
        if not right:
            raise ValueError(f"{game}: {self.name}={brief(value)} is not possible: {self.allowed()}")


class Words(Generic[S]):
    """What a person reads of a game: an object beside its rules, whose functions take the moment they speak of.

    A game's own words override what they can say better, and call `super()` for the rest.
    """

    summary: str = ""
    """The whole game in at most 300 words, a paragraph to a line, each opening with what it is about: "The turn: …"."""

    def __init__(self, summary: str = "") -> None:
        self.summary = summary or type(self).summary

    def seat_title(self, state: S, seat: Player) -> str:
        """Return what this game calls a seat that nobody has given a name."""
        if seat < 0:
            return tr("Chance") if seat == CHANCE else tr("Nobody")
        return tr("Seat {letter}", letter=SEAT_LETTERS[seat])

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

    def rule(self) -> str:
        """Return the rule in force now, in one or two plain sentences."""
        return self.words.rule(self)

    def explain(self, move: Move) -> str:
        """Return in one line what a move does, for someone who never heard of it; "" if it speaks for itself.

        Also for a move that is not allowed now: what it would do, and what it still needs.
        """
        return self.words.explain(self, move)

    def coach(self) -> str:
        """Return what the seat to act should think of now and why, in a sentence or two for a first game."""
        return self.words.coach(self)

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
            raise IllegalMove("Type a move first.")
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
        printed |= {name.casefold(): word for word, name in names.items()}
        line = " ".join(text.casefold().rstrip(" .").split())
        for name in sorted(printed, key=len, reverse=True):
            line = re.sub(rf"(?<![\w+-]){re.escape(name)}(?![\w+-])", printed[name], line)
        try:
            return self.parse(line)
        except IllegalMove:
            raise wrong or IllegalMove("Type a move first.") from None

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
            wanted = f"choose {low} to {high}" if low < high else f"it is for {low}"
            raise ValueError(f"{brief(players)} players cannot play {cls.name}: {wanted}")
        known = {option.name: option for option in cls.options}
        for name, value in options.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise ValueError(f"{cls.name} has no option {brief(name)}: the options are {names}")
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
    drawers: list[Callable[..., str]] = [found.load() for found in entry_points(group="fishlab.pictures")]
    return drawers[0] if drawers else None


class Match:
    """A game being played: all its states and moves so far, and those undone.

    >>> from fishlab import Fishery, Match
    >>> match = Match(Fishery, columns=3, rows=3, ships=1)
    >>> _ = match.play("ship a1")
    >>> match.play("ship a1")
    Traceback (most recent call last):
    ...
    fishlab.core.IllegalMove: a1 already holds a black ship: a ship goes on an empty square.
    """

    def __init__(self, game: type[State], players: int | None = None, **options: Any) -> None:
        self.game = game
        self.seats = game.seats[0] if players is None else players
        try:
            self.options = game.canonical(options)
            self.states: list[State] = [game.start(self.seats, **self.options)]
        except RecursionError:
            raise ValueError(f"{game.name}: an option is nested too deep: options are plain data") from None
        self.moves: list[Move] = []
        self.undone: list[Move] = []
        self.seed: int | str | None = None
        """What names the dice and the bots' choices of a table that plays this match; the rules never ask for it."""
        self._places: list[tuple[int, int]] = []
        self._reopened = 0  # how often sealed choices were opened and then taken back

    def __repr__(self) -> str:
        return f"<Match of {self.game.name}: {self.seats} players, {len(self.moves)} moves, {self.state.prompt()}>"

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def state(self) -> State:
        """The present moment."""
        return self.states[-1]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.turn() == OVER

    def play(self, move: Move | str) -> State:
        """Play a move (a tuple, a list or its notation) and return the new state; `IllegalMove` says why not."""
        state = self.state
        if isinstance(move, str):
            move = state.read(move)
        if not isinstance(move, tuple | list) or not {*map(type, move)} <= _PARTS:
            raise IllegalMove(f"{brief(move)} is not a move: a move is a tuple of words and whole numbers.", move)
        move = tuple(move)
        if move not in state.moves():
            why = state.why_not(move) or f"“{state.notation(move)}” is not among the moves allowed now."
            raise IllegalMove(why, move)
        return self._take(move)

    def _take(self, move: Move) -> State:
        """Play a move that is legal."""
        if self.undone and self.undone[-1] == move:
            self.undone.pop()
        else:
            self.undone.clear()
        self._push(move)
        return self.state

    def _push(self, move: Move) -> None:
        self.states.append(self.state.after(move))
        self.moves.append(move)

    def undo(self, count: int = 1) -> State:
        """Take back moves, as many as there are; `redo` plays them again."""
        count = min(count, len(self.moves))
        left = self.states[len(self.moves) - count :]
        self._reopened += any(one.sealed() and not other.sealed() for one, other in pairwise(left))
        for _ in range(count):
            self.undone.append(self.moves.pop())
            self.states.pop()
        del self._places[len(self.moves) :]
        return self.state

    def way_back(self, place: int) -> int:
        """Return where a person who wants to go back to a place may go: there, or to before the first sealed choice.

        Choices that lay sealed at that place and are open by now must all be made again.
        """
        if all(state.sealed() for state in self.states[place:]):
            return place
        while self.states[place].sealed():
            place -= 1
        return place

    def redo(self, count: int = 1) -> State:
        """Play undone moves again, as many as there are."""
        for _ in range(min(count, len(self.undone))):
            self._push(self.undone.pop())
        return self.state

    def generator(self, place: str | None = None) -> Random:
        """Return the generator of the next move, which the seed and the number of moves decide, or another place.

        So a die that is taken back falls the same again, whoever sits where, and what a bot draws changes no die. Bots
        alone draw anew where sealed choices were opened and taken back: a person who saw a bot's bid should not know
        the next one.
        """
        place = str(len(self.moves)) if place is None else place
        if self._reopened and self.state.turn() >= 0:
            place += f"/{self._reopened}"
        return Random(f"{self.game.name}/{self.seed}/{place}")

    def run(self, agents: Mapping[Player, Agent] | Sequence[Agent], rng: Random, limit: int = _MAX_MOVES) -> State:
        """Let agents play, chance by the generator, until the game is over, a seat has no agent, or the limit.

        Every agent gets a generator of its own (`own_generators`).
        """
        seats = agents if isinstance(agents, Mapping) else dict(enumerate(agents))
        own = own_generators(seats, rng)
        for _ in range(limit):
            state = self.state
            seat = state.turn()
            if seat == CHANCE:
                self._take(state.sample(rng))  # what the rules draw themselves needs no check
            elif seat in seats:
                self.play(seats[seat](state.view(seat), own[seat]))
            else:
                break
        return self.state

    # Saving and loading.

    def to_json(self) -> str:
        """Return the match as JSON: game, version, players, options, moves in notation, and its seed if it has one."""
        return self._json() if self.seed is None else self._json(seed=self.seed)

    def _json(self, **more: int | str) -> str:
        return json.dumps(
            {
                "game": self.game.name,
                "version": self.game.version,
                "players": self.seats,
                "options": self.options,
                "moves": [self.game.notation(move) for move in self.moves],
                **more,
            },
            ensure_ascii=False,
            separators=(",", ":"),
            sort_keys=True,
        )

    @classmethod
    def from_json(cls, text: str) -> Match:
        """Return the match that JSON text holds, each move checked; `BadCode` says what is wrong and where."""
        if len(text) > _MAX_JSON:
            raise BadCode(f"This saved match is too long ({len(text):,} characters; at most {_MAX_JSON:,}).")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadCode(f"This is not a saved match: it is not JSON ({error}).") from None
        if not isinstance(data, dict) or not isinstance(data.get("moves"), list):
            raise BadCode("This is not a saved match: it needs game, version, players, options and moves.")
        match = cls._begin(data.get("game"), data.get("version"), data.get("players"), data.get("options", {}))
        if len(data["moves"]) > _MAX_MOVES:
            raise BadCode(f"This saved match has {len(data['moves']):,} moves; at most {_MAX_MOVES:,} are read.")
        for number, notation in enumerate(data["moves"], 1):
            try:
                if not isinstance(notation, str):
                    raise IllegalMove(f"{brief(notation)} is not a line of notation.")
                if len(notation) > _MAX_NOTATION:
                    raise BadCode(
                        f"Move {number} of this saved match is too long ({len(notation):,} characters; at most "
                        f"{_MAX_NOTATION})."
                    )
                match.play(notation)
            except IllegalMove as error:
                shown = notation[:60] if isinstance(notation, str) else brief(notation)
                raise BadCode(f"Move {number} ({shown}) breaks a rule: {error}") from None
        seed = data.get("seed")
        match.seed = seed if type(seed) in _PARTS else None
        return match

    @classmethod
    def _begin(cls, game: object, version: object, players: object, options: object) -> Match:
        kind = {**PRACTICE, **GAMES}.get(game) if isinstance(game, str) else None
        if kind is None:
            raise BadCode(f"{brief(game)} is not a game here: the games are {', '.join(GAMES)}.")
        if version != kind.version:
            raise BadCode(
                f"This save is of {game} version {brief(version)}; this Fishlab plays version {kind.version}. "
                "Open it with the Fishlab that made it."
            )
        if not isinstance(options, dict) or not isinstance(players, int):
            raise BadCode("This save is damaged: its players or options are missing.")
        if any(isinstance(options.get(name), str) for name in kind.files):
            raise BadCode("This save names a file to read: a save holds all its data itself.")
        try:
            return cls(kind, players, **options)
        except (ValueError, TypeError) as error:
            raise BadCode(f"This save cannot be started: {error}") from None

    def code(self) -> str:
        """Return the match as a short save code, safe in URLs: `FY1-…`.

        The code holds the players, the options and, for every move, its place among the legal moves of that moment,
        all as one large number. A checksum of the letters catches slips of the keyboard, and one of the meaning
        (the JSON) catches a code that another Fishlab would read as a different game. A seed that is a number follows
        after a point, so that the game goes on with its own dice.
        """
        for place in range(len(self._places), len(self.moves)):  # only the moves since the last code was made
            choices = _distinct(self.states[place])
            self._places.append((choices.index(self.moves[place]), len(choices)))
        number = 0
        for index, count in reversed(self._places):
            number = number * count + index
        options = zip_text(json.dumps(self.options, sort_keys=True)) if self.options else b""
        body = bytes([self.seats]) + _varint(len(self.moves)) + _varint(len(options)) + options
        body += digest(self._json().encode(), 2) + number.to_bytes((number.bit_length() + 7) // 8, "big")
        seed = f".{self.seed}" if isinstance(self.seed, int) and 0 <= self.seed < 10**_SEED_DIGITS else ""
        return f"{self.game.tag}{self.game.version}-{_PACKING.pack(body, seed.encode())}{seed}"

    @classmethod
    def from_code(cls, code: str) -> Match:
        """Return the match that a save code holds; `BadCode` says what is wrong with it."""
        code = "".join(str(code).split())
        if not code:
            raise BadCode("Paste a save code first. It looks like FY1-AgAAk3….")
        if len(code) > _MAX_CODE:
            raise BadCode(f"This is too long for a save code ({len(code):,} characters; at most {_MAX_CODE:,}).")
        found = re.fullmatch(rf"([A-Z]{{2}})(\d{{1,3}})-([A-Za-z0-9_-]+)(\.\d{{1,{_SEED_DIGITS}}}|)", code)
        if not found:
            raise BadCode("This is not a save code: one looks like FY1-AgAAk3…, in letters, digits, - and _ only.")
        tag, version, packed, seed = found.groups()
        game = next((game for game in (*GAMES.values(), *PRACTICE.values()) if game.tag == tag), None)
        if game is None:
            known = ", ".join(f"{game.tag} ({game.title})" for game in GAMES.values())
            raise BadCode(f"{tag} is not a game here: codes start with {known}.")
        seats, count, options, mark, number = _read_body(_PACKING.unpack(packed, seed.encode()))
        match = cls._begin(game.name, int(version), seats, options)
        for place in range(1, count + 1):
            choices = _distinct(match.state)
            if not choices:
                raise BadCode(f"This code breaks a rule: move {place} comes after the end of the game.")
            number, index = divmod(number, len(choices))
            match._push(choices[index])
        if number or digest(match._json().encode(), 2) != mark:
            raise BadCode("This code does not fit the rules of this Fishlab: it was made by another version.")
        match.seed = int(seed[1:]) if seed else None
        return match

    def _repr_svg_(self) -> str | None:
        return picture(self.state, last=self.moves[-1] if self.moves else None)

    def _repr_html_(self) -> str | None:
        return self._repr_svg_()


def _distinct(state: State) -> list[Move]:
    return list(dict.fromkeys(state.moves()))


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def _read_body(body: bytes) -> tuple[int, int, object, bytes, int]:
    """Return players, number of moves, options, mark of the meaning, and the number that holds the moves."""
    place = 1

    def varint() -> int:
        nonlocal place
        value = shift = 0
        while place < len(body) and shift < 28:
            byte = body[place]
            place += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value
        raise BadCode("This save code is damaged: a length in it is wrong.")

    count, size = varint(), varint()
    if count > _MAX_MOVES or place + size + 2 > len(body):
        raise BadCode("This save code is damaged: a length in it is wrong.")
    options: object = {}
    if size:
        options = _PACKING.unzip_json(
            body[place : place + size],
            _MAX_OPTIONS,
            too_much="its options unpack to more than a game could need",
            damaged="its options cannot be read",
        )
    place += size
    return body[0], count, options, body[place : place + 2], int.from_bytes(body[place + 2 :], "big")
