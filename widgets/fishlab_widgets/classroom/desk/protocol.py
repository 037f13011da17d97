"""How a class experiment is run, minute by minute: what the teacher clicks, and what she says, word by word.

Buttons stand here by their names in the desk's own words (`DESK`), in those of the teacher's page (`PAGE`) and of a
student's (`SEAT`), so that a protocol never asks for a button that is called something else. Minutes at the seats are
those that the plan gives for them. The desk shows these lines below the plan and then in a tab, and the teacher's page
in a cell (`Protocol`).
"""

from __future__ import annotations

from html import escape
from typing import Final, NamedTuple

from fishlab.messages import listed, mark, tr
from fishlab.room import AWAY, Procedure
from fishlab_widgets.classroom.desk.desk_words import DESK, NAMES

PAGE: Final = {"open_class": mark("Open a class"), "open_desk": mark("Open the desk")}
"""The buttons of the teacher's page."""
SEAT: Final = {
    "come_in": mark("Come in"),
    "sit": mark("Sit down"),
    "skip": mark("Go on without practice"),
    "ready": mark("Ready"),
    "send": mark("Send"),
}
"""The buttons of a student's page that the teacher speaks of."""


class ProtocolStep(NamedTuple):
    """Some minutes of a lesson: texts are messages with buttons as slots, and then what a page shows of them."""

    minutes: str
    click: str
    say: str = ""
    at: str = ""
    """At which stand of a room it is the one to do, by `stand`; "" if a room cannot know."""


_BUTTON: Final = ("\x02", "\x03")
"""Between which buttons stand in what a page shows."""


_COME: Final = mark(
    "“Open the address on the wall, type the word and press {come_in}, then {sit}. Your seat is drawn at random: go "
    "to the desks with your table’s name, sit there with your table, and keep your screen to yourself. Your moves and "
    "answers are kept without your name, in one file on my computer. You may stop at any time, and a bot will take "
    "your seat.”"
)
_ALONE: Final = mark(
    "“Now everybody works alone and in silence. Your page explains the rules and what counts. If it says that your "
    "own points count, your rank does not: nobody has to be ahead of anybody. Then you play a practice year, answer "
    "four questions and seal what you expect. None of this counts. Other tables may play on other terms, so do not "
    "compare.”"
)
_WATCH: Final = mark(
    "Above the tables you see how many are reading, practising, answering questions, predicting and ready. Explain a "
    "page to anyone who asks, but give no advice. Anyone still practising two minutes before the start presses "
    "{skip}. If anyone has lost a device, click on the table’s card, press {key} at that seat, and tell them the key. "
    "They type it on the first page of another device."
)
_EMPTY: Final = mark(
    "If a seat is empty, press {plan} twice and open the doors again for those who are here, because a table with a "
    "bot is not compared; what they have already done is kept. Press {start}. Anyone who is not ready yet begins with "
    "the others."
)
_START: Final = mark("Press {start}. Anyone who is not ready yet begins with the others.")
_BEGIN: Final = mark(
    "“Begin. If your page says so, talk with your table, press {ready}, and seal what you agreed on. Everybody else "
    "is silent, and nobody calls out a roll. I will not help you play.”"
)
_PLAYING: Final = mark(
    "Walk round and keep silent tables silent. A talk ends when all are ready, or after {talk} seconds; {extend} "
    "gives every running clock another minute. If somebody takes more than {decision} seconds over a decision, a bot "
    "makes that one; it waits {away} seconds if that person’s page is closed or the phone is locked. Where the desk "
    "says {stuck}, go there first; press {bot} only if that person has left. Press {deal} for late-comers, and {year} "
    "if one table keeps all the others waiting."
)
_LOOK: Final = mark(
    "Watch the years on the desk. Bots at a table of four make 35 to 90 decisions. Years open together, so the "
    "slowest table of each year sets the pace: at four tables 65 to 85 decisions in all. With talks, six years take "
    "16 to 19 minutes at 8 seconds a decision, and 25 to 30 at 16. A class that ends after year 5 is still a good "
    "lesson, but it sees less."
)
_HURRY: Final = mark("“Only years that every table has finished count: decide quickly now.”")
_STOP: Final = mark("If a table is still playing, press {end} twice. A table that has finished already has its result.")
_END: Final = mark(
    "“The game is over. Read how your table did, answer the five questions alone, and press {send}. Write no names.”"
)
_SHOW: Final = mark(
    "Press {show_found}: the wall now shows the difference with its figure, and the tables’ points under their "
    "treatments. Then press {more_found}: it shows whether that may be luck, and what models do; then {people_found}. "
    "Everything else is under {sofar}, {models} and {debrief}, which also says what not to read out. Ask the "
    "questions under {questions}. Last, press {export} and {zip}."
)
_DEBRIEF: Final = mark(
    "“Here is every table, and here is what you expected. Is the difference larger than luck? Why would anybody keep "
    "an agreement, or break it? What would you change: the people, or the rules?”"
)

