"""The teacher's guide: the timetable of every lesson, and its answers behind a word that the teacher chooses.

Steps, minutes, questions and answers come out of the lessons' own files; `guide.toml` adds what to say and to expect of
a lesson, and `steps.toml` of each of its steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from fishlab.messages import mark, tr
from fishlab.table_files import read_figures
from fishlab_widgets.council.reader import Reader
from fishlab_widgets.lesson.answers import gate_mark
from fishlab_widgets.lesson.predictions import TypicalAnswer, reasons_of
from fishlab_widgets.lesson.view import button_part, field_part, html_part, prose, sealed_html
from fishlab_widgets.teacher.class_page import desk
from fishlab_widgets.teacher.stored_lessons import LessonFile, Solved, lesson_files, solved

GUIDE: Final[dict[str, dict[str, Any]]] = {
    one["number"]: one for one in read_figures("guide", Path(__file__).with_name("guide.toml"))["lesson"]
}
"""What to bring, to say and to expect, by the lesson's number."""
STEPS: Final[dict[str, dict[str, list[str]]]] = read_figures("steps", Path(__file__).with_name("steps.toml"))
"""What to say and what to expect in every step, by the lesson's number and the step's name."""
_KINDS: Final = {"predict": mark("prediction"), "question": mark("exercise"), "check": mark("program")}
_NO_FILES: Final = mark("The lessons' files are not here: open this page from the course's own folder.")


def _lessons() -> dict[str, str]:
    return {number: number for number in lesson_files()}


def timetable_html(lesson: LessonFile) -> str:
    """Return a lesson minute by minute, with what to bring, to say and to expect."""
    told = GUIDE.get(lesson.number, {})
    words = {"bring": tr("Bring"), "say": tr("Say first"), "expect": tr("Expect"), "end": tr("Say last")}
    facts = "".join(
        f'<tr><th scope="row">{escape(word)}</th><td>{prose(told[name])}</td></tr>'
        for name, word in words.items()
        if name in told
    )
    rows, clock, half = "", 0, 0
    for step in lesson.steps:
        short = f"{half}" if step.short else "–"
        say, expect = STEPS.get(lesson.number, {}).get(step.name, ("", ""))
        heading = f"<br>{prose(step.heading)}" if step.heading else ""
        minutes = tr("{count} min", count=step.minutes)
        rows += (
            f"<tr><td>{clock}</td><td>{short}</td><td><b>{escape(step.name)}</b> {minutes}{heading}</td>"
            f"<td>{prose(say)}</td><td>{prose(expect)}</td></tr>"
        )
        clock, half = clock + step.minutes, half + step.minutes * step.short
    title = mark("{number} · {title}: {minutes} minutes")
    if half < clock:
        title = mark("{number} · {title}: {minutes} minutes, or {half} on the short route")
    heading = tr(title, number=lesson.number, title=lesson.title, minutes=clock, half=half)
    heads = "".join(
        f'<th scope="col">{escape(word)}</th>'
        for word in (tr("minute"), tr("short"), tr("step"), tr("say"), tr("expect"))
    )
    return (
        f"<h3>{escape(heading)}</h3>"
        f'<p><i>{escape(lesson.question)}</i></p><table class="facts">{facts}</table>'
        f'<table class="facts"><tr>{heads}</tr>{rows}</table>'
    )


class Timetable(Reader):
    """A card to choose a lesson and read its timetable; nothing on it gives a result away."""

    word = mark("Timetable")
    wakes = mark("the timetable")
    layout_of = "long"

    def __init__(self) -> None:
        super().__init__(desk(), tr("Which lesson do you teach?"), choices=_lessons())

    def refresh(self) -> None:
        """Show the timetable."""
        if not self.chosen:
            self.show_parts(self.title_part(), html_part("none", f"<p>{tr(_NO_FILES)}</p>"))
            return
        self.look(timetable_html(lesson_files()[self.chosen]))
        self.show_parts(self.title_part(), self.choices(tr("Lesson")))


def said_html(told: Sequence[TypicalAnswer]) -> str:
    """Return what students will say to a prediction, why, and what to ask them then."""
    if not told:
        return ""
    lines = "".join(
        f"<li><b>{prose(tr(one.say))}</b> {prose(tr(one.cause))}<br>"
        f"{escape(tr('Ask:'))} <i>{prose(tr(one.ask))}</i></li>"
        for one in told
    )
    return f"<details><summary>{escape(tr('What will they say?'))}</summary><ul>{lines}</ul></details>"


