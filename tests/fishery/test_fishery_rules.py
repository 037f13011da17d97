"""Fishery, rule by rule, with the rulebook's examples, the known counts, and a naive oracle beside it."""

from __future__ import annotations

import copy
import dataclasses
from collections import Counter
from random import Random
from statistics import mean, pvariance

import pytest
from fishery.oracle import oracle_moves, oracle_of

from fishlab.core import OVER, IllegalMove, Reason, State
from fishlab.fishery.chart import BLACK, PASS, WHITE
from fishlab.fishery.closing import closes, closing
from fishlab.fishery.examples import EXAMPLE_ILLEGAL, EXAMPLE_SCORING
from fishlab.fishery.rules import Fishery
from fishlab.fishery.words import area
from fishlab.graphs import components, flood
from fishlab.match import Match

SIX = [[8, 12, 30, 38, 50, 54], [10, 24, 28, 42, 46, 60]]


def play(state: Fishery, *moves: str) -> Fishery:
    """Play moves in notation, each of them legal."""
    for text in moves:
        move = state.parse(text)
        assert state.why_not(move) == "", f"{text}: {state.why_not(move)}"
        assert move in state.moves()
        state = state.after(move)
    return state


def small(columns: int = 3, rows: int = 3, placed=((0,), (8,)), **options) -> Fishery:
    """A board small enough to see at a glance: on 3×3, Black on a3 and White on c1."""
    return Fishery.start(columns=columns, rows=rows, placed=placed, **options)


def leaves(state: Fishery, depth: int) -> int:
    """How many lines of play there are; a game that ends earlier is one line."""
    if depth == 0 or state.turn() == OVER:
        return 1
    return sum(leaves(state.after(move), depth - 1) for move in state.moves())


