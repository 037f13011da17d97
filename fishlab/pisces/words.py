"""What a person reads of Pisces: prompts, rules, the log, and why a move is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from fishlab import core
from fishlab.core import CHANCE, Move, Player, Reason
from fishlab.pisces.boards import OCEAN, STAGE_WORDS, Species
from fishlab.pisces.position import Position
from fishlab.plain_words import listed, many

GEAR_LABELS: Final = {
    "boat": "third boat",
    "motor": "Outboard Motor",
    "outrigger": "Outrigger",
    "finder": "Fish Finder",
}
_WORDS: Final[dict[str, tuple[tuple[str, ...], tuple[type, ...], str]]] = {
    "first": (("first",), (str,), "first player-1"),
    "board": (("choose",), (str,), "board tuna"),
    "card": (("cards",), (str,), "card crab"),
    "block": (("block",), (str, str), "block tuna adult-5"),
    "boat": (("fleet",), (int, str), "boat 1 ocean"),
    "fish": (("fish",), (int,), "fish 1"),
    "finder": (("fish",), (int, str), "finder 1 crab"),
    "roll": (("roll", "spawn"), (int,), "roll 4"),
    "stack": (("settle",), (str, str), "stack tuna spawner-6a"),
    "settle": (("settle",), (), "settle"),
    "outrigger": (("settle",), (), "outrigger"),
    "buy": (("buy",), (str,), "buy motor"),
    "pay": (("pay", "bidpay"), (str,), "pay tuna"),
    "done": (("buy",), (), "done"),
    "bid": (("bid",), (int,), "bid 6"),
    "pass": (("bid",), (), "pass"),
}
"""For each word of a move: the phases it belongs to, the kinds of its parts, and an example."""

_ENTRY: Final = "The order in which chips are entered here; the rulebook has none"

_RULES: Final[dict[str, str]] = {
    "first": "The highest roll takes the First-player Token and chooses a board first.",
    "choose": "Each player keeps one fishery board; boards that nobody chooses leave the game.",
    "cards": "Catch one chip of each species shown to win a trophy of 10 points; the same species twice means two.",
    "block": "The block protects one stack of your own board. Each chip that it saves from a boat is a gold star.",
    "fleet": "Every boat goes to a board, or to the open ocean, where spawners of all boards are caught.",
    "fish": "Boats fish one by one, first player first. A Fish Finder moves a boat before it rolls.",
    "roll": "One die; two for crab and sardines. The number says which stack is hit.",
    "settle": "Green stacks are kept whole, red ones go back to the centre, a blocked stack stays and pays gold stars.",
    "buy": "A third boat costs 20 points in chips, a gear card 10. No change is given.",
    "pay": "No change is given; chips go back to the centre of their boards. Here you enter the most valuable first.",
    "spawn": "Spawners die, every stage moves on, and the spawners that have just arrived give young from the centre.",
    "bid": "Bid on a higher spot that your chips, with 3 for each Outboard Motor, can pay exactly, or pass for good.",
    "bidpay": "The winner pays the bid exactly and takes the First-player Token.",
    "over": "Chips, 10 points a trophy and 20 for the most gold stars are added up. Ties: most different species.",
}


_GEAR_USE: Final = {
    "boat": "One more boat from the next round on",
    "motor": "Adds {motor} to bids for going first",
    "outrigger": "Rolls one attempt a round again",
    "finder": "Moves one boat a round before it rolls",
}
_COACH: Final[dict[str, str]] = {
    "first": "Chance decides who begins. Who goes first has the first choice of a board, and later of fishing places.",
    "choose": "Everybody may fish on every board; its keeper can protect one stack a round. "
    "Valuable fish grow up slowly, cheap ones breed fast.",
    "cards": "Two cards show what the tournament asks for. Whoever catches both in this round gains {trophy} points.",
    "block": "Protect a stack that boats will want: what is saved can breed, and each saved chip is a gold star. "
    "Most stars: {award} points.",
    "fleet": "Look for full green stacks with many points a chip. On the open ocean one die decides whose spawners "
    "are caught.",
    "fish": "Each boat rolls once. A green number is kept, a red one goes back to the centre, an empty one brings "
    "nothing.",
    "roll": "The number rolled says which stack is hit. On the open ocean it says whose spawners are hit.",
    "settle": "One stack with this number may be chosen. A full stack brings most; a blocked one brings the fisher "
    "nothing.",
    "buy": "A boat or gear pays for itself only over the rounds to come: {left} left. Chips that are spent are no "
    "points at the end.",
    "pay": "There is no change: come as close to the price as the chips allow. Here you click the most valuable first.",
    "spawn": "The spawners that have just arrived breed. The dice say how many young join from the centre.",
    "bid": "Whoever goes first picks the best fishing places. A bid is paid in chips, and chips are points: "
    "is it worth that much?",
    "bidpay": "The bid is paid exactly. The chips go back to the centre of their boards, where they can be born again.",
    "over": "Look at the fish that are left: which boards could feed a fleet for another round?",
}


class Words(Position):
    """A moment that speaks for itself."""

    words: ClassVar[core.Words[Any]] = core.Words("""\
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

    def seat_title(self, seat: Player) -> str:
        """Return a seat's species once it has a board, "Player 2" before."""
        if seat < 0:
            return "Chance" if seat == CHANCE else "Nobody"
        return self.kind(seat).label if self.kinds[seat] >= 0 else f"Player {seat + 1}"

    def _where(self, area: int) -> str:
        return "the open ocean" if area == len(self.kinds) else f"the {self.kind(area).name} board"

    def prompt(self) -> str:
        """Return one line that says who does what now."""
        who = self.seat_name(self.seat)
        match self.phase:
            case "first":
                return "Roll to see who is the first player"
            case "choose":
                return f"{who} chooses a fishery board"
            case "cards":
                return f"Draw tournament card {len(self.goal) + 1} of 2"
            case "block":
                return f"{who} puts the block on a stack"
            case "fleet":
                return f"{who} sends out boat {len(self.fleet[self.seat]) + 1} of {self.boats[self.seat]}"
            case "fish":
                return f"{who} fishes with the next boat"
            case "roll":
                return f"{who} rolls for boat {self.boat + 1} on {self._where(self.fleet[self.seat][self.boat])}"
            case "settle":
                again = self.spare(self.seat, "outrigger")
                if self.targets():
                    return f"{who} chooses a stack{' or rolls again' if again else ''}"
                return f"{who} has hit nothing{' and may roll again' if again else ''}"
            case "buy":
                return f"{who} may buy: {many(self.chip_points(self.seat), 'point')} in chips"
            case "pay":
                return f"{who} pays for the {GEAR_LABELS[self.item]}: {self.due} to go"
            case "spawn":
                return f"{who} reproduces: roll a die for the young"
            case "bid":
                high = f"; {max(self.bids)} leads" if max(self.bids) else ""
                return f"{who} bids for going first{high}"
            case "bidpay":
                return f"{who} pays the bid: exactly {many(self.due, 'point')} to go"
        winners = [self.seat_name(seat) for seat in self.winners()]
        result = "share the win" if len(winners) > 1 else f"wins with {many(max(self.scores()), 'point')}"
        return f"The game is over: {listed(winners)} {result}"

    def rule(self) -> str:
        """Return the rule in force now."""
        return _RULES[self.phase]

    def coach(self) -> str:
        """Return what to think of now, for a first game."""
        hits = self.targets() if self.phase == "settle" else ()
        if self.phase == "settle" and not hits:
            return "Nothing was hit. An Outrigger rolls this attempt again, once a round."
        ashore = self.phase == "settle" and self.fleet[self.seat][self.boat] < len(self.kinds)
        if ashore and all(self.kind(board).colours[stack] == "red" for board, stack in hits):
            return "A red stack goes back to the centre, and nobody keeps it. Which loss hurts the fish least?"
        if self.phase == "fish" and self.spare(self.seat, "finder"):
            return "Each boat rolls once. A Fish Finder can move one first: circles show where, and the boat’s number."
        left = many(self.sea.rounds - self.round, "round")
        return _COACH[self.phase].format(trophy=self.sea.trophy, award=self.sea.award, left=left)

    def decided(self) -> str:
        """Return at the end where the winner's points come from, and what tipped the balance."""
        if self.phase != "over":
            return ""
        scores, winners, sea = self.scores(), self.winners(), self.sea
        first, best, stars = winners[0], max(scores), max(self.stars)
        if len(winners) > 1:
            return f"{listed([self.seat_name(seat) for seat in winners])} have {best} points, of as many species each."
        who, chips, won = self.seat_name(first), self.chip_points(first), self.trophies[first]
        parts = [f"{chips} from chips"] * (chips > 0)
        parts += [f"{sea.trophy * won} from {many(won, 'trophy', 'trophies')}"] * (won > 0)
        bare = [score - sea.award * (stars > 0 and own == stars) for score, own in zip(scores, self.stars, strict=True)]
        parts += [f"{sea.award} for the most gold stars"] * (best > bare[first])
        told = f"{who}’s {best} points: {listed(parts or ['nothing'])}."
        second = max(score for seat, score in enumerate(scores) if seat != first)
        if second == best:
            return f"{told} Others have {best} too, but chips of fewer species."
        if max(bare) > bare[first]:
            return f"{told} Without the award for gold stars {self.seat_name(bare.index(max(bare)))} would have won."
        return f"{told} The next has {second}."

    def explain(self, move: Move) -> str:
        """Return in one line what a move does or would do, in numbers of this moment."""
        sea = self.sea
        match move:
            case ("first", str()):
                return "Holds the First-player Token: chooses a board first, fishes first"
            case ("board", str(name)) if (place := sea.find(name)) >= 0:
                if place in self.kinds:
                    return f"Taken by player {self.kinds.index(place) + 1}"
                kind = sea.species[place]
                born = many(max(kind.recruits), "die", "dice") + " of" if kind.by_dice else max(kind.recruits)
                points = many(kind.value, "point")
                return f"{points} a chip, {len(kind.stages)} stages of life, at most {born} young a round"
            case ("card", str()):
                return f"A chip of this species counts for the trophy, {many(sea.trophy, 'point')}"
            case ("block", str(name), str(stack)):
                return self._explain_block(self.board_of(name), stack)
            case ("boat", int(), str(area)) if (there := self.area_number(area)) >= 0:
                return self._odds(there)
            case ("fish", int(number)) if 1 <= number <= len(self.fleet[self.seat]):
                if self.fished[self.seat] >> number - 1 & 1:
                    return "Has fished in this round"
                return self._odds(self.fleet[self.seat][number - 1])
            case ("finder", int(), str(area)) if (there := self.area_number(area)) >= 0:
                return f"Goes there first: {self._odds(there)}"
            case ("roll", int(face)) if 1 <= face <= 6:
                return self._explain_roll(face)
            case ("stack", str(name), str(stack)) if self.phase == "settle":
                board = self.board_of(name)
                if board >= 0 and stack in self.kind(board).stacks:
                    return self._result((board, self.kind(board).stacks.index(stack)))
            case ("settle",):
                return "Ends this attempt: nothing is caught"
            case ("outrigger",):
                if not self.spare(self.seat, "outrigger"):
                    return f"Needs an {GEAR_LABELS['outrigger']} that is not used yet in this round"
                return f"An {GEAR_LABELS['outrigger']} rolls all dice of this attempt again, once a round"
            case ("buy", str(item)) if item in GEAR_LABELS:
                return self._explain_buy(item)
            case ("pay", str(name)) if (board := self.board_of(name)) >= 0:
                return self._explain_pay(board)
            case ("done",):
                return "Ends the buying; chips that are kept count at the end"
            case ("bid", int(spot)):
                if move not in self.moves():
                    return "Cannot be paid exactly" if spot > max(self.bids) else "Is not above the highest bid"
                cost = many(self.chips_due(self.seat, spot), "point")
                return f"Costs {cost} in chips if nobody bids more; goes first next"
            case ("pass",):
                return "Pays nothing and is out of this auction"
        return ""

    def _explain_block(self, board: int, stack: str) -> str:
        if board < 0 or stack not in self.kind(board).stacks:
            return ""
        kind = self.kind(board)
        place = kind.stacks.index(stack)
        chips, number = self.stacks[board][place], kind.numbers[place]
        if not chips:
            return "Is empty: there is nothing to protect"
        ways = "1 of 6 rolls" if kind.dice == 1 else f"{6 - abs(7 - number)} of 36 rolls"
        rolled = f"{'an' if number in (8, 11) else 'a'} {number}"
        return f"Saves {_chips(chips)} from {rolled} ({ways}); a hit pays {many(chips, 'gold star')}"

    def _odds(self, area: int) -> str:
        """Say how likely an attempt in an area is to catch something, and what it is worth."""
        if area == len(self.kinds):
            boards = [board for board in self.tokens() if board >= 0]
            good = sum(any(self._kept(board, stack) for stack in self.kind(board).spawners) for board in boards)
            return f"{good} of {len(boards)} rolls {'catches' if good == 1 else 'catch'} somebody’s spawners"
        kind = self.kind(area)
        ways = [6 - abs(7 - number) if kind.dice == 2 else number < 7 for number in range(13)]
        good = sum(
            ways[number]
            for number in range(kind.dice, 6 * kind.dice + 1)
            if any(self._kept(area, stack) and kind.colours[stack] == "green" for stack in kind.hits[number])
        )
        verb = "catches" if good == 1 else "catch"
        return f"{good} of {6**kind.dice} rolls {verb}, {many(kind.value, 'point')} a chip"

    def _kept(self, board: int, stack: int) -> bool:
        """Return whether a stack has chips that no block protects."""
        return bool(self.stacks[board][stack]) and self.blocks[board] != stack

    def _explain_roll(self, face: int) -> str:
        dice = (*self.dice, face)
        if self.phase == "spawn":
            after = self.after(("roll", face))
            if after.phase == "spawn" and after.cycled == self.cycled:
                return "The first of two dice for the young"
            return f"{after.young[self.seat]} young join from the centre"
        if self.phase != "roll":
            return ""
        area = self.fleet[self.seat][self.boat]
        if area == len(self.kinds):
            if self.tokens()[face - 1] < 0:
                return "Means on the open ocean: roll again"
        elif len(dice) < self.kind(area).dice:
            return "The first of two dice"
        rolled = self.but(dice=dice)
        hits = rolled.targets()
        if not hits:
            return "Hits an empty place: nothing is caught"
        if len(hits) > 1:
            kind = self.kind(hits[0][0])
            return f"Hits {STAGE_WORDS[kind.stacks[hits[0][1]].split('-')[0]]}: one of {len(hits)} stacks may be chosen"
        return rolled._result(hits[0])

    def _result(self, target: tuple[int, int]) -> str:
        """Say in short what a hit on a stack brings."""
        board, stack = target
        kind, chips = self.kind(board), self.stacks[board][stack]
        if not chips:
            return "Is empty"
        if self.blocks[board] == stack:
            return f"The block holds: {many(chips, 'gold star')} for {kind.label}"
        at_sea = self.fleet[self.seat][self.boat] == len(self.kinds)
        if kind.colours[stack] == "red" and not at_sea:
            return f"{_chips(chips)} back to the centre: nothing is kept"
        catch = list(self.caught[self.seat])
        catch[board] += chips
        trophy = ", and the trophy" if self.reaches(catch) and not self.reached(self.seat) else ""
        return f"Keeps {_chips(chips)}: {many(chips * kind.value, 'point')}{trophy}"

    def _explain_buy(self, item: str) -> str:
        sea, points, use = self.sea, self.chip_points(self.seat), _GEAR_USE[item].format(motor=self.sea.motor)
        if item == "boat" and self.boats[self.seat] >= sea.most_boats:
            return f"No fleet has more than {many(sea.most_boats, 'boat')}"
        if item != "boat" and not self.gear_left(item):
            return f"{use}; all cards are sold"
        price = sea.price(item)
        return f"{use}; costs {price} points" + (f", {points} are there" if points < price else "")

    def _explain_pay(self, board: int) -> str:
        value = many(self.kind(board).value, "point")
        if ("pay", self.kind(board).name) in self.moves():
            held, over = f"; {self.held[self.seat][board]} in hand", self.kind(board).value - self.due
            if over < 0:
                return f"{value} of the {self.due} due{held}"
            lost = f": no change, {over} {'is' if over == 1 else 'are'} lost" if over else ""
            return f"Pays the last {self.due} with {value}{lost}{held}"
        if not self.held[self.seat][board]:
            return f"{value}; none in hand"
        if self.phase == "bidpay":
            return f"{value}; with it the bid does not come out exactly"
        late = self.paying_order().index(board) < self.pay_from
        return f"{value}; {'it is the turn of cheaper chips' if late else 'dearer chips come first'}"

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does here."""
        who = self.seat_name(self.seat)
        match move:
            case ("first", str(name)):
                return f"{self.seat_name(int(name.removeprefix('player-')) - 1)} is the first player"
            case ("board", str(name)):
                return f"{who} takes the {name} board"
            case ("card", str(name)):
                if not self.goal:
                    return f"The first tournament card shows {name}"
                first = self.kind(self.goal[0]).name
                return f"The tournament asks for {'two' if first == name else f'{first} and'} {name}"
            case ("block", str(), str(stack)):
                chips = self.stacks[self.seat][self.kind(self.seat).stacks.index(stack)]
                return f"{who} blocks {_spot(stack)}, {_chips(chips)}"
            case ("boat", int(number), str(area)):
                return f"{who} sends boat {number} to {self._where(self.area_number(area))}"
            case ("fish", int(number)):
                return f"{who} fishes with boat {number} on {self._where(self.fleet[self.seat][number - 1])}"
            case ("finder", int(number), str(area)):
                return (
                    f"{who}’s Fish Finder moves boat {number} to {self._where(self.area_number(area))}, and it fishes"
                )
            case ("roll", int(face)):
                return self._say_roll(face)
            case ("outrigger",):
                return f"{who} rolls again with an Outrigger"
            case ("stack", str(name), str(stack)):
                board = self.board_of(name)
                return f"{who}: {self._say_hit((board, self.kind(board).stacks.index(stack)))}{self._sequel(move)}"
            case ("settle",):
                return f"{who} keeps the roll: nothing is caught{self._sequel(move)}"
            case ("buy", str(item)):
                article = {"boat": "the", "finder": "a"}.get(item, "an")
                return f"{who} buys {article} {GEAR_LABELS[item]}"
            case ("pay", str(name)):
                return f"{who} pays a {name} chip, {self.kind(self.board_of(name)).value} points{self._sequel(move)}"
            case ("done",):
                return f"{who} buys no more{self._sequel(move)}"
            case ("bid", int(spot)):
                return f"{who} bids {spot}{self._sequel(move)}"
            case ("pass",):
                return f"{who} passes{self._sequel(move)}"
        return self.notation(move)

    def _say_roll(self, face: int) -> str:
        who, dice = self.seat_name(self.seat), (*self.dice, face)
        total = f"{face}, {sum(dice)} in all" if len(dice) > 1 else f"{face}"
        after = self.after(("roll", face))
        if self.phase == "spawn":
            if after.phase == "spawn" and after.cycled == self.cycled:
                return f"{who} rolls {face} for the young"
            return f"{who} rolls {total}: {after.young[self.seat]} young join{self._sequel(('roll', face))}"
        if after.phase == "roll":
            return f"{who} rolls {face}, one die to come"
        rolled = self.but(dice=dice)
        hits = rolled.targets()
        if after.phase == "settle":
            return f"{who} rolls {total}: {'a stack may be chosen' if hits else 'nothing is there'}"
        result = rolled._say_hit(hits[0]) if hits else "nothing is caught"
        return f"{who} rolls {total}: {result}{self._sequel(('roll', face))}"

    def _say_hit(self, target: tuple[int, int]) -> str:
        """Say what becomes of a stack that is hit."""
        board, stack = target
        kind, chips = self.kind(board), self.stacks[board][stack]
        after = self.after(kind.stack_moves[stack])
        spot = f"{kind.name} {_spot(kind.stacks[stack])}"
        if after.stars != self.stars:
            return f"the block on {spot} holds, {kind.label} gains {chips} gold star{'s' * (chips > 1)}"
        if after.held == self.held:
            return f"catch and release, {_chips(chips)} from {spot} back to the centre"
        trophy = ", and the tournament is won" if after.trophies != self.trophies else ""
        return f"{_chips(chips)} caught from {spot}, {chips * kind.value} points{trophy}"

    def _sequel(self, move: Move) -> str:
        """Say what runs by itself after a move: life cycles, the token, the next round, the end."""
        after, told = self.after(move), ""
        if after.cycles > self.cycles:
            told += ". The life cycles run"
        if after.round > self.round:
            told += f". {after.seat_name(after.first)} is first in round {after.round}"
        if after.phase == "over":
            told += ". The last round is fished"
        return told

    def names(self) -> Mapping[str, str]:
        """Return gear, species and stacks as they are printed: Fish Finder, Mahi-mahi, spawner 6a."""
        kinds = {kind.name: kind.label for kind in self.sea.species}
        stacks = {stack: _spot(stack) for kind in self.sea.species for stack in kind.stacks}
        seats = {f"player-{number}": f"Player {number}" for number in range(1, len(self.kinds) + 1)}
        return stacks | kinds | seats | GEAR_LABELS | {OCEAN: "open ocean"}

    # Why a move is refused.

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move, "" for a legal one."""
        if not isinstance(move, tuple) or not move or not all(type(part) in (str, int) for part in move):
            return Reason("A move is a word with its names and numbers, such as “fish 1”.", title="Not a move")
        if move in self.moves():
            return ""
        if self.phase == "over":
            return Reason("The game is over: no more moves can be made.", title="Game over", rule="End of game")
        word, parts = move[0], move[1:]
        if word not in _WORDS:
            return Reason(f"“{word}” is not a move of Pisces: the words are {', '.join(_WORDS)}.", title="Not a move")
        phases, shape, example = _WORDS[str(word)]
        if tuple(type(part) for part in parts) != shape:
            return Reason(f"“{self.notation(move)}” cannot be read: write it like “{example}”.", title="Not a move")
        if self.phase not in phases:
            when = "has to wait"
            if word in ("first", "board"):
                when = "belongs to the setup, which is over"
            elif (word == "block" and not self.sea.blocks) or (word == "card" and not self.sea.tournaments):
                when = "does not come in this game"
            return _no(f"“{word}” {when}: {self.prompt()}.", "Not now", self.phase_number)
        return self._why(str(word), parts)

    def _why(self, word: str, parts: tuple[Any, ...]) -> Reason:
        """Return the reason against a move of the right shape at the right time."""
        who, seat = self.seat_name(self.seat), self.seat
        match (word, *parts):
            case ("first", name):
                return _no(f"There is no {name}: name player-1 to player-{len(self.kinds)}.", "No such player", 0)
            case ("board", name):
                if (owner := self.board_of(name)) >= 0:
                    text = f"The {name} board is taken by player {owner + 1}: choose another."
                    return _no(text, f"The {name} board is taken", 0, name)
                names = ", ".join(kind.name for kind in self.sea.species)
                return _no(f"There is no {name} board: the boards are {names}.", f"No {name} board", 0)
            case ("card", name):
                why = "no card of it is left" if self.board_of(name) >= 0 else "that species is not in play"
                return _no(f"The card cannot show {name}: {why}.", f"No {name} card", 1)
            case ("block", name, stack):
                return self._why_not_block(name, stack)
            case ("boat", number, area):
                return self._why_not_boat(number, area)
            case ("fish", number) | ("finder", number, _):
                return self._why_not_fish(number, parts[-1])
            case ("roll", face):
                if self.phase == "roll" and 1 <= face <= 6:
                    text = f"On the open ocean {face} means “roll again”: roll until a species comes up."
                    return _no(text, "Roll again", 4, OCEAN)
                return _no(f"A die shows 1 to 6, not {face}.", "No such face", self.phase_number)
            case ("stack", name, stack):
                return self._why_not_stack(name, stack)
            case ("settle",):
                hits = (_place(self, hit) for hit in self.targets())
                return _no("There are chips on a stack with this number: choose one.", "A stack is hit", 4, *hits)
            case ("outrigger",):
                why = "has used every Outrigger this round" if self.gear[seat][1] else "has no Outrigger"
                return _no(f"{who} {why}: each card rerolls one attempt a round.", "No Outrigger", 6)
            case ("buy", item):
                return self._why_not_buy(item)
            case ("pay", name):
                return self._why_not_pay(name)
        return self._why_not_bid(parts[0])

    def _why_not_block(self, name: str, stack: str) -> Reason:
        own = self.kind(self.seat)
        if name != own.name:
            text = f"The block goes on a stack of one’s own board, and that is {own.name}."
            return _no(text, "Not your board", 2, own.name)
        if stack not in own.stacks:
            return _no_stack(own, stack, 2)
        text = f"{_spot(stack).capitalize()} is empty: the block protects a stack of chips."
        return _no(text, "Nothing to protect", 2, f"{name}/{stack}")

    def _why_not_boat(self, number: int, area: str) -> Reason:
        who, own = self.seat_name(self.seat), self.boats[self.seat]
        if self.area_number(area) < 0:
            return _no_area(self, area, 3)
        if not 1 <= number <= own:
            return _no(f"{who} has boats 1 to {own}, no boat {number}.", "No such boat", 3)
        return _no(f"Boats go out in order: boat {len(self.fleet[self.seat]) + 1} is next.", f"Not boat {number}", 3)

    def _why_not_fish(self, number: int, area: Any) -> Reason:
        seat, boats = self.seat, len(self.fleet[self.seat])
        who = self.seat_name(seat)
        if not 1 <= number <= boats:
            return _no(f"{who} has boats 1 to {boats} at sea, no boat {number}.", "No such boat", 4)
        if self.fished[seat] >> number - 1 & 1:
            return _no(f"Boat {number} has fished this round.", "Already fished", 4, f"boat/{number}")
        if not self.spare(seat, "finder"):
            why = "has used every Fish Finder this round" if self.gear[seat][2] else "has no Fish Finder"
            return _no(f"{who} {why}: each card moves one boat a round.", "No Fish Finder", 6)
        if self.area_number(area) < 0:
            return _no_area(self, area, 4)
        return _no(f"Boat {number} is there already: a Fish Finder moves it elsewhere.", "Same place", 6, str(area))

    def _why_not_stack(self, name: str, stack: str) -> Reason:
        players, area = len(self.kinds), self.fleet[self.seat][self.boat]
        kind = self.kind(self.tokens()[self.dice[0] - 1] if area == players else area)
        hits = [_place(self, hit) for hit in self.targets()]
        if name != kind.name:
            return _no(f"The dice hit {kind.name}, not {name}.", f"Not {name}", 4, *hits)
        if stack not in kind.stacks:
            return _no_stack(kind, stack, 4)
        if kind.stacks.index(stack) not in (kind.spawners if area == players else kind.hits[sum(self.dice)]):
            what = "the spawning grounds" if area == players else f"the stacks numbered {sum(self.dice)}"
            return _no(f"The dice hit {what}, not {_spot(stack)}.", "Another number", 4, *hits)
        return _no(f"{_spot(stack).capitalize()} is empty.", "An empty stack", 4, f"{name}/{stack}")

    def _why_not_buy(self, item: str) -> Reason:
        seat, sea, place = self.seat, self.sea, f"gear/{item}"
        who = self.seat_name(seat)
        if item not in GEAR_LABELS:
            return _no(f"There is no {item} for sale: choose {', '.join(GEAR_LABELS)}.", "Not for sale", 6)
        if item == "boat" and self.boats[seat] >= sea.most_boats:
            return _no(f"{who} has {sea.most_boats} boats, and no fleet is larger.", "Fleet complete", 6, place)
        if item != "boat" and not self.gear_left(item):
            return _no(f"All {sea.gear_cards} {GEAR_LABELS[item]} cards are sold.", "Sold out", 6, place)
        price, points = sea.price(item), self.chip_points(seat)
        text = f"The {GEAR_LABELS[item]} costs {price} points in chips, and {who} has {points}."
        return _no(text, "Not enough chips", 6, place)

    def _why_not_pay(self, name: str) -> Reason:
        board, who = self.board_of(name), self.seat_name(self.seat)
        number = self.phase_number
        if board < 0:
            text = f"There are no {name} chips in this game: pay with {', '.join(self.species)}."
            return _no(text, "No such chip", number)
        if not self.held[self.seat][board]:
            return _no(f"{who} holds no {name} chip.", f"No {name} chip", number)
        choices = ", ".join(self.kind(place).name for place in self.payable())
        if self.paying_order().index(board) < self.pay_from:
            text = f"Here you enter the most valuable chips first, and {name} comes earlier: pay {choices}."
            return Reason(text, title="Most valuable first", rule=_ENTRY)
        if self.phase == "bidpay":
            text = f"With a {name} chip the other chips cannot make exactly {self.due} points: pay {choices}."
            return _no(text, "Not exact", number)
        text = (
            f"Here you enter the most valuable chips first. From {name} on they do not cover {self.due}: pay {choices}."
        )
        return Reason(text, title="Too little is left", rule=_ENTRY)

    def _why_not_bid(self, spot: int) -> Reason:
        low, most, high = self.sea.lowest_bid, self.sea.highest_bid, max(self.bids)
        if not low <= spot <= most:
            return _no(f"There is no bid spot {spot}: they run from {low} to {most}.", "No such spot", 8)
        if spot <= high:
            return _no(f"{high} has been bid: a bid must be higher.", f"{spot} is too low", 8, f"bid/{spot}")
        spots = ", ".join(map(str, self.legal_bids(self.seat)))
        text = f"{self.seat_name(self.seat)} cannot pay {spot} exactly: possible are {spots}."
        return _no(text, f"{spot} cannot be paid exactly", 8, f"bid/{spot}")


