"""What a class handed in: lesson codes and save codes, read line by line; what cannot be read keeps its reason.

    found = read_hands("Anna; LC1-07-…; BM1-…")

Whose a code is, is told by what stands beside it. It is kept apart from the answers, so that a page can leave it out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import terms_of
from fishlab.core import OVER, BadCode
from fishlab.match import Match
from fishlab.messages import mark, refusal, tr
from fishlab_widgets.charts.canvas import short
from fishlab_widgets.controls.pasted import (
    CODE,
    HEAD,
    Line,
    codes_with_words,
    fields,
    full_lines,
    heading,
    trimmed,
    without_codes,
    without_stamp,
)
from fishlab_widgets.lab.class_games import read_class
from fishlab_widgets.lesson.answers import TICKED, read_lesson_code

MOST_LINES: Final = 1_000
MOST_TEXT: Final = 1_500_000
"""Lines and letters that are read at once: eleven lessons of a class of sixty, with room to spare."""
_ABOVE: Final = 6
"""Lines of a table among which its heading is looked for: a title may stand above it."""
_NAMED: Final = {"name", "group", "code", "total"}
ALREADY: Final = mark(
    "this code was counted already (two students with the same answers need their names beside their codes)."
)
NO_CODE: Final = mark("there is no code in this line.")
_QUOTED: Final = re.compile(r"^[>|\s]+")
"""What a mail puts before each line that it quotes."""
_LABEL: Final = re.compile(
    r"\b(?:(?:here is|hier ist|das ist|this is)\s+)?(?:(?:my|mein|meine|our|unser|unsere|the|der)\s+)?"
    r"(?:(?:lesson|lektion)\s*\d{1,2}b?(?:\s+codes?)?|(?:lesson |lektions|spiel|speicher|save )?codes?)\b"
    r"|\b(?:gesendet von|sent from) (?:meinem|my)\b.*$",
    re.IGNORECASE,
)
"""Words beside a code that say what it is, and not whose."""
_NO_NAME: Final = re.compile(
    r"(?:ist|is|lautet|abgabe|lösung|solution|hausaufgabe|homework|antwort|answer|ergebnis|result|hallo|"
    r"hello|hi|moin|hey|hier|here|mein|meine|my|unser|our|von|of|from|für|for|zu|zur|to|re|aw|fw|fwd|"
    r"wg|mfg|lg|vg|danke|thanks|und|and|the|der|die|das|this|bitte|please)[.,:;!?]*",
    re.IGNORECASE,
)
"""Words that are nobody's name; where nothing else stands beside a code, it has none."""
_DAMAGED: Final = re.compile(
    r"(?<![\w-])(?![A-Z]{2}\d{1,3}-)(?:[A-Za-z][A-Za-z\d]{1,3}-[\dOolI]{2}-[\w-]{12,}|[a-z]{2}\d{1,3}-[a-z\d_-]{12,})",
    re.ASCII,
)
"""A code that was damaged in its first letters: beside whole codes it would be taken for a name."""
_AS_CODE: Final = "XX0-"
"""What makes a damaged code one that cannot be read, between the words of two people."""
_PIECES: Final = 60
"""Lines over which a mail may have broken one code."""
_SMALL: Final = re.compile(r"(?<![\w-])[a-z]{2}\d{1,3}-[a-z\d_-]{12,}(?![\w-])")
"""A code whose letters were all made small."""
_BEGINS: Final = re.compile(rf"(?<![\w-]){HEAD.pattern}", HEAD.flags)
"""Where another code begins; the same letters inside a word are only a piece of one."""
_BROKEN: Final = re.compile(rf"{HEAD.pattern}|(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{{20,}}", re.ASCII)
"""What may be a piece of a code: its beginning, or a long word of letters and digits."""


class Hand(NamedTuple):
    """A lesson that somebody handed in; `who` is a number, by which the name can be found."""

    line: int
    who: int
    group: str
    lesson: str
    rows: tuple[dict[str, Any], ...]
    code: str


class Played(NamedTuple):
    """A game that somebody handed in: what was played, under which terms, and what all seats have together."""

    line: int
    who: int
    group: str
    game: str
    total: float
    over: bool
    code: str


class Wrong(NamedTuple):
    """A line that was not taken, whole or in part, and why; `keep` if it may be mended and pasted again."""

    line: int
    text: str
    why: str
    keep: bool = True


