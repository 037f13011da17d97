"""Hold players of Fishery Boom, and the upper bound, against small seas whose truth is known.

    python tools/calibrate.py --games 40

prints the tables of `docs/calibration.md`. A player's regret is what its moves give away, each against the best move
of a perfect team at that moment: on average just the points that are missing at the end, with less luck in it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from bound import upper_bound
from tune import tune

from fishlab.boom.players import BOTS
from fishlab.core import CHANCE, OVER, Agent
from fishlab.lab.exact import SmallSea, Solution, small_sheet
from fishlab.lab.fitted import FittedTeam
from fishlab.lab.policies import tape
from fishlab.lab.search.look_ahead import LookAhead
from fishlab.stats import Interval, mean_interval

FAMILY: Final[Mapping[str, Mapping[str, Any]]] = {
    "net": small_sheet(["squid", "whale"], 4, ["seine", "release", "faux", "marketing"], [2, 4]),
    "longline": small_sheet(["squid", "whale"], 4, ["longline", "release", "faux", "marketing"], [2, 4]),
    "five years": small_sheet(["squid", "cod"], 5, ["seine", "release", "faux", "marketing", "overtime"], [2, 4]),
}
"""The small seas by name, all for two players."""
PLAYERS: Final[Mapping[str, Callable[[object], Agent]]] = {
    **{name: lambda _sheet, name=name: BOTS[name] for name in ("random", "greedy", "careful", "quota-keeper")},
    "look-ahead, own": lambda _sheet: LookAhead("own", 100),
    "look-ahead, team": lambda _sheet: LookAhead("team", 100),
    "tuned look-ahead, team": lambda sheet: LookAhead("team", 100, (tune("team", 2, TUNED, sheet=sheet),) * 2),
    "fitted, team": FittedTeam,
}
"""Who is held against them, made for a sea."""
TUNED: Final = 40
"""Steps of the search for a policy that fits a sea."""


def regret(team: Solution, player: Agent, games: Iterable[int]) -> Interval:
    """Return what a player in all seats gives away in a game, against a perfect team."""
    found = []
    for game in games:
        dice, rng, state, lost = Random(f"calibrate/dice/{game}"), Random(f"calibrate/{game}"), team.sea.start, 0.0
        while state.turn() != OVER:
            if state.turn() == CHANCE:
                state = state.after(state.sample(dice))
                continue
            move = player(state, rng)
            lost += team.regrets(state)[move]
            state = state.after(move)
        found.append(lost)
    return mean_interval(found)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table of the seas, and one of the players on each."""
    known = argparse.ArgumentParser(description="Hold players of Fishery Boom against small seas that are solved.")
    known.add_argument("--seas", nargs="+", choices=tuple(FAMILY), default=list(FAMILY), help="default: all")
    known.add_argument("--players", nargs="+", choices=tuple(PLAYERS), default=list(PLAYERS), help="default: all")
    known.add_argument("--games", type=int, default=40, help="games of each (default: %(default)s)")
    known.add_argument("--first", type=int, default=0, help="number of the first game (default: 0)")
    asked = known.parse_args(arguments)
    teams = {name: SmallSea(FAMILY[name]).solve("team") for name in asked.seas}
    titles = ("sea", "moments", "best team", "alone, kind ties", "alone, unkind ties", "all dice known", "mean bound")
    print(f"| {' | '.join(titles)} |\n{'|---' * len(titles)}|")
    for name, team in teams.items():
        alone = [sum(team.sea.solve("own", ties).value) for ties in ("kind", "unkind")]
        luck = tape.draw(team.sea.sheet, 2, 0, 0, asked.games)
        known_dice = [team.sea.with_known_dice(luck, game) for game in range(asked.games)]
        bound = upper_bound(asked.games, players=2, sheet=FAMILY[name])
        figures = [f"{one:.3f}" for one in (sum(team.value), *alone)]
        cells = (f"{team.sea.moments:,}", *figures, told(mean_interval(known_dice)), told(mean_interval(bound)))
        print(f"| {name} | {' | '.join(cells)} |")
    print("\n| sea | player | regret a game | points | of the optimum |\n|---|---|---|---|---|")
    for name, team in teams.items():
        best = sum(team.value)
        for player in asked.players:
            lost = regret(team, PLAYERS[player](FAMILY[name]), range(asked.first, asked.first + asked.games))
            share = (best - lost.mean) / best
            print(f"| {name} | {player} | {told(lost)} | {best - lost.mean:.2f} | {share:.0%} |", flush=True)


def told(one: Interval) -> str:
    """Return a figure with its interval as a cell of a table."""
    return f"{one.mean:.2f} ({one.low:.2f} to {one.high:.2f})"


if __name__ == "__main__":
    main()
