"""Fleet: what is hidden stays hidden, in views, guesses, logs and prompts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import laws
import pytest

from fishlab.core import CHANCE, HIDDEN
from fishlab.fleet import hands
from fishlab.fleet.deck import BOATS, CARDS
from fishlab.fleet.pieces import Boat
from fishlab.fleet.rules import Fleet

CASH = dict(zip(BOATS, CARDS.cash, strict=True))


@cache
def games(seeds=6):
    """Return (state, move) of some random games of all sizes."""
    starts = [(Fleet.start(2 + seed % 3, advanced=seed % 2 == 1), Random(seed)) for seed in range(seeds)]
    return [pair for start, rng in starts for pair in laws.walk(start, rng)]


def secrets_of(state, viewer):
    """Return all cards that this viewer must not know: other hands and captains, and the supply."""
    cards = Counter(dict(zip(BOATS, state.supply, strict=True)))
    for seat, side in enumerate(state.sides):
        if seat != viewer:
            cards.update(hands.hand(state, seat))
            cards.update(boat.captain for boat in side.boats if boat.captain)
    return +cards


def masked(state, move, viewer):
    """Whether a move shows a card that this viewer must not see."""
    return move[0] in ("draw", "captain") and viewer != state.seat


def test_a_view_hides_hands_and_captains_but_not_how_many():
    for state, _ in games():
        for viewer in range(state.players):
            view = state.view(viewer)
            for seat, side in enumerate(view.sides):
                assert hands.hand_size(view, seat) == hands.hand_size(state, seat), (
                    "the number of cards is common knowledge"
                )
                if seat == viewer:
                    assert side == state.sides[seat]
                    continue
                assert set(hands.hand(view, seat)) <= {HIDDEN}
                assert {boat.captain for boat in side.boats} <= {"", HIDDEN}
                captained = [boat.captain != "" for boat in state.sides[seat].boats]
                assert [boat.captain != "" for boat in side.boats] == captained


def test_a_view_holds_all_unseen_cards_in_one_pool_and_knows_the_size_of_the_supply():
    for state, _ in games()[::3]:
        for viewer in range(state.players):
            view = state.view(viewer)
            assert +Counter(dict(zip(BOATS, view.supply, strict=True))) == secrets_of(state, viewer)
            assert view.supply_size == state.supply_size == sum(state.supply)
            assert view.tally() == state.tally()


def test_the_cards_just_drawn_are_seen_by_their_owner_only():
    seen = 0
    for state, _ in games():
        if any(state.drawn):
            seen += 1
            assert state.view(state.seat).drawn == state.drawn
            other = state.view((state.seat + 1) % state.players)
            assert set(hands.just_drawn(other)) == {HIDDEN}
            assert sum(hands.just_drawn(other).values()) == sum(state.drawn)
    assert seen


def test_a_spectator_sees_no_hand_at_all():
    for state, _ in games(2):
        view = state.view(CHANCE)
        assert all(set(hands.hand(view, seat)) <= {HIDDEN} for seat in range(state.players))


def test_captains_and_hands_stay_hidden_at_the_end():
    state = Fleet.start(3)
    for before, move in laws.walk(state, Random(2)):
        state = before.after(move)
    view = state.view(0)
    others = [boat.captain for side in view.sides[1:] for boat in side.boats if boat.captain]
    assert others
    assert set(others) == {HIDDEN}


def test_two_tables_that_differ_only_in_secrets_look_the_same():
    rng = Random(5)
    for state, move in games():
        viewer = rng.randrange(state.players)
        view = state.view(viewer)
        other = view.guess(rng)
        assert other.view(viewer) == view
        assert repr(other.view(viewer)) == repr(view)
        assert (other.prompt(), other.rule(), other.scores()) == (state.prompt(), state.rule(), state.scores())
        assert (view.prompt(), view.rule(), view.scores()) == (state.prompt(), state.rule(), state.scores())
        if not masked(state, move, viewer) and move[0] not in ("draw", "captain"):
            assert view.say(move, viewer) == state.say(move, viewer)


def test_the_log_masks_draws_and_captains_of_other_seats_only():
    kinds = set()
    for state, move in games():
        if move[0] not in ("draw", "captain"):
            continue
        kinds.add(move[0])
        title = CARDS.boat_titles[BOATS.index(move[-1])]
        own = state.say(move, state.seat)
        assert f"a {title} card" in own
        assert state.say(move) == own, "whoever sees everything reads everything"
        for viewer in range(-1, state.players):
            if viewer != state.seat:
                text = state.say(move, viewer)
                lines = {state.say((*move[:-1], kind), viewer) for kind in BOATS}
                assert lines == {text}, "the line is the same whatever the card is"
    assert kinds == {"draw", "captain"}


def test_moves_that_everybody_sees_lead_from_view_to_view():
    for state, move in games():
        for viewer in range(state.players):
            if not masked(state, move, viewer):
                assert state.view(viewer).after(move) == state.after(move).view(viewer)


def test_a_view_counts_a_hidden_move_that_it_is_told_as_one_card_less_unseen():
    for state, move in games(3):
        for viewer in range(state.players):
            if masked(state, move, viewer):
                after = state.view(viewer).after(move)
                assert after.view(viewer) == state.after(move).view(viewer)


def test_at_a_chance_node_a_view_offers_the_viewers_own_odds():
    seen = 0
    for state, _ in games(3):
        if state.step == "draw":
            seen += 1
            view = state.view(0)
            assert +Counter(kind for _, kind in view.moves()) == secrets_of(state, 0)
            assert set(state.moves()) <= set(view.moves())
        elif state.turn() == CHANCE:
            assert list(state.view(0).moves()) == list(state.moves()), "licences nobody has seen are equal for all"
    assert seen


def test_guesses_vary_and_deal_every_card_that_may_be_there():
    state = Fleet.start(2, first=0)
    state = state.after(("show", "cod")).after(("show", "tuna"))
    view, rng = state.view(0), Random(3)
    guesses = [view.guess(rng) for _ in range(300)]
    assert len({guess.sides[1].hand for guess in guesses}) > 100
    mean = Counter()
    for guess in guesses:
        assert guess.sides[0] == state.sides[0]
        assert sum(guess.sides[1].hand) == 6
        assert guess.supply_size == state.supply_size
        assert guess.tally() == state.tally()
        mean.update(hands.hand(guess, 1))
    for place, kind in enumerate(BOATS):
        assert abs(mean[kind] / 300 - 6 * view.supply[place] / sum(view.supply)) < 0.25


def test_a_full_state_guesses_itself():
    for state, _ in games(2):
        assert state.guess(Random(1)) == state


def can_pay(state):
    """Whether whoever has promised money holds it."""
    match state.step:
        case "open":
            return state.limit(state.seat) >= state.minimum(state.auction.lot)
        case "bid":
            return state.limit(state.auction.leader) >= state.auction.bid
        case "pay":
            side = state.sides[state.seat]
            cards = hands.hand(state, state.seat)
            cash = sum(CASH[kind] * count for kind, count in cards.items() if CASH[kind] <= state.ceiling)
            return cash + side.processed >= state.owed
    return True


def test_a_guess_gives_an_opener_a_high_bidder_and_a_payer_a_hand_that_can_pay():
    rng, asked = Random(4), Counter()
    for state, _ in games():
        if state.step in ("open", "bid", "pay"):
            assert can_pay(state)
            payer = state.auction.leader if state.step == "bid" else state.seat
            for viewer in range(state.players):
                if viewer != payer:
                    guess = state.view(viewer).guess(rng)
                    assert can_pay(guess)
                    assert guess.moves()
                    asked[state.step] += 1
    assert set(asked) == {"open", "bid", "pay"}


@pytest.mark.parametrize(("cards", "bid"), [(("tuna",) * 4, 12), (("tuna", "tuna", "shrimp", "shrimp"), 10)])
def test_a_guess_finds_even_the_rarest_hand_that_can_pay(cards, bid):
    state = Fleet.start(2, first=0)
    state = state.after(("show", "cod")).after(("show", "tuna"))
    counts = Counter(cards)
    hand = (*(counts[kind] for kind in BOATS), 0)
    supply = tuple(have - own + 1 for have, own in zip(state.supply, hand, strict=False))
    state = replace(state, supply=supply, sides=(state.sides[0]._replace(hand=hand), state.sides[1]))
    state = state.after(("nominate", "cod")).after(("bid", bid))
    rng = Random(6)
    for _ in range(200):
        guess = state.view(1).guess(rng)
        assert guess.limit(0) >= bid
        assert guess.view(1) == state.view(1)
    paid = state.after(("pass",)).after(("pay", "tuna"))
    for _ in range(50):
        assert can_pay(paid.view(1).guess(rng))


def test_a_guess_gives_hands_that_can_pay_their_true_odds():
    """A bid of 9 with four cards: the guesses are as rich on average as all such hands, not just rich enough."""
    state = Fleet.start(2, first=0)
    state = state.after(("show", "cod")).after(("show", "tuna"))
    state = replace(state, sides=(state.sides[0]._replace(hand=(2, 0, 0, 0, 2, 0, 0)), state.sides[1]))
    view = state.after(("nominate", "cod")).after(("bid", 9)).view(1)
    rng = Random(9)
    pool = [kind for kind, count in zip(BOATS, view.supply, strict=True) for _ in range(count)]
    drawn = [rng.sample(pool, 4) for _ in range(30_000)]
    rich = [worth for worth in (sum(CASH[kind] for kind in hand) for hand in drawn) if worth >= 9]
    guessed = [hands.cash(view.guess(rng), 0) for _ in range(1500)]
    assert abs(sum(guessed) / 1500 - sum(rich) / len(rich)) < 0.08
    assert sum(rich) / len(rich) > 9.2


def test_in_mid_payment_a_guess_keeps_the_falling_order_payable():
    """After a piece worth 1 only pieces worth 1 can follow: the guess must hold enough of them."""
    state = Fleet.start(2, first=0)
    state = state.after(("show", "cod")).after(("show", "tuna"))
    hand = (0, 0, 0, 4, 0, 2, 0)
    state = replace(state, sides=(state.sides[0]._replace(hand=hand), state.sides[1]))
    for move in (("nominate", "cod"), ("bid", 6), ("pass",), ("pay", "cod")):
        state = state.after(move)
    rng = Random(8)
    for _ in range(50):
        guess = state.view(1).guess(rng)
        low = hands.hand(guess, 0)["cod"] + hands.hand(guess, 0)["king-crab"]
        assert low == 5, "five cards are left, and all five must pay"
        assert guess.moves()


def test_a_guess_deals_face_down_captains_too():
    state = Fleet.start(2, first=0)
    boats = tuple(Boat(f"cod-{number}", "cod", "tuna") for number in (1, 2, 3))
    state = replace(state, sides=(state.sides[0], state.sides[1]._replace(boats=boats)))
    view = state.view(0)
    assert [boat.captain for boat in view.sides[1].boats] == [HIDDEN] * 3
    captains = {tuple(boat.captain for boat in view.guess(Random(seed)).sides[1].boats) for seed in range(40)}
    assert len(captains) > 20
    assert all(set(crew) <= set(BOATS) for crew in captains)
