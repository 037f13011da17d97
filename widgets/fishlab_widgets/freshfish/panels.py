"""What the panels of Fresh Fish share: envelopes and coins, the tile in hand, the auction, and the news in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from fishlab.core import SEAT_LETTERS, Player
from fishlab.freshfish.city import OUTLETS
from fishlab.freshfish.city_words import short_name
from fishlab.freshfish.outcomes import auction_reason
from fishlab.freshfish.words import named
from fishlab.messages import listed, mark, tr, trn
from fishlab_widgets.draw.svg import at, badge, circle, group, num, path, rect
from fishlab_widgets.freshfish.city import ICON
from fishlab_widgets.freshfish.city_picture import CityPicture, outlet_of, plots_listed

_COUNTED: Final[Mapping[str, Callable[[int], str]]] = {
    "outlet": lambda n: trn("{n} outlet", "{n} outlets", n),
    "apo": lambda n: trn("{n} APO", "{n} APOs (walls)", n),
    "zone": lambda n: trn("{n} zone", "{n} zones", n),
    "demonstration": lambda n: trn("{n} demonstration", "{n} demonstrations", n),
}
HINT = mark("Point at a plot: what would become a street? Click an outlet: its route.")


class Panels(CityPicture):
    """A city with what lies beside it."""

    def _status(self, seat: Player) -> tuple[str, str]:
        """Return what a seat's place in the auction is: a kind and its words."""
        state = self.state
        if state.phase == "bid":
            if seat not in state.bidders():
                return "out", tr("has one already")
            if state.bids[seat] is not None:
                own = seat == self.viewer and isinstance(state.bids[seat], int)
                return ("own", tr("you bid {price}", price=state.bids[seat])) if own else ("sealed", tr("in"))
            return ("now", "") if seat == state.actor else ("wait", tr("to come"))
        if state.phase == "over":
            return "won" if seat in state.winners() else "bid", f"{state.scores()[seat]}"
        auction = state.auction
        if auction is None or not self._shows_auction:
            return "none", ""
        bid = auction.bids[seat]
        if seat == auction.winner:
            return "won", f"{auction.price}"
        return ("bid", f"{bid}") if bid is not None else ("out", tr("no bid"))

    def _to_bid(self, what: str) -> str:
        """Say of a seat in few letters that its bid is to come."""
        return tr("to bid") if what == "wait" else tr("bids") if what == "now" else ""

    @property
    def _shows_auction(self) -> bool:
        """Whether the last auction is worth its place: until a tile that is no outlet is drawn."""
        state = self.state
        return state.auction is not None and state.hand in ("", state.auction.outlet)

    def _heading(self) -> tuple[str, str, str, list[str]]:
        """Return the panel's title, the icon, the name of what it is about, and lines on it."""
        state = self.state
        deck = sum(state.deck)
        if state.phase == "over":
            names = [state.seat_name(seat) for seat in state.winners()]
            won = tr("{name} wins", name=names[0])
            result = won if len(names) == 1 else tr("{names} share the win", names=listed(names))
            about = tr("The lowest result wins; on a tie, the most money.")
            return tr("The end"), "", result, [about]
        if state.phase == "bid":
            message = mark("Highest bid wins. On a tie the drawer, {drawer}, comes first.")
            if state.rules.ties == "left":
                message = mark("Highest bid wins. On a tie the seat on {drawer}’s left comes first.")
            about = tr(message, drawer=short_name(state, state.seat))
            return tr("Sealed bids"), state.hand, named(state.hand), [about]
        if self._shows_auction:
            assert state.auction is not None
            auction = state.auction
            title = tr("Bids revealed") if state.hand else tr("Last auction")
            return title, auction.outlet, named(auction.outlet), [auction_reason(state, auction)]
        if state.hand:
            about = tr("{name} places it now.", name=state.seat_name(state.actor))
            return tr("Tile drawn"), state.hand, named(state.hand), [about]
        if state.phase == "tile":
            about = tr("{name} draws one.", name=state.seat_name(state.seat))
            return tr("The deck"), "", trn("{n} tile left", "{n} tiles left", deck), [about]
        if state.phase == "supply":
            return tr("Setup"), "", tr("The supplies"), [tr("Then every plot the city needs becomes a street.")]
        left = state.deck_counts()
        left["outlet"] = sum(left[outlet] for outlet in OUTLETS)
        kinds = ", ".join(counted(left[tile]) for tile, counted in _COUNTED.items() if left[tile])
        name = trn("{n} tile left", "{n} tiles left", deck) if deck else tr("it is empty")
        return tr("The deck"), "", name, [kinds or tr("From now on players take an APO or a street.")]

    def _hand_icon(self, kind: str, x: float, y: float, size: float) -> str:
        """Return the tile that the panel speaks of, or at the end the winner's badge."""
        if self.state.phase == "over":
            return badge(self.state.winners()[0], x, y, size * 0.4)
        if kind in OUTLETS:
            return self.pic.glyph_text(ICON[kind], x, y, size, "ink")
        if kind in ("apo", "zone"):
            return group((self.apo("", zone=kind == "zone", cell=size),), transform=at(x, y))
        if kind:
            half = size / 2
            road = rect(-half, -half, size, size, "ground", 6)
            road += path(f"M{num(-half)} 0H{num(half)}", "road", stroke_width=num(size * 0.46))
            return group((road,), transform=at(x, y))
        return "".join(
            rect(x - size / 2 + k * 4, y - size * 0.35 + k * 3, size * 0.6, size * 0.5, "board", 3) for k in range(3)
        )

    def _news(self) -> list[str]:
        """Return what else is worth a line: fresh streets, the marked route, the plan."""
        found = []
        fresh = [plot for plot in self.fresh_order if self.what[plot].what == "street"]
        if self.plan:
            streets = self._would(self.plan, "apo")
            found.append(
                trn(
                    "Building on {plot} makes {plots} a street.", "Building on {plot} makes {plots} streets.",
                    len(streets), plot=self.plan, plots=plots_listed(streets),
                ) if streets else tr("Building on {plot} forces no street.", plot=self.plan)
            )  # fmt: skip
        elif fresh:
            found.append(
                trn(
                    "{n} new street: {plots}", "{n} new streets: {plots}",
                    len(fresh), plots=plots_listed(fresh, 9),
                )
            )  # fmt: skip
        if self.route_mark:
            _, letter, outlet = self.route_mark.split()
            length = self._length(self._route_of(SEAT_LETTERS.index(letter), outlet))
            found.append(tr("{outlet}: {length}", outlet=outlet_of(letter, outlet), length=length))
        return found


def envelope(x: float, y: float, wide: float = 46) -> str:
    """Return a sealed bid."""
    high = wide * 0.56
    flap = f"M{num(x)} {num(y + 2)}l{num(wide / 2)} {num(high * 0.5)}l{num(wide / 2)} {num(-high * 0.5)}"
    return rect(x, y, wide, high, "letter", 4) + path(flap, "flap")


def coin(x: float, y: float, r: float = 8) -> str:
    """Return a coin."""
    return circle(x, y, r, "coin") + circle(x, y, r * 0.55, "nofill", style="stroke:var(--ink);stroke-width:1")


def bare_cube(x: float, y: float) -> str:
    """Return a marker of nobody, as a sign."""
    return group(
        (rect(-7, -4, 11, 11, "ink2"), path("M-7-4l4-4h11l-4 4Z", "ink3"), path("M4-4l4-4v11l-4 4Z", "ink3")),
        transform=at(x, y),
    )
