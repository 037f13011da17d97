"""Fresh Fish, rule by rule: setup, reserving, drawing, auctions, expropriation, the end."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import graphs_oracle as oracle
import laws
import pytest

import fishlab
from fishlab import graphs
from fishlab.core import CHANCE, HIDDEN, OVER, IllegalMove, Reason
from fishlab.freshfish import tables as freshfish_tables
from fishlab.freshfish.city import OUTLETS, SUPPLIES, TILES, Content, expropriate
from fishlab.freshfish.outcomes import auction_reason
from fishlab.freshfish.outlook import hopes, outlets, routes, would_expropriate
from fishlab.freshfish.players import BOTS
from fishlab.freshfish.rules import Auction, FreshFish
from fishlab.freshfish.words import last_expropriated
from fishlab.match import Match
from fishlab.table_files import read_figures

fishlab.GAMES.setdefault("freshfish", FreshFish)

CORNERS = {2: ["g7", "a1", "g1"], 3: ["h8", "a1", "h1"], 4: ["i9", "a1", "i1"], 5: ["j10", "a1", "j1"]}
OPTIONS = [
    {},
    {"supplies": "moderate"},
    {"supplies": "complex"},
    {"zones": 1},
    {"zones": 2},
    {"demonstrations": 1},
    {"demonstrations": 2},
    {"ties": "left"},
    {"first": 1},
    {"reserve_next_to": "street-or-marker"},
    {"spare_apos": 0},
    {"spare_apos": 3, "zones": 2, "demonstrations": 2, "supplies": "complex"},
]


def city(players=2, **options):
    """Return a game after setup with a supply in every corner."""
    return FreshFish.start(players, supplies=CORNERS[players], **options)


def play(state, *lines):
    """Play moves written in notation, each of which must be legal."""
    for line in lines:
        move = state.parse(line)
        assert move in state.moves(), (line, state.why_not(move), state.prompt())
        assert state.why_not(move) == ""
        state = state.after(move)
    return state


def draw(state, tile, *lines):
    return play(state, "draw", f"tile {tile}", *lines)


def marks(state, **plots):
    """Return the state with reservations: marks(state, A="c4 d4")."""
    letters = list(state.marks)
    supply, opened = list(state.supply), list(state.opened)
    for seat, names in plots.items():
        for name in names.split():
            assert state.content(name) == Content("empty")
            letters[state.grid.spots[name]] = seat
            supply["ABCDE".index(seat)] -= 1
        opened["ABCDE".index(seat)] = True
    return replace(state, marks="".join(letters), supply=tuple(supply), opened=tuple(opened))


def built(state, tiles, owners=""):
    """Return the state with another city; outlets belong to the seats in `owners`, from the top left."""
    state = replace(state, tiles=tiles, marks="".join("/" if letter == "/" else "." for letter in tiles))
    seats, letters, owned = iter(owners), list(state.marks), list(state.owned)
    for spot, letter in enumerate(tiles):
        if letter in "hprg":
            owner = next(seats)
            letters[spot] = owner
            owned["ABCDE".index(owner)] |= 1 << "hprg".index(letter)
    return replace(state, marks="".join(letters), owned=tuple(owned))


def kept_up(tiles, owners=""):
    """Return a city of two players as it can be in a game: what must be a street is one."""
    state = built(city(), tiles, owners)
    return state._expropriate(state.tiles, state.marks, state.supply, state.built)


def reserve_moves(state):
    return {move[1] for move in state.moves() if move[0] == "reserve"}


def empty_deck(state):
    return replace(state, deck=(0,) * len(TILES))


# Setup.


@pytest.mark.parametrize(
    ("players", "size", "outlets", "apos"), [(2, 7, 8, 8), (3, 8, 12, 12), (4, 9, 16, 15), (5, 10, 20, 19)]
)
def test_deck_and_grid_by_number_of_players(players, size, outlets, apos):
    state = FreshFish.start(players)
    deck = state.deck_counts()
    assert state.size == size and len(state.contents()) == size * size
    assert sum(deck[outlet] for outlet in OUTLETS) == outlets
    assert {deck[outlet] for outlet in OUTLETS} == {players}
    assert deck["apo"] == apos and deck["zone"] == deck["demonstration"] == 0


@pytest.mark.parametrize("count", [0, 1, 2])
def test_construction_zones_bring_as_many_apos_and_demonstrations_bring_none(count):
    deck = FreshFish.start(3, zones=count).deck_counts()
    assert (deck["zone"], deck["apo"]) == (count, 12 + count)
    deck = FreshFish.start(3, demonstrations=count).deck_counts()
    assert (deck["demonstration"], deck["apo"]) == (count, 12)


@pytest.mark.parametrize("players", FreshFish.seats)
def test_each_player_has_15_money_6_markers_in_supply_and_2_set_aside(players):
    state = FreshFish.start(players)
    assert state.money == (15,) * players
    assert state.supply == (6,) * players and state.aside == (2,) * players


@pytest.mark.parametrize("players", FreshFish.seats)
def test_the_harbour_is_in_the_top_left_corner(players):
    state = FreshFish.start(players)
    assert state.contents()[0] == Content("supply", "harbour")
    assert state.plot_names()[0] == f"a{state.size}"
    assert state.turn() == CHANCE


def test_simple_supplies_go_to_the_corners_by_chance():
    state = FreshFish.start(2)
    assert set(state.moves()) == {("supply", "power-plant", plot) for plot in ("g7", "a1", "g1")}
    state = play(state, "supply power-plant a1")
    assert set(state.moves()) == {("supply", "refinery", plot) for plot in ("g7", "g1")}
    state = play(state, "supply refinery g7")
    assert list(state.moves()) == [("supply", "game-factory", "g1")]
    state = play(state, "supply game-factory g1")
    assert state.tiles == "H.....R/......./......./......./......./......./P.....G"
    assert state.turn() == 0 and state.expropriated == ()


@pytest.mark.parametrize("players", FreshFish.seats)
def test_moderate_supplies_go_one_to_a_quarter_and_not_on_the_middle_lines_of_odd_grids(players):
    for seed in range(20):
        state, rng = FreshFish.start(players, supplies="moderate"), Random(seed)
        size = state.size
        while state.turn() == CHANCE:
            state = state.after(state.sample(rng))
        quarters = set()
        for plot, content in zip(state.plot_names(), state.contents(), strict=True):
            if content.what == "supply":
                column, row = "abcdefghij".index(plot[0]), int(plot[1:]) - 1
                assert size % 2 == 0 or size // 2 not in (column, row)
                quarters.add((column < size / 2, row < size / 2))
        assert len(quarters) == 4


def test_moderate_supplies_may_take_any_plot_of_a_free_quarter():
    plots = {move[2] for move in FreshFish.start(2, supplies="moderate").moves()}
    assert plots == {f"{column}{row}" for column in "efg" for row in (1, 2, 3, 5, 6, 7)} | {
        f"{column}{row}" for column in "abc" for row in (1, 2, 3)
    }


def test_complex_supplies_go_anywhere_but_where_a_supply_or_empty_plots_would_be_cut_off():
    state = FreshFish.start(2, supplies="complex")
    assert len(state.moves()) == 48
    state = play(state, "supply power-plant b7")
    plots = {move[2] for move in state.moves()}
    assert "a6" not in plots, "the harbour would have no empty plot beside it"
    assert "be split up" in state.why_not(("supply", "refinery", "a6"))
    assert len(plots) == 46
    state = play(state, "supply refinery a2")
    plots = {move[2] for move in state.moves()}
    assert "b1" not in plots, "the corner a1 would be cut off"


def test_expropriation_runs_once_after_the_fourth_supply():
    state = play(FreshFish.start(2, supplies="complex"), "supply power-plant b7", "supply refinery e4")
    assert state.tiles.count("#") == 0, "the harbour's last neighbour is not a street before the fourth supply"
    state = play(state, "supply game-factory g1")
    assert state.content("a6") == Content("street")
    assert [plot for plot, _ in last_expropriated(state)] == ["a6"]
    assert "the harbour would be cut off" in last_expropriated(state)[0].reason


def test_supplies_may_be_given_as_plots_or_by_name():
    listed = FreshFish.start(2, supplies=["g7", "a1", "g1"])
    named = FreshFish.start(2, supplies={"refinery": "a1", "power-plant": "g7", "game-factory": "g1"})
    assert listed == named == FreshFish.start(2, supplies=("g7", "a1", "g1"))
    assert listed.turn() == 0
    middle = FreshFish.start(2, supplies=["d4", "e4", "d3"])
    assert middle.content("e4") == Content("supply", "refinery")


@pytest.mark.parametrize(
    ("supplies", "why"),
    [
        (["g7", "a1"], "three plots"),
        (["g7", "a1", "z9"], "not a plot of this city"),
        (["g7", "a1", "a1"], "already holds an oil refinery"),
        (["a7", "a1", "g1"], "already holds a harbour"),
        (["a6", "b7", "g1"], "be split up"),
        (["b6", "b7", "a6"], "be split up"),
        ([1, 2, 3], "three plots"),
        ({"refinery": "a1"}, "power-plant, refinery, game-factory"),
        ("corners", "supplies='corners'"),
        (7, "supplies=7"),
        (None, "supplies=None"),
    ],
)
def test_wrong_supplies_are_refused_with_what_is_right(supplies, why):
    with pytest.raises(ValueError, match=why) as error:
        FreshFish.start(2, supplies=supplies)
    assert "freshfish: supplies=" in str(error.value)


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (6, {}, "6 players cannot play freshfish: choose 2 to 5"),
        (1, {}, "1 players cannot play freshfish"),
        (2, {"zones": 3}, "zones=3 is not possible: choose a whole number from 0 to 2"),
        (2, {"zones": True}, "zones=True"),
        (2, {"demonstrations": -1}, "demonstrations=-1"),
        (2, {"ties": "right"}, "ties='right' is not possible: choose 'drawer' or 'left'"),
        (2, {"first": 2}, "first=2 is not possible: choose a seat from 0 to 1"),
        (2, {"first": "A"}, "first='A'"),
        (2, {"reserve_next_to": "water"}, "reserve_next_to='water'"),
        (2, {"spare_apos": -1}, "spare_apos=-1 is not possible: choose a whole number from 0 to 100"),
        (2, {"spare_apos": "many"}, "spare_apos='many'"),
        (2, {"size": 9}, "no option 'size': the options are supplies, zones"),
    ],
)
def test_wrong_options_are_refused_with_what_is_right(players, options, why):
    with pytest.raises(ValueError, match=why):
        FreshFish.start(players, **options)


def test_the_start_player_is_an_option():
    assert city(4).turn() == 0
    assert city(4, first=2).turn() == 2


# Play.


def test_play_rotates_clockwise():
    state = city(3, first=1)
    for seat, plot in ((1, "c4"), (2, "d4"), (0, "e4"), (1, "c5")):
        assert state.turn() == seat
        state = play(state, f"reserve {plot}")


def test_you_may_draw_only_with_a_plot_reserved():
    state = city()
    assert ("draw",) not in state.moves()
    assert "only with at least one plot reserved" in state.why_not(("draw",))
    state = play(state, "reserve d4", "reserve d5")
    assert ("draw",) in state.moves()


def test_a_player_must_reserve_or_draw_and_may_not_pass():
    state = city()
    assert ("pass",) not in state.moves()
    assert "only when neither reserving nor drawing" in state.why_not(("pass",))


def test_a_player_without_a_reservable_plot_or_a_reservation_passes_and_the_game_goes_on():
    state = built(city(), "HXXXXXP/#######/#######/#######/#######/######./RXXXXXG")
    state = marks(state, B="g2")
    assert list(state.moves()) == [("pass",)]
    assert state.prompt() == "Seat A: pass"
    state = play(state, "pass")
    assert state.turn() == 1 and ("draw",) in state.moves()


def test_a_player_without_a_marker_in_supply_must_draw():
    state = replace(marks(city(), A="d4"), supply=(0, 6))
    assert list(state.moves()) == [("draw",)]
    assert "no marker in supply" in state.why_not(("reserve", "d5"))


# Reserving a plot.


def test_the_first_reservation_may_be_in_any_unreserved_empty_plot():
    state = city()
    assert reserve_moves(state) == set(state.plot_names()) - {"a7", "g7", "a1", "g1"}
    state = play(state, "reserve d4")
    assert len(reserve_moves(state)) == 44 and "d4" not in reserve_moves(state)


def test_later_reservations_are_orthogonally_next_to_a_tile_or_any_marker():
    state = play(city(), "reserve d4", "reserve f2")
    beside = {"b7", "a6", "f7", "g6", "a2", "b1", "g2", "f1"}
    assert reserve_moves(state) == beside | {"d5", "d3", "c4", "e4"} | {"f3", "e2"}, "own and others' markers count"
    assert "no tile and no marker beside it" in state.why_not(("reserve", "c5"))


def test_an_occupied_or_reserved_plot_cannot_be_reserved():
    state = play(city(), "reserve d4")
    assert "already reserved by Seat A" in state.why_not(("reserve", "d4"))
    assert "already holds a harbour" in state.why_not(("reserve", "a7"))
    assert state.why_not(("reserve", "a7")).where == ("a7",)
    assert "columns run from a to g, rows from 1 to 7" in state.why_not(("reserve", "z42"))


def test_reserving_takes_a_marker_from_the_supply_and_ends_the_turn():
    state = play(city(), "reserve d4")
    assert state.supply == (5, 6) and state.turn() == 1
    assert state.content("d4") == Content("reserved", "", 0)
    assert state.reservations(0) == ("d4",)


def test_the_first_reservation_is_free_once_a_game_not_whenever_none_is_left():
    state = marks(city(), A="d4", B="e4")
    state = draw(state, "apo", "place d4", "draw", "tile apo", "place e4")
    assert state.reservations(0) == () and state.turn() == 0
    assert "c6" not in reserve_moves(state) and "d5" in reserve_moves(state)


def test_under_street_or_marker_other_tiles_do_not_count():
    state = city(reserve_next_to="street-or-marker")
    state = built(state, "H.....P/......./......./...#.../......./.=...../R.....G")
    state = marks(state, A="f6", B="f2")
    assert reserve_moves(state) == {"d5", "d3", "c4", "e4", "b1", "b3", "a2", "c2", "f7", "e6", "g6", "f5"} | {
        "f1",
        "e2",
        "g2",
        "f3",
    }
    assert "no street and no reservation beside it" in state.why_not(("reserve", "b7"))


def test_under_street_or_marker_an_outlets_marker_is_no_reservation():
    state = city(reserve_next_to="street-or-marker")
    state = marks(built(state, "H.....P/......./......./...h.../......./......./R.....G", "A"), A="f6")
    assert reserve_moves(state) == {"f7", "e6", "g6", "f5"}


def test_under_street_or_marker_any_plot_will_do_when_there_is_neither():
    state = replace(city(reserve_next_to="street-or-marker"), opened=(True, True))
    assert len(reserve_moves(state)) == 45


# Drawing a tile.


def test_the_deck_is_chance_and_offers_each_tile_as_often_as_it_is_there():
    state = play(marks(city(zones=1, demonstrations=2), A="d4"), "draw")
    assert state.turn() == CHANCE
    odds = Counter(move[1] for move in state.moves())
    assert odds == {"apo": 9, "zone": 1, "demonstration": 2} | dict.fromkeys(OUTLETS, 2)
    later = play(state, "tile zone")
    assert later.deck_counts()["zone"] == 0
    later = play(marks(replace(later, seat=0, actor=0), A="d5"), "draw")
    assert ("tile", "zone") not in later.moves()
    assert "no construction zone any more" in later.why_not(("tile", "zone"))


def test_an_apo_goes_on_a_reserved_plot_and_the_marker_returns():
    state = draw(marks(city(), A="d4 d5", B="e4"), "apo")
    assert state.turn() == 0 and set(state.moves()) == {("place", "d4"), ("place", "d5")}
    assert "reserved by Seat B" in state.why_not(("place", "e4"))
    assert "not reserved" in state.why_not(("place", "c4"))
    assert "already holds a harbour" in state.why_not(("place", "a7"))
    state = play(state, "place d4")
    assert state.content("d4") == Content("apo")
    assert state.supply == (5, 5) and state.turn() == 1


def test_an_apo_triggers_expropriation_and_markers_on_streets_return():
    state = marks(city(), A="b7", B="a6")
    state = draw(state, "apo", "place b7")
    assert state.content("a6") == Content("street"), "the harbour has no other neighbour left"
    assert state.supply == (6, 6)
    assert state.reservations(1) == ()
    assert last_expropriated(state) == (("a6", "Without this plot the harbour would be cut off from the rest."),)


def test_empty_deck_offers_an_apo_or_a_street():
    state = empty_deck(marks(city(), A="d4 b7"))
    assert ("draw",) not in state.moves()
    assert {move for move in state.moves() if move[0] == "take"} == {("take", "apo"), ("take", "street")}
    assert "The deck is empty" in state.why_not(("draw",))
    apo = play(state, "take apo", "place b7")
    assert apo.content("b7") == Content("apo") and apo.content("a6") == Content("street")
    street = play(state, "take street", "place b7")
    assert street.content("b7") == Content("street") and street.content("a6") == Content("empty")
    assert street.supply == (5, 6) and street.turn() == 1


def test_from_the_empty_deck_one_may_also_reserve_but_not_take_without_a_reservation():
    state = empty_deck(replace(city(), opened=(True, True)))
    assert {move[0] for move in state.moves()} == {"reserve"}
    assert "needs one" in state.why_not(("take", "street"))
    assert "The deck is empty" in state.why_not(("draw",))
    assert "not empty yet" in marks(city(), A="d4").why_not(("take", "street"))


def test_spare_apos_may_be_limited():
    state = empty_deck(marks(city(spare_apos=1), A="d4 d5", B="e4"))
    state = play(state, "take apo", "place d4")
    assert ("take", "apo") not in state.moves() and ("take", "street") in state.moves()
    assert "All 1 APO tiles" in state.why_not(("take", "apo"))
    assert ("take", "apo") not in empty_deck(marks(city(spare_apos=0), A="d4")).moves()


def test_a_street_or_a_demonstration_placed_by_a_player_never_expropriates():
    state = marks(city(demonstrations=1), A="b7")
    state = draw(state, "demonstration", "place b7")
    assert state.content("b7") == Content("demonstration")
    assert state.expropriated == () and state.tiles.count("#") == 0
    assert state.supply == (6, 6) and state.turn() == 1


def test_a_demonstration_goes_on_a_reserved_plot_and_keeps_the_network_together_like_a_street():
    state = marks(city(demonstrations=1), A="a6 b7")
    state = draw(state, "demonstration")
    assert set(state.moves()) == {("place", "a6"), ("place", "b7")}
    state = play(state, "place a6")
    state = draw(replace(state, seat=0, actor=0), "apo", "place b7")
    assert state.content("a6") == Content("demonstration"), "it is the harbour's only neighbour already"
    assert state.expropriated == ()


def test_a_construction_zone_goes_on_any_apo_without_one_and_the_turn_ends():
    state = built(city(zones=2), "H.....P/..X..../....X../......./......./......./R.....G")
    state = draw(marks(state, A="d3", B="e3"), "zone")
    assert state.turn() == 0 and set(state.moves()) == {("zone", "c6"), ("zone", "e5")}
    assert "holds no APO" in state.why_not(("zone", "d3"))
    state = play(state, "zone c6")
    assert state.content("c6") == Content("zone") and state.turn() == 1
    state = draw(state, "zone")
    assert set(state.moves()) == {("zone", "e5")}
    assert "already has an open construction zone" in state.why_not(("zone", "c6"))


def test_without_a_free_apo_the_zone_waits_for_the_next_apo_placed_by_anyone():
    state = draw(marks(city(zones=2), A="d3", B="e3 e5"), "zone")
    assert state.turn() == 1 and state.waiting == 1
    state = draw(state, "zone")
    assert state.turn() == 0 and state.waiting == 2
    state = draw(state, "apo", "place d3")
    assert state.content("d3") == Content("zone") and state.waiting == 1
    state = draw(state, "apo", "place e3")
    assert state.content("e3") == Content("zone") and state.waiting == 0


def test_whoever_holds_an_apo_may_build_it_on_a_zone_and_keeps_the_reservation():
    state = built(city(zones=1), "H.....P/..Z..../......./......./......./......./R.....G")
    state = draw(marks(state, A="b7"), "apo")
    assert set(state.moves()) == {("place", "b7"), ("build", "c6")}
    assert "no open construction zone" in state.why_not(("build", "b7"))
    state = play(state, "build c6")
    assert state.content("c6") == Content("apo"), "a plain APO again"
    assert state.reservations(0) == ("b7",) and state.supply == (5, 6)
    assert state.expropriated == () and state.tiles.count("#") == 0
    assert state.turn() == 1


def test_only_an_apo_is_built_on_a_zone():
    state = built(city(zones=1, demonstrations=1), "H.....P/..Z..../......./......./......./......./R.....G")
    state = draw(marks(state, A="b7"), "demonstration")
    assert list(state.moves()) == [("place", "b7")]
    assert "Only an APO" in state.why_not(("build", "c6"))


def test_a_waiting_zone_goes_on_an_apo_built_on_another_zone():
    state = built(city(zones=2), "H.....P/..Z..../......./......./......./......./R.....G")
    state = draw(marks(state, A="b7 d3", B="e3"), "zone")
    assert state.waiting == 1, "the only APO has an open zone already"
    state = draw(state, "apo", "build c6")
    assert state.content("c6") == Content("zone") and (state.waiting, state.covered) == (0, 1)


# Auctions.


def auction(state, tile, *bids):
    return draw(state, tile, *(f"bid {bid}" for bid in bids))


def test_bids_are_committed_clockwise_from_the_drawer_and_the_highest_wins_and_pays():
    state = draw(marks(city(3, first=1), A="c4", B="d4", C="e4"), "fish-market")
    for seat, bid in ((1, 2), (2, 5), (0, 3)):
        assert state.turn() == seat
        state = play(state, f"bid {bid}")
    assert state.auction == Auction("fish-market", 1, (3, 2, 5), 2, 5, (2,))
    assert state.money == (15, 15, 10) and state.bank == 5
    assert state.turn() == 2 and list(state.moves()) == [("place", "e4")]


def test_only_players_without_that_outlet_bid():
    state = built(city(3), "H......P/......../......../...h..../......../......../......../R......G", "B")
    state = draw(marks(state, A="c4"), "fish-market")
    assert state.bidders() == (0, 2)
    state = play(state, "bid 1")
    assert state.turn() == 2
    state = play(state, "bid 0")
    assert state.auction.bids == (1, None, 0)


def test_a_drawer_who_has_the_outlet_does_not_bid_and_starts_anew():
    state = built(city(3), "H......P/......../......../...h..../......../......../......../R......G", "A")
    state = auction(marks(state, A="c4", B="e3", C="f3"), "fish-market", 0, 1)
    assert state.turn() == 2
    state = play(state, "place f3")
    assert state.turn() == 0 and state.phase == "turn"


def test_a_player_without_a_reservation_may_bid_too():
    state = draw(marks(city(), A="d4"), "game-shop", "bid 0")
    assert state.turn() == 1 and len(state.moves()) == 16


def test_every_bid_from_0_to_ones_money_and_no_other():
    state = replace(marks(city(), A="d4"), money=(3, 9))
    state = draw(state, "gas-station")
    assert list(state.moves()) == [("bid", price) for price in range(4)]
    assert "has only 3. Bid from 0 to 3" in state.why_not(("bid", 4))
    assert "never below 0" in state.why_not(("bid", -1))
    with pytest.raises(IllegalMove, match="has only 3"):
        match = Match(FreshFish, 2)
        match.states[-1] = state
        match.play("bid 4")


def test_the_sole_eligible_player_gets_the_last_outlet_for_nothing_without_a_bid():
    state = built(city(), "H.....P/......./......./...h.../......./......./R.....G", "B")
    state = draw(marks(state, A="d2", B="e6"), "fish-market")
    assert state.turn() == 0 and state.phase == "place"
    assert state.auction == Auction("fish-market", 0, (None, None), 0, 0, (0,))
    assert state.money == (15, 15)
    assert "only one without it" in auction_reason(state, state.auction)


def test_bids_are_concealed_until_all_are_in():
    state = draw(marks(city(3), A="c4"), "fish-market", "bid 7")
    assert state.bids == (7, None, None) and state.committed() == (True, False, False)
    assert state.view(0).bids == (7, None, None)
    for other in (1, 2, CHANCE):
        view = state.view(other)
        assert view.bids == (HIDDEN, None, None)
        assert view.committed() == (True, False, False), "it shows who has committed"
    state = play(state, "bid 4")
    assert state.view(2).bids == (HIDDEN, HIDDEN, None)
    state = play(state, "bid 0")
    assert state.view(2) == state and state.auction.bids == (7, 4, 0), "the last one reveals all"


def test_a_guess_fills_hidden_bids_with_what_their_seats_could_pay():
    state = replace(marks(city(3), A="c4"), money=(3, 15, 15))
    view = draw(state, "fish-market", "bid 2").view(1)
    rng = Random(1)
    assert {view.guess(rng).bids for _ in range(80)} == {(bid, None, None) for bid in range(4)}
    with pytest.raises(ValueError, match="hides other seats' bids"):
        play(view, "bid 3").view(2).after(("bid", 1))


def test_the_bid_of_a_seat_without_money_is_no_secret():
    state = replace(marks(city(), A="c4"), money=(0, 15))
    assert draw(state, "fish-market", "bid 0").view(1).bids == (0, None)


def test_what_is_said_of_a_bid_hides_it_from_others_and_the_last_one_tells_all():
    state = draw(marks(city(3), A="c4"), "fish-market")
    assert state.say(("bid", 7), viewer=0) == "Seat A bids 7."
    assert state.say(("bid", 7), viewer=1) == "Seat A makes a sealed bid."
    state = play(state, "bid 7", "bid 2")
    told = state.say(("bid", 7), viewer=1)
    assert "All bids: A 7, B 2, C 7." in told and "A and C tie: Seat A drew the tile and comes first." in told
    assert "Seat A wins and pays 7." in told
    assert state.view(2).say(("bid", 7), viewer=2) == "Seat C bids 7."


@pytest.mark.parametrize(
    ("ties", "bids", "winner"),
    [
        ("drawer", (3, 3, 3), 1),
        ("drawer", (2, 3, 3), 2),
        ("drawer", (3, 1, 3), 1),
        ("left", (3, 3, 3), 2),
        ("left", (3, 1, 3), 0),
        ("left", (2, 3, 3), 2),
        ("left", (4, 3, 3), 1),
        ("left", (0, 0, 0), 2),
        ("drawer", (0, 0, 0), 1),
    ],
)
def test_ties_go_to_the_drawer_then_clockwise_or_to_the_drawers_left(ties, bids, winner):
    """The drawer is seat B (1), who bids first; then C (2), then A (0)."""
    state = marks(city(3, first=1, ties=ties), A="c4", B="d4", C="e4")
    state = auction(state, "fish-market", *bids)
    assert state.auction.winner == winner == state.turn()
    assert auction_reason(state, state.auction).startswith(("Seat", "A", "B", "C"))


def test_the_winner_places_under_the_marker_which_stays_on_the_tile():
    state = auction(marks(city(), A="d4", B="e6"), "gas-station", 0, 2)
    state = play(state, "place e6")
    assert state.content("e6") == Content("outlet", "gas-station", 1)
    assert state.supply == (5, 6), "no marker back, one released"
    assert outlets(state, 1) == {"gas-station": "e6"}


def test_the_first_and_second_outlet_on_the_board_release_a_marker_each_the_third_none():
    state = marks(city(), A="d4 d2 e6 c6")
    supply = [state.supply[0]]
    for tile, plot in (("fish-market", "d4"), ("gas-station", "d2"), ("game-shop", "e6")):
        state = auction(replace(state, seat=0, actor=0), tile, 1, 0)
        state = play(state, f"place {plot}")
        supply.append(state.supply[0])
    assert supply == [2, 3, 4, 4] and state.aside == (0, 2)


def test_an_outlet_off_the_board_releases_no_marker_and_the_next_one_on_it_does():
    state = auction(marks(city(), A="d4"), "fish-market", 0, 1)
    assert outlets(state, 1) == {"fish-market": None}
    assert state.supply == (5, 6) and state.aside == (2, 2)
    state = marks(state, B="e6")
    state = play(auction(state, "gas-station", 0, 1), "place e6")
    assert state.aside == (2, 1)


def test_a_winner_without_a_reserved_plot_keeps_the_outlet_off_the_board_and_the_drawer_starts_anew():
    state = auction(marks(city(), A="d4"), "fish-market", 0, 1)
    assert state.turn() == 0 and state.phase == "turn" and state.hand == ""
    assert "h" not in state.tiles
    assert routes(state, 1)[0] == ("fish-market", 8, None), "it counts the cap"
    state = draw(state, "fish-market")
    assert state.auction.winner == 0, "who has it off the board may not bid again"


def test_a_winner_must_place_on_a_reserved_plot_if_there_is_one():
    state = auction(marks(city(), A="d4", B="b7"), "fish-market", 0, 1)
    assert state.turn() == 1 and list(state.moves()) == [("place", "b7")]


def test_the_drawer_who_wins_ends_the_turn_and_the_one_who_loses_starts_it_again():
    state = marks(city(), A="d4 c2", B="e6")
    won = play(auction(state, "fish-market", 1, 0), "place d4")
    assert won.turn() == 1 and won.seat == 1
    lost = play(auction(state, "fish-market", 0, 1), "place e6")
    assert lost.turn() == 0 and ("draw",) in lost.moves() and reserve_moves(lost)


def test_a_drawer_whose_last_reservation_was_expropriated_reserves_anew():
    state = marks(city(), A="a6", B="b7")
    state = play(auction(state, "fish-market", 0, 1), "place b7")
    assert state.content("a6") == Content("street") and state.turn() == 0
    assert ("draw",) not in state.moves() and reserve_moves(state)


def test_the_last_auction_is_kept_until_the_next_begins():
    state = play(auction(marks(city(), A="d4 c2", B="e6"), "fish-market", 1, 0), "place d4", "draw", "tile apo")
    assert state.auction.bids == (1, 0)
    state = play(state, "place e6", "draw", "tile gas-station")
    assert state.auction is None


# Expropriation.


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("..S/Oab/c..", ".#S/O#b/c#."),
        ("..S/aOb/c..", "#.S/#Ob/###"),
        (".../S.S/...", ".#./S#S/.#."),
        ("SX./.../...", "SX./#.#/..."),
        ("SaO", "S#O"),
        (".", "#"),
        ("X", "X"),
        ("#", "#"),
        ("S#O", "S#O"),
        ("Sxo", "S#o"),  # a small s, o or x is a reserved plot like any other letter
    ],
)
def test_expropriation_examples(before, after):
    assert expropriate(before) == after


def plain(diagram):
    """Return a diagram's expropriation by the naive test."""
    rows = diagram.split("/")
    plots = {(row, column): letter for row, line in enumerate(rows) for column, letter in enumerate(line)}
    terminals = {plot for plot, letter in plots.items() if letter in "SO"}
    open_plots = {plot for plot, letter in plots.items() if letter not in "SOX"}
    among = {plot for plot in open_plots if plots[plot] != "#"}
    forced = oracle.naive_needed(open_plots, terminals, among)
    return "/".join(
        "".join("#" if (row, column) in forced else letter for column, letter in enumerate(line))
        for row, line in enumerate(rows)
    )


