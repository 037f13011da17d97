"""Make mistakes at random in the code, and print those that no test notices (`make nightly`).

Each mistake changes one operator or one small number. Which ones are drawn depends on the seed alone, by default the
day; `python tools/nightly.py 2026-11-16 10` draws ten of that day. A survivor is either a missing test or a change that
changes nothing: look at each.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from random import Random

from mutants import FILE, ROOT, Mutant, hunt

COUNT = 50
OPERATORS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "//": "*",
    "and": "or", "or": "and", "is": "is not", "is not": "is", "in": "not in", "not in": "in",
}  # fmt: skip
_LONGEST_FIRST = sorted(OPERATORS, key=len, reverse=True)
_OPERATOR = re.compile(rf"(?<![\w=<>!*/+-])({'|'.join(map(re.escape, _LONGEST_FIRST))})(?![=<>\w*/])")


@cache
def mistakes(text: str) -> list[tuple[int, int, str]]:
    """Return from where to where in a module's text something could be changed, and into what."""
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))

    def between(left: ast.expr, right: ast.expr) -> Iterator[tuple[int, int, str]]:
        begin = _place(starts, text, left.end_lineno, left.end_col_offset)
        end = _place(starts, text, right.lineno, right.col_offset)
        if found := _OPERATOR.search(text, begin, end):
            yield found.start(), found.end(), OPERATORS[found[0]]

    found: list[tuple[int, int, str]] = []
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Compare(left=left, comparators=[right]) | ast.BinOp(left=left, right=right):
                found += between(left, right)
            case ast.BoolOp(values=[left, right, *_]):
                found += between(left, right)
            case ast.Constant(value=int(value)) if not isinstance(value, bool) and 0 <= value <= 12:
                begin = _place(starts, text, node.lineno, node.col_offset)
                found.append((begin, _place(starts, text, node.end_lineno, node.end_col_offset), str(value + 1)))
    return found


def _place(starts: Sequence[int], text: str, line: int | None, column: int | None) -> int:
    """Return a place in a text; a syntax tree counts bytes."""
    begin = starts[(line or 1) - 1]
    whole = text[begin : starts[line or 1]].encode()
    return begin + len(whole[: column or 0].decode())


def tested(root: Path, known: Mapping[str, Sequence[str]]) -> dict[Path, tuple[str, ...]]:
    """Return the files for which tests are named, each with those of the nearest place."""
    found: dict[Path, tuple[str, ...]] = {}
    for place in sorted(known, key=len):  # what is longer is nearer
        for part in sorted(root.glob(place)):
            paths = sorted(part.rglob("*.py")) if part.is_dir() else [part]
            found |= dict.fromkeys(paths, tuple(known[place]))
    return found


def drawn(root: Path, seed: str, count: int, known: Mapping[str, Sequence[str]]) -> list[Mutant]:
    """Draw mistakes in the files for which tests are named, each place that can be changed as likely as another."""
    pool = []
    for path, tests in tested(root, known).items():
        text = path.read_text(encoding="utf-8")
        pool += [(path.relative_to(root).as_posix(), tests, text, *one) for one in mistakes(text)]
    found = []
    for name, tests, text, begin, end, new in Random(seed).sample(pool, min(len(pool), count)):
        first, last = text.rfind("\n", 0, begin) + 1, text.find("\n", end)
        what = f"line {text.count(chr(10), 0, begin) + 1}: {text[begin:end]} becomes {new}"
        old = _once(text, first, last)
        at = len(old) - (last - begin)
        found.append(Mutant(what, name, old, old[:at] + new + old[at + end - begin :], tests))
    return sorted(found, key=lambda one: one.tests)


def _once(text: str, first: int, last: int) -> str:
    """Return a line of a text, with lines before it if need be, so that it stands there only once."""
    while text.count(text[first:last]) > 1 and first > 0:
        first = text.rfind("\n", 0, first - 1) + 1
    return text[first:last]


def main(seed: str = "", count: str = str(COUNT), root: Path = ROOT, file: Path = FILE) -> None:
    """Try some mistakes and print the survivors."""
    seed = seed or date.today().isoformat()
    known = tomllib.loads(file.read_text(encoding="utf-8"))["tests"]
    mutants, left = drawn(root, seed, int(count), known), 0
    for number, (mutant, fate) in enumerate(hunt(root, mutants), 1):
        left += fate != "killed"
        print(f"{number:3} of {len(mutants)}  {fate:8}  {mutant.where}, {mutant.what}", flush=True)
    print(f"Seed {seed}: {left} of {len(mutants)} mistakes were not noticed.")


if __name__ == "__main__":
    main(*sys.argv[1:])
