"""The guided first round at a table: which step is shown, and when it is done.

What has been done is read from the game's moves, so that an undo leads back, and two pages of one table agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from fishlab.core import GuideStep, State
from fishlab.session import Session


class GuideView(TypedDict):
    """The guide on a page; `at` is what is pointed at, "" while nothing is."""

    offered: bool
    at: str
    text: str
    step: int
    """Without a total: a step whose moment does not come, because its move plays itself, is left out."""
    act: bool
    """Whether a move ends the step; else the person says that it is read."""


NO_GUIDE: GuideView = {"offered": False, "at": "", "text": "", "step": 0, "act": False}


@dataclass
class GuideProgress:
    """How far a person is in the first round.

    Attributes:
        on: whether the guide speaks.
        away: the games whose guide was begun or declined: there it is not offered again.
        done: the places of the steps that are done, with the number of moves at their ends.
        seen: the number of moves that were looked at.
    """

    on: bool = False
    away: set[str] = field(default_factory=set)
    done: dict[int, int] = field(default_factory=dict)
    seen: int = 0

    def begin(self, session: Session) -> None:
        """Start with the first step, from the last position on."""
        self.on, self.done, self.seen = True, {}, len(session.match.moves)
        self.away.add(session.match.game.name)

    def skip(self, session: Session) -> None:
        """End the guide where it is."""
        self.on = False
        self.away.add(session.match.game.name)

    def reset(self) -> None:
        """Wait for a new game: who was guided through it before is not asked again."""
        self.on = False

    def step(self, session: Session) -> GuideStep | None:
        """Return the step that is shown."""
        steps = steps_of(session)
        self._catch_up(session, steps)
        return steps[self._place(session.state, steps)] if self.on else None

    def next(self, session: Session) -> None:
        """Take the step that is shown as read."""
        step = self.step(session)
        if step and not step.until:
            steps = steps_of(session)
            self.done[self._place(session.state, steps)] = len(session.match.moves)
            self._catch_up(session, steps)

    def view(self, session: Session) -> GuideView:
        """Return what a page shows of it now."""
        step = self.step(session)
        if session.covered or session.match.over or not session.people:
            return NO_GUIDE
        if not step:
            fresh = not any(map(session.chose, range(len(session.match.moves))))
            new = session.match.game.name not in self.away
            # In a class all are told alike: there people begin it in the Rules tab, when the teacher says so.
            return {**NO_GUIDE, "offered": fresh and new and session.live and session.may("begin")}
        waits = bool(step.until) and (session.asked() is None or not _offers(session.state, step))
        return {
            "offered": False,
            "at": "prompt" if waits else step.at,
            "text": step.first if waits and session.asked() is not None else step.text,
            "step": len(self.done) + 1,
            "act": bool(step.until),
        }

    def _place(self, state: State, steps: list[GuideStep]) -> int:
        """Return the place of the step that a moment is for: the first that can be read or done, else the first."""
        ready = True  # what is to be read follows what was to be done before it
        left = [place for place in range(len(steps)) if place not in self.done]
        for place, step in enumerate(steps):
            if place in left and (_offers(state, step) if step.until else ready):
                return place
            ready = place in self.done if step.until else ready
        return next((place for place in left if place > max(self.done, default=-1)), left[0])

    def _catch_up(self, session: Session, steps: list[GuideStep]) -> None:
        """Go back behind what was taken back, and on over what people have done since."""
        match = session.match
        self.done = {place: end for place, end in self.done.items() if end <= len(match.moves)}
        self.seen = min(self.seen, len(match.moves))
        while self.on and self.seen < len(match.moves):
            word, chosen = str(match.moves[self.seen][0]), session.chose(self.seen)
            now = self._place(match.states[self.seen], steps)
            self.seen += 1
            if chosen and _is_meant(word, steps[now]):
                self.done[now] = self.seen
                self._end_with(steps, match.states[self.seen])
        if self.on:
            self._end_with(steps, session.state)

    def _end_with(self, steps: list[GuideStep], state: State) -> None:
        """End the guide with its last step, unless one that was left behind can be done now."""
        left = [step for place, step in enumerate(steps) if place not in self.done]
        if len(steps) - 1 in self.done and not any(_offers(state, step) for step in left):
            self.on = False


def steps_of(session: Session) -> list[GuideStep]:
    """Return the guided first round of a session's game."""
    return session.match.game.words.first_round(session.match.states[0])


def _is_meant(word: str, step: GuideStep) -> bool:
    return bool(step.until) and (step.until == "move" or word in step.until.split("|"))


def _offers(state: State, step: GuideStep) -> bool:
    return bool(step.until) and any(_is_meant(str(move[0]), step) for move in state.moves())