def random_diagram(rng):
    columns, rows = rng.randint(1, 8), rng.randint(1, 8)
    open_plots, terminals = oracle.random_city(rng, columns, rows)
    return "/".join(
        "".join(
            rng.choice("....abZ#")
            if (row, column) in open_plots
            else rng.choice("SO")
            if (row, column) in terminals
            else "X"
            for column in range(columns)
        )
        for row in range(rows)
    )


def test_expropriate_agrees_with_the_naive_test_on_random_diagrams():
    rng = Random("diagrams")
    for _ in range(300):
        diagram = random_diagram(rng)
        assert expropriate(diagram) == plain(diagram), diagram


def test_one_pass_finds_all_streets():
    rng = Random("once")
    for _ in range(200):
        once = expropriate(random_diagram(rng))
        assert expropriate(once) == once


@pytest.mark.parametrize(
    ("diagram", "why"),
    [
        ("", "row 1, column 1: .* 1 to 26 columns"),
        ("..S/O?b/c..", r"row 2, column 2: '\?' means nothing here; use S supply"),
        ("..S/Oa/c..", "row 2, column 3: row 2 has 2 plots, but row 1 has 3"),
        ("..S/Oabc/c..", "row 2, column 4: row 2 has 4 plots"),
        ("..S/Oab/", "row 3, column 1: row 3 has 0 plots"),
        ("..S/Oab/c.1", "row 3, column 3: '1' means"),
        ("..S\nOab", "row 1, column 4: "),
        ("é", "row 1, column 1: 'é'"),
        (".X./.X.", "row 1, column 3: this plot is cut off already"),
        ("SX./X../...", "row 1, column 1: this supply or outlet has no empty plot or street beside it"),
        ("." * 27, "row 1, column 27: "),
        (None, "row 1, column 1: a diagram is a text"),
        (7, "row 1, column 1: a diagram is a text"),
    ],
)
def test_a_malformed_diagram_gets_its_row_and_column(diagram, why):
    with pytest.raises(ValueError, match=why):
        expropriate(diagram)


