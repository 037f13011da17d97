"""A game that is written in a cell of a notebook: registered, it is played like the others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fishlab_widgets import Sandbox, Table
from fishlab_widgets.live.face import PLAIN, Look, face_of

import fishlab
from fishlab import GAMES, Match, State, register
from fishlab.bots import REGISTERED, bots_for, usual_bot
from fishlab.core import FACES
from fishlab.players.advice import adviser_for

README = Path(__file__).parents[1] / "README.md"


def of_the_readme() -> str:
    """Return the README's cell."""
    text = README.read_text(encoding="utf-8")
    return next(cell for cell in re.findall(r"```python\n(.*?)```", text, re.DOTALL) if "register(" in cell)


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    """Forget games that a test has registered."""
    kept = [(known, dict(known)) for known in (GAMES, FACES, REGISTERED)]
    yield
    for known, before in kept:
        known.clear()
        known.update(before)


def twenty() -> type[State]:
    names: dict[str, object] = {}
    exec(of_the_readme(), names)
    game = names["Twenty"]
    assert isinstance(game, type)
    assert issubclass(game, State)
    return game


def test_the_readmes_game_is_played_at_a_table_with_a_card_for_each_move():
    table = Table(twenty(), seats=["person", "random"], seed=1, plot=False)
    assert face_of(table.match.game) is PLAIN
    while not table.match.over:
        assert [card["move"] for card in table.board.choices] == ["add 1", "add 2", "add 3"]
        table.board.on_move("add 2")
        ElementTree.fromstring(table.board.svg)
    assert table.board.ending["places"]
    assert sorted(row["score"] for row in table.board.standings) == ["0", "1"]


def test_the_sandboxs_cell_is_the_readmes():
    notebook = json.loads((README.parent / "notebooks" / "sandbox.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"]]
    assert of_the_readme().strip() in cells


def test_it_stands_in_the_sandbox_and_its_save_codes_open():
    game = twenty()
    sandbox = Sandbox("twenty")
    assert "Twenty" in sandbox.board.form["fields"][0]["words"]
    sandbox.play("add 3")
    code = sandbox.match.code()
    assert code.startswith("TW1-")
    assert Match.from_code(code).game is game


def test_its_own_bots_and_face_are_taken():
    class Still(type(PLAIN)):  # type: ignore[misc]
        glyph = "herring"

    def three(view, rng):
        """Adds as much as it can."""
        return view.moves()[-1]

    face = Still()
    game = register(twenty(), face=face, bots={"three": three})
    assert face_of(game) is face
    assert list(bots_for(game)) == ["random", "three"]
    assert usual_bot(game.start()) == "three"
    assert adviser_for(game).rollout == "three"
    table = Table(game, seats=["three", "three"], plot=False)
    assert [move for _, move in table.match.moves] == [3] * 7
    assert table.match.state.winners() == (0,), "the seventh three reaches 20"


def test_a_cell_that_is_run_again_replaces_its_game():
    first, second = twenty(), twenty()
    assert first is not second
    assert GAMES["twenty"] is second


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"name": ""}, "Twenty has no name"),
        ({"tag": ""}, "Twenty has no tag"),
        ({"tag": "t"}, "tag='t' is not possible: choose two capital letters"),
        ({"tag": "FY"}, "Fishery already has this name or tag"),
        ({"name": "boom"}, "Fishery Boom already has this name or tag"),
        ({"name": "firstpond"}, "The pond already has this name or tag"),
    ],
)
def test_what_cannot_be_registered_is_said_in_words_and_nothing_changes(changes, why):
    game, before = type("Twenty", (twenty(),), changes), dict(GAMES)
    with pytest.raises(ValueError, match=re.escape(why)):
        register(game)
    assert before == GAMES


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_plain_board_is_sound_small_enough_and_names_every_seat(count):
    state = twenty().start(count)
    drawn = PLAIN.board(state, Look(legal=True, prefix="p"))
    root = ElementTree.fromstring(drawn)
    assert (float(root.get("width", 600)), float(root.get("viewBox").split()[3]) <= 490) == (600, True)
    assert all(state.seat_name(seat) in drawn for seat in range(count))
    assert ">total: 3</text>" in PLAIN.board(state.after(("add", 3)), Look(prefix="p")), "what is counted is seen"
    assert state._repr_svg_().startswith("<svg")


def test_register_is_named_where_people_look():
    assert "register" in fishlab.__all__
