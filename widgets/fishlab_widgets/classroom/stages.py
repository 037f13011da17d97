"""What a person in an experiment goes through at a seat, stage by stage; the room's file knows how far everybody is.

Before the game: instructions, a practice year, questions about the rules, a sealed prediction. During it: talks and
what was agreed in them. After it: what came of the table, and what the person thinks of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fishlab.boom.rules import Boom, total_up_to
from fishlab.lab.class_experiment.sentences import number
from fishlab.messages import mark, tr, trn
from fishlab.room import BEFORE, DONE, EARLIER, ENDED, READY, Procedure, RoomError, RoomSession, came_late
from fishlab.room.procedure.promises import MOST, NOTHING, PROMISE, TALK
from fishlab_widgets.classroom.briefing import AGREE, EXPLAIN, OPINIONS, Question, house_rule, quiz, screens
from fishlab_widgets.classroom.outcome.boom_tables import finished_years, fish_left
from fishlab_widgets.classroom.outcome.results import ClassTables, outcome, set_apart
from fishlab_widgets.classroom.practice import Practice
from fishlab_widgets.classroom.steps import Card, Field

INSTRUCTIONS, PRACTICE, QUESTIONS, PREDICTION = BEFORE
AFTER, PLAY = "questionnaire", ""
"""Stages of a game that counts."""


class Stages:
    """The stages of one seat.

    Args:
        session: the seat.
        changed: called when something was done here that others may see.
        tables: the tables of the room as statistics see them; a class has them once for all seats.
    """

    def __init__(self, session: RoomSession, changed: Callable[[], object], tables: ClassTables | None = None) -> None:
        if session.seat is None:
            raise ValueError("a screen that is passed round has no stages")
        self.session, self.room, self.seat = session, session.room, session.seat
        self.practice: Practice | None = None
        self._changed = changed
        self._tables = tables or ClassTables(self.room)
        self._screen = -1  # that of the instructions which is looked at again; -1 for the next one
        self._right = ""  # the question that was just answered rightly
        self._unread = came_late(self.room, self.name, self.seat)
        self._cards: dict[str, Callable[[], Card]] = {
            INSTRUCTIONS: self._instructions, PRACTICE: self._practice, QUESTIONS: self._question,
            PREDICTION: self._prediction, READY: self._ready, TALK: self._talk, PROMISE: self._promise,
            AFTER: self._after, PLAY: lambda: {},
        }  # fmt: skip
        self._takers: dict[str, Callable[[Mapping[str, Any]], None]] = {
            INSTRUCTIONS: self._read, PRACTICE: lambda _: self._finish(PRACTICE, "played"), QUESTIONS: self._answer,
            PREDICTION: self._predict, TALK: lambda _: self.room.promises.ready(self.name, self.seat),
            PROMISE: self._seal, AFTER: self._opine,
        }  # fmt: skip

    @property
    def name(self) -> str:
        """The table."""
        return self.session.name

    @property
    def first(self) -> Boom:
        """The first moment of the table's game."""
        state = self.session.match.states[0]
        assert isinstance(state, Boom)
        return state

    def stage(self) -> str:
        """Return at which stage the person is; "" for the game itself."""
        status, procedure = self.session.status, Procedure.of(self.room.file)
        if procedure is None or not isinstance(status.match.state, Boom):
            return PLAY
        if status.ended or self.room.stage() == ENDED:
            return AFTER if any(one and not one.forced for one in self.room.seating.hands(self.name)) else PLAY
        if self._unread and procedure.instructions:
            return INSTRUCTIONS
        if self.room.promises.talks(self.name):
            return PROMISE if procedure.promises and self.room.promises.asked(self.name) else TALK
        if not self.room.begun():
            done = self.room.questions.stages(DONE).get((self.name, self.seat), ())
            return procedure.next_stage(done)
        return PLAY

    def card(self) -> Card:
        """Return what the person is shown now; nothing for somebody who just plays."""
        stage = self.stage()
        if Procedure.of(self.room.file) is None or not isinstance(self.session.match.states[0], Boom):
            return {}
        if stage != PRACTICE:
            self.practice = None
        return self._cards[stage]()

    def act(self, kind: str, content: Mapping[str, Any]) -> None:
        """Do what a card asks for; what is about another card than the one that is shown is nobody's."""
        if kind not in ("submit", "back", "skip"):
            return
        stage, card = self.stage(), self.card()
        if not card or content.get("card") != card["name"]:
            return
        answers = content.get("answers")
        if kind == "submit" and card.get("submit") and stage in self._takers:
            self._takers[stage](answers if isinstance(answers, Mapping) else {})
        elif kind == "back" and card.get("back"):
            self._screen = max(0, self._at() - 1)
            return  # nobody else sees it
        elif kind == "skip" and card.get("skip"):
            self._finish(stage, "left")
        else:
            return
        self._changed()

    def _give(self, stage: str, question: str, answer: str | int) -> int:
        return self.room.questions.give(self.name, self.seat, stage, question, answer)

    def _given(self, stage: str) -> dict[str, Any]:
        return dict(self.room.questions.given(self.name, self.seat, stage))

    def _show(self, stage: str, question: str) -> None:
        self.room.questions.show(self.name, self.seat, stage, question)

    def _finish(self, stage: str, how: str) -> None:
        self._give(stage, DONE, how)
        self._right, self._screen = "", -1
        self._unread = False

    # ---- before it counts ------------------------------------------------------------------------------------

    def _at(self) -> int:
        """Return which screen of the instructions is shown."""
        return self._screen if self._screen >= 0 else len(self._given(INSTRUCTIONS))

    def _instructions(self) -> Card:
        pages = screens(self.first)
        at = min(self._at(), len(pages) - 1)
        self._show(INSTRUCTIONS, f"screen {at + 1}")
        self._show(INSTRUCTIONS, DONE)
        page, last = pages[at], at == len(pages) - 1
        text, skip = list(page.text), tr("Go on without the rules") if self._unread else ""
        if self._unread and self.room.promises.talk_left(self.name) is not None:  # its clock is the whole table's
            words = mark("Your table talks now, and its clock goes on. You can go to the talk at once: the rules also "
                         "stand beside the board.")  # fmt: skip
            text, skip = [tr(words), *text], tr("Go to the talk")
        return {
            "name": f"{INSTRUCTIONS}/{at}", "title": page.title, "text": text, "picture": page.picture,
            "submit": tr("I have read it") if last else tr("Next"), "back": tr("Back") if at else "",
            "skip": skip, "step": at + 1, "steps": len(pages),
        }  # fmt: skip

    def _read(self, _answers: Mapping[str, Any]) -> None:
        at, count = self._at(), len(screens(self.first))
        self._give(INSTRUCTIONS, f"screen {at + 1}", "read")
        self._screen = at + 1 if self._screen >= 0 and at + 1 < len(self._given(INSTRUCTIONS)) else -1
        if at + 1 >= count:
            self._finish(INSTRUCTIONS, "read")

    def _practice(self) -> Card:
        self._show(PRACTICE, DONE)
        if self.practice is None:
            code = str(self._given(PRACTICE).get("game", ""))
            seed = f"practice/{self.name}/{self.seat}"
            self.practice = Practice(self.first, self.seat, seed, code, self._save_practice)
        state = self.practice.match.state
        assert isinstance(state, Boom)
        if not self.practice.session.played():
            text = [tr("One year with bots and other dice, to try the rules. It does not count.")]
            return {
                "name": PRACTICE, "title": tr("Practice: it does not count"), "text": text, "small": True,
                "skip": tr("Go on without practice"),
            }  # fmt: skip
        plates = state.plates[self.seat][1] if state.year > 1 else 0
        text = [
            trn("You took {n} fish.", "You took {n} fish.", state.taken(self.seat, 1)),
            trn("In year 2 you would have {n} plate to fill.", "In year 2 you would have {n} plates to fill.", plates),
        ]
        return {
            "name": f"{PRACTICE}/over", "title": tr("The practice year is over"), "text": text, "small": True,
            "submit": tr("Next"),
        }  # fmt: skip

    def _save_practice(self, code: str) -> None:
        self._give(PRACTICE, "game", code)
        self._changed()

    def _open_question(self) -> tuple[int, Question]:
        """Return the question that was just answered rightly, else the first that is open, else the last."""
        asked, given = quiz(self.first), self._given(QUESTIONS)
        names = [one.name for one in asked if given.get(one.name) != one.right]
        name = self._right or next(iter(names), asked[-1].name)
        return next((place, one) for place, one in enumerate(asked) if one.name == name)

    def _question(self) -> Card:
        at, one = self._open_question()
        self._show(QUESTIONS, one.name)
        self._show(QUESTIONS, DONE)
        answer, count = str(self._given(QUESTIONS).get(one.name, "")), len(quiz(self.first))
        right = answer == one.right
        feedback = tr("Right. {why}", why=one.why) if right else tr("Not yet. {hint}", hint=one.hint) if answer else ""
        return {
            "name": f"{QUESTIONS}/{one.name}" + ("/right" if right else ""),
            "title": tr("Question {number} of {count}", number=at + 1, count=count),
            "text": [one.words] if right else [],
            "fields": [] if right else [_field(one.name, one.words, "choice", one.choices, answer)],
            "feedback": feedback, "good": right,
            "submit": tr("Next") if right else tr("Check"), "step": at + 1, "steps": count,
        }  # fmt: skip

    def _answer(self, answers: Mapping[str, Any]) -> None:
        _, one = self._open_question()
        if self._given(QUESTIONS).get(one.name) == one.right:
            self._right = ""
            given = self._given(QUESTIONS)
            if all(given.get(each.name) == each.right for each in quiz(self.first)):
                self._finish(QUESTIONS, "answered")
            return
        picked = _picked(answers, one.name, [value for value, _ in one.choices])
        self._give(QUESTIONS, one.name, picked)
        self._right = one.name if picked == one.right else ""

    def _new_rule(self) -> list[str]:
        """Return what holds at the table, for who read the instructions, or some, in a game before or elsewhere."""
        elsewhere = self.session.status.game > 1 or EARLIER in self._given(INSTRUCTIONS).values()
        return [house_rule(self.first), self.first.words.aim(self.first)] if elsewhere else []

    def _most(self) -> int:
        return self.first.living.bit_count() * self.first.sheet.years

    def _prediction(self) -> Card:
        self._show(PREDICTION, DONE)
        for question in ("catch", "lasts"):
            self._show(PREDICTION, question)
        years = self.first.sheet.years
        return {
            "name": PREDICTION, "title": tr("What do you expect?"),
            "text": [
                *self._new_rule(),
                tr("After the game the class sees how many expected what; your teacher may see it earlier."),
            ],
            "fields": [
                _field("catch", tr("How many fish will your table catch in all, in {years} years?", years=years),
                       "number", high=self._most()),
                _field("lasts", tr("Will fish be left in the sea at the end?"), "choice",
                       [("yes", tr("Yes")), ("no", tr("No"))]),
            ],
            "submit": tr("Seal it"),
        }  # fmt: skip

    def _predict(self, answers: Mapping[str, Any]) -> None:
        catch = _whole(answers, "catch", self._most())
        lasts = _picked(answers, "lasts", ["yes", "no"])
        with self.room.file.writing():
            self._give(PREDICTION, "catch", catch)
            self._give(PREDICTION, "lasts", lasts)
            self._finish(PREDICTION, "sealed")

    def _ready(self) -> Card:
        text = [tr("The game begins when your teacher starts it. Meanwhile, look at the sea.")]
        text += self._new_rule() or [self.first.words.aim(self.first)]
        return {"name": READY, "title": tr("You are ready"), "text": text, "small": True}

    # ---- while it counts -------------------------------------------------------------------------------------

    def _talk(self) -> Card:
        promises = self.room.promises
        promises.follow(self.name)
        year = self.session.status.period
        title = tr("Year {year}: talk with your table", year=year)
        if not promises.is_ready(self.name, self.seat):
            text = [tr("Talk about anything, promise what you like. The year begins when all are ready.")]
            return {"name": f"{TALK}/{year}", "title": title, "text": text, "small": True, "submit": tr("Ready")}
        return {
            "name": f"{TALK}/{year}/ready", "title": title, "small": True,
            "text": [tr("You are ready. The talk ends when all are ready, or when time is up.")],
        }  # fmt: skip

    def _promise(self) -> Card:
        promises, year = self.room.promises, self.session.status.period
        promises.follow(self.name)
        if promises.sealed(self.name, self.seat) is not None:
            text = [tr("Sealed. The year begins when all have answered.")]
            return {
                "name": f"{PROMISE}/{year}/sealed", "title": tr("What did you agree on?"), "text": text, "small": True,
            }  # fmt: skip
        counts = map(str, range(promises.least(self.name, self.seat), MOST + 1))
        choices = [*((count, count) for count in counts), (NOTHING, tr("We agreed on nothing"))]
        return {
            "name": f"{PROMISE}/{year}", "title": tr("What did you agree on?"), "small": True,
            "fields": [_field("promise", tr("At most … fish each in year {year}", year=year), "row", choices)],
            "text": [tr("The others at your table do not see your answer. Nobody forces you to keep to it.")],
            "submit": tr("Seal"),
        }  # fmt: skip

    def _seal(self, answers: Mapping[str, Any]) -> None:
        promise = answers.get("promise")
        digit = isinstance(promise, str) and promise.isdecimal() and len(promise) == 1
        self.room.promises.seal(self.name, self.seat, int(str(promise)) if digit else promise)

    # ---- after it --------------------------------------------------------------------------------------------

    def _after(self) -> Card:
        procedure = Procedure.of(self.room.file)
        rows = results(self.session, self._given(PREDICTION))
        if procedure is None or not procedure.questionnaire or DONE in self._given(AFTER):
            text = [tr("Thank you. Your answers are kept.")] if DONE in self._given(AFTER) else []
            return {
                "name": f"{AFTER}/over", "title": tr("Your table"), "rows": rows, "text": self._counted() + text,
                "small": True,
            }  # fmt: skip
        for question in (*OPINIONS, EXPLAIN, (DONE, "")):
            self._show(AFTER, question[0])
        agree = [(value, tr(words)) for value, words in AGREE]
        return {
            "name": AFTER, "title": tr("Your table"), "rows": rows,
            "text": [*self._counted(), tr("Before the class talks about it: what do you think? No names are kept.")],
            "fields": [
                *(_field(name, tr(words), "row", agree) for name, words in OPINIONS),
                _field(EXPLAIN[0], tr(EXPLAIN[1]), "text", high=800),
            ],
            "submit": tr("Send"),
        }  # fmt: skip

    def _counted(self) -> list[str]:
        """Say which years count where a game was ended before its last."""
        state = self.session.match.state
        assert isinstance(state, Boom)
        done = finished_years(state)
        if not done:
            return [tr("Your table did not finish a year, so no points count.")]
        told = []
        if done < state.sheet.years:
            told.append(tr("Points count up to the end of year {year}, the last that your table finished.", year=done))
        words = self._compared()
        return [*told, tr("When the class compares tables, yours {words}.", words=words)] if words else told

    def _compared(self) -> str:
        """Say as what the table counts where tables are compared, if that is not what it has made; "" else."""
        statuses = self.room.statuses()[0]
        if self.room.stage() != ENDED and not all(one.ended for one in statuses):
            return ""
        found = outcome(self._tables.of(statuses), statuses)
        line = next((one for one in found.lines if one.table == self.name and one.counts), None)
        return set_apart(found, self.name) if line is not None and number(line.total) != number(line.made) else ""

    def _opine(self, answers: Mapping[str, Any]) -> None:
        picked = {name: int(_picked(answers, name, [value for value, _ in AGREE])) for name, _ in OPINIONS}
        why = answers.get(EXPLAIN[0])
        with self.room.file.writing():
            for name, value in picked.items():
                self._give(AFTER, name, value)
            self._give(AFTER, EXPLAIN[0], why.strip() if isinstance(why, str) else "")
            self._finish(AFTER, "sent")