def pieces(state):
    """Return a state's open plots, terminals and empty plots as sets, for the naive test."""
    plots = dict(
        zip(((row, column) for row in range(state.size) for column in range(state.size)), state.contents(), strict=True)
    )
    what = {plot: content.what for plot, content in plots.items()}
    return (
        {plot for plot in what if what[plot] in ("empty", "reserved", "street", "demonstration")},
        {plot for plot in what if what[plot] in ("supply", "outlet")},
        {plot for plot in what if what[plot] in ("empty", "reserved")},
    )


@pytest.mark.few(1)
@pytest.mark.parametrize("players", FreshFish.seats)
def test_kept_up_every_plot_that_stays_empty_is_legal_to_build_on(players):
    rng = Random(players)
    start = FreshFish.start(players, supplies="complex", zones=2, demonstrations=2)
    seized = 0
    for state, _ in laws.walk(start, rng):
        if state.phase == "turn":
            open_plots, terminals, empty = pieces(state)
            assert oracle.hangs_together(open_plots)
            assert not oracle.naive_needed(open_plots, terminals, empty)
            seized += len(state.expropriated)
    assert seized > 10


@pytest.mark.long
def test_a_street_by_expropriation_is_exactly_what_the_naive_test_says():
    rng = Random("exactly")
    checked = 0
    for seed in range(4):
        for state, move in laws.walk(FreshFish.start(2 + seed), rng):
            if move[0] == "place" and state.hand in ("apo", *OUTLETS):
                spot = state.grid.spots[move[1]]
                letter = "X" if state.hand == "apo" else "hprg"[OUTLETS.index(state.hand)]
                built_on = replace(state, tiles=state.tiles[:spot] + letter + state.tiles[spot + 1 :])
                right = oracle.naive_needed(*pieces(built_on))
                later = state.after(move)
                names = {f"{'abcdefghij'[column]}{state.size - row}" for row, column in right}
                assert {plot for plot, _ in last_expropriated(later)} == names
                assert set(would_expropriate(state, move[1])) == names, "the preview tells the same"
                checked += 1
    assert checked > 60


