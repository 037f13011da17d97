"""What a person reads of Fishery: prompts, the log, what a move does, and why a move is refused."""

from __future__ import annotations

import re
from typing import Any, Final

from fishlab.core import IllegalMove, Move, Player, Reason
from fishlab.fishery.chart import BLACK, PASS, SEAT_NAMES, WHITE, Region, Space, bits
from fishlab.fishery.position import Position
from fishlab.graphs import components
from fishlab.plain_words import many

SHIP_PHASE: Final = "Phase 1, Place Ships"
NET_PHASE: Final = "Phase 2, Place Nets"
_SHIP_RULE: Final = "Net phase, rule 2"
_EDGE_RULE: Final = "Net phase, rule 3"
_BOTH_RULES: Final = "Net phase, rules 2 and 3"
_SPOILS: Final = {
    _SHIP_RULE: "without a ship",
    _EDGE_RULE: "with no blue edge net",
    _BOTH_RULES: "without a ship or a blue edge net",
}
"""What a net would do that each rule forbids."""

SUMMARY: Final = """\
The goal: Two players divide the sea between them. Whoever holds more squares at the end wins.
Ships: First Black and White take turns to place their ships, one at a time, each on an empty square. \
Ships never move again.
Nets: Then they take turns to cast a net between two squares, or to pass. Who cast a net makes no difference.
Fisheries: Squares with nets all around them are a fishery. The blue nets printed along the edge count too, so at \
first the whole sea is one large fishery, and every line of nets from edge to edge cuts one in two.
What is forbidden: No net may close off squares without any ship, of whichever colour, or squares that have no blue \
edge net on their border. The board says why when you try.
Whose it is: In each fishery the player with more ships gets all its squares, a fish each. With as many ships of both \
colours it is contested, and nobody gets it.
The end: When both players pass one after the other, the game is over. The most fish win; a tie goes to White, \
who moved second."""


