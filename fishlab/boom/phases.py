"""The phases of a year of Fishery Boom: where in them a moment stands, and what people read in each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.rules import Boom
from fishlab.messages import mark, tr, trn

_UNPRINTED: Final = frozenset(("over", "talk", "vote", "inspect"))


def stage(state: Boom) -> int:
    """Return the printed phase, 1 to 4 (3 and 5 make no moves), or 0 at talk, vote, inspection and end: no phases."""
    if state.phase in _UNPRINTED:
        return 0
    if state.phase == "illegal":
        return 4
    return 2 if state.phase == "box" or len(state.picks[state.seat]) == state.year else 1


def overtime(state: Boom) -> bool:
    """Return whether the fishing action now is an Overtime."""
    return stage(state) == 2 and state.phase not in ("box", "marketing", "shield")


def illegal_left(state: Boom) -> int:
    """Return the dice of illegal fishing still to be rolled this year."""
    if state.phase == "illegal":
        return state.left
    return 0 if state.phase == "over" else state.setup.illegal_dice(state.year)


# What people read.


_ONE_FISH: Final[Mapping[str, str]] = {
    "shark": mark("shark-{number}"),
    "tuna": mark("tuna-{number}"),
    "mackerel": mark("mackerel-{number}"),
    "herring": mark("herring-{number}"),
    "pollock": mark("pollock-{number}"),
    "anchovy": mark("anchovy-{number}"),
    "shrimp": mark("shrimp-{number}"),
    "cod": mark("cod-{number}"),
    "squid": mark("squid-{number}"),
    "whale": mark("whale-{number}"),
}


def one_fish(name: str) -> str:
    """Return a fish of the sea as people read it, by its name on the board."""
    kind, _, number = name.rpartition("-")
    return tr(_ONE_FISH[kind], number=number) if kind in _ONE_FISH else name


def title_of(state: Boom, name: str) -> str:
    """Return the title of a box, a piece of equipment or a species, by its word in moves."""
    known = BOXES.get(name) or GEAR.get(name) or next((kind for kind in state.sheet.species if kind.name == name), None)
    return tr(known.title) if known else name


def points(score: int) -> str:
    """Return a number of points, as people read it."""
    return trn("{n} point", "{n} points", abs(score), n=str(score).replace("-", "−"))


def by_seat(state: Boom, numbers: Iterable[int]) -> str:
    """Return a number for each seat, such as "Seat A 3, Seat B 2"."""
    named = ((state.seat_name(seat), str(number).replace("-", "−")) for seat, number in enumerate(numbers))
    return ", ".join(tr("{name} {number}", name=name, number=number) for name, number in named)


def fines_by_seat(state: Boom) -> str:
    """Return what each seat has paid that has paid at all, "" if nobody has."""
    named = ((state.seat_name(seat), fine) for seat, fine in enumerate(state.fines()) if fine)
    return ", ".join(tr("{name} {number}", name=name, number=fine) for name, fine in named)


def said(state: Boom, message: str, **slots: object) -> str:
    """Return a message with what most are about: year, seat, gear, the die that is due, and which die is rolled."""
    gear = GEAR.get(state.gear)
    total = gear.dice if gear else state.setup.illegal_dice(state.year)
    usual: dict[str, object] = {
        "year": state.year,
        "next": state.year + 1,
        "name": state.seat_name(state.seat),
        "gear": tr(gear.title) if gear else "",
        "die": (*state.due, *state.named, state.kill)[0],
        "number": total - state.left + 1,
        "total": total,
    }
    return tr(message, **usual | slots)


Situation = str | Callable[[int], str]
"""A message, or what makes one of the number of plates that are still empty (of spare fish if below 0)."""


class PhaseWords(NamedTuple):
    """What people read in one phase."""

    title: str
    """Where the rulebook speaks of it."""
    allowed: tuple[str, ...]
    """The words that a move may start with."""
    rule: str
    prompt: str | Callable[[Boom], str]
    """Who does what now: a message with slots of `said`, or what chooses one."""
    advice: Mapping[str, Situation] = MappingProxyType({})
    """What to think of now, by the situation (`_situations`); "" is any."""
    together: Mapping[str, Situation] = MappingProxyType({})
    """The advice where all countries have one score, if it is another."""


_RADAR: Final = mark("Equipment: Fish radar")
_TRAWLER: Final = mark("Equipment: Trawler")
_DICE: Final = {"": mark("The dice say which rows may be fished: each row has its die beside the shield.")}
_ENDS: Final = {
    (False, False): mark("The game ends after year {year}: {result}"),
    (False, True): mark("The game ends after year {year}, after fines: {result}"),
    (True, False): mark("The sea is empty after year {year}: {result}"),
    (True, True): mark("The sea is empty after year {year}, after fines: {result}"),
}
"""How a game ended: whether the sea ran empty, and whether anybody paid."""

PHASES: Final[Mapping[str, PhaseWords]] = {
    "talk": PhaseWords(
        mark("Not in the rulebook: talk"),
        ("ready",),
        mark("Not in the rulebook: talk about anything, promise what you like. The year begins when all are ready."),
        mark("Year {year}: talk to each other; {name} says when ready"),
        {
            "": mark(
                "How many fish can the sea give a year? Agree on who takes how many, and what happens to those "
                "who take more."
            )
        },
    ),
    "vote": PhaseWords(
        mark("Not in the rulebook: vote"),
        ("vote",),
        mark(
            "Not in the rulebook: all vote in secret on how many fish each may take a year. The lower median "
            "holds for all."
        ),
        mark("Year {year}: {name} votes in secret on the quota"),
        {
            "": mark(
                "How many fish a year can each take and still leave the sea alive? Votes are shown when all are in."
            )
        },
    ),
    "gear": PhaseWords(
        mark("1. Fishing"),
        ("gear",),
        mark("Choose the equipment to fish with. You always have one line, and you must fish."),
        lambda state: (
            mark("Year {year}: {name} fishes again: choose equipment")
            if overtime(state)
            else mark("Year {year}: {name} fishes: choose equipment")
        ),
        {
            "full, last": mark("No plate is empty, and this is the last year: more fish score nothing."),
            "full": mark("No plate is empty: a fish scores nothing now, but adds a plate to fill next year. Take few."),
            "last": lambda n: trn(
                "{n} empty plate: −2 points if it stays empty.",
                "{n} empty plates: −2 points for each that stays empty.",
                n,
            ),
            "": lambda n: trn(
                "{n} empty plate: −2 points if it stays empty. Each fish caught now is also a plate to fill next year.",
                "{n} empty plates: −2 points for each that stays empty. Each fish caught now is also a plate to "
                "fill next year.",
                n,
            ),
        },
        {
            "full, last": mark("No plate is empty here, and this is the last year: more fish score nothing for us."),
            "full": mark(
                "No plate is empty here: a fish scores nothing for us now, but adds a plate to fill next year."
            ),
            "last": lambda n: trn(
                "We share one score: {n} empty plate here, −2 points for us if it stays empty.",
                "We share one score: {n} empty plates here, −2 points for us for each that stays empty.",
                n,
            ),
            "": lambda n: trn(
                "We share one score: {n} empty plate here, −2 points for us if it stays empty. Each fish we catch "
                "now is also a plate to fill next year.",
                "We share one score: {n} empty plates here, −2 points for us for each that stays empty. Each fish "
                "we catch now is also a plate to fill next year.",
                n,
            ),
        },
    ),
    "roll": PhaseWords(
        mark("1. Fishing, II"),
        ("roll",),
        mark("Roll as many dice as the equipment says, one at a time."),
        mark("Year {year}: {name} rolls die {number} of {total} ({gear})"),
        _DICE,
    ),
    "radar": PhaseWords(
        _RADAR,
        ("reroll", "keep"),
        mark(
            "Fish radar: choose dice to reroll once, and keep the rest. Here you choose them in order, first to last."
        ),
        mark("Year {year}: {name} may reroll dice (Fish radar) or keep them"),
        {"": mark("Reroll dice that find no fish or cost the sea a lot. Choose them first to last, then finish.")},
    ),
    "reroll": PhaseWords(
        _RADAR,
        ("roll",),
        mark("The dice you named are rolled once more."),
        mark("Year {year}: {name} rerolls die {die}"),
        _DICE,
    ),
    "double": PhaseWords(
        mark("Equipment: Longline"),
        ("double",),
        mark("Longline+ takes one more fish of either die. A 6 takes nothing, so doubling it gains nothing."),
        mark("Year {year}: {name} chooses the die that counts twice"),
        {"": mark("One die takes two fish. Which number has fish that the sea can spare?")},
    ),
    "kills": PhaseWords(
        _TRAWLER,
        ("kills",),
        mark("With a trawler, one die kills a fish and every other die takes one: choose the die that kills."),
        mark("Year {year}: {name} chooses the die that kills"),
        {"": mark("A killed fish fills no plate. Choose the die whose fish matters least to later years.")},
    ),
    "take": PhaseWords(
        mark("1. Fishing, III"),
        ("take", "chill", "release"),
        mark("Put a living fish of this year with that number into this year’s box. Rows are numbered from the top."),
        mark("Year {year}: {name} takes a fish of die {die}"),
        {
            "release": mark("No plate is empty: Release puts the fish back, and next year’s demand stays low."),
            "": mark("Take one that costs the sea little: a later fish is lost when no living fish points to it."),
        },
        {
            "release": mark("No plate is empty here: Release puts the fish back for all of us."),
            "": mark("Take the fish that our sea can spare: what is lost next year is lost for all of us."),
        },
    ),
    "kill": PhaseWords(
        _TRAWLER,
        ("kill",),
        mark("The trawler kills one living fish of the die you chose, and nobody eats it."),
        mark("Year {year}: {name} kills a fish of die {die}"),
        {"": mark("Nobody eats this one. Kill the fish that the fewest later fish depend on.")},
    ),
    "box": PhaseWords(
        mark("2. Upgrade or bonus"),
        ("box",),
        mark("Mark one box a year. An upgrade works from next year on; a bonus works once, now."),
        mark("Year {year}: {name} marks a box"),
        {
            "last": mark("The last year: upgrades come too late, only a bonus can still score."),
            "": mark("Empty plates? Equipment takes more fish. Few fish left in the sea? Release lets fish live."),
        },
        {
            "last": mark("The last year: upgrades come too late. Only a bonus can still score for us."),
            "": mark("Which box helps us all? Equipment fills empty plates. Release keeps our sea alive."),
        },
    ),
    "marketing": PhaseWords(
        mark("2. Upgrade or bonus: Marketing"),
        ("plate", "cross"),
        mark("Marketing: add one plate to this year’s box, or cross one out."),
        mark("Year {year}: {name} adds a plate or crosses one out"),
        {
            "full": lambda n: trn(
                "{n} spare fish: a new plate scores +1 with a fish on it, −2 without.",
                "{n} spare fish: a new plate scores +1 with a fish on it, −2 without.",
                -n,
            ),
            "": lambda n: trn(
                "{n} plate without a fish: crossing one out saves 2 points.",
                "{n} plates without a fish: crossing one out saves 2 points.",
                n,
            ),
        },
    ),
    "shield": PhaseWords(
        mark("2. Upgrade or bonus: Enforcement"),
        ("shield",),
        mark("Enforcement: a shield protects a whole species from illegal fishing, but not from the players."),
        lambda state: (
            mark("Year {year}: {name} fills a shield")
            if state.left == 1
            else mark("Year {year}: {name} fills two shields")
        ),
        {"": mark("A shield lasts all game but stops only illegal fishing. The dice hit the topmost rows first.")},
    ),
    "inspect": PhaseWords(
        mark("Not in the rulebook: inspection"),
        ("roll",),
        mark("Not in the rulebook: for each country that took more than the quota, a die decides if it is found out."),
        mark("Year {year}: the inspector rolls a die for {name}"),
        {"": mark("A fish over the quota fills a plate but may cost a fine: was it worth it?")},
    ),
    "illegal": PhaseWords(
        mark("4. Illegal fishing"),
        ("roll",),
        mark("Each die kills the topmost living fish of its number whose species has no shield."),
        mark("Year {year}: illegal fishing rolls die {number} of {total}"),
        {"": mark("Nobody eats what these dice catch: each kills the topmost unprotected living fish of its number.")},
    ),
    "over": PhaseWords(
        mark("End of the game"),
        (),
        mark("A full plate scores +1, an empty plate −2, and a fish without a plate nothing."),
        lambda state: _ENDS[state.empty_sea, any(state.fines())],
    ),
}


def kills_told(state: Boom, face: int) -> str:
    """Say what a trawler does whose die of a number kills."""
    place = state.dice.index(face)
    others = ", ".join(map(str, state.dice[:place] + state.dice[place + 1 :]))
    if not any(state.living & state.sheet.faces[one] for one in state.dice):
        return tr("No living fish has any of these numbers: nothing is killed or taken.")
    if not state.living & state.sheet.faces[face]:
        return tr("Kills nothing: no living fish has {face}. Takes 1 of every other die: {others}.",
                  face=face, others=others)  # fmt: skip
    alive = (state.living & state.sheet.faces[face]).bit_count()
    if alive < state.dice.count(face):  # the other dice of this number take before it kills
        return trn(
            "Kills nothing: its only fish is taken first. Takes 1 of each: {others}.",
            "Kills nothing: its {n} fish are taken first. Takes 1 of each: {others}.",
            alive, others=others,
        )  # fmt: skip
    return tr("Kills 1 fish of the {face}, takes 1 of every other die: {others}.", face=face, others=others)
