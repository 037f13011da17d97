"""What of an experiment's procedure a teacher has switched on, and the seconds that people have."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from fishlab.boom.treatments import TALK_SECONDS
from fishlab.codes import brief
from fishlab.messages import tr
from fishlab.room.store.file import Damaged, RoomError, RoomFile

LONGEST: Final = 600
"""Seconds of the longest talk, and of the longest time for a decision."""
BEFORE: Final = ("instructions", "practice", "questions", "prediction")
"""The stages before a game counts, in order."""
READY: Final = "ready"
"""The stage of who has all of them behind them."""
DONE: Final = "done"
"""The question that a person has answered who has finished a stage."""
EARLIER: Final = "earlier"
"""The answer of who has finished it at another seat, and begins none of it anew."""
_NOTE: Final = "procedure"


@dataclass(frozen=True)
class Procedure:
    """What people go through at their seats.

    Attributes:
        instructions: they read the rules at their own pace.
        practice: they play a year that does not count.
        questions: they answer questions about the rules.
        prediction: they seal what they expect.
        promises: after every talk they seal what was agreed.
        questionnaire: they say after the game what they think of it.
        talk: seconds of a talk.
        decision: seconds after which a bot makes a decision for who has not made it; 0 for no clock.
    """

    instructions: bool = True
    practice: bool = True
    questions: bool = True
    prediction: bool = True
    promises: bool = True
    questionnaire: bool = True
    talk: int = TALK_SECONDS
    decision: int = 90

    @classmethod
    def read(cls, answers: Mapping[str, Any]) -> Procedure:
        """Return what a form asks for; `RoomError` says what is not possible."""
        found: dict[str, Any] = {}
        for field in fields(cls):
            value = answers.get(field.name, field.default)
            if type(value) is not type(field.default):
                raise RoomError(tr("{value} is not possible for {name}.", value=brief(value), name=field.name))
            found[field.name] = value
        if not 10 <= found["talk"] <= LONGEST:
            words = tr("A talk of {value} seconds is not possible: choose 10 to {most}.", value=found["talk"],
                       most=LONGEST)  # fmt: skip
            raise RoomError(words)
        if found["decision"] and not 10 <= found["decision"] <= LONGEST:
            words = tr("{value} seconds for a decision are not possible: choose 10 to {most}, or 0 for no clock.",
                       value=found["decision"], most=LONGEST)  # fmt: skip
            raise RoomError(words)
        return cls(**found)

    @classmethod
    def of(cls, file: RoomFile) -> Procedure | None:
        """Return the procedure of a room, None where tables were set without one: then nothing is asked there."""
        kept = file.note(_NOTE)
        if kept is None:
            return None
        try:
            return cls.read(kept)
        except (RoomError, AttributeError):
            raise Damaged from None

    def before(self) -> list[str]:
        """Return the stages before a game counts."""
        return [stage for stage in BEFORE if getattr(self, stage)]

    def next_stage(self, done: Collection[str]) -> str:
        """Return the first stage that is not done yet, "ready" if there is none."""
        return next((stage for stage in self.before() if stage not in done), READY)

    def keep(self, file: RoomFile) -> None:
        """Let a room follow it."""
        file.keep(_NOTE, asdict(self))

    @staticmethod
    def forget(file: RoomFile) -> None:
        """Let nothing be asked in a room: its tables simply play."""
        file.keep(_NOTE, None)
