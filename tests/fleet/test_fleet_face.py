"""The picture of Fleet and its plots: they show what the state says, and nothing that is hidden."""

from __future__ import annotations

import copy
import re
import tomllib
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from functools import cache
from html import unescape
from pathlib import Path
from random import Random

import ipywidgets
import laws
import pytest
from fishlab_widgets import Board, Table
from fishlab_widgets.charts.match_plots import Chart
from fishlab_widgets.draw.svg import still
from fishlab_widgets.fleet import plots
from fishlab_widgets.fleet.face import FACE
from fishlab_widgets.live.face import BOARD_SIZE, SMALLEST_TARGET, SMALLEST_TEXT, draw
from measure import calls
from sending import ask

from fishlab.core import CHANCE, HIDDEN
from fishlab.fleet import deck, hands, results
from fishlab.fleet.card_words import about_boat, about_licence
from fishlab.fleet.deck import BOATS, CARDS, LICENCES, boat_for
from fishlab.fleet.pieces import Boat, Side
from fishlab.fleet.players import BOTS
from fishlab.fleet.rules import Fleet
from fishlab.fleet.words import PHASES, TRACK
from fishlab.match import Match

SVG = "{http://www.w3.org/2000/svg}"


def play(state, *lines):
    """Play moves in notation, each checked."""
    for line in lines:
        move = state.parse(line)
        assert move in state.moves(), f"{line}: {state.why_not(move)}"
        state = state.after(move)
    return state


def auction(players=2, first=0, display=("shrimp", "cod", "lobster", "tuna")):
    """Return the first auction with these licences on show."""
    return play(Fleet.start(players, first=first), *(f"show {name}" for name in display[:players]))


def seated(state, seat, cards=None, **changes):
    """Return a state in which a seat has this hand, these licences, boats or processed crates."""
    if cards is not None:
        count = Counter(cards)
        changes["hand"] = (*(count[kind] for kind in BOATS), 0)
    sides = list(state.sides)
    sides[seat] = sides[seat]._replace(**changes)
    return replace(state, sides=tuple(sides))


@cache
def matches():
    """Return one finished game for each number of players, by bots that build large fleets."""
    made = []
    for players, bots in ((2, ("greedy", "engine-builder")), (3, ("random", "engine-builder")), (4, ("greedy",))):
        match = Match(Fleet, players)
        match.run([BOTS[bots[seat % len(bots)]] for seat in range(players)], Random(7))
        made.append(match)
    return made


def moments(every=1):
    """Return (match, position) of those games."""
    return [(match, at) for match in matches() for at in range(0, len(match.states), every)]


