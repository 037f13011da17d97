"""Bots for Fishery, named by what they do."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from fishlab.bots import careless
from fishlab.core import Agent, Move
from fishlab.fishery.chart import PASS
from fishlab.fishery.closing import closes
from fishlab.fishery.rules import Fishery
from fishlab.players.search import Searcher

FEW_NETS: Final = 8
"""Legal nets at which *hard* begins to think of passing by itself."""
_WORTH_CLOSING: Final = 3  # squares: fishermen who fence close anything of at least this size that is theirs


def _lead(state: Fishery, seat: int) -> int:
    """Return how many fish a seat is ahead."""
    scores = state.scores()
    return scores[seat] - scores[1 - seat]


def _best(moves: list[Move], worth: Callable[[Move], float], rng: Random) -> Move:
    """Return one of the moves that are worth most, at random among equals."""
    values = [worth(move) for move in moves]
    top = max(values)
    return rng.choice([move for move, value in zip(moves, values, strict=True) if value == top])


def _place_ship(state: Fishery, rng: Random) -> Move:
    """Return a square for a ship: apart from one's own ships, near the middle of what is free."""
    own = state.ships[state.seat]
    middle = ((state.columns - 1) / 2, (state.rows - 1) / 2)

    def worth(move: Move) -> float:
        row, column = divmod(state.chart.number[str(move[1])], state.columns)
        apart = min((abs(column - s % state.columns) + abs(row - s // state.columns) for s in own), default=2)
        return min(apart, 3) - 0.3 * (abs(column - middle[0]) + abs(row - middle[1]))

    return _best(list(state.moves()), worth, rng)


def _gains(state: Fishery) -> dict[Move, int]:
    """Return what each net that closes a fishery changes in one's lead; other nets change nothing."""
    seat, now = state.seat, _lead(state, state.seat)
    return {
        move: _lead(state.after(move), seat) - now for move in state.moves() if move != PASS and closes(state, move)
    }


def _ahead(state: Fishery, seat: int) -> bool:
    """Tell whether a seat would win now: a tie is White's."""
    return _lead(state, seat) > 0 or (_lead(state, seat) == 0 and seat == 1)


def _quiet(state: Fishery, rng: Random) -> Move:
    """Return a net that closes nothing, or a pass where there is none or the game is won."""
    if state.passes and _ahead(state, state.seat):
        return PASS
    quiet = [move for move in state.moves() if move != PASS and not closes(state, move)]
    return rng.choice(quiet) if quiet else PASS


def greedy(view: Fishery, rng: Random) -> Move:
    """Casts the net that wins most fish now; if none does, one that closes nothing."""
    if view.phase == "ships":
        return _place_ship(view, rng)
    gains = _gains(view)
    if gains and max(gains.values()) > 0:
        return _best(list(gains), gains.__getitem__, rng)
    return _quiet(view, rng)


def fencer(view: Fishery, rng: Random) -> Move:
    """Closes off waters of its own as soon as it can, the largest first."""
    if view.phase == "ships":
        return _place_ship(view, rng)
    seat, own = view.seat, {}
    for move in view.moves():
        parts = closes(view, move) if move != PASS else ()
        mine = [len(part) for part in parts if part.owner == seat]
        if mine and max(mine) >= _WORTH_CLOSING and _lead(view.after(move), seat) >= _lead(view, seat):
            own[move] = max(mine)
    if own:
        return _best(list(own), own.__getitem__, rng)
    return greedy(view, rng)


def careful(view: Fishery, rng: Random) -> Move:
    """Thinks one reply ahead, and casts the net after which the best answer hurts least."""
    if view.phase == "ships":
        return _place_ship(view, rng)
    gains = _gains(view)
    if not gains:
        return _quiet(view, rng)
    best = sorted(gains, key=lambda move: (-gains[move], rng.random()))[:6]
    waiting = _quiet(view, rng)
    worth = {waiting: 0, **{move: gains[move] for move in best}}

    def after_reply(move: Move) -> float:
        later = view.after(move)
        if later.seat < 0:
            return 1000.0 if _ahead(later, view.seat) else -1000.0
        return worth[move] - max(_gains(later).values(), default=0)

    return _best(list(worth), after_reply, rng)


BOTS: Final[dict[str, Agent]] = {"fencer": fencer, "greedy": greedy, "careful": careful}
"""Fishery's bots by name; "fencer" first, for it is the one to start with."""


def worth_a_look(view: Fishery, _rng: Random) -> tuple[Move, ...]:
    """Return the moves among which *hard* looks: no pass that loses, nor one that ends nothing in an open sea.

    A tree follows what looks best, and after a pass in an open sea it may take long to see that the other passes as
    well, and has won. And who counts fish, as this tree does, takes a tie for better than a deficit, though it is
    Black's defeat.
    """
    moves = view.moves()
    if view.phase == "ships" or len(moves) == 1:
        return moves
    if view.passes:
        return (PASS,) if _ahead(view, view.seat) else moves[:-1]
    return moves[:-1] if len(moves) - 1 > FEW_NETS else moves


LADDER: Final[dict[str, Agent]] = {
    "easy": careless(greedy),
    "medium": careful,
    "hard": Searcher(
        "random",
        goal="lead",
        simulations=1200,
        method="tree",
        exact=1000,
        explore=0.0,
        moves=worth_a_look,
        about="Plays 1,200 trial games before every move, and the last moves without a mistake.",
    ),
}
"""Opponents by strength; each wins clearly against the one before it (docs/ladder.md)."""
