"""Streets on grids against slow and plain answers: what must stay open, what falls apart, the shortest routes."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
import streets_oracle as oracle
from streets_oracle import mask, random_city

from fishlab import streets


def random_cities(seed, count):
    rng = Random(seed)
    for _ in range(count):
        columns, rows = rng.randint(1, 10), rng.randint(1, 10)
        yield streets.grid(columns, rows), *random_city(rng, columns, rows)


def test_plots_are_named_like_chess_with_plot_0_at_the_top_left():
    grid = streets.grid(9, 9)
    names = [name for name in grid.names if name]
    assert (names[0], names[8], names[72], names[80]) == ("a9", "i9", "a1", "i1")
    assert [grid.names[grid.spots[name]] for name in names] == names


def test_picking_by_mask_gives_plots_from_the_top_left():
    grid = streets.grid(3, 2)
    assert list(grid.pick(grid.names, mask(grid, {(1, 2), (0, 1), (1, 0)}))) == ["b2", "a1", "c1"]
    assert grid.mask("010" + "0" + "101") == mask(grid, {(1, 2), (0, 1), (1, 0)})


def test_neighbours_never_reach_across_the_edge():
    for columns, rows in ((1, 1), (1, 4), (3, 1), (4, 5)):
        grid = streets.grid(columns, rows)
        for row in range(rows):
            for column in range(columns):
                beside = [
                    plot for plot in oracle.neighbours((row, column)) if 0 <= plot[0] < rows and 0 <= plot[1] < columns
                ]
                assert grid.around(mask(grid, {(row, column)})) == mask(grid, beside)


def test_needed_plots_are_those_that_closing_each_in_turn_finds():
    found = 0
    for grid, open_plots, terminals in random_cities("needed", 700):
        right = oracle.naive_needed(open_plots, terminals, open_plots)
        everything = mask(grid, open_plots)
        assert streets.needed(grid, everything, mask(grid, terminals), everything) == mask(grid, right)
        found += len(right)
    assert found > 2000


def test_needed_plots_are_asked_only_among_those_given():
    rng = Random("among")
    for grid, open_plots, terminals in random_cities("among", 200):
        among = set(rng.sample(sorted(open_plots), rng.randint(0, len(open_plots))))
        right = oracle.naive_needed(open_plots, terminals, among)
        got = streets.needed(grid, mask(grid, open_plots), mask(grid, terminals), mask(grid, among))
        assert got == mask(grid, right)


def test_cut_plots_agree_with_the_naive_test_and_with_tarjan():
    found = 0
    for grid, open_plots, _ in random_cities("cuts", 500):
        right = oracle.naive_cuts(open_plots)
        assert oracle.tarjan_cuts(open_plots) == right
        assert streets.cut_plots(grid, mask(grid, open_plots)) == mask(grid, right)
        found += len(right)
    assert found > 1000


def test_tarjan_with_terminals_agrees_with_the_naive_test():
    for _, open_plots, terminals in random_cities("tarjan", 300):
        right = oracle.naive_needed(open_plots, terminals, open_plots)
        assert oracle.tarjan_needed(open_plots, terminals, open_plots) == right


def test_the_way_through_a_gap_in_a_ring_of_obstacles_is_cut():
    # The ring is one obstacle that does not touch the outside: its gap, and the plots before and behind it, are cuts.
    rows = [".......", ".XXXXX.", ".X...X.", ".X.....", ".X...X.", ".XXXXX.", "......."]
    grid = streets.grid(7, 7)
    open_plots = {(row, column) for row in range(7) for column in range(7) if rows[row][column] == "."}
    assert streets.cut_plots(grid, mask(grid, open_plots)) == mask(grid, {(3, 4), (3, 5), (3, 6)})


def test_obstacles_that_touch_at_a_corner_are_one():
    # Closing b1 lets the wall at c2 reach the rim, which cuts off the corner plot c1.
    grid = streets.grid(3, 3)
    open_plots = {(row, column) for row in range(3) for column in range(3)} - {(1, 2)}
    assert streets.cut_plots(grid, mask(grid, open_plots)) == mask(grid, {(2, 1), (0, 1)})


def test_a_single_open_plot_is_needed_but_cuts_nothing():
    grid = streets.grid(2, 1)
    assert streets.needed(grid, mask(grid, {(0, 0)}), 0, grid.plots) == mask(grid, {(0, 0)})
    assert streets.cut_plots(grid, mask(grid, {(0, 0)})) == 0
    assert streets.needed(grid, 0, 0, grid.plots) == 0


def test_parts_come_largest_first_and_make_up_the_whole():
    rng = Random("parts")
    for _ in range(200):
        columns, rows = rng.randint(1, 8), rng.randint(1, 8)
        grid = streets.grid(columns, rows)
        plots = {(row, column) for row in range(rows) for column in range(columns) if rng.random() < 0.6}
        pieces = streets.parts(mask(grid, plots), grid.width)
        assert sum(pieces) == mask(grid, plots)
        assert [piece.bit_count() for piece in pieces] == sorted((p.bit_count() for p in pieces), reverse=True)
        assert all(streets.flood(piece & -piece, mask(grid, plots), grid.width) == piece for piece in pieces)


def random_streets(rng, columns, rows):
    plots = [(row, column) for row in range(rows) for column in range(columns)]
    start, end = rng.sample(plots, 2)
    costs = {plot: rng.choice([1, 1, 1, 3]) for plot in plots if plot not in (start, end) and rng.random() < 0.7}
    return start, end, costs


def test_routes_are_as_short_as_dijkstra_says_and_add_up():
    rng = Random("routes")
    found = none = 0
    for _ in range(1500):
        columns, rows = rng.randint(2, 10), rng.randint(1, 10)
        grid = streets.grid(columns, rows)
        start, end, costs = random_streets(rng, columns, rows)
        quick = mask(grid, [plot for plot in costs if costs[plot] == 1])
        slow = mask(grid, [plot for plot in costs if costs[plot] == 3])
        right = oracle.dijkstra(start, end, costs)
        steps = streets.layers(grid, mask(grid, {start}), quick, slow)
        assert streets.route_length(grid, steps, mask(grid, {end})) == right
        way = streets.route(grid, steps, mask(grid, {end}), slow)
        if right is None:
            none += 1
            assert way is None
            continue
        found += 1
        assert sum(3 if step & slow else 1 for step in way) == right
        assert all(step & (quick | slow) and step.bit_count() == 1 for step in way)
        line = [mask(grid, {start}), *way, mask(grid, {end})]
        assert all(grid.around(one) & other for one, other in pairwise(line))
    assert found > 300 < none


def test_a_terminal_beside_the_other_still_needs_one_street():
    grid = streets.grid(3, 2)
    start, end = mask(grid, {(0, 0)}), mask(grid, {(0, 1)})
    assert streets.route_length(grid, streets.layers(grid, start, 0), end) is None
    below = mask(grid, {(1, 0), (1, 1)})
    assert streets.route_length(grid, streets.layers(grid, start, below), end) == 2


@pytest.mark.parametrize("cost", [1, 2, 3, 5])
def test_slow_plots_cost_what_they_are_said_to(cost):
    grid = streets.grid(5, 1)
    slow = mask(grid, {(0, 2)})
    steps = streets.layers(grid, mask(grid, {(0, 0)}), mask(grid, {(0, 1), (0, 3)}), slow, cost)
    assert streets.route_length(grid, steps, mask(grid, {(0, 4)})) == 2 + cost
