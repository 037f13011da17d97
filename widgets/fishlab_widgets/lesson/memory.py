"""What a lesson remembers: the answers, how far one is, and the code that brings both back.

Cards know a lesson as `Progress` only; `Lesson` adds the making of cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakSet, WeakValueDictionary

from fishlab.core import BadCode
from fishlab.languages import find
from fishlab.messages import listed, tr, trn, use
from fishlab.one_at_a_time import OneAtATime
from fishlab_widgets.lesson.answers import (
    EXERCISES,
    TICKED,
    Answer,
    find_lesson_code,
    read_lesson_code,
    write_lesson_code,
)


@dataclass(slots=True)
class Memory:
    """All that the kernel keeps of one lesson; a new `Lesson` of the same number finds it again."""

    answers: dict[str, Answer] = field(default_factory=dict)
    steps: dict[str, str] = field(default_factory=dict)
    placed: set[str] = field(default_factory=set)
    brought: set[str] = field(default_factory=set)
    """Answers that came back before their cards were made."""
    ends: dict[str, bool] = field(default_factory=dict)
    """Steps that ask for a game to be played to its end, and whether it was."""
    waiting: set[str] = field(default_factory=set)
    """Predictions that were locked before a restart and are offered again: nobody locks them anew meanwhile."""
    go_on: Callable[[], None] | None = None
    """Takes up that offer."""
    reached: int = -1
    cards: WeakSet[Any] = field(default_factory=WeakSet)
    newest: WeakValueDictionary[str, Any] = field(default_factory=WeakValueDictionary)
    """The card of each program that was made last: it alone judges, older ones show what it says."""
    strips: WeakSet[Any] = field(default_factory=WeakSet)


_MEMORY: dict[str, Memory] = {}
current: Progress | None = None
"""The lesson that was made last: the one of this notebook."""
_KINDS = {"predict": "Predict", "question": "Exercise", "check": "Exercise", "explain": "Debrief", "play": "Play"}


def forget_all() -> None:
    """Forget every lesson, as a fresh kernel does."""
    global current
    current = None
    _MEMORY.clear()


class Progress(OneAtATime):
    """How far a lesson is: its steps, its answers and the code that holds them.

    Args:
        number: the lesson's number, "07"; answers are kept by it.
        title: what it is called.
        minutes: how long it takes.
        steps: its steps in order, or a mapping from each step to its minutes.
        route: the steps that a class takes which has 45 minutes; the others can be left out.
        gate: the mark of a word (see `gate_mark`) that the class types before results open; none without it.
        language: what the notebook speaks from here on, "de"; without it what is usual.
    """

    def __init__(
        self,
        number: str,
        title: str,
        minutes: int,
        steps: Sequence[str] | Mapping[str, int] = ("Hook", "Play", "Predict", "Look", "Exercise", "Debrief"),
        gate: str = "",
        route: Sequence[str] = (),
        language: str = "",
    ) -> None:
        if language:
            use(find(language))
        if not re.fullmatch(r"[0-9A-Za-z]{1,8}", number):
            raise ValueError(f"lesson {number!r} cannot be: a number is one to eight letters or digits")
        self.number, self.title, self.minutes, self.gate = number, title, minutes, gate
        self.times = dict(steps) if isinstance(steps, Mapping) else {}
        self.steps = list(steps)
        self.route = [self._known(step) for step in route]
        self.here = self.showing = ""
        self.memory = _MEMORY.setdefault(number, Memory())
        global current
        current = self

    def __repr__(self) -> str:
        return f"<Lesson {self.number}: {self.title}>"

    def _known(self, step: str) -> str:
        if step not in self.steps:
            raise ValueError(f"{step!r} is not a step of this lesson: the steps are {', '.join(self.steps)}")
        return step

    def takes(self, steps: Sequence[str]) -> int:
        """Return how many minutes some steps take."""
        return sum(self.times.get(step, 0) for step in steps)

    def is_done(self, step: str) -> bool:
        """Tell whether a step is done: all its cards are, and its game has come to its end.

        Where it has neither, it is ticked: by the student, or because what can be switched was switched.
        """
        memory, place = self.memory, self.steps.index(step)
        if -1 < memory.reached <= place < len(self.steps) - 1:
            return False  # more cards of this step may still come
        whole = memory.reached >= len(self.steps) - 1
        strange = {
            key for key in memory.brought if whole and not memory.answers[key].done
        }  # no card of theirs will come
        own = [key for key, name in memory.steps.items() if name == step and key not in strange]
        ended = [memory.ends[step]] if step in memory.ends else []
        return all([*ended, *(memory.answers[key].done for key in own)] or [self.is_ticked(step)])

    def has_cards(self, step: str) -> bool:
        """Tell whether a step has something that tells by itself whether it is done: cards, or a game to its end."""
        return step in self.memory.steps.values() or step in self.memory.ends

    def can_be_ticked(self, step: str) -> bool:
        """Tell whether only the student knows that a step is done: the cells of the next one have run too."""
        beyond = min(self.steps.index(step) + 1, len(self.steps) - 1)
        return not self.has_cards(step) and self.memory.reached >= beyond

    def is_ticked(self, step: str) -> bool:
        """Tell whether a step was ticked."""
        kept = self.memory.answers.get(self._tick_key(step))
        return kept is not None and kept.kind == TICKED and kept.done

    def tick(self, step: str, done: bool = True) -> None:
        """Tick a step, or take its tick away; it is kept with the answers."""
        key = self._tick_key(step)
        self.memory.answers[key] = Answer(TICKED, done=done)
        self.changed(key)

    def _tick_key(self, step: str) -> str:
        return f"step {self.steps.index(step) + 1}"  # its name differs from language to language

    def is_passed(self, step: str) -> bool:
        """Tell whether a step without cards lies behind: something later has been done, but nobody knows what of it."""
        later, steps = self.steps[self.steps.index(step) + 1 :], self.memory.steps
        done = any(self.memory.answers[key].done for key, name in steps.items() if name in later)
        return done and step not in steps.values() and not self.is_done(step)

    def steps_done(self) -> int:
        """Return how many steps are done."""
        return sum(map(self.is_done, self.steps))

    def now(self) -> str:
        """Return the first step that is neither done nor passed, "" when there is none."""
        return next((step for step in self.steps if not self.is_done(step) and not self.is_passed(step)), "")

    def numbering(self, key: str) -> str:
        """Return where a card stands among its kind: "2 of 3"."""
        number, count = self._place(key)
        return tr("{number} of {count}", number=number, count=count) if count else ""

    def _place(self, key: str) -> tuple[int, int]:
        """Return the number of a card among its kind, and how many there are; no numbers for kinds that have none."""
        answers = self.memory.answers
        kinds = EXERCISES if answers[key].kind in EXERCISES else (answers[key].kind,)
        if kinds[0] not in ("predict", *EXERCISES):
            return 0, 0
        strange = self.memory.brought - {key}  # answers of an older lesson, which have no card here
        keys = [one for one, answer in answers.items() if answer.kind in kinds and one not in strange]
        return keys.index(key) + 1, len(keys)

    def is_open(self, keys: Sequence[str]) -> bool:
        """Tell whether some predictions are all locked, and their results may be seen."""
        kept = [self.memory.answers.get(key) for key in keys]
        return all(one is not None and one.done and (not self.gate or one.opened) for one in kept)

    def what_opens(self, keys: Sequence[str]) -> str:
        """Return in a sentence what must be locked before something is shown."""
        waiting = [key for key in keys if not self.is_open([key])]
        if any(key not in self.memory.answers for key in waiting):
            return tr("This opens when the predictions above are locked. Run their cells first.")
        return trn(
            "This opens when you have locked prediction {numbers}: it would give the result away.",
            "This opens when you have locked predictions {numbers}: it would give the result away.",
            len(waiting), numbers=listed([str(place) for place in sorted(self._place(key)[0] for key in waiting)]),
        )  # fmt: skip

    def changed(self, key: str = "") -> None:
        """Show a change wherever it can be seen: on the cards of a key, in strips, in the lesson code."""
        for card in sorted(self.memory.cards, key=lambda card: card.follows_all):  # the card itself answers first
            if key in ("", card.key) or card.follows_all:
                card.refresh()
        self.refresh_strips()

    def refresh_strips(self) -> None:
        """Show on every strip how far the lesson is."""
        for strip in list(self.memory.strips):
            strip.refresh()

    def register(self, key: str, kind: str, step: str | None) -> Answer:
        """Find or make the place of an answer, and say to which step it belongs."""
        if not isinstance(key, str) or not 0 < len(key) <= 40:
            raise ValueError(f"key={key!r} cannot be: a key is a short word of its own for every card")
        memory = self.memory
        kept = memory.answers.get(key)
        if kept is None or kept.kind != kind:
            kept = memory.answers[key] = Answer(kind)
        memory.brought.discard(key)
        for other in [one for one in memory.answers if one in memory.brought]:  # cards are numbered as they are made
            memory.answers[other] = memory.answers.pop(other)
        if step:
            memory.placed.add(key)
        memory.steps[key] = self._known(step or memory.steps.get(key) or self.here or self._usual(kind))
        return kept

    def place(self, key: str) -> None:
        """Put a card that is shown for the first time under the strip that was shown last, whichever was made first."""
        if self.showing and key in self.memory.steps and key not in self.memory.placed:
            self.memory.placed.add(key)
            self.memory.steps[key] = self.showing
            self.refresh_strips()

    def add(self, card: Any) -> None:
        """Show a new card, and the numbers of those that have grown older by it; one without a key has no number."""
        self.memory.cards.add(card)
        if not card.key:
            card.refresh()
            return
        kind = self.memory.answers[card.key].kind if card.key in self.memory.answers else ""
        kinds = EXERCISES if kind in EXERCISES else (kind,)
        for other in list(self.memory.cards):
            alike = other.key in self.memory.answers and self.memory.answers[other.key].kind in kinds
            if other is card or alike or other.follows_all:
                other.refresh()
        self.refresh_strips()

    # ---- handing in ----------------------------------------------------------------------------------------------

    def rows(self) -> list[dict[str, Any]]:
        """Return all answers as plain rows; a `reason` is in those whose explanation was chosen."""
        return [
            {
                "lesson": self.number,
                "key": key,
                "kind": one.kind,
                "answer": one.own,
                "result": one.result,
                "done": one.done,
                "tries": one.tries,
                "why": one.why,
                **({} if one.reason is None else {"reason": one.reason}),
            }
            for key, one in self.memory.answers.items()
            if one.done or one.tries or one.why
        ]

    def code(self) -> str:
        """Return the lesson code: answers, results and tries, no names; short, versioned and checksummed."""
        return write_lesson_code(self.number, self.rows())

    @staticmethod
    def read(code: str) -> list[dict[str, Any]]:
        """Return what a lesson code holds, as plain rows; `BadCode` says what is wrong with it."""
        return read_lesson_code(code)

    def beside(self, code: str = "") -> tuple[int, str]:
        """Return how many answers a code adds to those that are here, and the code of all, "" if there are none.

        Raises:
            BadCode: the code is damaged, or of another lesson.
        """
        rows = {row["key"]: row for row in self.rows()}
        own = self._read_own(code) if code else []
        more = {row["key"]: row for row in own if row["key"] not in rows or self._brings(row)}
        for row in own:
            if row["key"] in rows:
                rows[row["key"]]["tries"] = max(rows[row["key"]]["tries"], row["tries"])
        return len(more), write_lesson_code(self.number, [*(rows | more).values()]) if rows or more else ""

    def _brings(self, row: Mapping[str, Any]) -> bool:
        """Tell whether a code holds more of an answer than is here: all of it, that it was solved, or its sentence."""
        kept = self.memory.answers.get(row["key"])
        if kept is None or kept.kind != row["kind"]:
            return kept is None
        if kept.done:
            return bool(row["why"] and not kept.why and kept.own == row["answer"])
        return bool(row["done"] or not (kept.tries or kept.why))

    def restore(self, code: str) -> str:
        """Bring back the answers of a lesson code, and say how many; what is already answered here stays."""
        rows = self._read_own(find_lesson_code(code))
        back = 0
        for row in rows:
            kept, brings = self.memory.answers.get(row["key"]), self._brings(row)
            if kept is not None and kept.kind == row["kind"]:
                kept.tries = max(kept.tries, row["tries"])
            if not brings:
                continue
            if kept is None:
                kept = self.memory.answers[row["key"]] = Answer(row["kind"])
                self.memory.brought.add(row["key"])
                if row["kind"] != TICKED:
                    self.memory.steps.setdefault(row["key"], self._usual(row["kind"]))
            kept.own, kept.result, kept.done = row["answer"], row["result"], row["done"]
            kept.tries, kept.why, kept.reason = max(kept.tries, row["tries"]), row["why"], row.get("reason")
            kept.opened = kept.done
            kept.draft, kept.emptied = None, False
            kept.said = kept.said if kept.kind == "check" else ""  # what was said of a program is about its cell of now
            back += 1
        self.changed()
        stay = len(rows) - back
        brought = trn("Brought back {n} answer.", "Brought back {n} answers.", back)
        if not stay:
            return brought
        stayed = trn(
            "{n} already answered here stayed as it was.", "{n} already answered here stayed as they were.", stay
        )
        return f"{brought} {stayed}"

    def offer(self, code: str, go_on: Callable[[], None]) -> None:
        """Let the predictions that are locked in a code wait until somebody goes on with them; "" ends that."""
        rows = self._read_own(code) if code else []
        waiting = {row["key"] for row in rows if row["kind"] == "predict" and row["done"]}
        before, self.memory.waiting, self.memory.go_on = self.memory.waiting, waiting, go_on
        if waiting != before:
            self.changed()

    def _read_own(self, code: str) -> list[dict[str, Any]]:
        rows = read_lesson_code(code)
        number = str(code).split("-")[1]
        if number != self.number:
            raise BadCode(tr("This code is of lesson {number}; this is lesson {own}.", number=number, own=self.number))
        return rows

    def _usual(self, kind: str) -> str:
        return _KINDS[kind] if _KINDS[kind] in self.steps else self.steps[-1]

    def forget(self) -> None:
        """Forget every answer of this lesson, for the next person at this computer."""
        for key, one in self.memory.answers.items():
            self.memory.answers[key] = Answer(one.kind)
        self.memory.ends = dict.fromkeys(self.memory.ends, False)
        self.changed()
