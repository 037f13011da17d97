"""Commands, pins, Binder, the wheel and the documents are what they say they are."""

from __future__ import annotations

import ast
import doctest
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import bench
import binder_image
import chromium
import measure
import open_course
import pages
import picture
import pins
import pytest
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

import fishlab

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = re.search(r"^\.PHONY: ((?:.*\\\n)*.*)$", MAKEFILE, re.MULTILINE)[1].replace("\\\n", "").split()


# Commands.


def run_make(*words: str, folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {
        name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "PORT", "BROWSER")
    }
    return subprocess.run(
        [shutil.which("make"), "--no-print-directory", *words],
        cwd=folder, env={**clean, **environment}, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip


@pytest.fixture
def bare(tmp_path):
    """A copy of the commands in a folder without a virtual environment, and a PATH with a few tools only."""
    folder = tmp_path / "project"
    (folder / "binder").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "binder/requirements.txt"):
        shutil.copy(ROOT / name, folder / name)
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("sh", "rm", "sed", "awk", "touch"):
        (tools / name).symlink_to(shutil.which(name))
    return folder, tools


def fake_python(tools: Path, script: str) -> None:
    (tools / "python3").write_text(f"#!/bin/sh\n{script}\n")
    (tools / "python3").chmod(0o755)


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return what a failed command said, which is one line beside make's own."""
    assert done.returncode != 0
    said = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("make")]
    assert len(said) == 1, said
    return said[0]


def test_make_help_lists_every_command_and_is_the_default():
    done = run_make("help")
    listed = re.findall(r"^  (\w+) +\w", done.stdout, re.MULTILINE)
    assert listed == TARGETS
    assert {"lab", "test", "format", "bench", "coverage", "pins", "soak", "clean", "help"} <= set(listed)
    assert run_make().stdout == done.stdout


def test_make_test_goes_from_lint_to_browser_and_ends_with_the_test_runner(bare):
    folder, _ = bare
    made_ready(folder)
    for goal, kind in (("test", "not soak and not long"), ("full", "not soak")):
        lines = run_make("-n", goal, folder=folder).stdout.splitlines()
        words = ("ruff", "mypy", "nbval", "chromium", "pytest")
        steps = [next(word for word in words if word in line) for line in lines]
        assert steps == ["ruff", "ruff", "nbval", "chromium", "pytest", "pytest"], "types are checked among the tests"
        assert [("--last-failed" in line) for line in lines if "pytest" in line] == [False, False, True]
        assert [re.search(r'-m "([^"]+)"', line)[1] for line in lines if "pytest" in line] == [
            f"not browser and {kind}",
            f"browser and {kind}",
            f"browser and {kind}",
        ]


def test_what_a_library_is_compiled_to_is_kept_whatever_the_machine_is_set_to():
    done = run_make("--eval=shown: ; @env", "shown", PYTHONDONTWRITEBYTECODE="1")
    assert "PATH=" in done.stdout
    assert "PYTHONDONTWRITEBYTECODE" not in done.stdout


@pytest.mark.long
def test_make_notebooks_runs_every_cell_by_nbval_and_sees_the_one_that_fails(bare):
    folder, _ = bare
    (folder / "notebooks").mkdir()
    stored = json.dumps(pages.notebook(["fish = 3", "assert fish == 3", "assert fish == 4", "fish"]))
    (folder / "notebooks" / "pond.ipynb").write_text(stored, encoding="utf-8")
    done = run_make("-o", ".venv/.ready-test", "notebooks", f"PY={sys.executable}", "PARALLEL=", folder=folder)
    assert done.returncode != 0
    assert "1 failed, 3 passed" in done.stdout
    assert "notebooks/pond.ipynb::Cell 2" in done.stdout


def test_no_test_file_imports_another():
    """Else its tests and fixtures would run twice, or in a place where nobody looks for them."""
    for path in (ROOT / "tests").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"^ *(from|import) ([\w.]+\.)?test_", text, re.MULTILINE), path.name


