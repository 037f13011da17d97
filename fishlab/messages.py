"""The sentences that people read: each is one message with named slots, written in English where it is used.

`tr("{name} takes {count} fish", name=…, count=…)` looks the message up in the catalogue of the language in use and
fills its slots. Where a number decides the form, `trn` takes both: `trn("{n} fish is left", "{n} fish are left", 3)`;
`trs` does so too, and says nothing of none.
What stands in a table is marked by `mark` there and looked up by `tr` where it is shown.

A language is in use for whoever looks: `use` sets the usual one of this Python, and inside of `speaking` another one is
spoken, so that people at one table read different ones. What is made once and shown to many keeps no sentence, or keeps
one for each language (`cache_by_language`). `fishlab.languages` finds the catalogues. Without one, English is read, and
so is a message that a catalogue lacks, or whose translation asks for slots that nobody fills.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from gettext import NullTranslations
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Back = TypeVar("_Back")


@dataclass(frozen=True, eq=False)
class Language:
    """A language that people read.

    Attributes:
        code: "de".
        name: what those call it who speak it: "Deutsch".
        catalogue: its messages.
        decimal: what stands before the decimals of a number; between thousands stands the other sign.
    """

    code: str
    name: str
    catalogue: NullTranslations = field(default_factory=NullTranslations)
    decimal: str = "."

    def number(self, text: str) -> str:
        """Return a number that was written in English as it is written here."""
        return text if self.decimal == "." else text.translate(_SWAPPED)


_SWAPPED: Final = str.maketrans(".,", ",.")
ENGLISH: Final = Language("en", "English")
_usual = ENGLISH
_spoken: ContextVar[Language | None] = ContextVar("spoken", default=None)


def use(language: Language) -> None:
    """Speak a language from now on, wherever no other is spoken."""
    global _usual
    _usual = language


def usual() -> Language:
    """Return the language that is spoken where no other is."""
    return _usual


def spoken() -> Language | None:
    """Return the language that is spoken here by `speaking`, None if it is the usual one."""
    return _spoken.get()


def language() -> Language:
    """Return the language in use."""
    return _spoken.get() or _usual


def speak(language: Language) -> None:
    """Speak a language in the rest of this context: a task, or a request that is answered."""
    _spoken.set(language)


@contextmanager
def speaking(language: Language | None) -> Iterator[None]:
    """Speak a language inside; None for the usual one.

    >>> with speaking(Language("de", "Deutsch", decimal=",")):
    ...     tr("{share:.1f} of {all:,} fish", share=0.5, all=1200), number(2.5)
    ('0,5 of 1.200 fish', '2,5')
    """
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def in_own_language(method: Callable[Concatenate[Any, _Given], _Back]) -> Callable[Concatenate[Any, _Given], _Back]:
    """Let a method speak the `language` of the object that it belongs to, whoever calls it."""

    @wraps(method)
    def done(self: Any, /, *args: _Given.args, **more: _Given.kwargs) -> _Back:
        with speaking(self.language):
            return method(self, *args, **more)

    return done


def cache_by_language(maxsize: int) -> Callable[[Callable[_Given, _Back]], Callable[_Given, _Back]]:
    """Return what `lru_cache` does, for a function that makes sentences: what it made is kept for each language."""

    def decorate(made: Callable[_Given, _Back]) -> Callable[_Given, _Back]:
        @lru_cache(maxsize)
        def kept(_language: Language, *args: Any, **more: Any) -> _Back:
            return made(*args, **more)

        @wraps(made)
        def done(*args: _Given.args, **more: _Given.kwargs) -> _Back:
            return kept(language(), *args, **more)  # type: ignore[arg-type]  # what cannot be hashed is refused there

        return done

    return decorate


class _Number:
    """A number in a slot, written as the language in use writes it."""

    def __init__(self, value: float) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        return number(self.value, spec)

    def __str__(self) -> str:
        return number(self.value)

    __repr__ = __str__


def _filled(text: str, english: str, slots: Mapping[str, object], spoken: Language) -> str:
    """Return a message with its slots filled, the English one if a translation has others than the message."""
    if spoken.decimal != ".":
        slots = {name: _Number(value) if isinstance(value, int | float) else value for name, value in slots.items()}
    try:
        return text.format_map(slots)
    except (LookupError, ValueError, AttributeError):
        if text == english:
            raise
        return english.format_map(slots)


def tr(message: str, /, **slots: object) -> str:
    """Return a message in the language in use, its slots filled.

    >>> tr("{name} takes {count} of {fish} fish", name="Boat A", count=3, fish=16)
    'Boat A takes 3 of 16 fish'
    """
    spoken = _spoken.get() or _usual  # a picture asks some hundred times
    if spoken is ENGLISH:
        return message.format_map(slots) if slots else message
    text = spoken.catalogue.gettext(message) if message else ""  # the empty message is a catalogue's head
    return _filled(text, message, slots, spoken) if slots else text


def trn(one: str, more: str, n: int, /, **slots: object) -> str:
    """Return the message for a number of things; `{n}` is the number.

    >>> [trn("{n} fish is left", "{n} fish are left", count) for count in (1, 2)]
    ['1 fish is left', '2 fish are left']
    """
    return _numbered(one, more, n, slots)


def _numbered(one: str, more: str, n: int, slots: dict[str, object]) -> str:
    spoken = _spoken.get() or _usual
    slots.setdefault("n", n)  # a slot may write the number in another way, such as with a sign of its own
    english = one if n == 1 else more
    if spoken is ENGLISH:
        return english.format_map(slots)
    return _filled(spoken.catalogue.ngettext(one, more, n), english, slots, spoken)


def trs(one: str, more: str, things: int | Sequence[str], /, **slots: object) -> str:
    """Return the message for a number of things, or for things by their names, listed in `{names}`; "" for none.

    >>> trs("{n} fish is left", "{n} fish are left", 0), trs("Only {names} is left", "{n} are left: {names}", ["cod"])
    ('', 'Only cod is left')
    """
    if not isinstance(things, int):
        slots["names"], things = listed(things), len(things)
    return _numbered(one, more, things, slots) if things else ""


def refusal(message: str, /, **slots: object) -> ValueError:
    """Return what is raised where something cannot be, with the message that says why.

    >>> refusal("{games} games cannot be played", games=0)
    ValueError('0 games cannot be played')
    """
    return ValueError(tr(message, **slots))


def number(value: float, spec: str = "") -> str:
    """Return a number as the language in use writes it; a slot of a message does so by itself."""
    return language().number(format(value, spec))


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
    """Return names as a list in a sentence, "" for none.

    >>> listed(["a1"]), listed(["a1", "b2"]), listed(["a1", "b2", "c3"])
    ('a1', 'a1 and b2', 'a1, b2 and c3')
    """
    if len(names) < 2:
        return "".join(names)
    return tr("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])


_PLACES: Final = (mark("1st"), mark("2nd"), mark("3rd"), mark("4th"), mark("5th"), mark("6th"))


def placed(seat: int, name: Callable[[int], str], scores: Sequence[int], winners: Sequence[int], low: bool) -> str:
    """Return to whoever played a seat how it came off: its place, its points, and how far it is from whom.

    >>> placed(1, ["Ada", "Bo", "Cy"].__getitem__, [34, 31, 12], [0], False)
    'You came 2nd of 3 with 31 points, 3 behind Ada.'

    Args:
        seat: who is told.
        name: what a seat is called.
        scores: their points.
        winners: the seats that won, after a tie-break.
        low: whether the fewest points win.
    """
    won, others, points = seat in winners, [one for one in range(len(scores)) if one != seat], scores[seat]
    slots: dict[str, object] = {"players": len(scores), "n": str(points).replace("-", "−")}
    if won and len(winners) > 1:
        slots["names"] = listed([name(one) for one in winners if one != seat])
        return trn("You share the win with {names}, with {n} point each.",
                   "You share the win with {names}, with {n} points each.", abs(points), **slots)  # fmt: skip
    if not others:
        return ""
    rival = (min if low else max)(others if won else winners, key=scores.__getitem__)
    gap = abs(scores[rival] - points)
    before = [one for one in others if one in winners or (scores[one] < points if low else scores[one] > points)]
    slots |= {"place": tr(_PLACES[0 if won else len(before)]), "gap": gap, "name": name(rival)}
    if not gap:
        return trn("You came {place} of {players} with {n} point, as many as {name}: the tie-break decided.",
                   "You came {place} of {players} with {n} points, as many as {name}: the tie-break decided.",
                   abs(points), **slots)  # fmt: skip
    if won:
        return trn("You came {place} of {players} with {n} point, {gap} ahead of {name}.",
                   "You came {place} of {players} with {n} points, {gap} ahead of {name}.",
                   abs(points), **slots)  # fmt: skip
    return trn("You came {place} of {players} with {n} point, {gap} behind {name}.",
               "You came {place} of {players} with {n} points, {gap} behind {name}.",
               abs(points), **slots)  # fmt: skip
