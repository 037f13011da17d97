"""Every game's face obeys the laws of faces, and the laws notice a face that does not."""

from __future__ import annotations

import re
from random import Random

import faces
import laws
import pytest
from fishlab_widgets.draw.svg import DARK, LIGHT
from fishlab_widgets.live.board import Board
from fishlab_widgets.live.face import Face, Look, draw, face_of

from fishlab import GAMES, Fishery, Match
from fishlab.core import Words

CASES = [pytest.param(game, n, id=f"{name}-{n}") for name, game in GAMES.items() for n in game.seats]


@pytest.mark.few(2)
@pytest.mark.parametrize(("game", "players"), CASES)
def test_faces_obey_the_laws(game, players):
    faces.check_face(game, players, seed=0, every=21)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players"), CASES)
def test_faces_obey_the_laws_at_many_more_moments(game, players):
    for seed in range(3):
        faces.check_face(game, players, seed=seed, every=4)


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_plot_has_named_axes_a_text_alternative_and_its_data(game):
    found = list(faces.check_plots(game))
    assert found or game.name not in laws.COURSE, "each of the five games has a plot"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_state_and_a_match_show_themselves_and_two_pictures_share_no_ids(game):
    match = Match(game)
    first = match.state._repr_svg_()
    match.play(match.state.sample(Random(1)))
    second = match._repr_html_()
    ids = [set(re.findall(r' id="([^"]+)"', svg)) for svg in (first, second)]
    assert first != second
    assert not ids[0] & ids[1]


def style_of(svg: str) -> list[str]:
    return re.search(r"<style>(.*?)</style>", svg, re.DOTALL)[1].split("}")


def test_the_style_of_a_game_holds_in_its_own_pictures_only():
    """A page may show several games, and gives the styles in each picture to all of them."""
    drawn = [draw(Match(GAMES[game]).state) for game in laws.COURSE]
    common = set.intersection(*(set(style_of(svg)) for svg in drawn))
    for svg in drawn:
        own = re.search(r'class="fishlab (c\w+)"', svg)[1]
        assert all(f"svg.fishlab:where(.{own})" in rule for rule in style_of(svg) if rule not in common)
        assert sum(own in other for other in drawn) == 1


@pytest.mark.parametrize("game", laws.COURSE)
def test_the_last_move_has_one_sign_on_all_boards_and_it_is_not_the_sign_of_now(game):
    """Amber is `now`; the last move is an ink line in an ink line; a hint is green, and a table's own."""
    found, match = set(), Match(GAMES[game])
    rng = Random(2)
    while not match.over and len(match) < 60:
        match.play(match.state.sample(rng))
        svg = face_of(match.game).board(match.state, Look(last=match.moves[-1], prefix="p"))
        last = re.search(r'<g id="p-last"[^>]*>(.*?)</g>', svg)
        found |= set(re.findall(r'class="([a-z]+)', last[1])) if last else set()
        own = re.sub(r"svg.fishlab \.(lastline|lastcase)[^{]*\{[^}]*\}|--last:[^;]*;", "", svg)
        assert "stroke:var(--last);stroke-width:4" not in own, "its strokes are defined once"
    assert found == {"lastcase", "lastline"}
    for colours in (LIGHT, DARK):
        assert len({colours[name] for name in ("now", "last", "hint", "focus")}) == 4


# A face that says as little as possible.


class Bare(Face[Fishery]):
    """Draws, and leaves all else to the defaults."""

    def draw(self, state, look):
        return face_of(Fishery).draw(state, look)


def end() -> Match:
    match = Match(Fishery, columns=3, rows=3, ships=1)
    for _, move in laws.walk(match.state, Random(2)):
        match.play(move)
    return match


def test_only_draw_must_be_written_and_plots_are_optional(monkeypatch):
    faces.check_hooks(Bare(), end())
    assert Bare().plots == ()
    monkeypatch.setattr(faces.Table, "face", Bare())
    assert list(faces.check_plots(Fishery)) == []
    with pytest.raises(TypeError, match="abstract"):
        Face()


def test_the_default_prompt_names_who_has_won_and_a_shared_win(monkeypatch):
    monkeypatch.setattr(type(Fishery.words), "prompt", Words.prompt)
    last = end().state
    (winner,) = last.winners()
    assert SEA.prompt() == "Black to move"
    assert last.prompt() == f"The game is over: {last.seat_name(winner)} wins with {last.scores()[winner]}"
    faces.check_end(last)
    monkeypatch.setattr(Fishery, "winners", lambda self: (0, 1))
    assert last.prompt().startswith("The game is over: Black and White share the win with ")
    faces.check_end(last)


# The laws notice.


class Spoiled(Bare):
    """A face with one fault: a pattern of its picture replaced."""

    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def draw(self, state, look):
        return re.sub(self.old, self.new, super().draw(state, look))


SEA = Fishery.start(columns=3, rows=3, ships=1)


@pytest.mark.parametrize(
    ("old", "new", "law"),
    [
        (r"p7-", "q1-", "opens with the prefix"),
        (r'<title id="[^"]*">[^<]*</title>', "", "title and a description"),
        (r' aria-label="[^"]*"', "", "has a label"),
        (r'href="#p7-g-\w+"', 'href="#p7-none"', "is there"),
        (r"svg\.fishlab \.sea\{[^}]*\}", "", "is painted by a rule"),
    ],
)
def test_the_laws_notice_a_picture_that_breaks_them(old, new, law):
    state = SEA.after(("ship", "a1"))
    faces.check_picture(Bare(), state, legal=True)
    with pytest.raises(AssertionError, match=law):
        faces.check_picture(Spoiled(old, new), state, legal=True)


def test_the_laws_notice_a_picture_that_changes_its_ids():
    before, after = (draw(state, prefix="p7") for state in (SEA, SEA.after(("ship", "a1"))))
    faces.check_steady(before, after)
    with pytest.raises(AssertionError, match="most ids stay"):
        faces.check_steady(before, re.sub(r' id="p7-', ' id="p7-x', after))


def test_the_laws_notice_a_refusal_that_is_not_drawn_or_points_nowhere():
    state = SEA.after(("ship", "a1"))
    svg = draw(state, legal=True, prefix="p7")
    faces.check_refusal(Bare(), state, svg)
    with pytest.raises(AssertionError, match="is drawn"):
        faces.check_refusal(Spoiled("bubble-group", ""), state, svg)
    with pytest.raises(AssertionError, match="points at its place"):
        faces.check_refusal(Spoiled(r"nope\w*|offend|cross", ""), state, svg)


def test_the_laws_notice_an_end_that_names_nobody(monkeypatch):
    monkeypatch.setattr(Fishery, "prompt", lambda self: "The game is over")
    with pytest.raises(AssertionError, match="names the winner"):
        faces.check_end(end().state)


def test_the_board_shows_what_the_face_draws():
    board = Board(Match(Fishery, columns=3, rows=3, ships=1))
    assert board.svg == face_of(Fishery).draw(SEA, Look(legal=True, prefix=board.uid))
