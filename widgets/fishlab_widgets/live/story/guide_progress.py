"""The guided first round at a table: which step is shown, and when it is done.

What has been done is read from the game's moves, so that an undo leads back, and two pages of one table agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from fishlab.core import GuideStep, State
from fishlab.messages import tr
from fishlab.session import Session


class GuideView(TypedDict):
    """The guide on a page; `at` is what is pointed at, "" while nothing is."""

    offered: bool
    at: str
    text: str
    step: int
    count: int
    act: bool
    """Whether a move ends the step; else the person says that it is read."""


NO_GUIDE: GuideView = {"offered": False, "at": "", "text": "", "step": 0, "count": 0, "act": False}


@dataclass
class GuideProgress:
    """How far a person is in the first round.

    Attributes:
        on: whether the guide speaks.
        away: whether it was skipped or is done: then it is not offered again.
        ends: for each step that is done, the number of moves at its end.
        left_out: the places of steps that were never shown, because what they ask for played itself.
        begun: the number of moves when it began.
    """

    on: bool = False
    away: bool = False
    ends: list[int] = field(default_factory=list)
    left_out: set[int] = field(default_factory=set)
    begun: int = 0

    def begin(self, session: Session) -> None:
        """Start with the first step, from the last position on."""
        self.on, self.away, self.ends, self.begun = True, False, [], len(session.match.moves)
        self.left_out = set()

    def skip(self) -> None:
        """End the guide where it is."""
        self.on, self.away = False, True

    def reset(self) -> None:
        """Wait for a new game: who was guided through one is not asked again."""
        self.away, self.on = self.away or self.on, False

    def next(self, session: Session) -> None:
        """Take the step that is shown as read."""
        steps = steps_of(session)
        self._catch_up(session, steps)
        if self.on and not steps[len(self.ends)].until:
            self.ends.append(len(session.match.moves))
            self._catch_up(session, steps)

    def view(self, session: Session) -> GuideView:
        """Return what a page shows of it now."""
        steps = steps_of(session)
        self._catch_up(session, steps)
        if session.covered or session.match.over or not session.people:
            return NO_GUIDE
        if not self.on:
            fresh = not any(map(session.chose, range(len(session.match.moves))))
            # In a class all are told alike: there people begin it in the Rules tab, when the teacher says so.
            return {**NO_GUIDE, "offered": fresh and not self.away and session.live and session.may("begin")}
        step = steps[len(self.ends)]
        waits = bool(step.until) and (session.asked() is None or not _offers(session.state, step))
        first = waits and session.asked() is not None  # something else is asked of the person before
        return {
            "offered": False,
            "at": "prompt" if waits else step.at,
            "text": tr("First do what is asked for here.") if first else step.text,
            "step": len(self.ends) + 1 - len(self.left_out),
            "count": len(steps) - len(self.left_out),
            "act": bool(step.until),
        }

    def _catch_up(self, session: Session, steps: list[GuideStep]) -> None:
        """Go back behind what was taken back, and on over what was done."""
        count = len(session.match.moves)
        while self.ends and self.ends[-1] > count:
            self.ends.pop()
            self.left_out.discard(len(self.ends))
        while self.on and len(self.ends) < len(steps) and (end := self._end(session, steps[len(self.ends)])):
            self.ends.append(end)
        if self.on and len(self.ends) < len(steps) and steps[len(self.ends)].until and session.asked() is not None:
            offered = (
                place for place, step in enumerate(steps) if place >= len(self.ends) and _offers(session.state, step)
            )
            told = len(self.ends)
            place = next(offered, told)
            self.left_out |= set(range(told, place))  # what has come before its turn
            self.ends += [count] * (place - told)
        if self.on and len(self.ends) == len(steps):
            self.skip()

    def _end(self, session: Session, step: GuideStep) -> int:
        """Return the number of moves after the one that ends a step, 0 while it is not made."""
        match, since = session.match, self.ends[-1] if self.ends else self.begun
        for place in range(since, len(match.moves)):
            if session.is_person(match.states[place].turn()) and _is_meant(str(match.moves[place][0]), step):
                return place + 1
        return 0


def steps_of(session: Session) -> list[GuideStep]:
    """Return the guided first round of a session's game."""
    return session.match.game.words.first_round(session.match.states[0])


def _is_meant(word: str, step: GuideStep) -> bool:
    return bool(step.until) and (step.until == "move" or word in step.until.split("|"))


def _offers(state: State, step: GuideStep) -> bool:
    return any(_is_meant(str(move[0]), step) for move in state.moves())
