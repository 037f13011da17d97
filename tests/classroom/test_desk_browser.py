"""The desk as a browser shows it, and a table under a treatment on one screen."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
import traitlets
from classroom.lesson import Frame
from classroom.school import Class
from fishlab_widgets import Table
from fishlab_widgets.classroom.desk.desk import Projector
from fishlab_widgets.classroom.desk.desk_words import DESK
from fishlab_widgets.classroom.outcome import figures, results
from pages import axe
from prepared_page import LAPTOP, TABLET, Stage
from sending import ask

from fishlab import Boom, Match
from fishlab.core import OVER
from fishlab.lab.class_experiment.sentences import Apart
from fishlab.room import AWAY, Room
from fishlab.stats import Interval

pytestmark = pytest.mark.browser

CHECK = Path(__file__).parents[1].joinpath("live", "screen_check.js").read_text(encoding="utf-8")


class Both(Stage):
    """A desk and its projector, each on a page of its own: whatever is clicked at the desk, both show what is new."""

    def __init__(self, chrome: Any, school: Class, *, dark: bool = False) -> None:
        super().__init__(chrome, school.desk.panel, (1366, 768), dark=dark)
        frame, own = Frame(), school.desk.panel.trait_values()
        self.projector = Projector(school.room, frame, join=school.desk.model.join)
        frame["projector"].add_traits(**{name: traitlets.Unicode(own[name]) for name in ("_esm", "_css")})
        self.wall = Stage(chrome, frame["projector"], (1366, 768), dark=dark)
        while not figures.ready():
            time.sleep(0.05)

    def settle(self) -> int:
        """Show on both pages what is new."""
        size = super().settle()
        if hasattr(self, "wall"):
            self.projector.look()
            self.wall.settle()
        return size

    def close(self) -> None:
        """Put both pages away."""
        self.wall.close()
        super().close()


def test_a_teacher_plans_starts_helps_and_reads_what_came(chrome, tmp_path):
    school = Class(tmp_path)
    stage = Stage(chrome, school.desk.panel)
    page = stage.page
    assert stage.small() == []
    page.fill("[name=people]", "8")
    page.fill("[name=players]", "2")
    page.fill("[name=prediction]", "six")
    page.select_option("[name=bot]", "")
    stage.click("text=Open the doors")
    page.locator("text=The prediction 'six' is no number").wait_for()
    assert page.input_value("[name=people]") == "8", "and nothing of the form is lost"
    page.locator("[name=prediction]").clear()
    page.locator("[name=prediction]").type("6,5")
    stage.click("text=Open the doors")
    assert school.room.note("guess")["value"] == 6.5, "a decimal comma is no thousand, whatever the browser speaks"
    assert page.locator(".card").count() == 4
    school.sit()
    school.look()
    stage.settle()
    stage.click(".top >> text=Start")
    school.play(3)
    school.now += 40
    school.look()
    stage.settle()
    assert "Waiting for a person" in page.inner_text(".side") or "talk" in page.inner_text(".cards")
    assert page.locator(".side .box.now p").all_inner_texts() == school.desk.model.view["side"]["say"] != []
    assert "would be 6.5 points a table ahead of “Silence”" in page.inner_text(".box.now")
    assert page.locator(".card .total small").all_inner_texts() == ["points after year 2"] * 4
    assert page.locator(".top .primary").count() == 0, "nothing at hand ends the game of a class that plays"
    page.locator(".card >> nth=1").hover()
    page.mouse.down()
    school.now += 7
    school.look()
    stage.settle()  # every card has other seconds now
    page.mouse.up()
    stage.settle()
    assert "Seat A: taken" in page.inner_text(".side"), (
        "a card that changes while it is pressed is clicked all the same"
    )
    page.fill(".side form.say input", "Cod, please")
    school.now += 5
    school.room.seating.seen("Cod", 0)
    school.look()
    stage.settle()
    assert "Seat A: here" in page.inner_text(".side")
    assert page.input_value(".side form.say input") == "Cod, please", "news do not wipe out what is being typed"
    stage.click("text=Tell Cod")
    assert (school.room.events.said("Cod"), school.room.events.said()) == ("Cod, please", "")
    page.fill(".tell input", "<b>Listen</b>")
    stage.click("text=Tell everybody")
    assert "On every page: “<b>Listen</b>”" in page.inner_text(".tell")
    stage.click(".tell >> text=3 min")
    stage.click(".tell >> text=+1 min")
    assert school.head["clock"]["left"] == 240
    assert " left" in page.inner_text(".where")
    stage.click(".tabs >> text=Sea")
    assert "Living fish by treatment" in page.inner_text(".side")
    assert stage.small() == []
    assert axe(page, ".fishlab-desk") == []
    stage.click("text=End and debrief")
    assert school.room.stage() == "playing", "the first click asks"
    stage.click("text=Really end?")
    assert "The game has ended" in page.inner_text(".top")
    assert page.locator(".card .note").all_inner_texts() == ["ended"] * 4
    for words in ("To a bot", "To people", "Take back", "Pause", "Play it on one screen"):
        assert not page.locator(f".side button:text-is('{words}')").count(), f"{words}: nobody plays any more"
    assert axe(page, ".fishlab-desk") == []
    stage.click(".tabs >> text=Export")
    offered = page.locator(".side .acts button").all_inner_texts()
    assert {DESK[name] for name in ("zip", "room", "report")} <= set(offered)
    assert stage.small() == []
    stage.close()
    narrow = Stage(chrome, school.desk.panel, TABLET, dark=True)
    assert narrow.small() == []
    assert axe(narrow.page, ".fishlab-desk") == []
    narrow.click("text=treatments swapped")
    assert narrow.page.locator(".card h3").all_inner_texts() == ["Herring 2", "Cod 2", "Squid 2", "Tuna 2"]
    narrow.click("text=Back to the plan")
    narrow.click("text=Really go back?")
    assert narrow.page.input_value("[name=people]") == "8", "as it was planned"
    narrow.close()
    school.room.leave()


def test_a_game_that_is_simply_played_is_planned_and_ended_with_nothing_of_an_experiment(chrome, tmp_path):
    school = Class(tmp_path)
    stage = Stage(chrome, school.desk.panel, (1366, 768))
    page = stage.page
    names = "() => [...document.querySelectorAll('form.plan [name]')].map((node) => node.name)"
    page.fill("[name=people]", "13")
    page.fill("[name=prediction]", "6")
    page.check("[value=to-win]")
    stage.settle()
    for game, more in (("fishery", []), ("pisces", ["players", "luck"]), ("boom", ["treatment", "prediction"])):
        page.focus("[name=game]")
        page.select_option("[name=game]", game)
        stage.settle()
        found = page.evaluate(names)
        assert {"game", "people", "bot", "language", *more} <= set(found)
        assert page.input_value("[name=people]") == "13" and page.evaluate("document.activeElement.name") == "game"
        assert game == "boom" or len(found) == 4 + len(more)
    assert page.input_value("[name=prediction]") == "6" and page.is_checked("[value=to-win]"), "as it was left"
    page.select_option("[name=game]", "pisces")
    stage.settle()
    page.fill("[name=players]", "5")
    page.locator("[name=players]").dispatch_event("change")
    stage.settle()
    assert page.inner_text(".power") == "At random\n\n13 people, seated at random: 1 table of 5 and 2 tables of 4."
    assert axe(page, ".fishlab-desk") == []
    stage.click("text=Open the doors")
    assert page.locator(".card").count() == 3
    assert page.locator(".card svg").count() == 0, "there is no sea to draw"
    school.sit()
    school.look()
    stage.settle()
    stage.click(".top >> text=Start")
    assert page.locator(".tabs button").all_inner_texts() == ["So far", "Export"]
    stage.click(".tabs >> text=Export")
    assert page.locator(".side .box .acts button").all_inner_texts() == ["All moves and scores (zip)", "The whole room"]
    stage.click("text=End the game")
    stage.click("text=Really end?")
    assert page.locator("text=on the projector >> visible=true").count() == 0, "nothing to show there"
    assert "compared" not in page.inner_text(".fishlab-desk") and stage.small() == []
    stage.click("text=Another game, same rules")
    assert "game 2" in page.inner_text(".top")
    stage.close()
    school.room.leave()


def test_the_number_of_people_follows_those_who_wait_until_the_teacher_types_one(chrome, tmp_path):
    school = Class(tmp_path)
    stage = Stage(chrome, school.desk.panel)

    def come(count: int) -> str:
        """Let so many people wait, and return what the form says."""
        for number in range(count):
            school.room.seating.deal(f"person-{number:03}")
        school.look()
        stage.settle()
        return stage.page.input_value("[name=people]")

    assert [come(9), come(16), come(18)] == ["16", "16", "18"], "not before all have come who were expected"
    assert "18 people" in stage.page.inner_text(".power"), "and what the plan will be able to see is worked out anew"
    stage.page.select_option("[name=form]", "short")
    assert come(19) == "19" and stage.page.input_value("[name=form]") == "short"
    school.now += AWAY + 1
    assert come(17) == "17", "two have left"
    stage.page.fill("[name=people]", "20")
    stage.settle()
    assert come(21) == "20"
    stage.click("text=Open the doors")
    stage.click("text=Back to the plan")
    stage.click("text=Really go back?")
    assert come(0) == "21" and come(22) == "22", "a new plan, a new count"
    stage.close()
    school.room.leave()


@pytest.mark.long
def test_a_tables_panel_is_left_by_a_cross_or_escape_and_to_end_the_table_is_asked_first(chrome, tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=4, players=2, years=1)
    school.sit()
    school.ask("start")
    stage = Stage(chrome, school.desk.panel, (1366, 768))
    page = stage.page
    panel = page.locator(".side .tablehead")
    stage.click(".card >> nth=1")
    assert panel.count() == 1
    stage.click(".side .shut")
    assert (panel.count(), school.room.stage("Cod")) == (0, "playing")
    assert page.evaluate("() => document.activeElement.dataset.key") == "choose/Cod", "back where one came from"
    stage.click(".card >> nth=1")
    page.keyboard.press("Escape")
    stage.settle()
    assert (panel.count(), school.room.stage("Cod")) == (0, "playing")
    stage.click(".card >> nth=1")
    stage.click("text=End this table")
    assert school.room.stage("Cod") == "playing", "the first click asks"
    stage.click("text=Really end it?")
    assert school.room.stage("Cod") == "closed"
    assert page.locator(".card >> nth=1").locator(".note").inner_text() == "closed"
    stage.click(".tabs >> text=Protocol")
    page.locator(".side summary", has_text="In 45 minutes").click()
    assert "Open the address on the wall" in page.inner_text(".side")
    assert "11–36 · now" in page.inner_text(".guide li.now")
    assert stage.small() == []
    assert axe(page, ".fishlab-desk") == []
    school.ask("pause")
    stage.settle()
    assert "11–36 · now" in page.inner_text(".guide"), "the part that is open stays open"
    stage.close()
    school.room.leave()


def test_what_cannot_be_taken_back_is_asked_first_and_a_double_click_answers_nothing(chrome, tmp_path):
    school = Class(tmp_path)
    school.desk.model.join = {"address": "http://192.168.1.20:8866/", "word": "herring-kelp", "qr": "<svg/>"}
    school.desk.model.new_word = lambda: {**school.desk.model.join, "word": "shark-foam"}
    school.ask("make", people=4, players=2, years=1)
    school.sit(but=[("Cod", 1)])
    school.look()
    stage = Stage(chrome, school.desk.panel, (1366, 768))
    page = stage.page
    stage.click(".where >> text=New word")
    assert page.inner_text(".where .sure b") == f"{DESK['new_word_sure']}\n{DESK['press_again']}"
    stage.click(".where .sure")
    assert "shark-foam" in page.inner_text(".where")
    assert school.room.status("Cod").free == school.room.status("Herring").free == (0, 1), "before the first start"
    school.sit(but=[("Cod", 1)])
    school.look()
    stage.settle()
    page.locator(".top .primary").dblclick()
    stage.settle()
    assert school.head["stage"] == "waiting", "one seat is empty: the first click asks, also if it is a double one"
    page.keyboard.press("Escape")
    page.evaluate("() => document.activeElement.blur()")
    button = page.locator(".top .primary")
    place, whole = button.bounding_box(), page.evaluate("() => document.documentElement.scrollHeight")
    stage.click(".top .primary")
    asked = f"{school.head['start_sure']}\n{DESK['press_again']}"
    assert school.head["start_sure"] and button.locator("b").inner_text() == asked
    assert button.bounding_box() == place, "it stays under the hand that presses it again"
    assert page.evaluate("() => document.documentElement.scrollHeight") == whole
    assert stage.small() == [] and axe(page, ".fishlab-desk") == []
    school.room.seating.seen("Herring", 0)
    school.look()
    stage.settle()
    assert "1 here" in page.inner_text(".top")
    assert button.locator("b").inner_text() == asked, "still asked when somebody has come in"
    stage.click(".top .primary")
    assert school.head["stage"] == "playing"
    stage.click(".card >> nth=0")
    free = page.locator(".side .seat >> nth=0").locator(".sure[data-key^=free]")
    place = free.bounding_box()
    free.click()
    stage.settle()
    assert free.locator("b").inner_text().startswith(DESK["free_sure"]) and free.bounding_box() == place
    assert stage.small() == [] and axe(page, ".fishlab-desk") == []
    assert school.room.status("Herring").taken == (True, True), "the first click asks"
    free.click()
    stage.settle()
    assert school.room.status("Herring").taken == (False, True)
    page.locator(".top >> text=End and debrief").dblclick()
    stage.settle()
    assert school.room.stage() == "playing"
    page.evaluate("() => document.activeElement.blur()")
    stage.click("text=End and debrief")
    stage.click("text=Really end?")
    before = [one["title"] for one in school.desk.model.view["cards"]]
    page.locator("text=treatments swapped").dblclick()
    stage.settle()
    after = [one["title"] for one in school.desk.model.view["cards"]]
    assert (school.room.tables(), after) == (["Herring 2", "Cod 2"], before[::-1])
    stage.close()
    school.room.leave()


def test_the_plan_can_be_read_whole_on_a_phone(chrome, tmp_path):
    school = Class(tmp_path)
    stage = Stage(chrome, school.desk.panel, (390, 844))
    wide = """() => [...document.querySelectorAll(".fishlab-desk form.plan :is(label, small, b, span, input, select)")]
        .filter((node) => node.getBoundingClientRect().right > 390).map((node) => node.textContent)"""
    assert stage.page.evaluate(wide) == []
    assert stage.small() == []
    stage.close()
    school.room.leave()


@pytest.mark.few(1)
@pytest.mark.parametrize("dark", [False, True])
def test_eight_tables_fit_a_laptops_screen_with_all_that_can_be_wrong(chrome, tmp_path, dark):
    school = Class(tmp_path)
    school.desk.model.join = {"address": "http://192.168.1.20:8866/", "word": "herring-kelp", "qr": "<svg/>"}
    stage = Stage(chrome, school.desk.panel, (1366, 768), dark=dark)
    school.ask("make", people=32, luck="own", treatments=["silence", "to-win"])
    school.sit()
    for name in school.room.tables():
        school.room.seating.seen(name, 0)
    school.ask("start")
    school.play(2)
    school.now += 40
    school.room.seating.deal("somebody-late")
    school.ask("say", words="Two minutes until the bell.")
    school.ask("clock", seconds=180)
    school.ask("choose", table="Shrimp")
    school.ask("free", table="Shrimp", seat=9)
    stage.settle()
    page = stage.page
    assert page.locator(".card").count() == 8
    yellow = page.locator(".card.stuck h3").all_inner_texts()
    assert len(yellow) > 4 and all(name in page.inner_text(".side") for name in yellow), "none is forgotten"
    assert "There is no seat 9" in page.inner_text(".trouble")
    assert page.locator(".where >> text=1 person is waiting for a seat").count() == 1
    high = "(part) => document.querySelector(part).getBoundingClientRect().bottom"
    assert page.evaluate(high, ".main") <= 768
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 768, "the column beside scrolls by itself"
    assert stage.small() == []
    assert axe(page, ".fishlab-desk") == []
    stage.close()
    school.room.leave()


@pytest.mark.long
def test_the_plan_itself_speaks_the_language_that_it_asks_for_and_keeps_what_was_filled_in(opened, visitor):
    desk = visitor(opened.desk, (1366, 768))
    desk.wait_for_selector("text=Plan a class")
    desk.fill("[name=people]", "11")
    for code, words in (("de", "Türen öffnen"), ("", "Open the doors")):
        desk.select_option("[name=language]", code)
        desk.wait_for_selector(f"text={words}")
        assert (desk.input_value("[name=people]"), desk.input_value("[name=language]")) == ("11", code)


@pytest.mark.long
def test_what_is_typed_while_the_plan_changes_its_language_stays(opened, visitor):
    desk = visitor(opened.desk, (1366, 768))
    desk.wait_for_selector("[name=language]")
    desk.evaluate(
        """() => {
          const { language, people, full, talk } = document.querySelector("[name=people]").form.elements;
          language.value = "de";
          language.dispatchEvent(new Event("change", { bubbles: true }));
          talk.focus();
          Object.assign(people, { value: "13" });
          Object.assign(full, { checked: !full.checked });
          Object.assign(talk, { value: "40" }); // no change event: the page goes while it is typed
        }"""
    )
    desk.wait_for_selector("text=Türen öffnen")
    assert [desk.input_value(f"[name={name}]") for name in ("people", "talk", "language")] == ["13", "40", "de"]
    assert desk.locator("[name=full]").is_checked()
    assert desk.evaluate("document.activeElement.name") == "talk"


def test_a_class_comes_in_by_lot_is_helped_and_plays_a_second_game(opened, visitor):
    """The whole way by clicks on the served page, with the projector in a second window."""
    page = visitor(opened.desk, (1366, 768))
    with Room(opened.room) as room:
        desk = page.locator(".fishlab-desk")
        desk.locator("form.plan").wait_for()
        clicks = []

        def click(words: str) -> None:
            clicks.append(words)
            desk.locator("button", has_text=words).first.click()

        def shows(part: str, words: str) -> None:
            desk.locator(part, has_text=words).first.wait_for()

        with page.expect_popup() as popup:
            desk.locator("button", has_text="Projector").click()
        projector = popup.value
        projector.locator("text=herring-kelp-42").wait_for()
        assert projector.locator("svg").count() == 1
        click("Open the doors")
        shows(".top", "4 tables")
        places = [room.seating.deal(f"person-{number:03}") for number in range(16)]
        assert None not in places
        shows(".top", "16 of 16 seats taken · 16 here")
        projector.locator("section.full").nth(3).wait_for()
        click("Start")
        shows(".top", "Pause all")
        assert len(clicks) == 2, "of the teacher, to the first move"
        projector.locator(".join.late", has_text="Arrived late?").wait_for()
        assert projector.locator(".join.late .qr svg").bounding_box()["height"] < 140
        assert projector.locator(".join.late b").all_inner_texts()[-1] == "herring-kelp-42"
        desk.locator(".where .code summary").click()
        assert desk.locator(".where .code svg").is_visible()
        desk.locator(".where .code summary").click()
        page.fill(".fishlab-desk .tell input", "Look at the board")
        click("Tell everybody")
        projector.locator(".said", has_text="Look at the board").wait_for()
        assert room.events.said("Cod") == "Look at the board"
        click("5 min")
        projector.locator(".clock", has_text="left").wait_for()
        assert room.seating.deal("late-comer") is None
        shows(".where", "1 person is waiting for a seat")
        click("Deal them in")
        shows(".top", "5 tables")
        assert room.seating.deal("late-comer")[0] == room.tables()[-1]
        desk.locator(".card").first.click()
        click("To a bot")
        click("Really? This person is here")
        shows(".side .seat", "a bot")
        click("To people")
        shows(".side .seat", "taken")
        with page.expect_popup() as opened_table:
            click("Play it on one screen")
        opened_table.value.locator(".fishlab-board .picture > svg").wait_for()
        opened_table.value.close()
        click("Several seats per device")
        page.locator(".tell [aria-pressed=true]", has_text="Several seats").wait_for()
        click("End and debrief")
        click("Really end?")
        shows(".top", "The game has ended")
        projector.locator("h1", has_text="The game has ended").wait_for()
        assert projector.evaluate("() => document.documentElement.scrollHeight") == 768, "nobody scrolls a wall"
        click("treatments swapped")
        shows(".top", "game 2")
        assert room.tables()[:2] == ["Herring 2", "Cod 2"]
        again = next(place for place in places if place != ("Herring", 0))
        number = places.index(again)
        assert room.find(f"person-{number:03}") == (f"{again[0]} 2", again[1])
        click("Back to the plan")
        click("Really go back?")
        desk.locator("form.plan").wait_for()
        assert desk.locator(".trouble").inner_text() == ""
        projector.close()


def test_of_many_comparisons_the_desk_folds_those_without_the_first_treatment(chrome, tmp_path):
    school = Class(tmp_path)
    names = ["competitive", "silence", "one-agreement", "yearly-agreement", "voted-rule"]
    school.ask("make", people=20, players=2, treatments=names, form="lesson", bot="", luck="tape")
    school.sit()
    school.ask("start")
    school.play(2)
    stage = Stage(chrome, school.desk.panel, LAPTOP)
    fold, side = stage.page.locator(".box.now details"), school.desk.model.view["side"]
    assert fold.count() == 1 and fold.locator("p").count() == len(side["more"]) > 10
    assert not fold.locator("p").first.is_visible()
    stage.click("text=The other comparisons")
    assert fold.locator("p").first.is_visible()
    school.play(3)
    stage.settle()
    assert "up to year 2 of 6" in stage.page.locator(".box.now").inner_text()
    assert fold.locator("p").first.is_visible(), "it stays open when the next year is told"
    assert axe(stage.page, ".fishlab-desk") == []


@pytest.mark.few(1)
@pytest.mark.parametrize(("tables", "treatments", "dark"), [(8, 2, False), (20, 2, True), (9, 3, False)])
def test_what_the_class_found_fits_the_wall_without_scrolling(chrome, tmp_path, monkeypatch, tables, treatments, dark):
    """Also with the longest warning of empty seas, and with some of the last year, whose next year costs apart."""

    def parted(seas):
        first, *others = dict.fromkeys(treatment for treatment, _ in seas)
        return Apart((first,), tuple(others))

    monkeypatch.setattr(results, "emptied", parted)
    monkeypatch.setattr(Interval, "excludes", lambda *_: True)
    school = Class(tmp_path)
    names = ["silence", "yearly-agreement", "voted-rule"][:treatments]
    school.ask("make", people=4 * tables, players=4, treatments=names, form="lesson", bot="", luck="tape", prediction=6)
    school.sit()
    school.ask("start")
    school.play(4)
    closed = school.room.tables()[3] if tables == 8 else ""
    if closed:
        school.ask("close", table=closed)
    school.ask("end")
    stage = Both(chrome, school, dark=dark)
    wall = stage.wall.page
    assert wall.locator(".tables section").count() == tables and not wall.locator(".result li").count()
    stage.click("text=Show what the class found")
    first, known = wall.locator(".found p").all_inner_texts()
    assert first in school.desk.model.view["side"]["say"] and " up to year 3 of 6 (" in first
    told = [
        "Stopped before its end: ",
        "These points leave out what year 4 costs ",
        "If luck had a part in that, this interval may be too narrow."
        if treatments == 2
        else "may be too narrow; by how",
    ]
    told += [f"no longer the comparison as randomised: {closed}."] * bool(closed)
    told += ["That is the largest of 3 differences"] * (treatments == 3)
    assert all(words in known for words in told)
    assert "” against “" in wall.locator(".result .figure .figure-title").inner_text()
    assert wall.locator(".result h2").count() == treatments
    assert wall.locator(".result li").count() == tables and not wall.locator(".tables").is_visible()
    high = "() => document.documentElement.scrollHeight"
    assert wall.evaluate(high) == 768 and axe(wall, ".fishlab-projector") == []
    cut = "one.clientWidth && one.scrollWidth > one.clientWidth + 1"
    parts = f"() => [...document.querySelectorAll('.groups *')].filter((one) => {cut}).map((one) => one.textContent)"
    assert wall.evaluate(parts) == [], "nothing is cut off"
    for words, least, most in (("how sure that is", 3, 4), ("what people agreed and expected", 3, 10)):
        stage.click(f"text=Show there {words}")
        assert least <= wall.locator(".found p").count() <= most and not wall.locator(".result").is_visible()
        assert wall.evaluate(high) == 768 and not wall.locator(".below").is_visible()
        size = wall.evaluate(
            "() => parseFloat(getComputedStyle(document.querySelector('.found p:last-child')).fontSize)"
        )
        assert size > 26 or most > 4, "what is not small is read from the last row"
        assert wall.inner_text(".found .known") == known, "what may turn the sentence stands on every page that has it"
    stage.click("text=Hide it")
    assert wall.locator(".tables").is_visible()
    stage.close()
    school.room.leave()


@pytest.mark.long
def test_with_leavers_and_fines_the_wall_has_its_cautions_first_and_then_three_sentences(chrome, tmp_path):
    school = Class(tmp_path)
    school.bots = ("greedy", "greedy")
    school.ask(
        "make", people=32, players=4, treatments=["silence", "enforced-rule"], form="lesson", bot="", luck="tape"
    )
    school.sit()
    school.ask("start")
    school.play(3)
    school.away = {(name, seat) for name in school.room.tables() for seat in (2, 3)}
    school.play(99)
    stage = Both(chrome, school)
    wall = stage.wall.page
    stage.click("text=Show what the class found")
    high = "() => document.documentElement.scrollHeight"
    assert wall.evaluate(high) == 768 and wall.locator(".result li").count() == 8
    assert "Before fines; after them “Silence” is " in wall.locator(".found .known").inner_text()
    assert "seat A" not in wall.locator("body").inner_text()
    stage.click("text=Show there how sure that is")
    told, desk = wall.locator(".found p").all_inner_texts(), school.desk.model.view["side"]["say"]
    assert {told[0], told[2]} <= {*desk} and "Before fines; after them " in told[1]
    assert told[3].startswith("Models of this form: ") and "Models’ points are before fines" in told[3]
    assert len(told) == 4 < len(desk)
    assert wall.evaluate(high) == 768 and axe(wall, ".fishlab-projector") == []
    wall.set_viewport_size({"width": 500, "height": 300})
    stage.settle()
    assert wall.locator(".below").inner_text() == "There is more below: scroll."
    stage.close()
    school.room.leave()


@pytest.mark.few(1)
@pytest.mark.parametrize("phase", ["talk", "vote", "take", "inspect"])
def test_a_table_under_a_treatment_fits_one_screen(chrome, phase):
    match, rng = Match(Boom, 4, talk="yearly", vote="yearly", inspection=6, fine=9, years=6), Random(2)
    while match.state.turn() != OVER and not (match.state.phase == phase and match.state.year > 1):
        votes = [("vote", 0)] if match.state.phase == "vote" else match.state.moves()
        match.play(rng.choice(list(votes)))
    table = Table(match, seats=["person"] * 4, dice="table")
    stage = Stage(chrome, table.board, LAPTOP)
    if table.board.cover:
        ask(table, "uncover")
    stage.settle()
    assert match.state.phase == phase
    assert stage.page.evaluate(CHECK, {"letters": 12, "target": 24, "scrolls": False}) == []
    stage.close()
