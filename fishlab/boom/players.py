"""Players for Fishery Boom, named by what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, wraps
from itertools import product
from random import Random
from typing import Final

from fishlab.boom.kit import GEAR
from fishlab.boom.network import rows_of
from fishlab.boom.player_sheets import equipment, open_plates, works
from fishlab.boom.rules import Boom
from fishlab.boom.sea import cost, impact
from fishlab.boom.treatments import NO_QUOTA, SHARED
from fishlab.bots import LOOK_AHEAD, Goal, careless
from fishlab.core import Agent, Move
from fishlab.messages import mark
from fishlab.players.advice import Adviser

QUOTA = 2
"""The fish a year that the quota-keeper allows itself before it looks at its plates."""
IMAGINED = 160
"""The most games that those who look ahead imagine of a move: few enough to answer at once at a table."""


def random(view: Boom, rng: Random) -> Move:
    """Plays any legal move, all equally likely."""
    return view.sample(rng)


def greedy(view: Boom, rng: Random) -> Move:
    """Takes as many fish as the dice allow, and buys bigger gear for next year."""
    match view.phase:
        case "gear":
            return ("gear", max(equipment(view, view.seat), key=lambda gear: expected_catch(gear, counts(view))))
        case "radar":
            return _reroll(view, lambda face: not _living(view, face))
        case "double":
            return ("double", max(set(view.dice), key=lambda face: (face != 6) * _living(view, face)))
        case "kills":
            return ("kills", _killing_die(view, rng))
        case "take" | "kill":
            return rng.choice([move for move in view.moves() if move[0] in ("take", "kill")])
        case "box":
            order = ("trawler", "trawler+", "overtime", "seine", "seine+", "radar", "longline", "longline+")
            return _box(view, order)
        case "marketing":
            return _market(view)
    return view.sample(rng)


def careful(view: Boom, rng: Random) -> Move:
    """Fishes for its plates, and takes the fish that the sea will miss least."""
    seat = view.seat
    match view.phase:
        case "gear":
            return ("gear", _gear_for(view, max(1, open_plates(view, seat))))
        case "radar":
            return _reroll(view, lambda face: _cheapest_cost(view, face) != 0)
        case "double":
            return ("double", _doubled_die(view, open_plates(view, seat)))
        case "kills":
            return ("kills", min(sorted(set(view.dice)), key=lambda face: _cheapest_cost(view, face)))
        case "take" if works(view, seat, "release") and open_plates(view, seat) <= 0:
            return _chill(view) or ("release",)
        case "take" | "kill":
            return (view.phase, _cheapest(view))
        case "box":
            order = ("release", "seine", "enforcement", "refrigeration", "longline", "radar", "longline+", "seine+")
            return _box(view, order)
        case "marketing":
            return _market(view)
        case "shield":
            return ("shield", _dearest_species(view))
    return view.sample(rng)


def quota_keeper(view: Boom, rng: Random) -> Move:
    """Takes two fish a year, or more to fill its plates; with Release the rest go back alive."""
    seat = view.seat
    left = min(view.quota, max(QUOTA, view.plates[seat][view.year - 1])) - view.supply(seat, view.year)
    match view.phase:
        case "gear":
            return ("gear", _gear_for(view, max(1, left)))
        case "radar":
            return _reroll(view, lambda face: not _living(view, face))
        case "double":
            return ("double", _doubled_die(view, left))
        case "kills":
            return ("kills", _killing_die(view, rng))
        case "take" if left <= 0 and works(view, seat, "release"):
            return ("release",)
        case "take" | "kill":
            return (view.phase, _cheapest(view))
        case "box":
            order = ("release", "seine", "longline", "enforcement", "radar", "longline+", "refrigeration", "seine+")
            return _box(view, order)
        case "marketing":
            return _market(view)
        case "shield":
            return ("shield", _dearest_species(view))
    return view.sample(rng)


def far_sighted(view: Boom, rng: Random) -> Move:
    """Imagines many games after every move, and plays for its own points after fines, or for its place."""
    return _look_ahead("place" if view.setup.aim == "place" else "own")(view, rng)


def team_minded(view: Boom, rng: Random) -> Move:
    """Imagines many games after every move, and plays what is best for all together."""
    return _look_ahead("team")(view, rng)


@lru_cache(maxsize=4)
def _look_ahead(goal: Goal) -> Agent:
    """Return a player that looks ahead; the engine that it needs is fetched when one is first asked."""
    return LOOK_AHEAD[Boom.name](goal, IMAGINED)


def voter(agent: Agent, fish: Callable[[Boom], int]) -> Agent:
    """Return a player that votes for a quota of so many fish where there is a vote, and plays as it did else.

    A fish beyond a licence it puts back, as it must.
    """

    @wraps(agent)
    def play(view: Boom, rng: Random) -> Move:
        if view.phase == "take" and view.licence_used:
            return ("release",)
        return ("vote", fish(view)) if view.phase == "vote" else agent(view, rng)

    return play


BOTS: dict[str, Agent] = {
    "random": random,
    "greedy": voter(greedy, lambda view: NO_QUOTA),
    "careful": voter(careful, lambda view: SHARED // view.players),
    "quota-keeper": voter(quota_keeper, lambda view: QUOTA),
    "far-sighted": voter(far_sighted, lambda view: NO_QUOTA),
    "team-minded": voter(team_minded, lambda view: SHARED // view.players),
}
"""The players by the names that forms show."""


def usual(state: Boom) -> str:
    """Return who plays with people if nobody is named: partners where all have one score, else "" for anybody."""
    return "team-minded" if state.setup.cooperative else ""


ADVISER = Adviser("careful", goal="score")
"""Who weighs moves for a person: a quick bot that does not waste the sea plays every trial on, for its own points."""


def adviser(state: Boom) -> Adviser:
    """Return who weighs moves at a moment: where all countries have one score, everybody's points are that score."""
    return (
        replace(ADVISER, counted=mark("everyone’s points together at the end")) if state.setup.cooperative else ADVISER
    )


