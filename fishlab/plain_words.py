"""Numbers and lists as people write them: one set of words for every game, board and lesson."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

NUMBER_WORDS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
"""Small numbers in words, by their value."""


def many(count: int, thing: str, things: str = "") -> str:
    """Return how many of something there are.

    >>> many(1, "ship"), many(3, "ship"), many(2, "trophy", "trophies")
    ('1 ship', '3 ships', '2 trophies')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {things or thing + 's'}"


def listed(names: Sequence[str]) -> str:
    """Return names as a list in a sentence.

    >>> listed(["a1"]), listed(["a1", "b2"]), listed(["a1", "b2", "c3"])
    ('a1', 'a1 and b2', 'a1, b2 and c3')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