def random_states(seed: int, games: int, *, sampled: bool):
    """Moments of random games on boards of many shapes, by `sample` or by `moves`."""
    rng = Random(seed)
    shapes = [(7, 9), (3, 3), (1, 8), (8, 1), (2, 5), (5, 2), (4, 4), (2, 2), (6, 5), (1, 2)]
    for game in range(games):
        columns, rows = shapes[game % len(shapes)]
        ships = rng.randint(1, min(8, columns * rows // 2))
        state = Fishery.start(columns=columns, rows=rows, ships=ships, nets=rng.choice((0, 2, 5, 99, 99)))
        while state.turn() != OVER:
            yield state
            move = state.sample(rng) if sampled else rng.choice(state.moves())
            assert move in state.moves()
            if move == PASS and len(state.moves()) > 1 and rng.random() < 0.8:  # passes less often: longer games
                continue
            state = state.after(move)
        yield state


# Materials and setup.


def test_the_printed_board_is_7_by_9_with_110_net_spaces_and_32_edge_nets():
    state = Fishery.start()
    assert (state.columns, state.rows) == (7, 9)
    assert len(state.chart.squares) == 63
    assert len(state.chart.spaces) == 110
    assert state.regions()[0].edge_nets == 32


def test_each_player_has_6_ships_and_30_nets():
    state = Fishery.start()
    assert [state.ships_left(seat) for seat in (BLACK, WHITE)] == [6, 6]
    assert [state.nets_left(seat) for seat in (BLACK, WHITE)] == [30, 30]


def test_squares_are_named_from_the_bottom_left_and_numbered_from_the_top_left():
    state = Fishery.start()
    assert [state.chart.squares[square] for square in (0, 6, 56, 62)] == ["a9", "g9", "a1", "g1"]
    assert [state.chart.number[name] for name in ("a9", "g9", "a1", "g1")] == [0, 6, 56, 62]


def test_the_board_starts_empty_and_black_goes_first():
    state = Fishery.start()
    assert state.ships == (set(), set())
    assert state.nets == ()
    assert state.seat_name(state.turn()) == "Black"


def test_players_alternate_turns_in_both_phases():
    state = Fishery.start(columns=3, rows=3, ships=2)
    turns = []
    for move in ("a1", "b1", "c1", "a2", "b1 c1", "b2 c2", "pass"):
        turns.append(state.turn())
        state = play(state, move)
    assert turns == [0, 1, 0, 1, 0, 1, 0]


# Phase 1: place ships.


def test_a_ship_goes_on_any_empty_square():
    state = Fishery.start()
    assert state.moves()[0] == ("ship", "a9")
    assert {move[0] for move in state.moves()} == {"ship"}
    assert len(state.moves()) == 63
    state = play(state, "ship d4")
    assert ("ship", "d4") not in state.moves()
    assert len(state.moves()) == 62
    assert state.ships == ({state.chart.number["d4"]}, set())


def test_a_ship_may_not_go_on_a_taken_square():
    state = play(Fishery.start(), "ship d4")
    reason = state.why_not(("ship", "d4"))
    assert reason == "d4 already holds a black ship: a ship goes on an empty square."
    assert (reason.title, reason.where) == ("No ship on d4", ("d4",))
    assert "Place Ships" in reason.rule


def test_there_is_no_passing_in_the_ship_phase():
    state = Fishery.start()
    assert PASS not in state.moves()
    reason = state.why_not(PASS)
    assert "first both players place all their ships" in reason
    assert "Place Ships" in reason.rule


def test_the_net_phase_opens_once_all_12_ships_are_on_the_board_and_black_opens_it():
    rng = Random(1)
    state = Fishery.start()
    for number in range(12):
        assert state.phase == "ships"
        assert state.turn() == number % 2
        state = state.after(state.sample(rng))
    assert state.phase == "nets"
    assert state.turn() == BLACK
    assert [len(side) for side in state.ships] == [6, 6]


def test_nets_wait_for_the_ships():
    reason = Fishery.start().why_not(("net", "a9", "b9"))
    assert reason == "Nets come after the ships: 12 ships still to place."


def test_no_ship_is_placed_in_the_net_phase():
    assert "All ships are on the board" in small().why_not(("ship", "b2"))


# Phase 2: place nets.


def test_a_turn_of_the_net_phase_is_a_net_or_a_pass():
    state = Fishery.start(placed=SIX)
    assert Counter(move[0] for move in state.moves()) == {"net": 110, "pass": 1}
    assert state.moves()[-1] == PASS


def test_rule_1_a_fishery_is_surrounded_by_nets_and_edge_nets():
    state = play(small(), "a3 b3", "a2 b2", "a1 b1")
    assert [area(state.chart, region.squares) for region in state.regions()] == ["a1–a3", "b1–c3"]


def test_rule_1_the_undivided_board_is_one_fishery():
    (region,) = small().regions()
    assert region.squares == tuple(range(9))
    assert region.edge_nets == 12


def test_a_net_that_closes_nothing_is_legal():
    state = small()
    for move in state.moves()[:-1]:
        assert closes(state, move) == ()
        assert state.explain(move).startswith("Closes nothing yet")
        assert len(state.after(move).regions()) == 1


def test_rule_2_a_fishery_must_contain_a_ship():
    state = play(small(), "c3 b3")
    reason = state.why_not(("net", "c3", "c2"))
    assert reason == "This net would close off c3 without a ship."
    assert (reason.title, reason.rule, reason.where) == ("No net between c3 and c2", "Net phase, rule 2", ("c3",))
    assert ("net", "c3", "c2") not in state.moves()


def test_rule_2_the_ship_need_not_be_ones_own():
    state = play(small(), "a3 b3", "pass")
    assert state.turn() == BLACK
    assert ("net", "a3", "a2") in state.moves()
    other = play(small(), "pass", "a3 b3", "pass")
    assert other.turn() == WHITE
    assert ("net", "a3", "a2") in other.moves()


def test_rule_2_both_parts_of_a_split_need_a_ship():
    state = play(small(placed=((0,), (1,))), "b3 c3", "b3 b2")
    reason = state.why_not(("net", "a3", "a2"))
    assert reason.where == ("c3", "a2", "b2", "c2", "a1", "b1", "c1")
    assert "without a ship" in reason


def test_rule_3_a_fishery_must_use_an_edge_net():
    state = play(small(placed=((4,), (0,))), "b3 b2", "a2 b2", "b2 c2")
    reason = state.why_not(("net", "b2", "b1"))
    assert reason == "This net would close off b2 with no blue edge net on its border."
    assert (reason.rule, reason.where) == ("Net phase, rule 3", ("b2",))


def test_rules_2_and_3_are_both_named_when_both_are_broken():
    state = play(small(), "b3 b2", "a2 b2", "b2 c2")
    reason = state.why_not(("net", "b2", "b1"))
    assert reason == "This net would close off b2 without a ship and with no blue edge net on its border."
    assert reason.rule == "Net phase, rules 2 and 3"


def test_a_ring_around_all_ships_names_both_sides():
    state = play(small(4, 4, ((5,), (6,))), "b4 b3", "c4 c3", "a3 b3", "c3 d3", "b3 b2")
    reason = state.why_not(("net", "c3", "c2"))
    assert "b3–c3 with no blue edge net on its border" in reason
    assert "without a ship" in reason
    assert reason.rule == "Net phase, rules 2 and 3"


def test_a_ring_that_hangs_on_the_rim_by_one_net_still_has_no_edge_net():
    state = play(small(4, 4, ((5,), (0,))), "b4 c4", "b4 b3", "b3 c3", "b3 b2")
    assert "no blue edge net" in state.why_not(("net", "a3", "b3"))
    assert ("net", "a3", "b3") not in state.moves()


def test_net_colour_has_no_meaning_but_is_kept():
    state = play(small(), "a3 b3", "a2 b2")
    assert state.nets == ((0, 1, BLACK), (3, 4, WHITE))
    mixed = play(state, "a1 b1")
    alone = play(small(), "a3 b3", "pass", "a2 b2", "pass", "a1 b1")
    assert [region.squares for region in mixed.regions()] == [region.squares for region in alone.regions()]
    assert mixed.scores() == alone.scores()
    assert mixed != alone


def test_a_space_holds_one_net():
    state = play(small(), "a3 b3")
    reason = state.why_not(("net", "a3", "b3"))
    assert reason == "There is already a net between a3 and b3."
    assert reason.where == ("a3", "b3")


def test_a_player_without_nets_can_only_pass():
    state = play(small(nets=1), "a3 b3", "b3 c3")
    assert state.moves() == (PASS,)
    assert state.sample(Random(0)) == PASS
    assert state.prompt() == "Black has no nets left and can only pass"
    assert state.why_not(("net", "a2", "b2")) == "Black has no nets left and can only pass."
    uneven = play(small(nets=2), "a3 b3", "pass", "a2 b2")
    assert [uneven.nets_left(seat) for seat in (BLACK, WHITE)] == [0, 2]
    assert len(uneven.moves()) > 1
    assert play(uneven, "b3 c3").moves() == (PASS,)


def test_a_game_without_nets_is_two_passes():
    state = small(nets=0)
    assert state.moves() == (PASS,)
    assert play(state, "pass", "pass").turn() == OVER


def test_without_nets_all_ships_are_placed_before_the_two_passes():
    match = Match(Fishery, nets=0)
    for number in range(12):
        assert match.state.phase == "ships"
        assert len(match.state.moves()) == 63 - number
        match.play(match.state.moves()[0])
    assert [len(side) for side in match.state.ships] == [6, 6]
    assert match.state.moves() == (PASS,)
    match.play("pass")
    match.play("pass")
    assert match.over
    assert match.state.scores() == (0, 0)
    assert match.state.contested() == 63


# End of the game.


def test_two_passes_in_a_row_end_the_game():
    state = play(small(), "pass")
    assert (state.turn(), state.passes) == (WHITE, 1)
    state = play(state, "pass")
    assert (state.turn(), state.passes, state.phase) == (OVER, 2, "over")
    assert state.moves() == ()
    for move in (PASS, ("ship", "b2"), ("net", "a3", "b3")):
        assert state.why_not(move) == "The game is over: both players passed in a row."
    with pytest.raises(IndexError):
        state.sample(Random(0))


def test_a_net_between_two_passes_keeps_the_game_going():
    state = play(small(), "pass", "a3 b3", "pass")
    assert (state.turn(), state.passes) == (WHITE, 1)
    assert state.phase == "nets"


def test_two_passes_at_once_leave_the_undivided_board_and_white_wins():
    state = play(Fishery.start(placed=SIX), "pass", "pass")
    assert state.scores() == (0, 0)
    assert state.contested() == 63
    assert state.winners() == (WHITE,)


# Scoring.


def test_scoring_more_ships_take_every_square_also_those_with_ships():
    state = play(small(placed=((0,), (8,))), "a3 b3", "a2 b2", "a1 b1")
    left, right = state.regions()
    assert (left.owner, len(left), left.black, left.white) == (BLACK, 3, 1, 0)
    assert (right.owner, len(right), right.black, right.white) == (WHITE, 6, 0, 1)
    assert state.scores() == (3, 6)


def test_scoring_equal_ships_give_nobody_the_fish():
    state = small()
    assert state.regions()[0].owner is None
    assert state.scores() == (0, 0)
    assert state.contested() == 9


def test_scoring_a_tie_goes_to_white():
    state = play(small(2, 2, ((0,), (1,))), "a2 b2", "a1 b1", "pass", "pass")
    assert state.scores() == (2, 2)
    assert state.winners() == (WHITE,)
    assert state.prompt() == "The game is over: 2 to 2, and a tie goes to White"


def test_scoring_is_right_in_the_middle_of_the_game():
    state = play(Fishery.start(), "d4")
    assert state.scores() == (63, 0)
    assert play(state, "a1").scores() == (0, 0)


def test_scoring_most_fish_win():
    state = play(small(3, 2, ((0,), (2,))), "b2 c2", "b1 c1", "pass", "pass")
    assert state.scores() == (4, 2)
    assert state.winners() == (BLACK,)
    assert state.prompt() == "The game is over: Black wins 4 to 2"


def test_example_of_scoring_21_against_32_with_10_contested():
    match = EXAMPLE_SCORING.match()
    state = match.state
    assert match.over
    assert state.scores() == (21, 32)
    assert state.contested() == 10
    assert state.winners() == (WHITE,)
    assert sorted((region.owner, len(region)) for region in state.regions() if region.owner is not None) == [
        (BLACK, 21),
        (WHITE, 11),
        (WHITE, 21),
    ]
    assert [len(side) for side in state.ships] == [6, 6]
    assert EXAMPLE_SCORING.source == "reconstructed"


@pytest.mark.parametrize(("label", "rule"), [("A", 2), ("B", 2), ("C", 3)])
def test_example_of_illegal_moves(label, rule):
    state = EXAMPLE_ILLEGAL.match().state
    move = state.parse(EXAMPLE_ILLEGAL.nets[label])
    reason = state.why_not(move)
    assert move not in state.moves()
    assert reason.rule == f"Net phase, rule {rule}"
    squares = {state.chart.number[name] for name in reason.where}
    assert bool(squares & set(state.ships[BLACK])) == (label == "C"), "C shuts in the black ship, A and B no ship"
    assert not squares & set(state.ships[WHITE])
    assert EXAMPLE_ILLEGAL.source == "reconstructed"


# Known counts.


def test_counts_of_the_ship_phase_are_63_then_3906_then_238266():
    start = Fishery.start()
    assert len(start.moves()) == 63
    seconds = [start.after(one).after(two) for one in start.moves() for two in start.after(one).moves()]
    assert len(seconds) == 3906
    assert sum(len(state.moves()) for state in seconds) == 238266


def test_count_of_the_first_net_ply_is_111():
    rng = Random(4)
    for _ in range(20):
        state = Fishery.start()
        while state.phase == "ships":
            state = state.after(state.sample(rng))
        assert len(state.moves()) == 111


@pytest.mark.parametrize(
    ("size", "placed", "counts"),
    [((2, 2), ((0,), (3,)), [5, 17, 33, 41]), ((3, 3), ((0,), (8,)), [13, 153, 1561, 13209])],
)
def test_counts_of_small_boards(size, placed, counts):
    state = small(*size, placed)
    assert [leaves(state, depth) for depth in (1, 2, 3, 4)] == counts


def test_at_most_59_nets_fit_on_the_printed_board():
    rng = Random(8)
    for _ in range(20):
        state = Fishery.start(placed=SIX)
        while len(state.moves()) > 1:
            state = state.after(rng.choice(state.moves()[:-1]))
        assert len(state.nets) == 47 + len(state.regions()) <= 59


# The oracle.


@pytest.mark.few(1)
@pytest.mark.parametrize("sampled", [True, False])
def test_the_oracle_agrees_on_legal_nets_of_thousands_of_positions(sampled):
    checked = 0
    for state in random_states(11 + sampled, 120, sampled=sampled):
        if state.phase == "nets":
            wanted = oracle_moves(state) if state.nets_left(state.turn()) else []
            assert list(state.moves()) == [*wanted, PASS], repr(state)
            checked += 1
    assert checked > 800


def test_the_oracle_agrees_on_regions_and_their_edge_nets():
    for state in random_states(5, 60, sampled=True):
        oracle = oracle_of(state)
        regions = [{divmod(square, state.columns)[::-1] for square in region.squares} for region in state.regions()]
        assert regions == oracle.regions(oracle.nets)
        assert all(region.edge_nets > 0 for region in state.regions())
        assert sum(region.edge_nets for region in state.regions()) == 2 * (state.columns + state.rows)
        assert sum(state.scores()) + state.contested() == state.columns * state.rows


def test_the_oracle_agrees_on_every_reason():
    for state in random_states(6, 12, sampled=True):
        if state.phase == "nets":
            allowed = set(state.moves())
            for space in state.chart.spaces:
                assert (state.why_not(space.move) == "") == (space.move in allowed), (state, space.move)


def test_the_oracle_agrees_on_what_a_net_closes():
    for state in random_states(7, 12, sampled=True):
        if state.phase == "nets":
            for move in state.moves():
                parts = closes(state, move)
                grown = len(state.after(move).regions()) - len(state.regions())
                assert grown == (1 if parts else 0)
                assert (move in closing(state)) == bool(parts)


def test_moves_are_the_same_whether_or_not_they_were_asked_for_before():
    rng = Random(21)
    for _ in range(12):
        asked = quiet = Fishery.start(columns=5, rows=5, ships=3)
        while quiet.turn() != OVER:
            asked.moves()
            move = quiet.sample(rng)
            asked, quiet = asked.after(move), quiet.after(move)
            fresh = Fishery.start(columns=5, rows=5, ships=3)
            assert asked == quiet
        log = Match(Fishery, columns=5, rows=5, ships=3)
        log.run([lambda view, rng: view.sample(rng)] * 2, rng)
        for state, move in zip(log.states, log.moves, strict=False):
            assert fresh.moves() == state.moves()
            fresh = fresh.after(move)


# Sampling.


def hold_to_equal_odds(state: Fishery, rng: Random) -> None:
    """Draw about 300 times each legal move, and nothing else."""
    drawn = Counter(state.sample(rng) for _ in range(300 * len(state.moves())))
    assert set(drawn) == set(state.moves())
    assert all(220 < count < 380 for count in drawn.values()), drawn


def test_sample_draws_every_legal_move_equally_often():
    state = play(Fishery.start(columns=4, rows=3, placed=[[0, 5], [3, 10]]), "a3 b3", "b3 b2", "c3 d3", "b2 c2")
    hold_to_equal_odds(state, Random(3))


@pytest.mark.parametrize(
    "moves",
    [
        ("pass",),
        ("a3 b3", "pass"),
        ("pass", "a3 b3"),
        ("a3 b3", "b3 b2", "pass", "c3 d3"),
        ("a3 b3", "b3 b2", "pass", "c3 d3", "pass"),
        ("pass", "a3 b3", "pass", "b3 b2", "pass", "c3 d3", "pass", "b2 c2"),
    ],
)
def test_sample_draws_every_legal_move_equally_often_after_a_pass(moves):
    rng, state = Random(4), Fishery.start(columns=4, rows=3, placed=[[0, 5], [3, 10]])
    for move in moves:
        state.sample(rng)  # whatever is drawn is not played
        state = play(state, move)
    assert state.moves().count(PASS) == 1
    hold_to_equal_odds(state, rng)


def test_sample_after_a_pass_still_knows_who_is_out_of_nets():
    state = play(small(nets=1), "a3 b3", "pass")
    assert {state.sample(Random(seed)) for seed in range(20)} == {PASS}
    hold_to_equal_odds(play(small(nets=1), "pass", "a3 b3"), Random(5))


def test_equal_states_draw_the_same_move_from_equal_generators():
    one, other = play(small(), "a3 b3", "b3 c3", "a2 b2"), play(small(), "a2 b2", "b3 c3", "a3 b3")
    one.sample(Random(0))
    assert one == other
    assert [one.sample(Random(seed)) for seed in range(50)] == [other.sample(Random(seed)) for seed in range(50)]


def test_sample_misses_no_legal_move_in_the_middle_of_a_drawn_game():
    for seed in range(12):
        rng, state = Random(seed), Fishery.start(columns=4, rows=3, ships=2)
        for _ in range(4 + seed):
            state = state.after(state.sample(rng))
            if state.turn() == OVER:
                break
        else:
            assert {state.sample(rng) for _ in range(12 * 18)} == set(state.moves())


def test_games_drawn_from_one_state_do_not_disturb_each_other():
    for seed in range(10):
        rng = Random(seed)
        start = Fishery.start(columns=5, rows=4, ships=2)
        for _ in range(7):
            start = start.after(start.sample(rng))
        lines, states = ([], [], []), [start, start, start]
        while any(state.turn() != OVER for state in states):
            for number, state in enumerate(states):
                if state.turn() != OVER:
                    move = state.sample(rng)
                    lines[number].append(move)
                    states[number] = state.after(move)
        for line, state in zip(lines, states, strict=True):
            again = start
            for move in line:
                assert move in again.moves()
                again = again.after(move)
            assert again == state
            assert again.regions() == state.regions()


def test_a_move_other_than_the_drawn_one_may_be_played():
    state = small()
    for _ in range(20):
        state.sample(Random(1))
        assert state.after(("net", "b3", "c3")).nets == ((1, 2, BLACK),)


def test_the_same_seed_draws_the_same_game():
    five, again, six = (moves_to_the_end(Fishery.start(), Random(seed)) for seed in (5, 5, 6))
    assert five == again != six


# Options.


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"columns": 0}, "columns=0 is not possible: choose a whole number from 1 to 26"),
        ({"rows": 27}, "rows=27 is not possible"),
        ({"columns": 26, "rows": 26}, "make 676 squares: choose a board of 2 to 400"),
        ({"columns": 1, "rows": 1, "ships": 1}, "make 1 squares"),
        ({"ships": 0}, "ships=0 is not possible"),
        ({"ships": 32}, "ships=32 is not possible on 63 squares: choose a whole number from 1 to 31"),
        ({"ships": 2.0}, "ships=2.0 is not possible"),
        ({"ships": True}, "ships=True is not possible"),
        ({"nets": -1}, "nets=-1 is not possible"),
        ({"boats": 3}, "no option 'boats'"),
        ({"players": 3}, "3 players cannot play fishery: it is for 2"),
        ({"placed": "a1"}, "two lists of square numbers"),
        ({"placed": [1, 2]}, "two lists of square numbers"),
        ({"placed": [[1], [2], [3]]}, "two lists of square numbers"),
        ({"placed": [[1], [63]]}, "whole numbers from 0 to 62"),
        ({"placed": [[1], [-1]]}, "whole numbers from 0 to 62"),
        ({"placed": [[1], ["a1"]]}, "whole numbers from 0 to 62"),
        ({"placed": [[1], [True]]}, "whole numbers from 0 to 62"),
        ({"placed": [[], []]}, "0 black ships and 0 white ships"),
        ({"placed": [[1, 2], [3]]}, "2 black ships and 1 white ship: players alternate"),
        ({"placed": [[1, 2], [3, 2]]}, "two ships on square 2: a ship goes on an empty square (Phase 1"),
        ({"placed": [[1, 2], [3, 4]], "ships": 5}, "ships=5 does not fit placed"),
    ],
)
def test_a_wrong_option_is_refused_with_its_name_and_what_is_allowed(options, message):
    with pytest.raises(ValueError, match="fishery") as error:
        Fishery.start(**options)
    assert message in str(error.value)


