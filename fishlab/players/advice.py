"""Advice for a person: what each move is worth, as a search finds it by trying, and the same in plain words.

The search is that of the game's "hard" player where that one searches, else every move is played on by the first of the
game's own bots. A game may say better in its module `players`: `ADVISER = Adviser("careful", goal="score")`,
and with a function `adviser` for moments at which another one fits better.

>>> from fishlab import Fishery
>>> state = Fishery.start(columns=2, rows=2, placed=[[0], [1]])
>>> asked = adviser_for(Fishery).ask(state, seed=1)
>>> while asked.go_on():
...     pass
>>> asked.found().best
('net', 'b2', 'b1')
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

from fishlab.bots import bots_for
from fishlab.core import Move, State
from fishlab.messages import mark, tr, trn
from fishlab.players.agent_guard import name_of
from fishlab.players.search import Found, Search, Searcher
from fishlab.stats import Interval

SECONDS = 6.0
"""How long a person waits for advice at most."""
FEW = 8
"""So many moves are all tried alike; among more, the worse half is dropped again and again."""
SIMULATIONS = 1_000
"""How many games advice is made of at most."""


@dataclass(frozen=True)
class Adviser(Searcher):
    """How a game's moves are weighed for a person who asks; "flat" becomes "halving" where there are many.

    Attributes:
        name: whose search it is, "" for nobody's in particular.
        counted: what the values count, in words, where the goal alone does not say it.
    """

    goal: str = "lead"
    simulations: int | None = SIMULATIONS
    seconds: float | None = SECONDS
    name: str = ""
    counted: str = ""

    def ask(self, state: State, seed: int | str, **more: Any) -> Search:
        """Return a search that has not begun; it uses what the seat to act sees, and nothing else."""
        view, few = state.view(state.turn()), None
        if self.moves is not None and (self.when is None or self.when(view)):
            few = self.moves(view, Random(f"few/{seed}"))
        wide = len(view.moves() if few is None else few) > FEW
        how = replace(self, method="halving") if wide and self.method == "flat" else self
        return Search(state, how, f"advice/{seed}", few, **more)

    def says_who(self, found: Found) -> str:
        """Return who computed it and with what budget, as a sentence."""
        if found.how == "exact":
            return tr("Solved: every line to the end was checked.")
        games, bots = found.simulations, bots_for(found.state)
        own = next((name for name, bot in bots.items() if bot is self.rollout), None)
        player = self.rollout if isinstance(self.rollout, str) else own or name_of(self.rollout)
        if self.name:
            return trn(
                "“{who}” tried {n} game, and “{player}” played the rest of each.",
                "“{who}” tried {n} games, and “{player}” played the rest of each.",
                games, who=self.name, player=player,
            )  # fmt: skip
        return trn(
            "A search tried {n} game, and “{player}” played the rest of each.",
            "A search tried {n} games, and “{player}” played the rest of each.",
            games, player=player,
        )  # fmt: skip


def adviser_for(game: type[State] | State) -> Adviser:
    """Return how a game's moves are weighed."""
    try:
        module = importlib.import_module(f"fishlab.{game.name}.players")
    except ModuleNotFoundError:
        module = None  # a game from elsewhere, or one without bots
    own: Adviser | None = getattr(module, "ADVISER", None)
    if own is not None:
        special = getattr(module, "adviser", None) if isinstance(game, State) else None
        return special(game) if special is not None else own
    bots = bots_for(game)
    hard = bots.get("hard")
    if isinstance(hard, Searcher) and isinstance(hard.goal, str):
        return Adviser(
            hard.rollout, hard.goal, depth=hard.depth, method=hard.method, exact=hard.exact, when=hard.when,
            moves=hard.moves, name="hard",
        )  # fmt: skip
    return Adviser(next((name for name in bots if name != "random"), "random"))


