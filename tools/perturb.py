"""Change every constant of *hard* a little, its trial games and its goal, and see whether the changed one beats it.

    python tools/perturb.py pisces --players 2 4
    python tools/perturb.py freshfish --screen 30 --confirm 0

prints a table: one changed player among others that are *hard* as it is, on every seat equally often. Whatever wins
more than its fair share of the screening games plays the confirming ones, with other dice; only these count, for the
best of many screenings is lucky. A change that is clear of even there belongs into the game's `players.py`.

Two changes that are good alone need not be good together, and what no constant says is not tried.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any, Final, get_args

from fishlab import GAMES
from fishlab.boom.players import IMAGINED, voter
from fishlab.boom.treatments import NO_QUOTA
from fishlab.bots import Goal, bots_for
from fishlab.core import Agent, Move
from fishlab.lab.search.look_ahead import LookAhead
from fishlab.players.search import Searcher
from fishlab.players.tournament import tournament
from fishlab.stats import Interval

CONSTANTS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "boom": {"fishlab.lab.search.look_ahead": ("BLOCK", "CLEAR", "SAME")},
    "pisces": {"fishlab.pisces.players": ("MOST_BID", "MOST_BID_OF_TWO", "NEARER", "BIDDER_SECOND")},
    "fishery": {"fishlab.fishery.players": ("FEW_NETS",)},
    "fleet": {
        "fishlab.fleet.players": ("POINTS_PER_COIN", "THRIFTY", "LATE_RAISE"),
        "fishlab.players.search": ("BLOCK", "CLEARLY"),
    },
    "freshfish": {"fishlab.freshfish.players": ("HOARD", "PAID", "SPITE", "LAST")},
}
"""The constants that *hard* plays by, of each game and module."""


def values(now: float) -> list[float]:
    """Return what is tried instead of a number: none of it, half, twice, and of a whole number its neighbours.

    >>> values(6), values(0.5), values(0.0)
    ([0, 3, 5, 7, 12], [0.0, 0.25, 1.0], [0.25, 0.5])
    """
    if isinstance(now, int):
        return sorted({0, now // 2, max(0, now - 1), now + 1, 2 * now} - {now})
    return [0.0, now / 2, 2 * now] if now else [0.25, 0.5]


def changed(agent: Agent, module: str, name: str, value: float) -> Agent:
    """Return a player for whom a constant has another value, and for nobody else at the table."""
    home = import_module(module)

    def play(view: Any, rng: Random) -> Move:
        usual = getattr(home, name)
        setattr(home, name, value)
        try:
            return agent(view, rng)
        finally:
            setattr(home, name, usual)

    return play


def share(game: str, variant: Agent, players: int, games: int, seed: str) -> Interval:
    """Return the share of games that a changed player wins among those who are *hard* as it is."""
    bots = {"hard": "hard", "changed": variant}
    table = tournament(GAMES[game], bots, -(-games // players), seed, players=players, seconds=None, only="changed")
    return table.payoffs()["changed", "hard"]


def variants(game: str) -> Iterator[tuple[str, Agent]]:
    """Yield every change of *hard*, and who plays by it: a constant, its trial games, how its tree grows, its goal."""
    hard = bots_for(GAMES[game])["hard"]
    for module, names in CONSTANTS[game].items():
        for name in names:
            now = getattr(import_module(module), name)
            for value in values(now):
                yield f"{name} {now:g} → {value:g}", changed(hard, module, name, value)
    if game == "boom":
        yield from _looking_ahead()
    if isinstance(hard, Searcher) and hard.simulations:
        for count in (hard.simulations // 2, 2 * hard.simulations):
            yield f"trial games {hard.simulations} → {count}", replace(hard, simulations=count)
        for value in values(hard.explore) if hard.method == "tree" else ():
            yield f"explore {hard.explore:g} → {value:g}", replace(hard, explore=value)
        for goal in {"win": ("lead",), "lead": ("win",)}.get(str(hard.goal), ()):
            yield f"goal {hard.goal} → {goal}", replace(hard, goal=goal)


def _looking_ahead() -> Iterator[tuple[str, Agent]]:
    """Yield what Boom's *hard* may want and imagine instead."""
    for goal in get_args(Goal):
        if goal not in ("lead", "team"):
            yield f"goal lead → {goal}", voter(LookAhead(goal, IMAGINED), lambda view: NO_QUOTA)
    for count in (IMAGINED // 2, 2 * IMAGINED):
        yield f"trial games {IMAGINED} → {count}", voter(LookAhead("lead", count), lambda view: NO_QUOTA)


def perturbed(game: str, players: int, screen: int, confirm: int) -> Iterator[tuple[str, Interval, Interval | None]]:
    """Yield every change with its share of the screening games, and of the confirming ones if it got so far."""
    for what, variant in variants(game):
        first = share(game, variant, players, screen, "screen")
        again = confirm and first.mean > 1 / players
        yield what, first, share(game, variant, players, confirm, "confirm") if again else None


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table of all changes."""
    known = argparse.ArgumentParser(description="See whether a changed constant beats the player that is hard.")
    known.add_argument("game", choices=tuple(CONSTANTS))
    known.add_argument("--players", type=int, nargs="+", default=[2], help="default: %(default)s")
    known.add_argument("--screen", type=int, default=60, help="screening games of each (default: %(default)s)")
    known.add_argument("--confirm", type=int, default=300, help="confirming games; 0 for none (default: %(default)s)")
    asked = known.parse_args(arguments)
    print("| players | change | screening | confirming | |\n|---|---|---|---|---|")
    for players in asked.players:
        for what, first, again in perturbed(asked.game, players, asked.screen, asked.confirm):
            clear = "**better**" if again and again.low > 1 / players else ""
            cells = [f"{one.mean:.2f} ({one.low:.2f} to {one.high:.2f})" if one else "–" for one in (first, again)]
            print(f"| {players} | {what} | {' | '.join(cells)} | {clear} |", flush=True)


if __name__ == "__main__":
    main()
