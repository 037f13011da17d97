"""The house: who imports whom, where a game stands, and what every module may use."""

from __future__ import annotations

import ast
import doctest
import importlib
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

from fishlab import GAMES as LISTED
from fishlab import PRACTICE
from fishlab.core import State

ROOT = Path(__file__).resolve().parents[2]
GAMES = {**LISTED, **PRACTICE}
MOST_LINES = 700  # of a module
MOST_MODULES = 12  # of a folder
MOST_SHARED_NAMES = 40  # of classes


def modules(folder: str) -> dict[str, Path]:
    """Return a package's modules by their dotted names."""
    base = ROOT / folder
    return {
        ".".join([base.name, *path.relative_to(base).with_suffix("").parts]).removesuffix(".__init__"): path
        for path in sorted(base.rglob("*.py"))
    }


RULES = modules("fishlab")
WIDGETS = modules("widgets/fishlab_widgets")
ALL = {**RULES, **WIDGETS}


@cache
def parsed(path: Path) -> ast.Module:
    """Return a file as a tree of its parts."""
    return ast.parse(path.read_text(encoding="utf-8"))


def looks_up(node: ast.AST) -> bool:
    """Tell whether a part of a program imports a module by a string."""
    return isinstance(node, ast.Call) and "import_module" in (
        getattr(node.func, "id", ""),
        getattr(node.func, "attr", ""),
    )


def above(path: Path) -> set[str]:
    """Return the packages in which a file stands; they are loaded before it, and it may call itself by their names."""
    return {name for name, other in ALL.items() if other.name == "__init__.py" and other.parent in path.parents}