def test_placed_ships_skip_the_ship_phase_and_lists_or_tuples_will_do():
    state = Fishery.start(placed=((0, 1), (61, 62)))
    assert state == Fishery.start(placed=[[1, 0], [62, 61]])
    assert state.phase == "nets"
    assert state.turn() == BLACK
    assert state.ships == ({0, 1}, {61, 62})
    assert state.chart.ships == 2


def test_a_placed_position_equals_the_played_one():
    played = play(Fishery.start(columns=3, rows=3, ships=1), "a3", "c1")
    assert played == small()
    assert hash(played) == hash(small())


def test_boards_one_square_wide_are_allowed():
    state = Fishery.start(columns=1, rows=4, placed=[[0], [3]])
    assert state.moves() == (("net", "a4", "a3"), ("net", "a3", "a2"), ("net", "a2", "a1"), PASS)
    assert play(state, "a3 a2").moves() == (PASS,)
    row = Fishery.start(columns=4, rows=1, placed=[[0], [1]])
    assert row.moves() == (("net", "a1", "b1"), PASS)


def test_a_large_board_plays_to_its_end():
    rng = Random(2)
    state = Fishery.start(columns=20, rows=20, ships=30, nets=300)
    while state.turn() != OVER:
        move = state.sample(rng)
        if move != PASS or rng.random() < 0.1:
            state = state.after(move)
    assert sum(len(region) for region in state.regions()) == 400