def made_ready(folder: Path) -> None:
    """Make it look as if everything were installed."""
    (folder / ".venv" / "bin").mkdir(parents=True)
    for name in ("bin/python", ".ready-lab", ".ready-test"):
        (folder / ".venv" / name).touch()


def test_a_second_call_installs_nothing_until_the_requirements_change(bare):
    folder, _ = bare
    made_ready(folder)
    assert run_make("-n", "lab", folder=folder).stdout.count("\n") == 1
    later = (folder / ".venv" / ".ready-lab").stat().st_mtime + 10
    os.utime(folder / "pyproject.toml", (later, later))
    assert "pip install" in run_make("-n", "lab", folder=folder).stdout


def test_a_missing_python_is_explained_in_one_line(bare):
    folder, tools = bare
    said = one_line(run_make("lab", folder=folder, PATH=str(tools)))
    assert said == "Fishlab needs Python 3.11 or newer, and there is no python3 here: install it first."


def test_an_old_python_is_explained_in_one_line(bare):
    folder, tools = bare
    fake_python(tools, '[ "$1" = -V ] && echo Python 3.9.2\nexit 1')
    said = one_line(run_make("lab", folder=folder, PATH=str(tools)))
    assert said == "Fishlab needs Python 3.11 or newer, and python3 is Python 3.9.2: install a newer one."


def test_a_newer_python_beside_an_old_one_is_found(bare):
    folder, tools = bare
    fake_python(tools, "exit 1")
    (tools / "python3.12").write_text('#!/bin/sh\n[ "$1" = -V ] && echo Python 3.12.1\n[ "$1" != -m ]\n')
    (tools / "python3.12").chmod(0o755)
    assert "Python 3.12.1" in run_make("lab", folder=folder, PATH=str(tools)).stdout


def test_a_python_without_venv_is_explained_and_leaves_nothing_behind(bare):
    folder, tools = bare
    fake_python(tools, '[ "$1" = -V ] && echo Python 3.12.1\n[ "$1" != -m ]')
    done = run_make("lab", folder=folder, PATH=str(tools))
    assert done.returncode != 0
    assert "python3 cannot make a virtual environment: install its venv module" in done.stdout
    assert not (folder / ".venv").exists()


def test_a_port_in_use_is_explained_in_one_line_with_a_way_out():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = one_line(run_make("-o", ".venv/.ready-lab", "lab", f"PY={sys.executable}", f"PORT={port}", "BROWSER=no"))
    assert re.fullmatch(rf"Port {port} is in use: try make lab PORT=(\d+|…)", said)


@pytest.mark.parametrize("port", ["0", "65536", "-1", "lab", "80.5", ""])
def test_what_is_not_a_port_is_explained_in_one_line(port):
    with pytest.raises(SystemExit, match=re.escape(f"PORT={port} is not a port: choose a whole number from 1024")):
        open_course.port_number(port)


def test_the_course_opens_at_its_first_lesson(tmp_path, monkeypatch):
    monkeypatch.setattr(open_course, "ROOT", tmp_path)
    (tmp_path / "notebooks").mkdir()
    assert open_course.first_page() == "notebooks"
    (tmp_path / "notebooks" / "00-cast-off.ipynb").touch()
    assert open_course.first_page() == "notebooks/00-cast-off.ipynb"


