"""What lesson 06 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from typing import Any

from fishlab_widgets.chapters import blocks as closures
from fishlab_widgets.lesson_cards import Program, Wording, check, predict, question

blocks = predict(
    "Three greedy bots. What do management blocks do to the stock that is left?",
    choices=list(closures.ANSWERS),
    about="A greedy bot does not care about the fish: it puts its block where it hopes for the most stars.",
    result=lambda: closures.effect("greedy", blocks=False),
    show=lambda: closures.effect_picture("greedy", "blocks", blocks=False),
    then=lambda: closures.what_boats_did("blocks", blocks=False),
)

trophies = predict(
    "Three greedy bots. What do tournaments do to the stock that is left?",
    choices=list(closures.ANSWERS),
    about="A trophy is worth 10 points, more than any chip. But at most two species are asked for in a round.",
    result=lambda: closures.effect("greedy", tournaments=False),
    show=lambda: closures.effect_picture("greedy", "tournaments", tournaments=False),
    then=lambda: [closures.what_boats_did("tournaments", tournaments=False), closures.what_was_asked_for()],
)

one_greedy = predict(
    "One greedy bot plays against two wardens. How many of 30 games does the greedy one win?",
    low=0,
    high=30,
    unit=("game", "games"),
    close=2,
    about="Three equal players would win 10 each. Ties count as wins.",
    result=closures.wins,
    show=closures.mixed_picture,
    then=closures.who_had_what,
)

interval = question(
    "The interval of a mean is 2 chips wide after 50 games. About how wide is it after 500?",
    unit="chips",
    about="Compare the two buttons above, or think of what ten times as many games do.",
    answer=2 / 10**0.5,
    within=0.08,
    mistakes={0.2: "0.2 would be a tenth: the width falls with the root of the number", 2: "more games tell more"},
    hints=["The width falls with the square root of the number of games.", "The root of 10 is about 3.16."],
    right="2 / 3.16 = 0.63. To halve an interval you need four times as many games.",
)


def open() -> Wording:
    return question(
        "How many chips does one boat catch here on average, without a block?",
        unit="chips",
        picture=closures.tuna_board(),
        about="Add up what each face of the die brings, and divide by 6.",
        answer=1,
        within=0.011,
        mistakes={7 / 6: "a fisher takes one of the stacks on 6, not all", 6: "6 is the sum over the faces: divide it"},
        hints=["Faces 1 and 2 bring nothing. 3 and 4 bring 1 chip each.", "5 brings 2, and 6 the best stack, 2."],
        right="(0 + 0 + 1 + 1 + 2 + 2) / 6 = 1.",
    )


def blocked() -> Wording:
    return question(
        "Now the stack of 2 adults on 5 is blocked. What does a boat catch on average?",
        unit="chips",
        picture=closures.tuna_board(2),
        about="Write a fraction, or two decimal places.",
        answer=(2 / 3,),
        within=0.011,
        mistakes={1: "that was without the block", 5 / 6: "the whole stack is safe, not one chip of it"},
        hints=["What does a 5 bring now?", "(0 + 0 + 1 + 1 + 0 + 2) / 6"],
        right="4 / 6 = 0.67. One block on one of eight stacks cuts the expected catch by a third.",
    )


def stars() -> Wording:
    return question(
        "Three boats fish on this board, one after the other. How many gold stars does that block earn on average?",
        unit="stars",
        picture=closures.tuna_board(2),
        about="A star for each chip, each time the block holds. The stack stays.",
        answer=1,
        within=0.011,
        mistakes={0.5: "it holds two chips: two stars each time", 2: "2 stars for a hit, but not every boat hits"},
        hints=["Each boat hits the 5 in one roll of six.", "3 boats × 1/6 × 2 chips"],
        right="3 × 1/6 × 2 = 1. On the blocked stack a crowd of boats earns its owner stars.",
    )


def useful_block() -> Wording:
    return question(
        "The block on one of the two spawner stacks instead: what does a boat catch on average?",
        unit="chips",
        picture=closures.tuna_board(5),
        about="They hold 2 chips and 1 chip, both on 6. The block lies on the 2. Write a fraction, or two decimal places.",
        answer=5 / 6,
        within=0.011,
        mistakes={2 / 3: "there is a second stack on 6: the fisher takes that one", 1: "the best stack on 6 is closed"},
        hints=["A 6 can still hit the other spawner stack.", "(0 + 0 + 1 + 1 + 2 + 1) / 6"],
        right="5 / 6 = 0.83. Where fish can be caught next door, a closure saves less.",
    )


def expected(expected: Any) -> Program:
    return check(
        expected,
        title="The expected catch in Python",
        cases=closures.catch_cases(),
        mistakes=closures.CATCH_SLIPS,
        within=1e-6,
        hints=["`best` is the larger of `best` and `chips`.", "`max(a, b)` gives the larger of two numbers."],
        right="Tested on the board above, open and closed, and on five others.",
    )


trophy = question(
    "Both your boats fish on the open ocean, with three boards. Two species are asked for. How likely is the trophy?",
    unit="%",
    about="Each of the three species has two faces of the die, and all have spawners. Nothing is blocked.",
    answer=(200 / 9,),
    within=1.3,
    mistakes={100 / 9: "the boats may catch the two in either order", 100 / 3: "33 % is one boat and one species"},
    hints=["The first boat must catch one of the two species: 2/3.", "Then the second boat the other one: 1/3."],
    right="2/3 × 1/3 = 2/9, about 22 %: worth 2.2 points on average, less than a tuna.",
)
