"""Answers: what is kept of them, how they are judged, and the code in which they are handed in."""

from __future__ import annotations

import contextlib
import copy
import hashlib
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fishlab.codes import BadCode, Packing, zip_text
from fishlab.messages import ENGLISH, NUMBER_WORDS, language, mark, tr
from fishlab_widgets.lesson.reading import nearly
from fishlab_widgets.lesson.student import as_plain, run, short, shorts

NOTHING: Any = object()
LONGEST = 300
"""Characters of an answer in words."""
LONGEST_PROGRAM = 2000
"""Characters of a program that is kept."""
EXERCISES = ("question", "check")
TICKED = "tick"
"""The kind of a step that the student ticked: no answer, but kept with the answers."""


class NotYet(Exception):
    """Something that a student does first is still to be done; its words say what."""


@dataclass(slots=True)
class Answer:
    """One answer: what was chosen, what it turned out to be, and how it came about."""

    kind: str
    draft: Any = None
    """What is chosen but not yet locked or right."""
    emptied: bool = False
    """Whether all that was chosen has been taken away again."""
    own: Any = None
    """The answer that counts: locked, or the last one tried."""
    result: Any = None
    tries: int = 0
    done: bool = False
    """Locked, solved, written or played."""
    why: str = ""
    reason: int | None = None
    """Which explanation was chosen: 0 is the model, the others are its rivals."""
    tried: list[str] = field(default_factory=list)
    said: str = ""
    """The feedback to the last try, as HTML."""
    opened: bool = False
    """Whether a gated result has been opened."""


# ---- comparing ---------------------------------------------------------------------------------------------------


def as_data(value: Any) -> Any:
    """Return a value as the plain data that a code can hold: numbers, short texts, lists of them."""
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    if isinstance(value, bool | int | str | None):
        return value[:LONGEST] if isinstance(value, str) else value
    if isinstance(value, float):
        return round(value, 6) if math.isfinite(value) else None
    if isinstance(value, set | frozenset):
        value = sorted(value, key=str)
    if isinstance(value, list | tuple):
        return [as_data(one) for one in value[:60]]
    return str(value)[:LONGEST]


def _is_data(value: Any, deep: int = 2, longest: int = LONGEST) -> bool:
    match value:
        case bool() | None:
            return True
        case int() | float():
            return abs(value) < 1e15
        case str():
            return len(value) <= longest and _can_be_written(value)
        case list():
            return deep > 0 and len(value) <= 60 and all(_is_data(one, deep - 1) for one in value)
    return False


def same(given: Any, right: Any, within: float = 0) -> bool:
    """Tell whether an answer is the right one, however it is written.

    2 is 2.0, a fraction is its number, True counts as 1; a list is a tuple, and stands for a set if
    nothing is in it twice; words may be written in any case.
    """
    try:
        one, other = as_plain(given), as_plain(right)
        if isinstance(other, bool):
            return one is other
        if isinstance(one, int | float) and isinstance(other, int | float):
            return math.isclose(one, other, rel_tol=1e-9, abs_tol=max(within, 1e-9))
        if isinstance(one, str) and isinstance(other, str):
            return _words(one) == _words(other)
        if isinstance(one, list | tuple) and isinstance(other, list | tuple):
            return len(one) == len(other) and all(same(a, b, within) for a, b in zip(one, other, strict=True))
        if isinstance(other, set | frozenset):
            return isinstance(one, list | tuple | set | dict) and len(one) == len(other) and set(one) == other
        return type(one) in (type(other), dict) and bool(one == other)
    except Exception:
        return False


def _words(text: str) -> str:
    return " ".join(re.sub(r"[\s.,;:!?–-]+", " ", text.casefold()).split())


def written(number: float) -> str:
    """Return a number as people write it: 12, 12.5, 12,000."""
    text = f"{int(number):,}" if abs(number) >= 10_000 else str(int(number))
    if isinstance(number, float) and number != int(number):
        text = f"{number:,.2f}".rstrip("0").rstrip(".")
    return language().number(text)


TOO = (mark("too low"), mark("too high"))
"""How a number misses another one."""
WHEN = (mark("early"), mark("late"))
"""How a number that says when does."""


def gap_sentence(
    own: float,
    result: float,
    *,
    unit: tuple[str, str],
    words: tuple[str, str] = TOO,
    close: float = 0,
) -> str:
    """Return the gap between two numbers in a sentence.

    >>> gap_sentence(8, 6, unit=("year", "years"), words=("early", "late"))
    'You were two years late.'
    """
    away = round(abs(own - result), 2)
    if not away:
        return tr("You were exactly right.")
    size = written(away)
    if language() is ENGLISH and away == int(away) and away < len(NUMBER_WORDS):
        size = NUMBER_WORDS[int(away)]  # elsewhere the word for one depends on the unit
    one, many = (tr("point"), tr("points")) if unit[1] == "%" else unit
    amount = " ".join(filter(None, (size, one if away == 1 else many)))
    side = tr(words[0] if own < result else words[1])
    if away <= close:
        return tr("Close: {amount} {side}.", amount=amount, side=side)
    return tr("You were {amount} {side}.", amount=amount, side=side)


