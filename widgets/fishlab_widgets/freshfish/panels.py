"""What the panels of Fresh Fish share: envelopes and coins, the tile in hand, the auction, and the news in words."""

from __future__ import annotations

from fishlab.core import SEAT_LETTERS, Player
from fishlab.freshfish.city import OUTLETS
from fishlab.freshfish.words import NAMES, auction_reason, short_name
from fishlab.plain_words import many
from fishlab_widgets.draw.svg import at, badge, circle, group, num, path, rect
from fishlab_widgets.freshfish.city import ICON
from fishlab_widgets.freshfish.city_picture import CityPicture, plots_listed, streets_of


class Panels(CityPicture):
    """A city with what lies beside it."""

    def _status(self, seat: Player) -> tuple[str, str]:
        """Return what a seat's place in the auction is: a kind and its words."""
        state = self.state
        if state.phase == "bid":
            if seat not in state.bidders():
                return "out", "has one already"
            if state.bids[seat] is not None:
                own = seat == self.viewer and isinstance(state.bids[seat], int)
                return "sealed", f"you bid {state.bids[seat]}" if own else "in"
            return ("now", f"of {state.money[seat]}") if seat == state.actor else ("wait", "to come")
        if state.phase == "over":
            return "won" if seat in state.winners() else "bid", f"{state.scores()[seat]}"
        auction = state.auction
        if auction is None or not self._shows_auction:
            return "none", ""
        bid = auction.bids[seat]
        if seat == auction.winner:
            return "won", f"{auction.price}"
        return ("bid", f"{bid}") if bid is not None else ("out", "no bid")

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
            result = f"{names[0]} wins" if len(names) == 1 else f"{plots_listed(names)} share the win"
            return "The end", "", result, ["Four routes less money: the lowest result wins, a tie goes to most money."]
        if state.phase == "bid":
            tie = "drawer" if state.rules.ties == "drawer" else "left"
            drawer = short_name(state, state.seat)
            first = f"the drawer, {drawer}," if tie == "drawer" else f"the seat on {drawer}’s left"
            return "Sealed bids", state.hand, NAMES[state.hand], [f"Highest bid wins. On a tie {first} comes first."]
        if self._shows_auction:
            assert state.auction is not None
            auction = state.auction
            title = "Bids revealed" if state.hand else "Last auction"
            return title, auction.outlet, NAMES[auction.outlet], [auction_reason(state, auction)]
        if state.hand:
            who = state.seat_name(state.actor)
            return "Tile drawn", state.hand, NAMES[state.hand], [f"{who} places it now."]
        if state.phase == "tile":
            return "The deck", "", f"{deck} tiles left", [f"{state.seat_name(state.seat)} draws one."]
        if state.phase == "supply":
            return "Setup", "", "The supplies", ["Then every plot the city needs becomes a street."]
        left = state.deck_counts()
        outlets = sum(left[outlet] for outlet in OUTLETS)
        counts = {"outlet": outlets, "APO": left["apo"], "zone": left["zone"], "demonstration": left["demonstration"]}
        kinds = ", ".join(many(count, name) for name, count in counts.items() if count).replace("APOs", "APOs (walls)")
        name = f"{many(deck, 'tile')} left" if deck else "it is empty"
        return "The deck", "", name, [kinds or "From now on players take an APO or a street."]

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
            what = streets_of(self._would(self.plan, "apo"))
            forced = f"makes {what}" if what else "forces no street"
            found.append(f"Built on, {self.plan} {forced}.")
        elif fresh:
            count = f"{many(len(fresh), 'plot')} expropriated"
            found.append(f"{count}: {plots_listed(fresh, 9)}")
        if self.route_mark:
            _, letter, outlet = self.route_mark.split()
            found.append(
                f"{letter}’s {NAMES[outlet]}: {self._length(self._route_of(SEAT_LETTERS.index(letter), outlet))}"
            )
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