def test_apo_tiles_need_not_be_connected():
    state = marks(built(city(), "HXXXXXP/#######/##XXX##/##X.X##/##X#X##/#######/RXXXXXG"), A="d4")
    state = empty_deck(state)
    state = play(state, "take apo", "place d4")
    assert state.turn() == OVER, "an APO among walls is fine"


def test_the_preview_tells_what_would_become_street_the_nearest_first():
    state = kept_up("H.....P/......./......./......./.XX..../......./R.....G")
    assert would_expropriate(state, "b7") == ("a6",)
    assert would_expropriate(state, "b2") == ("a3", "c1", "a4")
    assert would_expropriate(state, "d4") == ()
    assert would_expropriate(state, "b2", "street") == would_expropriate(state, "b2", "demonstration") == ()
    assert would_expropriate(state, "a7") == would_expropriate(state, "nowhere") == ()


def test_an_outlet_needs_a_neighbour_and_an_apo_does_not():
    state = built(city(), "H.....P/......./...X.../..X.X../......./......./R.....G")
    assert would_expropriate(state, "d4", "apo") == ()
    assert would_expropriate(state, "d4", "fish-market") == ("d3",)


def test_the_preview_takes_the_tile_in_hand():
    state = marks(built(city(), "H.....P/......./...X.../..X.X../......./......./R.....G"), A="d4")
    assert would_expropriate(draw(state, "apo"), "d4") == ()
    state = auction(state, "fish-market", 1, 0)
    assert would_expropriate(state, "d4") == ("d3",)
    assert last_expropriated(play(state, "place d4")) == (
        ("d3", "Without this plot Seat A’s fish market would be cut off from the rest."),
    )


