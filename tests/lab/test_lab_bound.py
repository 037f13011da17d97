"""The bound that no play can exceed: held against policies, and against every play where a game is small enough."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest
from bound import main, mean_bound, upper_bound

from fishlab.boom.network import standard_sheet
from fishlab.boom.phases import overtime
from fishlab.boom.rules import Boom
from fishlab.core import CHANCE, OVER
from fishlab.lab.engine import play, play_profiles
from fishlab.lab.engine.batch import illegal_die
from fishlab.lab.payoffs import GRID
from fishlab.lab.policies import Policy, tape
from fishlab.lab.search import ends
from fishlab.lab.treatments import COMPETITOR, COOPERATOR, TREATMENTS
from fishlab.stats import mean_interval


def test_no_policy_exceeds_the_bound():
    rng = Random("bound")
    for players in (2, 3, 4):
        bound = upper_bound(12, 7, players=players, steps=60)
        policies = [COOPERATOR, COMPETITOR, *GRID.values()]
        for _ in range(25):
            gear, spare = rng.choice(["seine+", "longline+", "trawler+", "default"]), rng.choice([0, 2, 99])
            numbers = {"ambition": rng.uniform(0, 3), "care": rng.random(), "release": rng.random()}
            policies.append(Policy(gear=gear, spare=spare, radar=1, enforcement=1, overtime=1, **numbers))
        best = np.max([batch.total() for batch in play_profiles([[p] * players for p in policies], 12, 7)], axis=0)
        assert (best <= bound).all()
        assert (bound < 45 * players).all()


@pytest.mark.long
def test_more_steps_never_give_a_worse_bound():
    few, more = (upper_bound(4, 3, steps=steps) for steps in (20, 80))
    assert (more <= few).all()


@pytest.mark.long
def test_the_mean_bound_is_an_honest_denominator():
    bound = mean_bound(4, 8)
    total = mean_interval(play(COOPERATOR, 1000, 0).total())
    assert bound.games == 8
    assert 0.3 < total.mean / bound.mean < 1


@pytest.mark.long
def test_the_program_prints_the_mean_bound_for_each_number_of_players(capsys):
    main(["--players", "2", "4", "--games", "2"])
    assert capsys.readouterr().out == f"2 players: {mean_bound(2, 2)}\n4 players: {mean_bound(4, 2)}\n"


@pytest.mark.few(1)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_best_found_lies_above_the_cooperative_treatment_and_below_the_bound(players):
    found, together = ends.totals("team", players), play(TREATMENTS["cooperative"].profile(players), 400, ends.SEED)
    assert together.total().mean() < found.mean()
    assert (found[:6] <= upper_bound(6, ends.SEED, players=players, steps=60)).all()


def tiny_sheet() -> dict:
    """One species of two rows, three years, and only a net, a faux fish and Marketing to mark."""
    data = standard_sheet().data()
    cod = next(entry for entry in data["species"] if entry["name"] == "cod")
    cod["arrows"], cod["dice"] = cod["arrows"][:2], [5, 6]
    names = ("seine", "faux", "marketing", "overtime")
    boxes = [dict(box, count=1) for box in data["box"] if box["name"] in names]
    years = {"count": 3, "source": "inferred"}
    return {
        "title": "Tiny",
        "years": years,
        "plus_one": {"years": [3], "source": "inferred"},
        "species": [cod],
        "box": boxes,
    }


def best_total(players: int, seed: int, game: int, **options) -> int:
    """Search all plays of a tiny game whose dice are known."""
    start = Boom.start(players, **options)
    luck = tape.draw(start.sheet, players, seed, game, game + 1)
    layout = luck.layout

    @cache
    def search(state: Boom) -> int:
        if state.turn() == OVER:
            return sum(state.own_scores())
        if state.turn() != CHANCE:
            return max(search(state.after(move)) for move in state.moves())
        if state.phase == "illegal":
            return search(state.after(("roll", illegal_die(luck, state.year, 0, 0))))
        place = layout.roll(state.year - 1, state.seat)
        if overtime(state):
            place = layout.overtime_roll(state.seat, 0)
        if state.phase == "reroll":
            return search(state.after(("roll", luck.faces(place + 1, 0)[state.named[0] - 1])))
        return search(state.after(("roll", luck.faces(place, 0)[len(state.dice)])))

    return search(start)


@pytest.mark.parametrize("unplayed", [True, False])
def test_the_bound_holds_and_is_near_where_every_play_can_be_searched(unplayed):
    options = {"sheet": tiny_sheet(), "score_unplayed_year": unplayed, "first_demand": 1}
    bounds = upper_bound(6, 4, players=2, steps=200, **options)
    gaps = [bounds[game] - best_total(2, 4, game, **options) for game in range(6)]
    assert min(gaps) >= 0
    assert max(gaps) <= 8 and sorted(gaps)[2] <= 3


def one_species(years: int, dice: list[int], plus_one: list[int], *boxes: str) -> dict:
    """One species whose every fish points to all of next year, some boxes, and Enforcement, which is of no use."""
    rows = range(1, len(dice) + 1)
    arrows = " ".join(f"{row}>{young}" for row in rows for young in rows)
    known = {"source": "inferred"}
    return {
        "title": "Tiny",
        "years": {"count": years, **known},
        "plus_one": {"years": plus_one, **known},
        "species": [{"name": "cod", "dice": dice, "arrows": [arrows] * (years - 1), **known}],
        "box": [
            {"name": name, "count": 4 if name == "enforcement" else 1, "players": [2, 3, 4], **known}
            for name in (*boxes, "enforcement")
        ],
    }


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("box", "years", "dice", "plus_one", "seed"),
    [
        ("radar", 3, [5, 6], [], 1),
        ("refrigeration", 3, [4, 5, 6], [3], 3),
        ("trawler", 2, [1, 2, 3, 4, 5, 6], [2], 0),
    ],
)
def test_the_bound_leaves_room_for_all_that_a_box_can_bring(box, years, dice, plus_one, seed):
    sheet, without = one_species(years, dice, plus_one, box), one_species(years, dice, plus_one)
    best = np.array([best_total(2, seed, game, sheet=sheet) for game in range(8)])
    bound = upper_bound(8, seed, players=2, steps=100, sheet=sheet)
    assert (best <= bound).all()
    assert (best == bound).any(), "there is no room to spare"
    assert (best > upper_bound(8, seed, players=2, steps=100, sheet=without)).any(), "the box is worth something"


@pytest.mark.parametrize("unplayed", [True, False])
def test_the_bound_leaves_room_for_a_game_that_is_better_ended_early(unplayed):
    """The only fish there is cannot feed three years of rising demand: whoever can, takes it and ends the game."""
    options = {"sheet": one_species(4, [5], [2, 3, 4]), "score_unplayed_year": unplayed}
    best = np.array([best_total(2, 4, game, **options) for game in range(12)])
    whole_game = 3 - 2 * 2 * 3  # two new plates in each of three years, and one of the six is filled
    assert (best > whole_game).any()
    assert (best <= upper_bound(12, 4, players=2, steps=100, **options)).all()
