"""Wheels for Python in the browser, packed from what is installed here.

So a site needs nothing from the network but Pyodide itself, and holds the versions that were tried here.
"""

from __future__ import annotations

import hashlib
import importlib
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from fishlab.messages import refusal, tr
from fishlab_widgets.course import not_installed

OURS = ("fishlab", "fishlab_widgets")
BROWSER = {
    "sys_platform": "emscripten", "platform_system": "Emscripten", "platform_machine": "wasm32", "os_name": "posix",
    "python_version": "3.14", "python_full_version": "3.14.0", "implementation_name": "cpython",
    "platform_python_implementation": "CPython", "extra": "",
}  # fmt: skip
"""What a requirement's marker is told of Python in the browser."""
SCRIPTS_ONLY = frozenset({"jupyterlab-widgets", "widgetsnbextension"})
"""Packages of scripts for a notebook's page: the site holds these scripts already."""
LEFT_OUT = ("jedi/third_party/django-stubs/", "jedi/third_party/typeshed/stubs/")
"""Thousands of small files about libraries that no browser has: they would take longer to unpack than all the rest."""
COMPILED = (".so", ".pyd", ".dylib")
QUICKER = frozenset({"psygnal", "wcwidth"})
"""Packages that compiled code only makes quicker: they work without it."""
_NOT_WHEELS = {"Pyodide": "MPL-2.0", "CPython": "PSF-2.0", "JupyterLab": "BSD-3-Clause", "JupyterLite": "BSD-3-Clause"}
_LICENCE = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files make the same wheel


@dataclass(frozen=True)
class Wheel:
    """A wheel that was packed, and what a lock file says of it."""

    path: Path
    name: str
    version: str
    imports: tuple[str, ...]
    depends: tuple[str, ...]

    def entry(self) -> dict[str, Any]:
        """Return its entry in Pyodide's lock file."""
        return {
            "name": self.name,
            "version": self.version,
            "file_name": self.path.name,
            "install_dir": "site",
            "sha256": hashlib.sha256(self.path.read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": list(self.imports),
            "depends": list(self.depends),
            "unvendored_tests": False,
        }


def needs(name: str) -> tuple[str, ...]:
    """Return what an installed package asks for in a browser, by canonical names."""
    asked = (Requirement(line) for line in metadata.requires(name) or [])
    here = BROWSER | {"extra": "course" if name == "fishlab" else ""}
    wanted = {canonicalize_name(one.name) for one in asked if not one.marker or one.marker.evaluate(here)}
    return tuple(sorted(wanted - SCRIPTS_ONLY))


def pack(name: str, folder: Path) -> Wheel:
    """Write a pure wheel of an installed package into a folder.

    Raises:
        ValueError: if the package is not here, or cannot work without code compiled for this machine.
    """
    try:
        here = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        raise ValueError(not_installed(name, "site")) from None
    if name not in QUICKER and any(str(file).endswith(COMPILED) for file in here.files or []):
        raise refusal(
            "{name} is compiled for this machine: the folder of Pyodide must hold it, but does not", name=name
        )
    files = dict(sorted(_our_files() if name == "fishlab" else _installed_files(here)))
    if not any(place.endswith(".py") for place in files):
        raise refusal("the files of {name} cannot be found: install it by pip, in a virtual environment", name=name)
    title = f"{canonicalize_name(here.name).replace('-', '_')}-{here.version}"
    info = f"{title}.dist-info"
    for kind in ("METADATA", "entry_points.txt"):  # libraries find their parts by entry points
        if text := here.read_text(kind):
            files[f"{info}/{kind}"] = text.encode()
    files |= {f"{info}/{place}": text for place, text in licences(here).items()}
    files[f"{info}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: fishlab\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{place},,{len(content)}\n" for place, content in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    content_tag = hashlib.sha256(b"".join(b"%s\0%s\0" % (place.encode(), files[place]) for place in files)).hexdigest()
    # The tag of the content in the name: a browser that keeps an older wheel never takes it for this one.
    path = folder / f"{title}-0{content_tag[:8]}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for place, content in files.items():
            archive.writestr(zipfile.ZipInfo(place, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return Wheel(path, canonicalize_name(here.name), here.version, _imports(files), needs(name))


def licences(here: metadata.Distribution) -> dict[str, bytes]:
    """Return the texts of an installed package's licences by their places beside its metadata.

    Who gives a package on must give them with it.
    """
    found = {}
    for file in here.files or []:
        top, *rest = PurePosixPath(file).parts
        if top.endswith(".dist-info") and rest and _LICENCE.match(rest[-1]):
            path = Path(str(here.locate_file(file)))
            if path.is_file():
                found["/".join(rest)] = path.read_bytes()
    return found


def third_parties(folder: Path) -> str:
    """Return a list of what others wrote of a site, each with its licence; `folder` holds Pyodide and the wheels."""
    lines = [
        tr("Much of what this site runs was written by others. Each wheel in {folder} holds the text of its licence.",
           folder="static/pyodide"),
        "",
        *(f"{name}: {licence}" for name, licence in _NOT_WHEELS.items()),
    ]  # fmt: skip
    for path in sorted(folder.glob("*.whl")):
        with zipfile.ZipFile(path) as archive:
            place = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
            about = message_from_bytes(archive.read(place))
        kinds = [line.rpartition(" :: ")[2] for line in about.get_all("Classifier", []) if line.startswith("License")]
        stated = about.get("License-Expression") or "; ".join(kinds) or (about.get("License") or "").partition("\n")[0]
        lines.append(f"{about['Name']} {about['Version']}: {stated or tr('see the text in its wheel')}")
    return "\n".join(lines) + "\n"


def _our_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of both packages, as they are installed; a site holds the lessons already."""
    for package in OURS:
        base = Path(str(importlib.import_module(package).__file__)).parent
        for path in base.rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                yield f"{package}/{path.relative_to(base).as_posix()}", path.read_bytes()


def _installed_files(here: metadata.Distribution) -> Iterator[tuple[str, bytes]]:
    """Yield a package's files as it was installed: without programs, data for other programs, and compiled code."""
    for file in here.files or []:
        place = PurePosixPath(file)
        outside = ".." in place.parts or place.is_absolute() or place.parts[0].endswith((".dist-info", ".data"))
        unwanted = "__pycache__" in place.parts or place.name.endswith(COMPILED) or str(place).startswith(LEFT_OUT)
        if outside or unwanted:
            continue
        path = Path(str(here.locate_file(file)))
        if path.is_file():
            yield place.as_posix(), path.read_bytes()


def _imports(files: dict[str, bytes]) -> tuple[str, ...]:
    """Return by which names a wheel's files can be imported."""
    found = set()
    for place in map(PurePosixPath, files):
        if len(place.parts) == 1 and place.suffix == ".py":
            found.add(place.stem)
        elif len(place.parts) == 2 and place.name == "__init__.py":
            found.add(place.parts[0])
    return tuple(sorted(found))
