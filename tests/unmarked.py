"""Finds sentences that no catalogue can translate: `python tests/unmarked.py boom widgets/fishlab_widgets/lab`.

Every message comes back in brackets here. What a game or a page says and is not inside of any was never marked. Of
folders, the programs are read instead: what looks like a sentence there has to stand in a mark.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from gettext import NullTranslations
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

from fishlab import GAMES, Match, State, messages
from fishlab.core import Move

MOMENTS = 60


class Brackets(NullTranslations):
    """A language in which every message is its English in brackets."""

    def gettext(self, message: str) -> str:
        """Return a message in brackets."""
        return f"⟦{message}⟧"

    def ngettext(self, one: str, more: str, n: int) -> str:
        """Return the message for a number, in brackets."""
        return f"⟦{one if n == 1 else more}⟧"


BRACKETS = messages.Language("brackets", "Brackets", Brackets())


def outside(text: str) -> str:
    """Return the letters of a text that stand in no brackets, "" if there are none."""
    depth, found = 0, []
    for sign in text:
        depth += (sign == "⟦") - (sign == "⟧")
        found.append(sign if depth == 0 and sign != "⟧" else " ")
    return " ".join(re.findall(r"[^\W\d_]{2,}", "".join(found)))


def texts(state: State, moves: list[Move]) -> Iterator[tuple[str, str]]:
    """Yield what a moment says, and of what."""
    for name in ("prompt", "rule", "coach", "decided", "summary"):
        yield name, getattr(state, name)()
    yield "seat_title", state.seat_title(0)
    for move in moves[:12]:
        yield "explain", state.explain(move)
        if move in state.moves():
            yield "say", state.say(move)
        else:
            yield "why_not", str(state.why_not(move))
    for option in state.options:
        yield f"option {option.name}", messages.tr(option.label)


def unmarked(name: str) -> set[tuple[str, str]]:
    """Return what a game says outside of messages, in random games of its fewest and its most players."""
    game, found = GAMES[name], set()
    for players in {game.seats[0], game.seats[-1]}:
        match, rng, seen = Match(game, players), Random(7), list[Move]()
        while not match.over:
            match.play(match.state.sample(rng))
        step = max(1, len(match) // MOMENTS)
        for state, move in [*zip(match.states, match.moves, strict=False)][::step]:
            legal = list(dict.fromkeys(state.moves()))
            rng.shuffle(legal)
            for what, text in texts(state, [move, *legal[:6], *seen[-5:]]):
                if left := outside(text):
                    found.add((what, left))
            seen.append(move)
        found |= {(what, left) for what, text in texts(match.state, seen[-5:]) if (left := outside(text))}
    return found


# What is read in programs.

_MARKS = {"tr", "trn", "trs", "mark", "message", "refusal", "RowsError", "BadSettings"}
_CARDS = {"predict", "question", "check"}
"""What a card is given is collected as it is: `lessons.read_on_cards`."""
_FOR_PROGRAMMERS = {"AssertionError", "AttributeError", "NotImplementedError", "RuntimeError", "TypeError"}
_PROSE = re.compile(r"[^\W\d_]{2,}[,;:.…”]* [“(]?[^\W\d_]")
_MARKUP = re.compile(r"<[^>]*>")
_NO_PROSE = re.compile(r"\\|\(\?|\[\^|[{}]|=\"|&&|--\w|\dpx|^import |^from |^fishlab [a-z]+\b|<details|^\.\w")
"""Patterns, styles, tags and commands."""
_CITED = re.compile(r"[A-Z]\w+(?:, [A-Z]\w+)*(?: & [A-Z]\w+| et al\.)* \(?\d{4}\)?")
NO_SENTENCES = {
    "DejaVu Sans", "all do as the lone one", "all do as the others", "bars stacked", "bay-numbers row",
    "each other loses", "fishlab laboratory", "game version", "lines steps", "made by", "number of", "offset points",
    "only move",
    "own: fears empty plates less", "own: for the team", "own: four times the search", "own: no search",
    "row wrap", "rows lots", "rows own", "team: for itself", "the lone one gains", "upper left",
}  # fmt: skip
"""Keys, names of styles, and words of libraries: nobody reads them."""
NOT_READ = {
    "paper_words.py": "looks for words in the lessons' own English",
    "open_class.py: SEA": "words to type, drawn at random",
}


def _at_once(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of what a card is given; a function that makes a sentence later has to mark it."""
    if not isinstance(node, ast.Lambda | ast.JoinedStr):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from _at_once(child)


