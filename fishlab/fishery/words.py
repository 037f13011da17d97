"""What a person reads of Fishery: prompts, the log, what a move does, and why a move is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from fishlab.core import GuideStep, Move, Player, Reason, Words
from fishlab.fishery.chart import BLACK, WHITE, Chart, Space
from fishlab.fishery.closing import closes, closing
from fishlab.fishery.rules import SHIP_PHASE, Fishery
from fishlab.fishery.waters import Region
from fishlab.messages import listed, mark, tr, trn

NET_PHASE: Final = mark("Phase 2, Place Nets")
MATERIALS: Final = mark("Materials")
SEAT_NAMES: Final = (mark("Black"), mark("White"))

SUMMARY: Final = mark(
    """\
The goal: Two players divide the sea between them. Whoever holds more squares at the end wins.
Ships: First Black and White take turns to place their ships, one at a time, each on an empty square. Ships never \
move again.
Nets: Then they take turns to cast a net between two squares, or to pass. It makes no difference who cast a net.
Fisheries: Squares with nets all around them are a fishery. The blue nets printed along the edge count too, so at \
first the whole sea is one large fishery, and every line of nets from edge to edge cuts one in two.
What is forbidden: No net may close off squares without any ship, of either colour, or squares that have no blue edge \
net on their border. The board says why when you try.
Whose it is: In each fishery the player with more ships gets all its squares, each worth a fish. With equally many \
ships of both colours it is contested, and nobody gets it.
The end: When both players pass, one after the other, the game is over. The player with more fish wins; a tie goes to \
White, who moved second."""
)


class Phase(NamedTuple):
    """What is said in a part of the game, unless something special is up."""

    title: str
    prompt: str
    rule: str
    coach: str


PHASES: Final = {
    "ships": Phase(
        title=mark("Fishery, ships"),
        prompt=mark("{name} to place ship {number} of {ships}"),
        rule=mark("Place one of your ships on an empty square. You cannot pass until all ships are on the board."),
        coach=mark(
            "Click a square with a dot. Nets will divide the sea into fisheries; whoever has more ships in one gets "
            "all its squares. Spread out, but leave no ship alone."
        ),
    ),
    "nets": Phase(
        title=mark("Fishery, nets"),
        prompt=mark("{name} to cast a net or pass"),
        rule=mark("Two passes in a row end the game. Every fishery needs a ship and a blue edge net."),
        coach=mark(
            "Click a dot between two squares. A line of nets from blue edge to blue edge closes a fishery: fence in "
            "squares where you lead."
        ),
    ),
    "over": Phase(
        title=mark("Fishery, the end"),
        prompt=mark("The game is over: {name} wins {most} to {least}"),
        rule=mark(
            "Whoever has more ships in a fishery wins all its squares, each worth a fish. A tie goes to {white}."
        ),
        coach="",
    ),
}


class Spoilt(NamedTuple):
    """What a net that breaks a rule is told: the rule, in a few words, and in full."""

    rule: str
    short: str
    full: str


_BOTH: Final = (
    mark("Net phase, rules 2 and 3"),
    mark("Not allowed: it would close off squares without a ship or a blue edge net"),
)
SPOILT: Final = {
    ("ship",): Spoilt(
        mark("Net phase, rule 2"),
        mark("Not allowed: it would close off squares without a ship"),
        mark("This net would close off {area} without a ship."),
    ),
    ("edge",): Spoilt(
        mark("Net phase, rule 3"),
        mark("Not allowed: it would close off squares with no blue edge net"),
        mark("This net would close off {area} with no blue edge net on its border."),
    ),
    ("ship and edge",): Spoilt(
        *_BOTH, mark("This net would close off {area} without a ship and with no blue edge net on its border.")
    ),
    ("ship", "edge"): Spoilt(
        *_BOTH,
        mark("This net would close off {area} without a ship, and {other} with no blue edge net on its border."),
    ),
    ("edge", "ship"): Spoilt(
        *_BOTH,
        mark("This net would close off {area} with no blue edge net on its border, and {other} without a ship."),
    ),
}
"""By what the fisheries lack that a net would close off. The sea around has ships and edge nets: there are no more."""


GUIDE: Final = (
    GuideStep("#grid", mark("This sea will be divided by nets. Whoever holds more squares at the end wins.")),
    GuideStep("#grid", mark(
        "Ships come first. In every fishery the player with more ships gets all its squares. Click a square."
    ), "ship"),
    GuideStep("news", mark(
        "What the other player did is shown here until you move again, and framed on the board."
    )),
    GuideStep("#grid", mark(
        "Click between two squares to cast a net. One that closes off squares needs a ship inside and a blue edge net "
        "on their border."
    ), "net", mark("Both players place their other ships in turn. When all are placed, the nets begin.")),
    GuideStep("#bar", mark(
        "This bar counts squares: Black’s, contested, White’s. Contested squares are nobody’s: both have equally "
        "many ships there."
    )),
    GuideStep("prompt", mark(
        "When both pass, one after the other, the game ends. A tie goes to White. Now play on."
    )),
)  # fmt: skip
"""The guided first round: ships, and a first net."""


class FisheryWords(Words[Fishery]):
    """What is said of a moment."""

    guide = GUIDE

    def purpose(self, state: Fishery) -> str:
        """Return in one line what a player wants."""
        return tr("Hold more squares than your opponent: whoever has more ships in a fishery wins it.")

    def seat_title(self, state: Fishery, seat: Player) -> str:
        """Return Black or White."""
        return tr(SEAT_NAMES[seat]) if seat in (BLACK, WHITE) else tr("Nobody")

    def prompt(self, state: Fishery) -> str:
        """Return who does what now, or who has won."""
        said, name = PHASES[state.phase].prompt, state.seat_name(state.seat)
        if state.phase == "over":
            fish, (winner,) = state.scores(), state.winners()
            if fish[BLACK] == fish[WHITE]:
                said = mark("The game is over: {least} to {most}, and a tie goes to {name}")
            return tr(said, name=state.seat_name(winner), most=max(fish), least=min(fish))
        if state.phase == "ships":
            return tr(said, name=name, number=len(state.ships[state.seat]) + 1, ships=state.chart.ships)
        if state.nets_left(state.seat) == 0:
            return tr("{name} has no nets left and can only pass", name=name)
        if len(state.moves()) == 1:
            return tr("{name} cannot cast another net and can only pass", name=name)
        return tr(said, name=name)

    def rule(self, state: Fishery) -> str:
        """Return the rule of this phase."""
        if state.phase == "nets" and state.passes:
            return tr("A pass now ends the game; a tie goes to {white}.", white=state.seat_name(WHITE))
        return tr(PHASES[state.phase].rule, white=state.seat_name(WHITE))

    def in_words(self, state: Fishery) -> list[str]:
        """Return where ships and nets lie, and the fisheries that nets have closed."""
        square = state.chart.squares.__getitem__
        ships = [listed([*map(square, sorted(ships))]) if ships else tr("none so far") for ships in state.ships]
        nets = [f"{square(low)}/{square(high)}" for low, high, _ in state.nets]
        lines = [
            tr("Black’s ships: {squares}", squares=ships[BLACK]),
            tr("White’s ships: {squares}", squares=ships[WHITE]),
            tr("Nets lie between: {nets}", nets=listed(nets) if nets else tr("none so far")),
        ]
        *small, largest = sorted(state.regions(), key=len)
        return lines + [self._fishery_in_words(state, one, one is largest) for one in (*small, largest) if small]

    def chart(self, state: Fishery) -> list[str]:
        """Return the sea as a grid: B and W are ships, lines between squares are nets."""
        chart, nets = state.chart, {(low, high) for low, high, _ in state.nets}
        letters = {square: "BW"[seat] for seat, ships in enumerate(state.ships) for square in ships}
        lines = ["    " + "   ".join(chr(97 + column) for column in range(chart.columns))]
        for row in range(chart.rows):
            squares = range(row * chart.columns, (row + 1) * chart.columns)
            cells = (f" {letters.get(one, '·')} {'|' if (one, one + 1) in nets else ' '}" for one in squares)
            lines.append(f"{chart.rows - row:2} {''.join(cells)}".rstrip())
            below = "".join("--- " if (one, one + chart.columns) in nets else "    " for one in squares).rstrip()
            lines += [f"   {below}"] if below else []
        return lines

    def _fishery_in_words(self, state: Fishery, one: Region, rest: bool) -> str:
        squares = listed([state.chart.squares[square] for square in one.squares])
        return trn(
            "Fishery of {n} square, {held}, black ships {black}, white ships {white}: {squares}",
            "Fishery of {n} squares, {held}, black ships {black}, white ships {white}: {squares}",
            len(one),
            held=tr("contested") if one.owner is None else tr("held by {name}", name=state.seat_name(one.owner)),
            black=one.black,
            white=one.white,
            squares=tr("the rest of the sea") if rest else squares,
        )

    def coach(self, state: Fishery) -> str:
        """Return what to think of now, for a first game."""
        if state.phase == "nets":
            if state.nets_left(state.seat) == 0:
                return tr("No nets are left, so you can only pass. The game ends when both pass in a row.")
            if state.passes:
                return tr(
                    "Passing now ends the game, and at {black} : {white} {winner} wins. Cast another net only if it "
                    "wins squares.",
                    **_as_it_stands(state),
                )
            if len(state.moves()) == 1:
                return tr(
                    "Every net that is left would break a rule, so you can only pass. The game ends when both do."
                )
            if closing(state):
                return tr(
                    "Some nets close a fishery now: point at a dot to see who gets what. Close off squares where you "
                    "lead."
                )
        return tr(PHASES[state.phase].coach) if state.phase != "over" else ""

    def decided(self, state: Fishery) -> str:
        """Return what decided a finished game."""
        if state.phase != "over":
            return ""
        black, white = state.scores()
        if black == white:
            second = state.seat_name(WHITE)
            return trn(
                "Both have {n} fish: a tie goes to {name}, who moved second.",
                "Both have {n} fish: a tie goes to {name}, who moved second.",
                black,
                name=second,
            )
        (winner,) = state.winners()
        own = [len(region) for region in state.regions() if region.owner == winner]
        said = mark("{name} has more ships in {fisheries}, {squares} in all.")
        if state.contested():
            said = mark("{name} has more ships in {fisheries}, {squares} in all; {contested} stayed contested.")
        return tr(
            said,
            name=state.seat_name(winner),
            fisheries=trn("{n} fishery", "{n} fisheries", len(own)),
            squares=many_squares(sum(own)),
            contested=many_squares(state.contested()),
        )

    def result(self, state: Fishery, seat: Player) -> str:
        """Return how many fish a seat has, and how many more or fewer than the other."""
        fish, other = state.scores(), 1 - seat
        gap, name = fish[seat] - fish[other], state.seat_name(other)
        if not gap:
            return trn("You have {n} fish, as many as {name}.", "You have {n} fish, as many as {name}.", fish[seat],
                       name=name)  # fmt: skip
        if gap > 0:
            return trn("You have {n} fish, {gap} more than {name}.", "You have {n} fish, {gap} more than {name}.",
                       fish[seat], gap=gap, name=name)  # fmt: skip
        return trn("You have {n} fish, {gap} fewer than {name}.", "You have {n} fish, {gap} fewer than {name}.",
                   fish[seat], gap=-gap, name=name)  # fmt: skip

    def say(self, state: Fishery, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does."""
        name = state.seat_name(state.seat)
        match move:
            case ("ship", square):
                return tr("{name} puts a ship on {square}", name=name, square=square)
            case ("net", one, other):
                if parts := closes(state, move):
                    return trn(
                        "{name} casts a net between {one} and {other}, closing a fishery of {n} square",
                        "{name} casts a net between {one} and {other}, closing a fishery of {n} squares",
                        len(parts[-1]),
                        name=name,
                        one=one,
                        other=other,
                    )
                return tr("{name} casts a net between {one} and {other}", name=name, one=one, other=other)
        return tr("{name} passes, and the game is over", name=name) if state.passes else tr("{name} passes", name=name)

    def outcomes(
        self, before: Fishery, move: Move, after: Fishery, me: Player, viewer: Player | None = None
    ) -> list[str]:
        """Return a net of one's own that closed a fishery."""
        return [self.say(before, move)] if move[0] == "net" and closes(before, move) else []

    def ran(self, before: Fishery, after: Fishery, me: Player) -> list[str]:
        """Return whose squares a net has changed: the part that it closes is one side of it only."""
        if before.phase != "nets":
            return []
        changes = [
            (seat, new, new - old) for seat, (old, new) in enumerate(zip(before.scores(), after.scores(), strict=True))
        ]
        return [
            tr("{name} holds {squares} now ({change})", name=after.seat_name(seat), squares=many_squares(new),
               change=f"{change:+}".replace("-", "−"))
            for seat, new, change in changes if change
        ]  # fmt: skip

    def explain(self, state: Fishery, move: Move) -> str:
        """Return in one line what a move does; of a net, who would get the fisheries that it closes."""
        legal = move in state.moves()
        match move:
            case ("ship", _) if legal:
                return tr("Puts a ship here: whoever has more ships in a fishery gets it all")
            case ("net", _, _) if legal:
                if not (parts := closes(state, move)):
                    return tr("Closes nothing yet: a fishery has nets all around it")
                one, other = [_whose(state, part) for part in parts]
                slots = {"n": sum(map(len, parts)), "one": one, "other": other}
                before, after = (moment.scores()[state.seat] for moment in (state, state.after(move)))
                if before == after:
                    return tr("Splits {n} squares: {one}, {other}", **slots)
                return tr("Splits {n} squares: {one}, {other}; you {before} → {after}", before=before, after=after,
                          **slots)  # fmt: skip
            case ("pass",) if state.phase == "ships":
                return tr("Comes later: first all ships are placed")
            case ("pass",) if legal and state.passes:
                return tr("Ends the game, and at {black} : {white} {winner} wins", **_as_it_stands(state))
            case ("pass",) if legal:
                return tr("If {other} passes too, the game ends, and at {black} : {white} {winner} wins",
                          other=state.seat_name(1 - state.seat), **_as_it_stands(state))  # fmt: skip
        why = self.why_not(state, move)
        rule = getattr(why, "rule", "")
        for spoilt in SPOILT.values():
            if rule == tr(spoilt.rule):
                return tr(spoilt.short)
        return why if len(why) <= 70 else str(getattr(why, "title", tr("Not allowed")))

    def why_not(self, state: Fishery, move: Move) -> str:
        """Return the rule that forbids a move and the fishery that it would spoil; "" for a legal move."""
        if isinstance(move, tuple | list) and all(isinstance(part, str | int) for part in move):
            match tuple(move):
                case ("pass", *rest):
                    return _why_not_pass(state, rest)
                case ("ship", *rest):
                    return _why_not_ship(state, rest)
                case ("net", *rest):
                    return _why_not_net(state, rest)
            said = mark("“{move}” is not a move of this game: write ship d4, net d4 e4, or pass.")
            return Reason(tr(said, move=state.notation(tuple(move))[:60]), title=tr("Not a move"))
        said = mark("{move} is not a move: write ship d4, net d4 e4, or pass.")
        return Reason(tr(said, move=str(move)[:60]), title=tr("Not a move"))


