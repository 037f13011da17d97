"""What a person reads of Pisces: prompts, rules, the log, and why a move is refused.

The words stand in tables, those of a phase together in `_PHASES`, those of a thing to buy in `ITEMS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from fishlab.core import Move, Player, Reason, Words
from fishlab.messages import mark, tr, trn
from fishlab.pisces.boards import OCEAN
from fishlab.pisces.rules import Phase, Pisces, outcome_tokens, reaches
from fishlab.plain_words import listed

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
    return _PHASES[state.phase].number


@dataclass(frozen=True, slots=True)
class _PhaseWords:
    """What is said of a phase."""

    number: int
    """As printed, 0 during setup."""
    moves: tuple[str, ...]
    """An example of each move that belongs to it."""
    prompts: tuple[str, ...]
    """Who does what now: where there are several, `PiscesWords.prompt` chooses."""
    rule: str
    advice: str


_PHASES: Final[dict[Phase, _PhaseWords]] = {
    "first": _PhaseWords(
        0, ("first player-1",), (mark("Roll to see who is the first player"),),
        mark("The highest roll takes the First-player Token and chooses a board first."),
        mark("Chance decides who begins. Who goes first has the first choice of a board, and later of fishing places."),
    ),
    "choose": _PhaseWords(
        0, ("board tuna",), (mark("{name} chooses a fishery board"),),
        mark("Each player keeps one fishery board; boards that nobody chooses leave the game."),
        mark("Everybody may fish on every board; its keeper can protect one stack a round. "
             "Valuable fish grow up slowly, cheap ones breed fast."),
    ),
    "cards": _PhaseWords(
        1, ("card crab",), (mark("Draw tournament card {card} of 2"),),
        mark("Catch one chip of each species shown to win a trophy of 10 points; the same species twice means two."),
        mark("Two cards show what the tournament asks for. Whoever catches both in this round gains {trophy} points."),
    ),
    "block": _PhaseWords(
        2, ("block tuna adult-5",), (mark("{name} puts the block on a stack"),),
        mark("The block protects one stack of your own board. Each chip that it saves from a boat is a gold star."),
        mark("Protect a stack that boats will want: what is saved can breed, and each saved chip is a gold star. "
             "Most stars: {award} points."),
    ),
    "fleet": _PhaseWords(
        3, ("boat 1 ocean",), (mark("{name} sends out boat {next} of {boats}"),),
        mark("Every boat goes to a board, or to the open ocean, where spawners of all boards are caught."),
        mark("Look for full green stacks with many points a chip. On the open ocean one die decides whose spawners "
             "are caught."),
    ),
    "fish": _PhaseWords(
        4, ("fish 1", "finder 1 crab"), (mark("{name} fishes with the next boat"),),
        mark("Boats fish one by one, first player first. A Fish Finder moves a boat before it rolls."),
        mark("Each boat rolls once. A green number is kept, a red one goes back to the centre, an empty one brings "
             "nothing."),
    ),
    "roll": _PhaseWords(
        4, ("roll 4",),
        (mark("{name} rolls for boat {boat} on the {species} board"),
         mark("{name} rolls for boat {boat} on the open ocean")),
        mark("One die; two for crab and sardines. The number says which stack is hit."),
        mark("The number rolled says which stack is hit. On the open ocean it says whose spawners are hit."),
    ),
    "settle": _PhaseWords(
        4, ("stack tuna spawner-6a", "settle", "outrigger"),
        (mark("{name} chooses a stack"), mark("{name} chooses a stack or rolls again"),
         mark("{name} has hit nothing"), mark("{name} has hit nothing and may roll again")),
        mark("Green stacks are kept whole, red ones go back to the centre, a blocked stack stays and pays gold stars."),
        mark("One stack with this number may be chosen. A full stack brings most; a blocked one brings the fisher "
             "nothing."),
    ),
    "buy": _PhaseWords(
        6, ("buy motor", "done"), (mark("{name} may buy: {points} in chips"),),
        mark("A third boat costs 20 points in chips, a gear card 10. No change is given."),
        mark("A boat or gear pays for itself only over the rounds to come: {rounds} left. Chips that are spent are no "
             "points at the end."),
    ),
    "pay": _PhaseWords(
        6, ("pay tuna",), (mark("{name} pays for the {item}: {due} to go"),),
        mark("No change is given; chips go back to the centre of their boards. Here you enter the most valuable "
             "first."),
        mark("There is no change: come as close to the price as the chips allow. Here you click the most valuable "
             "first."),
    ),
    "spawn": _PhaseWords(
        7, ("roll 4",), (mark("{name} reproduces: roll a die for the young"),),
        mark("Spawners die, every stage moves on, and the spawners that have just arrived give young from the "
             "centre."),
        mark("The spawners that have just arrived breed. The dice say how many young join from the centre."),
    ),
    "bid": _PhaseWords(
        8, ("bid 6", "pass"), (mark("{name} bids for going first"), mark("{name} bids for going first; {bid} leads")),
        mark("Bid on a higher spot that your chips, with 3 for each Outboard Motor, can pay exactly, or pass for "
             "good."),
        mark("Whoever goes first picks the best fishing places. A bid is paid in chips, and chips are points: "
             "is it worth that much?"),
    ),
    "bidpay": _PhaseWords(
        8, ("pay tuna",), (mark("{name} pays the bid: exactly {points} to go"),),
        mark("The winner pays the bid exactly and takes the First-player Token."),
        mark("The bid is paid exactly. The chips go back to the centre of their boards, where they can be born "
             "again."),
    ),
    "over": _PhaseWords(
        4, (), (mark("The game is over: {names} wins with {points}"), mark("The game is over: {names} share the win")),
        mark("Chips, 10 points a trophy and 20 for the most gold stars are added up. Ties: most different species."),
        mark("Look at the fish that are left: which boards could feed a fleet for another round?"),
    ),
}  # fmt: skip
_EXAMPLES: Final = {example.split()[0]: example for phase in _PHASES.values() for example in phase.moves}
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
    "motor": Item(mark("Outboard Motor"), mark("Outboard Motor"), mark("Adds {motor} to bids for going first"),
                  mark("{name} buys an Outboard Motor")),
    "outrigger": Item(mark("Outrigger"), mark("Outrigger"), mark("Rolls one attempt a round again"),
                      mark("{name} buys an Outrigger")),
    "finder": Item(mark("Fish Finder"), mark("Fish Finder"), mark("Moves one boat a round before it rolls"),
                   mark("{name} buys a Fish Finder")),
}  # fmt: skip

_SAID: Final = {
    "first": mark("{name} is the first player"),
    "board": mark("{name} takes the {species} board"),
    "card": mark("The first tournament card shows {species}"),
    "card twice": mark("The tournament asks for two {species}"),
    "both cards": mark("The tournament asks for {first} and {species}"),
    "block": mark("{name} blocks {spot}, {chips}"),
    "boat": mark("{name} sends boat {boat} to the {species} board"),
    "boat ocean": mark("{name} sends boat {boat} to the open ocean"),
    "fish": mark("{name} fishes with boat {boat} on the {species} board"),
    "fish ocean": mark("{name} fishes with boat {boat} on the open ocean"),
    "finder": mark("{name}’s Fish Finder moves boat {boat} to the {species} board, and it fishes"),
    "finder ocean": mark("{name}’s Fish Finder moves boat {boat} to the open ocean, and it fishes"),
    "roll": mark("{name} rolls {face}: {result}"),
    "last roll": mark("{name} rolls {face}, {total} in all: {result}"),
    "first roll": mark("{name} rolls {face}, one die to come"),
    "first young": mark("{name} rolls {face} for the young"),
    "stack": mark("{name}: {result}"),
    "settle": mark("{name} keeps the roll: nothing is caught"),
    "outrigger": mark("{name} rolls again with an Outrigger"),
    "pay": mark("{name} pays a {species} chip, {points}"),
    "done": mark("{name} buys no more"),
    "bid": mark("{name} bids {bid}"),
    "pass": mark("{name} passes"),
}
"""What the log tells of a move."""
_OUTCOMES: Final = {
    "empty": (mark("Is empty"), mark("nothing is caught")),
    "held": (mark("The block holds: {stars} for {keeper}"),
             mark("the block on {species} {spot} holds, {keeper} gains {stars}")),
    "released": (mark("{chips} back to the centre: nothing is kept"),
                 mark("catch and release, {chips} from {species} {spot} back to the centre")),
    "kept": (mark("Keeps {chips}: {points}"), mark("{chips} caught from {species} {spot}, {points}")),
    "won": (mark("Keeps {chips}: {points}, and the trophy"),
            mark("{chips} caught from {species} {spot}, {points}, and the tournament is won")),
}  # fmt: skip
"""What a hit on a stack brings: in short, and as the log tells it."""

_NOW: Final = -1  # the phase of the moment
_ENTRY: Final = mark("The order in which chips are entered here; the rulebook has none")
_REASONS: Final[dict[str, tuple[int | str, str, str]]] = {
    "no move": ("", mark("Not a move"), mark("A move is a word with its names and numbers, such as “fish 1”.")),
    "over": (mark("End of game"), mark("Game over"), mark("The game is over: no more moves can be made.")),
    "no word": ("", mark("Not a move"), mark("“{word}” is not a move of Pisces: the words are {words}.")),
    "unreadable": ("", mark("Not a move"), mark("“{move}” cannot be read: write it like “{example}”.")),
    "wait": (_NOW, mark("Not now"), mark("“{word}” has to wait: {prompt}.")),
    "setup": (_NOW, mark("Not now"), mark("“{word}” belongs to the setup, which is over: {prompt}.")),
    "never": (_NOW, mark("Not now"), mark("“{word}” does not come in this game: {prompt}.")),
    "no player": (0, mark("No such player"), mark("There is no {what}: name player-1 to player-{last}.")),
    "no board": (0, mark("No {what} board"), mark("There is no {what} board: the boards are {names}.")),
    "taken": (0, mark("The {species} board is taken"),
              mark("The {species} board is taken by player {number}: choose another.")),
    "no card": (1, mark("No {what} card"), mark("The card cannot show {what}: no card of it is left.")),
    "not in play": (1, mark("No {what} card"), mark("The card cannot show {what}: that species is not in play.")),
    "other board": (2, mark("Not your board"),
                    mark("The block goes on a stack of one’s own board, and that is {species}.")),
    "no stack": (_NOW, mark("No such stack"), mark("The {species} board has no stack {what}: it has {names}.")),
    "unblocked": (2, mark("Nothing to protect"), mark("{spot} is empty: the block protects a stack of chips.")),
    "no area": (_NOW, mark("No such place"), mark("Boats cannot fish at {what}: choose {names}.")),
    "no boat": (3, mark("No such boat"), mark("{name} has boats 1 to {last}, no boat {number}.")),
    "boat order": (3, mark("Not boat {number}"), mark("Boats go out in order: boat {next} is next.")),
    "not at sea": (4, mark("No such boat"), mark("{name} has boats 1 to {last} at sea, no boat {number}.")),
    "fished": (4, mark("Already fished"), mark("Boat {number} has fished this round.")),
    "no finder": (6, mark("No Fish Finder"), mark("{name} has no Fish Finder: each card moves one boat a round.")),
    "used finder": (6, mark("No Fish Finder"),
                    mark("{name} has used every Fish Finder this round: each card moves one boat a round.")),
    "same place": (6, mark("Same place"), mark("Boat {number} is there already: a Fish Finder moves it elsewhere.")),
    "roll again": (4, mark("Roll again"),
                   mark("On the open ocean {face} means “roll again”: roll until a species comes up.")),
    "no face": (_NOW, mark("No such face"), mark("A die shows 1 to 6, not {face}.")),
    "other species": (4, mark("Not {what}"), mark("The dice hit {species}, not {what}.")),
    "other number": (4, mark("Another number"), mark("The dice hit the stacks numbered {number}, not {spot}.")),
    "no spawners": (4, mark("Another number"), mark("The dice hit the spawning grounds, not {spot}.")),
    "empty": (4, mark("An empty stack"), mark("{spot} is empty.")),
    "hit": (4, mark("A stack is hit"), mark("There are chips on a stack with this number: choose one.")),
    "no outrigger": (6, mark("No Outrigger"), mark("{name} has no Outrigger: each card rerolls one attempt a round.")),
    "used outrigger": (6, mark("No Outrigger"),
                       mark("{name} has used every Outrigger this round: each card rerolls one attempt a round.")),
    "no item": (6, mark("Not for sale"), mark("There is no {what} for sale: choose {names}.")),
    "most boats": (6, mark("Fleet complete"), mark("{name} has {boats} boats, and no fleet is larger.")),
    "sold out": (6, mark("Sold out"), mark("All {cards} {item} cards are sold.")),
    "too dear": (6, mark("Not enough chips"),
                 mark("The {item} costs {price} points in chips, and {name} has {points}.")),
    "no such chip": (_NOW, mark("No such chip"), mark("There are no {what} chips in this game: pay with {names}.")),
    "no chip": (_NOW, mark("No {species} chip"), mark("{name} holds no {species} chip.")),
    "earlier": (_ENTRY, mark("Most valuable first"),
                mark("Here you enter the most valuable chips first, and {species} comes earlier: pay {names}.")),
    "inexact": (_NOW, mark("Not exact"),
                mark("With a {species} chip the other chips cannot make exactly {due} points: pay {names}.")),
    "too little": (_ENTRY, mark("Too little is left"),
                   mark("Here you enter the most valuable chips first. "
                        "From {species} on they do not cover {due}: pay {names}.")),
    "no bid": (8, mark("No such spot"), mark("There is no bid spot {bid}: they run from {low} to {most}.")),
    "low bid": (8, mark("{bid} is too low"), mark("{high} has been bid: a bid must be higher.")),
    "inexact bid": (8, mark("{bid} cannot be paid exactly"),
                    mark("{name} cannot pay {bid} exactly: possible are {bids}.")),
}  # fmt: skip
"""Why a move is refused: the phase where the rulebook says so (0: setup) or another source, the title, the sentence."""


class PiscesWords(Words[Pisces]):
    """What is said of a moment of Pisces."""

    summary = mark("""\