def _marked(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield all that stands in a mark, describes the program, or is said to programmers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _MARKS:
            yield from (part for argument in node.args for part in ast.walk(argument))
        elif isinstance(node, ast.Call) and ast.unparse(node.func) in _CARDS:
            yield from (
                part for given in (*node.args, *(one.value for one in node.keywords)) for part in _at_once(given)
            )
        elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            if isinstance(node.exc.func, ast.Name) and node.exc.func.id in _FOR_PROGRAMMERS:
                yield from ast.walk(node.exc)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "SEA":
            yield from ast.walk(node)


def in_python(text: str) -> list[tuple[int, str]]:
    """Return the lines of a program on which a sentence stands that is not marked."""
    tree, found = ast.parse(text), []
    known = set(_marked(tree))
    parts = {value for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for value in node.values}
    for node in ast.walk(tree):
        if node in known or (node in parts and isinstance(node, ast.Constant)):
            continue
        if isinstance(node, ast.JoinedStr):
            said = "".join(str(one.value) if isinstance(one, ast.Constant) else "…" for one in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            said = node.value
        else:
            continue
        said = _CITED.sub("", _MARKUP.sub(" ", said)).strip()
        if _PROSE.search(said) and not _NO_PROSE.search(said) and said not in NO_SENTENCES:
            found.append((node.lineno, said))
    return found


_SHOWN = re.compile(
    r"""(?:textContent\s*[:=]|placeholder\s*[:=]|\btitle\s*[:=]|"aria-label",|\bbutton\(\w+,|\b(?:fold|choice)\()\s*(["`'])(.*?)\1"""
)
_TEXT = re.compile(r"""(["`'])([^"`'\n]*)\1""")


def in_script(text: str) -> list[tuple[int, str]]:
    """Return the lines of a script on which a text for people is written: they come from Python."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        code = re.sub(r"(?:^|\s)//.*", "", line)
        shown = [one[2] for one in _SHOWN.finditer(code)]
        shown += [one[2] for one in _TEXT.finditer(code) if re.search(r"[A-Z][a-z]+ (?:[a-z]{2,}|\$\{)", one[2])]
        for said in shown:
            if re.search(r"[^\W\d_]{2,}", re.sub(r"\$\{[^}]*}", "", said)):
                found.append((number, said))
    return found


def in_folder(folder: Path) -> list[str]:
    """Return where sentences stand in the programs and scripts of a folder (or in one file) that are not marked."""
    lines = []
    for file in sorted([folder] if folder.is_file() else folder.rglob("*.[pj][ys]")):
        if file.name not in NOT_READ:
            read = in_python if file.suffix == ".py" else in_script
            lines += [f"{file}:{number}: {said}" for number, said in read(file.read_text(encoding="utf-8"))]
    return lines


# What a page is told.

_UNREAD = {"code", "name", "names", "sign", "tab", "letter", "key", "does"}


def in_payload(told: Any) -> Iterator[str]:
    """Yield the words of what a page is told that stand in no message; names and codes are no words."""
    if isinstance(told, dict):
        for key, value in told.items():
            if key not in _UNREAD:
                yield from in_payload(value)
    elif isinstance(told, list | tuple):
        pair = len(told) == 2 and all(isinstance(one, str) for one in told)  # a name, and its words
        for value in told[pair:]:
            yield from in_payload(value)
    elif isinstance(told, str):
        plain = re.sub(r"<style.*?</style>|<[^>]*>", " ", told, flags=re.DOTALL)
        if left := outside(_CITED.sub("", unescape(plain))):
            yield left


def main(names: list[str]) -> int:
    """Print what is not marked; 1 if there is any."""
    messages.use(BRACKETS)
    places = [name for name in names if "/" in name]
    games = [name for name in names if name not in places] if names else GAMES
    lines = sorted({f"{name} {what}: {left}" for name in games for what, left in unmarked(name)})
    lines += [line for place in places for line in in_folder(Path(place))]
    print("\n".join(lines))
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
