"""Names that people give to the seats of their table: which are taken, and which are refused, in words.

A name is data: it stays with its table, no save code or answer holds it, and pages show it as text.
"""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import CHANCE, OVER, Player, State, called

LONGEST = 20
"""Letters of a name: as many as fit the narrowest place that shows one."""


def named(state: State, names: Sequence[str], seat: Player, text: str) -> list[str]:
    """Return the names of all seats after one was given a name; an empty one gives the seat its own name back.

    Raises:
        ValueError: if the name is too long, has signs that cannot be shown, or is another seat's or a word of the game.
    """
    if not text.isprintable():
        raise ValueError("A name has letters, digits and signs only: no line breaks, tabs or hidden signs.")
    name = " ".join(text.split())
    if len(name) > LONGEST:
        raise ValueError(f"A name has at most {LONGEST} letters, and this one has {len(name)}.")
    after = [*names[:seat], name, *names[seat + 1 :]]
    with called(after):
        shown = [state.seat_name(one).casefold() for one in range(state.players)]
    twin = next((one for one in range(state.players) if one != seat and shown[one] == shown[seat]), None)
    if twin is not None:
        with called(after):
            raise ValueError(f"Another seat is called {state.seat_name(twin)}: choose a name of your own.")
    own = [state.seat_title(one) for one in (*range(state.players), CHANCE, OVER) if one != seat]
    words = {word.casefold() for word in (*own, *state.names().values())}
    if name and name.casefold() in words:
        raise ValueError(f"“{name}” is a word of this game: choose another name.")
    return after
