"""What things are called in Pisces, and what is said of each phase and of each thing to buy: tables of messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from fishlab.messages import mark, tr, trn
from fishlab.pisces.rules import Phase, Pisces

PHASES: Final = (
    mark("Tournament goals"), mark("Management"), mark("Fleet movement"), mark("Fishing"),
    mark("Return to port"), mark("Boats and gear"), mark("Life cycles"), mark("First-player bids"),
)  # fmt: skip
"""The eight phases of a round, in the rulebook's order."""

STAGE_WORDS: Final = {
    "young": mark("young"), "juvenile": mark("juveniles"), "adult": mark("adults"), "spawner": mark("spawners"),
}  # fmt: skip
"""What the fish of a stage are called when there are several."""
_SPOTS: Final = {
    "young": mark("young {number}"), "juvenile": mark("juvenile {number}"),
    "adult": mark("adult {number}"), "spawner": mark("spawner {number}"),
}  # fmt: skip
_PRINTED_SPECIES: Final = (
    mark("tuna"), mark("snapper"), mark("mahi-mahi"), mark("shark"), mark("crab"), mark("sardine"),
    mark("Tuna"), mark("Snapper"), mark("Mahi-mahi"), mark("Shark"), mark("Crab"), mark("Sardine"),
)  # fmt: skip
"""Names and labels of the data file, so that they are collected: `tr` looks them up."""

_COUNTS: Final[dict[str, Callable[[int], str]]] = {
    "chip": lambda n: trn("{n} chip", "{n} chips", n),
    "point": lambda n: trn("{n} point", "{n} points", n),
    "star": lambda n: trn("{n} gold star", "{n} gold stars", n),
    "trophy": lambda n: trn("{n} trophy", "{n} trophies", n),
    "round": lambda n: trn("{n} round", "{n} rounds", n),
    "die": lambda n: trn("{n} die", "{n} dice", n),
    "boat": lambda n: trn("{n} boat", "{n} boats", n),
    "motor": lambda n: trn("{n} Outboard Motor", "{n} Outboard Motors", n),
    "outrigger": lambda n: trn("{n} Outrigger", "{n} Outriggers", n),
    "finder": lambda n: trn("{n} Fish Finder", "{n} Fish Finders", n),
    "young": lambda n: trn("{n} young", "{n} young", n),
    "juvenile": lambda n: trn("{n} juvenile", "{n} juveniles", n),
    "adult": lambda n: trn("{n} adult", "{n} adults", n),
    "spawner": lambda n: trn("{n} spawner", "{n} spawners", n),
}


def counted(n: int, thing: str) -> str:
    """Return how many of a thing of the game there are: "1 chip", "3 Fish Finders", "2 adults"."""
    return _COUNTS[thing](n)


def spot(stack: str) -> str:
    """Return a stack's name in words: "adult-5" is "adult 5"."""
    stage, _, number = stack.partition("-")
    return tr(_SPOTS[stage], number=number)


def phase_number(state: Pisces) -> int:
    """Return the printed number of the phase, 1 to 8, 0 during setup; the game ends in phase 4."""
    return PHASE_WORDS[state.phase].number


@dataclass(frozen=True, slots=True)
class PhaseWords:
    """What is said of a phase."""

    number: int
    """As printed, 0 during setup."""
    moves: tuple[str, ...]
    """An example of each move that belongs to it."""
    prompts: tuple[str, ...]
    """Who does what now: where there are several, `PiscesWords.prompt` chooses."""
    rule: str
    advice: str
    geared: tuple[str, str] = ("", "")
    """A kind of gear, and the rule once somebody has some."""


