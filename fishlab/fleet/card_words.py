"""The cards of Fleet in plain words: their names, how many there are, and what each does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from fishlab.fleet.deck import BOAT, LICENCE, Cards
from fishlab.messages import mark, tr, trn

PRINTED = (
    mark("Shrimp"), mark("Lobster"), mark("Processing Vessel"), mark("Cod"), mark("Tuna"), mark("King Crab"),
    mark("Fishermen’s Pub"), mark("King Crab (captains)"), mark("King Crab (crates)"), mark("King Crab (variety)"),
)  # fmt: skip
"""The titles in `fleet.toml`; a file of one's own may hold others, which stay as they are written."""


def boat_title(cards: Cards, kind: str) -> str:
    """Return the name of a kind of boat card."""
    return tr(cards.boat_titles[BOAT[kind]])


def licence_title(cards: Cards, name: str) -> str:
    """Return the name of a licence."""
    return tr(cards.licence_titles[LICENCE[name]])


def boat_name(cards: Cards, name: str) -> str:
    """Return what a launched boat is called: `cod-2` is Cod boat 2."""
    kind, _, number = name.rpartition("-")
    return tr("{kind} boat {number}", kind=boat_title(cards, kind), number=number)


HOW_MANY: Final[Mapping[str, Callable[[int], str]]] = {
    "cards": lambda n: trn("{n} card", "{n} cards", n),
    "boats": lambda n: trn("{n} boat", "{n} boats", n),
    "captains": lambda n: trn("{n} captain", "{n} captains", n),
    "crates": lambda n: trn("{n} crate", "{n} crates", n),
    "licences": lambda n: trn("{n} licence", "{n} licences", n),
    "points": lambda n: trn("{n} point", "{n} points", n),
}


def counted(**things: int) -> dict[str, str]:
    """Return numbers of things in words, as slots of a message: `counted(cards=2)` is {"cards": "2 cards"}."""
    return {thing: HOW_MANY[thing](count) for thing, count in things.items()}


# What a card does.


def boat_line(cards: Cards, kind: str) -> str:
    """Return in one line what a boat card is good for."""
    place = BOAT[kind]
    cost, points, cash = cards.cost[place], cards.boat_points[place], cards.cash[place]
    return tr("Boat: costs {cost}, scores {points}. As cash it pays {cash}.", cost=cost, points=points, cash=cash)


def about_boat(cards: Cards, kind: str) -> str:
    """Return a boat card's rule in plain words."""
    place = BOAT[kind]
    message = mark(
        "{title} boat: launching costs {cost} and needs a {title} licence. A launched boat is worth {points} and "
        "holds {capacity} crates at 1 point each. As cash the card pays {cash}. Face down, any card is a captain."
    )
    if kind == "king-crab":
        message = mark(
            "{title} boat: launching costs {cost} and needs any {title} licence. A launched boat is worth {points} and "
            "holds {capacity} crates at 1 point each. As cash the card pays {cash}. Face down, any card is a captain."
        )
    slots = {"title": boat_title(cards, kind), "cost": cards.cost[place], "cash": cards.cash[place]}
    return tr(message, capacity=cards.capacity, **slots, **counted(points=cards.boat_points[place]))


def licence_line(cards: Cards, name: str, owned: int) -> str:
    """Return in one line what a licence costs, scores and does, with this many of its kind owned."""
    low, points = cards.minimum[LICENCE[name]], cards.licence_points[LICENCE[name]]
    return tr("Opens at {low}, scores {points}. {gist}.", low=low, points=points, gist=gist(cards, name, owned))


