"""What a class's codes add up to: predictions against results, exercises and their wrong answers, who is stuck."""

from __future__ import annotations

import ast
import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from fishlab.messages import tr
from fishlab_widgets.charts.canvas import format_number, short
from fishlab_widgets.lesson.answers import EXERCISES, points
from fishlab_widgets.teacher.hands import Hand, Handed
from fishlab_widgets.teacher.stored_lessons import lesson_files

STUCK: Final = 3
"""Tries after which an exercise that is not solved is a case for the teacher."""
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a field begins that a spreadsheet would reckon with."""


class Predicted(NamedTuple):
    """The answers to one prediction, and what was shown against them; the results differ where games did."""

    key: str
    words: str
    answers: list[Any]
    results: list[Any]
    offered: dict[Any, str] = {}  # noqa: RUF012 - nobody writes into it
    """The answers that could be chosen, with their words, where the lesson's file has them."""

    @property
    def numbers(self) -> bool:
        """Whether the answers are numbers."""
        return all(_is_number(one) for one in self.answers)


class Sentences(NamedTuple):
    """What students wrote to one question: each with the answer that it explains, "" if it explains none."""

    key: str
    words: str
    written: list[tuple[str, str]]


class Tried(NamedTuple):
    """How one exercise went: codes that hold it, solved, tries to solve it, and last wrong answers of the others."""

    key: str
    words: str
    tried: int
    solved: int
    tries: float
    wrong: list[tuple[str, int]]


class Stuck(NamedTuple):
    """Somebody who has tried an exercise several times and not solved it."""

    who: int
    lesson: str
    key: str
    words: str
    tries: int
    last: str


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def told(value: Any) -> str:
    """Return an answer in words."""
    if isinstance(value, list):
        return ", ".join(map(told, value)) or "none"
    return format_number(value) if _is_number(value) or isinstance(value, str) else "–" if value is None else str(value)


def words_of(lesson: str, key: str) -> str:
    """Return what a card asks, its key where the lesson's file is not at hand or has no such card."""
    found = lesson_files().get(lesson)
    return found.asked[key].words if found and key in found.asked else key


def keys_of(hands: Iterable[Hand], kinds: Sequence[str]) -> list[str]:
    """Return the keys of some kinds of cards, in the order of the lesson; those that it no longer has come last."""
    found = dict.fromkeys(row["key"] for hand in hands for row in hand.rows if row["kind"] in kinds)
    lesson = next((hand.lesson for hand in hands), "")
    file = lesson_files().get(lesson)
    order = list(file.asked) if file else []
    return sorted(found, key=lambda key: order.index(key) if key in order else len(order))


def unknown(lesson: str, hands: Iterable[Hand]) -> int:
    """Return how many codes hold answers to cards that the lesson does not have: an older course, or another one."""
    file = lesson_files().get(lesson)
    return sum(any(row["key"] not in file.asked for row in hand.rows) for hand in hands) if file else 0


def _rows(hands: Iterable[Hand], key: str, kinds: Sequence[str]) -> list[tuple[Hand, dict[str, Any]]]:
    return [(hand, row) for hand in hands for row in hand.rows if row["key"] == key and row["kind"] in kinds]


def predictions(hands: Sequence[Hand]) -> list[Predicted]:
    """Return every prediction of a lesson that somebody locked."""
    found = []
    for key in keys_of(hands, ["predict"]):
        rows = [row for _, row in _rows(hands, key, ["predict"]) if row["done"]]
        results = {repr(row["result"]): row["result"] for row in rows if row["result"] is not None}
        if rows:
            words = words_of(hands[0].lesson, key)
            answers, offered = [row["answer"] for row in rows], choices_of(hands[0].lesson, key)
            found.append(Predicted(key, words, answers, list(results.values()), offered))
    return found


def choices_of(lesson: str, key: str) -> dict[Any, str]:
    """Return the answers that a card offers with their words, {} where its lesson's file does not tell them."""
    file = lesson_files().get(lesson)
    given = file.asked[key].given("choices") if file and key in file.asked else None
    try:
        found = ast.literal_eval(given) if given is not None else {}
    except ValueError:  # it is worked out by the lesson
        return {}
    return dict(found) if isinstance(found, dict) else {one: told(one) for one in found}


def sentences(hands: Sequence[Hand]) -> list[Sentences]:
    """Return what was written to each question of a lesson, in an order that tells nothing of who wrote it."""
    found = []
    for key in keys_of(hands, ["predict", "explain"]):
        written = []
        for _, row in _rows(hands, key, ["predict", "explain"]):
            text = row["answer"] if row["kind"] == "explain" else row["why"]
            if isinstance(text, str) and text.strip():
                written.append(("" if row["kind"] == "explain" else told(row["answer"]), text.strip()))
        if written:
            found.append(Sentences(key, words_of(hands[0].lesson, key), sorted(written, key=lambda one: one[1])))
    return found


