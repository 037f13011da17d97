"""How easy a text is to read: the school grade by Flesch and Kincaid, and its longest sentence.

The formula stands here because the packages that know it fetch a dictionary from the network when they are first used,
and no test may. Syllables are counted by groups of vowels, which is right for nine words of ten: textstat 0.7.13, given
that dictionary by hand, came to grades at most 0.2 from these on each of the fourteen pages.
"""

from __future__ import annotations

import re

_QUIET = ("e", "es", "ed")  # endings that are written and not spoken, but for those below
_SPOKEN = ("le", "les", "ted", "ded", "ces", "ges", "ses", "zes", "ches", "shes", "xes")


def syllables(word: str) -> int:
    """Return about how many syllables a word has.

    >>> [syllables(word) for word in ("fish", "people", "harbour", "caught", "regulation")]
    [1, 2, 2, 1, 4]
    """
    word = word.lower()
    count = len(re.findall(r"[aeiouy]+", word))
    if count > 1 and word.endswith(_QUIET) and not word.endswith(_SPOKEN):
        count -= 1
    return max(1, count)


def prose(text: str) -> str:
    """Return the sentences of a text in Markdown: no code, no tables, no headings, no addresses."""
    text = re.sub(r"```.*?```", " ", text, flags=re.DOTALL)
    text = re.sub(r"^(?:\||#).*$", " ", text, flags=re.MULTILINE)
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"^\s*(?:[-*+>]|\d+\.)\s+", ". ", text, flags=re.MULTILINE)
    return re.sub(r"[*_`>#|]", " ", re.sub(r"\n\s*\n", " . ", text))


def sentences(text: str) -> list[list[str]]:
    """Return the words of every sentence."""
    text = re.sub(r"\b(?:et al|Dr|B)\.|(?<=\d)\.(?=\d)", " ", prose(text))
    parts = re.split(r"(?<=[.!?])\s+", text)
    found = [re.findall(r"[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ'’]*", part) for part in parts]
    return [words for words in found if words]


def grade(text: str) -> float:
    """Return the school grade that a text needs: 8 is about fourteen years of age.

    >>> grade("The cat sat on the mat. It was glad.") < 1 < 12 < grade("Institutional arrangements necessitate "
    ... "multilateral harmonisation of regulatory instruments across heterogeneous jurisdictions.")
    True
    """
    told = sentences(text)
    words = [word for sentence in told for word in sentence]
    return 0.39 * len(words) / len(told) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59