# Moves as text.


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("ship d4", ("ship", "d4")),
        ("d4", ("ship", "d4")),
        ("D4", ("ship", "d4")),
        ("net d4 e4", ("net", "d4", "e4")),
        ("net e4 d4", ("net", "d4", "e4")),
        ("d4 e4", ("net", "d4", "e4")),
        ("e4/d4", ("net", "d4", "e4")),
        ("e4-d4", ("net", "d4", "e4")),
        ("E4 – D4", ("net", "d4", "e4")),
        ("d4 d5", ("net", "d5", "d4")),
        ("d9 d10", ("net", "d10", "d9")),
        (" Pass ", PASS),
        ("P", PASS),
    ],
)
def test_a_move_is_read_in_many_spellings(text, move):
    assert Fishery.parse(text) == move


@pytest.mark.parametrize("text", ["", "  ", "net", "ship", "hello", "d4 e4 f4", "4d", "net d4 e4 pass", "x" * 5000])
def test_what_is_not_a_move_is_refused_with_an_example(text):
    with pytest.raises(IllegalMove) as error:
        Fishery.parse(text)
    assert len(str(error.value)) < 120


@pytest.mark.parametrize(
    "state", [Fishery.start(), small(), play(small(), "pass", "pass")], ids=["ships", "nets", "over"]
)
@pytest.mark.parametrize(
    "move",
    [
        (),
        ("pass", 1),
        ("ship",),
        ("ship", "z9"),
        ("ship", 7),
        ("ship", "a1", "a2"),
        ("net",),
        ("net", "a1"),
        ("net", "a1", "a2", "a3"),
        ("net", "a1", "c3"),
        ("net", "a1", "a1"),
        ("net", "b1", "a1"),
        ("net", 1, 2),
        ("net", -1, "a1"),
        ("sail", "a1"),
        (3,),
        None,
        "pass",
        [["net"], 2],
        ("net", None, "a1"),
    ],
)
def test_nonsense_is_refused_with_a_reason_and_never_an_error(state, move):
    reason = state.why_not(move)
    assert isinstance(reason, Reason)
    assert reason
    assert reason.title
    assert len(reason) < 200


