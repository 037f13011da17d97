"""Measure players of a game on the benchmark's fixed seeds, and print them as a table."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from pathlib import Path

from fishlab import GAMES
from fishlab.core import Agent
from fishlab.messages import mark, refusal, tr

HELP = mark("measure players of a game on fixed seeds")
ABOUT = mark(
    "Measure the bots of a game, and a player of your own if you name one, on the benchmark's fixed seeds.\n\n"
    "own: points of one among others who play medium; win: its share of the wins; total: points of all where all play\n"
    "alike; gain: what one seat gains by leaving such a table, with the best reply among the bots."
)
EXAMPLE = "fishlab benchmark boom --players 4 --player my_player.py:play"


def prepare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments."""
    parser.add_argument("game", choices=tuple(GAMES), help=tr("the game"))
    parser.add_argument("--players", type=int, help=tr("how many seats; the fewest that can play without it"))
    parser.add_argument("--games", type=int, default=40, help=tr("games of each table (default: %(default)s)"))
    parser.add_argument("--player", metavar="FILE:NAME", help=tr("a player of your own: a function in a Python file"))
    parser.add_argument("--only", action="store_true", help=tr("measure only the player of your own"))
    parser.add_argument("--slow", action="store_true", help=tr("measure bots that search too, which takes long"))


def run(asked: argparse.Namespace) -> int:
    """Measure and print."""
    from fishlab.benchmark.scoring import SEED, baselines, score, table
    from fishlab.players.progress import tell_progress

    if asked.only and not asked.player:
        raise refusal("--only needs a player of your own: add --player FILE:NAME")
    bots = {} if asked.only else baselines(GAMES[asked.game], asked.slow)
    if asked.player:
        bots[asked.player.rpartition(":")[2]] = _player(asked.player)
    found = []
    for number, (name, bot) in enumerate(bots.items()):
        tell_progress(number, len(bots))
        found.append(score(bot, asked.game, asked.players, asked.games, name=name))
    seats = asked.players or GAMES[asked.game].seats[0]
    told = mark("{game}, {players} players, {games} games of each table, seed {seed}; 95 % intervals")
    print(tr(told, game=GAMES[asked.game].title, players=seats, games=asked.games, seed=SEED), end="\n\n")
    print(table(found))
    return 0


def _player(where: str) -> Agent:
    """Return a player from FILE:NAME."""
    file, _, name = where.rpartition(":")
    path = Path(file)
    if not name or path.suffix != ".py" or not path.is_file():
        raise refusal("--player {where} is not possible: name a Python file and a function, FILE:NAME", where=where)
    sys.path.insert(0, str(path.resolve().parent))
    found = getattr(import_module(path.stem), name, None)
    if not callable(found):
        wrong = mark(
            "{file} has no function {name}: one that takes what a seat sees and a generator, and returns a move"
        )
        raise refusal(wrong, file=path, name=name)
    player: Agent = found
    return player
