"""Make small mistakes in the code, one at a time, and see whether a test notices (`make mutants`).

The mistakes stand in `mutants.toml`. Each is made in a copy of the project, never in the project itself, and only the
tests that should notice it are run. A mutant that no test kills is a promise that nobody keeps: write the test.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from time import perf_counter
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FILE = Path(__file__).with_name("mutants.toml")
LEFT_OUT = (".*", "__pycache__", "_build", "_site", "dist", "build", "test-artefacts", "*.egg-info")
"""What a copy does not need."""
PYTEST = (
    "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider",
    *(f"--ignore-glob=*{name}" for name in ("_face.py", "_panel.py", "_browser.py", "test_bay.py")),
)  # fmt: skip
"""Rules are for the tests of rules to guard; pictures of them come later and take longer."""


class Mutant(NamedTuple):
    """A mistake, and who should notice it.

    Attributes:
        what: the mistake in words.
        where: a file, a folder, or a pattern such as fishlab/*.py; among its Python files the text stands once.
        old: the text as it is.
        new: the text with the mistake.
        tests: the paths of the tests that should fail.
        only: which of these tests, as `pytest -k` takes it; "" for all.
    """

    what: str
    where: str
    old: str
    new: str
    tests: tuple[str, ...]
    only: str = ""

    def file(self, root: Path) -> Path:
        """Return the file that holds the text; `ValueError` if it does not stand there exactly once."""
        parts = root.glob(self.where)
        paths = [path for part in parts for path in (part.rglob("*.py") if part.is_dir() else [part])]
        found = {path: count for path in paths if (count := path.read_text(encoding="utf-8").count(self.old))}
        if sum(found.values()) != 1:
            raise ValueError(f"{self.what}: {self.where} holds {self.old!r} {sum(found.values())} times, not once")
        return next(iter(found))

    def applied(self, root: Path) -> tuple[Path, str]:
        """Return the file that the mistake is made in and what it then holds; `ValueError` if it cannot be made."""
        path = self.file(root)
        text = path.read_text(encoding="utf-8").replace(self.old, self.new)
        try:
            ast.parse(text)
        except SyntaxError as error:
            raise ValueError(f"{self.what}: {path.name} is no longer Python ({error})") from None
        return path, text


def listed(file: Path = FILE) -> list[Mutant]:
    """Return the mutants of a list; those of one place and of the same tests stand together."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    found = []
    for entry in data["mutant"]:
        tests = entry.pop("tests", data["tests"][entry["where"]])
        found.append(Mutant(**entry, tests=tuple(tests)))
    order = list(dict.fromkeys((one.tests, one.only) for one in found))
    return sorted(found, key=lambda one: order.index((one.tests, one.only)))


def run_tests(project: Path, mutant: Mutant, most: float | None = None) -> bool | None:
    """Return whether the tests of a mutant pass in a copy of the project, None if they do not end in time."""
    words = [sys.executable, *PYTEST, *mutant.tests, *(["-k", mutant.only] if mutant.only else [])]
    # Modules come from the copy, and no bytecode is kept: a mutant may be as long as what it replaces, and as old.
    path = os.pathsep.join(map(str, (project, project / "widgets")))
    more = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    try:
        done = subprocess.run(
            words, cwd=project, env={**os.environ, **more}, timeout=most, check=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None
    return done.returncode == 0


def hunt(root: Path, mutants: list[Mutant]) -> Iterator[tuple[Mutant, str]]:
    """Yield each mutant with what became of it: killed, survived, or why it could not be told."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        project = Path(folder) / root.name
        shutil.copytree(root, project, ignore=shutil.ignore_patterns(*LEFT_OUT))
        healthy: dict[tuple[tuple[str, ...], str], tuple[bool | None, float]] = {}
        for mutant in mutants:
            tests = (mutant.tests, mutant.only)
            if tests not in healthy:
                begin = perf_counter()
                healthy[tests] = run_tests(project, mutant), perf_counter() - begin
            passed, seconds = healthy[tests]
            if not passed:
                yield mutant, "not tried, for its tests fail without it, or there are none"
                continue
            try:
                path, text = mutant.applied(project)
            except ValueError:
                yield mutant, "not tried, for it does not fit the code any more"
                continue
            before = path.read_text(encoding="utf-8")
            path.write_text(text, encoding="utf-8")
            try:
                survived = run_tests(project, mutant, most=60 + 10 * seconds)
            finally:
                path.write_text(before, encoding="utf-8")
            yield mutant, "survived" if survived else "killed"


def main(word: str = "", root: Path = ROOT, file: Path = FILE) -> None:
    """Try the mutants that a word is in, all without one; fail if any is left."""
    mutants = [one for one in listed(file) if word.lower() in f"{one.where} {one.what}".lower()]
    if not mutants:
        sys.exit(f"No mutant has {word!r} in it: see {file.name}.")
    left = []
    for number, (mutant, fate) in enumerate(hunt(root, mutants), 1):
        mark = fate if fate == "killed" else fate.upper()
        print(f"{number:3} of {len(mutants)}  {mark}  {mutant.where}: {mutant.what}", flush=True)
        if fate != "killed":
            old, new = indent(mutant.old.strip("\n"), "    - "), indent(mutant.new.strip("\n"), "    + ")
            left.append(f"  {mutant.where}: {mutant.what} ({fate})\n{old}\n{new}")
    if left:
        sys.exit(f"{len(left)} of {len(mutants)} mutants are left:\n" + "\n".join(left))
    print(f"All {len(mutants)} mutants are killed.")


if __name__ == "__main__":
    main(*sys.argv[1:])
