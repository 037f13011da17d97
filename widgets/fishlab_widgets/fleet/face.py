"""The picture of Fleet: the auction with its bids, one fleet in full, the hand, and the other fleets' public side.

The picture shows the state that it is given. Where that is a player's view, hidden cards are card backs, and nothing in
the picture depends on what they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fishlab.core import Match, Move, Player
from fishlab.fleet.deck import BOAT
from fishlab.fleet.rules import Fleet
from fishlab.plain_words import many
from fishlab_widgets.fleet.harbour import Harbour
from fishlab_widgets.fleet.plots import PLOTS
from fishlab_widgets.live.face import Face, Look


class FleetFace(Face[Fleet]):
    """How a moment of the game looks, and what its buttons, seats and steps say."""

    glyph = "trawler"
    wide = True
    plots = PLOTS

    def draw(self, state: Fleet, look: Look) -> str:
        """Return the picture of a state.

        What this game makes of a look:
            viewer: the seat that looks, whose fleet and hand are shown; `CHANCE` is a spectator. Without one,
                the picture shows the seat to act where moves are offered, else seat A.
            marks: "seat 2" shows that seat's fleet in full, "about …" explains a card, "fished 0" lights a
                seat's catch, "plain" leaves out what adds up points and cash.
            compact: only the fleets and the hand, half as wide, for a card of a lesson; not where moves are
                offered or a fleet has more kinds of licence than fit.
        """
        small = look.compact and not look.legal and max(map(state.kinds, range(state.players))) <= 3
        return str(Harbour(state, replace(look, compact=small)).draw())

    def label(self, state: Fleet, move: Move) -> str:
        """Return the words on a button."""
        match move:
            case ("first", int(seat)):
                return f"{state.seat_name(seat)} starts"
            case ("stack", str(layer)):
                return f"a {layer} licence"
            case ("show", str(name)):
                return state.title_of(name, licence=True)
            case ("draw", str(kind)):
                return state.title_of(kind)
            case ("bid", int(price)):
                return f"Bid {price}"
            case ("captain", str(boat), str(kind)):
                own, _, number = boat.rpartition("-")
                return f"{state.title_of(own)} boat {number}: {state.title_of(kind)}"
            case ("process", str(boat)):
                own, _, number = boat.rpartition("-")
                return f"Process from {state.title_of(own)} boat {number}"
            case (word, str(kind)) if kind in BOAT:
                return f"{str(word).capitalize()} {state.title_of(kind)}"
        return ""

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


FACE = FleetFace()
