"""What happened since a person's last move, as a short list that stays until the next one."""

from __future__ import annotations

from typing import Final

from fishlab.core import CHANCE, OVER, Player, Told, Weight
from fishlab.messages import tr
from fishlab.session import Session

_MOST: Final = 12
"""How many lines tell what others did, the one among them that stands for what is left out."""


class Latest(Told):
    """A line of the last move of another seat: a reader looks for it before all but losses and their own points."""


def since_last_move(session: Session, viewer: Player | None) -> list[Told]:
    """Return in words what has changed since the person to act chose last, and what came of that choice.

    What came of this person's own moves and rolls is always told, and the last move of each of the others; of what they
    did before only what weighs most. Where several people share a screen it is the one to act whose last move counts.
    While the screen is covered, nothing is told, and at the end the result says what decided.

    Args:
        session: the game, at the position shown.
        viewer: who hears it.
    """
    if session.covered or session.state.turn() == OVER:
        return []
    me, last = _last_choice(session)
    states, lines, actor, latest = session.match.states, list[tuple[bool, Told]](), CHANCE, dict[Player, range]()
    for place in range(max(last, 0), session.at):
        turn, held = states[place].turn(), len(lines)
        actor = turn if turn != CHANCE else actor  # dice are rolled for whoever acted before
        told = _told(session, place, me, viewer, bare=place == last)
        for words in told:
            line = words if isinstance(words, Told) else Told(words, _usual(session, place, viewer, own=actor == me))
            _add(lines, actor == me or line.weight >= Weight.MINE, line)
        if told and turn not in (me, CHANCE):
            latest[turn] = range(min(held, len(lines) - 1), len(lines))
    for at in {at for places in latest.values() for at in places}:
        own, line = lines[at]
        lines[at] = own, Latest(line, line.weight, line.row, line.part)
    return _heaviest(lines)


def has_chosen(session: Session) -> bool:
    """Tell whether the person to act has made a choice before the position shown."""
    return _last_choice(session)[1] >= 0


def _last_choice(session: Session) -> tuple[Player, int]:
    """Return the person to act, and the place of their last choice, -1 without one."""
    me, states = session.people[0] if len(session.people) == 1 else session.state.turn(), session.match.states
    mine = (place for place in range(session.at - 1, -1, -1) if me < 0 or states[place].turn() == me)
    return me, next((place for place in mine if session.chose(place)), -1)


def _add(lines: list[tuple[bool, Told]], own: bool, line: Told) -> None:
    """Add a line, or put it into the one before if both are of one row."""
    before = lines[-1][1] if lines else None
    if before and line.row and before.row is line.row:
        part = f"{before.part}\n{line.part}"
        line = Told(line.row(part.split("\n")), line.weight, line.row, part)
        lines.pop()
    lines.append((own, line))


def _told(session: Session, place: int, me: Player, viewer: Player | None, *, bare: bool) -> list[str]:
    """Return a move and what came of it, or only what came of it: of one's last choice, of rolls, of what is quiet."""
    (before, after), move = session.match.states[place : place + 2], session.match.moves[place]
    words, turn = before.words, before.turn()
    by_itself = session.is_person(turn) and not session.chose(place)
    told = session.outcomes(place, me, viewer)
    quiet = bare or turn == CHANCE or move[0] in words.quiet
    if by_itself and (told or not quiet):  # it weighs what came of it
        weight = max((line.weight for line in told if isinstance(line, Told)), default=Weight.SLIGHT)
        said = session.told(place, viewer)
        told = [Told(said, weight) if weight >= Weight.MINE else said]
    elif not quiet:
        told = words.lines(before, move, after, viewer)
    return told + words.ran(before, after, me)


def _usual(session: Session, place: int, viewer: Player | None, *, own: bool) -> Weight:
    """Return how much a line about a move weighs of which its game says nothing."""
    before, after = session.match.states[place : place + 2]
    if own and (not session.is_person(before.turn()) or session.chose(place)):
        return Weight.MINE
    seen = [state if viewer is None else state.view(viewer) for state in (before, after)]
    gains = seen[0].scores() != seen[1].scores()
    if own:
        return Weight.MINE if gains else Weight.SLIGHT
    return Weight.GAIN if gains else Weight.PLAIN


def _heaviest(lines: list[tuple[bool, Told]]) -> list[Told]:
    """Return one's own lines, and those of the others that weigh most; of what weighs the same the newest."""
    others = [place for place, (own, _) in enumerate(lines) if not own]
    light = sorted(others, key=lambda place: (isinstance(lines[place][1], Latest), lines[place][1].weight))
    over = len(others) - _MOST
    spare = {*light[: over + 1 if over > 0 else 0]}  # what stands for them takes a line itself
    kept = [words for place, (_, words) in enumerate(lines) if place not in spare]
    if spare:
        kept.insert(min(spare), Told(tr("More happened here: see Moves."), Weight.SLIGHT))
    return kept
