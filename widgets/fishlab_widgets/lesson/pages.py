"""What frames a lesson: the strip of steps, cards in columns, policies to switch, and the card to hand in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any

import ipywidgets as w

from fishlab.core import BadCode
from fishlab.messages import mark, tr, trn
from fishlab_widgets.controls import cell_cache
from fishlab_widgets.controls.bookmark import Bookmark
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.lesson.answering import Choosing
from fishlab_widgets.lesson.answers import (
    EXERCISES,
    MOST_CODE,
    NotYet,
)
from fishlab_widgets.lesson.card import Card, Drawn, Picture, pictures_of
from fishlab_widgets.lesson.memory import Progress
from fishlab_widgets.lesson.view import (
    TICK,
    CodePart,
    HtmlPart,
    Part,
    button_part,
    field_part,
    html_part,
    prose,
    quiet_part,
    sealed_html,
)

MOST_NAMED = 7
"""Steps whose names stand under their numbers; more are named in the plan, and each where one is."""
RULEBOOK = mark("rulebook")
"""What marks the printed rules among those that can be switched."""


def sealed_part(words: str) -> HtmlPart:
    """Return the sign of something that is not shown yet, and what opens it."""
    return html_part("sealed", sealed_html(words), live=True)


class Policy(Card):
    """A switch between rules: choices on the left, what they do on the right, and one button back.

    Args:
        lesson: the lesson.
        title: what is switched.
        show: makes the picture from the chosen values, given by name.
        controls: from a name to its label, its values (a mapping gives their words) and the rulebook's value.
        about: what to look for.
        rulebook: the words on the button back.
        word: what marks the values to which it leads back.
        after: the keys of the predictions that it would give away; it stays shut until they are locked.
        yours: the names of controls that no rulebook sets, because a player does.
    """

    tone = "tries"
    word = mark("Change a rule")
    follows_all = True  # the lock of a prediction may open it
    _seen: Any = None

    def __init__(
        self,
        lesson: Progress,
        title: str,
        show: Callable[..., Any],
        controls: Mapping[str, tuple[str, Sequence[Any], Any]],
        about: str = "",
        rulebook: str = mark("Back to the rulebook"),
        word: str = RULEBOOK,
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
        self.step = ""
        super().__init__(lesson, "", title, about)

    def on_show(self) -> None:
        """Belong to the step whose strip was shown last."""
        self.step = self.step or self.lesson.showing

    def act(self, kind: str, value: Any) -> None:
        """Switch a rule, or go back to the printed ones."""
        if not self.lesson.is_open(self.after):
            return
        self._seen = None
        name = kind.removeprefix("set ")
        if kind == "back":
            self.values |= self.rules
        elif name in self.controls and (chosen := self.controls[name][1].read(value)) is not None:
            self.values[name] = chosen
            if self.step and not self.lesson.has_cards(self.step) and not self.lesson.is_ticked(self.step):
                self.lesson.tick(self.step)

    def answered(self) -> None:
        """Show the rules that hold now: no other card depends on them."""
        self.refresh()

    def refresh(self) -> None:
        """Show the choices and what they do; neither before the predictions that it would give away are locked."""
        if not self.lesson.is_open(self.after):
            self._seen = None  # what was open before everything was forgotten opens again
            self.look()
            self.show_parts(self.title_part(), sealed_part(self.lesson.what_opens(self.after)))
            return
        if self._seen == self.values:
            return
        self._seen = dict(self.values)
        parts: list[Part] = []
        for name, (label, chooser) in self.controls.items():
            part = chooser.switch(label, self.values[name], f"set {name}")
            for value, option in zip(chooser.values, part["options"], strict=True):
                option["caption"] = tr(self.mark) if name in self.rules and value == self.rules[name] else ""
            parts.append({**part, "captions": True})
        same = self.values == self.values | self.rules
        try:
            if pictures := pictures_of(self.show_it(**self.values)):
                self.look(*pictures)
        except Exception as error:
            self.notice = tr("These rules cannot be played: {error}", error=str(error)[:200])
        back = button_part("back", "back", tr(self.back), disabled=same)
        self.show_parts(self.title_part(), *parts, back, quiet_part("which", self._which(same)), self.notice_part())

    def _which(self, same: bool) -> str:
        """Return in a sentence whether the printed rules hold."""
        if self.mark == RULEBOOK:
            return tr("All rules here are as printed.") if same else tr("Not all rules here are as printed.")
        if same:
            return tr("Everything is {mark}.", mark=tr(self.mark))
        return tr("Not everything is {mark}.", mark=tr(self.mark))


class Sealed(Card):
    """Something to look at that would give predictions away: it is made and shown once they are locked.

    Args:
        lesson: the lesson.
        keys: the keys of the predictions.
        show: makes what is shown (a table, a figure, HTML, several of them); it is called only after the locks.
            A card, or cards, whose question tells too much: paper has them on its last page.
    """

    follows_all = True
    inside: Sequence[Picture] = ()
    """What is shown, once it was made."""

    def __init__(self, lesson: Progress, keys: Sequence[str], show: Callable[[], Any] | w.Widget) -> None:
        self.cards = show if isinstance(show, w.Widget) else None
        self.after, self.show_it = list(keys), show if callable(show) else lambda: self.cards
        self.spot = cell_cache.spot()
        super().__init__(lesson, "", tr("Not yet"))

    def still_picture(self) -> str:
        """Return nothing: what is inside may still be sealed."""
        return ""

    def refresh(self) -> None:
        """Show what is inside once the predictions are locked; what was made once is shown again."""
        part: HtmlPart | None = None
        if not self.lesson.is_open(self.after):
            part = sealed_part(self.lesson.what_opens(self.after))
            self.look()
        else:
            try:
                with cell_cache.at(self.spot):
                    self.inside = self.inside or pictures_of(self.show_it())
                self.look(*self.inside)
            except NotYet as first:
                part = sealed_part(str(first))
            except Exception as error:
                told = tr(
                    "This could not be shown ({kind}: {error}). Run the cells above.",
                    kind=type(error).__name__, error=str(error)[:200],
                )  # fmt: skip
                part = html_part("sealed", f"<p>{escape(told)}</p>")
        self.show("sealed", self.asked, [part])


class Strip(Drawn):
    """The lesson's steps: done ones ticked, passed ones grey, the present one in amber, extra ones dashed.

    A step without cards is ticked by the student, on its own strip; the first step's is the one with the banner.
    """

    wakes = mark("the lesson")

    def __init__(self, lesson: Progress, here: str) -> None:
        self.lesson, self.here = lesson, here
        self.bookmark = None if here else Bookmark(f"lesson {lesson.number}", lesson)
        super().__init__()
        self.pictures = (self.bookmark,) if self.bookmark is not None else ()
        self.on_msg(lambda _widget, content, _buffers: self.hear(content))
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

    def hear(self, content: object) -> None:
        """Take a message from a page: the step of this strip is done, or is not after all."""
        step = self.here or self.lesson.steps[0]
        match content:
            case {"type": "tick"} if self.lesson.can_be_ticked(step):
                self.lesson.tick(step, not self.lesson.is_ticked(step))

    def _tick_part(self) -> Part | None:
        """Return the button that ticks this step, if nothing else tells whether it is done."""
        step = self.here or self.lesson.steps[0]
        if not self.lesson.can_be_ticked(step):
            return None
        number = self.lesson.steps.index(step) + 1
        if self.lesson.is_ticked(step):
            return button_part("tick", "tick", tr("Take the tick off step {number}", number=number))
        return button_part("tick", "tick", tr("Done? Tick step {number}", number=number))

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
            word = tr("done") if done else tr("passed by") if passed else tr("now") if step == now else tr("to come")
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
        label = tr("Lesson {number}: steps", number=lesson.number)
        parts = [
            html_part("strip", f"{above}{steps}"),
            html_part("plan", plan) if plan else None,
            self._tick_part(),
        ]
        self.show("strip", label, parts)
        if self.bookmark is not None:
            self.bookmark.tick()

    def _banner(self) -> str:
        """Return the title, and how much of the time is gone."""
        lesson = self.lesson
        now, minutes = lesson.now(), tr("{minutes} min", minutes=lesson.minutes)
        if lesson.times and now != lesson.steps[0]:
            gone = lesson.takes(lesson.steps[: lesson.steps.index(now) if now else None])
            minutes = tr("{gone} of {minutes} min", gone=gone, minutes=lesson.minutes)
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
        step = f"<b>{escape(self.here)}</b>"
        parts = [
            tr("Step {number} of {count}: {step}", number=place + 1, count=len(lesson.steps), step=step),
            tr("{minutes} min", minutes=lesson.times[self.here]),
            tr("{minutes} min to the end", minutes=left),
        ]
        if lesson.route and self.here not in lesson.route:
            parts.append(tr("not on the {minutes}-minute route", minutes=self._short()))
        return f'<div class="where">{" · ".join(parts)}</div>'

    def _short(self) -> int:
        """Return how many minutes the short route takes."""
        return self.lesson.takes(self.lesson.route)

    def _plan(self) -> str:
        """Return all steps with their times, and which of them a class takes which has 45 minutes."""
        lesson = self.lesson
        if self.here or not lesson.times:
            return ""
        rows = "".join(
            f"<tr><td>{number}</td><td>{escape(step)}</td><td>{tr('{minutes} min', minutes=lesson.times[step])}</td>"
            + f"<td>{tr('yes') if step in lesson.route else '–'}</td>" * bool(lesson.route)
            + "</tr>"
            for number, step in enumerate(lesson.steps, 1)
        )
        count = len(lesson.steps)
        told, short = tr("All {count} steps", count=count), ""
        if lesson.route:
            told = tr(
                "All {count} steps: a dashed ring is not on the {minutes}-minute route",
                count=count, minutes=self._short(),
            )  # fmt: skip
            short = f"<th>{tr('{minutes}-minute route', minutes=self._short())}</th>"
        return (
            f'<details class="plan"><summary>{told}</summary><table>'
            f"<tr><th></th><th>{tr('step')}</th><th>{tr('time')}</th>{short}</tr>{rows}</table></details>"
        )


class Pair(Drawn):
    """Cards in two columns; one under 700 pixels."""

    wakes = mark("these cards")

    def __init__(self, cards: Sequence[w.Widget]) -> None:
        self.cards = list(cards)
        super().__init__()
        self.pictures = tuple(self.cards)
        self.show("pair", tr("Cards side by side"))

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
        about = tr("Your answers and results as one code. It holds no name.")
        super().__init__(lesson, "", tr("Hand in your lesson"), about)

    def act(self, kind: str, value: Any) -> None:
        """Go on from a code that was pasted."""
        if kind == "open" and isinstance(value, str):
            try:
                self.reply = self.lesson.restore(value[:MOST_CODE])
            except BadCode as why:
                self.reply = str(why)

    def answered(self) -> None:
        """Show the reply: restoring has shown all else."""
        self.refresh()

    def _waiting(self) -> str:
        """Say that the code is not whole while answers from before a restart are offered."""
        memory = self.lesson.memory
        if all(key in memory.answers and memory.answers[key].done for key in memory.waiting):
            return ""
        return tr(
            "This code does not hold your answers from before. Press “Continue where you left off” at the top of the "
            "page first, and then copy it."
        )

    def refresh(self) -> None:
        """Show the tally and the code."""
        answers = self.lesson.memory.answers.values()
        rows = []
        counted = ((("predict",), mark("predictions locked")), (EXERCISES, mark("exercises solved")))
        for kinds, what in counted:
            own = [one.done for one in answers if one.kind in kinds]
            if own:
                rows.append((tr("{done} of {count}", done=sum(own), count=len(own)), tr(what)))
        why = sum(bool(one.why) or (one.kind == "explain" and one.done) for one in answers)
        rows.append((str(why), trn("sentence written", "sentences written", why)))
        tally = "".join(f"<dt>{count}</dt><dd>{what}</dd>" for count, what in rows)
        about = f'<div class="asked">{prose(self.asked)}</div><div class="about">{prose(self.about)}</div>'
        code: CodePart = {
            "kind": "code", "id": "code", "label": tr("Lesson code"), "button": tr("Copy"), "copied": tr("Copied."),
            "value": self.lesson.code(),
        }  # fmt: skip
        self.show_parts(
            html_part("asked", about),
            html_part("tally", f'<dl class="tally">{tally}</dl>'),
            html_part("waiting", f"<p>{escape(waiting)}</p>") if (waiting := self._waiting()) else None,
            code,
            field_part("open", "open", tr("After a restart: paste your code to go on"), tr("Open"), most=MOST_CODE),
            html_part("reply", f"<p>{escape(self.reply)}</p>" if self.reply else "", live=True),
            self.notice_part(),
        )
