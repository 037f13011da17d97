"""Finds sentences that no catalogue can translate: `python tests/unmarked.py boom`.

Every message comes back in brackets here. What a game says and is not inside of any was never marked.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from random import Random

from fishlab import GAMES, Match, State, messages
from fishlab.core import Move

MOMENTS = 60


class Brackets(NullTranslations):
    """A language in which every message is its English in brackets."""

    def gettext(self, message: str) -> str:
        """Return a message in brackets."""
        return f"⟦{message}⟧"

    def ngettext(self, one: str, more: str, n: int) -> str:
        """Return the message for a number, in brackets."""
        return f"⟦{one if n == 1 else more}⟧"


def outside(text: str) -> str:
    """Return the letters of a text that stand in no brackets, "" if there are none."""
    depth, found = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        found.append(sign if depth == 0 and sign != "⟧" else " ")
    return " ".join(re.findall(r"[^\W\d_]{2,}", "".join(found)))


def texts(state: State, moves: list[Move]) -> Iterator[tuple[str, str]]:
    """Yield what a moment says, and of what."""
    for name in ("prompt", "rule", "coach", "decided", "summary"):
        yield name, getattr(state, name)()
    yield "seat_title", state.seat_title(0)
    for move in moves[:12]:
        yield "explain", state.explain(move)
        if move in state.moves():
            yield "say", state.say(move)
        else:
            yield "why_not", str(state.why_not(move))
    for option in state.options:
        yield f"option {option.name}", messages.tr(option.label)


def unmarked(name: str) -> set[tuple[str, str]]:
    """Return what a game says outside of messages, in random games of its fewest and its most players."""
    game, found = GAMES[name], set()
    for players in {game.seats[0], game.seats[-1]}:
        match, rng, seen = Match(game, players), Random(7), list[Move]()
        while not match.over:
            match.play(match.state.sample(rng))
        step = max(1, len(match) // MOMENTS)
        for state, move in [*zip(match.states, match.moves, strict=False)][::step]:
            legal = list(dict.fromkeys(state.moves()))
            rng.shuffle(legal)
            for what, text in texts(state, [move, *legal[:6], *seen[-5:]]):
                if left := outside(text):
                    found.add((what, left))
            seen.append(move)
        found |= {(what, left) for what, text in texts(match.state, seen[-5:]) if (left := outside(text))}
    return found


def main(names: list[str]) -> int:
    """Print what is not marked; 1 if there is any."""
    messages.use(Brackets())
    lines = sorted({f"{name} {what}: {left}" for name in names or GAMES for what, left in unmarked(name)})
    print("\n".join(lines))
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
