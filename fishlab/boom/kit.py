"""The player sheet of Fishery Boom: its equipment and its boxes, and which of them work."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from fishlab.core import Move
from fishlab.messages import mark


class Gear(NamedTuple):
    """A line of the equipment list: dice rolled, fish taken, fish killed."""

    title: str
    dice: int
    take: int
    kill: int
    text: str


GEAR: Final[Mapping[str, Gear]] = {  # player sheet, "Choose 1 equipment to use when fishing" (printed)
    "default": Gear(mark("One line"), 1, 1, 0, mark("1 die, takes 1 fish of that number")),
    "seine": Gear(mark("Seine net"), 2, 2, 0, mark("2 dice, 2 fish of the larger number")),
    "seine+": Gear(mark("Seine net+"), 2, 3, 0, mark("2 dice, 3 fish of the larger number")),
    "longline": Gear(mark("Longline"), 2, 2, 0, mark("2 dice, 1 fish each, none for a 6")),
    "longline+": Gear(mark("Longline+"), 2, 3, 0, mark("2 dice, 3 fish in all, none for a 6")),
    "trawler": Gear(mark("Trawler"), 3, 2, 1, mark("3 dice: 2 take a fish, 1 kills one")),
    "trawler+": Gear(mark("Trawler+"), 4, 3, 1, mark("4 dice: 3 take a fish, 1 kills one")),
}


class BoxText(NamedTuple):
    """What a box of the player sheet is called and does."""

    title: str
    kind: Literal["permanent", "equipment", "bonus"]
    text: str


BOXES: Final[Mapping[str, BoxText]] = {  # player sheet; how many there are stands in boom.toml
    "release": BoxText(mark("Release"), "permanent", mark("a taken fish may be put back alive")),
    "refrigeration": BoxText(mark("Refrigeration"), "permanent", mark("a taken fish may wait a year")),
    **{name: BoxText(gear.title, "equipment", gear.text) for name, gear in GEAR.items() if name != "default"},
    "radar": BoxText(mark("Fish radar"), "equipment", mark("any dice may be rolled once more")),
    "faux": BoxText(mark("Faux fish"), "bonus", mark("counts as 1 fish, none is caught")),
    "marketing": BoxText(mark("Marketing"), "bonus", mark("1 plate more or 1 fewer")),
    "enforcement": BoxText(mark("Enforcement"), "bonus", mark("2 species get a shield")),
    "overtime": BoxText(mark("Overtime"), "bonus", mark("fish once more")),
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
