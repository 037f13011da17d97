"""What a dead fish costs the sea of Fishery Boom: depletion, losses of later years, and who is to blame for them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from fishlab.boom.network import Sheet, Step, attribute
from fishlab.boom.position import Position


class Blame(NamedTuple):
    """What one cause did to the sea, in fish-years."""

    seat: int
    """Who, or -1 for illegal fishing."""
    how: Literal["taken", "killed", "illegal"]
    caught: int
    """Fish it took or killed itself."""
    depleted: float
    """Its share of the fish that were then depleted for want of a living arrow."""


class Losses(Position):
    """A moment, asked about the network of arrows from here on."""

    def depletion_steps(self, year: int | None = None) -> list[Step]:
        """Return depletion at the end of a year, row by row from the top; of this year, as if it ended now.

        Each step names a row of the next year, the arrows to it that failed and those that held; a row whose arrows all
        failed is depleted. The last year has no steps.
        """
        year = self.year if year is None else year
        return self.setup.sheet.steps(self.living_in(year), year) if year < self.setup.sheet.years else []

    def what_if(self, rows: Iterable[int | str], year: int | None = None) -> dict[int, list[str]]:
        """Return for each later year the fish that would be lost if these fish of a year died.

        >>> from fishlab.boom import Boom
        >>> Boom.start().what_if(["cod-2"])[2]
        ['cod-1', 'cod-2']
        """
        year, sheet = self.year if year is None else year, self.setup.sheet
        lost = sheet.losses(sheet.mask(rows), year, self.living_in(year))
        return {later: sheet.names_of(mask) for later, mask in enumerate(lost, year + 1)}

    def supports(self, row: int | str, year: int | None = None) -> dict[int, list[str]]:
        """Return for each later year the fish that this fish alone supports, as the sea stands; none if it is dead."""
        return self.what_if([row], year)

    def impact(self, year: int | None = None) -> tuple[int, ...]:
        """Return for each row how many later fish-years die with its fish of this year; 0 where it is dead.

        >>> from fishlab.boom import Boom
        >>> Boom.start().impact()[:6]
        (1, 0, 17, 1, 0, 18)
        """
        year, sheet = self.year if year is None else year, self.setup.sheet
        living = self.living_in(year)
        return tuple(
            _impact(sheet, living & sheet.species[kind].mask, 1 << row, year) if living >> row & 1 else 0
            for row, kind in enumerate(sheet.kind)
        )

    def cost(self, row: int) -> int:
        """Return how many later fish-years would be lost if this living fish died now."""
        sheet = self.setup.sheet
        return _impact(sheet, self.living & sheet.species[sheet.kind[row]].mask, 1 << row, self.year)

    def blame(self, ahead: bool = True) -> tuple[Blame, ...]:
        """Return who cost the sea what: seats that took, seats that killed, and illegal fishing.

        Every lost fish-year counts once: a caught fish for whoever caught it, a depleted fish in equal shares for
        whatever killed the fish that pointed to it. With `ahead`, fish of later years that can no longer come are
        counted as well.
        """
        players = self.setup.players
        caught, depleted = [0] * len(self.marks), [0.0] * len(self.marks)
        for year, lost in enumerate(self._shares(ahead), 1):
            marks = self.marks_in(year)
            dead = 0
            for cause, mask in enumerate(marks):
                caught[cause] += mask.bit_count()
                dead |= mask
            for row, shares in lost.items():
                if not dead >> row & 1:
                    for cause, share in enumerate(shares):
                        depleted[cause] += share
        seats = range(players)
        return (
            *(Blame(seat, "taken", caught[seat], depleted[seat]) for seat in seats),
            *(Blame(seat, "killed", caught[players + seat], depleted[players + seat]) for seat in seats),
            Blame(-1, "illegal", caught[-1], depleted[-1]),
        )

    def blame_of(self, row: int | str, year: int) -> dict[tuple[str, int], float]:
        """Return the causes of one lost fish with their shares, such as {("taken", 0): 0.5, ("illegal", -1): 0.5}."""
        players = self.setup.players
        keys = [("taken", seat) for seat in range(players)] + [("killed", seat) for seat in range(players)]
        shares = self._shares(True)[year - 1].get(self.setup.sheet.row(row), ())
        return {key: share for key, share in zip([*keys, ("illegal", -1)], shares, strict=False) if share}

    def damage(self, ahead: bool = True) -> tuple[float, ...]:
        """Return each country's whole damage in fish-years: taken, killed and depleted because of it."""
        totals = [0.0] * self.setup.players
        for entry in self.blame(ahead):
            if entry.seat >= 0:
                totals[entry.seat] += entry.caught + entry.depleted
        return tuple(totals)

    def _shares(self, ahead: bool) -> list[dict[int, tuple[float, ...]]]:
        years = self.setup.sheet.years if ahead else len(self.seas)
        return _attribute(self.setup.sheet, (*self.past, self.marks), years)


@lru_cache(maxsize=65536)
def _impact(sheet: Sheet, living: int, dead: int, year: int) -> int:
    return sum(mask.bit_count() for mask in sheet.losses(dead, year, living))


@lru_cache(maxsize=64)
def _attribute(sheet: Sheet, marks: tuple[tuple[int, ...], ...], years: int) -> list[dict[int, tuple[float, ...]]]:
    return attribute(sheet, marks, years)
