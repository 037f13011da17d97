"""Whatever a student writes comes back: in a copy of this Python, and where none can be made, here."""

from __future__ import annotations

import math
import os
import time
from time import sleep
from types import SimpleNamespace

import numpy as np
import pytest
from fishlab_widgets.lesson import student
from fishlab_widgets.lesson.student import StudentError, Unanswered, is_blank, run
from hypothesis import given, settings
from hypothesis import strategies as st

NO_FORK = "a student's code is run in a copy of Python on Linux only"
FORKS = pytest.mark.skipif(not student.can_fork(), reason=NO_FORK)

# fmt: off


def one_line(n):
    while True: pass  # noqa: E701


def for_ever(n):
    for _ in iter(int, 1): pass  # noqa: E701


def in_a_list(n):
    return [1 for _ in iter(int, 1) if n < 0]

# fmt: on


def many_lines(n):
    while n >= 0:
        n += 1
    return n


def calls_itself(n):
    return calls_itself(n + 1)


def swallows_exceptions(n):
    while True:
        try:
            n += 1
        except Exception:
            n = 0


def swallows_everything(n):
    while True:
        try:
            while True:
                n += 1
        except:  # noqa: E722
            n = 0


def waits(n):
    time.sleep(1e6)


def waits_by_another_name(n):
    sleep(1e6)


def huge(n):
    return [0] * 10**12


def grows(n):
    found = [n]
    while True:
        found = found + found


def counts_in_c(n):
    return sum(range(10**13))


def kills(n):
    os.kill(os.getpid(), 9)


def leaves_at_once(n):
    os._exit(3)


def swallows_its_own_depth(n):
    try:
        return swallows_its_own_depth(n + 1)
    except RecursionError:
        return swallows_its_own_depth(n + 1)


BOTH = {
    "an endless loop on one line": (one_line, "did not finish"),
    "an endless for": (for_ever, "did not finish"),
    "an endless list": (in_a_list, "did not finish"),
    "an endless loop of lines": (many_lines, "did not finish"),
    "endless calls": (calls_itself, "calls itself without end"),
    "swallowed exceptions": (swallows_exceptions, "did not finish"),
    "a sleep": (waits, "waits"),
    "a huge list": (huge, "more memory than there is"),
}
APART = {
    "endless calls that are swallowed": (swallows_its_own_depth, "did not finish"),
    "swallowed everything": (swallows_everything, "did not finish"),
    "a sleep by another name": (waits_by_another_name, "did not finish"),
    "a list that grows": (grows, "more memory than there is|did not finish"),
    "an endless count inside Python": (counts_in_c, "did not finish"),
    "the end of the program": (leaves_at_once, "broke Python off"),
    "a crash": (kills, "broke Python off"),
}


@pytest.fixture(params=["apart", "here"])
def way(request, monkeypatch):
    if request.param == "here":
        monkeypatch.setattr(student, "can_fork", lambda: False)
    elif not student.can_fork():
        pytest.skip(NO_FORK)
    return request.param


@pytest.mark.few(2)
@pytest.mark.parametrize(("function", "words"), BOTH.values(), ids=BOTH)
def test_it_comes_back_from(way, function, words):
    with pytest.raises(StudentError, match=words):
        run(function, [(1,)], 0.3)


def test_where_no_copy_can_be_made_a_list_that_grows_is_stopped_too(monkeypatch):
    if not student.peak_memory():
        pytest.skip("this system does not say how much memory is in use")
    monkeypatch.setattr(student, "can_fork", lambda: False)
    monkeypatch.setattr(student, "MOST_MEMORY", 50_000_000)
    with pytest.raises(StudentError, match="more memory than there is"):
        run(grows, [(1,)], 60)


def test_a_function_is_checked_where_python_does_not_say_how_much_memory_is_in_use_as_in_a_browser(monkeypatch):
    monkeypatch.setattr(student, "can_fork", lambda: False)
    monkeypatch.setattr(student, "resource", SimpleNamespace(), raising=False)
    assert run(lambda value: [value for _ in range(3)], [(1,)], 2) == [[1, 1, 1]]


@pytest.mark.few(1)
@FORKS
@pytest.mark.parametrize(("function", "words"), APART.values(), ids=APART)
def test_a_copy_comes_back_even_from(function, words):
    with pytest.raises(StudentError, match=words):
        run(function, [(1,)], 0.3)


def test_results_come_back_as_they_are(way):
    values = [None, True, 3, -2.5, math.inf, -math.inf, "a 'b' \"c\" é", [1, [2, ()]], (1,), {1, 2}, set(), {"a": [1]}]
    assert run(lambda value: value, [(value,) for value in values], 2) == values
    assert run(lambda: np.float64(2.5), [()], 2) == [2.5]
    assert [list(one) for one in run(lambda: np.array([1, 2]), [()], 2)] == [[1, 2]]
    with pytest.raises(Unanswered):
        run(lambda: ..., [()], 2)


def test_what_is_no_plain_data_comes_back_as_its_looks(way):
    (result,) = run(lambda: open, [()], 2)
    assert "open" in repr(result)


@FORKS
def test_a_result_that_is_too_long_to_check_is_told_so():
    with pytest.raises(StudentError, match="more than can be checked"):
        run(lambda: "x" * 3_000_000, [()], 2)


@FORKS
def test_a_copy_leaves_no_process_and_no_file_behind(monkeypatch):
    made, fork = [], os.fork

    def watched():
        made.append(fork())
        return made[-1]

    monkeypatch.setattr(os, "fork", watched)
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    run(lambda: 1, [()], 2)
    with pytest.raises(StudentError):
        run(kills, [(1,)], 0.3)
    assert len(made) == 2
    for copy in made:
        with pytest.raises(ChildProcessError):
            os.waitpid(copy, os.WNOHANG)
    assert (len(os.listdir("/proc/self/fd")) if before else 0) == before


def test_where_no_copy_can_be_made_it_runs_here(monkeypatch):
    def full():
        raise BlockingIOError("no more processes")

    if not student.can_fork():
        pytest.skip(NO_FORK)
    monkeypatch.setattr(os, "fork", full)
    assert run(lambda n: n + 1, [(1,), (2,)], 2) == [2, 3]


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


@settings(max_examples=80)
@given(PLAIN)
def test_any_plain_data_is_spelled_and_read_back(value):
    plain, text = student._spell(value)
    assert plain
    assert student._read_told(repr({"results": [(plain, text)]})) == [value]


@pytest.mark.parametrize("value", [..., [1, ...], [[1, 2], [..., 3]], (1, (2, ...))])
def test_dots_anywhere_in_a_value_mean_that_it_is_not_answered_yet(value):
    assert is_blank(value)


@pytest.mark.parametrize("value", [3, [1, 2], [[1], [2]], "...", None, np.array([[1, 2]]), {}])
def test_a_value_without_dots_is_an_answer(value):
    assert not is_blank(value)
