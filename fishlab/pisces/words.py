"""What a person reads of Pisces: prompts, rules, advice, what a move does, and the log.

The words of a phase stand in `phrases`, the reasons against a move in `refusals`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from fishlab.core import GuideStep, Move, Player, Told, Weight, Words
from fishlab.messages import listed, mark, tr, trn
from fishlab.pisces.boards import OCEAN
from fishlab.pisces.phrases import ITEMS, PHASE_WORDS, STAGE_WORDS, counted, spot
from fishlab.pisces.refusals import why_not
from fishlab.pisces.rules import GEAR, Pisces, outcome_tokens, reaches, sums_of

_SAID: Final = {
    "first": mark("{name} is the first player"),
    "board": mark("{name} takes the {species} board"),
    "card": mark("The first tournament card shows {species}"),
    "card twice": mark("The tournament asks for two {species} chips"),
    "both cards": mark("The tournament asks for {first} and {species}"),
    "block": mark("{name} blocks {spot}, {chips}"),
    "boat": mark("{name} sends boat {boat} to the {species} board"),
    "boat ocean": mark("{name} sends boat {boat} to the open ocean"),
    "fish": mark("{name} fishes with boat {boat} on the {species} board"),
    "fish ocean": mark("{name} fishes with boat {boat} on the open ocean"),
    "finder": mark("{name}’s Fish Finder moves boat {boat} to the {species} board, and it fishes"),
    "finder ocean": mark("{name}’s Fish Finder moves boat {boat} to the open ocean, and it fishes"),
    "roll": mark("{name} rolls {face}: {result}"),
    "last roll": mark("{name} rolls {dice}, {total} in all: {result}"),
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
_APART: Final = 3
"""As many boards have a line each on their life cycles; more share one, or it would push all else out of sight."""

_PAST: Final = tuple(phase for phase in PHASE_WORDS if phase not in ("first", "choose", "roll", "settle"))
_POINTS: Final = mark("Points so far: chips kept, 10 for a trophy, 20 for the most gold stars.")
_NO_TROPHY: Final = {_POINTS: mark("Points so far: chips kept, and 20 for the most gold stars.")}
"""What the guide says instead where no tournament gives trophies."""
GUIDE: Final = (
    GuideStep("#choose-", mark(
        "Each player keeps the board of one species; boats go to all boards. Choose yours."
    ), "board"),
    GuideStep("#front-", mark(
        "Your chips are fish in stages of life. Put a block on a stack: nobody catches it this round, and every "
        "hit on it gives you gold stars. Click one."
    ), "block"),
    GuideStep("news", mark("What the others did is shown here until you move again.")),
    GuideStep("choices", mark(
        "Send your boats out, to any board. A green stack that you hit is yours, a red one goes back."
    ), "boat"),
    GuideStep("choices", mark("Send your other boat, too. The card says how likely you are to catch something "
                              "there."), "boat"),
    GuideStep("choices", mark("Fish: the die says which stack is hit. Then you see your catch, if any."), "fish"),
    GuideStep("#aside-dice", mark(
        "This number hits more than one stack, so you choose. Green is yours, red goes back, a block holds."
    ), "stack", phases=("settle", *_PAST), missed=mark(
        "That was the roll. A green stack is yours, a red one goes back, an empty or blocked one brings nothing. Of "
        "several stacks hit, you choose."
    )),
    GuideStep("players", _POINTS),
    GuideStep("#front-", mark(
        "After the round all fish age along these arrows, and spawners produce young. What was caught is missing "
        "then."
    )),
    GuideStep("choices", mark(
        "Who goes first in the next round is auctioned: bid, or pass. Only the highest bid is paid, in chips, and "
        "chips are points. Then you play on."
    ), "bid|pass", mark(
        "With chips you may buy a boat or gear, or pay a bid to go first. Chips that you spend score nothing at the "
        "end."
    ), ("bid", "cards", "block")),
)  # fmt: skip
"""The guided first round: a board, a block, boats, what the first roll brings, and the first auction."""


class PiscesWords(Words[Pisces]):
    """What is said of a moment of Pisces."""

    guide = GUIDE
    quiet = ("fish", "finder", "settle", "done", "pay", "stack")

    def first_round(self, state: Pisces) -> list[GuideStep]:
        """Return the guided first round, without trophies where no tournament gives any."""
        other = {} if state.sea.tournaments else _NO_TROPHY
        return [step._replace(text=other.get(step.text, step.text)).told() for step in GUIDE]

    def purpose(self, state: Pisces) -> str:
        """Return in one line what a player wants; there are trophies only in tournaments."""
        if not state.sea.tournaments:
            return trn("Catch fish. Most points after {n} round: chips kept, 20 for most gold stars.",
                       "Catch fish. Most points after {n} rounds: chips kept, 20 for most gold stars.",
                       state.sea.rounds)  # fmt: skip
        return trn("Catch fish. Most points after {n} round: chips kept, 10 a trophy, 20 for most gold stars.",
                   "Catch fish. Most points after {n} rounds: chips kept, 10 a trophy, 20 for most gold stars.",
                   state.sea.rounds)  # fmt: skip

    summary = mark("""\