def large():
    """Return a moment with far more of everything than a usual game has."""
    state = auction(4)
    numbers: Counter[str] = Counter()
    boats = []
    for number in range(17):
        kind = BOATS[(number * number + number // 3) % 6]
        numbers[kind] += 1
        captain = "tuna" if number % 4 else ""
        boats.append(Boat(f"{kind}-{numbers[kind]}", kind, captain, number % 5 if captain else 0))
    licences = ("shrimp",) * 3 + ("cod",) * 3 + LICENCES[2:]
    side = Side(hand=(5, 4, 4, 3, 3, 2, 0), licences=licences, boats=tuple(boats), processed=9)
    return replace(state, sides=(side,) * 4, crates=3)


def drawn(state, viewer="actor", **how):
    """Return the picture of a state as a seat sees it (the seat to act without one)."""
    seat = state.turn() if viewer == "actor" else viewer
    how.setdefault("legal", seat == state.turn())
    return draw(state if seat is None else state.view(seat), viewer=seat, **how)


def place_of(svg, name):
    """Return where the thing with an id lies."""
    return tuple(map(float, re.match(r"translate\(([\d.-]+) ([\d.-]+)\)", by_id(svg, name).get("transform")).groups()))


def attribute(svg, name):
    """Return the values of an attribute."""
    return {unescape(value) for value in re.findall(rf' {name}="([^"]*)"', svg)}


def words(svg):
    """Return all text of a picture, with one space between pieces."""
    root = ET.fromstring(svg)
    return " ".join("".join(node.itertext()) for node in root.iter(f"{SVG}text"))


def by_id(svg, name):
    """Return the element of a picture that has an id (without the picture's prefix)."""
    return next((node for node in ET.fromstring(svg).iter() if node.get("id", "").partition("-")[2] == name), None)


def seen(svg, name):
    """Return the ids (without the picture's prefix) that open with a name, of things that can be seen."""
    things = [node for node in ET.fromstring(svg).iter() if node.get("class") != "away" and node.get("id")]
    return sorted(one for node in things if (one := node.get("id").partition("-")[2]).startswith(name))


# It shows what the state says.


def test_the_picture_counts_crates_piles_hands_and_points_at_every_moment():
    for match, at in moments(23):
        state = match.states[at]
        viewer = at % state.players
        svg = drawn(state, viewer)
        shown = words(svg)
        for count, what in (
            (state.crates, "crate"),
            (state.supply_size, "boat card"),
            (sum(state.discards), "discarded"),
        ):
            assert f"{count} {what}" in shown
        assert f"{state.market.size} licence" in shown
        assert f"Round {state.round}" in shown
        for seat in range(state.players):
            side, tab = state.sides[seat], by_id(svg, f"seat-{seat}")
            counts = [hands.hand_size(state, seat), len(side.boats), side.captains, side.crates]
            told = ["ABCD"[seat], *map(str, counts), *([f"+{side.processed}"] * bool(side.processed))]
            letters = ["".join(node.itertext()) for node in tab.iter(f"{SVG}text")]
            assert sorted(letters) == sorted(told), "names and points stand in the list of players"


def test_the_counts_of_a_full_harbour_stay_inside_its_tab():
    state = large()
    assert state.sides[3].crates >= 10 and state.sides[3].processed
    tab = by_id(drawn(state, 0), "seat-3")
    width = float(next(tab.iter(f"{SVG}rect")).get("width"))
    for node in tab.iter(f"{SVG}g"):
        left = float((re.match(r"translate\(([\d.-]+)", node.get("transform", "")) or [0, 0])[1])
        for words in node.findall(f"{SVG}text"):
            length = 0 if words.get("class", "").endswith("end") else 7 * len(words.text)
            assert float(words.get("x")) + left * (node is not tab) + length <= width + 1, words.text


def test_every_boat_in_front_shows_its_captain_and_its_crates():
    for match, at in moments(31):
        state = match.states[at]
        seat = at % state.players
        svg = drawn(state, CHANCE, marks=(f"seat {seat}",))
        boats = state.sides[seat].boats
        crates = [name for name in attribute(svg, "id") if "-crate-" in name]
        for boat in boats:
            coming = boat.crates < 4 and state.crates > 0
            own = [name for name in crates if re.search(rf"-crate-{seat}-{boat.name}-\d$", name)]
            assert len(own) == boat.crates + coming, "its crates, and the one that fishing may bring"
            tile = by_id(svg, f"boat-{seat}-{boat.name}")
            caps = [use for use in tile.iter(f"{SVG}use") if use.get("href").endswith("g-captain")]
            assert len(caps) == (boat.captain != "")
            assert ("no captain" in tile[0].get("data-note")) == (boat.captain == "")
        assert len([name for name in attribute(svg, "id") if "-boat-" in name]) == len(boats)


@pytest.mark.long
def test_the_phase_track_marks_the_phase():
    seen = set()
    for match, at in moments(5):
        state = match.states[at]
        if state.phase in TRACK:
            on = re.search(r'class="ph-on"/><text[^>]*>([^<]+)<', drawn(state, 0))
            assert on[1] == PHASES[TRACK[state.phase]]
            seen.add(on[1])
    assert seen == {"Auction", "Launch and hire", "Process, trade", "Draw"}


def test_a_fleet_lies_under_its_licences_in_the_order_of_its_launches_and_king_crabs_share_a_card():
    crabs = ("king-crab-captains", "king-crab-crates", "cod", "cod")
    boats = (Boat("king-crab-1", "king-crab"), Boat("cod-1", "cod"), Boat("cod-2", "cod"))
    svg = drawn(seated(auction(), 0, licences=crabs, boats=boats), 0)
    x, y = {}, {}
    for name in ("licence-0-king-crab", "licence-0-cod", "boat-0-king-crab-1", "boat-0-cod-1", "boat-0-cod-2"):
        x[name], y[name] = place_of(svg, name)
    assert x["licence-0-king-crab"] < x["licence-0-cod"]
    assert y["licence-0-cod"] == y["licence-0-king-crab"] < y["boat-0-king-crab-1"]
    assert x["boat-0-king-crab-1"] < x["boat-0-cod-1"] < x["boat-0-cod-2"]
    assert "King Crab" in words(svg)
    assert "×2" in words(svg)


def test_the_ladder_shows_the_standing_bid_its_leader_who_passed_and_how_far_one_can_go():
    state = play(auction(3), "nominate cod", "bid 5", "bid 6", "pass")
    svg = drawn(state)
    assert "Cod: Seat B leads with 6. Passed: Seat C. You can pay 11." in words(svg)
    assert "".join(by_id(svg, "standing").itertext()) == "B"
    before = drawn(play(auction(3), "nominate cod", "bid 5"))
    assert place_of(before, "standing")[0] == place_of(svg, "standing")[0] - 29, "it glides along"
    assert {move for move in attribute(svg, "data-move") if move.startswith("bid")} == {
        f"bid {n}" for n in range(7, 12)
    }
    assert "bid 12" in attribute(svg, "data-try")
    other = drawn(state, 1)
    assert "you lead with 6" in words(other)
    assert not attribute(other, "data-move")
    spectator = words(drawn(state, CHANCE))
    assert "can pay" not in spectator


def test_a_debt_is_shown_coin_by_coin_and_says_that_no_change_is_given():
    state = play(auction(2), "nominate cod", "bid 5", "pass")
    for owed, one in ((5, state), (2, play(state, "pay tuna"))):
        svg = drawn(one)
        assert f"You still owe {owed} for the Cod licence. No change is given." in words(svg)
        assert len(seen(svg, "owe-")) == owed


def test_the_end_shows_points_by_source_of_the_seat_in_front():
    for match in matches():
        state = match.state
        for seat in range(state.players):
            shown = words(drawn(state, 0, marks=(f"seat {seat}",)))
            points = state.points(seat)
            assert f"{sum(points.values())} point" in shown
            assert ", ".join(f"{what} {count}" for what, count in points.items()) in shown


# Acting on it.


@pytest.mark.long
def test_every_legal_move_is_in_the_picture_or_on_a_card_and_every_try_is_refused_with_a_reason():
    steps, placed = set(), set()
    for match, at in moments(3):
        state = match.states[at]
        if state.turn() < 0:
            continue
        steps.add(state.step)
        svg = drawn(state)
        offered = attribute(svg, "data-move")
        placed |= {move.split()[0] for move in offered}
        moves = {state.notation(move) for move in state.moves()}
        cards = [state.notation(move) for move in FACE.offers(state.view(state.turn()))]
        assert offered <= moves
        rest = {"pay crate"} if FACE.bundles(state.view(state.turn())) else set()  # a table makes cards of what is left
        assert moves <= offered | set(cards) | rest
        assert len(cards) == len(set(cards))
        bids = [move for move in cards if move.startswith("bid ")]  # one card with less and more
        assert len(cards) - max(0, len(bids) - 1) <= 8
        assert all(FACE.label(state, state.parse(card)) for card in cards)
        for tried in attribute(svg, "data-try"):
            assert state.why_not(state.parse(tried)), tried
    assert steps == {"nominate", "open", "bid", "pay", "launch", "captain", "process", "trade", "discard"}
    assert placed == {"nominate", "bid", "pay", "launch", "captain", "process", "discard"}


@pytest.mark.long
def test_whoever_is_not_to_act_is_offered_nothing():
    for match, at in moments(29):
        state = match.states[at]
        for viewer in range(-1, state.players):
            if viewer != state.turn():
                svg = drawn(state, viewer)
                assert not attribute(svg, "data-move")
                assert not attribute(svg, "data-try")


def test_targets_are_at_least_25_by_25_units():
    hiring = replace(large(), phase="hire", step="captain")
    few = seated(hiring, 0, boats=hiring.sides[0].boats[:8])
    for state in (large(), hiring, few, play(large(), "nominate cod", "bid 9"), replace(large(), step="process")):
        root = ET.fromstring(drawn(state))
        targets = [node for node in root.iter() if node.get("data-move") or node.get("data-mark")]
        assert len(targets) > 20
        for node in targets:
            sizes = [(float(box.get("width")), float(box.get("height"))) for box in node.iter(f"{SVG}rect")]
            assert min(max(sizes)) >= SMALLEST_TARGET, node.get("aria-label")


def test_hand_and_cards_say_in_one_line_what_a_launch_costs_or_still_needs():
    state = seated(auction(), 0, ["cod", "tuna", "king-crab"], licences=("tuna", "king-crab-crates"))
    state = replace(state, phase="launch", step="launch")
    assert FACE.offers(state) == [("launch", "cod"), ("launch", "tuna"), ("launch", "king-crab"), ("done",)]
    lines = {
        "cod": "Not now: no licence of this kind yet. Costs 2, scores 2.",
        "tuna": "Costs 1, scores 1. With a captain it fishes every round.",
        "king-crab": "Costs 3, scores 3. With a captain it fishes every round.",
    }
    svg = drawn(state)
    for kind, line in lines.items():
        assert state.explain(("launch", kind)) == line
        assert by_id(svg, f"hand-{kind}")[0].get("data-note") == line
    poor = seated(state, 0, ["king-crab", "cod"])
    assert poor.explain(("launch", "king-crab")) == "Costs 3: your other cards and crates do not cover that."


@pytest.mark.long
def test_every_card_says_in_a_line_what_it_is_for_and_on_a_click_its_whole_rule():
    for match, at in moments(37):
        state = match.states[at]
        viewer = max(0, state.turn())
        svg = drawn(state, viewer)
        for node in ET.fromstring(svg).iter():
            if node.get("tabindex") is not None:
                assert len(node.get("data-note")) <= 120, "a line"
        things = {f"hand-{kind}": about_boat(CARDS, kind) for kind in hands.hand(state, viewer)}
        for licence in state.sides[viewer].licences:
            things[f"licence-{viewer}-{boat_for(licence) or licence}"] = about_licence(CARDS, licence)
        for key, about in things.items():
            mark = by_id(svg, key)[0].get("data-mark")
            if mark:
                assert " ".join(about.split(": ", 1)[-1].split()[-6:]) in words(
                    drawn(state, viewer, marks=(FACE.lasting(state, mark),))
                )
            else:
                move = by_id(svg, key)[0].get("data-move")
                assert by_id(svg, key)[0].get("data-note") == state.explain(state.parse(move))


def test_a_licence_on_show_says_what_one_more_of_it_would_do():
    state = seated(auction(4), 0, licences=("shrimp", "cod"))
    shown = words(drawn(state))
    for line in ("Pay 2 less, whatever you buy", "Launch 2 boats, draw 2 cards", "Hire 2 captains, draw cards"):
        assert line in shown
    assert "Draw 2 cards, keep all" in shown


def test_a_refused_move_is_explained_beside_its_place():
    state = play(auction(), "nominate cod")
    for line, place in (("bid 3", "lot-cod"), ("bid 12", "bid-12")):
        move = state.parse(line)
        svg = drawn(state, refused=(move, state.why_not(move)))
        assert by_id(svg, "bubble") is not None, place
        assert by_id(svg, "cross") is not None, place
        assert state.why_not(move).title in words(svg)
    hand = replace(seated(auction(), 0, ["cod"], licences=("tuna",)), phase="launch", step="launch")
    svg = drawn(hand, refused=(("launch", "cod"), hand.why_not(("launch", "cod"))))
    assert "No Cod licence" in words(svg)
    nonsense = hand.why_not(("swim", "home"))
    assert "is not a move of Fleet" in words(drawn(hand, refused=(("swim", "home"), nonsense)))


def test_a_card_is_explained_as_long_as_the_step_lasts_or_until_it_is_closed():
    state = auction()
    mark = next(mark for mark in attribute(drawn(state), "data-mark") if mark.startswith("about hand-tuna"))
    kept = FACE.lasting(state, mark)
    told = drawn(state, marks=(kept,))
    assert "As cash the card pays 3" in words(told)
    assert by_id(told, "told")[0].get("data-mark") == mark
    assert FACE.toggle((kept,), FACE.lasting(state, mark)) == ()
    later = play(state, "nominate cod")
    assert by_id(drawn(later, marks=(kept,)), "told") is None


def test_a_click_on_a_tab_brings_that_harbour_to_the_front_and_one_on_the_own_tab_back():
    state = seated(auction(3), 2, licences=("pub",))
    svg = drawn(state, marks=("seat 2",))
    assert by_id(svg, "licence-2-pub") is not None
    assert by_id(svg, "hand-tuna") is not None, "the hand stays the viewer's own"
    assert "Seat C in each round: launch 1 boat" in words(svg)
    back = by_id(svg, "seat-0")[0].get("data-mark")
    assert by_id(drawn(state, marks=FACE.toggle(("seat 2",), back)), "licence-2-pub") is None
    assert by_id(svg, "seat-2")[0].get("data-mark") is None, "it is in front already"
    assert FACE.toggle((), "seat 2") == ("seat 2",)
    assert FACE.toggle(("seat 2", "about x"), "seat 1") == ("about x", "seat 1")
    assert FACE.toggle(("seat 2", "about x"), "seat 2") == ("about x",)
    assert drawn(state, marks=("seat 9", "seat x", "nonsense")) == drawn(state)


@pytest.mark.long
def test_the_last_move_is_marked_where_it_was_made():
    seen = Counter()
    for match, at in moments(5):
        if not at:
            continue
        before, move = match.states[at - 1], match.moves[at - 1]
        svg = drawn(match.states[at], 0, last=move, legal=False)
        last = by_id(svg, "last")
        if last is not None:
            seen[move[0]] += 1
        if move[0] in ("captain", "launch", "process"):
            name = move[1] if move[0] != "launch" else before.after(move).sides[before.seat].boats[-1].name
            box = last.find(f"{SVG}rect")
            spot = tuple(float(box.get(side)) + 2 for side in ("x", "y"))
            thing = f"boat-0-{name}" if before.seat == 0 else f"seat-{before.seat}"
            assert place_of(svg, thing) == pytest.approx(spot, abs=0.02), "on the boat in front, or on the seat's tab"
    assert set(seen) >= {"captain", "launch", "process", "pay", "draw", "discard", "nominate", "show", "bid"}


# What moves keeps its name.


def test_a_licence_keeps_its_id_from_the_auction_to_the_tab_of_its_owner():
    state = play(auction(2, display=("cod", "cod")), "nominate cod", "bid 4", "pass", "pay tuna")
    before, after = drawn(state, 1), drawn(play(state, "pay cod"), 1)
    sold, left = "licence-cod-no-1", "licence-cod-no-2"
    assert place_of(before, sold)[1] == place_of(before, left)[1] < 100
    assert place_of(after, sold) == (12, 208.5)
    assert place_of(after, left)[1] < 100, "the other one stays on show"


def test_cards_and_crates_come_from_their_piles():
    state = play(auction(), "decline", "decline", "show tuna", "show tuna", "draw shrimp")
    assert place_of(drawn(state, 0), "card-cod-2") == place_of(drawn(state, 0), "card-shrimp-3")
    later = play(state, "draw cod")
    assert place_of(drawn(later, 0), "card-cod-2")[1] > 400, "it lies in the hand now"
    boats = (Boat("cod-1", "cod", "tuna", 1),)
    fleet = replace(seated(auction(), 0, boats=boats, licences=("cod",)), phase="lobster", step="draw")
    bay = place_of(drawn(fleet, 0), "crate-0-cod-1-2")
    fished = drawn(fleet._fish(), 0)
    assert bay[1] < 100 < place_of(fished, "crate-0-cod-1-2")[1]
    assert place_of(fished, "crate-0-cod-1-3") == bay, "and the next one waits there"
    assert max(map(int, attribute(drawn(large(), 0), "data-delay"))) == 300, "one after the other, and soon over"


def test_coins_glide_from_the_standing_bid_to_the_debt_and_to_the_pile_of_what_is_paid():
    bid = play(auction(2), "nominate cod", "bid 5")
    won, paid = drawn(play(bid, "pass"), 0), play(bid, "pass", "pay tuna")
    assert seen(drawn(bid, 1), "owe-") == []
    standing = place_of(drawn(bid, 1), "standing")
    for coin in ("owe-0", "owe-4"):
        assert place_of(drawn(bid, 1), coin) == (standing[0] + 13, standing[1] + 13)
        assert 20 < place_of(won, coin)[0] < 130
    after = drawn(paid, 0, last=("pay", "tuna"))
    assert seen(after, "owe-") == ["owe-0", "owe-1"]
    pile = place_of(after, "pile-discards")
    assert place_of(after, "owe-4") == (pile[0] + 56, pile[1] + 10.5)
    assert place_of(after, "card-tuna-1") == pile, "the card that paid lies there too"


def test_a_crate_glides_from_its_boat_to_the_licence_that_processes_it_and_from_there_to_what_it_pays():
    boats = (Boat("cod-1", "cod", "tuna", 2), Boat("cod-2", "cod", "tuna", 1))
    state = seated(auction(), 0, boats=boats, licences=("processing", "cod"))
    before = replace(state, phase="process", step="process", seat=0)
    after = drawn(play(before, "process cod-1"), 0, last=("process", "cod-1"))
    licence = place_of(after, "processed-0-1")
    assert seen(drawn(before), "crate-0-cod-1-") == ["crate-0-cod-1-1", "crate-0-cod-1-2"]
    assert seen(after, "crate-0-cod-1-") == ["crate-0-cod-1-1"]
    assert place_of(after, "crate-0-cod-1-2") == licence
    assert place_of(after, "crate-0-cod-2-2") == place_of(drawn(before), "crate-0-cod-2-2"), "others wait in the bay"
    given = drawn(seated(before, 0, processed=0), 0, last=("pay", "crate"))
    assert seen(given, "processed-0-") == []
    assert place_of(given, "processed-0-1") == place_of(given, "pile-discards")


# Nothing hidden is in it.


def test_pictures_of_tables_that_differ_only_in_secrets_are_equal():
    rng = Random(3)
    for match, at in moments(23):
        state = match.states[at]
        last = match.moves[at - 1] if at else None
        for viewer in range(-1, state.players):
            other = state.view(viewer).guess(rng)
            lasts = [last]
            if last and last[0] in ("draw", "captain") and match.states[at - 1].seat != viewer:
                lasts = [(*last[:-1], kind) for kind in BOATS]
            pictures = {
                draw(one.view(viewer), viewer=viewer, last=move, legal=viewer == state.turn())
                for one in (state, other)
                for move in lasts
            }
            assert len(pictures) == 1


def test_a_hidden_hand_is_a_card_back_with_its_number_and_never_a_question_mark():
    for match, at in moments(19):
        state = match.states[at]
        svg = drawn(state, CHANCE)
        assert HIDDEN not in {node.text for node in ET.fromstring(svg).iter(f"{SVG}text")}
        assert by_id(svg, "hand-tuna") is None
        if size := hands.hand_size(state, 0):
            assert not [name for name in attribute(svg, "id") if "-card-" in name]
            assert (
                "1 card: only its owner sees it" if size == 1 else f"{size} cards: only their owner sees them"
            ) in words(svg)


def traits(table):
    """Return all that the widgets of a table send to the browser, but for the save code."""
    found, todo = [], [table]
    while todo:
        widget = todo.pop()
        todo += [*getattr(widget, "children", ()), *filter(None, [getattr(widget, "layout", None)])]
        assert isinstance(widget, ipywidgets.Widget)
        state = widget.get_state()
        found += [
            f"{name}={value}" for name, value in state.items() if name not in ("code", "children", "layout", "own_id")
        ]
    return re.sub(r"IPY_MODEL_\w+|fig\d+|\bb\d+-?", "", "\n".join(sorted(found)))


QUIET = ("first 1", "show shrimp", "show cod")
DRAWS = (
    *QUIET, "decline", "decline", "show tuna", "show lobster", "draw shrimp", "draw {}", "discard shrimp", "draw cod",
    "draw cod", "discard cod",
)  # fmt: skip
HIRES = (
    *QUIET, "nominate shrimp", "bid 4", "pass", "pay tuna", "pay cod", "decline", "show lobster", "launch shrimp",
    "captain shrimp-1 {}", "draw shrimp", "draw shrimp", "discard shrimp", "draw cod", "draw cod", "discard cod",
)  # fmt: skip


@pytest.mark.few(1)
@pytest.mark.parametrize("lines", [DRAWS, HIRES], ids=["a draw", "a captain"])
@pytest.mark.parametrize("seats", [("person", "greedy"), ("person", "person")], ids=["one person", "two persons"])
def test_no_secret_of_another_seat_reaches_the_browser(lines, seats):
    """Two games in which Seat B drew or hired another card look the same from Seat A, in every trait."""
    sent = []
    for card in ("lobster", "king-crab"):
        match = Match(Fleet, 2)
        for line in lines:
            match.play(line.format(card))
        assert (match.state.round, match.state.turn()) == (2, 0)
        sent.append(traits(Table(match, seats=list(seats), seed=1)))
        table = Table(match, seats=list(seats), seed=1, plot=False)
        ask(table, "uncover")
        for place in range(len(match.moves) + 1):
            table.go(place)
            sent.append(traits(table))
    half = len(sent) // 2
    assert len(sent) == 2 * half
    for one, other in zip(sent[:half], sent[half:], strict=True):
        assert one == other


def test_no_secret_stays_on_the_screen_while_it_changes_hands():
    """Seat B draws and discards, then the cover asks for Seat A: what Seat B drew is nowhere any more."""
    sent = []
    for card in ("lobster", "king-crab"):
        match = Match(Fleet, 2)
        for line in (*QUIET, "decline", "decline", "show tuna", "show lobster"):
            match.play(line)
        table = Table(match, seats=["person", "person"], dice="table", plot=False)
        for line in ("draw shrimp", f"draw {card}", "discard shrimp", "draw cod", "draw cod"):
            if line.startswith("discard"):
                assert table.board.cover == "Hand the screen to Seat B."
                ask(table, "uncover")
            ask(table, "move", move=line)
        assert table.board.cover == "Hand the screen to Seat A."
        sent.append(traits(table))
    assert sent[0] == sent[1]


def test_the_test_of_secrets_sees_a_difference_where_there_is_one():
    sent = set()
    for card in ("lobster", "processing"):
        match = Match(Fleet, 2)
        for line in (*QUIET, "decline", "decline", "show tuna", "show lobster", "draw shrimp", f"draw {card}"):
            match.play(line)
        sent.add(traits(Table(match, seats=["greedy", "person"], seed=1)))
    assert len(sent) == 2, "the owner sees the own card"


def test_the_words_of_the_log_are_the_same_from_a_view():
    for match, at in moments(4):
        if at == len(match.moves):
            continue
        state, move = match.states[at], match.moves[at]
        for viewer in range(-1, state.players):
            if viewer != state.seat:
                own = state.say(move, viewer)
                assert state.view(viewer).say(move, viewer) == own
                assert HIDDEN not in own


# Robust.


def test_a_picture_is_sound_small_and_of_few_steps_even_with_seventeen_boats():
    state = large()
    for one in (state, replace(state, phase="hire", step="captain"), play(state, "nominate cod", "bid 9")):
        svg = drawn(one)
        root = ET.fromstring(svg)
        ids = [node.get("id") for node in root.iter() if node.get("id")]
        assert len(ids) == len(set(ids))
        assert len(svg) < 150_000
        assert calls(lambda one=one: drawn(one)) < 22_000


def estimated(node, x):
    """Return the left and right end of a text, by the average breadth of letters."""
    cls = node.get("class", "")
    size = re.search(r"\bt(\d\d)\b", cls) or re.search(r"font-size:(\d+)", node.get("style", ""))
    wide = len("".join(node.itertext())) * 0.47 * float(12.5 if "fs" in cls.split() else size[1] if size else 16)
    left = x - wide if "end" in cls.split() else x - wide / 2 if "mid" in cls.split() else x
    return left, left + wide


def texts(node, x=0.0):
    """Return all texts below a node with where they stand."""
    move = re.match(r"translate\(([-\d.]+)", node.get("transform", ""))
    x += float(move[1]) if move else 0
    if node.tag == f"{SVG}text":
        yield node, x + float(node.get("x"))
    for child in node:
        yield from texts(child, x)


def test_the_board_is_always_of_one_size_and_no_text_leaves_it_or_is_too_small():
    states = [match.states[at] for match, at in moments(41)] + [large(), play(large(), "nominate cod", "bid 9")]
    for state in states:
        svg = drawn(state, max(0, state.turn()))
        root = ET.fromstring(svg)
        assert root.get("viewBox") == "0 0 600 490"
        assert BOARD_SIZE == (600, 490)
        assert min(map(float, re.findall(r"font-size:([\d.]+)px", svg))) >= SMALLEST_TEXT
        for node, x in texts(root):
            left, right = estimated(node, x)
            assert left > -2, node.text
            assert right < 602, node.text


def test_names_from_a_card_file_are_escaped_and_fitted():
    path = Path(deck.__file__).with_name("fleet.toml")
    data = copy.deepcopy(tomllib.loads(path.read_text(encoding="utf-8")))
    data["crates"]["capacity"] = 9
    data["licences"]["cod"]["title"] = "<script>alert(1)</script> & more"
    data["boats"]["cod"]["title"] = "Onelongwordthatnocardinthehandcouldhold"
    match = Match(Fleet, 3, cards=data)
    match.run([BOTS["engine-builder"]] * 3, Random(3))
    for state in match.states[::40]:
        svg = drawn(state, 0)
        assert "<script>" not in svg
        ET.fromstring(svg)
    assert any(boat.crates > 4 for state in match.states for side in state.sides for boat in side.boats)


def test_a_picture_without_a_viewer_shows_the_seat_to_act_or_the_first():
    state = seated(play(auction(3, first=1), "nominate cod", "bid 5"), 0, ["tuna"])
    assert state.turn() == 2
    assert "Seat C can pay 11" in words(drawn(state, None, legal=True))
    assert by_id(drawn(state, None, legal=False), "hand-tuna") is not None
    assert by_id(drawn(state, None, legal=False), "hand-cod") is None
    assert state._repr_svg_() == still(drawn(state, None, legal=False))


def test_board_buttons_have_short_words():
    board = Board()
    state = Fleet.start(2)
    for step in ("first 1", "show cod", "show tuna", "decline", "decline", "show shrimp", "show shrimp"):
        board.show(state, legal=True)
        assert all(choice["label"] and len(choice["label"]) < 30 for choice in board.choices)
        state = play(state, step)
    board.show(state, legal=True)
    assert {choice["label"] for choice in board.choices} >= {"Cod", "King Crab"}
    boats = (Boat("cod-1", "cod"), Boat("cod-2", "cod"))
    hiring = replace(seated(auction(), 0, boats=boats, licences=("cod",)), phase="hire", step="captain")
    board.show(hiring, legal=True, marks=("seat 1",))
    assert "Tuna on Cod boat 2" in {choice["label"] for choice in board.choices}
    assert all(FACE.label(hiring, move) or move == ("done",) for move in hiring.moves())


# Steps and plots.


def test_fishing_can_be_walked_through_seat_by_seat():
    walked = 0
    for match, at in moments():
        told = FACE.steps(match, at)
        if not told:
            continue
        walked += 1
        before, after = match.states[at - 1], match.states[at]
        caught = results.caught(before, after)
        assert sum(caught.values()) == before.crates - after.crates + after.credited - before.credited
        assert len(told) == len(caught) + 1
        marks, text = told[0]
        seat = int(marks[0].split()[1])
        assert text.startswith(f"Fishing: {after.seat_name(seat)} takes {caught[seat]} crate")
        svg = drawn(after, CHANCE, marks=marks)
        assert re.search(r'class="ph-on"/><text[^>]*>Fishing<', svg)
        assert svg.count('class="fished"') >= caught[seat]
    assert walked > 15


def test_the_small_plot_counts_the_crates_of_a_moment_once(monkeypatch):
    match = matches()[0]
    rows = plots.crate_rows(match)
    monkeypatch.setattr(Side, "crates", property(lambda _: pytest.fail("they were counted before")))
    assert plots.crate_rows(match) == rows


def test_plot_rows_say_what_the_states_say():
    for match in matches():
        states = match.states
        for row in plots.crate_rows(match):
            assert row["left"] == states[row["at"]].crates
        assert plots.crate_rows(match)[-1]["left"] == match.state.crates
        sales = plots.sale_rows(match)
        assert [row["bid"] for row in sales[1:]] == [sale.price for sale in match.state.sales]
        assert all(row["bid"] >= row["minimum"] for row in sales[1:])
        assert all(len(states[row["at"]].sales) >= row["sale"] for row in sales)
        for row in plots.point_rows(match):
            scores = states[row["at"]].scores()
            assert tuple(row[f"seat {seat}"] for seat in range(match.seats)) == scores
            assert sum(row[source] for source in ("licences", "boats", "crates", "bonuses")) == sum(scores)


def test_the_plot_agrees_with_the_scrubber_at_every_position():
    match = matches()[0]
    chart = Chart(next(plot for plot in plots.PLOTS if "source" in plot.title))
    for at in range(0, len(match.states), 37):
        state = match.states[at]
        points = [state.points(seat) for seat in range(state.players)]
        parts = ", ".join(f"{source} {sum(one[source] for one in points)}" for source in points[0])
        assert f"At round {state.round}: {parts}." in chart.html(match, at)


def test_hand_value_is_guessed_for_hidden_hands_and_exact_for_known_ones():
    match = matches()[2]
    full, own, public = (plots.hand_rows(match, viewer) for viewer in (None, 1, CHANCE))
    assert plots.hand_rows(match) == public, "a plot at the table shows no hand"
    assert [row["round"] for row in full] == list(range(1, match.state.round + 1))
    for exact, mine, guessed in zip(full, own, public, strict=True):
        state = match.states[exact["at"]]
        assert exact["seat 1"] == mine["seat 1"] == hands.cash(state, 1)
        pool = [cash for cash, n in zip(CARDS.cash, state.view(CHANCE).supply, strict=True) for _ in range(n)]
        assert guessed["seat 1"] == pytest.approx(hands.hand_size(state, 1) * sum(pool) / len(pool), abs=0.06)
    assert any(exact["seat 0"] != guessed["seat 0"] for exact, guessed in zip(full, public, strict=True))


def test_what_the_table_asks_is_public():
    for match, at in moments(53):
        state = match.states[at]
        for seat in range(state.players):
            assert FACE.seat_note(state, seat) == FACE.seat_note(state.view(CHANCE), seat)
            assert str(hands.hand_size(state, seat)) in FACE.seat_note(state, seat)
    assert FACE.subtitle(Fleet.start(3)) == "3 players, 75 crates"


def test_random_play_draws_at_every_step():
    steps = set()
    for seed in range(3):
        for state, move in laws.walk(Fleet.start(2 + seed, advanced=seed == 1), Random(seed)):
            if state.step not in steps or not seed:
                steps.add(state.step)
                svg = draw(state, legal=True, last=move)
                assert f"Round {state.round}" in words(svg)
    assert len(steps) == 13


def test_the_small_picture_of_a_card_shows_fleet_hand_and_crates_and_can_leave_the_sums_out():
    boats = (Boat("cod-1", "cod", "tuna", 4), Boat("cod-2", "cod"), Boat("king-crab-1", "king-crab", "cod", 2))
    licences = ("cod", "processing", "king-crab-crates")
    state = seated(auction(3), 0, ["cod", *BOATS], licences=licences, boats=boats, processed=3)
    svg = draw(state.view(0), viewer=0, compact=True)
    assert ET.fromstring(svg).get("width") == "420"
    assert "75 of 75 crates left" in words(svg)
    points = sum(state.points(0).values())
    assert f"You 7 cards, {points} points" in words(svg)
    plain = draw(state.view(0), viewer=0, compact=True, marks=("plain",))
    assert "points" not in words(plain)
    assert "can pay" not in words(plain)
    for node, x in texts(ET.fromstring(svg)):
        assert estimated(node, x)[1] < 440, node.text
    assert draw(state, compact=True, legal=True) == draw(state, legal=True)
    assert draw(large(), compact=True) == draw(large()), "too many kinds for a small picture"


def test_what_was_just_turned_up_wears_both_frames_the_last_moves_and_that_of_a_choice():
    state = auction(2, display=("cod", "tuna"))
    svg = drawn(state, last=("show", "tuna"))
    last = re.search(r'<g id="[^"]*-last".*?</g>', svg)[0]
    assert "lastline" in last and 'class="can"' in last
    watched = drawn(state, 1, last=("show", "tuna"))
    assert 'class="can"' not in re.search(r'<g id="[^"]*-last".*?</g>', watched)[0]
