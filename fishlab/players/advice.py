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
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from fishlab.core import Agent, Move, State
from fishlab.messages import many, mark, tr
from fishlab.players import bots_for
from fishlab.players.asking import name_of
from fishlab.players.search import Found, Method, Search, Searcher
from fishlab.stats import Interval

SECONDS = 6.0
"""How long a person waits for advice at most."""
FEW = 8
"""So many moves are all tried alike; among more, the worse half is dropped again and again."""
SIMULATIONS = 1_000
"""How many games advice is made of at most."""


@dataclass(frozen=True)
class Adviser:
    """How a game's moves are weighed for a person who asks.

    Attributes:
        rollout: the bot that plays every trial on for everybody.
        goal: "win", "lead", "score" or "team": what the values count.
        method: as in `search`; "flat" becomes "halving" where there are more than a few moves.
        depth: where a trial is cut short; at the end of the game without it.
        exact: moments that may be solved instead.
        simulations: how many trials at most.
        seconds: how long at most.
        name: whose search it is, "" for nobody's in particular.
        when: where `moves` applies.
        moves: returns the moves worth a trial; all legal ones without it.
        counted: what the values count, in words, where the goal alone does not say it.
    """

    rollout: str | Agent = "random"
    goal: str = "lead"
    method: Method = "flat"
    depth: int | None = None
    exact: int = 0
    simulations: int = SIMULATIONS
    seconds: float = SECONDS
    name: str = ""
    when: Callable[[Any], bool] | None = None
    moves: Callable[[Any, Random], Sequence[Move]] | None = None
    counted: str = ""

    def ask(self, state: State, seed: int | str, **more: Any) -> Search:
        """Return a search that has not begun; it uses what the seat to act sees, and nothing else."""
        view, few = state.view(state.turn()), None
        if self.moves is not None and (self.when is None or self.when(view)):
            few = self.moves(view, Random(f"few/{seed}"))
        wide = len(view.moves() if few is None else few) > FEW
        return Search(
            state, self.rollout, self.goal, self.simulations, self.seconds, f"advice/{seed}", self.depth,
            "halving" if wide and self.method == "flat" else self.method, moves=few, exact=self.exact, **more,
        )  # fmt: skip

    def says_who(self, found: Found) -> str:
        """Return who computed it and with what budget, as a sentence."""
        if found.how == "exact":
            return "Solved: every line to the end was looked at."
        games, bots = found.simulations, bots_for(found.state)
        own = next((name for name, bot in bots.items() if bot is self.rollout), None)
        player = self.rollout if isinstance(self.rollout, str) else own or name_of(self.rollout)
        who = f"“{self.name}”" if self.name else "A search"
        return f"{who} tried {many(games, 'game')}, and “{player}” played the rest of each."


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
            hard.rollout, hard.goal, hard.method, hard.depth, hard.exact, name="hard", when=hard.when, moves=hard.moves
        )
    return Adviser(next((name for name in bots if name != "random"), "random"))


def figure(found: Found, value: Interval | None) -> str:
    """Return what a move is worth in a few signs: "62 %" of the games won, "+3.1" points ahead, "6.3" points."""
    return "–" if value is None else _sign(found.goal, value.mean)


def between(found: Found, value: Interval | None) -> str:
    """Return the 95 % interval of a move's worth: "55 to 69 %"."""
    if value is None or value.games == 1:
        return "–"
    low, high = _sign(found.goal, value.low), _sign(found.goal, value.high)
    return f"{low.removesuffix(' %')} to {high}"


_COUNTED: Final = {
    "win": mark("games won, of 100"),
    "lead": mark("points ahead of the best other at the end"),
    "score": mark("own points at the end"),
    "team": mark("points of all together at the end"),
}


def counts(found: Found, adviser: Adviser) -> str:
    """Return what the values count, for the head of a list."""
    return tr(adviser.counted or _COUNTED.get(found.goal, found.goal))


def advice(found: Found, adviser: Adviser, names: Callable[[Move], str]) -> str:
    """Return the best move in words: what it does, what it gives against the next best, who says so.

    Args:
        found: what the search knows, perhaps not yet all.
        adviser: who searched.
        names: returns a move's name, short.
    """
    best, *others = found.choices
    does = found.state.explain(best.move).rstrip(".")
    said = f"{names(best.move)}." + (f" {does}." if does else "")
    if found.how == "only move":
        return f"{said} It is the only move."
    if best.value is None:
        return f"{said} Nothing has been tried yet."
    gives = f"{said} {_gives(found, best.value.mean)}"
    if not others or others[0].value is None:
        return f"{gives}; nothing else was tried. {adviser.says_who(found)}"
    against = f"the next best ({names(others[0].move)}) {_less(found, others[0].value.mean)}"
    return f"{gives}; {against}{_certain(found)}. {adviser.says_who(found)}"


def _gives(found: Found, mean: float) -> str:
    match found.goal:
        case "win":
            return f"Wins {round(100 * mean)} of 100 games from here"
        case "lead":
            return f"Ends {abs(mean):.1f} points {'ahead' if mean >= 0 else 'behind'} on average"
        case "team":
            return f"Brings all together {_number(mean)} points on average"
    return f"Brings {_number(mean)} points by the end on average"


def _less(found: Found, mean: float) -> str:
    if found.goal == "lead":
        return f"{abs(mean):.1f} {'ahead' if mean >= 0 else 'behind'}"
    return f"{round(100 * mean)}" if found.goal == "win" else _number(mean)


def _certain(found: Found) -> str:
    """Say whether the best is really better than the next, where dice decide."""
    one, other = (choice.value for choice in found.choices[:2])
    if found.how == "exact" or one is None or other is None:
        return ""
    if found.ahead is not None and found.ahead.mean == 0:
        return ", just the same"
    clear = one.low > other.high if found.ahead is None else found.ahead.low > 0
    return ", and that is clear" if clear else ", but the difference may be chance"


def _sign(goal: str, mean: float) -> str:
    if goal == "win":
        return f"{round(100 * mean)} %"
    return ("+" if goal == "lead" and round(mean, 1) > 0 else "") + _number(mean)


def _number(value: float) -> str:
    return f"{value:.1f}".replace("-0.0", "0.0").replace("-", "−")
