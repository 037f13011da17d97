"""The guided first round at a table: which step is shown, and when it is done.

What has been done is read from the game's moves, so that an undo leads back, and two pages of one table agree.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypedDict

from fishlab.core import GuideStep, State
from fishlab.messages import mark, tr
from fishlab.session import Session


class GuideView(TypedDict):
    """The guide on a page; `at` is what is pointed at, "" while nothing is."""

    offered: bool
    at: str
    text: str
    step: int
    """Counts what was said; 0 where that is no step. Without a total: a moment may never come."""
    act: bool
    """Whether a move ends the step; else the person says that it is read."""
    waits: bool
    """Whether others move: what was said last stays, so that nothing flickers, and nothing is asked for."""
    warns: bool
    """Whether the coach's advice stands beside it."""


NO_GUIDE: GuideView = {
    "offered": False, "at": "", "text": "", "step": 0, "act": False, "waits": False, "warns": False,
}  # fmt: skip
_WATCH: Final = mark("Watch what happens, until it is your turn again.")
_FIRST: Final = mark("Do what the prompt asks for, then the guide goes on.")


@dataclass
class GuideProgress:
    """How far a person is in the first round.

    What is to be read stays until the person has read it, or plays on. Of what is to be done, the step is shown whose
    move a person can make now; while others move, it stays if it was shown before.

    Attributes:
        on: whether the guide speaks.
        away: the games whose guide was begun or declined, each with its aim: there it is not offered again.
        done: the places of the steps that are done, with the number of moves at their ends.
        missed: likewise those whose moment has passed: they are only to be read.
        said: the sentences that the person was told, in order, with the number of moves at which each was told first.
        seen: the number of moves that were looked at.
    """

    on: bool = False
    away: set[tuple[str, str]] = field(default_factory=set)
    done: dict[int, int] = field(default_factory=dict)
    missed: dict[int, int] = field(default_factory=dict)
    said: dict[str, int] = field(default_factory=dict)
    seen: int = 0

    def begin(self, session: Session) -> None:
        """Start with the first step, from the last position on; what played itself before any choice is done."""
        self.on, self.done, self.missed, self.said = True, {}, {}, {}
        self.seen = 0 if _is_fresh(session) else len(session.match.moves)
        self.away.add(_kind(session))

    def skip(self, session: Session) -> None:
        """End the guide where it is."""
        self.on = False
        self.away.add(_kind(session))

    def reset(self) -> None:
        """Wait for a new game: who was guided through it before is not asked again."""
        self.on = False

    def step(self, session: Session) -> GuideStep | None:
        """Return the step that is shown."""
        if not self.on:
            return None
        steps = steps_of(session)
        self._catch_up(session, steps)
        if not self.on:  # it ended with what people did since
            return None
        step = steps[place := self._place(session, steps)]
        at = "news" if step.at.startswith("#") else "prompt"  # what was to be seen in the picture is over, and told
        return step._replace(at=at, text=step.missed, bare="", until="") if place in self.missed else step

    def next(self, session: Session) -> None:
        """Take the step that is shown as read."""
        step = self.step(session)
        if step and not step.until:
            steps = steps_of(session)
            self.done[self._place(session, steps)] = len(session.match.moves)
            self._catch_up(session, steps)

    def view(self, session: Session, *, costs: bool = True) -> GuideView:
        """Return what a page shows of it now.

        Args:
            session: the game.
            costs: whether the page's cards tell what a move costs.
        """
        step = self.step(session)
        if session.covered or session.match.over or not session.people:
            return NO_GUIDE
        if not step:
            new = _kind(session) not in self.away
            # In a class all are told alike: there people begin it in the Rules tab, when the teacher says so.
            return {**NO_GUIDE, "offered": _is_fresh(session) and new and session.live and session.may("begin")}
        asks, waits = _asks(session), bool(step.until) and not _asks(session)
        now = not step.until or (asks and _offers(session.state, step))
        told = step.text if costs else step.bare or step.text
        if waits:
            text = next((said for said in (told, step.first) if said in self.said), tr(_WATCH))
        else:
            text = told if now else step.first or tr(_FIRST)
            if now or step.first:  # else no step speaks of what is asked: it has no number
                self.said.setdefault(text, len(session.match.moves))
        risky = session.match.game.words.risky
        return {
            "offered": False,
            "at": "" if waits else step.at if now else "prompt",
            "text": text,
            "step": 1 + list(self.said).index(text) if text in self.said else 0,
            "act": bool(step.until),
            "waits": waits,
            "warns": asks and any(move[0] in risky for move in session.state.moves()),
        }

    def _place(self, session: Session, steps: list[GuideStep]) -> int:
        """Return the place of the step for now: what can be read, then what can be done, then what is waited for."""
        ready = True  # what is to be read follows what was to be done before it
        for place, step in enumerate(steps):
            if place not in self.done and (place in self.missed or (ready and not step.until)):
                return place
            ready = place in self.done if step.until else ready
        left = [place for place in range(len(steps)) if place not in self.done]
        now = [place for place in left if _asks(session) and _offers(session.state, steps[place])]
        return next(iter([*now, *(place for place in left if place > max(self.done, default=-1)), *left]))

    def _catch_up(self, session: Session, steps: list[GuideStep]) -> None:
        """Go back behind what was taken back, and on over what people have done since."""
        match = session.match
        self.done = {place: end for place, end in self.done.items() if end <= len(match.moves)}
        self.missed = {place: end for place, end in self.missed.items() if end <= len(match.moves)}
        self.said = {text: at for text, at in self.said.items() if at <= len(match.moves)}
        self.seen = min(self.seen, len(match.moves))
        while self.on and self.seen < len(match.moves):
            state, word = match.states[self.seen], str(match.moves[self.seen][0])
            chosen, mine = session.chose(self.seen), session.is_person(state.turn())
            if mine and chosen:
                self._read(steps)
            self.seen += 1
            met = next((place for place in self._open(steps) if mine and _is_meant(word, state, steps[place])), None)
            if met is not None:
                self._end_step(steps, met, chosen)
            now = match.states[self.seen].part()
            for place in self._open(steps):
                late = steps[place].phases[1:]
                if now in late and state.part() not in late and self._is_next(steps, place):
                    self._end_step(steps, place, False)
        left = [steps[place] for place in self._open(steps)]
        if len(steps) - 1 in self.done and not (_asks(session) and any(_offers(session.state, step) for step in left)):
            self.on = False

    def _read(self, steps: list[GuideStep]) -> None:
        """Take what is to be read, and was shown before this move, as read: whoever plays on has seen it."""
        read = [place for place, step in enumerate(steps) if place not in self.done and self._shown(step, place)]
        self.done |= dict.fromkeys(read, self.seen + 1)

    def _shown(self, step: GuideStep, place: int) -> bool:
        """Tell whether a step is only to be read, and was told before the move that is looked at."""
        told = {step.missed} if place in self.missed else {step.text, step.bare} if not step.until else set()
        return any(self.said.get(text, self.seen + 1) <= self.seen for text in told - {""})

    def _open(self, steps: list[GuideStep]) -> list[int]:
        """Return the places of the steps whose moves are still to be made."""
        over = self.done.keys() | self.missed.keys()
        return [place for place, step in enumerate(steps) if step.until and place not in over]

    def _is_next(self, steps: list[GuideStep], place: int) -> bool:
        """Tell whether the move before this one has been made."""
        before = [other for other in range(place) if steps[other].until]
        return not before or before[-1] in self.done.keys() | self.missed.keys()

    def _end_step(self, steps: list[GuideStep], place: int, chosen: bool) -> None:
        """End a step whose move was made or cannot come; what has something to say of that is read first."""
        (self.missed if steps[place].missed and not chosen else self.done)[place] = self.seen


def steps_of(session: Session) -> list[GuideStep]:
    """Return the guided first round of a session's game."""
    return session.match.game.words.first_round(session.match.states[0])


def _kind(session: Session) -> tuple[str, str]:
    """Return a game and its aim: whoever knows it with another aim has not been told of this one."""
    start = session.match.states[0]
    return start.name, start.purpose()


def _is_fresh(session: Session) -> bool:
    return not any(map(session.chose, range(len(session.match.moves))))


def _asks(session: Session) -> bool:
    """Tell whether a person has something to choose now."""
    return session.asked() is not None and not session.goes_on()


def _is_meant(word: str, state: State, step: GuideStep) -> bool:
    here = not step.phases or state.part() == step.phases[0]
    return bool(step.until) and here and (step.until == "move" or word in step.until.split("|"))


def _offers(state: State, step: GuideStep) -> bool:
    return bool(step.until) and any(_is_meant(str(move[0]), state, step) for move in state.moves())