@dataclass
class Handed:
    """All that a class handed in, over one paste or several."""

    hands: list[Hand] = field(default_factory=list)
    games: list[Played] = field(default_factory=list)
    wrong: list[Wrong] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """By number, what stood beside the codes, "" where nothing did."""
    replaced: list[Hand] = field(default_factory=list)
    """What gave way to a fuller code of the same student."""
    shared: set[str] = field(default_factory=set)
    """Words that stood beside the codes of several students."""

    def lessons(self) -> list[str]:
        """Return the lessons of which there are codes, in order."""
        return sorted({hand.lesson for hand in self.hands})

    def of(self, lesson: str) -> list[Hand]:
        """Return what was handed in of a lesson."""
        return [hand for hand in self.hands if hand.lesson == lesson]

    def has(self, code: str, name: str) -> bool:
        """Tell whether a code is counted; two who answered alike have one code, and their names tell them apart."""
        others = [self.names[hand.who] for hand in self.hands if hand.code == code]
        others += [self.names[game.who] for game in self.games if game.code == code]
        return any(not name or not other or _plain(name) == _plain(other) for other in others)

    def bad_lines(self) -> str:
        """Return the lines to mend, as they were pasted."""
        return "\n".join(dict.fromkeys(one.text for one in self.wrong if one.keep))


def read_hands(text: str, before: Handed | None = None) -> Handed:
    """Return what codes hold, one or several a line, with what was handed in before.

    A table may have a heading line; tabs, semicolons or commas stand between its columns. Its columns for names and
    groups are known by their headings; without a heading, what stands beside a code is taken for a name. A table that
    has totals instead of codes brings games of Fishery Boom. A code counts once for each name. Of two codes of one
    lesson beside the same name the fuller one counts, if they can be of one student: a prediction that is locked stays
    as it is. Where predictions differ, two students have that name, or it is no name at all, and both codes count.
    """
    found = before or Handed()
    found.wrong = []
    full = full_lines(str(text)[:MOST_TEXT])
    if len(full) > MOST_LINES or len(str(text)) > MOST_TEXT:
        left = max(0, len(full) - MOST_LINES)
        why = tr(
            "only the first {lines:,} lines and {letters:,} letters are read: {left} lines were left out.",
            lines=MOST_LINES, letters=MOST_TEXT, left=left,
        )  # fmt: skip
        found.wrong.append(Wrong(full[MOST_LINES].number if left else full[-1].number, "", why, keep=False))
    full = full[:MOST_LINES]
    place, columns, sign = _heading(full)
    headed = bool(columns)
    unnamed = headed and not {"name", "total"} & {*columns}
    if headed and "total" in columns and "code" not in columns:
        return _read_totals(full[place:], found)
    for above in full[:place]:
        found.wrong.append(Wrong(above.number, above.text, tr("it stands above the table's heading line."), keep=False))
    full = full[place:]
    lines = iter(full[1:] if headed else full)
    waiting: list[Line] = []
    lost = False
    while (line := waiting.pop(0) if waiting else next(lines, None)) is not None:
        row = headed and _is_row(line.text, columns, sign)
        cells = list(zip(columns, fields(line.text, sign), strict=False)) if row else []
        names = " ".join(cell for known, cell in cells if known == "name" and cell)
        group = next((cell for known, cell in cells if known == "group" and cell), "")
        lost |= unnamed and any(cell and known not in _NAMED and not HEAD.search(cell) for known, cell in cells)
        rest = lines if not waiting else iter(())
        waiting += _take_line(line, short(names, 60) if row else None, short(group, 30), found, rest)
    if lost:
        why = tr("no column of this table is called “Name”: what stands beside its codes was not read as names.")
        found.wrong.append(Wrong(full[0].number, full[0].text, why, keep=False))
    return found


def _heading(full: Sequence[Line]) -> tuple[int, list[str], str]:
    """Return where a table's heading stands, its columns, and the sign between them; no columns if there is none.

    A line of such words is a heading only if most codes below it stand in rows of that table.
    """
    for place, line in enumerate(full[:_ABOVE]):
        if HEAD.search(line.text):
            break
        columns, sign = heading(line.text)
        if _NAMED & {*columns} and (sign or len(line.text.split()) == 1):
            rows = [_is_row(below.text, columns, sign) for below in full[place + 1 :] if CODE.search(below.text)]
            if 2 * sum(rows) >= len(rows):
                return place, columns, sign
    return 0, [], ""


def _is_row(text: str, columns: Sequence[str], sign: str) -> bool:
    """Tell whether a line can be a row of a table: its code stands in a column for codes.

    Where no column is for names, it stands behind no words, which would be the name.
    """
    held = [
        (known, found) for known, cell in zip(columns, fields(text, sign), strict=False) if (found := CODE.search(cell))
    ]
    if not held:
        return not CODE.search(text)
    words = "name" not in columns and any(without_codes(found.string[: found.start()]) for _, found in held)
    behind = len(columns) == 1 and without_codes(text)
    return not (words or behind or {known for known, _ in held} & (_NAMED - {"code"}))


