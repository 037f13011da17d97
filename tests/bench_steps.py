"""How fast every game plays against an older commit: steps of random games, bare and as matches of random players.

The old code comes out of the project's own history. It and the code of today run in a process each and take short
turns, in five rounds; a ratio is the median of the five. Processor time is counted, so that other programs disturb it
little. `make bench` runs it; `run` returns the rows.
"""

from __future__ import annotations

import builtins
import io
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from measure import ROUNDS, Row, row

ROOT = Path(__file__).resolve().parents[1]
BEFORE = "b63f9a4"
"""The last commit in which every game copied its states in its own way."""
TARGETS = {
    "bare": {"boom": 1.3, "pisces": 1.3, "fishery": 0.7, "fleet": 1.3, "freshfish": 1.3},
    "match": {"boom": 1.0, "pisces": 1.3, "fishery": 3, "fleet": 1.2, "freshfish": 1.1},
}
"""How many times as fast each game shall be. Fishery's old moments changed their class and shared notes written
over: bare, those of today are slower, for they are values; checked move by move, and in a search, far faster."""
WAYS = {"bare": "steps of", "match": "Match.run of"}
TURNS = 4
SECONDS = 0.1
"""In a round each contestant has this many turns of this length."""
PLAYER = """
import sys
sys.path.insert(0, sys.argv[1])
from random import Random
from time import process_time
from fishlab import CHANCE, GAMES, OVER, Match
from fishlab.bots import bots_for

def bare(game, players, rng):
    state, steps = game.start(players), 0
    while (seat := state.turn()) != OVER:
        state = state.after(state.sample(rng) if seat == CHANCE else rng.choice(state.moves()))
        steps += 1
    return steps

def match(game, players, rng):
    played = Match(game, players)
    played.run([bots_for(game)["random"]] * players, rng)
    return len(played.moves)

played = 0
for line in sys.stdin:
    way, name, seconds = line.split()
    game, steps, begin = GAMES[name], 0, process_time()
    while (spent := process_time() - begin) < float(seconds):
        players = game.seats[played % len(game.seats)]
        steps += globals()[way](game, players, Random(played))
        played += 1
    print(steps / spent, flush=True)
"""
"""Plays games of the code in a folder for as long as it is told, and says how many steps a second it made."""


def unpack(commit: str, folder: Path) -> bool:
    """Put the rules of an older commit into a folder; say whether the history has it."""
    try:
        done = subprocess.run(["git", "archive", commit, "fishlab"], cwd=ROOT, capture_output=True)
    except OSError:
        return False
    if done.returncode == 0:
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as files:
            files.extractall(folder, filter="data")
    return done.returncode == 0


@contextmanager
def player(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that plays games of the code in a folder."""
    line = [sys.executable, "-P", "-c", PLAYER, str(folder)]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process
        process.communicate()


def steps(process: subprocess.Popen[str], way: str, game: str, seconds: float) -> float:
    """Let a process play one turn, and return its steps a second."""
    assert process.stdin and process.stdout
    process.stdin.write(f"{way} {game} {seconds}\n")
    process.stdin.flush()
    return float(process.stdout.readline())


def compare(now: subprocess.Popen[str], then: subprocess.Popen[str], way: str, game: str) -> tuple[float, float]:
    """Return the ratio of steps a second, and the steps a second of today."""
    pair, found, rates = (now, then), [], []
    for process in pair:
        steps(process, way, game, SECONDS)
    for _ in range(ROUNDS):
        new, old = map(sum, zip(*[[steps(one, way, game, SECONDS) for one in pair] for _ in range(TURNS)], strict=True))
        found.append(new / old)
        rates.append(new / TURNS)
    return median(found), median(rates)


def run(print=builtins.print) -> list[Row]:
    """Measure, print a line a row, and return the rows."""
    rows: list[Row] = []
    with TemporaryDirectory() as folder:
        if not unpack(BEFORE, Path(folder)):
            print(f"The history has no {BEFORE} here (a shallow copy, or no git): games are not compared with it.")
            return []
        with player(ROOT) as now, player(Path(folder)) as then:
            for way, what in WAYS.items():
                for game, target in TARGETS[way].items():
                    found, rate = compare(now, then, way, game)
                    rows.append(row(f"{what} {game}, against {BEFORE}", found, target))
                    print(f"steps: {rows[-1]['name']}: {found:.2f} (at least {target:g}): {rate:,.0f} steps/s")
    return rows


if __name__ == "__main__":
    run()
