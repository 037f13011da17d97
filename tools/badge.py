"""Write where the project is hosted into every place that says so: `make badge REPO=owner/name`; none without a name.

A place is marked by two lines of comment, and what stands between them belongs to this program.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from open_course import first_page

ROOT = Path(__file__).resolve().parent.parent
HOSTED = re.compile(
    r"github\.com/([\w.-]+/[\w.-]+)|mybinder\.org/v2/gh/([\w.-]+/[\w.-]+)|([\w-]+)\.github\.io/([\w.-]+)"
)
BLOCK = re.compile(
    r"(?P<open>^(?:<!--|#) hosted: .*\n)(?P<inside>(?:.*\n)*?)(?P<close>^(?:<!--|#) hosted end.*\n)", re.M
)


def readme(repo: str) -> str:
    """Return what the README says of where the course can be opened."""
    if not repo:
        return "The course has no address of its own yet: `make lab` opens it on this machine.\n"
    owner, name = repo.split("/")
    return (
        f"[![Open the course on Binder](https://mybinder.org/badge_logo.svg)]"
        f"(https://mybinder.org/v2/gh/{repo}/HEAD?urlpath=lab/tree/{first_page()})\n"
        f"Or open it [without any server](https://{owner}.github.io/{name}/), "
        f"and read [about the code](https://{owner}.github.io/{name}/code/).\n"
    )


def project(repo: str) -> str:
    """Return the addresses that the package tells of itself."""
    if not repo:
        return ""
    owner, name = repo.split("/")
    return (
        "[project.urls]\n"
        f'Homepage = "https://{owner}.github.io/{name}/"\n'
        f'Documentation = "https://{owner}.github.io/{name}/code/"\n'
        f'Source = "https://github.com/{repo}"\n'
    )


PLACES = {"README.md": readme, "pyproject.toml": project}


def fill(text: str, inside: str) -> str:
    """Return a text with all that stands between its marks replaced."""
    return BLOCK.sub(lambda found: found["open"] + inside + found["close"], text)


def named(text: str) -> set[str]:
    """Return every owner/name that the marked part of a text leads to."""
    found = HOSTED.findall("".join(block["inside"] for block in BLOCK.finditer(text)))
    return {one or other or f"{owner}/{name}" for one, other, owner, name in found}


def check(repo: str) -> None:
    """End with one line if this is not an account and a name."""
    if repo and not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})/[\w.-]{1,100}", repo):
        sys.exit(f"REPO={repo} is not a repository: write owner/name, as in REPO=ocean-school/fishlab")


def main(repo: str) -> None:
    """Write all places."""
    check(repo)
    for name, words in PLACES.items():
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        if not BLOCK.search(text):
            sys.exit(f"{name} has no lines “hosted: …” and “hosted end” between which the addresses could stand.")
        path.write_text(fill(text, words(repo)), encoding="utf-8")
        print("wrote", name)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
