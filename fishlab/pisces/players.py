"""Players of Pisces: at random, for points, for points and the first seat, and for the fish.

All of them look at one decision at a time, so that what they do can be read off the board.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from random import Random
from typing import Final

from fishlab.bots import careless
from fishlab.core import Agent, Move
from fishlab.models import safe_harvest_closed_form
from fishlab.pisces.boards import Species, grow, newborn, settle_young, stage_totals
from fishlab.pisces.rules import Pisces, outcome_tokens

Worth = Callable[[Pisces, int, int, bool], float]
"""What catching a stack is worth to the seat to act: (state, board, stack, whether from the open ocean) -> points."""
Harm = Callable[[Pisces, int, int], float]
"""What a hit on a stack costs the stock: (state, board, stack)."""


@cache
def odds(dice: int) -> tuple[float, ...]:
    """Return the chance of each outcome 0 to 12 of one die or two."""
    counts = [0] * 13
    for a in range(1, 7):
        for b in range(1, 7) if dice == 2 else [0]:
            counts[a + b] += 1
    return tuple(count / 6**dice for count in counts)


@cache
def _recovery(recruits: tuple[int, ...], by_dice: bool, stages: int) -> float:
    each = 3.5 if by_dice else 1.0
    return safe_harvest_closed_form(max(each * young / at for at, young in enumerate(recruits) if at), stages)


def recovery(kind: Species) -> float:
    """Return how quickly a species comes back, from 0 to 1: the share of all stages that may be caught for ever."""
    return _recovery(kind.recruits, kind.by_dice, len(kind.stages))


NEARER: Final = 0.25
"""What a catch is worth that only comes nearer to a trophy, as a share of it."""
SECOND: Final = 0.35
"""What an outrigger adds to a round, as a share of an average catch."""


def points_of(state: Pisces, board: int, stack: int, at_sea: bool = False) -> float:
    """Return the points that a hit on a stack brings the seat to act, a trophy in reach included."""
    kind, chips = state.kind(board), state.stacks[board][stack]
    if not chips or state.blocks[board] == stack or (kind.colours[stack] == "red" and not at_sea):
        return 0.0
    gain = float(chips * kind.value)
    if board in state.goal and not state.reached(state.seat):
        catch = list(state.caught[state.seat])
        catch[board] += chips
        missing = any(catch[wanted] < state.goal.count(wanted) for wanted in state.goal)
        gain += state.sea.trophy * (NEARER if missing else 1.0)
    return gain


def births_lost(state: Pisces, board: int, stack: int) -> int:
    """Return how many young the next life cycle lacks, for want of chips, if a stack of spawners is kept."""
    kind, chips = state.kind(board), state.stacks[board]
    adults = stage_totals(kind, chips)[-2]
    born = kind.recruits[min(adults, len(kind.recruits) - 1)] * (3 if kind.by_dice else 1)
    supply = state.centre[board] + sum(chips[place] for place in kind.spawners)
    return min(born, supply) - min(born, supply - chips[stack])


def harm_of(state: Pisces, board: int, stack: int) -> float:
    """Return what a hit on a stack costs the stock, in points: more for slow species.

    Fish that have not bred are lost with all their young. Spawners have bred, but their chips are missed where the
    centre runs short.
    """
    kind, chips = state.kind(board), state.stacks[board][stack]
    if state.blocks[board] == stack:
        return 0.0
    lost = births_lost(state, board, stack) if stack in kind.spawners else chips
    return 2 * lost * kind.value * (1 - recovery(kind))


@lru_cache(maxsize=20_000)
def _fish_later(kind: Species, stacks: tuple[int, ...], centre: int, cycles: int) -> int:
    """Return the chips on a board after some life cycles without fishing, every die an average one."""
    for _ in range(cycles):
        stacks, dead = grow(kind, stacks)
        born = newborn(kind, stacks)
        young = min(born * 7 // 2 if kind.by_dice else born, centre + dead)
        centre += dead - young
        stacks = settle_young(kind, stacks, young)
    return sum(stacks)


def fish_missing(state: Pisces, board: int, stack: int) -> int:
    """Return how many fish a board will lack at the game's end if a stack is caught now and nothing else ever is."""
    chips, kind = state.stacks[board], state.kind(board)
    if not chips[stack] or state.blocks[board] == stack:
        return 0
    cycles, centre = state.sea.rounds - state.round, state.centre[board]
    caught = (*chips[:stack], 0, *chips[stack + 1 :])
    return _fish_later(kind, chips, centre, cycles) - _fish_later(kind, caught, centre, cycles)


