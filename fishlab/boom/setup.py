"""What stays the same through a game of Fishery Boom, and the checking of its options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from fishlab.boom.network import Sheet, load_sheet
from fishlab.boom.treatments import FACES, FORMS, FULL, NO_QUOTA
from fishlab.core import Option
from fishlab.messages import mark, refusal, tr

FLAG_SIZE: Final = (12, 8)
"""Columns and rows of a flag."""
FLAG_COLOURS: Final[Mapping[str, str]] = {
    ".": mark("white"), "k": mark("black"), "a": mark("blue"), "b": mark("orange"), "c": mark("green"),
    "d": mark("purple"), "e": mark("amber"), "f": mark("yellow"),
}  # fmt: skip
"""The letters of a flag's picture."""
OPTIONS: Final = (
    Option("sheet", None, mark("The sheet of the High Seas")),
    Option("first", 0, mark("Who starts year 1"), low=0, high=3, seat=True,
           help=mark("Each year another country starts, in turn.")),
    Option("first_demand", 0, mark("Plates for everyone in year 1"), low=0, high=6,
           help=mark("A plate that stays empty that year costs points.")),
    Option("score_unplayed_year", True, mark("If the game ends early"), choices=(True, False),
           words=(mark("next year’s plates count"), mark("next year’s plates do not count")),
           help=mark("An empty sea ends the game early; next year’s plates stay empty, and may cost points.")),
    Option("cooperative", False, mark("Alone or together"), choices=(False, True),
           words=(mark("alone: most points win"), mark("together: one score for all")), first=True,
           help=mark("Together, all win or lose as one, and bots play for all.")),
    Option("countries", None, mark("Names of the countries")),
    Option("flags", None, mark("Flags of the countries")),
    Option("form", FULL, mark("Form of the game"), choices=tuple(FORMS), printed=False,
           words=tuple(form.title for form in FORMS.values()),
           help=mark("For a class, choose one of these forms: the full game with fewer years has hardly any "
                     "dilemma.")),
    Option("years", 10, mark("Years to play"), low=1, high=10, printed=False, only=("form", FULL),
           help=mark("Fewer years make a shorter game.")),
    Option("talk", "free", mark("When you may talk"), choices=("free", "never", "once", "yearly"), printed=False,
           words=(mark("at any time"), mark("never"), mark("once, before year 1"), mark("before every year")),
           help=mark("For experiments on what talking changes.")),
    Option("vote", "never", mark("Secret vote on the quota"), choices=("never", "once", "yearly"), printed=False,
           words=(mark("never"), mark("once, before year 1"), mark("before every year")),
           help=mark("Everybody names a number of fish; the median holds (the lower one of two).")),
    Option("quota", NO_QUOTA, mark("Quota for each country a year"), low=0, high=NO_QUOTA, printed=False,
           words=(mark("no fish"), mark("1 fish"), mark("2 fish"), mark("3 fish"), mark("4 fish"), mark("5 fish"),
                  mark("6 fish"), mark("7 fish"), mark("8 fish"), mark("no quota")),
           help=mark("If there is a vote, it sets the quota.")),
    Option("inspection", 0, mark("How often a breach is found out"), low=0, high=FACES, printed=False,
           words=(mark("never"), mark("1 in 6"), mark("2 in 6"), mark("3 in 6"), mark("4 in 6"), mark("5 in 6"),
                  mark("always")),
           help=mark("A die is rolled for each who took more than the quota.")),
    Option("fine", 0, mark("Fine for each fish over the quota"), low=0, high=9, printed=False,
           words=(mark("no fine"), mark("1 point"), mark("2 points"), mark("3 points"), mark("4 points"),
                  mark("5 points"), mark("6 points"), mark("7 points"), mark("8 points"), mark("9 points")),
           help=mark("Paid by anyone who is found with more than the quota.")),
    Option("graduated", False, mark("Fine for repeated breaches"), choices=(False, True), printed=False,
           words=(mark("the same every time"), mark("grows with each breach found")),
           help=mark("If it grows, the second breach found costs twice as much, the third three times as much.")),
    Option("licence", False, mark("Fish beyond the quota"), choices=(False, True), printed=False,
           words=(mark("may be taken"), mark("go back alive")),
           help=mark("If they go back, nobody can break the quota.")),
    Option("aim", "points", mark("What counts at the end"), choices=("points", "place"), printed=False,
           words=(mark("points"), mark("places: only who beats whom")),
           help=mark("This changes what hints advise.")),
)  # fmt: skip
"""What can be chosen before a game: first what the rulebook knows, then what it does not."""
_WHEN: Final = (("yearly",), ("once", "yearly"))
"""The words of `talk` and `vote` that mean a later year, and the first."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays the same all game long."""

    sheet: Sheet
    players: int
    first: int
    first_demand: int
    score_unplayed_year: bool
    cooperative: bool
    countries: tuple[str, ...]
    flags: tuple[tuple[str, ...] | None, ...]
    form: str = FULL
    talk: str = "free"
    vote: str = "never"
    quota: int = NO_QUOTA
    inspection: int = 0
    fine: int = 0
    graduated: bool = False
    licence: bool = False
    aim: str = "points"

    def opening(self, year: int, talked: bool = False) -> Literal["talk", "vote", "gear"]:
        """Return how a year begins: with the talk and the vote that are due before it, else with fishing."""
        if not talked and self.talk in _WHEN[year == 1]:
            return "talk"
        return "vote" if self.vote in _WHEN[year == 1] else "gear"

    def illegal_dice(self, year: int) -> int:
        """Return the dice of illegal fishing in a year; none with four players."""
        return self.sheet.illegal.get(self.players, (0,) * self.sheet.years)[year - 1]

    @property
    def inspects(self) -> bool:
        """Whether an inspector may find a catch that is too large."""
        return bool(self.inspection and self.fine)


