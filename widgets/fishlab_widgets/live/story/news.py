"""What happened since a person's last move, as a short list that stays until the next one."""

from __future__ import annotations

from typing import Final

from fishlab.core import CHANCE, Player
from fishlab.messages import tr
from fishlab.session import Session

_MOST: Final = 12


def since_last_move(session: Session, viewer: Player | None) -> list[str]:
    """Return in words what others did since the person to act chose last; of much only the end.

    Where several people share a screen it is the one to act whose last move counts. While the screen is covered,
    nothing is told.

    Args:
        session: the game, at the position shown.
        viewer: who hears it.
    """
    if session.covered:
        return []
    me = session.people[0] if len(session.people) == 1 else session.state.turn()
    told: list[str] = []
    words, states = session.match.game.words, session.match.states
    for place in range(session.at - 1, -1, -1):
        turn = states[place].turn()
        told += words.ran(states[place], states[place + 1])[::-1]
        if session.chose(place) and (turn == me or me < 0):
            break
        if len(told) >= _MOST:
            told.append(tr("Before that more happened: see Moves."))
            break
        quiet = session.match.moves[place][0] in words.quiet
        if not quiet and (turn != CHANCE or session.dice == "table"):
            told.append(session.told(place, viewer))
    return told[::-1]