def path_of(hand: Hand) -> list[list[Any]]:
    """Return one student's way through a lesson: question, answer, result, tries and sentence, in order."""
    order = keys_of([hand], ["predict", "explain", "play", *EXERCISES])
    rows = sorted(hand.rows, key=lambda row: order.index(row["key"]))
    return [
        [
            words_of(hand.lesson, row["key"]), told(row["answer"]), told(row["result"]) if row["result"] else "–",
            row["tries"] or "–", row["why"] or "–",
        ]
        for row in rows
    ]  # fmt: skip


def exercises(hands: Sequence[Hand]) -> list[Tried]:
    """Return every exercise of a lesson that somebody tried, with the most frequent wrong answers.

    A code keeps the last answer only, so that the wrong answers are those of the codes in which it is not solved.
    """
    found = []
    for key in keys_of(hands, EXERCISES):
        rows = [row for _, row in _rows(hands, key, EXERCISES)]
        solved = [row for row in rows if row["done"]]
        wrong = Counter(
            short(told(row["answer"]), 40) for row in rows if not row["done"] and row["answer"] not in (None, "")
        )
        tries = sum(max(1, row["tries"]) for row in solved) / len(solved) if solved else 0
        found.append(Tried(key, words_of(hands[0].lesson, key), len(rows), len(solved), tries, wrong.most_common(3)))
    return found


def stuck(hands: Iterable[Hand]) -> list[Stuck]:
    """Return who is stuck where, most tries first."""
    found = [
        Stuck(hand.who, hand.lesson, row["key"], words_of(hand.lesson, row["key"]), row["tries"], told(row["answer"]))
        for hand in hands
        for row in hand.rows
        if row["kind"] in EXERCISES and not row["done"] and row["tries"] >= STUCK
    ]
    return sorted(found, key=lambda one: (-one.tries, one.who))


def by_treatment(handed: Handed, game: str) -> dict[str, list[float]]:
    """Return the totals of the games that are over, treatment by treatment."""
    found: dict[str, list[float]] = {}
    for one in handed.games:
        if one.game == game and one.over:
            found.setdefault(one.group or tr("no group"), []).append(one.total)
    return found


def played_in_codes(hands: Sequence[Hand]) -> dict[str, list[int]]:
    """Return the points of the games in lesson codes, as far as they were played, table by table."""
    found: dict[str, list[int]] = {}
    for hand in hands:
        for row in hand.rows:
            if (total := points(row)) is not None:
                found.setdefault(row["key"], []).append(total)
    return found


# ---- files -------------------------------------------------------------------------------------------------------


def safe(value: Any) -> Any:
    """Return a field that no spreadsheet reckons with; numbers stay numbers.

    >>> safe("=1+1"), safe(-3)
    ("'=1+1", -3)
    """
    if value is None:
        return ""
    if _is_number(value):
        return value
    text = told(value) if isinstance(value, list) else str(value)
    return f"'{text}" if text.startswith(_FORMULAS) else text


def csv_of(handed: Handed, *, names: bool = False, german: bool = False) -> str:
    """Return one line for each answer and each game: no name and no sentence unless names are asked for.

    Args:
        handed: what was handed in.
        names: add the names, and the sentences that students wrote, in which names may stand.
        german: semicolons between the columns and commas in the numbers, as a German spreadsheet opens them.
    """
    heads = ["student", *(["name"] * names), "group", "lesson", "what", "key", "answer", "result", "done", "tries",
             "points", *(["sentence"] * names)]  # fmt: skip
    out = io.StringIO()
    write = csv.DictWriter(out, heads, delimiter=";" if german else ",", extrasaction="ignore", restval="")
    write.writeheader()
    for hand in handed.hands:
        for row in hand.rows:
            kept = row["kind"] != "explain" or names  # an explanation is a sentence, whatever its field
            line = {
                "student": hand.who + 1, "name": handed.names[hand.who], "group": hand.group, "lesson": hand.lesson,
                "what": row["kind"], "key": row["key"], "answer": row["answer"] if kept else "",
                "result": row["result"], "done": int(row["done"]), "tries": row["tries"], "points": points(row),
                "sentence": row["why"],
            }  # fmt: skip
            write.writerow({key: _written(safe(value), german) for key, value in line.items()})
    for game in handed.games:
        line = {
            "student": game.who + 1, "name": handed.names[game.who], "group": game.group, "what": "game",
            "key": game.game, "done": int(game.over), "points": game.total,
        }  # fmt: skip
        write.writerow({key: _written(safe(value), german) for key, value in line.items()})
    return out.getvalue()


def _written(value: Any, german: bool) -> Any:
    if isinstance(value, float) and value == int(value):
        return int(value)
    return str(value).replace(".", ",") if german and isinstance(value, float) else value
