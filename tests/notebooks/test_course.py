"""The course as a whole: where it begins, its map and its words, and the way from page to page."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random
from typing import Any

import checklist
import pytest
from fishlab_widgets.chapters import licences, pond, real_lives
from fishlab_widgets.council import cases
from fishlab_widgets.lesson.exercises import check_again
from fishlab_widgets.lesson.pages import Policy
from fishlab_widgets.lesson.predictions import reasons_of
from fishlab_widgets.teacher import stored_lessons
from walk import lock, walked

from fishlab import Fishery, Match
from fishlab.firstpond import FirstPond
from fishlab.firstpond.players import BOTS
from fishlab.firstpond.rules import MOST

PATHS = {path.stem: path for path in checklist.ALL}
LESSONS = [name for name in checklist.COURSE if name in PATHS]
GLOSSARY = "\n".join(text for _, text in checklist.cells(checklist.read(PATHS["glossary"]), "markdown"))
TERMS = re.findall(r"^- \*\*([^*]+)\*\*: .+ \[(\d\db?)\]\(([\w-]+)\.ipynb\)$", GLOSSARY, re.MULTILINE)
CORE = ("00", "01", "03", "04", "05")


def number(name: str) -> str:
    """Return a lesson's number, with which its name begins."""
    return name.partition("-")[0]


def minutes(name: str) -> int:
    """Return how long a lesson takes by its own words."""
    text = checklist.source(checklist.read(PATHS[name])["cells"][0])
    return int(re.search(r"^(\d+) minutes", text, re.MULTILINE)[1])


def mapped() -> dict[str, tuple[bool, int]]:
    """Return what the map says of each lesson: whether it is on the core path, and its minutes."""
    text = "\n".join(text for _, text in checklist.cells(checklist.read(PATHS["00-cast-off"]), "markdown"))
    rows = re.findall(r"^\| (\d\db?) \| \[[^]]+\]\(([\w-]+)\.ipynb\)( \*\*core\*\*)? \| (\d+) \|", text, re.MULTILINE)
    assert all(name.startswith(number) for number, name, *_ in rows)
    return {name: (bool(core), int(count)) for _, name, core, count in rows}


# The first lesson.


def test_the_pond_of_three_hungry_boats_is_empty_when_the_rules_say():
    match = Match(FirstPond, 3, rounds=12)
    match.run([BOTS["hungry"]] * 3, Random(1))
    assert match.state.fish == 0
    assert match.state.round == pond.last_round(pond.HUNGRY) == 4


def test_no_table_of_the_first_lesson_can_show_the_lake_of_its_first_prediction():
    card = walked("00").card("empty")
    walked("00").forget()
    card.receive("choose", 5)
    card.receive("lock", None)
    assert card.answer.result == pond.last_round(pond.FLEET, pond.LAKE) == 6
    assert "33 fish a round from a lake of 64" in card.about and (pond.FLEET, pond.LAKE) == (33, 64)
    assert pond.FLEET == MOST * 11 and "eleven hungry boats" in card.asked
    fish = next(option for option in FirstPond.options if option.name == "fish")
    assert fish.high < pond.LAKE and MOST * max(FirstPond.seats) < pond.FLEET, "a student could play it beforehand"
    assert card.answer.result != pond.last_round(pond.HUNGRY), "who takes three of the pond sees that one"
    walked("00").forget()


def test_ponds_of_the_first_lesson_are_those_of_its_rules():
    assert FirstPond.start(3).room == pond.ROOM
    match = Match(FirstPond, 3, rounds=12)
    match.run([lambda view, rng: ("take", 2)] * 3, Random(1))
    assert sum(match.state.scores()) == pond.caught(6, 12) == 72
    assert (pond.caught(pond.GIVES, 12), pond.caught(pond.GIVES + 1, 12)) == (96, 29)
    once = Match(FirstPond, 3, rounds=12)
    once.run([lambda view, rng: ("take", min(view.fish, 3 if view.round == 1 or view.turn() else 2))] * 3, Random(1))
    assert sum(once.state.scores()) == pond.caught(pond.GIVES, 12, first=pond.GIVES + 1) == 33
    lock(walked("00").card("more"))
    card = walked("00").card("more")
    assert card.answer.result == 33 and card.margin < 33 - 29, "whoever copies the hint is not close"
    walked("00").forget()
    assert "catch 29 fish in 12 rounds" in walked("00").card("more").about
    assert pond.caught(pond.HUNGRY, 12) == 29


