"""A lesson's sentences on paper: what only makes sense at a screen is left out, and what can be said for paper is.

A lesson may itself say what stands on paper instead of a sentence: "Click a plot.<!-- paper: Choose a plot. -->"
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import zip_longest

_OPENING = re.compile(r"^\s*\[")
"""How a line of links begins."""
_CHANGED = [
    (re.compile(pattern), words)
    for pattern, words in (
        (r"[,;] (?:and )?one button leads\b[^.]*", ""),
        (r"\s*\([^()]*(?:\bopens with\b|\btable opens\b|\bsome seconds\b|For those who program)[^()]*\)", ""),
        (r", (?:and|then) lock(?=\.)", ""),
        (r", and run it again(?=[.:])", ""),
        (r", and hand in your code\b[^.]*", ""),
        (r"(?:\. )?\*\*[A-Z]\*\* (?:ends your shopping|passes)", ""),
        (r": \*\*New game\*\* has them(?=\.)", ""),
        (r": the strength [^.:]* in the menu of a seat(?=\.)", ""),
        (r"Out of time\? [^.]*\.\s*", ""),
        (r"Then (?:fish|play) on the board below: you (are|manage)\b", r"You \1"),
        (r"Choose a species\. \*\*Next arrow\*\* follows", "Follow"),
        (r"Use the card above, and answer", "At the computer. Answer"),
        (r"The last ballots are filled in\. Change (.*?), then seal", r"Copy the last ballots, change \1, and seal"),
    )
]
"""Parts of sentences, and what stands on paper instead."""
_AT_JUPYTER = r"Shift \+ Enter|Umschalt \+|Run All|Run →|starts by itself|\b(?:run|into) (?:the|this) (?:next )?cell\b"
"""What a sentence says that only makes sense where cells can be run."""
_MENU = re.compile(rf"(?i:{_AT_JUPYTER}|\bin JupyterLab press\b|\bin the next cell\b)")
_SENTENCE = re.compile(
    rf"(?i:{_AT_JUPYTER}|"
    r"\bopen \*|above the board ends|\b(?:click|scroll)"
    r"|(?<!Canadian )(?<!Associated )\bpress\b"
    r"|\b(?:tabs?|cells?|notebook|drag|mouse|keyboard|sliders?"
    r"|buttons?|hover|menu|lock|locked|paste|you are told|switch|point at|keep as file"
    r"|save code|lesson code|without codes|checked at once|brings? a hint|some seconds|once more, so that"
    r"|can be moved here|first choice everywhere|one score for all|plays at once|last sentence says|same moment"
    r")\b)|\*\*(?:New game|Step by step|Lesson code)\*\*"
    r"|\*\*lesson code\*\*"
)
"""What a sentence says that only makes sense at a screen."""
_PAPER = re.compile(r"\s*<!-- paper:(.*?)-->", re.DOTALL)
_BETWEEN = re.compile(r"(?<=[.!?])\s+(?=[A-Z“*(])|(?<=[.!?][)*”])\s+(?=[A-Z“*(])")
_AS_IT_IS = ("|", "```", "    ", "#", ">")


def off_screen(text: str) -> str:
    """Return a paragraph without the sentences that speak of what a hand does at a screen."""
    if text.startswith(_AS_IT_IS):
        return text
    if _OPENING.match(text):
        return ""
    text = re.sub(r"(?<=\S)\n *(?=\S)", " ", text)
    for pattern, words in _CHANGED:
        text = pattern.sub(words, text)
    start = _start(text)
    chunks = _PAPER.split(text[len(start) :])  # every second one is said on paper, in place of the sentence before it
    kept = []
    for screen, paper in zip_longest(chunks[::2], chunks[1::2]):
        sentences = _BETWEEN.split(screen.strip())
        kept += [one for one in (sentences if paper is None else sentences[:-1]) if one and not _SENTENCE.search(one)]
        kept += [paper.strip()] if paper and paper.strip() else []
    return start + " ".join(kept).rstrip() if kept else ""


def _start(text: str) -> str:
    """Return the sign or number with which a point of a list begins."""
    point = re.match(r"\s*(?:[-*]|\d+\.) ", text)
    return point[0] if point else ""


def off_menu(text: str) -> str:
    """Return a paragraph without the sentences about running cells: a page that only shows a lesson has none."""
    if text.startswith(_AS_IT_IS) or not _MENU.search(text):
        return text
    start = _start(text)
    kept = " ".join(one for one in _BETWEEN.split(text[len(start) :]) if not _MENU.search(one))
    return start + kept if kept else ""


def by_points(text: str, keep: Callable[[str], str]) -> str:
    """Return a text of which each paragraph, and each point of a list, is what is kept of it."""
    kept = []
    for part in re.split(r"\n\s*\n", text):
        points = re.split(r"\n(?=\s*(?:[-*]|\d+\.) )", part)  # of a list only some points may be for a screen
        left = [words for point in points if (words := keep(point))]
        if len(left) < len(points):
            left = _counted_anew(left)
        kept.append("\n".join(left))
    return "\n\n".join(kept)


def _counted_anew(points: list[str]) -> list[str]:
    """Return points of a list numbered from 1; one that is left alone has no number."""
    found = [re.fullmatch(r"\d+\. (.*)", point, re.DOTALL) for point in points]
    if not all(found):
        return points
    texts = [one[1] for one in found if one]
    return texts if len(texts) == 1 else [f"{number}. {text}" for number, text in enumerate(texts, 1)]