def figure(found: Found, value: Interval | None) -> str:
    """Return what a move is worth in a few signs: "62 %" of the games won, "+3.1" points ahead, "6.3" points."""
    return "–" if value is None else _sign(found.goal, value.mean)


def between(found: Found, value: Interval | None) -> str:
    """Return the 95 % interval of a move's worth: "55 to 69 %"."""
    if value is None or value.games == 1:
        return "–"
    low, high = _sign(found.goal, value.low), _sign(found.goal, value.high)
    return tr("{low} to {high}", low=low.removesuffix(" %"), high=high)


_COUNTED: Final = {
    "win": mark("games won, of 100"),
    "lead": mark("points ahead of the best opponent at the end"),
    "score": mark("own points at the end"),
    "team": mark("everyone’s points together at the end"),
}


def counts(found: Found, adviser: Adviser) -> str:
    """Return what the values count, for the head of a list."""
    return tr(adviser.counted or _COUNTED.get(found.goal, found.goal))


def is_known(found: Found) -> bool:
    """Tell whether a best move is known: one was tried, or there is only one."""
    return found.choices[0].value is not None or found.how == "only move"


def advice(found: Found, adviser: Adviser, names: Callable[[Move], str]) -> str:
    """Return the best move in words: what it does, what it gives against the next best, who says so.

    Args:
        found: what the search knows, perhaps not yet all.
        adviser: who searched.
        names: returns a move's name, short.
    """
    best, *others = found.choices
    if not is_known(found):
        return tr("Nothing has been tried yet.")
    does = found.state.explain(best.move).rstrip(".")
    said = f"{names(best.move)}." + (f" {does}." if does else "")
    if best.value is None:
        return tr("{said} It is the only move.", said=said)
    gives, who = _gives(found, best.value.mean), adviser.says_who(found)
    if not others or others[0].value is None:
        return tr("{said} {gives}; nothing else was tried. {who}", said=said, gives=gives, who=who)
    next_best = {"other": names(others[0].move), "worth": _worth(found, others[0].value.mean)}
    return tr(_compared(found), said=said, gives=gives, who=who, **next_best)


def _gives(found: Found, mean: float) -> str:
    match found.goal:
        case "win":
            return tr("Wins {count} of 100 games from here", count=round(100 * mean))
        case "lead":
            ends = mark("Ends {points:.1f} points {side} on average")
            return tr(ends, points=abs(mean), side=tr("ahead") if mean >= 0 else tr("behind"))
        case "team":
            return tr("All together end with {points} points on average", points=_number(mean))
    return tr("Ends with {points} points in all, on average", points=_number(mean))


def _worth(found: Found, mean: float) -> str:
    if found.goal == "lead":
        return tr("{points:.1f} {side}", points=abs(mean), side=tr("ahead") if mean >= 0 else tr("behind"))
    return f"{round(100 * mean)}" if found.goal == "win" else _number(mean)


def _compared(found: Found) -> str:
    """Return the message about the best and the next: whether it is really better, where dice decide."""
    one, other = (choice.value for choice in found.choices[:2])
    if found.how == "exact" or one is None or other is None:
        return mark("{said} {gives}; the next best ({other}) {worth}. {who}")
    if found.ahead is not None and found.ahead.mean == 0:
        return mark("{said} {gives}; the next best ({other}) {worth}, just the same. {who}")
    if one.low > other.high if found.ahead is None else found.ahead.low > 0:
        return mark("{said} {gives}; the next best ({other}) {worth}, and that is clear. {who}")
    return mark("{said} {gives}; the next best ({other}) {worth}, but the difference may be chance. {who}")


def _sign(goal: str, mean: float) -> str:
    if goal == "win":
        return f"{round(100 * mean)} %"
    return ("+" if goal == "lead" and round(mean, 1) > 0 else "") + _number(mean)


def _number(value: float) -> str:
    return f"{value:.1f}".replace("-0.0", "0.0").replace("-", "−")