# ---- judging -----------------------------------------------------------------------------------------------------

Judge = Callable[[Any], "bool | str"]


def make_judge(key: str, answer: Any, test: Judge | None, mistakes: Mapping[Any, str], within: float) -> Judge:
    """Return the function that judges an answer: by comparing, or by the lesson's own test.

    What is right is right before a foreseen mistake is looked for; of several mistakes the nearest is named.
    """
    if (answer is NOTHING) == (test is None):
        raise ValueError(f"exercise {key!r} needs an answer or a test, one of the two")

    def judge(given: Any) -> bool | str:
        told: bool | str = False
        if test is not None:
            told = test(given)
            told = told if isinstance(told, str) and told else bool(told)
        else:
            alternatives = answer if isinstance(answer, tuple) and not isinstance(given, tuple | list) else (answer,)
            told = any(same(given, one, within) for one in alternatives)
        return told if told is True else _named(given, mistakes, within) or told

    return judge


def _named(given: Any, mistakes: Mapping[Any, str], within: float) -> str:
    """Return the sentence about a foreseen mistake, "" if it is none; numbers match up to rounding."""
    for wrong, sentence in mistakes.items():
        if same(given, wrong):
            return sentence
    if not _is_number(given):
        return ""
    near = [wrong for wrong in mistakes if _is_number(wrong) and nearly(float(given), float(wrong), within)]
    return mistakes[min(near, key=lambda wrong: abs(wrong - given))] if near else ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15


def kind_of_answer(answer: Any, unit: str) -> str:
    """Return what a field asks for: "words", a "number", or "" if it may be either."""
    answers = answer if isinstance(answer, tuple) else (answer,)
    if all(isinstance(one, str) for one in answers):
        return "words"
    return "number" if all(_is_number(one) for one in answers) or (answer is NOTHING and unit) else ""


def case_judge(
    cases: Sequence[tuple[Any, ...]], mistakes: Sequence[tuple[Callable[..., Any], str]], within: float, seconds: float
) -> Judge:
    """Return the function that tries a student's function on cases."""

    def judge(function: Any) -> bool | str:
        if not callable(function):
            return tr("This is {value}, not a function: keep the line that starts with `def`.", value=short(function))
        name = getattr(function, "__name__", tr("your function"))
        results = run(function, [copy.deepcopy(args) for args, *_ in cases], seconds)
        wrong = [n for n, (_, right, *_) in enumerate(cases) if not same(results[n], right, within)]
        if not wrong:
            return True
        simplest = min(wrong, key=lambda n: len(repr(cases[n][0])))
        args, right, *hint = cases[simplest]
        failing = _failing_case(f"`{name}({shorts(args)})`", results[simplest], right)
        for other, sentence in mistakes:
            with contextlib.suppress(Exception):
                if all(same(results[n], other(*copy.deepcopy(cases[n][0])), within) for n in range(len(cases))):
                    return _followed(sentence, failing)
        return _followed(str(hint[0]), failing) if hint else failing

    return judge


def _followed(sentence: str, failing: str) -> str:
    """Return a sentence with the failing case after it; a question keeps its mark."""
    if sentence.endswith(("?", "!")):
        return f"{sentence} {failing}"
    return tr("{sentence}. {failing}", sentence=sentence.rstrip("."), failing=failing)


def _failing_case(call: str, given: Any, right: Any) -> str:
    """Return in a sentence what a call gives, and what it should give."""
    if given is None:
        return tr("{call} gives back nothing. Is there a `return`?", call=call)
    told = {"call": call, "given": short(_tidy(given)), "right": short(_tidy(right))}
    exact = isinstance(given, float) and isinstance(right, float)
    if exact and given in (round(right, digits) for digits in range(1, 5)):
        return tr("{call} gives {given}, rounded; {right} is right. Give the number back as it is.", **told)
    return tr("{call} gives {given}, but {right} is right.", **told)


def _tidy(value: Any) -> Any:
    """Return a number without the digits that nobody reads."""
    return float(f"{value:.6g}") if isinstance(value, float) else value


# ---- the lesson code ---------------------------------------------------------------------------------------------

_VERSION = 1
MOST_CODE = 20_000  # characters of a code
_MOST_TEXT = 120_000  # bytes once unpacked
_MOST_ROWS = 200
_PACKING = Packing(mark("lesson code"), check=4, least=6, check_first=True)
_LETTERS = {"predict": "p", "question": "q", "check": "c", "explain": "e", "play": "g", TICKED: "t"}


