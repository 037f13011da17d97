"""Graphs against slow and plain answers: what hangs together, what must stay open, what falls apart, routes."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import graphs_oracle as oracle
import pytest
from graphs_oracle import mask, random_city

from fishlab import graphs


def random_cities(seed, count):
    rng = Random(seed)
    for _ in range(count):
        columns, rows = rng.randint(1, 10), rng.randint(1, 10)
        yield graphs.grid(columns, rows), *random_city(rng, columns, rows)


def test_plots_are_named_like_chess_with_plot_0_at_the_top_left():
    grid = graphs.grid(9, 9)
    names = [name for name in grid.names if name]
    assert (names[0], names[8], names[72], names[80]) == ("a9", "i9", "a1", "i1")
    assert [grid.names[grid.spots[name]] for name in names] == names


def test_picking_by_mask_gives_plots_from_the_top_left():
    grid = graphs.grid(3, 2)
    assert list(grid.pick(grid.names, mask(grid, {(1, 2), (0, 1), (1, 0)}))) == ["b2", "a1", "c1"]
    assert grid.mask("010" + "0" + "101") == mask(grid, {(1, 2), (0, 1), (1, 0)})


def test_neighbours_never_reach_across_the_edge():
    for columns, rows in ((1, 1), (1, 4), (3, 1), (4, 5)):
        grid = graphs.grid(columns, rows)
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
        assert graphs.needed(grid, everything, mask(grid, terminals), everything) == mask(grid, right)
        found += len(right)
    assert found > 2000


def test_needed_plots_are_asked_only_among_those_given():
    rng = Random("among")
    for grid, open_plots, terminals in random_cities("among", 200):
        among = set(rng.sample(sorted(open_plots), rng.randint(0, len(open_plots))))
        right = oracle.naive_needed(open_plots, terminals, among)
        got = graphs.needed(grid, mask(grid, open_plots), mask(grid, terminals), mask(grid, among))
        assert got == mask(grid, right)


def test_cut_plots_agree_with_the_naive_test_and_with_tarjan():
    found = 0
    for grid, open_plots, _ in random_cities("cuts", 500):
        right = oracle.naive_cuts(open_plots)
        assert oracle.tarjan_cuts(open_plots) == right
        assert graphs.cut_plots(grid, mask(grid, open_plots)) == mask(grid, right)
        found += len(right)
    assert found > 1000


def test_tarjan_with_terminals_agrees_with_the_naive_test():
    for _, open_plots, terminals in random_cities("tarjan", 300):
        right = oracle.naive_needed(open_plots, terminals, open_plots)
        assert oracle.tarjan_needed(open_plots, terminals, open_plots) == right


def test_the_way_through_a_gap_in_a_ring_of_obstacles_is_cut():
    # The ring is one obstacle that does not touch the outside: its gap, and the plots before and behind it, are cuts.
    rows = [".......", ".XXXXX.", ".X...X.", ".X.....", ".X...X.", ".XXXXX.", "......."]
    grid = graphs.grid(7, 7)
    open_plots = {(row, column) for row in range(7) for column in range(7) if rows[row][column] == "."}
    assert graphs.cut_plots(grid, mask(grid, open_plots)) == mask(grid, {(3, 4), (3, 5), (3, 6)})


def test_obstacles_that_touch_at_a_corner_are_one():
    # Closing b1 lets the wall at c2 reach the rim, which cuts off the corner plot c1.
    grid = graphs.grid(3, 3)
    open_plots = {(row, column) for row in range(3) for column in range(3)} - {(1, 2)}
    assert graphs.cut_plots(grid, mask(grid, open_plots)) == mask(grid, {(2, 1), (0, 1)})


def test_a_single_open_plot_is_needed_but_cuts_nothing():
    grid = graphs.grid(2, 1)
    assert graphs.needed(grid, mask(grid, {(0, 0)}), 0, grid.plots) == mask(grid, {(0, 0)})
    assert graphs.cut_plots(grid, mask(grid, {(0, 0)})) == 0
    assert graphs.needed(grid, 0, 0, grid.plots) == 0


def test_parts_come_largest_first_and_make_up_the_whole():
    rng = Random("parts")
    for _ in range(200):
        columns, rows = rng.randint(1, 8), rng.randint(1, 8)
        grid = graphs.grid(columns, rows)
        plots = {(row, column) for row in range(rows) for column in range(columns) if rng.random() < 0.6}
        pieces = graphs.parts(mask(grid, plots), grid.width)
        assert sum(pieces) == mask(grid, plots)
        assert [piece.bit_count() for piece in pieces] == sorted((p.bit_count() for p in pieces), reverse=True)
        assert all(graphs.spread(piece & -piece, mask(grid, plots), grid.width) == piece for piece in pieces)


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
        grid = graphs.grid(columns, rows)
        start, end, costs = random_streets(rng, columns, rows)
        quick = mask(grid, [plot for plot in costs if costs[plot] == 1])
        slow = mask(grid, [plot for plot in costs if costs[plot] == 3])
        right = oracle.dijkstra(start, end, costs)
        steps = graphs.layers(grid, mask(grid, {start}), quick, slow)
        assert graphs.route_length(grid, steps, mask(grid, {end})) == right
        way = graphs.route(grid, steps, mask(grid, {end}), slow)
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
    grid = graphs.grid(3, 2)
    start, end = mask(grid, {(0, 0)}), mask(grid, {(0, 1)})
    assert graphs.route_length(grid, graphs.layers(grid, start, 0), end) is None
    below = mask(grid, {(1, 0), (1, 1)})
    assert graphs.route_length(grid, graphs.layers(grid, start, below), end) == 2


@pytest.mark.parametrize("cost", [1, 2, 3, 5])
def test_slow_plots_cost_what_they_are_said_to(cost):
    grid = graphs.grid(5, 1)
    slow = mask(grid, {(0, 2)})
    steps = graphs.layers(grid, mask(grid, {(0, 0)}), mask(grid, {(0, 1), (0, 3)}), slow, cost)
    assert graphs.route_length(grid, steps, mask(grid, {(0, 4)})) == 2 + cost


def random_graph(rng, size):
    """Return the neighbours of every node of a random graph."""
    beside = {node: set() for node in range(size)}
    for _ in range(rng.randint(0, size * 2)):
        one, other = rng.sample(range(size), 2)
        beside[one].add(other)
        beside[other].add(one)
    return beside


def closure(beside, start):
    """Return what can be reached, by adding neighbours until nothing changes: slow and plain."""
    found = {start}
    while not all(beside[node] <= found for node in found):
        found |= set().union(*(beside[node] for node in found))
    return found


def test_a_flood_reaches_what_can_be_reached():
    rng = Random("flood")
    for size in range(2, 40):
        beside = random_graph(rng, size)
        start = rng.randrange(size)
        assert graphs.flood(start, beside.__getitem__) == closure(beside, start)


def test_components_part_the_nodes_each_sorted_in_order_of_their_lowest():
    rng = Random("components")
    for size in range(2, 40):
        beside = random_graph(rng, size)
        found = graphs.components(range(size), beside.__getitem__)
        assert [set(part) for part in found] == [
            part for node in range(size) if min(part := closure(beside, node)) == node
        ]
        assert all(list(part) == sorted(part) for part in found)


def test_the_parts_of_a_city_are_its_components():
    rng = Random("parts")
    for _ in range(60):
        columns, rows = rng.randint(1, 9), rng.randint(1, 9)
        grid = graphs.grid(columns, rows)
        plots = {(row, column) for row in range(rows) for column in range(columns) if rng.random() < 0.6}
        numbered = {row * columns + column: (row, column) for row, column in plots}
        beside = {
            number: [other for other, there in numbered.items() if there in oracle.neighbours(plot)]
            for number, plot in numbered.items()
        }
        want = graphs.components(numbered, beside.__getitem__)
        got = graphs.parts(mask(grid, plots), grid.width)
        assert set(got) == {mask(grid, [numbered[number] for number in part]) for part in want}
        assert [part.bit_count() for part in got] == sorted(map(len, want), reverse=True)
