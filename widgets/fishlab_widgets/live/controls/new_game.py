"""The form for a new game at a table: how many play, and every option of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fishlab.core import Match, Option


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

    def told(self) -> dict[str, Any]:
        """Return what the page needs to know."""
        return {
            "name": self.name, "label": self.label, "value": self.value,
            "low": self.low, "high": self.high, "words": list(self.words), "printed": self.printed,
        }  # fmt: skip

    def read(self, given: Any) -> Any:
        """Return the value that a person's answer stands for; what makes no sense is left to the game to refuse."""
        if not self.words:
            return given
        return self.values[given] if isinstance(given, int) and 0 <= given < len(self.values) else given


def fields_for(match: Match) -> list[Field]:
    """Return the fields that ask for a game like this one."""
    seats = match.game.seats
    found = [Field("players", "Players", match.seats, seats[0], seats[-1])] if len(seats) > 1 else []
    for option in match.game.options:
        if (field := _field(option, match.options.get(option.name, option.default))) is not None:
            found.append(field)
    return found


def new_match(match: Match, answers: Mapping[str, Any]) -> Match:
    """Return the match that the answers ask for; `ValueError` says what is not possible."""
    fields = {field.name: field for field in fields_for(match)}
    values = {name: field.read(answers.get(name, field.value)) for name, field in fields.items()}
    players = values.pop("players", match.seats)
    defaults = {option.name: option.default for option in match.game.options}
    return Match(match.game, players, **{name: one for name, one in values.items() if one != defaults[name]})


def _field(option: Option, value: Any) -> Field | None:
    """Return what asks for an option, None if there is nothing to ask."""
    if option.low is not None:
        return Field(option.name, option.label, value, option.low, option.high or 0, printed=option.printed)
    values = list(option.choices) or [option.default]
    words = [_name(one) for one in values] if option.choices else ["as in the box"]
    if value not in values:
        values, words = [value, *values], ["as at this table", *words]
    if len(values) < 2:
        return None
    place = values.index(value)
    return Field(option.name, option.label, place, words=tuple(words), values=tuple(values), printed=option.printed)


def _name(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "by chance" if value is None else str(value)
