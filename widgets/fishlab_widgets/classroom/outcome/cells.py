"""The cells of a class's files: their unit and range, how they are written, and what an empty one means."""

from __future__ import annotations

from typing import Final, NamedTuple

from fishlab.messages import mark


class Kind(NamedTuple):
    """What stands in a cell: in words, and as a pattern that the whole of a filled cell fits."""

    words: str
    pattern: str


class Cell(NamedTuple):
    """What stands in the cells of a column; `empty` is what an empty one means, and without it none is empty."""

    kind: Kind
    empty: str = ""


_LIST = r"{0}( {0})*"
_YEARS = rf"{_LIST}( / {_LIST})*"
TEXT: Final = Kind(mark("text"), r"(?s:.+)")
COUNT: Final = Kind(mark("a whole number, 1 or more"), r"[1-9]\d*")
COUNT_0: Final = Kind(mark("a whole number, 0 or more"), r"\d+")
LETTER: Final = Kind(mark("a letter from A on"), r"[A-Z]")
YEAR: Final = Kind(mark("a year, 1 or more"), r"[1-9]\d*")
YEAR_0: Final = Kind(mark("a year or round, 0 or more"), r"\d+")
FLAG: Final = Kind(mark("0 or 1"), r"[01]")
SHARE: Final = Kind(mark("a share, from 0 to 1"), r"[01]|0\.\d+")
SECONDS: Final = Kind(mark("seconds, 0 or more"), r"\d+\.\d")
FISH: Final = Kind(mark("fish, 0 or more"), r"\d+")
FISH_LIST: Final = Kind(mark("fish, 0 or more each, separated by spaces"), _LIST.format(r"\d+"))
POINTS: Final = Kind(mark("points, a whole number, may be below 0"), r"-?\d+")
POINTS_LIST: Final = Kind(mark("points, whole numbers, may be below 0, separated by spaces"), _LIST.format(r"-?\d+"))
POINTS_YEARS: Final = Kind(mark("points, whole numbers, may be below 0, year by year"), _YEARS.format(r"-?\d+"))
FINE: Final = Kind(mark("points, 0 or more"), r"\d+")
FINE_YEARS: Final = Kind(mark("points, 0 or more each, year by year"), _YEARS.format(r"\d+"))
SEAT_YEARS: Final = Kind(mark("seats with years, separated by spaces"), _LIST.format(r"[A-Z][1-9]\d*"))
PROMISE: Final = Kind(mark("fish, 0 or more, or “nothing”"), r"\d+|nothing")
WHERE: Final = Kind(mark("a letter from A on, or “chance”"), r"[A-Z]|chance")
SCORE: Final = Kind(mark("in the game’s own unit, may be below 0"), r"-?\d+(\.\d+)?")

