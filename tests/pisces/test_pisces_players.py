"""The players of Pisces that look further than one catch, and its ladder."""

from __future__ import annotations

from random import Random

from fishlab import CHANCE, OVER, Match, Pisces
from fishlab.bots import bots_for
from fishlab.pisces.players import LADDER, MOST_BID, MOST_BID_OF_TWO, bidder, fish_missing, greedy, odds, warden


def left(bot, games=6, players=4):
    """Return the fish on a board and the points of a seat after games of one bot, on average."""
    fish = points = 0.0
    for number in range(games):
        state = Match(Pisces, players).run([bot] * players, Random(number))
        fish += sum(map(sum, state.stacks)) / players / games
        points += sum(state.scores()) / players / games
    return fish, points


def test_wardens_leave_more_fish_than_random_players_and_earn_far_more():
    wild, poor = left(bots_for(Pisces)["random"])
    kept, earned = left(warden)
    assert kept > 1.1 * wild
    assert earned > 2 * poor


def opened(name):
    """Return a moment of a first round with this species on the first board."""
    state = Pisces.start(2, tournaments=False)
    while state.phase not in ("block", "fleet", "fish"):
        wanted = [move for move in state.moves() if name in move]
        state = state.after(wanted[0] if wanted and state.phase == "choose" else state.moves()[0])
    return state


def test_a_fish_is_missed_by_all_its_young_early_and_only_by_itself_at_the_end():
    state = opened("shark")
    board = next(board for board in range(2) if any(state.stacks[board]))
    stacks = [stack for stack, chips in enumerate(state.stacks[board]) if chips]
    last = state.but(round=state.sea.rounds)
    for stack in stacks:
        assert fish_missing(last, board, stack) == state.stacks[board][stack]
        blocked = last.but(blocks=tuple(stack if seat == board else -1 for seat in range(2)))
        assert fish_missing(blocked, board, stack) == 0
    assert any(fish_missing(state, board, stack) != fish_missing(last, board, stack) for stack in stacks)


def test_a_bidder_takes_sardines_blocks_most_stars_bids_only_what_is_cheap_and_plays_as_greedy_otherwise():
    state, rng, bids, blocks = Pisces.start(3, first=0), Random(4), 0, 0
    assert [bidder(state, Random(number)) for number in range(9)] == [("board", "sardine")] * 9
    taken = state.after(("board", "sardine"))
    assert [bidder(taken, Random(number)) for number in range(9)] == [("board", "crab")] * 9
    while (seat := state.turn()) != OVER:
        if seat == CHANCE:
            state = state.after(state.sample(rng))
            continue
        move = bidder(state, Random(7))
        if state.phase == "buy":
            assert move == greedy(state, Random(7)) or greedy(state, Random(7))[-1] == "outrigger" != move[-1]
        elif state.phase == "block":
            kind = state.kind(seat)
            stars = {stack: state.stacks[seat][place] * odds(kind.dice)[kind.numbers[place]]
                     for place, stack in enumerate(kind.stacks)}  # fmt: skip
            assert stars[move[2]] == max(stars[one[2]] for one in state.moves())
            blocks += 1
        elif state.phase not in ("bid", "choose"):
            assert move == greedy(state, Random(7))
        elif move[0] == "bid":
            assert state.chips_due(seat, move[1]) <= MOST_BID
            bids += 1
        state = state.after(move)
    assert bids and blocks


def test_a_bidder_with_a_single_rival_pays_more_than_it_does_among_many():
    dues = []
    for seed in range(6):
        match = Match(Pisces, 2)
        match.run([bidder] * 2, Random(seed))
        for state, move in zip(match.states, match.moves, strict=False):
            if state.phase == "bid" and move[0] == "bid":
                dues.append(state.chips_due(state.turn(), move[1]))
    assert MOST_BID < max(dues) <= MOST_BID_OF_TWO


def test_the_ladder_has_three_steps_and_stands_beside_the_characters():
    assert list(LADDER) == ["easy", "medium", "hard"]
    assert list(bots_for(Pisces)) == ["random", "greedy", "steward", "bidder", "warden", "easy", "medium", "hard"]
