"""The first lesson as a student walks it in a real JupyterLab, once by mouse and once by the keyboard alone.

`python tests/browser_user.py OUT 01 02 …` walks the other lessons, with pictures to look at.
"""

from __future__ import annotations

import checklist
import pytest
from browser_user import Hands
from walk import Walk

pytestmark = [pytest.mark.browser, pytest.mark.soak]


@pytest.mark.parametrize("keys", [False, True], ids=["mouse", "keyboard"])
def test_every_board_is_played_and_every_card_answered_wrong_and_right_without_a_stumble(show, keys):
    path = checklist.FOLDER / "00-cast-off.ipynb"
    hands = Hands(show(path), Walk(path), keys=keys)
    hands.walk_through()
    assert hands.stumbles == []
