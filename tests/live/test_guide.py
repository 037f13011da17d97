"""The guided first round: steps that the game's words hold, done by moves, taken back by undo, skipped at any time."""

from __future__ import annotations

from random import Random

import pytest
from fishlab_widgets import Sandbox, Table
from fishlab_widgets.classroom.seat import Seat
from fishlab_widgets.live.face import Look, face_of
from fishlab_widgets.live.story.guide_progress import NO_GUIDE
from laws import COURSE
from sending import ask

from fishlab import CHANCE, GAMES, Boom, FreshFish, Match
from fishlab.core import GUIDE, blind
from fishlab.firstpond import FirstPond
from fishlab.room import Room, RoomSession

PARTS = {"prompt", "choices", "board", "key", "news", "players", "tabs"}


def guide(table: Table, do: str = "") -> dict:
    """Return what the page shows of the guide, after a click on it."""
    if do:
        ask(table, "guide", do=do)
    return table.board.guide


def read_on(table: Table) -> dict:
    """Read until a move is asked for."""
    while guide(table)["text"] and not guide(table)["act"]:
        guide(table, "next")
    return guide(table)


def choose(table: Table) -> None:
    """Make a move that the step asks for if there is one, else any."""
    state = table.match.state
    wanted = table.page.guide.step(table.session).until.split("|")
    meant = [move for move in state.moves() if move[0] in wanted or wanted == ["move"]]
    table.play((meant or list(state.moves()))[0])


@pytest.mark.few(1)
@pytest.mark.parametrize("name", GAMES)
def test_every_game_leads_through_its_first_round(name):
    table = Table(name, seed=3)
    assert guide(table)["offered"], "it is offered, not forced"
    texts = []
    guide(table, "begin")
    for _ in range(60):
        now = read_on(table)
        if not now["text"]:
            break
        texts.append(now["text"])
        choose(table)
    assert not guide(table)["text"], f"it ends: {texts[-1]}"
    assert table.page.guide.away and not guide(table)["offered"]
    words = GAMES[name].words
    assert len(words.guide) >= 5 and any(step.until for step in words.guide)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", GAMES)
def test_what_a_guide_points_at_is_there(name):
    match, rng = Match(GAMES[name]), Random(2)
    seen = ""
    for _ in range(60):
        if match.over:
            break
        state = match.state
        if state.turn() >= 0:
            seen += face_of(state).board(state.view(state.turn()), Look(state.turn(), legal=True, prefix="p"))
        match.play(state.sample(rng) if state.turn() == CHANCE else state.moves()[0])
    for step in GAMES[name].words.guide:
        assert step.at in PARTS or all(f'id="p-{name[1:]}' in seen for name in step.at.split()), step


def test_an_undo_leads_back_and_the_same_move_on_again():
    table = Table("fishery", seats=["person", "fencer"], seed=1)
    guide(table, "begin")
    assert read_on(table)["step"] == 2
    table.play("ship d4")
    assert guide(table)["step"] == 3
    ask(table, "undo")
    assert guide(table)["step"] == 2
    ask(table, "redo")
    assert guide(table)["step"] == 3


def test_skip_ends_it_at_once_and_it_is_not_offered_again_in_the_next_game():
    table = Table("boom", 4, seed=1)
    guide(table, "begin")
    guide(table, "next")
    assert guide(table)["step"] == 2
    assert guide(table, "skip") == NO_GUIDE
    ask(table, "again")
    assert not guide(table)["offered"]
    assert guide(table, "begin")["step"] == 1, "whoever asks gets it again"


def test_who_was_guided_through_one_game_is_asked_again_in_another():
    table = Sandbox("fishery")
    guide(table, "begin")
    for name, offered in (("fleet", True), ("fishery", False), ("fleet", True), ("boom", True)):
        ask(table, "begin", values={"game": list(GAMES).index(name), "players": GAMES[name].seats[0]})
        assert (table.match.game.name, guide(table)["offered"]) == (name, offered)


def test_who_was_guided_alone_is_asked_again_together_and_told_that_points_are_everybodys():
    table = Table("boom", 4, seed=1)
    guide(table, "begin")
    guide(table, "skip")
    for together in (1, 0, 1):
        ask(table, "begin", values={"cooperative": together})
        assert bool(table.board.common) == bool(together)
        assert guide(table)["offered"] == bool(together)
    for kind in (Boom.start(4), Boom.start(4, cooperative=True)):
        told = " ".join(step.text for step in kind.words.first_round(kind))
        assert ("One score for all" in told) == kind.setup.cooperative
    guide(table, "begin")
    ask(table, "again")
    assert not guide(table)["offered"]


def test_only_a_move_ends_a_step_that_asks_for_one_also_if_a_page_says_otherwise():
    table = Table("fishery", seats=["person", "fencer"], seed=1)
    guide(table, "begin")
    read_on(table)
    assert guide(table, "next")["step"] == 2
    ask(table, "guide", do="nonsense")
    assert guide(table)["step"] == 2


def test_what_comes_before_its_turn_is_told_when_it_comes():
    table = Table("fleet", 3, seats=["person", "greedy", "greedy"], seed=2)
    guide(table, "begin")
    while guide(table)["text"] and not guide(table)["act"]:
        guide(table, "next")
    words = {move[0] for move in table.match.state.moves()}
    wanted = table.page.guide.step(table.session).until.split("|")
    assert words & set(wanted), "the step that is shown can be done now"


