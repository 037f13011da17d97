"""The council's vote: five sealed ballots, a rule for all, and the seas that come of it in Fishery Boom.

Ballots begin empty, are sealed one by one, and are opened together. The middle ballot holds, question by question: two
stand to either side of it, so nobody can pull the rule to an end. The countries are those of the laboratory: each plays
for its own points, fines paid, and when it keeps the rule was found by search (`fishlab.lab.search.voted`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np
from IPython.display import HTML

from fishlab import Boom, Match
from fishlab.boom.treatments import FACES
from fishlab.lab.search import voted
from fishlab.lab.search.tuned import tuned
from fishlab.messages import listed, mark, tr, trn
from fishlab_widgets.charts import lines_figure
from fishlab_widgets.comparison import intervals
from fishlab_widgets.council.roles import QUESTIONS, ROLES, sheet_html
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.answers import Answer, NotYet
from fishlab_widgets.lesson.card import Card, pictures_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import Part, button_part, html_part, prose, quiet_part, sealed_html
from fishlab_widgets.live.table import Table

ROUNDS: Final = 3
"""How often a council votes: once, and then it may amend its rule."""
NONE: Final = mark("no rule")
OURS: Final = mark("our rule")
ALL: Final = mark("all together")
NO_LIMIT: Final = 0
"""The switch for no limit at all."""
_LATE: Final = 5
"""The year in which it shows whether enough parents were left."""
VERDICTS: Final = (mark("fewer"), mark("no clear difference"), mark("more"))
Ballot = Mapping[str, int]
Ballots = Mapping[str, Ballot]
"""The place of the option that each role votes for, by question."""
_TABLES: Final[WeakKeyDictionary[Table, memory.Memory]] = WeakKeyDictionary()
"""The tables that are played under the council's rule, and what remembers the lesson that they belong to."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What was decided: the place of an option for every question."""

    places: tuple[int, ...]

    @property
    def rule(self) -> voted.Rule:
        """The rule as the laboratory plays it."""
        found = [one["options"][place]["value"] for one, place in zip(QUESTIONS.values(), self.places, strict=True)]
        return voted.Rule(*found)

    def words(self) -> str:
        """Return the rule in a sentence."""
        rule = self.rule
        slots = {"quota": rule.quota, "watched": rule.watched, "faces": FACES}
        if not rule.binds:
            return tr("Each country may take {quota} fish a year; a breach costs nothing.", quota=rule.quota)
        if rule.graduated:
            return tr(
                "Each country may take {quota} fish a year; {watched} of {faces} breaches are found, and each fish too "
                "many costs 1 point the first time, 2 the second, and so on.",
                **slots,
            )
        return trn(
            "Each country may take {quota} fish a year; {watched} of {faces} breaches are found, and each fish too "
            "many costs {n} point.",
            "Each country may take {quota} fish a year; {watched} of {faces} breaches are found, and each fish too "
            "many costs {n} points.",
            rule.first_fine, **slots,
        )  # fmt: skip


