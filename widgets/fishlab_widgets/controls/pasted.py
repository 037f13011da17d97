"""What people paste: lines with codes and perhaps names, or a table out of a spreadsheet; how it falls into parts."""

from __future__ import annotations

import csv
import re
from typing import Final, NamedTuple

SIGNS: Final = ("\t", ";", ",")
"""What may stand between the columns of a table: the first that the heading line has."""
HEAD: Final = re.compile(r"[A-Z]{2}\d{1,3}-")
"""How a code begins, be it of a lesson or of a game."""
CODE: Final = re.compile(r"\b[A-Z]{2}\d{1,3}-[\w-]+", re.ASCII)
_EDGES: Final = " \t\xa0,;:\"'“”„‟‘’‚‛«»‹›`<>|•*·-–—"
_OPENING: Final = "([{"
_CLOSING: Final = ")]}"
_LISTED: Final = re.compile(r"^(?:\d+[.)]\s*)+")
"""The number of a line in a list."""
_UNSEEN: Final = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\u00ad\ufeff"))
"""Signs without a width, which mails and chats put into long words."""
_DASHED: Final = re.compile(r"\b([A-Z]{2}\d{1,3}(?:-\d\d)?)[‐-―−]")
"""A code's first dashes, as a word processor writes them."""
_STAMP: Final = re.compile(
    r"^[\s>*\[(]*(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?\d{1,2}:\d\d(?::\d\d)?(?:\s?[AaPp]\.?[Mm]\b\.?)?[\])]?\s*(?:[-–]\s+)?"
    r"(?:(?:Von|From)\s+(.+?)\s+(?:an|to)\s+(?:Alle|alle|Everyone|everyone)\b)?"
)
"""The time that a chat puts before a line, and by whom and to whom the line was said."""
_COLUMNS: Final = {
    "code": "code codes lektionscode spielcode speichercode",
    "group": "group treatment gruppe team table tisch groupe grupo",
    "total": "total totals summe gesamt gesamtpunkte punkte points score somme",
    "players": "players spieler joueurs jugadores",
    "game": "game spiel partie",
    "name": "name names student students pupil who surname vorname nachname schüler schülerin nom prénom nombre "
    "email e-mail mail e-mail-adresse email-adresse mailadresse schülername schüler*in schüler:in schüler_in "
    "lernende teilnehmer teilnehmerin absender sender",
}
"""What the columns of a table are called, and by which words a heading line names them."""
_MOST_WORDS: Final = 3
"""Words of a heading; what has more is somebody's sentence."""
_CALLED: Final = {word: column for column, words in _COLUMNS.items() for word in words.split()}


class Line(NamedTuple):
    """A line that is not empty, with its number as the person counts."""

    number: int
    text: str


def _repaired(text: str) -> str:
    """Return a text whose letters were read by the wrong table (“MÃ¼ller”) as it was meant."""
    if "Ã" in text or "ï»¿" in text:
        try:
            return text.encode("cp1252").decode("utf-8")
        except UnicodeError:
            return text
    return text


def full_lines(text: str) -> list[Line]:
    """Return the lines that hold something, mended where programs between the student and the page changed them.

    The line with which a spreadsheet tells its own sign (“sep=;”) says nothing.
    """
    whole = _DASHED.sub(r"\1-", _DASHED.sub(r"\1-", _repaired(str(text)).translate(_UNSEEN)))
    lines = enumerate(whole.splitlines(), 1)
    return [Line(number, line) for number, line in lines if line.strip() and not line.startswith("sep=")]


def column(name: str) -> str:
    """Return what a column is by its heading, the heading itself where no word of it is known.

    A letter that was lost on the way (“Sch\ufffdler”) may be any letter.

    >>> column("Dein Name"), column("Gruppe"), column("Zeitstempel")
    ('name', 'group', 'zeitstempel')
    """
    words = name.lower().split()
    plain = " ".join(words)
    found = {_CALLED.get(word) or _unlost(word) for word in words if len(words) <= _MOST_WORDS}
    return next((known for known in _COLUMNS if known in found), plain)


def _unlost(word: str) -> str:
    if "\ufffd" not in word:
        return ""
    shape = re.compile(re.escape(word).replace("\ufffd", "."))
    return next((known for other, known in _CALLED.items() if shape.fullmatch(other)), "")


def heading(line: str) -> tuple[list[str], str]:
    """Return what the columns are as a heading line tells, and the sign between them, "" if there is none."""
    sign = next((sign for sign in SIGNS if sign in line), "")
    return [column(name) for name in fields(line, sign)], sign


def fields(line: str, sign: str) -> list[str]:
    """Return what stands in the columns of a line."""
    if not sign:
        return [line.strip().strip('"').strip()]
    try:
        found = next(csv.reader([line], delimiter=sign, skipinitialspace=True), [])
    except csv.Error:  # a field too long to be one
        found = line.split(sign)
    return [field.strip() for field in found]


def trimmed(words: str) -> str:
    """Return words without the signs that stood between them and a code, or at the beginning of a line.

    >>> trimmed("> 12. Anna:"), trimmed("Anna (8b) (“")
    ('Anna', 'Anna (8b)')
    """
    bare = _LISTED.sub("", words.strip(_EDGES)).lstrip(_EDGES + _CLOSING).rstrip(_EDGES + _OPENING)
    if any(bare.count(one) != bare.count(other) for one, other in zip(_OPENING, _CLOSING, strict=True)):
        bare = bare.strip(_EDGES + _OPENING + _CLOSING)
    return bare if any(map(str.isalnum, bare)) else ""


def without_stamp(line: str) -> str:
    """Return a line of a chat without its time.

    >>> without_stamp("[12.03.24, 10:15:23] Anna: LC1-07-eJ"), without_stamp("10:15:22 Von Bo an Alle: LC1-07-eK")
    ('Anna: LC1-07-eJ', 'Bo: LC1-07-eK')
    """
    return _STAMP.sub(lambda found: found[1] or "", line, count=1)


def without_codes(line: str) -> str:
    """Return what stands beside the codes of a line: a name perhaps, or a group.

    >>> without_codes("Anna; LC1-07-eJyrVs, 8b")
    'Anna 8b'
    """
    return " ".join(filter(None, map(trimmed, re.split(r"[\t;,]+", CODE.sub(";", line)))))


def codes_with_words(line: str) -> list[tuple[str, str]]:
    """Return the codes of a line, each with what stands beside it.

    That is what stands before a code, or behind it where the line begins with a code; a code without words of its own
    shares its neighbour's.

    >>> codes_with_words("Anna: LC1-07-eJ, Bo: LC1-07-eK LC1-08-eL")
    [('LC1-07-eJ', 'Anna'), ('LC1-07-eK', 'Bo'), ('LC1-08-eL', 'Bo')]
    """
    codes = CODE.findall(line)
    parts = [without_codes(part) for part in CODE.split(line)]
    before = bool(parts[0])
    words: list[str] = []
    for own in parts[:-1] if before else parts[:0:-1]:
        words.append(own or (words[-1] if words else ""))
    return list(zip(codes, words if before else words[::-1], strict=True))
