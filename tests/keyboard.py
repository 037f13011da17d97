"""People at one keyboard, and who of them has read what."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from fishlab_widgets.command.play import Terminal

from fishlab.core import CHANCE, Player
from fishlab.match import Match
from fishlab.session import PERSON, Mover, Session

HAND_OVER = "Hand the keyboard to "


class Sitting:
    """A session at the keyboard: a line is read by all unless one person has taken the keyboard.

    Args:
        session: the match, and who plays it.
        lines: what people type; when there is no more, they quit.
        picture: a file that shows the board; whoever may read then sees it whenever something is asked.
    """

    def __init__(self, session: Session, lines: Callable[[], str], picture: Path | None = None) -> None:
        self.match, self.lines, self.picture, self.alone = session.match, lines, picture, CHANCE
        self.read: dict[Player, list[str]] = {seat: [] for seat in range(self.match.seats)}
        shown = str(picture) if picture else None
        self.terminal = Terminal(session, ask=self.ask, say=self.say, clear=self.clear, picture=shown)

    def play(self) -> Sitting:
        self.terminal.play()
        return self

    def clear(self) -> None:
        self.alone = CHANCE
        self.say("(a clean screen)")

    def ask(self, prompt: str) -> str:
        self.say(prompt)
        if self.picture:
            self.say(self.picture.read_text(encoding="utf-8"))
        if prompt.startswith(HAND_OVER):
            self.alone = self.match.state.turn()
            return ""
        return self.lines()

    def say(self, line: str) -> None:
        alone = self.alone if self.match.state.secrets() else CHANCE
        for seat, lines in self.read.items():
            if alone in (CHANCE, seat):
                lines.append(line)

    def text(self, seat: Player) -> str:
        return "\n".join(self.read[seat])


class Script(Session):
    """A session in which bots and dice do what they did in a match, from one of its moments on."""

    def __init__(self, script: Match, seats: list[str], begin: int) -> None:
        match = Match.from_json(script.to_json())
        match.undo(len(script) - begin)
        super().__init__(match, seats)
        self.script = script

    def mover(self) -> Mover | None:
        """Return who moves by itself now, with the move of the script."""
        turn, done = self.match.state.turn(), len(self.match)
        if self.is_person(turn):
            return None
        if done == len(self.script):
            raise EOFError("nobody knows what a bot would do next: the keyboard is left")
        return Mover(turn, lambda: self.script.moves[done])


def replayed(script: Match, people: list[Player], most: int, picture: Path | None = None) -> Sitting:
    """Let people, bots and dice play the last moves of a match at a keyboard."""
    seats = [PERSON if seat in people else "random" for seat in range(script.seats)]
    session = Script(script, seats, max(0, len(script) - most))

    def lines() -> str:
        done = len(session.match)
        return script.game.notation(script.moves[done]) if done < len(script) else "quit"

    sitting = Sitting(session, lines, picture)
    with suppress(EOFError):
        sitting.play()
    assert session.match.moves == script.moves
    return sitting