def test_plots_are_expropriated_the_nearest_first_each_with_its_reason():
    state = marks(kept_up("H.....P/......./.....X./......./.....X./......./R.....G"), A="f6")
    state = draw(state, "apo", "place f6")
    assert last_expropriated(state) == (
        ("e7", "Without this plot f7 would be cut off from the rest."),
        ("g5", "Without this plot g6 would be cut off from the rest."),
        ("g4", "Without this plot g6 and g5 would be cut off from the rest."),
    )


def test_a_reason_names_the_supplies_and_outlets_that_would_be_lost():
    state = marks(kept_up("H.....P/......./......./......./......./XX...../R.....G"), A="c2")
    assert state.tiles.endswith("XX...../R##...G")
    state = draw(state, "apo", "place c2")
    assert last_expropriated(state) == (("d1", "Without this plot the oil refinery would be cut off from the rest."),)


def test_a_reason_counts_plots_that_are_too_many_to_name():
    # The gap between the walls on row 4 is all that joins the two halves of the city.
    state = marks(kept_up("H.....P/......./......./XX...XX/......./......./R.....G"), A="c4")
    state = draw(state, "apo", "place c4")
    assert last_expropriated(state) == ()
    state = draw(marks(replace(state, seat=0, actor=0), A="d4"), "apo", "place d4")
    reasons = dict(last_expropriated(state))
    assert set(reasons) == {"e5", "e4", "e3"}
    assert reasons["e4"] == ("Without this plot the oil refinery and the game factory would be cut off from the rest.")


