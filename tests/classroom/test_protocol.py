"""The protocol of a class experiment: every button that it names is there, and the notebooks carry the same words."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import unescape
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import mean

import pytest
from classroom.school import Class
from fishlab_widgets.classroom import desk, notebook, notices, stages
from fishlab_widgets.classroom.desk import protocol
from fishlab_widgets.classroom.desk.desk_words import DESK
from fishlab_widgets.classroom.desk.plan import form
from fishlab_widgets.classroom.server import handlers

from fishlab.boom.players import BOTS
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FORMS, LESSON, TERMS
from fishlab.core import CHANCE
from fishlab.match import Match
from fishlab.messages import tr
from fishlab.room import BEFORE, Room
from fishlab.room.store.sitters import is_decision

COURSE = Path(__file__).parents[2] / "notebooks"
SCRIPT = Path(desk.__file__).with_name("desk.js").read_text(encoding="utf-8")
SEATS = {*notices.TEXT.values()}.union(
    *(re.findall(r'tr\("([^"]+)"\)', Path(one.__file__).read_text(encoding="utf-8")) for one in (stages, handlers))
)
STEPS = [step for _, steps in protocol.PARTS for step in steps]
NAMED = sorted({name for step in STEPS for text in (step.click, step.say) for name in re.findall(r"{(\w+)}", text)})


@pytest.mark.parametrize("name", [name for name in NAMED if name not in ("talk", "decision", "away", "names")])
def test_every_button_that_the_protocol_names_is_on_a_page(name):
    if name in protocol.PAGE:
        assert protocol.PAGE[name] in notebook.TEXT.values(), "a button of the teacher's page"
    elif name in protocol.SEAT:
        assert tr(protocol.SEAT[name]) in SEATS, "a button of a student's page"
    else:
        assert name in DESK and re.search(rf"words\.{name}\b|\b{name}:|\"{name}\"|\(\)\.{name}\b", SCRIPT), (
            "one of the desk"
        )


@pytest.mark.parametrize(("steps", "minutes"), [(protocol.SHORT, 45), (protocol.LONG, 90)])
def test_the_minutes_of_a_protocol_fill_the_lesson_with_the_times_of_the_plan(steps, minutes, tmp_path):
    spans = [tuple(map(int, step.minutes.split("–"))) for step in steps if "–" in step.minutes]
    assert spans[0][0] == 0 and spans[-1][1] == minutes
    assert all(before[1] == after[0] for before, after in pairwise(spans))
    timed = [
        (end - begin, step.click)
        for (begin, end), step in zip(spans, (one for one in steps if "–" in one.minutes), strict=True)
    ]
    games = 1 if minutes == 45 else 2
    assert [lasts for lasts, click in timed if "{stuck}" in click] == [FORMS[LESSON].minutes] * games
    with Room(tmp_path / "class.room") as room:
        told = {one["name"]: re.search(r"(\d+) minute", one["words"]) for one in form(room)["procedure"]}
    planned = {name: int(found[1]) for name, found in told.items() if found}
    assert [lasts for lasts, click in timed if "{skip}" in click] == [sum(planned[stage] for stage in BEFORE)]
    assert [lasts for lasts, click in timed if "{end}" in click] == [planned["questionnaire"]] * games
    assert all(lasts >= planned["prediction"] for lasts, click in timed if "{swap}" in click)


def test_the_protocol_tells_the_seconds_of_the_plan(tmp_path):
    school = Class(tmp_path)
    school.ask("make", people=8, players=4, form="lesson", procedure={"talk": 45, "decision": 20})
    school.ask("tab", tab="protocol")
    html = school.desk.model.view["side"]["html"]
    assert "after 45 seconds" in html and "more than 20 seconds over a decision" in html
    school.ask("plan")
    assert "after 45 seconds" in school.desk.model.view["setup"]["protocol"]
    school.room.leave()


def test_the_teachers_page_shows_the_protocol_word_by_word():
    cells = json.loads((COURSE / "teacher" / "teacher.ipynb").read_text(encoding="utf-8"))["cells"]
    assert "Protocol()" in "".join(next(one["source"] for one in cells if one["id"] == "protocol"))
    shown = protocol.Protocol()
    page = re.sub("<[^>]+>", "", unescape(shown._repr_html_()))
    for title, told in protocol.lines():
        for words in (title, *told):
            assert words in repr(shown)
        assert title in page and told[0].partition(": ")[2] in page


def test_what_to_do_and_what_to_say_are_set_apart_with_buttons_in_bold():
    (step,) = re.findall(r"<li><b>11</b>.*?</li>", protocol.html())
    do, say = re.findall(r"<div[^>]*>(.*?)</div>", step)
    assert ">Do</small>" in do and "<b>“Start”</b>" in do and "Begin." not in do
    assert ">Say</small> “Begin." in say and "border-left" in step
    assert not re.search("[\\x02\\x03]", protocol.html() + str(protocol.lines()))


def test_the_class_is_told_what_counts_and_what_is_kept_before_it_begins():
    for _, steps in protocol.PARTS:
        order = [step.say for step in steps if step.say]
        told = " ".join(order)
        assert "your rank does not" in told
        begin = next(place for place, words in enumerate(order) if "Begin." in words)
        assert any("without your name" in words for words in order[:begin])


def test_the_desk_shows_the_same_lines_below_the_plan_and_in_a_tab_while_a_class_plays(tmp_path):
    titles = [title for title, _ in protocol.lines()]
    assert titles == ["In 45 minutes", "In 90 minutes", "Consent and privacy"]
    assert "Press “Open the doors”." in protocol.lines()[0][1][1]
    school = Class(tmp_path)

    def current() -> list[str]:
        """Return the minutes of the steps that are marked, of 45 and of 90."""
        school.ask("tab", tab="protocol")
        view = school.desk.model.view
        html = view["side"]["html"] if view["side"] else view["setup"]["protocol"]
        plain = html.replace(" class='now' aria-current='step'", "").replace(" · now</b>", "</b>")
        assert plain == protocol.html(), "the same lines at all times"
        return re.findall(r"aria-current='step'><b>([^ ]+) · now</b>", html)

    assert current() == ["before", "before"]
    school.ask("make", people=4, players=2, years=1)
    school.sit()
    assert current() == ["3–11", "4–12"]
    school.ask("start")
    assert current() == ["11–36", "12–37"]
    assert school.move("Herring")
    school.ask("pause")
    assert current() == ["11–36", "12–37"]
    school.ask("end")
    assert current() == ["36–39", "37–40"]
    school.ask("show")
    assert current() == ["39–45"]
    school.ask("again", swap=True)
    assert current() == ["40–43"]
    school.ask("start")
    assert current() == ["43–68"]
    school.ask("end")
    school.ask("show")
    assert current() == ["71–90"]
    school.room.leave()


def test_the_first_line_is_true_however_the_desk_was_opened():
    assert protocol.lines()[0][1][0].startswith(
        "before: Open the desk: run “make class”, or on the teacher’s page press “Open a class”, then “Open the desk”."
    )


# The minutes that protocol and plan name.


def decisions(bot: str, seed: int) -> Counter[int]:
    """Return how many decisions a table of four bots makes in each year of a lesson with talks."""
    match, rng = Match(Boom, 4, form=LESSON, **TERMS["yearly-agreement"].options(4)), Random(seed)
    found: Counter[int] = Counter()
    while not match.over:
        state = match.state
        found[state.year] += is_decision(state)
        if state.turn() == CHANCE:
            match.play(state.sample(rng))
        else:
            match.play(state.moves()[0] if state.phase == "talk" else BOTS[bot](state.view(state.turn()), rng))
    return found


def minutes(games: list[Counter[int]], seconds: int, years: int) -> float:
    """Return the minutes for so many years at four tables that open them together, with 76 seconds to talk and seal."""
    rng = Random(1)
    classes = [rng.choices(games, k=4) for _ in range(200)]
    return (
        mean(sum(max(one[year] for one in four) * seconds + 76 for year in range(1, years + 1)) for four in classes)
        / 60
    )


@pytest.mark.long
def test_years_take_the_minutes_that_protocol_and_plan_name_by_the_number_of_bots_decisions():
    kinds = [[decisions(bot, seed) for seed in range(30)] for bot in ("careful", "greedy", "random")]
    every = [sum(one.values()) for games in kinds for one in games]
    assert (round(min(every) / 5) * 5, round(max(every) / 5) * 5) == (35, 90)
    spans = {
        (seconds, years): [round(minutes(games, seconds, years)) for games in kinds]
        for seconds, years in ((8, 6), (16, 6), (12, 6), (16, 5))
    }
    assert [(min(spans[one]), max(spans[one])) for one in ((8, 6), (16, 6))] == [(16, 19), (25, 30)]
    assert max(spans[12, 6]) <= 25 < max(spans[16, 6]) and max(spans[16, 5]) <= 25
    told = " ".join(step.click for step in STEPS)
    in_step = [60 * (minutes(games, 60, 6) - 6 * 76 / 60) / 60 for games in kinds]
    assert (5 * round(min(in_step) / 5), 5 * round(max(in_step) / 5)) == (65, 85)
    assert "the slowest table of each year sets the pace: at four tables 65 to 85 decisions in all" in told
    assert "35 to 90 decisions" in told and "16 to 19 minutes" in told and "25 to 30 at 16" in told
