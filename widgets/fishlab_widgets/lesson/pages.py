"""What frames a lesson: the strip of steps, cards in columns, policies to switch, and the card to hand in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as w

from fishlab.core import BadCode
from fishlab.messages import tr
from fishlab_widgets.controls.bookmark import Bookmark
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.answers import (
    EXERCISES,
    MOST_CODE,
)
from fishlab_widgets.lesson.card import TICK, Card, Panel, html_part, padlock, picture_of, prose
from fishlab_widgets.lesson.memory import Progress

MOST_NAMED = 7
"""Steps whose names stand under their numbers; more are named in the plan, and each where one is."""


def sealed_part(words: str) -> dict[str, Any]:
    """Return the sign of something that is not shown yet, and what opens it."""
    return html_part("sealed", f'<div class="sealed">{padlock(True)}<div>{escape(words)}</div></div>', live=True)


class Policy(Card):
    """A switch between rules, with a way back to the rulebook."""

    tone = "tries"
    word = "Change a rule"
    follows_all = True  # the lock of a prediction may open it
    _seen: Any = None

    def __init__(
        self,
        lesson: Progress,
        asked: str,
        about: str,
        show: Callable[..., Any],
        controls: Mapping[str, tuple[str, Sequence[Any], Any]],
        rulebook: str,
        word: str = "rulebook",
        after: Sequence[str] = (),
        yours: Sequence[str] = (),
    ) -> None:
        self.show_it, self.back, self.mark, self.after = show, rulebook, word, list(after)
        self.controls = {name: (label, Choosing(values, False)) for name, (label, values, _) in controls.items()}
        self.printed = {name: printed for name, (_, _, printed) in controls.items()}
        for name, (_, chooser) in self.controls.items():
            if self.printed[name] not in chooser.values:
                raise ValueError(
                    f"policy {name!r}: the rulebook's value {self.printed[name]!r} is not among its values"
                )
        self.values = dict(self.printed)
        self.rules = {name: printed for name, printed in self.printed.items() if name not in yours}
        self.view = w.HTML()
        super().__init__(lesson, "", asked, about)
        self.look(self.view)

    def _receive(self, kind: str, value: Any) -> None:
        self.notice, self._seen = "", None
        name = kind.removeprefix("set ")
        if kind == "back":
            self.values |= self.rules
        elif name in self.controls and (chosen := self.controls[name][1].read(value)) is not None:
            self.values[name] = chosen
        self.refresh()

    def refresh(self) -> None:
        """Show the choices and what they do; neither before the predictions that it would give away are locked."""
        if not self.lesson.is_open(self.after):
            self._seen = None  # what was open before everything was forgotten opens again
            self.head.show(self.title_part(), sealed_part(self.lesson.what_opens(self.after)))
            self.look()
            self.body.show()
            return
        if self._seen == self.values:
            return
        self._seen = dict(self.values)
        parts: list[dict[str, Any]] = []
        for name, (label, chooser) in self.controls.items():
            part = chooser.part(label, self.values[name])
            for value, option in zip(chooser.values, part["options"], strict=True):
                option["caption"] = self.mark if name in self.rules and value == self.rules[name] else ""
            parts.append({**part, "id": f"set {name}", "send": f"set {name}", "shout": True})
        same = self.values == self.values | self.rules
        try:
            seen = picture_of(self.show_it(**self.values))
            if isinstance(seen, w.HTML):
                self.view.value = seen.value
                self.look(self.view)
            elif seen is not None:
                self.look(seen)
        except Exception as error:
            self.notice = f"These rules cannot be played: {str(error)[:200]}"
        words = "These are the rulebook's rules." if same else "These are not the rulebook's rules."
        if self.mark != "rulebook":
            words = f"{'Everything' if same else 'Not everything'} is {self.mark}."
        self.head.show(
            self.title_part(), *parts,
            {"kind": "button", "id": "back", "send": "back", "text": self.back, "disabled": same},
            html_part("which", f'<p class="quiet">{words}</p>', live=True), self.notice_part(),
        )  # fmt: skip
        self.body.show()


class Sealed(Card):
    """Something to look at that would give predictions away: it is made and shown once they are locked."""

    follows_all = True

    def __init__(self, lesson: Progress, after: Sequence[str], show: Callable[[], Any]) -> None:
        self.after, self.show_it = list(after), show
        self.cover, self.inside = Panel(label="Not yet"), w.VBox([])
        super().__init__(lesson, "", "Not yet")
        self.children = [self.cover]

    def still_picture(self) -> str:
        """Return nothing: what is inside may still be sealed."""
        return ""

    def refresh(self) -> None:
        """Show what is inside once the predictions are locked."""
        if not self.lesson.is_open(self.after):
            self.cover.show(sealed_part(self.lesson.what_opens(self.after)))
            self.children = [self.cover]
        elif self.inside.children:
            self.children = [self.inside]
        else:
            try:
                seen = picture_of(self.show_it())
                self.inside.children = [seen] if seen is not None else []
                self.children = [self.inside]
            except Exception as error:
                told = f"This could not be shown ({type(error).__name__}: {str(error)[:200]}). Run the cells above."
                self.cover.show(html_part("sealed", f"<p>{escape(told)}</p>"))


class Strip(Live, w.VBox):
    """The lesson's steps: done ones ticked, passed ones grey, the present one in amber, extra ones dashed."""

    wakes = "the lesson"

    def __init__(self, lesson: Progress, here: str) -> None:
        self.lesson, self.here = lesson, here
        self.panel = Panel(label=f"Lesson {lesson.number}: steps")
        self.bookmark = None if here else Bookmark(f"lesson {lesson.number}", lesson)
        super().__init__([self.panel, *filter(None, [self.bookmark])])
        for name in ("fishlab-strip", "fishlab-frame", "fishlab", "fishlab-live"):
            self.add_class(name)
        lesson.memory.strips.add(self)
        self.refresh()

    def __repr__(self) -> str:
        return f"<Strip of lesson {self.lesson.number}: {self.here or self.lesson.now() or 'done'}>"

    def on_show(self) -> None:
        """Let the cards that are shown from now on belong to this step."""
        self.lesson.showing = self.here

    def still_picture(self) -> str:
        """Return in words where one is, or all steps."""
        return (self._where() if self.here else "") or f"<p>{escape(' → '.join(self.lesson.steps))}</p>"

    def refresh(self) -> None:
        """Show how far the lesson is."""
        lesson = self.lesson
        now = self.here or lesson.now()
        items = []
        before = False
        for number, step in enumerate(lesson.steps, 1):
            done, passed = lesson.is_done(step), lesson.is_passed(step) and step != now
            cls = ["done" if done else "passed" if passed else "now" if step == now else "next"]
            cls += ["here"] * (done and step == self.here) + ["joined"] * before
            cls += ["extra"] * (bool(lesson.route) and step not in lesson.route)
            mark = TICK if done else str(number)
            word = tr("done") if done else tr("passed") if passed else tr("now") if step == now else tr("to come")
            current = ' aria-current="step"' if step == now else ""
            items.append(
                f'<li class="{" ".join(cls)}"{current} title="{escape(step)}"><b>{mark}</b><span>{escape(step)}'
                f'<span class="hush"> ({word})</span></span></li>'
            )
            before = done or passed
        many = " many" * (len(lesson.steps) > MOST_NAMED)
        steps = f'<ol class="steps{many}">{"".join(items)}</ol>'
        above = self._where() if self.here else self._banner()
        plan = self._plan()
        self.panel.show(html_part("strip", f"{above}{steps}"), html_part("plan", plan) if plan else None)
        if self.bookmark is not None:
            self.bookmark.tick()

    def _banner(self) -> str:
        """Return the title, and how much of the time is gone."""
        lesson = self.lesson
        now, minutes = lesson.now(), f"{lesson.minutes} min"
        if lesson.times and now != lesson.steps[0]:
            gone = lesson.takes(lesson.steps[: lesson.steps.index(now) if now else None])
            minutes = f"{gone} of {lesson.minutes} min"
        return (
            f'<div class="banner"><i>{escape(lesson.number)}</i><span>{escape(lesson.title)}</span>'
            f"<small>{minutes}</small></div>"
        )

    def _where(self) -> str:
        """Return at which step one is, how long it takes and how much is to come."""
        lesson, place = self.lesson, self.lesson.steps.index(self.here)
        if not lesson.times:
            return ""
        left = lesson.takes(lesson.steps[place:])
        parts = [f"Step {place + 1} of {len(lesson.steps)}: <b>{escape(self.here)}</b>"]
        parts += [f"{lesson.times[self.here]} min", f"{left} min to the end"]
        if lesson.route and self.here not in lesson.route:
            parts.append(f"not on the {self._short()}")
        return f'<div class="where">{" · ".join(parts)}</div>'

    def _short(self) -> str:
        return f"{self.lesson.takes(self.lesson.route)}-minute route"

    def _plan(self) -> str:
        """Return all steps with their times, and which of them a class takes that has half an hour."""
        lesson = self.lesson
        if self.here or not lesson.times:
            return ""
        rows = "".join(
            f"<tr><td>{number}</td><td>{escape(step)}</td><td>{lesson.times[step]} min</td>"
            + f"<td>{'yes' if step in lesson.route else '–'}</td>" * bool(lesson.route)
            + "</tr>"
            for number, step in enumerate(lesson.steps, 1)
        )
        short = f"<th>{self._short()}</th>" * bool(lesson.route)
        told = f": a dashed ring is not on the {self._short()}" * bool(lesson.route)
        return (
            f'<details class="plan"><summary>All {len(lesson.steps)} steps{told}</summary><table>'
            f"<tr><th></th><th>step</th><th>time</th>{short}</tr>{rows}</table></details>"
        )


