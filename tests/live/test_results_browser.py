"""The end of a game on a phone: one's own result is seen first, and every name is whole."""

from __future__ import annotations

import pytest
from fishlab_widgets import Table
from laws import COURSE
from prepared_page import Stage, played

from fishlab import GAMES

pytestmark = pytest.mark.browser


@pytest.mark.few(1)
@pytest.mark.parametrize("game", COURSE)
def test_on_a_phone_names_in_the_result_are_whole_and_ones_own_result_comes_first(chrome, game):
    match = played(game, GAMES[game].seats[-1], 5000)
    table = Table(match, seats=["person", *["random"] * (match.seats - 1)])
    table.session.names = ["Maximiliane Sommer", "Bartholomäus Winter"]
    table.refresh()
    stage = Stage(chrome, table.board, (366, 780))
    stage.settle()
    lines = stage.page.evaluate("""() => [...document.querySelectorAll('.ending .places b')]
      .map((one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize))""")
    assert len(lines) == table.match.seats and max(lines) < 2, "every name has one line"
    first = stage.page.locator(".ending > *").first
    assert first.get_attribute("class") == "result" and first.inner_text() == table.board.ending["result"]
    box = first.bounding_box()
    assert box["y"] + box["height"] < 780, "it is seen at once"
    stage.close()