def _take_line(line: Line, name: str | None, group: str, found: Handed, lines: Iterator[Line]) -> list[Line]:
    """Take the codes of a line, and return lines that were looked at as a code's rest and are none.

    Args:
        line: the line.
        name: whose it is by its column, None if what stands beside the codes is a name.
        group: the group by its column.
        found: what there is, to which this is added.
        lines: the lines that follow.
    """
    text = _DAMAGED.sub(lambda found: _AS_CODE + found[0], line.text) if CODE.search(line.text) else line.text
    codes = CODE.findall(text)
    if not codes:
        why, keep = tr("there is no code in this line: one looks like LC1-07-eJy…."), True
        if _SMALL.search(line.text):
            why = tr("this code was turned into small letters: copy it again as the lesson shows it.")
        elif name is None and not _BROKEN.search(line.text):  # not the row of a table, but somebody's words
            why, keep = tr(NO_CODE), False
        found.wrong.append(Wrong(line.number, line.text, why, keep))
        return []
    names = _beside(text, codes) if name is None else [name] * len(codes)
    looked: list[Line] = []
    whose: dict[str | int, int] = {}
    apart = _apart(codes)
    for place, (code, beside) in enumerate(zip(codes, names, strict=True)):
        what: tuple[Any, ...] | None
        if code.startswith(_AS_CODE):
            why = tr("the beginning of a code in this line is damaged: copy that code again as the lesson shows it.")
            found.wrong.append(Wrong(line.number, line.text, why))
            continue
        try:
            what = _read(code)
        except (BadCode, ValueError) as error:
            what, looked, behind = _mended(code, text, lines) if place == len(codes) - 1 else (None, [], "")
            if what is None:
                found.wrong.append(Wrong(line.number, line.text, str(error)[:240]))
                continue
            if name is None:  # what follows a broken code is its own rest, and no name
                beside = _beside(text[: text.rindex(code) + len(code)], codes)[-1] or behind
        if found.has(what[-1], beside):
            found.wrong.append(Wrong(line.number, line.text, tr(ALREADY), keep=False))
            continue
        person = beside or (place if apart else "")
        if person not in whose:
            whose[person] = _number(beside, found)
        whose[person] = _add(line, whose[person], beside, group, what, found)
    return looked


def _apart(codes: Sequence[str]) -> bool:
    """Tell whether the codes of a line are of several people: two of them are of one lesson, or one is damaged."""
    if any(code.startswith(_AS_CODE) for code in codes):
        return True
    lessons = [code.split("-")[1] for code in codes if code.startswith("LC")]
    return len({*lessons}) < len(lessons)


def _beside(text: str, codes: Sequence[str]) -> list[str]:
    """Return the name beside each code of a line.

    One person's codes share all words of the line; where they are of several people, each has its own. A line that
    begins and ends with a code does not tell whether its names stand before the codes or behind them.
    """
    text = without_stamp(text)
    if not _apart(codes):
        words = [without_codes(text)] * len(codes)
    elif any(without_codes(part) for part in (text[: text.index(codes[0])], text[text.rindex(codes[-1]) :])):
        words = [own for _, own in codes_with_words(text)]
    else:
        words = [""] * len(codes)
    return [_name(own) for own in words]


def _name(words: str) -> str:
    """Return the name among the words beside a code, "" if there is none."""
    left = _LABEL.sub(" ", words).split()
    if all(map(_NO_NAME.fullmatch, left)):
        return ""
    return short(trimmed(" ".join(left)), 60)


def _read(code: str) -> tuple[Any, ...]:
    """Return the lesson and its rows, or a game, and the code as it is written; pasted twice on end it counts once."""
    half = len(code) // 2
    if code[:half] == code[half:]:
        code = code[:half]
    if code.startswith("LC"):
        rows = [row for row in read_lesson_code(code) if row["kind"] != TICKED]
        lesson = code.split("-")[1]
        if not rows:
            raise refusal("nothing was answered yet in this code of lesson {lesson}.", lesson=lesson)
        return lesson, tuple(rows), code
    match = Match.from_code(code)
    return match, match.code()