def test_a_reason_without_supplies_counts_plots_round_the_first():
    tiles = "H.....P/......./..XX.../.X..X../.X..X../..XX.../R.....G"
    state = marks(built(city(), tiles.replace("..XX.../R", "..X..../R")), A="g5")
    state = draw(state, "apo", "place g5")
    reasons = dict(last_expropriated(state))
    assert reasons["d2"] == "Without this plot 4 plots round c4 would be cut off from the rest."


def test_the_reasons_stay_true_while_plots_are_reserved():
    state = marks(kept_up("H.....P/......./.....X./......./.....X./......./R.....G"), A="f6", B="b2")
    state = draw(state, "apo", "place f6")
    assert len(last_expropriated(state)) == 3
    assert last_expropriated(play(state, "reserve b3", "reserve b4")) == last_expropriated(state)


def test_the_last_open_plot_of_all_becomes_a_street():
    state = marks(built(city(), "HXXXXXP/XXXXXXX/XXXX..X/XXXXXXX/XXXXXXX/XXXXXXX/XXXXXXX"), A="e5")
    state = draw(replace(state, tiles=state.tiles.replace("H", "X").replace("P", "X")), "apo", "place e5")
    assert last_expropriated(state) == (("f5", "Without this plot there would be no street at all."),)
    assert state.turn() == OVER


# The end.


def test_the_game_ends_when_all_plots_are_developed_even_with_tiles_left():
    state = marks(built(city(), "HXXXXXP/#######/#######/#######/#######/######./RXXXXXG"), A="g2")
    state = draw(state, "apo", "place g2")
    assert state.turn() == OVER and not state.moves()
    assert sum(state.deck) > 0
    assert state.scores() == (4 * 8 - 15, 4 * 8 - 15), "outlets never drawn score the cap"
    assert "over" in state.why_not(("pass",))


def test_a_street_or_demonstration_on_the_last_plot_ends_the_game_too():
    full = "HXXXXXP/#######/#######/#######/#######/######./RXXXXXG"
    state = empty_deck(marks(built(city(), full), A="g2"))
    assert play(state, "take street", "place g2").turn() == OVER
    state = marks(built(city(demonstrations=1), full), A="g2")
    assert draw(state, "demonstration", "place g2").turn() == OVER


def test_a_route_counts_each_street_and_needs_at_least_one():
    state = built(city(), "Hh....P/##...../......./......./......./......./R.....G", "A")
    assert routes(state, 0)[0] == ("fish-market", 2, ("a6", "b6"))
    without = built(city(), "Hh....P/.#...../......./......./......./......./R.....G", "A")
    assert routes(without, 0)[0] == ("fish-market", 8, None), "an outlet next to its supply does not score 0"


def test_supplies_and_outlets_are_never_passed_through():
    state = built(city(), "H#hr##P/......./......./......./......./......./R.....G", "AB")
    assert routes(state, 0)[0].length == 1
    state = built(city(), "H#r#h.P/......./......./......./......./......./R.....G", "AA")
    assert routes(state, 0)[0] == ("fish-market", 8, None)


def test_a_demonstration_counts_3_and_a_shorter_way_round_is_taken():
    state = built(city(), "H=h...P/......./......./......./......./......./R.....G", "A")
    assert routes(state, 0)[0] == ("fish-market", 3, ("b7",))
    state = built(city(), "H#=#h.P/#####../......./......./......./......./R.....G", "A")
    assert routes(state, 0)[0].length == 5
    state = built(city(), "H==#h.P/#####../......./......./......./......./R.....G", "A")
    assert routes(state, 0)[0] == ("fish-market", 5, ("a6", "b6", "c6", "d6", "e6"))


@pytest.mark.parametrize(("players", "cap"), [(2, 8), (3, 10), (4, 12), (5, 14)])
def test_a_route_never_counts_more_than_the_cap(players, cap):
    state = city(players)
    size = state.size
    rows = ["H" + "." * (size - 2) + "P"] + ["." * size] * (size - 2) + ["R" + "." * (size - 2) + "G"]
    rows[1] = "#" * size
    for row in range(2, size - 1):
        rows[row] = "." * (size - 1) + "#"
    rows[-2] = "." + "#" * (size - 1)
    rows[-1] = "Rh" + rows[-1][2:]
    state = built(state, "/".join(rows), "A")
    way = routes(state, 0)[0]
    assert way.length == cap < len(way.plots), "the way itself is shown in full"
    assert state.cap == cap
    assert state.scores()[0] == 4 * cap - 15 == state.scores()[1]


def test_the_score_is_the_four_routes_less_the_money_and_may_be_negative():
    state = built(city(), "H#h.r#R/......./......./......./......./......./P#p.g#G", "AABB")
    state = replace(state, money=(15, 2))
    assert [way.length for way in routes(state, 0)] == [1, 8, 1, 8]
    assert state.scores() == (1 + 8 + 1 + 8 - 15, 8 + 1 + 8 + 1 - 2)
    mine = built(city(), "H#h.r#R/......./......./......./......./......./P#p.g#G", "AAAA")
    assert mine.scores()[0] == 4 - 15 < 0


