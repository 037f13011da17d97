"""What lesson 01 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from typing import Any

from fishlab.boom import DEPLETION_EXAMPLE
from fishlab.messages import tr
from fishlab_widgets.boom.net import draw_net
from fishlab_widgets.chapters import boom_years
from fishlab_widgets.lesson_cards import Program, Wording, check, predict, question

collapse = predict(
    "After which year is the sea empty, in the middle one of the 1,000 games?",
    low=1,
    high=10,
    unit=("year", "years"),
    words=("early", "late"),
    about="The game has ten years, and 23 fish in each. Say 10 if you think that the sea lasts.",
    result=boom_years.middle_year,
    show=boom_years.last_year_picture,
)

first_species = predict(
    "Which of these is gone in the most games when year 4 begins?",
    choices=boom_years.FIVE,
    result=boom_years.first_to_go,
    show=boom_years.gone_picture,
)

overfill = predict(
    "Compared with the other two, how many points does Norlandia get on average?",
    choices=["more", "about the same", "fewer"],
    about="“About the same” means within one point of the average of the other two.",
    result=boom_years.overfill_result,
    show=boom_years.overfill_picture,
)


def year_three(watched: Any) -> Wording:
    return question(
        "In the game above: how many fish live when year 3 begins?",
        unit="fish",
        about="Go to the first move of year 3, and read the plot or count the fish in the amber column, without the dashes.",
        answer=watched.state.seas[2].bit_count(),
        mistakes={
            watched.state.seas[1].bit_count(): "that is the start of year 2",
            watched.state.seas[3].bit_count(): "that is the start of year 4",
        },
        hints=["Drag the slider until the amber column first stands at 3.", "Each species says how many of it live."],
        right=lambda fish: tr("{count} of the 23 fish of year 3 never appeared.", count=23 - int(fish)),
    )


score = question(
    "A box has 5 plates, and 3 fish were drawn into it. How many points is it worth?",
    unit="points",
    answer=-1,
    mistakes={
        3: "the empty plates count too",
        1: "an empty plate costs 2, not 1",
        -4: "count the full plates as well",
    },
    hints=["How many plates are full, and how many are empty?", "3 full plates and 2 empty ones: 3 × 1 − 2 × 2."],
    right="3 − 4 = −1. Feeding three of five people is worth less than nothing here.",
)

next_demand = question(
    "In year 5 you have 2 plates and draw 4 fish. How many plates will year 6 have?",
    unit="plates",
    answer=5,
    mistakes={4: "look at year 6 on the sheet: it is marked +1", 2: "demand follows the fish, not the plates"},
    hints=["Next year's plates are the fish of this year's box.", "Year 6 is one of the +1 years."],
    right="4 fish, and one more because of year 6. The two surplus fish brought no points, but two more plates.",
)


def depletion() -> Wording:
    return question(
        "Which fish of next year are depleted?",
        picture=draw_net(DEPLETION_EXAMPLE.this_year, DEPLETION_EXAMPLE.arrows),
        choices=["1", "2", "3", "4"],
        many=True,
        answer=set(DEPLETION_EXAMPLE.depleted),
        hints=[
            "Go through the fish of next year one by one: who points to it?",
            "One arrow from a living fish is enough.",
        ],
        right=" ".join(f"{fish}: {why}" for fish, why in DEPLETION_EXAMPLE.reasons.items()),
    )


def two_arrows() -> Wording:
    tuna = {"p": "living", "q": "taken", "r": "living", "s": "killed"}
    lines = [("p", "5"), ("q", "5"), ("q", "6"), ("s", "6"), ("r", "7"), ("s", "8"), ("r", "8")]
    return question(
        "Two fish of next year have an arrow from q. Which fish are depleted?",
        picture=draw_net(tuna, lines, species="tuna"),
        choices=["5", "6", "7", "8"],
        many=True,
        answer={"6"},
        hints=["A fish with two arrows needs only one living one.", "Look for a fish both of whose arrows are dashed."],
        right="5 and 8 are saved by a second arrow. 6 has two arrows, but both come from dead fish.",
    )


def points(points: Any) -> Program:
    return check(
        points,
        title="The points of a box",
        cases=boom_years.BOXES,
        mistakes=boom_years.SLIPS,
        hints=["How many plates have no fish?", "With surplus fish no plate is empty: `max(0, plates - fish)`."],
        right="Tested on all boxes from 0 to 6 fish and 0 to 6 plates.",
    )


def next_plates(next_plates: Any) -> Program:
    return check(
        next_plates,
        title="The plates of next year",
        cases=boom_years.NEXT_PLATES,
        mistakes=boom_years.NEXT_SLIPS,
        hints=[
            "Which years are marked +1 at the top of the sheet?",
            "`year in (3, 6, 9)` asks whether it is one of them.",
        ],
        right="Next year has as many plates as you catch now, or one more. Fewer plates take a smaller catch, and that "
        "costs 2 points for each plate left empty.",
    )
