"""Make the lessons in other languages: a part of `make messages`.

What people read in the lessons is collected like every other message, into a catalogue of its own (`lessons.po` beside
a language's `messages.po`): a message for each paragraph, list or table of a text, and for each string of a code cell
that a person reads. `lesson_in` puts the translations in their places; what is not translated stays English. A lesson
that `later` in `language.toml` does not name is written into `notebooks/de`, for example, and speaks that language.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

from babel.messages import Catalog

ROOT = Path(__file__).resolve().parent.parent
COURSE = ROOT / "notebooks"
CATALOGUE = "lessons.po"

_READ_PLACES = {
    "Lesson": (1,), "predict": (1,), "question": (1,), "explain": (1, 2), "at": (0,), "policy": (0, 2, 3),
    "Comparison": (0,),
}  # fmt: skip
"""The arguments that people read, of those without a name."""
_READ_NAMES = {
    "about", "choices", "controls", "end", "explain", "gap", "hints", "mistakes", "right", "route", "rulebook", "step",
    "steps", "title", "unit", "word", "x_label", "y_label",
}  # fmt: skip
"""Arguments with a name that people read."""
_READ_VARIABLES = {"choices", "hints", "mistakes", "route", "steps"}
_SPEAKS = ("Lesson", "Table")
"""What is told the language."""
_SENTENCE = re.compile(r"[“(*]*[A-Z][\w’']*[,;:]? \S|(?:\S+ ){4}\S")
"""What is read wherever it stands: it begins with a capital letter, or has five words."""
_KEPT = re.compile(r"\]\([^)]*\)|\{[^{}]*\}|`[^`]+`|<!-- paper:")
_LINK = re.compile(r"\]\(([\w-]+\.ipynb)\)")


def lessons() -> list[Path]:
    """Return the notebooks of the course, in order."""
    return sorted(COURSE.glob("*.ipynb"))


def place(path: Path) -> str:
    """Return how a catalogue calls a notebook."""
    return f"{COURSE.name}/{path.name}"


def collect() -> Catalog:
    """Return every message of the lessons, with the notebooks that say it."""
    found = Catalog(project="Fishlab", charset="utf-8", fuzzy=False)
    for path in lessons():

        def note(message: str, where: str = place(path)) -> str:
            found.add(message, locations=[(where, 0)])
            return message

        for cell in _read(path)["cells"]:
            translated(cell, note)
    return found


def wrong(message: str, translation: str) -> bool:
    """Tell whether a translation lacks a link, code, a slot or words for paper of its message, or has others.

    >>> wrong("Open [it](a.ipynb): {count} fish", "Öffne [es](b.ipynb): {count} Fische")
    True
    """
    return sorted(_KEPT.findall(message)) != sorted(_KEPT.findall(translation))


def made(folder: Path, catalogue: Catalog) -> dict[str, str]:
    """Return the lessons of a language by their names, as they are stored: those that it does not translate later."""
    later = tuple(tomllib.loads((folder / "language.toml").read_text(encoding="utf-8"))["later"])
    own = [path for path in lessons() if not place(path).startswith(later)]
    return {path.name: lesson_in(path, folder.name, catalogue, {one.name for one in own}) for path in own}


def write(folder: Path, catalogue: Catalog) -> None:
    """Write the lessons of a language, and remove those that are not made any more."""
    target, own = COURSE / folder.name, made(folder, catalogue)
    for path in target.glob("*.ipynb"):
        if path.name not in own:
            path.unlink()
    for name, text in own.items():
        target.mkdir(exist_ok=True)
        (target / name).write_text(text, encoding="utf-8")


def lesson_in(path: Path, code: str, catalogue: Catalog, beside: Collection[str] = ()) -> str:
    """Return a lesson in a language, as a notebook is stored.

    Args:
        path: the lesson in English.
        code: the language.
        catalogue: what is translated.
        beside: the lessons that there are in this language; links to others lead to the English ones.
    """

    def said(message: str) -> str:
        own = catalogue.get(message)
        return own.string if own is not None and isinstance(own.string, str) and own.string else message

    def link(found: re.Match[str]) -> str:
        return found[0] if found[1] in beside else f"](../{found[1]}) (en)"

    notebook = _read(path)
    for cell in notebook["cells"]:
        text = translated(cell, said, code)
        if cell["cell_type"] == "markdown":
            text = _LINK.sub(link, text)
        cell["source"] = text.splitlines(keepends=True)
    stored = json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"
    ruff = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(COURSE / code / path.name), "-"]
    return subprocess.run(ruff, input=stored, capture_output=True, text=True, encoding="utf-8", check=True).stdout


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def translated(cell: dict[str, Any], said: Callable[[str], str], language: str = "") -> str:
    """Return the text of a cell with each message as `said` says it; a lesson is told its language."""
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        parts = re.split(r"(\n\s*\n)", text)
        return "".join(said(part) if re.search(r"[^\W\d_]", part) else part for part in parts)
    return code_in(text, said, language)


def code_in(text: str, said: Callable[[str], str], language: str) -> str:
    """Return code with what people read in it translated."""
    tree = ast.parse("\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in text.split("\n")))
    lines = text.encode().splitlines(keepends=True)
    starts = [sum(map(len, lines[:n])) for n in range(len(lines) + 1)]
    changes: list[tuple[int, int, str]] = []

    def spot(line: int, column: int) -> int:
        return starts[line - 1] + column

    for node, named in _strings(tree):
        message = _message(node)
        words = said(message)
        if words != message or named:
            quoted = _quoted(words, isinstance(node, ast.JoinedStr))
            written = f"{_quoted(message, False)}: {quoted}" if named else quoted
            start, end = spot(node.lineno, node.col_offset), spot(node.end_lineno or 0, node.end_col_offset or 0)
            changes.append((start, end, written))
    if language:
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _SPEAKS:
                end = spot(call.end_lineno or 0, call.end_col_offset or 0) - 1
                changes.append((end, end, f', language="{language}"'))
        for choices in _lists_of_choices(tree):
            for at, sign in ((spot(choices.lineno, choices.col_offset), "{"),
                             (spot(choices.end_lineno or 0, choices.end_col_offset or 0) - 1, "}")):  # fmt: skip
                changes.append((at, at + 1, sign))
    whole = text.encode()
    for start, end, new in sorted(changes, reverse=True):
        whole = whole[:start] + new.encode() + whole[end:]
    return whole.decode()


def read_on_cards(module: ast.Module) -> list[str]:
    """Return what people read on the cards that a module makes, as cells would; what the module is for they do not."""
    asked = ast.Module(module.body[1:], [])
    for node in ast.walk(asked):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _READ_PLACES:
            node.args.insert(0, ast.Constant(""))  # where cells have the card's key
    return [_message(node) for node, _ in _strings(asked)]


def _quoted(text: str, slots: bool) -> str:
    return f"{'f' * slots}{json.dumps(text, ensure_ascii=False)}"


def _message(node: ast.Constant | ast.JoinedStr) -> str:
    """Return a string of a program as translators read it; what an f-string works out stands in braces."""
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)[2:-1]


def _strings(tree: ast.AST) -> Iterator[tuple[ast.Constant | ast.JoinedStr, bool]]:
    """Yield the strings that people read, and of each whether it is a choice that has no words of its own yet."""
    listed = {id(one) for choices in _lists_of_choices(tree) for one in choices.elts}
    found: dict[int, ast.Constant | ast.JoinedStr] = {}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for part in [*_read_parts(tree), tree]:
        for node in _leaves(part):
            if id(node) not in inside and (part is not tree or _SENTENCE.match(_message(node))):
                found[id(node)] = node
    for node in found.values():
        if re.search(r"[^\W\d_]", _message(node)):
            yield node, id(node) in listed


def _read_parts(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            yield from (node.args[n] for n in _READ_PLACES.get(name, ()) if n < len(node.args))
            yield from (word.value for word in node.keywords if word.arg in _READ_NAMES)
        elif isinstance(node, ast.Assign | ast.AugAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id in _READ_VARIABLES for target in targets):
                yield node.value


def _lists_of_choices(tree: ast.AST) -> list[ast.List]:
    """Return the choices that are their own words: in another language each gets words, and stays what it is."""
    return [
        word.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for word in node.keywords
        if word.arg == "choices" and isinstance(word.value, ast.List)
        and all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in word.value.elts)
    ]  # fmt: skip


def _leaves(node: ast.AST) -> Iterator[ast.Constant | ast.JoinedStr]:
    """Yield the strings inside of a part; of a mapping those that its keys stand for, unless only keys are strings."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        yield node
    elif isinstance(node, ast.Dict):
        inside = [leaf for value in node.values for leaf in _leaves(value)]
        yield from inside or [leaf for key in node.keys if key is not None for leaf in _leaves(key)]
    elif not isinstance(node, ast.Subscript):
        for child in ast.iter_child_nodes(node):
            yield from _leaves(child)
