"""What is kept of each form of the game: its own models, its own games, and what they show up to each year."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import screen_forms
import tune as tuning
from fishlab_widgets.command import main as command
from kept_games import form_row_of, main, remade_in_form, tables, text_of

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FORMS, FULL, LESSON, NO_QUOTA, SHORT, TERMS, Form
from fishlab.core import CHANCE
from fishlab.lab import cooperative_best, experiment, one_by_one, play, treatments
from fishlab.lab.policies import Policy
from fishlab.lab.search import ends, forms
from fishlab.lab.search.look_ahead import LookAhead
from fishlab.lab.search.tuned import RULES, kept, key_of, tuned
from fishlab.lab.treatments import TREATMENTS, treatment
from fishlab.stats import paired_difference

SHORTER = [name for name in FORMS if name != FULL]
by_form = pytest.mark.parametrize("form", SHORTER)


# The models.


@by_form
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_form_has_models_of_its_own_with_their_budget(form, players):
    for name in ("team", "own", "place", *RULES):
        entry = kept()[key_of(name, players, form)]
        assert (entry["form"], entry["goal"], entry["players"]) == (form, name, players) and entry["steps"] >= 12
        years = {len(values) for _, values in tuned(name, players, form).years}
        assert years == {FORMS[form].years}, "numbers for the years that are played, and no others"
        assert tuned(name, players, form) != tuned(name, players)


@by_form
def test_models_of_a_form_do_better_in_it_than_those_of_the_full_game(form):
    options = FORMS[form].options()
    ours, printed = (play(tuned("team", 4, one), 2000, 5, players=4, **options).total() for one in (form, FULL))
    assert ours.mean() > printed.mean() + 1
    together, alone = (play(tuned(goal, 4, form), 2000, 5, players=4, **options).total() for goal in ("team", "own"))
    assert together.mean() > alone.mean() + 5, "and there is a dilemma: together they get more than alone"


@by_form
def test_the_treatments_of_a_form_are_those_of_the_full_game_played_by_its_models(form):
    found = treatments(form)
    assert list(found) == list(TREATMENTS) and treatments() == TREATMENTS
    for players in (2, 3, 4):
        assert found["cooperative"].profile(players) == (tuned("team", players, form),) * players
        assert found["yearly-agreement"].profile(players)[0].otherwise == tuned("own", players, form)
        assert found["enforced-rule"].profile(players)[0] == tuned("enforced-rule", players, form)
    for name, one in found.items():
        terms = TERMS[name]
        assert (one.title, one.text, one.in_rulebook) == (terms.title, TREATMENTS[name].text, terms.in_rulebook)
        if terms.shared:
            assert [one.profile(n)[0].quota for n in (2, 3, 4)] == [terms.quota(n) for n in (2, 3, 4)]
            assert one.profile(4)[0].quota < NO_QUOTA
    assert treatment("quota", form) == found["quota"]


def test_treatments_of_an_unknown_form_are_refused():
    with pytest.raises(ValueError, match="form 'war' does not exist: choose full, lesson, short"):
        treatments("war")
    with pytest.raises(ValueError, match="no tuned policy 'war-team-4'"):
        tuned("team", 4, "war")


@by_form
def test_an_experiment_in_a_form_is_played_by_the_models_of_that_form(form, capsys):
    rows = experiment(["competitive"], 4, 3, form=form)
    batch = play(treatments(form)["competitive"].profile(4), 4, 3, form=form)
    assert [row["total"] for row in rows[::4]] == batch.total().tolist()
    assert rows[0]["efficiency"] == pytest.approx(
        rows[0]["total"] / cooperative_best(4, json.dumps({"form": form})), abs=1e-3
    )
    assert command(["experiment", "payoffs", "--games", "40", "--form", form]) == 0
    assert "Nobody gains" in capsys.readouterr().out


@by_form
def test_who_looks_ahead_in_a_form_imagines_its_models(form):
    state = Boom.start(3, form=form)
    assert LookAhead("team").imagines(state) == (tuned("team", 3, form),) * 3
    mine = (Policy(),) * 3
    assert LookAhead("team", 8, mine).imagines(state) == mine


def test_fewer_years_of_the_full_game_can_be_played_in_the_laboratory():
    batch = play(tuned("own", 4), 4, 2, players=4, years=6)
    assert batch.years == 6 and (batch.own() == one_by_one(tuned("own", 4), 4, 2, players=4, years=6).own()).all()


def test_a_search_for_a_form_begins_with_the_full_game_and_keeps_its_years(monkeypatch, tmp_path):
    wanted = tuning.search_for("team", 4, SHORT)
    assert wanted.start == tuning.cut(tuned("team", 4), FORMS[SHORT].years)
    assert dict(tuning.search_for("enforced-rule", 4, SHORT).start.years)["compliance"] == (1.0,) * FORMS[SHORT].years
    path = tmp_path / "tuned.json"
    before = tuning.KEPT.read_text(encoding="utf-8")
    monkeypatch.setattr(tuning, "KEPT", path)
    monkeypatch.setattr(tuning, "SIDE", 2)
    monkeypatch.setattr(tuning, "GAMES", 20)
    tuning.keep(key_of("team", 4), kept()[key_of("team", 4)])
    assert path.read_text(encoding="utf-8") == before, "a file that is written again is the same"
    tuning.main(["own", "--form", SHORT, "--players", "2", "--steps", "1", "--keep"])
    entry = json.loads(path.read_text(encoding="utf-8"))[key_of("own", 2, SHORT)]
    assert (entry["form"], entry["steps"], entry["seed"]) == (SHORT, 1, 0)
    assert {len(values) for values in entry["policy"]["years"].values()} == {FORMS[SHORT].years}


# The games.


@pytest.mark.parametrize("form", FORMS)
def test_a_kept_game_stands_in_its_file_as_the_tool_writes_it(form):
    lines = Path(forms.__file__).with_name(f"form-{form}.csv").read_text(encoding="utf-8").splitlines()
    assert [",".join(forms.Game._fields), *map(text_of, forms.games(form))] == lines


@pytest.mark.parametrize("form", FORMS)
def test_kept_games_are_whole_and_on_the_same_dice(form):
    for players in {game.players for game in forms.games(form)}:
        whole = players == 4
        for name in forms.PLAYED if whole else ("own", "team", "yearly-agreement"):
            numbers = [game.game for game in forms.played(form, name, players)]
            assert numbers == list(range(len(numbers))) and len(numbers) >= 8
    for game in forms.games(form):
        assert len(game.yearly) == len(game.living) == FORMS[form].years
        assert sum(game.yearly) == game.total and len(game.points) == len(game.choices) == game.players
        assert len(game.fines) == game.players and (not any(game.fines) or TERMS[game.name].fine)


def test_kept_games_of_the_full_form_are_those_of_the_two_ends():
    rows = {(row.goal, row.players, row.game): row for row in ends.ends()}
    for game in forms.games(FULL):
        if game.name in ("team", "own"):
            row = rows[game.name, game.players, game.game]
            assert (row.points, row.living) == (game.points, game.living)


def test_a_row_counts_the_choices_of_each_seat_and_the_points_of_each_year():
    match = play(tuned("own", 3, SHORT), 1, 4, players=3, form=SHORT).match(0)
    row, state = form_row_of("own", 0, match), Boom.start(3, form=SHORT)
    choices = [0, 0, 0]
    for move in match.moves:
        if state.turn() != CHANCE and len(state.moves()) > 1:
            choices[state.turn()] += 1
        state = state.after(move)
    assert row.choices == tuple(choices) and row.points == state.own_scores()
    assert row.yearly == tuple(sum(state.year_score(seat, year) for seat in range(3)) for year in range(1, 6))


def test_the_year_after_the_one_that_empties_a_sea_has_the_plates_that_stay_empty():
    batch = play(tuned("place", 4, SHORT), 60, 4, players=4, form=SHORT)
    for game in range(60):
        state, row = batch.match(game).state, form_row_of("place", game, batch.match(game))
        if state.empty_sea and state.year < 4 and sum(state.year_score(seat, state.year + 1) for seat in range(4)):
            break
    alone = [sum(state.year_score(seat, year) for seat in range(4)) for year in range(1, 6)]
    assert row.yearly == tuple(alone) and row.yearly[state.year] < 0 == sum(row.yearly[state.year + 1 :])


@pytest.mark.parametrize("form", FORMS)
def test_of_a_kept_game_only_the_year_after_an_empty_sea_costs(form):
    empty = [game for game in forms.games(form) if 0 in game.living]
    assert empty
    assert sum(game.yearly[game.living.index(0)] < 0 for game in empty) > 0.8 * len(empty), "else fish lay on ice"
    assert not any(any(game.yearly[game.living.index(0) + 1 :]) for game in empty)


@pytest.mark.soak
@by_form
@pytest.mark.parametrize("name", forms.PLAYED)
def test_whole_games_of_a_form_are_remade(form, name):
    assert remade_in_form(form, name, 4, range(2)) == forms.played(form, name, 4)[:2]


@by_form
def test_there_is_a_dilemma_in_every_form_for_a_class(form):
    found = forms.benchmark(form)
    assert found.ratio.low >= 1.8, "players that look ahead reach at least 1.8 times as much together"
    assert found.together.games >= 64
    assert found.up_to[-1].low > 0 and len(found.up_to) == FORMS[form].years
    assert found.up_to[-1].mean == pytest.approx(found.together.mean - found.alone.mean)


def test_four_people_have_the_time_for_a_form_and_in_a_lesson_for_talks_as_well():
    for name, one in FORMS.items():
        assert forms.benchmark(name).minutes <= one.minutes
    assert forms.benchmark(LESSON).minutes + FORMS[LESSON].years <= FORMS[LESSON].minutes, "a minute before every year"


def test_tables_that_play_for_themselves_are_ahead_for_a_short_while_only():
    behind = {form: forms.benchmark(form).behind for form in FORMS}
    assert set(behind[LESSON]) <= {2, 3} and set(behind[SHORT]) <= {2}
    assert max(behind[FULL]) > max((*behind[LESSON], *behind[SHORT], 0)), "the full game hides its dilemma for longer"


def test_a_benchmark_is_made_of_the_games_of_its_form():
    team, own = (forms.played(SHORT, name, 4) for name in ("team", "own"))
    found = forms.benchmark(SHORT)
    for year in range(1, FORMS[SHORT].years + 1):
        gaps = [sum(one.yearly[:year]) - sum(other.yearly[:year]) for one, other in zip(team, own, strict=True)]
        assert found.up_to[year - 1].mean == pytest.approx(np.mean(gaps))
    assert found.ratio.mean == pytest.approx(found.together.mean / found.alone.mean)
    assert found.spread == pytest.approx(np.std(gaps, ddof=1))
    seats = [np.mean(game.choices) for game in (*team, *own)]
    assert found.minutes == pytest.approx(4 * np.mean(seats) * forms.SECONDS / 60)
    assert found.behind == tuple(year for year, one in enumerate(found.up_to, 1) if one.high < 0)


@pytest.mark.parametrize("form", FORMS)
def test_what_a_treatment_brings_is_predicted_up_to_each_year(form):
    assert forms.predicted(form, "cooperative") == forms.benchmark(form).up_to
    talk = forms.predicted(form, "yearly-agreement")
    assert talk[-1].low > 0 and talk[-1].mean < forms.benchmark(form).up_to[-1].mean
    assert {one.mean for one in forms.predicted(form, "silence")} == {0.0}, "models have nothing to say"
    assert form == FULL or forms.predicted(form, "to-win")[-1].high < 0, "who plays to win leaves less to all"
    for name in forms.kept_treatments(form):
        found = forms.predicted(form, name)
        rows, alone = forms.paired(form, name, "competitive")
        assert len(found) == FORMS[form].years and found[-1].games == len(rows) == len(alone)
        assert found[-1].mean == pytest.approx(
            np.mean([game.total for game in rows]) - np.mean([game.total for game in alone])
        )
    with pytest.raises(ValueError, match="no games of 'war' for 4 players"):
        forms.predicted(form, "war")


def test_a_form_that_is_not_kept_is_refused_by_name():
    with pytest.raises(ValueError, match="form 'war' does not exist"):
        forms.games("war")


# The tools.


def test_the_tool_writes_the_games_of_a_form(tmp_path, monkeypatch):
    monkeypatch.setattr("kept_games.PLAYERS", {"team": tuned("team", 2, SHORT), "own": tuned("own", 2, SHORT)})
    path = tmp_path / "form.csv"
    for games in ("1", "2"):
        main(["form", "own", "team", "--form", SHORT, "--out", str(path), "--games", games, "--players", "2"])
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "name,players,game,points,fines,living,yearly,choices" and len(lines) == 5
    batch = play(tuned("own", 2, SHORT), 2, ends.SEED, players=2, form=SHORT)
    assert lines[1].split(",")[3] == " ".join(map(str, batch.own()[:, 0]))
    with pytest.raises(SystemExit):
        main(["form", "--out", str(path)])
    assert tables(SHORT)["form"].names == forms.PLAYED


def test_the_tool_that_tries_a_form_prints_its_row_and_how_to_make_it_again(monkeypatch, capsys):
    monkeypatch.setattr(tuning, "SIDE", 2)
    monkeypatch.setattr(tuning, "GAMES", 20)
    few = ["--steps", "1", "--continuations", "8", "--games", "2", "--head"]
    screen_forms.main(["--years", "2", "--growth", "2", "--absent", "cod", "--first-demand", "1", *few])
    head, line, row = capsys.readouterr().out.splitlines()
    assert head.count("|") == line.count("|") == row.count("|")
    assert row.startswith("| 2 | 2 | cod | 1 | ")
    assert row.endswith("| 2 | `--years 2 --growth 2 --absent cod --first-demand 1` |")


def test_a_form_that_is_tried_is_played_on_its_own_sheet(monkeypatch):
    monkeypatch.setattr(tuning, "SIDE", 2)
    monkeypatch.setattr(tuning, "GAMES", 20)
    one = Form("tried", "", "", 0, 2, (2,), ("cod",))
    found = screen_forms.screened(one, 0, 1, 8, 2)
    assert len(found.up_to) == 2 and found.together.games == 2


# The page.


PAGE = (Path(__file__).parents[2] / "docs" / "forms.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", FORMS)
def test_the_page_about_forms_says_what_the_kept_games_show(form):
    assert screen_forms.kept_row(form) in PAGE.splitlines()


def test_the_page_says_what_each_treatment_brings_in_each_form(capsys):
    screen_forms.main(["treatments"])
    assert "\n" + capsys.readouterr().out in PAGE
    for form in FORMS:
        assert forms.kept_treatments(form) == ("to-win", *forms.BETWEEN)


def test_the_page_says_that_three_players_have_a_smaller_dilemma():
    found = forms.benchmark(LESSON, 3)
    together, alone, ratio = (f"{one.mean:.1f}" for one in (found.together, found.alone, found.ratio))
    told = " ".join(PAGE.split())
    assert f"{together} points together and {alone} alone, a ratio of {ratio} ({found.together.games} games)" in told
    assert found.ratio.high < forms.benchmark(LESSON).ratio.low


def test_the_page_says_when_tables_that_agree_are_behind():
    told = " ".join(PAGE.split())
    talk = {form: forms.predicted(form, "yearly-agreement") for form in FORMS}
    behind = {form: [year for year, one in enumerate(found, 1) if one.high < 0] for form, found in talk.items()}
    assert all(behind[form] == list(forms.benchmark(form).behind) for form in (FULL, LESSON))
    assert behind[SHORT] == [2, 3]
    second, third = (
        "{}, from {} to {}".format(*(screen_forms.points(value) for value in one[:3])) for one in talk[SHORT][1:3]
    )
    assert f"behind in year 2 ({second}) and in year 3 ({third})" in told


def test_the_page_says_what_is_left_of_the_difference_on_dice_that_screening_did_not_see():
    told = " ".join(PAGE.split())
    for form in (LESSON, SHORT):
        team, own = ([game.total for game in some[24:]] for some in forms.paired(form, "cooperative", "competitive"))
        one = paired_difference(team, own)
        assert "{} ({} to {}) in the".format(*(screen_forms.points(value) for value in one[:3])) in told
        assert one.mean >= forms.benchmark(form).up_to[-1].mean


def test_every_form_that_was_tried_stands_there_with_the_command_that_tries_it_again():
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.splitlines() if line.endswith("` |")]
    assert len(rows) >= 3
    for years, growth, absent, demand, *_, command_ in rows:
        words = f"--years {years} --growth {growth.replace(',', '')}"
        words += f" --absent {absent.replace(',', '')}" if absent != "–" else ""
        words += f" --first-demand {demand}" if demand != "0" else ""
        assert command_ == f"`{words}`"