def test_the_lowest_score_wins_ties_go_to_most_money_and_further_ties_are_shared():
    state = built(city(), "H#h.r#R/......./......./......./......./......./P#p.g#G", "AABB")
    assert FreshFish.low_wins
    assert replace(state, money=(5, 7)).winners() == (1,)
    assert replace(state, money=(6, 6)).winners() == (0, 1)
    uneven = built(city(), "H##h..R/......./......./......./......./......./P#p.g#G", "ABB")
    uneven = replace(uneven, tiles=uneven.tiles.replace("..R", "r#R"), owned=(5, 10))
    uneven = replace(uneven, marks=uneven.marks[:4] + "A" + uneven.marks[5:], money=(8, 7))
    assert uneven.scores()[0] == uneven.scores()[1] and uneven.winners() == (0,)


def test_scores_agree_with_dijkstra_on_finished_games():
    for players in FreshFish.seats:
        state, rng = FreshFish.start(players, demonstrations=2), Random(f"end/{players}")
        for before, move in laws.walk(state, rng):
            state = before.after(move)
        plots = {}
        for index, content in enumerate(state.contents()):
            plots[divmod(index, state.size)] = content
        costs = {
            plot: 3 if c.what == "demonstration" else 1
            for plot, c in plots.items()
            if c.what in ("street", "demonstration")
        }
        totals = [-money for money in state.money]
        for supply, outlet in zip(SUPPLIES, OUTLETS, strict=True):
            start = next(plot for plot, content in plots.items() if content.kind == supply)
            for seat in range(players):
                end = next((plot for plot, content in plots.items() if content == ("outlet", outlet, seat)), None)
                length = None if end is None else oracle.dijkstra(start, end, costs)
                totals[seat] += state.cap if length is None else min(length, state.cap)
        assert state.scores() == tuple(totals)
        assert [sum(way.length for way in routes(state, seat)) - state.money[seat] for seat in range(players)] == totals


# Queries for pictures and players.


def test_reach_tells_the_shortest_route_each_empty_plot_could_still_get():
    reach = city().reach("fish-market")
    assert len(reach) == 45
    assert reach["c7"] == 1 and reach["b7"] == 2 and reach["b6"] == 1 and reach["f1"] == 8
    walled = built(city(), "HX....P/.X...../......./......./......./......./R.....G").reach("fish-market")
    assert walled["a6"] == 8 and walled["a5"] == 1 and walled["c7"] == 5, "the only neighbour can have no route itself"


@pytest.mark.long
def test_reach_and_hopes_agree_with_dijkstra_all_game_long():
    rng = Random("reach")
    state = FreshFish.start(3, supplies="complex", demonstrations=2)
    for step in range(10**4):
        if state.turn() == OVER:
            break
        if step % 9 == 5:
            plots = {divmod(index, state.size): content for index, content in enumerate(state.contents())}
            names = dict(zip(plots, state.plot_names(), strict=True))
            costs = dict.fromkeys(pieces(state)[0], 1)
            costs |= {plot: 3 for plot in costs if plots[plot].what == "demonstration"}
            for supply, outlet in zip(SUPPLIES, OUTLETS, strict=True):
                start = next((plot for plot in plots if plots[plot].kind == supply), None)
                right = {
                    names[plot]: min(10, oracle.dijkstra(start, plot, {**costs, plot: 99}) or 10) if start else 10
                    for plot in plots
                    if plots[plot].what in ("empty", "reserved") or plots[plot].kind == outlet
                }
                reach = state.reach(outlet)
                assert reach == {plot: right[plot] for plot in reach}
                for seat in range(3):
                    if plot := outlets(state, seat).get(outlet):
                        assert hopes(state, seat)[outlet] == right[plot]
        state = state.after(state.sample(rng))
    assert state.turn() == OVER


def test_hopes_tell_what_an_outlet_on_the_board_could_still_get():
    state = built(city(), "H..h..P/......./......./......./......./......./R.....G", "B")
    assert hopes(state, 1) == {"fish-market": 2} and hopes(state, 0) == {}
    assert routes(state, 1)[0].length == 8


def test_contents_name_everything_on_the_board():
    state = built(city(zones=1), "H#=XZhP/......./......./......./......./......./R.....G", "B")
    assert [tuple(content) for content in state.contents()[:7]] == [
        ("supply", "harbour", None),
        ("street", "", None),
        ("demonstration", "", None),
        ("apo", "", None),
        ("zone", "", None),
        ("outlet", "fish-market", 1),
        ("supply", "power-plant", None),
    ]


# Words.


@pytest.mark.few(3)
@pytest.mark.parametrize(
    "move",
    [
        (),
        ("fly",),
        ("reserve",),
        ("reserve", 3),
        ("reserve", "c4", "c5"),
        ("bid", "three"),
        ("bid", 3),
        ("draw", 1),
        ("place", "c4"),
        ("tile", "apo"),
        ("tile", "gold"),
        ("supply", "harbour", "a1"),
        ("zone", "x" * 5000),
        (None,),
        ("take", "gold"),
        ("reserve", ""),
        ("reserve", "C4 "),
        (["reserve"],),
        "reserve c4",
        None,
        5,
        ("bid", True),
        ("bid", 3.5),
    ],
)
def test_nonsense_is_refused_with_a_reason_in_every_phase(move):
    turn = marks(city(zones=1), A="d4")
    states = [FreshFish.start(2), turn, play(turn, "draw"), draw(turn, "fish-market"), draw(turn, "apo")]
    apo = built(city(zones=1), "H.....P/..X..../......./......./......./......./R.....G")
    states.append(draw(marks(apo, A="d4"), "zone"))
    for state in states:
        if move in state.moves() and not any(isinstance(part, bool) for part in move):
            continue
        why = state.why_not(move)
        assert isinstance(why, Reason) and why and len(why) < 300 and why.title


def test_capitals_are_understood():
    assert FreshFish.parse("Reserve C4") == ("reserve", "c4")


def test_every_move_of_a_game_is_told_in_words_without_gaps():
    for players, options in ((2, {}), (5, {"zones": 2, "demonstrations": 2, "spare_apos": 1})):
        state, rng = FreshFish.start(players, **options), Random("words")
        for before, move in laws.walk(state, rng):
            state = before
            assert state.prompt() and state.rule()
            told = state.say(move)
            assert told.endswith(".") and "  " not in told and "None" not in told and "-market" not in told
            state = state.after(move)
        assert state.prompt().startswith("The game is over: Seat ") and state.rule()


def test_the_end_names_the_winners_and_the_lowest_result():
    won = replace(kept_up("H#hX###/#######/#######/#######/#######/#######/P#####G", "A"), phase="over")
    assert won.prompt() == "The game is over: Seat A wins with 10 points"
    rich = replace(won, money=(26, 0))
    assert rich.prompt() == "The game is over: Seat A wins with −1 point"
    shared = replace(won, tiles=won.tiles.replace("h", "X"), marks=won.marks.replace("A", "."), owned=(0, 0))
    assert shared.prompt() == "The game is over: Seat A and Seat B share the win with 17 points"


def test_the_rules_know_no_other_game_and_no_drawing():
    folder = Path(freshfish_tables.__file__).parent
    own = {"city", "city_words", "coach", "first_round", "outcomes", "outlook", "routes", "rules", "tables", "words"}
    for path in (*(folder / f"{name}.py" for name in sorted(own)), Path(graphs.__file__)):
        names = {
            getattr(node, "module", None) or node.names[0].name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import | ast.ImportFrom)
        }
        assert {name for name in names if name.startswith("fishlab")} <= {
            "fishlab.core",
            "fishlab.messages",
            "fishlab.table_files",
            "fishlab.graphs",
            *(f"fishlab.freshfish.{name}" for name in own),
        }


