"""The site that needs no server: what is packed into it, its lock file, its first page, and what cannot be built."""

from __future__ import annotations

import hashlib
import html.parser
import json
import re
import shutil
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from fishlab_widgets.command import COMMANDS, main
from fishlab_widgets.course import course_folder, read_lesson
from fishlab_widgets.publish import site as site_command
from fishlab_widgets.publish.site import front, pyodide, wheels

from fishlab.languages import find
from fishlab.messages import speaking

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
QUIET = {"say": lambda _: None}


# Wheels.


@pytest.fixture(scope="module")
def ours(tmp_path_factory):
    return wheels.pack("fishlab", tmp_path_factory.mktemp("wheel"))


def test_our_wheel_holds_rules_widgets_scripts_and_tables_and_needs_no_server_in_a_browser(ours):
    names = zipfile.ZipFile(ours.path).namelist()
    assert {"fishlab/core.py", "fishlab/boom/boom.toml", "fishlab_widgets/live/board.js"} <= set(names)
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]
    assert ours.imports == ("fishlab", "fishlab_widgets")
    assert set(ours.depends) == {"anywidget", "ipywidgets", "matplotlib", "numpy"}


@pytest.mark.parametrize("name", ["fishlab", "anywidget", "ipywidgets", "traitlets", "pygments"])
def test_a_wheel_is_given_on_with_the_text_of_its_licence(name, tmp_path):
    made = wheels.pack(name, tmp_path)
    found = [one for one in zipfile.ZipFile(made.path).namelist() if re.search(r"dist-info/.*licen[cs]e", one, re.I)]
    assert found and zipfile.ZipFile(made.path).read(found[0]).strip()
    assert re.search(rf"(?im)^{name} \S+: .*(MIT|BSD)", wheels.third_parties(tmp_path))


def test_dependencies_that_a_browser_cannot_have_are_not_asked_for_there():
    """Else `%pip install fishlab` in a JupyterLite of somebody else would fail."""
    for name in ("ipykernel", "jupyterlab", "notebook"):
        course = PROJECT["optional-dependencies"]["course"]
        assert [line for line in course if line.startswith(name) and "!= 'emscripten'" in line], name


def test_the_same_files_make_the_same_wheel_and_other_files_another_name(ours, tmp_path, monkeypatch):
    again = wheels.pack("fishlab", tmp_path)
    assert again.path.read_bytes() == ours.path.read_bytes()
    monkeypatch.setattr(wheels, "_our_files", lambda: iter([("fishlab/__init__.py", b"")]))
    other = wheels.pack("fishlab", tmp_path)
    assert other.version == ours.version
    assert other.path.name != ours.path.name, "a browser that keeps the older wheel must not take it for the newer"


def test_an_installed_package_is_packed_without_programs_and_compiled_code(tmp_path):
    made = wheels.pack("anywidget", tmp_path)
    names = zipfile.ZipFile(made.path).namelist()
    assert "anywidget/__init__.py" in names
    assert not [
        name for name in names if ".." in name or name.startswith(("share", "etc", "bin")) or name.endswith(".so")
    ]
    assert made.entry()["sha256"] == hashlib.sha256(made.path.read_bytes()).hexdigest()
    assert "jupyterlab-widgets" not in wheels.needs("ipywidgets"), "its scripts are in the site already"


def test_a_packed_library_is_still_found_by_others(tmp_path):
    """Matplotlib asks for the notebook's way to show a figure by the entry point that names it."""
    made = wheels.pack("matplotlib-inline", tmp_path)
    archive = zipfile.ZipFile(made.path)
    entries = next(name for name in archive.namelist() if name.endswith("entry_points.txt"))
    assert b"matplotlib.backend" in archive.read(entries)


@pytest.mark.parametrize(
    ("name", "words"),
    [("numpy", "numpy is compiled for this machine"), ("no-such-fish", "no-such-fish is not installed")],
)
def test_what_cannot_be_packed_is_explained(name, words, tmp_path):
    with pytest.raises(ValueError, match=words):
        wheels.pack(name, tmp_path)


# Pyodide and its lock file.


