"""Where the project is hosted stands in a few marked places that agree; where it is not, none names an account."""

from __future__ import annotations

import subprocess
from pathlib import Path

import badge
import open_course
import pytest

ROOT = Path(__file__).resolve().parents[2]
MARKED = "before\n<!-- hosted: make badge REPO=owner/name -->\nold\n<!-- hosted end -->\nafter\n"


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """Files with marked places, as the project has them."""
    monkeypatch.setattr(badge, "ROOT", tmp_path)
    (tmp_path / "README.md").write_text(MARKED, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[a]\n# hosted: by make badge\n# hosted end\n[b]\n", encoding="utf-8")
    return tmp_path


def test_all_places_of_the_project_name_the_same_account_as_the_tool_would_write():
    texts = {name: (ROOT / name).read_text(encoding="utf-8") for name in badge.PLACES}
    accounts = set().union(*(badge.named(text) for text in texts.values()))
    assert len(accounts) <= 1
    for name, text in texts.items():
        assert badge.fill(text, badge.PLACES[name]("".join(accounts))) == text, f"{name}: run make badge"


def test_no_file_outside_the_marked_places_leads_to_an_account_that_may_not_exist():
    """The marked places are taken out; what is left leads nowhere that this project would have to own."""
    for path in [*ROOT.glob("*.md"), *ROOT.glob("*.toml"), *ROOT.glob("notebooks/**/*.ipynb"), *ROOT.glob("binder/*")]:
        rest = badge.BLOCK.sub("", path.read_text(encoding="utf-8"))
        assert "mybinder.org/v2" not in rest, path.name
        assert ".github.io/fishlab" not in rest, path.name


def test_a_name_is_written_everywhere_and_taken_back_everywhere(copy, capsys):
    before = {name: (copy / name).read_text(encoding="utf-8") for name in badge.PLACES}
    badge.main("ocean-school/fish.lab")
    text = (copy / "README.md").read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("after\n")
    assert "old" not in text
    assert f"/gh/ocean-school/fish.lab/HEAD?urlpath=lab/tree/{open_course.first_page()})" in text
    for name in badge.PLACES:
        assert badge.named((copy / name).read_text(encoding="utf-8")) == {"ocean-school/fish.lab"}
    badge.main("none")
    assert (copy / "pyproject.toml").read_text(encoding="utf-8") == before["pyproject.toml"]
    assert badge.named((copy / "README.md").read_text(encoding="utf-8")) == set()
    assert "make lab" in (copy / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("repo", ["fishlab", "a/b/c", "-a/b", "a b/c", "https://gitlab.com/a/b", 'a"/b', "/", "a/"])
def test_what_is_no_repository_is_explained_and_nothing_is_written(copy, repo):
    with pytest.raises(SystemExit, match="is not a repository: write owner/name"):
        badge.main(repo)
    assert (copy / "README.md").read_text(encoding="utf-8") == MARKED


@pytest.mark.parametrize(
    "text",
    [
        "ocean-school/fishlab",
        "https://github.com/ocean-school/fishlab",
        "https://github.com/ocean-school/fishlab.git",
        "git@github.com:ocean-school/fishlab.git",
        "ssh://git@github.com/ocean-school/fishlab",
        "github.com/ocean-school/fishlab/",
        "https://github.com/ocean-school/fishlab/tree/main?tab=readme",
    ],
)
def test_a_pasted_address_is_understood(text, monkeypatch):
    assert badge.repo_of(text) == "ocean-school/fishlab"
    monkeypatch.setattr(badge, "remote", lambda: text)
    assert badge.repo_of("") == "ocean-school/fishlab", "and so is git's remote, if nothing is typed"


def test_git_is_asked_for_the_remote(copy):
    for words in (["init", "-q"], ["remote", "add", "origin", "git@github.com:ocean-school/fish.git"]):
        subprocess.run(["git", "-C", str(copy), *words], check=True)
    badge.main("")
    assert badge.named((copy / "README.md").read_text(encoding="utf-8")) == {"ocean-school/fish"}


def test_without_a_remote_on_github_one_is_asked_for(copy, monkeypatch):
    monkeypatch.setattr(badge, "remote", lambda: "/home/me/fishlab")
    with pytest.raises(SystemExit, match="git knows no remote on GitHub here: write make badge REPO=owner/name"):
        badge.main("")


def test_a_repository_named_after_its_owners_address_has_that_address(copy):
    badge.main("Ocean/ocean.github.io")
    for name in badge.PLACES:
        text = (copy / name).read_text(encoding="utf-8")
        assert "https://ocean.github.io/code/" in text
        assert "github.io/ocean.github.io" not in text
        assert badge.named(text) == {"Ocean/ocean.github.io"}


def test_a_place_without_its_marks_is_named(copy):
    (copy / "README.md").write_text("nothing", encoding="utf-8")
    with pytest.raises(SystemExit, match=r"README\.md has no lines"):
        badge.main("a/b")
