"""The picture of Fleet: the auction with its bids, one fleet in full, the hand, and the other fleets' public side.

The picture shows the state that it is given. Where that is a player's view, hidden cards are card backs, and nothing in
the picture depends on what they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fishlab.core import Move, Player
from fishlab.fleet.card_words import boat_name, boat_title, counted, licence_title
from fishlab.fleet.deck import BOAT, BOAT_FOR, BOATS
from fishlab.fleet.hands import hand, hand_size
from fishlab.fleet.results import caught, second
from fishlab.fleet.rules import Fleet
from fishlab.fleet.words import done_label, points_by_source
from fishlab.match import Match
from fishlab.messages import listed, mark, tr, trn
from fishlab_widgets.fleet.payments import Way, bill_of, crates_in, keeps_boat, payments, wished
from fishlab_widgets.fleet.plots import PLOTS
from fishlab_widgets.fleet.quay import moment_of
from fishlab_widgets.fleet.signs import signs
from fishlab_widgets.fleet.small_picture import SmallPicture
from fishlab_widgets.fleet.table_board import TableBoard
from fishlab_widgets.live.face import Bundle, Face, Look


class FleetFace(Face[Fleet]):
    """How a moment of the game looks, and what its cards, seats and steps say."""

    glyph = "trawler"
    stepper = "bid"
    legend = (
        (0, mark("money, lowest bid")),
        (1, mark("points")),
        (2, mark("crate: 1 point")),
        (4, mark("captain")),
        (7, mark("licence")),
    )
    plots = PLOTS

    def board(self, state: Fleet, look: Look) -> str:
        """Return the picture that a table plays on.

        What this game makes of a look:
            viewer: the seat that looks, whose harbour and hand are shown; `CHANCE` is a spectator. Without one,
                the picture shows the seat to act where moves are offered, else seat A.
            marks: "seat 2" brings that seat's harbour to the front, "about …" explains a card, "fished 0" lights a
                seat's catch, "with cod …" is a card to pay with, "plain" leaves out what adds up points.
        """
        return TableBoard(state, look, whole=True).draw()

    def draw(self, state: Fleet, look: Look) -> str:
        """Return the still picture of a state: the table's, or, compact, the fleets and the hand for a lesson's card.

        It is not compact where moves are offered or a fleet has more kinds of licence than fit.
        """
        if look.compact and not look.legal and max(side.kinds for side in state.sides) <= 3:
            return SmallPicture(state, look).draw()
        return TableBoard(state, look).draw()

    def offers(self, state: Fleet) -> list[Move]:
        """Return what the seat to act decides between, also what it cannot do now: boats, licences, means to pay."""
        legal = state.moves()
        own = hand(state, state.seat)
        held = [kind for kind in BOATS if own[kind]]
        match state.step:
            case "nominate":
                return [*(("nominate", lot) for lot in dict.fromkeys(state.market.display)), ("decline",)]
            case "open" | "bid":
                bids = [move for move in legal if move[0] == "bid"]
                return [*bids, *(move for move in legal if move[0] == "pass")]
            case "launch":
                return [*(("launch", kind) for kind in held), ("done",)]
            case "captain":
                boat = next(boat.name for boat in state.sides[state.seat].boats if not boat.captain)
                return [*(("captain", boat, kind) for kind in held), ("done",)]
            case "process" if state.last:  # its crates score on board only
                return [("done",)]
            case "process":
                return [*[move for move in legal if move[0] == "process"][:_BOATS], ("done",)]
            case "pay":
                return [] if payments(state) else list(legal)  # each card can be paid in the hand, too
            case "discard" | "trade":
                return list(legal)
        return []

    def bundles(self, state: Fleet, marks: Sequence[str] = ()) -> list[Bundle]:
        """Return whole payments, with the cards that are wanted, those without loss first, or crates of all boats.

        If any payment keeps the boat of the licence that is paid for, one such is among them, and one with most crates.
        """
        if state.step == "process":
            return self._all_boats(state)
        ways = wished(state, marks)[0]
        shown, keeper = ways[:_PAYMENTS], next((way for way in ways if keeps_boat(state, way)), None)
        if keeper and keeper not in shown:
            shown = (*shown[:-1], keeper)
        packed = max(ways, key=crates_in, default=None)
        if packed and crates_in(packed) > max(map(crates_in, shown)):
            last = -2 if shown[-1] == keeper else -1
            shown = (*shown[:last], packed, *shown[last:][1:])
        return [self._payment(state, way) for way in shown]

    def parts(self, state: Fleet) -> list[Move]:
        """Return the single payments that whole ones hold: a card in the hand is marked to choose among these."""
        held = {move for _, moves in payments(state) for move in moves}
        return [move for move in state.moves() if move in held]

    def _all_boats(self, state: Fleet) -> list[Bundle]:
        """Return the choice that takes a crate from every boat that can give one, if these are several."""
        moves, then = list[Move](), state
        while then.step == "process" and (more := [move for move in then.moves() if move[0] == "process"]):
            moves.append(more[0])
            then = then.after(more[0])
        if len(moves) < 2 or state.last:
            return []
        full = sum(boat.crates == state.cards.capacity for boat in state.sides[state.seat].boats)
        line = tr("{crates} go to the licence: each pays 1, but no longer scores.", **counted(crates=len(moves)))
        if full:
            line = trn(
                "{line} {n} full boat has room again.", "{line} {n} full boats have room again.", full, line=line
            )
        return [Bundle(trn("From all {n} boats", "From all {n} boats", len(moves)), line, tuple(moves))]

    def _payment(self, state: Fleet, way: Way) -> Bundle:
        over, moves = way
        line = tr("{over} more than you owe: no change.", over=over)
        if not over:
            line = trn("Exactly {owed}, {n} card.", "Exactly {owed}, {n} cards.", len(moves), owed=state.owed)
            if crates := crates_in(way):
                pieces = [*(counted(**{thing: n})[thing] for thing, n in
                            (("crates", crates), ("cards", len(moves) - crates)) if n)]  # fmt: skip
                line = tr("Exactly {owed}: {pieces}.", owed=state.owed, pieces=listed(pieces))
        if keeps_boat(state, way):
            line = tr("{line} Keeps {boat}.", line=line, boat=boat_title(state.cards, BOAT_FOR[state.auction.lot]))
        found = Counter(str(kind) for _, kind in moves)
        pieces = [counted(crates=found["crate"])["crates"]] if found["crate"] > 1 else []
        pieces += [tr("a crate")] if found["crate"] == 1 else []
        for kind, count in found.items():
            if kind != "crate":
                card = boat_title(state.cards, kind)
                pieces.append(tr("{count} × {card}", count=count, card=card) if count > 1 else card)
        return Bundle(tr("Pay {cards}", cards=listed(pieces)), line, moves)

    def signs(self) -> tuple[tuple[str, str], ...]:
        """Return the key of the board's signs."""
        return signs()

    def facts(self, state: Fleet) -> list[tuple[str, str]]:
        """Return at the end where the points of the first two came from, the crates left, and the dearest sale."""
        if state.step != "over":
            return []
        found = []
        for seat in (state.winners()[0], second(state)):
            found.append((tr("points of {name}", name=state.seat_name(seat)), points_by_source(state, seat)))
        left = tr("{left} of {total}", left=state.crates, total=state.cards.crates * state.players)
        found.append((tr("crates left in the bay"), left))
        if state.sales:
            most = max(sale.price for sale in state.sales)
            best = [
                tr("{licence} for {price}, {name}", licence=licence_title(state.cards, sale.licence), price=most,
                   name=state.seat_name(sale.seat))
                for sale in state.sales if sale.price == most
            ]  # fmt: skip
            found.append((tr("most expensive licence"), "; ".join(best)))
        return found

    def label(self, state: Fleet, move: Move) -> str:
        """Return the title of a card."""
        cards = state.cards
        match move:
            case ("first", int(seat)):
                return tr("{name} starts", name=state.seat_name(seat))
            case ("stack", "common"):
                return tr("Common licence")
            case ("stack", "premium"):
                return tr("Premium licence")
            case ("nominate", str(lot)):
                return tr("Put up {licence}", licence=licence_title(cards, lot))
            case ("show", str(name)):
                return licence_title(cards, name)
            case ("draw", str(kind)):
                return boat_title(cards, kind)
            case ("bid", int(price)):
                return tr("Bid {price}", price=price)
            case ("pass",):
                return tr("Pass")
            case ("decline",):
                return tr("Decline")
            case ("captain", str(boat), str(kind)):
                return tr("{card} on {boat}", card=boat_title(cards, kind), boat=boat_name(cards, boat))
            case ("process", str(boat)):
                return tr("From {boat}", boat=boat_name(cards, boat))
            case ("pay", "crate"):
                return tr("Pay a crate (1)")
            case ("pay", str(kind)) if kind in BOAT:
                return tr("Pay {card} ({cash})", card=boat_title(cards, kind), cash=cards.cash[BOAT[kind]])
            case ("trade",):
                return tr("Trade a crate")
            case ("done",):
                return done_label(state)
            case ("launch", str(kind)) if kind in BOAT:
                return tr("Launch {boat}", boat=boat_title(cards, kind))
            case ("discard", str(kind)) if kind in BOAT:
                return tr("Discard {card}", card=boat_title(cards, kind))
        return ""

    def key(self, state: Fleet, move: Move) -> str:
        """Return the key that plays a move: p passes, d is done, t trades, c pays a crate, b is the lowest bid."""
        if move[0] == "bid":
            return "b" if move == next((one for one in state.moves() if one[0] == "bid"), None) else ""
        return _KEYS.get(state.notation(move), "")

    def seat_view(self, state: Fleet, seat: Player) -> tuple[str, str]:
        """Return what shows a seat's licences and boats."""
        return f"seat {seat}", tr("Boats")

    def lasting(self, state: Fleet, mark: str) -> str:
        """Return a mark as it is kept: an explanation goes with the step, a card that is wanted with its bill."""
        if mark.startswith("with "):
            return f"{mark} {bill_of(state)}"
        return f"{mark} {moment_of(state)}" if mark.startswith("about ") else mark

    def toggle(self, marks: Sequence[str], mark: str) -> tuple[str, ...]:
        """Return the marks after a click: one fleet to look at, one explanation, and any cards to pay with."""
        family = mark.split()[0]
        kept = tuple(one for one in marks if one != mark and (one.split()[0] != family or family == "with"))
        return kept if mark in marks else (*kept, mark)

    def subtitle(self, state: Fleet) -> str:
        """Return what is special about this game."""
        crates = state.cards.crates * state.players
        return tr("{players} players, {crates} crates", players=state.players, crates=crates)

    def seat_note(self, state: Fleet, seat: Player) -> str:
        """Return what everybody sees of a seat."""
        side = state.sides[seat]
        counts = counted(cards=hand_size(state, seat), boats=len(side.boats), licences=len(side.licences))
        return tr("{cards}, {boats}, {licences}", **counts)

    def steps(self, match: Match, at: int) -> list[tuple[tuple[str, ...], str]]:
        """Return the fishing after a move, seat by seat: it happens by itself and is soon over."""
        if not at or not isinstance(match.states[at], Fleet):
            return []
        before, after = match.states[at - 1], match.states[at]
        assert isinstance(before, Fleet)
        assert isinstance(after, Fleet)
        catch = caught(before, after)
        told: list[tuple[tuple[str, ...], str]] = []
        for seat in before.order():
            if seat in catch:
                words = trn(
                    "Fishing: {name} takes {n} crate, one for each captained boat with room.",
                    "Fishing: {name} takes {n} crates, one for each captained boat with room.",
                    catch[seat],
                    name=after.seat_name(seat),
                )
                told.append(((f"seat {seat}", f"fished {seat}"), words))
        if told:
            left = trn(
                "{n} crate is left, and there will be no more.",
                "{n} crates are left, and there will be no more.",
                after.crates,
            )
            told.append(((), left))
        return told


_PAYMENTS = 6  # cards that fit beside the board
_BOATS = 3
"""How many bids and boats become cards: all of them are in the picture, and their lines differ little."""
_KEYS = {"pass": "p", "decline": "d", "done": "d", "trade": "t", "pay crate": "c"}

FACE = FleetFace()
