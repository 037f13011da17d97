"""What a seat could have taken in a year: by its equipment, by the dice, and by the fish that lived."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fishlab.boom.rules import Boom
from fishlab.core import CHANCE, Move
from fishlab.match import Match
from fishlab.room.procedure.catch_limits import CatchLimits, catch_limits

ONE, OTHER = 1, 2
"""Two faces of a die."""


def played(living: Mapping[int, int], dice: list[int], kit: tuple[str, ...] = (), gear: str = "default",
           box: str = "faux") -> Match:  # fmt: skip
    """Return a game of four of which seat 0 has played one year, in a sea with so many fish of each face.

    It has a kit of earlier years, and rolls these dice with its equipment; all others have released everything.
    """
    start = Boom.start(4, form="short")
    sea = 0
    for face, count in living.items():
        rows = [row for row in range(40) if start.sheet.faces[face] >> row & 1][:count]
        sea |= sum(1 << row for row in rows)
    year, others = len(kit) + 1, ("release", *("faux",) * (len(kit) - 1))[: len(kit)]
    match, left = Match(Boom, 4, form="short"), list(dice)
    match.states[0] = start.but(
        year=year, living=sea, seas=(sea,) * year, past=(start.marks,) * (year - 1),
        picks=(kit, *(others,) * 3), seat=(start.setup.first - year + 1) % 4,
    )  # fmt: skip
    while match.state.year == year and not match.over:  # type: ignore[attr-defined]
        state = match.state
        assert isinstance(state, Boom)
        wanted: tuple[Move, ...] = (("gear", gear), ("box", box), ("release",)) if state.seat == 0 else (("release",),)
        if state.turn() == CHANCE:
            face = left.pop(0) if state.seat == 0 and state.phase == "roll" else 6
            match.play(("roll", face))
        else:
            match.play(next((move for move in wanted if move in state.moves()), state.moves()[0]))
    return match


def shows(face: int) -> Callable[[Boom], Move]:
    """Return what says of every die that was not rolled that it shows a face."""
    return lambda state: ("roll", face)


def test_one_line_without_fish_under_its_die_could_take_nothing_and_a_promise_tells_nothing():
    match = played({OTHER: 3}, [ONE])
    limits = catch_limits(match, 0, 1, shows(ONE))
    assert limits == CatchLimits(must=1, could=0, aimed=1, brought=0, once=0)
    assert not limits.tells(1)


def test_overtime_that_was_not_fished_counts_if_its_die_would_have_brought_a_fish():
    match = played({ONE: 3}, [ONE])
    assert catch_limits(match, 0, 1, shows(ONE)) == CatchLimits(1, 2, 1, 1, 1)
    assert catch_limits(match, 0, 1, shows(ONE)).tells(1), "who marked another box kept a promise of 1"
    assert not catch_limits(match, 0, 1, shows(OTHER)).tells(1), "Overtime would have brought nothing"


def test_one_fish_in_the_sea_cannot_be_taken_twice():
    match = played({ONE: 1}, [ONE])
    assert catch_limits(match, 0, 1, shows(ONE)).could == 1


def test_equipment_that_was_left_in_harbour_counts_by_the_dice_that_it_would_have_rolled():
    match = played({ONE: 3, OTHER: 3}, [ONE], kit=("longline",))
    by_face = {face: catch_limits(match, 0, 2, shows(face)).could for face in (ONE, OTHER, 6)}
    assert by_face == {ONE: 3, OTHER: 4, 6: 1}, "twice with Overtime; of three fish three, and nothing of a 6"
    assert catch_limits(match, 0, 2, shows(OTHER)).tells(3)
    assert catch_limits(match, 0, 2, shows(OTHER)).once == 2, "without Overtime"


def test_who_aims_at_more_and_is_stopped_by_dice_has_not_kept_a_promise():
    match = played({ONE: 3, OTHER: 3}, [ONE, 6], kit=("longline", "overtime"), gear="longline")
    limits = catch_limits(match, 0, 3, shows(ONE))
    assert (limits.aimed, limits.brought, match.state.taken(0, 3)) == (2, 1, 1)  # type: ignore[attr-defined]
    assert not limits.tells(1)


def test_who_puts_fish_back_that_the_dice_brought_has_kept_a_promise():
    match = played({ONE: 3, OTHER: 3}, [ONE, OTHER], kit=("longline", "release", "overtime"), gear="longline")
    limits = catch_limits(match, 0, 4, shows(ONE))
    assert (limits.must, limits.brought, match.state.taken(0, 4)) == (0, 2, 0)  # type: ignore[attr-defined]
    assert limits.tells(0) and limits.tells(1)


def test_dice_that_fell_are_not_asked_for_again():
    match = played({ONE: 3, OTHER: 3}, [ONE, OTHER], kit=("longline",), gear="longline", box="faux")
    asked: list[tuple[int | str, ...]] = []

    def die(state: Boom) -> Move:
        asked.append(state.luck_place())
        return ("roll", 6)

    assert catch_limits(match, 0, 2, die).could == 2
    assert {place[2] for place in asked} <= {"overtime"}
