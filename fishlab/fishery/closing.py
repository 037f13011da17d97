"""What a net of Fishery would close, as bots, words and pictures ask it."""

from __future__ import annotations

from fishlab.core import Move
from fishlab.fishery.rules import Fishery
from fishlab.fishery.waters import Region


def closes(state: Fishery, move: Move) -> tuple[Region, ...]:
    """Return the two fisheries into which a legal net splits one, the larger first; none if it closes nothing."""
    net, waters = state.chart.by_move.get(move), state.waters
    if net is None or not waters.closes(net) or move not in state.moves():
        return ()
    parts = [waters.region(squares) for squares in waters.parts(net)]
    return tuple(sorted(parts, key=lambda part: (-len(part), part.squares)))


def closing(state: Fishery) -> tuple[Move, ...]:
    """Return the legal nets that would close a fishery now."""
    return tuple([move for move in state.moves() if closes(state, move)])
