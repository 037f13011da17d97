"""What lesson 10 asks, and what is right: each card under its name, for `here.ask`."""

from __future__ import annotations

from typing import Any

from fishlab_widgets.council.cases import OBJECTIONS, case_html, figure_of
from fishlab_widgets.council.vote import VERDICTS, compare, measured, pictures, reason
from fishlab_widgets.lesson_cards import Wording, predict, question

halibut = predict(
    "Alaska: all boats race for halibut until one common limit is reached. Which remedy ended the race?",
    choices={
        "short": "a still shorter season",
        "share": "a share of the catch for each boat",
        "prize": "a prize for the safest boat",
        "ban": "a ban on large boats",
    },
    about="In 1991 people spoke of dangerous races of 24 hours. Source: Associated Press (1991).",
    result="share",
    show=lambda: case_html("halibut"),
)

pike = predict(
    "Lake Erie: blue pike ran out within three years. What rule held for the whole lake, in four states and one province?",
    choices={
        "limit": "one limit on the catch",
        "season": "one closed season",
        "nets": "wider nets",
        "nothing": "no rule",
    },
    about="18,857 thousand pounds were landed in 1956, 79 in 1959. Source: Great Lakes Fishery Commission (2015).",
    result="nothing",
    show=lambda: [figure_of("pike", 1959), case_html("pike")],
)

bluefin = predict(
    "Atlantic bluefin tuna went from Endangered to Least Concern. What was done in the east before it came back?",
    choices={
        "trade": "a ban on trade",
        "quota": "smaller quotas, and inspectors",
        "closed": "a sea closed to everybody",
        "none": "nothing: it came by itself",
    },
    about="The words are those of the IUCN Red List. Source: IUCN (2021).",
    result="quota",
    show=lambda: case_html("bluefin"),
)

cod_quota = question(
    "Northern cod: in 2024 “the closure ended”. By how many per cent did the allowed catch rise from 2023?",
    unit="%",
    about="12,999 t could be caught in 2023, 18,000 t in 2024. Sources: the case *Northern cod*.",
    answer=100 * (18000 / 12999 - 1),
    within=1,
    mistakes={
        138: "that is the new catch in per cent of the old: how much more is it?",
        28: "divide by the old catch",
    },
    hints=["How many tonnes more are allowed?", "Divide them by 12,999, and take that times 100."],
    right="By 38 %. The word “ended” sounds like a return from nothing; it was a step up from a small fishery.",
)

anglers = question(
    "Anglers at a pond would all have earned more if each had caught less. They did not. What did the study rule out?",
    about="Real anglers, real fish, real money. Source: Stoop et al. (2012).",
    choices={
        "people": "that anglers are a special kind of people",
        "fish": "that fishing itself is the reason",
        "desk": "that people cooperate at a desk",
    },
    answer="people",
    mistakes={
        "fish": "that is what remains: at a desk, anglers did cooperate",
        "desk": "the study found just that",
    },
    hints=["Other anglers played a game at a desk. They did cooperate."],
    right="It was not the people. To stop fishing while others go on is harder than to share on paper.",
)

first_principle = question(
    "Only families of one village may set pots in its bay. Every child knows which families. Which principle is that?",
    about="An invented village.",
    choices={
        1: "1: who, and what",
        3: "3: take part",
        4: "4: watch",
        6: "6: settle quarrels",
    },
    answer=1,
    mistakes={
        3: "that would be: they make their rules together",
        4: "that would be: somebody looks after the rule",
    },
    hints=["What is clear in this village?"],
    right="It is clear who may use what. Your class did the same when it fenced a sea with nets in lesson 07.",
)

co_management = question(
    "Bluefin tuna: from 2007 on, countries sent inspectors to each other's boats. Which principle is that?",
    about="Source: the case *Atlantic bluefin tuna*.",
    choices={
        1: "1: who, and what",
        3: "3: take part",
        4: "4: watch",
        5: "5: costs more each time",
    },
    answer=4,
    mistakes={5: "inspectors find a breach; what it then costs is another question"},
    hints=["What does an inspector do?"],
    right="Somebody watches, and it is one of those who fish. Without that, a quota is a number on paper.",
)


def our_rule(vote: Any) -> Wording:
    return predict(
        "Your rule against no rule: how many points do the four countries get together?",
        choices=list(VERDICTS),
        about="Fines are taken off. Less than one point either way counts as “no clear difference”.",
        result=lambda: compare(vote.rule),
        show=lambda: [measured(vote.rule), *pictures(vote.rule)],
        then=lambda: reason(vote.rule),
    )


claim = question(
    "Which objections to the claim hold?",
    about="Source of its number: Costello et al. (2008).",
    choices=OBJECTIONS,
    many=True,
    answer={"cap", "half", "chosen"},
    hints=["Three of them hold.", "Ask of each: if it were true, would the claim be weaker?"],
    right="Cap or right, half or never, chosen or not: three questions for any number that comes with a “so”.",
)