def write_lesson_code(number: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows of answers as a lesson code: short, versioned and checksummed."""
    plain = [
        [
            *(row["key"], _LETTERS[row["kind"]], row["answer"], row["result"], int(row["done"]), row["tries"]),
            *((row["why"], row["reason"]) if "reason" in row else (row["why"],)),
        ]
        for row in rows
    ]
    body = zip_text(json.dumps(plain, ensure_ascii=False, separators=(",", ":")))
    return f"LC{_VERSION}-{number}-{_PACKING.pack(body, _about(number))}"


def read_lesson_code(code: str) -> list[dict[str, Any]]:
    """Return what a lesson code holds, as plain rows: lesson, key, kind, answer, result, done, tries, why.

    A row has a `reason` too where one of the explanations was chosen.

    Raises:
        BadCode: the code is not one, is damaged, or is of another version; the message says which.
    """
    code = "".join(str(code)[: MOST_CODE + 100].split())
    if not code:
        raise BadCode(tr("Paste a lesson code first. It looks like LC1-07-eJyrVs…."))
    if len(code) > MOST_CODE:
        raise BadCode(tr("This is too long for a lesson code (at most {most} characters).", most=f"{MOST_CODE:,}"))
    found = re.fullmatch(r"LC(\d{1,3})-([0-9A-Za-z]{1,8})-([A-Za-z0-9_-]+)", code)
    if not found:
        raise BadCode(
            tr("This is not a lesson code: one looks like LC1-07-eJyrVs…. A game's save code goes to its table.")
        )
    version, number, packed = found.groups()
    if int(version) != _VERSION:
        raise BadCode(
            tr(
                "This lesson code is of version {version}; this Fishlab reads version {own}. "
                "Open it with the Fishlab that made it.",
                version=int(version), own=_VERSION,
            )
        )  # fmt: skip
    rows = _PACKING.unzip_json(
        _PACKING.unpack(packed, _about(number)),
        _MOST_TEXT,
        too_much=tr("it unpacks to more than a lesson could hold"),
        damaged=tr("it cannot be read"),
        parse_constant=_no_constant,
    )
    if not isinstance(rows, list) or len(rows) > _MOST_ROWS:
        raise BadCode(tr("This lesson code is damaged: it holds no list of answers."))
    return [_read_row(number, place, row) for place, row in enumerate(rows, 1)]


_OPENS = re.compile(r"(?=LC\d{1,3}-[0-9A-Za-z]{1,8}-)")
_BREAKS = re.compile(r"[>|=\s]+")
"""What stands where a mail has broken a code, or before the lines that it quotes."""
_AFTER = re.compile(r"[^A-Za-z0-9_-].*", re.DOTALL)


def find_lesson_code(text: str) -> str:
    """Return the lesson code in what somebody pasted: with a name, in quotation marks, twice, in the lines of a mail.

    Where none can be read it is the text as it is.

    Raises:
        BadCode: two codes that differ were pasted.
    """
    text = str(text)[: 2 * MOST_CODE]
    parts = [part for word in (_BREAKS.sub("", text), *text.split()) for part in _OPENS.split(word)[1:]]
    found: dict[str, str] = {}
    for part in dict.fromkeys(_AFTER.sub("", part) for part in parts):
        with contextlib.suppress(BadCode):
            found.setdefault(repr(read_lesson_code(part)), part)
    if len(found) > 1:
        raise BadCode(tr("These are two lesson codes: paste one of them."))
    return next(iter(found.values()), text)


def _read_row(number: str, place: int, row: Any) -> dict[str, Any]:
    kinds = {letter: kind for kind, letter in _LETTERS.items()}
    match row:
        case [str(key), str(letter), own, result, int(done), int(tries), str(why), *rest] if (
            0 < len(key) <= 40
            and letter in kinds
            and done in (0, 1)
            and 0 <= tries < 10_000
            and len(why) <= LONGEST
            and _can_be_written(key + why)
            and _is_data(own, longest=LONGEST_PROGRAM if letter == _LETTERS["check"] else LONGEST)
            and _is_data(result)
            and (not rest or (len(rest) == 1 and type(rest[0]) is int and 0 <= rest[0] < 10))
        ):
            return {
                "lesson": number, "key": key, "kind": kinds[letter], "answer": own, "result": result,
                "done": bool(done), "tries": int(tries), "why": why, **({"reason": rest[0]} if rest else {}),
            }  # fmt: skip
    raise BadCode(tr("This lesson code is damaged: its answer {place} cannot be read.", place=place))


def _can_be_written(text: str) -> bool:
    """Tell whether a text holds whole signs only; half a pair could be sent nowhere."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _about(number: str) -> bytes:
    return number.encode() + b"/"


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def gate_mark(word: str) -> str:
    """Return the mark of a word: `Lesson(..., gate=gate_mark("herring"))` opens results to those who know the word."""
    clean = " ".join(word.casefold().split())
    return hashlib.blake2s(clean.encode(), digest_size=6).hexdigest()


def points(row: dict[str, Any]) -> int | None:
    """Return the points of all seats that a table has left in a code: "Norlandia 3, Ostmark −1"."""
    if row["kind"] != "play" or not row["done"] or not isinstance(row["result"], str):
        return None
    found = re.findall(r" ([-−]?\d+)(?:,|$)", row["result"])
    return sum(int(one.replace("−", "-")) for one in found) if found else None