_NOT_OVER = mark("the game is not over")
_NOTHING_TO_CHOOSE = mark("there was nothing to choose")
_A_BOT = mark("a bot played")
_ALONE = mark("no other seat shares one, or nothing is known")
_NO_ROLL = mark("the move is not a roll of the inspector’s die")
_CANNOT_TELL = mark("the promise tells us nothing")
_FIRST_GAME = mark("it is the first game, or no such table is known")
_PERSON = {"table": Cell(TEXT), "seat": Cell(LETTER), "person": Cell(COUNT)}
_SITS = {
    "sitter": Cell(TEXT, _NOTHING_TO_CHOOSE), "person": Cell(COUNT, _A_BOT),
    "same_device_group": Cell(TEXT, _ALONE), "bot_share": Cell(SHARE, _NOTHING_TO_CHOOSE),
}  # fmt: skip
_ENDS = {"over": Cell(FLAG), "code": Cell(TEXT, _NOT_OVER)}
CELLS: Final[dict[str, dict[str, Cell]]] = {
    "tables.csv": {
        "version": Cell(COUNT), "session": Cell(TEXT), "form": Cell(TEXT), "table": Cell(TEXT), "block": Cell(TEXT),
        "treatment": Cell(TEXT), "years": Cell(COUNT),
        "points": Cell(POINTS_YEARS, mark("no year is finished")),
        "fines": Cell(FINE_YEARS, mark("nobody paid any")),
        "bots": Cell(SEAT_YEARS, mark("people played everything")),
        "closed": Cell(FLAG), "game": Cell(COUNT),
        "people_of": Cell(TEXT, _FIRST_GAME), "other_people": Cell(COUNT_0, _FIRST_GAME),
        "living": Cell(FISH_LIST), "left": Cell(FISH, _NOT_OVER),
        "next_year": Cell(POINTS_LIST, mark("the sea is not empty, or was not before the end")),
        "caught": Cell(FISH_LIST), **_ENDS,
    },
    "seats.csv": {
        "game": Cell(COUNT), "block": Cell(TEXT, mark("the table was set up while others played")), "table": Cell(TEXT),
        "treatment": Cell(TEXT), "seat": Cell(LETTER), "year": Cell(YEAR), **_SITS,
        "points": Cell(POINTS), "fines": Cell(FINE), "after_fines": Cell(POINTS), "taken": Cell(FISH),
        "plates": Cell(COUNT_0), "quota": Cell(FISH, mark("there is no rule")), "fish_at_start": Cell(FISH),
    },
    "decisions.csv": {
        "table": Cell(TEXT), "line": Cell(COUNT_0), "number": Cell(COUNT), "year": Cell(YEAR_0),
        "phase": Cell(TEXT, mark("the game has no parts")), "seat": Cell(LETTER, mark("dice, or chance")),
        "by": Cell(TEXT), "move": Cell(TEXT), "inspected": Cell(LETTER, _NO_ROLL), "too_many": Cell(FISH, _NO_ROLL),
        "fine": Cell(FINE, _NO_ROLL), "choices": Cell(COUNT), "at": Cell(SECONDS),
        "seconds": Cell(SECONDS, mark("it is the table’s first move")),
    },
    "talks.csv": {
        **_PERSON, "year": Cell(YEAR), "promise": Cell(PROMISE, mark("there is no answer")), "caught": Cell(FISH),
        **{name: Cell(FISH, _CANNOT_TELL) for name in ("must", "could", "aimed", "brought", "once")},
        "meant": Cell(FLAG, _CANNOT_TELL), "kept": Cell(FLAG, _CANNOT_TELL),
        "ready_after": Cell(SECONDS, mark("the clock ended the talk")),
    },
    "answers.csv": {
        **_PERSON, "stage": Cell(TEXT), "question": Cell(TEXT), "answer": Cell(TEXT, mark("it was left empty")),
        "tries": Cell(COUNT_0), "seconds": Cell(SECONDS),
    },
    "events.csv": {
        "at": Cell(SECONDS), "kind": Cell(TEXT), "meaning": Cell(TEXT, mark("an older Fishlab wrote it")),
        "table": Cell(TEXT, mark("the whole room")), "seat": Cell(WHERE, mark("the whole table")),
        "line": Cell(COUNT_0, mark("the whole room")), "number": Cell(COUNT_0, mark("the whole room")),
        "words": Cell(TEXT, mark("there is no more to say")),
    },
    "models.csv": {
        "form": Cell(TEXT), "treatment": Cell(TEXT), "seats": Cell(COUNT), "game": Cell(COUNT_0),
        "points": Cell(POINTS_LIST), "fines": Cell(FINE), "living": Cell(FISH_LIST),
    },
    "scores.csv": {
        "game": Cell(COUNT), "table": Cell(TEXT), "plays": Cell(TEXT), "seats": Cell(COUNT), "seat": Cell(LETTER),
        **_SITS, "score": Cell(SCORE, mark("the game is still being played")), "won": Cell(FLAG, _NOT_OVER), **_ENDS,
    },
}  # fmt: skip
"""For each file what its cells hold."""
