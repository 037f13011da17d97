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
        chart, edge, black, white = self.chart, self.edge, self.black, self.white
        return Waters(chart, edge, black, white, self.fisheries[:], self.trees[:], self.posts[:], self.sides[:])

    def with_ships(self, black: int, white: int) -> Waters:
        """Return these waters with more ships, as bits; the nets are the same."""
        black, white = self.black | black, self.white | white
        return Waters(self.chart, self.edge, black, white, self.fisheries, self.trees, self.posts, self.sides)

    def region(self, squares: int) -> Region:
        """Return what there is to know of a fishery."""
        black, white = (squares & self.black).bit_count(), (squares & self.white).bit_count()
        owner = None if black == white else BLACK if black > white else WHITE
        edge_nets = sum((squares & edge).bit_count() for edge in self.chart.edges)
        return Region(squares_in(squares), black, white, owner, edge_nets)

    def closes(self, net: Space) -> bool:
        """Tell whether a net would close a line."""
        return self.trees[net.tail] == self.trees[net.head]

    def parts(self, net: Space) -> tuple[int, int]:
        """Return the two parts into which a net that closes a line splits the fishery it lies in."""
        for fishery in self.fisheries:
            if fishery & net.beside:
                break
        part = fishery & (self.sides[net.tail] ^ self.sides[net.head] ^ net.above)
        return part, fishery ^ part

    def split(self, net: Space) -> tuple[int, int] | None:
        """Return the two fisheries that a net which closes a line makes of one; None where rule 2 or 3 forbids it."""
        part, rest = self.parts(net)
        ships, edge = self.black | self.white, self.edge
        return (part, rest) if part & edge and rest & edge and part & ships and rest & ships else None

    def legal(self, net: Space) -> bool:
        """Tell whether a net may be cast where there is none."""
        return self.trees[net.tail] != self.trees[net.head] or self.split(net) is not None

    def cast(self, net: Space) -> bool:
        """Cast a net if it is legal, and tell whether it is: split a fishery, or hang one tree on the other."""
        trees, sides, posts = self.trees, self.sides, self.posts
        tree, other = trees[net.tail], trees[net.head]
        if tree == other:
            if (parts := self.split(net)) is None:
                return False
            self.fisheries.remove(sum(parts))
            self.fisheries += parts
            return True
        if len(posts[tree]) < len(posts[other]):
            tree, other = other, tree
        shift, moved = sides[net.tail] ^ sides[net.head] ^ net.above, posts[other]
        for post in moved:
            trees[post] = tree
            sides[post] ^= shift
        posts[tree] += moved
        return True

    def rivals(self, net: Space, legal: Sequence[Move]) -> list[Space]:
        """Return those of all legal nets (the pass comes last) that another may make illegal.

        They close a line in the fishery that it splits, or join the same two trees as it does.
        """
        trees, posts, chart = self.trees, self.posts, self.chart
        tree, other = trees[net.tail], trees[net.head]
        if tree == other:
            split, nets = sum(self.parts(net)), map(chart.by_move.__getitem__, legal[:-1])
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
    return Waters(chart, chart.edge, 0, 0, [chart.sea], trees, posts, list(chart.sides))
