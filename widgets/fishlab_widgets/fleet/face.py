"""The picture of Fleet: the auction with its bids, one fleet in full, the hand, and the other fleets' public side.

The picture shows the state that it is given. Where that is a player's view, hidden cards are card backs, and nothing in
the picture depends on what they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import Match, Move, Player
from fishlab.fleet.deck import BOAT, BOATS
from fishlab.fleet.rules import Fleet
from fishlab.plain_words import many
from fishlab_widgets.fleet.plots import PLOTS
from fishlab_widgets.fleet.signs import signs
from fishlab_widgets.fleet.small_picture import SmallPicture
from fishlab_widgets.fleet.table_board import TableBoard
from fishlab_widgets.live.face import Face, Look


class FleetFace(Face[Fleet]):
    """How a moment of the game looks, and what its cards, seats and steps say."""

    glyph = "trawler"
    plots = PLOTS

    def board(self, state: Fleet, look: Look) -> str:
        """Return the picture that a table plays on.

        What this game makes of a look:
            viewer: the seat that looks, whose harbour and hand are shown; `CHANCE` is a spectator. Without one,
                the picture shows the seat to act where moves are offered, else seat A.
            marks: "seat 2" brings that seat's harbour to the front, "about …" explains a card, "fished 0" lights a
                seat's catch, "plain" leaves out what adds up points.
        """
        return TableBoard(state, look).draw()

    def draw(self, state: Fleet, look: Look) -> str:
        """Return the still picture of a state: the table's, or, compact, the fleets and the hand for a lesson's card.

        It is not compact where moves are offered or a fleet has more kinds of licence than fit.
        """
        if look.compact and not look.legal and max(map(state.kinds, range(state.players))) <= 3:
            return SmallPicture(state, look).draw()
        return self.board(state, look)

    def offers(self, state: Fleet) -> list[Move]:
        """Return what the seat to act decides between, also what it cannot do now: boats, licences, means to pay."""
        legal = state.moves()
        hand = [kind for kind in BOATS if state.hand(state.seat)[kind]]
        match state.step:
            case "nominate":
                return [*(("nominate", lot) for lot in dict.fromkeys(state.display)), ("decline",)]
            case "open" | "bid":
                bids = [move for move in legal if move[0] == "bid"]
                return [*bids[:_BIDS], *(move for move in legal if move[0] == "pass")]
            case "launch":
                return [*(("launch", kind) for kind in hand), ("done",)]
            case "captain":
                boat = next(boat.name for boat in state.sides[state.seat].boats if not boat.captain)
                return [*(("captain", boat, kind) for kind in hand), ("done",)]
            case "process":
                return [*[move for move in legal if move[0] == "process"][:_BOATS], ("done",)]
            case "pay" | "discard" | "trade":
                return list(legal)
        return []

    def signs(self) -> tuple[tuple[str, str], ...]:
        """Return the key of the board's signs."""
        return signs()

    def facts(self, state: Fleet) -> list[tuple[str, str]]:
        """Return at the end where the points of the first two came from, what ended the game, and the dearest sale."""
        if state.step != "over":
            return []
        first, second = state.winners()[0], state.second()
        names = [state.seat_name(seat) for seat in (first, second)]
        sources = {name: ", ".join(f"{source} {count}" for source, count in state.points(seat).items())
                   for name, seat in zip(names, (first, second), strict=True)}  # fmt: skip
        found = [(f"points of {name}", words) for name, words in sources.items()]
        total = state.cards.crates * state.players
        ended = "too few licences for the auction" if state.crates else "the crates ran out"
        found.append(("what ended it", f"{ended}, in round {state.round}"))
        found.append(("crates left in the bay", f"{state.crates} of {total}"))
        if state.sales:
            sale = max(state.sales, key=lambda one: one.price)
            title = state.title_of(sale.licence, licence=True)
            found.append(("most expensive licence", f"{title} for {sale.price}, {state.seat_name(sale.seat)}"))
        return found

    def label(self, state: Fleet, move: Move) -> str:
        """Return the title of a card."""
        match move:
            case ("first", int(seat)):
                return f"{state.seat_name(seat)} starts"
            case ("stack", str(layer)):
                return f"{layer.capitalize()} licence"
            case ("nominate", str(lot)):
                return f"Put up {state.title_of(lot, licence=True)}"
            case ("show", str(name)):
                return state.title_of(name, licence=True)
            case ("draw", str(kind)):
                return state.title_of(kind)
            case ("bid", int(price)):
                return f"Bid {price}"
            case ("pass",):
                return "Pass"
            case ("decline",):
                return "Decline"
            case ("captain", str(boat), str(kind)):
                return f"{state.title_of(kind)} on {_boat_title(state, boat)}"
            case ("process", str(boat)):
                return f"From {_boat_title(state, boat)}"
            case ("pay", "crate"):
                return "Pay a crate (1)"
            case ("pay", str(kind)) if kind in BOAT:
                return f"Pay {state.title_of(kind)} ({state.cards.cash[BOAT[kind]]})"
            case ("trade",):
                return "Trade a crate"
            case ("done",):
                some = state.used if state.step == "process" else state.count
                words = _DONE.get(state.step, ("Done", "Done"))
                return words[bool(some)]
            case (word, str(kind)) if kind in BOAT:
                return f"{str(word).capitalize()} {state.title_of(kind)}"
        return ""

    def key(self, state: Fleet, move: Move) -> str:
        """Return the key that plays a move: p passes, d is done, t trades, c pays a crate, b is the lowest bid."""
        if move[0] == "bid":
            return "b" if move == next((one for one in state.moves() if one[0] == "bid"), None) else ""
        return _KEYS.get(state.notation(move), "")

    def toggle(self, marks: Sequence[str], mark: str) -> tuple[str, ...]:
        """Return the marks after a click: one fleet to look at, and one explanation, each until clicked again."""
        family = mark.split()[0]
        kept = tuple(one for one in marks if one.split()[0] != family)
        return kept if mark in marks else (*kept, mark)

    def subtitle(self, state: Fleet) -> str:
        """Return what is special about this game."""
        return f"{state.players} players, {state.cards.crates * state.players} crates"

    def seat_note(self, state: Fleet, seat: Player) -> str:
        """Return what everybody sees of a seat."""
        side = state.sides[seat]
        cards, boats, licences = state.hand_size(seat), len(side.boats), len(side.licences)
        return f"{many(cards, 'card')}, {many(boats, 'boat')}, {many(licences, 'licence')}"

    def steps(self, match: Match, at: int) -> list[tuple[tuple[str, ...], str]]:
        """Return the fishing after a move, seat by seat: it happens by itself and is soon over."""
        if not at or not isinstance(match.states[at], Fleet):
            return []
        before, after = match.states[at - 1], match.states[at]
        assert isinstance(before, Fleet)
        assert isinstance(after, Fleet)
        caught = before.caught(after)
        told: list[tuple[tuple[str, ...], str]] = []
        for seat in before.order():
            if seat in caught:
                words = (
                    f"Fishing: {after.seat_name(seat)} takes {many(caught[seat], 'crate')}, one for each captained boat"
                )
                told.append(((f"seat {seat}", f"fished {seat}"), f"{words} with room."))
        if told:
            told.append(((), f"{many(after.crates, 'crate')} are left, and none will grow again."))
        return told


def _boat_title(state: Fleet, boat: str) -> str:
    kind, _, number = boat.rpartition("-")
    return f"{state.title_of(kind)} boat {number}"


_BIDS, _BOATS = 3, 3
"""How many bids and boats become cards: all of them are in the picture, and their lines differ little."""
_KEYS = {"pass": "p", "decline": "d", "done": "d", "trade": "t", "pay crate": "c"}
_DONE = {
    "launch": ("Launch nothing", "Launch no more"),
    "captain": ("Hire nobody", "Hire no more"),
    "process": ("Process nothing", "Process no more"),
    "trade": ("No trade", "No trade"),
}
"""What to call being done, before and after something was done."""

FACE = FleetFace()
