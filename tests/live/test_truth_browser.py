"""Nothing untrue on the screen, and a new game each time, in JupyterLab as people open it."""

from __future__ import annotations

import re

import pytest
from pages import act

pytestmark = pytest.mark.browser

TABLES = """from ipywidgets import VBox
from fishlab_widgets import Table
from fishlab import Boom, Match
from fishlab.bots import random_player
from random import Random

def finished(match):
    match.run([random_player] * 3, Random(3))
    return match

{made}
VBox([{names}])"""


def tables(visit, **made):
    """Open one notebook with several tables below each other, and return it with its tables by name."""
    lines = "\n".join(f"{name} = {code}" for name, code in made.items())
    one = visit([TABLES.format(made=lines, names=", ".join(made))])
    one.run_all()
    found = one.page.locator(".fishlab-table")
    for number in range(len(made)):
        found.nth(number).locator("svg").first.wait_for()
    return one, {name: found.nth(number) for number, name in enumerate(made)}


def tab(board, name):
    act(board, lambda: board.get_by_role("tab", name=name).click())


def test_a_second_game_has_other_dice_and_the_same_dice_come_back_on_request(visit):
    _, found = tables(visit, boom='Table("boom", 4, pace=0)')
    board = found["boom"]
    tab(board, "Save")

    def dice() -> str:
        return re.search(r"Game number (\d+)", board.locator(".dice").inner_text())[1]

    seen = [dice()]
    for _ in range(3):
        act(board, lambda: board.get_by_role("button", name="New game").click())
        act(board, lambda: board.get_by_role("button", name="Start a new game").click())
        seen.append(dice())
    assert len(set(seen)) == 4
    act(board, lambda: board.get_by_role("button", name="Same dice again").click())
    assert dice() == seen[-1]
    assert board.locator(".code").input_value().endswith(f".{seen[-1]}")


@pytest.mark.long
def test_a_pointer_that_rests_hears_no_sentence_and_fishery_answers_every_click(visit):
    one, found = tables(
        visit,
        sea='Table("fishery", seats=["person", "person"], columns=4, rows=4, placed=[[0, 2], [13, 15]])',
    )
    board, mouse = found["sea"], one.page.mouse
    note, alert = board.locator(".note").first, board.locator(".alert")

    def middle(selector: str) -> tuple[float, float]:
        board.locator(selector).first.scroll_into_view_if_needed()
        box = board.locator(selector).first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    x, y = middle('[data-move="net b4 b3"]')
    mouse.move(x, y)
    note.get_by_text("If you choose this:").wait_for()
    assert "preview" in note.get_attribute("class")
    act(board, lambda: mouse.click(x, y))
    assert note.inner_text() == "", "the same place, another moment: nobody has pointed at anything yet"
    for words, answer in {
        "ship a4": "Ships never move",
        "ship b2": "a net goes between two squares",
        "net b4 b3": "There is already a net",
        "net a4 edge": "blue nets along the edge",
    }.items():
        at = middle(f'[data-try="{words}"]')
        act(board, lambda at=at: mouse.click(*at))
        assert answer in alert.inner_text()
        assert note.inner_text() == "", "after a refusal nothing speaks of another place"
    assert "White to cast a net or pass" in board.locator(".phase").inner_text()
    mouse.move(*middle('[data-move="pass"]'))
    assert "passes" not in note.inner_text()
    act(board, lambda: board.get_by_title("First position").click())
    assert board.locator(".phase .past").inner_text().strip() == "The past, move 0 of 1"


@pytest.mark.long
def test_the_common_game_looks_common_and_open_reservations_need_no_cover(visit):
    _, found = tables(
        visit,
        common='Table("boom", 4, cooperative=True, pace=0)',
        city='Table("freshfish", seats=["person", "person"], supplies=["g7", "a1", "g1"], seed=9, pace=0)',
        ended="Table(finished(Match(Boom, 3, cooperative=True, years=3)), seats=['person'] * 3)",
    )
    board = found["common"]
    large = board.locator(".common strong")
    assert large.inner_text() == "0"
    size = "(node) => parseFloat(getComputedStyle(node).fontSize)"
    assert large.evaluate(size) > 1.3 * board.locator(".seat strong").first.evaluate(size)
    assert board.locator(".seat .sitter").nth(1).inner_text() == "team-minded"
    assert re.search(r"\b(us|we|our)\b", board.locator(".coach").first.inner_text(), re.I)
    act(board, lambda: board.get_by_role("button", name="New game").click())
    assert board.locator("form.new-game [name]").first.get_attribute("name") == "cooperative"
    city = found["city"]
    for plot in ("b2", "f6", "c2", "f5"):
        assert not city.locator(".cover").is_visible()
        act(city, lambda plot=plot: city.locator(f'[data-move="reserve {plot}"]').click())
    while not city.locator(".cover").is_visible():
        act(city, lambda: city.locator('[data-move="draw"], .picture [data-move]').last.click())
    assert "Hand the screen to" in city.locator(".cover").inner_text()
    result = found["ended"].locator(".ending")
    assert result.locator(".common strong").inner_text()
    assert result.locator(".places li").count() == 3
    assert result.locator(".places i").count() == 0, "nobody is first or last"
