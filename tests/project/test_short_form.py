"""What `make test` leaves to `make full`."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

from short_form import short_form


class Case:
    """One case of a test as pytest has it."""

    def __init__(self, name: str, case: int, few: int | None = None, long: bool = False) -> None:
        """Name the case and its markers."""
        self.nodeid, self.case = f"tests/test_sea.py::{name}[{case}]", case
        self.keywords, self.few = {"long"} if long else set(), few

    def get_closest_marker(self, kind: str) -> Any:
        """Return a marker with its arguments."""
        return SimpleNamespace(args=(self.few,)) if kind == "few" and self.few else None


def kept(*items: Any) -> list[int]:
    """Return the numbers of the cases that a short run has."""
    return sorted(item.case for item in short_form(items))


def test_a_short_run_has_as_many_cases_as_the_marker_says_spread_over_all():
    three = kept(*(Case("test_nets", case, few=3) for case in range(30)))
    assert len(three) == 3
    assert {right - left for left, right in pairwise(three)} == {10}


def test_unmarked_tests_are_run_whole_and_long_ones_not_at_all():
    assert kept(*(Case("test_boats", case) for case in range(5))) == [0, 1, 2, 3, 4]
    assert kept(*(Case("test_ports", case, long=True) for case in range(5))) == []


def test_of_fewer_cases_than_the_marker_names_none_is_run_twice_or_left_out():
    assert kept(*(Case("test_crates", case, few=9) for case in range(4))) == [0, 1, 2, 3]


def test_tests_of_one_kind_look_at_different_games():
    chosen = {
        tuple(kept(*(Case(name, game, few=1) for game in range(5))))
        for name in ("test_a", "test_b", "test_c", "test_d")
    }
    assert len(chosen) > 1