def _mended(code: str, text: str, lines: Iterator[Line]) -> tuple[tuple[Any, ...] | None, list[Line], str]:
    """Read a code that spaces or the lines of a mail have broken, and the words behind its last piece.

    If it cannot be read, the lines that were looked at are returned too.
    """
    pieces = [text[text.index(code) :]]
    looked: list[Line] = []
    for _ in range(_PIECES):
        whole, last = "".join(map(_unbroken, pieces[:-1])), pieces[-1]
        first, _, behind = last.strip().partition(" ")
        for end, words in ((_unbroken(last), ""), (first, _name(without_codes(behind)))):
            if whole + end != code and CODE.fullmatch(whole + end):
                try:
                    return _read(whole + end), [], words
                except (BadCode, ValueError):
                    pass
        following = next(lines, None) if CODE.fullmatch(whole + _unbroken(last)) else None
        if following is None:
            break
        looked.append(following)
        pieces.append(_QUOTED.sub("", following.text))
        if _BEGINS.search(pieces[-1]):
            break
    return None, looked, ""


def _unbroken(text: str) -> str:
    """Return a piece of a code without spaces, and without the sign by which a mail says that its line goes on."""
    return "".join(text.split()).removesuffix("=")


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def _number(name: str, found: Handed) -> int:
    """Return the number of a person: the same for the same name, a new one where there is none."""
    for number, other in enumerate(found.names):
        if name and _plain(name) == _plain(other):
            return number
    found.names.append(name)
    return len(found.names) - 1


def _add(line: Line, who: int, name: str, group: str, what: tuple[Any, ...], found: Handed) -> int:
    """Add a lesson or a game, and return whose it is: another's, if the student of that name cannot have written it."""
    if len(what) == 2:
        match: Match = what[0]
        state = match.state
        terms = terms_of(match.options, match.seats) if match.game is Boom else None
        own = state.own_scores() if isinstance(state, Boom) else state.scores()
        label = group or (tr(terms.title) if terms else tr("other terms") if match.game is Boom else "")
        found.games.append(
            Played(line.number, who, label, match.game.title, float(sum(own)), state.turn() == OVER, what[1])
        )
        return who
    lesson, rows, code = what
    hand = Hand(line.number, who, group, lesson, rows, code)
    earlier = next((one for one in found.of(lesson) if one.who == who), None) if name else None
    if earlier is None:
        found.hands.append(hand)
    elif _plain(name) not in found.shared and _one_student(earlier, hand):
        kept, left = (earlier, hand) if _done(earlier) > _done(hand) else (hand, earlier)
        found.hands[found.hands.index(earlier)] = kept
        found.replaced.append(left)
        why = tr("two codes of lesson {lesson} stand beside the same name: the fuller one is counted.", lesson=lesson)
        found.wrong.append(Wrong(line.number, line.text, why, keep=False))
    else:
        who = _apart_from(hand, name, found)
        why = tr(
            "codes of lesson {lesson} beside the same words have different predictions: they are counted as several "
            "students.",
            lesson=lesson,
        )
        found.wrong.append(Wrong(line.number, line.text, why, keep=False))
    return who


def _one_student(one: Hand, other: Hand) -> bool:
    """Tell whether one student can have written two codes of a lesson: what is locked in both is the same."""
    locked = {row["key"]: row["answer"] for row in one.rows if row["kind"] == "predict" and row["done"]}
    return all(
        locked.get(row["key"], row["answer"]) == row["answer"]
        for row in other.rows
        if row["kind"] == "predict" and row["done"]
    )


def _done(hand: Hand) -> int:
    return sum(bool(row["done"]) for row in hand.rows)


def _apart_from(hand: Hand, name: str, found: Handed) -> int:
    """Count a code as another student's of the same name, and so those that had given way to each other under it."""
    found.shared.add(_plain(name))
    again = [one for one in found.replaced if _plain(found.names[one.who]) == _plain(name)]
    found.replaced = [one for one in found.replaced if one not in again]
    for one in (*again, hand):
        found.names.append(name)
        found.hands.append(one._replace(who=len(found.names) - 1))
    return len(found.names) - 1


def _read_totals(full: Sequence[Line], found: Handed) -> Handed:
    """Take a table of groups and totals, as the laboratory reads it; lines keep the numbers that they had."""
    texts = {line.number: line.text for line in full}
    read = read_class("\n".join(texts.get(number, "") for number in range(1, full[-1].number + 1)))
    for place, row in enumerate(read.rows):
        found.names.append("")
        mark = f"{row['group']}/{row['total']}/{len(found.games)}"
        found.games.append(Played(place + 2, len(found.names) - 1, row["group"], Boom.title, row["total"], True, mark))
    for told in read.wrong:
        number, _, why = told.removeprefix("Line ").partition(": ")
        line = int(number) if number.isdigit() else 0
        found.wrong.append(Wrong(line, texts.get(line, ""), why if line else told))
    return found