BEFORE: Final = ProtocolStep(
    mark("before"),
    mark(
        "Open the desk: run “make class”, or on the teacher’s page press {open_class}, then {open_desk}. Choose two "
        "treatments (silence and agreement every year are chosen already), type how many people are coming, and leave "
        "the rest. The field under {predict} stays empty: everybody predicts at their own seat. Beside the form you "
        "read what this class will be able to see; take the better plan if one is offered. Press {projector} and drag "
        "that window to the wall. Put a sheet with a table’s name on each group of desks; the first ones are {names}."
    ),
    at="plan 1",
)
SHORT: Final = (
    BEFORE,
    ProtocolStep(mark("0–3"), mark("Press {open}."), _COME),
    ProtocolStep(mark("3–11"), _WATCH, _ALONE, "waiting 1"),
    ProtocolStep(mark("11"), _EMPTY, _BEGIN),
    ProtocolStep(mark("11–36"), _PLAYING, at="playing 1"),
    ProtocolStep(mark("32"), _LOOK, _HURRY),
    ProtocolStep(mark("36–39"), _STOP, _END, "ended 1"),
    ProtocolStep(mark("39–45"), _SHOW, _DEBRIEF, "shown 1"),
)
"""One game of the lesson's form."""
LONG: Final = (
    BEFORE,
    ProtocolStep(mark("0–4"), mark("Press {open}."), _COME),
    ProtocolStep(mark("4–12"), _WATCH, _ALONE, "waiting 1"),
    ProtocolStep(mark("12"), _EMPTY, _BEGIN),
    ProtocolStep(mark("12–37"), _PLAYING, at="playing 1"),
    ProtocolStep(mark("33"), _LOOK, _HURRY),
    ProtocolStep(mark("37–40"), _STOP, _END, "ended 1"),
    ProtocolStep(
        mark("40–43"),
        mark(
            "The wall shows each table’s points, but not its treatment: do not press {show_found} yet. Press {export} "
            "and {report} now, because the desk will then show only the second game. Press {swap}."
        ),
        mark(
            "“The same people play once more, and your table may play on other terms this time. Read what your "
            "page says about that, and seal what you expect now.”"
        ),
        "waiting 2",
    ),
    ProtocolStep(mark("43"), _START, _BEGIN),
    ProtocolStep(mark("43–68"), _PLAYING, at="playing 2"),
    ProtocolStep(mark("64"), _LOOK, _HURRY),
    ProtocolStep(mark("68–71"), _STOP, _END, "ended 2"),
    ProtocolStep(mark("71–90"), _SHOW, _DEBRIEF, "shown 2"),
)
"""Two games of the same people, the second with the treatments swapped."""
PRIVACY: Final = (
    mark("If students are under age, ask for consent as your school’s rules say."),
    mark(
        "The file holds tables, seats by letter, moves, answers and events with their times (when a seat changed "
        "hands, what the desk did and said), when each seat was last seen, a hash of each seat’s key, and which seats "
        "were opened at the same address, shown by a random mark; no names, and no addresses of students. While a "
        "class runs, it also holds the class’s own address and word and a mark of this machine; what the desk exports "
        "holds none of these. Nothing is sent anywhere."
    ),
    mark(
        "To delete everything, close the desk and delete all files of the class’s folder whose names begin with the "
        "name of the room’s file, and server.log beside them."
    ),
)
PARTS: Final = (
    (mark("In 45 minutes"), SHORT),
    (mark("In 90 minutes"), LONG),
)


