"""Write binder/requirements.txt: each package that Fishlab needs to run, with the version installed here."""

from __future__ import annotations

import sys
import tomllib
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "binder" / "requirements.txt"
RUNTIME = (ROOT / "binder" / "runtime.txt").read_text(encoding="utf-8").strip().removeprefix("python-")
BINDER = {
    "python_version": RUNTIME, "python_full_version": f"{RUNTIME}.0", "platform_python_implementation": "CPython",
    "sys_platform": "linux", "platform_system": "Linux", "platform_machine": "x86_64", "os_name": "posix",
}  # fmt: skip


def direct() -> list[Requirement]:
    """Return what pyproject.toml asks for, to open the course."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [Requirement(line) for line in project["dependencies"] + project["optional-dependencies"]["course"]]


def asked_by(name: str) -> list[Requirement]:
    """Return what an installed package asks for; nothing is known of one that is not installed."""
    try:
        return [Requirement(line) for line in metadata.requires(name) or []]
    except metadata.PackageNotFoundError:
        return []


def closure() -> dict[str, list[Requirement]]:
    """Return every package that Binder needs at run time, by name, with all that is asked of it."""
    found: dict[str, list[Requirement]] = {}
    done: set[tuple[str, str]] = set()
    waiting = [(wanted, "") for wanted in direct()]
    while waiting:
        wanted, extra = waiting.pop()
        if wanted.marker and not wanted.marker.evaluate({**BINDER, "extra": extra}):
            continue
        name = canonicalize_name(wanted.name)
        found.setdefault(name, []).append(wanted)
        for part in ["", *sorted(wanted.extras)]:
            if (name, part) not in done:
                done.add((name, part))
                waiting += [(deeper, part) for deeper in asked_by(name)]
    return found


def pins() -> str:
    """Return the file's text."""
    return "".join(f"{name}=={metadata.version(name)}\n" for name in sorted(closure()))


if __name__ == "__main__":
    if f"{sys.version_info.major}.{sys.version_info.minor}" != RUNTIME:
        sys.exit(f"Binder runs Python {RUNTIME}: make clean, then make pins PYTHON=python{RUNTIME}")
    FILE.write_text(pins(), encoding="utf-8")
    print("wrote", FILE.relative_to(ROOT))