@pytest.fixture
def folder(tmp_path):
    """What looks like a folder of Pyodide: numpy and matplotlib are there, and something that no lesson needs."""
    made = tmp_path / "pyodide"
    made.mkdir()
    for name in pyodide.CORE:
        (made / name).write_text(name, encoding="utf-8")
    packages = {}
    for name, needs in (("numpy", []), ("matplotlib", ["numpy", "six"]), ("six", []), ("micropip", []), ("pandas", [])):
        file = made / f"{name}-1-py3-none-any.whl"
        file.write_bytes(name.encode())
        total = hashlib.sha256(name.encode()).hexdigest()
        packages[name] = {"name": name, "version": "1", "file_name": file.name, "sha256": total, "depends": needs}
    lock = {"info": {"python": "3.14.2"}, "packages": packages}
    (made / pyodide.LOCK).write_text(json.dumps(lock), encoding="utf-8")
    return made


@pytest.fixture
def light(monkeypatch):
    """Packing that writes no large wheels."""

    def pack(name: str, folder: Path) -> wheels.Wheel:
        path = folder / f"{name}-2-py3-none-any.whl"
        path.write_bytes(b"")
        return wheels.Wheel(path, name, "2", (name,), wheels.needs(name))

    monkeypatch.setattr(pyodide, "pack", pack)


def test_the_lock_file_names_all_that_the_course_needs_and_only_files_that_are_there(folder, light, tmp_path):
    out = tmp_path / "out"
    versions = pyodide.stock(folder, out, **QUIET)
    lock = json.loads((out / pyodide.LOCK).read_text(encoding="utf-8"))["packages"]
    assert {"fishlab", "ipywidgets", "anywidget", "ipython", "comm", "micropip"} <= lock.keys()
    assert versions["numpy"] == "1", "compiled packages come from Pyodide"
    assert versions["ipywidgets"] == "2", "what Pyodide has not is packed from here"
    assert not lock.keys() & {"pandas", "jupyterlab", "notebook", "ipykernel"}
    for entry in lock.values():
        content = (out / entry["file_name"]).read_bytes()
        assert entry["sha256"] == hashlib.sha256(content).hexdigest()
        assert set(entry["depends"]) <= lock.keys()
    wanted = {*pyodide.CORE, pyodide.LOCK, *(entry["file_name"] for entry in lock.values())}
    assert {path.name for path in out.iterdir()} == wanted


def test_what_is_missing_is_fetched_once_and_held_to_its_sum(folder, tmp_path):
    kept, told = tmp_path / "kept", []
    pyodide.fetch(kept, told.append, folder.as_uri())
    assert {path.name for path in kept.iterdir()} == {path.name for path in folder.iterdir()} - {
        "pandas-1-py3-none-any.whl"
    }
    assert "fetching matplotlib-1-py3-none-any.whl" in told
    told.clear()
    pyodide.fetch(kept, told.append, "file:///nowhere")
    assert told == []
    (kept / "six-1-py3-none-any.whl").unlink()
    (folder / "six-1-py3-none-any.whl").write_bytes(b"something else")
    with pytest.raises(ValueError, match="did not arrive as Pyodide's list describes"):
        pyodide.fetch(kept, told.append, folder.as_uri())
    assert not (kept / "six-1-py3-none-any.whl").exists()


def test_without_a_network_the_message_says_what_to_do(tmp_path):
    with pytest.raises(ValueError, match=r"cannot be fetched .* give a folder of Pyodide"):
        pyodide.fetch(tmp_path, lambda _: None, (tmp_path / "none").as_uri())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda folder: shutil.rmtree(folder), "there is no folder"),
        (lambda folder: (folder / "pyodide.mjs").unlink(), r"it has no pyodide\.mjs"),
        (lambda folder: (folder / pyodide.LOCK).write_text("fish"), "is not a list of Pyodide's packages"),
        (
            lambda folder: (folder / pyodide.LOCK).write_text('{"info": {"python": "3.12.1"}, "packages": {}}'),
            "Python 3.12.1",
        ),
    ],
)
def test_a_folder_that_is_no_pyodide_is_explained(folder, change, words):
    change(folder)
    with pytest.raises(ValueError, match=words):
        pyodide.check(folder)


