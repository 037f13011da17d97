"""Numbers as people write them: with a comma or a point, a unit, a currency, as a fraction, a word or a small sum."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Sequence

from fishlab.messages import language, mark

Number = int | float

_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = {
    word: value
    for value, word in zip(
        range(20, 100, 10), ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"), strict=True
    )
}
_DIGITS = {word: str(value) for value, word in enumerate(_WORDS)} | {"no": "0", "none": "0", "nothing": "0"}
_DIGITS |= {word: str(value) for word, value in _TENS.items()} | {"hundred": "100"}
_HUNDREDS = re.compile(
    rf"\b(\d+|an?|{'|'.join(_WORDS[1:])})\s+hundred\b(?:\s+(?:and\s+)?(\d\d?|{'|'.join((*_TENS, *_WORDS[1:]))})\b)?"
)
_PARTS = {
    "half": 2, "halve": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
    "tenth": 10,
}  # fmt: skip
_SIGNS = {
    "−": "-", "–": "-", "×": "*", "·": "*", "⋅": "*", "∗": "*", "÷": "/", "⁄": "/", "∕": "/",
    "’": "'", "\u00a0": " ", "\u202f": " ", "\u2009": " ",
}  # fmt: skip
_PERCENT = re.compile(r"\s*(?:%|\bper\s?cent\b)")
_OF_100 = "of 100"
_CURRENCY = re.compile(r"[$€£¥¢₹]")
_TOKEN = re.compile(r"\s*(\d+(?:[.,']\d+)*[.,]?|[.,]\d+|[-+*/()√])")
_LONGEST = 120

HOW_TO_WRITE = mark("write digits, like 12, 0.5, 1/4 or 25 %")
"""What a person is told whose number could not be read."""


def is_sentence(text: str) -> bool:
    """Tell whether a text can be an explanation: three different words, or as many letters where no spaces are set."""
    words = {word for word in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text.casefold()) if word.strip("x")}
    return len(words) >= 3 or any(len(word) >= 6 and not word.isascii() and _no_spaces(word) for word in words)


def _no_spaces(word: str) -> bool:
    """Tell whether a word is of a script that sets no spaces between words."""
    return any(unicodedata.name(sign, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO")) for sign in word)


def numbers_in(text: str, unit: str = "") -> list[Number]:
    """Return the numbers that a person may have meant, the likeliest first; none if the text is no number.

    Args:
        text: what was typed.
        unit: what is asked for. Where that is "%" or "of 100", 0.25 and 1/4 mean 25 as well; elsewhere 25 % means 0.25.

    >>> numbers_in("1/4", "%"), numbers_in("30 %"), numbers_in("$9"), numbers_in("6 + 3 = 9"), numbers_in("nine fish")
    ([0.25, 25], [0.3], [9], [9], [9])
    >>> numbers_in("1,414"), numbers_in("three or four"), numbers_in("60 : 20")
    ([1414, 1.414], [], [3])
    """
    plain = "".join(_SIGNS.get(one, one) for one in text[: _LONGEST + 1].casefold().strip())
    if len(plain) > _LONGEST:
        return []
    percent = bool(_PERCENT.search(plain))
    plain = _CURRENCY.sub(" ", _PERCENT.sub(" ", plain)).strip()
    if unit == _OF_100:
        plain = re.sub(r"\s*(?:out )?of 100$", "", plain)
    plain = _spelled(plain)
    found: list[Number] = []
    for comma in (_thousands, _decimals) if language().decimal == "." else (_points, _decimals, _thousands):
        number = _sides(plain, comma)
        if number is not None and number not in found:
            found.append(number)
    share = unit in ("%", _OF_100)
    if percent and not share:
        return [_whole(number / 100) for number in found]
    if share and not percent:
        found += [_whole(100 * number) for number in found if 0 < abs(number) <= 1 and re.search(r"[./,]", plain)]
    return found


def parse_number(text: str) -> Number | None:
    """Return the number that a person wrote, with or without words after it; None if it is none.

    >>> parse_number("32 fish"), parse_number("12,5 %"), parse_number("1,200"), parse_number("1/4"), parse_number("two")
    (32, 12.5, 1200, 0.25, 2)
    """
    return next(iter(numbers_in(text, "%")), None)


def decimals(number: float) -> int:
    """Return how many digits a number has after its point."""
    text = repr(number)
    return 0 if "e" in text or "." not in text else len(text.rstrip("0").split(".")[1])


def nearly(given: float, wrong: float, within: float = 0) -> bool:
    """Tell whether a number is another one up to rounding: 11.1 is 11, and 0.67 is 2/3."""
    away = abs(given - wrong)
    if away > 0.05 * abs(wrong):
        return math.isclose(given, wrong, rel_tol=1e-9, abs_tol=1e-9)
    rounded = round(given, decimals(wrong)) == wrong or round(wrong, decimals(given)) == given
    return away <= max(within, 1e-9) or rounded


def _spelled(text: str) -> str:
    """Return a text with its number words and printed fractions as digits, without "=" before or words behind.

    A "K" stays: half of K is no number yet.
    """
    text = re.sub(rf"\b({'|'.join(_TENS)})(?:-|\s+)({'|'.join(_WORDS[1:10])})\b", _tens, text)
    text = re.sub(r"\b(?:minus|negative)\s+", "-", text)
    text = re.sub(r"\bplus\b", "+", text)
    text = re.sub(r"\btimes\b|(?<=\d)\s*x\s*(?=\d)", "*", text)
    text = re.sub(r"\b(?:divided by|over)\b|(?<=\d)\s*[:∶]\s*(?=\d)", "/", text)
    text = re.sub(_HUNDREDS, _hundreds, text)
    text = re.sub(r"\b[a-z]+\b", lambda word: _DIGITS.get(word[0], word[0]), text)
    text = re.sub(rf"\b(\d+|an?)\s+({'|'.join(_PARTS)})s?\b", _part, text)
    text = "".join(_fraction(one) for one in text)
    text = re.sub(r"^(?:[^\W\d_]\s*)?=\s*(?=.)|^(?:about|around|roughly|approximately|circa|~|≈)\s*", "", text)
    return re.sub(r"(?<=[\d).])\s*(?!(?:of )?k$)(?:[^\W\d][^\d=+*/()√]*)$", "", text).strip().removesuffix(".").strip()


def _tens(words: re.Match[str]) -> str:
    """Return "twenty-two" as 22."""
    return f"{_TENS[words[1]] + _WORDS.index(words[2])}"


def _hundreds(words: re.Match[str]) -> str:
    """Return "five hundred" as 500, and "one hundred and fifty" as 150."""
    count, rest = (_DIGITS.get(word, word) for word in (words[1], words[2] or "0"))
    return f"{100 * (int(count) if count.isdigit() else 1) + int(rest)}"


def _part(words: re.Match[str]) -> str:
    """Return "2 thirds" as 2/3."""
    count = words[1] if words[1].isdigit() else "1"
    return f"{count}/{_PARTS[words[2]]}"


def _fraction(sign: str) -> str:
    if unicodedata.category(sign) != "No" or "FRACTION" not in unicodedata.name(sign, ""):
        return sign
    return " " + unicodedata.normalize("NFKC", sign).replace("⁄", "/")


def _sides(text: str, comma: Callable[[str], float | None]) -> Number | None:
    """Return what a sum comes to; where "=" is written, all sides must agree, and the last one is meant."""
    sides = text.split("=")
    if len(sides) > 1 and not re.search(r"[-+*/√]", sides[0].strip()[1:]):
        return None
    values = [_value(side.strip(), comma) for side in sides]
    last = values[-1]
    if last is None or any(value is None or not nearly(last, value, 0.01) for value in values):
        return None
    return last


def _value(text: str, comma: Callable[[str], float | None]) -> Number | None:
    text = re.sub(r"(?<![\d.,])[1-9]\d{0,2}(?:[ ']\d{3})+\b", lambda found: re.sub("[ ']", "", found[0]), text)
    mixed = re.fullmatch(r"(-?)\s*(\d+)\s+(\d+)\s*/\s*(\d+)", text)
    if mixed:
        text = f"{mixed[1]}({mixed[2]}+{mixed[3]}/{mixed[4]})"
    tokens, place = [], 0
    while place < len(text):
        token = _TOKEN.match(text, place)
        if not token:
            return None
        tokens.append(token[1])
        place = token.end()
    try:
        number = _Sum(tokens, comma).whole()
    except (ValueError, ZeroDivisionError, OverflowError, RecursionError):
        return None
    return _whole(number) if math.isfinite(number) else None


def _thousands(digits: str) -> float | None:
    """Read a number whose commas part thousands where they can: 1,200 is 1200, 12,5 is 12.5."""
    if re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+(\.\d+)?", digits):
        return float(digits.replace(",", ""))
    return _decimals(digits)


def _points(digits: str) -> float | None:
    """Read a number whose points part thousands where they can, as in German: 1.200 is 1200, 1,414 is 1.414."""
    if re.fullmatch(r"[1-9]\d{0,2}(\.\d{3})+(,\d+)?", digits):
        return float(digits.replace(".", "").replace(",", "."))
    return _decimals(digits)


def _decimals(digits: str) -> float | None:
    """Read a number whose comma or point comes before its fractions: 1,414 is 1.414."""
    if re.fullmatch(r"[1-9]\d{0,2}(\.\d{3})+,\d+|[1-9]\d{0,2}(\.\d{3}){2,}", digits):
        digits = digits.replace(".", "")
    digits = digits.replace("'", "").replace(",", ".")
    return float(digits) if digits.count(".") <= 1 else None


class _Sum:
    """A small sum of numbers, signs and brackets, worked out as at school: times before plus."""

    def __init__(self, tokens: Sequence[str], comma: Callable[[str], float | None]) -> None:
        self.tokens, self.comma = list(reversed(tokens)), comma

    def whole(self) -> float:
        total = self._terms()
        if self.tokens:
            raise ValueError("more than one number")
        return total

    def _next(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def _terms(self) -> float:
        total = self._factors()
        while self._next() in ("+", "-"):
            sign = self.tokens.pop()
            total = total + self._factors() if sign == "+" else total - self._factors()
        return total

    def _factors(self) -> float:
        total = self._one()
        while self._next() in ("*", "/"):
            sign = self.tokens.pop()
            total = total * self._one() if sign == "*" else total / self._one()
        return total

    def _one(self) -> float:
        if not self.tokens:
            raise ValueError("a number is missing")
        token = self.tokens.pop()
        if token in "+-":
            return self._one() if token == "+" else -self._one()
        if token == "√":
            return math.sqrt(self._one())
        if token == "(":
            inside = self._terms()
            if not self.tokens or self.tokens.pop() != ")":
                raise ValueError("a bracket is open")
            return inside
        number = None if token in "*/)" else self.comma(token)
        if number is None:
            raise ValueError("no number")
        return number


def _whole(number: float) -> Number:
    """Return a number without its point where nothing follows it."""
    return int(number) if abs(number) < 1e15 and number == int(number) else number
