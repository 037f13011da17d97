"""The form for a new game at a table: how many play, and every option of the game, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fishlab.core import Option
from fishlab.match import Match
from fishlab.messages import mark, tr


@dataclass(frozen=True)
class Field:
    """What asks for one option: a whole number from `low` to `high`, or one of `words`, which stand for `values`.

    What a table was given and no form can ask for (ships already placed, supplies on a map, countries' names) can be
    kept as it is or left out.
    """

    name: str
    label: str
    value: int
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    values: tuple[Any, ...] = ()
    printed: bool = True
    """Whether the rulebook knows the option; the others stand under a heading that says so."""
    help: str = ""
    """A line under the field."""
    seat: bool = False
    """Whether its values are seats: only one that plays can be chosen."""
    only: tuple[str, int] | None = None
    """Another field and its answer with which this one is asked; with others it is as usual. None: always."""

    def told(self) -> dict[str, Any]:
        """Return what the page needs to know."""
        return {
            "name": self.name, "label": self.label, "value": self.value, "low": self.low, "high": self.high,
            "words": list(self.words), "printed": self.printed, "help": self.help,
            "seats": [-1 if one is None else one for one in self.values] if self.seat else [],
            "only": list(self.only or ()),
        }  # fmt: skip

    def read(self, given: Any) -> Any:
        """Return the value that a person's answer stands for.

        Raises:
            ValueError: in words for people, if it stands for none.
        """
        whole = isinstance(given, int) and not isinstance(given, bool)
        if self.words:
            if not whole or not 0 <= given < len(self.values):
                raise ValueError(tr("{label}: choose one of the words in the list.", label=self.label))
            return self.values[given]
        if not whole or not self.low <= given <= self.high:
            wanted = mark("{label}: choose a whole number from {low} to {high}.")
            raise ValueError(tr(wanted, label=self.label, low=self.low, high=self.high))
        return given


def fields_for(match: Match) -> list[Field]:
    """Return the fields that ask for a game like this one."""
    seats = match.game.seats
    found = [Field("players", tr("Players"), match.seats, seats[0], seats[-1])] if len(seats) > 1 else []
    for option in match.game.options:
        if (field := _field(match, option)) is not None:
            found.insert(0 if option.first else len(found), field)
    wanted = {option.name: option.only for option in match.game.options if option.only}
    answers = {field.name: field.values for field in found if field.name in {name for name, _ in wanted.values()}}
    for place, field in enumerate(found):
        if field.name in wanted:
            other, value = wanted[field.name]
            found[place] = replace(field, only=(other, answers[other].index(value)))
    return found


def new_match(match: Match, answers: Mapping[str, Any]) -> Match:
    """Return the match that the answers ask for; `ValueError` says in words for people what is not possible."""
    fields = {field.name: field for field in fields_for(match)}
    given = {name: answers.get(name, field.value) for name, field in fields.items()}
    asked = [name for name, field in fields.items() if not field.only or given[field.only[0]] == field.only[1]]
    values = {name: fields[name].read(given[name]) for name in asked}
    players = values.pop("players", match.seats)
    defaults = {option.name: option.default for option in match.game.options}
    for name, value in values.items():
        if fields[name].seat and value is not None and value >= players:
            wanted = mark("{label}: only {players} play, so choose one of the first {players} seats.")
            raise ValueError(tr(wanted, label=fields[name].label, players=players))
    try:
        return Match(match.game, players, **{name: one for name, one in values.items() if one != defaults[name]})
    except ValueError as why:
        raise ValueError(_in_words(str(why), match.game.name, fields)) from None


def _in_words(why: str, game: str, fields: Mapping[str, Field]) -> str:
    """Return what a game says about its options in Python with the words of the form."""
    for name, field in fields.items():
        why = why.replace(f"{game}: {name}=", f"{field.label}: ")
    return why


def _field(match: Match, option: Option) -> Field | None:
    """Return what asks for an option, None if there is nothing to ask."""
    value, label = match.options.get(option.name, option.default), tr(option.label)
    more: dict[str, Any] = {
        "printed": option.printed,
        "help": tr(option.help),
        "seat": option.seat,
    }
    if option.low is not None and not option.words and not option.seat:
        return Field(option.name, label, value, option.low, option.high or 0, **more)
    values = list(option.values()) or [option.default]
    words = _words(match, option) if option.values() else [tr("as in the box")]
    if value not in values:
        values, words = [value, *values], [tr("as at this table"), *words]
    if len(values) < 2:
        return None
    return Field(option.name, label, values.index(value), words=tuple(words), values=tuple(values), **more)


def _words(match: Match, option: Option) -> list[str]:
    """Return what people read for each value of an option."""
    if option.words:
        return [tr(words) for words in option.words]
    if option.seat:
        here, full = match.states[0], match.game.start(match.game.seats[-1])
        return [
            tr("chosen at random") if seat is None else (here if seat < match.seats else full).seat_name(seat)
            for seat in option.values()
        ]
    return [(tr("yes") if one else tr("no")) if isinstance(one, bool) else str(one) for one in option.values()]
