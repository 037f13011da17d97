"""One definition each of price of anarchy, stability and efficiency; where models come from; other seas."""

from __future__ import annotations

import csv
import json
from importlib.resources import files
from math import inf
from pathlib import Path

import pytest
from other_seas import played, seas

from fishlab.boom.rules import Boom
from fishlab.lab import TREATMENTS
from fishlab.lab.search.ends import other_seas, price, totals
from fishlab.lab.search.measures import EFFICIENCY, PRICE, is_stable, price_of
from fishlab.stats import Interval

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


def words_in(name: str) -> str:
    """Return the prose of a notebook without its marks."""
    cells = json.loads((NOTEBOOKS / name).read_text(encoding="utf-8"))["cells"]
    return "".join(line for cell in cells if cell["cell_type"] == "markdown" for line in cell["source"]).replace(
        "*", ""
    )


def test_lesson_and_glossary_define_the_price_and_efficiency_as_the_code_does():
    assert PRICE in words_in("03b-boom-price-of-anarchy.ipynb")
    definition = PRICE.partition("as found, is ")[2]
    assert f"price of anarchy: as found, it is {definition}" in words_in("glossary.ipynb")
    assert f"efficiency: {EFFICIENCY.partition(' is ')[2]}" in words_in("glossary.ipynb")


def test_the_price_is_the_ratio_of_mean_totals_and_infinite_where_nothing_is_left():
    assert price_of([60, 60], [20, 20]).mean == 3
    assert price_of([60, 60], [0, 0]).mean == inf


@pytest.mark.parametrize("players", [2, 3, 4])
def test_together_is_the_best_of_all_that_was_played_so_that_the_price_is_at_least_one(players):
    found = price(players)
    assert found.together.mean == max(totals(goal, players).mean() for goal in ("team", "mixed", "own"))
    assert found.ratio.low >= 1 and found.ratio.mean == pytest.approx(found.together.mean / found.alone.mean)


def test_stable_is_what_no_clear_gain_breaks():
    assert is_stable([Interval(1, -1, 3, 9), Interval(-2, -3, -1, 9)])
    assert not is_stable([Interval(1, -1, 3, 9), Interval(2, 1, 3, 9)])


def test_talk_is_assumed_and_fines_are_found():
    origins = {name: one.origin for name, one in TREATMENTS.items()}
    assert {name for name, origin in origins.items() if origin == "promises assumed"} == {
        "one-agreement", "yearly-agreement"
    }  # fmt: skip
    assert {name for name, origin in origins.items() if origin == "obedience assumed"} == {
        "transferable-quota", "reserve"
    }  # fmt: skip
    assert origins["enforced-rule"] == origins["voted-rule"] == "found by search"
    assert TREATMENTS["enforced-rule"].but(penalty=1).origin == "numbers put in"


def test_other_seas_can_be_played_and_differ_from_the_standard_one():
    sheets = {name: Boom.start(4, sheet=data).sheet for name, data in seas().items()}
    assert sheets["standard"] == Boom.start(4).sheet
    assert len(set(sheets.values())) == 4 == len(other_seas())
    assert next(iter(other_seas())) == "standard"


@pytest.mark.few(1)
@pytest.mark.parametrize("goal", ["team", "own"])
def test_a_kept_game_on_another_sea_is_played_again_as_it_is_kept(goal):
    text = files("fishlab.lab.search").joinpath("other-seas.csv").read_text(encoding="utf-8")
    rows = list(csv.reader(text.splitlines()))
    (again,) = played("robust", goal, [1])
    assert [str(one) for one in again] in rows