def results(session: RoomSession, predicted: Mapping[str, Any]) -> list[list[str]]:
    """Return what came of a table, for one who sat there."""
    state, seat = session.match.state, session.seat or 0
    assert isinstance(state, Boom)
    years, done, fines = range(1, len(state.seas) + 1), finished_years(state), state.fines()
    caught = sum(state.taken(one, year) for one in range(state.players) for year in years)
    left = fish_left(state)
    made = [
        sum(state.year_score(one, year) for year in range(1, done + 1)) - fines[one] for one in range(state.players)
    ]
    whole = tr("Points of your table, before fines") if any(fines) else tr("Points of your table")
    place: list[list[str]] = []
    if state.setup.aim == "place":
        ahead, shared = sum(one > made[seat] for one in made), made.count(made[seat]) > 1
        words = mark("{place} of {seats}, shared") if shared else mark("{place} of {seats}")
        place = [[tr("Your place"), tr(words, place=ahead + 1, seats=state.players)]]
    rows = [
        *place,
        [tr("Your points"), _signed(made[seat])],
        [whole, _signed(total_up_to(state, done))],
        [tr("Fish that your table caught"), str(caught)],
        [tr("Fish left in the sea"), str(left)],
    ]
    if "catch" in predicted:
        rows.append([tr("Fish that you predicted"), str(predicted["catch"])])
    kept = [
        one["kept"] for one in session.room.talks()
        if (one["table"], one["seat"]) == (session.name, seat) and one["kept"] is not None
    ]  # fmt: skip
    if kept:
        told = tr("{kept} of {all}", kept=sum(kept), all=len(kept))
        rows.append([tr("Agreements that you kept, of those you could have broken"), told])
    return rows


def _signed(points: int) -> str:
    return str(points).replace("-", "−")


def _field(
    name: str, words: str, kind: str, choices: Sequence[tuple[str, str]] = (), value: str = "", high: int = 0
) -> Field:
    chosen = [list(one) for one in choices]
    return {"name": name, "words": words, "kind": kind, "choices": chosen, "value": value, "low": 0, "high": high}


def _picked(answers: Mapping[str, Any], name: str, values: Sequence[str]) -> str:
    found = answers.get(name)
    if not isinstance(found, str) or found not in values:
        raise RoomError(tr("Choose one of the answers."))
    return found


def _whole(answers: Mapping[str, Any], name: str, high: int) -> int:
    found = answers.get(name)
    if isinstance(found, bool) or not isinstance(found, int) or not 0 <= found <= high:
        raise RoomError(tr("Type a whole number from 0 to {high}.", high=high))
    return found