class Pair(Live, w.VBox):
    """Cards in two columns; one under 700 pixels."""

    wakes = "these cards"

    def __init__(self, cards: Sequence[w.Widget]) -> None:
        self.cards = list(cards)
        grid = w.Box(self.cards)
        grid.add_class("fishlab-cards")
        super().__init__([grid])
        for name in ("fishlab-pair", "fishlab", "fishlab-live"):
            self.add_class(name)

    def __repr__(self) -> str:
        return f"<Pair: {self.cards}>"

    def on_show(self) -> None:
        """Let every card take its place."""
        for card in self.cards:
            if isinstance(card, Live):
                card.on_show()

    def still_picture(self) -> str:
        """Return the questions."""
        return "".join(card.still_picture() for card in self.cards if isinstance(card, Card))


class HandIn(Card):
    """The lesson code: to copy and hand in, or to paste after a restart."""

    tone = "plain"
    follows_all = True

    def __init__(self, lesson: Progress) -> None:
        self.reply = ""
        super().__init__(lesson, "", "Hand in your lesson", "Your answers and results as one code. It holds no name.")

    def _receive(self, kind: str, value: Any) -> None:
        if kind == "open":
            try:
                self.reply = self.lesson.restore(str(value)[:MOST_CODE])
            except BadCode as why:
                self.reply = str(why)
        self.refresh()

    def refresh(self) -> None:
        """Show the tally and the code."""
        answers = self.lesson.memory.answers.values()
        lines = []
        for kinds, word in ((("predict",), "predictions locked"), (EXERCISES, "exercises solved")):
            own = [one.done for one in answers if one.kind in kinds]
            if own:
                lines.append(f"<dt>{sum(own)} of {len(own)}</dt><dd>{word}</dd>")
        why = sum(bool(one.why) or (one.kind == "explain" and one.done) for one in answers)
        lines.append(f"<dt>{why}</dt><dd>{'sentence' if why == 1 else 'sentences'} written</dd>")
        about = f'<div class="asked">{prose(self.asked)}</div><div class="about">{prose(self.about)}</div>'
        self.head.show(
            html_part("asked", about),
            html_part("tally", f'<dl class="tally">{"".join(lines)}</dl>'),
            {"kind": "code", "id": "code", "value": self.lesson.code()},
            {"kind": "field", "id": "open", "send": "open", "label": "After a restart: paste your code to go on",
             "button": "Open", "value": "", "max": MOST_CODE},
            html_part("reply", f"<p>{escape(self.reply)}</p>" if self.reply else "", live=True),
        )  # fmt: skip
        self.body.show()
