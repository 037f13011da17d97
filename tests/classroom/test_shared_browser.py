"""What a seat's page shows in a real browser: the same, to the letter, in worlds that the seat cannot tell apart."""

from __future__ import annotations

import re
from typing import Any

import pytest
from prepared_page import LAPTOP, TABLET, Stage
from surfaces import Scene, class_seat_page
from twins import STARTS, moments, name_of

pytestmark = pytest.mark.browser


def dom(stage: Stage) -> str:
    """Return the page's whole content, without the name of its board."""
    html: str = stage.page.evaluate("() => document.body.innerHTML")
    return re.sub(r"\bb\d+-|data-rev=\"\d+\"", "", html)


def look_around(stage: Stage) -> list[str]:
    """Open everything that can be opened, and return what was shown."""
    found = [dom(stage)]
    for tab in ("moves", "rules", "save", "players"):
        stage.click(f"[data-tab={tab}]")
        found.append(dom(stage))
    for button in ("First position", "One move forward", "Last position", "One move back"):
        stage.click(f'[aria-label="{button}"]')
        found.append(dom(stage))
    return found


@pytest.mark.few(1)
@pytest.mark.parametrize("start", STARTS[::2], ids=name_of)
def test_a_page_shows_the_same_in_worlds_that_its_seat_cannot_tell_apart(start, chrome, tmp_path):
    one, other = moments(start, 0)[0]
    shown: list[Any] = []
    for world, match in enumerate((one, other)):
        (tmp_path / str(world)).mkdir()
        table = class_seat_page(Scene(match, 0, tmp_path / str(world)))
        stage = Stage(chrome, table.board, LAPTOP if start is STARTS[0] else TABLET)
        shown.append(look_around(stage))
        for words in ("Undo", "New game", "Copy", "Open it"):
            assert not stage.page.get_by_role("button", name=words).first.is_visible(), words
        assert stage.page.locator("select:visible").count() == 0, "nobody changes seats here"
        stage.close()
    assert len(shown[0]) == 9
    for place, (left, right) in enumerate(zip(*shown, strict=True)):
        assert left == right, f"look {place}"
