"""Begin a game of your own: `python tools/new_game.py tangle` copies the pond of lesson 00 under that name.

Rules, words, bots, face and tests are written where a game's lie, and in every language the game is put on the list of
what is translated later. All of it passes as it is; change it into yours, one file after the other.
"""

from __future__ import annotations

import re
import sys
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FROM = "firstpond"
FOLDERS = ("fishlab", "widgets/fishlab_widgets", "tests")
LESSONS_OWN = "test_firstpond.py"
"""What is tested of the pond alone: that it stands beside the games."""
ALONE = " It is for practice only, so it stands in no\nlist of games."
"""What its first file says of the pond alone."""
IMPORTS = re.compile(r"(?:^from fishlab\S* import .*\n)+", re.M)
USED = re.compile(r'tag: ClassVar\[str\] = "([A-Z]{2})"')


def free_tag(name: str) -> str:
    """Return two letters to open save codes with, of the name if they are free."""
    rules = chain(*(sorted((ROOT / "fishlab").glob(f"*/{kind}.py")) for kind in ("rules", "position")))
    used = {tag for path in rules for tag in USED.findall(path.read_text(encoding="utf-8"))}
    first, *rest = name.upper()
    return next(first + letter for letter in [*rest, *map(chr, range(65, 91))] if first + letter not in used)


def renamed(text: str, name: str, tag: str) -> str:
    """Return a file of the pond as one of the new game."""
    kind = name.capitalize()
    text = text.replace("FirstPond", kind).replace(FROM, name)
    text = text.replace("the first pond", f"the game {kind}").replace('"The pond"', f'"{kind}"')
    text = text.replace(ALONE, "")
    text = re.sub(r'(tag: ClassVar\[str\] = )"FP"', rf'\1"{tag}"', text)
    return IMPORTS.sub(lambda block: "".join(sorted(block[0].splitlines(keepends=True), key=_module)), text)


def _module(line: str) -> str:
    return line.split()[1]


def begin(name: str) -> list[Path]:
    """Write the files of a new game and return them; `ValueError` says why it cannot be."""
    if not re.fullmatch("[a-z]{3,20}", name):
        raise ValueError(f"{name!r} cannot be a folder's name here: take 3 to 20 small letters, as in tangle")
    taken = [place for place in (ROOT / part / name for part in FOLDERS) if place.exists()]
    if taken:
        raise ValueError(f"{taken[0].relative_to(ROOT)} is there already: choose another name")
    tag, made = free_tag(name), []
    for part in FOLDERS:
        for path in sorted((ROOT / part / FROM).glob("*.py")):
            if path.name == LESSONS_OWN:
                continue
            place = ROOT / part / name / path.name.replace(FROM, name)
            place.parent.mkdir(exist_ok=True)
            place.write_text(renamed(path.read_text(encoding="utf-8"), name, tag), encoding="utf-8")
            made.append(place)
    for path in sorted((ROOT / "fishlab" / "languages").glob("*/language.toml")):
        lines = "".join(f'    "{part}/{name}",\n' for part in FOLDERS[:2])
        text = path.read_text(encoding="utf-8").replace("\nlater = [\n", f"\nlater = [\n{lines}", 1)
        path.write_text(text, encoding="utf-8")
    return made


def main(words: list[str]) -> int:
    """Run from the command line."""
    if len(words) != 1:
        print(__doc__)
        return 2
    try:
        made = begin(words[0])
    except ValueError as why:
        print(why, file=sys.stderr)
        return 2
    print(*(path.relative_to(ROOT).as_posix() for path in made), sep="\n")
    print(f"Now name {words[0].capitalize()} in fishlab/__init__.py.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