def test_a_boat_that_holds_back_catches_what_the_bots_of_the_pond_catch():
    for bot, scores in (("careful", (24, 36, 36)), ("hungry", (9, 9, 11))):
        match = Match(FirstPond, 3, rounds=12)
        match.run([BOTS["hungry"], BOTS["hungry"], BOTS[bot]], Random(1))
        assert sorted(match.state.scores()) == sorted(scores)
    assert pond.last_boat(12, careful=True, room=16, before=6)[-1] == 24
    assert pond.last_boat(3, careful=False, room=16, before=6) == [0, 3, 6, 9]
    lock(walked("00").card("careful"))
    card = walked("00").card("careful")
    assert card.answer.result == pond.last_boat(12, careful=True)[-1] == 24
    assert 12 * MOST == 36 and "12 rounds are 36" in card.about and card.margin < 36 - 24
    walked("00").forget()
    reasons = reasons_of("00")["careful"]
    assert "30 and 2, just the 32" in reasons.model and (pond.FLEET - MOST) + 2 == pond.LAKE // 2 == 32
    assert "it would catch 15" in reasons.rivals[0][1] and pond.last_boat(12, careful=False)[-1] == 15
    assert "It has 24, each of the others 36" in reasons.rivals[1][1]


@pytest.mark.parametrize(
    "catch, told", [(8, True), (1, True), (10, "after 8 rounds"), (0, "at least one"), ("8", "whole")]
)
def test_a_catch_that_the_pond_stands_is_any_from_1_to_8(catch, told):
    found = pond.lasting(catch)
    assert found is told if told is True else told in found


@pytest.mark.parametrize("catch", ["x", -1, 2.5, True, ...])
def test_a_catch_that_no_boat_can_take_is_answered_in_words_and_not_drawn(catch):
    assert pond.pond_plot(catch) == "No plot: write a whole number of fish, 0 or more."


def test_the_switch_of_the_first_lesson_changes_the_pond_and_leads_back():
    walk = walked("00")
    walk.forget()
    (switch,) = (card for card in walk.lesson.memory.cards if isinstance(card, Policy))
    assert "This opens when" in str(switch.head), "it would give the predictions away"
    for key in ("empty", "careful", "more"):
        lock(walk.card(key))
    switch.receive("set room", 2)
    assert "Not everything is as in this lesson." in str(switch.head) and switch.values == {"room": 32, "catch": 9}
    switch.receive("back", None)
    assert switch.values["room"] == pond.ROOM and "Everything is as in this lesson." in str(switch.head)
    walk.forget()


def test_the_step_in_which_a_number_is_changed_is_ticked_when_it_was_changed_well():
    walk = walked("00")
    walk.forget()
    card = walk.card("change")
    assert not walk.lesson.is_done("Change") and not card.answer.done
    check_again(walk.lesson, {"catch": 7})
    assert walk.lesson.is_done("Change")
    walk.forget()


def test_the_sustainable_catch_keeps_a_full_pond_full_and_one_fish_more_does_not():
    card = walked("00").card("sustainable")
    right = next(catch for catch in range(17) if card.judge(catch) is True)
    after = {}
    for catch in (right, right + 1):
        match = Match(FirstPond, 3)
        for count in (3, 3, catch - 6):
            match.play(("take", count))
        after[catch] = match.state.fish
    assert after == {right: 16, right + 1: 14}
    assert "become 14" in card.judge(9)


def test_the_first_lesson_takes_the_code_of_a_pond_and_says_what_is_wrong_with_another():
    judge = walked("00").card("save code").judge
    pond = Match(FirstPond, 3)
    assert "nobody has fished" in judge(pond.code())
    pond.play("take 2")
    assert judge(pond.code()) is True
    assert "typing error or is cut off" in judge(pond.code()[:-2])
    assert "Fishery" in judge(Match(Fishery).code())
    assert "begins with FP1-" in judge("Anna")
    assert "lesson code" in judge("LC1-00-abcdef")


def test_the_numbers_that_the_first_lesson_tells_are_those_of_its_pond():
    pond, text = FirstPond.start(3), " ".join(walked("00").prose().split())
    assert (pond.room, pond.rounds, pond.players) == (16, 6, 3)
    for told in ("Sixteen fish, three boats", "The pond has room for 16", "six rounds"):
        assert told in text


