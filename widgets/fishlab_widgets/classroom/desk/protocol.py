"""How a class experiment is run, minute by minute: what the teacher clicks, and what she says, word by word.

Buttons stand here by their names in the desk's own words (`DESK`) and in those of the teacher's page (`PAGE`), so that
a protocol never asks for a button that is called something else. The desk shows these lines beside the plan, and the
teacher's page in a cell (`Protocol`).
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final, NamedTuple

from fishlab.boom.treatments import FORMS, LESSON
from fishlab.messages import mark, tr
from fishlab_widgets.classroom.desk.desk_words import DESK

PAGE: Final = {"open_class": mark("Open a class"), "open_desk": mark("Open the desk")}
"""The buttons of the teacher's page."""


class Step(NamedTuple):
    """Some minutes of a lesson; its texts are messages, with buttons as slots."""

    minutes: str
    click: str
    say: tuple[str, ...] = ()


_COME: Final = mark(
    "“Open the address on the wall and type the word. A seat is drawn for you by lot: keep it, and keep your screen "
    "to yourself.”"
)
_RULES: Final = mark(
    "“Four of you fish one sea for {years} years. A plate with a fish is one point, a plate without costs two. What "
    "you catch this year is what your people ask for next year. Above your board stands what counts. If it says that "
    "your own points count, your place does not: nobody has to be ahead of anybody. Read the tab Rules now: what "
    "holds at your table need not hold at others, so do not compare.”"
)
_CONSENT: Final = mark(
    "“Your moves are kept without your name, in one file on this machine. You may leave at any time, and a bot will "
    "take your seat.”"
)
_GUESS: Final = mark(
    "“At some tables people may talk before every year, at the others nobody speaks at all. How many points more will "
    "a table have that talks? Write down one number, and do not show it.”"
)
_BEGIN: Final = mark(
    "“Begin. Who may talk reads so on the page; everybody else is silent, and nobody calls out a die. I will not help "
    "you to play.”"
)
_PLAYING: Final = mark(
    "Walk round and keep silent tables silent. Where the desk says {stuck}, go there first; after a minute press "
    "{bot}. Press {extend} where a talk needs it, {deal} for late-comers, and {year} if one table keeps all others "
    "waiting."
)
_HURRY: Final = mark("“The last year must be played, or we have no result: decide quickly now.”")
_END: Final = mark(
    "“Hands off. Before you look at the wall: what did your table do when somebody took too much? Write one sentence.”"
)
_SHOW: Final = mark("Show the figure and the prediction on the wall. Press {export}: {zip}, {room}.")
_DEBRIEF: Final = mark(
    "“Here is every table, and here is what you predicted. Which difference is larger than luck? Who kept a promise, "
    "and why? What would you change: the people, or the rules?”"
)

BEFORE: Final = Step(
    mark("before"),
    mark(
        "On the teacher’s page press {open_class}, then {open_desk}. Choose two treatments (silence and agreement "
        "every year are chosen), type how many people come, and leave the rest. Press {projector} and drag that "
        "window to the wall."
    ),
)
SHORT: Final = (
    BEFORE,
    Step(mark("0–3"), mark("Type the median of their numbers in the field {predict}."), (_GUESS,)),
    Step(mark("3–6"), mark("Press {open}."), (_COME,)),
    Step(mark("6–11"), mark("Wait until everybody sits; the desk shows who is there."), (_RULES,)),
    Step(mark("11–12"), mark("Press {start}."), (_CONSENT, _BEGIN)),
    Step(mark("12–34"), _PLAYING),
    Step(mark("30"), mark("Look at the years on the desk."), (_HURRY,)),
    Step(mark("34–37"), mark("Press {end}, twice."), (_END,)),
    Step(
        mark("37–45"),
        _SHOW,
        (_DEBRIEF,),
    ),
)
"""One game of the lesson's form."""
LONG: Final = (
    BEFORE,
    Step(mark("0–5"), mark("Type the median of their numbers in the field {predict}."), (_GUESS,)),
    Step(mark("5–8"), mark("Press {open}."), (_COME,)),
    Step(
        mark("8–20"),
        mark("Play one year at the wall with four volunteers, on a table of the sandbox; say every step aloud."),
        (_RULES,),
    ),
    Step(mark("20–21"), mark("Press {start}."), (_CONSENT, _BEGIN)),
    Step(mark("21–46"), _PLAYING),
    Step(mark("42"), mark("Look at the years on the desk."), (_HURRY,)),
    Step(mark("46–50"), mark("Press {end}, twice."), (_END,)),
    Step(
        mark("50–52"),
        mark("Press {swap}, then {start}."),
        (mark("“The same people play once more, and at your table something else holds. Read the tab Rules again.”"),),
    ),
    Step(mark("52–76"), _PLAYING),
    Step(mark("76–79"), mark("Press {end}, twice."), (_END,)),
    Step(
        mark("79–90"),
        _SHOW,
        (_DEBRIEF,),
    ),
)
"""Two games of the same people, the second with the treatments swapped."""
PRIVACY: Final = (
    mark("Under age, ask for consent as your school’s rules say."),
    mark(
        "The file holds tables, seats by letter, moves and events with their times (when a seat changed hands, what "
        "the desk did and said), when each seat was last seen, and a hash of each seat’s key; no names, and no "
        "addresses of students. While a class runs, it also holds the class’s own address and word and a mark of this "
        "machine; what the desk exports holds none of these. Nothing is sent anywhere."
    ),
    mark(
        "To delete everything, close the desk and delete the room’s file, with the two files of the same name that "
        "end in -wal and -shm."
    ),
)
PARTS: Final = (
    (mark("In 45 minutes"), SHORT),
    (mark("In 90 minutes"), LONG),
)


def lines() -> list[tuple[str, list[str]]]:
    """Return the protocol as pages show it: titles, each with its lines."""
    slots: dict[str, object] = {name: f"“{tr(words)}”" for name, words in (DESK | PAGE).items()}
    slots["years"] = FORMS[LESSON].years
    found = [(tr(title), [_line(step, slots) for step in steps]) for title, steps in PARTS]
    return [*found, (tr("Consent and privacy"), [tr(line) for line in PRIVACY])]


def _line(step: Step, slots: Mapping[str, object]) -> str:
    told = tr("{minutes}: {click}", minutes=tr(step.minutes), click=tr(step.click, **slots))
    words = " ".join(tr(part, **slots) for part in step.say)
    return f"{told} {tr('Say: {words}', words=words)}" if words else told


class Protocol:
    """The protocol in a notebook's cell, for 45 and for 90 minutes; each opens at a click."""

    def __repr__(self) -> str:
        return "\n".join(f"{title}\n" + "\n".join(f"- {line}" for line in told) for title, told in lines())

    def _repr_html_(self) -> str:
        found = ""
        for title, told in lines():
            items = "".join(f"<li>{escape(line)}</li>" for line in told)
            found += f"<details><summary>{escape(title)}</summary><ul>{items}</ul></details>"
        return found