def test_make_lab_leaves_the_pages_of_the_course_as_they_are_shipped_but_for_what_was_written(tmp_path, monkeypatch):
    shipped = (ROOT / "notebooks" / "01-boom-ten-years.ipynb").read_text(encoding="utf-8")
    page, own, broken = (tmp_path / "notebooks" / name for name in ("01.ipynb", "own.ipynb", "broken.ipynb"))
    page.parent.mkdir()

    def play(folder, *_, **options):
        notebook = json.loads(shipped)
        notebook["metadata"]["widgets"] = {"state": {}}
        notebook["metadata"]["language_info"] = {"name": "python", "version": "3.11.2"}
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        code[0].update(execution_count=1, outputs=[{"output_type": "stream", "name": "stdout", "text": ["a board"]}])
        code[1]["source"] = ["my_own = 1"]
        page.write_text(json.dumps(notebook))
        del notebook["metadata"]["fishlab"]
        own.write_text(json.dumps(notebook))
        broken.write_text("{")
        return 0

    monkeypatch.setattr(open_course, "ROOT", tmp_path)
    monkeypatch.setattr(open_course.serving, "serve", play)
    monkeypatch.setattr(sys, "argv", ["open_course"])
    with pytest.raises(SystemExit, match="0"):
        open_course.main()
    expected = json.loads(shipped)
    [cell for cell in expected["cells"] if cell["cell_type"] == "code"][1]["source"] = ["my_own = 1"]
    assert json.loads(page.read_text()) == expected
    assert page.read_text().splitlines()[:3] == shipped.splitlines()[:3], "and in the same form"
    assert "a board" in own.read_text()
    assert broken.read_text() == "{"


@pytest.fixture
def asked(monkeypatch):
    """What the search for a Chromium would run on a machine that has none."""
    commands: list[list[str]] = []
    monkeypatch.setattr(chromium, "there", lambda: False)
    monkeypatch.setattr(chromium.subprocess, "run", lambda command, **_: commands.append(command))
    return commands


def test_without_a_chromium_debian_is_asked_first_then_playwright_then_one_line_says_so(asked, monkeypatch):
    monkeypatch.setattr(chromium, "debian", lambda: True)
    with pytest.raises(SystemExit, match=r"^The browser tests need a Chromium and none could be fetched: install"):
        chromium.main()
    assert [command[:2] for command in asked[:3]] == [["apt-get", word] for word in ("update", "install", "install")]
    assert [command[-2] for command in asked[1:3]] == ["chromium-headless-shell", "chromium"]
    assert asked[3][1:] == ["-m", "playwright", "install", "chromium"]


def test_without_root_or_debian_playwright_is_asked_at_once(asked, monkeypatch):
    monkeypatch.setattr(chromium.os, "geteuid", lambda: 1000)
    chromium.fetch()
    assert [command[1:] for command in asked] == [["-m", "playwright", "install", "chromium"]]


def test_the_server_that_checks_changes_runs_make_test(tmp_path):
    (tmp_path / "make").write_text('#!/bin/sh\necho "$PWD: make $*"\n')
    (tmp_path / "make").chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [ROOT / ".ci" / "run"],
        cwd=tmp_path,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == f"{ROOT}: make test"


