"""What lesson 09 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from typing import Any

from fishlab.freshfish import expropriate
from fishlab.messages import tr
from fishlab_widgets.chapters import market
from fishlab_widgets.chapters.market import EXAMPLE, LARGER, LONELY, OTHER
from fishlab_widgets.freshfish import maps
from fishlab_widgets.freshfish.maps import map_of, new_streets, open_plots, ring_rows, sketch, why_wrong
from fishlab_widgets.lesson_cards import Program, Wording, check, predict, question


def first_city() -> Wording:
    return predict(
        "Which plots become streets?",
        choices=open_plots(EXAMPLE),
        many=True,
        about="Mark all of them: click on the city, or on the names. Letters count from the left, numbers from below.",
        picture=sketch(EXAMPLE, title="The rulebook's example, before", choices=open_plots(EXAMPLE)),
        result=lambda: new_streets(EXAMPLE),
        show=lambda: sketch(expropriate(EXAMPLE), title=tr("The example after expropriation")),
    )


def second_city() -> Wording:
    return question(
        "The same city, but the outlet stands in the middle. Which plots become streets now?",
        choices=open_plots(OTHER),
        many=True,
        picture=sketch(OTHER, title="The outlet in the middle", choices=open_plots(OTHER)),
        test=lambda marked: why_wrong(OTHER, marked) or True,
        hints=[
            "The empty plots make a ring that the supply breaks. Walk along.",
            "What depends on its ends, b3 and c2?",
        ],
        right="The ring is one long chain. Every link but the two ends is needed.",
    )


def larger_city() -> Wording:
    return question(
        "Mark every plot that becomes a street.",
        choices=maps.open_plots(LARGER),
        many=True,
        picture=maps.sketch(LARGER, title="A larger city", choices=maps.open_plots(LARGER)),
        test=lambda marked: maps.why_wrong(LARGER, marked) or True,
        hints=[
            "Look for narrow places: where is the city only one plot wide?",
            "Three plots. Two lie beside each other.",
        ],
        right="b4 depends on c4 alone, and a3 on a2 and b2.",
    )


def cut_vertices(cut_vertices: Any) -> Program:
    return check(
        cut_vertices,
        title="All cut vertices of a city",
        cases=market.cut_cases(),
        mistakes=[
            (
                lambda plots, beside: set(plots),
                "you found every plot: a city in one piece is left whole by most of them",
            ),
            (lambda plots, beside: {one for one in plots if len(beside[one]) == 2}, "two neighbours do not make a cut"),
        ],
        hints=[
            "`plots - {plot}` is a set without one of its plots.",
            "How many pieces has a city that holds together?",
        ],
        right="Tested on eight cities. Computers do it in one pass; the idea is the same.",
    )


def not_a_cut() -> Wording:
    return question(
        "Two plots become streets here. One of them is **not** a cut vertex. Which one?",
        choices=["a2", "b2", "c2", "c3"],
        picture=sketch(LONELY, title="A supply with one neighbour", choices=["a2", "b2", "c2", "c3"]),
        answer="a2",
        mistakes={"c2": "without c2 the plot above it is alone: a cut", "b2": "b2 stays empty", "c3": "c3 stays empty"},
        hints=[
            "Which plots become streets at all?",
            "A supply needs a street beside it. How many plots can that be here?",
        ],
        right="Without a2 all empty plots are still connected, but the supply would have no street beside it.",
    )


def route() -> Wording:
    streets = "S#.#a/.###./.#XOb/.###."
    return question(
        "How long is the route from the harbour on a4 to the outlet on d2?",
        unit="streets",
        picture=sketch(streets, title="Streets between the harbour and an outlet"),
        answer=4,
        mistakes={6: "6 is the way round below: there is a shorter one", 5: "the outlet's own plot does not count"},
        hints=["Count the street tiles that you drive over, not the steps.", "From b4 down, then to the right."],
        right="b4, b3, c3, d3. The other way is two streets longer.",
    )


def score(score: Any) -> Program:
    usual: list[tuple[Any, ...]] = [([4, 1, 5, 2], 5), ([1, 1, 1, 1], 15), ([9, 12, 3, 8], 0), ([None, 2, None, 4], 6)]
    other_caps: list[tuple[Any, ...]] = [([9, 12, 3, None], 2, 10), ([5, 7, 1, 2], 4, 6), ([1, 9, 1, 1], 0, 9)]
    results = [7, -11, 27, 16, 30, 10, 12]
    return check(
        score,
        title="The result of a player",
        cases=list(zip(usual + other_caps, results, strict=True)),
        mistakes=[(lambda routes, money, cap=8: sum(r or cap for r in routes) - money, "a route counts at most `cap`")],
        hints=["What does a route of 12 count, with a cap of 8?", "`min` of two numbers is the smaller one."],
        right="A result can be below zero. The lowest one wins.",
    )


count = predict(
    "How many of the 49 plots become streets by force, on average over 300 games?",
    low=0,
    high=45,
    slider=True,
    unit="plots",
    close=2,
    about="Two players without a plan (some seconds), with a supply in every corner of the 7 × 7 city.",
    result=market.street_count,
    show=market.count_picture,
)

place = predict(
    "Which of these plots becomes a street by force most often?",
    choices={"d4": "d4, the middle", "d1": "d1, the edge", "b2": "b2, diagonal to a supply", "c5": "c5, between"},
    about="The same 300 games.",
    result=lambda: max(market.FOUR, key=lambda plot: market.shares()[plot]),
    show=lambda: [market.four_picture(), map_of(market.games("random"))],
)

central = predict(
    "The patient bot puts some outlets near the middle. Are their routes shorter or longer than those at the rim?",
    choices=["shorter", "about the same", "longer"],
    about="30 games of two patient bots. “About the same” means within half a street.",
    result=lambda: market.central(ring_rows(market.games("patient"))),
    show=market.central_picture,
)

tie = question(
    "D draws a fish market. The bids are A 3, B 5, C 5, and D 2. Who gets it?",
    choices=["A", "B", "C", "D"],
    answer="B",
    mistakes={
        "D": "D drew the tile, but D's bid is not among the highest",
        "C": "C bids 5 too, but is further round",
    },
    hints=["Who bids most? Only they can win.", "Clockwise from D: D, A, B, C. Who comes first?"],
    right="B and C tie at 5. Clockwise from D, B comes first, and pays 5.",
)


def tie_rule(winner: Any) -> Program:
    return check(
        winner,
        title="The tie rule in Python",
        about="Seats are counted from 0. `%` is the remainder: `5 % 4` is 1, so counting on from the last seat begins anew.",
        cases=[
            (([3, 5, 5, 2], 3), 1),
            (([5, 2, 5], 1), 2),
            (([7, 7], 0), 0),
            (([3, 1, 1, 1, 3], 3), 4),
            (([1, 0], 1), 0),
        ],
        mistakes=[(lambda bids, drawer: bids.index(max(bids)), "seat 0 is not always first: begin with the drawer")],
        hints=[
            "One seat for each `step in range(len(bids))`.",
            "`[… for step in range(len(bids))]`: what goes for …?",
            "`(drawer + step) % len(bids)` goes round the table.",
        ],
        right="This is the author's rule. A translation error once put the drawer last; a new game can have that, too.",
    )
