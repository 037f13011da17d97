"""The command `fishlab play`: a game in the terminal."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill

from fishlab import GAMES
from fishlab.bots import about_bots, bots_for, unknown_bot, usual_bot
from fishlab.core import CHANCE, IllegalMove, Player, State
from fishlab.match import Match
from fishlab.messages import mark, refusal, tr, trn
from fishlab.session import PERSON, Session

HELP = mark("play a game in the terminal")
ABOUT = mark(
    "Play a game in the terminal: type a move or its number.\n\nAt any time: ? lists the moves and what they do, "
    "rules explains the whole game, undo takes your last move back,\nsave prints a code to go on with later (--code), "
    "quit ends."
)
EXAMPLE = "fishlab play fishery --bots greedy"
MOST_SHOWN = 20
"""More moves than these are listed only when a person asks."""
QUIT = ("quit", "exit", "q")
ORDERS = (mark("board"), mark("rules"), mark("save"), mark("undo"), mark("quit"))
"""What a person may type beside moves, in English or in the language that is spoken."""

Say = Callable[[str], None]
Ask = Callable[[str], str]


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "--bots",
        nargs="+",
        metavar="BOT",
        help=tr("who plays the other seats (default: medium); --bots help lists who can"),
    )
    parser.add_argument("--people", type=int, default=1, help=tr("how many share the keyboard (default: %(default)s)"))
    parser.add_argument("--seed", default="", help=tr("the same seed gives the same dice"))
    parser.add_argument("--code", help=tr("go on with a game that was saved"))
    parser.add_argument("--picture", metavar="FILE.svg", help=tr("keep a picture of the board in a file"))


def run(asked: argparse.Namespace) -> int:
    """Play until the game is over or the person has had enough."""
    if asked.bots == ["help"] and asked.game in GAMES:
        print("\n".join(f"{name}: {line}" for name, line in about_bots(GAMES[asked.game]).items()))
        return 0
    match, seats = set_table(asked)
    session = Session(match, seats)
    session.name_dice(asked.seed or None)
    terminal = Terminal(session, ask=input, clear=_clear_screen, picture=asked.picture)
    who = [tr("person") if name == PERSON else name for name in seats]
    names = ", ".join(f"{match.state.seat_name(seat)}: {name}" for seat, name in enumerate(who))
    print(f"{match.game.title}. {names}.")
    told = mark(
        "Type a move or its number; ? lists them, {board} shows it again, {rules} explains the game, {quit} ends."
    )
    print(tr(told, **{word: tr(word) for word in ORDERS}) + "\n")
    try:
        terminal.play()
    except (EOFError, KeyboardInterrupt):
        print()
    finally:
        if not match.over:
            print(tr("To go on later: fishlab play {name} --code {code}", name=match.game.name, code=match.code()))
    return 0


def set_table(asked: argparse.Namespace) -> tuple[Match, list[str]]:
    """Return the match and who plays each seat: "person" or the name of a bot.

    Raises:
        ValueError: if there is no such game or bot, or the seats do not add up.
    """
    game = GAMES.get(asked.game)
    if game is None:
        raise refusal("there is no game {game!r}: choose {games}", game=asked.game, games=", ".join(GAMES))
    known = bots_for(game)
    for name in asked.bots or []:
        if name not in known:
            raise unknown_bot(game, name)
    if asked.people < 0:
        raise refusal("--people {people} is not possible: choose a whole number from 0", people=asked.people)
    if asked.code:
        match = Match.from_code(asked.code)
        if match.game is not game:
            raise refusal(
                "this code is of {title}: fishlab play {name} --code …", title=match.game.title, name=match.game.name
            )
        players = match.seats
    else:
        asked_for = asked.people + len(asked.bots or [])
        players = asked_for if asked.bots else max(asked.people, game.seats[0])
        match = Match(game, players)
    others = list(asked.bots or [])
    while len(others) + asked.people < players:
        others.append(usual_bot(match.states[0]))
    return match, [*[PERSON] * (players - len(others)), *others]


def _order(line: str) -> str:
    """Return what a line orders, in English; the line itself if that is none."""
    typed = line.strip().casefold()
    return next((word for word in ORDERS if typed == tr(word).casefold()), typed)


def _taken_back(states: Sequence[State], who: str) -> str:
    """Say how many moves are taken back, and why: from the first of these moments to the last."""
    told = trn(
        "{n} move of {who} is taken back.",
        "{n} moves are taken back: the last of {who}, and all after it.",
        len(states) - 1,
        who=who,
    )
    if any(state.sealed() for state in states):
        told += " " + tr("This includes sealed choices, those of others too: they are made again.")
    return told


def _clear_screen() -> None:
    """Wipe a real terminal with all that has been scrolled away; into a file or a pipe nothing is written."""
    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        os.system("")  # lets an older console of Windows understand the signs below
        print("\033[H\033[2J\033[3J", end="", flush=True)


class Terminal:
    """A session at one keyboard.

    Where the game has secrets, several people hand the keyboard on: everybody reads on a clean screen what happened
    since they last sat there, as they may know it.

    Args:
        session: the match and who plays it; `Match.seed` names the dice and the bots' choices.
        ask: asks for a line.
        say: prints a line.
        clear: wipes what the last person has read.
        picture: a file that shows the board as those may see it who sit at the keyboard.
    """

    def __init__(
        self, session: Session, *,
        ask: Ask, say: Say = print, clear: Callable[[], None] = lambda: None, picture: str | None = None,
    ) -> None:  # fmt: skip
        self.session, self.match = session, session.match
        self.say, self.ask, self.clear = say, ask, clear
        self._undone = ""
        self.picture = Path(picture) if picture else None
        self._told = dict.fromkeys(session.people or [CHANCE], len(self.match))  # up to which move each has been told

    def play(self) -> None:
        """Play until the game is over or someone quits."""
        self._draw()
        while not self.match.over:
            found, turn = self.session.mover(), self.match.state.turn()
            if found is not None:
                self.session.apply(found.think())
            elif not (self._seated(turn) and self._person(self.match.state.view(turn))):
                return
            if not self._passed_round():
                self._tell(*self._told)
            self._draw()
        if self._passed_round():
            self.clear()
            self._tell(*self._told)
        self.say(f"\n{self.match.state.prompt()}.\n{self.match.state.decided()}")

    def _passed_round(self) -> bool:
        """Tell whether the people at the keyboard hide something from each other now."""
        return self.match.state.secrets() and len(self.session.people) > 1

    def _seated(self, seat: Player) -> bool:
        """Let a person take the keyboard and hear what is new; return False if nobody wants to."""
        self.session.viewer()
        if self.session.covered:
            self.clear()
            name = self.match.state.seat_name(seat)
            line = self.ask(tr("Hand the keyboard to {name}, then press Enter. ", name=name))
            if _order(line) in QUIT:
                return False
            self.session.uncover()
            self._draw()
        self._tell(seat)
        if self._undone:  # after the screen was cleared for whoever sits here now
            self.say(self._undone)
            self._undone = ""
        return True

    def _tell(self, *listeners: Player) -> None:
        """Say what was played since those who listen were last told, as those may hear it who look now."""
        viewer, count = self.session.viewer(), len(self.match)
        for place in range(min(self._told[seat] for seat in listeners), count):
            self.say(f"  {self.session.told(place, viewer)}")
        self._told |= dict.fromkeys(listeners, count)

    def _draw(self) -> None:
        if self.picture:
            viewer = self.session.viewer()
            seen = self.match.state if viewer is None else self.match.state.view(viewer)
            drawn = seen._repr_svg_()
            if drawn:
                self.picture.write_text(drawn, encoding="utf-8")

    def _person(self, view: State) -> bool:
        """Let a person move or ask; return False if the person has had enough."""
        self.say(f"\n{view.text()}")
        if rule := view.rule():
            self.say(fill(rule, 100))
        if len(view.moves()) <= MOST_SHOWN:
            self._list(view)
        else:
            some = ", ".join(view.notation(move) for move in view.moves()[:3])
            self.say(tr("{count} moves, such as {some}: ? lists them all", count=len(view.moves()), some=some))
        while True:
            line = self.ask("> ").strip()
            match _order(line):
                case leave if leave in QUIT:
                    return False
                case "?" | "help":
                    self._list(view)
                case "board":
                    self.say(view.text())
                case "rules":
                    self.say("\n".join(fill(part, 100) for part in view.summary().splitlines()))
                case "save":
                    self.say(self.match.code())
                    if self._passed_round():
                        self.say(tr("This code holds the whole game: whoever opens it can see everything hidden."))
                case "undo":
                    if self._undo(view.turn()):
                        return True
                    self.say(tr("You have no move to take back."))
                case _:
                    if self._try(view, line):
                        return True

    def _undo(self, seat: int) -> bool:
        """Go back to before this seat's last choice, and to before all that lay sealed then and is open now."""
        for place in range(len(self.match) - 1, -1, -1):
            state = self.match.states[place]
            if state.turn() == seat and self.session.decides(state):
                back = self.match.way_back(place)
                self._undone = _taken_back(self.match.states[back:], self.match.state.seat_name(seat))
                self.session.take_back_to(back)
                self._told = {seat: min(told, len(self.match)) for seat, told in self._told.items()}
                return True
        return False

    def _try(self, view: State, line: str) -> bool:
        moves = view.moves()
        try:
            if line.isdecimal() and not view.notation(moves[0]).isdecimal():
                if not 1 <= int(line) <= len(moves):
                    raise IllegalMove(
                        tr("There is no move {line}: type a number from 1 to {count}.", line=line, count=len(moves))
                    )
                move = moves[int(line) - 1]
            elif (move := view.read(line)) not in moves:
                raise IllegalMove(view.why_not(move), move)  # what is refused tells no more than the seat can see
            self.session.play(move)
        except IllegalMove as why:
            self.say(f"{why}")
            return False
        return True

    def _list(self, view: State) -> None:
        for number, move in enumerate(view.moves(), 1):
            what = view.explain(move)
            self.say(f"{number:4}  {view.notation(move)}{f'  – {what}' if what else ''}")
