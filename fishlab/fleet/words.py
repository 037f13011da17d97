"""What people read of Fleet: what is asked, what a move does, what to think of, and what decided the game.

What is said to the seat to act is said from what that seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from fishlab.core import HIDDEN, GuideStep, Move, Player, Told, Weight, Words
from fishlab.fleet import refusals
from fishlab.fleet.card_words import boat_line, boat_name, boat_title, counted, gist, licence_line, licence_title
from fishlab.fleet.counts import holds
from fishlab.fleet.deck import BOAT, BOAT_FOR, BOATS, LICENCE, LICENCES
from fishlab.fleet.hands import hand, hand_size, may_pay
from fishlab.fleet.pieces import Boat
from fishlab.fleet.results import caught, second
from fishlab.fleet.rules import Fleet
from fishlab.messages import listed, mark, tr, trn

PHASES: Final = (
    mark("Auction"), mark("Launch and hire"), mark("Fishing"), mark("Process, trade"), mark("Draw"),
)  # fmt: skip
"""The five phases of a round, as the phase track shows them."""
TRACK: Final = {"auction": 0, "launch": 1, "hire": 1, "lobster": 1, "process": 3, "draw": 4}
"""The place in `PHASES` of each phase that a moment can stand at; fishing happens by itself."""
SOURCES: Final = {
    "licences": mark("licences"), "boats": mark("boats"), "crates": mark("crates"), "bonuses": mark("bonuses"),
}  # fmt: skip
"""Where points come from."""

Said = str | Mapping[str, str]
"""A message, or one for each case of the moment, "" for every other."""


def _boat_in_words(state: Fleet, boat: Boat) -> str:
    slots = {"boat": boat_name(state.cards, boat.name), **counted(crates=boat.crates)}
    return (
        tr("{boat} with a captain and {crates}", **slots) if boat.captain else tr("{boat} without a captain", **slots)
    )


class Asked(NamedTuple):
    """A step of the game in words."""

    prompt: Said
    rule: str
    advice: Said
    done: str = ""
    """What it means to be done."""
    ends: Said = ""
    """What a seat that is done leaves; "more" if it has done so before."""
    label: Said = mark("Done")
    """The same on a card."""


_BIDDING: Final = mark("Bids rise; whoever passes is out for this licence only. Nobody may bid more than they can pay.")
_FOR_BOAT: Final = {
    "boat": mark("This licence launches your {boat} card. Keep it, and {cost} for the boat: that leaves {rest} to bid "
                 "with."),
    "free boat": mark("This licence launches your {boat} card. Keep it; its boat then costs nothing. That leaves "
                      "{rest} to bid with."),
    "too dear": mark("At this price you cannot keep both your {boat} card and {cost} for its boat: you could not "
                     "launch it this round."),
    "too dear, free boat": mark("At this price you cannot keep your {boat} card: you could not launch it this round."),
    "only boat": mark("No other licence on show is for a boat that you hold: if you pass, you launch no {boat} "
                      "boat this round. You can bid {rest} and still launch it."),
    "no boat": mark("You hold no {boat} card: the licence scores and has its power, but you have no boat for it "
                    "yet."),
}  # fmt: skip
"""Advice on a bid, by what the bidder holds for the boats of the licence."""
_DISPLAY: Final = mark(
    "There are always as many licences on show as players. If the pile is too small for that, this round is the last."
)
_TURNED_UP: Final = mark("New licences come up for auction: as many as there are players.")

STEPS: Final = {
    "first": Asked(
        mark("Draw the start player"),
        mark("Chance decides who starts. Then the start player changes clockwise every round."),
        mark("Chance says who starts. After every round the next seat starts."),
    ),
    "stack": Asked(mark("Turn up a licence: is it a common or a premium one?"), _DISPLAY, _TURNED_UP),
    "show": Asked(
        {"": mark("Turn up a common licence"), "premium": mark("Turn up a premium licence")},
        _DISPLAY,
        _TURNED_UP,
    ),
    "nominate": Asked(
        mark("{name}: put a licence up for auction, or decline"),
        mark("One licence each a round. Whoever puts one up opens the bidding; whoever declines buys none."),
        {"": mark("A bonus works in every round that follows: buy early. Near the end only points count, and cards "
                  "may do more as boats."),
         "none yet": mark("You need licences to launch boats, and if you decline you buy none this round. Put up "
                          "one for a boat that you hold; keep cards for its cost and a captain.")},
    ),
    "open": Asked(
        mark("{name}: bid {low} or more for {licence}"),
        _BIDDING,
        {"": mark("Open low: the minimum often wins. You pay only if nobody bids more, and what you pay with cannot "
                  "become a boat."), **_FOR_BOAT},
    ),
    "bid": Asked(
        mark("{name}: bid more than {bid} for {licence}, or pass"),
        _BIDDING,
        {"": mark("Bid what the licence is worth to you, no more: cards that you pay with cannot be boats or "
                  "captains."),
         **_FOR_BOAT},
    ),
    "pay": Asked(
        mark("{name}: pay {owed} for {bill}"),
        mark("Pay with cards and processed crates, and with no more of them than you need. No change is given."),
        {"": mark("Give up the cards that you need least, and try to pay exactly."),
         "boat": mark("Keep a {boat} card if you can: with this licence it becomes a boat. Try to pay exactly.")},
    ),
    "launch": Asked(
        {"": mark("{name}: launch a boat (or skip)"), "more": mark("{name}: launch another boat (or stop)")},
        mark("A boat needs a licence of its kind and its cost in cards or crates. One a round, two with Cod."),
        {"": mark("Launch early: a boat scores at once, and with a captain it takes a crate every round. A launch "
                  "that you skip is lost."),
         "none can": mark("You cannot launch any boat: a boat needs a licence of its kind and its cost. Go on.")},
        done=mark("Launch no more boats this round, and keep your cards."),
        ends={"": mark("{name} launches no boat"), "more": mark("{name} launches no more boats")},
        label={"": mark("Launch nothing"), "more": mark("Launch no more")},
    ),
    "captain": Asked(
        {"": mark("{name}: hire a captain (or skip)"), "more": mark("{name}: hire a second captain (or stop)")},
        mark("Only boats with a captain fish; any card can be one. One a round, two with Lobster."),
        mark("A boat without a captain takes no crate this round. All cards make equal captains: use the one that "
             "you need least."),
        done=mark("Hire nobody else this round, and keep your cards."),
        ends={"": mark("{name} hires no captain"), "more": mark("{name} hires no more captains")},
        label={"": mark("Hire nobody"), "more": mark("Hire no more")},
    ),
    "process": Asked(
        {"": mark("{name}: process a crate from each boat (or skip)"),
         "more": mark("{name}: process a crate from each boat (or stop)")},
        mark("Each boat may give one crate a round. A processed crate pays 1 in cash but scores nothing."),
        {"": mark("Early in the game, coins and cards become boats: process. Near the end, leave the crates on "
                  "board, where they score."),
         "last round": mark("This is the last round: leave the crates on board, where they score.")},
        done=mark("Leave the other crates on their boats: 1 point each."),
        ends={"": mark("{name} processes no crate"), "more": mark("{name} processes no more crates")},
        label={"": mark("Process nothing"), "more": mark("Process no more")},
    ),
    "trade": Asked(
        mark("{name}: trade a processed crate for {cards}, or keep it"),
        mark("One processed crate a round may be traded for one card for each Processing Vessel licence."),
        {"": mark("New cards are boats, cash and captains: early in the game, trading pays."),
         "last round": mark("This is the last round: cards are worth nothing now.")},
        done=mark("Keep the processed crates: each pays 1 later."),
        ends=mark("{name} trades no crate"),
        label=mark("No trade"),
    ),
    "draw": Asked(
        {"": mark("{name} draws {cards}"),
         "launch": mark("{name} draws {cards} for Cod licences"),
         "lobster": mark("{name} draws {cards} for captains"),
         "process": mark("{name} draws {cards} for a crate")},
        mark("Cards come from the face-down pile. When it is empty, the discards are shuffled."),
        mark("Cards come from the face-down pile. Each is a boat, cash or a captain, as its owner likes."),
    ),
    "discard": Asked(
        {"": mark("{name}: discard any one card"), "any": mark("{name} drew {cards}: discard any one card"),
         "drawn": mark("{name} drew {cards}: discard one of them")},
        mark("Everybody draws two cards and discards one of them. Tuna licences give better draws."),
        mark("Keep the boat that you have a licence for, or the card that pays more."),
    ),
    "over": Asked(
        {"": mark("The game is over: {winners} wins with {best} points"),
         "shared": mark("{winners} share the win with {best} points")},
        mark("Licences, boats, crates on boats and bonuses score. Ties: more boats, then more crates."),
        "",
    ),
}  # fmt: skip
"""Every step of the game in words."""


def _pick(said: Said, case: str) -> str:
    return said if isinstance(said, str) else said.get(case, said[""])


def _again(state: Fleet) -> str:
    """Return "more" if the seat to act has launched, hired or processed before in its turn."""
    return "more" if (state.used if state.step == "process" else state.count) else ""


def _for_boat(state: Fleet) -> tuple[str, dict[str, object]]:
    """Return what the seat to act holds for the boats of the licence on sale, and what keeping it leaves to pay."""
    seat, kind, own = state.seat, BOAT_FOR[state.auction.lot], hand(state, state.seat)
    if not kind or own[HIDDEN]:
        return "", {}
    cost = max(0, state.launch_cost(seat, kind) - (kind == "shrimp"))  # a Shrimp licence pays 1 of its own boats, too
    rest = state.limit(seat) - state.cards.cash[BOAT[kind]] - cost
    least = state.minimum(state.auction.lot) if state.step == "open" else state.auction.bid + 1
    slots: dict[str, object] = {"boat": boat_title(state.cards, kind), "cost": cost, "rest": rest}
    if not own[kind]:
        return "no boat", slots
    if state.step != "pay" and rest < least:
        return "too dear" if cost else "too dear, free boat", slots
    others = {BOAT_FOR[lot] for lot in (*state.market.display, *state.sides[seat].licences)} - {kind}
    lasts = state.step == "bid" and state.market.display.count(state.auction.lot) < 2 and not own.keys() & others
    usual = "boat" if cost or state.step == "pay" else "free boat"
    return "only boat" if lasts and not state.sides[seat].allows(kind) else usual, slots


def bill(state: Fleet) -> str:
    """Return what is being paid for."""
    if state.phase == "auction":
        return tr("the {title} licence", title=licence_title(state.cards, state.auction.lot))
    return tr("the {title} boat", title=boat_title(state.cards, state.sides[state.seat].boats[-1].kind))


def done_label(state: Fleet) -> str:
    """Return what it is called to be done."""
    return tr(_pick(STEPS[state.step].label, _again(state)))


def points_by_source(state: Fleet, seat: Player) -> str:
    """Return where a seat's points come from."""
    message = mark("licences {licences}, boats {boats}, crates {crates}, bonuses {bonuses}")
    return tr(message, **state.points(seat))


