"""What lesson 08 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from statistics import mean
from typing import Any

from fishlab.fleet.deck import BOATS
from fishlab.messages import tr
from fishlab_widgets.chapters import licences
from fishlab_widgets.chapters.licences import hiring
from fishlab_widgets.lesson_cards import Program, Wording, check, predict, question

worth = predict(
    "Given for free at the start, which licence adds more to Seat A's points in the end?",
    choices=list(licences.BETTER),
    about="Shrimp opens at 4, scores 4, lets one launch shrimp boats and takes 1 off every later price. The Fishermen's "
    "Pub opens at 10, scores 10 and does nothing else. “By far” means more than 5 points.",
    result=licences.better,
    show=licences.bid_against_worth,
    then=lambda: tr(licences.WORTH),
)

crates = predict(
    "75 crates lie in the bay. How many are left when the game ends, on average over 16 of the games?",
    low=0,
    high=75,
    slider=True,
    unit="crates",
    close=6,
    about="The game ends when the crates run out, or when the licences do. The games are played now: some seconds.",
    result=lambda: round(mean(licences.end_of(game).crates for game in licences.games())),
    show=licences.stock_picture,
    then=licences.how_sure,
)

differs = question(
    "Which of these are true of a real stock of fish, but **not** of the crates in this game?",
    choices={
        "grow": "What is left behind can grow and breed",
        "first": "What one boat takes, another cannot take",
        "ever": "A catch of the right size can go on for ever",
        "all": "It can be fished until nothing is left",
    },
    many=True,
    answer={"grow", "ever"},
    hints=["What does a crate do if nobody takes it?", "Two of the four are true of both."],
    right="Crates are a mine. The other two sentences are true of both.",
)

curse = predict(
    "Two bidders: the winner gains 1.3 coins on average. And with eight bidders?",
    low=-4,
    high=4,
    by=0.1,
    slider=True,
    unit=("coin", "coins"),
    close=0.5,
    about="More than 0 is a gain, less than 0 a loss.",
    result=lambda: licences.winners_gain(8),
    show=licences.curse_picture,
    then=lambda: tr(licences.CURSE),
)


def fastest(watched: Any) -> Wording:
    rounds = range(2, watched.state.round + 1)
    catches = {number: licences.left(watched, number - 1) - licences.left(watched, number) for number in rounds}
    return question(
        "In which round do the boats take the most crates from the bay?",
        unit="number of the round",
        about="Use the slider, or open “Data and description” under the plot of crates.",
        test=lambda number: catches.get(number) == max(catches.values()),
        hints=["Look for the tallest step down of the line “in the bay”.", "Each captained boat with room takes one."],
        right=lambda number: tr(
            "{count} crates in one round. Boats launched earlier fish again, if they have a captain and room.",
            count=catches[number],
        ),
    )


def limit() -> Wording:
    return question(
        "What is the highest bid that Seat A can pay?",
        picture=hiring(),
        plain=True,
        unit="coins",
        about="Coins on the cards, processed crates on the licence, and the discount of a Shrimp licence all count.",
        answer=hiring().limit(0),
        mistakes={6: "6 is the cards alone", 8: "8 leaves out the Shrimp licence", 14: "crates on boats do not pay"},
        hints=["Cards: 2 + 1 + 3. What else pays?", "Two processed crates pay 1 each, and Shrimp takes 1 off."],
        right="6 in cards, 2 processed crates and 1 discount make 9. No change is given, so paying exactly is an art.",
    )


useful = question(
    "Seat A has 12 coins and bids against Seat B alone. What is the largest bid that can ever be useful?",
    unit="coins",
    about="Seat B holds 3 cards, no processed crates and no Shrimp licence. The most valuable card pays 3.",
    answer=10,
    mistakes={9: "Seat B may bid 9 too, and bids must rise", 12: "12 is more than is ever needed"},
    hints=["What is the most that three cards can pay?", "Which bid can Seat B not follow?"],
    right="Three Tuna cards pay 9, and nobody may bid more than they can pay. So 10 always wins: count cards.",
)

last = question(
    "The last auction: you hold 13 coins, and only the Pub (10 points) is for sale. Up to what bid is it useful?",
    unit="coins",
    about="You own no licence for boats, so no card can be launched.",
    answer=13,
    mistakes={10: "points are not coins: what are your cards good for after the game?"},
    hints=["What do cards in hand score at the end?"],
    right="All 13: cards score nothing. What a licence is worth depends on what else the cards could do.",
)


def left() -> Wording:
    return question(
        "Seat A hires nobody this round. How many crates are left in the bay after everybody has fished?",
        picture=hiring(),
        plain=True,
        unit="crates",
        about="20 are left now. Seat B hires nobody either. Boats with a captain (the cap) and room for a crate fish.",
        answer=hiring().after(("done",)).crates,
        mistakes={14: "boats without a captain, and full ones, do not fish", 15: "one of these boats does not fish"},
        hints=["Which boats have a captain?", "Of those, which still have room? Seat B's boats fish too."],
        right="Two boats of Seat A and two of Seat B take one crate each: 20 − 4 = 16.",
    )


payback = question(
    "After how many rounds of fishing has a Cod boat brought a point for each coin?",
    unit="rounds",
    about="Launching costs 2. Its card and its captain's card would have paid 1 each. It scores 2, and 1 for a crate.",
    answer=2,
    mistakes={0: "its two cards could have been cash too", 4: "it scores 2 as soon as it is launched"},
    hints=["What did it take from your hand, in coins?", "4 coins. It starts with 2 points and gains 1 a round."],
    right="4 coins: 2 points at once, 2 crates in two rounds. Launched in the last round it never pays back.",
)


def function(rounds_to_pay_back: Any) -> Program:
    return check(
        rounds_to_pay_back,
        title="The pay-back rule in Python",
        cases=licences.pay_back_cases(),
        mistakes=[
            (lambda cost, card, captain, points: max(0, cost - points), "two cards left your hand as well"),
            (lambda cost, card, captain, points: max(0, cost + captain - points), "the boat's own card was cash too"),
        ],
        hints=["Count all that leaves your hand, in coins.", "The price, the boat's card and the captain's card."],
        right=tr(
            "Right for all {count} boats with any captain. With the cheapest they need two to four rounds.",
            count=len(BOATS),
        ),
    )
