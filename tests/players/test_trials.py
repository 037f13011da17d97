"""Repeated games: the same seed gives the same rows, whoever computes them, and intervals are what they say."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from fishlab_widgets.comparison import Comparison, intervals, verdict

from fishlab import Fishery, Match, Pisces
from fishlab.players.trials import play_many, play_one

SMALL = {"columns": 3, "rows": 3, "ships": 1}


def contested(match: Match) -> dict[str, int]:
    return {"contested": match.state.contested()}


def test_one_row_for_each_game_in_order_with_scores_and_winners():
    rows = play_many(Fishery, ["random", "random"], 5, seed=3, options=SMALL)
    assert [row["trial"] for row in rows] == [0, 1, 2, 3, 4]
    for row in rows:
        assert len(row["scores"]) == 2
        assert set(row["winners"]) <= {0, 1}


def test_the_same_seed_gives_the_same_rows_and_another_seed_others():
    def rows(seed):
        return play_many(Pisces, ["random", "random"], 2, seed=seed, options={"rounds": 1})

    assert rows(1) == rows(1) != rows(2)


def test_a_trial_is_the_same_alone_and_among_many():
    assert play_many(Fishery, ["random"] * 2, 4, 1, SMALL)[3] == play_one(Fishery, ["random"] * 2, 3, 1, SMALL)


def test_an_executor_gives_the_same_rows_in_the_same_order():
    alone = play_many(Fishery, ["random"] * 2, 6, 1, SMALL, measure=contested)
    with ThreadPoolExecutor(2) as pool:
        assert play_many(Fishery, ["random"] * 2, 6, 1, SMALL, measure=contested, executor=pool) == alone


def test_what_is_measured_stands_in_the_row_and_progress_is_told():
    told = []
    rows = play_many(Fishery, ["random"] * 2, 3, 1, SMALL, lambda done, all_: told.append((done, all_)), contested)
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert all(0 <= row["contested"] <= 9 for row in rows)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"bots": ["random", "shark"]}, "fishery has no bot 'shark': choose easy"),
        ({"bots": ["random"] * 3}, "3 players cannot play fishery"),
        ({"games": 0}, "games=0 is not possible"),
        ({"options": {"columns": 0}}, "columns=0 is not possible"),
    ],
)
def test_nonsense_is_refused_in_words(wrong, message):
    given = {"bots": ["random", "random"], "games": 1, "options": SMALL} | wrong
    with pytest.raises(ValueError, match=message):
        play_many(Fishery, **given)


def test_verdict_says_more_fewer_or_no_clear_difference():
    one = [5.0, 6.0, 5.5, 6.5] * 4
    assert "1.0 (1.0 to 1.0) more with “b” than with “a”" in verdict(one, [x + 1 for x in one], ("a", "b"), "Stock")
    assert "fewer with “b”" in verdict(one, [x - 1 for x in one], ("a", "b"), "Stock")
    mixed = [x + (1 if place % 2 else -1) for place, x in enumerate(one)]
    assert "no clear difference" in verdict(one, mixed, ("a", "b"), "Stock")


def test_figure_of_intervals_has_words_and_data():
    html = intervals({"with <b>": [1.0, 2.0, 3.0], "without": [2.0, 3.0, 4.0]}, title="Fish", x_label="chips").data
    assert 'aria-label="Fish. Chips, mean and 95 % interval.' in html
    assert "<table" in html
    assert "with <b>" not in html


def experiment() -> Comparison:
    rules = {"as printed": {}, "two ships": {"ships": 2}}
    printed = {name: {**SMALL, **options} for name, options in rules.items()}
    return Comparison("Ships", Fishery, ["random"] * 2, printed, contested, {"contested": "squares"}, games=(2, 4))


def test_an_experiment_plays_nothing_before_a_button_is_pressed():
    one = experiment()
    assert one.done == 0
    assert "No game has been played yet" in one.told.value
    assert not one.buttons[0].disabled
    assert one.stop_button.disabled


def test_while_the_first_games_are_played_nobody_is_asked_to_press_a_button(monkeypatch):
    one = experiment()
    monkeypatch.setattr(Comparison, "running", True)
    one.refresh()
    assert "Working: the first games are being played" in one.told.value and "press" not in one.told.value


def test_an_experiment_goes_on_from_where_it_was_and_keeps_the_same_games():
    one = experiment()
    one.buttons[0].click()
    early = {name: list(rows) for name, rows in one.rows.items()}
    assert one.done == 2
    assert one.buttons[0].disabled
    assert "2 games under each rule" in one.told.value
    one.buttons[1].click()
    assert one.done == 4
    assert all(one.rows[name][:2] == rows for name, rows in early.items())
    assert one.bar.value == one.bar.max == 8
    assert "mean and 95 % interval" in one.figures.value
