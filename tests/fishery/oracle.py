"""Fishery's rules once more, as plainly and slowly as they can be written, to hold the fast ones to.

Nothing is shared with the game but its squares' names: squares are (column, row) pairs, a net is the pair of squares
that it lies between, and every question is answered by flooding the whole board.
"""

from __future__ import annotations

from collections.abc import Iterable

Square = tuple[int, int]
Net = frozenset[Square]


def square(name: str, rows: int) -> Square:
    """Return column and row, counted from the top left, of a square such as d4."""
    return ord(name[0]) - ord("a"), rows - int(name[1:])


class Oracle:
    """A board with ships and nets on it."""

    def __init__(self, columns: int, rows: int, ships: Iterable[Square], nets: Iterable[Net] = ()) -> None:
        self.columns, self.rows = columns, rows
        self.squares = [(x, y) for y in range(rows) for x in range(columns)]
        self.ships = set(ships)
        self.nets = set(nets)

    def spaces(self) -> list[Net]:
        """All places between two squares, by the first square, the right neighbour before the lower one."""
        found = []
        for x, y in self.squares:
            if x + 1 < self.columns:
                found.append(frozenset({(x, y), (x + 1, y)}))
            if y + 1 < self.rows:
                found.append(frozenset({(x, y), (x, y + 1)}))
        return found

    def regions(self, nets: set[Net]) -> list[set[Square]]:
        """The areas completely surrounded by nets and edge nets (rule 1)."""
        regions = []
        left = set(self.squares)
        while left:
            first = min(left, key=lambda s: (s[1], s[0]))
            region, todo = {first}, [first]
            while todo:
                x, y = todo.pop()
                for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    if near in left and near not in region and frozenset({(x, y), near}) not in nets:
                        region.add(near)
                        todo.append(near)
            left -= region
            regions.append(region)
        return regions

    def has_ship(self, region: set[Square]) -> bool:
        """Rule 2."""
        return any(s in self.ships for s in region)

    def has_edge(self, region: set[Square]) -> bool:
        """Rule 3: a square on the edge of the board has an edge net on its border."""
        return any(x in (0, self.columns - 1) or y in (0, self.rows - 1) for x, y in region)

    def legal(self, net: Net) -> bool:
        """Whether a net may be cast here."""
        if net in self.nets:
            return False
        return all(self.has_ship(region) and self.has_edge(region) for region in self.regions(self.nets | {net}))

    def legal_nets(self) -> list[Net]:
        """Every net that may be cast."""
        return [net for net in self.spaces() if self.legal(net)]


def oracle_of(state) -> Oracle:
    """Return the oracle's board for a state of the game."""
    columns = state.columns
    at = [(number % columns, number // columns) for number in range(columns * state.rows)]
    ships = [at[number] for side in state.ships for number in side]
    nets = [frozenset({at[low], at[high]}) for low, high, _ in state.nets]
    return Oracle(columns, state.rows, ships, nets)


def oracle_moves(state) -> list[tuple[str, ...]]:
    """Return the net moves that the oracle allows in a state, without the pass, in the game's notation."""
    oracle = oracle_of(state)

    def name(s: Square) -> str:
        return f"{chr(97 + s[0])}{state.rows - s[1]}"

    return [("net", *(name(s) for s in sorted(net, key=lambda s: (s[1], s[0])))) for net in oracle.legal_nets()]