def make_setup(
    players: int,
    sheet: object = None,
    first: int = 0,
    first_demand: int = 0,
    score_unplayed_year: bool = True,
    cooperative: bool = False,
    countries: object = None,
    flags: object = None,
    form: str = FULL,
    years: int = 10,
    talk: str = "free",
    vote: str = "never",
    quota: int = NO_QUOTA,
    inspection: int = 0,
    fine: int = 0,
    graduated: bool = False,
    licence: bool = False,
    aim: str = "points",
) -> Setup:
    """Return the checked options of a game."""
    if first >= players:
        raise refusal(
                "boom: first={seat} is not a seat of {players} players: choose 0 to {last}",
                seat=first, players=players, last=players - 1)  # fmt: skip
    return Setup(
        sheet=FORMS[form].sheet(load_sheet(sheet)).first_years(years),
        players=players,
        first=first,
        first_demand=first_demand,
        score_unplayed_year=score_unplayed_year,
        cooperative=cooperative,
        countries=_check_countries(countries, players),
        flags=_check_flags(flags, players),
        form=form,
        talk=talk,
        vote=vote,
        quota=quota,
        inspection=inspection,
        fine=fine,
        graduated=graduated,
        licence=licence,
        aim=aim,
    )


def _check_countries(countries: object, players: int) -> tuple[str, ...]:
    if countries is None:
        return ()
    if not isinstance(countries, list | tuple) or len(countries) != players:
        wrong = mark("boom: countries={given} is not possible: give a list of {players} names")
        raise refusal(wrong, given=f"{countries!r:.60}", players=players)
    for place, name in enumerate(countries):
        if not isinstance(name, str) or not 0 < len(name.strip()) <= len(name) <= 24 or not name.isprintable():
            wrong = mark("boom: countries[{place}]={given} is not a name: give 1 to 24 letters")
            raise refusal(wrong, place=place, given=f"{name!r:.60}")
    return tuple(countries)


def _check_flags(flags: object, players: int) -> tuple[tuple[str, ...] | None, ...]:
    if flags is None:
        return (None,) * players
    if not isinstance(flags, list | tuple) or len(flags) != players:
        wrong = mark("boom: flags={given} is not possible: give a list of {players} flags (or None for none)")
        raise refusal(wrong, given=f"{flags!r:.60}", players=players)
    return tuple(None if flag is None else _check_flag(f"flags[{place}]", flag) for place, flag in enumerate(flags))


def _check_flag(where: str, flag: object) -> tuple[str, ...]:
    width, height = FLAG_SIZE

    def wrong(message: str, **found: object) -> ValueError:
        wanted = tr(
            "a flag is {height} rows of {width} letters out of {letters}",
            height=height, width=width, letters=" ".join(FLAG_COLOURS),
        )  # fmt: skip
        return ValueError(tr(message, wanted=wanted, **found))

    if not isinstance(flag, list | tuple):
        raise wrong(mark("boom: {where}={given} is not a flag: {wanted}"), where=where, given=f"{flag!r:.60}")
    if len(flag) != height:
        raise wrong(mark("boom: {where} has {rows} rows: {wanted}"), where=where, rows=len(flag))
    for line, row in enumerate(flag):
        here = f"{where}[{line}]"
        if not isinstance(row, str):
            raise wrong(mark("boom: {where} has {given}: {wanted}"), where=here, given=f"{row!r:.40}")
        if len(row) != width:
            raise wrong(mark("boom: {where} has {count} letters: {wanted}"), where=here, count=len(row))
        for letter in row:
            if letter not in FLAG_COLOURS:
                raise wrong(mark("boom: {where} has {given}: {wanted}"), where=here, given=repr(letter))
    return tuple(flag)