# The printed figures.


def figures(**changes):
    """Return the printed figures as plain data, some changed: figures(start__money=9)."""
    data = read_figures("tables", Path(freshfish_tables.__file__).with_name("freshfish.toml"))
    for path, value in changes.items():
        part = data
        *way, last = path.split("__")
        for key in way:
            part = part[key.removeprefix("p")] if key.startswith("p") and key[1:].isdigit() else part[key]
        if value is None:
            del part[last]
        else:
            part[last] = value
    return data


def test_every_printed_figure_carries_its_source_mark():
    data = figures()
    marks = [data["players"][number]["source"] for number in "2345"]
    marks += [data[key]["source"] for key in ("start", "demonstration", "spare")]
    assert marks == ["printed"] * 6 + ["reconstructed"]


def test_figures_of_ones_own_replace_the_printed_ones(tmp_path):
    text = (Path(freshfish_tables.__file__).with_name("freshfish.toml")).read_text(encoding="utf-8")
    file = tmp_path / "city.toml"
    file.write_text(
        text.replace("size = 7", "size = 6").replace("money = 15", "money = 20").replace("counts = 3", "counts = 5")
    )
    match = Match(FreshFish, 2, tables=str(file), demonstrations=2)
    match.run([BOTS["random"]] * 2, Random(4))
    assert match.over and match.states[0].size == 6 and match.states[0].money == (20, 20)
    file.unlink()
    again = Match.from_code(match.code())
    assert again.state == match.state, "a save holds the figures, not the file"
    line = built(
        FreshFish.start(2, tables=figures(demonstration__counts=5)),
        "H=h..../......./......./......./......./......./P.R...G",
        "A",
    )
    assert routes(line, 0)[0].length == 5


def test_spare_apos_follow_the_figures_unless_the_option_says_otherwise():
    few = figures(spare__apos=1)
    assert FreshFish.start(2, tables=few).rules.spare_apos == 1
    assert FreshFish.start(2, tables=few, spare_apos=4).rules.spare_apos == 4
    assert FreshFish.start(2).rules.spare_apos is None


def test_states_with_figures_can_be_pickled_for_other_processes():
    state = FreshFish.start(3, tables=figures(start__money=9))
    assert pickle.loads(pickle.dumps(state)) == state
    assert state != FreshFish.start(3)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players__p2__size": 4}, "tables: players.2.size = 4 is wrong: choose a whole number from 5 to 12"),
        ({"players__p5__cap": True}, "tables: players.5.cap = True is wrong: choose a whole number from 1 to 99"),
        ({"players__p3__apos": None}, "tables: players.3.apos is missing: players.3 must have size, apos, cap, source"),
        ({"players__6": {}}, "tables: players.6 = {} is wrong: the number of players is 2, 3, 4 or 5"),
        ({"start__money": 100}, "tables: start.money = 100 is wrong: choose a whole number from 0 to 99"),
        (
            {"start__supply": 1, "start__aside": 0},
            "tables: start.supply = 1 is wrong: choose a whole number from 5 to 20",
        ),
        ({"start__supply": 2}, "tables: start.supply = 2 is wrong: choose a whole number from 3 to 20"),
        ({"start__mony": 3}, "tables: start.mony = 3 is wrong: there is no such key"),
        ({"start__source": "guessed"}, "tables: start.source = 'guessed' is wrong: choose printed, recovered"),
        ({"demonstration__counts": 0}, "tables: demonstration.counts = 0 is wrong: choose a whole number from 1 to 9"),
        ({"spare__apos": "many"}, 'is wrong: choose a whole number from 0 to 100, or "unlimited"'),
        ({"spare": None}, "tables: spare = None is wrong: it must be a table with apos, source"),
        ({"streets": 3}, "tables: streets = 3 is wrong: there is no such key; the file has players"),
        ({"players": None}, "tables: players = None is wrong: it must hold tables named by the number of players"),
    ],
)
def test_wrong_figures_are_refused_with_key_value_and_what_is_allowed(changes, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        FreshFish.start(2, tables=figures(**changes))


@pytest.mark.few(2)
@pytest.mark.parametrize(("supply", "aside"), [(5, 0), (4, 1), (3, 2), (1, 4)])
@pytest.mark.parametrize(("size", "apos", "spare"), [(5, 0, "unlimited"), (7, 0, 0), (9, 30, 0)])
def test_with_the_fewest_markers_that_are_allowed_a_game_comes_to_its_end(supply, aside, size, apos, spare):
    data = figures(start__supply=supply, start__aside=aside, spare__apos=spare)
    data["players"]["2"] |= {"size": size, "apos": apos}
    for seed in range(4):
        state, rng, moves = FreshFish.start(2, tables=data), Random(seed), 0
        while state.turn() != OVER:
            state, moves = state.after(state.sample(rng)), moves + 1
            assert moves < 2000


@pytest.mark.parametrize(
    ("tables", "message"),
    [
        ("nowhere.toml", "tables='nowhere.toml' cannot be read"),
        ("city.txt", "is not a file of figures: choose a file whose name ends in .toml"),
        (3, "tables=3 is not possible: choose a path to a .toml file"),
        ({"players": {1, 2}}, "is not plain data"),
    ],
)
def test_what_is_no_file_of_figures_is_refused_in_words(tables, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        FreshFish.start(2, tables=tables)


def test_a_broken_or_huge_file_of_figures_is_refused_in_words(tmp_path):
    file = tmp_path / "city.toml"
    file.write_text("[players")
    with pytest.raises(ValueError, match="is not a TOML file"):
        FreshFish.start(2, tables=str(file))
    file.write_text("#" * 300_000)
    with pytest.raises(ValueError, match="has 300,000 bytes: a file of figures has at most 200,000"):
        FreshFish.start(2, tables=str(file))


# Laws and players.


@pytest.mark.few(6)
@pytest.mark.parametrize("options", OPTIONS, ids=json.dumps)
@pytest.mark.parametrize("players", FreshFish.seats)
def test_every_option_obeys_the_laws(players, options):
    laws.check_game(FreshFish, players, options, seed=0, every=9)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("players", FreshFish.seats)
def test_bots_play_whole_games_by_the_rules_with_every_option(name, players):
    for number, options in enumerate(({}, {"zones": 2, "demonstrations": 2, "supplies": "complex", "spare_apos": 2})):
        match = Match(FreshFish, players, **options)
        match.run([BOTS[name]] * players, Random(f"{name}/{number}"))
        assert match.over


@pytest.mark.parametrize("name", ["greedy", "patient"])
def test_thinking_bots_beat_the_random_one(name):
    wins = 0
    for seed in range(12):
        match = Match(FreshFish, 2)
        bots = [BOTS[name], BOTS["random"]] if seed % 2 else [BOTS["random"], BOTS[name]]
        match.run(bots, Random(f"beat/{seed}"))
        wins += match.state.winners() == (1 - seed % 2,)
    assert wins >= 11


def test_patient_reserves_first_and_greedy_draws_sooner():
    def reservations(name):
        match = Match(FreshFish, 2, supplies=CORNERS[2])
        while ("draw",) not in match.moves:
            match.run([BOTS[name]] * 2, Random(3), limit=1)
        return sum(move[0] == "reserve" for move in match.moves)

    assert reservations("patient") > reservations("greedy")


def test_bots_say_what_they_do_in_one_line():
    for bot in BOTS.values():
        assert bot.__doc__ and "\n" not in bot.__doc__
