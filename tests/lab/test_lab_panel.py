"""The laboratory's panel: what it plays, says, refuses, reads and writes."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from fishlab_widgets.lab import panel as laboratory
from fishlab_widgets.lab.class_games import MOST_CLASS, read_class
from fishlab_widgets.lab.lab_charts import BOUNDS, signed, tell
from fishlab_widgets.lab.panel import MOST_GAMES, Laboratory
from fishlab_widgets.live.table import Table
from hypothesis import given
from hypothesis import settings as effort
from hypothesis import strategies as st
from lab.class_play import played
from measure import calls

from fishlab.boom.rules import Boom
from fishlab.core import Match
from fishlab.lab import TREATMENTS, mean_bound, mean_interval, paired_difference, play
from fishlab.lab.experiment import cooperative_best
from fishlab.lab.published import points
from fishlab.lab.search import between
from fishlab.lab.search.ends import DEVIATIONS, leaving, price
from fishlab.models import nash_share


@pytest.fixture(scope="module")
def shared() -> Laboratory:
    """A panel that tests put back as it was."""
    lab = Laboratory(games=60)
    lab.first = lab.shown
    return lab


@pytest.fixture
def lab(shared: Laboratory) -> Laboratory:
    """The shared panel as it was at first; it plays again only where a test has changed what it shows."""
    shared._quiet = True
    shared.player_choice.value, shared.games.value, shared.class_rows = 4, 60, []
    shared.game_which.value, shared.all_choice.value = "middle", "competitive"
    for choice in shared.seat_choices:
        choice.value = ""
    shared._read_sliders()
    if shared.shown is not shared.first:
        shared.run()
        shared.first = shared.shown
    return shared


def test_the_figures_are_those_of_the_laboratory(lab):
    batch = play(TREATMENTS["competitive"].profile(4), 60, 1)
    total = mean_interval(batch.total())
    assert lab.shown.yours.total.interval() == pytest.approx(total)
    assert f"{total.mean:.1f} ({total.low:.1f} to {total.high:.1f}) points together, 60 games" in lab.told.value


def test_both_denominators_of_efficiency_are_told(lab):
    assert f"({cooperative_best(4):.1f})" in lab.told.value
    assert f"of the best found ({price(4).together.mean:.1f})" in lab.told.value


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_headline_gives_the_price_of_anarchy_with_what_it_covers_and_what_is_not_known(lab, players):
    lab.player_choice.value = players
    known, said = price(players), lab.told.value
    assert f"{known.ratio.mean:.2f} ({known.ratio.low:.2f} to {known.ratio.high:.2f})" in said
    assert f"{tell(known.together)} points: the best found" in said and f"get {tell(known.alone)}." in said
    assert said.count("points for it; the total is") == len(DEVIATIONS)
    for one in leaving(players).values():
        assert f"{signed(one.gain)} points for it; the total is {tell(one.left)} instead of {tell(one.stayed)}" in said
    stable = all(one.gain.low <= 0 for name, one in leaving(players).items() if name.startswith("own"))
    assert ("No seat that was tried gains clearly by leaving this" in said) == stable
    assert f"{known.games} games of each end" in said
    assert "The intervals cover the dice, not the choice of players" in said
    assert f"4n/(n+1)² leaves {100 * nash_share(players):.0f} %, a price of {1 / nash_share(players):.2f}" in said
    assert f"Nobody can exceed {BOUNDS[players]:.1f}" in said
    assert f"gap of {BOUNDS[players] - known.together.mean:.0f} points" in said
    lab.player_choice.value = 4


def test_the_page_says_point_by_point_where_the_model_agrees_with_published_results(lab):
    said = unescape(lab.views[1].value)
    assert "Where this model agrees with published results, and where not" in said
    for point in points():
        assert f"<b>{point.verdict.capitalize()}.</b> {point.found} ({point.source}). Here: {point.here}." in said


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_page_tells_what_players_that_look_ahead_make_of_the_treatments(lab, players):
    lab.player_choice.value = players
    said, known = lab.told.value, between.steps(players)
    assert said.count(") of the best found.</li>") == len(known)
    for name, one in known.items():
        line = said.partition(f"<li>{TREATMENTS[name].title} †: ")[2].partition("</li>")[0]
        assert line.startswith(f"{tell(one.total)} points") and signed(one.gain) in line
        assert (f"{tell(one.after_fines)} after fines" in line) == (one.total.mean != one.after_fines.mean)
    lab.player_choice.value = 4


def test_the_bounds_are_those_of_the_laboratory():
    assert round(mean_bound(2).mean, 1) == BOUNDS[2]


def test_every_figure_has_words_data_axes_and_the_number_of_games(lab):
    views = [*lab.views, lab.payoffs]
    assert len(views) == 5
    for view in views:
        assert 'role="img" aria-label="' in view.value
        assert "<table>" in view.value
        assert "games" in view.value
    for one in lab.drawings.values():
        assert one.canvas.axes.get_xlabel()
        assert one.alt


def test_published_results_stand_beside_the_treatments_with_their_source(lab):
    assert "Gardner, Moore &amp; Walker" in lab.views[1].value
    assert "DeCaro et al. 2015" in lab.views[1].value
    for one in TREATMENTS.values():
        assert (one.title + ("" if one.in_rulebook else " †")) in lab.views[1].value
    assert "† not in the rulebook" in lab.views[1].value


def test_best_replies_are_marked_by_a_sign_and_not_by_colour_alone(lab):
    assert "★" in lab.payoffs.value
    assert "among team: yours or own" in lab.payoffs.value
    assert "<td>yes</td>" in lab.payoffs.value


def test_the_pay_offs_hold_the_policy_of_the_sliders(lab):
    def row(name: str) -> list[str]:
        return re.findall(rf'<th scope="row">{name}</th><td>\w+</td><td>([^<]+)</td>', lab.payoffs.value)

    own, others = row("yours"), row("team")
    assert own[1:] == row("own")[1:]  # the rulebook's game alone
    lab.sliders["ambition"].value = 2
    assert row("yours") != own
    assert row("team")[1:] == others[1:]
    lab.back()
    assert row("yours") == own


@pytest.mark.parametrize(
    ("slider", "value"), [("ambition", 3), ("care", 0.0), ("look_ahead", 0), ("spare", 1), ("quota", 1)]
)
def test_every_slider_changes_what_is_seen(lab, slider, value):
    before = lab.told.value, lab.views[0].value
    lab.sliders[slider].value = value
    assert lab.shown.apart
    assert "yours" in lab.views[0].value
    assert lab.told.value != before[0]
    assert lab.views[0].value != before[1]


def test_a_seat_may_do_something_else_than_all(lab):
    lab.all_choice.value = "cooperative"
    lab.seat_choices[1].value = "competitive"
    own = [seat.mean for seat in lab.shown.yours.net.intervals()]
    assert max(range(4), key=own.__getitem__) == 1
    assert "seat B apart" in lab.told.value


def test_back_to_the_rulebook_undoes_every_change(lab):
    before = lab.told.value
    lab.all_choice.value = "quota"
    lab.sliders["ambition"].value = 2
    lab.seat_choices[0].value = "reserve"
    lab.back_button.click()
    assert lab.told.value == before
    assert not lab.shown.apart
    assert lab.profile() == TREATMENTS["competitive"].profile(4)


def test_other_numbers_of_players_show_illegal_fishing(lab):
    lab.player_choice.value = 3
    assert lab.shown.players == 3
    assert "illegal" in lab.views[3].value
    assert [choice.layout.display for choice in lab.seat_choices] == ["", "", "", "none"]


@pytest.mark.parametrize("name", TREATMENTS)
def test_a_treatment_is_the_same_treatment_for_every_number_of_players(shared, monkeypatch, name):
    lab = shared
    monkeypatch.setattr(lab, "run", lambda: None)  # the controls alone are asked
    lab.back()
    lab.all_choice.value = name
    for players in (2, 3, 4):
        lab.player_choice.value = players
        assert lab.profile() == TREATMENTS[name].profile(players)
        assert lab.changes() == {}
        assert lab.label() == TREATMENTS[name].title


@pytest.mark.parametrize("games", [0, -5])
def test_no_games_is_refused_in_words(lab, games):
    before = lab.views[0].value
    lab.games.value = games
    lab.run_button.click()
    assert f"{games} games cannot be played: choose a whole number from 1 to {MOST_GAMES:,}" in lab.notice.value
    assert lab.views[0].value == before


def test_what_is_held_against_everyone_alone_is_paired(lab):
    lab.all_choice.value = "quota"
    batches = [play(TREATMENTS[name].profile(4), 60, 1).total() for name in ("quota", "competitive")]
    gap = paired_difference(*batches)
    assert f"{gap.mean:+.1f} ({gap.low:+.1f} to {gap.high:+.1f}) against everyone for themselves" in lab.told.value


def columns(html: str) -> list[dict[str, str]]:
    """The data table of a figure, row by row."""
    head = re.findall(r'<th scope="col">(.*?)</th>', html)
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", html)[1:]]
    return [dict(zip(head, row, strict=True)) for row in rows]


def test_team_totals_are_told_before_and_after_fines(lab):
    lab.all_choice.value = "enforced-rule"
    batch = play(TREATMENTS["enforced-rule"].profile(4), 60, 1)
    before, after = mean_interval(batch.total()), mean_interval(batch.net().sum(axis=0))
    assert after.mean < before.mean - 1
    assert f"{before.mean:.1f} ({before.low:.1f} to {before.high:.1f}) points together before fines" in lab.told.value
    assert f"{after.mean:.1f} ({after.low:.1f} to {after.high:.1f}) after fines" in lab.told.value
    lab.back()
    assert "fines" not in lab.told.value.partition("</p>")[0], "nobody pays any"


def test_the_figure_of_team_totals_says_which_it_shows_and_gives_both(lab):
    html = lab.views[1].value
    assert "Team total before fines, beside published results" in html
    rows = {row["who"]: row for row in columns(html)}
    batch = play(TREATMENTS["enforced-rule"].profile(4), 60, 1)
    best = cooperative_best(4)
    fined = rows["Enforced rule †"]
    assert float(fined["% of the cooperative mean"]) == pytest.approx(100 * batch.total().mean() / best, abs=0.06)
    assert float(fined["% after fines"]) == pytest.approx(100 * batch.net().sum(axis=0).mean() / best, abs=0.06)
    assert rows["Quota †"]["% after fines"] == rows["Quota †"]["% of the cooperative mean"]
    share = 100 * batch.net().sum(axis=0).mean() / best
    assert f"Enforced rule {share:.0f} %" in html.partition("After fines: ")[2]


def test_the_lesson_and_the_laboratory_show_the_same_per_cents(lab):
    path = Path(__file__).parents[2] / "notebooks" / "03-boom-alone-or-together.ipynb"
    cells = ["".join(cell["source"]) for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]]
    names: dict[str, Any] = {}
    for mark in ("def seas(", "def percent("):
        (source,) = (cell for cell in cells if mark in cell)
        exec(re.sub(r"(?m)^from fishlab_widgets.here .*$", "", source), names)
    lab.games.value = 400
    lab.run()
    rows = {row["who"].removesuffix(" †"): row for row in columns(lab.views[1].value)}
    for name in names["ladder"]:
        row = rows[TREATMENTS[name].title]
        assert names["percent"](name).mean() == pytest.approx(float(row["% of the cooperative mean"]), abs=0.06)
        assert names["percent"](name, net=True).mean() == pytest.approx(float(row["% after fines"]), abs=0.06)
    assert "after fines, 400 games" in names["picture"](["enforced-rule"], "Ladder", net=True).data
    assert "after fines" not in names["picture"](["enforced-rule"], "Ladder").data


def test_points_of_a_seat_are_called_after_fines(lab):
    lab.all_choice.value = "enforced-rule"
    seats = [row["points after fines"] for row in columns(lab.views[3].value)]
    net = play(TREATMENTS["enforced-rule"].profile(4), 60, 1).net()
    assert [float(seat.partition(" ")[0].replace("−", "-")) for seat in seats] == pytest.approx(
        [seat.mean() for seat in net], abs=0.06
    )


def test_another_seed_plays_other_games_everywhere():
    lab = Laboratory(games=30)
    before = [view.value for view in (*lab.views, lab.payoffs)]
    known = lab.shown.treatments["quota"].total.interval()
    lab.seed = 77
    lab.run()
    assert lab.shown.treatments["quota"].total.interval() == pytest.approx(
        mean_interval(play(TREATMENTS["quota"].profile(4), 30, 77).total())
    )
    assert lab.shown.treatments["quota"].total.interval() != known
    assert all(
        old != new for old, new in zip(before, (*(view.value for view in lab.views), lab.payoffs.value), strict=True)
    )


def test_very_many_games_are_told_in_time_and_memory_and_then_played_in_chunks(lab, monkeypatch):
    said: list[str] = []
    monkeypatch.setattr(laboratory, "LIVE_GAMES", 50)
    monkeypatch.setattr(laboratory, "CHUNK", 40)
    monkeypatch.setattr(lab, "say", said.append)
    lab.games.value = 130
    lab.all_choice.value = "quota"
    assert "press Run" in said[-1]
    lab.run_button.click()
    told = next(line for line in said if "chunks of 40" in line)
    assert re.match(r"130 games of each of 10 profiles: about \d+ s, \d+ MB of memory at any moment", told)
    assert said[-1] == ""
    whole = mean_interval(play(TREATMENTS["quota"].profile(4), 130, 1).total())
    assert lab.shown.yours.total.interval() == pytest.approx(whole)
    assert lab.shown.treatments["quota"].total.interval() == pytest.approx(whole)
    assert "130 games" in lab.views[0].value


def test_a_run_in_chunks_can_be_stopped_and_keeps_what_it_has(monkeypatch):
    monkeypatch.setattr(laboratory, "CHUNK", 20)

    async def stopped() -> Laboratory:
        lab = Laboratory(games=10_000_000, wait=True)
        lab.run_button.click()
        assert lab.running and lab.run_button.disabled and lab.stop_button.layout.display == ""
        while not lab.shown:
            await asyncio.sleep(0.01)
        lab.run()
        assert "press Stop first" in lab.notice.value
        lab.stop_button.click()
        while lab.running:
            await asyncio.sleep(0.01)
        return lab

    lab = asyncio.run(stopped())
    assert all(one.alt for one in lab.drawings.values())  # also the pay-offs, which a file would show
    assert re.search(r"Stopped after [\d,]+ games", lab.notice.value)
    assert 20 <= lab.shown.yours.games < 10_000_000
    assert not lab.run_button.disabled and lab.stop_button.layout.display == "none"
    assert f"{lab.shown.yours.games:,} games" in lab.told.value


def test_a_new_panel_ends_what_an_old_one_plays(monkeypatch):
    monkeypatch.setattr(laboratory, "CHUNK", 20)

    async def again() -> Laboratory:
        old = Laboratory(games=10_000_000, wait=True)
        old.run()
        await asyncio.sleep(0.05)
        Laboratory(games=20, wait=True)
        while old.running:
            await asyncio.sleep(0.01)
        return old

    assert "Stopped after" in asyncio.run(asyncio.wait_for(again(), 300)).notice.value


def test_more_games_than_can_be_counted_are_refused(lab):
    lab.games.value = MOST_GAMES + 1
    lab.run_button.click()
    assert f"{MOST_GAMES + 1} games cannot be played: choose a whole number from 1" in lab.notice.value


def test_one_game_has_no_interval_and_is_shown_all_the_same(lab):
    lab.games.value = 1
    lab.run_button.click()
    assert "one game has no interval" in lab.told.value


def test_unknown_treatments_players_and_games_are_refused():
    with pytest.raises(ValueError, match="treatment 'greed' does not exist: choose competitive"):
        Laboratory(treatment="greed")
    with pytest.raises(ValueError, match="players=5 is not possible"):
        Laboratory(players=5)
    with pytest.raises(ValueError, match="0 games cannot be played"):
        Laboratory(games=0)


def test_a_waiting_panel_gives_nothing_away():
    lab = Laboratory(games=20, wait=True)
    lab.sliders["ambition"].value = 2
    lab.show_game()
    assert lab.views[0].value == lab.payoffs.value == ""
    assert "press Run" in lab.notice.value
    lab.run_button.click()
    assert "20 games" in lab.told.value


@pytest.mark.parametrize("which", ["low", "middle", "high"])
def test_one_of_these_games_opens_on_the_board(lab, which):
    lab.game_which.value = which
    lab.game_button.click()
    words, table = lab.sample.children
    assert isinstance(table, Table)
    assert table.match.over
    assert table.at == 0
    total = sum(table.match.state.own_scores())
    assert f"{total} points together".replace("-", "−") in words.value
    ranked = sorted(int(one) for one in play(TREATMENTS["competitive"].profile(4), 60, 1).total())
    assert total == {"low": ranked[0], "middle": ranked[29], "high": ranked[-1]}[which]


def test_a_click_on_a_point_opens_one_of_its_games(lab):
    lab.sliders["ambition"].value = 2
    points = re.findall(r'id="[a-z]+\d+-mean-\d+-point-([^"]+)"', lab.views[1].value)
    assert points == [*TREATMENTS, "yours"]
    for point, profile in (("cooperative", TREATMENTS["cooperative"].profile(4)), ("yours", lab.profile())):
        lab.views[1]._receive(None, {"point": point}, [])
        middle = sorted(int(total) for total in play(profile, 60, 1).total())[29]
        assert sum(lab.sample.children[1].match.state.own_scores()) == middle
    before = lab.sample.children
    for nonsense in ({"point": "whale"}, {"point": 3}, "x", {}):
        lab.views[1]._receive(None, nonsense, [])
    assert lab.sample.children == before


def test_the_classs_codes_appear_as_points(lab):
    alone, together = played(), played(cooperative=True)
    lab.class_text.value = f"{alone.code()}\n\n{together.code()}"
    lab.class_button.click()
    assert "2 games added" in lab.class_told.value
    assert lab._class_groups() == {
        "class: alone": [sum(alone.state.own_scores())],
        "class: together": [sum(together.state.own_scores())],
    }
    assert "class: together" in lab.views[1].value
    lab.forget_button.click()
    assert "class: together" not in lab.views[1].value


def test_bad_codes_are_refused_line_by_line():
    begun, other = Match(Boom, 4).code(), Match.from_code(played(2).code()).code()
    fishery = Table("fishery", seats=["person", "person"], plot=False).match.code()
    read = read_class(f"hello\n{begun}\n{other}\n{fishery}\n{other[:-3]}")
    assert [row["players"] for row in read.rows] == [2]
    assert [line.split(":")[0] for line in read.wrong] == ["Line 1", "Line 2", "Line 4", "Line 5"]
    assert "no save code of Fishery Boom: one looks like BM1-" in read.wrong[0]
    assert "not over" in read.wrong[1]
    assert "this is a game of Fishery, not of Fishery Boom: its codes begin with BM1-" in read.wrong[2]
    assert "FY1" not in " ".join(read.wrong)
    assert read.left == f"hello\n{begun}\n{fishery}\n{other[:-3]}"


def test_a_csv_of_the_class_is_read_and_its_bad_lines_are_named():
    read = read_class("Group, Total, players\nalone, 9, 4\ntogether, −3, 2\nalone, many, 4\nalone, 5, 7")
    assert read.rows == [
        {"group": "alone", "total": 9.0, "players": 4},
        {"group": "together", "total": -3.0, "players": 2},
    ]
    assert read.wrong == [
        "Line 4: total 'many' is not a score.",
        "Line 5: players '7' is not possible: choose 2, 3 or 4.",
    ]
    assert read.left == "Group, Total, players\nalone, many, 4\nalone, 5, 7"
    assert read_class("a,b\n1,2").wrong == ["Line 1: no column is called “total” or “code”; the columns are a, b."]
    assert read_class(" \n").wrong[0].startswith("There is nothing to read")


@pytest.mark.parametrize("sign", [",", ";", "\t", " ; ", ", "])
def test_a_table_may_come_with_commas_semicolons_or_tabs(sign):
    lines = [
        ("group", "total", "players"),
        ("7b, the whales" if "," not in sign else "7b", "12", "3"),
        ("8a", "-4", "4"),
    ]
    read = read_class("\n".join(sign.join(line) for line in lines))
    assert read.wrong == [] and read.left == ""
    assert [(row["total"], row["players"]) for row in read.rows] == [(12, 3), (-4, 4)]
    assert [row["group"] for row in read.rows] == [lines[1][0], "8a"]


def test_a_table_with_semicolons_may_have_decimal_commas():
    read = read_class("group;total\nalone;9,5")
    assert read.rows == [{"group": "alone", "total": 9.5, "players": 4}]


@pytest.mark.parametrize(
    "line", ["{group},{code}", "{code};{group}", "{group}\t{code}", "{code} {group}", "{group}: {code}"]
)
def test_a_group_may_stand_beside_a_code(line):
    code = played().code()
    (row,) = read_class(line.format(group="table 3", code=code)).rows
    assert row["group"] == "table 3" and row["code"] == code


def test_a_table_may_hold_codes():
    one, two = played(seed=1).code(), played(seed=2).code()
    read = read_class(f"group;code\nred;{one}\n;{two}\nblue;nonsense")
    assert [row["group"] for row in read.rows] == ["red", "alone"]
    assert [line[:7] for line in read.wrong] == ["Line 4:"]
    assert read.left == "group;code\nblue;nonsense"


def test_a_code_counts_once_however_often_it_is_pasted(lab):
    one, two = played(seed=1).code(), played(seed=2).code()
    lab.class_text.value = f"{one}\n{one}\nred, {one[:9]} {one[9:]}\n{two}"
    lab.class_button.click()
    assert "2 games added" in lab.class_told.value
    assert "Line 2: this game is counted already." in lab.class_told.value
    assert "Line 3: this game is counted already." in lab.class_told.value
    assert lab.class_text.value == "", "a game that is counted needs no correction"
    lab.class_text.value = two
    lab.class_button.click()
    assert "counted already" in lab.class_told.value
    assert len(lab.class_rows) == 2
    lab.forget_button.click()
    lab.class_text.value = two
    lab.class_button.click()
    assert len(lab.class_rows) == 1


def test_bad_lines_stay_in_the_box_to_be_corrected(lab):
    good, bad = played().code(), "BM1-nonsense"
    lab.class_text.value = f"{good}\n{bad}"
    lab.class_button.click()
    assert "1 game added" in lab.class_told.value and "Line 2" in lab.class_told.value
    assert lab.class_text.value == bad
    lab.class_text.value = "group,total\nalone,9\nalone,nine"
    lab.class_button.click()
    assert lab.class_text.value == "group,total\nalone,nine"


def test_games_that_do_not_fit_any_more_stay_in_the_box():
    read = read_class("group,total\n" + "\n".join(f"a,{number}" for number in range(5)), known=MOST_CLASS - 3)
    assert len(read.rows) == 3
    assert read.wrong == [f"Only 3 more games fit ({MOST_CLASS} in all): 2 were left out."]
    assert read.left == "group,total\na,3\na,4"


def test_an_unfinished_game_is_refused_with_the_year_it_is_in():
    match = played()
    match.undo(40)
    (why,) = read_class(match.code()).wrong
    assert "this game is not over: it is in year" in why and "of 10" in why


def test_the_class_can_be_asked_for_its_totals(lab):
    lab.class_text.value = "group,total,players\nalone,9,4\nalone,4,4\ntogether,30,4\nalone,7,3"
    lab.class_button.click()
    assert lab.class_totals("alone") == [9, 4]
    assert lab.class_totals("together") == [30]
    assert lab.class_totals("nobody") == []


def test_a_short_line_of_csv_is_refused_and_not_a_crash():
    read = read_class("group,total\nalone\nalone,4,5,6")
    assert read.rows == [{"group": "alone", "total": 4.0, "players": 4}]
    assert read.wrong == ["Line 2: total '' is not a score."]
    long = read_class(f"group,total\nalone,{'9' * 200_000}")
    assert long.rows == [] and len(long.wrong[0]) < 80


@effort(max_examples=150, deadline=None)
@given(st.lists(st.text(alphabet="BM1-FYab,;\t \"'group total0123456789\n−code", max_size=60), max_size=6))
def test_whatever_is_pasted_every_full_line_is_a_game_or_named_as_wrong(lines):
    read = read_class("\n".join(lines))
    assert read.wrong or read.rows
    assert all(isinstance(line, str) for line in read.wrong)


def test_names_of_the_class_are_data(lab):
    lab.class_text.value = "group,total\n<b onclick=x>$\\frac$,7"
    lab.class_button.click()
    assert "<b onclick" not in lab.views[1].value
    assert "&lt;b onclick" in lab.views[1].value


def test_exported_rows_are_read_back_as_a_class(lab):
    text = lab.csv()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 60 * 4
    read = read_class(text)
    assert read.wrong == []
    assert [row["total"] for row in read.rows] == [
        float(total) for total in play(TREATMENTS["competitive"].profile(4), 60, 1).total()
    ]


def test_files_are_offered_with_their_words(lab):
    lab.files_button.click()
    names = re.findall(r'download="([^"]+)"', lab.files.value)
    assert names[0] == "rows.csv"
    assert {f"{name}.{kind}" for name in lab.drawings for kind in ("svg", "png")} == set(names[1:])
    svg = lab.drawings["stock"].svg()
    assert f"<title>{lab.drawings['stock'].title}</title><desc>Living fish" in svg
    assert "var(--" not in svg
    assert lab.drawings["stock"].png().startswith(b"\x89PNG")


def test_it_leaves_a_picture_behind(lab):
    assert "Living fish" in lab.still_picture()
    assert "60 games" in repr(lab)
    json.dumps(lab.still_picture())


def test_a_slider_move_with_a_thousand_games_plays_yours_once_and_redraws_all_five_figures(monkeypatch):
    lab, played_now = Laboratory(), []
    monkeypatch.setattr(laboratory, "play_profiles", lambda *_: pytest.fail("the treatments are known"))
    monkeypatch.setattr(laboratory, "play", lambda *args: played_now.append(args) or play(*args))
    for value in (1, 2, 3, 2.5, 1.5):
        before = [view.value for view in (*lab.views, lab.payoffs)]
        played_now.clear()
        steps = calls(lambda value=value: setattr(lab.sliders["ambition"], "value", value))
        after = [view.value for view in (*lab.views, lab.payoffs)]
        assert all(old != new for old, new in zip(before, after, strict=True))
        assert len(played_now) == 1
        assert steps < 200_000
