"""A lesson's sentences on paper: what only makes sense at a screen is left out, and what can be said for paper is.

A lesson may itself say what stands on paper instead of a sentence: "Click a plot.<!-- paper: Choose a plot. -->"
"""

from __future__ import annotations

import re
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
        (r"Choose a species\. \*\*Next arrow\*\* follows", "Follow"),
        (r"Use the card above, and answer", "At the computer. Answer"),
    )
]
"""Parts of sentences, and what stands on paper instead."""
_SENTENCE = re.compile(
    r"(?i:Shift \+ Enter|Run All|Run →|starts by itself|\bopen \*|above the board ends|\b(?:click|scroll)"
    r"|(?<!Canadian )(?<!Associated )\bpress\b"
    r"|\b(?:tabs?|cells?|notebook|drag|mouse|keyboard|sliders?"
    r"|buttons?|hover|menu|lock|locked|paste|you are told|switch|point at|keep as file"
    r"|save code|lesson code|without codes|checked at once|brings? a hint|some seconds|once more, so that"
    r"|can be moved here|first choice everywhere|one score for all)\b)|\*\*(?:New game|Step by step|Lesson code)\*\*"
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
    point = re.match(r"\s*(?:[-*]|\d+\.) ", text)
    start = point[0] if point else ""
    chunks = _PAPER.split(text[len(start) :])  # every second one is said on paper, in place of the sentence before it
    kept = []
    for screen, paper in zip_longest(chunks[::2], chunks[1::2]):
        sentences = _BETWEEN.split(screen.strip())
        kept += [one for one in (sentences if paper is None else sentences[:-1]) if one and not _SENTENCE.search(one)]
        kept += [paper.strip()] if paper and paper.strip() else []
    return start + " ".join(kept).rstrip() if kept else ""
