"""Hold players of Fishery Boom, and the upper bound, against small seas whose truth is known.

    python tools/calibrate.py --games 40

prints the tables of `docs/calibration.md`. A player's regret is what its moves give away, each against the best move
of a perfect team at that moment: on average just the points that are missing at the end, with less luck in it.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from bound import upper_bound

from fishlab.boom.players import BOTS
from fishlab.core import CHANCE, OVER, Agent
from fishlab.lab.exact import SmallSea, Solution, small_sheet
from fishlab.lab.search.look_ahead import LookAhead
from fishlab.stats import Interval, mean_interval

FAMILY: Final[Mapping[str, Mapping[str, Any]]] = {
    "net": small_sheet(["squid", "whale"], 4, ["seine", "release", "faux", "marketing"], [2, 4]),
    "longline": small_sheet(["squid", "whale"], 4, ["longline", "release", "faux", "marketing"], [2, 4]),
    "five years": small_sheet(["squid", "cod"], 5, ["seine", "release", "faux", "marketing", "overtime"], [2, 4]),
}
"""The small seas by name, all for two players."""
PLAYERS: Final[Mapping[str, Agent]] = {
    **{name: BOTS[name] for name in ("random", "greedy", "careful", "quota-keeper")},
    "look-ahead, own": LookAhead("own", 100),
    "look-ahead, team": LookAhead("team", 100),
}


def regret(team: Solution, player: Agent, games: int) -> Interval:
    """Return what a player in all seats gives away in a game, against a perfect team."""
    found = []
    for game in range(games):
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
    asked = known.parse_args(arguments)
    teams = {name: SmallSea(FAMILY[name]).solve("team") for name in asked.seas}
    print(
        "| sea | moments | best team | alone, kind ties | alone, unkind ties | mean bound |\n|---|---|---|---|---|---|"
    )
    for name, team in teams.items():
        alone = [sum(team.sea.solve("own", ties).value) for ties in ("kind", "unkind")]
        bound = mean_interval(upper_bound(asked.games, players=2, sheet=FAMILY[name])).mean
        print(
            f"| {name} | {team.sea.moments:,} | {sum(team.value):.3f} | {alone[0]:.3f} | {alone[1]:.3f} | {bound:.2f} |"
        )
    print("\n| sea | player | regret a game | points | of the optimum |\n|---|---|---|---|---|")
    for name, team in teams.items():
        best = sum(team.value)
        for player in asked.players:
            lost = regret(team, PLAYERS[player], asked.games)
            share = (best - lost.mean) / best
            cells = f"{lost.mean:.2f} ({lost.low:.2f} to {lost.high:.2f}) | {best - lost.mean:.2f} | {share:.0%}"
            print(f"| {name} | {player} | {cells} |", flush=True)


if __name__ == "__main__":
    main()
