"""Keep the catalogues of messages: `make messages` collects, `make messages LANGUAGE=fr` begins a new language.

Every marked message (`fishlab.messages`) is collected. Babel puts it into each language's `messages.po`, where
translators write, drops those that nobody says any more, and writes `messages.mo`, which programs read. The texts of
the lessons have a catalogue of their own, `lessons.po`, from which `lessons` makes notebooks. What is missing, outdated
or has wrong slots is printed. `Pseudo` is a language for tests: longer than English, with accents, in brackets.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tomllib
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import lessons
from babel.messages import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from fishlab import BUILT_IN, PRACTICE
from fishlab.bots import bot_line, bots_for
from fishlab.languages import FOLDER, RIGHT_TO_LEFT
from fishlab.messages import Language

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("fishlab", "widgets/fishlab_widgets")
REASONS = "widgets/fishlab_widgets/lesson/reasons"
"""Tables of sentences: the explanations of predictions."""
QUESTIONS = "widgets/fishlab_widgets/lesson_cards"
"""What cards ask and say, in calls that need no marks."""
MARKS = {"tr": 1, "trn": 2, "trs": 2, "mark": 1, "message": 1, "refusal": 1, "RowsError": 1, "BadSettings": 1}
"""The marks, and how many of their arguments are messages."""
ABOUT = '# What its speakers call the language, and its decimal sign.\nname = "{code}"\ndecimal = "."\n\n{later}'
GLOSSARY = (
    "# Glossary\n\nHow readers are addressed, and the words for fish and terms, so that they are the same everywhere.\n"
)
LATER = (
    "# Parts that are translated later: folders and modules. A message that is said elsewhere too is not among them.\n"
)

_HEAD = ("msgid", "msgstr", '"Language:', '"Plural-Forms', '"MIME', '"Content')


def collect() -> Catalog:
    """Return every message of the project, with the modules that say it."""
    found = Catalog(project="Fishlab", charset="utf-8", fuzzy=False)
    for file in sorted(file for place in PLACES for file in (ROOT / place).rglob("*.py")):
        where = [(file.relative_to(ROOT).as_posix(), 0)]
        for text in said(ast.parse(file.read_text(encoding="utf-8"))):
            found.add(text, locations=where)
    for file in sorted((ROOT / REASONS).glob("*.toml")):
        for text in _strings_in(tomllib.loads(file.read_text(encoding="utf-8"))):
            found.add(text, locations=[(f"{REASONS}/{file.name}", 0)])
    for file in sorted((ROOT / QUESTIONS).glob("lesson_*.py")):
        for text in lessons.read_on_cards(ast.parse(file.read_text(encoding="utf-8"))):
            found.add(text, locations=[(f"{QUESTIONS}/{file.name}", 0)])
    for game in (*BUILT_IN, *PRACTICE.values()):
        for bot in bots_for(game).values():
            found.add(bot_line(bot), locations=[(f"fishlab/{game.name}/players.py", 0)])
    return found


def said(tree: ast.AST) -> Iterator[str | tuple[str, str]]:
    """Yield the messages of a program, those in an f-string too; one that has two forms as a pair."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS:
            texts = [list(_texts(one)) for one in node.args[: MARKS[node.func.id]]]
            if len(texts) == 2:
                if not texts[0]:
                    raise ValueError(
                        f"line {node.lineno}: write both forms into {node.func.id} itself, to be translated"
                    )
                yield from zip(*texts, strict=True)
            else:
                yield from filter(None, texts[0])


def _texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_texts(node.body), *_texts(node.orelse))


def _strings_in(table: object) -> Iterator[str]:
    """Yield all texts of a table of sentences."""
    if isinstance(table, str):
        yield table
    elif isinstance(table, dict | list):
        for one in table.values() if isinstance(table, dict) else table:
            yield from _strings_in(one)


MESSAGES = "messages.po"


def read(folder: Path, name: str = MESSAGES) -> Catalog:
    """Return a catalogue of a language: its messages, or its lessons."""
    with (folder / name).open("rb") as file:
        return read_po(file, locale=folder.name)


def po_text(catalogue: Catalog) -> bytes:
    """Return a catalogue as translators read it; neither the day nor a line's number changes it."""
    out = io.BytesIO()
    write_po(out, catalogue, width=110, sort_by_file=True, include_lineno=False, ignore_obsolete=True)
    head, _, rest = out.getvalue().decode().partition("\n\n")
    kept = [line for line in head.split("\n") if line.startswith(_HEAD)]
    return "\n\n".join(["\n".join(kept), rest]).encode()


def mo_bytes(catalogue: Catalog) -> bytes:
    """Return a catalogue as programs read it."""
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def update(folder: Path, messages: Catalog, name: str = MESSAGES) -> None:
    """Put new messages into a catalogue, drop old ones, and write it for programs, or make lessons of it."""
    catalogue = read(folder, name)
    catalogue.update(messages, no_fuzzy_matching=True, update_header_comment=False)
    (folder / name).write_bytes(po_text(catalogue))
    if name == MESSAGES:
        (folder / "messages.mo").write_bytes(mo_bytes(read(folder)))
    else:
        lessons.write(folder, read(folder, name))