# The strip.


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_is_ticked_by_its_cards_or_by_the_student(name):
    walk = walked(number(name))
    walk.forget()
    strips = {strip.here or walk.lesson.steps[0]: strip for strip in walk.lesson.memory.strips}
    for place, step in enumerate(walk.lesson.steps, 1):
        offered = [part["text"] for part in strips[step].head if part["id"] == "tick"] if step in strips else []
        assert offered == ([] if walk.lesson.has_cards(step) else [f"Done? Tick step {place}"]), step
        if offered:
            strips[step].hear({"type": "tick"})
            assert walk.lesson.is_done(step)
    walk.forget()


# The map.


def test_the_map_leads_to_every_lesson_with_its_minutes_and_marks_the_core_path():
    found = mapped()
    assert list(found) == LESSONS[1:]
    assert {name: count for name, (_, count) in found.items()} == {name: minutes(name) for name in found}
    assert tuple(number(name) for name in ("00-cast-off", *found) if number(name) == "00" or found[name][0]) == CORE


def test_the_sums_of_the_map_are_right():
    every = {number(name): minutes(name) for name in LESSONS}
    text = walked("00").prose()
    whole = int(re.search(r"whole course takes (\d+) minutes", text.replace("\n", " "))[1])
    day = int(re.search(r"to end with: (\d+) minutes", text)[1])
    assert whole == sum(every.values())
    assert day == sum(every[one] for one in (*CORE, "10"))


# The words.


def test_the_glossary_explains_words_that_their_lesson_uses_and_names_each_once():
    assert len(TERMS) == len(re.findall(r"^- ", GLOSSARY, re.MULTILINE)) > 50
    assert len({term for term, *_ in TERMS}) == len(TERMS)
    council = "".join(path.read_text(encoding="utf-8") for path in Path(cases.__file__).parent.glob("*.toml"))
    helpers = {"08": Path(licences.__file__).read_text(encoding="utf-8")}
    for term, number, name in TERMS:
        assert name.startswith(number)
        words = " ".join(
            " ".join(
                [
                    *map(checklist.source, checklist.written_out(checklist.read(PATHS[name]))["cells"]),
                    council * (number == "10"),
                    helpers.get(number, ""),
                ]
            )
            .lower()
            .split()
        )
        stem = re.split(r" \(|, ", term.lower())[0]
        assert stem in words or stem.removesuffix("d") in words, f"{name} does not use {term}"


# Steps.


def lesson_of(name: str) -> tuple[dict[str, int], list[str]]:
    """Return the steps of a lesson with their minutes, and its short route, as its first cell says."""
    found: dict[str, Any] = {}
    for node in checklist.python(checklist.cells(checklist.read(PATHS[name]), "code")[0][1]).body:
        if ast.unparse(node).startswith(("steps ", "route ")):
            exec(ast.unparse(node), found)
    return found["steps"], list(found.get("route", []))


def headings(name: str) -> list[str]:
    """Return the first words of the headings of a lesson, up to a colon."""
    text = "\n".join(text for _, text in checklist.cells(checklist.read(PATHS[name]), "markdown"))
    return re.findall(r"^## ([^:\n]+)", text, re.MULTILINE)


@pytest.mark.parametrize("name", LESSONS)
def test_the_steps_of_a_lesson_take_the_minutes_that_it_promises(name):
    steps, _ = lesson_of(name)
    assert sum(steps.values()) == minutes(name)


@pytest.mark.parametrize("name", LESSONS)
def test_every_step_is_five_minutes_at_most_with_a_heading_and_a_strip_of_its_own(name):
    steps, _ = lesson_of(name)
    assert max(steps.values()) <= 5
    told = [heading for heading in headings(name) if heading in steps]
    assert told == list(steps), "headings and steps come in one order"
    shown = [
        step.value
        for _, text in checklist.cells(checklist.read(PATHS[name]), "code")
        for call in checklist.calls(text, "at")
        if (step := call.args[0])
    ]
    assert shown == list(steps)[1:], "the first step has the strip of the whole lesson"


@pytest.mark.parametrize("name", [name for name in LESSONS if minutes(name) > 30])
def test_a_class_with_45_minutes_has_a_route_that_plays_predicts_and_ends_in_talk(name):
    steps, route = lesson_of(name)
    assert 24 <= sum(steps[step] for step in route) <= 45
    assert route == [step for step in steps if step in route]
    assert (route[0], route[-1]) == (next(iter(steps)), "Debrief")


