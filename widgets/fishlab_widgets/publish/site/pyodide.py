"""Pyodide, the Python that runs in a browser: a folder that is given, or one that is fetched once and kept.

`stock` puts into a site what the course needs of it, our wheel among it, and the lock file that names it all: a kernel
that meets `import fishlab` then loads it by itself, so that no lesson needs a cell that installs.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from fishlab.messages import refusal
from fishlab_widgets.publish.site.wheels import SCRIPTS_ONLY, needs, pack

VERSION = "314.0.6"  # what jupyterlite-pyodide-kernel of the extra `site` is made for
ADDRESS = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full"
LOCK = "pyodide-lock.json"
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
WANTED = ("micropip", "comm", "jedi", "ipython", "fishlab")
"""What the kernel itself asks for, and the course; what these need comes with them."""

Say = Callable[[str], None]


def kept() -> Path:
    """Return where a Pyodide that was fetched is kept for the next time."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "fishlab" / f"pyodide-{VERSION}"


def check(folder: Path) -> None:
    """See that a folder holds a Pyodide of the right kind.

    Raises:
        ValueError: if it does not; the message says what is missing.
    """
    if not folder.is_dir():
        raise refusal(
            "there is no folder {folder}: give the folder of Pyodide {version}, or none to fetch it",
            folder=folder,
            version=VERSION,
        )
    missing = [name for name in (*CORE, LOCK) if not (folder / name).is_file()]
    if missing:
        raise refusal(
            "{folder} is not a folder of Pyodide {version}: it has no {missing}",
            folder=folder,
            version=VERSION,
            missing=", ".join(missing),
        )
    python = str(_lock(folder)["info"].get("python", "?"))
    if not python.startswith("3.14."):
        raise refusal(
            "{folder} holds a Pyodide with Python {python}: the site needs Pyodide {version}",
            folder=folder,
            python=python,
            version=VERSION,
        )


def fetch(folder: Path, say: Say, address: str = ADDRESS) -> None:
    """Fetch of Pyodide what a site needs and is not there yet; each package is held to the sum in Pyodide's own list.

    Raises:
        ValueError: if something cannot be had, or is not what the list says.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in (*CORE, LOCK):
        if not (folder / name).exists():
            say(f"fetching {name}")
            _save(folder / name, _get(f"{address}/{name}"))
    packages = _lock(folder)["packages"]
    for entry in _closure(packages, lambda _: True).values():
        path = folder / entry["file_name"]
        if not path.exists():
            say(f"fetching {path.name}")
            content = _get(f"{address}/{path.name}")
            if hashlib.sha256(content).hexdigest() != entry["sha256"]:
                raise refusal("{name} did not arrive as Pyodide's list describes it: try again", name=path.name)
            _save(path, content)


def stock(folder: Path, out: Path, say: Say) -> dict[str, str]:
    """Put Pyodide, all packages of the course and the lock file into `out`; return the versions by name.

    A package comes from Pyodide's folder where it is there, and else is packed from what is installed here.

    Raises:
        ValueError: if a package is in neither place.
    """
    out.mkdir(parents=True)
    for name in CORE:
        shutil.copy(folder / name, out / name)
    lock = _lock(folder)
    chosen = _closure(lock["packages"], lambda one: (folder / one["file_name"]).is_file(), out, say)
    for entry in chosen.values():
        path = out / entry["file_name"]
        if not path.exists():
            shutil.copy(folder / path.name, path)
            entry["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    (out / LOCK).write_text(json.dumps({"info": lock["info"], "packages": chosen}, indent=1), encoding="utf-8")
    return {name: entry["version"] for name, entry in chosen.items()}


def _closure(
    packages: dict[str, Any],
    there: Callable[[dict[str, Any]], bool],
    out: Path | None = None,
    say: Say = lambda _: None,
) -> dict[str, dict[str, Any]]:
    """Return the entries of all that is wanted; with `out`, what Pyodide does not have is packed into that folder."""
    found: dict[str, dict[str, Any]] = {}
    seen: set[str] = set()
    waiting = list(WANTED)
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in seen or name in SCRIPTS_ONLY:
            continue
        seen.add(name)
        if name in packages and there(packages[name]):
            found[name] = {**packages[name], "depends": sorted(map(canonicalize_name, packages[name]["depends"]))}
        elif out is not None:
            say(f"packing {name}")
            found[name] = pack(name, out).entry()
        waiting += found[name]["depends"] if name in found else needs(name)
    return found


def _lock(folder: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((folder / LOCK).read_text(encoding="utf-8"))
        found["info"], found["packages"]
    except (ValueError, KeyError, TypeError):
        raise refusal(
            "{folder} is not a list of Pyodide's packages: fetch Pyodide {version} anew",
            folder=folder / LOCK,
            version=VERSION,
        ) from None
    return found


def _get(address: str) -> bytes:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            content: bytes = answer.read()
    except (urllib.error.URLError, OSError) as error:
        raise refusal(
            "{address} cannot be fetched ({error}). Without a network, give a folder of Pyodide {version}: --pyodide …",
            address=address,
            error=error,
            version=VERSION,
        ) from None
    return content


def _save(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