def decide(ballots: Ballots) -> Decided:
    """Return what five ballots decide: the middle one, question by question."""
    return Decided(tuple(in_order(ballots, key)[len(ballots) // 2] for key in QUESTIONS))


def in_order(ballots: Ballots, question: str) -> list[int]:
    """Return the votes on a question from the lowest to the highest place."""
    return sorted(one[question] for one in ballots.values())


def decided_by_key(key: str) -> Decided:
    """Return the rule of a key that a lesson code holds; `ValueError` if no council can have decided it."""
    places = {rule.key: places for places in _all_places() if (rule := Decided(places).rule)}
    if key not in places:
        raise ValueError(f"{key!r:.40} is not a rule of the council")
    return Decided(places[key])


def _all_places() -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for one in QUESTIONS.values():
        found = [(*before, place) for before in found for place in range(len(one["options"]))]
    return found


_BESIDE: Final = " / "
"""What stands in an answer between the rule, "" before all ballots are in, and the sealed ballots."""


def packed(draft: Mapping[str, Any]) -> str:
    """Return the sealed ballots as one number, so that a lesson code keeps them and nobody reads them at a glance."""
    places, number = _all_places(), 0
    for role in ROLES:
        one = draft.get(role, {})
        sealed = 1 + places.index(tuple(one["votes"][key] for key in QUESTIONS)) if one.get("sealed") else 0
        number = number * (len(places) + 1) + sealed
    return str(number)


def unpacked(text: str) -> dict[str, Any]:
    """Return the sealed ballots of a number, by role; none if there can be no such ballots."""
    places = _all_places()
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or int(text) >= (len(places) + 1) ** len(ROLES):
        return {}
    number, draft = int(text), {}
    for role in reversed(ROLES):
        number, sealed = divmod(number, len(places) + 1)
        if sealed:
            draft[role] = {"votes": dict(zip(QUESTIONS, places[sealed - 1], strict=True)), "sealed": True}
    return draft


def _ballots_of(answer: Answer | None) -> dict[str, Any]:
    """Return what is on the ballots of a vote: as it was filled in here, or as a lesson code brought it."""
    if answer is not None and isinstance(answer.draft, dict):
        return dict(answer.draft)
    return unpacked(str(answer.own or "").partition(_BESIDE)[2]) if answer is not None else {}


# What comes of a rule.


def kept_years(found: voted.Outcome) -> str:
    """Return in a sentence in which years the countries keep a rule."""
    if len(found.kept) == voted.YEARS:
        return tr("It pays every country to keep it in every year.")
    if not found.kept:
        return tr("It pays no country to keep it in any year.")
    return tr(
        "It pays a country to keep it in {years} of {all}.",
        years=trn("year {list}", "years {list}", len(found.kept), list=listed([str(year) for year in found.kept])),
        all=voted.YEARS,
    )


def reason(rule: voted.Rule) -> str:
    """Return why a rule does what it does, as the games show it, and the catch that would be best."""
    usual, last = best_catch()
    best = tr(
        "Countries that play for the total take about {usual} fish a year together, and {last} in the last year.",
        usual=f"{usual:.0f}", last=f"{last:.0f}",
    )  # fmt: skip
    return " ".join(filter(None, [_why(rule), _grows_in_vain(rule), best]))


def _grows_in_vain(rule: voted.Rule) -> str:
    """Return that a fine that grows does no more than its first step alone would, "" where it does."""
    if not rule.graduated:
        return ""
    steady = voted.Rule(rule.quota, rule.watched, rule.first_fine)
    if abs(voted.outcome(rule).gap.mean - voted.outcome(steady).gap.mean) >= voted.MATTERS:
        return ""
    found, fine = voted.outcome(rule), trn("{n} point a fish", "{n} points a fish", rule.first_fine)
    if found.verdict != "more":
        return tr(
            "A fine that grows does the same here as {fine} every time: hardly anybody takes more than {quota}, so "
            "there is hardly a fine to grow.",
            fine=fine, quota=rule.quota,
        )  # fmt: skip
    if len(found.kept) >= voted.YEARS - 1:
        return tr(
            "A fine that grows does the same here as {fine} every time: hardly anybody breaks the rule before the last "
            "year, so it has no time to grow.",
            fine=fine,
        )
    return tr(
        "A fine that grows does about as much here as {fine} every time: in six years it has little time to grow.",
        fine=fine,
    )


def _why(rule: voted.Rule) -> str:
    found = voted.outcome(rule)
    caught, share = rule.quota * voted.PLAYERS, rule.detection * rule.first_fine
    grows = tr("and more each time") if rule.graduated else tr("every time")
    if not rule.binds:
        return tr(
            "**Without force.** Nothing happens to whoever breaks it, so a country that plays only for itself never "
            "keeps it. It might as well not exist."
        )
    if found.verdict != "more":
        kept = kept_years(found) if found.kept else ""  # who seldom takes more has little to break
        ours, none = (f"{batch.living()[_LATE - 1].mean():.1f}" for batch in (_under(rule), _alone()))
        return tr(
            "**Too much for this sea.** {players} × {quota} = {caught} fish a year: even if all keep to it, more "
            "parents are taken than the sea can replace. And without a rule a country takes more than {quota} fish in "
            "only {often} of 100 years, so this is about as good as no rule. {kept} Fines take {fines} points a game; "
            "{ours} fish live when year {year} begins, and {none} without a rule.",
            players=voted.PLAYERS, quota=rule.quota, caught=caught, kept=kept, fines=f"{_fines(rule):.1f}",
            ours=ours, none=none, year=_LATE, often=f"{100 * (_taken(_alone()) > rule.quota).mean():.0f}",
        ).replace("  ", " ")  # fmt: skip
    if len(found.kept) < voted.YEARS - 1:
        return tr(
            "**Half-kept.** The limit fits the sea, but the fine is too weak: {share} points a fish on average, "
            "{grows}, and an empty plate costs 2. {kept} So the sea still runs down.",
            share=f"{share:.1f}", grows=grows, kept=kept_years(found),
        )  # fmt: skip
    last = ""
    if len(found.kept) < voted.YEARS:
        last = tr(
            "In the last year nobody has a next year to lose: it pays to break it, and fines take {fines} points a "
            "game.",
            fines=f"{_fines(rule):.1f}",
        )
    if (milder := _milder(rule)) is not None:
        more = voted.outcome(milder).gap.mean - found.gap.mean
        last += " " + tr(
            "**More force than it needs:** {watched} of {faces} breaches found and {fine} would make countries keep "
            "it in the same years and bring {more} points more; fines would take only {fines}.",
            watched=milder.watched, faces=FACES, fine=trn("{n} point a fish", "{n} points a fish", milder.first_fine),
            more=f"{more:.1f}", fines=f"{_fines(milder):.1f}",
        )  # fmt: skip
        if more - (_fines(rule) - _fines(milder)) >= voted.MATTERS / 2:
            last += " " + tr("The rest comes of how countries play: that was searched anew for every rule.")
    if voted.treatment_of(rule) == "voted-rule":
        last += " " + tr(
            "In lesson 03b the same rule was soon broken: in ten years one country alone gains by breaking it early. "
            "In six it gains more by keeping it until the last year."
        )
    return tr(
        "**It fits and it holds.** {players} × {quota} = {caught} fish a year leave enough parents, and a breach costs "
        "{share} points a fish on average, {grows}. {kept} {last}",
        players=voted.PLAYERS, quota=rule.quota, caught=caught, share=f"{share:.1f}", grows=grows,
        kept=kept_years(found), last=last,
    ).strip()  # fmt: skip


def _milder(rule: voted.Rule) -> voted.Rule | None:
    """Return the rule that is kept in the same years with less force and brings the most, if it brings clearly more."""
    found = voted.outcome(rule)
    others = {
        one: other.gap.mean
        for one in voted.rules()
        if one.binds
        and one.quota == rule.quota
        and not one.graduated
        and (other := voted.outcome(one)).kept == found.kept
    }
    best = max(others, key=others.__getitem__, default=rule)
    return best if others.get(best, 0) - found.gap.mean >= voted.MATTERS else None


def _fines(rule: voted.Rule) -> float:
    """Return the points that fines take off in a game, all countries together, on average."""
    return float(_under(rule).sheets.fines.sum(axis=0).mean())


def _under(rule: voted.Rule) -> Any:
    return voted.games(voted.country(rule))


def _alone() -> Any:
    return voted.games(tuned("own", voted.PLAYERS, voted.FORM))


def best_catch() -> tuple[float, float]:
    """Return how many fish countries that all play for the total take in a year, on average, and in the last one."""
    *usual, last = _taken(_all_together()).sum(axis=1).mean(axis=-1)
    return float(np.mean(usual)), float(last)


def _taken(batch: Any) -> Any:
    """Return the fish that are taken, by [year, seat, game]; a box may hold some that were kept cold."""
    return np.bitwise_count(batch.sheets.taken).sum(axis=2)


def _all_together() -> Any:
    return voted.games(tuned("team", voted.PLAYERS, voted.FORM))


def compare(rule: voted.Rule) -> str:
    """Return whether four countries get fewer points under the rule than without one, more, or about as many."""
    return voted.outcome(rule).verdict


def measured(rule: voted.Rule) -> str:
    """Return what a rule brings, in words."""
    gap, _, fish = found = voted.outcome(rule)
    small = found.verdict == VERDICTS[1] and not gap.low <= 0 <= gap.high
    low, mean, high = (f"{one:+.{1 + small}f}".replace("-", "−") for one in (gap.low, gap.mean, gap.high))
    said = tr(
        "Compared with no rule: {mean} points a game (95 % interval {low} to {high}); {fish} fish are left when the "
        "last year begins.",
        mean=mean, low=low, high=high, fish=f"{fish:.1f}",
    )  # fmt: skip
    if small:
        said += " " + tr("This is sure, but less than one point: it counts as “no clear difference”.")
    return said


def told(rule: voted.Rule) -> str:
    """Return what a rule brings, and why, in words."""
    return f"{measured(rule)} {reason(rule)}"


def pictures(rule: voted.Rule | None) -> list[HTML]:
    """Return the points and the living fish without a rule, under one, and all together."""
    games = {tr(NONE): _alone(), tr(ALL): _all_together()}
    if rule is not None:
        games = {tr(NONE): games[tr(NONE)], tr(OURS): _under(rule), tr(ALL): games[tr(ALL)]}
    scores = intervals(
        {name: voted.points(batch).tolist() for name, batch in games.items()},
        title=tr("Points of four countries together"),
        x_label=tr("points after fines, {games} games", games=voted.GAMES),
        y_label=tr("rule"),
    )
    alive = {name: batch.living().mean(axis=-1) for name, batch in games.items()}
    rows = [
        {tr("year"): year + 1, **{name: round(float(one[year]), 1) for name, one in alive.items()}}
        for year in range(voted.YEARS)
    ]
    sea = lines_figure(
        rows, x=tr("year"), y=list(alive), title=tr("The sea under each rule"), x_label=tr("year"),
        y_label=tr("fish alive when the year begins"),
    )  # fmt: skip
    return [scores, sea]


def rule_table(rule: voted.Rule) -> Table:
    """Return a table on which people play under a rule: the sea of the council, the quota, the inspector and the fine.

    One seat is for a person and can be shared out further in its menu; of the bots two keep a quota and one does not.
    """
    seats = ["person", "quota-keeper", "quota-keeper", "greedy"]
    table = Table("boom", voted.PLAYERS, seats=seats, **rule.options())
    if memory.current is not None:
        _TABLES[table] = memory.current.memory
    return table


def _amend(table: Table, rule: voted.Rule) -> str:
    """Put a new rule on a table; a game that has begun goes on, and what is returned says how to begin anew."""
    if table.ask_for(Match(Boom, voted.PLAYERS, **rule.options())):
        return tr("At your table a game has begun under the old rule. Start a new game there to play under this one.")
    return ""


def last_rule(*votes: Vote) -> voted.Rule:
    """Return the rule of the last vote that was counted."""
    return next((vote for vote in reversed(votes) if vote.decided is not None), votes[0]).rule


def choices_of() -> dict[str, tuple[str, dict[Any, str], Any]]:
    """Return the questions of the ballot as switches; what the rulebook has stands first, no limit."""
    found = {
        name: (str(one["text"]), {option["value"]: str(option["words"]) for option in one["options"]})
        for name, one in QUESTIONS.items()
    }
    quota, options = found["quota"]
    chosen = {name: (text, values, next(iter(values))) for name, (text, values) in found.items()}
    return {**chosen, "quota": (quota, {NO_LIMIT: tr("no limit"), **options}, NO_LIMIT)}


def any_rule(quota: int, watched: int, fine: int | str) -> list[Any]:
    """Return what a rule brings and why, and its pictures; without a limit, the sea without a rule."""
    if quota == NO_LIMIT:
        return [tr("Everyone for themselves: no limit, nothing to watch, no fine."), *pictures(None)]
    rule = voted.Rule(quota, watched, fine)
    return [told(rule), *pictures(rule)]


# The card.


class Vote(Card):
    """Five ballots, sealed one by one and opened together; the rule is kept in the lesson's code.

    Args:
        lesson: the lesson.
        number: which of the council's votes it is, from 1.
        after: the keys of predictions that must be locked before this vote; a vote after them plays its rule at once.
    """

    tone = "tries"
    word = mark("Vote")
    follows_all = True

    def __init__(self, lesson: Progress, number: int = 1, after: tuple[str, ...] = ()) -> None:
        self.number, self.after = number, after
        self.chosen = next(iter(ROLES))
        self.asks = {name: Choosing(_options(name), False) for name in QUESTIONS}
        self._played: tuple[str, list[Any]] = ("", [])
        key = _key(number)
        lesson.register(key, "play", None)
        about = tr("Fill in a ballot for each role and seal it. Nobody sees it until all five are in.")
        if number > 1:
            about = tr(
                "The ballots start from the last vote. Change the votes that have to change, then seal all five."
            )
        asked = tr("Round {number} of {all}: five ballots, one rule", number=number, all=ROUNDS)
        super().__init__(lesson, key, asked, about)
        lesson.add(self)

    @property
    def before(self) -> str:
        """The key of the vote before this one, "" if it is the first."""
        return "" if self.number == 1 else _key(self.number - 1)

    @property
    def is_open(self) -> bool:
        """Whether the council may vote: the votes before are counted and the predictions locked."""
        earlier = self.lesson.memory.answers.get(self.before)
        return self.lesson.is_open(self.after) and (not self.before or (earlier is not None and earlier.done))

    @property
    def ballots(self) -> dict[str, dict[str, int]]:
        """What is filled in on each role's ballot so far, by question."""
        draft = self._draft()
        return {role: dict(draft.get(role, {}).get("votes", {})) for role in ROLES}

    def _draft(self) -> dict[str, Any]:
        """Return what is on each role's ballot, and whether it is sealed; the council's last ballots are filled in."""
        here = _ballots_of(self.answer)
        if isinstance(self.answer.draft, dict):
            return here
        before = _ballots_of(self.lesson.memory.answers.get(self.before)) if self.before else {}
        return {role: {"votes": dict(one["votes"]), "sealed": False} for role, one in before.items()} | here

    @property
    def sealed(self) -> list[str]:
        """The roles whose ballots are sealed."""
        draft = self._draft()
        return [role for role in ROLES if draft.get(role, {}).get("sealed")]

    @property
    def _all_filled_in(self) -> bool:
        """Whether there are votes on every ballot, so that all can be sealed at once."""
        return all(len(votes) == len(QUESTIONS) for votes in self.ballots.values())

    @property
    def decided(self) -> Decided | None:
        """What was decided, None before five ballots are in."""
        return decided_by_key(str(self.answer.own).partition(_BESIDE)[0]) if self.answer.done else None

    @property
    def rule(self) -> voted.Rule:
        """The rule that holds; `NotYet` before five ballots are in."""
        if (decided := self.decided) is None:
            raise NotYet(tr("The council has not voted yet: seal five ballots first."))
        return decided.rule

    def fits(self, own: Any) -> bool:
        """Tell whether something could have been decided here."""
        rule, beside, ballots = str(own).partition(_BESIDE)
        try:
            decided = decided_by_key(rule)
        except ValueError:
            return False
        found = {role: one["votes"] for role, one in unpacked(ballots).items()}
        return not beside or (len(found) == len(ROLES) and decide(found) == decided)

    def act(self, kind: str, value: Any) -> None:
        """Choose a ballot, fill it in, seal it, or take it back; once five are sealed they are opened for good."""
        answer, name = self.answer, kind.removeprefix("vote ")
        if answer.done or not self.is_open:
            return
        draft = self._draft()
        mine = draft.get(self.chosen, {"votes": {}, "sealed": False})
        if kind == "choose":
            self.chosen = self._roles().read(value) or self.chosen
        elif kind == "take back":
            draft[self.chosen] = {"votes": {}, "sealed": False}
        elif kind == "seal":
            if len(mine["votes"]) < len(QUESTIONS):
                self.notice = tr("Answer all three questions first, then seal the ballot.")
                return
            draft[self.chosen] = {**mine, "sealed": True}
            self.chosen = next((one for one in ROLES if not draft.get(one, {}).get("sealed")), self.chosen)
        elif kind == "seal all" and self._all_filled_in:
            draft = {role: {**draft[role], "sealed": True} for role in ROLES}
        elif name in QUESTIONS and not mine["sealed"] and (place := self.asks[name].read(value)) is not None:
            draft[self.chosen] = {"votes": {**mine["votes"], name: place}, "sealed": False}
        answer.draft, answer.tries = draft, sum(bool(one["sealed"]) for one in draft.values())
        answer.own = _BESIDE + packed(draft) if answer.tries else None
        if len(self.sealed) == len(ROLES):
            decided = decide(self.ballots)
            answer.own, answer.result, answer.done = decided.rule.key + answer.own, decided.words(), True
            for table in [one for one, kept in _TABLES.items() if kept is self.lesson.memory]:
                self.notice = _amend(table, decided.rule) or self.notice

    def answered(self) -> None:
        """Show the ballot; once the rule is there, also the cards that waited for it."""
        self.lesson.changed("" if self.answer.done else self.key)

    def refresh(self) -> None:
        """Show what may be seen now: one's own ballot, or all of them and the rule."""
        self.welcome()
        if self.answer.done:
            self._show_opened()
        elif self.is_open:
            self._show_ballot()
        else:
            self.look(f'<div class="fishlab-panel">{sealed_html(self._waits_for())}</div>')
            self.show_parts(self.title_part(), self.notice_part())

    def _waits_for(self) -> str:
        if not self.lesson.is_open(self.after):
            return self.lesson.what_opens(self.after)
        return tr("This opens when the council has voted in round {number}.", number=self.number - 1)

    def _roles(self) -> Choosing:
        sealed = self.sealed
        names = {role: str(ROLES[role]["name"]).partition(",")[0] for role in ROLES}
        return Choosing(
            {role: tr("✓ {name}", name=name) if role in sealed else name for role, name in names.items()}, False
        )

    def _show_ballot(self) -> None:
        sealed = self.sealed
        parts: list[Part] = [self._roles().switch(tr("Whose ballot?"), self.chosen, name=f"role {len(sealed)}")]
        if self.chosen in sealed:
            parts.append(quiet_part("sealed", tr("This ballot is sealed. Nobody can read it, not even its owner.")))
            parts.append(button_part("take", "take back", tr("Tear it up and vote again")))
        else:
            mine = self.ballots[self.chosen]
            for name, question in QUESTIONS.items():
                asked, place = self.asks[name], mine.get(name)
                parts.append(asked.switch(question["text"], place, f"vote {name}", f"{self.chosen} {name}"))
            ready = len(mine) == len(QUESTIONS)
            parts.append(button_part("seal", "seal", tr("Seal this ballot"), disabled=not ready, primary=True))
        if self._all_filled_in:
            parts.append(button_part("seal all", "seal all", tr("Seal all five as they are filled in")))
        count = trn("{n} of {all} ballots is in.", "{n} of {all} ballots are in.", len(sealed), all=len(ROLES))
        self.look(sheet_html(self.chosen))
        self.show_parts(self.title_part(), *parts, quiet_part("count", count), self.notice_part())

    def _show_opened(self) -> None:
        decided = self.decided
        assert decided is not None  # it fits, or `welcome` has forgotten it
        rule = decided.rule
        parts: list[Part] = [self.title_part()]
        opened = opened_html(self.ballots) if len(self.sealed) == len(ROLES) else None
        held = tr("{title} {rule}", title=f"<b>{tr('The rule:')}</b>", rule=escape(decided.words()))
        parts.append(html_part("rule", f"<p>{held}</p>", live=True))
        seen: list[Any] = []
        if self.after:
            if self._played[0] != rule.key:
                self._played = (rule.key, pictures_of(pictures(rule)))
            seen = self._played[1]
            parts.append(html_part("told", f"<p>{prose(told(rule))}</p>", live=True))
        self.look(opened, *seen)
        self.show_parts(*parts, self.notice_part())

    def ballot_paper(self) -> str:
        """Return the ballots with nothing on them, to vote on paper: the choices of each question above its column."""
        texts = [f"{one['text']} {' / '.join(map(str, _options(name).values()))}" for name, one in QUESTIONS.items()]
        heads = "".join(f"<th>{escape(text)}</th>" for text in ("", *texts))
        names = [*(str(role["name"]) for role in ROLES.values()), tr("the middle")]
        rows = "".join(f'<tr><th scope="row">{escape(name)}</th>{"<td></td>" * len(QUESTIONS)}</tr>' for name in names)
        return f'<table class="facts ballots"><tr>{heads}</tr>{rows}</table>'


class Votes(Card):
    """How often the council has voted so far, and the rule that holds: told anew after every vote."""

    tone = "plain"
    follows_all = True

    def __init__(self, lesson: Progress) -> None:
        super().__init__(lesson, "", tr("The votes of your council"))
        lesson.add(self)

    def refresh(self) -> None:
        """Count the votes that the lesson remembers."""
        found = (self.lesson.memory.answers.get(_key(number)) for number in range(1, ROUNDS + 1))
        held = [answer for answer in found if answer is not None and answer.done]
        said = tr("Your council has not voted yet.")
        if held:
            counted = trn("Your council voted once.", "Your council voted {n} times.", len(held))
            said = tr("{counted} Its rule: {rule}", counted=counted, rule=held[-1].result)
        self.show_parts(quiet_part("votes", said))


def opened_html(ballots: Ballots) -> str:
    """Return five opened ballots: the votes on each question in order, the middle one framed."""
    rows = ""
    for name, question in QUESTIONS.items():
        words, votes = _options(name), in_order(ballots, name)
        told = [escape(words[vote]) for vote in votes]
        told[len(votes) // 2] = f"<b>[{told[len(votes) // 2]}]</b>"
        cells = [f"<td>{one}</td>" for one in told]
        asked = f'<th scope="rowgroup" colspan="{len(cells)}">{escape(question["text"])}</th>'
        rows += f"<tbody><tr>{asked}</tr><tr>{''.join(cells)}</tr></tbody>"
    heads = [tr("lowest"), "", tr("the middle"), "", tr("highest")]
    head = "".join(f"<th>{escape(word)}</th>" for word in heads)
    return f'<div class="wide" tabindex="0"><table class="facts"><thead><tr>{head}</tr></thead>{rows}</table></div>'


def _key(number: int) -> str:
    """Return under which key a lesson keeps a vote."""
    return "vote" if number == 1 else f"vote {number}"


def _options(question: str) -> dict[int, str]:
    return {place: str(one["words"]) for place, one in enumerate(QUESTIONS[question]["options"])}