_ROUND: Final = ("auction", "launch", "hire", "lobster", "process", "draw")
GUIDE: Final = (
    GuideStep("#phases", mark(
        "A round has these phases. First licences are auctioned: a licence lets you launch boats of its kind, and "
        "has a power of its own."
    )),
    GuideStep("#hand-", mark("Your cards. Each is three things: money (the coin), a boat of its kind, or a captain.")),
    GuideStep("choices", mark("Choose the licence to be sold. Its coin shows the lowest bid."), "nominate|decline",
              phases=_ROUND),
    GuideStep("choices", mark("Bid, or pass if you may. You pay with cards, and there is no change."), "bid|pass",
              phases=_ROUND),
    GuideStep("news", mark("What the others did is shown here until you move again.")),
    GuideStep("choices", mark(
        "With a licence you may launch a boat of its kind: play its card and pay its price. Each boat is worth "
        "points."
    ), "launch|done", mark("Whoever bids most pays with cards and gets the licence. Boats follow after the "
                           "auction."),
        _ROUND[1:], mark(
        "With a licence you may launch a boat of its kind: play its card and pay its price. You could not launch "
        "one in this round: keep some cards back next time."
    )),
    GuideStep("choices", mark(
        "A captain, any card face down, lets a boat fish: a crate, 1 point, each round."
    ), "captain|done", phases=_ROUND[2:], missed=mark(
        "Captains come after the boats. A captain, any card face down, lets a boat fish: a crate, 1 point, each round."
    )),
    GuideStep("players", mark(
        "Points: licences, boats, and a point for each crate. The game ends when the crates or the licences run "
        "out. Now play on."
    )),
)  # fmt: skip
"""The guided first round: a licence, a boat, a captain."""


