"""The council's vote: five ballots, a rule for all, and the seas that come of it in Fishery Boom.

The middle ballot holds, question by question: two stand to either side of it, so nobody can pull the rule to an end.
How well a rule is kept is an assumption, and the lesson says so: 98 of 100 keep a quota that all five voted for, 70 of
100 one that nobody wanted, and between the two it goes by how many voted for just this quota.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import numpy as np
from IPython.display import HTML

from fishlab.lab import NO_QUOTA, TREATMENTS, Policy, play_profiles
from fishlab_widgets.charts import lines_figure
from fishlab_widgets.council.roles import QUESTIONS, ROLES
from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.card import Card, html_part, picture_of
from fishlab_widgets.lesson.comparison import intervals
from fishlab_widgets.lesson.memory import Progress

PLAYERS: Final = 4
GAMES: Final = 400
IMPOSED: Final = 0.70
VOTED: Final = 0.98
SEEN: Final = 0.5
"""The chance that a breach is seen."""
CLOSED: Final = ("cod", "whale")
COUNTRY: Final = Policy(ambition=0, care=1, gear="trawler+", radar=1, overtime=1, enforcement=1)
"""How every country fishes, with a rule and without one: it fills its plates, and works towards the largest trawler."""
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
    def kept(self) -> float:
        """The chance in a year that a country keeps it."""
        return IMPOSED + (VOTED - IMPOSED) * self.agreed / len(ROLES)

    def policy(self) -> Policy:
        """Return how a country fishes under this rule: as ever, but for the rule."""
        if self.empty:
            return COUNTRY
        ruled = COUNTRY.but(
            quota=self.value("quota"), compliance=self.kept, detection=SEEN, penalty=self.value("penalty")
        )
        return ruled.but(reserve=CLOSED, release=1) if self.value("reserve") else ruled

    def words(self) -> str:
        """Return the rule in a sentence."""
        if self.empty:
            return "No rule: everyone for themselves."
        quota, fine = self.value("quota"), self.value("penalty")
        parts = [f"{quota or 'no'} fish a year for a country" if quota != NO_QUOTA else "no limit on the catch"]
        parts.append("cod and whales closed" if self.value("reserve") else "all species open")
        parts.append(f"a fine of {fine} a fish" if fine else "no fine")
        return f"{', '.join(parts).capitalize()}. {round(100 * self.kept)} of 100 keep it."


def decide(ballots: Ballots) -> Rule:
    """Return the rule of five ballots: the middle one, question by question."""
    middle = tuple(sorted(one[key] for one in ballots.values())[len(ballots) // 2] for key in QUESTIONS)
    return Rule(middle, sum(one["quota"] == middle[0] for one in ballots.values()))


def totals(rule: Rule) -> dict[str, Any]:
    """Return the games without a rule, under the rule, and all together, on the same dice."""
    profiles = [
        (COUNTRY,) * PLAYERS,
        (rule.policy(),) * PLAYERS,
        TREATMENTS["cooperative"].profile(PLAYERS),
    ]
    return dict(zip((NONE, OURS, ALL), play_profiles(profiles, games=GAMES, seed=1), strict=True))


def points(batch: Any) -> np.ndarray:
    """Return what the four countries get together in each game, after fines."""
    return np.asarray(batch.net().sum(axis=0), dtype=float)


def compare(rule: Rule) -> str:
    """Return whether four countries get more points under the rule than without one: by the 95 % interval."""
    games = totals(rule)
    gap = points(games[OURS]) - points(games[NONE])
    reach = 1.96 * gap.std(ddof=1) / len(gap) ** 0.5
    return "more" if gap.mean() > reach else "fewer" if gap.mean() < -reach else "no clear difference"


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
    word = "Vote"

    def __init__(self, lesson: Progress, key: str = "vote") -> None:
        self.chosen = next(iter(ROLES))
        self.roles = Choosing({name: role["name"] for name, role in ROLES.items()}, False)
        self.asks = {name: Choosing(_options(name), False) for name in QUESTIONS}
        lesson.register(key, "play", None)
        about = "Choose a role and vote for it. The middle ballot holds, question by question."
        super().__init__(lesson, key, "Five ballots, one rule", about)
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
        parts = [self.roles.part("Choose a role", self.chosen, captions=False) | {"shout": True, "id": "role"}]
        for name, question in QUESTIONS.items():
            part = self.asks[name].part(question["text"], role[name], captions=False)
            parts.append({**part, "id": f"vote {name}", "send": f"vote {name}", "shout": True})
        rule = self.rule
        same = all(dict(one) == _rulebook() for one in self.ballots.values())
        self.head.show(
            self.title_part(), *parts,
            html_part("rule", f'<p><b>The rule now:</b> {escape(rule.words())}</p>', live=True),
            {"kind": "button", "id": "back", "send": "back", "text": "Back to the rulebook: no rule", "disabled": same},
            self.notice_part(),
        )  # fmt: skip
        self.look(picture_of(HTML(self._table(rule))))
        self.body.show()

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