def begin(code: str) -> Path:
    """Make the folder of a new language, and return it."""
    if code in RIGHT_TO_LEFT:
        raise ValueError(f"{code} is written from right to left: the pages are not made for it")
    folder = FOLDER / code
    if not re.fullmatch("[a-z]{2,3}", code) or folder.exists():
        raise ValueError(f"{code} is no new language: give the code of one, such as fr, that has no folder in {FOLDER}")
    folder.mkdir()
    (folder / "glossary.md").write_text(GLOSSARY, encoding="utf-8")
    later = LATER + "later = [\n" + "".join(f'    "{place}",\n' for place in (*PLACES, "notebooks")) + "]\n"
    (folder / "language.toml").write_text(ABOUT.format(code=code, later=later), encoding="utf-8")
    for name in (MESSAGES, lessons.CATALOGUE):
        (folder / name).write_bytes(po_text(Catalog(locale=code, project="Fishlab", fuzzy=False)))
    return folder


def forms(text: str | tuple[str, ...] | list[str]) -> list[str]:
    """Return a message, or the forms of one that has several."""
    return [text] if isinstance(text, str) else list(text)


def slots(text: str) -> set[str]:
    """Return the slots of a message.

    >>> sorted(slots("{name} takes {count:,} fish"))
    ['count', 'name']
    """
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def wrong_slots(message: Message) -> bool:
    """Tell whether a translation has a slot that its message has not, or lacks one; one thing needs no number."""
    asked = set().union(*map(slots, forms(message.id)))
    said = forms(message.string)
    if not all(said):
        return False
    try:
        return any(slots(one) - asked or asked - {"n"} - slots(one) for one in said)
    except ValueError:  # a brace that nothing closes
        return True


def problems(folder: Path, messages: Catalog, name: str = MESSAGES) -> Iterator[str]:
    """Yield what is wrong with a catalogue: a line for each message that is missing, outdated or has wrong slots."""
    about = tomllib.loads((folder / "language.toml").read_text(encoding="utf-8"))
    later, catalogue = tuple(about["later"]), read(folder, name)
    wrong = wrong_slots if name == MESSAGES else wrong_in_lesson
    for message in messages:
        own = catalogue.get(message.id) if message.id else message
        if own is None or not all(forms(own.string or "")):
            if message.id and not all(place.startswith(later) for place, _ in message.locations):
                yield f"missing: {forms(message.id)[0]!r} ({message.locations[0][0]})"
        elif message.id and wrong(own):
            yield f"wrong slots: {forms(message.id)[0]!r} is {' | '.join(forms(own.string))!r}"
    known = {tuple(forms(one.id)) for one in messages}
    for own in catalogue:
        if own.id and tuple(forms(own.id)) not in known:
            yield f"outdated: {forms(own.id)[0]!r}"


def wrong_in_lesson(message: Message) -> bool:
    """Tell whether a text of a lesson has lost a link, code or a slot, or has others."""
    return lessons.wrong(str(message.id), str(message.string))


ACCENTS = str.maketrans("aceinouyACEINOUYs", "áçéíñóúýÁÇÉÍÑÓÚÝš")
_MORE = 0.35


class Pseudo(NullTranslations):
    """A language in which every message is its English with accents, a third longer, and in brackets."""

    def gettext(self, message: str) -> str:
        """Return a message, longer."""
        return pseudo(message)

    def ngettext(self, one: str, more: str, n: int) -> str:
        """Return the message for a number, longer."""
        return pseudo(one if n == 1 else more)


PSEUDO = Language("en-XA", "Pseudo", Pseudo(), ",")


def pseudo(message: str) -> str:
    """Return a message as the pseudo-language has it; slots and tags stay as they are.

    >>> pseudo("{n} fish")
    '⟦{n} fíšh·⟧'
    """
    parts, depth = [], 0
    for sign in message:
        depth += (sign in "{<") - (sign in "}>")
        parts.append(sign if depth else sign.translate(ACCENTS))
    return f"⟦{''.join(parts)}{'·' * max(0, round(_MORE * len(message)) - 2)}⟧"


def main(arguments: list[str]) -> int:
    """Renew every catalogue, and print what is wrong with each; 1 if anything is."""
    try:
        for code in filter(None, arguments):
            begin(code)
    except ValueError as why:
        print(why)
        return 2
    both, found = {MESSAGES: collect(), lessons.CATALOGUE: lessons.collect()}, 0
    for folder in sorted(one.parent for one in FOLDER.glob("*/messages.po")):
        for name, messages in both.items():
            update(folder, messages, name)
            lines = list(problems(folder, messages, name))
            found += len(lines)
            print("\n".join([f"{folder.name}/{name}: {len(messages)} messages, {len(lines)} problems", *lines]))
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