def hard(view: Boom, rng: Random) -> Move:
    """Looks ahead as far-sighted does, but to win; where all share one score, plays as team-minded does."""
    if view.setup.cooperative:
        return team_minded(view, rng)
    return _look_ahead("place" if view.setup.aim == "place" else "lead")(view, rng)


LADDER: Final[dict[str, Agent]] = {
    "easy": careless(BOTS["careful"]),
    "medium": BOTS["careful"],
    "hard": voter(hard, lambda view: NO_QUOTA),
}
"""Opponents by strength; each wins clearly against the one before it (docs/ladder.md)."""


# What the players think with.


def counts(view: Boom) -> tuple[int, ...]:
    """Return for each face 1 to 6 how many of its fish live, counted up to three: no gear takes more of one face."""
    return tuple(min(3, _living(view, face)) for face in range(1, 7))


@lru_cache(maxsize=65536)
def expected_catch(gear: str, fish: tuple[int, ...]) -> float:
    """Return the fish that a line of equipment takes on average, when it takes all it can.

    >>> expected_catch("default", (1, 1, 1, 1, 1, 0))
    0.8333333333333334
    >>> expected_catch("seine", (2, 2, 2, 2, 2, 2))
    2.0
    """
    dice = GEAR[gear].dice
    total = sum(_catch(gear, roll, fish) for roll in product(range(1, 7), repeat=dice))
    return total / float(6**dice)


def _catch(gear: str, roll: Sequence[int], fish: Sequence[int]) -> int:
    """Return the most fish that a roll can take."""
    if gear.startswith("seine"):
        return min(GEAR[gear].take, fish[max(roll) - 1])
    if gear.startswith("longline"):
        faces = [face for face in roll if face != 6]
        plain = _catch_each(faces, fish)
        return max([plain, *(_catch_each([*faces, face], fish) for face in faces)]) if gear.endswith("+") else plain
    if gear.startswith("trawler"):
        return max(_catch_each([*roll[:die], *roll[die + 1 :]], fish) for die in range(len(roll)))
    return _catch_each(roll, fish)


