"""How many fish a seat had to take in a year of Boom, and how many it could have taken: between them it chose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from fishlab.boom.kit import BIT, GEAR, kit_mask
from fishlab.boom.rules import Boom
from fishlab.core import Move
from fishlab.match import Match

FISHING: Final = frozenset(("roll", "radar", "reroll", "double", "kills", "take"))
"""The parts of a fishing action before which its catch is not settled."""


class CatchLimits(NamedTuple):
    """What a seat's choice was in a year of Boom.

    Attributes:
        must: how many fish its sheet made it take, if the dice brought any: nobody may stay in harbour, and without
            Release One line takes a fish.
        could: the most that it could have taken, with any of its equipment, and Overtime as well if a box of it was
            left, by the dice and the fish that lived when its turn came; others do what they did.
        aimed: the most that the equipment which it used can take at all.
        brought: the most that this could have taken by the dice that fell and the fish that lived.
        once: the most that it could have taken without Overtime.
    """

    must: int
    could: int
    aimed: int
    brought: int
    once: int

    def leaves_choice(self, promise: int) -> bool:
        """Tell whether a promise could be kept and broken."""
        return self.must <= promise < self.could

    def tells(self, promise: int) -> bool:
        """Tell whether choice, and not luck, decided that a promise was kept or broken.

        It could be kept and broken; and if more was aimed at than was agreed, dice or the sea did not prevent it.
        """
        return self.leaves_choice(promise) and not self.brought <= promise < self.aimed


def must_take(state: Boom, seat: int, year: int) -> int:
    """Return how many fish a seat has to take in a year if the dice bring any: none with Release, else one."""
    return int(not kit_mask(state.picks[seat][: year - 1]) & BIT["release"])


def catch_limits(match: Match, seat: int, year: int, die: Callable[[Boom], Move]) -> CatchLimits:
    """Return what a seat's choice was in a year that is over.

    Args:
        match: the game.
        seat: the seat.
        year: the year.
        die: what a die shows that was not rolled in this game, because the seat chose otherwise.
    """
    pairs = zip(match.states, match.moves, strict=False)
    played = [(state, move) for state, move in pairs if isinstance(state, Boom) and state.year == year]
    fallen = {state.luck_place(): move for state, move in played if move[0] == "roll"}

    def roll(state: Boom) -> Move:
        return fallen.get(state.luck_place()) or die(state)

    mine = [state for state, _ in played if state.seat == seat]
    fishing = next((state for state in mine if state.phase == "gear"), None)  # none if nothing lived any more
    taken = 0 if fishing is None else _most(fishing, seat, year, roll)
    once = taken.bit_count()
    box = next((state for state in mine if state.phase == "box"), None)
    if box is not None and ("box", "overtime") in box.moves():
        marks = (*box.marks[:seat], taken, *box.marks[seat + 1 :])
        again = box.but(living=box.living & ~taken, marks=marks).after(("box", "overtime"))
        taken = _most(again, seat, year, roll) if again.phase == "gear" else taken
    assert isinstance(match.state, Boom)
    used = [(state, move) for state, move in played if state.seat == seat and state.phase == "gear"]
    brought = [_after(state.after(move), seat, year, roll) & ~state.marks[seat] for state, move in used]
    return CatchLimits(
        must_take(match.state, seat, year),
        max(taken.bit_count(), match.state.taken(seat, year)),
        sum(GEAR[str(move[1])].take for _, move in used),
        sum(map(int.bit_count, brought)),
        once,
    )


def _most(state: Boom, seat: int, year: int, roll: Callable[[Boom], Move]) -> int:
    """Return the mask of fish that a seat has after the fishing action that begins now, if it takes most."""
    return max((_after(state.after(gear), seat, year, roll) for gear in state.moves()), key=int.bit_count)


def _after(state: Boom, seat: int, year: int, roll: Callable[[Boom], Move]) -> int:
    while state.phase in FISHING and state.seat == seat and state.year == year:
        moves = state.moves()
        if state.phase in ("roll", "reroll"):
            state = state.after(roll(state))
        elif state.phase == "take":  # any row of the die is one fish; where a licence is used up, none may be taken
            state = state.after(moves[0])
        else:
            return max((_after(state.after(move), seat, year, roll) for move in moves), key=int.bit_count)
    return state.marks_in(year)[seat]
