"""A sixth game, added as the README says: only the files that it names are touched, and everything passes.

The types of both packages are checked here too, once: what mypy learnt of them is what it needs to know in the copy.

`make test` runs in the copy what could notice one game more: the README's own commands, ruff and mypy on the new files,
and every test that is about the game or reads the list of games (`tests/sixth_game.py` chooses). `make soak` runs
all of `make rules` in the copy, which takes as long as that does.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from new_game import begin

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
STEPS = README[README.index("## Add a game") : README.index("## A game in a notebook")]
COMMAND = re.search(r"python (tools/new_game\.py \w+)", STEPS)[1]
PARTS = ("fishlab", "widgets/fishlab_widgets", "tests")
LEFT_OUT = (".git", ".venv", ".*_cache", "__pycache__", "_site", "_build", "test-artefacts")
NAME = "tangle"


def test_types_of_rules_and_widgets_are_sound():
    run(ROOT, "-m", "mypy")


def plain(text: str) -> str:
    """Return code without its indentation, line by line."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def test_the_readme_names_every_file_of_a_new_game_and_quotes_them_as_they_are(tmp_path):
    tree = copy(tmp_path, "fishlab", "widgets", "tests", "tools")
    files = [path for part in PARTS for path in sorted((tree / part / NAME).glob("*.py"))]
    whole = "\n".join(plain(path.read_text(encoding="utf-8")) for path in files)
    quoted = re.findall(r"```python\n(.*?)```", STEPS, re.DOTALL)
    assert len(quoted) > 3
    assert "practice only" not in whole, "that is said of the pond"
    for block in quoted:
        assert plain(block) in whole, block
    for path in files:
        if path.name != "__init__.py":
            assert f"`{path.relative_to(tree).as_posix()}`" in STEPS
    for settings in (tree / "fishlab" / "languages").glob("*/language.toml"):
        later = tomllib.loads(settings.read_text(encoding="utf-8"))["later"]
        assert {f"{part}/{NAME}" for part in PARTS[:2]} <= set(later), "nobody has translated it yet"


@pytest.mark.parametrize(
    ("name", "why"), [("Tangle", "small letters"), ("boom", "there already"), ("my-game", "small letters")]
)
def test_a_name_that_cannot_be_is_explained(name, why):
    with pytest.raises(ValueError, match=why):
        begin(name)


def copy(folder: Path, *names: str) -> Path:
    """Copy the project, begin a game in it, and name its class in the list of games."""
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name)  # with what Python has compiled
        else:
            shutil.copy(ROOT / name, folder)
    run(folder, *COMMAND.split())
    games = folder / "fishlab" / "__init__.py"
    text = games.read_text(encoding="utf-8")
    text, found = re.subn(
        r"(?m)^(from fishlab\.pisces\S* import Pisces)$", r"\1\nfrom fishlab.tangle import Tangle", text
    )
    assert found == 1
    text, found = re.subn(r"(?m)^(BUILT_IN: .* = \([\w, ]+)\)$", r"\1, Tangle)", text)
    assert found == 1
    games.write_text(text, encoding="utf-8")
    return folder


def run(tree: Path, *words: str) -> str:
    path = os.pathsep.join(str(tree / name) for name in ("", "widgets", "tests"))
    done = subprocess.run(
        [sys.executable, *words], cwd=tree, env={**os.environ, "PYTHONPATH": path},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def follow_the_readme(tree: Path) -> None:
    """Run the commands that the README names, and see what they say."""
    commands = re.findall(r"`python (tests/\S+(?: \w+)*)`", STEPS)
    assert [command.split()[0] for command in commands] == ["tests/laws.py", "tests/faces.py", "tests/golden.py"]
    said = [run(tree, *command.split()) for command in commands]
    assert "obey the laws" in said[0]
    assert "the face obeys the laws" in said[1]
    assert "wrote tangle-2.txt" in said[2]


@pytest.mark.long
def test_a_game_added_as_the_readme_says_passes_whatever_could_notice_it(tmp_path):
    tree = copy(tmp_path, "fishlab", "widgets", "tests", "tools", "docs", "notebooks", "pyproject.toml", "README.md")
    follow_the_readme(tree)
    run(tree, "-m", "ruff", "check", "--no-cache", *(f"{part}/{NAME}" for part in PARTS))
    if (ROOT / ".mypy_cache").is_dir():
        shutil.copytree(ROOT / ".mypy_cache", tree / ".mypy_cache")
    run(tree, "-m", "mypy", *(f"{part}/{NAME}" for part in PARTS[:2]))
    files = [path for path in sorted((tree / "tests").rglob("test_*.py")) if could_notice(path)]
    words = ("-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not browser and not soak", "-p", "sixth_game")
    told = run(tree, *words, "--game", NAME, *map(str, files))
    assert int(re.search(r"(\d+) passed", told)[1]) > 90


def could_notice(path: Path) -> bool:
    """Tell whether a file of tests is about the game, or looks at the list of games, itself or through our laws."""
    text = path.read_text(encoding="utf-8")
    looks = re.search(r"\b(GAMES|laws|golden|twins)\b", text)
    return path.parent.name == NAME or bool(looks and path != Path(__file__))


@pytest.mark.soak
def test_a_game_added_as_the_readme_says_passes_all_tests_but_those_of_the_browser(tmp_path):
    tree = tmp_path / "project"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*LEFT_OUT))
    follow_the_readme(copy(tree))
    if (ROOT / ".venv").exists():
        (tree / ".venv").symlink_to(ROOT / ".venv")
    words = ("-m", "pytest", "notebooks", "tests", "-q", "-p", "nbval", "--nbval-lax", "-n", "2", "--dist", "loadfile")
    told = run(tree, *words, "-m", "not browser and not soak")
    assert int(re.search(r"(\d+) passed", told)[1]) > 5000