WORDS: Final = FisheryWords(SUMMARY)


def many_squares(count: int) -> str:
    """Return how many squares."""
    return trn("{n} square", "{n} squares", count)


def nets_left(state: Fishery, seat: Player) -> str:
    """Return how many nets a player still has in hand."""
    return trn("{n} net left", "{n} nets left", state.nets_left(seat))


def area(chart: Chart, squares: Sequence[int]) -> str:
    """Return a short name for some squares: d4, d4–e5 for a rectangle, a list, or a count and where to look."""
    names, columns = chart.squares, chart.columns
    across = [square % columns for square in squares]
    down = [square // columns for square in squares]
    corners = (max(down) * columns + min(across), min(down) * columns + max(across))
    box = "–".join(names[corner] for corner in dict.fromkeys(corners))
    if len(squares) == (max(across) - min(across) + 1) * (max(down) - min(down) + 1):
        return box
    if len(squares) <= 4:
        return listed([names[square] for square in squares])
    return tr("{n} squares within {box}", n=len(squares), box=box)


def _as_it_stands(state: Fishery) -> dict[str, object]:
    """Return the fish of both players and who would win with them."""
    black, white = state.scores()
    return {"black": black, "white": white, "winner": state.seat_name(state.winners()[0])}


def _whose(state: Fishery, region: Region) -> str:
    """Return how many squares a fishery has, and who would get it."""
    if region.owner is None:
        return tr("{n} contested", n=len(region))
    return tr("{n} for {name}", n=len(region), name=state.seat_name(region.owner))


# Why a move is refused.


def _over(title: str) -> Reason:
    return Reason(tr("The game is over: both players passed in a row."), title=title, rule=tr("End of the game"))


def _why_not_pass(state: Fishery, rest: list[Any]) -> str:
    title = tr("No pass")
    if rest:
        return Reason(tr("Nothing comes after a pass: write pass."), title=title, rule=tr(NET_PHASE))
    if state.phase == "over":
        return _over(title)
    if state.phase == "ships":
        said = mark("You can pass only once nets are cast: first both players place all their ships, {ships} each.")
        return Reason(tr(said, ships=state.chart.ships), title=title, rule=tr(SHIP_PHASE))
    return ""


def _no_square(state: Fishery, name: object) -> str:
    """Say that something is not a square of this board, "" if it is."""
    if isinstance(name, str) and name in state.chart.number:
        return ""
    low, high = state.chart.squares[-state.columns], state.chart.squares[state.columns - 1]
    said = mark("{name} is not a square of this board: squares go from {low} to {high}.")
    return tr(said, name=str(name)[:20], low=low, high=high)


def _why_not_ship(state: Fishery, rest: list[Any]) -> str:
    if len(rest) != 1:
        return Reason(tr("A ship needs one square: write ship d4."), title=tr("No ship there"), rule=tr(SHIP_PHASE))
    (name,) = rest
    title = tr("No ship on {square}", square=name)[:40]
    if wrong := _no_square(state, name):
        return Reason(wrong, title=title, rule=tr(SHIP_PHASE))
    if state.phase == "over":
        return _over(title)
    black, white = [state.chart.number[name] in ships for ships in state.ships]
    if state.phase == "nets":
        said = mark("All ships are on the board: a net goes between two squares, not on one.")
        if black or white:
            said = mark("Ships never move once they are placed: cast a net between two squares, or pass.")
        return Reason(tr(said), title=title, rule=tr(NET_PHASE), where=(name,))
    if black or white:
        said = mark("{square} already holds a white ship: a ship goes on an empty square.")
        if black:
            said = mark("{square} already holds a black ship: a ship goes on an empty square.")
        return Reason(tr(said, square=name), title=title, rule=tr(SHIP_PHASE), where=(name,))
    return ""


def _why_not_net(state: Fishery, rest: list[Any]) -> str:
    if len(rest) != 2:
        said = mark("A net lies between two squares: write net d4 e4.")
        return Reason(tr(said), title=tr("No net there"), rule=tr(NET_PHASE))
    one, other = rest
    title = tr("No net between {one} and {other}", one=one, other=other)[:60]
    if other == "edge" and not _no_square(state, one):
        said = mark("The blue nets along the edge are printed on the board: they are always there, nobody casts them.")
        return Reason(
            tr(said), title=tr("No net at the edge of {square}", square=one), rule=tr(MATERIALS), where=(one,)
        )
    if wrong := _no_square(state, one) or _no_square(state, other):
        return Reason(wrong, title=title, rule=tr(NET_PHASE))
    if state.phase == "over":
        return _over(title)
    if state.phase == "ships":
        left = state.ships_left(BLACK) + state.ships_left(WHITE)
        said = trn(
            "Nets come after the ships: {n} ship still to place.",
            "Nets come after the ships: {n} ships still to place.",
            left,
        )
        return Reason(said, title=title, rule=tr(SHIP_PHASE))
    net = state.chart.by_move.get(("net", one, other))
    if net is None:
        said = mark("{one} and {other} are not side by side: a net lies between two squares that share a side.")
        if ("net", other, one) in state.chart.by_move:
            if why := _why_not_net(state, [other, one]):
                return why
            said = mark("Name the squares of this net in the order of the board: write net {other} {one}.")
        where = dict.fromkeys((one, other))
        return Reason(tr(said, one=one, other=other), title=title, rule=tr(NET_PHASE), where=where)
    if any(net.number in nets for nets in state.cast):
        said = mark("There is already a net between {one} and {other}.")
        return Reason(tr(said, one=one, other=other), title=title, rule=tr(NET_PHASE), where=(one, other))
    if state.nets_left(state.seat) == 0:
        said = mark("{name} has no nets left and can only pass.")
        return Reason(tr(said, name=state.seat_name(state.seat)), title=title, rule=tr(MATERIALS))
    return _why_not_close(state, net, title)


def _why_not_close(state: Fishery, net: Space, title: str) -> str:
    """Name the fisheries that a net would leave without a ship (rule 2) or without an edge net (rule 3)."""
    if not state.waters.closes(net):
        return ""
    lacks = {}
    for part in sorted(map(state.waters.region, state.waters.parts(net)), key=lambda part: part.squares):
        faults = ["ship"] * (part.black + part.white == 0) + ["edge"] * (part.edge_nets == 0)
        if faults:
            lacks[part.squares] = " and ".join(faults)
    if not lacks:
        return ""
    spoilt = SPOILT[tuple(lacks.values())]
    first, *rest = [area(state.chart, part) for part in lacks]
    where = [state.chart.squares[square] for part in lacks for square in part]
    return Reason(tr(spoilt.full, area=first, other="".join(rest)), title=title, rule=tr(spoilt.rule), where=where)
