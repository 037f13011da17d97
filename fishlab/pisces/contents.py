"""What lies on the boards, at sea and in the box at a moment: and a match as rows for plots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from fishlab.pisces.boards import LifeCycleStep, life_cycle_steps, stage_totals
from fishlab.pisces.rules import Pisces

STARS_IN_BOX: Final = 20  # components; more are credited
TROPHIES_IN_BOX: Final = 10


def stage_chips(state: Pisces, board: int) -> dict[str, int]:
    """Return the chips in each stage of a board."""
    if state.kinds[board] < 0:
        return {}
    kind = state.kind(board)
    totals = stage_totals(kind, state.stacks[board])
    return {stage.name: total for stage, total in zip(kind.stages, totals, strict=True)}


def boats_in(state: Pisces, area: int) -> tuple[tuple[int, int, bool], ...]:
    """Return the boats lying in an area as (seat, boat number, whether it has fished)."""
    return tuple(
        (seat, boat + 1, bool(state.fished[seat] >> boat & 1))
        for seat, fleet in enumerate(state.fleet)
        for boat, there in enumerate(fleet)
        if there == area
    )


def piles(state: Pisces) -> tuple[int, int]:
    """Return how many cards the two tournament piles hold."""
    total = state.sea.cards * state.players
    drawn = total - sum(state.deck)
    return (total + 1) // 2 - (drawn + 1) // 2, total // 2 - drawn // 2


def trophies_left(state: Pisces) -> int:
    """Return how many trophies are left in the box; more than it holds are credited."""
    return max(0, TROPHIES_IN_BOX - sum(state.trophies))


def stars_left(state: Pisces) -> int:
    """Return how many gold stars are left in the box; more than it holds are credited."""
    return max(0, STARS_IN_BOX - sum(state.stars))


def last_life_cycle(state: Pisces) -> tuple[LifeCycleStep, ...]:
    """Return the last life cycle arrow by arrow, board after board; while dice are awaited, the boards done."""
    if not state.before:
        return ()
    players = state.players
    # The token may have moved on since: the order of the boards is that of the seats, the start is no matter.
    boards = range(players) if state.phase != "spawn" else [(state.first + i) % players for i in range(state.cycled)]
    return tuple(
        step
        for board in boards
        for step in life_cycle_steps(
            state.kind(board), state.before[board], state.before_centre[board], state.young[board], board
        )
    )


# A match as rows, for tables and plots: stocks and catches, round by round.


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