def test_squares_apart_or_in_the_wrong_order_are_told_so():
    assert "not side by side" in small().why_not(("net", "a1", "c3"))
    assert small().why_not(("net", "b1", "a1")).endswith("write net a1 b1.")


def test_html_in_a_move_is_only_quoted():
    assert "<b>" in small().why_not(("ship", "<b>"))


# What a person reads.


def test_say_tells_what_a_move_does():
    state = small()
    assert Fishery.start().say(("ship", "d4")) == "Black puts a ship on d4"
    assert state.say(("net", "a3", "b3")) == "Black casts a net between a3 and b3"
    assert state.say(PASS) == "Black passes"
    state = play(state, "a3 b3", "a2 b2")
    assert state.say(("net", "a1", "b1")) == "Black casts a net between a1 and b1, closing a fishery of 3 squares"
    assert play(state, "pass").say(PASS) == "White passes, and the game is over"


def test_explain_tells_what_a_move_would_do():
    state = play(small(), "a3 b3", "a2 b2")
    assert state.explain(("net", "a1", "b1")) == "Splits 9 squares: 6 for White, 3 for Black; you 0 → 3"
    assert state.explain(("net", "b3", "b2")).startswith("Closes nothing yet")
    assert state.explain(PASS) == "If White passes too, the game ends, and at 0 : 0 White wins"
    assert play(state, "pass").explain(PASS) == "Ends the game, and at 0 : 0 White wins"
    assert state.explain(("net", "a3", "b3")) == "There is already a net between a3 and b3."


