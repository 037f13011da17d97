"""What a browser keeps of a notebook: codes, read as any code, so that nothing in its storage can break a lesson."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from fishlab_widgets import Sandbox, Table
from fishlab_widgets.controls import bookmark, cell_cache
from fishlab_widgets.controls.bookmark import Bookmark
from fishlab_widgets.lesson import Lesson, memory
from fishlab_widgets.lesson.pages import Strip
from fishlab_widgets.lesson.predictions import Prediction
from sending import ask, send

from fishlab import GAMES, Boom, Match


class Browser:
    """What a page does for a bookmark, with a storage of its own."""

    def __init__(self, stored: str = "") -> None:
        self.stored = stored

    def open(self, mark: Bookmark, *, hurry: bool = False) -> Browser:
        """Show a bookmark, and tell it what is stored; in a hurry, ask first what to keep."""
        self.mark = mark
        mark.send = self._hear
        if hurry:
            self.say("tell")
        self.say("found", text=self.stored)
        return self

    def _hear(self, content: dict[str, Any], buffers: Any = None) -> None:
        if content["text"] or content["forget"]:
            self.stored = content["text"]

    def say(self, kind: str, **more: Any) -> None:
        """Send a message as the page does."""
        send(self.mark, type=kind, **more)


@pytest.fixture(autouse=True)
def fresh_kernel(monkeypatch):
    """Begin as a kernel begins; the function does so again."""
    running: dict[str, Any] = {"cell": ("c1", 1)}
    monkeypatch.setattr(cell_cache, "running_cell", lambda: running["cell"])

    def restart() -> None:
        running["cell"] = ("c1", running["cell"][1] + 1)
        monkeypatch.setitem(bookmark._kernel, "name", f"kernel {running['cell'][1]}")
        memory.forget_all()
        for kind in (cell_cache._KEPT, cell_cache._WAITING, cell_cache._watchers):
            kind.clear()
        cell_cache._RUN.update(count=None, made=0)

    restart()
    yield restart
    restart()


def open_lesson(
    stored: str = "", number: str = "07", *, early: Sequence[str] = (), hurry: bool = False
) -> tuple[Lesson, Table, Browser]:
    """Run a small lesson in a browser that has something stored.

    Args:
        stored: what is stored.
        number: the lesson's number.
        early: moves that are played before the kernel hears what is stored.
        hurry: whether it is asked before that what to keep.
    """
    lesson = Lesson(number, "Who owns the sea?", minutes=10, steps=["Play", "Predict"])
    strip = Strip(lesson, "")
    table = lesson.play(Table("fishery", seats=["person", "person"], columns=4, rows=4, ships=2), "game", step="Play")
    lesson.explain("first", "Why?", step="Predict")
    lesson.explain("second", "Why not?", step="Predict")
    assert strip.bookmark is not None
    for move in early:
        table.play(move)
    return lesson, table, Browser(stored).open(strip.bookmark, hurry=hurry)


def answered() -> str:
    """Return what a browser keeps of a lesson with a move and a sentence."""
    lesson, table, page = open_lesson()
    table.play("ship a1")
    answer = lesson.memory.answers["second"]
    answer.own, answer.done = "Because.", True
    lesson.changed("second")
    assert page.mark.news, "the page is told that there is something to keep"
    page.say("tell")
    assert not page.mark.news
    return page.stored


def test_what_was_done_is_offered_after_a_restart_and_comes_back_when_asked_for(fresh_kernel):
    stored = answered()
    fresh_kernel()
    lesson, table, page = open_lesson(stored)
    assert page.mark.words == "Kept in this browser only, from last time: 2 answers and 1 game."
    assert table.match.moves == []
    page.say("go on")
    assert len(table.match.moves) == 1
    assert lesson.memory.answers["second"].own == "Because."
    assert page.mark.words == bookmark.HERE
    assert {**json.loads(page.stored), "by": ""} == {**json.loads(stored), "by": ""}


def test_how_far_a_lesson_is_stays_kept_until_what_was_found_is_taken_or_forgotten(fresh_kernel):
    lesson, _, page = open_lesson()
    for key in ("first", "second"):
        lesson.memory.answers[key].own, lesson.memory.answers[key].done = "Because.", True
    lesson.changed()
    page.say("tell")
    assert json.loads(page.stored)["far"] == [1, 2], "one of two steps"
    fresh_kernel()
    *_, page = open_lesson(page.stored)
    page.say("tell")
    assert json.loads(page.stored)["far"] == [1, 2], "nobody has answered the offer yet"
    page.say("go on")
    assert json.loads(page.stored)["far"] == [1, 2]
    for wrong in ([9, 2], [-1, 2], "12", [[], {}], None):
        fresh_kernel()
        *_, other = open_lesson(json.dumps({**json.loads(page.stored), "far": wrong}))
        other.say("tell")
        assert json.loads(other.stored)["far"] == [0, 2], wrong


def test_a_game_waits_until_its_table_is_set_and_cards_keep_their_order(fresh_kernel):
    stored = answered()
    fresh_kernel()
    lesson = Lesson("07", "Who owns the sea?", minutes=10, steps=["Play", "Predict"])
    strip = Strip(lesson, "")
    assert strip.bookmark is not None
    Browser(stored).open(strip.bookmark).say("go on")
    table = Table("fishery", seats=["person", "person"], columns=4, rows=4, ships=2)
    assert len(table.match.moves) == 1
    lesson.explain("first", "Why?", step="Predict")
    lesson.explain("second", "Why not?", step="Predict")
    lesson.play(table, "game", step="Play")
    assert list(lesson.memory.answers) == ["first", "second", "game"]


def test_who_does_not_answer_the_offer_and_goes_on_loses_neither_the_old_nor_the_new(fresh_kernel):
    stored = answered()
    fresh_kernel()
    lesson, table, page = open_lesson(stored)
    table.play("ship b2")
    lesson.memory.answers["first"].own, lesson.memory.answers["first"].done = "New.", True
    page.say("tell")
    assert page.mark.words == "Kept in this browser only, from last time: 1 answer and 1 game."
    assert page.mark.buttons[1] == ["anew", "Start over"], "what was done since is not forgotten without a question"
    fresh_kernel()
    lesson, table, page = open_lesson(page.stored)
    assert page.mark.words == "Kept in this browser only, from last time: 3 answers and 1 game."
    page.say("go on")
    assert [lesson.memory.answers[key].own for key in ("first", "second")] == ["New.", "Because."]
    assert first_moves(table) == ["ship b2", "ship a1"], "one stands on the board, the other is its other line"


def first_moves(table: Table) -> list[str]:
    """Return the first moves of the game on a table and of its other line."""
    other = Match.from_code(table.session.aside)
    return [str(match.states[0].notation(match.moves[0])) for match in (table.match, other)]


def test_a_game_begun_before_the_browser_was_heard_does_not_take_the_place_of_the_kept_one(fresh_kernel):
    stored = answered()
    long = json.loads(stored)["games"]
    fresh_kernel()
    _, table, page = open_lesson(stored, early=["ship b2"])
    assert page.mark.words == "Kept in this browser only, from last time: 1 answer and 1 game."
    assert [one["code"] for one in json.loads(page.stored)["beside"]["c1/0"]] == [long["c1/0"]["code"]]
    assert len(json.loads(page.stored)["games"]) == 1
    table.play("ship c3")
    page.say("tell")
    cell_cache._RUN["count"] = None
    _, again, page = open_lesson(page.stored)  # the cell is run again: what this kernel has kept is no find
    assert again.match is table.match
    assert page.mark.words == "Kept in this browser only, from last time: 1 answer and 1 game."
    page.say("go on")
    assert first_moves(again) == ["ship a1", "ship b2"]
    assert page.mark.words == bookmark.HERE
    assert json.loads(page.stored)["games"] == long


def test_nothing_is_kept_before_the_browser_has_said_what_it_has(fresh_kernel):
    """The message that there is something to keep may come first: it goes to another thread of the kernel."""
    stored = answered()
    fresh_kernel()
    page = open_lesson(stored, early=["ship b2"], hurry=True)[2]
    code = next(iter(json.loads(stored)["games"].values()))["code"]
    assert code in page.stored
    assert page.mark.words.endswith("1 answer and 1 game.")


@pytest.mark.parametrize("players", [3, 4])
def test_a_game_that_was_begun_for_more_people_than_its_table_comes_back_too(fresh_kernel, players):
    first = Table("boom", 2)
    first.session.begin(Match(Boom, players))
    first.session.seats = ["person", *["careful"] * (players - 1)]
    first.new_game()
    first.play(first.state.moves()[0])
    first.stop()
    stored = json.dumps({"v": 1, "lesson": "", "games": cell_cache.keepsakes()})
    fresh_kernel()
    strip, table = Strip(Lesson("02", "Boom", minutes=10, steps=["Play"]), ""), Table("boom", 2)
    assert strip.bookmark is not None
    page = Browser(stored).open(strip.bookmark)
    page.say("go on")
    table.stop()
    assert table.match.states[: len(first.match.states)] == first.match.states
    assert table.session.seats == first.session.seats
    page.say("tell")
    assert json.loads(page.stored)["games"].keys() == json.loads(stored)["games"].keys()


def test_a_game_that_waits_for_its_table_stays_kept(fresh_kernel):
    stored = answered()
    fresh_kernel()
    strip = Strip(Lesson("07", "Who owns the sea?", minutes=10, steps=["Play", "Predict"]), "")
    assert strip.bookmark is not None
    page = Browser(stored).open(strip.bookmark)
    page.say("go on")
    page.say("tell")  # no table has been set since
    assert json.loads(page.stored)["games"] == json.loads(stored)["games"]


def test_a_game_that_was_begun_for_more_people_makes_room_for_the_kept_one(fresh_kernel):
    first = Table("boom", 2)
    first.play(first.state.moves()[0])
    first.stop()
    stored = json.dumps({"v": 1, "lesson": "", "games": cell_cache.keepsakes()})
    fresh_kernel()
    strip, table = Strip(Lesson("01", "Boom", minutes=10, steps=["Play"]), ""), Table("boom", 2)
    table.session.begin(Match(Boom, 3))
    table.new_game()
    table.play(table.state.moves()[0])
    assert strip.bookmark is not None
    Browser(stored).open(strip.bookmark).say("go on")
    table.stop()
    assert table.match.states[: len(first.match.states)] == first.match.states
    assert not table.session.aside, "a line for three is none of a table for two"


def test_last_times_work_is_not_forgotten_without_a_question(fresh_kernel):
    stored = answered()
    fresh_kernel()
    _, _, page = open_lesson(stored)
    stored = page.stored
    page.say("forget")  # which nobody was asked
    assert page.stored == stored
    assert page.mark.buttons[1] == ["anew", bookmark.ANEW]
    page.say("anew")
    assert page.mark.words == bookmark.SURE and page.stored == stored
    page.say("no")
    assert page.mark.words.startswith("Kept in this browser only, from last time") and page.stored == stored
    page.say("anew")
    page.say("forget")
    assert page.stored == ""


def test_start_anew_forgets_here_and_in_the_browser_after_asking_once(fresh_kernel):
    stored = answered()
    lesson, table = memory.current, next(iter(cell_cache._KEPT.values()))[1]
    assert lesson is not None
    page = Browser(stored).open(next(iter(cell_cache._watchers.values())))
    page.say("anew")
    page.say("tell")  # a bot has moved meanwhile
    assert page.mark.words == bookmark.SURE
    page.say("no")
    assert page.stored == stored
    page.say("anew")
    page.say("forget")
    assert page.stored == ""
    assert lesson.rows() == []
    assert table.match.moves == []
    page.say("tell")
    assert page.stored == ""


def test_another_page_that_has_written_meanwhile_is_added_and_not_overwritten(fresh_kernel):
    other = answered()
    fresh_kernel()
    lesson, _, page = open_lesson()
    lesson.memory.answers["first"].own, lesson.memory.answers["first"].done = "Mine.", True
    page.say("found", text=other)
    code = json.loads(page.stored)["lesson"]
    assert {row["key"]: row["answer"] for row in Lesson.read(code)} == {
        "first": "Mine.",
        "second": "Because.",
        "game": 1,
    }


def junk() -> list[Any]:
    """Return what somebody, or another version, may have left in the storage."""
    good = json.loads(answered())
    code = good["lesson"]
    place, game = next(iter(good["games"].items()))
    texts = ["{", "null", "[]", "7", '{"v":1}', '{"v":1,"lesson":[],"games":[]}', "x" * 400_000, "[" * 100_000]
    texts += [json.dumps({**good, "v": 2}), json.dumps({"v": 1, "lesson": code[:-3], "games": {}})]
    texts += [json.dumps({"v": 1, "lesson": code.replace("LC1-07", "LC1-08"), "games": {}})]
    for wrong in (
        {"code": game["code"][:-2]}, {"code": 5}, {"seats": ["person"]}, {"seats": ["person", "nobody"]},
        {"seats": "ab"}, {"seats": [["person"], {}]}, {"seed": [1]}, {"of": None},
    ):  # fmt: skip
        texts.append(json.dumps({"v": 1, "lesson": "", "games": {place: {**game, **wrong}}}))
    return [*texts, None, 7, {"v": 1}, b"x"]


def test_junk_in_the_storage_is_passed_over_and_the_lesson_goes_on(fresh_kernel):
    for text in junk():
        fresh_kernel()
        lesson, table, page = open_lesson()
        page.say("found", text=text)
        assert page.mark.words == bookmark.HERE, text
        page.say("go on")
        assert (table.match.moves, lesson.rows()) == ([], [])


def test_a_game_of_a_table_that_the_lesson_sets_otherwise_now_is_not_brought_back(fresh_kernel):
    stored = json.loads(answered())
    for game in stored["games"].values():
        game["of"] = "0" * 12
    fresh_kernel()
    _, table, page = open_lesson(json.dumps(stored))
    page.say("go on")
    assert table.match.moves == []


def test_a_browser_without_storage_says_so_and_the_lesson_goes_on(fresh_kernel):
    _, table, page = open_lesson()
    page.say("nowhere")
    assert page.mark.words == bookmark.NOWHERE
    table.play("ship a1")
    page.say("tell")
    assert page.mark.words == bookmark.NOWHERE


def test_the_sandbox_keeps_whichever_game_stands_there_and_its_seats(fresh_kernel):
    first = Sandbox()
    page = Browser().open(first.bookmark)
    ask(first, "begin", values={"game": list(GAMES).index("fleet")}, seats=[{"who": "person", "name": "Ada"}])
    first.play(first.state.moves()[0])
    first.session.seats = ["person", "person"]
    page.say("tell")
    assert "Ada" not in page.stored, "a name stays at its table"
    moves = list(first.match.moves)
    fresh_kernel()
    again = Sandbox()
    page = Browser(page.stored).open(again.bookmark)
    assert page.mark.words == "Kept in this browser only, from last time: 1 game."
    page.say("go on")
    assert again.match.moves == moves
    assert again.seats == ["person", "person"]
    page.say("anew")
    page.say("forget")
    assert again.match.game.name == "fishery"
    assert page.stored == ""


def test_a_cell_that_is_run_again_has_one_bookmark_that_hears(fresh_kernel):
    _, _, old = open_lesson()
    _, table, new = open_lesson()
    table.play("ship a1")
    old.say("forget")
    assert len(table.match.moves) == 1
    assert new.mark.news
    sandbox = Sandbox()
    assert Browser(new.stored).open(sandbox.bookmark).mark.words == "", "the lesson's looks after all games"


def test_the_bookmark_of_an_earlier_run_hears_again_when_a_page_shows_it(fresh_kernel):
    """A page that is loaded anew before the notebook was saved knows no other."""
    _, _, old = open_lesson()
    _, table, new = open_lesson()
    table.play("ship a1")
    new.say("tell")
    page = Browser(new.stored).open(old.mark)
    page.say("shown")
    table.play("ship b2")
    assert page.mark.news
    page.say("tell")
    (kept,) = json.loads(page.stored)["games"].values()
    assert Match.from_code(kept["code"]).moves == table.match.moves
    assert not new.mark.news, "one bookmark hears"


def test_a_prediction_locked_before_a_restart_is_not_locked_anew_before_somebody_goes_on(fresh_kernel):
    def opened(stored: str = "") -> tuple[Prediction, Prediction, Browser]:
        lesson = Lesson("07", "Who owns the sea?", minutes=10, steps=["Predict"])
        strip = Strip(lesson, "")
        cards = [lesson.predict(key, "How many?", low=0, high=9, result=5) for key in ("locked", "open")]
        assert strip.bookmark is not None
        return cards[0], cards[1], Browser(stored).open(strip.bookmark)

    def answer(card: Prediction, value: int) -> None:
        send(card, type="choose", value=value)
        send(card, type="lock", value=None)

    locked, _, page = opened()
    answer(locked, 3)
    page.say("tell")
    fresh_kernel()
    locked, other, page = opened(page.stored)
    answer(locked, 8)
    answer(other, 4)
    assert (locked.answer.done, other.answer.own) == (False, 4), "only what was locked before waits"
    page.say("tell")
    assert page.mark.words.endswith("1 answer.")
    assert "last time" in str(locked.head) and "Continue where you left off" in str(locked.head)
    send(locked, type="go on", value=None)
    assert (locked.answer.own, other.answer.own, page.mark.words) == (3, 4, bookmark.HERE)
    assert "Locked." in str(locked.head)
    fresh_kernel()
    locked, _, page = opened(page.stored)
    page.say("anew")
    page.say("forget")
    answer(locked, 8)
    assert locked.answer.own == 8, "who starts anew locks anew"


def small_game(ships: int = 2) -> Match:
    """Return a game of Fishery that has not begun."""
    return Match(GAMES["fishery"], 2, columns=4, rows=4, ships=ships)


def open_later(stored: str = "", start: int = 2) -> tuple[Table, Table, Browser]:
    """Run a lesson of which two tables are set only once a prediction is locked, when no cell runs; return them.

    Args:
        stored: what the browser has stored; it is brought back.
        start: the ships of the second table's game, as its cell asks for it.
    """
    lesson = Lesson("07", "Who owns the sea?", minutes=10, steps=["Play"])
    strip = Strip(lesson, "")
    card = lesson.predict("first", "Which?", choices=["one", "two"], result=lambda: "one", step="Play")
    shut = [lesson.after(["first"], lambda n=n: Table(small_game(n), seats=["person"] * 2)) for n in (2, start)]
    assert strip.bookmark is not None
    page = Browser(stored).open(strip.bookmark)
    with pytest.MonkeyPatch.context() as click:
        click.setattr(cell_cache, "running_cell", lambda: None)
        if stored:
            page.say("go on")
        else:
            card.receive("choose", 1)
            card.receive("lock", None)
    one, two = (one.inside[0] for one in shut)
    assert isinstance(one, Table) and isinstance(two, Table)
    return one, two, page


def test_a_game_at_a_table_that_a_click_has_set_is_kept_too(fresh_kernel):
    one, two, page = open_later()
    one.play("ship a1")
    two.play("ship b2")
    page.say("tell")
    fresh_kernel()
    again = open_later(page.stored)[:2]
    assert [table.match.moves for table in again] == [[("ship", "a1")], [("ship", "b2")]]


@pytest.mark.parametrize("begun", [False, True])
def test_a_table_that_was_asked_for_another_game_keeps_what_is_played_there(fresh_kernel, begun):
    """The council's table follows its last rule, and after a restart its cell asks for that one at once."""
    _, two, page = open_later()
    if begun:
        two.play("ship a1")
    assert two.ask_for(small_game(3)) == begun
    two.play("ship b2")
    page.say("tell")
    fresh_kernel()
    _, again, _ = open_later(page.stored, start=3)
    assert again.match.moves == two.match.moves and again.match.states[0] == small_game(2 if begun else 3).states[0]
    again.start_anew()
    assert again.match.states[0] == small_game(3).states[0]
