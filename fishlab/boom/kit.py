"""The player sheet of Fishery Boom: its equipment and its boxes, and which of them work."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from fishlab.core import Move


class Gear(NamedTuple):
    """A line of the equipment list: dice rolled, fish taken, fish killed."""

    title: str
    dice: int
    take: int
    kill: int
    text: str


GEAR: Final[Mapping[str, Gear]] = {  # player sheet, "Choose 1 equipment to use when fishing" (printed)
    "default": Gear("One line", 1, 1, 0, "roll 1 die, take 1 fish of it"),
    "seine": Gear("Seine net", 2, 2, 0, "roll 2 dice, take 2 fish of the larger"),
    "seine+": Gear("Seine net+", 2, 3, 0, "roll 2 dice, take 3 fish of the larger"),
    "longline": Gear("Longline", 2, 2, 0, "roll 2 dice, take 1 fish of each but not of a 6"),
    "longline+": Gear("Longline+", 2, 3, 0, "roll 2 dice, take 1 fish of each and 1 more of either, but not of a 6"),
    "trawler": Gear("Trawler", 3, 2, 1, "roll 3 dice, take 1 fish of each of two, kill 1 of the third"),
    "trawler+": Gear("Trawler+", 4, 3, 1, "roll 4 dice, take 1 fish of each of three, kill 1 of the fourth"),
}


class BoxText(NamedTuple):
    """What a box of the player sheet is called and does."""

    title: str
    kind: Literal["permanent", "equipment", "bonus"]
    text: str


BOXES: Final[Mapping[str, BoxText]] = {  # player sheet; how many there are stands in boom.toml
    "release": BoxText("Release", "permanent", "a fish you take may be put back alive"),
    "refrigeration": BoxText("Refrigeration", "permanent", "a fish you take may be drawn into next year's box"),
    "seine": BoxText("Seine net", "equipment", GEAR["seine"].text),
    "seine+": BoxText("Seine net+", "equipment", GEAR["seine+"].text),
    "longline": BoxText("Longline", "equipment", GEAR["longline"].text),
    "longline+": BoxText("Longline+", "equipment", GEAR["longline+"].text),
    "trawler": BoxText("Trawler", "equipment", GEAR["trawler"].text),
    "trawler+": BoxText("Trawler+", "equipment", GEAR["trawler+"].text),
    "radar": BoxText("Fish radar", "equipment", "once in each fishing action, reroll any of the dice"),
    "faux": BoxText("Faux fish", "bonus", "draw one fish into this year's box; none leaves the sea"),
    "marketing": BoxText("Marketing", "bonus", "add a plate to this year's box, or cross one out"),
    "enforcement": BoxText("Enforcement", "bonus", "fill two shields"),
    "overtime": BoxText("Overtime", "bonus", "one more fishing action now"),
}

BIT: Final = {name: 1 << place for place, name in enumerate(BOXES)}
"""The place of each box in a mask of boxes, a kit."""


@lru_cache(maxsize=4096)
def kit_mask(picks: tuple[str, ...]) -> int:
    """Return the kit of marked boxes."""
    mask = 0
    for name in picks:
        mask |= BIT[name]
    return mask


@lru_cache(maxsize=4096)
def gear_moves(kit: int) -> tuple[Move, ...]:
    """Return the lines of equipment that a kit gives; One line is always there."""
    return tuple(("gear", name) for name in GEAR if name == "default" or kit & BIT[name])
