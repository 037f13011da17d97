"""The list of mutants fits the code, and the tool that tries them tells a killed one from a survivor."""

from __future__ import annotations

import re
from pathlib import Path

import mutants
import nightly
import pytest

ROOT = Path(__file__).resolve().parents[2]
ALL = mutants.listed()
PLACES = (
    "fishlab/boom", "fishlab/pisces", "fishlab/fishery", "fishlab/fleet", "fishlab/freshfish", "fishlab/lab",
    "fishlab/core.py", "fishlab/graphs.py", "fishlab/stats.py", "fishlab/models.py", "fishlab/table_files.py",
)  # fmt: skip


@pytest.mark.parametrize("mutant", ALL, ids=[mutant.what for mutant in ALL])
def test_every_mutant_still_fits_the_code_and_its_tests_are_there(mutant):
    path, text = mutant.applied(ROOT)
    assert text != path.read_text(encoding="utf-8")
    for tests in mutant.tests:
        assert (ROOT / tests).exists(), f"{mutant.what}: there is no {tests}"


def test_there_are_mutants_of_all_rules_and_of_what_the_games_share():
    assert len({mutant.what for mutant in ALL}) == len(ALL) >= 40
    touched = {mutant.file(ROOT).relative_to(ROOT).as_posix() for mutant in ALL}
    assert [place for place in PLACES if not any(path.startswith(place) for path in touched)] == []


# The tool, on a project of a few lines.

LIST = """
[tests]
"sample" = ["tests"]
[[mutant]]
what = "a double is a square"
where = "sample"
old = "2 * number"
new = "number * number"
[[mutant]]
what = "a half may be odd"
where = "sample"
old = "number // 2"
new = "number / 2"
"""


@pytest.fixture
def project(tmp_path):
    """A project with two functions, of which one is tested, and its list of mutants."""
    files = {
        "sample/__init__.py": "",
        "sample/sums.py": "def double(number):\n    return 2 * number\n\n\ndef half(number):\n    return number // 2\n",
        "tests/test_sums.py": "from sample.sums import double\n\n\ndef test_double():\n    assert double(3) == 6\n",
        "mutants.toml": LIST,
    }
    for name, text in files.items():
        (tmp_path / "project" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "project" / name).write_text(text, encoding="utf-8")
    return tmp_path / "project"


def try_mutants(project: Path, word: str = "") -> None:
    mutants.main(word, project, project / "mutants.toml")


def test_a_killed_mutant_and_a_survivor_are_told_apart_and_the_project_stays_as_it_is(project, capsys):
    before = {path: path.read_text(encoding="utf-8") for path in project.rglob("*") if path.is_file()}
    with pytest.raises(SystemExit) as end:
        try_mutants(project)
    assert capsys.readouterr().out.splitlines() == [
        "  1 of 2  killed  sample: a double is a square",
        "  2 of 2  SURVIVED  sample: a half may be odd",
    ]
    assert end.value.code.splitlines() == [
        "1 of 2 mutants are left:",
        "  sample: a half may be odd (survived)",
        "    - number // 2",
        "    + number / 2",
    ]
    assert {path: path.read_text(encoding="utf-8") for path in project.rglob("*") if path.is_file()} == before


def test_a_word_picks_some_of_them_and_all_killed_is_a_success(project, capsys):
    try_mutants(project, "DOUBLE")
    assert capsys.readouterr().out.splitlines()[-1] == "All 1 mutants are killed."
    with pytest.raises(SystemExit, match=r"^No mutant has 'whale' in it: see mutants\.toml\.$"):
        try_mutants(project, "whale")


def test_a_test_that_fails_anyway_kills_nothing(project, capsys):
    (project / "tests" / "test_sums.py").write_text("def test_nothing():\n    assert False\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="2 of 2 mutants are left"):
        try_mutants(project)
    assert capsys.readouterr().out.count("NOT TRIED, FOR ITS TESTS FAIL WITHOUT IT") == 2


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("3 * number", "number", "holds '3 * number' 0 times, not once"),
        ("number", "nought", "holds 'number' 4 times, not once"),
        ("2 * number", "2 *", "is no longer Python"),
    ],
)
def test_a_mutant_that_does_not_fit_says_why(project, old, new, why):
    mutant = mutants.Mutant("wrong", "sample/*.py", old, new, ("tests",))
    with pytest.raises(ValueError, match=re.escape(why)):
        mutant.applied(project)


# Mistakes at random.


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("a <= b", {"a < b"}),
        ("a is not b", {"a is b"}),
        ("é and a[3]", {"é or a[3]", "é and a[4]"}),
        ("a - b ** c", {"a + b ** c"}),
        ("f(x=1, y=True)", {"f(x=2, y=True)"}),
        ("'a < b'", set()),
    ],
)
def test_a_random_mistake_changes_one_operator_or_one_small_number(code, wrong):
    assert {code[:begin] + new + code[end:] for begin, end, new in nightly.mistakes(code)} == wrong


def test_every_random_mistake_of_a_day_can_be_made_and_a_day_draws_the_same_ones():
    known = mutants.tomllib.loads(mutants.FILE.read_text(encoding="utf-8"))["tests"]
    drawn = nightly.drawn(ROOT, "2026-11-16", 60, known)
    assert drawn == nightly.drawn(ROOT, "2026-11-16", 60, known) != nightly.drawn(ROOT, "2026-11-17", 60, known)
    for mutant in drawn:
        path, text = mutant.applied(ROOT)
        assert text != path.read_text(encoding="utf-8")


def test_random_mistakes_that_nothing_notices_are_printed(project, capsys):
    nightly.main("a day", "9", project, project / "mutants.toml")
    *lines, last = capsys.readouterr().out.splitlines()
    survivors = [line for line in lines if "survived" in line]
    assert survivors
    assert last == f"Seed a day: {len(survivors)} of {len(lines)} mistakes were not noticed."
