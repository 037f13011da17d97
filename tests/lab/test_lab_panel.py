"""The laboratory's panel: what it compares, says, refuses, opens and keeps."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
from html import unescape
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from bound import mean_bound, upper_bound
from fishlab_widgets.chapters import alone_together
from fishlab_widgets.lab import lab_run
from fishlab_widgets.lab.class_games import read_class
from fishlab_widgets.lab.kept_file import read_kept
from fishlab_widgets.lab.lab_charts import BOUNDS, signed, span, tell
from fishlab_widgets.lab.lab_settings import MOST_GAMES, SCALES, YOURS, BadSettings, Settings
from fishlab_widgets.lab.lab_view import TABS
from fishlab_widgets.lab.lab_words import between_html, difference_words, pays_words, price_html, terms_words
from fishlab_widgets.lab.panel import Laboratory
from fishlab_widgets.live.table import Table
from kept_games import DEVIATIONS
from lab.class_play import code_of
from measure import calls
from sending import send

import fishlab
from fishlab.boom.players import BOTS
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FULL
from fishlab.core import CHANCE
from fishlab.lab import TREATMENTS, mean_interval, paired_difference, play
from fishlab.lab.experiment import cooperative_best
from fishlab.lab.published import points
from fishlab.lab.search import forms
from fishlab.lab.search.ends import leaving, other_seas, price
from fishlab.lab.search.ends import totals as kept_totals
from fishlab.lab.search.measures import PRICE, STABLE
from fishlab.lab.tally import AFTER_FINES, FISH_LEFT
from fishlab.match import Match
from fishlab.models import nash_share

GAMES = 40


PARTS = ("head", "ladder", "numbers", "said", "view", "class_box")


@pytest.fixture(scope="module")
def shared() -> Laboratory:
    """A panel that tests put back as it was."""
    lab = Laboratory(games=GAMES)
    lab.first = vars(lab.runs).copy(), {name: getattr(lab.panel, name) for name in PARTS}
    return lab


@pytest.fixture
def lab(shared: Laboratory) -> Laboratory:
    """The shared panel as it was at first, with what it played and drew then."""
    shared.class_rows.rows, shared.tab, shared.settings = [], "totals", Settings(games=GAMES)
    runs, parts = shared.first
    vars(shared.runs).update(runs)
    shared.notice = ""
    shared.sample.put_away()
    shared.panel.tell(**parts)
    return shared


def ask(lab: Laboratory, kind: str, **more: Any) -> None:
    """Send what a page sends."""
    send(lab.panel, type=kind, **more)


def totals(name: str, players: int = 4, games: int = GAMES, seed: int = 1) -> Any:
    """Return the totals of a treatment before and after fines, game by game."""
    batch = play(TREATMENTS[name].profile(players), games, seed)
    return batch.total(), batch.net().sum(axis=0)


def table_of(html: str) -> list[dict[str, str]]:
    """Return the data table of a figure, row by row."""
    head = [unescape(one) for one in re.findall(r'<th scope="col">(.*?)</th>', html)]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", html)[1:]]
    return [dict(zip(head, map(unescape, row), strict=True)) for row in rows]


def number(words: str) -> float:
    """Return the first number of some words."""
    return float(re.search(r"[-−]?[\d.]+", words)[0].replace("−", "-"))


# What is there at once.


def test_the_default_figure_is_there_at_once_and_its_sentence_makes_the_point(lab):
    gap = paired_difference(totals("cooperative")[1], totals("competitive")[1])
    said = lab.panel.said["words"].replace("\u00a0", " ")
    assert gap.low > 0
    more = f"{gap.mean:.1f} points more (95 %: {gap.low:.1f} to {gap.high:.1f})"
    words = f"All together (found by search) brings the team {more}"
    assert said.startswith(f"{words} than everyone for themselves (found by search), and ")
    fish = [play(TREATMENTS[name].profile(4), GAMES, 1).living()[-1] for name in ("cooperative", "competitive")]
    left = paired_difference(*fish)
    assert f"{left.mean:.1f} more fish live (95 %: {left.low:.1f} to {left.high:.1f}) in year 10." in said
    assert len(lab.panel.view["figures"]) == 2
    assert [one["letter"] for one in lab.panel.ladder] == ["", "B", *[""] * 8, "A"]


def test_every_treatment_is_a_picture_to_press_and_says_whether_it_is_in_the_rulebook(lab):
    assert [one["name"] for one in lab.panel.ladder] == list(TREATMENTS)
    assert [one["name"] for one in lab.panel.ladder if one["mark"] == "in the rulebook"] == [
        "competitive",
        "cooperative",
    ]
    assert len({one["sign"] for one in lab.panel.ladder}) == len(TREATMENTS)
    for one in lab.panel.ladder:
        assert one["note"] == TREATMENTS[one["name"]].text
        assert one["sign"].startswith("<svg ")


def test_two_presses_compare_two_treatments(lab):
    ask(lab, "treatment", name="quota")
    ask(lab, "treatment", name="reserve")
    assert (lab.settings.first, lab.settings.second) == ("reserve", "quota")
    gap = paired_difference(totals("reserve")[1], totals("quota")[1])
    words = lab.panel.said["words"].replace("\u00a0", " ")
    assert f"{-gap.mean:.1f} points less (95 %: {-gap.high:.1f} to {-gap.low:.1f}) than quota" in words
    ask(lab, "treatment", name="quota")
    assert (lab.settings.first, lab.settings.second) == ("quota", "reserve"), "B changes place with A"
    ask(lab, "treatment", name="quota")
    ask(lab, "treatment", name="whale")
    assert (lab.settings.first, lab.settings.second) == ("quota", "reserve")


def test_the_share_of_games_won_is_counted_game_by_game_fines_paid(lab):
    ask(lab, "treatment", name="enforced-rule")
    one, other = totals("enforced-rule")[1], totals("cooperative")[1]
    ahead, behind = int((one > other).sum()), int((one < other).sum())
    assert lab.panel.said["how"] == f"On the same dice A ends ahead in {ahead} of {GAMES} games, B in {behind}."
    gap = paired_difference(one, other)
    assert f"brings the team {-gap.mean:.1f} points less" in lab.panel.said["words"]
    assert " after fines" in lab.panel.said["words"]


def test_a_difference_that_is_not_clear_is_called_so(lab):
    ask(lab, "treatment", name="transferable-quota")
    ask(lab, "treatment", name="quota")
    said = lab.panel.said["words"].replace("\u00a0", " ")
    assert not paired_difference(totals("quota")[1], totals("transferable-quota")[1]).excludes(0)
    assert "no clear difference" in said
    fish = [play(TREATMENTS[name].profile(4), GAMES, 1).living()[-1] for name in ("quota", "transferable-quota")]
    left = paired_difference(*fish)
    assert f"{-left.mean:.1f} fewer fish live (95 %: {-left.high:.1f} to {-left.low:.1f}) in year 10." in said
    ask(lab, "number", name="penalty", value=4)
    ask(lab, "treatment", name="quota")
    assert (lab.settings.first, lab.settings.second, lab.settings.base) == ("quota", YOURS, "quota")
    said = lab.panel.said["words"]
    assert "no clear difference" in said and "just as many fish live in year 10" in said, "nobody inspects a licence"


# Figures against their tables, tables against the games.


def test_every_tab_has_its_figures_with_words_data_axes_and_the_number_of_games(lab):
    count = 0
    for tab in TABS:
        ask(lab, "tab", name=tab)
        assert lab.panel.view["tab"] == tab
        for html, name in zip(lab.panel.view["figures"], lab.panel.view["names"], strict=True):
            assert 'role="img" aria-label="' in html and "<table>" in html and "games" in html
            assert lab.figures.drawings[name].canvas.axes.get_xlabel() and lab.figures.drawings[name].alt
            count += 1
    assert count == 9


def test_the_totals_figure_has_both_sums_best_found_and_upper_bound(lab):
    html = lab.panel.view["figures"][0]
    rows = {row["treatment"].rpartition("· ")[2]: row for row in table_of(html)}
    best, bound = price(4).together.mean, BOUNDS[4]
    for name, one in TREATMENTS.items():
        row = rows[one.title + ("" if one.in_rulebook else " †")]
        before, after = (mean_interval(values) for values in totals(name))
        assert number(row["points after fines"]) == pytest.approx(after.mean, abs=0.051)
        assert number(row["points before fines"]) == pytest.approx(before.mean, abs=0.051)
        assert row["95 %"] == span(after)
        assert number(row["before fines, % of the best found"]) == pytest.approx(100 * before.mean / best, abs=0.051)
        assert number(row["before fines, % of the upper bound"]) == pytest.approx(100 * before.mean / bound, abs=0.051)
    assert f"best found {best:.1f}" in html and f"upper bound {bound:.1f}" in html
    fined = [
        row for row, name in enumerate(TREATMENTS) if name in ("voted-rule", "enforced-rule", "graduated-sanctions")
    ]
    assert re.findall(r'id="\w+-before-(\d+)"', html) == [str(row) for row in fined]


def test_the_sea_shows_the_stock_of_both_and_when_it_is_emptied(lab):
    ask(lab, "tab", name="sea")
    stock, collapse = map(table_of, lab.panel.view["figures"])
    for letter, name in (("A", "cooperative"), ("B", "competitive")):
        batch = play(TREATMENTS[name].profile(4), GAMES, 1)
        assert [number(row[letter]) for row in stock] == pytest.approx(batch.living().mean(axis=1), abs=0.006)
        shares = [100 * (batch.collapse() == year).mean() for year in (*range(1, 11), 0)]
        column = f"{letter}: {TREATMENTS[name].title}"
        assert [number(row[column]) for row in collapse] == pytest.approx(shares, abs=0.06)
        lost = 100 * (batch.collapse() > 0).mean()
        assert f"{letter}, {name_in(name)}: the sea is emptied in {lost:.0f} %" in lab.panel.view["words"]


def name_in(name: str) -> str:
    """Return a title inside a sentence."""
    title = TREATMENTS[name].title
    return title[0].lower() + title[1:]


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [3, 4])
def test_who_pays_is_told_by_country_for_both_and_illegal_fishing_is_among_them(lab, players):
    ask(lab, "players", value=players)
    ask(lab, "treatment", name="enforced-rule")
    ask(lab, "tab", name="pays")
    earned, lost = map(table_of, lab.panel.view["figures"])
    batch = play(TREATMENTS["enforced-rule"].profile(players), GAMES, 1)
    column = "A: Enforced rule †"
    assert [number(row[column]) for row in earned] == pytest.approx(batch.net().mean(axis=1), abs=0.06)
    damage = [*batch.damage().mean(axis=1), *([batch.illegal_damage().mean()] if players < 4 else [])]
    assert [number(row[column]) for row in lost] == pytest.approx(damage, abs=0.06)
    assert ("illegal" in [row["who"] for row in lost]) == (players < 4)


def test_what_pays_for_one_alone_marks_best_replies_by_a_sign_and_says_what_comes_of_it(lab):
    ask(lab, "tab", name="alone")
    leaves, heat = lab.panel.view["figures"]
    assert "★" in heat and "Best replies: among team: own" in heat and "<td>yes</td>" in heat
    table = lab.figures.payoffs()
    team, own = table.names.index("team"), table.names.index("own")
    known = {
        "all for the team": table.payoff[team, team],
        "the one that leaves": table.payoff[own, team],
        "each of the others": table.others[own, team],
        "all for themselves": table.payoff[own, own],
    }
    rows = {row["who"]: number(row["points"]) for row in table_of(leaves)}
    assert rows == pytest.approx({name: values.mean() for name, values in known.items()}, abs=0.06)
    assert signed(table.gain("own", among="team")) in lab.panel.view["words"]
    assert "No policies but those of the table were tried" in lab.panel.view["words"]


def test_one_button_shows_what_happens_if_one_defects(lab):
    ask(lab, "defect")
    assert lab.settings.profile(YOURS)[3] == TREATMENTS["competitive"].profile(4)[0]
    assert lab.settings.profile(YOURS)[:3] == TREATMENTS["cooperative"].profile(4)[:3]
    assert (lab.settings.first, lab.settings.second, lab.tab) == (YOURS, "cooperative", "pays")
    own = mean_interval(play(lab.settings.profile(YOURS), GAMES, 1).net()[3])
    assert f"Country D, which plays as in “Everyone for themselves”, earns {tell(own)}" in lab.panel.view["words"]
    assert lab.panel.view["words"] == pays_words(lab.shown)


# What is known besides.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_price_of_anarchy_is_told_with_what_it_covers_and_what_is_not_known(players):
    known, said = price(players), price_html(players)
    assert f"{known.ratio.mean:.2f} ({known.ratio.low:.2f} to {known.ratio.high:.2f})" in said
    assert f"{tell(known.together)} points: the best team found" in said and f"get {tell(known.alone)}." in said
    assert said.count("points for it; the total is") == len(DEVIATIONS)
    for one in leaving(players).values():
        assert f"{signed(one.gain)} points for it; the total is {tell(one.left)} instead of {tell(one.stayed)}" in said
    for end, title in (("own", "Everyone alone"), ("team", "All together")):
        tried = {name: one for name, one in leaving(players).items() if name.startswith(end)}
        stable = all(one.gain.low <= 0 for one in tried.values())
        about = "stable, as far as was tried: no seat clearly gains" if stable else "not stable: a seat that leaves it"
        below = said.partition(f"{title} is {about}")[2].partition("</ul>")[0]
        assert all(signed(one.gain) in below for one in tried.values()) and below.count("<li>") == len(tried)
    assert PRICE in said and STABLE in said and "Price of anarchy as found" in said
    seas = [f"{one.mean:.2f}" for name, one in other_seas().items() if name != "standard"]
    usual = f"by players with less search {other_seas()['standard'].mean:.2f}"
    assert (f"; {usual}, and {min(seas)} to {max(seas)} on other seas" in said) == (players == 4)
    assert f"{known.games} games of each end" in said
    assert "The intervals cover the dice, not the choice of players" in said
    assert f"4n/(n+1)² leaves {100 * nash_share(players):.0f} %, a price of {1 / nash_share(players):.3f}" in said
    assert f"Nobody can exceed {BOUNDS[players]:.1f}" in said
    assert f"gap of {BOUNDS[players] - known.together.mean:.0f} points" in said


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_page_tells_what_players_that_look_ahead_make_of_the_treatments(players):
    said, known = between_html(players), forms.steps(FULL, players)
    assert said.count(") of the best found.</li>") == len(known)
    for name, one in known.items():
        line = said.partition(f"<li>{TREATMENTS[name].title} † ({TREATMENTS[name].origin}): ")[2].partition("</li>")[0]
        assert line.startswith(f"{tell(one.total)} points") and signed(one.gain) in line
        assert (f"{tell(one.after_fines)} after fines" in line) == (one.total.mean != one.after_fines.mean)
        best = max(np.mean(kept_totals(team, players)[: one.total.games]) for team in ("team", "mixed"))
        assert f"{100 * one.after_fines.mean / best:.1f} % (" in line


def test_the_page_says_point_by_point_where_the_model_agrees_with_published_results(lab):
    said = unescape(lab.panel.view["folds"])
    assert price_html(4) in lab.panel.view["folds"] and between_html(4) in lab.panel.view["folds"]
    for point in points():
        assert f"<b>{point.verdict.capitalize()}.</b> {point.found} ({point.source}). Here: {point.here}." in said


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_bounds_are_those_that_the_program_prints(players):
    assert round(mean_bound(players).mean, 1) == BOUNDS[players]


@pytest.mark.long
def test_the_bounds_lie_above_the_best_found_and_near_those_of_two_games():
    assert all(price(players).together.high < bound for players, bound in BOUNDS.items())
    assert upper_bound(2, players=2, steps=60).mean() == pytest.approx(BOUNDS[2], abs=12)


def test_the_lessons_and_the_laboratory_show_the_same_totals():
    lab = Laboratory(games=400)
    rows = {
        row["treatment"].rpartition("· ")[2].removesuffix(" †"): row for row in table_of(lab.panel.view["figures"][0])
    }
    for name in alone_together.seas():
        row = rows[TREATMENTS[name].title]
        column = "before fines, % of the cooperative mean"
        assert fmean(alone_together.percent(name)) == pytest.approx(number(row[column]), abs=0.06)
        assert fmean(alone_together.left(name)) == pytest.approx(number(row["points after fines"]), abs=0.06)
    assert "after fines, 400 games" in alone_together.fines_picture().data


# A treatment of one's own.


@pytest.mark.parametrize("name", SCALES)
def test_every_slider_changes_what_is_played(name):
    begun = Settings(games=GAMES).press("enforced-rule")
    place = 1 if begun.but(base="enforced-rule").start(name) != SCALES[name].values[1] else 2
    settings = begun.set_number(name, SCALES[name].values[place])
    assert settings.changes == ((name, SCALES[name].values[place]),)
    assert (settings.first, settings.second, settings.base) == (YOURS, "enforced-rule", "enforced-rule")
    own, known = (play(settings.profile(one), GAMES, 1).net() for one in (YOURS, "enforced-rule"))
    assert not np.array_equal(own, known)
    assert name.replace("_", "-") in settings.title(YOURS)
    assert settings.anew().first == "enforced-rule" and not settings.anew().own


@pytest.mark.long
def test_a_moved_slider_makes_a_treatment_of_ones_own_and_holds_it_against_where_it_began(lab):
    ask(lab, "number", name="ambition", value=4)
    assert (lab.settings.first, lab.settings.second) == (YOURS, "cooperative")
    batch = play(lab.settings.profile(YOURS), GAMES, 1)
    assert lab.shown.tallies[YOURS].total.interval() == pytest.approx(mean_interval(batch.total()))
    assert lab.panel.ladder[-1]["letter"] == "A" and "ambition" in lab.panel.ladder[-1]["mark"]
    slider = next(one for one in lab.panel.numbers["scales"] if one["name"] == "ambition")
    assert slider["changed"] and slider["place"] == 4


def test_a_slider_says_its_unit_and_whether_the_rulebook_knows_it(lab):
    ask(lab, "treatment", name="enforced-rule")
    scales = {one["name"]: one for one in lab.panel.numbers["scales"]}
    outside = {name for name, one in scales.items() if one["mark"] == "† not in the rulebook"}
    assert outside == {"quota", "compliance", "penalty"}
    assert (scales["ambition"]["words"][1], scales["spare"]["words"][-1]) == ("0.5 fish", "never")
    assert all(one["note"] for one in scales.values())
    ask(lab, "treatment", name="competitive")
    assert {one["name"] for one in lab.panel.numbers["scales"]}.isdisjoint({"compliance", "penalty"}), "nothing to keep"


def test_a_slider_put_back_leaves_nothing_changed(lab):
    before = lab.settings
    place = SCALES["ambition"].values.index(before.start("ambition"))
    ask(lab, "number", name="ambition", value=place + 1)
    ask(lab, "number", name="ambition", value=place)
    assert lab.settings == before
    for nonsense in ({"name": "ambition", "value": 99}, {"name": "whale", "value": 1}, {"name": 3}, {}):
        ask(lab, "number", **nonsense)
    assert lab.settings == before


def test_a_country_may_do_something_else_than_all(lab):
    ask(lab, "seat", value=1, name="competitive")
    own = [seat.mean for seat in lab.shown.tallies[YOURS].net.intervals()]
    assert max(range(4), key=own.__getitem__) == 1
    assert "country B plays as in “Everyone for themselves”" in lab.panel.said["terms"][0][2]
    ask(lab, "seat", value=1, name="")
    assert not lab.settings.own
    for nonsense in ({"value": 9, "name": "quota"}, {"value": 0, "name": "whale"}, {"value": "0"}):
        ask(lab, "seat", **nonsense)
    assert not lab.settings.own


def test_back_to_the_rulebook_undoes_every_change(lab):
    before = lab.panel.said
    ask(lab, "treatment", name="quota")
    ask(lab, "number", name="ambition", value=4)
    ask(lab, "seat", value=0, name="reserve")
    ask(lab, "back")
    assert lab.panel.said == before and lab.settings == Settings(games=GAMES)


@pytest.mark.parametrize("name", TREATMENTS)
def test_a_treatment_is_the_same_treatment_for_every_number_of_players(name):
    for players in (2, 3, 4):
        settings = Settings(players, base=name)
        assert settings.profile(name) == TREATMENTS[name].profile(players)
        assert settings.common_policy() == TREATMENTS[name].profile(players)[0]
        assert not settings.own


def test_the_pay_offs_hold_the_policy_of_the_sliders(lab):
    ask(lab, "treatment", name="competitive")
    ask(lab, "tab", name="alone")
    assert "<td>yours</td>" not in lab.panel.view["figures"][1]
    ask(lab, "number", name="ambition", value=4)
    rows = table_of(lab.panel.view["figures"][1])
    own = {row["others play"]: row["points"] for row in rows if row["one plays"] == "yours"}
    known = lab.figures.payoffs().plus("yours", lab.settings.common_policy())
    assert number(own["team"]) == pytest.approx(
        known.payoff[known.names.index("yours"), known.names.index("team")].mean(), abs=0.006
    )


def test_another_seed_plays_other_games_everywhere(lab):
    before = lab.panel.view["figures"]
    ask(lab, "seed", value=77)
    found = lab.shown.tallies["quota"].total.interval()
    assert found == pytest.approx(mean_interval(totals("quota", seed=77)[0]))
    assert all(old != new for old, new in zip(before, lab.panel.view["figures"], strict=True))


def test_a_slider_move_with_a_thousand_games_plays_ones_own_once_and_draws_the_open_tab_alone(monkeypatch):
    lab, played_now = Laboratory(), []
    monkeypatch.setattr(lab_run, "play_profiles", lambda *_: pytest.fail("the treatments are known"))
    monkeypatch.setattr(lab_run, "play", lambda *args: played_now.append(args) or play(*args))
    for name in ("collapse", "points", "damage", "defects", "payoffs", "class"):
        monkeypatch.setattr(lab.figures.drawings[name], "draw", lambda *_: pytest.fail("nobody looks at it"))
    before = lab.panel.view["figures"]
    assert calls(lambda: ask(lab, "number", name="ambition", value=4)) < 200_000
    assert all(old != new for old, new in zip(before, lab.panel.view["figures"], strict=True))
    assert len(played_now) == 1


# Games, many and few.


@pytest.mark.parametrize("games", [0, -5, 2.5, None, "x", True, MOST_GAMES + 1])
def test_what_is_no_number_of_games_is_refused_in_words(lab, games):
    before = lab.panel.view
    ask(lab, "games", value=games)
    assert (
        f"{games!r} games cannot be played: choose a whole number from 1 to {MOST_GAMES:,}." in lab.panel.head["notice"]
    )
    assert lab.panel.view == before


def test_one_game_has_no_interval_and_is_shown_all_the_same(lab):
    ask(lab, "games", value=1)
    assert "one game has no interval" in lab.panel.said["words"]
    assert len(lab.panel.view["figures"]) == 2


def test_unknown_treatments_players_and_games_are_refused():
    with pytest.raises(ValueError, match="treatment 'greed' does not exist: choose to-win, competitive"):
        Laboratory(treatment="greed")
    with pytest.raises(ValueError, match="players=5 is not possible"):
        Laboratory(players=5)
    with pytest.raises(ValueError, match="0 games cannot be played"):
        Laboratory(games=0)


def test_a_waiting_panel_gives_nothing_away():
    lab = Laboratory(games=20, wait=True)
    ask(lab, "number", name="ambition", value=4)
    ask(lab, "game", name="cooperative", value="middle")
    assert "press Run" in lab.panel.head["notice"]
    ask(lab, "keep")
    assert "nothing to keep yet: press Run." in lab.panel.head["notice"]
    assert lab.still_picture() == "<p>Nothing has been played yet: press Run.</p>"
    assert lab.panel.said == {} and lab.panel.view["figures"] == []
    ask(lab, "run")
    assert "20 games" in lab.panel.said["how"] and YOURS in lab.shown.tallies
    assert lab.panel.head["notice"] == ""


@pytest.mark.long
def test_very_many_games_are_told_in_time_and_memory_and_then_played_in_chunks(monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(lab_run, "LIVE_GAMES", 50)
    monkeypatch.setattr(lab_run, "CHUNK", 40)
    lab = Laboratory(games=20)
    lab.panel.observe(lambda change: said.append(change["new"]["notice"]), "head")
    ask(lab, "games", value=90)
    told = next(line for line in said if "chunks of 40" in line)
    assert re.match(r"90 games of each of 11 treatments: about \d+ s, \d+ MB of memory at any moment", told)
    assert lab.panel.head["notice"] == "" and not lab.panel.head["run"]
    whole = paired_difference(totals("cooperative", games=90)[1], totals("competitive", games=90)[1])
    assert lab.shown.difference() == pytest.approx(whole)
    ask(lab, "treatment", name="quota")
    assert lab.shown.difference() == pytest.approx(
        paired_difference(totals("quota", games=90)[1], totals("cooperative", games=90)[1])
    ), "any two, without playing again"
    before = lab.panel.view
    ask(lab, "number", name="ambition", value=4)
    assert "press Run" in lab.panel.head["notice"] and lab.panel.head["run"] and lab.panel.view == before
    ask(lab, "run")
    assert lab.shown.tallies[YOURS].games == 90


def test_a_run_in_chunks_can_be_stopped_and_keeps_what_it_has(monkeypatch):
    monkeypatch.setattr(lab_run, "CHUNK", 20)

    async def stopped() -> Laboratory:
        lab = Laboratory(games=10_000_000, wait=True)
        ask(lab, "run")
        assert lab.runs.running and lab.panel.head["running"] and lab.panel.head["of"] == 10_000_000
        while not lab.shown:
            await asyncio.sleep(0.01)
        ask(lab, "treatment", name="quota")
        assert "press Stop first" in lab.panel.head["notice"]
        ask(lab, "stop")
        while lab.runs.running or lab.panel.head["of"]:
            await asyncio.sleep(0.01)
        return lab

    lab = asyncio.run(stopped())
    assert re.search(r"Stopped after [\d,]+ games", lab.panel.head["notice"])
    assert 20 <= lab.shown.count < 10_000_000 and lab.panel.head["run"]
    assert f"{lab.shown.count:,} games" in lab.panel.said["how"]


def test_a_new_panel_ends_what_an_old_one_plays(monkeypatch):
    monkeypatch.setattr(lab_run, "CHUNK", 20)

    async def again() -> Laboratory:
        old = Laboratory(games=10_000_000, wait=True)
        old.run()
        await asyncio.sleep(0.05)
        Laboratory(games=20, wait=True)
        while old.runs.running or old.panel.head["of"]:
            await asyncio.sleep(0.01)
        return old

    assert "Stopped after" in asyncio.run(asyncio.wait_for(again(), 300)).panel.head["notice"]


# One game.


@pytest.mark.few(1)
@pytest.mark.parametrize("which", ["low", "middle", "high"])
def test_a_game_opens_beside_the_figure_with_its_own_line_in_it(lab, which):
    ask(lab, "game", name="competitive", value=which)
    beside, table = lab.sample.children
    assert isinstance(table, Table) and table.match.over and table.at == 0
    batch = play(TREATMENTS["competitive"].profile(4), GAMES, 1)
    ranked = sorted(int(one) for one in batch.total())
    total = sum(table.match.state.own_scores())
    assert total == {"low": ranked[0], "middle": ranked[(GAMES - 1) // 2], "high": ranked[-1]}[which]
    html = beside.children[0].value
    assert f"{total} points together".replace("-", "−") in html
    game = int(re.search(r"game (\d+) of the first", html)[1]) - 1
    assert [int(row["this game"]) for row in table_of(html)] == batch.living()[:, game].tolist()


def test_the_same_dice_can_be_looked_at_under_the_other_treatment(lab):
    ask(lab, "game", name="cooperative", value="low")
    number_before = lab.sample.number[1]
    lab.sample.children[0].children[1].click()
    assert lab.sample.number == ("competitive", number_before)
    assert isinstance(lab.sample.game(), Boom)
    assert sum(lab.sample.game().own_scores()) == totals("competitive")[0][number_before]
    lab.sample.children[0].children[2].click()
    assert lab.sample.children == () and lab.sample.game() is None


def test_every_line_of_the_totals_opens_one_of_its_games(lab, monkeypatch):
    sent: list[Any] = []
    monkeypatch.setattr(lab.panel, "send", lambda content, buffers=None: sent.append(content))
    ask(lab, "number", name="ambition", value=4)
    html = lab.panel.view["figures"][0]
    assert re.findall(r'id="[a-z]+\d+-row-\d+-point-([^"]+)"', html) == [*TREATMENTS, YOURS]
    ask(lab, "game", name=YOURS, value="middle")
    middle = sorted(int(total) for total in play(lab.settings.profile(YOURS), GAMES, 1).total())[(GAMES - 1) // 2]
    assert sum(lab.sample.game().own_scores()) == middle
    assert sent == [{"type": "scroll", "to": "lab-sample"}], "the board comes into view"
    before = lab.sample.children
    for nonsense in ({"name": "whale"}, {"name": 3}, {}):
        ask(lab, "game", **nonsense)
    assert lab.sample.children == before


# The class.


def test_the_classs_codes_appear_as_points_beside_the_models(lab):
    ask(lab, "tab", name="class")
    ask(lab, "class", value=f"{code_of()}\n\n{code_of(cooperative=True)}")
    assert lab.panel.class_box["words"] == "2 games added."
    alone, together = (sum(Match.from_code(code).state.own_scores()) for code in (code_of(), code_of(cooperative=True)))
    assert lab.class_rows.groups(4) == {"class: alone": [alone], "class: together": [together]}
    rows = {row["who"]: row for row in table_of(lab.panel.view["figures"][0])}
    share = 100 / cooperative_best(4)
    assert number(rows["class: together"]["% of the cooperative mean"]) == pytest.approx(together * share, abs=0.06)
    ends = totals("cooperative")[0].mean() * share
    assert number(rows["A · All together"]["% of the cooperative mean"]) == pytest.approx(ends, abs=0.06)
    assert rows["stock quotas, laboratory"]["source"].startswith("Gardner, Moore & Walker")
    ask(lab, "forget")
    assert "class: together" not in lab.panel.view["figures"][0]


def test_a_code_counts_once_however_often_it_is_pasted(lab):
    one, two = code_of(seed=1), code_of(seed=2)
    ask(lab, "class", value=f"{one}\n{one}\nred, {one[:9]} {one[9:]}\n{two}")
    box = lab.panel.class_box
    assert box["words"] == "2 games added."
    assert box["wrong"] == [f"Line {line}: this game is counted already." for line in (2, 3)]
    assert box["text"] == "", "a game that is counted needs no correction"
    ask(lab, "class", value=two)
    assert "counted already" in lab.panel.class_box["wrong"][0] and len(lab.class_rows.rows) == 2


def test_games_on_the_same_dice_are_told_with_what_their_interval_does_not_cover(lab):
    """Lesson 03 gives everybody one tape: many such games are one draw of the dice."""

    def played(tape, bot):
        match, rng = Match(Boom, 4), Random(bot)
        while not match.over:
            state = match.state
            die = Random(f"{tape}/{state.luck_place()}")
            match.play(state.sample(die) if state.turn() == CHANCE else BOTS[bot](state.view(state.turn()), rng))
        return match.code()

    one, other, apart, beside = (
        played(*game) for game in ((3, "careful"), (3, "greedy"), (4, "careful"), (4, "greedy"))
    )
    ask(lab, "class", value=f"{one}\n{apart}")
    assert lab.panel.class_box["words"] == "2 games added."
    ask(lab, "class", value=f"together {beside}")
    assert lab.panel.class_box["words"] == "1 game added.", "another group has an interval of its own"
    ask(lab, "class", value=other)
    assert (
        "The 3 games of “alone” that came as codes have only 2 different sets of dice" in lab.panel.class_box["words"]
    )
    ask(lab, "forget")
    ask(lab, "class", value=f"{one}\n{other}")
    said = "2 games added. All 2 games of “alone” that came as codes have the same dice: their interval says"
    assert lab.panel.class_box["words"].startswith(said)


def test_bad_lines_stay_in_the_box_to_be_corrected(lab):
    ask(lab, "class", value=f"{code_of()}\nBM1-nonsense")
    assert "1 game added" in lab.panel.class_box["words"] and "Line 2" in lab.panel.class_box["wrong"][0]
    assert lab.panel.class_box["text"] == "BM1-nonsense"
    ask(lab, "class", value="group,total\nalone,9\nalone,nine")
    assert lab.panel.class_box["text"] == "group,total\nalone,nine"


def test_the_class_can_be_asked_for_its_totals(lab):
    ask(lab, "class", value="group,total,players\nalone,9,4\nalone,4,4\ntogether,30,4\nalone,7,3")
    assert lab.class_totals("alone") == [9, 4]
    assert lab.class_totals("together") == [30]
    assert lab.class_totals("nobody") == []
    assert "1 of another number of countries" in lab.panel.class_box["words"]


def test_names_of_the_class_are_data(lab):
    ask(lab, "tab", name="class")
    ask(lab, "class", value="group,total\n<b onclick=x>$\\frac$,7")
    (figure,) = lab.panel.view["figures"]
    assert "<b onclick" not in figure and "&lt;b onclick" in figure
    assert "<b onclick" not in lab.kept()


# Files.


def test_files_say_with_which_dice_and_which_fishlab_they_were_made(lab):
    rows = list(csv.DictReader(io.StringIO(lab.csv())))
    assert {(row["seed"], row["fishlab"]) for row in rows} == {(str(lab.settings.seed), fishlab.__version__)}
    assert f"Made with Fishlab {fishlab.__version__}." in lab.kept()
    cited = (Path(fishlab.__file__).parent.parent / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {fishlab.__version__}\n" in cited


def test_rows_of_a_and_b_are_read_back_as_a_class(lab):
    text = lab.csv()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["treatment"] for row in rows] == ["cooperative"] * 4 * GAMES + ["competitive"] * 4 * GAMES
    read = read_class(text)
    assert read.wrong == []
    known = [float(total) for name in ("cooperative", "competitive") for total in totals(name)[0]]
    assert [row["total"] for row in read.rows] == known


def test_another_fine_changes_what_is_paid_and_no_move_and_the_panel_says_so(lab):
    ask(lab, "treatment", name="enforced-rule")
    for place in (0, 8):  # of the slider: no fine, and 4 points
        ask(lab, "number", name="penalty", value=place)
        assert lab.settings.first == YOURS and lab.settings.second == "enforced-rule"
        assert lab.shown.difference(FISH_LEFT).mean == 0 != lab.shown.difference(AFTER_FINES).mean
        assert "was found for a fine of 2. Another changes what is paid" in terms_words(lab.settings, YOURS)
    ask(lab, "number", name="penalty", value=4)
    assert "Another changes" not in terms_words(lab.settings, "enforced-rule")


def test_a_kept_file_shows_everything_and_opens_again_as_it_was(lab, monkeypatch):
    sent: list[Any] = []
    monkeypatch.setattr(lab.panel, "send", lambda content, buffers=None: sent.append((content, buffers)))
    ask(lab, "treatment", name="enforced-rule")
    ask(lab, "number", name="penalty", value=1)
    ask(lab, "class", value="group,total\n</script><b>,7")
    ask(lab, "keep")
    ((content, (data,)),) = sent
    assert content == {"type": "file", "name": "boom-laboratory.html"}
    text, settings, words = data.decode(), lab.settings, difference_words(lab.shown)[0]
    assert words in unescape(text) and text.count('class="fishlab-figure"') == len(lab.figures.drawings)
    ask(lab, "back")
    lab.class_rows.rows = []
    ask(lab, "open", value=text)
    assert lab.settings == settings and lab.panel.said["words"] == words
    assert lab.class_rows.rows == [{"group": "</script><b>", "total": 7, "players": 4}]
    assert lab.panel.head["notice"] == "Opened: every figure is as it was saved."
    ask(lab, "open", value=text.replace('"version": ', '"version": 9'))
    assert "saved by another version of the laboratory" in lab.panel.head["notice"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (None, "not made by the laboratory"),
        ("", "not made by the laboratory"),
        ("<html>a page</html>", "not made by the laboratory"),
        ("{head}[]</script>", "damaged"),
        ("{head}{{</script>", "damaged"),
        ('{head}{{"made by": "fishlab laboratory"}}</script>', "damaged"),
        ('{head}{{"made by": "another"}}</script>', "damaged"),
    ],
)
def test_a_broken_or_foreign_file_gets_a_sentence_and_changes_nothing(lab, text, why):
    before = lab.settings, lab.panel.view
    head = '<script type="application/json" id="fishlab-laboratory">'
    ask(lab, "open", value=text.format(head=head) if text else text)
    assert why in lab.panel.head["notice"] and (lab.settings, lab.panel.view) == before


@pytest.mark.few(1)
@pytest.mark.parametrize("old, new", [("/4/", "/7/"), ("cooperative", "greed"), ("LAB1", "LAB7"), ("alone", "x")])
def test_a_file_whose_numbers_were_changed_by_hand_is_refused_or_read(lab, old, new):
    lab.class_rows.rows = [{"group": "alone", "total": 3.0, "players": 4}]
    text = lab.kept().replace(old, new)
    if old == "alone":
        assert read_kept(text).rows[0]["group"] == "x"
        return
    with pytest.raises(BadSettings, match="This file cannot be opened"):
        read_kept(text)


def test_figures_are_files_with_their_words(lab, monkeypatch):
    sent: list[Any] = []
    monkeypatch.setattr(lab.panel, "send", lambda content, buffers=None: sent.append((content["name"], buffers[0])))
    for kind in ("svg", "png"):
        ask(lab, "picture", name="stock", value=kind)
    ask(lab, "picture", name="whale", value="svg")
    ask(lab, "rows")
    assert [name for name, _ in sent] == ["stock.svg", "stock.png", "rows.csv"]
    svg = sent[0][1].decode()
    assert f"<title>{lab.figures.drawings['stock'].title}</title><desc>Living fish" in svg and "var(--" not in svg
    assert sent[1][1].startswith(b"\x89PNG")


# An experiment in a line.


@pytest.mark.parametrize(
    "settings",
    [
        Settings(),
        Settings(2, 500, 7, "quota", "reserve", "quota"),
        Settings(3, 1, 0, YOURS, "competitive", "voted-rule", (("care", 0.35), ("spare", 99.0)), ((2, "reserve"),)),
    ],
)
def test_an_experiment_is_cited_in_a_line_that_fits_into_an_answer_and_reads_back(settings):
    line = settings.code()
    assert Settings.read(f"  {line[:9]} {line[9:]}\n") == settings
    assert len(line) < 150, "an answer of a lesson has 300 signs"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "This is no experiment of the laboratory: one looks like LAB1/4/1000"),
        ("BM1-AgAAk3", "This is no experiment of the laboratory"),
        ("LAB1/4/1000/1", "cut off"),
        ("LAB1/9/1000/1/quota/competitive/quota", "Fishery Boom is for 2, 3 or 4"),
        ("LAB1/4/1e9/1/quota/competitive/quota", "typing error"),
        ("LAB1/4/0/1/quota/competitive/quota", "0 games cannot be played"),
        ("LAB1/4/10/-1/quota/competitive/quota", "is not a dice number"),
        ("LAB1/4/10/1/quota/quota/quota", "A and B are the same"),
        ("LAB1/4/10/1/quota/greed/quota", "does not exist"),
        ("LAB1/4/10/1/yours/quota/quota", "no treatment of your own"),
        ("LAB1/4/10/1/quota/yours/yours/ambition=1", "does not exist"),
        ("LAB1/4/10/1/quota/reserve/quota/ambition=77", "cannot be changed"),
        ("LAB1/4/10/1/quota/reserve/quota/B=greed", "choose a seat and a treatment"),
        ("LAB1/4/10/1/quota/reserve/quota/Z=quota", "typing error"),
        ("LAB1/4/10/1/quota/reserve/quota/=", "choose a seat and a treatment"),
    ],
)
def test_a_line_that_cannot_be_played_gets_a_sentence(lab, line, why):
    before = lab.settings
    ask(lab, "cite", value=line)
    assert why in lab.panel.head["notice"] and lab.settings == before


def test_a_cited_experiment_opens_with_its_figures(lab):
    ask(lab, "cite", value=f"LAB1/4/{GAMES}/1/yours/quota/quota/ambition=2")
    assert lab.panel.head["code"] == f"LAB1/4/{GAMES}/1/yours/quota/quota/ambition=2"
    assert lab.shown.tallies[YOURS].games == GAMES


def test_nonsense_from_a_page_changes_nothing(lab):
    before = lab.settings, lab.panel.view
    for content in ("x", {}, {"type": 3}, {"type": "whale"}, {"type": "tab", "name": "whale"}, {"type": "class"}):
        send(lab.panel, content)
    for players in (5, None, "4", True):
        ask(lab, "players", value=players)
    assert (lab.settings, lab.panel.view) == before


def test_it_leaves_a_picture_behind(lab):
    assert "Living fish" in lab.still_picture() and "All together (found by search) brings" in lab.still_picture()
    assert f"{GAMES} games" in repr(lab)
    json.dumps(lab.still_picture())
