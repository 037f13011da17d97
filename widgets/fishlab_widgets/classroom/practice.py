"""A practice year: a private game with bots and dice of its own, which does not count."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

from fishlab.boom.rules import Boom
from fishlab.core import BadCode, Player, blind
from fishlab.match import Match
from fishlab.messages import tr
from fishlab.session import PERSON, Session
from fishlab_widgets.live.board_model import ServedScreen
from fishlab_widgets.live.game_table import GameTable

YEARS = 2
"""Years of the practice game; it ends when the second begins, so that its plates are seen."""
BOT = "random"
"""Who sits in the other seats: somebody who shows neither greed nor restraint."""


class PracticeSession(Session):
    """One person among bots; only moves may be made, and nothing after the first year."""

    def may(self, act: str) -> bool:
        """Let people look, and nothing else."""
        return act in ("at", "walk", "tab", "back", "shown")

    def played(self) -> bool:
        """Tell whether the year is over."""
        state = self.match.state
        return self.match.over or (isinstance(state, Boom) and state.year > 1)

    def waits(self) -> str:
        """Say that nothing more is played."""
        return tr("The practice year is over") if self.played() else ""

    def goes_on(self) -> bool:
        """Let bots and dice move in the first year only."""
        return not self.played() and super().goes_on()


class Practice(GameTable):
    """The board of a practice year.

    Args:
        first: the first moment of the game that will count: its players and its form are practised.
        seat: whose seat.
        seed: names the dice; others than those of the game.
        code: the game so far, "" for a new one.
        saved: is given the code of the game whenever the person is to decide, and at the end.
    """

    session: PracticeSession
    board: ServedScreen

    def __init__(self, first: Boom, seat: Player, seed: str, code: str, saved: Callable[[str], object]) -> None:
        seats = [PERSON if place == seat else BOT for place in range(first.players)]
        super().__init__(PracticeSession(_match(first, seed, code), seats), ServedScreen(), hints=False)
        self._saved, self._count = saved, len(self.match)
        self.listeners.append(lambda _: self._save())
        self.session.touched = True
        self.refresh(motion=False)
        self.carry_on()

    def refresh(self, *, motion: bool = True, status: str | None = None, error: str = "") -> None:
        """Show the present position; nothing of it advises."""
        with blind():
            super().refresh(motion=motion, status=status, error=error)

    def _save(self) -> None:
        rests = self.session.played() or self.session.decides(self.match.state)
        if rests and len(self.match) != self._count:
            self._count = len(self.match)
            self._saved(self.match.code())


def _match(first: Boom, seed: str, code: str) -> Match:
    with suppress(BadCode):  # of an older Fishlab: it does not count, so it begins anew
        return Match.from_code(code)
    options = {"form": first.setup.form} if first.setup.form != "full" else {}
    match = Match(Boom, first.players, years=min(YEARS, first.sheet.years), **options)
    match.seed = Random(seed).randrange(10**6)
    return match
