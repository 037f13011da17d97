"""Ways to answer on a card: choosing, giving a number, marking places on a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import combinations
from typing import Any

from fishlab.core import IllegalMove, State
from fishlab.messages import ENGLISH, language, tr
from fishlab_widgets.lesson.answers import (
    as_data,
    written,
)
from fishlab_widgets.lesson.reading import parse_number
from fishlab_widgets.lesson.view import ChoicesPart, HtmlPart, NumberPart, Option, html_part, spoken
from fishlab_widgets.live.board import Board


def together(answers: Sequence[str]) -> str:
    """Return several answers as one: sentences follow each other, what has commas or many words gets semicolons."""
    if any(words.endswith(".") for words in answers):
        return " ".join(answers)
    return ("; " if any("," in words or words.count(" ") > 2 for words in answers) else ", ").join(answers)


class Choosing:
    """An answer chosen among a few; several of them if `many`."""

    def __init__(self, choices: Sequence[Any] | Mapping[Any, str], many: bool) -> None:
        named = isinstance(choices, Mapping)
        self.values = [as_data(value) for value in choices]
        self.labels = [str(label) for label in (choices.values() if isinstance(choices, Mapping) else choices)]
        self.many, self.named = many, named
        self.board: Board | None = None

    def read(self, value: Any) -> Any:
        """Return the answer that a message means, None if it means none."""
        if self.many:
            places = value if isinstance(value, list) else []
            return [self.values[place] for place in places if is_place(place, self.values)] or None
        return self.values[value] if is_place(value, self.values) else None

    def fits(self, answer: Any) -> bool:
        """Tell whether something could have been answered here."""
        if self.many:
            return isinstance(answer, list) and bool(answer) and all(one in self.values for one in answer)
        return answer in self.values

    def label(self, answer: Any) -> str:
        """Return an answer in words."""
        if isinstance(answer, list):
            return together([self.label(one) for one in answer]) or tr("none")
        return self.labels[self.values.index(answer)] if answer in self.values else str(answer)

    def from_label(self, words: str) -> Any:
        """Return the answer that is called so; the words themselves if there is none."""
        some = [label for label in self.labels if label in words] if self.many else [words]
        sizes = range(len(some), 0, -1)  # a label may be a part of another one
        either = (one for size in sizes for one in combinations(some, size))
        found = next((one for one in either if words in (together(one), ", ".join(one))), ())
        values = [self.values[self.labels.index(label)] for label in found if label in self.labels]
        return words if not values else values if self.many else values[0]

    def part(
        self, asked: str, draft: Any, *, locked: bool = False, result: Any = None, captions: bool = True
    ) -> ChoicesPart:
        """Return the choices, with the answer in blue and the result in amber once locked."""
        chosen = [] if draft is None else draft if isinstance(draft, list) else [draft]
        truth = [] if result is None else result if isinstance(result, list) else [result]
        options: list[Option] = []
        for value, label in zip(self.values, self.labels, strict=True):
            you, was = value in chosen, value in truth
            caption = tr("you, and it was") if you and was else tr("you") if you else tr("it was") if was else ""
            options.append({"label": label, "caption": caption if captions else "", "truth": was})
        places = [place for place, value in enumerate(self.values) if value in chosen]
        return {
            "kind": "choices", "id": "choices", "label": spoken(asked), "many": self.many, "options": options,
            "chosen": places, "locked": locked, "send": "choose", "captions": captions,
        }  # fmt: skip

    def switch(self, asked: str, chosen: Any, send: str = "choose", name: str = "") -> ChoicesPart:
        """Return the choices under a label that is seen; what is chosen is acted on at once."""
        return {**self.part(asked, chosen, captions=False), "id": name or send, "send": send, "shout": True}


class Numbering:
    """An answer that is a number between two others; where it says when, it is "year 5", and not "5 years"."""

    board: Board | None = None

    def __init__(
        self, low: float, high: float, by: float, slider: bool, unit: str | tuple[str, str], when: bool = False
    ) -> None:
        if not low < high or by <= 0:
            raise ValueError(f"low={low}, high={high}, by={by} leave no number to choose")
        self.low, self.high, self.by, self.slider = low, high, by, slider
        self.unit = (unit, unit) if isinstance(unit, str) else unit
        self.when = when

    def read(self, value: Any) -> Any:
        """Return the number that was typed, None if it is none or out of range."""
        number = parse_number(str(value)[:40]) if isinstance(value, str | int | float) else None
        return number if number is not None and self.low <= number <= self.high else None

    def fits(self, answer: Any) -> bool:
        """Tell whether something could have been answered here."""
        return isinstance(answer, int | float) and not isinstance(answer, bool) and self.low <= answer <= self.high

    def label(self, answer: Any) -> str:
        """Return an answer with its unit."""
        if not isinstance(answer, int | float):
            return str(answer)
        if self.when:
            return f"{self.unit[0]} {written(answer)}"
        unit = self.unit[0] if answer == 1 else self.unit[1]
        return f"{written(answer)} {unit}".strip().replace("-", "−", answer < 0)

    def from_label(self, words: str) -> Any:
        """Return the number that is written so."""
        return parse_number(words)

    def part(
        self, asked: str, draft: Any, *, locked: bool = False, result: Any = None, captions: bool = True
    ) -> NumberPart | HtmlPart:
        """Return the field or slider; once locked, a scale with both numbers on it."""
        if not locked:
            low, high = (written(end).replace("-", "−") for end in (self.low, self.high))
            return {
                "kind": "number", "id": "number", "label": tr("Your number, {low} to {high}", low=low, high=high),
                "unit": self.unit[not self.when], "low": self.low, "high": self.high, "by": self.by,
                "slider": self.slider, "send": "choose", "value": "" if draft is None else str(draft),
            }  # fmt: skip

        def spot(number: Any) -> float:
            share = (min(max(float(number), self.low), self.high) - self.low) / (self.high - self.low)
            return round(100 * share, 2)

        def told(number: Any, words: str, cls: str = "") -> str:
            place = spot(number)  # the words stay between the ends of the scale
            at = f"left:{place}%;transform:translateX(-{place}%)"
            return f'<i{cls} style="left:{place}%"></i><span{cls} style="{at}">{escape(words)}</span>'

        html = told(draft, tr("you: {answer}", answer=self.label(draft)))
        if isinstance(result, int | float):
            html = told(result, tr("it was: {result}", result=self.label(result)), ' class="truth"') + html
        return html_part("scale", f'<div class="scale">{html}</div>')


class Marking:
    """An answer marked on the picture of a state: a live board on which a click marks a move and plays nothing."""

    def __init__(self, state: State, many: bool) -> None:
        self.state, self.many = state, many
        self.board = Board(typing=False)
        self.board.compact = True
        self.board.on_move, self.board.on_mark = self._moved, self._marked
        self.board.on_cancel = lambda: None
        self.send: Callable[[str, Any], None] = lambda kind, value: None
        self.draft: list[str] = []

    def _moved(self, text: str) -> None:
        try:
            move = self.state.parse(text)
            reason = self.state.why_not(move)
        except IllegalMove as why:
            move, reason = (), str(why)
        if reason:
            with self.board.hold_sync():
                self.board.status = tr("This cannot be marked. {reason}", reason=reason)
                self.board.rev += 1
        else:
            self._marked(self.state.notation(move))

    def _marked(self, mark: str) -> None:
        """Take a mark, or take it away."""
        rest = [one for one in self.draft if one != mark]
        if self.many:
            self.send("choose", rest if mark in self.draft else [*rest, mark])
        else:
            self.send("choose", None if mark in self.draft else mark)

    def read(self, value: Any) -> Any:
        """Return the marks that a message means, None if there are none."""
        if self.many:
            return [one for one in value if isinstance(one, str)] or None if isinstance(value, list) else None
        return value if isinstance(value, str) else None

    def fits(self, answer: Any) -> bool:
        """Tell whether something could have been answered here."""
        if self.many:
            return isinstance(answer, list) and bool(answer) and all(isinstance(one, str) for one in answer)
        return isinstance(answer, str)

    def label(self, answer: Any) -> str:
        """Return an answer in words."""
        return ", ".join(answer) if isinstance(answer, list) else str(answer)

    def from_label(self, words: str) -> Any:
        """Return the marks that are written so."""
        return words.split(", ") if self.many else words

    def part(
        self, asked: str, draft: Any, *, locked: bool = False, result: Any = None, captions: bool = True
    ) -> HtmlPart:
        """Draw the board with its marks, and return what is marked in words."""
        self.draft = draft if isinstance(draft, list) else [] if draft is None else [draft]
        truth = result if isinstance(result, list) else [] if result is None else [result]
        marks = []
        for mark in dict.fromkeys([*self.draft, *truth]):
            tags = [word for word, given in ((tr("you"), self.draft), (tr("it was"), truth)) if mark in given]
            marks.append(f"{', '.join(tags)}: {mark}")
        how = tr("Click to mark, or use the arrow keys and Enter. The same again takes the mark away.")
        hint = "" if locked else how
        self.board.show(self.state, legal=not locked, marks=marks, motion=False, hint=hint)
        if self.board.choices and 'data-move="' in self.board.svg:  # a pass is nothing that one could mark
            with self.board.hold_sync():
                self.board.choices = []
                self.board.rev += 1
        words = tr("Nothing is marked yet.")
        if self.draft:
            words = tr("Marked: {marks}", marks=f"<strong>{escape(self.label(draft))}</strong>")
        return html_part("marked", f"<p>{words}</p>", live=True)


Answering = Choosing | Numbering | Marking


def make_answering(
    choices: Sequence[Any] | Mapping[Any, str] | None,
    low: float | None,
    high: float | None,
    by: float,
    slider: bool,
    board: State | None,
    many: bool,
    unit: str | tuple[str, str],
    when: bool = False,
) -> Answering | None:
    """Return the way to answer that is asked for, None where that is a field to type in."""
    if choices is not None:
        return Choosing(choices, many)
    if board is not None:
        return Marking(board, many)
    if low is not None and high is not None:
        return Numbering(low, high, by, slider, unit, when)
    return None


def in_words(given: Any) -> Any:
    """Return what a card is told in the language in use: its texts, and those that the keys of a mapping stand for."""
    if isinstance(given, str):
        return tr(given)
    if isinstance(given, Mapping):
        return {key: in_words(value) for key, value in given.items()}
    return type(given)(map(in_words, given)) if isinstance(given, list | tuple) else given


def labels(choices: Sequence[Any] | Mapping[Any, str] | None) -> Sequence[Any] | Mapping[Any, str] | None:
    """Return answers to choose from, each with its words in the language in use."""
    if choices is None or (language() is ENGLISH and not isinstance(choices, Mapping)):
        return choices
    return {one: in_words(choices[one] if isinstance(choices, Mapping) else one) for one in choices}


def is_place(value: Any, values: Sequence[Any]) -> bool:
    """Tell whether a value is the place of one of some values."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(values)
