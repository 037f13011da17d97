"""Golden games: whole games in plain text, replayed and compared word for word.

`python tests/golden.py write [MODULE]` writes them anew; read the difference before you keep it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import laws

from fishlab import GAMES, Match
from fishlab.core import State

HERE = Path(__file__).parent


def folder(game: type[State]) -> Path:
    """Return where a game's golden games lie."""
    return HERE / game.name / "golden"


def cases(game: type[State]) -> list[tuple[str, int, dict[str, Any]]]:
    """Return what needs a golden game: (file name, players, options)."""
    found = []
    for number, options in enumerate(laws.variants(game)):
        for players in game.seats if number == 0 else [game.seats[-1]]:
            found.append((f"{game.name}-{players}{'-' + str(number) if number else ''}.txt", players, options))
    return found


def text(match: Match) -> str:
    """Return a match as a plain text: header, then a line a move with what it says, then the end."""
    lines = [
        f"game: {match.game.name}",
        f"players: {match.seats}",
        f"options: {json.dumps(match.options, sort_keys=True)}",
        f"code: {match.code()}",
        "",
    ]
    for number, (state, move) in enumerate(zip(match.states, match.moves, strict=False), 1):
        lines.append(f"{number:4} {state.seat_name(state.turn())}: {state.notation(move)} | {state.say(move)}")
        if number % 20 == 0:
            lines.append(f"     scores {match.states[number].scores()}")
    end = match.state
    lines += ["", f"end: {end.prompt()}", f"scores: {end.scores()}", f"winners: {end.winners()}"]
    return "\n".join(lines) + "\n"


def play(game: type[State], players: int, options: dict[str, Any]) -> Match:
    """Return one random game, the same each time."""
    match = Match(game, players, **options)
    rng = Random(f"golden/{game.name}/{players}/{sorted(options)}")
    for _, move in laws.walk(match.state, rng):
        match.play(move)
    return match


def replay(path: Path) -> Match:
    """Return the match that a golden file's moves make."""
    header, body = path.read_text(encoding="utf-8").split("\n\n", 1)
    fields = dict(line.split(": ", 1) for line in header.splitlines())
    match = Match(GAMES[fields["game"]], int(fields["players"]), **json.loads(fields["options"]))
    for line in body.splitlines():
        if " | " in line:
            match.play(line.split(" | ")[0].split(": ", 1)[1])
    return match


def main(command: str, module: str = "") -> None:
    """Write golden games of one module, or of all."""
    assert command == "write", "the one command is: write [MODULE]"
    for game in [laws.find_game(module)] if module else list(GAMES.values()):
        folder(game).mkdir(parents=True, exist_ok=True)
        for name, players, options in cases(game):
            (folder(game) / name).write_text(text(play(game, players, options)), encoding="utf-8")
            print("wrote", name)


if __name__ == "__main__":
    main(*sys.argv[1:])
