"""A sixth game, added as the README says: only the files that it names are touched, and everything passes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "pond"
README = (ROOT / "README.md").read_text(encoding="utf-8")
STEPS = README[README.index("## Add a game") : README.index("## Contributing")]
PARTS = ("fishlab", "widgets/fishlab_widgets", "tests")
FILES = sorted(path for path in EXAMPLE.rglob("*.py"))


def plain(text: str) -> str:
    """Return code without its indentation, line by line."""
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())


def test_the_readme_names_every_file_of_the_example_and_quotes_them_as_they_are():
    whole = "\n".join(plain(path.read_text(encoding="utf-8")) for path in FILES)
    quoted = re.findall(r"```python\n(.*?)```", STEPS, re.DOTALL)
    assert len(quoted) > 3
    for block in quoted:
        assert plain(block) in whole, block
    for path in FILES:
        if path.name != "__init__.py":
            assert f"`{path.relative_to(EXAMPLE).as_posix()}`" in STEPS


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    """A copy of the project with the example in it, and its class in the list of games."""
    folder = tmp_path_factory.mktemp("sixth")
    for name in ("fishlab", "widgets", "tests"):
        shutil.copytree(ROOT / name, folder / name)  # with what Python has compiled
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    for part in EXAMPLE.iterdir():
        shutil.copytree(part, folder / part.name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    games = folder / "fishlab" / "__init__.py"
    text = games.read_text(encoding="utf-8")
    text, found = re.subn(r"(?m)^(from fishlab\.pisces\S* import Pisces)$", r"\1\nfrom fishlab.pond import Pond", text)
    assert found == 1
    text, found = re.subn(r"(for game in \([\w, ]+)\)", r"\1, Pond)", text)
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


def test_a_game_added_as_the_readme_says_passes_everything_at_the_first_run(tree):
    commands = re.findall(r"`python (tests/\S+(?: \w+)*)`", STEPS)
    assert [command.split()[0] for command in commands] == ["tests/laws.py", "tests/faces.py", "tests/golden.py"]
    run(tree, "-m", "ruff", "check", "--no-cache", *(f"{part}/pond" for part in PARTS))
    said = [run(tree, *command.split()) for command in commands]
    assert "obey the laws" in said[0]
    assert "the face obeys the laws" in said[1]
    assert "wrote pond-2.txt" in said[2]
    tests = ["tests/pond", "tests/test_golden.py", "tests/test_laws.py", "tests/live", "tests/project/test_house.py"]
    wanted = "pond or golden_game_is_missing or circle or folder or both_packages or beside"
    told = run(tree, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not browser", "-k", wanted, *tests)
    assert int(re.search(r"(\d+) passed", told)[1]) > 30
