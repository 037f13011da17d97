"""What happened since a person's last move, as a short list that stays until the next one."""

from __future__ import annotations

from typing import Final

from fishlab.core import CHANCE, Player
from fishlab.messages import tr
from fishlab.session import Session

_MOST: Final = 12
"""How many lines tell what others did."""


def since_last_move(session: Session, viewer: Player | None) -> list[str]:
    """Return in words what has changed since the person to act chose last, and what came of that choice.

    What came of this person's own moves and rolls is always told, of what others did only the end. Where several people
    share a screen it is the one to act whose last move counts. While the screen is covered, nothing is told.

    Args:
        session: the game, at the position shown.
        viewer: who hears it.
    """
    if session.covered:
        return []
    me = session.people[0] if len(session.people) == 1 else session.state.turn()
    states, lines, actor = session.match.states, list[tuple[bool, str]](), CHANCE
    mine = (place for place in range(session.at - 1, -1, -1) if me < 0 or states[place].turn() == me)
    last = next((place for place in mine if session.chose(place)), -1)
    for place in range(max(last, 0), session.at):
        turn = states[place].turn()
        actor = turn if turn != CHANCE else actor  # dice are rolled for whoever acted before
        lines += [(actor == me, words) for words in _told(session, place, me, viewer, bare=place == last)]
    return _end_of(lines)


def _told(session: Session, place: int, me: Player, viewer: Player | None, *, bare: bool) -> list[str]:
    """Return a move and what came of it, or only what came of it: of one's last choice, of rolls, of what is quiet."""
    (before, after), move = session.match.states[place : place + 2], session.match.moves[place]
    words, turn = before.words, before.turn()
    told = [session.told(place, viewer)]
    if bare or turn == CHANCE or move[0] in words.quiet:
        came = session.outcomes(place, me, viewer)
        by_itself = session.is_person(turn) and not session.chose(place)
        told = told if came and by_itself else came
    return told + words.ran(before, after)


def _end_of(lines: list[tuple[bool, str]]) -> list[str]:
    """Return one's own lines, and the last ones of the others."""
    spare = sum(not own for own, _ in lines) - _MOST
    kept: list[str] = []
    cut = False
    for own, words in lines:
        if own or spare <= 0:
            kept.append(words)
            continue
        spare -= 1
        if not cut:
            kept.append(tr("More happened here: see Moves."))
        cut = True
    return kept
