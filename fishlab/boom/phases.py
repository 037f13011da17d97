"""The phases of a year of Fishery Boom: where in them a moment stands, and what people read in each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
        {"": mark("How many fish can the sea give a year? Agree on who takes how many, and on what happens if not.")},
    ),
    "vote": PhaseWords(
        mark("Not in the rulebook: vote"),
        ("vote",),
        mark("Not in the rulebook: each seals a vote for the fish a year of each. The lower median holds for all."),
        mark("Year {year}: {name} seals a vote for a quota"),
        {"": mark("How many fish a year for each would leave the sea alive? Others see your vote when all are in.")},
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
            "full, last": mark("No empty plate is left, and no year follows: more fish score nothing."),
            "full": mark(
                "No plate is empty: a fish scores nothing now, but each is a plate to fill next year. Take few."
            ),
            "last": lambda n: trn(
                "{n} empty plate: −2 points if no fish comes.",
                "{n} empty plates: −2 points each if no fish comes.",
                n,
            ),
            "": lambda n: trn(
                "{n} empty plate: −2 points if no fish comes. Each fish caught now is also a plate to fill next year.",
                "{n} empty plates: −2 points each if no fish comes. "
                "Each fish caught now is also a plate to fill next year.",
                n,
            ),
        },
        {
            "full, last": mark("No plate is empty here, and no year follows: more fish score nothing for us."),
            "full": mark("No plate is empty here: a fish scores nothing for us now, and is a plate to fill next year."),
            "last": lambda n: trn(
                "We share one score: {n} empty plate here, −2 points for us if no fish comes.",
                "We share one score: {n} empty plates here, −2 points for us each if no fish comes.",
                n,
            ),
            "": lambda n: trn(
                "We share one score: {n} empty plate here, −2 points for us if no fish comes. "
                "Each fish we catch now is also a plate that we have to fill next year.",
                "We share one score: {n} empty plates here, −2 points for us each if no fish comes. "
                "Each fish we catch now is also a plate that we have to fill next year.",
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
        mark("Fish radar: choose dice to reroll once, and keep the rest. Here you name them from first to last."),
        mark("Year {year}: {name} may reroll dice (Fish radar) or keep them"),
        {"": mark("Roll again what has no fish, or costs the sea much. Name dice first to last, then end it.")},
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
        mark("Longline+ takes one more fish of either die. A 6 takes nothing, so doubling it takes no more."),
        mark("Year {year}: {name} chooses the die that counts twice"),
        {"": mark("One die takes two fish. Which number has fish that the sea can spare?")},
    ),
    "kills": PhaseWords(
        _TRAWLER,
        ("kills",),
        mark("The trawler kills one fish of one die and takes one fish of each other die: say which die kills."),
        mark("Year {year}: {name} chooses the die that kills"),
        {"": mark("A killed fish fills no plate. Let the die kill whose fish matters least to later years.")},
    ),
    "take": PhaseWords(
        mark("1. Fishing, III"),
        ("take", "chill", "release"),
        mark("Take a living fish of this year with that die into this year’s box. Rows count from the top."),
        mark("Year {year}: {name} takes a fish of die {die}"),
        {
            "release": mark("No plate is empty: Release puts the fish back, and next year’s demand stays low."),
            "": mark("Take one that costs little: a fish is lost when no living fish points to it."),
        },
        {
            "release": mark("No plate is empty here: Release puts the fish back for all of us."),
            "": mark("Take the fish that our sea can spare: what is lost next year is lost for all of us."),
        },
    ),
    "kill": PhaseWords(
        _TRAWLER,
        ("kill",),
        mark("The trawler kills one living fish of the die you named. It is dead, and nobody eats it."),
        mark("Year {year}: {name} kills a fish of die {die}"),
        {"": mark("Nobody eats this one. Kill the fish on which the fewest later fish hang.")},
    ),
    "box": PhaseWords(
        mark("2. Upgrade or bonus"),
        ("box",),
        mark("One box a year. Upgrades work from next year on, a bonus works now, once."),
        mark("Year {year}: {name} marks a box"),
        {
            "last": mark("The last year: upgrades come too late, only a bonus can still score."),
            "": mark("Plates stay empty? Equipment takes more fish. The sea grows thin? Release lets fish live."),
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
        mark("Enforcement: a shield keeps illegal fishing away from a whole species. It does not hinder players."),
        lambda state: (
            mark("Year {year}: {name} fills a shield")
            if state.left == 1
            else mark("Year {year}: {name} fills two shields")
        ),
        {"": mark("A shield lasts all game and stops illegal fishing only. The dice hit the topmost rows first.")},
    ),
    "inspect": PhaseWords(
        mark("Not in the rulebook: inspection"),
        ("roll",),
        mark("Not in the rulebook: a die for each country that took more than the quota says if it is found out."),
        mark("Year {year}: the inspector rolls a die for {name}"),
        {"": mark("A fish too many fills a plate, and may cost its fine: was it worth it?")},
    ),
    "illegal": PhaseWords(
        mark("4. Illegal fishing"),
        ("roll",),
        mark("Each die kills the topmost living fish with that die whose species has no shield."),
        mark("Year {year}: illegal fishing rolls die {number} of {total}"),
        {
            "": mark(
                "Nobody eats what these dice catch: each kills the topmost living fish of its number without a shield."
            )
        },
    ),
    "over": PhaseWords(
        mark("End of the game"),
        (),
        mark("A filled plate is +1, an empty plate −2, and a fish without a plate nothing."),
        lambda state: _ENDS[state.empty_sea, any(state.fines())],
    ),
}


def kills_told(state: Boom, face: int) -> str:
    """Say what a trawler does whose die of a number kills."""
    place = state.dice.index(face)
    others = ", ".join(map(str, state.dice[:place] + state.dice[place + 1 :]))
    if not any(state.living & state.sheet.faces[one] for one in state.dice):
        return tr("No fish lives with any of these dice: nothing is killed or taken.")
    if not state.living & state.sheet.faces[face]:
        return tr("Kills nothing: none lives with {face}. Takes 1 of each other: {others}.",
                  face=face, others=others)  # fmt: skip
    alive = (state.living & state.sheet.faces[face]).bit_count()
    if alive < state.dice.count(face):  # the other dice of this number take before it kills
        return trn(
            "Kills nothing: its only fish is taken first. Takes 1 of each: {others}.",
            "Kills nothing: its {n} fish are taken first. Takes 1 of each: {others}.",
            alive, others=others,
        )  # fmt: skip
    return tr("Kills 1 fish of the {face}, takes 1 of each other: {others}.", face=face, others=others)
