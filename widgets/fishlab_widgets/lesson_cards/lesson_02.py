"""What lesson 02 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from typing import Any

from fishlab.messages import tr
from fishlab_widgets.boom.net import draw_net
from fishlab_widgets.chapters import keystone
from fishlab_widgets.lesson_cards import Program, Wording, check, predict, question

fished_keystone = predict(
    "Which of these five fish of year 4 costs the future most if it dies now?",
    choices=list(keystone.FIVE),
    about="They are named on the sheet above. Follow their arrows with your finger.",
    result=keystone.costliest,
    show=lambda: keystone.losses(keystone.fished_sea(), keystone.costliest()),
)

one_shrimp = predict(
    "In the fished sea, shrimp-2 dies at the beginning of year 4. How many fish of the six later years are lost with it?",
    low=0,
    high=30,
    unit="fish",
    about="Nobody fishes after that. Count fish-years, one for each fish in each year.",
    result=lambda: keystone.cost(keystone.fished_sea(), "shrimp-2"),
    show=lambda: keystone.lost_picture("shrimp-2"),
)

two_pollock = predict(
    "pollock-1 alone costs 5 later fish, pollock-2 alone costs 3. How many do both cost together?",
    low=0,
    high=30,
    unit="fish",
    result=lambda: keystone.cost(keystone.fished_sea(), "pollock-1", "pollock-2"),
    show=lambda: [
        *keystone.lost_picture("pollock-1", "pollock-2"),
        keystone.before_and_after("pollock-1", "pollock-2"),
    ],
)


def choice_matters() -> Wording:
    return question(
        "With 4 dice a year: how many more fish live in year 10 if the fish that costs least is taken instead of one picked at random?",
        unit="fish",
        answer=round(keystone.alive("least", 4)[9] - keystone.alive("any", 4)[9], 1),
        within=0.05,
        about="Use the card above, and answer to one decimal place.",
        hints=["Set 4 dice, read year 10 for both choices, subtract.", "“Data and description” has exact numbers."],
        right=lambda _: keystone.spared_words(),
    )


def alone() -> Wording:
    lines = [("a", "1"), ("a", "2"), ("b", "2"), ("b", "3"), ("c", "3"), ("c", "4"), ("c", "5")]
    return question(
        "All three fish live. Which fish of next year depend on c alone?",
        picture=draw_net(dict.fromkeys("abc", "living"), lines, species="mackerel"),
        choices=["1", "2", "3", "4", "5"],
        many=True,
        answer={"4", "5"},
        hints=["If c died, who would have no living arrow left?", "3 has a second arrow, from b."],
        right="c alone supports 4 and 5. It also points to 3, but 3 has b.",
    )


second_death = question(
    "In the same net b has been taken. What does the death of c cost next year now?",
    unit="fish",
    answer=3,
    mistakes={2: "that was so while b lived: who covers for 3 now?", 1: "count all fish without a living arrow"},
    hints=["Cross out the arrows of b first.", "Without b, the fish 3 depends on c alone as well."],
    right="3, 4 and 5. What a fish supports is not fixed: it depends on who else is alive.",
)


def free_fish() -> Wording:
    ring = [("d", "1"), ("d", "2"), ("e", "2"), ("e", "3"), ("f", "3"), ("f", "1")]
    return question(
        "Another net, and all three fish live. How many of d, e and f cost nothing if just that one dies?",
        unit="fish",
        picture=draw_net(dict.fromkeys("def", "living"), ring, species="herring"),
        answer=3,
        mistakes={0: "look again: every fish of next year has a second arrow", 1: "try all three, one at a time"},
        hints=["Let d die: who still points to 1, and who to 2?", "Is it any different for e, or for f?"],
        right="All three, one at a time: each fish of next year has two arrows. But let two of them die, and one is lost.",
    )


def depletion(depleted: Any) -> Program:
    return check(
        depleted,
        title="The depletion rule in Python",
        cases=keystone.depletion_cases(),
        mistakes=keystone.SLIPS,
        hints=[
            "Only the arrows of the year that ends matter, in both lines: `when == year`.",
            'For `alive` the fish it comes from must live, too: `states[source] == "living"`.',
            "Two conditions in one line are joined with `and`.",
        ],
        right=tr(
            "Tested on three small nets and on {years} years of a real game, arrow by arrow.", years=len(keystone.YEARS)
        ),
    )


def ranking(ranking: Any) -> Program:
    five = "shark-1", "pollock-2", "tuna-3", "whale-2", "squid-2"
    costs = {name: keystone.cost(keystone.fished_sea(2), name) for name in five}
    return check(
        ranking,
        title="Five fish, most important first",
        answer=sorted(five, key=lambda name: -costs[name]),
        mistakes={
            tuple(sorted(five, key=lambda name: costs[name])): "that is the right order, upside down",
            ("tuna-3", "whale-2", "pollock-2", "squid-2", "shark-1"): "close: count the first two again, year by year",
        },
        hints=[
            "Let Python count each of the five.",
            "whale-2 carries both whales of eight years, tuna-3 one fish less.",
        ],
        right=", ".join(f"{name} {cost}" for name, cost in sorted(costs.items(), key=lambda one: -one[1])) + ".",
    )