def test_make_bench_shows_ratio_target_and_verdict_and_fails_when_one_is_missed(tmp_path, monkeypatch, capsys):
    (tmp_path / "tests" / "sample").mkdir(parents=True)
    rows = [
        {"name": "fast", "ratio": 3.5, "target": 2, "ok": True},
        {"name": "slow", "ratio": 0.5, "target": 1, "ok": False},
        measure.row("short", 0.5, 1, most=True),
        measure.row("long", 3.5, 2, most=True),
    ]
    (tmp_path / "tests" / "sample" / "bench_sample.py").write_text(
        f"def run():\n    return [{{'what': 'no target'}}, *{rows}]\n"
    )
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.syspath_prepend(tmp_path / "tests")
    with pytest.raises(SystemExit, match=r"^Missed the target: slow, long\.$"):
        bench.main(["sample"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert lines[-5:] == [
        ["what", "ratio", "target", "ok"],
        ["fast", "3.50", "≥", "2", "yes"],
        ["slow", "0.50", "≥", "1", "NO"],
        ["short", "0.50", "≤", "1", "yes"],
        ["long", "3.50", "≤", "2", "NO"],
    ]


def test_every_bench_has_a_run_function():
    for path in (ROOT / "tests").rglob("bench_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert "run" in [node.name for node in tree.body if isinstance(node, ast.FunctionDef)], path.name


# Pins and Binder.


def pinned() -> dict[str, str]:
    return dict(line.split("==") for line in pins.FILE.read_text(encoding="utf-8").splitlines())


def test_pins_are_names_and_versions_and_nothing_else():
    lines = pins.FILE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line)] == []
    assert list(pinned()) == sorted(pinned())
    assert all(canonicalize_name(name) == name for name in pinned())


def test_pins_hold_all_that_the_project_needs_and_no_more():
    assert sorted(pins.closure()) == sorted(pinned())


def test_pins_are_within_what_the_project_and_its_packages_ask_for():
    versions = pinned()
    wrong = [
        f"{name}=={versions[name]} is not {asked}"
        for name, all_asked in pins.closure().items()
        for asked in all_asked
        if not asked.specifier.contains(versions[name], prereleases=True)
    ]
    assert wrong == []


def test_the_tests_run_with_the_versions_that_binder_installs():
    if f"{sys.version_info.major}.{sys.version_info.minor}" == pins.RUNTIME:
        assert {name: metadata.version(name) for name in pinned()} == pinned()
    else:
        assert pins.RUNTIME in SpecifierSet(PROJECT["requires-python"])


def test_binder_raises_jupyterlab_and_notebook_together():
    """Binder's own base has older ones; raising only one of them leaves a broken installation."""
    lab_version, notebook_version = (pinned()[name].split(".")[:2] for name in ("jupyterlab", "notebook"))
    assert (lab_version[0], notebook_version[0]) == ("4", "7")
    assert lab_version[1] == notebook_version[1]


def test_what_binder_begins_with_is_known_and_no_older_version_is_put_in_its_place():
    """The short form of `make binder`, which builds the whole image and plays in it."""
    base = binder_image.locked()
    assert {"ipywidgets", "jupyterhub", "jupyterlab", "notebook"} <= set(binder_image.asked_for()) <= base.keys()
    for name in ("ipywidgets", "jupyterlab", "notebook"):
        assert Version(pinned()[name]) >= Version(base[name])


def test_binder_will_install_the_pins_then_the_project_and_start_with_our_script():
    done = subprocess.run(
        [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(ROOT)],
        capture_output=True, text=True, timeout=600, check=True, cwd=ROOT,
    )  # fmt: skip
    rendered = done.stdout + done.stderr
    steps = (
        'pip install --no-cache-dir -r "binder/requirements.txt"',
        "RUN ./binder/postBuild",
        'ENV R2D_ENTRYPOINT="${REPO_DIR}/binder/start"',
    )
    assert f"conda environment for python={pins.RUNTIME}" in rendered
    places = [rendered.find(step) for step in steps]
    assert -1 not in places
    assert places == sorted(places)


def test_binder_installs_the_project_and_keeps_quiet():
    script = (ROOT / "binder" / "postBuild").read_text(encoding="utf-8")
    assert re.search(r"^set -euo pipefail$", script, re.MULTILINE)
    for step in (
        r"pip install .*--no-deps.* -e \.$",
        r"disable .*announcements",
    ):
        assert re.search(step, script, re.MULTILINE), step


def test_binders_start_script_hands_over_to_what_it_is_given():
    command = ["sh", "-c", "echo $OMP_NUM_THREADS $0 $1", "two words", "x"]
    done = subprocess.run([ROOT / "binder" / "start", *command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1 two words x"


@pytest.mark.parametrize("name", [".ci/run", "binder/postBuild", "binder/start"])
def test_scripts_can_be_run(name):
    assert os.access(ROOT / name, os.X_OK)


# The wheel.


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return next(folder.glob("*.whl"))


def test_the_wheel_holds_code_scripts_styles_tables_and_notebooks_and_no_tests(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        f"{target}/{path.relative_to(ROOT / folder).as_posix()}"
        for folder, target, kinds in (
            ("fishlab", "fishlab", ("*.py", "*.toml", "py.typed")),
            ("widgets/fishlab_widgets", "fishlab_widgets", ("*.py", "*.js", "*.css", "py.typed")),
            ("notebooks", "fishlab_notebooks", ("*.ipynb",)),
        )
        for kind in kinds
        for path in (ROOT / folder).rglob(kind)
        if ".ipynb_checkpoints" not in path.parts
    }
    assert {"fishlab_widgets/live/board.js", "fishlab_widgets/controls/board.css", "fishlab/boom/boom.toml"} <= wanted
    assert {"fishlab/py.typed", "fishlab_widgets/py.typed"} <= wanted
    assert wanted <= names
    tops = {name.split("/")[0] for name in names}
    beside = {f"fishlab-{fishlab.__version__}.{kind}" for kind in ("dist-info", "data")}
    assert tops == {"fishlab", "fishlab_widgets", "fishlab_notebooks", *beside}


EXTENSION = ROOT / "widgets/jupyter/labextension"
PLACE, SERVER = "share/jupyter/labextensions/fishlab", "etc/jupyter/jupyter_server_config.d/fishlab.json"
INSTALL = [sys.executable, str(ROOT / "widgets/jupyter/install.py")]


def jupyter_files(prefix: Path) -> dict[str, bytes]:
    """Return what Jupyter finds of us below a prefix, by its place."""
    found = [path for path in (prefix / PLACE).rglob("*") if path.is_file()] + [prefix / SERVER]
    return {path.relative_to(prefix).as_posix(): path.read_bytes() for path in found}


@pytest.fixture(scope="module")
def for_jupyter(tmp_path_factory):
    """What Jupyter shall find, by its place."""
    prefix = tmp_path_factory.mktemp("prefix")
    subprocess.run([*INSTALL, str(prefix)], check=True)
    return jupyter_files(prefix)


def test_what_jupyter_loads_is_whole_and_make_installs_it(for_jupyter):
    """An editable install brings none of it: `make` installs it, and so does Binder."""
    script = (EXTENSION / "static/container.js").read_text(encoding="utf-8")
    parts = re.findall(r'"(\w+)"', re.search(r"PARTS = (.*)", script)[1])
    used = {"container.js", *(f"{name}.js" for name in parts)}
    for path in (EXTENSION / "static").iterdir():
        used |= set(re.findall(r'from "\./(\w+\.js)"', path.read_text(encoding="utf-8")))
    load = json.loads(for_jupyter[f"{PLACE}/package.json"])["jupyterlab"]["_build"]["load"]
    folder = f"{PLACE}/{load.removesuffix('/container.js')}"
    wanted = {f"{folder}/{name}": (EXTENSION / "static" / name).read_bytes() for name in used}
    wanted[SERVER] = (ROOT / "widgets/jupyter/fishlab.json").read_bytes()
    assert {name: text for name, text in for_jupyter.items() if not name.endswith("/package.json")} == wanted
    assert jupyter_files(Path(sys.prefix)) == for_jupyter, "make .venv/.ready-test installs it"


def test_a_changed_script_has_another_address_and_the_same_one_the_same(for_jupyter, tmp_path):
    """A browser may keep what it has by its address: after an upgrade it must not show the old one."""
    shutil.copytree(ROOT / "widgets/jupyter", tmp_path / "jupyter")
    script = tmp_path / "jupyter/labextension/static/fish.js"
    addresses = []
    for text in ("", "// another fish\n", ""):
        script.write_text((EXTENSION / "static/fish.js").read_text(encoding="utf-8") + text, encoding="utf-8")
        subprocess.run([sys.executable, str(tmp_path / "jupyter/install.py"), str(tmp_path)], check=True)
        addresses.append({name for name in jupyter_files(tmp_path) if name.endswith(".js")})
    assert addresses[0] == addresses[2] == {name for name in for_jupyter if name.endswith(".js")}
    assert not addresses[0] & addresses[1], "also of scripts that others import"


def test_the_wheel_brings_what_jupyter_loads(wheel, for_jupyter):
    inside, data = zipfile.ZipFile(wheel), f"fishlab-{fishlab.__version__}.data/data/"
    found = {name.removeprefix(data): inside.read(name) for name in inside.namelist() if name.startswith(data)}
    assert found == for_jupyter


def test_binder_installs_what_jupyter_loads(tmp_path, for_jupyter):
    """Its script is run as it stands, with every program but the one that installs put out of its way."""
    quiet = tmp_path / "quiet"
    quiet.mkdir()
    for name in ("pip", "jupyter"):
        (quiet / name).write_text("#!/bin/sh\n")
    cases = f'*sys.prefix*) echo "{tmp_path / "image"}";; *install.py*) exec "{sys.executable}" "$@";;'
    (quiet / "python").write_text(f'#!/bin/sh\ncase "$*" in {cases} esac\n')
    for path in quiet.iterdir():
        path.chmod(0o755)
    env = {**os.environ, "PATH": f"{quiet}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([ROOT / "binder" / "postBuild"], cwd=ROOT, env=env, check=True)
    assert jupyter_files(tmp_path / "image") == for_jupyter


def clean_venv(folder: Path) -> Path:
    """Return the folder of programs of a virtual environment that has nothing in it, not even pip."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    return folder / "bin"


def tried(programs: Path, folder: Path) -> None:
    """Use the command as a stranger would who has just installed the package."""
    folder.mkdir()

    def fishlab_says(*words: str, typed: str = "") -> str:
        done = subprocess.run(
            [str(programs / "fishlab"), *words], cwd=folder, input=typed, capture_output=True, text=True, check=True
        )
        return done.stdout

    assert fishlab_says("--version") == f"fishlab {fishlab.__version__}\n"
    fishlab_says("lab", "my course", "--copy-only")
    copied = {path.name: path.read_bytes() for path in (folder / "my course").rglob("*.ipynb")}
    assert copied == {path.name: path.read_bytes() for path in (ROOT / "notebooks").rglob("*.ipynb")}
    played = fishlab_says("play", "fishery", "--picture", "sea.svg", typed="ship a9\nquit\n")
    assert "FY1-" in played, "the game can be gone on with"
    assert (folder / "sea.svg").read_text(encoding="utf-8").startswith("<svg"), (
        "rules, widgets, scripts and styles are there"
    )
    command = [str(programs / "python"), "-m", "jupyter_server", "extension", "list"]
    listed = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    said = re.sub(r"\x1b\[[\d;]*m", "", listed.stdout + listed.stderr)
    assert re.search(r"fishlab_widgets\s+enabled", said), "a Jupyter server can open a class"
    assert re.search(r"fishlab_widgets.*OK", said)
    extension = programs.parent / "share/jupyter/labextensions/fishlab"
    load = json.loads((extension / "package.json").read_text())["jupyterlab"]["_build"]["load"]
    assert (extension / load).is_file(), "and JupyterLab opens the course"


def test_an_installed_wheel_brings_the_command_and_the_whole_course(wheel, tmp_path):
    """The short form, without a network: what the package needs is lent by this environment."""
    programs = clean_venv(tmp_path / "venv")
    into = ["--python", str(programs / "python"), "install", "--no-deps", "--no-index", "--quiet", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *into], check=True, capture_output=True)
    ours = Path(metadata.distribution("numpy").locate_file(""))
    next((tmp_path / "venv" / "lib").glob("python*/site-packages")).joinpath("lent.pth").write_text(f"{ours}\n")
    tried(programs, tmp_path / "home")


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("words", "lacks", "extra"),
    [
        (["lab", "course"], "jupyterlab", "course"),
        (["class"], "segno", "class"),
        (["site"], "nbconvert", "site"),
        (["handout"], "nbconvert", "course"),
        (["experiment", "list"], "numpy", "course"),
    ],
)
def test_where_only_the_rules_are_installed_a_missing_extra_is_one_sentence(wheel, tmp_path, words, lacks, extra):
    """The wheel itself stands for an installation: nothing else can be imported there, not even numpy."""
    command = [sys.executable, "-S", "-E", "-m", "fishlab_widgets.command", *words]
    zipfile.ZipFile(wheel).extractall(tmp_path)
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    last = done.stderr.splitlines()[-1]
    told = f'{lacks} is not installed. In the folder of Fishlab\'s project, pip install ".[{extra}]" brings it.'
    assert (done.returncode, last) == (2, f"fishlab {words[0]}: {told}")
    assert "Traceback" not in done.stderr
    code = "from fishlab import Fishery, Match\nprint(Match(Fishery).state.prompt())\nfrom fishlab_widgets import Table"
    done = subprocess.run([*command[:3], "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.stdout == "Black to place ship 1 of 6\n", "games need nothing at all"
    assert "ImportError: ipywidgets is not installed. In the folder" in done.stderr


def test_the_core_needs_numpy_only():
    assert [line.partition(">")[0] for line in PROJECT["dependencies"]] == ["numpy"]


def test_nobody_is_told_to_install_a_name_that_is_not_ours():
    for path in [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("fishlab/**/*.py"),
        *ROOT.glob("widgets/**/*.py"),
    ]:
        assert not re.search(r"(?<!%)pip install [^.\n]*fishlab", path.read_text(encoding="utf-8")), path


@pytest.mark.soak
def test_pip_installs_the_wheel_with_all_that_it_needs_into_a_clean_environment(wheel, tmp_path):
    programs = clean_venv(tmp_path / "venv")
    into = ["--python", str(programs / "python"), "install", "--quiet", "-c", str(ROOT / "binder/requirements.txt")]
    subprocess.run([sys.executable, "-m", "pip", *into, f"{wheel}[course]"], check=True)
    subprocess.run([sys.executable, "-m", "pip", "--python", str(programs / "python"), "check"], check=True)
    tried(programs, tmp_path / "home")


# Documents.


def test_the_python_in_the_readme_does_what_it_says():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_python_in_the_how_to_page_does_what_it_says():
    result = doctest.testfile(str(ROOT / "docs" / "how_to.md"), module_relative=False)
    assert (result.attempted > 8, result.failed) == (True, 0)


def test_the_readme_shows_every_picture_that_make_picture_makes_and_says_in_words_what_is_on_it():
    assert (ROOT / picture.FILES[0]).read_text(encoding="utf-8") == picture.fishery(), "run make picture"
    shown = {name: words for words, name in re.findall(r"!\[([^]]*)\]\((README-[^)]*)\)", README)}
    assert list(shown) == [*picture.FILES]
    for name, words in shown.items():
        assert len(words) > 60, f"{name} needs words for who cannot see it"
        assert (ROOT / name).stat().st_size < 150_000, f"{name} is heavy"
    assert {path.name for path in ROOT.glob("README-*")} == set(picture.FILES)


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"])
def test_links_in_documents_lead_somewhere(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert [one for one in targets if not one.startswith("https:") and not (ROOT / one.split("#")[0]).exists()] == []


def test_the_tour_links_every_lesson_that_there_is():
    lessons = {path.name for path in (ROOT / "notebooks").glob("[0-9]*.ipynb")}
    assert set(re.findall(r"\]\(notebooks/([0-9][^)]*)\)", README)) == lessons


def test_the_commands_and_files_that_the_documents_name_exist():
    for name in ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert set(re.findall(r"[`\n]make ([a-z]+)", text)) <= set(TARGETS)
        for path in re.findall(r"`((?:fishlab|tests|widgets|binder|tools)/[\w./]*)`", text):
            assert (ROOT / path.replace("tangle", "firstpond")).exists(), f"{name} names {path}"


def test_the_architecture_fits_on_one_page():
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) <= 70


def test_the_changelog_and_the_citation_speak_of_this_version():
    assert f"\nversion: {fishlab.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## {fishlab.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