def licence_note(cards: Cards, held: Sequence[str]) -> str:
    """Return in one line what licences of one kind do together for their owner, and what they score."""
    kinds = dict.fromkeys(held)
    gists = ", ".join(gist(cards, name, len(held) // len(kinds)) for name in kinds)
    return tr(
        "{gists}. Scores {points}.", gists=gists, points=sum(cards.licence_points[LICENCE[name]] for name in held)
    )


def about_licence(cards: Cards, name: str) -> str:
    """Return a licence's rule in plain words."""
    return tr(
        "{title} licence: bids start at {low}, worth {points}. {bonus}",
        title=licence_title(cards, name),
        low=cards.minimum[LICENCE[name]],
        bonus=_about_bonus(cards, name),
        **counted(points=cards.licence_points[LICENCE[name]]),
    )


def _about_bonus(cards: Cards, name: str) -> str:
    match name:
        case "lobster":
            one, more = (
                ", ".join(tr("{cards} from {captains}", cards=draw, captains=low) for low, draw in steps)
                for steps in (cards.lobster_one, cards.lobster_more)
            )
            return tr(_BONUSES[name], one=one, more=more)
        case "tuna":
            rows = zip(cards.tuna_draw, cards.tuna_discard, strict=True)
            levels = [
                tr(_DRAWS[discard], owned=owned, draw=draw) for owned, (draw, discard) in enumerate(rows) if owned
            ]
            return tr(_BONUSES[name], levels="; ".join(levels))
        case "king-crab-captains":
            return trn(
                "At the end 1 more point for every captained boat, at most {most}. Lets you launch King Crab boats.",
                "At the end 1 more point for every {n} captained boats, at most {most}. Lets you launch King Crab "
                "boats.",
                cards.captains_per,
                most=cards.captains_most,
            )
        case "king-crab-crates":
            return tr(_BONUSES[name], per=cards.crates_per, most=cards.crates_most)
        case "king-crab-licences":
            scores = [(kinds, score) for kinds, score in enumerate(cards.kinds_points) if kinds > 1]
            steps = ", ".join(tr("{kinds} kinds {score}", kinds=kinds, score=score) for kinds, score in scores)
            return tr(_BONUSES[name], steps=steps)
    return tr(_BONUSES[name])


_DRAWS = {
    "drawn": mark("with {owned} draw {draw} and discard one of them"),
    "none": mark("with {owned} draw {draw} and keep all"),
    "any": mark("with {owned} draw {draw} and then discard any card from your hand"),
}
"""What so many Tuna licences do, by what must be discarded."""
_BONUSES = {
    "shrimp": mark("Each one takes 1 off every licence you buy and every boat you launch. Lets you launch Shrimp "
                   "boats."),
    "cod": mark("You may launch two boats a round. If you launch any, draw 1 card for each Cod licence, once, before "
                "captains are hired. Lets you launch Cod boats."),
    "lobster": mark("You may hire two captains a round. After hiring, draw cards according to how many captains "
                    "you have: {one} with one licence; {more} with more licences. Lets you launch Lobster boats."),
    "tuna": mark("Better draws at the end of each round: {levels}. Lets you launch Tuna boats."),
    "processing": mark("After fishing you may move one crate from each boat to this licence. Then you may trade one "
                       "crate for 1 card for each Processing Vessel licence. A processed crate pays 1 and scores "
                       "nothing. Lets you launch Processing Vessel boats."),
    "pub": mark("No boats and no bonus: points only."),
    "king-crab-crates": mark("At the end 1 more point for every {per} crates on your boats, at most {most}; "
                             "processed crates do not count. Lets you launch King Crab boats."),
    "king-crab-licences": mark("At the end more points for different kinds of licence: {steps}. All King Crabs "
                               "count as one kind. Lets you launch King Crab boats."),
}  # fmt: skip
"""What a licence does beside its points."""


def gist(cards: Cards, name: str, owned: int = 1) -> str:
    """Return what a licence does in a few words, with this many of its kind owned."""
    match name:
        case "shrimp":
            return tr("Pay {discount} less, whatever you buy", discount=owned)
        case "cod":
            return trn("Launch 2 boats, draw {n} card", "Launch 2 boats, draw {n} cards", owned)
        case "lobster":
            return tr("Hire 2 captains, draw cards")
        case "tuna":
            level = min(owned, 4)
            if cards.tuna_discard[level] == "none":
                return tr("Draw {draw} cards, keep all", draw=cards.tuna_draw[level])
            return tr("Draw {draw} cards, discard 1", draw=cards.tuna_draw[level])
        case "processing":
            return trn("Crates pay 1, one buys {n} card", "Crates pay 1, one buys {n} cards", owned)
        case "pub":
            return tr("Points only, no boats")
        case "king-crab-captains":
            return trn("1 more point per captain", "1 more point per {n} captains", cards.captains_per)
        case "king-crab-crates":
            return tr("1 more point per {crates} crates", crates=cards.crates_per)
    return tr("More licence kinds, more points")
