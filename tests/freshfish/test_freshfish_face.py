"""The picture of Fresh Fish shows what the state says: plots, owners, bids, routes, and what would become a street."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import cache
from html import unescape
from random import Random

import boards
import pytest
from faces import moves_on
from fishlab_widgets import Table
from fishlab_widgets.freshfish import city_picture, maps, plots
from fishlab_widgets.freshfish.city import ICON
from fishlab_widgets.freshfish.face import FACE
from fishlab_widgets.live.board import Board
from fishlab_widgets.live.face import Look, draw
from measure import calls
from sending import ask

from fishlab import CHANCE, OVER, FreshFish, Match
from fishlab.core import HIDDEN, SEAT_LETTERS
from fishlab.freshfish.city import OUTLETS, SUPPLIES, expropriate
from fishlab.freshfish.outlook import cut_off, outlets, routes, would_expropriate
from fishlab.freshfish.players import BOTS
from fishlab.freshfish.words import about, last_expropriated
from fishlab.graphs import components

CORNERS = {2: ["g7", "a1", "g1"], 3: ["h8", "a1", "h1"], 4: ["i9", "a1", "i1"], 5: ["j10", "a1", "j1"]}


@cache
def match(players=2, seed=3, **options):
    """Return a whole game among greedy bots."""
    played = Match(FreshFish, players, **options)
    played.run([BOTS["greedy"]] * players, Random(seed))
    assert played.over
    return played


def moments(played, phase):
    """Return the positions at which a phase begins or goes on."""
    return [number for number, state in enumerate(played.states) if state.phase == phase]


def ids(svg, kind):
    return set(re.findall(rf' id="f[0-9a-f]+-{kind}-([a-j]\d+)"', svg))


def targets(svg, attribute):
    return {unescape(found) for found in re.findall(rf'{attribute}="([^"]*)"', svg)}


def node(svg, attribute, value):
    """Return the attributes of the target with a move or mark."""
    found = re.search(rf'<g [^>]*{attribute}="{re.escape(value)}"[^>]*>', svg)
    assert found, f"no {attribute}={value}"
    return {name: unescape(text) for name, text in re.findall(r'([\w-]+)="([^"]*)"', found[0])}


def words(svg):
    return [element.text for element in ET.fromstring(svg).iter() if element.tag.endswith("text")]


def city(players=2, **options):
    return FreshFish.start(players, supplies=CORNERS[players], **options)


def play(state, *lines):
    for line in lines:
        move = state.parse(line)
        assert move in state.moves(), (line, state.why_not(move))
        state = state.after(move)
    return state


# The city.


@pytest.mark.few(1)
@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("players", FreshFish.seats)
def test_every_plot_shows_what_lies_on_it(players, compact):
    played = match(players, zones=2, demonstrations=2)
    for state in played.states[:: len(played.states) // 6]:
        svg = draw(state, compact=compact)
        contents = dict(zip(state.plot_names(), state.contents(), strict=True))
        for kind in ("supply", "outlet", "apo", "zone"):
            assert ids(svg, kind) == {plot for plot, one in contents.items() if one.what == kind}
        streets = {plot for plot, one in contents.items() if one.what in ("street", "demonstration")}
        assert ids(svg, "street") == streets
        assert ids(svg, "plot") == {plot for plot, one in contents.items() if one.what in ("empty", "reserved")}
        assert ids(svg, "cube") == {plot for plot, one in contents.items() if one.what == "reserved"}
        assert f"{len(streets)} streets" in svg


def test_streets_join_up_with_streets_and_terminals_beside_them_and_with_nothing_else():
    state = match().state
    svg = draw(state)
    contents = dict(zip(state.plot_names(), state.contents(), strict=True))
    size, roads = state.size, 0
    for number, (plot, content) in enumerate(contents.items()):
        if content.what != "street":
            continue
        row, column = divmod(number, size)
        joined = 0
        for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            if 0 <= row + dy < size and 0 <= column + dx < size:
                beside = list(contents.values())[(row + dy) * size + column + dx]
                joined += beside.what in ("street", "demonstration", "supply", "outlet")
        drawn = re.search(rf'-street-{plot}"[^>]*>(.*?)</g>', svg)[1]
        found = re.search(r'<path d="((?:M0 0L[^"M]+)+)" class="road"', drawn)
        assert (found[1].count("M") if found else 0) == joined
        roads += joined
    assert roads > 40


def test_an_outlet_wears_its_owners_colour_and_badge_and_its_own_icon():
    state = match(3).state
    svg = draw(state)
    icons = dict(zip(OUTLETS, ("herring", "atom", "drop", "pawn"), strict=True))
    for seat in range(3):
        for outlet, plot in outlets(state, seat).items():
            if plot:
                drawn = re.search(rf'-outlet-{plot}"[^>]*>(.*?)</g></g>', svg)[1]
                assert f"so-{'abc'[seat]}" in drawn
                assert f">{SEAT_LETTERS[seat]}</text>" in drawn
                assert f"-g-{icons[outlet]}" in drawn


@pytest.mark.long
def test_plots_that_have_just_become_streets_stand_out_until_the_next_tile():
    played = match()
    for before, state in zip(played.states, played.states[1:], strict=False):
        assert ids(draw(state, last=("pass",)), "fresh") == {one.plot for one in last_expropriated(state)}
        if state.expropriated and before.expropriated != state.expropriated:
            delays = re.findall(r'-street-([a-g]\d)"[^>]*data-delay="(\d+)"', draw(state))
            assert {plot for plot, _ in delays} == {one.plot for one in last_expropriated(state)}


@pytest.mark.parametrize("word", ["reserve", "place", "supply"])
def test_the_last_move_is_framed_on_its_plot(word):
    played = match()
    at = next(number for number, move in enumerate(played.moves, 1) if move[0] == word)
    svg = draw(played.states[at], last=played.moves[at - 1])
    assert svg.count('-last"') == 1
    assert '-last"' not in draw(played.states[at], last=("draw",))


@pytest.mark.few(1)
@pytest.mark.parametrize("compact", [False, True])
@pytest.mark.parametrize("players", FreshFish.seats)
def test_one_game_is_one_size_of_picture_so_that_pieces_can_glide(players, compact):
    played = match(players)
    sizes = {re.search(r'viewBox="[^"]*"', draw(state, compact=compact))[0] for state in played.states[::25]}
    assert len(sizes) == 1


def test_text_is_never_smaller_than_twelve():
    for players in FreshFish.seats:
        for compact in (False, True):
            svg = draw(match(players).states[-30], legal=True, compact=compact)
            assert min(float(size) for size in re.findall(r"font-size:([\d.]+)px", svg)) >= 12


# The board of a table.


@pytest.mark.few(1)
@pytest.mark.parametrize("players", FreshFish.seats)
def test_a_board_fits_a_screen_keeps_its_height_and_offers_every_legal_move(players):
    heights = set()
    options = {"zones": 2, "demonstrations": 2, "supplies": "complex"} if players % 2 else {}
    for one in boards.some_moments(FreshFish, players, 1, every=31, **options):
        svg = boards.check_board(one)
        cards = {one.game.notation(move) for move in FACE.offers(one.state)}
        assert moves_on(svg) | cards >= {one.game.notation(move) for move in one.state.moves()}
        heights.add(boards.height(svg))
        boards.check_words(one.state)
    assert len(heights) == 1


def test_a_board_keeps_its_targets_large_in_the_largest_city_that_a_file_can_ask_for():
    figures = FreshFish.canonical({"tables": "fishlab/freshfish/freshfish.toml"})["tables"]
    figures["players"]["5"]["size"] = 12
    played = Match(FreshFish, 5, tables=figures, supplies="moderate")
    for _ in range(9):
        played.play(played.state.sample(Random(1)))
    boards.check_board(played)


def test_a_board_shows_money_markers_and_the_length_of_every_route():
    played = match(5)
    for state in (played.states[-60], played.state):
        root = ET.fromstring(FACE.board(state, Look(prefix="p7", legal=True)))
        found = {
            item.get("id"): [part.text for part in item.iter() if part.tag.endswith("text")] for item in root.iter()
        }
        for seat, letter in enumerate("ABCDE"):
            assert found[f"p7-seat-{seat}"] == [letter]
            lengths = [found[f"p7-length-{letter}-{route.kind}"] for route in routes(state, seat)]
            assert lengths == [[str(route.length)] for route in routes(state, seat)], "a missing one counts the cap"
            (money,), (result,), (markers,) = (found[f"p7-{row}-{seat}"] for row in ("purse", "result", "markers"))
            assert (int(money), int(markers)) == (state.money[seat], state.supply[seat])
            assert sum(int(length) for (length,) in lengths) - int(money) == int(result.replace("−", "-"))
            assert int(result.replace("−", "-")) == state.scores()[seat], "the sum of the column is the score"
        deck = state.deck_counts()
        assert found["p7-deck"][1:] == [str(deck[outlet]) for outlet in OUTLETS]


def test_only_a_plot_that_can_be_chosen_now_has_a_dot():
    state = play(city(3), "reserve d4")
    svg = FACE.board(state, Look(prefix="p7", legal=True))
    dots = set(re.findall(r'data-move="reserve (\w+)"', svg))
    assert dots == {move[1] for move in state.moves() if move[0] == "reserve"}
    assert svg.count('class="opt"') == len(dots)
    assert 'class="opt"' not in FACE.board(state, Look(prefix="p7"))


def test_what_would_become_a_street_is_worked_out_once_for_a_city_whatever_is_bid(monkeypatch):
    state = auction()
    draw(state, legal=True)
    monkeypatch.setattr(city_picture, "would_expropriate", lambda *_: pytest.fail("it was worked out before"))
    assert draw(state.after(("bid", 3)), legal=True)


def test_at_the_end_the_routes_of_one_seat_are_on_the_board_the_viewers_or_the_winners_first():
    state = match(3).state
    shown = [kind.kind for kind in routes(state, 1) if kind.plots]

    def ways(**look):
        return set(re.findall(r'id="p7-way-([A-C])-([\w-]+)"', FACE.board(state, Look(prefix="p7", **look))))

    assert ways(viewer=1) == ways(marks=("routes B",)) == {("B", kind) for kind in shown}
    winner = SEAT_LETTERS[state.winners()[0]]
    assert {letter for letter, _ in ways()} == {letter for letter, _ in ways(viewer=CHANCE)} == {winner}
    assert ways(marks=("route A fish-market",)) == set(), "one route that was asked for stands alone"
    before = match(3).states[-40]
    assert "-way-" not in FACE.board(before, Look(prefix="p7"))
    assert FACE.toggle(("routes A", "plan b1"), "route A fish-market") == ("plan b1", "route A fish-market")


def test_the_facts_at_the_end_add_up_to_the_scores():
    state = match(4).state
    facts = FACE.facts(state)
    assert [name for name, _ in facts] == [state.seat_name(seat) for seat in range(4)]
    for (_, value), score in zip(facts, state.scores(), strict=True):
        *routes, money = map(int, re.findall(r"\d+", value))
        assert len(routes) == 4
        assert sum(routes) - money == score
    assert FACE.facts(match(4).states[9]) == ()
    assert state.seat_name(state.winners()[0]) in state.decided()
    assert match(4).states[9].decided() == ""


def test_a_hidden_bid_changes_nothing_that_another_seat_sees():
    for players in (2, 4):
        state = auction(players)
        one, other = play(state, "bid 2"), play(state, "bid 11")
        for viewer in (1, CHANCE):
            seen = [FACE.board(twin.view(viewer), Look(viewer, True, prefix="p7")) for twin in (one, other)]
            assert seen[0] == seen[1]
            assert one.view(viewer).coach() == other.view(viewer).coach()
        assert FACE.board(one.view(0), Look(0, True, prefix="p7")) != FACE.board(
            other.view(0), Look(0, True, prefix="p7")
        )


def test_a_card_for_drawing_is_there_before_it_can_be_played_and_says_what_it_needs():
    state = city()
    assert FACE.offers(state) == [("draw",)]
    assert state.explain(("draw",)) == "Needs a plot that you have reserved first"
    ready = play(state, "reserve d4", "reserve e4")
    assert ready.explain(("draw",)).startswith("An outlet is auctioned")
    assert list(FACE.offers(auction())) == [("bid", price) for price in range(16)]
    assert FACE.offers(play(ready, "draw", "tile apo")) == ()
    assert set(FACE.offers(play(ready, "draw"))) == set(play(ready, "draw").moves())


def test_a_coach_tells_a_bidder_what_the_outlet_is_worth():
    state = auction()
    own = state.reservations(state.actor)
    best = min(state.reach(state.hand)[plot] for plot in own)
    assert f"{best} at best, not {state.cap}: it is worth {state.cap - best} points if" in state.coach()
    assert state.explain(("bid", 0)) == "Pays nothing; can win only if all others bid 0"
    bare = play(city(3), "reserve d4", "reserve e4", "reserve f4", "draw", "tile apo", "place d4")
    bare = play(bare, "draw", "tile fish-market", "bid 1", "bid 1")
    assert bare.reservations(bare.actor) == ()
    assert "stays off the board" in bare.coach()


def test_coach_and_guide_say_that_the_last_outlet_comes_free_and_needs_a_plot():
    begin = city(3)
    free = f"you get the last outlet of a kind free, but without a plot it counts {begin.cap}"
    first = play(begin, "reserve d4", "reserve e4", "reserve f4")
    for state in (begin, first):  # with no plot reserved, and with one that a wall may take
        assert free in state.coach().replace("You get", "you get")
    served = first.but(owned=(15, 0, 0))
    assert "comes to you free" not in served.coach(), "whoever has all four outlets needs no plot"
    steps = FreshFish.words.first_round(begin)
    assert any(free in step.text and "draw" in step.until for step in steps)


def test_coach_and_rule_speak_only_of_outlets_that_one_lacks_and_of_a_deck_that_holds_tiles():
    rng, seen = Random(4), set()
    for players in (2, 3, 2, 4):
        state = FreshFish.start(players, spare_apos=2)
        while state.turn() != OVER:
            if state.phase == "turn":
                served, empty = state.owned[state.actor] == 15, not any(state.deck)
                said = f"{state.coach()} {state.rule()}"
                seen.add((served, empty))
                assert not (served and re.search("near|suit|comes to you|are auctioned", said)), said
                assert not (empty and re.search(r"\bdraw\b|[Tt]he last outlet", said)), said
                assert ("take a tile" in state.rule()) == empty
                assert "lack" not in said or state.owned[state.actor] not in (0, 15)
            state = state.after(rng.choice(state.moves()))
    assert seen == {(False, False), (True, False), (True, True)}, "an empty deck has dealt everybody all outlets"


@pytest.mark.parametrize("players", FreshFish.seats)
def test_the_board_says_what_a_missing_route_counts(players):
    state = city(players)
    assert f"missing or longer: {state.cap}" in words(FACE.board(state, Look(0, True, prefix="p")))


def test_the_prompt_says_why_it_is_your_turn_again_after_an_auction_that_another_won():
    bare = play(city(3), "reserve d4", "reserve e4", "reserve f4", "draw", "tile fish-market")
    said = "Seat A: somebody else got your tile. Go on: reserve or draw"
    again = play(bare, "bid 0", "bid 2", "bid 1", "place e4")
    assert (again.turn(), again.prompt()) == (0, said)
    later = play(again, "reserve d5")
    for _ in range(2):
        later = later.after(later.moves()[0])
    assert (later.turn(), later.prompt()) == (0, "Seat A: reserve a plot or draw a tile")
    won = play(bare, "bid 3", "bid 2", "bid 1", "place d4")
    assert "did not win" not in won.prompt(), "the turn goes to the next seat"
    unplaced = play(bare.but(marks=bare.marks.replace("B", ".")), "bid 0", "bid 2", "bid 1")
    assert (unplaced.turn(), unplaced.prompt()) == (0, said), "also where the outlet stays off the board"


def test_plots_that_became_streets_are_called_new_streets():
    played = match()
    at = next(at for at, state in enumerate(played.states) if state.expropriated and state.phase == "turn")
    told = " ".join(filter(None, words(FACE.board(played.states[at], Look(prefix="p7")))))
    assert re.search(r"\d+ new streets?: ", told)
    assert "expropriated" not in told


def test_every_tile_explains_itself_in_one_line():
    state = match(2, zones=2, demonstrations=2).state
    for what in ("harbour", "game-factory", *OUTLETS, "apo", "zone", "demonstration", "street", "empty", "reserved"):
        assert 0 < len(about(state, what)) <= 70
    svg = FACE.board(match(2).states[60], Look(prefix="p7"))
    for plot in match(2).state.plot_names():
        assert re.search(rf'<g id="p7-at-{plot}"[^>]*data-note="[^"]+"', svg)


def test_a_refusal_stands_beside_its_plot_inside_the_picture():
    state = play(city(5), "reserve e5", "reserve a9", "reserve j4")
    for plot in ("e5", "a9", "j4", "a10", "j1"):
        move = ("reserve", plot)
        svg = FACE.board(state, Look(legal=True, refused=(move, state.why_not(move)), prefix="p7"))
        box = next(item for item in ET.fromstring(svg).iter() if item.get("class") == "bubble" and item.get("width"))
        x, y, wide, high = (float(box.get(name)) for name in ("x", "y", "width", "height"))
        assert x + wide <= 600
        assert y + high <= 490
        cx, cy = map(float, re.search(r'-cross".*?cx="([\d.]+)" cy="([\d.]+)"', svg).groups())
        assert not (x < cx < x + wide and y < cy < y + high), "the bubble does not cover what it speaks of"


def test_a_reservation_changes_little_of_the_board():
    state = play(city(5), "reserve e5", "reserve a9", "reserve j4", "reserve e9", "reserve e1")
    later = play(state, "reserve e6")
    one, other = (FACE.board(each.view(each.turn()), Look(each.turn(), True, prefix="p7")) for each in (state, later))
    assert boards.resent(one, other) < len(other) / 8
    boards.check_ghost(one)


def test_the_summary_and_the_key_are_short_and_stand_alone():
    boards.check_summary(FreshFish)
    boards.check_signs(FreshFish)


# Moves, targets and previews.


def test_reserving_and_placing_are_targets_on_their_plots_and_drawing_is_a_button():
    state = play(city(), "reserve d4", "reserve b7")
    board = Board()
    board.show(state, viewer=0)
    assert targets(board.svg, "data-move") == {" ".join(move) for move in state.moves() if move[0] == "reserve"}
    assert [(choice["move"], choice["label"], choice["key"]) for choice in board.choices] == [
        ("draw", "Draw a tile (D)", "d")
    ]
    placing = play(state, "draw", "tile apo")
    board.show(placing, viewer=0)
    assert targets(board.svg, "data-move") == {"place d4"}


def test_zones_building_and_supplies_by_hand_are_targets_too():
    state = play(city(zones=2), "reserve d4", "reserve e4", "draw", "tile apo", "place d4", "draw", "tile zone")
    assert targets(draw(state, legal=True), "data-move") == {"zone d4"}
    state = play(state, "zone d4", "reserve c4", "reserve f4", "draw", "tile apo")
    assert targets(draw(state, legal=True), "data-move") == {"place c4", "build d4"}
    start = FreshFish.start(2)
    assert targets(draw(start, legal=True), "data-move") == {start.notation(move) for move in start.moves()}


def test_bids_are_buttons_with_digits_for_keys():
    state = play(city(), "reserve d4", "reserve e4", "draw", "tile fish-market")
    board = Board()
    board.show(state.view(0), viewer=0)
    assert [choice["label"] for choice in board.choices] == [f"Bid {price}" for price in range(16)]
    assert [choice["key"] for choice in board.choices] == [*"0123456789", *[""] * 6]


def test_the_deck_is_counted_in_words_one_tile_or_several():
    state = FreshFish.start(3)
    found = re.search(r"Still in the deck: ([^\"]+)\.", FACE.board(state, Look()))
    many = state.deck_counts()
    assert found[1].split(", ")[:2] == [f"{many['apo']} APOs", f"{many['fish-market']} fish markets"]


def test_tiles_drawn_by_the_class_and_the_empty_deck_are_buttons_in_words():
    state = play(city(), "reserve d4", "reserve e4", "draw")
    assert {FACE.label(state, move) for move in state.moves()} == {
        "APO", "Fish market", "Nuclear waste disposal", "Gas station", "Game shop",
    }  # fmt: skip
    assert [FACE.label(state, ("take", tile)) for tile in ("apo", "street")] == ["Take an APO (A)", "Take a street (S)"]
    assert [FACE.key(state, ("take", tile)) for tile in ("apo", "street")] == ["a", "s"]
    assert (FACE.label(state, ("pass",)), FACE.key(state, ("pass",))) == ("Pass (P)", "p")


@pytest.mark.long
def test_pointing_at_a_plot_says_and_lights_what_would_become_a_street():
    checked = 0
    played = match()
    for number in moments(played, "turn")[::6]:
        state = played.states[number]
        svg = draw(state, legal=True)
        for move in state.moves():
            if move[0] == "reserve":
                found = node(svg, "data-move", f"reserve {move[1]}")
                links = {name.rpartition("-")[2] for name in found.get("data-links", "").split()}
                apo, outlet = (would_expropriate(state, move[1], tile) for tile in ("apo", "fish-market"))
                assert links == {*apo, *outlet}
                assert links <= ids(svg, "will")
                if apo == outlet:
                    assert ("would force no street" in found["data-note"]) == (not apo)
                    assert ("a street." in found["data-note"]) == (len(apo) == 1)
                assert all(plot in found["data-note"] for plot in links)
                checked += bool(links)
    assert checked > 10


@pytest.mark.long
def test_placing_previews_the_streets_of_the_tile_in_hand():
    played = match()
    for number in moments(played, "place"):
        state = played.states[number]
        svg = draw(state, legal=True)
        for _, plot in state.moves():
            found = node(svg, "data-move", f"place {plot}")
            links = [name.rpartition("-")[2] for name in found.get("data-links", "").split()]
            assert links == list(would_expropriate(state, plot))
            after = state.after(("place", plot))
            assert set(links) == {one.plot for one in last_expropriated(after)}, "the preview comes true"
            if state.hand in OUTLETS:
                assert f"route {state.reach(state.hand)[plot]} at best" in found["data-note"]


def test_where_nothing_can_be_played_a_plot_can_still_be_planned():
    played = match()
    state = played.states[moments(played, "turn")[20]]
    svg = draw(state)
    empty = {plot for plot, one in zip(state.plot_names(), state.contents(), strict=True) if one.what == "empty"}
    assert {f"plan {plot}" for plot in empty} <= targets(svg, "data-mark")
    plot = next(plot for plot in sorted(empty) if would_expropriate(state, plot))
    planned = draw(state, marks=[f"plan {plot}"])
    assert set(re.findall(r'-will-([a-g]\d)" class="will on"', planned) or re.findall(
        r'id="f\w+-will-([a-g]\d)"[^>]*class="will on"', planned)) == set(would_expropriate(state, plot))  # fmt: skip
    assert f"If {plot} were built on" in planned
    assert FACE.toggle(("route A game-shop", f"plan {plot}"), f"plan {plot}") == ("route A game-shop",)
    assert FACE.toggle(("plan a1",), "plan b1") == ("plan b1",)


def test_clicking_on_a_tile_that_is_taken_is_refused_with_the_rule():
    state = play(city(), "reserve d4", "reserve e4", "draw", "tile apo", "place d4")
    assert "reserve d4" in targets(draw(state, legal=True), "data-try")
    move = ("reserve", "d4")
    for compact in (False, True):
        svg = draw(state, legal=True, refused=(move, state.why_not(move)), compact=compact)
        assert "No reservation on “d4”" in svg
        assert "already holds an APO" in " ".join(words(svg))
        assert "Reserving a plot" in svg
        assert svg.count('-cross"') == 1


def test_what_somebody_types_is_escaped_in_the_bubble():
    state = city()
    move = ("reserve", "<img src=x onerror=alert(1)>")
    svg = draw(state, legal=True, refused=(move, state.why_not(move)))
    assert "<img" not in svg
    assert "&lt;img" in svg


# Routes.


def test_a_marked_route_counts_its_streets_to_its_length():
    played = match(2, demonstrations=2)
    state, shown = played.state, 0
    for seat in (0, 1):
        for found in routes(state, seat):
            if outlets(state, seat).get(found.kind) and found.plots:
                svg = draw(state, marks=[f"route {SEAT_LETTERS[seat]} {found.kind}"])
                drawn = re.search(rf'-route-{SEAT_LETTERS[seat]}-{found.kind}".*?</g>', svg)[0]
                counts = [int(count) for count in re.findall(r">(\d+)</text>", drawn)]
                costs = [3 if state.content(plot).what == "demonstration" else 1 for plot in found.plots]
                assert counts == [sum(costs[: number + 1]) for number in range(len(costs))]
                assert min(counts[-1], state.cap) == found.length
                shown += 1
    assert shown > 4


def test_outlets_show_their_route_on_a_click_and_say_their_length_on_hover():
    state = match(3).state
    svg = draw(state, compact=True)
    for seat in range(3):
        for found in routes(state, seat):
            if outlets(state, seat).get(found.kind):
                mark = node(svg, "data-mark", f"route {SEAT_LETTERS[seat]} {found.kind}")
                assert f"{found.length}" in mark["data-note"]


def test_an_outlet_without_a_route_says_what_it_counts():
    state = play(
        city(), "reserve d4", "reserve e4", "draw", "tile fish-market", "bid 3", "bid 0", "place d4"
    )  # fmt: skip
    svg = draw(state, marks=["route A fish-market"])
    assert "no route yet, it counts 8" in svg
    assert "-route-A-" not in svg


@pytest.mark.parametrize("mark", ["route Z fish-market", "route A cod", "plan z9", "later", "", "a: b: c", "new q1"])
def test_marks_that_mean_nothing_are_left_out(mark):
    state = match().states[60]
    assert draw(state, marks=[mark], prefix="x") == draw(state, prefix="x")


def test_a_lesson_points_at_plots_with_labels():
    svg = draw(match().states[40], marks=["A: c4", "d4", "you, it was: reserve e4"])
    assert ids(svg, "mark") == {"c4", "d4", "e4"}
    assert "you, it was" in words(svg)


# The auction.


def auction(players=3):
    state = city(players)
    for plot in ("d4", "e4", "f4", "g4")[:players]:
        state = play(state, f"reserve {plot}")
    return play(state, "draw", "tile waste-disposal")


@pytest.mark.parametrize("compact", [False, True])
def test_sealed_bids_are_envelopes_until_the_last_one_reveals_them(compact):
    state = play(auction(), "bid 4", "bid 9")
    for viewer in (CHANCE, 2):
        svg = draw(state.view(viewer), viewer=viewer, compact=compact)
        assert svg.count('class="flap"') == 2
        assert HIDDEN not in words(svg)
        assert "9" not in words(svg), "no bid leaks"
    shown = draw(play(state, "bid 9"), compact=compact)
    assert 'class="flap"' not in shown
    bids = re.findall(r'-bid-(\d)" x?[^>]*>(\d+)</text>|<text[^>]*-bid-(\d)"[^>]*>(\d+)</text>', shown)
    assert [(one or two, bid or again) for one, bid, two, again in bids] == [("0", "4"), ("1", "9"), ("2", "9")]
    assert "B and C tie: Seat B comes first clockwise from the drawer." in " ".join(words(shown))


def test_everybody_sees_who_has_bid_but_nobodys_bid_with_the_cover_down():
    state = play(auction(), "bid 4", "bid 9").view(CHANCE)
    assert state.bids == (HIDDEN, HIDDEN, None)
    assert state.committed() == (True, True, False)


def test_ones_own_sealed_bid_is_shown_to_oneself_alone():
    state = play(auction(), "bid 4")
    assert "you bid 4" in words(draw(state.view(0), viewer=0))
    assert "you bid 4" not in words(draw(state.view(1), viewer=1))
    assert "you bid 4" not in words(draw(state))


def test_a_shared_screen_hands_over_between_bids_and_reveals_them_together():
    table = Table(Match(FreshFish, 2, supplies=CORNERS[2]), seats=["person", "person"], plot=False, dice="table")

    def do(move):
        if table.board.cover:
            ask(table, "uncover")
        assert table.board.cover == ""
        ask(table, "move", move=move)

    for move in ("reserve d4", "reserve e4", "draw", "tile gas-station", "bid 7"):
        do(move)
    assert table.board.cover == "Hand the screen to Seat B."
    assert table.board.choices == []
    assert "bids 7" not in str(table.board.log)
    assert "you bid 7" not in words(table.board.svg)
    do("bid 5")
    assert table.state.auction.winner == 0
    assert "All bids: A 7, B 5" in str(table.board.log)


# Words around the board.


def test_the_end_names_the_winner_and_every_score():
    state = match(4).state
    for compact in (False, True):
        text = " ".join(words(draw(state, compact=compact)))
        assert f"{state.seat_name(state.winners()[0])} wins" in text
        assert all(str(score) in text for score in state.scores())


def test_a_coin_goes_from_the_purse_of_who_wins_an_auction_to_the_tile():
    game = match(4)
    place = next(
        n for n, one in enumerate(game.states) if one.auction and one.auction.price and game.moves[n - 1][0] == "bid"
    )
    before, after = game.states[place - 1], game.states[place]
    seat = after.auction.winner
    name = f'id="p-money-{seat}-{before.money[seat]}"'
    purse, gone = (re.search(rf'<g {name}[^>]*>', FACE.board(state, Look(prefix="p", last=game.moves[at])))[0]
                   for state, at in ((before, place - 2), (after, place - 1)))  # fmt: skip
    assert "away" not in purse
    assert 'class="away"' in gone
    assert f'id="p-money-{seat}-{after.money[seat]}"' in FACE.board(after, Look(prefix="p"))


def test_the_panel_shows_markers_money_and_lengths_of_every_seat():
    state = match(5).states[-60]
    text = words(draw(state))
    for seat in range(5):
        assert str(state.money[seat]) in text
        assert str(state.supply[seat]) in text


def test_a_seats_note_counts_the_outlets_on_the_board_and_names_those_off_it():
    state = match(5).states[-60]
    for seat in range(5):
        on, money = len(outlets(state, seat)), state.money[seat]
        coins = f"{money} coin{'s' * (money != 1)}"
        assert FACE.seat_note(state, seat) == f"{on} outlet{'s' * (on != 1)}, {coins}"
        owned = state.but(owned=(15,) * 5)
        assert FACE.seat_note(owned, seat) == (
            f"{on} outlets, {4 - on} off the board, {coins}" if on < 4 else FACE.seat_note(state, seat)
        )


def test_the_subtitle_says_what_is_special():
    start = FreshFish.start(4, zones=1, demonstrations=2, ties="left", supplies="complex")
    assert FACE.subtitle(start) == (
        "9 × 9 city, 4 players, lowest wins, complex supplies, 1 construction zone, 2 demonstrations, "
        "ties go to the drawer’s left"
    )
    assert FACE.subtitle(FreshFish.start(2)) == "7 × 7 city, 2 players, lowest wins"


# The walk through an expropriation.


@pytest.mark.long
def test_steps_replay_the_expropriation_plot_by_plot_with_the_reason():
    walked = 0
    played = match(3)
    for at in range(len(played.moves) + 1):
        steps = FACE.steps(played, at)
        state = played.states[at]
        if not at or played.moves[at - 1][0] not in ("place", "supply") or not state.expropriated:
            assert steps == []
            continue
        streets = last_expropriated(state)
        assert len(steps) == len(streets) + 1
        for number, (marks, told) in enumerate(steps):
            svg = draw(state, marks=marks)
            assert ids(svg, "street") & {one.plot for one in streets} == {one.plot for one in streets[:number]}
            assert ids(svg, "lost") == {mark.split()[1] for mark in marks if mark.startswith("lost")}
            assert targets(svg, "data-move") == targets(svg, "data-mark") == set()
            if number:
                plot, reason = streets[number - 1]
                assert f"{plot} becomes a street. {reason}" in told
                assert ids(svg, "new") == {plot}
        walked += 1
    assert walked > 5


def test_a_reservation_that_will_be_lost_is_back_on_its_plot_during_the_walk():
    lost = 0
    for seed in range(6):
        played = match(3, seed)
        for at, state in enumerate(played.states):
            for plot, _ in last_expropriated(state) if FACE.steps(played, at) else ():
                if played.states[at - 1].content(plot).owner is not None:
                    marks, _ = FACE.steps(played, at)[0]
                    assert plot in ids(draw(state, marks=marks), "cube")
                    assert plot not in ids(draw(state), "cube")
                    lost += 1
        if lost:
            break
    assert lost > 0


def test_what_is_cut_off_without_a_plot_is_what_the_reason_names():
    for at, state in enumerate(match().states):
        for plot, reason in last_expropriated(state) if at else ():
            away = cut_off(state, plot)
            if "the harbour" in reason:
                assert "a7" in away
            assert away
            assert plot not in away


def test_the_table_offers_the_walk_and_shows_its_words():
    played = match()
    table = Table(played, seats=["person", "person"], plot=False)
    at = next(at for at in range(len(played.states)) if len(FACE.steps(played, at)) > 2)
    table.go(at)
    assert table.board.walk["offered"]
    table.board.on_act("walk", {"by": 1})
    table.board.on_act("walk", {"by": 1})
    assert "becomes a street" in table.board.walk["text"]
    table.go(0)
    assert not table.board.walk["offered"]


# Plots and maps.


def test_rows_of_the_plots_are_the_states_figures_from_the_end_of_setup_on():
    played = match(3)
    lengths, money, score = (rows(played) for rows in (plots.route_rows, plots.money_rows, plots.score_rows))
    first = moments(played, "turn")[0]
    assert [row["at"] for row in lengths] == list(range(first, len(played.states)))
    for row, coins, points in zip(lengths[::11], money[::11], score[::11], strict=True):
        state = played.states[row["at"]]
        for seat, letter in enumerate("ABC"):
            assert row[letter] == sum(found.length for found in routes(state, seat))
            assert coins[letter] == state.money[seat]
            assert points[letter] == state.scores()[seat] == row[letter] - coins[letter]


def test_every_seat_has_a_line_of_its_own_in_every_plot():
    for plot in plots.PLOTS:
        assert [line.label for line in plot.lines(match(5))] == list("ABCDE")


def test_rows_by_outlet_begin_when_the_outlet_is_on_the_board():
    played = match()
    rows = plots.outlet_rows(played, 0)
    assert rows[0] | {"at": 0, "move": 0} == {
        "at": 0,
        "move": 0,
        "fish": None,
        "waste": None,
        "gas": None,
        "games": None,
    }
    state = played.state
    there = outlets(state, 0)
    for short, found in zip(("fish", "waste", "gas", "games"), routes(state, 0), strict=True):
        assert rows[-1][short] == (found.length if there.get(found.kind) else None)


def test_the_same_seed_plays_the_same_games_to_their_end():
    one, same, other = maps.play_games(3, 1), maps.play_games(3, 1), maps.play_games(3, 2)
    assert one == same != other
    assert all(game.end.turn() == OVER for game in one)


def test_played_games_keep_every_reservation_and_what_was_expropriated():
    match = Match(FreshFish, 2, supplies=CORNERS[2])
    rng = Random("freshfish/random/2/7/0")
    match.run([BOTS["random"]] * 2, rng)
    (game,) = maps.play_games(1, 7, supplies=CORNERS[2])
    assert game.end == match.state
    assert game.reserved == tuple(move[1] for move in match.moves if move[0] == "reserve")
    forced = [
        (one.plot, match.states[at - 1].content(one.plot).owner is not None)
        for at in range(1, len(match.states))
        if match.moves[at - 1][0] == "place"
        for one in last_expropriated(match.states[at])
    ]
    assert game.forced == tuple(plot for plot, _ in forced)
    assert game.lost == tuple(plot for plot, held in forced if held)


def test_the_street_map_shows_each_plots_share_with_words_and_data():
    games = maps.play_games(12, 5, supplies=CORNERS[2])
    rows = maps.street_rows(games)
    html = maps.street_map(12, 5, supplies=CORNERS[2]).data
    for row in rows:
        assert row["street"] == round(100 * sum(row["plot"] in game.forced for game in games) / 12)
    assert re.search(r'role="img" aria-label="City of 7 by 7 plots in 12 games of 2 random players', html)
    assert html.count("<tr>") == 8
    drawn = words(html[html.index("<svg") : html.index("</svg>") + 6])
    assert all(str(row["street"]) in drawn for row in rows if row["plot"] not in ("a7", *CORNERS[2]))
    assert "S" not in drawn, "fixed supplies are shown with their icons"
    assert "S" in words((other := maps.street_map(6, 1).data)[other.index("<svg") : other.index("</svg>") + 6])


@pytest.mark.long
def test_rings_tell_what_a_plot_is_worth_by_its_distance_from_the_middle():
    games = maps.play_games(8, 1, bot="greedy")
    rows = maps.ring_rows(games)
    assert [row["distance"] for row in rows] == [0, 1, 2, 3]
    assert sum(row["reserved"] for row in rows) == sum(len(game.reserved) for game in games)
    assert sum(row["outlets"] for row in rows) == sum(
        plot is not None for game in games for seat in (0, 1) for plot in outlets(game.end, seat).values()
    )
    assert [maps.Rings(7).of(plot) for plot in ("d4", "c5", "b4", "g7", "a4")] == [0, 1, 2, 3, 3]
    assert [maps.Rings(8).of(plot) for plot in ("d4", "e5", "c4", "h8")] == [0, 0, 1, 3]


def test_small_cities_as_networks_agree_with_the_rule():
    for diagram in ("..S/Oab/c..", "..S/aOb/c..", ".../S.S/...", "S....X/.X..../...O../X....S"):
        plots, beside = maps.network(diagram)
        for plot in plots:
            rest = plots - {plot}
            parts = components(rest, lambda one, rest=rest, beside=beside: beside[one] & rest)
            assert (plot in maps.cuts(diagram)) == (len(parts) > 1)
        assert maps.cuts(diagram) <= set(maps.new_streets(diagram))
    assert maps.new_streets("SX./.../...") == ["a2", "c2"]
    assert maps.cuts("SX./.../...") == {"c2"}, "a2 is no cut vertex: it is the supply's only neighbour"


def test_a_sketch_draws_a_diagram_and_describes_it():
    before, after = (maps.sketch(text).data for text in ("..S/Oab/c..", expropriate("..S/Oab/c..")))
    assert ids(before, "street") == set()
    assert ids(after, "street") == {"b3", "b2", "b1"}
    assert ids(before, "cube") == {"b2", "c2", "a1"}
    assert "row 2: outlet, reserved by A, reserved by B" in before
    assert ids(maps.sketch("..S/Oab/c..", ["b2", "A: c1"]).data, "mark") == {"b2", "c1"}
    with pytest.raises(ValueError, match="row 2, column 1"):
        maps.sketch("..S/?ab/c..")


def test_a_picture_is_drawn_in_few_steps_and_stays_small():
    state = match(5).states[moments(match(5), "turn")[40]]
    assert len(draw(state, legal=True)) < 150_000
    assert calls(lambda: draw(state, legal=True)) < 30_000


def test_the_guide_says_which_outlet_has_another_sign_than_its_supply():
    other = [supply for supply, outlet in zip(SUPPLIES, OUTLETS, strict=True) if ICON[supply] != ICON[outlet]]
    assert (other, ICON["harbour"], ICON["fish-market"]) == (["harbour"], "anchor", "herring")
    first = FreshFish.words.first_round(FreshFish.start(3))[0].text
    assert "same sign, but the harbour has an anchor, its fish market a fish." in first