def answers_html(number: str, found: list[Solved]) -> str:
    """Return what is right on every card of a lesson, the mistakes that it foresees, and what students mix up."""
    lesson, guide, reasons = lesson_files()[number], GUIDE.get(number, {}), reasons_of(number)
    rows, foreseen = "", escape(tr("mistakes that the card expects"))
    for one in found:
        wrong = "".join(f"<li>{prose(f'{said}: {why}' if said else why)}</li>" for said, why in one.mistakes)
        own = one.key in guide.get("own", ()) or not one.answer
        told = f"<p><b>{prose(tr('depends on what the class does') if own else one.answer)}</b></p>"
        told += f"<p>{prose(one.why)}</p>" * bool(one.why)
        rows += (
            f"<tr><td>{escape(tr(_KINDS[one.kind]))}</td><td>{prose(one.words)}</td><td>{told}"
            + f"<details><summary>{foreseen}</summary><ul>{wrong}</ul></details>" * bool(wrong)
            + said_html(reasons[one.key].said if one.kind == "predict" and one.key in reasons else ())
            + "</td></tr>"
        )
    mixed = "".join(f"<li>{prose(one)}</li>" for one in guide.get("mixed", ()))
    heads = "".join(f'<th scope="col">{escape(word)}</th>' for word in (tr("what"), tr("asked"), tr("right")))
    return (
        f"<h3>{escape(number)} · {escape(lesson.title)}</h3><h4>{escape(tr('What students mix up'))}</h4>"
        f'<ul>{mixed}</ul><table class="facts"><tr>{heads}</tr>{rows}</table>'
    )


class Answers(Reader):
    """A card with all answers, shut until the teacher's word is typed.

    It keeps curious eyes away and is no vault: whoever reads a lesson's code finds its answers there. Nothing is worked
    out, sent to the page or stored before the word is there.

    Args:
        mark: the mark of the word (`gate_mark`); without one, the first word that is typed becomes the word.
    """

    word = mark("Answers")
    wakes = mark("the answers")
    layout_of = "long"

    def __init__(self, mark: str = "") -> None:
        self.mark, self.unlocked = mark, False
        self.found: dict[str, list[Solved]] = {}
        self.notice = ""
        about = tr(
            "The lessons work out their own answers, which can take half a minute the first time. The word keeps "
            "curious eyes away. It is no vault: anybody who reads a lesson's code finds them too."
        )
        super().__init__(desk(), tr("Answers and common misconceptions"), about, choices=_lessons())

    def act(self, kind: str, value: Any) -> None:
        """Choose the word, open, shut, or choose a lesson."""
        self.notice = ""
        typed = " ".join(str(value).split())[:60]
        if kind == "word" and len(typed) < 4:
            self.notice = tr("A word needs at least four letters.")
        elif kind == "word":
            self.mark = self.mark or gate_mark(typed)
            self.unlocked = gate_mark(typed) == self.mark
            self.notice = "" if self.unlocked else tr("This is not the word.")
        elif kind == "shut":
            self.unlocked = False
        elif self.unlocked:
            super().act(kind, value)

    def refresh(self) -> None:
        """Show the padlock, or the answers of the chosen lesson."""
        if not self.chosen:
            self.show_parts(self.title_part(), html_part("none", f"<p>{tr(_NO_FILES)}</p>"))
            return
        if not self.unlocked:
            label = tr("Your word") if self.mark else tr("Choose a word that your class does not know")
            self.look()
            self.show_parts(
                self.title_part(),
                html_part("sealed", sealed_html(tr("Closed."))),
                field_part("word", "word", label, tr("Open"), most=60),
                self.notice_part(),
            )
            return
        if self.chosen not in self.found:
            self.found[self.chosen] = solved(self.chosen)
        self.look(answers_html(self.chosen, self.found[self.chosen]))
        cell = f'<code>Answers("{self.mark}")</code>'
        kept = tr("To be asked for this word next time, change the cell to {cell}.", cell=cell)
        self.show_parts(
            self.title_part(),
            html_part("kept", f'<p class="quiet">{kept}</p>', live=True),
            self.choices(tr("Lesson")),
            button_part("shut", "shut", tr("Close")),
        )
