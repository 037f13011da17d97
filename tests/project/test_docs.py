"""The pages about the code, and what a server does with the commands."""

from __future__ import annotations

import html
import inspect
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.specifiers import SpecifierSet

import fishlab
from fishlab.core import State

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
TARGETS = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1].split()
MODULES = sorted(
    path.relative_to(base.parent).with_suffix("").as_posix().removesuffix("/__init__")
    for base in (ROOT / "fishlab", ROOT / "widgets" / "fishlab_widgets")
    for path in base.rglob("*.py")
)


# Pages about the code.


SOME = (
    "fishlab", "fishlab.core", "fishlab.models", "fishlab.graphs", "fishlab.boom", "fishlab.boom.rules",
    "fishlab.boom.sea", "fishlab.boom.words", "fishlab.lab", "fishlab.lab.treatments", "fishlab_widgets",
    "fishlab_widgets.live", "fishlab_widgets.live.table",
)  # fmt: skip
"""Modules of every kind: `make test` describes these, `make soak` all."""


@pytest.fixture(scope="module", params=[SOME, pytest.param((), marks=pytest.mark.soak)], ids=["some", "all"])
def only(request):
    """Which modules are described; nothing for all."""
    return request.param


@pytest.fixture(scope="module")
def built(tmp_path_factory, only):
    """The folder that `make docs` makes."""
    out = tmp_path_factory.mktemp("pages") / "docs"
    clean = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    done = subprocess.run(
        [shutil.which("make"), "-o", ".venv/.ready-test", "docs", f"PY={sys.executable}", f"OUT={out}",
         f"ONLY={' '.join(only)}"],
        cwd=ROOT, env=clean, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines()[-1] == f"Open {out / 'index.html'} in a browser."
    assert done.stderr == ""
    return out


@pytest.fixture(scope="module")
def pages(built):
    """Every page's text, by its path from the front page."""
    return {path.relative_to(built).as_posix(): path.read_text(encoding="utf-8") for path in built.rglob("*.html")}


def words(page: str) -> str:
    """Return what a reader sees of a page, in one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


@pytest.mark.long
def test_every_module_has_a_page_and_the_front_page_leads_to_it(pages, only):
    modules = [name.replace(".", "/") for name in only] or MODULES
    how = [f"how/{path.stem}.html" for path in (ROOT / "docs").glob("*.md")]
    assert sorted(pages) == sorted(["index.html", *how, *(f"{module}.html" for module in modules)])
    assert [page for page in how if f'href="{page}"' not in pages["index.html"]] == []
    for module in modules:
        assert f'<a href="{module}.html">{module.replace("/", ".")}</a>' in pages["index.html"]


def test_the_front_page_is_the_house_on_one_page_with_the_version(pages):
    seen = words(pages["index.html"])
    headings = re.findall(r"^#+ (.*)$", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(headings) > 3
    assert [heading for heading in headings if heading.replace("`", "") not in seen] == []
    assert f"Fishlab {fishlab.__version__}" in seen
    assert '<a href="fishlab/core.html"><code>fishlab/core.py</code></a>' in pages["index.html"]
    assert '<a href="fishlab/core.html#Reason"><code>Reason</code></a>' in pages["index.html"]


def test_everything_that_the_protocol_asks_for_is_described(pages):
    seen = words(pages["fishlab/core.html"])
    methods = [name for name in vars(State) if not name.startswith("_") and callable(getattr(State, name, None))]
    assert {"start", "turn", "moves", "after", "scores", "view", "guess", "why_not"} <= set(methods)
    for name in methods:
        assert f'id="State.{name}"' in pages["fishlab/core.html"]
        assert inspect.getdoc(getattr(State, name)).partition("\n")[0].replace("`", "") in seen, name


def test_arguments_read_as_a_list_and_examples_as_code(pages):
    page = pages["fishlab/models.html"]
    assert "<li><strong>stages:</strong>  how many life stages there are" in page
    assert "Args:" not in words(page).partition("View Source")[0]
    assert '<span class="gp">&gt;&gt;&gt; </span>' in pages["fishlab/graphs.html"]


def test_what_a_package_lends_is_described_once_where_it_is_written(pages):
    assert '<a href="fishlab/boom/rules.html#Boom">fishlab.boom.rules.Boom</a>' in pages["fishlab.html"]
    assert [page for page, text in pages.items() if 'id="Boom.after"' in text] == ["fishlab/boom/rules.html"]
    assert 'id="Move"' in pages["fishlab/core.html"]
    assert 'id="COOPERATOR"' in pages["fishlab/lab/treatments.html"]


def test_the_words_of_other_packages_stay_out(pages):
    for page, text in pages.items():
        for alien in ("A trait for", "trait.</p>", "Public constructor", "Alias for field", "ForwardRef"):
            assert alien not in text, page


def test_no_page_loads_anything_from_outside(pages, built):
    for page, text in pages.items():
        for tag in re.findall(r"<(?:script|link|img|iframe|source|object|embed|video|audio)\b[^>]*>", text):
            assert not re.search(r"(?:src|href|data|srcset)\s*=\s*[\"']?(?:https?:)?//", tag), (page, tag)
        assert not re.search(r"url\(\s*[\"']?(?:https?:)?//|@import", text.partition("</head>")[0]), page
    script = (built / "search.js").read_text(encoding="utf-8")
    assert not re.search(r"(?:fetch|import|importScripts|XMLHttpRequest)\s*\(\s*[\"']https?:", script)


def test_links_between_the_pages_lead_somewhere(pages):
    ids = {page: set(re.findall(r'\bid="([^"]+)"', text)) for page, text in pages.items()}
    broken = []
    for page, text in pages.items():
        for link in set(re.findall(r'<a\b[^>]*\bhref="([^"]+)"', text.partition("<script>")[0])):
            if not link.startswith("https:"):
                path, _, part = link.partition("#")
                target = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
                if target not in pages or (part and part not in ids[target] and not part.startswith("L-")):
                    broken.append((page, link))
    assert broken == []


# A server's work.


def workflow(name: str) -> dict:
    return yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))


def steps(data: dict) -> list[dict]:
    return [step for name, job in data["jobs"].items() if name != "systems" for step in job["steps"]]


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "workflows").glob("*")), ids=lambda path: path.stem)
def test_a_server_runs_our_commands_and_nothing_of_its_own(path):
    for step in steps(workflow(path.stem)):
        if "run" in step:
            target = re.fullmatch(r"make ([a-z]+)(?: [A-Z]+=[\w./-]+)*", step["run"])
            assert target, step["run"]
            assert target[1] in TARGETS
        else:
            assert re.fullmatch(r"actions/[a-z-]+@v\d+", step["uses"])


def test_every_change_is_tested_on_the_oldest_and_the_newest_python():
    data = workflow("test")
    assert {"push", "pull_request"} <= set(data[True])  # YAML reads `on` as a truth
    assert [step["run"] for step in steps(data) if "run" in step] == ["make full"], "with every long test"
    versions = data["jobs"]["test"]["strategy"]["matrix"]["python"]
    oldest = re.fullmatch(r">=(\d+\.\d+)", PROJECT["requires-python"])[1]
    assert versions[0] == oldest
    assert len(versions) > 1
    assert all(version in SpecifierSet(PROJECT["requires-python"]) for version in versions)
    asked = [step["with"]["python-version"] for step in steps(data) if "setup-python" in step.get("uses", "")]
    assert asked == ["${{ matrix.python }}"]


def test_rules_command_and_class_are_tested_on_three_systems():
    """There is no `make` on all of them, so this job names the tests itself."""
    job = workflow("test")["jobs"]["systems"]
    assert job["strategy"]["matrix"]["system"] == ["ubuntu-latest", "windows-latest", "macos-latest"]
    *_, run = (step["run"] for step in job["steps"] if "run" in step)
    named = re.findall(r"tests/\S+", run)
    assert [path for path in named if not (ROOT / path).exists()] == []
    for part in ("rules", "command", "class", "student", "players"):
        assert any(part in path for path in named), part


def test_the_pages_that_are_published_are_those_that_were_built():
    found = steps(workflow("pages"))
    made = [re.fullmatch(r"make (site|docs) OUT=(\S+)", step["run"]).groups() for step in found if "run" in step]
    sent = [step["with"]["path"] for step in found if "upload-pages-artifact" in step.get("uses", "")]
    assert sent == ["_site"]
    assert made == [("site", "_site"), ("docs", "_site/code")], "the site, and the pages about the code inside it"
    assert "actions/deploy-pages" in found[-1]["uses"]
