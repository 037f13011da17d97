"""What lesson 03 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from statistics import stdev
from typing import Any

from fishlab.stats import student_t
from fishlab_widgets.chapters import alone_together
from fishlab_widgets.lesson_cards import Program, check, predict, question


def efficiency(efficiency: Any) -> Program:
    return check(
        efficiency,
        title="Efficiency in per cent",
        cases=[((total, best), 100 * total / best) for total in (-6, 12, 25, 50, 56) for best in (50, 112)],
        mistakes=[
            (lambda total, best: 100 * best / total, "upside down: the best stands below the line"),
            (lambda total, best: 100 * (best - total) / best, "that is what is lost"),
        ],
        within=1e-6,
        hints=["Which of the two is the whole?", "`100 * total / best`"],
        right="It can be below 0, if empty plates cost more than fish bring. 25 points of 50 are 50 %.",
    )


alone = predict(
    "Everyone for themselves: what is the team's total, in per cent of the cooperative mean?",
    low=0,
    high=100,
    unit="%",
    close=8,
    about="Theory for four equal users of a simple stock says 64 %. Boom is no simple stock.",
    result=lambda: alone_together.mean_percent("competitive"),
    show=alone_together.cost_picture,
)

free_ride = predict(
    "How many points does the selfish one get, compared with playing for the team?",
    choices=["more than before", "about the same", "less than before"],
    about="“About the same” means that the 95 % interval of the difference contains 0.",
    result=alone_together.free_ride_result,
    show=alone_together.free_ride_picture,
)

team_loss = question(
    "Five boats hold back and get 10 points each. One stops: it gets 14, the others 7 each. What does the team lose?",
    unit="points",
    answer=8,
    mistakes={
        3: "that is what each of the others loses",
        12: "and the one gains something",
        -8: "write what is lost",
    },
    hints=["Add up all five, before and after.", "50 before; 14 + 28 after."],
    right="50 − 42 = 8. The one gains 4, and the others pay 12 for it.",
)

all_selfish = question(
    "If all five stop, each gets 3 points. What is their efficiency, with 50 points as the best?",
    unit="%",
    answer=30,
    mistakes={6: "3 points are one boat's: how many boats are there?", 70: "that is what is lost"},
    hints=["The team has 5 · 3 points.", "15 of 50, in per cent."],
    right="15 ÷ 50. Each of them did what paid, and each has less than the 10 points of before.",
)

one_promise = predict(
    "All promise once, and fewer keep it every year: what is the team's total, in per cent of the cooperative mean?",
    low=0,
    high=120,
    unit="%",
    close=8,
    about="In year 10 no more than 22 of 100 keep their word.",
    result=lambda: alone_together.mean_percent("one-agreement"),
    show=alone_together.promise_picture,
)

third_year = question(
    "95 of 100 keep their word in year 1, and each year 15 % fewer than the year before. How many in year 3?",
    unit="of 100",
    answer=95 * 0.85**2,
    within=0.7,
    mistakes={
        65: "15 % of what is left, not 15 of 100",
        95 * 0.85: "that is year 2",
        95 * 0.85**3: "that is year 4",
    },
    hints=["In year 2 it is 85 % of 95.", "95 · 0.85 · 0.85."],
    right="About 69: 95 · 0.85 · 0.85.",
)

number = predict(
    "Two countries instead of four: if each plays for itself, what share of the best do they get together?",
    low=0,
    high=120,
    unit="%",
    close=8,
    about="The formula says 89 % for two and 64 % for four.",
    result=lambda: alone_together.alone_of_together(2),
    show=alone_together.by_number,
    then=alone_together.who_leaves_fish,
)

price_of_anarchy = question(
    "Together a team gets 60 points. If each plays for itself, all of them get 20. What is the price of anarchy?",
    answer=3,
    mistakes={1 / 3: "that is the efficiency; the price is the other way round", 40: "divide, do not subtract"},
    hints=["The best total stands above the line of the fraction.", "60 ÷ 20."],
    right="3: the same sea would bring three times the points.",
)

fines = predict(
    "After the fines are paid: which rule leaves the team the fewest points?",
    choices=alone_together.FINES,
    about="Think of what a fish brings, of what a breach costs, and of how often it is seen.",
    result=alone_together.least,
    show=alone_together.fines_picture,
)

more_games = predict(
    "Four times as many games: how wide is the interval of their mean, compared with that of 20 games?",
    choices=list(alone_together.WIDTHS),
    about="Worked out from 400 games of four models, each for itself: all classes of 20, and all schools of 80.",
    result=alone_together.width_result,
    show=alone_together.width_picture,
)


def interval(half_width: Any) -> Program:
    tables = [[9, 14, 7, 12], [3, 5], [20, 20, 26, 10, 4, 31, 12, 8, 19]]
    return check(
        half_width,
        title="Half the width of the interval",
        cases=[((table,), student_t(len(table)) * stdev(table) / len(table) ** 0.5) for table in tables],
        mistakes=[
            (lambda totals: student_t(len(totals)) * stdev(totals) / len(totals), "√n, not n: see the formula"),
            (lambda totals: student_t(len(totals)) * stdev(totals) * len(totals) ** 0.5, "more games make it narrower"),
        ],
        within=1e-6,
        hints=["How many games are there?", "The square root of n is `len(totals) ** 0.5`."],
        right="Tested on three tables of other classes. The square root is why four times the games do so little.",
    )


gini = question(
    "Four countries caught 2, 4, 6 and 8 fish. What is the Gini index of their catches?",
    answer=0.25,
    within=0.005,
    mistakes={0.125: "count every pair in both orders", 0.5: "do not forget the 2 in 2 · n² · mean"},
    hints=[
        "The mean is 5 and n is 4, so divide by 160.",
        "Pairs differ by 2, 4, 6, 2, 4, 2: 20, in both orders 40.",
    ],
    right="40 ÷ 160 = 0.25. Use catches and not points: points can be negative.",
)


def bug(emptied: Any) -> Program:
    return check(
        emptied,
        title="Was this sea emptied?",
        cases=[((year,), year > 0) for year in range(10)],
        mistakes=[
            (lambda year: year < 10, "it says yes to 0 as well, and 0 means that the sea was never empty"),
            (lambda year: year == 0, "those are the seas that survived"),
            (lambda year: year, "True or False is asked for, and this is a number"),
        ],
        hints=["Which number means “never”?", "Ask whether the year is larger than that number."],
        right="`year > 0`. A number that means “never” is a trap: test a program with a case whose answer you know.",
    )


benchmark = question(
    "Five users: what share of the optimum does the formula give, in per cent?",
    unit="%",
    answer=100 * 20 / 36,
    within=0.6,
    mistakes={64: "that is for four users", 80: "the square belongs to n + 1: (5 + 1)² = 36"},
    hints=["4 · 5 stands above the line.", "20 ÷ 36, in per cent."],
    right="About 56 %. Five people got 44 %, in a groundwater game over many rounds (Gardner, Moore & Walker 1994).",
)
