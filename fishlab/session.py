"""A match with people, bots and dice around it: who sits where, who may look, whose move it is, what may be done now.

A table in a notebook, a seat in a class, the desk, the terminal and the room are users of a session; none of them
decides again who moves or who may see what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from copy import copy
from functools import partial, wraps
from random import Random
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, Self, TypeVar

from fishlab.bots import bot_name, bots_for, usual_bot
from fishlab.core import (
    CHANCE,
    OVER,
    Agent,
    BadCode,
    IllegalMove,
    Move,
    Player,
    State,
    called,
    fresh_seed,
    given_names,
    is_blind,
)
from fishlab.match import Match
from fishlab.messages import language, mark, refusal, tr, trn

PERSON: Final = "person"
ELSEWHERE: Final = "at another screen"
"""Who sits in a seat that a person plays, but not here."""
DICE: Final = ("auto", "table", "tape")
_NEWS = 150  # letters, about two lines under a board

_Given = ParamSpec("_Given")
_Back = TypeVar("_Back")


class SessionError(ValueError):
    """What somebody asked for cannot be done at this table now, in a sentence."""


_ALONE: Final = mark("This move ends your turn, or somebody else comes next: play it on its own.")


class Mover(NamedTuple):
    """Who moves by itself, and what finds its move; that touches nothing else, and may run in another process."""

    seat: Player
    think: Callable[[], Move]


def by_name(method: Callable[Concatenate[Any, _Given], _Back]) -> Callable[Concatenate[Any, _Given], _Back]:
    """Let the sentences that a method makes call the seats by the names that people gave them at this table."""

    @wraps(method)
    def speaking(self: Any, /, *args: _Given.args, **more: _Given.kwargs) -> _Back:
        if (names := tuple(self.names)) == given_names():  # whoever asked calls them so already
            return method(self, *args, **more)
        with called(names):
            return method(self, *args, **more)

    return speaking


def seated(match: Match, wanted: Sequence[str] | None = None) -> list[str]:
    """Return who sits where: "person" or a bot's name for each seat; without a wish one person, and bots elsewhere.

    Raises:
        ValueError: if the seats do not add up, or there is no such bot.
    """
    bots, count = bots_for(match.game), match.seats
    if wanted is None:
        return [PERSON] + [usual_bot(match.states[0])] * (count - 1)
    if len(wanted) != count:
        raise refusal("seats={seats} names {named} seats, but {count} play", seats=list(wanted),
                      named=len(wanted), count=count)  # fmt: skip
    for name in wanted:
        if name != PERSON and name not in bots:
            known = ", ".join(map(repr, bots))
            raise refusal('seat {name} is not possible: choose "person", {known}', name=repr(name), known=known)
    return list(wanted)


def only_move(state: State) -> Move | None:
    """Return the one move that a seat can choose, None where there are several."""
    first, *others = state.choices()
    return None if others else first


def mover_of(
    match: Match,
    seats: Sequence[str],
    bots: Mapping[str, Agent],
    chance: Callable[[State], Move] | None,
    generator: Callable[[], Random],
) -> Mover | None:
    """Return who moves by itself now: chance or a bot. None if a person is to act, or nobody.

    Args:
        match: the game.
        seats: who sits where.
        bots: the bots by name.
        chance: rolls and draws; None where people enter what they rolled.
        generator: makes the generator of a bot's move.
    """
    state = match.state
    turn = state.turn()
    if turn == OVER or (turn >= 0 and seats[turn] in (PERSON, ELSEWHERE)):
        return None
    if turn == CHANCE:
        return None if chance is None else Mover(turn, lambda: chance(state))
    bot, view, rng = bots[seats[turn]], state.view(turn), generator()
    return Mover(turn, partial(bot, view, rng))


class HandOver:
    """Keeps the secrets of a match on one screen.

    One person at the screen looks through their own eyes. Of several, the one looks who has said "I am Seat B", until
    the turn goes to somebody else, or until nothing is hidden any more. Where nobody sits, everything is open: bots
    hide nothing from the class that watches them. Whoever the people are when the table is set need not say so; if
    they change, the new ones must.

    Args:
        keeps_secrets: whether a screen at which nobody sits shows only what all may see; else everything.
    """

    def __init__(self, *, keeps_secrets: bool = False) -> None:
        self._nobody = CHANCE if keeps_secrets else None
        self._eyes: Player | None = CHANCE
        self._people: list[Player] | None = None
        self.up = False

    def reset(self) -> None:
        """Begin again, as with a new game."""
        self._people = None

    def look(self, match: Match, people: Sequence[Player], shown: State | None = None) -> Player | None:
        """Return through whose eyes to show a moment: a seat, `CHANCE` for a stranger's, None for all; set `up`.

        What is hidden now decides. An earlier moment with something hidden is shown as it was, also when all is open.
        """
        self.up = False
        if not match.state.secrets():
            if len(people) > 1:
                self._eyes = CHANCE
            past = shown is not None and shown.secrets() and not match.over
            return (people[0] if len(people) == 1 else CHANCE if people else self._nobody) if past else None
        if self._people is None:
            self._eyes = self._wanted(match, people) if len(people) < 2 else CHANCE
        elif list(people) != self._people:
            self._eyes = CHANCE
        self._people = list(people)
        if match.over:
            self._eyes = CHANCE if len(people) > 1 else self._wanted(match, people)
            return self._eyes
        wanted = self._wanted(match, people)
        if len(people) > 1 and wanted != self._eyes and match.state.turn() != CHANCE:
            self._eyes = CHANCE
        self.up = wanted != self._eyes and wanted != CHANCE
        return self._eyes

    def lift(self, match: Match) -> None:
        """Let those look for whom the cover waits."""
        self._eyes = self._wanted(match, self._people or [])

    def words(self, match: Match) -> tuple[str, str]:
        """Return what stands on the cover and on its button, nothing if it is down."""
        if not self.up:
            return "", ""
        seat = self._wanted(match, self._people or [])
        if seat is None:
            text = tr("Nobody sits here any more: the bots play on, and nothing is hidden any longer.")
            return text, tr("Show everything")
        name = match.state.seat_name(seat)
        return tr("Hand the screen to {name}.", name=name), tr("I am {name}: show the board", name=name)

    def _wanted(self, match: Match, people: Sequence[Player]) -> Player | None:
        if not people:
            return self._nobody
        if len(people) == 1:
            return people[0]
        turn = match.state.turn()
        return turn if turn in people else CHANCE


class Session:
    """A match on one screen, with people and bots in its seats.

    Args:
        match: the game.
        seats: for each seat "person" or a bot's name.
        dice: who rolls, see below.
        bots: the bots by name; the game's own without it.

    Attributes:
        match: the game.
        seats: for each seat "person" or a bot's name.
        names: what people call the seats here; "" where a seat has the game's own name.
        at: the position that is looked at; bots go on only at the last one.
        dice: "auto" if the computer rolls, "table" if people enter what they rolled, "tape" if every die of a year and
            seat is the same in all games of the seed, whatever was done before.
        touched: whether a person has played here. A person's only choice is played by itself, but not in a game that
            came here under way, before somebody plays on: its moment is shown as it is.
        aside: the code of the line that a move at an earlier position has left; "" if there is none.
    """

    keeps_secrets = False
    """Whether somebody without a seat here sees only what all may see. At a table of one's own nobody else looks."""

    def __init__(
        self, match: Match, seats: Sequence[str], *, dice: str = "auto", bots: Mapping[str, Agent] | None = None
    ) -> None:
        if dice not in DICE:
            raise refusal('dice={dice} is not possible: choose "auto", "table" or "tape"', dice=repr(dice))
        if dice == "tape" and match.state.luck_place() is None:
            title = match.game.title
            raise refusal(
                'dice="tape" is not possible: {title} does not say where its dice and cards come', title=title
            )
        self.match, self.seats, self.dice = match, list(seats), dice
        self.bots = bots_for(match.game) if bots is None else bots
        self.names = [""] * match.seats
        self.at = len(match.moves)
        self.touched, self._under_way = False, bool(match.moves)
        self.aside = ""
        self._by_itself: set[int] = set()
        self._said: dict[tuple[object, ...], tuple[State, list[str]]] = {}
        self._cover = HandOver(keeps_secrets=self.keeps_secrets)

    def handed_on(self) -> Self:
        """Return a session that goes on with this one's game at another screen."""
        other = copy(self)
        other.seats, other.names, other._by_itself = list(self.seats), list(self.names), set(self._by_itself)
        other._cover = HandOver(keeps_secrets=self.keeps_secrets)
        return other

    # ---- what is looked at, and by whom ----------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position that is shown."""
        return self.match.states[self.at]

    @property
    def live(self) -> bool:
        """Whether the last position is shown."""
        return self.at == len(self.match.moves)

    @property
    def people(self) -> list[Player]:
        """The seats that people play here."""
        return [seat for seat, name in enumerate(self.seats) if name == PERSON]

    def viewer(self) -> Player | None:
        """Return through whose eyes the position is shown: a seat, `CHANCE` for a stranger's, None for all."""
        return self._cover.look(self.match, self.people, self.state)

    @property
    def covered(self) -> bool:
        """Whether the screen is covered, as `viewer` saw last."""
        return self._cover.up

    def speaking(self) -> AbstractContextManager[None]:
        """Let sentences call the seats by the names that people gave them here."""
        return called(self.names)

    @by_name
    def cover_words(self) -> tuple[str, str]:
        """Return what stands on the cover and on its button, nothing if it is down."""
        return self._cover.words(self.match)

    def uncover(self) -> None:
        """Let those look for whom the cover waits."""
        self._cover.lift(self.match)

    # ---- who moves -------------------------------------------------------------------------------------------

    def is_person(self, turn: Player) -> bool:
        """Tell whether people here move for a seat, or for chance."""
        return (turn >= 0 and self.seats[turn] == PERSON) or (turn == CHANCE and self.dice == "table")

    def only_choice(self, state: State) -> Move | None:
        """Return the one move that a person has at a moment, None where there is a choice.

        Several people at one screen would see of a hand that it has no choice: there it is played by whose it is.
        """
        turn = state.turn()
        if turn < 0 or self.seats[turn] != PERSON or (state.secrets() and len(self.people) > 1):
            return None
        return only_move(state)

    def chose(self, place: int) -> bool:
        """Tell whether a person chose the move at a place of the game; a seat's only choice is played by itself."""
        return self.is_person(self.match.states[place].turn()) and place not in self._by_itself

    def decides(self, state: State) -> bool:
        """Tell whether a person has something to choose or to enter at a moment."""
        return self.is_person(state.turn()) and self.only_choice(state) is None

    def goes_on(self) -> bool:
        """Tell whether somebody moves by itself at the end of the line: a bot, chance, or a person's only choice."""
        state = self.match.state
        turn = state.turn()
        if not self.live or turn == OVER:
            return False
        may = self.touched or not self._under_way
        return not self.is_person(turn) or (may and self.only_choice(state) is not None)

    def plays_itself(self, running: bool) -> bool:
        """Tell whether a person's only choice is about to be played.

        Args:
            running: whether somebody lets this session run on.
        """
        return running and self.is_person(self.match.state.turn()) and self.goes_on()

    def mover(self) -> Mover | None:
        """Return who moves by itself now and what finds its move, None if nobody does."""
        if not self.goes_on():
            return None
        state = self.match.state
        if (move := self.only_choice(state)) is not None:
            return Mover(state.turn(), lambda: move)
        return mover_of(self.match, self.seats, self.bots, self._roll, self.match.generator)

    def _roll(self, state: State) -> Move:
        place = repr(state.luck_place()) if self.dice == "tape" else None
        return state.sample(self.match.generator(place))

    def apply(self, move: Move) -> None:
        """Play what moved by itself."""
        if self.is_person(self.match.state.turn()):
            self._by_itself.add(len(self.match.moves))
        self.match.play(move)
        self.at += 1

    def play_out(self) -> None:
        """Let bots and dice move until a person is to act."""
        while (found := self.mover()) is not None:
            self.apply(found.think())

    # ---- what a person may do --------------------------------------------------------------------------------

    def may(self, act: str) -> bool:
        """Tell whether people here may do this (`undo`, `load`, `seat`, `begin`, `code` …)."""
        return True

    def not_here(self) -> str:
        """Say why something may not be done here."""
        return tr("At a shared table only the teacher can take moves back, change seats and start a new game.")

    def _need(self, act: str) -> None:
        if not self.may(act):
            raise SessionError(self.not_here())

    def waits(self) -> str:
        """Say why nobody may move at this table now, "" if one may."""
        return ""

    def playable(self) -> bool:
        """Tell whether somebody may move at the position shown."""
        return not self.waits() and (self.live or (self.may("line") and self.match.way_back(self.at) == self.at))

    def asked(self) -> Player | None:
        """Return for whom a person should move at the position shown, `CHANCE` for dice to be entered; None if nobody.

        Whoever looks at an earlier moment moves there only for a seat whose view is shown.
        """
        turn, viewer = self.state.turn(), self.viewer()
        if turn == OVER or self.covered or not self.playable() or not self.is_person(turn):
            return None
        return turn if turn == CHANCE or self.live or viewer in (None, turn) else None

    @by_name
    def why_not_now(self) -> str:
        """Say why no person may move at the position shown, "" if one may."""
        turn, viewer = self.state.turn(), self.viewer()
        name, who = self.state.seat_name(turn), self.seats[turn] if turn >= 0 else PERSON
        if waits := self.waits():
            return waits
        if not self.live and not self.may("line"):
            return tr("This is an earlier position: go to the last one to play.")
        if who == ELSEWHERE:
            return tr("It is the turn of {name}, who plays at another screen.", name=name)
        if who != PERSON and not self.may("seat"):
            return tr("It is the turn of {name}, a bot ({bot}).", name=name, bot=bot_name(who))
        if self.covered:
            return tr("The screen is covered: uncover it first.")
        if turn == CHANCE and self.dice != "table":
            return tr("The computer rolls the dice and draws the cards at this table.")
        if who != PERSON:
            return tr("It is the turn of {name}, a bot ({bot}). Give the seat to a person to play it.", name=name,
                      bot=bot_name(who))  # fmt: skip
        if not self.playable():
            return opened()
        if turn >= 0 and viewer not in (None, turn):
            return tr("This was {name}’s turn: go to one of your own, or take moves back with Undo.", name=name)
        return ""

    def read_row(self, text: str) -> list[Move]:
        """Return the moves that a person asks for at the position shown; several of one seat stand between semicolons.

        They are read in the view of the seat: what is refused tells no more than the seat can see.

        Raises:
            IllegalMove: if a rule forbids one of them, before any is played.
        """
        turn = self.state.turn()
        moves: list[Move] = []
        seen = self.state.view(turn) if turn >= 0 else self.state
        for part in text.split(";"):
            if moves:
                try:
                    seen = seen.after(moves[-1])
                except ValueError:  # what follows depends on what others have sealed
                    raise IllegalMove(tr(_ALONE), moves[-1]) from None
                if seen.turn() != turn:
                    raise IllegalMove(tr(_ALONE), moves[-1])
            moves.append(seen.read(part))
            if moves[-1] not in seen.moves():
                raise IllegalMove(seen.why_not(moves[-1]), moves[-1])
        return moves

    @by_name
    def play(self, move: Move | str) -> str:
        """Play a move at the position shown, and return what there is to say of it; a later line is kept aside.

        Raises:
            IllegalMove: if a rule forbids it.
        """
        state = self.state
        if isinstance(move, str):
            move = state.read(move)
        if self.live:
            self.match.play(move)
        elif move not in state.moves():
            raise IllegalMove(state.why_not(move), move)
        elif self.match.moves[self.at] != move:
            self.aside = self.match.code()
            self.take_back_to(self.at)
            self.match.play(move)
        self.at += 1
        self.touched = True
        return state.say(move, self.viewer())

    def take_back_to(self, place: int) -> None:
        """Take back all moves after a position, and look at it."""
        self.match.undo(len(self.match.moves) - place)
        self._by_itself = {one for one in self._by_itself if one < place}
        self.at = place

    def go(self, place: int) -> None:
        """Show another position of the game."""
        self.at = max(0, min(place, len(self.match.moves)))

    def undo(self) -> tuple[str, bool]:
        """Take back the last move, and with it the bots' and the dice's moves after the person's own.

        Sealed choices that are open by now are all taken back, and all made again.

        Returns:
            What there is to say, and whether bots choose again at once.
        """
        self._need("undo")
        if not self.live:
            self.go(self.at - 1)
            return "", False
        wanted = self.last_choice()
        if wanted is None:
            return "", False
        place = self.match.way_back(wanted)
        count = self.at - place
        self.take_back_to(place)
        if place == wanted:
            return trn("Took back {n} move.", "Took back {n} moves.", count), False
        said = trn(
            "Took back {n} move: what was sealed had been opened, so all choose again.",
            "Took back {n} moves: what was sealed had been opened, so all choose again.",
            count,
        )
        return said, True

    def last_choice(self) -> int | None:
        """Return where a person last chose before what is shown; None if nobody has, the start where all are bots."""
        if PERSON not in self.seats:
            return 0
        places = range(self.at - 1, -1, -1)
        return next((place for place in places if self.decides(self.match.states[place])), None)

    def redo(self) -> str:
        """Play the undone moves again, up to the person's next decision; sealed choices come back all together."""
        self._need("redo")
        if not self.live:
            self.go(self.at + 1)
            return ""
        before = self.at
        while self.match.undone:
            if self.only_choice(self.match.state):
                self._by_itself.add(len(self.match.moves))
            self.match.redo()
            if self.decides(self.match.state) and not self.match.state.sealed():
                break
        self.at = len(self.match.moves)
        count = self.at - before
        return trn("Played {n} move again.", "Played {n} moves again.", count) if count else ""

    # ---- other games, other players --------------------------------------------------------------------------

    def name_dice(self, seed: int | str | None = None) -> None:
        """Give the match the seed that is asked for, or leave its own; without either, dice that no game had before."""
        if seed is not None:
            self.match.seed = seed
        elif self.match.seed is None:
            self.match.seed = fresh_seed()

    def load(self, code: str, *, any_game: bool = False) -> None:
        """Go on with the game that a save code holds; `BadCode` says what is wrong with it.

        Args:
            code: what a person has pasted.
            any_game: whether another game may take this one's place, or one for more or fewer people, who all sit here.
        """
        self._need("load")
        match, mine = Match.from_code(code, self.match.game), self.match
        other = match.game is not mine.game or match.seats != mine.seats
        if other and not any_game:
            raise BadCode(
                tr("This code is of {title} for {players} players; this table plays {mine} for {seats}. Start a new "
                   "table for it.", title=match.game.title, players=match.seats, mine=mine.game.title, seats=mine.seats)
            )  # fmt: skip
        self.put(match, [PERSON] * match.seats if other else None)

    def begin(
        self,
        match: Match,
        *,
        seats: Sequence[str] | None = None,
        names: Sequence[str] | None = None,
        dice: str | None = None,
    ) -> None:
        """Begin another game.

        Args:
            match: the game.
            seats: who sits where; without it everybody stays, and seats that were not there get the last one's player.
            names: what people call the seats; without it as before.
            dice: who rolls; without it as before.
        """
        self._need("begin")
        before, now = usual_bot(self.match.states[0]), usual_bot(match.states[0])
        stay = [now if who == before else who for who in self.seats]
        if self.dice == "tape":
            match.seed = self.match.seed
        self.dice = dice or self.dice
        self.put(match, seats or (stay + [stay[-1]] * match.seats)[: match.seats], names)

    def again(self, *, same_dice: bool = False) -> None:
        """Begin the game again, with dice of its own or with the same, and bots that choose as they did."""
        match = Match(self.match.game, self.match.seats, **self.match.options)
        if same_dice:
            match.seed = self.match.seed
        self.begin(match)

    def put(self, match: Match, seats: Sequence[str] | None = None, names: Sequence[str] | None = None) -> None:
        """Put another match in the place of this one, at its last position; who sits where may change with it."""
        if match.game is not self.match.game:
            self.bots = bots_for(match.game)
        self.seats = list(seats or self.seats)
        self.names = [*(self.names if names is None else names), *[""] * match.seats][: match.seats]
        self.match, self.at, self._by_itself = match, len(match.moves), set()
        self.aside, self.touched = "", True
        self.name_dice()
        self._cover.reset()

    def other_line(self) -> None:
        """Go back to the line that was left aside, and leave this one."""
        self._need("other")
        if not self.aside:
            raise SessionError(tr("There is no other line: one is kept when you play from an earlier position."))
        code, self.aside, seed = self.aside, self.match.code(), self.match.seed
        self.match = Match.from_code(code)
        self.match.seed = seed
        self.at, self._by_itself = len(self.match.moves), set()

    def reseat(self, seat: Player, who: str) -> None:
        """Give a seat to a person or a bot."""
        self._need("seat")
        self.seats[seat] = who

    # ---- what is told ----------------------------------------------------------------------------------------

    @by_name
    def told(self, place: int, viewer: Player | None) -> str:
        """Return a move in words, as this viewer may hear it."""
        (words,) = self._once(place, viewer, lambda state, move: [state.say(move, viewer)])
        return tr("The only choice: {move}", move=words) if place in self._by_itself else words

    @by_name
    def outcomes(self, place: int, me: Player, viewer: Player | None) -> list[str]:
        """Return what came of a move, in words for one who made it or does not need to hear of the move itself."""

        def said(state: State, move: Move) -> list[str]:
            return state.words.outcomes(state, move, self.match.states[place + 1], me, viewer)

        return self._once(place, viewer, said, me)

    def _once(
        self, place: int, viewer: Player | None, say: Callable[[State, Move], list[str]], *more: object
    ) -> list[str]:
        """Return words of a move, made only once: they stand in the log, in the news, in the line under the board."""
        state, move = self.match.states[place], self.match.moves[place]
        asked = (place, move, viewer, tuple(self.names), language(), is_blind(), *more)
        before, words = self._said.get(asked, (None, []))
        if before is not state:
            words = say(state, move)
            self._said[asked] = state, words
        return words

    @by_name
    def news(self) -> list[str]:
        """Return what was done since a person chose, as those may hear it who look; of much only the end."""
        said: list[str] = []
        for place in range(self.at - 1, -1, -1):
            turn = self.match.states[place].turn()
            if turn == CHANCE and self.dice != "table":
                continue
            if self.chose(place):
                break
            words = self.told(place, self.viewer())
            if said and len(words) + sum(map(len, said)) > _NEWS:
                said[-1] = f"… {said[-1]}"
                break
            said.append(words)
        return said[::-1]


def opened() -> str:
    """Say that choices were sealed at an earlier moment and are open by now."""
    return tr("What was sealed here has been opened: go back to before the first of these choices, or use Undo.")
