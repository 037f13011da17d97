"""The languages that Fishlab can speak: a folder each, with the catalogue, what is said of it, and a glossary.

`messages.po` is what translators write, `messages.mo` the same for programs (`make messages`), `language.toml` has the
language's own name, its decimal sign, and the parts of the project that are translated later.
"""

from __future__ import annotations

import os
import re
import tomllib
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Final
from warnings import warn

from fishlab.messages import ENGLISH, Language, refusal, use

FOLDER: Final = Path(__file__).parent
SETTING: Final = "FISHLAB_LANGUAGE"
"""The variable of the environment that names the usual language."""
RIGHT_TO_LEFT: Final = frozenset(("ar", "ckb", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"))


@cache
def languages() -> dict[str, Language]:
    """Return every language that is here by its code, English first."""
    folders = sorted(one.parent for one in FOLDER.glob("*/messages.mo"))
    found = [_read(folder) for folder in folders if folder.name not in RIGHT_TO_LEFT]
    return {one.code: one for one in (ENGLISH, *found)}


def _read(folder: Path) -> Language:
    about = tomllib.loads((folder / "language.toml").read_text(encoding="utf-8"))
    with (folder / "messages.mo").open("rb") as file:
        return Language(folder.name, about["name"], GNUTranslations(file), about["decimal"])


def find(code: str) -> Language:
    """Return a language by its code; of "de-AT" or "de_DE.UTF-8" it is German.

    Raises:
        ValueError: if there is no such language here, or if it is written from right to left.
    """
    base = _base(code)
    if base in languages():
        return languages()[base]
    if base in RIGHT_TO_LEFT:
        raise refusal(
            "language={code} is not possible: the pages are made for writing from left to right.", code=repr(code)
        )
    known = ", ".join(f"{one.code} ({one.name})" for one in languages().values())
    raise refusal("language={code} is not here: choose {known}.", code=repr(code), known=known)


def asked_for(header: str) -> Language | None:
    """Return the language that a browser likes best of those that are here (Accept-Language), None if it likes none.

    >>> asked_for("fr, de;q=0.8, en;q=0.5").name, asked_for("fr")
    ('Deutsch', None)
    """
    wishes = []
    for place, part in enumerate(header[:400].split(",")):
        code, _, weight = part.partition(";")
        liked = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", weight)
        wishes.append((-float(liked[1]) if liked else -1.0, place, _base(code)))
    known = languages()
    return next((known[code] for liked, _, code in sorted(wishes) if liked < 0 and code in known), None)


def of_terminal() -> Language | None:
    """Return the language of the terminal, where the environment names no other (`SETTING`); None if it is not here."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    code = "" if os.environ.get(SETTING) else next((os.environ[name] for name in names if os.environ.get(name)), "")
    return languages().get(_base(code))


def _base(code: str) -> str:
    return re.split("[-_.@]", code.strip().lower(), maxsplit=1)[0]


def use_setting() -> None:
    """Speak the language that the environment names; one that is not here is warned of, and English is spoken."""
    if wanted := os.environ.get(SETTING, ""):
        try:
            use(find(wanted))
        except ValueError as why:
            warn(f"{SETTING}: {why}", stacklevel=2)
