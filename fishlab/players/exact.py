"""What players aim at, and games that are small enough to be solved exactly."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final

from fishlab.core import CHANCE, OVER, Move, Player, State, brief
from fishlab.messages import refusal, tr

Value = Callable[[Any, Player], float]
"""What a moment is worth to a seat, the more the better."""


def _win(state: State, seat: Player) -> float:
    winners = state.winners()
    return (seat in winners) / len(winners)


def _score(state: State, seat: Player) -> float:
    score = state.scores()[seat]
    return -score if state.low_wins else score


def _lead(state: State, seat: Player) -> float:
    scores = [-score if state.low_wins else score for score in state.scores()]
    return scores[seat] - max((score for other, score in enumerate(scores) if other != seat), default=0)


def _team(state: State, seat: Player) -> float:
    total = sum(state.scores())
    return -total if state.low_wins else total


GOALS: Final[dict[str, Value]] = {"win": _win, "score": _score, "lead": _lead, "team": _team}
"""What a search can aim at: to win (a shared win counts in part), one's own score (less is more where the lowest wins),
the lead over the best other, or the total of all."""


def goal_of(goal: str | Value) -> tuple[Value, str]:
    """Return what to aim at, and its name."""
    if callable(goal):
        return goal, str(getattr(goal, "__name__", tr("its own measure")))
    if goal not in GOALS:
        raise refusal(
            "goal={goal} is not possible: choose {goals} or a function.", goal=brief(goal), goals=", ".join(GOALS)
        )
    return GOALS[goal], goal


class TooLarge(ValueError):
    """A game that has too much before it to be solved, or in which somebody does not see all."""


def solve(state: State, goal: str | Value = "win", moments: int = 20_000) -> dict[Move, tuple[float, ...]]:
    """Return for every legal move (or face of a die) what it is worth to each seat if all play best for themselves.

    Args:
        state: a moment in which nothing is hidden.
        goal: one of `GOALS`, or a function of a moment and a seat.
        moments: the most to look at.

    Raises:
        TooLarge: there are more, or a seat would have to choose without seeing all.
        ValueError: the game is over.
    """
    value, _ = goal_of(goal)
    if state.turn() == OVER:
        raise refusal("The game is over: there is no move left to solve.")
    seats = range(state.players)
    known: dict[State, tuple[float, ...]] = {}

    def worth(moment: State) -> tuple[float, ...]:
        found = known.get(moment)
        if found == ():
            raise TooLarge(tr("A line of play leads back to where it began: this cannot be solved exactly."))
        if found is not None:
            return found
        actor = moment.turn()
        if actor == OVER:
            found = tuple(value(moment, seat) for seat in seats)
        else:
            if actor >= 0 and moment.secrets() and moment.view(actor) != moment:
                raise TooLarge(
                    tr("Somebody must choose here without seeing everything: this cannot be solved exactly.")
                )
            if len(known) >= moments:
                raise TooLarge(
                    tr("More than {moments:,} positions lie ahead: too many to solve exactly.", moments=moments)
                )
            known[moment] = ()
            after = [worth(moment.after(move)) for move in moment.moves()]
            if actor == CHANCE:
                found = tuple(sum(part) / len(after) for part in zip(*after, strict=True))
            else:
                found = max(after, key=lambda values: values[actor])
        known[moment] = found
        return found

    seat = state.turn()
    if state.secrets() and ((seat >= 0 and state.view(seat) != state) or state.guess(Random(0)) != state):
        raise TooLarge(tr("Somebody must choose here without seeing everything: this cannot be solved exactly."))
    try:
        return {move: worth(state.after(move)) for move in dict.fromkeys(state.moves())}
    except RecursionError:
        raise TooLarge(tr("The game ahead is too long to solve exactly.")) from None
