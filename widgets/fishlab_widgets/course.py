"""The course's own files: where they lie, what is said of them, and copies that never overwrite a student's work."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fishlab
from fishlab.languages import languages
from fishlab.messages import language, mark, refusal, tr

LIST = ".fishlab-course.json"
"""Lies beside a copy of the course, and says what each file was when it was copied: what differs was edited."""
VERSION = ".version"
"""The list's own line: of which fishlab the copy is."""


def course_folder() -> Path:
    """Return the folder of the lessons: beside the project's code, or as the wheel brought it.

    Raises:
        ValueError: if there is none.
    """
    beside = Path(fishlab.__file__).parent.parent
    for place in (beside / "notebooks", beside / "fishlab_notebooks"):
        if any(place.glob("*.ipynb")):
            return place
    raise ValueError(f"the lessons are not beside {beside / 'fishlab'}: install fishlab anew")


def course_files() -> list[Path]:
    """Return every file of the course, in order."""
    return [
        path
        for path in sorted(course_folder().rglob("*"))
        if path.is_file() and not {".ipynb_checkpoints", "__pycache__"} & set(path.parts)
    ]


def first_page() -> str:
    """Return the lesson to begin with, by its name in the course: in the language that is spoken, if it is there."""
    names = [path.relative_to(course_folder()).as_posix() for path in course_files() if path.suffix == ".ipynb"]
    return next((name for name in names if name.startswith(f"{language().code}/")), names[0])


def not_installed(package: str, extra: str = "course") -> str:
    """Say that a package is missing, and how the extra of ours that asks for it is installed.

    A bare name would be looked for on PyPI, where this project is not (yet), and somebody else might be.
    """
    told = mark('{package} is not installed. In the folder of Fishlab\'s project, pip install ".[{extra}]" brings it.')
    return tr(told, package=package, extra=extra)


@dataclass(frozen=True)
class Lesson:
    """What a lesson's first cell says of it: a number, a title, a time, and its question or what one will do."""

    file: str
    number: str
    title: str
    time: str
    aim: str


def read_lesson(path: Path) -> Lesson:
    """Return what the first cell of a lesson says of it."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "".join(cells[0]["source"])
    heading = re.match(r"# (?:(\d\d[a-z]?) · )?(.+)", text)
    lines = [line.strip() for line in text.splitlines()[1:] if line.strip()]
    time = next((line for line in lines if " · " in line and "](" not in line), "")  # links stand in such a line too
    questions = (line for line in lines if re.fullmatch(r"\*[^*]+\*", line))
    items = (line.removeprefix("- ").rstrip(";") for line in lines if line.startswith("- "))
    aim = next(questions, "") or next(items, "") or next(iter(lines), "")
    number, title = (heading[1] or "", heading[2]) if heading else ("", path.stem)
    name = path.relative_to(course_folder()).as_posix() if path.is_relative_to(course_folder()) else path.name
    return Lesson(name, number, title, time, plain(aim))


def translated() -> dict[str, Lesson]:
    """Return the first lesson of every language but English that has one, by the language's code."""
    firsts = {folder: min(folder.glob("[0-9]*.ipynb"), default=None) for folder in sorted(course_folder().iterdir())}
    return {folder.name: read_lesson(first) for folder, first in firsts.items() if first and folder.name in languages()}


def plain(text: str) -> str:
    """Return a sentence without Markdown's signs, with a capital letter and a full stop."""
    words = re.sub(r"[*`_]|\[([^]]*)]\([^)]*\)", r"\1", text).strip()
    end = "" if words.endswith((".", "?", "!")) else "."
    return f"{words[:1].upper()}{words[1:]}{end}" if words else ""


def course_words() -> dict[str, str]:
    """Return what JupyterLab says of the lessons, by its place in `widgets/jupyter`."""
    return {
        "course": tr("The course"),
        "begin": tr("Start: {lesson}"),
        "go_on": tr("Continue where you left off: {lesson}"),
        "far": tr("{done} of {steps} steps done"),
        "beside": tr("Beside the lessons"),
        "starting": tr("The lesson is starting. Its first board will be here in a moment."),
        "start": tr("Start lessons when they are opened"),
    }


