"""Every number in the texts of the lessons is worked out again by a test, or is known to be a mere name or setting."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any

import checklist
import pytest
from fishlab_widgets.chapters import albacore, alone_together, blocks, boom_years, fenced_sea, licences, pond
from fishlab_widgets.comparison import Comparison
from fishlab_widgets.lab.bay import BAY
from fishlab_widgets.lab.bay_charts import MOST_BOATS

from fishlab import Boom, Fleet, FreshFish, models
from fishlab.fleet.gifts import gains
from fishlab.lab import TREATMENTS
from fishlab.lab.search.forms import CONTINUATIONS
from fishlab.pisces.boards import biology

BOX = r"(?:brings|scores like this:) \*{0,2}\+?(\d).*?(?:costs|, \*\*)\D*(\d)"
"""What a plate with a fish brings, and what an empty one costs."""


def box() -> list[float]:
    return [boom_years.box_worth(1, 1), -boom_years.box_worth(0, 1)]


def games() -> list[float]:
    return [boom_years.boom_games().games]


def code(lesson: str, pattern: str) -> Callable[[], list[float]]:
    """Return what reads numbers out of the code of a lesson."""
    (path,) = checklist.FOLDER.glob(f"{lesson}-*.ipynb")
    text = "\n".join(text for _, text in checklist.cells(checklist.written_out(checklist.read(path)), "code"))
    return lambda: [float(one) for one in re.search(pattern, text).groups()]


def last_rounds() -> list[float]:
    return [max(signature(Comparison).parameters["games"].default)]


def fines() -> list[float]:
    return [TREATMENTS[name].policy.penalty for name in ("voted-rule", "enforced-rule")]


def plus_years() -> list[float]:
    return list(Boom.start(3).sheet.data()["plus_one"]["years"])


def cap() -> list[float]:
    return [FreshFish.start(2).cap]


def curse() -> list[float]:
    known = signature(licences.winners_gain).parameters
    return [known["worth"].default, known["error"].default]


CLAIMS: list[tuple[str, str, str, Callable[[], list[Any]]]] = [
    ("00", "first-text", r"room for (\d+)", lambda: [pond.ROOM]),
    ("00", "predict-text", r"room for (\d+) fish", lambda: [pond.LAKE]),
    ("00", "more-text", r"pond of (\d+)", lambda: [pond.ROOM]),
    ("00", "change-text", r"change the \*\*(\d)", lambda: [pond.HUNGRY]),
    ("00", "apart", r"up to (\d+) fish", lambda: [pond.ROOM]),
    *((number, cell, BOX, box) for number, cell in (
        ("01", "boom1-02"), ("01", "boom1-26"), ("03", "boom3-02"), ("04", "hook-text"), ("10", "hook-text"))),
    *(("01", cell, r"([\d,]+) games", games) for cell in ("boom1-10-text", "boom1-21", "boom1-25")),
    ("01", "boom1-05-play", r"ends after year (\d+)", lambda: [Boom.start(3).setup.sheet.years]),
    ("01", "boom1-34", r"plate more are (\d), (\d) and (\d)", plus_years),
    ("01", "boom1-39", r"in years (\d), (\d), (\d)", plus_years),
    ("03b", "boom3-34", r"where does the (\d+) %", lambda: [round(100 * models.nash_share(4))]),
    ("03b", "boom3-number-text", r"up to (\d+) times if alone, up to ([\d,]+) together",
     lambda: [CONTINUATIONS["own"], CONTINUATIONS["mixed"]]),
    ("03b", "boom3b-width-text", r"classes play, (\d+) games", lambda: [alone_together.CLASS]),
    ("03b", "boom3b-apart-text", r"costs (\d) or (\d) points", fines),
    ("04", "predict-text", r"(\d) %\*\* of the fish.*brings \*\*(\d+) coins.*costs \*\*(\d+) coins",
     lambda: [100 * BAY.q, BAY.price, BAY.cost]),
    ("04", "python-text", r"the fish, (\d) %", lambda: [100 * BAY.q]),
    ("04", "predict-open-text", r"with (\d+) boats and a full bay of (\d+)",
     lambda: [BAY.newcomers()[0]["boats"], BAY.K]),
    ("04", "steer-text", r"from 0 to (\d+) boats", lambda: [MOST_BOATS]),
    ("04", "real-text", r"full in (\d+)", lambda: [albacore.albacore().column("year")[0]]),
    ("04", "noise-text", r"That (\d+) %", lambda: [100 * albacore.NOISE]),
    ("04", "noise-text", r"([\d,]+) seas", lambda: [signature(albacore.noisy_seas).parameters["seas"].default]),
    ("04", "apart", r"gives (\d+) fish a year", lambda: [BAY.msy().catch]),
    ("04", "apart", r"full in (\d+)", lambda: [albacore.albacore().column("year")[0]]),
    ("05", "exercise-matrix-text", r"gives \*\*(\d)\*\* young",
     lambda: [models.board_matrix(biology("mahi-mahi"))[0].max()]),
    ("06", "title", r"test in (\d+) games", last_rounds),
    ("06", "switch-text", r"plays (\d+)", last_rounds),
    ("06", "test-text", r"(\d+) games", last_rounds),
    ("06", "predict-text", r"(\d+) times with a rule and (\d+) times.*?(\d+) games are few",
     lambda: [blocks.GAMES] * 3),
    ("06", "predict-trophies-text", r"in (\d+) of the games", lambda: [blocks.GAMES]),
    ("07", "real-text", r"(\d+) games", lambda: [fenced_sea.GAMES]),
    ("07", "own-player-text", r"sea of (\d) × (\d)", code("07", r"\"fishery\", columns=(\d), rows=(\d)")),
    ("08", "mine-text", r"up to (\d+)", lambda: [Fleet.start(3).crates]),
    ("08", "curse-text", r"exactly (\d+) coins.*up to (\d) too low", curse),
    ("08", "look-text", r"of the (\d+) games", lambda: [len(gains("pub"))]),
    ("08", "own-player-text", r"up to (\d)", code("08", r"most = (\d)")),
    ("09", "route-text", r"without a route counts (\d)", cap),
    ("09", "look-text", r"at (\d) if", cap),
    ("09", "own-player-text", r"bids (\d)", code("09", r"abs\(move\[1\] - (\d)\)")),
]  # fmt: skip
"""What a text says, and what works it out."""

NAMES = {
    ("00", "first-text"): "2 1 2 3",  # buttons and keys
    ("00", "more-text"): "12",  # what is asked
    ("01", "boom1-04"): "1 8",  # keys
    ("01", "boom1-19"): "1", ("01", "boom1-39"): "1",  # the sign of a year
    ("01", "boom1-25"): "800,000", ("04", "cod"): "800,000",  # sourced in the sentences that follow
    ("02", "boom2-10-text"): "5",  # told in words behind it, and asked
    ("03", "boom3-05"): "100", ("03", "boom3-13"): "100", ("03", "boom3-20"): "100 130",  # per cent; sourced
    ("03", "boom3-19"): "5 10 96",  # sourced in its row of the table
    ("03", "boom3-class"): "0 12 12 34 34 45 90", ("10", "table-text"): "25",  # minutes
    ("03b", "boom3-price-text"): "1", ("03b", "boom3-27"): "2", ("03b", "boom3-21"): "0 1",  # the ends of a scale
    ("03b", "boom3-17"): "1 2",  # the fines, as the laboratory sets them
    ("03b", "boom3-31"): "0 0", ("04", "bug-text"): "8", ("07", "function-text"): "0 1",  # values in a program
    ("04", "steer-text"): "0", ("04", "sandbox-text"): "250",  # where to steer to
    ("04", "apart"): "2,570 35",  # sourced in its row of the table
    ("03b", "boom3-34"): "1", ("04", "derive-text"): "1 0 1", ("05", "exercise-function-text"): "1",  # a derivation
    ("05", "matrix-text"): "1",
    ("05", "slow-text"): "1.5 3.5 5",  # the boards' own by a test of its own; the last one is sourced
    ("09", "beat-text"): "3", ("09", "own-player-text"): "2",  # a guess, a goal, a question
    ("07", "facts-text"): "200", ("09", "real-text"): "1997 2001",  # sourced in the sentence that follows
    ("09", "route-text"): "1", ("09", "bids-text"): "0",  # a rule, in words
}  # fmt: skip
"""Numbers that nothing works out, cell by cell, in the order in which they stand."""

ELSEWHERE = {("00", "map"), ("00", "map-second"), ("00", "ways"), ("10", "class-text")}
"""Tables of the course, with numbers and minutes of lessons: the tests of the course hold them to the lessons."""

NUMBER = re.compile(r"(?<![\w.#])\d[\d,]*(?:\.\d+)?(?!\w)")
_LEFT_OUT = [
    (r"(?s)<!--.*?-->|```.*?```|`[^`]*`", ""),
    (r"\[[^\]]*\]\([^)]*\)", ""),  # a link
    (r"(?m)^#+ \d\d.*$|^\s*\d+\. |^\d+ minutes.*$", ""),  # title, points of a list, minutes
    (r"(?m)^\| *\d+b? *(?=\|)", "| "),
    (r"\s+", " "),
    (r"[^.!?|]*\([^()]*\b(?:19|20)\d\d\b[^()]*\)[^.!?|]*[.!?|]?", ""),  # a fact with its source
    (r"(?i)\blessons? \d\db?(?:(?:, | and )\d\db?)*|\byears? \d+(?: to year \d+)?", ""),  # a name
    (r"95 (?=%)|\w-\d\b", ""),  # the interval; the name of a fish
    (
        r"[÷·=] *\d+|\d+ *[÷·−]|[+−]\d?\d?\)|(?<=\+ )\d|<sup>[^<]*(?:<[^/][^<]*)*</sup>|\d(?= =)|\*k\*−1",
        "",
    ),  # a formula
]


def plain_text(text: str) -> str:
    """Return a text without numbers that are no claim: of lists, links, programs, formulas and sourced facts."""
    for pattern, instead in _LEFT_OUT:
        text = re.sub(pattern, instead, text)
    return text


def asked_elsewhere() -> dict[tuple[str, str], list[str]]:
    """Return by cell the patterns with which the tests of the texts ask for numbers: `said(lesson, cell, pattern)`."""
    found: dict[tuple[str, str], list[str]] = {}
    tree = ast.parse(Path(__file__).with_name("test_texts.py").read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "said":
            parts = [one.value for one in node.args if isinstance(one, ast.Constant)]
        elif isinstance(node, ast.Tuple):  # a row of a table of such calls
            parts = [one.value for one in node.elts[:3] if isinstance(one, ast.Constant)]
        else:
            continue
        if len(parts) == 3 and all(isinstance(one, str) for one in parts):
            found.setdefault((parts[0], parts[1]), []).append(parts[2])
    return found


def without(text: str, patterns: list[str]) -> str:
    """Return a text in which the numbers that some patterns ask for are struck out."""
    asked = [re.search(one.replace(" ", r"\s+"), text, re.DOTALL) for one in patterns]
    for found in asked:
        if found:
            for low, high in (found.span(n) for n in range(1, found.re.groups + 1)):
                text = f"{text[:low]}{'x' * (high - low)}{text[high:]}"
    return text


def texts() -> dict[tuple[str, str], str]:
    """Return the texts of all lessons, by lesson and cell."""
    return {
        (path.stem.partition("-")[0], cell["id"]): checklist.source(cell)
        for path in checklist.FOLDER.glob("[0-9]*.ipynb")
        for cell in checklist.read(path)["cells"]
        if cell["cell_type"] == "markdown"
    }


@pytest.mark.parametrize(("lesson", "cell", "pattern", "work_out"), CLAIMS)
def test_a_number_in_a_text_is_what_the_project_works_out(lesson, cell, pattern, work_out):
    found = re.search(pattern, " ".join(texts()[lesson, cell].split()))
    assert found, f"{pattern} is not said"
    assert [float(one.replace(",", "")) for one in found.groups()] == pytest.approx([float(one) for one in work_out()])


def test_every_number_in_a_text_is_worked_out_or_known_to_be_a_name():
    asked = asked_elsewhere()
    for lesson, cell, pattern, _ in CLAIMS:
        asked.setdefault((lesson, cell), []).append(pattern)
    left = {}
    for place, source in texts().items():
        text = plain_text(without(source, asked.get(place, [])))
        numbers = " ".join(one.strip(",+") for one in NUMBER.findall(text))
        if place not in ELSEWHERE and numbers != NAMES.get(place, ""):
            left[place] = numbers
    assert left == {}