def _catch_each(faces: Sequence[int], fish: Sequence[int]) -> int:
    return sum(min(faces.count(face), fish[face - 1]) for face in set(faces))


def _living(view: Boom, face: int) -> int:
    return (view.living & view.sheet.faces[face]).bit_count()


def _cheapest_cost(view: Boom, face: int) -> int:
    """Return what the cheapest fish of a face costs the future; a face without fish is dearer than any."""
    return min((cost(view, row) for row in rows_of(view.living & view.sheet.faces[face])), default=1000)


def _cheapest(view: Boom) -> str:
    """Return the row, among those to choose from, whose death costs the future least."""
    face = view.kill if view.phase == "kill" else view.due[0]
    return view.sheet.names[min(rows_of(view.living & view.sheet.faces[face]), key=lambda row: cost(view, row))]


def _gear_for(view: Boom, fish: int) -> str:
    """Return the equipment that takes on average most nearly this many fish; a trawler's kill counts against it."""

    def miss(gear: str) -> float:
        return abs(expected_catch(gear, counts(view)) - fish) + 0.5 * GEAR[gear].kill

    return min(equipment(view, view.seat), key=miss)


def _killing_die(view: Boom, rng: Random) -> int:
    """Return the face to kill that leaves most fish to take."""
    fish = counts(view)

    def catch(face: int) -> tuple[int, float]:
        dice = list(view.dice)
        dice.remove(face)
        return _catch_each(dice, fish), rng.random()

    return max(sorted(set(view.dice)), key=catch)


def _doubled_die(view: Boom, fish: int) -> int:
    """Return the die to double: the cheapest when three fish are wanted, else one that takes no more."""
    faces = sorted(set(view.dice))
    if fish < len(faces) and 6 in faces:
        return 6
    return min(faces, key=lambda face: (face == 6, _cheapest_cost(view, face)))


def _reroll(view: Boom, bad: Callable[[int], bool]) -> Move:
    """Name the next die that shows a bad face, or keep."""
    last = view.named[-1] if view.named else 0
    for die in range(last + 1, len(view.dice) + 1):
        if bad(view.dice[die - 1]):
            return ("reroll", die)
    return ("keep",)


def _chill(view: Boom) -> Move | None:
    """Keep a fish that costs nothing for next year, if that can be done."""
    name = _cheapest(view)
    free = cost(view, view.sheet.index[name]) == 0
    return ("chill", name) if free and ("chill", name) in view.moves() else None


def _box(view: Boom, order: Iterable[str]) -> Move:
    """Mark the bonus that earns most at once, else the first box of an order, else any that does no harm."""
    boxes = [str(move[1]) for move in view.moves()]
    short = open_plates(view, view.seat)
    last = view.year == view.sheet.years
    gains = {
        "faux": 3 * (short > 0),
        "overtime": 2 * (short > 0),
        "marketing": 2 if short > 0 else 1 if short < 0 else -1,
    }
    best = max(boxes, key=lambda box: gains.get(box, 0))
    if gains.get(best, 0) > (0 if last else 1):
        return ("box", best)
    wishes = [box for box in order if box in boxes]
    if wishes and not last:
        return ("box", wishes[0])
    calm = [box for box in boxes if box not in gains]
    return ("box", (calm or boxes)[0])


def _market(view: Boom) -> Move:
    """Add a plate for a surplus fish, otherwise cross one out."""
    return ("cross",) if open_plates(view, view.seat) >= 0 and ("cross",) in view.moves() else ("plate",)


def _dearest_species(view: Boom) -> str:
    """Return the species without shield whose living fish support most of the future."""
    species = [str(move[1]) for move in view.moves()]
    impacts = impact(view)
    weight = {kind.name: sum(impacts[row] for row in kind.rows) for kind in view.sheet.species}
    return max(species, key=lambda name: weight[name])
