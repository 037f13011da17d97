"""What came of a game of Fleet: what the boats fished, and who stands second."""

from __future__ import annotations

from fishlab.core import Player
from fishlab.fleet.rules import Fleet


def caught(before: Fleet, after: Fleet) -> dict[Player, int]:
    """Return the crates that each seat fished between a moment and the one right after a move."""
    if before.crates == after.crates:  # as after most moves
        return {}
    gains = (then.crates - now.crates for now, then in zip(before.sides, after.sides, strict=True))
    return {seat: gain for seat, gain in enumerate(gains) if gain > 0}


def second(state: Fleet) -> Player:
    """Return the best seat after the first winner, by points, boats and crates."""
    first, scores = state.winners()[0], state.scores()
    others = [seat for seat in range(state.players) if seat != first]
    return max(others, key=lambda seat: (scores[seat], len(state.sides[seat].boats), state.sides[seat].crates))
