"""What a table tells its page: typed on the side of Python, and all of it read on the side of the page."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import get_type_hints, is_typeddict

import fishlab_widgets.live as live
import pytest
from fishlab_widgets.live import view
from fishlab_widgets.live.board import Board, Screen
from fishlab_widgets.live.face import face_of
from fishlab_widgets.live.view import MOVES, SAVE, Page, TableView, View
from payloads import check

from fishlab import GAMES, Match
from fishlab.session import PERSON, Session, seated

SCRIPTS = "".join(file.read_text(encoding="utf-8") for file in sorted(Path(live.__path__[0]).glob("*.js")))
READ = set(re.findall(r'model\.get\("(\w+)"\)', SCRIPTS))
PARTS = [one for one in vars(view).values() if is_typeddict(one) and one is not View]


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_all_that_a_page_is_told_is_what_its_types_say(game):
    match, rng = Match(game), Random(3)
    while not match.over:
        match.play(match.state.sample(rng))
    for place in {0, 1, len(match) // 2, len(match) - 1, len(match)}:
        for seats in (seated(match), [PERSON] * match.seats):
            for tab in (MOVES, SAVE):
                session = Session(match, seats)
                session.go(place)
                check(TableView(session, face_of(game), Page(tab=tab)).around(), View)


def test_every_part_of_the_view_is_a_trait_of_the_page_and_read_there():
    names = get_type_hints(View).keys()
    assert names <= Screen.class_traits(sync=True).keys()
    assert names <= READ


def test_the_page_reads_nothing_that_nobody_tells():
    own = {"_css", "_esm", "_anywidget_id"}
    assert (Screen.class_traits(sync=True).keys() | Board.class_traits(sync=True).keys()) - own >= READ


@pytest.mark.parametrize("part", PARTS, ids=lambda one: one.__name__)
def test_every_word_of_a_part_is_read_by_the_page(part):
    unread = [name for name in get_type_hints(part) if not re.search(rf"\.{name}\b|[{{,]\s*{name}\s*[,}}:]", SCRIPTS)]
    assert not unread


def test_the_page_asks_of_what_can_be_done_nothing_that_is_not_told():
    assert set(re.findall(r"\bcan\.(\w+)", SCRIPTS)) == get_type_hints(view.Can).keys()