def test_prompt_and_rule_follow_the_phase():
    state = Fishery.start()
    assert state.prompt() == "Black to place ship 1 of 6"
    assert "You cannot pass until" in state.rule()
    state = small()
    assert state.prompt() == "Black to cast a net or pass"
    assert "Two passes in a row end the game." in state.rule()
    state = play(state, "pass")
    assert "A pass now ends the game; a tie goes to White" in state.rule()
    assert "A tie goes to White" in play(state, "pass").rule()


@pytest.mark.parametrize(
    ("squares", "name"),
    [
        ((0,), "a3"),
        ((0, 1), "a3–b3"),
        ((0, 1, 3, 4), "a2–b3"),
        ((0, 1, 3), "a3, b3 and a2"),
        (range(8), "8 squares within a1–c3"),
    ],
)
def test_areas_have_short_names(squares, name):
    assert area(small().chart, tuple(squares)) == name


def test_a_state_shows_no_memory_address():
    assert repr(small()) == "<Fishery 3×3: 2 ships, 0 nets, Black to cast a net or pass>"


# States are values.


def moves_to_the_end(state: Fishery, rng: Random) -> list[tuple]:
    """Return random moves to the end of a game, each drawn from the legal ones."""
    moves = []
    while state.turn() != OVER:
        moves.append(state.sample(rng))
        state = state.after(moves[-1])
    return moves