def title_of(item: str) -> str:
    """Return what can be bought as a title: "Third boat"."""
    return GEAR_LABELS[item][0].upper() + GEAR_LABELS[item][1:]


def _spot(stack: str) -> str:
    """Return a stack's name in words: "adult-5" is "adult 5"."""
    return stack.replace("-", " ")


def _chips(count: int) -> str:
    return f"{many(count, 'chip')}"


def _place(state: Position, target: tuple[int, int]) -> str:
    """Return where a stack is, as reasons point at it: "tuna/adult-5"."""
    board, stack = target
    return f"{state.kind(board).name}/{state.kind(board).stacks[stack]}"


def _no(text: str, title: str, phase: int, *where: str) -> Reason:
    """Return a reason that cites the phase of the round, or the setup for phase 0."""
    return Reason(text, title=title, rule=f"Round of play, phase {phase}" if phase else "Setup", where=where)


def _no_stack(kind: Species, stack: str, phase: int) -> Reason:
    text = f"The {kind.name} board has no stack {stack}: it has {', '.join(kind.stacks)}."
    return _no(text, "No such stack", phase, kind.name)


def _no_area(state: Position, area: object, phase: int) -> Reason:
    return _no(f"Boats cannot fish at {area}: choose {', '.join(state.areas)}.", "No such place", phase)