def stand(stage: str, game: int, shown: bool) -> str:
    """Return how far a lesson is, as far as its room can know it: by the desk's stage, and what the wall shows."""
    known = {"paused": "playing", "over": "ended"}.get(stage, stage)
    return f"{'shown' if shown and known == 'ended' else known} {game}"


def _told(plan: Procedure | None = None) -> list[tuple[str, list[ProtocolStep]]]:
    """Return the protocol as pages show it: titles, each with its steps; what is no step has no minutes.

    Args:
        plan: the procedure of the class, whose seconds are told; the usual one without it.
    """
    first, last = _BUTTON
    slots: dict[str, object] = {
        name: f"{first}{tr('“{words}”', words=tr(words))}{last}" for name, words in (DESK | PAGE).items()
    }
    slots |= {name: tr("‘{words}’", words=tr(words)) for name, words in SEAT.items()}  # within what is said
    own = plan or Procedure()
    decision = own.decision or Procedure().decision
    slots |= {"talk": own.talk, "decision": decision, "away": min(decision, round(AWAY))}
    slots["names"] = listed([tr(name) for name in NAMES[:8]])
    found = [
        (
            tr(title),
            [ProtocolStep(tr(one.minutes), tr(one.click, **slots), tr(one.say, **slots), one.at) for one in steps],
        )
        for title, steps in PARTS
    ]
    return [*found, (tr("Consent and privacy"), [ProtocolStep("", tr(line)) for line in PRIVACY])]


def lines() -> list[tuple[str, list[str]]]:
    """Return the protocol in plain lines: titles, each with its lines."""
    return [(title, [_line(one) for one in told]) for title, told in _told()]


def _line(step: ProtocolStep) -> str:
    told = tr("{minutes}: {click}", minutes=step.minutes, click=step.click) if step.minutes else step.click
    told = f"{told} {tr('Say: {words}', words=step.say)}" if step.say else told
    return told.replace(_BUTTON[0], "").replace(_BUTTON[1], "")


class Protocol:
    """The protocol in a notebook's cell, for 45 and for 90 minutes; each opens at a click."""

    def __repr__(self) -> str:
        return "\n".join(f"{title}\n" + "\n".join(f"- {line}" for line in told) for title, told in lines())

    def _repr_html_(self) -> str:
        return html()


def html(now: str = "", plan: Procedure | None = None) -> str:
    """Return the protocol with every part folded; what is to do and what to say are set apart.

    Args:
        now: how far the lesson is, by `stand`: its step is marked.
        plan: the procedure of the class.
    """
    found = ""
    for title, told in _told(plan):
        items = "".join(_item(step, now) for step in told)
        found += f"<details><summary style='padding:3px 0'>{escape(title)}</summary><ul>{items}</ul></details>"
    return found


def _item(step: ProtocolStep, now: str) -> str:
    if not step.minutes:
        return f"<li>{escape(step.click)}</li>"
    current = bool(now) and step.at == now
    mark_of = " class='now' aria-current='step'" if current else ""
    here = f" · {escape(tr('now'))}" if current else ""
    found = f"<li{mark_of}><b>{escape(step.minutes)}{here}</b>{_part(tr('Do'), step.click, '')}"
    bar = "padding-left:10px;border-left:4px solid currentColor"
    return found + (_part(tr("Say"), step.say, bar) if step.say else "") + "</li>"


def _part(label: str, words: str, style: str) -> str:
    first, last = _BUTTON
    shown = escape(words).replace(first, "<b>").replace(last, "</b>")
    return (
        f"<div style='margin:2px 0 4px;{style}'><small style='font-size:12.5px'>{escape(label)}</small> {shown}</div>"
    )