def test_the_versions_that_belong_together_are_pinned_together():
    kernel = next(line for line in PROJECT["optional-dependencies"]["site"] if "pyodide-kernel" in line)
    assert kernel == "jupyterlite-pyodide-kernel==0.8.6"
    constants = Path(str(find_spec("jupyterlite_pyodide_kernel").origin)).with_name("constants.py")
    assert f'PYODIDE_VERSION = "{pyodide.VERSION}"' in constants.read_text(encoding="utf-8")


def test_in_a_browser_the_laboratory_says_what_it_cannot_and_what_can_be_done(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.platform", "emscripten")
    run = ["experiment", "run", "competitive", "--games", "2", "--out", str(tmp_path / "boom.csv")]
    assert main([*run, "--workers", "2"]) == 2
    assert "a browser has no other processes: leave out --workers and --dask" in capsys.readouterr().err
    assert main(run) == 0
    assert len((tmp_path / "boom.csv").read_text(encoding="utf-8").splitlines()) > 8


@pytest.mark.parametrize("command", ["lab", "class", "site", "handout"])
def test_a_command_that_a_browser_cannot_run_says_what_can_be_done_and_does_nothing(command, monkeypatch, capsys):
    monkeypatch.setattr("sys.platform", "emscripten")
    monkeypatch.setattr(f"{COMMANDS[command]}.run", lambda _: pytest.fail("it was run"))
    assert main([command]) == 2
    assert re.fullmatch(rf"fishlab {command}: .+: (open|install) .+\n", capsys.readouterr().err)


# What is in the way of a site.


@pytest.mark.parametrize("what", ["folder", "file"])
def test_files_of_others_are_never_replaced(what, folder, tmp_path, capsys):
    out = tmp_path / "mine"
    mine = out / "thesis.txt" if what == "folder" else out
    mine.parent.mkdir(exist_ok=True)
    mine.write_text("years of work", encoding="utf-8")
    assert main(["site", str(out), "--pyodide", str(folder)]) == 2
    assert re.fullmatch(r"fishlab site: .* name an? (empty or a new )?folder.*\n", capsys.readouterr().err)
    assert mine.read_text(encoding="utf-8") == "years of work"


def test_a_build_that_fails_leaves_the_older_site_as_it_was(folder, tmp_path, monkeypatch):
    out = tmp_path / "site"
    out.mkdir()
    (out / site_command.MARK).write_text("{}", encoding="utf-8")
    (out / "index.html").write_text("older", encoding="utf-8")
    monkeypatch.setattr(site_command, "_extensions", lambda: [])
    monkeypatch.setattr(site_command, "stock", lambda *_: {})

    def fail(*_):
        raise ValueError("JupyterLite could not be built")

    monkeypatch.setattr(site_command, "_lite", fail)
    with pytest.raises(ValueError, match="could not be built"):
        site_command.build(out, pyodide=folder, **QUIET)
    assert (out / "index.html").read_text(encoding="utf-8") == "older"


def test_without_the_packages_that_build_a_site_the_message_names_them(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(site_command, "SCRIPTS", ("no-such-script",))
    with pytest.raises(ValueError, match=r'pip install "\.\[site\]"'):
        site_command.build(tmp_path / "site", pyodide=folder, **QUIET)


# JupyterLab's extension in the site.


@pytest.mark.long
def test_a_site_serves_the_extension_that_starts_lessons_and_what_it_asks_for(built):
    settings = json.loads((built / "jupyter-lite.json").read_text(encoding="utf-8"))["jupyter-config-data"]
    ours = next(one for one in settings["federated_extensions"] if one["name"] == "fishlab")
    script = built / "extensions" / "fishlab" / ours["load"]
    assert {path.name for path in script.parent.iterdir()} >= {"container.js", "lessons.js", "course_panel.js"}
    assert settings["litePluginSettings"], "by this the extension knows that it is on a site"
    told = json.loads((built / "fishlab" / "course.json").read_text(encoding="utf-8"))
    assert [one["number"] for one in told["lessons"]] == [one.number for one in LESSONS]
    assert told["folder"] == ""
    assert "{seconds}" in told["words"]["starting"]
    for one in told["lessons"]:
        shipped = (built / "fishlab" / told["files"] / one["file"]).resolve()
        assert shipped.read_bytes() == (course_folder() / one["file"]).read_bytes(), "with this a lesson is compared"


# The first page.

LESSONS = [read_lesson(path) for path in sorted(course_folder().glob("*.ipynb"))]
PAGE = front.front_page(LESSONS, 55)


class Reader(html.parser.HTMLParser):
    """Reads a page as a program without eyes does: open tags, links, ids and what runs."""

    void = frozenset({"meta", "link", "path", "rect", "use", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open, self.links, self.ids, self.scripts = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.links += [given[name] for name in ("href", "src") if name in given and tag in ("a", "img", "script")]
        self.ids += [given["id"]] if "id" in given else []
        self.scripts += [given.get("type", "")] if tag == "script" else []
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_first_page_is_whole_has_no_program_and_no_outside_address():
    page = Reader(PAGE)
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert page.scripts == ["application/json"], "data only: the page works without scripts"
    assert not re.findall(r"(?:href|src)=\"(?:https?:)?//|url\(|@import", PAGE)
    assert "$" not in PAGE


def test_every_lesson_has_one_button_with_its_time():
    for lesson in LESSONS:
        assert PAGE.count(f'class="open" href="{front.link(lesson)}"') == 1
        assert lesson.time in PAGE and "](" not in lesson.time
        assert lesson.aim
        if lesson.number:
            assert re.match(r"\d+ minutes · ", lesson.time), lesson.file
    first = next(lesson for lesson in LESSONS if lesson.number)
    assert f'class="start" href="{front.link(first)}"' in PAGE


def test_the_first_page_leads_to_the_first_lesson_of_every_other_language_in_that_language():
    assert '<html lang="en">' in PAGE
    assert '<p class="quiet" lang="de"><a hreflang="de" href="lab/index.html?path=de/00-cast-off.ipynb">' in PAGE
    assert re.search(r">Deutsch · \w+: Leinen los</a>", PAGE)
    with speaking(find("de")):
        assert '<html lang="de">' in front.front_page(LESSONS, 55)


def test_the_first_page_speaks_of_accounts_copies_and_teachers_and_keeps_still_if_asked():
    for words in (
        "No account",
        "Teacher's corner",
        "Keep your work",
        "prefers-reduced-motion",
        "<noscript>",
        'role="img"',
    ):
        assert words in PAGE
    assert 'name="viewport"' in PAGE


def test_what_a_lesson_says_of_itself_is_text_and_never_markup(tmp_path):
    cell = "# 12 · Fish & <chips>\n\n5 minutes · alone\n\n- eat *fish*, see [why](x.ipynb);\n"
    (tmp_path / "a b.ipynb").write_text(json.dumps({"cells": [{"source": [cell]}]}), encoding="utf-8")
    lesson = read_lesson(tmp_path / "a b.ipynb")
    assert (lesson.number, lesson.title, lesson.aim) == ("12", "Fish & <chips>", "Eat fish, see why.")
    assert front.plain("*Where do they go?*") == "Where do they go?"
    page = front.front_page([lesson], 55)
    assert "Fish &amp; &lt;chips&gt;" in page
    assert "path=a%20b.ipynb" in page


def test_hand_outs_are_listed_where_there_are_some(tmp_path):
    assert "Hand-outs" not in PAGE
    (tmp_path / "handouts").mkdir()
    first = Path(LESSONS[0].file).stem
    files = ["01 boom.pdf", "01 boom.html", "notes.txt", "01 boom-answers.html", f"{first}-answers.pdf"]
    for name in (*files, f"{first}.html", f"{first}-slides.html"):
        (tmp_path / "handouts" / name).touch()
    page = front.front_page(LESSONS, 55, handouts=tmp_path / "handouts")
    assert sorted(link for link in Reader(page).links if "handouts" in link) == [
        f"handouts/{first}-slides.html",
        f"handouts/{first}.html",
        "handouts/01%20boom.html",
        "handouts/01%20boom.pdf",
    ], "answers are for the teacher only"
    assert f"<li>{LESSONS[0].number} · {LESSONS[0].title} <span><a" in page and "<li>01 boom <span><a" in page
