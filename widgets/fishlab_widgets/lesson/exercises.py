"""Exercises, checked at once: a question with an answer, or a student's own program."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

from IPython import get_ipython

from fishlab.core import State
from fishlab.messages import mark, tr, trn
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.answering import Choosing, Marking, in_words, labels, make_answering
from fishlab_widgets.lesson.answers import (
    LONGEST,
    LONGEST_PROGRAM,
    NOTHING,
    Judge,
    as_data,
    case_judge,
    kind_of_answer,
    make_judge,
)
from fishlab_widgets.lesson.card import Card, call, pictures_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.reading import HOW_TO_WRITE, numbers_in
from fishlab_widgets.lesson.student import (
    Missing,
    StudentError,
    Unanswered,
    fingerprint,
    guarded,
    is_blank,
    short,
    source_of,
)
from fishlab_widgets.lesson.view import HtmlPart, Part, button_part, field_part, html_part, verdict_html

_NEXT_HINT = (
    mark("First hint after one more try."),
    mark("Second hint after one more try."),
    mark("Third hint after one more try."),
    mark("Fourth hint after one more try."),
    mark("Fifth hint after one more try."),
    mark("Another hint after one more try."),
)


class _Exercise(Card):
    """What exercises have in common: tries, hints in steps, and the verdict."""

    tone = "checks"
    word = mark("Exercise")

    def __init__(
        self,
        lesson: Progress,
        key: str,
        asked: str,
        about: str,
        judge: Judge,
        hints: Sequence[str],
        right: str | Callable[[Any], str],
        step: str | None,
    ) -> None:
        self.judge, self.hints, self.right = judge, list(in_words(hints)), in_words(right)
        super().__init__(lesson, key, asked, about, step)

    def verdict(self, given: Any, label: str, sign: str, program: str = "") -> None:
        """Judge an answer, count it if it is a new one, and keep it with what there is to say."""
        answer = self.answer
        new = sign not in answer.tried
        try:
            said = self.judge(given)
        except Unanswered:
            self.unanswered()
            return
        except StudentError as error:
            said = str(error)
        except Exception as error:
            said = tr(
                "This answer could not be checked ({kind}: {error})", kind=type(error).__name__, error=str(error)[:120]
            )
        if new:
            answer.tried = [*answer.tried, sign][-50:]
            answer.tries += not answer.done
        if said is True:
            answer.done, answer.own = True, program or as_data(label)
            answer.said = self._right(label, given)
            return
        if not answer.done:
            answer.own = program or as_data(label)
        title, lines = self.wrong(given, label, said)
        hints, small = self._hints(new)
        answer.said = verdict_html("wrong", title, [*lines, *hints], small)

    def wrong(self, given: Any, label: str, said: bool | str) -> tuple[str, list[str]]:
        """Return what to say of a wrong answer before the hints: a title, and lines below it."""
        if not isinstance(said, str):
            said = tr("{answer} is not right", answer=_minus(label)) if label else tr("this is not right")
        return tr("Not yet: {sentence}", sentence=said), []

    def sentences(self, given: Any) -> list[str]:
        """Return the parts of an answer that are sentences, and so need lines of their own."""
        return []

    def _right(self, label: str, given: Any) -> str:
        """Return that an answer is right, and why; the verdict stands, whatever becomes of its reason."""
        why = ""
        with contextlib.suppress(Exception):
            why = str(call(self.right, given) if callable(self.right) else self.right)
        lines = self.sentences(given)
        title = tr("Right: {answer}", answer=_minus(label)) if label and not lines else tr("Right")
        return verdict_html("right", title, [*lines, why])

    def _hints(self, new: bool) -> tuple[list[str], str]:
        """Return the hints earned so far, and what brings the next one."""
        shown = self.hints[: self.answer.tries] if self.answer.tries else self.hints[:1]
        if len(self.hints) == 1:
            lines = [tr("Hint: {hint}", hint=hint) for hint in shown]
        else:
            lines = [tr("Hint {number}: {hint}", number=number, hint=hint) for number, hint in enumerate(shown, 1)]
        small = "" if new else tr("You tried this before.")
        if len(shown) < len(self.hints) and not self.answer.done:
            small = f"{small} {tr(_NEXT_HINT[min(len(shown), len(_NEXT_HINT) - 1)])}".strip()
        return lines, small

    def fits(self, own: Any) -> bool:
        """Tell whether something could have been answered here: what is kept is the answer in words."""
        return isinstance(own, str)

    def meant(self, own: Any) -> Any:
        """Return what was judged where this answer is kept in words, as far as it can be known."""
        return own

    def unanswered(self) -> None:
        """Say that there is no answer yet."""
        if not self.answer.done:
            self.answer.said = verdict_html("open", tr("Not answered yet"), [tr("Write your answer, then check it.")])

    def said_part(self) -> HtmlPart:
        """Return the verdict."""
        answer = self.answer
        if not answer.said and answer.done:  # brought back from a lesson code
            answer.said = self._right(str(answer.own or ""), self.meant(answer.own))
        return html_part("said", answer.said, live=True)


def _minus(label: str) -> str:
    """Return an answer as print sets it: a negative number with a minus sign."""
    return re.sub(r"^-(?=[\d.])", "−", label)


class Exercise(_Exercise):
    """An exercise that is answered on the card: in a field, by a choice, or on a board.

    Args:
        lesson: the lesson.
        key: a short word of its own.
        question: what is asked.
        answer: the right answer: a number, a text, a choice, a set of choices, or a tuple of answers that count.
        test: judges the answer instead: True if right; False, or a sentence about this mistake, if not.
        about: what is given.
        hints: hints in steps, one more after every new wrong try.
        right: why the answer is right, said once it is.
        mistakes: from foreseen wrong answers to a sentence about each; of many choices, from each wrong one.
        choices: the answers to choose from; a field to type in without them.
        board: a state on whose picture the answer is marked; the answer is then a move's notation.
        many: several choices or marks are one answer, a set.
        picture: something to look at beside the question.
        marks: what to point at on the picture of a state: "d4", "A: net d4 e4".
        plain: leave out of a state's picture what gives the score away.
        unit: the unit of the number that is asked for.
        within: how far off a number may be.
        step: the lesson's step, if it is not the present one.
    """

    keeps = "question"

    def __init__(
        self,
        lesson: Progress,
        key: str,
        question: str,
        *,
        answer: Any = NOTHING,
        test: Callable[[Any], bool | str] | None = None,
        about: str = "",
        hints: Sequence[str] = (),
        right: str | Callable[[Any], str] = "",
        mistakes: Mapping[Any, str] | None = None,
        choices: Sequence[Any] | Mapping[Any, str] | None = None,
        board: State | None = None,
        many: bool = False,
        picture: Any = None,
        marks: Sequence[str] = (),
        plain: bool = False,
        unit: str = "",
        within: float = 0,
        step: str | None = None,
    ) -> None:
        self.expected, self.mistakes, self.unit = answer, mistakes or {}, tr(unit)
        self.answering = make_answering(labels(choices), None, None, 1, False, board, many, self.unit)
        self.kind = kind_of_answer(answer, self.unit)
        judge = make_judge(key, answer, test, in_words(self.mistakes), within)
        super().__init__(lesson, key, tr(question), tr(about), judge, hints, right, step)
        self.look(*pictures_of(picture, marks, plain=plain))
        if isinstance(self.answering, Marking):
            self.answering.send, self.big = self.receive, True
            self.look(self.answering.board)

    def act(self, kind: str, value: Any) -> None:
        """Choose, or check."""
        answer = self.answer
        if kind == "choose" and self.answering is not None:
            answer.draft = self.answering.read(value)
            answer.emptied = answer.draft is None
        elif kind == "check" and self.answering is not None:
            if answer.draft is None:
                self.notice = tr("Choose an answer first.")
                return
            given = answer.draft
            self.verdict(set(given) if isinstance(given, list) else given, self.answering.label(given), repr(given))
        elif kind == "check" and isinstance(value, str):
            text = " ".join(value.split())[:LONGEST]
            answer.draft = text
            if not text:
                self.unanswered()
                return
            meant = self._numbers(text)
            if self.kind == "number" and not meant:
                self.notice = tr(
                    "“{text}” cannot be read as a number: {how}. This was not counted as a try.",
                    text=text[:40], how=tr(HOW_TO_WRITE),
                )  # fmt: skip
                return
            given = max(meant, key=self._known) if meant else text
            self.verdict(given, text, repr(given) if meant else text.casefold())

    def wrong(self, given: Any, label: str, said: bool | str) -> tuple[str, list[str]]:
        """Return of several choices how many are missing, and of each whether it belongs in the answer."""
        some = self.answering
        if isinstance(said, str) or not isinstance(some, Choosing) or not isinstance(self.expected, set):
            return super().wrong(given, label, said)
        lines, found = [], 0
        for one in (one for one in some.values if one in given):
            choice = some.label(one)
            if one in self.expected:
                found += 1
                lines.append(tr("“{choice}” belongs in the answer.", choice=choice))
            elif one in self.mistakes:
                why = tr(self.mistakes[one])
                lines.append(tr("“{choice}” does not belong in the answer: {reason}.", choice=choice, reason=why))
            else:
                lines.append(tr("“{choice}” does not belong in the answer.", choice=choice))
        all_ = len(self.expected)
        if found == all_:
            more = len(lines) - all_
            return trn(
                "Not yet: right, but {n} answer too many", "Not yet: right, but {n} answers too many", more
            ), lines
        return tr(
            "Not yet: {found} of {all} found, {missing} missing", found=found, all=all_, missing=all_ - found
        ), lines

    def sentences(self, given: Any) -> list[str]:
        """Return the choices, if several make the answer and they are sentences."""
        some = self.answering
        if not isinstance(some, Choosing) or not isinstance(given, set):
            return []
        labels = [some.label(one) for one in some.values if one in given]
        return labels if any(words.endswith(".") for words in labels) else []

    def _numbers(self, text: str) -> list[Any]:
        return [] if self.kind == "words" else numbers_in(text, self.unit)

    def meant(self, own: Any) -> Any:
        """Return the number or the choice that an answer in words stands for."""
        if self.answering is not None:
            given = self.answering.from_label(str(own))
            return set(given) if isinstance(given, list) else given
        numbers = self._numbers(str(own))
        return max(numbers, key=self._known) if numbers else own

    def _known(self, number: Any) -> int:
        """Return how well a reading of an answer is known: 2 if it is right, 1 if it is a mistake with a sentence."""
        with contextlib.suppress(Exception):
            said = self.judge(number)
            return 2 if said is True else int(isinstance(said, str))
        return 0

    def refresh(self) -> None:
        """Show the question, the field and the verdict."""
        self.welcome()
        answer = self.answer
        ask: list[Part]
        if self.answering is not None:
            if (
                answer.draft is None and answer.own is not None and not answer.emptied
            ):  # brought back from a lesson code
                known = self.answering.from_label(str(answer.own))
                answer.draft = known if self.answering.fits(known) else None
            choices = self.answering.part(self.asked, answer.draft, captions=False)
            ask = [choices, button_part("go", "check", tr("Check"), disabled=answer.draft is None)]
        else:
            label = tr("Your answer ({unit})", unit=self.unit) if self.unit else tr("Your answer")
            typed = answer.draft if answer.draft is not None else answer.own
            typed = typed if isinstance(typed, str) else ""
            ask = [field_part("field", "check", label, tr("Check"), typed, most=LONGEST)]
        self.show_parts(self.title_part(), body=[*ask, self.said_part(), self.notice_part()])


class Check(_Exercise):
    """The verdict on what was written in a code cell: given whenever a cell has set its name anew.

    Args:
        lesson: the lesson.
        key: a short word of its own.
        given: the value or function; `...` means that it is not answered yet.
        title: what is asked, in a few words.
        answer: the right value, or a tuple of values that all count.
        test: judges the value or function instead: True if right; False, or a sentence about the mistake, if not.
        cases: for a function: tuples of its arguments (a tuple) and the right result.
        about: what is given.
        hints: hints in steps, one more after every new wrong try.
        right: why the answer is right, said once it is.
        mistakes: from foreseen wrong values to a sentence about each; for a function, pairs of a wrong function and
            the sentence for those whose function does the same.
        within: how far off a number may be.
        seconds: how long a function may run.
        name: what the cell calls it, if it is neither a function nor a value that no other name stands for.
        step: the lesson's step, if it is not the present one.
    """

    keeps = "check"

    def __init__(
        self,
        lesson: Progress,
        key: str,
        given: Any,
        *,
        title: str = "",
        answer: Any = NOTHING,
        test: Callable[[Any], bool | str] | None = None,
        cases: Sequence[tuple[Any, ...]] = (),
        about: str = "",
        hints: Sequence[str] = (),
        right: str | Callable[[Any], str] = "",
        mistakes: Mapping[Any, str] | Sequence[tuple[Callable[..., Any], str]] = (),
        within: float = 0,
        seconds: float = 2,
        name: str = "",
        step: str | None = None,
    ) -> None:
        shell, mistakes = get_ipython(), in_words(mistakes)
        if not cases:
            judge = make_judge(key, answer, test, dict(mistakes) if isinstance(mistakes, Mapping) else {}, within)
        else:
            pairs = [] if isinstance(mistakes, Mapping) else list(mistakes)
            judge = case_judge(cases, pairs, within, seconds)  # it guards every call itself
        self.cases, self.seconds = cases, seconds
        self.name = name or (name_of(given, shell.user_ns) if shell is not None else "")
        self.given, self.stopped = given, False
        super().__init__(lesson, key, tr(title or key), tr(about), judge, hints, right, step)
        older, lesson.memory.newest[key] = lesson.memory.newest.get(key), self
        if older is None or older.given is not given or older.stopped or not self.answer.said:
            self._judge()  # else its own cell has run before that of the card, and was judged then

    def look_again(self, names: Mapping[str, Any], source: str = "", *, failed: bool = False) -> None:
        """Judge what a cell has just written under the name of this exercise, if that is something new.

        Args:
            names: what the notebook knows.
            source: the cell; one of this exercise that `failed` gets no verdict, nor keeps that of the run before.
            failed: whether an error stopped it.
        """
        given = names.get(self.name, self.given)
        own = bool(self.name and re.search(rf"^(def {self.name}\b|{self.name} *=)", source, re.MULTILINE))
        if given is not self.given or (own and self.stopped and not failed):
            self.given, self.stopped = given, False
            if self.lesson.memory.newest.get(self.key) is self:
                self._judge()
            self.answered()
        elif own and failed:
            self.stopped = True
            line = tr("An error stopped the cell above. Read the last line under it, mend the cell, and run it again.")
            self.answer.said = verdict_html("open", tr("Not checked"), [line])
            self.answered()

    def _judge(self) -> None:
        given = self.given
        if self.blank:
            self.unanswered()
        elif callable(given):
            tested = given if self.cases else guarded(given, self.seconds)  # cases guard every call themselves
            self.verdict(tested, "", fingerprint(given), source_of(given)[:LONGEST_PROGRAM])
        else:
            self.verdict(given, short(given), repr(short(given)))

    @property
    def blank(self) -> bool:
        """Whether the cell waits for an answer."""
        return is_blank(self.given)

    def unanswered(self) -> None:
        """Say that the cell waits for an answer."""
        self.answer.said = self._waits()

    def _waits(self) -> str:
        """Return that the cell waits; who had an answer before is not told that it still stands there."""
        if self.answer.done:
            line = tr("Your answer was right. The cell above does not hold it now.")
            return verdict_html("right", tr("Solved before"), [line])
        if isinstance(self.given, Missing):
            line = tr(
                "The cell above has not run to its end. If an error stands under it, read its last line, and mend the "
                "cell. Then run it."
            )
            return verdict_html("open", tr("Not checked"), [line])
        line = tr("Write your answer in the cell above, and run that cell: it is checked at once.")
        return verdict_html("open", tr("Not answered yet"), [line])

    def said_part(self) -> HtmlPart:
        """Return the verdict; after a restart the answer may be back before its cell is.

        A card whose cell waits says so for itself: another card of this key may hold the answer.
        """
        answer = self.answer
        if answer.done and self.blank:
            return html_part("said", self._waits(), live=True)
        if answer.done and not answer.said:
            answer.said = self._right("" if callable(self.given) else str(answer.own or ""), self.given)
        return html_part("said", answer.said, live=True)

    def refresh(self) -> None:
        """Show the verdict, and the answer that was right where its cell has lost it."""
        self.welcome()
        kept = self.answer.own if self.answer.done and self.blank else ""
        program = f'<pre class="program">{escape(str(kept))}</pre>' if kept else ""
        self.show_parts(self.title_part(), self.said_part(), html_part("program", program) if program else None)


def check_again(lesson: Progress | None, names: Mapping[str, Any], source: str = "", *, failed: bool = False) -> None:
    """Judge every exercise of a lesson that a cell has answered anew, or tried to."""
    cards = list(lesson.memory.cards) if lesson is not None else []
    for card in cards:
        if isinstance(card, Check):
            card.look_again(names, source, failed=failed)


def check_every_run(shell: Any) -> None:
    """Let a notebook check its exercises in code as soon as their own cells have run.

    Args:
        shell: IPython's shell, None where there is none.
    """
    if shell is not None:
        shell.events.register("post_run_cell", _cell_was_run)


def _cell_was_run(result: Any = None) -> None:
    shell = get_ipython()
    if shell is not None:
        source = str(getattr(getattr(result, "info", None), "raw_cell", None) or "")
        check_again(memory.current, shell.user_ns, source, failed=not getattr(result, "success", True))


def name_of(given: Any, names: Mapping[str, Any]) -> str:
    """Return the name under which a notebook knows a value, "" if it knows none."""
    own = getattr(given, "__name__", "")
    if own and names.get(own) is given:
        return str(own)
    return next((name for name, value in names.items() if value is given and not name.startswith("_")), "")
