"""Slow and plain answers to the questions of `fishlab.graphs`, for the tests to compare with.

A city is a set of (row, column) pairs here: `open_plots` are empty plots and streets, `terminals` supplies and outlets.
The answers share nothing with the fast code but the wording of the rule.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import cache
from itertools import count
from random import Random

from fishlab.graphs import Grid

Plot = tuple[int, int]


@cache
def neighbours(plot: Plot) -> tuple[Plot, Plot, Plot, Plot]:
    """Return the four plots beside one, on the grid or not."""
    row, column = plot
    return (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)


def hangs_together(plots: set[Plot]) -> bool:
    """Tell whether one walk can visit all these plots; no plots at all do not."""
    if not plots:
        return False
    todo = [next(iter(plots))]
    seen = set(todo)
    while todo:
        for beside in neighbours(todo.pop()):
            if beside in plots and beside not in seen:
                seen.add(beside)
                todo.append(beside)
    return len(seen) == len(plots)


def naive_needed(open_plots: set[Plot], terminals: set[Plot], among: set[Plot]) -> set[Plot]:
    """Return the plots that must become streets, by closing each in turn: the rule word for word."""
    found = set()
    for plot in among:
        rest = open_plots - {plot}
        if not hangs_together(rest) or any(rest.isdisjoint(neighbours(terminal)) for terminal in terminals):
            found.add(plot)
    return found


def naive_cuts(open_plots: set[Plot]) -> set[Plot]:
    """Return the cut vertices by closing each plot in turn."""
    return {plot for plot in open_plots if len(open_plots) > 1 and not hangs_together(open_plots - {plot})}


def tarjan_cuts(open_plots: set[Plot]) -> set[Plot]:
    """Return the cut vertices by one depth-first search with low links (Tarjan 1972), without recursion."""
    found: set[Plot] = set()
    number: dict[Plot, int] = {}
    low: dict[Plot, int] = {}
    for root in open_plots:
        if number:
            break  # the plots hang together, so one root reaches all
        number[root] = low[root] = 0
        branches = 0
        stack = [(root, root, iter(neighbours(root)))]
        while stack:
            plot, parent, todo = stack[-1]
            for beside in todo:
                if beside not in open_plots or beside == parent:
                    continue
                if beside in number:
                    if number[beside] < low[plot]:
                        low[plot] = number[beside]
                else:
                    number[beside] = low[beside] = len(number)
                    stack.append((beside, plot, iter(neighbours(beside))))
                    break
            else:
                stack.pop()
                if not stack:
                    break
                if parent == root:
                    branches += 1
                elif low[plot] >= number[parent]:
                    found.add(parent)
                if low[plot] < low[parent]:
                    low[parent] = low[plot]
        if branches > 1:
            found.add(root)
    return found


def tarjan_needed(open_plots: set[Plot], terminals: set[Plot], among: set[Plot]) -> set[Plot]:
    """Return the plots that must become streets: cut vertices, and the only open neighbours of terminals."""
    found = tarjan_cuts(open_plots)
    for terminal in terminals:
        beside = [plot for plot in neighbours(terminal) if plot in open_plots]
        if len(beside) == 1:
            found.add(beside[0])
    if len(open_plots) == 1:
        found |= open_plots
    return found & among


def dijkstra(start: Plot, end: Plot, costs: dict[Plot, int]) -> int | None:
    """Return the cheapest way from beside `start` to beside `end` over plots with costs; None where there is none."""
    order = count()
    heap = [(costs[plot], next(order), plot) for plot in neighbours(start) if plot in costs]
    heapq.heapify(heap)
    done = set()
    while heap:
        cost, _, plot = heapq.heappop(heap)
        if end in neighbours(plot):
            return cost
        if plot in done:
            continue
        done.add(plot)
        for beside in neighbours(plot):
            if beside in costs and beside not in done:
                heapq.heappush(heap, (cost + costs[beside], next(order), beside))
    return None


def mask(grid: Grid, plots: Iterable[Plot]) -> int:
    """Return plots as the fast code wants them: one integer."""
    return sum(grid.bits[row * grid.width + column] for row, column in plots)


def random_city(rng: Random, columns: int, rows: int, share: float = 0.3) -> tuple[set[Plot], set[Plot]]:
    """Return (open plots, terminals) of a random city that hangs together: plots are built on while they may."""
    plots = [(row, column) for row in range(rows) for column in range(columns)]
    open_plots, terminals = set(plots), set[Plot]()
    for plot in rng.sample(plots, int(len(plots) * rng.random())):
        rest = open_plots - {plot}
        ends = terminals | {plot} if rng.random() < share else terminals
        if hangs_together(rest) and not any(rest.isdisjoint(neighbours(end)) for end in ends):
            open_plots, terminals = rest, ends
    return open_plots, terminals
