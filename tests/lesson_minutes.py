"""How long every step of a lesson takes a beginner, by what there is to read, to decide and to wait for.

`python tests/lesson_minutes.py [LESSON …]` prints the count beside the minutes that a lesson promises. No class was
timed: a decision is taken to last 16 seconds, twice what somebody takes who knows the board.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from statistics import mean
from typing import Any

import checklist
from fishlab_widgets.lesson.predictions import reasons_of
from fishlab_widgets.teacher.stored_lessons import LessonFile, lesson_files
from walk import walked

from fishlab import Match
from fishlab.core import CHANCE
from fishlab.players import bots_for
from fishlab.session import PERSON

SECONDS = 16
"""What a decision takes."""
WORDS_A_MINUTE = 150
"""How fast somebody reads who has to do what is written there."""
MOVING_ON = 24
"""Seconds in which a class finds the next step, and looks up when somebody speaks."""
PACE = 0.35
"""Seconds between two moves of bots and dice, as tables set it."""
DECISIONS = {
    "predict": 5,  # think; choose and lock; look at the result; write why; compare three explanations
    "question": 4,  # read the picture; work it out; answer; once more after a hint
    "check": 10,  # read the cell and what is asked; think, write and run; and all that once more after a hint
    "explain": 3,  # think; write; read it again
    "policy": 5,  # two controls, each set twice; read the picture
    "after": 1,  # look at what has opened
    "Comparison": 2,  # press; read the sentence
    "hand_in": 1,
}
TALKED, TALK = 3, 2
"""Questions of a debrief that a class talks about, and the decisions for each: one in pairs, one with the class."""
OTHER = {
    ("00", "Play"): (10, "the pond to its end, and four rounds of another one"),
    ("00", "Save"): (3, "open the tab, copy, paste"),
    ("01", "Your flag"): (12, "squares of a flag, and hoist it"),
    ("01", "Read the sea"): (8, "fish to ask about, and a year step by step"),
    ("01", "Ten years"): (12, "years 3 to 6; a bot can end the game"),
    ("01", "Look back"): (8, "moments of the slider, steps of a depletion"),
    ("02", "Kill a fish"): (12, "fish to ask about"),
    ("02", "A network"): (3, "fish to find on the board"),
    ("02", "Ten species"): (3, "a species, and its arrows"),
    ("02", "Keystone"): (3, "arrows to follow"),
    ("03", "Two games"): (2, "run the cell, read it"),
    ("03b", "Laboratory"): (12, "run, two treatments, a slider, a game"),
    ("03b", "Best reply"): (9, "two tabs, one button, codes to paste"),
    ("04", "Board and model"): (3, "read the figure, run the cell"),
    ("04", "Logistic"): (6, "places of the slider"),
    ("04", "Steer"): (7, "numbers of boats, and the names"),
    ("04", "Real sea"): (3, "two figures and a sentence"),
    ("04", "In Python"): (3, "change a number, run, read"),
    ("05", "One life"): (8, "arrows of a life cycle, two species"),
    ("05", "Matrix"): (4, "follow the circles"),
    ("05", "Slow species"): (3, "the table and its figure"),
    ("07", "Look"): (6, "moments of the slider"),
    ("08", "Look"): (6, "moments of the slider"),
    ("09", "By eye"): (4, "plots to imagine gone"),
    ("09", "Look"): (6, "moments of the slider"),
    ("10", "Cases"): (3, "one more look at each of three stories"),
    ("10", "Roles"): (4, "a sheet to read, and two sentences to say"),
    ("10", "Council"): (12, "three rounds of talk: three minutes by the clock"),
    ("10", "Vote"): (15, "three questions on each of five ballots"),
    ("10", "Amend"): (12, "half a minute of talk; five ballots to open, and one vote to move on each"),
    ("10", "Once more"): (12, "the same again"),
    ("10", "Our table"): (4, "a year"),
    ("10", "Our class"): (3, "codes to paste, and two figures"),
}
"""What else there is to do in a step, in decisions."""


@dataclass
class Counted:
    """What a step asks of a beginner."""

    words: int = 0
    decisions: float = 0
    waits: float = 0

    @property
    def minutes(self) -> float:
        """How long that takes."""
        seconds = MOVING_ON + self.decisions * SECONDS + self.waits * PACE
        return self.words / WORDS_A_MINUTE + seconds / 60


def counted(lesson: LessonFile) -> dict[str, Counted]:
    """Return what every step of a lesson asks."""
    found = {step.name: Counted() for step in lesson.steps}
    here, seen = lesson.steps[0].name, dict[str, int]()
    for cell in checklist.written_out(checklist.read(lesson.path))["cells"]:
        text = checklist.source(cell)
        if cell["cell_type"] == "markdown":
            here = heading[1] if (heading := re.search(r"^## ([^:\n]+)", text, re.MULTILINE)) else here
            if here in found:
                found[here].words += checklist.words(text)
                found[here].decisions += TALKED * TALK * ("two or three of these in pairs" in text)
            continue
        for name, call in _calls(text):
            if here not in found:
                continue
            found[here].decisions += DECISIONS.get(name, 0)
            found[here].words += sum(checklist.words(words) for words in _read(lesson.number, name, call))
            if name == "play":
                one = _played(lesson.number, call, seen)
                found[here].decisions, found[here].waits = found[here].decisions + one[0], found[here].waits + one[1]
    for (number, step), (count, _) in OTHER.items():
        if number == lesson.number:
            found[step].decisions += count
    return found


def _calls(text: str) -> Iterator[tuple[str, ast.Call]]:
    for call in checklist.calls(text, *DECISIONS, "play"):
        if ast.unparse(call.func).removeprefix("lesson.") in (*DECISIONS, "play"):
            yield ast.unparse(call.func).removeprefix("lesson."), call


def _read(number: str, name: str, call: ast.Call) -> Iterator[str]:
    """Yield what is read on a card: its question, what it says about it, its choices, and three explanations."""
    if name in ("predict", "question", "explain"):
        yield from (node.value for node in ast.walk(call.args[1]) if _is_text(node))
    for word in ("about", "choices"):
        given = checklist.given(call, word)
        yield from (node.value for node in ast.walk(given) if _is_text(node)) if given is not None else ()
    if name == "predict" and (reasons := reasons_of(number).get(checklist.key(call))):
        yield reasons.model
        yield from (text for text, _ in reasons.rivals)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _played(number: str, call: ast.Call, seen: dict[str, int]) -> tuple[float, float]:
    """Return the decisions of people in a game up to the move that ticks it, and the moves that they wait for."""
    name, moves, years = ast.unparse(call.args[0]), checklist.given(call, "moves"), checklist.given(call, "years")
    table = walked(number).names.get(name)
    if table is None or (moves is None and years is None):
        return 0, 0
    if years is not None:
        return _moves_of(table, years=ast.literal_eval(years))
    until = eval(ast.unparse(moves), dict(walked(number).names))
    begun, seen[name] = seen.get(name, 0), until
    before, after = _moves_of(table, begun), _moves_of(table, until)
    return after[0] - before[0], after[1] - before[1]


def _moves_of(table: Any, until: int = 0, years: int = 0) -> tuple[float, float]:
    """Return how many moves people make in a game up to a length, or in years, and bots and dice: of four games."""
    games, own = [], table.match
    begun, bots = len(own.moves), bots_for(own.game)
    mine_so_far = [state for state in own.states[:begun] if state.turn() >= 0 and table.seats[state.turn()] == PERSON]
    dealt = all(len(state.moves()) == 1 for state in mine_so_far)
    for trial in range(4):
        match, rng, mine = Match.from_code(own.code()), Random(f"minutes/{trial}"), 0
        if dealt:  # other dice and cards each time, and the same whenever it is counted
            match = Match(own.game, own.seats, **own.options)
        usual = next(bots[name] for name in ("careful", "medium", "greedy") if name in bots)
        while not match.over and (match.state.year <= years if years else len(match.moves) < until):
            seat = match.state.turn()
            if seat == CHANCE:
                match.play(rng.choice(list(match.state.moves())))
                continue
            player = usual if table.seats[seat] == PERSON else bots[table.seats[seat]]
            mine += table.seats[seat] == PERSON
            match.play(player(match.state.view(seat), rng))
        games.append((mine, len(match.moves) - begun - mine))
    return mean(mine for mine, _ in games), mean(others for _, others in games)


def main(numbers: list[str]) -> None:
    """Print the count of some lessons, or of all."""
    for number, lesson in lesson_files().items():
        if numbers and number not in numbers:
            continue
        found = counted(lesson)
        whole, route = ([found[step.name].minutes for step in lesson.steps if step.short >= one] for one in (0, 1))
        print(f"\n{number} {lesson.title}: {lesson.minutes} promised, {sum(whole):.0f} counted, {sum(route):.0f} short")
        for step in lesson.steps:
            one, sign = found[step.name], "·" if step.short else " "
            told = f"{one.words:4} words {one.decisions:5.1f} decisions"
            print(f"{step.minutes:3} {one.minutes:5.1f} {sign} {step.name:20} {told}")


if __name__ == "__main__":
    main(sys.argv[1:])
