"""Questions that people answer at their seats: when each was first shown, what was answered, and after how many tries.

An answer belongs to the person who sat there: whoever takes a seat that was freed begins anew. All of it stands in the
room's file, so that a page that is loaded again, or a server that is started again, goes on where it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Final, TypedDict

from fishlab.core import Player
from fishlab.messages import tr
from fishlab.one_at_a_time import OneAtATime
from fishlab.room.procedure.settings import DONE, EARLIER
from fishlab.room.store.events import TAKEN
from fishlab.room.store.file import Damaged, RoomError, read_json
from fishlab.room.store.sitters import Left
from fishlab.room.store.tables import Tables

LONGEST: Final = 1000
"""Letters of an answer in somebody's own words."""

Value = str | int
"""What can be answered: a word, a number, or a sentence of one's own."""


class Answer(TypedDict):
    """What a person answered to one question.

    Attributes:
        table: where.
        seat: in which seat, counted from 0.
        person: which person of that seat it was, counted from 1.
        stage: what the question belongs to.
        question: its name within the stage.
        answer: the last answer.
        tries: how often it was answered.
        seconds: from when it was first shown to the last answer.
    """

    table: str
    seat: int
    person: int
    stage: str
    question: str
    answer: Value
    tries: int
    seconds: float


class Questions(OneAtATime):
    """The questions of a room, and the answers of those who sit there."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._file = tables, tables.file

    def person(self, name: str, seat: Player) -> int:
        """Return which person of a seat sits there now, counted from 1."""
        sql = "SELECT count(*) FROM events WHERE tab=? AND seat=? AND kind=?"
        return max(1, int(self._file.rows("i", sql, name, seat, TAKEN)[0][0]))

    def show(self, name: str, seat: Player, stage: str, question: str) -> float:
        """Return when a question was first shown to who sits there: now, if it is new."""
        person = self.person(name, seat)
        sql = "SELECT since FROM answers WHERE tab=? AND seat=? AND person=? AND stage=? AND question=?"
        place = (name, seat, person, stage, question)
        if found := self._file.rows("f", sql, *place):
            return float(found[0][0])
        with self._file.writing() as db:
            now = self._file.now()
            db.execute("INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?, ?, NULL, 0, ?, ?)", (*place, now, now))
        return now

    def give(self, name: str, seat: Player, stage: str, question: str, answer: Value) -> int:
        """Keep an answer of who sits there, and return how many there were to this question."""
        if isinstance(answer, bool) or not isinstance(answer, Value):
            raise RoomError(tr("An answer must be a number or some words."))
        kept = json.dumps(answer[:LONGEST] if isinstance(answer, str) else answer)
        with self._file.writing() as db:
            since = self.show(name, seat, stage, question)
            place = (name, seat, self.person(name, seat), stage, question)
            sql = "UPDATE answers SET answer=?, tries=tries+1, at=?"
            where = " WHERE tab=? AND seat=? AND person=? AND stage=? AND question=?"
            db.execute(sql + where, (kept, max(self._file.now(), since), *place))
            return int(self._file.rows("i", "SELECT tries FROM answers" + where, *place)[0][0])

    def given(self, name: str, seat: Player, stage: str) -> dict[str, Value]:
        """Return what the person who sits there has answered in a stage."""
        sql = "SELECT question, answer FROM answers WHERE tab=? AND seat=? AND person=? AND stage=? AND answer NOTNULL"
        rows = self._file.rows("ss", sql, name, seat, self.person(name, seat), stage)
        return {question: _value(text) for question, text in rows}

    def stages(self, question: str) -> dict[tuple[str, Player], set[str]]:
        """Return for every seat the stages in which the person who sits there now has answered a question."""
        sql = "SELECT tab, seat, count(*) FROM events WHERE kind=? GROUP BY tab, seat"
        now = {(name, seat): max(1, count) for name, seat, count in self._file.rows("sIi", sql, TAKEN)}
        found: dict[tuple[str, Player], set[str]] = {}
        sql = "SELECT tab, seat, person, stage FROM answers WHERE question=? AND answer NOTNULL"
        for name, seat, person, stage in self._file.rows("siis", sql, question):
            if now.get((name, seat), 1) == person:
                found.setdefault((name, seat), set()).add(stage)
        return found

    def finished(self, before: Left) -> set[str]:
        """Return the stages that a person has finished at a seat."""
        sql = "SELECT stage FROM answers WHERE tab=? AND seat=? AND person=? AND question=? AND answer NOTNULL"
        return {stage for (stage,) in self._file.rows("s", sql, *before, DONE)}

    def mark_done(self, name: str, seat: Player, stages: Iterable[str]) -> None:
        """Ask who sits there nothing in stages that were finished at another seat, or in the game before."""
        now, person = self._file.now(), self.person(name, seat)
        sql = "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?) ON CONFLICT DO UPDATE SET answer=excluded.answer"
        with self._file.writing() as db:
            for stage in stages:
                row = (name, seat, person, stage, DONE, json.dumps(EARLIER), now, now)
                db.execute(f"{sql} WHERE answer IS NULL", row)

    def mark_read(self, before: Left, name: str, seat: Player, stage: str) -> None:
        """Let who sits there go on in a stage where the same person was at another seat."""
        now, person = self._file.now(), self.person(name, seat)
        sql = (
            "INSERT OR IGNORE INTO answers SELECT ?, ?, ?, stage, question, ?, 0, ?, ? FROM answers "
            "WHERE tab=? AND seat=? AND person=? AND stage=? AND question!=? AND answer NOTNULL"
        )
        with self._file.writing() as db:
            db.execute(sql, (name, seat, person, json.dumps(EARLIER), now, now, *before, stage, DONE))

    def take_along(self, before: Left, name: str, seat: Player, stages: Sequence[str]) -> None:
        """Let who sits there have what the same person answered in stages at the seat before."""
        new, marks = (name, seat, self.person(name, seat)), ", ".join("?" * len(stages))
        where = f"WHERE tab=? AND seat=? AND person=? AND stage IN ({marks})"
        with self._file.writing() as db:
            db.execute(f"DELETE FROM answers {where} AND answer IS NULL", (*new, *stages))
            db.execute(f"UPDATE OR IGNORE answers SET tab=?, seat=?, person=? {where}", (*new, *before, *stages))

    def all(self) -> list[Answer]:
        """Return every answer of every person in every game of the room."""
        sql = (
            "SELECT tab, answers.seat, person, answers.stage, question, answer, tries, at - answers.since "
            "FROM answers JOIN tables ON name=tab WHERE answer NOTNULL AND tries "
            "ORDER BY place, answers.seat, person, answers.since, answers.stage, question"
        )
        return [
            {
                "table": table, "seat": seat, "person": person, "stage": stage, "question": question,
                "answer": _value(text), "tries": tries, "seconds": seconds,
            }
            for table, seat, person, stage, question, text, tries, seconds in self._file.rows("siisssif", sql)
        ]  # fmt: skip


def _value(text: str) -> Value:
    found = read_json(text)
    if isinstance(found, bool) or not isinstance(found, Value):
        raise Damaged
    return found
