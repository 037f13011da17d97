"""Graphs small enough to search by hand: squares are numbers, and a function says which squares are next to which."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Neighbours = Callable[[int], Iterable[int]]
"""From a node to the nodes one step away."""


def flood(start: int, neighbours: Neighbours) -> set[int]:
    """Return every node that can be reached from `start`, itself included.

    >>> sorted(flood(1, lambda n: {0: [1], 1: [0, 2], 2: [1], 3: []}[n]))
    [0, 1, 2]
    """
    found = {start}
    todo = [start]
    while todo:
        for node in neighbours(todo.pop()):
            if node not in found:
                found.add(node)
                todo.append(node)
    return found


def components(nodes: Iterable[int], neighbours: Neighbours) -> list[tuple[int, ...]]:
    """Return the connected parts, each sorted, in order of their lowest node.

    >>> components(range(4), lambda n: {0: [2], 1: [], 2: [0], 3: []}[n])
    [(0, 2), (1,), (3,)]
    """
    parts = []
    seen: set[int] = set()
    for node in sorted(nodes):
        if node not in seen:
            part = flood(node, neighbours)
            seen |= part
            parts.append(tuple(sorted(part)))
    return parts
