"""The sentences that people read: each is one message with named slots, written in English where it is used.

`tr("{name} takes {count} fish", name=…, count=…)` looks the message up in the catalogue of the language in use and
fills its slots. Where a number decides the form, `trn` takes both: `trn("{n} fish is left", "{n} fish are left", 3)`.
What stands in a table is marked by `mark` there and looked up by `tr` where it is shown.

These are marks of gettext, so that its tools collect every message:

    xgettext --language=Python --keyword=tr --keyword=trn:1,2 --keyword=mark …

Without a catalogue, English is what people read.
"""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Final

_language = NullTranslations()


def use(catalogue: NullTranslations) -> None:
    """Speak the language of a catalogue from now on; `NullTranslations()` is English."""
    global _language
    _language = catalogue


def tr(message: str, /, **slots: object) -> str:
    """Return a message in the language in use, its slots filled.

    >>> tr("{name} takes {count} of {fish} fish", name="Boat A", count=3, fish=16)
    'Boat A takes 3 of 16 fish'
    """
    text = _language.gettext(message) if message else ""  # the empty message is a catalogue's head
    return text.format_map(slots) if slots else text


def trn(one: str, more: str, n: int, /, **slots: object) -> str:
    """Return the message for a number of things; `{n}` is the number.

    >>> [trn("{n} fish is left", "{n} fish are left", count) for count in (1, 2)]
    ['1 fish is left', '2 fish are left']
    """
    return _language.ngettext(one, more, n).format_map({"n": n, **slots})


def mark(message: str, /) -> str:
    """Mark a message of a table; `tr` looks it up where it is shown."""
    return message


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
    if len(names) == 1:
        return names[0]
    return tr("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