PHASE_WORDS: Final[dict[Phase, PhaseWords]] = {
    "first": PhaseWords(
        0, ("first player-1",), (mark("Roll to see who is the first player"),),
        mark("The highest roll takes the First-player Token and chooses a board first."),
        mark("Chance decides who begins. Whoever goes first has the first choice of a board, and later of fishing "
             "places."),
    ),
    "choose": PhaseWords(
        0, ("board tuna",), (mark("{name} chooses a fishery board"),),
        mark("Each player keeps one fishery board; boards that nobody chooses leave the game."),
        mark("Everybody may fish on every board; its keeper can protect one stack a round. "
             "Valuable fish grow up slowly, cheap ones breed fast."),
    ),
    "cards": PhaseWords(
        1, ("card crab",), (mark("Draw tournament card {card} of 2"),),
        mark("Catch one chip of each species shown to win a trophy of 10 points; the same species twice means two."),
        mark("Two cards show what the tournament asks for. Whoever catches both in this round gains {trophy} points."),
    ),
    "block": PhaseWords(
        2, ("block tuna adult-5",), (mark("{name} puts the block on a stack"),),
        mark("The block protects one stack of your own board. Each chip that it saves from a boat is a gold star."),
        mark("Protect a stack that boats will want: what is saved can breed, and each saved chip is a gold star. "
             "Most stars: {award} points."),
    ),
    "fleet": PhaseWords(
        3, ("boat 1 ocean",), (mark("{name} sends out boat {next} of {boats}"),),
        mark("Every boat goes to a board, or to the open ocean, where spawners of all boards are caught."),
        mark("Look for full green stacks worth many points a chip. On the open ocean one die decides whose "
             "spawners are caught."),
    ),
    "fish": PhaseWords(
        4, ("fish 1", "finder 1 crab"), (mark("{name} fishes with the next boat"),),
        mark("Boats fish one by one, first player first."),
        mark("Each boat rolls once. A green stack is kept, a red one goes back to the centre, an empty one brings "
             "nothing."),
        ("finder", mark("Boats fish one by one, first player first. A Fish Finder moves a boat before it rolls.")),
    ),
    "roll": PhaseWords(
        4, ("roll 4",),
        (mark("{name} rolls for boat {boat} on the {species} board"),
         mark("{name} rolls for boat {boat} on the open ocean")),
        mark("One die; two for crab and sardines. The number says which stack is hit."),
        mark("The number rolled says which stack is hit. On the open ocean it says whose spawners are hit."),
    ),
    "settle": PhaseWords(
        4, ("stack tuna spawner-6a", "settle", "outrigger"),
        (mark("{name} chooses a stack"), mark("{name} chooses a stack or rolls again"),
         mark("{name} has hit nothing"), mark("{name} has hit nothing and may roll again")),
        mark("Green stacks are kept, red ones go back to the centre, a blocked one stays and pays gold stars."),
        mark("Choose one stack with this number. A full stack brings most; a blocked one brings the fisher "
             "nothing."),
    ),
    "buy": PhaseWords(
        6, ("buy motor", "done"), (mark("{name} may buy: {points} in chips"),),
        mark("A third boat costs 20 points in chips, a gear card 10. No change is given."),
        mark("A boat or gear pays for itself only over the rounds to come: {rounds} left. Chips that you spend "
             "score nothing at the end."),
    ),
    "pay": PhaseWords(
        6, ("pay tuna",), (mark("{name} pays for the {item}: {due} to go"),),
        mark("No change is given; chips go back to the centre of their boards. Here you enter the most valuable "
             "first."),
        mark("There is no change: come as close to the price as the chips allow. Here you click the most valuable "
             "first."),
    ),
    "spawn": PhaseWords(
        7, ("roll 4",), (mark("{name}’s fish reproduce: roll a die for the young"),),
        mark("Spawners die, every stage moves on, and the spawners that have just arrived produce young from the "
             "centre."),
        mark("The spawners that have just arrived breed. The dice say how many young join from the centre."),
    ),
    "bid": PhaseWords(
        8, ("bid 6", "pass"), (mark("{name} bids to go first"), mark("{name} bids to go first; {bid} leads")),
        mark("Bid on a higher spot that your chips can pay exactly, or pass for good."),
        mark("Whoever goes first picks the best fishing places. A bid is paid in chips, and chips are points: "
             "is it worth that much?"),
        ("motor", mark("Bid on a higher spot that your chips, with 3 for each Outboard Motor, can pay exactly, or pass "
                       "for good.")),
    ),
    "bidpay": PhaseWords(
        8, ("pay tuna",), (mark("{name} pays the bid: exactly {points} to go"),),
        mark("The winner pays the bid exactly and takes the First-player Token."),
        mark("The bid is paid exactly. The chips go back to the centre of their boards, where they can be born "
             "again."),
    ),
    "over": PhaseWords(
        4, (), (mark("The game is over: {names} wins with {points}"), mark("The game is over: {names} share the win")),
        mark("Chips, 10 points a trophy and 20 for the most gold stars are added up. Ties: most different species."),
        mark("Look at the fish that are left: which boards could feed a fleet for another round?"),
    ),
}  # fmt: skip
EXAMPLES: Final = {example.split()[0]: example for phase in PHASE_WORDS.values() for example in phase.moves}
"""An example of a move for each of its words."""


@dataclass(frozen=True, slots=True)
class Item:
    """What is said of a thing that can be bought."""

    label: str
    title: str
    use: str
    bought: str


ITEMS: Final = {
    "boat": Item(mark("third boat"), mark("Third boat"), mark("One more boat from the next round on"),
                 mark("{name} buys the third boat")),
    "motor": Item(mark("Outboard Motor"), mark("Outboard Motor"), mark("Adds {motor} to bids to go first"),
                  mark("{name} buys an Outboard Motor")),
    "outrigger": Item(mark("Outrigger"), mark("Outrigger"), mark("Rerolls one attempt a round"),
                      mark("{name} buys an Outrigger")),
    "finder": Item(mark("Fish Finder"), mark("Fish Finder"), mark("Moves one boat a round before it rolls"),
                   mark("{name} buys a Fish Finder")),
}  # fmt: skip