Aim: Catch fish. After six rounds each player adds up the points of the chips kept, 10 for every trophy, and 20 for \
the most gold stars. The most points win.
Boards: Each player keeps the board of one species. Chips are its fish, in stages of life: young, juveniles, adults, \
spawners. Every stack has a number. All players may fish on all boards.
Block: First each player puts a block on one stack of their own board. Nobody can catch that stack in this round. \
Each time a boat hits it, the keeper gains a gold star for every chip on it.
Boats: Then all boats go out, to any board or to the open ocean.
Fishing: Each boat rolls once: one die, two for crab and sardines. The stack with the number rolled is hit. A green \
stack is kept whole. A red stack goes back to the centre, and nobody gains it. On the open ocean the die names a \
species, and one stack of its spawners is kept.
Tournament: Two cards show species. Whoever catches both in this round gains a trophy.
Buying: Chips buy a third boat or gear. There is no change. An Outrigger rerolls one attempt a round, a Fish Finder \
moves one boat a round before it rolls, an Outboard Motor adds 3 to bids.
Life cycle: Spawners die, adults become spawners, juveniles become adults, young become juveniles. The spawners that \
have just arrived produce new young, as long as the centre has chips. Chips that players keep are missing there.
Going first: At the end of a round players bid to go first. The highest bidder pays exactly that in chips.""")

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
        seat, prompts, which = state.seat, PHASE_WORDS[state.phase].prompts, 0
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
        """Return the rule in force now; it names gear only where somebody has it."""
        words = PHASE_WORDS[state.phase]
        if state.phase == "over" and not state.sea.tournaments:
            return tr("Chips and 20 points for the most gold stars are added up. Ties: most different species.")
        gear, geared = words.geared
        return tr(geared if gear and any(owned[GEAR.index(gear)] for owned in state.gear) else words.rule)

    def in_words(self, state: Pisces) -> list[str]:
        """Return the stacks of each board with their numbers, and where the boats lie."""
        lines = [self._board_in_words(state, board) for board in range(state.players) if state.kinds[board] >= 0]
        for seat, fleet in enumerate(state.fleet):
            boats = [tr("boat {number} at {area}", number=number, area=tr(state.areas[area]))
                     for number, area in enumerate(fleet, 1)]  # fmt: skip
            if boats:
                lines.append(tr("{name}: {boats}", name=state.seat_name(seat), boats=listed(boats)))
        for seat in range(state.players):
            held = [f"{chips} {tr(state.kind(board).name)}" for board, chips in enumerate(state.held[seat]) if chips]
            gear = [counted(count, name) for name, count in zip(GEAR, state.gear[seat], strict=True) if count]
            told = mark("{name} holds: {held}; boats {boats}; gear: {gear}; stars {stars}; trophies {trophies}")
            if not state.sea.tournaments:
                told = mark("{name} holds: {held}; boats {boats}; gear: {gear}; stars {stars}")
            lines.append(tr(told, name=state.seat_name(seat), held=listed(held) if held else tr("none"),
                            boats=state.boats[seat], gear=listed(gear) if gear else tr("none"),
                            stars=state.stars[seat], trophies=state.trophies[seat]))  # fmt: skip
        if state.dice:
            lines.append(tr("Dice: {dice}", dice=listed([*map(str, state.dice)])))
        if state.goal:
            wanted = listed([tr(state.kind(board).name) for board in state.goal])
            lines.append(tr("Tournament: catch {wanted} in one round", wanted=wanted))
        return lines

    def _board_in_words(self, state: Pisces, board: int) -> str:
        kind = state.kind(board)
        words = (mark("{spot}: {chips}"), mark("{spot}: {chips}, blocked"))
        stacks = [
            tr(words[place == state.blocks[board]], spot=spot(name), chips=chips)
            for place, (name, chips) in enumerate(zip(kind.stacks, state.stacks[board], strict=True))
            if chips
        ]
        return tr("{species} board, chips by stack: {stacks}; {centre} in the centre", species=tr(kind.label),
                  stacks="; ".join(stacks) or tr("none"), centre=state.centre[board])  # fmt: skip

    def coach(self, state: Pisces) -> str:
        """Return what to think of now, for a first game."""
        if state.phase == "settle":
            hits, ashore = state.targets(), state.fleet[state.seat][state.boat] < state.players
            if not hits:
                return tr("Nothing was hit. An Outrigger rerolls this attempt, once a round.")
            if ashore and all(state.kind(board).colours[stack] == "red" for board, stack in hits):
                return tr("A red stack goes back to the centre, and nobody keeps it. Which loss hurts the fish least?")
        if state.phase == "fish" and state.spare(state.seat, "finder"):
            return tr("Each boat rolls once. A Fish Finder can move one first: circles show where, and the boat’s "
                      "number.")  # fmt: skip
        rounds = counted(state.sea.rounds - state.round, "round")
        return tr(PHASE_WORDS[state.phase].advice, trophy=state.sea.trophy, award=state.sea.award, rounds=rounds)

    def decided(self, state: Pisces) -> str:
        """Return at the end where the winner's points come from, and what tipped the balance."""
        if state.phase != "over":
            return ""
        scores, winners, sea = state.scores(), state.winners(), state.sea
        first, best, stars = winners[0], max(scores), max(state.stars)
        if len(winners) > 1:
            names = listed([state.seat_name(seat) for seat in winners])
            return tr("{names} have {points} points each, from equally many species.", names=names, points=best)
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
                return tr("A chip of this species counts for the trophy of {points}", points=points)
            case ("block", str(name), str(stack)):
                return _explain_block(state, state.board_of(name), stack)
            case ("boat", int(), str(area)) if (there := state.area_number(area)) >= 0:
                return _odds(state, there)
            case ("fish", int(number)) if 1 <= number <= len(state.fleet[state.seat]):
                if state.fished[state.seat] >> number - 1 & 1:
                    return tr("Has already fished this round")
                return _odds(state, state.fleet[state.seat][number - 1])
            case ("finder", int(), str(area)) if (there := state.area_number(area)) >= 0:
                return tr("Moves there first: {odds}", odds=_odds(state, there))
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
                    return tr("Needs an Outrigger that has not been used this round")
                return tr("An Outrigger rerolls all dice of this attempt, once a round")
            case ("buy", str(item)) if item in ITEMS:
                return _explain_buy(state, item)
            case ("pay", str(name)) if (board := state.board_of(name)) >= 0:
                return _explain_pay(state, board)
            case ("done",):
                return tr("Ends buying; chips that you keep count at the end")
            case ("bid", int(number)):
                if move not in state.moves():
                    above = number > max(state.bids)
                    return tr("Cannot be paid exactly") if above else tr("Is not above the highest bid")
                if not (due := state.chips_due(state.seat, number)):
                    return tr("Costs no chips; you go first next round if nobody bids more")
                points = counted(due, "point")
                return tr("Costs {points} in chips if nobody bids more; you go first next round", points=points)
            case ("pass",):
                return tr("Pays nothing and is out of this auction")
        return ""

    def say(self, state: Pisces, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does here, and what runs by itself after it."""
        after = state.after(move)
        cycles = [tr("The life cycles run")] if after.cycles > state.cycles else []
        return ". ".join([_said(state, move), *cycles, *_follows(state, after)])

    def outcomes(
        self, before: Pisces, move: Move, after: Pisces, me: Player, viewer: Player | None = None
    ) -> list[str]:
        """Return what was caught, what one's own dice and payments brought, and how a round begins."""
        own, boards = before.seat == me, set[int]()
        match move:
            case ("roll", int(face)) if before.phase == "roll" and after.phase != "roll":
                rolled = before.but(dice=(*before.dice, face))
                hit = after.phase != "settle" and any(before.stacks[board][stack] for board, stack in rolled.targets())
                tell, boards = own or hit, {board for board, _ in rolled.targets() if hit}
            case ("card", _):
                tell = bool(before.goal)
            case ("first", _):
                tell = True
            case ("stack", str(name), str(stack)):
                board = before.board_of(name)
                hit = bool(before.stacks[board][before.kind(board).stacks.index(stack)])
                tell, boards = own or hit, {board} if hit else boards
            case ("pay", _):
                tell = own
            case _:
                tell = False
        said = _said(before, move)
        mine = said if move[0] not in ("card", "first") else Told(said, Weight.PLAIN)
        if me >= 0 and after.trophies[me] > before.trophies[me]:
            mine = Told(said, Weight.OWN)
        elif me in boards and not own:  # from one's own board
            mine = Told(said, Weight.MINE)
        return [mine] * tell + [Told(words, Weight.PLAIN) for words in _follows(before, after)]

    def ran(self, before: Pisces, after: Pisces, me: Player) -> list[str]:
        """Return of each board what its life cycle has changed."""
        if after.cycles == before.cycles:
            return []
        lines, brief, seats = [], [], range(after.players)
        for board in [*seats[before.first :], *seats[: before.first]]:
            young, were = after.young[board], sum(after.before[board])
            dead = after.centre[board] + young - after.before_centre[board]
            told = mark("Life cycle, {species}: {dead} died, {older} grew older, {young} born")
            short = mark("{species} −{dead} +{young}")
            weight = Weight.MINE if board == me else Weight.PLAIN
            if not sum(after.stacks[board]):
                told, short = mark("Life cycle, {species}: {dead} died, none is left"), mark("{species} none left")
                weight = (Weight.OWN if board == me else Weight.LOSS) if were else weight
            slots = {"species": tr(after.kind(board).label), "dead": dead, "older": were - dead, "young": young}
            lines.append(Told(tr(told, **slots), weight))
            brief.append(tr(short, **slots))
        if after.players <= _APART:
            return [*lines]
        return [tr("Life cycles, died and born: {boards}", boards=", ".join(brief))]

    def why_not(self, state: Pisces, move: Move) -> str:
        """Return the rule that forbids a move, "" for a legal one."""
        return why_not(state, move)


WORDS: Final = PiscesWords()


# What a move does.


def _explain_board(state: Pisces, place: int) -> str:
    kind = state.sea.species[place]
    if place in state.kinds:
        return tr("Taken by player {number}", number=state.kinds.index(place) + 1)
    born, points, stages = max(kind.recruits), counted(kind.value, "point"), len(kind.stages)
    if kind.by_dice:
        return tr("{points} a chip, {stages} stages of life, young from up to {dice} a round", points=points,
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
    share = _share(6 - abs(7 - number), 36) if kind.dice == 2 else _share(1, 6)
    if any(state.stacks[board][other] for other in kind.hits[number] if other != place):
        return tr(
            "On {number} ({share} %) a fisher may choose another; this one pays {stars}",
            number=number, share=share, stars=counted(chips, "star"),
        )  # fmt: skip
    text = mark("Saves {chips} from a {number} ({share} % of rolls); a hit pays {stars}")
    if number in (8, 11):
        text = mark("Saves {chips} from an {number} ({share} % of rolls); a hit pays {stars}")
    return tr(text, chips=counted(chips, "chip"), number=number, share=share, stars=counted(chips, "star"))


def _share(good: int, of: int) -> int:
    """Return a part in per cent: one die and two can be compared then."""
    return round(100 * good / of)


def _odds(state: Pisces, area: int) -> str:
    """Say how likely an attempt in an area is to catch something, and what it is worth."""

    def open_(board: int, stack: int) -> bool:
        return bool(state.stacks[board][stack]) and state.blocks[board] != stack

    if area == state.players:
        boards = [board for board in outcome_tokens(area) if board >= 0]
        good = sum(any(open_(board, stack) for stack in state.kind(board).spawners) for board in boards)
        return tr("{share} % of rolls catch somebody’s spawners", share=_share(good, len(boards)))
    kind = state.kind(area)
    ways = [6 - abs(7 - number) if kind.dice == 2 else number < 7 for number in range(13)]
    good = sum(
        ways[number]
        for number in range(kind.dice, 6 * kind.dice + 1)
        if any(open_(area, stack) and kind.colours[stack] == "green" for stack in kind.hits[number])
    )
    share, points = _share(good, 6**kind.dice), counted(kind.value, "point")
    return tr("{share} % of rolls catch fish, {points} a chip", share=share, points=points)


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
        return tr("Hits {fish}: choose one of {stacks} stacks", fish=tr(STAGE_WORDS[stage]), stacks=len(hits))
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


def _least_payment(state: Pisces, price: int) -> int:
    """Return what a price takes at least from the seat's chips, for which nobody gives change."""
    chips = [(state.kind(board).value, held) for board, held in enumerate(state.held[state.seat])]
    enough = sums_of(chips, price + max(value for value, _ in chips)) >> price
    return price + (enough & -enough).bit_length() - 1


def _explain_buy(state: Pisces, item: str) -> str:
    sea, points, price = state.sea, state.chip_points(state.seat), state.sea.price(item)
    if item == "boat" and state.boats[state.seat] >= sea.most_boats:
        return trn("No fleet has more than {n} boat", "No fleet has more than {n} boats", sea.most_boats)
    use = tr(ITEMS[item].use, motor=sea.motor)
    if item != "boat" and not state.gear_left(item):
        return tr("{use}; all cards are sold", use=use)
    if points < price:
        return tr("{use}; costs {price} points, you have {points}", use=use, price=price, points=points)
    if (pays := _least_payment(state, price)) > price:
        return tr("{use}; costs {price}, you pay at least {pays}", use=use, price=price, pays=pays)
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
        return tr("{value}; with it you cannot pay the bid exactly", value=value)
    if state.paying_order().index(board) < state.pay_from:
        return tr("{value}; now only cheaper chips may follow", value=value)
    return tr("{value}; more valuable chips come first", value=value)


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
            if len(state.dice) == 1:  # one that left a choice is told as one that left none
                key, slots["face"] = "roll", state.dice[0]
        case ("buy", str(item)):
            return tr(ITEMS[item].bought, **slots)
        case ("pay", str(name)):
            value = state.kind(state.board_of(name)).value
            slots |= {"species": tr(name), "points": counted(value, "point")}
        case ("bid", int(bid)):
            slots["bid"] = bid
    return tr(_SAID[key], **slots)


def _follows(state: Pisces, after: Pisces) -> list[str]:
    """Say that a round begins, or that the last one is over."""
    said = []
    if after.round > state.round > 0:
        said.append(tr("{name} is first in round {round}", name=after.seat_name(after.first), round=after.round))
    if after.phase == "over":
        said.append(tr("The last round is fished"))
    return said


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
        hits = rolled.targets()
        result = trn("{n} stack is hit", "{n} stacks are hit", len(hits)) if hits else tr("nothing is there")
    else:
        hits = rolled.targets()
        result = _outcome(rolled, hits[0], 1) if hits else tr("nothing is caught")
    dice = listed([*map(str, rolled.dice)])
    return tr(_SAID[key], name=state.seat_name(state.seat), face=face, dice=dice, total=sum(rolled.dice), result=result)