FISH: Final = 8
"""What a fish that is missing at the game's end is worth to a warden, in points."""


def _warden_worth(state: Pisces, board: int, stack: int, at_sea: bool) -> float:
    return points_of(state, board, stack, at_sea) - FISH * fish_missing(state, board, stack)


def _steward_worth(state: Pisces, board: int, stack: int, at_sea: bool) -> float:
    spared = at_sea and state.kind(board).colours[stack] == "red"
    return points_of(state, board, stack, at_sea) - (0.0 if spared else harm_of(state, board, stack))


def area_worth(state: Pisces, area: int, worth: Worth) -> float:
    """Return what one attempt in an area is worth on average, the best stack chosen where there is a choice."""
    if area == state.players:
        boards = [board for board in outcome_tokens(state.players) if board >= 0]
        best = {
            board: max(worth(state, board, stack, True) for stack in state.kind(board).spawners) for board in boards
        }
        return sum(best[board] for board in boards) / len(boards)
    kind, chips = state.kind(area), state.stacks[area]
    total = 0.0
    for number, chance in enumerate(odds(kind.dice)):
        hits = [stack for stack in kind.hits[number] if chips[stack]]
        if hits:
            total += chance * max(worth(state, area, stack, False) for stack in hits)
    return total


def _best(moves: dict[Move, float], rng: Random) -> Move:
    """Return a move of the highest worth, by lot among equals."""
    most = max(moves.values())
    return rng.choice([move for move, value in moves.items() if value > most - 1e-9])


def _send_or_fish(state: Pisces, worth: Worth, rng: Random) -> Move:
    """Choose where a boat goes, or which boat fishes next and whether a Fish Finder moves it."""
    moves, fleet = state.moves(), state.fleet[state.seat]
    if len(moves) == 1:
        return moves[0]
    finder = state.phase == "fish" and state.spare(state.seat, "finder")
    wanted = range(state.players + 1) if state.phase == "fleet" or finder else set(fleet)
    values = {area: area_worth(state, area, worth) for area in wanted}
    worths: dict[Move, float] = {}
    for move in moves:
        match move:
            case ("boat", int(), str(name)):
                worths[move] = values[state.area_number(name)]
            case ("fish", int(number)):
                worths[move] = values[fleet[number - 1]]
            case ("finder", int(number), str(name)):  # a card that gains anything is used before the boat fishes
                worths[move] = 1000 * (values[state.area_number(name)] - values[fleet[number - 1]])
    return _best(worths, rng)


def _settle(state: Pisces, worth: Worth, rng: Random) -> Move:
    """Choose a stack, or roll again when an average attempt is worth more."""
    area = state.fleet[state.seat][state.boat]
    at_sea = area == state.players
    moves: dict[Move, float] = {}
    for move in state.moves():
        if move[0] == "stack":
            board = state.board_of(move[1])
            stack = state.kind(board).stacks.index(str(move[2]))
            moves[move] = worth(state, board, stack, at_sea)
        elif move[0] == "outrigger":
            moves[move] = area_worth(state, area, worth)
        else:
            moves[move] = 0.0
    return _best(moves, rng)


def _pay_least(state: Pisces, rng: Random) -> Move:
    """Pay so that the chips given are worth as little as possible."""
    order, held = state.paying_order(), state.held[state.seat]
    moves: dict[Move, float] = {}
    for board in state.payable():
        value = state.kind(board).value
        sums = {value}
        for after in order[order.index(board) :]:
            worth = state.kind(after).value
            for _ in range(held[after] - (after == board)):
                sums |= {total + worth for total in sums if total < state.due}
        moves[("pay", state.kind(board).name)] = -float(min(total for total in sums if total >= state.due))
    return _best(moves, rng)


def _buy(state: Pisces, rng: Random, second: float) -> Move:
    """Buy what should pay for itself in the rounds that are left; `second` is what an outrigger adds to a catch."""
    left = state.sea.rounds - state.round
    catch = max(area_worth(state, area, points_of) for area in range(state.players + 1))
    gains = {"boat": catch * left - state.sea.boat_price, "outrigger": second * catch * left - state.sea.gear_price}
    return _best({move: gains.get(str(move[-1]), 0.0 if move == ("done",) else -1.0) for move in state.moves()}, rng)


