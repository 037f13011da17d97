"""What lesson 05 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from typing import Any

from fishlab import models
from fishlab.messages import tr
from fishlab.pisces.boards import biology
from fishlab_widgets.chapters import real_lives
from fishlab_widgets.lesson_cards import Program, Wording, check, predict, question
from fishlab_widgets.pisces.life import board_picture, gap_map, one_board

generation = question(
    "A shark is born today. How many life cycles later is it a spawner?",
    unit="life cycles",
    about="Count the arrows that it follows. Try it on the board above.",
    answer=3,
    mistakes={4: "4 is the number of its stages: count the steps between them"},
    hints=["Young, juvenile, adult, spawner.", "From the first of four stages to the last there are three steps."],
    right="Young, juvenile, adult, spawner: three steps, and so three life cycles.",
)

adult_or_juvenile = predict(
    "One tuna is caught every round: always an adult, or always a juvenile. Which hurts the stock more?",
    choices=list(real_lives.HURTS),
    about="Real board, 12 rounds. “About the same”: at most two chips apart, averaged over the last two rounds.",
    result=real_lives.which_hurts,
    show=real_lives.which_picture,
    then=real_lives.which_in_the_sea,
)

shark_share = predict(
    "What share of all sharks, in every stage, can be caught every round for ever?",
    low=0,
    high=100,
    slider=True,
    unit="%",
    close=4,
    about="Model: each spawner gives as many young as the board allows at best, 1.5 for sharks and 3.5 for sardines.",
    result=lambda: round(100 * real_lives.shark_limit(), 1),
    show=real_lives.share_picture,
)

wave = predict(
    "A storm kills all tuna juveniles, once. After how many rounds is the gap back among the juveniles?",
    low=1,
    high=12,
    unit=("round", "rounds"),
    about="Model: four fish in each other stage, and one young for each spawner, so that the stock just holds its own.",
    result=lambda: models.wave_period(models.stage_matrix(3, 1)),
    show=lambda rounds: [
        gap_map([0, 4, 4]),
        tr("The gap is back among the juveniles after {rounds} rounds.", rounds=rounds),
    ],
)

spawners = predict(
    "Every snapper spawner is caught, every round for 12 rounds. How many snapper are in the water then?",
    low=0,
    high=20,
    unit=("chip", "chips"),
    about="Real board. It starts with 10 chips. With no catch at all there are 20 in the end, every chip there is.",
    result=real_lives.snapper_left,
    show=real_lives.stage_picture,
    then=lambda: [tr("**Where the game departs from biology**"), *models.DEPARTURES],
)


def young() -> Wording:
    return question(
        "This is a tuna board before a life cycle. How many juveniles are on the board after it?",
        unit="chips",
        picture=board_picture(one_board("tuna", [1, 1, 2, 1, 0, 1, 1, 0]), "veil"),
        answer=5,
        mistakes={
            4: "4 would be the young of the 2 spawners that die first",
            7: "the old juveniles are adults by then",
        },
        hints=["Who is on the spawning grounds when young are counted?", "The 3 adults have just arrived there."],
        right="The 2 old spawners die, 3 adults arrive, and 3 spawners give 5 young. The old juveniles have become adults.",
    )


def matrix(matrix: Any) -> Program:
    return check(
        matrix,
        title="The stage matrix of mahi-mahi",
        answer=models.board_matrix(biology("mahi-mahi")).tolist(),
        mistakes={
            (
                (0, 0, 3),
                (1, 0, 0),
                (0, 1, 0),
            ): "a spawner's young were counted when it arrived, as an adult; then it dies",
            ((0, 1, 0), (0, 0, 1), (3, 0, 0)): "the table lies on its side: a row says where new fish come from",
        },
        hints=[
            "Each row says where new fish come from.",
            "Young come from adults that arrive: first row, second column.",
        ],
        right="Spawners have only zeros in their column: they have bred, and die.",
    )


def growth() -> Wording:
    return question(
        "Tuna: three stages, 2 young per spawner. What is the growth factor per round?",
        about="Two decimal places are enough.",
        answer=models.growth_factor(models.board_matrix(biology("tuna"))),
        within=0.011,
        mistakes={2: "2 is the growth of a generation, which lasts two rounds", 3: "3 is the number of stages"},
        hints=["A generation lasts k − 1 = 2 rounds.", "Which number, times itself, gives 2?"],
        right="The square root of 2: twice as many fish every two rounds.",
    )


def surplus() -> Wording:
    return question(
        "Crab: how many adults can be caught every round for ever, if all chips come back?",
        unit="chips",
        about="Young for 0, 1, 2, … spawners: 0, 3, 5, 6, 7, 8. Spawners that are needed must not be caught as adults.",
        answer=models.sustainable_catch(biology("crab"), "adult"),
        mistakes={
            8: "8 adults caught leave nobody to spawn",
            5: "5 young from 2 spawners: but 2 of them must spawn again",
        },
        hints=["For each number of spawners: young less spawners.", "1 spawner: 3 − 1 = 2. And 2 spawners?"],
        right="5 − 2 = 3 chips: no number of spawners leaves a larger surplus. A smaller stock would collapse under it.",
    )


def safe_share(safe_share: Any) -> Program:
    return check(
        safe_share,
        title="The safe harvest",
        cases=[
            ((r, k), models.safe_harvest_closed_form(r, k)) for r, k in ((2, 4), (1.5, 4), (3, 3), (3.5, 2), (0.8, 3))
        ],
        within=1e-6,
        mistakes=[
            (lambda r, k: max(0, 1 - 1 / r), "this is the safe share of one stage alone, 1 − 1/R"),
            (lambda r, k: max(0, r ** (1 / (k - 1)) - 1), "growth − 1 is what is added, not a share of what is there"),
        ],
        hints=["(1 − h) × growth = 1.", "So 1 − h = 1 / growth."],
        right="Rounded down: sharks 12 %, snapper 20 %, tuna 29 %, mahi-mahi and crab 42 %, sardines 71 %.",
    )


def dogfish() -> Wording:
    return question(
        "A dogfish is born today. How many Pacific sardines, one after the other, can grow up, at 1.5 years each, before she does?",
        unit="sardines",
        picture=real_lives.lives_table(),
        answer=real_lives.times_grown_up(12, "sardine"),
        mistakes={12: "12 is her age in years: how many times does 1.5 go into it?", 18: "divide, do not multiply"},
        hints=["The table says at what age she is mature.", "12 ÷ 1.5."],
        right="Eight sardines can grow up in that time, one after the other. A slow stock takes longer to come back.",
    )


def change() -> Wording:
    return question(
        "Spawners breed after fishing, and half of them are caught. Which of these species still lasts?",
        choices=real_lives.THREE,
        many=True,
        about="“Lasts”: at least one fish is left after 40 rounds of the model above; the figure shows the first twelve.",
        answer=real_lives.lasting(),
        hints=[
            "Set the switch above, and follow the lines.",
            "Half the spawners, half the young: is R / 2 at least 1?",
        ],
        right="Half of 3.5 is more than 1, half of 2 just 1, half of 1.5 is less: the one with the fewest young goes. How "
        "many stages it has decides how soon, not whether.",
    )
