"""The council's vote: five ballots, a rule for all, and the seas that come of it in Fishery Boom.

The middle ballot holds, question by question: two stand to either side of it, so nobody can pull the rule to an end.
The countries are those of the laboratory, and the games are those of lesson 03: each plays for its own points, fines
paid, and when it keeps the rule was found by search (`fishlab.lab.search.voted`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any, Final

import numpy as np
from IPython.display import HTML

from fishlab.lab import NO_QUOTA, TREATMENTS, Interval, paired_difference, play_profiles
from fishlab.lab.search import voted as laboratory
from fishlab.messages import mark, tr
from fishlab_widgets.charts import lines_figure
from fishlab_widgets.comparison import intervals
from fishlab_widgets.council.roles import QUESTIONS, ROLES
from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.card import Card
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import Part, button_part, html_part

GAMES: Final = 400
SEED: Final = 1
"""The games of lesson 03, so that what both lessons play comes to the same."""
NONE: Final = "no rule"
OURS: Final = "our rule"
ALL: Final = "all together"
Ballots = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Rule:
    """What was decided: the place of an option for every question, and how many of the five voted for this quota."""

    options: tuple[int, ...]
    agreed: int

    def value(self, question: str) -> int:
        """Return what was decided on a question."""
        place = self.options[list(QUESTIONS).index(question)]
        return int(QUESTIONS[question]["options"][place]["value"])

    @property
    def empty(self) -> bool:
        """Whether it forbids nothing."""
        return self.value("quota") == NO_QUOTA and not self.value("reserve")

    @property
    def written(self) -> laboratory.Rule:
        """The rule as the laboratory reads it."""
        return laboratory.Rule(self.value("quota"), bool(self.value("reserve")), self.value("penalty"))

    def words(self) -> str:
        """Return the rule in a sentence."""
        if self.empty:
            return "No rule: everyone for themselves."
        quota, fine = self.value("quota"), self.value("penalty")
        parts = [f"{quota} fish a year for a country" if quota != NO_QUOTA else "no limit on the catch"]
        parts.append("cod and whales closed" if self.value("reserve") else "all species open")
        parts.append(f"a fine of {fine} a fish" if fine else "no fine")
        return f"{', '.join(parts).capitalize()}. {self.agreed} of {len(ROLES)} voted for just this limit."

    def kept(self) -> str:
        """Return in a sentence when the countries keep it."""
        if self.empty:
            return "There was nothing to keep."
        if not self.value("penalty"):
            return "A breach costs nothing, so no country that plays for itself keeps it: it is as good as no rule."
        years = dict(laboratory.country(self.written).years)["compliance"]
        when = [str(year) for year, keeps in enumerate(years, 1) if keeps]
        told = (
            f"in years {', '.join(when)}" if 0 < len(when) < len(years) else "in every year" if when else "in no year"
        )
        return f"By a search, it pays a country that plays for itself to keep it {told}."


def decide(ballots: Ballots) -> Rule:
    """Return the rule of five ballots: the middle one, question by question."""
    middle = tuple(sorted(one[key] for one in ballots.values())[len(ballots) // 2] for key in QUESTIONS)
    return Rule(middle, sum(one["quota"] == middle[0] for one in ballots.values()))


@lru_cache(maxsize=8)
def totals(rule: Rule) -> dict[str, Any]:
    """Return the games without a rule, under the rule, and all together, on the same dice."""
    profiles = [
        TREATMENTS["competitive"].profile(laboratory.PLAYERS),
        (laboratory.country(rule.written),) * laboratory.PLAYERS,
        TREATMENTS["cooperative"].profile(laboratory.PLAYERS),
    ]
    return dict(zip((NONE, OURS, ALL), play_profiles(profiles, games=GAMES, seed=SEED), strict=True))


def points(batch: Any) -> np.ndarray:
    """Return what the four countries get together in each game, after fines."""
    return np.asarray(batch.net().sum(axis=0), dtype=float)


def difference(rule: Rule) -> Interval:
    """Return how many more points four countries get under the rule than without one, with its 95 % interval."""
    games = totals(rule)
    return paired_difference(points(games[OURS]), points(games[NONE]))


def compare(rule: Rule) -> str:
    """Return whether four countries get more points under the rule than without one: by the 95 % interval."""
    gap = difference(rule)
    return "more" if gap.low > 0 else "fewer" if gap.high < 0 else "no clear difference"


def rule_told(rule: Rule) -> str:
    """Return the rule, when it is kept, and what it brings, in words."""
    gap = difference(rule)
    low, mean, high = (f"{one:+.1f}".replace("-", "−") for one in (gap.low, gap.mean, gap.high))
    return f"**{rule.words()}** {rule.kept()} Against no rule: {mean} points a game (95 % interval {low} to {high})."


def rule_pictures(rule: Rule) -> list[HTML]:
    """Return the points and the living fish without a rule, under it, and all together."""
    games = totals(rule)
    scores = intervals(
        {name: points(batch).tolist() for name, batch in games.items()},
        title="Points of four countries together",
        x_label=f"points after fines, {GAMES} games",
        y_label="rule",
    )
    alive = {name: batch.living().mean(axis=-1) for name, batch in games.items()}
    years = len(alive[NONE])
    rows = [
        {"year": year + 1, **{name: round(float(one[year]), 1) for name, one in alive.items()}} for year in range(years)
    ]
    sea = lines_figure(
        rows, x="year", y=list(alive), title="The sea under each rule", x_label="year",
        y_label="fish alive at its start",
    )  # fmt: skip
    return [scores, sea]


class Vote(Card):
    """A card with five ballots; it shows the rule that holds, and keeps it in the lesson's code."""

    tone = "tries"
    word = mark("Vote")

    def __init__(self, lesson: Progress, key: str = "vote") -> None:
        self.chosen = next(iter(ROLES))
        self.roles = Choosing({name: role["name"] for name, role in ROLES.items()}, False)
        self.asks = {name: Choosing(_options(name), False) for name in QUESTIONS}
        lesson.register(key, "play", None)
        about = tr("Choose a role and vote for it. The middle ballot holds, question by question.")
        super().__init__(lesson, key, tr("Five ballots, one rule"), about)
        lesson.add(self)

    @property
    def ballots(self) -> dict[str, dict[str, int]]:
        """The place of the option that each role votes for, by question."""
        if not isinstance(self.answer.draft, dict):
            self.answer.draft = start()
        return dict(self.answer.draft)

    @property
    def rule(self) -> Rule:
        """The rule that holds now."""
        return decide(self.ballots)

    def act(self, kind: str, value: Any) -> None:
        """Take a ballot, or go back to the rulebook, which has no rule."""
        ballots = self.ballots
        name = kind.removeprefix("vote ")
        if kind == "choose":
            self.chosen = self.roles.read(value) or self.chosen
        elif kind == "back":
            ballots = {role: dict(_rulebook()) for role in ROLES}
        elif name in QUESTIONS and (place := self.asks[name].read(value)) is not None:
            ballots[self.chosen] = {**ballots[self.chosen], name: place}
        else:
            return
        if kind != "choose":
            answer = self.answer
            answer.draft, answer.own, answer.result, answer.done = ballots, list(self._places(ballots)), "", True
            answer.result = self.rule.words()

    @staticmethod
    def _places(ballots: Ballots) -> tuple[int, ...]:
        return decide(ballots).options

    def refresh(self) -> None:
        """Show the ballot of the chosen role, all votes, and the rule."""
        role = self.ballots[self.chosen]
        who = self.roles.part(tr("Choose a role"), self.chosen, captions=False)
        who["id"], who["shout"] = "role", True
        parts: list[Part] = [who]
        for name, question in QUESTIONS.items():
            part = self.asks[name].part(question["text"], role[name], captions=False)
            part["id"] = part["send"] = f"vote {name}"
            part["shout"] = True
            parts.append(part)
        rule = self.rule
        same = all(dict(one) == _rulebook() for one in self.ballots.values())
        told = tr("{title} {rule}", title=f"<b>{tr('The rule now:')}</b>", rule=escape(rule.words()))
        back = button_part("back", "back", tr("Back to the rulebook: no rule"), disabled=same)
        self.look(self._table(rule))
        self.show_parts(
            self.title_part(), *parts, html_part("rule", f"<p>{told}</p>", live=True), back, self.notice_part()
        )

    def ballot_paper(self) -> str:
        """Return the ballots with nothing on them, to vote on paper: the choices of each question above its column."""
        texts = [f"{one['text']} {', '.join(map(str, _options(name).values()))}" for name, one in QUESTIONS.items()]
        heads = "".join(f"<th>{escape(text)}</th>" for text in ("", *texts))
        names = [*(str(role["name"]) for role in ROLES.values()), "the middle"]
        rows = "".join(f'<tr><th scope="row">{escape(name)}</th>{"<td></td>" * len(QUESTIONS)}</tr>' for name in names)
        return f'<table class="facts ballots"><tr>{heads}</tr>{rows}</table>'

    def _table(self, rule: Rule) -> str:
        heads = "".join(f"<th>{escape(word)}</th>" for word in ("", "fish a year", "cod and whales", "fine"))
        lines = ""
        for key, ballot in self.ballots.items():
            cells = "".join(f"<td>{escape(_options(name)[place])}</td>" for name, place in ballot.items())
            lines += f'<tr><th scope="row">{escape(ROLES[key]["name"])}</th>{cells}</tr>'
        cells = "".join(
            f"<td><b>{escape(_options(name)[place])}</b></td>"
            for name, place in zip(QUESTIONS, rule.options, strict=True)
        )
        lines += f'<tr><th scope="row"><b>the middle</b></th>{cells}</tr>'
        return f'<table class="facts"><tr>{heads}</tr>{lines}</table>'


def start() -> dict[str, dict[str, int]]:
    """Return the ballots with which the roles come into the meeting."""
    return {key: dict(zip(QUESTIONS, role["votes"], strict=True)) for key, role in ROLES.items()}


def _options(question: str) -> dict[int, str]:
    return {place: str(one["words"]) for place, one in enumerate(QUESTIONS[question]["options"])}


def _rulebook() -> dict[str, int]:
    """Return the ballot for no rule at all."""
    return {"quota": len(QUESTIONS["quota"]["options"]) - 1, "reserve": 0, "penalty": 0}
