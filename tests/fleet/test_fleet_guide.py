"""Fleet for a first game: what a move does, what to think of, what decided it, and the facts at the end."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import laws
import pytest
from fishlab_widgets.fleet.face import FACE
from fishlab_widgets.fleet.payments import payments

from fishlab.core import CHANCE
from fishlab.fleet import results
from fishlab.fleet.card_words import boat_line, licence_line
from fishlab.fleet.deck import BOAT, BOAT_FOR, BOATS, CARDS, LICENCES
from fishlab.fleet.hands import hand, may_pay
from fishlab.fleet.pieces import Boat, Sale, Side
from fishlab.fleet.players import BOTS
from fishlab.fleet.rules import Fleet
from fishlab.match import Match


@cache
def walks():
    """Return (state, move) of some random games of all sizes, and the ends of games of bots."""
    starts = [(Fleet.start(2 + seed % 3, advanced=seed % 2 == 1), Random(seed)) for seed in range(4)]
    return [pair for start, rng in starts for pair in laws.walk(start, rng)]


@cache
def ends():
    """Return the last moments of some games."""
    matches = []
    for players in (2, 3, 4):
        match = Match(Fleet, players)
        match.run([BOTS["engine-builder"], *[BOTS["greedy"]] * (players - 1)], Random(players))
        matches.append(match.state)
    return matches


def at_pay(owed, ceiling=99, **changes):
    """Return a payment of Seat A."""
    state = Fleet.start(2, first=0).after(("show", "cod")).after(("show", "tuna")).after(("nominate", "cod"))
    state = replace(state.after(("bid", 4)).after(("pass",)), owed=owed, ceiling=ceiling)
    return replace(state, sides=(state.sides[0]._replace(**changes), state.sides[1]))


def at_auction(cards, bid=0):
    """Return the auction of Tuna as Seat A bids first, or above another bid, with these cards."""
    state = Fleet.start(2, first=0).after(("show", "cod")).after(("show", "tuna")).after(("nominate", "tuna"))
    held = (*(cards.get(kind, 0) for kind in BOATS), 0)
    state = replace(state, sides=(state.sides[0]._replace(hand=held), state.sides[1]))
    return replace(state, step="bid", auction=state.auction._replace(bid=bid)) if bid else state


def test_the_coach_says_of_a_bid_what_keeping_the_boat_leaves():
    both = at_auction({"tuna": 1, "cod": 3, "lobster": 2})
    tuna, cost = CARDS.cash[BOATS.index("tuna")], CARDS.cost[BOATS.index("tuna")]
    rest = both.limit(0) - tuna - cost
    assert f"Keep it, and {cost} for the boat: that leaves {rest} to bid with." in both.coach()
    dear = at_auction({"tuna": 1, "cod": 3, "lobster": 2}, bid=rest)
    assert dear.coach().startswith("At this price you cannot keep both your Tuna card")
    shrimp = at_auction({"shrimp": 1, "cod": 9})
    shrimp = replace(shrimp, auction=shrimp.auction._replace(lot="shrimp"))
    assert "its boat then costs nothing" in shrimp.coach(), "the licence itself makes its boats cheaper"
    assert f"That leaves {shrimp.limit(0) - CARDS.cash[BOATS.index('shrimp')]} to bid with." in shrimp.coach()
    dear = replace(shrimp, step="bid", auction=shrimp.auction._replace(bid=shrimp.limit(0) - 1))
    assert dear.coach().startswith("At this price you cannot keep your Shrimp card:")
    pays = replace(shrimp, step="pay")
    assert pays.coach().startswith("Keep a Shrimp card if you can")
    none = at_auction({"cod": 3, "lobster": 2})
    assert none.coach().startswith("You hold no Tuna card")
    assert "Tuna" not in both.view(1).coach(), "nobody else hears of the hand"


def test_the_coach_warns_of_a_pass_only_where_no_other_licence_lets_a_boat_in_hand_sail():
    only = at_auction({"tuna": 1, "lobster": 5}, bid=6)
    assert ("pass",) in only.moves() and "tuna" in only.market.display
    rest = only.limit(0) - CARDS.cash[BOATS.index("tuna")] - CARDS.cost[BOATS.index("tuna")]
    assert "if you pass, you launch no Tuna boat this round" in only.coach() and f"You can bid {rest} " in only.coach()
    assert "pass" not in at_auction({"tuna": 1, "lobster": 5}).coach(), "who opens cannot pass"
    assert "pass" not in at_auction({"tuna": 1, "lobster": 5, "cod": 1}, bid=6).coach(), "Cod is on show, too"
    for licence in ("tuna", "lobster"):
        side = only.sides[0]._replace(licences=(licence,))
        owner = replace(only, sides=(side, only.sides[1]))
        assert "pass" not in owner.coach(), "one that it owns lets a boat sail"
    two = replace(only, market=only.market._replace(display=("tuna", "tuna")))
    assert "pass" not in two.coach(), "the other is to be had"


def test_the_coach_says_what_is_lost_with_a_declined_licence_a_launch_and_a_captain():
    said = {state.step: state.coach() for state, _ in walks() if len(state.choices()) > 1}
    first = at_auction({}).but(step="nominate")
    assert "if you decline you buy none this round" in first.coach()
    assert said["launch"].endswith("A launch that you skip is lost.")
    assert said["captain"].startswith("A boat without a captain takes no crate this round.")


def test_whoever_pays_for_a_licence_is_told_to_keep_its_boat_and_one_payment_does():
    cards = {"tuna": 1, "cod": 2, "lobster": 2, "processing": 2, "shrimp": 2}
    state = at_auction(cards).after(("bid", 7)).after(("pass",))
    assert state.step == "pay" and state.coach().startswith("Keep a Tuna card if you can")
    lines = {bundle.line: bundle.moves for bundle in FACE.bundles(state)}
    kept = [moves for line, moves in lines.items() if line.endswith("Keeps Tuna.")]
    assert kept and all(("pay", "tuna") not in moves for moves in kept)
    assert all(("pay", "tuna") in moves for line, moves in lines.items() if not line.endswith("Keeps Tuna."))
    few = at_auction({"tuna": 1, "cod": 4, "shrimp": 1}).after(("bid", 5)).after(("pass",))
    assert any(bundle.line.endswith("Keeps Tuna.") for bundle in FACE.bundles(few))


def test_every_legal_move_is_explained_in_one_line():
    words = set()
    for state, _ in walks()[::5]:
        for move in dict.fromkeys(state.moves()):
            line = state.explain(move)
            assert 0 < len(line) <= 70, line
            assert line.endswith("."), line
            words.add(move[0])
    assert len(words) == 15


def test_whatever_is_offered_is_explained_and_named_also_what_is_not_allowed():
    seen = 0
    for state, _ in walks()[::5]:
        legal = set(state.moves())
        for move in FACE.offers(state):
            seen += move not in legal
            assert 0 < len(state.explain(move)) <= 70
            assert 0 < len(FACE.label(state, move)) <= 36
            assert bool(state.why_not(move)) == (move not in legal)
    assert seen > 20


def test_what_is_no_move_is_not_explained_and_does_not_break():
    for state, _ in walks()[::97]:
        for nonsense in ((), ("swim",), ("bid", "x"), ("pay", "gold"), ("launch", 3), ("nominate", "whale"), (3,)):
            assert state.explain(nonsense) == ""


def test_a_bid_says_what_it_would_cost_of_what_one_has():
    state = Fleet.start(2, first=0).after(("show", "cod")).after(("show", "tuna")).after(("nominate", "cod"))
    assert state.explain(("bid", 5)) == "If all others pass, you pay 5 of your 11."
    assert state.explain(("bid", 3)) == "Too little: bid 4 or more."
    assert state.explain(("bid", 12)) == "Too much: you can pay 11."
    own = state.sides[0]._replace(licences=("shrimp", "shrimp"))
    cheap = replace(state, sides=(own, state.sides[1]))
    assert cheap.explain(("bid", 5)) == "If all others pass, you pay 3: the discount takes off 2."


def test_a_payment_says_that_change_is_lost():
    state = at_pay(4)
    assert state.explain(("pay", "tuna")) == "Pays 3 of the 4 you owe, and is gone."
    assert at_pay(1).explain(("pay", "tuna")) == "Pays the last 1. It is worth 3: no change, 2 is lost."
    assert at_pay(1).explain(("pay", "cod")) == "Pays 1 of the 1 you owe, and is gone."
    assert (
        at_pay(2, ceiling=1).explain(("pay", "tuna"))
        == "Not now: here valuable cards are entered first, and you paid 1."
    )
    poor = at_pay(4, hand=(0, 0, 0, 1, 1, 0, 0))
    assert poor.explain(("pay", "cod")) == "Not yet: you cannot pay 4 with pieces of 1 or less. Begin with more."
    assert poor.explain(("pay", "shrimp")) == poor.explain(("pay", "crate")) == "You have none."
    assert at_pay(2, processed=2).explain(("pay", "crate")) == "Pays 1 of the 2 you owe, and is gone."


def test_a_card_that_no_payment_needs_is_called_superfluous_and_any_other_is_not():
    asked = [state for state, _ in walks() if state.step == "pay"]
    asked += [at_pay(owed, hand=(0, 2, 1, 1, 0, 1, 0)) for owed in range(1, 8)]
    seen = set()
    for state in asked:
        for kind in hand(state, state.seat):
            if CARDS.cash[BOAT[kind]] > state.ceiling:
                continue
            pays = any(("pay", kind) in way for _, way in payments(state)) or ("pay", kind) in state.moves()
            assert may_pay(state, kind) or not pays, (state.owed, hand(state, state.seat), kind)
            if len(set(state.moves())) > 1 and not pays:
                why = state.why_not(("pay", kind))
                assert why.title == "Superfluous" and "could be left out" in why and "no change" in why.rule
                assert state.explain(("pay", kind)).startswith("Superfluous")
            seen.add(pays)
    assert seen == {True, False}


def test_in_the_last_round_processing_and_trading_say_that_they_score_nothing():
    for step in ("process", "trade"):
        state = next(state for state, _ in walks() if state.step == step and not state.last)
        move = state.moves()[0]
        assert "score" in state.explain(move) or step == "trade"
        last = replace(state, last=True)
        assert last.explain(move) == "The last round: neither a processed crate nor a card scores any more."
        if step == "process":
            assert FACE.offers(last) == [("done",)] and not FACE.bundles(last)
            assert move in FACE.offers(state), "before it, coins and cards grow into boats"


def test_every_licence_says_what_one_more_of_it_does():
    state = Fleet.start(2, first=0)
    for name in LICENCES:
        line = licence_line(CARDS, name, 1)
        low, points = state.minimum(name), state.cards.licence_points[LICENCES.index(name)]
        assert line.startswith(f"Opens at {low}, scores {points}. ")
        for owned in range(1, 4):
            own = state.sides[0]._replace(licences=(name,) * owned)
            more = replace(state, sides=(own, state.sides[1])).explain(("nominate", name))
            same = name in ("lobster", "pub") or name.startswith("king-crab")
            assert (more == line) == same, name
    for kind in BOATS:
        assert len(boat_line(CARDS, kind)) <= 70


def test_a_licence_beyond_ones_means_says_how_much_is_missing():
    state = Fleet.start(2, first=0).after(("show", "cod")).after(("show", "tuna"))
    poor = replace(state, sides=(Side(hand=(0, 0, 0, 1, 1, 0, 0)), state.sides[1]))
    assert poor.explain(("nominate", "tuna")) == "Opens at 5, you can pay 4. Draw 2 cards, keep all."
    assert ("nominate", "tuna") in FACE.offers(poor)


def test_the_coach_speaks_in_every_phase_and_briefly():
    said = {}
    for state, _ in walks():
        line = state.coach()
        if state.step == "pay" and len(state.choices()) == 1:
            assert not line, "nothing is chosen"
            continue
        assert 0 < len(line) <= 160, line
        said.setdefault(state.step, set()).add(line)
    assert len(said) == 13
    assert len(said["nominate"]) == 2, "the first licence is another matter than the next"
    assert len(said["launch"]) == 2
    assert ends()[0].coach() == ""
    processing = next(state for state, _ in walks() if state.step == "process" and not state.last)
    assert "last round" not in processing.coach()
    assert (
        replace(processing, last=True).coach() == "This is the last round: leave the crates on board, where they score."
    )


def test_prompts_are_short_and_the_coach_and_the_prompt_are_the_same_for_all():
    for state, _ in walks()[::3]:
        assert len(state.prompt()) <= 60, state.prompt()
        assert state.view(CHANCE).prompt() == state.prompt()
        if state.turn() >= 0:
            assert state.view(state.turn()).coach() == state.coach()
            for move in FACE.offers(state):
                assert state.view(state.turn()).explain(move) == state.explain(move)


def test_the_summary_tells_the_game_in_at_most_300_words_a_topic_to_a_line():
    assert 150 < len(Fleet.words.summary.split()) <= 300
    lines = Fleet.words.summary.split("\n")
    assert len(lines) == 10
    assert all(re.match(r"[A-Z][\w ]+: \w", line) for line in lines)


def test_what_decided_the_game_is_what_the_points_say():
    for state in ends():
        (first,) = state.winners()
        second = results.second(state)
        gaps = {source: count - state.points(second)[source] for source, count in state.points(first).items()}
        lead = state.scores()[first] - state.scores()[second]
        assert lead == sum(gaps.values())
        assert state.decided().startswith(f"{state.seat_name(first)} won by {lead} point")
        best = max(gaps.values())
        assert any(f"through {source}, +{best} against" in state.decided() for source in gaps if gaps[source] == best)
        assert state.scores()[second] == sorted(state.scores())[-2]
        ended = "Too few licences for the auction ended it" if state.crates else "The crates ran out"
        assert state.decided().endswith(f"{ended} in round {state.round}.")
    assert {bool(state.crates) for state in ends()} == {True, False}
    assert Fleet.start(2).decided() == ""


def test_a_tie_is_decided_by_boats_then_crates_or_shared():
    def over(*sides):
        return replace(ends()[0], sides=sides)

    cod = Boat("cod-1", "cod")
    assert (
        over(Side(), Side())
        .decided()
        .startswith("Seat A and Seat B have equal points, boats and crates: they share the win. ")
    )
    boats = over(Side(licences=("shrimp",)), Side(boats=(cod, Boat("cod-2", "cod"))))
    assert boats.decided().startswith("2 seats have 4 points: Seat B wins with more boats. ")
    tuna = Boat("tuna-1", "tuna", "cod", 1)
    crates = over(Side(boats=(cod,)), Side(boats=(tuna,)))
    assert crates.decided().startswith("2 seats have 2 points: Seat B wins with more crates on boats. ")


def test_the_facts_at_the_end_are_those_of_the_state():
    for state in ends():
        facts = dict(FACE.facts(state))
        assert 2 <= len(facts) <= 5
        for seat in (state.winners()[0], results.second(state)):
            told = facts[f"points of {state.seat_name(seat)}"]
            assert sum(map(int, re.findall(r"\d+", told))) == state.scores()[seat]
        assert facts["crates left in the bay"] == f"{state.crates} of {25 * state.players}"
        most = [sale for sale in state.sales if sale.price == max(sale.price for sale in state.sales)]
        assert facts["most expensive licence"].count(f" for {most[0].price}, ") == len(most)
    assert FACE.facts(Fleet.start(2)) == []
    assert "most expensive licence" not in dict(FACE.facts(replace(ends()[0], sales=())))


def test_keys_play_what_is_said_and_no_two_cards_share_one():
    for state, _ in walks()[::7]:
        keys = [key for move in state.moves() if state.turn() >= 0 and (key := FACE.key(state, move))]
        assert len(keys) == len(set(keys))
    state = Fleet.start(2, first=0).after(("show", "cod")).after(("show", "tuna")).after(("nominate", "cod"))
    assert (FACE.key(state, ("bid", 4)), FACE.key(state, ("bid", 5)), FACE.key(state, ("pass",))) == ("b", "", "p")


def test_the_key_of_signs_stands_alone():
    signs = FACE.signs()
    assert len({words for _, words in signs}) == len(signs) > 15
    for svg, words in signs:
        assert 'viewBox="0 0 32 20"' in svg
        assert not re.search(r'class=|href=|url\(| id="', svg), words
        assert re.search(r"var\(--\w+", svg), words


@pytest.mark.parametrize("players", Fleet.seats)
def test_a_bid_says_so_if_it_leaves_nothing_for_a_boat_and_only_then(players):
    seen = set()
    for seed in range(12):
        match, rng = Match(Fleet, players), Random(seed)
        while not match.over and match.state.round < 3:
            state = match.state
            for move in state.moves() if state.step in ("open", "bid") else ():
                if move[0] == "bid" and state.minimum(state.auction.lot) <= move[1]:
                    said = "nothing left for a boat" in state.explain(move)
                    assert said == cannot_sail(state, move[1]), (seed, state.auction, move)
                    seen.add(said)
            match.play(state.sample(rng))
    assert seen == {True, False}


def cannot_sail(state, price):
    """Tell whether some boat could be paid after the lowest price, and none after this one, by trying all hands."""

    def sails(paid):
        side, lot = state.sides[state.seat], state.auction.lot
        kinds = [kind for kind in BOATS if side.allows(kind) or BOAT_FOR[lot] == kind]
        less = side.licences.count("shrimp") + (lot == "shrimp")
        cards = Counter(dict(zip(BOATS, side.hand, strict=False)))
        money = sum(state.cards.cash[BOAT[kind]] * count for kind, count in cards.items()) + side.processed
        due = max(0, paid - side.licences.count("shrimp"))
        return any(
            cards[kind] and money - state.cards.cash[BOAT[kind]] - due >= max(0, state.cards.cost[BOAT[kind]] - less)
            for kind in kinds
        )

    return sails(state.minimum(state.auction.lot)) and not sails(price)


@pytest.mark.parametrize(
    ("tunas", "said"), [(0, "drew 2 cards: discard one of them"), (2, "drew 3 cards: discard any")]
)
def test_whoever_discards_is_told_how_many_cards_were_drawn(tunas, said):
    match, rng = Match(Fleet, 2), Random(3)
    while match.state.phase != "draw" or match.state.due != 2 or match.state.step != "draw":
        match.play(match.state.sample(rng))
    state = match.state
    sides = list(state.sides)
    sides[state.seat] = sides[state.seat]._replace(licences=("tuna",) * tunas)
    state = state.but(sides=tuple(sides), due=state.cards.tuna_draw[tunas])
    while state.step == "draw":
        state = state.after(state.sample(rng))
    assert said in state.prompt()


def test_all_who_paid_most_for_a_licence_are_named():
    state = ends()[0]
    sales = (Sale(1, 0, "cod", 10), Sale(1, 1, "tuna", 10), Sale(2, 1, "pub", 9))
    told = dict(FACE.facts(replace(state, sales=sales)))["most expensive licence"]
    assert told == "Cod for 10, Seat A; Tuna for 10, Seat B"


def test_a_bid_that_nobody_can_raise_says_so():
    state = Fleet.start(2, first=0)
    for line in ("show cod", "show tuna", "nominate cod", "bid 4", "pass"):
        state = state.after(state.parse(line))
    while state.step == "pay":
        state = state.after(state.moves()[0])
    state = state.after(next(move for move in state.moves() if move[0] == "nominate"))
    bid = next(move for move in state.moves() if move[0] == "bid")
    assert state.explain(bid).startswith(f"Nobody else can bid: you pay {bid[1]}")
    assert "all others" not in state.explain(bid)


def full_boats(count=3, full=1):
    """Return a moment of processing: so many boats with a crate each, some of them full."""
    state = Fleet.start(2, first=0)
    boats = tuple(Boat(f"cod-{n + 1}", "cod", "tuna", CARDS.capacity if n < full else 1) for n in range(count))
    side = Side(hand=(1, 0, 0, 0, 0, 0, 0), licences=("processing", "cod"), boats=boats)
    return replace(state, phase="process", step="process", seat=0, round=3, sides=(side, Side(hand=(0,) * 7)))


def test_one_choice_processes_from_all_boats_and_says_that_full_ones_have_room_again():
    state = full_boats()
    (bundle,) = FACE.bundles(state)
    assert bundle.label == "From all 3 boats"
    assert bundle.line.endswith("1 full boat has room again.")
    then = state
    for move in bundle.moves:
        assert move in then.moves()
        then = then.after(move)
    assert then.sides[0].processed == 3 and then.step == "trade"
    assert FACE.bundles(full_boats(1)) == []
    assert "a full boat catches nothing" in state.explain(("process", "cod-1"))
    assert "full" not in state.explain(("process", "cod-2"))


def test_the_news_say_why_ones_own_boats_caught_nothing():
    for boat, why in (
        (Boat("cod-1", "cod", "tuna", CARDS.capacity), "a full boat, with 4 crates, takes no more"),
        (Boat("cod-1", "cod"), "no boat has a captain"),
    ):
        side = Side(hand=(1, 0, 0, 0, 0, 0, 0), licences=("cod",), boats=(boat, Boat("cod-2", "cod"))[:1])
        other = Side(hand=(1, 0, 0, 0, 0, 0, 0), licences=("cod",), boats=(Boat("cod-1", "cod"),))
        start = replace(Fleet.start(2, first=0), phase="hire", step="captain", seat=1, round=3, sides=(side, other))
        state = next(start.after(move) for move in start.moves() if move[0] == "done")
        told = start.words.outcomes(start, ("done",), state, 0)
        assert [line for line in told if why in line], told
        assert not [line for line in start.words.outcomes(start, ("done",), state, 1) if "full" in line]


def test_a_payment_counts_its_crates_and_does_not_call_them_cards():
    state = full_boats()
    side = state.sides[0]._replace(hand=(0, 0, 0, 1, 1, 0, 0), processed=12)
    auction = state.auction._replace(lot="tuna", bid=10, leader=0)
    bill = replace(state, phase="auction", step="pay", sides=(side, state.sides[1]), owed=10, auction=auction)
    told = {bundle.label: bundle.line for bundle in FACE.bundles(bill)}
    assert told["Pay 10 crates"].startswith("Exactly 10: 10 crates.")
    assert any(re.fullmatch(r"Pay \d crates(, \w+)? and \w+", label) for label in told)
    assert all("a crate, a crate" not in label for label in told)


def test_the_number_beside_a_tab_has_its_place_in_the_key():
    assert any("+5" in svg and words.startswith("Processed crates") for svg, words in FACE.signs())