class FleetWords(Words[Fleet]):
    """The words of Fleet."""

    guide = GUIDE
    quiet = ("pay", "done")
    risky = ("bid", "pay")

    def purpose(self, state: Fleet) -> str:
        """Return in one line what a player wants."""
        return tr("Most points from licences, boats and crates of fish when the crates or licences run out.")

    def prompt(self, state: Fleet) -> str:
        """Return one line that says who does what now; it holds nothing secret."""
        case, slots, auction, cards = "", dict[str, object](), state.auction, state.cards
        match state.step:
            case "show":
                case = state.market.layer
            case "open":
                slots = {"low": state.minimum(auction.lot), "licence": licence_title(cards, auction.lot)}
            case "bid":
                slots = {"bid": auction.bid, "licence": licence_title(cards, auction.lot)}
            case "pay":
                slots = {"owed": state.owed, "bill": bill(state)}
            case "launch" | "captain" | "process":
                case = _again(state)
            case "trade":
                slots = {**counted(cards=state.sides[state.seat].owned("processing"))}
            case "draw":
                case, slots = state.phase, {**counted(cards=state.due)}
            case "discard" if state.discards_from() == "drawn":
                case, slots = "drawn", {**counted(cards=sum(state.drawn))}
            case "discard" if state.supply_size:  # else the pile may have held fewer
                case, slots = "any", {**counted(cards=cards.tuna_draw[state.sides[state.seat].tunas])}
            case "over":
                winners = [state.seat_name(winner) for winner in state.winners()]
                case, slots = "shared" if winners[1:] else "", {"winners": listed(winners), "best": max(state.scores())}
        return tr(_pick(STEPS[state.step].prompt, case), name=state.seat_name(state.seat), **slots)

    def rule(self, state: Fleet) -> str:
        """Return the rule in force now, in one or two plain sentences."""
        return tr(STEPS[state.step].rule)

    def in_words(self, state: Fleet) -> list[str]:
        """Return what is on sale, and each seat's licences, boats, and cards as far as they are known."""
        cards = state.cards
        sale = [licence_title(cards, lot) for lot in state.market.display]
        lines = [tr("On sale: {licences}", licences=listed(sale))] if sale else []
        for seat, side in enumerate(state.sides):
            licences = listed([licence_title(cards, name) for name in side.licences]) if side.licences else tr("none")
            boats = [_boat_in_words(state, boat) for boat in side.boats]
            lines.append(
                tr("{name}: licences {licences}; boats {boats}; processed crates {crates}", name=state.seat_name(seat),
                   licences=licences, boats=listed(boats) if boats else tr("none"), crates=side.processed)
            )  # fmt: skip
            held = {boat_title(cards, kind): count for kind, count in hand(state, seat).items() if kind in BOATS}
            name, size = state.seat_name(seat), hand_size(state, seat)
            known = listed([f"{count} × {title}" for title, count in held.items()]) if held else ""
            with_cards = trn(
                "{name} holds {n} card: {known}", "{name} holds {n} cards: {known}", size, name=name, known=known
            )
            lines.append(
                with_cards if held else trn("{name} holds {n} card", "{name} holds {n} cards", size, name=name)
            )
        return lines

    def coach(self, state: Fleet) -> str:
        """Return what to think of now and why, for a first game."""
        case, slots = "", dict[str, object]()
        if state.step == "pay" and len(state.choices()) == 1:
            return ""
        match state.step:
            case "open" | "bid" | "pay" if state.phase == "auction":
                case, slots = _for_boat(state)
            case "nominate" if not state.sides[state.seat].licences:
                case = "none yet"
            case "launch" if len(state.moves()) == 1:
                case = "none can"
            case "process" | "trade" if state.last:
                case = "last round"
        advice = _pick(STEPS[state.step].advice, case)
        return tr(advice, **slots) if advice else ""

    def names(self, state: Fleet) -> Mapping[str, str]:
        """Return licences, boat cards and the seat's own boats as they are printed: Processing Vessel, King Crab."""
        licences = {name: licence_title(state.cards, name) for name in LICENCES}
        kinds = {kind: boat_title(state.cards, kind) for kind in BOATS}
        boats = {boat.name: boat_name(state.cards, boat.name) for boat in state.sides[state.seat].boats}
        return licences | kinds | boats | {"crate": tr("processed crate")}

    def why_not(self, state: Fleet, move: Move) -> str:
        """Return the rule that forbids a move, "" if none does; it never raises, whatever the move is."""
        return refusals.why_not(state, move)

    # --- What was done ------------------------------------------------------------------------------------------

    def say(self, state: Fleet, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a move does and what follows; `None` sees all cards, a seat its draws and captains."""
        said, then = [self._say(state, move, viewer in (None, state.seat))], _after(state, move)
        if len(then.sales) > len(state.sales) and move[0] != "pay":
            sale = then.sales[-1]
            free = mark("{name} gets it for {price}, all of it covered by the discount")
            said.append(tr(free, name=state.seat_name(sale.seat), price=sale.price))
        return ". ".join((*said, *_follows(state, then)))

    def outcomes(self, before: Fleet, move: Move, after: Fleet, me: Player, viewer: Player | None = None) -> list[str]:
        """Return a sale, what one draws and pays oneself, what the boats fish, and a round that begins."""
        told: list[str] = [Told(words, Weight.GAIN) for words in _follows(before, after)]
        if _has_fished(before, after) and me >= 0 and (why := _no_catch(before, after, me)):
            told.append(Told(why, Weight.OWN))
        if len(after.sales) > len(before.sales):
            sale = after.sales[-1]
            slots = {"name": before.seat_name(sale.seat), "licence": licence_title(before.cards, sale.licence)}
            words = tr("{name} buys the {licence} licence for {price}", price=sale.price, **slots)
            told.insert(0, Told(words, Weight.MINE))
        elif move[0] == "draw" and before.seat == me:
            told.insert(0, self._drawn(before, move, viewer in (None, me)))
        elif move[0] == "done" and before.seat != me and not _again(before):
            told.insert(0, Told(self._say(before, move, False), Weight.SLIGHT))
        elif move[0] == "first" or (move[0] == "pay" and before.seat == me):
            told.insert(0, self._say(before, move, viewer in (None, me)))
        return told

    def _drawn(self, state: Fleet, move: Move, open_to: bool) -> Told:
        said = self._say(state, move, open_to)
        if not open_to or move[1] not in BOAT:
            return Told(said, Weight.MINE)
        card = boat_title(state.cards, str(move[1]))
        return Told(said, Weight.MINE, _row_of_draws(state.seat_name(state.seat)), card)

    def lines(self, before: Fleet, move: Move, after: Fleet, viewer: Player | None = None) -> list[str]:
        """Return what somebody did; crates that only change their place are no news of weight."""
        said = self.say(before, move, viewer)
        return [Told(said, Weight.PLAIN) if move[0] == "process" else said]

    def _say(self, state: Fleet, move: Move, open_to: bool) -> str:
        """Return in words what a move does, with cards that are drawn or hired only if they are open to the viewer."""
        name, cards = state.seat_name(state.seat), state.cards
        match move:
            case ("first", int(seat)):
                return tr("{name} is the start player", name=state.seat_name(seat))
            case ("stack", "common"):
                return tr("The next licence is a common one")
            case ("stack", "premium"):
                return tr("The next licence is a premium one")
            case ("show", str(lot)):
                return tr("A {licence} licence is turned up", licence=licence_title(cards, lot))
            case ("nominate", str(lot)):
                return tr(
                    "{name} puts the {licence} licence up for auction", name=name, licence=licence_title(cards, lot)
                )
            case ("bid", int(price)):
                licence = licence_title(cards, state.auction.lot)
                return tr("{name} bids {price} for {licence}", name=name, price=price, licence=licence)
            case ("pass",):
                return tr("{name} passes on {licence}", name=name, licence=licence_title(cards, state.auction.lot))
            case ("decline",):
                return tr("{name} declines to buy a licence this round", name=name)
            case ("pay", "crate"):
                if state.owed <= 1:
                    return tr("{name} pays a processed crate (1) and has paid for {bill}", name=name, bill=bill(state))
                return tr("{name} pays a processed crate (1)", name=name)
            case ("pay", str(kind)):
                value, slots = cards.cash[BOAT[kind]], {"name": name, "card": boat_title(cards, kind)}
                if value < state.owed:
                    return tr("{name} pays a {card} card ({value})", value=value, **slots)
                paid = mark("{name} pays a {card} card ({value}) and has paid for {bill}")
                return tr(paid, value=value, bill=bill(state), **slots)
            case ("launch", str(kind)) if state.launch_cost(state.seat, kind):
                return tr("{name} launches a {boat} boat", name=name, boat=boat_title(cards, kind))
            case ("launch", str(kind)):
                return tr("{name} launches a {boat} boat for free", name=name, boat=boat_title(cards, kind))
            case ("captain", str(boat), str(kind)) if open_to and kind in BOAT:
                slots = {"boat": boat_name(cards, boat), "card": boat_title(cards, kind)}
                return tr("{name} hires a captain for {boat} with a {card} card", name=name, **slots)
            case ("captain", str(boat), str(_)):
                return tr("{name} hires a captain for {boat}", name=name, boat=boat_name(cards, boat))
            case ("process", str(boat)):
                return tr("{name} processes a crate from {boat}", name=name, boat=boat_name(cards, boat))
            case ("trade",):
                count = counted(cards=state.sides[state.seat].owned("processing"))
                return tr("{name} trades a processed crate for {cards}", name=name, **count)
            case ("draw", str(kind)) if open_to and kind in BOAT:
                return tr("{name} draws a {card} card", name=name, card=boat_title(cards, kind))
            case ("draw", str(_)):
                return tr("{name} draws a card", name=name)
            case ("discard", str(kind)):
                return tr("{name} discards a {card} card", name=name, card=boat_title(cards, kind))
            case ("done",) if STEPS[state.step].ends:
                return tr(_pick(STEPS[state.step].ends, _again(state)), name=name)
        return state.notation(move)

    def decided(self, state: Fleet) -> str:
        """Return at the end what decided it, the tie-break or where the winner was ahead, and why it ended."""
        if state.step != "over":
            return ""
        said = mark("The crates ran out in round {round}.")
        if state.crates:
            said = mark("Too few licences for the auction ended it in round {round}.")
        return " ".join((self._lead(state), tr(said, round=state.round)))

    def _lead(self, state: Fleet) -> str:
        scores, (first, *shared) = state.scores(), state.winners()
        tied = [seat for seat, score in enumerate(scores) if score == scores[first]]
        name = state.seat_name(first)
        if shared:
            names = listed([state.seat_name(seat) for seat in (first, *shared)])
            return tr("{names} have equal points, boats and crates: they share the win.", names=names)
        if len(tied) > 1:
            boats = [len(state.sides[seat].boats) for seat in tied]
            slots = {"seats": len(tied), "points": scores[first], "name": name}
            if boats.count(max(boats)) == 1:
                return tr("{seats} seats have {points} points: {name} wins with more boats.", **slots)
            return tr("{seats} seats have {points} points: {name} wins with more crates on boats.", **slots)
        other = second(state)
        less = state.points(other)
        gaps = {source: count - less[source] for source, count in state.points(first).items()}
        source = max(gaps, key=lambda one: gaps[one])
        return trn(
            "{name} won by {n} point: mainly through {source}, {gap} against {other}.",
            "{name} won by {n} points: mainly through {source}, {gap} against {other}.",
            scores[first] - scores[other],
            name=name,
            source=tr(SOURCES[source]),
            gap=f"{gaps[source]:+d}",
            other=state.seat_name(other),
        )

    # --- What a move would do -----------------------------------------------------------------------------------

    def explain(self, state: Fleet, move: Move) -> str:
        """Return in one line what a move does, or what it still needs; "" for what is no move of Fleet."""
        match move:
            case ("nominate" | "show", str(lot)) if lot in LICENCE:
                return _explain_lot(state, lot, buying=move[0] == "nominate")
            case ("bid", int(price)):
                return _explain_bid(state, price)
            case ("pass",):
                return tr("Leave this auction. You may still buy another licence this round.")
            case ("decline",):
                return tr("Buy no licence this round, and keep your cards.")
            case ("pay", str(piece)) if piece == "crate" or piece in BOAT:
                return _explain_pay(state, piece)
            case ("launch", str(kind)) if kind in BOAT:
                return _explain_launch(state, kind)
            case ("captain", str(_), str(kind)) if kind in BOAT:
                cash = state.cards.cash[BOAT[kind]]
                return tr("This card (pays {cash}) goes face down; the boat fishes from now on.", cash=cash)
            case ("process" | "trade", *_) if state.last and state.step == move[0]:
                return tr("The last round: neither a processed crate nor a card scores any more.")
            case ("process", str(name)):
                if any(boat[::3] == (name, state.cards.capacity) for boat in state.sides[state.seat].boats):
                    return tr("Makes room: a full boat catches nothing. Pays 1, no longer scores.")
                return tr("One crate goes to the licence: it pays 1, but no longer scores.")
            case ("trade",):
                count = counted(cards=state.sides[state.seat].owned("processing"))
                return tr("Give up one processed crate and draw {cards}.", **count)
            case ("done",) if STEPS[state.step].done:
                return tr(STEPS[state.step].done)
            case ("discard", str(kind)) if kind in BOAT:
                if state.step == "discard" and move not in state.moves():
                    return tr("Stays: only a card that you just drew can go.")
                return tr("Give it up. {card}", card=boat_line(state.cards, kind))
            case ("draw", str(kind)) if kind in BOAT:
                return boat_line(state.cards, kind)
            case ("first", int(_)):
                return tr("Starts round 1. The next seat starts the next round.")
            case ("stack", "premium"):
                return tr("A King Crab or the Pub comes next: expensive, but worth many points.")
            case ("stack", str(_)):
                return tr("One of the five common licences comes next.")
        return ""


@cache
def _row_of_draws(name: str) -> Callable[[list[str]], str]:
    """Return what makes one line of all cards that a seat draws in a row."""
    return lambda cards: tr("{name} draws {cards}", name=name, cards=listed(cards))


def _after(state: Fleet, move: Move) -> Fleet:
    """Return the moment after a move, or one like it: which card was drawn or hired may be hidden."""
    match move:
        case ("draw", _):
            move = ("draw", next(kind for kind, count in zip(BOATS, state.supply, strict=True) if count))
        case ("captain", boat, _):
            hand = state.sides[state.seat].hand
            move = ("captain", boat, next(kind for kind in BOATS if holds(hand, state.supply, BOAT[kind])))
    return state.after(move)


def _follows(state: Fleet, then: Fleet) -> Iterator[str]:
    """Yield what happens by itself after a move: licences that leave, fishing, the end of a round."""
    if len(then.market.gone) > len(state.market.gone):
        yield tr("Nobody bought a licence, so those on show leave the game")
    if then.last and not state.last and then.crates:
        yield tr("The pile is too small to fill the auction: this round is the last")
    if catch := caught(state, then):
        catches = (
            trn("{name} {n} crate", "{name} {n} crates", n, name=state.seat_name(seat)) for seat, n in catch.items()
        )
        yield tr("The boats fish: {catches}", catches=", ".join(catches))
        if then.last and not then.crates:
            yield tr("The bay has no crates left: this round is the last")
    if then.round > state.round:
        yield tr("Round {round} begins", round=then.round)


def _has_fished(state: Fleet, then: Fleet) -> bool:
    """Tell whether the boats went fishing with a move: they do so by themselves, after the captains are hired."""
    before = ("launch", "hire", "lobster")
    return state.phase in before and then.phase not in before


def _no_catch(state: Fleet, then: Fleet, seat: Player) -> str:
    """Say why none of a seat's boats caught anything, "" if one did or there are none."""
    boats = then.sides[seat].boats
    if not boats or seat in caught(state, then):
        return ""
    if not any(boat.captain for boat in boats):
        return tr("{name} catches nothing: no boat has a captain", name=state.seat_name(seat))
    return tr(
        "{name} catches nothing: a full boat, with {crates}, takes no more",
        name=state.seat_name(seat), **counted(crates=state.cards.capacity),
    )  # fmt: skip


def _explain_lot(state: Fleet, lot: str, buying: bool) -> str:
    low, limit, owned = state.minimum(lot), state.limit(state.seat), state.sides[state.seat].owned(lot) + 1
    if buying and state.step == "nominate" and limit < low:
        does = gist(state.cards, lot, owned)
        return tr("Opens at {low}, you can pay {limit}. {gist}.", low=low, limit=limit, gist=does)
    return licence_line(state.cards, lot, owned)


def _explain_bid(state: Fleet, price: int) -> str:
    limit, discount, auction = state.limit(state.seat), state.sides[state.seat].discount, state.auction
    if price > limit:
        return tr("Too much: you can pay {limit}.", limit=limit)
    low = auction.bid + 1 if auction.bid else state.minimum(auction.lot) if auction.lot else 0
    if price < low:
        return tr("Too little: bid {low} or more.", low=low)
    ruins = _leaves_no_boat(state, price)
    if auction.lot and not set(auction.bidders or auction.eligible) - {state.seat}:
        return _sole_bid(state, price, ruins)
    if discount:
        slots = {"rest": max(0, price - discount), "discount": discount}
        if ruins:
            said = mark("If all others pass, you pay {rest} (discount {discount}): nothing left for a boat.")
            return tr(said, **slots)
        return tr("If all others pass, you pay {rest}: the discount takes off {discount}.", **slots)
    if ruins:
        said = mark("If all others pass, you pay {price} of your {limit}: nothing left for a boat.")
        return tr(said, price=price, limit=limit)
    return tr("If all others pass, you pay {price} of your {limit}.", price=price, limit=limit)


def _sole_bid(state: Fleet, price: int, ruins: bool) -> str:
    """Return what a bid means where everybody else has bought a licence or declined to."""
    limit, discount = state.limit(state.seat), state.sides[state.seat].discount
    if discount:
        said = mark("Nobody else can bid: you pay {rest} (discount {discount}).")
        if ruins:
            said = mark("Nobody else can bid: you pay {rest}, with nothing left for a boat.")
        return tr(said, rest=max(0, price - discount), discount=discount)
    said = mark("Nobody else can bid: you pay {price} of your {limit}.")
    if ruins:
        said = mark("Nobody else can bid: you pay {price}, with nothing left for a boat.")
    return tr(said, price=price, limit=limit)


def _leaves_no_boat(state: Fleet, price: int) -> bool:
    """Tell whether a boat that the seat to act could launch after a low bid could not be paid after this one."""
    seat, lot = state.seat, state.auction.lot
    own, side = hand(state, seat), state.sides[seat]
    if not lot or own[HIDDEN]:
        return False
    kinds = [kind for kind in BOATS if own[kind] and (side.allows(kind) or kind == BOAT_FOR[lot])]
    costs = [max(0, state.launch_cost(seat, kind) - (lot == "shrimp")) for kind in kinds]
    left = [state.limit(seat) - state.cards.cash[BOAT[kind]] - cost for kind, cost in zip(kinds, costs, strict=True)]
    return any(most >= state.minimum(lot) for most in left) and max(left) < price


def _explain_pay(state: Fleet, piece: str) -> str:
    side, owed = state.sides[state.seat], state.owed
    value = 1 if piece == "crate" else state.cards.cash[BOAT[piece]]
    if state.step == "pay" and ("pay", piece) not in state.moves():
        if not (side.processed if piece == "crate" else holds(side.hand, state.supply, BOAT[piece])):
            return tr("You have none.")
        if value > state.ceiling:
            return tr("Not now: here valuable cards are entered first, and you paid {paid}.", paid=state.ceiling)
        if not may_pay(state, piece):
            return tr("Superfluous: whatever pays {owed}, this could be left out.", owed=owed)
        return tr(
            "Not yet: you cannot pay {owed} with pieces of {value} or less. Begin with more.", value=value, owed=owed
        )
    if value > owed > 0:
        message = mark("Pays the last {owed}. It is worth {value}: no change, {lost} is lost.")
        return tr(message, owed=owed, value=value, lost=value - owed)
    return tr("Pays {value} of the {owed} you owe, and is gone.", value=value, owed=owed)


def _explain_launch(state: Fleet, kind: str) -> str:
    cost, points = state.launch_cost(state.seat, kind), state.cards.boat_points[BOAT[kind]]
    side = state.sides[state.seat]
    if cost:
        price = tr("Costs {cost}, scores {points}.", cost=cost, points=points)
    else:
        price = tr("Costs nothing, scores {points}.", points=points)
    if not side.allows(kind):
        return tr("Not now: no licence of this kind yet. {price}", price=price)
    if not holds(side.hand, state.supply, BOAT[kind]):
        return tr("Not now: not in your hand. {price}", price=price)
    if not state.can_launch(kind):
        return tr("Costs {cost}: your other cards and crates do not cover that.", cost=cost)
    return tr("{price} With a captain it fishes every round.", price=price)


WORDS: Final = FleetWords(
    mark(
        """\
The goal: have the most points at the end. Licences, launched boats and crates of fish on boats all score; cards left \
in your hand score nothing.
Cards: a boat card is one of three things. It is launched as a boat, pays what its coin says, or lies face down on a \
boat as its captain.
Auction: everybody may buy one licence a round. Whoever puts one up opens the bidding at its minimum or more; the \
others raise or pass. The winner pays with cards. No change is given. If you decline, you buy nothing in this round.
Launch: put a boat on the table if you own a licence of its kind, and pay its cost with other cards. One boat a \
round.
Hire: lay any card face down on a boat without a captain. One captain a round.
Fishing: every boat with a captain takes one crate from the bay, up to four. This happens by itself.
Process and trade: with a Processing Vessel licence, move one crate from each boat to that licence. There it pays 1 \
like a coin, and one crate a round buys cards; but it no longer scores.
Draw: take two cards and discard one of them.
Licences: Shrimp makes everything cheaper, Cod lets you launch two boats, Lobster lets you hire two captains, Tuna \
gives better draws. A second licence of a kind does more. King Crab adds points at the end; the Pub is points only.
The end: the round in which the crates run out, or there are too few licences to fill the auction, is the last. If \
points are equal, more boats win, then more crates on boats."""
    )
)
"""What people read of Fleet."""