@cache
def imports(path: Path) -> set[str]:
    """Return the modules that a file imports, wherever in it: also for type checks, and by a string."""
    found: set[str] = set()
    tree = parsed(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports name the whole path"
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            parts = whole & ALL.keys()
            found |= parts if len(parts) == len(whole) else {node.module or "", *parts}
    if any(looks_up(node) for node in ast.walk(tree)):
        words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        found |= {name for name in ALL if name in words and name not in above(path)}  # also from a list of names
    return found


LOOKED_UP = {
    "fishlab.bots",
    "fishlab.players.advice",
    "fishlab_widgets",
    "fishlab_widgets.command",
    "fishlab_widgets.command.score_players",
    "fishlab_widgets.here",
    "fishlab_widgets.lesson_cards",
    "fishlab_widgets.publish.site.wheels",
    "fishlab_widgets.live.face",
}
"""Who may import by a name that is made: bots and face by the game's name, a widget or a command by its own, a
lesson's cards by its number, a player to be measured by the file that a person names."""


def test_only_games_widgets_and_commands_are_looked_up_by_a_name_that_is_made():
    made = {
        module
        for module, path in ALL.items()
        if "import_module" in path.read_text(encoding="utf-8")
        for node in ast.walk(parsed(path))
        if looks_up(node) and not isinstance(node.args[0], ast.Constant)
    }
    assert made == LOOKED_UP


def test_an_import_by_a_string_counts(tmp_path):
    file = tmp_path / "sly.py"
    sly = "PLACES = {'table': 'fishlab_widgets.live.table'}\nmodule = import_module(PLACES[name])\n"
    file.write_text(sly, encoding="utf-8")
    assert "fishlab_widgets.live.table" in imports(file)


@cache
def inside(module: str) -> set[str]:
    """Return what a module imports of the two packages."""
    return imports(ALL[module]) & ALL.keys()


# Floors: imports point down only.

RULE_FLOORS = ("core", "helpers", "games", "players", "above", "all")
WIDGET_FLOORS = ("draw", "charts", "controls", "live", "above", "all")


def rule_floor(module: str) -> str:
    """Return on which floor a module of the rules stands."""
    match module.split(".")[1:]:
        case [] | ["room", *_]:
            return "all"
        case ["core" | "codes" | "match" | "messages" | "languages"]:
            return "core"
        case ["bots" | "graphs" | "stats" | "models" | "one_at_a_time" | "session" | "table_files"]:
            return "helpers"
        case ["data", *_]:
            return "helpers"
        case ["players", "trials" | "tournament"]:
            return "above"
        case ["players", *_]:
            return "helpers"
        case [game, "players"] if game in GAMES:
            return "players"
        case [game, *_] if game in GAMES:
            return "games"
        case ["lab" | "benchmark", *_]:
            return "above"
    raise AssertionError(f"{module} has no place in the house: say on which floor it stands")


def widget_floor(module: str) -> str:
    """Return on which floor a module of the widgets stands."""
    match module.split(".")[1:]:
        case [] | ["here"] | ["command", *_]:
            return "all"
        case ["draw" | "charts" | "controls" | "live" as floor, *_]:
            return floor
        case [game, *_] if game in GAMES:
            return "above"
        case ["lesson" | "lesson_cards" | "chapters" | "lab" | "council" | "classroom" | "teacher" | "publish", *_]:
            return "above"
        case ["comparison" | "contest" | "course" | "fresh_start"]:
            return "above"
    raise AssertionError(f"{module} has no place in the house: say on which floor it stands")


def game_of(module: str) -> str | None:
    """Return the game to whose folder a module belongs."""
    name = module.split(".")[1] if "." in module else ""
    return name if name in GAMES else None


@pytest.mark.parametrize("module", RULES)
def test_imports_of_the_rules_point_down_only(module):
    height = RULE_FLOORS.index(rule_floor(module))
    for other in inside(module):
        assert other in RULES, f"{module} imports {other}: rules know nothing of widgets"
        assert RULE_FLOORS.index(rule_floor(other)) <= height, f"{module} imports {other}, which stands above it"


@pytest.mark.parametrize("module", WIDGETS)
def test_imports_of_the_widgets_point_down_only(module):
    height = WIDGET_FLOORS.index(widget_floor(module))
    for other in inside(module) & WIDGETS.keys():
        assert WIDGET_FLOORS.index(widget_floor(other)) <= height, f"{module} imports {other}, which stands above it"


@pytest.mark.parametrize("module", [module for module in ALL if game_of(module)])
def test_games_never_import_each_other_nor_a_lesson_nor_the_laboratory(module):
    for other in inside(module):
        assert game_of(other) in (None, game_of(module)), f"{module} imports another game, {other}"
        assert not other.startswith(("fishlab_widgets.lesson", "fishlab_widgets.lab", "fishlab.lab"))


def circle_in(graph: Mapping[str, set[str]]) -> list[str]:
    """Return a way along arrows that ends where it begins, [] if there is none."""
    done: set[str] = set()

    def circle(one: str, way: list[str]) -> list[str]:
        if one in way:
            return [*way[way.index(one) :], one]
        if one in done:
            return []
        for other in sorted(graph.get(one, ())):
            if found := circle(other, [*way, one]):
                return found
        done.add(one)
        return []

    return next(filter(None, (circle(one, []) for one in graph)), [])


def test_there_is_no_circle_of_imports():
    assert not circle_in({module: inside(module) for module in ALL})


def folder(module: str) -> str:
    """Return the folder in which a module stands, by its dotted name; a package stands in its own."""
    return module if ALL[module].name == "__init__.py" else module.rpartition(".")[0]


def only_lists(module: str) -> bool:
    """Tell whether a module does nothing but offer names of others to its users."""
    body = parsed(ALL[module]).body
    return all(isinstance(node, ast.Import | ast.ImportFrom | ast.Expr | ast.Assign) for node in body)


def arrows(inside: Callable[[str], set[str]]) -> dict[str, set[str]]:
    """Return which folders each folder imports from; that a package offers names from elsewhere is no arrow.

    Args:
        inside: returns what a module imports of the two packages.
    """
    found: dict[str, set[str]] = {}
    for module in ALL:
        mine = folder(module)
        others = {folder(other) for other in inside(module)} - {mine}
        if module == mine:
            others = set() if only_lists(module) else {one for one in others if not one.startswith(f"{mine}.")}
        found.setdefault(mine, set()).update(others)
    return found


def test_there_is_no_circle_of_folders():
    assert not circle_in(arrows(inside))


@pytest.mark.parametrize(
    ("module", "other"),
    [
        ("fishlab.stats", "fishlab.players.search"),
        ("fishlab.lab.engine.run", "fishlab.lab.treatments"),
        ("fishlab.lab.engine", "fishlab.lab.search"),
        ("fishlab_widgets.controls.slider", "fishlab_widgets.live.view"),
        ("fishlab_widgets.classroom.desk.plan", "fishlab_widgets.classroom.seat"),
    ],
)
def test_one_import_upwards_would_close_a_circle_of_folders(module, other):
    ring = circle_in(arrows(lambda one: inside(one) | ({other} if one == module else set())))
    assert {folder(module), folder(other)} <= set(ring)


@pytest.mark.parametrize("module", RULES)
def test_the_rules_use_nothing_but_python_and_numpy(module):
    asked_for = {"dask", "distributed", "pyarrow"}  # by whoever runs an experiment on many machines
    if module == "fishlab.benchmark.environment":
        asked_for |= {"pettingzoo", "gymnasium"}
    known = set(sys.stdlib_module_names) | {"fishlab", "numpy", "", *asked_for}
    assert {name.split(".")[0] for name in imports(RULES[module])} <= known


NETWORK = {"socket", "urllib", "http", "requests", "ftplib", "ssl"}
AT_THE_DOOR = {
    "fishlab_widgets.command.serving",
    "fishlab_widgets.command.open_class",
    "fishlab_widgets.classroom.server.app",
    "fishlab_widgets.classroom.server.handlers",
    "fishlab_widgets.classroom.server.running",
    "fishlab_widgets.publish.site.front",
    "fishlab_widgets.publish.site.pyodide",
}
"""Who opens a port for the course, asks whether a class answers at its own, writes addresses into a page, or
fetches what a site is built of."""


@pytest.mark.parametrize("module", ALL)
def test_nothing_needs_the_network_or_unpickles(module):
    used = {name.split(".")[0] for name in imports(ALL[module])}
    assert not used & {"pickle", "shelve", "marshal"}
    assert module in AT_THE_DOOR or not used & NETWORK


@pytest.mark.parametrize("module", ALL)
def test_no_module_imports_a_test_a_tool_or_a_notebook(module):
    outside = {"tests", "tools", "notebooks"} | {
        path.stem for folder in ("tests", "tools") for path in (ROOT / folder).glob("*.py")
    }
    assert not {name.split(".")[0] for name in imports(ALL[module])} & outside


def test_importing_the_rules_loads_no_widget_no_plotting_and_no_compiler():
    heavy = ["fishlab_widgets", "matplotlib", "ipywidgets", "anywidget", "IPython", "numba", "scipy", "pandas"]
    script = f"import sys, fishlab; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Rooms: a folder for each subject.


def test_every_game_is_one_frozen_class_in_a_folder_of_its_name():
    for name, game in GAMES.items():
        assert game.__module__ == f"fishlab.{name}.rules"
        assert issubclass(game, State)
        assert game.__dataclass_params__.frozen
        assert game.name == name
        for folder in ("fishlab", "widgets/fishlab_widgets", "tests"):
            assert (ROOT / folder / name).is_dir()


def test_no_module_and_no_folder_grows_too_large():
    for name, path in ALL.items():
        assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES, f"{name} has grown a second idea"
    folders = {path.parent for path in ALL.values()}
    assert {folder for folder in folders if len(list(folder.glob("*.py"))) > MOST_MODULES} == set()


def test_hardly_a_class_has_the_name_of_another():
    """What two games call alike may differ; a name that three modules share is no name."""
    places: dict[str, list[str]] = {}
    for module, path in ALL.items():
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(module)
    shared = {name: modules for name, modules in places.items() if len(modules) > 1}
    assert {
        name: modules for name, modules in shared.items() if len(modules) > 2 and not all(map(game_of, modules))
    } == {}
    assert len(shared) <= MOST_SHARED_NAMES, sorted(shared)


def test_no_name_stands_in_both_packages_unless_it_is_a_games():
    names = [{module.split(".")[-1] for module in part if not game_of(module)} for part in (RULES, WIDGETS)]
    assert names[0] & names[1] <= {"lab", "__main__"}


def test_scripts_and_styles_stand_beside_the_python_that_uses_them():
    package = ROOT / "widgets" / "fishlab_widgets"  # what JupyterLab itself loads stands beside it
    for path in [*package.rglob("*.js"), *package.rglob("*.css")]:
        beside = "".join(one.read_text(encoding="utf-8") for one in path.parent.glob("*.py"))
        assert f'"{path.name}"' in beside, f"no module beside {path.name} uses it"
    for name, path in WIDGETS.items():
        assert not re.search(r"_esm = f?[\"']|export default", path.read_text(encoding="utf-8")), name


def test_whatever_needs_a_browser_stands_where_make_browser_finds_it():
    tests = [file for file in (ROOT / "tests").rglob("test_*.py") if file != Path(__file__)]
    marked = [file.name for file in tests if "mark.browser" in file.read_text(encoding="utf-8")]
    assert marked and [name for name in marked if not name.endswith("_browser.py")] == []


def test_examples_in_docstrings_are_true():
    tried = 0
    for name in ALL:
        if name.endswith("__main__"):
            continue
        result = doctest.testmod(importlib.import_module(name))
        assert result.failed == 0, name
        tried += result.attempted
    assert tried > 0
