"""Who may look: through whose eyes a shared screen shows a game with secrets, and when it is covered."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import CHANCE, Match, Player, State
from fishlab.messages import tr


class Cover:
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
            text = tr("Nobody sits here any more: the bots play on, with all that was hidden in view.")
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
