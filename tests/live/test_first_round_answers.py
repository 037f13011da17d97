"""Eight questions a game, as a newcomer has them: the screen of the guided first round has answered each in time."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest
from fishlab_widgets import Table
from laws import COURSE
from sending import ask

QUESTIONS = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))
CASES = [
    pytest.param(game, one, id=f"{game}-{place}") for game, all_ in QUESTIONS.items() for place, one in enumerate(all_)
]
RULE = 95
"""Letters of the rule that two lines under the prompt show."""


def on_screen(table: Table) -> str:
    """Return the words on the page as it opens: no tab is opened, nothing is pointed at, the coach is closed."""
    board, guide = table.board, table.board.guide
    cards = [f"{card['label']} {card['line']}" for card in board.choices if card["open"]]
    signs = [words for _, words in board.head["key"]]
    prompt = [board.prompt["text"], board.prompt["rule"][:RULE]]
    return "\n".join(
        [board.head["aim"], guide["text"], *prompt, *cards, *signs, *(line["text"] for line in board.news)]
    )


@cache
def seen_before(game: str) -> dict[str, str]:
    """Play the guided first round, and return what was on the screen before the first move of each kind, and in all."""
    table = Table(game, seed=3)
    seen, moments = on_screen(table), dict[str, str]()
    ask(table, "guide", do="begin")
    for _ in range(80):
        guide = table.board.guide
        seen += on_screen(table)
        if not guide["text"]:
            break
        if not guide["act"]:
            ask(table, "guide", do="next")
            continue
        state = table.match.state
        wanted = table.page.guide.step(table.session).until.split("|")
        move = next((one for one in state.moves() if one[0] in wanted), state.moves()[0])
        for one in state.moves():
            moments.setdefault(str(one[0]), seen)
        table.play(move)
    return {**moments, "end": seen}


@pytest.mark.few(5)
@pytest.mark.parametrize(("game", "one"), CASES)
def test_the_screen_has_answered_before_the_decision(game, one):
    moments = seen_before(game)
    assert one["before"] in moments, f"the guide leads to {one['before']}"
    assert one["answer"].casefold() in moments[one["before"]].casefold(), one["question"]


def test_every_game_has_eight_questions():
    assert {game: len(all_) for game, all_ in QUESTIONS.items()} == dict.fromkeys(COURSE, 8)
