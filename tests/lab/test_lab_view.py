"""What the laboratory tells its page: typed on the side of Python, and all of it read on the side of the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_type_hints, is_typeddict

import pytest
from fishlab_widgets.lab import lab_view
from fishlab_widgets.lab.lab_settings import Settings
from fishlab_widgets.lab.lab_view import (
    TABS,
    ClassBox,
    Head,
    Numbers,
    Rung,
    Said,
    View,
    head_of,
    ladder_of,
    numbers_of,
    texts,
)
from fishlab_widgets.lab.panel import Laboratory, Panel
from payloads import check

SCRIPT = Path(lab_view.__file__).with_name("panel.js").read_text(encoding="utf-8")
READ = set(re.findall(r'model\.get\("(\w+)"\)', SCRIPT))
PARTS = [one for one in vars(lab_view).values() if is_typeddict(one)]
TRAITS = {"texts": dict, "head": Head, "ladder": list[Rung], "numbers": Numbers, "said": Said, "view": View,
          "class_box": ClassBox}  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_stands_around_the_figures_is_what_its_types_say(players):
    own = Settings(players, 20).set_number("ambition", 2.0).set_seat(1, "competitive")
    for settings in (Settings(players), own):
        check(head_of(settings, "", run=True, running=False, done=0, of=0), Head)
        check(ladder_of(settings), list[Rung])
        check(numbers_of(settings), Numbers)
    words = texts()
    check(words.pop("guide_steps"), list[str])
    check(list(words.values()), list[str])


def test_all_that_the_page_is_told_is_what_its_types_say():
    lab = Laboratory(games=10)
    lab.add_class_games("group,total\nalone,9\nalone,abc")
    for tab in TABS:
        lab.open_tab(tab)
        for name, hint in TRAITS.items():
            check(getattr(lab.panel, name), hint)
    waiting = Laboratory(games=10, wait=True)
    for name, hint in TRAITS.items():
        check(getattr(waiting.panel, name), hint)


def test_every_part_is_a_trait_of_the_page_and_read_there_and_nothing_else_is_read():
    own = {"_css", "_esm", "_anywidget_id"}
    assert TRAITS.keys() | {"rev"} == READ
    assert Panel.class_traits(sync=True).keys() - own >= READ


@pytest.mark.parametrize("part", PARTS, ids=lambda one: one.__name__)
def test_every_word_of_a_part_is_read_by_the_page(part):
    unread = [name for name in get_type_hints(part) if not re.search(rf"\.{name}\b|[{{,]\s*{name}\s*[,}}:=]", SCRIPT)]
    assert not unread


def test_the_page_asks_for_no_text_that_is_not_told():
    assert set(re.findall(r"\btexts\.(\w+)", SCRIPT)) == texts().keys()