def course_panel(root: Path) -> dict[str, Any]:
    """Return what JupyterLab's panel shows of the course: words, lessons in order, and where they lie below a root.

    The folder is None where no course is in sight: then the panel waits until a lesson is opened. A copy under any name
    is found if it lies in the root itself, the newest if there are several.
    """
    pages = [read_lesson(path) for path in sorted(course_folder().glob("*.ipynb"))]
    copies = sorted(root.glob(f"*/{LIST}"), key=lambda path: path.stat().st_mtime, reverse=True)
    places = (course_folder(), root, root / "notebooks", *(path.parent for path in copies))
    held = (place for place in places if place.is_relative_to(root) and (place / pages[0].file).exists())
    place = next(held, None)
    return {
        "words": course_words(),
        "languages": list(translated()),
        "folder": None if place is None else place.relative_to(root).as_posix().removeprefix("."),
        "lessons": [
            {"file": one.file, "number": one.number, "title": one.title, "time": one.time.split(" · ")[0]}
            for one in pages
        ],
    }


def sign_course(notary: Any) -> None:
    """Let a Jupyter server trust the course as it was installed, wherever a copy of it lies; a changed one is another.

    Args:
        notary: what the server signs notebooks with.
    """
    import nbformat

    for path in course_files():
        if path.suffix == ".ipynb":
            notebook = nbformat.from_dict(json.loads(path.read_text(encoding="utf-8")))
            if not notary.check_signature(notebook):
                notary.sign(notebook)


@dataclass
class Copied:
    """What became of each file, by its name in the folder."""

    new: list[str] = field(default_factory=list)
    renewed: list[str] = field(default_factory=list)
    """Older lessons that nobody had edited."""
    beside: dict[str, str] = field(default_factory=dict)
    """Edited files, which stay as they are, and the names of the new lessons that were put beside them."""


def copy_course(folder: Path) -> Copied:
    """Copy the course into a folder; a file that was edited there, or came from elsewhere, is never changed.

    Raises:
        ValueError: if the folder cannot be written to, or its course is of a newer fishlab.
    """
    done = Copied()
    if folder.is_file():
        raise refusal("{folder} is a file: name another folder", folder=folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        before = _list(folder)
        if _numbers(before.get(VERSION, "")) > _numbers(fishlab.__version__):
            told = mark(
                "the course in {folder} is of fishlab {theirs}, and this is fishlab {ours}: "
                "install the newer one, or name another folder"
            )
            raise refusal(told, folder=folder, theirs=before[VERSION], ours=fishlab.__version__)
        after = {VERSION: fishlab.__version__}
        for source in course_files():
            name = source.relative_to(course_folder()).as_posix()
            after[name] = _copy(source.read_bytes(), folder, name, before.get(name, ""), done)
        if after != before:  # a folder that is up to date may be one that nobody can write to
            _write(folder / LIST, json.dumps(after, indent=1).encode())
    except OSError as error:
        told = mark("the course cannot be copied to {folder} ({why}): name another folder")
        raise refusal(told, folder=folder, why=error.strerror) from None
    return done


def _copy(content: bytes, folder: Path, name: str, before: str, done: Copied) -> str:
    """Bring one file up to date and return its sum, with which the next copy will tell whether it was edited."""
    target, fresh = folder / name, _sum(content)
    target.parent.mkdir(parents=True, exist_ok=True)
    there = _sum(target.read_bytes()) if target.exists() else ""
    if there == fresh or (there and before == fresh):  # the same, or the student's own and no newer lesson
        return fresh
    if not there or there == before:
        (done.renewed if there else done.new).append(name)
        _write(target, content)
        return fresh
    beside = target.with_name(f"{target.stem}-{fishlab.__version__}{target.suffix}")
    number = 1
    while beside.exists() and beside.read_bytes() != content:
        number += 1
        beside = target.with_name(f"{target.stem}-{fishlab.__version__}-{number}{target.suffix}")
    _write(beside, content)
    done.beside[name] = beside.relative_to(folder).as_posix()
    return fresh


def _list(folder: Path) -> dict[str, str]:
    try:
        found = json.loads((folder / LIST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return {}
    return {str(name): str(value) for name, value in found.items()} if isinstance(found, dict) else {}


def _numbers(version: str) -> list[int]:
    """Return the numbers of a version's release: what was tried before it (1.2.0rc1) counts like it."""
    return [int(number) for number in re.findall(r"\d+", re.sub(r"[^\d.].*", "", version))]


def _sum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)
