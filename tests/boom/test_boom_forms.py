"""Forms of Fishery Boom: one definition for rules, boards, words, save codes and the laboratory."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from fishlab_widgets.boom import printout
from fishlab_widgets.live.face import Look, face_of
from fishlab_widgets.live.new_game import fields_for, new_match

from fishlab.boom.network import SPECIES, standard_sheet
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FORMS, FULL, LESSON, SHORT, form
from fishlab.boom.words import house_rules
from fishlab.bots import bots_for
from fishlab.match import Match

SHORTER = [one for one in FORMS.values() if one.name != FULL]
by_form = pytest.mark.parametrize("one", SHORTER, ids=lambda one: one.name)


def test_the_full_form_is_the_game_of_the_rulebook_and_the_others_are_marked():
    assert list(FORMS) == [FULL, LESSON, SHORT]
    assert Boom.start(4, form=FULL) == Boom.start(4)
    assert FORMS[FULL].options() == {} and FORMS[FULL].mark == "in the rulebook"
    assert FORMS[FULL].sheet(standard_sheet()) is standard_sheet() and FORMS[FULL].years == standard_sheet().years
    for one in SHORTER:
        assert one.mark == "not in the rulebook" and one.options() == {"form": one.name}
    option = next(option for option in Boom.options if option.name == "form")
    assert not option.printed and option.words == tuple(one.title for one in FORMS.values())


def test_the_form_of_a_lesson_takes_25_minutes_and_the_short_one_15():
    assert [one.minutes for one in SHORTER] == [25, 15]
    for one in SHORTER:
        assert f"{one.years} years" in one.title and f"{one.minutes} minutes" in one.title


@by_form
def test_a_form_changes_years_species_and_growth_of_the_sheet_and_nothing_else(one):
    state, whole = Boom.start(4, form=one.name), standard_sheet()
    sheet = state.sheet
    assert (sheet.years, sheet.plus_one) == (one.years, set(one.growth))
    assert [kind.name for kind in sheet.species] == [kind.name for kind in whole.species if kind.name not in one.absent]
    formed, printed = sheet.data(), whole.first_years(one.years).data()
    assert formed["years"]["source"] == formed["plus_one"]["source"] == "reconstructed", "not as printed"
    assert formed["box"] == printed["box"] and formed["illegal"] == printed["illegal"]
    kept = {entry["name"]: entry for entry in printed["species"]}
    assert all(entry == kept[entry["name"]] for entry in formed["species"])
    assert set(one.absent) <= set(SPECIES), "it leaves out species that the sheet has"


@by_form
def test_demand_grows_in_the_years_of_the_form_and_in_no_others(one):
    match, rng = Match(Boom, 4, form=one.name), Random(5)
    while not match.over:
        match.play(match.state.sample(rng))
    state = match.state
    for year in range(2, len(state.seas) + 1):
        for seat in range(4):
            usual, plates = state.supply(seat, year - 1) + (year in one.growth), state.plates[seat][year - 1]
            marketing = state.picks[seat][year - 1 : year] == ("marketing",)
            assert abs(plates - usual) == marketing, "Marketing alone adds a plate or crosses one out"


@by_form
def test_fewer_years_cut_a_form_and_a_form_cuts_a_sheet_of_ones_own(one):
    assert Boom.start(4, form=one.name, years=3).sheet.years == 3
    assert Boom.start(4, form=one.name, years=3).sheet.plus_one == {year for year in one.growth if year <= 3}
    own = standard_sheet().first_years(4).data() | {"title": "Ours"}
    assert Boom.start(4, form=one.name, sheet=own).sheet.years == 4
    assert Boom.start(4, form=one.name, sheet=own).sheet.title == "Ours"
    again = Boom.start(4, form=one.name).sheet
    assert one.sheet(again) == again, "a sheet in this form stays as it is"
    bare = own | {"species": [entry for entry in own["species"] if entry["name"] in one.absent]}
    with pytest.raises(ValueError, match="leaves no species on this sheet"):
        Boom.start(4, form=one.name, sheet=bare)


@pytest.mark.parametrize("wrong", ["six years", "", None, 7, ["lesson"]])
def test_an_unknown_form_is_refused_with_those_that_there_are(wrong):
    with pytest.raises(ValueError, match="choose 'full' or 'lesson' or 'short'"):
        Boom.start(4, form=wrong)


def test_a_form_is_found_by_its_name_only():
    assert form("lesson") is FORMS["lesson"]
    with pytest.raises(ValueError, match="form 'war' does not exist: choose full, lesson, short"):
        form("war")


@by_form
def test_codes_and_json_carry_the_form(one):
    match, rng = Match(Boom, 4, form=one.name, talk="yearly"), Random(3)
    while not match.over:
        match.play(match.state.sample(rng))
    for again in (Match.from_code(match.code()), Match.from_json(match.to_json())):
        assert again.options == {"form": one.name, "talk": "yearly"}
        assert again.state == match.state and again.state.setup.form == one.name
    assert json.loads(match.to_json())["options"]["form"] == one.name


def test_words_tell_students_what_a_form_changes():
    for one in SHORTER:
        state = Boom.start(4, form=one.name)
        rules, years = house_rules(state), sorted(one.growth)
        assert rules[0] == f"The game has {one.years} years."
        every = len(years) == one.years - 1
        when = "every year" if every else f"in years {', '.join(map(str, years[:-1]))} and {years[-1]}"
        assert rules[1].startswith(f"Demand grows {when}: it is then one plate more than last year’s catch")
        names = [SPECIES[name] for name in one.absent]
        assert rules[2] == f"The sea is smaller: without {', '.join(names[:-1])} and {names[-1]}."
        assert state.summary().endswith("Not in the rulebook: " + " ".join(rules))
    assert not house_rules(Boom.start(4))


def test_words_speak_of_growth_every_year_in_one_year_and_in_none():
    assert house_rules(Boom.start(4, form=LESSON, years=2))[1].startswith("Demand grows in year 2:")
    every = Boom.start(4, form=LESSON, years=3, sheet=standard_sheet().data())
    assert "years" not in house_rules(every)[1]
    assert not any("Demand" in rule for rule in house_rules(Boom.start(4, form=LESSON, years=1)))


def test_the_summary_holds_for_every_form():
    told = Boom.words.summary
    assert not re.search(r"\bten years\b|3, 6 and 9", told)
    assert "one more where there is a +1" in told


@by_form
def test_board_sheet_and_paper_show_the_years_in_which_demand_grows(one):
    state, face = Boom.start(4, form=one.name), face_of(Boom)
    board = face.draw(state, Look())
    assert len(re.findall(r">\+1</text>", board)) == len(one.growth)
    large = face.draw(state, Look(marks=("sheet 0",)))
    boxes = re.findall(r'<g[^>]*id="[^"]*large-box-(\d+)"[^>]*>(.*?)</g>', large, re.S)
    marked = {int(year) for year, inside in boxes if "+1" in inside}
    assert marked == set(one.growth) and len(boxes) == one.years
    pages = printout.Printout(4, form=one.name).html
    assert pages.count(">+1</text>") == (1 + 4) * len(one.growth), "on the High Seas and on each player sheet"
    assert "Not in the rulebook: this choice of years, +1 and species." in pages
    assert "Species and years are printed" in printout.Printout(4).html
    for kind in standard_sheet().species:
        assert (f">{kind.title}</text>" in board) == (kind.name not in one.absent)


@by_form
def test_the_head_of_a_table_names_what_is_special(one):
    told = face_of(Boom).subtitle(Boom.start(4, form=one.name, talk="never"))
    years = sorted(one.growth)
    when = f"{', '.join(map(str, years[:-1]))} and {years[-1]}"
    start = f"4 countries, {one.years} years · not in the rulebook: demand grows in years "
    assert told.startswith(start) and f"{when}, Silence" in told
    cut = face_of(Boom).subtitle(Boom.start(4, form=one.name, years=2))
    assert cut.endswith("not in the rulebook: demand grows in year 2")
    assert "demand" not in face_of(Boom).subtitle(Boom.start(4, form=one.name, years=1))


def test_the_new_game_form_offers_the_forms():
    match = Match(Boom, 4)
    field = next(field for field in fields_for(match) if field.name == "form")
    assert not field.printed and "not in the rulebook" not in field.label
    assert new_match(match, {"form": 1}).options == {"form": LESSON}


@pytest.mark.parametrize(
    "name", [name for name in bots_for(Boom) if name not in ("far-sighted", "team-minded", "hard")]
)
@by_form
def test_every_bot_plays_every_form(one, name):
    end = Match(Boom, 3, form=one.name).run([bots_for(Boom)[name]] * 3, Random(1))
    assert end.year <= one.years and end.moves() == ()


def test_years_are_asked_for_only_in_the_full_form():
    match = Match(Boom, 4)
    field = next(field for field in fields_for(match) if field.name == "years")
    assert field.only == ("form", 0) and field.told()["only"] == ["form", 0]
    assert new_match(match, {"form": 1, "years": 3}).options == {"form": LESSON}, "a form has its own years"
    assert new_match(match, {"form": 0, "years": 3}).options == {"years": 3}