class Words(Position):
    """What a moment says."""

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move and the fishery that it would spoil; "" for a legal move."""
        if not isinstance(move, tuple | list) or not all(isinstance(part, str | int) for part in move):
            return Reason(f"{str(move)[:60]} is not a move: write ship d4, net d4 e4, or pass.", title="Not a move")
        match tuple(move):
            case ("pass", *rest):
                return self._why_not_pass(rest)
            case ("ship", *rest):
                return self._why_not_ship(rest)
            case ("net", *rest):
                return self._why_not_net(rest)
        return Reason(
            f"“{self.notation(tuple(move))[:60]}” is not a move of this game: write ship d4, net d4 e4, or pass.",
            title="Not a move",
        )

    def _over(self, title: str) -> Reason:
        return Reason("The game is over: both players passed in a row.", title=title, rule="End of the game")

    def _why_not_pass(self, rest: list[Any]) -> str:
        title = "No pass"
        if rest:
            return Reason("A pass stands alone: write pass.", title=title, rule=NET_PHASE)
        if self.phase == "over":
            return self._over(title)
        if self.phase == "ships":
            return Reason(
                f"Passing starts with the nets: first both players place all their ships, {self.chart.ships} each.",
                title=title,
                rule=SHIP_PHASE,
            )
        return ""

    def _why_not_ship(self, rest: list[Any]) -> str:
        title = f"No ship on {rest[0]}"[:40] if len(rest) == 1 else "No ship there"
        if len(rest) != 1:
            return Reason("A ship needs one square: write ship d4.", title=title, rule=SHIP_PHASE)
        if wrong := self._no_square(rest[0]):
            return Reason(wrong, title=title, rule=SHIP_PHASE)
        if self.phase == "over":
            return self._over(title)
        name = rest[0]
        bit = 1 << self.chart.number[name]
        if self.phase == "nets":
            if (self.black | self.white) & bit:
                text = "Ships never move once they are placed: cast a net between two squares, or pass."
            else:
                text = "All ships are on the board: a net goes between two squares, not on one."
            return Reason(text, title=title, rule=NET_PHASE, where=(name,))
        if (self.black | self.white) & bit:
            colour = "black" if self.black & bit else "white"
            return Reason(
                f"{name} already holds a {colour} ship: a ship goes on an empty square.",
                title=title,
                rule=SHIP_PHASE,
                where=(name,),
            )
        return ""

    def _no_square(self, name: object) -> str:
        """Say that something is not a square of this board, "" if it is."""
        squares = self.chart.squares
        if isinstance(name, str) and name in self.chart.number:
            return ""
        low, high = squares[-self.chart.columns], squares[self.chart.columns - 1]
        return f"{str(name)[:20]} is not a square of this board: squares go from {low} to {high}."

    def _why_not_net(self, rest: list[Any]) -> str:
        title = f"No net between {rest[0]} and {rest[1]}"[:60] if len(rest) == 2 else "No net there"
        if len(rest) != 2:
            text = "A net lies between two squares: write net d4 e4."
            return Reason(text, title=title, rule=NET_PHASE)
        if rest[1] == "edge" and not self._no_square(rest[0]):
            text = "The blue nets along the edge are printed on the board: they are always there, nobody casts them."
            return Reason(text, title=f"No net at the edge of {rest[0]}", rule="Materials", where=(rest[0],))
        for name in rest:
            if wrong := self._no_square(name):
                return Reason(wrong, title=title, rule=NET_PHASE)
        if self.phase == "over":
            return self._over(title)
        one, other = rest
        if self.phase == "ships":
            left = self.ships_left(BLACK) + self.ships_left(WHITE)
            return Reason(
                f"Nets come after the ships: {many(left, 'ship')} still to place.", title=title, rule=SHIP_PHASE
            )
        space = self.chart.by_move.get(("net", one, other))
        if space is None:
            if ("net", other, one) in self.chart.by_move:
                if why := self._why_not_net([other, one]):
                    return why
                text = f"Name the squares of this net in the order of the board: write net {other} {one}."
            else:
                text = f"{one} and {other} are not side by side: a net lies between two squares that share a side."
            return Reason(text, title=title, rule=NET_PHASE, where=dict.fromkeys((one, other)))
        if (self.black_nets | self.white_nets) & space.bit:
            return Reason(
                f"There is already a net between {one} and {other}.", title=title, rule=NET_PHASE, where=(one, other)
            )
        if self.nets_left(self.seat) == 0:
            name = self.seat_name(self.seat)
            return Reason(f"{name} has no nets left and can only pass.", title=title, rule="Materials")
        return self._why_not_close(space, title)

    def _why_not_close(self, space: Space, title: str) -> str:
        """Name the fisheries that a net would leave without a ship (rule 2) or without an edge net (rule 3)."""
        walls = self.black_nets | self.white_nets | space.bit
        sentences, rules, where = [], set(), []
        for part in components(range(len(self.chart.squares)), lambda square: self.chart.neighbours(square, walls)):
            region = self._region(bits(part))
            faults = []
            if region.black + region.white == 0:
                faults.append("without a ship")
                rules.add(_SHIP_RULE)
            if region.edge_nets == 0:
                faults.append("with no blue edge net on its border")
                rules.add(_EDGE_RULE)
            if faults:
                sentences.append(f"{self.area(part)} {' and '.join(faults)}")
                where += [self.chart.squares[square] for square in part]
        if not sentences:
            return ""
        return Reason(
            f"This net would close off {', and '.join(sentences)}.",
            title=title,
            rule=rules.pop() if len(rules) == 1 else _BOTH_RULES,
            where=where,
        )

    def __repr__(self) -> str:
        return (
            f"<Fishery {self.columns}×{self.rows}: {(self.black | self.white).bit_count()} ships, "
            f"{(self.black_nets | self.white_nets).bit_count()} nets, {self.prompt()}>"
        )

    def seat_title(self, seat: Player) -> str:
        """Return Black or White."""
        return SEAT_NAMES[seat] if seat in (BLACK, WHITE) else "Nobody"

    def prompt(self) -> str:
        """Return who does what now, or who has won."""
        if self.phase == "over":
            (winner,) = self.winners()
            fish = self.scores()
            if fish[BLACK] == fish[WHITE]:
                return f"The game is over: {fish[BLACK]} to {fish[WHITE]}, and a tie goes to {self.seat_name(WHITE)}"
            return f"The game is over: {self.seat_name(winner)} wins {max(fish)} to {min(fish)}"
        name = self.seat_name(self.seat)
        if self.phase == "ships":
            number = self.chart.ships - self.ships_left(self.seat) + 1
            return f"{name} to place ship {number} of {self.chart.ships}"
        if self.nets_left(self.seat) == 0:
            return f"{name} has no nets left and can only pass"
        if len(self.moves()) == 1:
            return f"{name} cannot cast another net and can only pass"
        return f"{name} to cast a net or pass"

    def rule(self) -> str:
        """Return the rule of this phase."""
        match self.phase:
            case "ships":
                return "Place one of your ships on an empty square. You cannot pass until all ships are on the board."
            case "nets":
                end = " One more pass now ends the game." if self.passes else " Two passes in a row end the game."
                return (
                    "Cast a net between two squares, or pass. Every fishery must hold a ship, of either colour, "
                    "and have a blue edge net on its border." + end
                )
            case _:
                return (
                    "The player with more ships in a fishery gets all of its squares, one fish each. "
                    "With equal ships nobody does. "
                    f"A tie goes to {self.seat_name(WHITE)}."
                )

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does."""
        name = self.seat_name(self.seat)
        match move:
            case ("ship", square):
                return f"{name} puts a ship on {square}"
            case ("net", one, other):
                closes = ""
                if parts := self.closes(move):
                    closes = f", closing a fishery of {many(len(parts[-1]), 'square')}"
                return f"{name} casts a net between {one} and {other}{closes}"
            case _:
                return f"{name} passes" + (", and the game is over" if self.passes else "")

    def closes(self, move: Move) -> tuple[Region, ...]:
        """Return the two fisheries into which a legal net splits one, the larger first; none if it closes nothing."""
        space, trees = self.chart.by_move.get(move), self.sea.trees
        if space is None or self.phase != "nets" or trees[space.tail] != trees[space.head] or move not in self.moves():
            return ()
        later = self.after(move)
        parts = [region for region in later.regions() if region not in self.regions()]
        return tuple(sorted(parts, key=lambda part: (-len(part), part.squares)))

    def closing(self) -> tuple[Move, ...]:
        """Return the legal nets that would close a fishery now."""
        by_move, trees = self.chart.by_move, self.sea.trees
        nets = [by_move[move] for move in self.moves() if move in by_move]
        return tuple([net.move for net in nets if trees[net.tail] == trees[net.head]])

    def explain(self, move: Move) -> str:
        """Return in one line what a move does; of a net, who would get the fisheries that it closes."""
        legal = move in self.moves()
        match move:
            case ("ship", _) if legal:
                return "Puts a ship here: whoever has more ships in a fishery gets it all"
            case ("net", _, _) if legal:
                return self._explain_net(move)
            case ("pass",) if self.phase == "ships":
                return "Comes later: first all ships are placed"
            case ("pass",) if legal and self.passes:
                return f"Ends the game at {' to '.join(map(str, self.scores()))}: both have passed"
            case ("pass",) if legal:
                return "Casts no net; if the other player passes too, the game ends"
        why = self.why_not(move)
        rule = getattr(why, "rule", "")
        if rule in _SPOILS:
            return f"Not allowed: it would close off squares {_SPOILS[rule]}"
        return why if len(why) <= 70 else str(getattr(why, "title", "Not allowed"))

    def _explain_net(self, move: Move) -> str:
        parts = self.closes(move)
        if not parts:
            return "Closes nothing yet: a fishery has nets all around it"
        whose = ", ".join(f"{len(part)} {self.whose(part)}" for part in parts)
        return f"Splits {sum(map(len, parts))} squares: {whose}"

    def whose(self, region: Region) -> str:
        """Return in words who would get a fishery."""
        return "contested" if region.owner is None else f"for {self.seat_name(region.owner)}"

    def coach(self) -> str:
        """Return what to think of now, for a first game."""
        if self.phase == "over":
            return ""
        if self.phase == "ships":
            return (
                "Click a square with a dot. Nets will divide the sea into fisheries, and the player with more "
                "ships in one gets all its squares: spread out, but not alone."
            )
        if self.nets_left(self.seat) == 0:
            return "No nets are left, so you can only pass. The game ends when both pass in a row."
        if len(self.moves()) == 1 and not self.passes:
            return "Every net that is left would break a rule, so you can only pass. The game ends when both do."
        if self.passes:
            black, white = self.scores()
            return f"Passing now ends the game at {black} to {white}. Cast on only if a net wins squares."
        if self.closing():
            return (
                "Some nets close a fishery now: point at a dot to see who gets what. Close off squares where you lead."
            )
        return (
            "Click a dot between two squares. A line of nets from blue edge to blue edge closes a fishery: "
            "fence in squares where you lead."
        )

    def decided(self) -> str:
        """Return what decided a finished game."""
        if self.phase != "over":
            return ""
        fish = self.scores()
        if fish[BLACK] == fish[WHITE]:
            second = self.seat_name(WHITE)
            return f"Both have {many(fish[BLACK], 'fish', 'fish')}: a tie goes to {second}, who moved second."
        (winner,) = self.winners()
        own = [len(region) for region in self.regions() if region.owner == winner]
        more = f"{self.seat_name(winner)} has more ships in {many(len(own), 'fishery', 'fisheries')}"
        left = f"; {many(self.contested(), 'square')} stayed contested" if self.contested() else ""
        return f"{more}, {many(sum(own), 'square')} in all{left}."

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line means: ship d4 or d4; net d4 e4, d4 e4, d4/e4 or e4-d4; pass or P."""
        line = text.strip().lower()
        if not line:
            raise IllegalMove("Type a move first.")
        if line in ("pass", "p"):
            return PASS
        found = re.fullmatch(r"(?:(ship|net)\b)?[\s:]*([a-z]\d{1,2})?(?:[\s/,–-]*([a-z]\d{1,2}|edge))?", line)
        if found is None or found[2] is None:
            raise IllegalMove(
                Reason(f"“{text.strip()[:40]}” is not a move: write ship d4, net d4 e4, or pass.", title="Not a move")
            )
        word, one, other = found.groups()
        if other is None:
            return (word or "ship", one)
        if other == "edge":
            return ("net", one, other)
        low, high = sorted((one, other), key=lambda name: (-int(name[1:]), name[0]))
        return (word or "net", low, high)
