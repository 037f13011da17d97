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
    "default": Gear("One line", 1, 1, 0, "1 die, takes 1 fish of that number"),
    "seine": Gear("Seine net", 2, 2, 0, "2 dice, 2 fish of the larger number"),
    "seine+": Gear("Seine net+", 2, 3, 0, "2 dice, 3 fish of the larger number"),
    "longline": Gear("Longline", 2, 2, 0, "2 dice, 1 fish of each, none of a 6"),
    "longline+": Gear("Longline+", 2, 3, 0, "2 dice, 3 fish in all, none of a 6"),
    "trawler": Gear("Trawler", 3, 2, 1, "3 dice: 2 take a fish, 1 kills one"),
    "trawler+": Gear("Trawler+", 4, 3, 1, "4 dice: 3 take a fish, 1 kills one"),
}


class BoxText(NamedTuple):
    """What a box of the player sheet is called and does."""

    title: str
    kind: Literal["permanent", "equipment", "bonus"]
    text: str


BOXES: Final[Mapping[str, BoxText]] = {  # player sheet; how many there are stands in boom.toml
    "release": BoxText("Release", "permanent", "a taken fish may be put back alive"),
    "refrigeration": BoxText("Refrigeration", "permanent", "a taken fish may wait a year"),
    "seine": BoxText("Seine net", "equipment", GEAR["seine"].text),
    "seine+": BoxText("Seine net+", "equipment", GEAR["seine+"].text),
    "longline": BoxText("Longline", "equipment", GEAR["longline"].text),
    "longline+": BoxText("Longline+", "equipment", GEAR["longline+"].text),
    "trawler": BoxText("Trawler", "equipment", GEAR["trawler"].text),
    "trawler+": BoxText("Trawler+", "equipment", GEAR["trawler+"].text),
    "radar": BoxText("Fish radar", "equipment", "any dice may be rolled once more"),
    "faux": BoxText("Faux fish", "bonus", "counts as 1 fish, none is caught"),
    "marketing": BoxText("Marketing", "bonus", "1 plate more, or 1 less"),
    "enforcement": BoxText("Enforcement", "bonus", "2 species get a shield"),
    "overtime": BoxText("Overtime", "bonus", "fish once more"),
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
