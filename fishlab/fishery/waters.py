"""The net rule of Fishery: which net may be cast, and what it makes of the fisheries.

How a legal net is known without searching the board: look at the *posts*, the corners of the squares where nets end.
Nets that hang together make a *tree* of posts, and the edge nets with all that hangs on them are one tree too.
A new net joins two posts.

- In two different trees: it closes nothing. Legal.
- In one tree: it closes a line and splits one fishery in two. Legal if both parts hold a ship (rule 2) and have an edge
  net (rule 3). What lies inside a ring off the rim has none.

What lies on one side of that line is known at once, because each post keeps a *side*: the set of squares that have an
odd number of nets below them, counting the nets on the way to the post from the root of its tree. The sides of two
posts of a tree differ by what lies on one side of the way from one to the other. Once a net space is illegal it stays
so, for trees only grow and fisheries only shrink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from fishlab.core import Move, Player
from fishlab.fishery.chart import BLACK, WHITE, Chart, Space, squares_in


@dataclass(frozen=True, slots=True)
class Region:
    """A fishery: squares with nets all around them."""

    squares: tuple[int, ...]
    black: int
    """How many black ships are in it."""
    white: int
    owner: Player | None
    """The seat with more ships in it; None where both have the same number."""
    edge_nets: int
    """How many of the printed edge nets are part of its border."""

    def __len__(self) -> int:
        return len(self.squares)


@dataclass(slots=True)
class Waters:
    """What ships and nets make of the sea; sets of squares are bits of a number.

    `cast` changes it: a moment of the game casts in a `copy` of its own, and then leaves it alone.
    """

    chart: Chart
    edge: int
    """The squares along the edge of the board."""
    black: int
    """The squares of the black ships."""
    white: int
    ships: int
    """The squares of all ships."""
    fisheries: list[int]
    """The squares of each fishery."""
    trees: list[int]
    """For each post the number of its tree."""
    posts: list[tuple[int, ...]]
    """For each tree its posts."""
    sides: list[int]
    """For each post its side."""

    def copy(self) -> Waters:
        """Return a copy to cast nets in."""
        now = (self.chart, self.edge, self.black, self.white, self.ships)
        return Waters(*now, self.fisheries[:], self.trees[:], self.posts[:], self.sides[:])

    def with_ships(self, black: int, white: int) -> Waters:
        """Return these waters with more ships, as bits; the nets are the same."""
        black, white = self.black | black, self.white | white
        now = (self.chart, self.edge, black, white, black | white)
        return Waters(*now, self.fisheries, self.trees, self.posts, self.sides)

    def region(self, squares: int) -> Region:
        """Return what there is to know of a fishery."""
        black, white = (squares & self.black).bit_count(), (squares & self.white).bit_count()
        owner = None if black == white else BLACK if black > white else WHITE
        edge_nets = sum((squares & edge).bit_count() for edge in self.chart.edges)
        return Region(squares_in(squares), black, white, owner, edge_nets)

    def closes(self, net: Space) -> bool:
        """Tell whether a net would close a line."""
        return self.trees[net.tail] == self.trees[net.head]

    def fishery(self, net: Space) -> int:
        """Return the fishery that a net space lies in."""
        return next(fishery for fishery in self.fisheries if fishery & net.beside)

    def parts(self, net: Space) -> tuple[int, int]:
        """Return the two parts into which a net that closes a line splits the fishery it lies in."""
        fishery = self.fishery(net)
        part = fishery & (self.sides[net.tail] ^ self.sides[net.head] ^ net.above)
        return part, fishery ^ part

    def legal(self, net: Space) -> bool:
        """Tell whether a net may be cast where there is none."""
        return self.cast(net, trial=True)

    def cast(self, net: Space, *, trial: bool = False) -> bool:
        """Cast a net if it is legal, and tell whether it is; on trial only tell.

        Between two trees it hangs one on the other; in one tree it splits a fishery, if rules 3 and 2 allow it. Random
        games spend most of their time here, so it calls no other function.
        """
        trees, sides = self.trees, self.sides
        tree, other = trees[net.tail], trees[net.head]
        apart = sides[net.tail] ^ sides[net.head] ^ net.above  # what lies on one side of the way that the net makes
        if tree == other:  # it closes a line
            for fishery in self.fisheries:
                if fishery & net.beside:
                    break
            ships, edge, part = self.ships, self.edge, fishery & apart
            rest = fishery ^ part
            legal = (part & edge and part & ships and rest & edge and rest & ships) != 0
            if legal and not trial:
                self.fisheries.remove(fishery)
                self.fisheries[:0] = part, rest  # first, for most nets lie in them
            return legal
        if trial:
            return True
        kept, moved = self.posts[tree], self.posts[other]
        if len(kept) < len(moved):
            tree, kept, moved = other, moved, kept
        for post in moved:
            trees[post] = tree
            sides[post] ^= apart
        self.posts[tree] = kept + moved
        return True

    def rivals(self, net: Space, legal: Sequence[Move]) -> list[Space]:
        """Return those of all legal nets (the pass comes last) that another may make illegal.

        They close a line in the fishery that it splits, or join the same two trees as it does.
        """
        trees, posts, chart = self.trees, self.posts, self.chart
        tree, other = trees[net.tail], trees[net.head]
        if tree == other:
            split, nets = self.fishery(net), map(chart.by_move.__getitem__, legal[:-1])
            found = [one for one in nets if one.beside & split and trees[one.tail] == trees[one.head]]
        else:
            if len(posts[tree]) < len(posts[other]):
                tree, other = other, tree
            found = [one for post in posts[other] for one, far in chart.touching[post] if trees[far] == tree]
        found.remove(net)
        return found


@lru_cache(maxsize=256)
def open_sea(chart: Chart) -> Waters:
    """Return the sea without ships and nets: one fishery, and every post off the rim a tree of its own."""
    number = len(chart.sides)
    trees = [min(post, chart.rim) for post in range(number)]
    posts = [*[(post,) for post in range(chart.rim)], tuple(range(chart.rim, number))]
    return Waters(chart, chart.edge, 0, 0, 0, [chart.sea], trees, posts, list(chart.sides))