def random_player(view: Pisces, rng: Random) -> Move:
    """Plays any legal move, all equally likely."""
    return view.sample(rng)


def greedy(view: Pisces, rng: Random) -> Move:
    """Goes where it expects most points, and buys boats and gear that should pay for themselves."""
    match view.phase:
        case "block":  # the stack that should earn most stars
            return _best({move: _hit_chance(view, str(move[2])) for move in view.moves()}, rng)
        case "fleet" | "fish":
            return _send_or_fish(view, points_of, rng)
        case "settle":
            return _settle(view, points_of, rng)
        case "buy":
            return _buy(view, rng, SECOND)
        case "pay" | "bidpay":
            return _pay_least(view, rng)
        case "bid":  # points in hand are worth more than going first, unless Motors pay for it
            free = [spot for spot in view.legal_bids(view.seat) if view.chips_due(view.seat, spot) == 0]
            return ("bid", free[0]) if free else ("pass",)
    return view.sample(rng)


FIRST_BOARDS: Final = ("sardine", "crab")
"""The boards that a bidder takes if it can, the best first."""
MOST_BID: Final = 12
"""Points that a bidder pays at most to go first in the next round."""
MOST_BID_OF_TWO: Final = 24
"""The same with a single rival, where it won more (docs/ladder.md)."""
BIDDER_SECOND: Final = 0.0
"""What it expects an outrigger to add: nothing, for its points win more as bids."""


def bidder(view: Pisces, rng: Random) -> Move:
    """Plays as greedy, but with the sardines, without outriggers, and with high bids."""
    match view.phase:
        case "choose":
            wanted = [board for board in FIRST_BOARDS if ("board", board) in view.moves()]
            return ("board", wanted[0]) if wanted else greedy(view, rng)
        case "block":
            return _best({move: _stars(view, str(move[2])) for move in view.moves()}, rng)
        case "buy":
            return _buy(view, rng, BIDDER_SECOND)
        case "bid":
            most = MOST_BID_OF_TWO if view.players == 2 else MOST_BID
            cheap = [spot for spot in view.legal_bids(view.seat) if view.chips_due(view.seat, spot) <= most]
            return ("bid", cheap[0]) if cheap else ("pass",)
    return greedy(view, rng)


def steward(view: Pisces, rng: Random) -> Move:
    """Blocks fish that have not bred yet, catches spawners, and spares what recovers slowly."""
    return _spare(view, rng, _steward_worth, harm_of)


def warden(view: Pisces, rng: Random) -> Move:
    """Weighs each catch against the fish missing at the end, and blocks what would be missed most."""
    return _spare(view, rng, _warden_worth, fish_missing)


def _spare(view: Pisces, rng: Random, worth: Worth, harm: Harm) -> Move:
    """Block where boats would do most harm, fish where a catch is worth most, buy nothing and never bid."""
    match view.phase:
        case "block":
            kind = view.kind(view.seat)
            hurt = {
                move: harm(view, view.seat, place) * odds(kind.dice)[kind.numbers[place]]
                for place, move in enumerate(kind.block_moves)
                if view.stacks[view.seat][place]
            }
            return _best(hurt, rng)
        case "fleet" | "fish":
            return _send_or_fish(view, worth, rng)
        case "settle":
            return _settle(view, worth, rng)
        case "buy":
            return ("done",)
        case "bid":
            return ("pass",)
    return view.sample(rng)


def _hit_chance(state: Pisces, stack: str) -> float:
    """Return the stars that a block on one of the seat's own stacks earns on average for each boat on the board."""
    kind = state.kind(state.seat)
    place = kind.stacks.index(stack)
    return _stars(state, stack) / len(kind.hits[kind.numbers[place]])


def _stars(state: Pisces, stack: str) -> float:
    """Return the stars on a stack of one's own board by the odds of its number, as if who rolls it fished there."""
    kind = state.kind(state.seat)
    place = kind.stacks.index(stack)
    return state.stacks[state.seat][place] * odds(kind.dice)[kind.numbers[place]]


BOTS: dict[str, Agent] = {
    "random": random_player,
    "greedy": greedy,
    "steward": steward,
    "bidder": bidder,
    "warden": warden,
}
"""The players by the names that a table shows."""

LADDER: Final[dict[str, Agent]] = {"easy": careless(greedy), "medium": greedy, "hard": bidder}
"""Opponents by strength; each wins clearly against the one before it (docs/ladder.md)."""
