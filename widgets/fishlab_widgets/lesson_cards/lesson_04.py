"""What lesson 04 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from typing import Any

from fishlab.models import Schaefer
from fishlab_widgets.chapters import albacore as south_atlantic
from fishlab_widgets.chapters import bay_pictures
from fishlab_widgets.chapters.bay_pictures import SHARE_SLIPS
from fishlab_widgets.lab.bay_charts import BAY
from fishlab_widgets.lesson_cards import Program, Wording, check, predict, question

fastest = question(
    "How many fish must be in the bay for it to grow by the most fish a year?",
    unit="fish",
    answer=500,
    mistakes={
        1000: "a full bay does not grow at all: as many die as are born",
        0: "no fish, no young",
        200: "200 is how many fish join a year; at which stock do they?",
    },
    hints=["Drag the stock to the top of the curve.", "The top lies in the middle, between 0 and K."],
    right="Half of K. There B · (1 − B ÷ K) is ½K · ½, so the growth is r · K ÷ 4: here 200 fish a year.",
)

quota = predict(
    "The bay is full: 1000 fish. It grows by 200 fish a year at most. The village takes 220 every year. "
    "After how many years is the bay empty?",
    low=1,
    high=50,
    unit=("year", "years"),
    close=3,
    words=("too early", "too late"),
    about="That is 10 % more than the bay can ever grow in a year.",
    result=lambda: BAY.years_until_empty(220),
    show=bay_pictures.quota_picture,
)

profit = predict(
    "In the long run 20 boats catch the most fish, 200 a year. How many boats earn the most profit?",
    low=0,
    high=40,
    slider=True,
    unit=("boat", "boats"),
    close=1,
    about="Profit: what the fish bring, less what the boats cost. With 40 boats no fish are left.",
    result=lambda: round(BAY.mey().effort),
    show=bay_pictures.profit_picture,
)

open_access = predict(
    "Anyone may send out a boat, and does so as long as a boat earns more than it costs. "
    "How many fish are in the bay when nobody else joins?",
    low=0,
    high=1000,
    by=50,
    slider=True,
    unit="fish",
    close=50,
    result=lambda: round(BAY.open_access().stock),
    show=bay_pictures.entry_picture,
)

eight_boats = predict(
    "Eight villages own the bay. Each sends as many boats as are best for itself. How many boats are there in all?",
    low=0,
    high=40,
    slider=True,
    unit=("boat", "boats"),
    close=2,
    about="You have seen how many boats one owner sends, and how many come if anyone may.",
    result=lambda: round(BAY.nash(8).effort),
    show=bay_pictures.users_picture,
)

price = question(
    "Anyone may come. The price of a fish doubles, from 10 to 20 coins. How many fish are left in the long run?",
    unit="fish",
    answer=150,
    mistakes={300: "that is at 10 coins", 600: "a higher price draws more boats, so fewer fish are left"},
    hints=["Set the switch above.", "Newcomers stop when a boat catches 60 coins' worth: 3 fish at 20 coins each."],
    right="A boat must catch 3 fish to pay for itself, 2 % of 150. Where anyone may come, expensive fish become rare.",
)


def albacore() -> Wording:
    return question(
        "Read the first figure: in how many of the 23 years was more caught than the fitted r · K ÷ 4?",
        unit="years",
        about="“Data and description” under it has the catch of every year.",
        answer=sum(
            catch > south_atlantic.albacore_fit().most for catch in south_atlantic.albacore().column("catch_kt")
        ),
        hints=["The straight line in the first figure is r · K ÷ 4.", "1974 and 1976 lie close: compare the numbers."],
        right="So the model is not surprised that the catch per unit of effort fell to about a third.",
    )


same_catch = predict(
    "The same catch every year, the most that the stock can give. How many of 100 seas collapse within 50 years?",
    low=0,
    high=100,
    slider=True,
    unit="seas",
    close=8,
    about="Without good and bad years it would never collapse.",
    result=lambda: south_atlantic.collapses("quota"),
    show=south_atlantic.noise_picture,
)

quarter = question(
    "Another bay: K = 2000 fish, r = 0.6 a year. How many fish a year can be caught for ever, at most?",
    unit="fish",
    answer=300,
    mistakes={
        1200: "that is r · K: at half the stock, only half of the rate is left",
        600: "half the stock, but also half the rate: divide once more",
        200: "that is the bay of this lesson",
    },
    hints=["Most growth is at half of K.", "0.6 · 1000 · (1 − ½), or r · K ÷ 4."],
    right="r · K ÷ 4 = 0.6 · 2000 ÷ 4 = 300. More than this, every year, empties the bay.",
)

half = question(
    "In a third bay newcomers stop at 36 boats. How many boats would earn the most profit?",
    unit="boats",
    about="Profit is 0 without boats and 0 at open access. Between, it is a hill with equal sides.",
    answer=18,
    mistakes={36: "there nobody earns anything", 72: "more boats than at open access would lose money"},
    hints=["Where is the top of a hill with equal sides?", "In the middle between 0 and 36."],
    right="Half of the open-access fleet, whatever prices and costs are.",
)


def growth(growth: Any) -> Program:
    bays = [(100, 0.8, 1000), (500, 0.8, 1000), (1000, 0.8, 1000), (0, 0.8, 1000), (700, 0.6, 2000), (60, 0.25, 40)]
    return check(
        growth,
        title="Growth a year",
        cases=[(one, float(Schaefer(r=one[1], K=one[2], q=1).growth(one[0]))) for one in bays],
        mistakes=[
            (lambda stock, rate, full: rate * stock, "this grows without end: how much of the bay is still free?"),
            (lambda stock, rate, full: rate * (1 - stock / full), "that is for one fish: how many are there?"),
            (
                lambda stock, rate, full: rate * stock * stock / full,
                "that is the part which is taken, not the free one",
            ),
        ],
        within=1e-6,
        hints=["Rate, times fish, times free room.", "`rate * stock * (1 - stock / full)`"],
        right="Tested on six bays: an empty, a full and an overfull one are among them.",
    )


def bug(best_boats: Any) -> Program:
    return check(
        best_boats,
        title="The fleet that earns the most",
        cases=[((one,), one.index(max(one))) for one in bay_pictures.PROFITS],
        mistakes=[(bay_pictures.as_printed, "that is the bug itself: coins are compared with a number of boats")],
        hints=["`best` is a number of boats. What do they earn?", "Compare `profits[boats]` with `profits[best]`."],
        right="Coins with coins. The units of two numbers tell whether they may be compared.",
    )


reply = question(
    "The other villages use 0.4 of the open-access fleet. Which part is best for you?",
    answer=0.3,
    within=0.001,
    mistakes={0.5: "½ is best if you are alone", 0.6: "then everything is used, and nobody earns anything"},
    hints=["What do the others leave?", "Half of 1 − 0.4."],
    right="Half of 0.6. Together you then use 0.7, more than the ½ that would be best for all.",
)

equal = question(
    "Four villages are alike, and each uses half of what the three others leave. Which part does each use?",
    about="e = (1 − 3 · e) ÷ 2. Try some numbers, or solve for e.",
    answer=0.2,
    within=0.001,
    mistakes={0.25: "then all is used, and nobody earns anything", 0.125: "that is best for all, not for each"},
    hints=["Twice e is what the others leave: 2 · e = 1 − 3 · e.", "So 5 · e = 1."],
    right="1 ÷ 5. With n villages 2e = 1 − (n − 1)e, so each uses e = 1 ÷ (n + 1).",
)


def share(share_of_best: Any) -> Program:
    return check(
        share_of_best,
        title="The share of the best that n users earn",
        cases=[((n,), 4 * n / (n + 1) ** 2) for n in (1, 2, 3, 4, 5, 8, 10, 100)],
        mistakes=SHARE_SLIPS,
        within=1e-9,
        hints=["They earn `together * (1 - together)`.", "Divide by the best: `together * (1 - together) / 0.25`"],
        right="1 − E is 1 ÷ (n + 1), so it is 4n ÷ (n + 1)²: 89 % for two, 64 % for four, 39.5 % for eight.",
    )