def test_steps_are_counted_as_they_are_shown_where_a_forced_move_plays_itself():
    table = Table("boom", 4, seed=3)
    guide(table, "begin")
    seen = []
    for _ in range(20):
        if not (now := guide(table))["text"]:
            break
        seen.append(now["step"])
        if now["act"]:
            choose(table)
        else:
            guide(table, "next")
    # The equipment of the first year plays itself, and its step is left out: nobody was told of a total.
    assert list(dict.fromkeys(seen)) == list(range(1, 8)), seen


def test_a_step_waits_for_its_moment_and_says_what_comes_before():
    table = Table("fishery", seats=["person", "fencer"], seed=1)
    guide(table, "begin")
    read_on(table)
    table.play("ship d4")
    while (now := read_on(table))["at"] != "#grid":
        assert (now["step"], now["text"][:30]) == (4, "Both players place their other")
        table.play(table.match.state.moves()[0])
    assert table.match.state.phase == "nets" and "cast a net" in now["text"]
    assert now["step"] == 5, "another sentence has another number"


@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(4))
def test_fresh_fish_leads_to_outlet_route_street_and_end_whatever_is_drawn_first(seed):
    table = Table("freshfish", 2, seed=seed)
    guide(table, "begin")
    said = []
    while (now := guide(table))["text"]:
        said.append(now["text"])
        choose(table) if now["act"] else guide(table, "next")
    drawn = [move[1] for move in table.match.moves if move[0] == "tile"]
    assert ("until an outlet is auctioned" in " ".join(said)) == (drawn[0] == "apo")
    for words in ("by sealed bids", "worth 8 less its route", "1 a street", "build themselves", "The game ends when"):
        assert words in " ".join(said)


def test_who_is_asked_for_something_else_first_is_told_so():
    table = Table("fleet", seed=3)
    guide(table, "begin")
    for _ in range(12):
        now, state = read_on(table), table.match.state
        if state.step == "pay":
            break
        choose(table)
    assert now["at"] == "prompt" and now["text"].endswith("Boats follow after the auction.")


@pytest.mark.parametrize("costs", [True, False])
def test_what_a_fish_costs_is_where_the_guide_says_so(costs):
    table = Table("boom", 3, seed=3, costs=costs)
    guide(table, "begin")
    text, cards = read_on(table)["text"], [card["line"] for card in table.board.choices]
    assert ("Each card says" in text) == costs == any(cards)
    assert ("press “What if it died?”" in text) != costs
    assert [ask["label"] for ask in table.board.questions] == ["What if it died?"]


def test_where_nobody_is_told_what_to_do_the_guide_names_no_help_that_is_missing():
    with blind():
        table = Table("boom", 3, seed=3)
        guide(table, "begin")
        text = read_on(table)["text"]
    assert "Follow the arrows to see" in text and "press" not in text and not table.board.questions


def test_a_game_without_a_guide_of_its_own_has_the_usual_one():
    assert FirstPond.words.guide == GUIDE
    table = Table(FirstPond, seats=["person", "random"])
    assert guide(table, "begin")["text"] == GUIDE[0].text
    assert read_on(table)["at"] == "choices"
    table.play(table.match.state.moves()[0])
    assert guide(table)["at"] == "news"


@pytest.mark.parametrize("name", GAMES)
def test_the_aim_is_one_line_and_the_key_has_signs_with_few_words(name):
    head = Table(name).board.head
    assert 20 < len(head["aim"]) <= 100
    assert (4 if name in COURSE else 0) <= len(head["key"]) <= 6
    most = 24 if name in COURSE else 100  # a game without a key of its own shows its first signs as the rules tell them
    assert all("<svg" in sign and 0 < len(words) <= most for sign, words in head["key"])


def test_in_a_class_nobody_is_asked_and_everybody_may_begin_it(tmp_path):
    with Room(tmp_path / "class.room") as room:
        room.open("T", GAMES["fishery"], 2)
        seat = Seat(RoomSession(room, "T", 0))
        assert not seat.board.guide["offered"]
        ask(seat, "guide", do="begin")
        assert seat.board.guide["step"] == 1


def test_nobody_is_guided_behind_a_cover():
    table = Table("fleet", 2, seats=["person", "person"], seed=1)
    assert table.board.cover
    assert not guide(table, "begin")["text"]
    ask(table, "uncover")
    assert guide(table)["text"]


def test_what_was_refused_is_not_marked_any_more_when_the_guide_goes_on():
    table = Table("freshfish", 2, seed=4)
    ask(table, "guide", do="begin")
    ask(table, "move", move="place a1", rev=table.board.rev)
    assert table.page.refused
    ask(table, "guide", do="next")
    assert not table.page.refused


def test_fresh_fish_says_why_plots_become_streets_before_the_first_tile_is_drawn():
    steps = FreshFish.words.first_round(FreshFish.start(3))
    reason, draw = (next(place for place, step in enumerate(steps) if wanted in (step.until, step.text[:7]))
                    for wanted in ("Streets", "draw"))  # fmt: skip
    assert reason < draw