def random_line(state: Fishery, rng: Random) -> list[tuple]:
    """Return the moves with which a game is played out."""
    squares, nets, _ = state.random_line(rng)
    return [("ship", state.chart.squares[square]) for square in squares] + [net.move if net else PASS for net in nets]


def test_a_game_that_is_played_out_is_one_of_legal_moves_and_leaves_the_same_sea():
    for number, state in enumerate(random_states(5, 20, sampled=True)):
        if number % 5:
            continue
        end, now = state.play_out(Random(number)), state
        for move in random_line(state, Random(number)):
            assert move in now.moves()
            now = now.after(move)
        assert now.turn() == end.turn() == OVER
        assert (now, now.waters) == (end, end.waters)
        assert now.moves() == end.moves() == ()


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "state",
    [
        Fishery.start(columns=2, rows=3, ships=1),
        small(2, 3, ((0,), (5,))),
        small(nets=1),
        small(2, 3, ((0, 2), (3, 5))).after(("net", "a3", "a2")),
    ],
)
def test_a_game_that_is_played_out_goes_as_one_of_random_moves(state):
    games, rng = 1000, Random(7)
    first, legal = Counter(random_line(state, rng)[0] for _ in range(games)), state.moves()
    assert set(first) == set(legal)
    for move in legal:
        assert abs(first[move] / games - 1 / len(legal)) < 4 * (1 / len(legal) / games) ** 0.5, "each as likely"
    fast = [state.play_out(rng) for _ in range(games)]
    plain = [State.play_out(state, rng) for _ in range(games)]
    pairs = [[[len(line(state, rng)) for _ in range(games)] for line in (random_line, moves_to_the_end)]]
    for measure in (lambda end: len(end.nets), lambda end: end.scores()[BLACK], lambda end: end.winners()[0]):
        pairs.append([list(map(measure, ends)) for ends in (fast, plain)])
    for one, other in pairs:
        spread = ((pvariance(one) + pvariance(other)) / games) ** 0.5
        assert abs(mean(one) - mean(other)) <= 4 * spread, "and so is all that comes of it"


def test_states_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        small().seat = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        play(small(), "a3 b3").seat = 1


def test_states_are_equal_however_they_came_about():
    one = play(small(), "a3 b3", "b3 c3", "a2 b2")
    other = play(small(), "a2 b2", "b3 c3", "a3 b3")
    assert one == other
    assert hash(one) == hash(other)
    assert one != play(one, "pass")
    assert one != small()
    assert one != "a state"


def test_a_copy_is_equal_and_plays_on():
    state = play(small(), "a3 b3")
    again = copy.deepcopy(state)
    assert again == state
    assert again.moves() == state.moves()


def test_after_leaves_the_state_before_as_it_was():
    for state in random_states(15, 6, sampled=True):
        before = (state.moves(), state.regions(), state.nets, state.ships)
        for move in state.moves():
            state.after(move).moves()
        assert (state.moves(), state.regions(), state.nets, state.ships) == before


# The grid search that the reasons use.


def test_flood_and_components_find_what_hangs_together():
    links = {0: [1], 1: [0], 2: [], 3: [4], 4: [3, 5], 5: [4]}
    assert flood(4, links.__getitem__) == {3, 4, 5}
    assert components(range(6), links.__getitem__) == [(0, 1), (2,), (3, 4, 5)]
