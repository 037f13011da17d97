"""Small seas that are solved exactly: held against every play by the real rules where that can be searched."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import numpy as np
import pytest
from calibrate import main as calibrate

from fishlab.boom.network import standard_sheet
from fishlab.boom.rules import Boom
from fishlab.core import CHANCE, OVER
from fishlab.lab.engine.batch import chance_move
from fishlab.lab.exact import SmallSea, small_sheet
from fishlab.lab.policies import tape
from fishlab.players.exact import TooLarge

SAME = 1e-9


def by_the_rules(start: Boom, goal: str, ties: str = "kind") -> tuple[float, ...]:
    """Solve a game by looking at every line of play with the real rules and nothing else."""
    others = 1 if ties == "kind" else -1

    def wish(values: tuple[float, ...], seat: int) -> tuple[float, float]:
        first = sum(values) if goal == "team" else values[seat]
        return round(first, 9), round(others * (sum(values) - values[seat]), 9)

    @cache
    def worth(state: Boom) -> tuple[float, ...]:
        seat = state.turn()
        if seat == OVER:
            if goal == "win":
                winners = state.winners()
                return tuple((one in winners) / len(winners) for one in range(state.players))
            return tuple(map(float, state.own_scores()))
        after = [worth(state.after(move)) for move in state.moves()]
        if seat == CHANCE:
            return tuple(sum(part) / len(after) for part in zip(*after, strict=True))
        return max(after, key=lambda values: wish(values, seat))

    return worth(start)


def tiny(years: int, dice: list[int], boxes: list[str], plus_one: list[int], illegal: list[int] | None = None) -> dict:
    """One species, whose rows have these dice."""
    sheet = small_sheet(["tuna"], years, boxes, plus_one, illegal or ())
    rows = range(1, len(dice) + 1)
    arrows = " ".join(f"{row}>{row} {row}>{row % len(dice) + 1}" if len(dice) > 1 else "1>1" for row in rows)
    sheet["species"] = [{"name": "tuna", "dice": dice, "arrows": [arrows] * (years - 1), "source": "reconstructed"}]
    return sheet


TINY = {
    "a net and a faux fish": tiny(2, [1, 2], ["seine", "faux"], [2]),
    "two rows of one die": tiny(2, [6, 6], ["release", "marketing"], [2]),
    "overtime": tiny(2, [5, 6], ["overtime", "faux"], [2]),
    "a longline": tiny(2, [5, 6], ["longline", "marketing"], [2]),
    "illegal fishing": tiny(2, [3, 3], ["marketing", "faux"], [2], [2, 0]),
    "a sea that can run empty": tiny(3, [6], ["release", "faux", "marketing"], [2, 3]),
}


@pytest.mark.few(1)
@pytest.mark.parametrize("name", TINY)
def test_a_solved_sea_is_worth_what_every_play_by_the_rules_comes_to(name):
    demand = int(name == "overtime")
    sea = SmallSea(TINY[name], first_demand=demand)
    start = Boom.start(2, sheet=TINY[name], first_demand=demand)
    assert sum(sea.solve("team").value) == pytest.approx(sum(by_the_rules(start, "team")), abs=SAME)
    for ties in ("kind", "unkind"):
        assert sea.solve("own", ties).value == pytest.approx(by_the_rules(start, "own", ties), abs=SAME)


@pytest.mark.few(1)
@pytest.mark.parametrize("name", [*TINY, "two overtimes"])
def test_who_knows_all_dice_reaches_what_every_play_by_the_rules_with_these_dice_comes_to(name):
    sheet = TINY.get(name) or tiny(2, [5, 6, 6], ["overtime", "overtime", "faux"], [2])
    sea = SmallSea(sheet)
    luck = tape.draw(sea.sheet, 2, 3, 0, 12)

    def most(state: Boom, game: int) -> int:
        if state.turn() == OVER:
            return sum(state.own_scores())
        moves = [chance_move(state, luck, game)] if state.turn() == CHANCE else state.moves()
        return max(most(state.after(move), game) for move in moves)

    games = range(12)
    assert [sea.with_known_dice(luck, game) for game in games] == [most(sea.start, game) for game in games]


@pytest.mark.long
def test_the_last_year_with_a_larger_net_is_worth_what_every_play_by_the_rules_comes_to():
    """All three years of this sea are too much to search by the rules, but not the last one."""
    sea = SmallSea(tiny(3, [6, 6, 6], ["seine", "seine+", "overtime"], [2, 3]))
    solution, marked = sea.solve("own"), set()
    for seed in range(30):
        rng, state = Random(f"net/{seed}"), sea.start
        while state.turn() != OVER and state.year < 3:
            state = state.after(state.sample(rng))
        if state.turn() != OVER:
            before = [sum(state.year_score(seat, year) for year in (1, 2)) for seat in range(2)]
            for move, values in solution.worth(state).items():
                by_rules = np.subtract(by_the_rules(state.after(move), "own"), before)
                assert values == pytest.approx(tuple(by_rules), abs=SAME)
                marked.add(move)
    assert ("gear", "seine+") in marked


@pytest.mark.parametrize("name", ["a net and a faux fish", "two rows of one die", "a sea that can run empty"])
def test_to_win_is_solved_as_every_play_by_the_rules_says(name):
    sea, start = SmallSea(TINY[name], keep_score=True), Boom.start(2, sheet=TINY[name])
    for ties in ("kind", "unkind"):
        assert sea.solve("win", ties).value == pytest.approx(by_the_rules(start, "win", ties), abs=SAME)


def test_three_players_are_solved_as_every_play_by_the_rules_says():
    sheet = tiny(2, [6, 6], ["faux", "marketing"], [2])
    sea, start = SmallSea(sheet, 3), Boom.start(3, sheet=sheet)
    assert sum(sea.solve("team").value) == pytest.approx(sum(by_the_rules(start, "team")), abs=SAME)
    assert sea.solve("own").value == pytest.approx(by_the_rules(start, "own"), abs=SAME)


@pytest.fixture(scope="module")
def pond() -> SmallSea:
    return SmallSea(small_sheet(["squid"], 3, ["seine", "release", "faux", "marketing", "overtime"], [2], [1, 1, 0]))


def test_every_choice_of_the_real_game_is_found_with_just_its_moves(pond):
    solution, phases = pond.solve("own"), set()
    for seed in range(40):
        rng, state = Random(f"exact/{seed}"), pond.start
        while state.turn() != OVER:
            if state.turn() >= 0:
                assert set(solution.worth(state)) == set(state.moves())
                phases.add(state.phase)
            state = state.after(state.sample(rng))
    assert phases == {"gear", "take", "box", "marketing"}


def played(solution, seats, games: int) -> tuple[np.ndarray, np.ndarray]:
    """Play games by the real rules; return their totals and the sums of the regrets of all moves."""
    totals, regrets = [], []
    for game in range(games):
        rng, state, regret = Random(f"played/{game}"), solution.sea.start, 0.0
        while state.turn() != OVER:
            move = state.sample(rng) if state.turn() == CHANCE else seats[state.seat](state, rng)
            if state.turn() >= 0:
                regret += solution.regrets(state)[move]
            state = state.after(move)
        totals.append(sum(state.own_scores()))
        regrets.append(regret)
    return np.array(totals), np.array(regrets)


def test_a_solution_plays_the_real_game_for_what_it_says(pond):
    team = pond.solve("team")
    totals, regrets = played(team, [team, team], 400)
    assert abs(totals.mean() - sum(team.value)) < 4 * totals.std() / 20
    assert regrets.max() < SAME


def test_points_that_are_missing_are_the_regrets_of_the_moves(pond):
    team = pond.solve("team")
    totals, regrets = played(team, [lambda view, rng: view.sample(rng)] * 2, 400)
    missing = sum(team.value) - totals
    gap = missing - regrets
    assert regrets.mean() > 1
    assert abs(gap.mean()) < 4 * gap.std() / 20


def test_who_plays_alone_never_brings_more_than_the_best_team(pond):
    team = sum(pond.solve("team").value)
    assert all(sum(pond.solve("own", ties).value) < team for ties in ("kind", "unkind"))


def test_a_sea_that_is_too_large_is_refused_with_the_number_of_its_moments():
    sheet = small_sheet(["squid", "whale"], 3, ["seine", "release", "faux"], [2])
    refused = r"has ([\d,]+) moments before year \d of 3 ends, and ([\d,]+) positions to go on from. 10,000 together"
    with pytest.raises(TooLarge, match=refused) as why:
        SmallSea(sheet, most=10_000)
    moments, positions = (int(number.replace(",", "")) for number in re.search(refused, str(why.value)).groups())
    assert moments + positions > 10_000
    assert moments < sum(layer.codes.size for layer in SmallSea(sheet).layers)


def test_a_species_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(ValueError, match=r"'nosuch': no such species lives in the High Seas; choose from .*squid"):
        small_sheet(["squid", "nosuch"], 3, [])


def test_the_full_sheet_is_refused():
    with pytest.raises(ValueError, match="cannot have refrigeration, longline\\+"):
        SmallSea(standard_sheet())
    with pytest.raises(TooLarge, match="bits"):
        SmallSea(small_sheet([kind.name for kind in standard_sheet().species], 2, ["seine", "faux"]), 4)


def test_to_win_needs_the_scores(pond):
    with pytest.raises(ValueError, match="keep_score=True"):
        pond.solve("win")


def test_a_moment_of_another_sea_is_refused(pond):
    with pytest.raises(ValueError, match="does not belong"):
        pond.solve("team").worth(Boom.start(2))


@pytest.mark.long
def test_the_calibration_prints_the_seas_and_what_players_give_away(capsys):
    calibrate(["--seas", "net", "--players", "random", "careful", "--games", "12"])
    sea, players = capsys.readouterr().out.split("\n\n")
    name, moments, *cells = (cell.split()[0] for cell in sea.splitlines()[2].strip("|").split("|"))
    best, kind, unkind, dice_known, bound = map(float, cells)
    assert name == "net" and int(moments.replace(",", "")) > 10_000
    assert unkind <= kind <= best < dice_known < bound
    lost = {row.split("|")[2].strip(): float(row.split("|")[3].split()[0]) for row in players.splitlines()[2:]}
    assert lost["random"] > lost["careful"] > 0