Aim: Catch fish. After six rounds each player adds up the points of the chips kept, \
10 for every trophy, and 20 for the most gold stars. The most points win.
Boards: Each player keeps the board of one species. Chips are its fish, in stages of life: young, juveniles, adults, \
spawners. Every stack has a number. All players may fish on all boards.
Block: First each player puts a block on one stack of their own board. Nobody can catch that stack in this round. \
Each time a boat hits it, the keeper gains a gold star for every chip on it.
Boats: Then all boats go out, to any board or to the open ocean.
Fishing: Each boat rolls once: one die, two for crab and sardines. The stack with the number rolled is hit. \
A green stack is kept whole. A red stack goes back to the centre, and nobody gains it. On the open ocean the die names \
a species, and one stack of its spawners is kept.
Tournament: Two cards show species. Whoever catches both in this round gains a trophy.
Buying: Chips buy a third boat or gear. There is no change. An Outrigger rolls one attempt a round again, \
a Fish Finder moves one boat a round before it rolls, an Outboard Motor adds 3 to bids.
Life cycle: Spawners die, adults become spawners, juveniles become adults, young become juveniles. The spawners that \
have just arrived give new young, as long as the centre has chips. Caught chips are missing there.
Going first: At the end of a round players bid for it. The highest bidder pays exactly that in chips.""")

    def summary_of(self, state: Pisces) -> str:
        """Return the whole game in few words."""
        return tr(self.summary)

    def seat_title(self, state: Pisces, seat: Player) -> str:
        """Return a seat's species once it has a board, "Player 2" before."""
        if seat < 0:
            return super().seat_title(state, seat)
        return tr(state.kind(seat).label) if state.kinds[seat] >= 0 else tr("Player {number}", number=seat + 1)

    def names(self, state: Pisces) -> Mapping[str, str]:
        """Return gear, species and stacks as they are printed: Fish Finder, Mahi-mahi, spawner 6a."""
        kinds = {kind.name: tr(kind.label) for kind in state.sea.species}
        stacks = {stack: spot(stack) for kind in state.sea.species for stack in kind.stacks}
        seats = {f"player-{number}": tr("Player {number}", number=number) for number in range(1, state.players + 1)}
        items = {name: tr(item.label) for name, item in ITEMS.items()}
        return stacks | kinds | seats | items | {OCEAN: tr("open ocean")}

    def prompt(self, state: Pisces) -> str:
        """Return one line that says who does what now."""
        seat, prompts, which = state.seat, _PHASES[state.phase].prompts, 0
        slots: dict[str, object] = {
            "name": state.seat_name(seat), "card": len(state.goal) + 1, "next": len(state.fleet[seat]) + 1,
            "boats": state.boats[seat], "boat": state.boat + 1, "bid": max(state.bids), "due": state.due,
            "points": counted(state.due if state.phase == "bidpay" else state.chip_points(seat), "point"),
        }  # fmt: skip
        match state.phase:
            case "roll":
                area = state.fleet[seat][state.boat]
                which = area == state.players
                slots["species"] = "" if which else tr(state.kind(area).name)
            case "settle":
                which = 2 * (not state.targets()) + bool(state.spare(seat, "outrigger"))
            case "pay":
                slots["item"] = tr(ITEMS[state.item].label)
            case "bid":
                which = any(state.bids)
            case "over":
                winners = [state.seat_name(winner) for winner in state.winners()]
                slots |= {"names": listed(winners), "points": counted(max(state.scores()), "point")}
                which = len(winners) > 1
        return tr(prompts[which], **slots)

    def rule(self, state: Pisces) -> str:
        """Return the rule in force now."""
        return tr(_PHASES[state.phase].rule)

    def coach(self, state: Pisces) -> str:
        """Return what to think of now, for a first game."""
        if state.phase == "settle":
            hits, ashore = state.targets(), state.fleet[state.seat][state.boat] < state.players
            if not hits:
                return tr("Nothing was hit. An Outrigger rolls this attempt again, once a round.")
            if ashore and all(state.kind(board).colours[stack] == "red" for board, stack in hits):
                return tr("A red stack goes back to the centre, and nobody keeps it. Which loss hurts the fish least?")
        if state.phase == "fish" and state.spare(state.seat, "finder"):
            return tr("Each boat rolls once. A Fish Finder can move one first: circles show where, and the boat’s "
                      "number.")  # fmt: skip
        rounds = counted(state.sea.rounds - state.round, "round")
        return tr(_PHASES[state.phase].advice, trophy=state.sea.trophy, award=state.sea.award, rounds=rounds)

    def decided(self, state: Pisces) -> str:
        """Return at the end where the winner's points come from, and what tipped the balance."""
        if state.phase != "over":
            return ""
        scores, winners, sea = state.scores(), state.winners(), state.sea
        first, best, stars = winners[0], max(scores), max(state.stars)
        if len(winners) > 1:
            names = listed([state.seat_name(seat) for seat in winners])
            return tr("{names} have {points} points, of as many species each.", names=names, points=best)
        chips, won = state.chip_points(first), state.trophies[first]
        bare = [score - sea.award * (0 < stars == own) for score, own in zip(scores, state.stars, strict=True)]
        parts = [tr("{points} from chips", points=chips)] * (chips > 0)
        if won:
            parts.append(tr("{points} from {trophies}", points=sea.trophy * won, trophies=counted(won, "trophy")))
        if best > bare[first]:
            parts.append(tr("{points} for the most gold stars", points=sea.award))
        sources = listed(parts or [tr("nothing")])
        told = tr("{name}’s {points} points: {sources}.", name=state.seat_name(first), points=best, sources=sources)
        second = max(score for seat, score in enumerate(scores) if seat != first)
        if second == best:
            return tr("{told} Others have {points} too, but chips of fewer species.", told=told, points=best)
        if max(bare) > bare[first]:
            name = state.seat_name(bare.index(max(bare)))
            return tr("{told} Without the award for gold stars {name} would have won.", told=told, name=name)
        return tr("{told} The next has {points}.", told=told, points=second)

    def explain(self, state: Pisces, move: Move) -> str:
        """Return in one line what a move does or would do, in numbers of this moment."""
        match move:
            case ("first", str()):
                return tr("Holds the First-player Token: chooses a board first, fishes first")
            case ("board", str(name)) if (place := state.sea.find(name)) >= 0:
                return _explain_board(state, place)
            case ("card", str()):
                points = counted(state.sea.trophy, "point")
                return tr("A chip of this species counts for the trophy, {points}", points=points)
            case ("block", str(name), str(stack)):
                return _explain_block(state, state.board_of(name), stack)
            case ("boat", int(), str(area)) if (there := state.area_number(area)) >= 0:
                return _odds(state, there)
            case ("fish", int(number)) if 1 <= number <= len(state.fleet[state.seat]):
                if state.fished[state.seat] >> number - 1 & 1:
                    return tr("Has fished in this round")
                return _odds(state, state.fleet[state.seat][number - 1])
            case ("finder", int(), str(area)) if (there := state.area_number(area)) >= 0:
                return tr("Goes there first: {odds}", odds=_odds(state, there))
            case ("roll", int(face)) if 1 <= face <= 6:
                return _explain_roll(state, face)
            case ("stack", str(name), str(stack)) if state.phase == "settle":
                board = state.board_of(name)
                if board >= 0 and stack in state.kind(board).stacks:
                    return _outcome(state, (board, state.kind(board).stacks.index(stack)), 0)
            case ("settle",):
                return tr("Ends this attempt: nothing is caught")
            case ("outrigger",):
                if not state.spare(state.seat, "outrigger"):
                    return tr("Needs an Outrigger that is not used yet in this round")
                return tr("An Outrigger rolls all dice of this attempt again, once a round")
            case ("buy", str(item)) if item in ITEMS:
                return _explain_buy(state, item)
            case ("pay", str(name)) if (board := state.board_of(name)) >= 0:
                return _explain_pay(state, board)
            case ("done",):
                return tr("Ends the buying; chips that are kept count at the end")
            case ("bid", int(number)):
                if move not in state.moves():
                    above = number > max(state.bids)
                    return tr("Cannot be paid exactly") if above else tr("Is not above the highest bid")
                points = counted(state.chips_due(state.seat, number), "point")
                return tr("Costs {points} in chips if nobody bids more; goes first next", points=points)
            case ("pass",):
                return tr("Pays nothing and is out of this auction")
        return ""

    def say(self, state: Pisces, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does here, and what runs by itself after it."""
        said, after = _said(state, move), state.after(move)
        if after.cycles > state.cycles:
            said = tr("{said}. The life cycles run", said=said)
        if after.round > state.round > 0:
            name = after.seat_name(after.first)
            said = tr("{said}. {name} is first in round {round}", said=said, name=name, round=after.round)
        if after.phase == "over":
            said = tr("{said}. The last round is fished", said=said)
        return said

    def why_not(self, state: Pisces, move: Move) -> str:
        """Return the rule that forbids a move, "" for a legal one."""
        if not isinstance(move, tuple) or not move or not all(type(part) in (str, int) for part in move):
            return _no(state, "no move")
        if move in state.moves():
            return ""
        if state.phase == "over":
            return _no(state, "over")
        word, example = str(move[0]), _EXAMPLES.get(str(move[0]), "")
        if not example:
            return _no(state, "no word", word=word, words=", ".join(_EXAMPLES))
        if [*map(type, move)] != [*map(type, state.parse(example))]:
            return _no(state, "unreadable", move=state.notation(move), example=example)
        if example in _PHASES[state.phase].moves:
            return _why_not(state, move)
        key = "setup" if word in ("first", "board") else "wait"
        if (word == "block" and not state.sea.blocks) or (word == "card" and not state.sea.tournaments):
            key = "never"
        return _no(state, key, word=word, prompt=self.prompt(state))


WORDS: Final = PiscesWords()


# What a move does.


def _explain_board(state: Pisces, place: int) -> str:
    kind = state.sea.species[place]
    if place in state.kinds:
        return tr("Taken by player {number}", number=state.kinds.index(place) + 1)
    born, points, stages = max(kind.recruits), counted(kind.value, "point"), len(kind.stages)
    if kind.by_dice:
        return tr("{points} a chip, {stages} stages of life, at most {dice} of young a round", points=points,
                  stages=stages, dice=counted(born, "die"))  # fmt: skip
    return tr("{points} a chip, {stages} stages of life, at most {born} young a round", points=points,
              stages=stages, born=born)  # fmt: skip


def _explain_block(state: Pisces, board: int, stack: str) -> str:
    if board < 0 or stack not in state.kind(board).stacks:
        return ""
    kind = state.kind(board)
    place = kind.stacks.index(stack)
    chips, number = state.stacks[board][place], kind.numbers[place]
    if not chips:
        return tr("Is empty: there is nothing to protect")
    text = mark("Saves {chips} from a {number} (1 of 6 rolls); a hit pays {stars}")
    if kind.dice == 2:
        text = mark("Saves {chips} from a {number} ({ways} of 36 rolls); a hit pays {stars}")
        if number in (8, 11):
            text = mark("Saves {chips} from an {number} ({ways} of 36 rolls); a hit pays {stars}")
    return tr(text, chips=counted(chips, "chip"), number=number, ways=6 - abs(7 - number), stars=counted(chips, "star"))


def _odds(state: Pisces, area: int) -> str:
    """Say how likely an attempt in an area is to catch something, and what it is worth."""

    def open_(board: int, stack: int) -> bool:
        return bool(state.stacks[board][stack]) and state.blocks[board] != stack

    if area == state.players:
        boards = [board for board in outcome_tokens(area) if board >= 0]
        good = sum(any(open_(board, stack) for stack in state.kind(board).spawners) for board in boards)
        return trn("{n} of {all} rolls catches somebody’s spawners", "{n} of {all} rolls catch somebody’s spawners",
                   good, all=len(boards))  # fmt: skip
    kind = state.kind(area)
    ways = [6 - abs(7 - number) if kind.dice == 2 else number < 7 for number in range(13)]
    good = sum(
        ways[number]
        for number in range(kind.dice, 6 * kind.dice + 1)
        if any(open_(area, stack) and kind.colours[stack] == "green" for stack in kind.hits[number])
    )
    return trn("{n} of {all} rolls catches, {points} a chip", "{n} of {all} rolls catch, {points} a chip", good,
               all=6**kind.dice, points=counted(kind.value, "point"))  # fmt: skip


def _explain_roll(state: Pisces, face: int) -> str:
    if state.phase == "spawn":
        after = state.after(("roll", face))
        if after.phase == "spawn" and after.cycled == state.cycled:
            return tr("The first of two dice for the young")
        return tr("{young} young join from the centre", young=after.young[state.seat])
    if state.phase != "roll":
        return ""
    area, rolled = state.fleet[state.seat][state.boat], state.but(dice=(*state.dice, face))
    if area == state.players:
        if outcome_tokens(area)[face - 1] < 0:
            return tr("Means on the open ocean: roll again")
    elif len(rolled.dice) < state.kind(area).dice:
        return tr("The first of two dice")
    hits = rolled.targets()
    if not hits:
        return tr("Hits an empty place: nothing is caught")
    if len(hits) > 1:
        stage = state.kind(hits[0][0]).stacks[hits[0][1]].split("-")[0]
        return tr("Hits {fish}: one of {stacks} stacks may be chosen", fish=tr(STAGE_WORDS[stage]), stacks=len(hits))
    return _outcome(rolled, hits[0], 0)


def _outcome(state: Pisces, target: tuple[int, int], place: int) -> str:
    """Say what a hit on a stack brings: in short (place 0), or as the log tells it (1)."""
    board, stack = target
    kind, chips = state.kind(board), state.stacks[board][stack]
    catch = list(state.caught[state.seat])
    catch[board] += chips
    if not chips:
        outcome = "empty"
    elif state.blocks[board] == stack:
        outcome = "held"
    elif kind.colours[stack] == "red" and state.fleet[state.seat][state.boat] < state.players:
        outcome = "released"
    else:
        outcome = "won" if reaches(state.goal, catch) and not state.reached(state.seat) else "kept"
    return tr(_OUTCOMES[outcome][place], chips=counted(chips, "chip"), points=counted(chips * kind.value, "point"),
              stars=counted(chips, "star"), keeper=tr(kind.label), species=tr(kind.name),
              spot=spot(kind.stacks[stack]))  # fmt: skip


def _explain_buy(state: Pisces, item: str) -> str:
    sea, points, price = state.sea, state.chip_points(state.seat), state.sea.price(item)
    if item == "boat" and state.boats[state.seat] >= sea.most_boats:
        return trn("No fleet has more than {n} boat", "No fleet has more than {n} boats", sea.most_boats)
    use = tr(ITEMS[item].use, motor=sea.motor)
    if item != "boat" and not state.gear_left(item):
        return tr("{use}; all cards are sold", use=use)
    if points < price:
        return tr("{use}; costs {price} points, {points} are there", use=use, price=price, points=points)
    return tr("{use}; costs {price} points", use=use, price=price)


def _explain_pay(state: Pisces, board: int) -> str:
    kind, due, held = state.kind(board), state.due, state.held[state.seat][board]
    value, over = counted(kind.value, "point"), kind.value - due
    if ("pay", kind.name) in state.moves():
        if over < 0:
            return tr("{value} of the {due} due; {held} in hand", value=value, due=due, held=held)
        if not over:
            return tr("Pays the last {due} with {value}; {held} in hand", value=value, due=due, held=held)
        return trn("Pays the last {due} with {value}: no change, {n} is lost; {held} in hand",
                   "Pays the last {due} with {value}: no change, {n} are lost; {held} in hand",
                   over, value=value, due=due, held=held)  # fmt: skip
    if not held:
        return tr("{value}; none in hand", value=value)
    if state.phase == "bidpay":
        return tr("{value}; with it the bid does not come out exactly", value=value)
    if state.paying_order().index(board) < state.pay_from:
        return tr("{value}; it is the turn of cheaper chips", value=value)
    return tr("{value}; dearer chips come first", value=value)


def _said(state: Pisces, move: Move) -> str:
    """Say what a legal move does, without what runs by itself after it."""
    seat, key = state.seat, str(move[0])
    slots: dict[str, object] = {"name": state.seat_name(seat)}
    match move:
        case ("first", str(name)):
            slots["name"] = state.seat_name(int(name.removeprefix("player-")) - 1)
        case ("board", str(name)):
            slots["species"] = tr(name)
        case ("card", str(name)):
            slots["species"] = tr(name)
            if state.goal:
                first = state.kind(state.goal[0]).name
                slots["first"], key = tr(first), "card twice" if first == name else "both cards"
        case ("block", str(), str(stack)):
            chips = state.stacks[seat][state.kind(seat).stacks.index(stack)]
            slots |= {"spot": spot(stack), "chips": counted(chips, "chip")}
        case ("boat" | "fish" | "finder", int(number), *place):
            area = state.area_number(place[0]) if place else state.fleet[seat][number - 1]
            slots["boat"] = number
            if area == state.players:
                key += " ocean"
            else:
                slots["species"] = tr(state.kind(area).name)
        case ("roll", int(face)):
            return _said_roll(state, face)
        case ("stack", str(name), str(stack)):
            board = state.board_of(name)
            slots["result"] = _outcome(state, (board, state.kind(board).stacks.index(stack)), 1)
        case ("buy", str(item)):
            return tr(ITEMS[item].bought, **slots)
        case ("pay", str(name)):
            value = state.kind(state.board_of(name)).value
            slots |= {"species": tr(name), "points": counted(value, "point")}
        case ("bid", int(bid)):
            slots["bid"] = bid
    return tr(_SAID[key], **slots)


def _said_roll(state: Pisces, face: int) -> str:
    after, rolled = state.after(("roll", face)), state.but(dice=(*state.dice, face))
    key, result = "last roll" if state.dice else "roll", ""
    if state.phase == "spawn":
        result = tr("{young} young join", young=after.young[state.seat])
        if after.phase == "spawn" and after.cycled == state.cycled:
            key = "first young"
    elif after.phase == "roll":
        key = "first roll"
    elif after.phase == "settle":
        result = tr("a stack may be chosen") if rolled.targets() else tr("nothing is there")
    else:
        hits = rolled.targets()
        result = _outcome(rolled, hits[0], 1) if hits else tr("nothing is caught")
    return tr(_SAID[key], name=state.seat_name(state.seat), face=face, total=sum(rolled.dice), result=result)


# Why a move is refused.


def _no(state: Pisces, key: str, *where: str, **slots: object) -> Reason:
    """Return a reason with its sentence, its title, and where the rulebook says so."""
    source, title, text = _REASONS[key]
    number = phase_number(state) if source == _NOW else source
    rule = tr("Round of play, phase {number}", number=number) if number else tr("Setup")
    if isinstance(source, str):
        rule = source and tr(source)
    text = tr(text, name=state.seat_name(state.seat), **slots)
    return Reason(text, title=tr(title, **slots), rule=rule, where=where)


def _why_not(state: Pisces, move: Move) -> Reason:
    """Return the reason against a move of the right shape at the right time."""
    seat, sea = state.seat, state.sea
    match move:
        case ("first", name):
            return _no(state, "no player", what=name, last=state.players)
        case ("board", str(name)):
            if (owner := state.board_of(name)) >= 0:
                return _no(state, "taken", name, species=tr(name), number=owner + 1)
            return _no(state, "no board", what=name, names=", ".join(kind.name for kind in sea.species))
        case ("card", name):
            return _no(state, "no card" if state.board_of(name) >= 0 else "not in play", what=name)
        case ("block", name, str(stack)):
            own = state.kind(seat)
            if name != own.name:
                return _no(state, "other board", own.name, species=tr(own.name))
            if stack not in own.stacks:
                return _no(state, "no stack", own.name, species=tr(own.name), what=stack, names=", ".join(own.stacks))
            return _no(state, "unblocked", f"{name}/{stack}", spot=spot(stack).capitalize())
        case ("boat", int(number), area):
            if state.area_number(area) < 0:
                return _no(state, "no area", what=area, names=", ".join(state.areas))
            if not 1 <= number <= state.boats[seat]:
                return _no(state, "no boat", last=state.boats[seat], number=number)
            return _no(state, "boat order", number=number, next=len(state.fleet[seat]) + 1)
        case ("fish" | "finder", int(number), *_):
            return _why_not_fish(state, number, move[-1])
        case ("roll", int(face)):
            if state.phase == "roll" and 1 <= face <= 6:
                return _no(state, "roll again", OCEAN, face=face)
            return _no(state, "no face", face=face)
        case ("stack", str(name), str(stack)):
            return _why_not_stack(state, name, stack)
        case ("settle",):
            return _no(state, "hit", *_places(state))
        case ("outrigger",):
            return _no(state, "used outrigger" if state.gear[seat][1] else "no outrigger")
        case ("buy", str(item)):
            return _why_not_buy(state, item)
        case ("pay", str(name)):
            return _why_not_pay(state, name)
    bid, high = int(move[1]), max(state.bids)
    if not sea.lowest_bid <= bid <= sea.highest_bid:
        return _no(state, "no bid", bid=bid, low=sea.lowest_bid, most=sea.highest_bid)
    if bid <= high:
        return _no(state, "low bid", f"bid/{bid}", bid=bid, high=high)
    return _no(state, "inexact bid", f"bid/{bid}", bid=bid, bids=", ".join(map(str, state.legal_bids(seat))))


def _why_not_fish(state: Pisces, number: int, area: object) -> Reason:
    seat, boats = state.seat, len(state.fleet[state.seat])
    if not 1 <= number <= boats:
        return _no(state, "not at sea", last=boats, number=number)
    if state.fished[seat] >> number - 1 & 1:
        return _no(state, "fished", f"boat/{number}", number=number)
    if not state.spare(seat, "finder"):
        return _no(state, "used finder" if state.gear[seat][2] else "no finder")
    if state.area_number(area) < 0:
        return _no(state, "no area", what=area, names=", ".join(state.areas))
    return _no(state, "same place", str(area), number=number)


def _why_not_stack(state: Pisces, name: str, stack: str) -> Reason:
    area, total, hits = state.fleet[state.seat][state.boat], sum(state.dice), _places(state)
    at_sea = area == state.players
    kind = state.kind(outcome_tokens(area)[total - 1] if at_sea else area)
    if name != kind.name:
        return _no(state, "other species", *hits, species=tr(kind.name), what=tr(name))
    if stack not in kind.stacks:
        return _no(state, "no stack", name, species=tr(name), what=stack, names=", ".join(kind.stacks))
    if kind.stacks.index(stack) not in (kind.spawners if at_sea else kind.hits[total]):
        return _no(state, "no spawners" if at_sea else "other number", *hits, number=total, spot=spot(stack))
    return _no(state, "empty", f"{name}/{stack}", spot=spot(stack).capitalize())


def _why_not_buy(state: Pisces, item: str) -> Reason:
    sea, place = state.sea, f"gear/{item}"
    if item not in ITEMS:
        return _no(state, "no item", what=item, names=", ".join(ITEMS))
    if item == "boat" and state.boats[state.seat] >= sea.most_boats:
        return _no(state, "most boats", place, boats=sea.most_boats)
    label = tr(ITEMS[item].label)
    if item != "boat" and not state.gear_left(item):
        return _no(state, "sold out", place, cards=sea.gear_cards, item=label)
    return _no(state, "too dear", place, item=label, price=sea.price(item), points=state.chip_points(state.seat))


def _why_not_pay(state: Pisces, name: str) -> Reason:
    board = state.board_of(name)
    if board < 0:
        return _no(state, "no such chip", what=name, names=", ".join(state.species))
    if not state.held[state.seat][board]:
        return _no(state, "no chip", species=tr(name))
    key = "inexact" if state.phase == "bidpay" else "too little"
    if state.paying_order().index(board) < state.pay_from:
        key = "earlier"
    names = ", ".join(state.kind(place).name for place in state.payable())
    return _no(state, key, species=tr(name), due=state.due, names=names)


def _places(state: Pisces) -> list[str]:
    """Return where the stacks that are hit lie, as reasons point at them: "tuna/adult-5"."""
    return [f"{state.kind(board).name}/{state.kind(board).stacks[stack]}" for board, stack in state.targets()]
