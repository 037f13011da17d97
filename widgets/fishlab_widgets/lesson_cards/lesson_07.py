"""What lesson 07 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from statistics import mean
from typing import Any

from fishlab import Fishery
from fishlab.messages import tr
from fishlab_widgets.chapters import fenced_sea
from fishlab_widgets.chapters.fenced_sea import DOUBT, NETS
from fishlab_widgets.lesson_cards import Program, Wording, check, predict, question

share = predict(
    "What share of the sea ends up contested, on average over the 200 games?",
    low=0,
    high=100,
    slider=True,
    unit="%",
    close=3,
    result=lambda: round(mean(fenced_sea.shares())),
    show=lambda average: [fenced_sea.share_picture(average), fenced_sea.most_and_few()],
)

planner = predict(
    "How many of the 40 games does the fencer win?",
    low=0,
    high=40,
    unit="games",
    close=3,
    result=fenced_sea.planned,
    show=fenced_sea.planner_picture,
)

boats = predict(
    "Twenty nets each: how much of the sea is contested with twelve boats each, compared with six?",
    choices=["less", "about the same", "more"],
    about="“About the same” means within 2 points of the share with six boats.",
    result=fenced_sea.crowd_effect,
    show=fenced_sea.crowd_picture,
)


def falls(match: Any) -> Wording:
    later = range(13, len(match.states))
    falls = {move: match.states[move - 1].contested() - match.states[move].contested() for move in later}
    return question(
        "Ships are down after move 12. After which later move has the contested sea shrunk most at once?",
        unit="number of the move",
        about="Drag the slider, or open “Data and description” under the plot.",
        test=lambda move: falls.get(move) == max(falls.values()),
        mistakes={12: "12 is the last ship: look at the nets after it"},
        hints=[
            "Look for the tallest step down of the dotted line.",
            "Step with the arrow buttons and watch the number.",
        ],
        right=lambda move: tr("That one net settled {count} squares.", count=falls[move]),
    )


def white_fish() -> Wording:
    return question(
        "The game is over. How many fish does White get?",
        unit="fish",
        picture=fenced_sea.SCORED,
        plain=True,
        about="One fish for each square of a fishery, to whoever has more ships in it.",
        answer=fenced_sea.SCORED.scores()[1],
        mistakes={21: "21 is one of two", 11: "11 is one of two", 42: "contested water is nobody's"},
        hints=["Where does White have more ships than Black?", "In two fisheries. Count the squares of both."],
        right="21 + 11 = 32. Black gets 21, and 10 squares are contested. White wins.",
    )


def illegal() -> Wording:
    return question(
        "White to move. Which of these nets are against the rules?",
        choices=list(NETS),
        many=True,
        picture=DOUBT,
        plain=True,
        marks=[f"{name}: {net}" for name, net in NETS.items()],
        answer={name for name, net in NETS.items() if DOUBT.why_not(DOUBT.parse(net))},
        mistakes={"D": "it closes nothing off"},
        hints=["Is there a ship in the water that each net would close off?", "Has that water a blue edge net?"],
        right="A and B would close off water without a ship, C water without an edge net. D closes nothing: allowed.",
    )


edge_net = question(
    "Another sea. A net would close off four squares far from the edge, with two ships in them. What do you say?",
    choices={
        "yes": "it is allowed",
        "ship": "refused: no ship in them",
        "edge": "refused: no edge net on their border",
    },
    answer="edge",
    mistakes={"ship": "there are two ships in them", "yes": "a fishery needs more than a ship"},
    hints=["Which two things must every fishery have?"],
    right="Every fishery needs a blue edge net on its border. Ships are not enough, however many.",
)


def most() -> Wording:
    return question(
        "How many fisheries can the printed sea have at most?",
        unit="fisheries",
        about="There are 63 squares, and six ships each.",
        answer=2 * Fishery.start().chart.ships,
        mistakes={6: "6 would be right if only one fleet counted", 63: "63 is the number of squares"},
        hints=["What must be in every fishery?", "How many ships are there in all? Can two fisheries share one?"],
        right="Every fishery needs a ship, and there are twelve.",
    )


def best_net() -> Wording:
    five = fenced_sea.five()
    worth = {five.notation(net): five.after(net).scores()[0] for net in five.moves()}
    best = max(worth.values())
    return question(
        "Black to move. Mark the net after which Black holds the most squares.",
        board=five,
        about="Three ships against three, and all of it contested. Hover over a net, or move there, to see what it closes.",
        test=lambda net: (
            worth[net] == best
            or tr("after {net} Black holds {count} of 25, and there is more", net=net, count=worth[net])
        ),
        hints=["Must you close off your own ships? Look at what is left outside.", "Shut in one White ship alone."],
        right=lambda net: tr(
            "White keeps {white} squares, Black takes {black}. A fence can also shut somebody in.",
            white=25 - best,
            black=best,
        ),
    )


def score(score: Any) -> Program:
    return check(
        score,
        title="The scoring rule in Python",
        cases=fenced_sea.score_cases(),
        mistakes=fenced_sea.SLIPS,
        hints=["A fishery brings one fish for each of its squares.", "`len(fishery)` is the number of its squares."],
        right="Tested on the rulebook's example, on five random games, and on a sea with two nets.",
    )