@pytest.mark.parametrize("name", [name for name in LESSONS if minutes(name) > 30])
def test_nothing_on_the_short_route_waits_for_a_prediction_that_it_leaves_out(name):
    steps, route = lesson_of(name)
    here, asked, waits = next(iter(steps)), dict[str, str](), list[tuple[str, str]]()
    for _, text in checklist.cells(checklist.written_out(checklist.read(PATHS[name])), "code"):
        here = next((str(call.args[0].value) for call in checklist.calls(text, "at")), here)
        asked |= {call.args[0].value: here for call in checklist.calls(text, "predict")}
        given = {
            ast.unparse(node.targets[0]): node.value
            for node in ast.walk(checklist.python(text))
            if isinstance(node, ast.Assign)
        }
        for call in (node for node in ast.walk(checklist.python(text)) if isinstance(node, ast.Call)):
            lists = [one.value for one in call.keywords if one.arg == "after"]
            lists += call.args[:1] if getattr(call.func, "attr", "") == "after" else []
            for one in lists:
                found = given.get(ast.unparse(one), one)
                waits += [(here, key.value) for key in ast.walk(found) if isinstance(key, ast.Constant)]
    assert asked
    shut = [(step, key) for step, key in waits if step in route and asked.get(key, step) not in route]
    assert shut == [], "whoever takes the short route finds these shut"


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_opens_with_a_question(name):
    text = checklist.source(checklist.read(PATHS[name])["cells"][0])
    assert re.search(r"^# .+\n\n\*[^*\n]+\?[^*\n]*\*$", text, re.MULTILINE)


@pytest.mark.few(2)
@pytest.mark.parametrize("name", LESSONS)
def test_every_card_and_game_belongs_to_the_step_under_whose_heading_it_stands(name):
    walk, here, asked = walked(name), "", dict[str, str]()
    for cell in checklist.written_out(walk.notebook)["cells"]:
        text = checklist.source(cell)
        heading = re.search(r"^## ([^:\n]+)", text, re.MULTILINE) if cell["cell_type"] == "markdown" else None
        here = heading[1] if heading else here
        for call in checklist.calls(text, *stored_lessons.KINDS) if cell["cell_type"] == "code" else ():
            if ast.unparse(call.func).startswith("lesson."):
                asked[call.args[call.func.attr == "play"].value] = here
        for call in checklist.calls(text, "Vote") if cell["cell_type"] == "code" else ():
            asked[" ".join(["vote", *(str(one.value) for one in call.args[1:])])] = here
    if asked.keys() != walk.lesson.memory.steps.keys():  # what is made only after a lock belongs to its step, too
        walk.lock()
        walk.forget()
    assert walk.lesson.memory.steps == asked


APART = {
    "05": ["departs from biology", "from the **real board**", "six **real** species"],
    "10": ["No game now, and no model"],
}
"""Where it is told otherwise than in a table of three rows."""


@pytest.mark.parametrize("number", [number(name) for name in checklist.COURSE])
def test_game_rule_model_and_real_fishery_are_told_apart(number):
    path = next(checklist.FOLDER.glob(f"{number}-*.ipynb"))
    text = " ".join(" ".join(checklist.source(cell).split()) for cell in checklist.read(path)["cells"])
    told = APART.get(number, ["| **game rule** |", "| **model** |", "| **real "])
    assert [words for words in told if words.lower() not in text.lower()] == []


def test_lesson_05_has_one_number_for_the_sharks_and_one_age_for_each_species():
    words = re.sub(r"<table.*?</table>|<[^>]+>", " ", real_lives.share_picture().data, flags=re.DOTALL)
    assert "sharks: 12.6 %" in words and not re.search(r"shark 0\.\d", words)
    ages = re.sub(r"<[^>]+>", " ", real_lives.ages_figure().data)
    assert {f"{one.years * 12:.0f}" for one in real_lives.LIVES} <= set(ages.split())
    assert re.search(r"\bmonths\b", ages)


def test_lesson_05_tells_game_and_sea_apart_where_a_catch_is_revealed():
    told = real_lives.which_in_the_sea()
    assert "In the **game**" in told and "In the **sea**" in told


@pytest.mark.parametrize("number", [number(name) for name in checklist.COURSE])
def test_a_card_counts_for_the_step_whose_heading_stands_above_it(number):
    lesson, here, found = stored_lessons.lesson_files()[number], "", {}
    names, steps = {step.name for step in lesson.steps}, walked(number).lesson.memory.steps
    for cell in checklist.read(lesson.path)["cells"]:
        text = checklist.source(cell)
        if cell["cell_type"] == "markdown":
            heading = re.search(r"^## ([^:\n]+)", text, re.MULTILINE)
            here = heading[1] if heading else here
        elif here in names:
            found |= dict.fromkeys(re.findall(r'\bask\("([^"]+)"', text), here)
    assert {key: (steps[key], step) for key, step in found.items() if steps[key] != step} == {}
