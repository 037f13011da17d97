"""A match of Pisces as rows, for tables and plots: stocks and catches, round by round."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fishlab.pisces.contents import stage_chips
from fishlab.pisces.rules import Pisces


def _rounds(states: Iterable[Pisces]) -> list[tuple[int, Pisces, Pisces]]:
    """Return (round, its first moment, the first moment of the next round or the last one seen)."""
    opening: list[Pisces] = []
    last: list[Pisces] = []
    for state in states:
        if state.round > len(opening):
            opening.append(state)
        last = [state]
    return list(zip(range(1, len(opening) + 1), opening, [*opening[1:], *last], strict=False))


def stock_rows(states: Iterable[Pisces]) -> list[dict[str, Any]]:
    """Return one row for each round and board of a match: the chips as the round begins, and its catch.

    A row has round, species, each stage by name, centre, held (by all seats) and caught (kept in that round).
    """
    return [
        {
            "round": number,
            "species": state.kind(board).name,
            **stage_chips(state, board),
            "centre": state.centre[board],
            "held": sum(held[board] for held in state.held),
            "caught": sum(new[board] - old[board] for new, old in zip(end.landed, state.landed, strict=True)),
        }
        for number, state, end in _rounds(states)
        for board in range(state.players)
    ]


def catch_rows(states: Iterable[Pisces]) -> list[dict[str, Any]]:
    """Return one row for each round, seat and board of a match: chips caught, and the seat's points at its end."""
    return [
        {
            "round": number,
            "seat": seat,
            "player": state.seat_name(seat),
            "species": state.kind(board).name,
            "caught": end.landed[seat][board] - state.landed[seat][board],
            "points": points,
        }
        for number, state, end in _rounds(states)
        for seat, points in enumerate(end.scores())
        for board in range(state.players)
    ]
