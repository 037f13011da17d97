"""Write where the project is hosted into every place that says so: `make badge`, which asks git for the remote.

`REPO=owner/name`, or a pasted address of GitHub, names another; `REPO=none` takes all names out.

A place is marked by two lines of comment, and what stands between them belongs to this program.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from open_course import first_page

ROOT = Path(__file__).resolve().parent.parent
HOSTED = re.compile(
    r"github\.com/([\w.-]+/[\w.-]+)|mybinder\.org/v2/gh/([\w.-]+/[\w.-]+)|([\w-]+)\.github\.io/([\w.-]*)"
)
GITHUB = re.compile(r"(?:(?:https?|ssh)://)?(?:[\w-]+@)?(?:www\.)?github\.com[/:]([^/\s]+/[^/\s?#]+)")
"""An address as the browser shows it, or as git has it for a remote."""
BLOCK = re.compile(
    r"(?P<open>^(?:<!--|#) hosted: .*\n)(?P<inside>(?:.*\n)*?)(?P<close>^(?:<!--|#) hosted end.*\n)", re.M
)


def pages(repo: str) -> str:
    """Return the address of a repository's site; the one named after its owner's address has the address itself."""
    owner, name = repo.split("/")
    own = name.lower() == f"{owner.lower()}.github.io"
    return f"https://{owner.lower()}.github.io/" if own else f"https://{owner.lower()}.github.io/{name}/"


def readme(repo: str) -> str:
    """Return what the README says of where the course can be opened."""
    if not repo:
        return "The course has no address of its own yet: `make lab` opens it on this machine.\n"
    return (
        f"[![Open the course on Binder](https://mybinder.org/badge_logo.svg)]"
        f"(https://mybinder.org/v2/gh/{repo}/HEAD?urlpath=lab/tree/{first_page()})\n"
        f"Or open it [without any server]({pages(repo)}), and read [about the code]({pages(repo)}code/).\n"
    )


def project(repo: str) -> str:
    """Return the addresses that the package tells of itself."""
    if not repo:
        return ""
    return (
        "[project.urls]\n"
        f'Homepage = "{pages(repo)}"\n'
        f'Documentation = "{pages(repo)}code/"\n'
        f'Source = "https://github.com/{repo}"\n'
    )


PLACES = {"README.md": readme, "pyproject.toml": project}


def fill(text: str, inside: str) -> str:
    """Return a text with all that stands between its marks replaced."""
    return BLOCK.sub(lambda found: found["open"] + inside + found["close"], text)


def named(text: str) -> set[str]:
    """Return every owner/name that the marked part of a text leads to."""
    found = HOSTED.findall("".join(block["inside"] for block in BLOCK.finditer(text)))
    repos = {one or other for one, other, _, _ in found if one or other}
    sites = {pages(repo) for repo in repos}
    return repos | {f"{owner}/{name}" for *_, owner, name in found if owner and not sites}


def remote() -> str:
    """Return what git calls the place from which the project came, "" if it has none."""
    asked = ["git", "-C", str(ROOT), "remote", "get-url", "origin"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:  # no git
        return ""


def repo_of(text: str) -> str:
    """Return owner/name of what was typed or pasted, or of git's remote if nothing was; "" for none.

    Ends with one line if that is no repository.
    """
    given = text.strip()
    if given == "none":
        return ""
    source = given or remote()
    found = GITHUB.fullmatch(source.rstrip("/")) or GITHUB.match(source)
    repo = (found[1] if found else source).removesuffix(".git")
    if re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})/[\w.-]{1,100}", repo):
        return repo
    if given:
        sys.exit(f"REPO={given} is not a repository: write owner/name, as in REPO=ocean-school/fishlab")
    sys.exit("git knows no remote on GitHub here: write make badge REPO=owner/name, as in REPO=ocean-school/fishlab")


def main(repo: str) -> None:
    """Write all places."""
    repo = repo_of(repo)
    for name, words in PLACES.items():
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        if not BLOCK.search(text):
            sys.exit(f"{name} has no lines “hosted: …” and “hosted end” between which the addresses could stand.")
        path.write_text(fill(text, words(repo)), encoding="utf-8")
        print("wrote", name)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
