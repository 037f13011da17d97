"""Build the pages about the code: every module by its docstrings, behind the house on one page (`make docs`)."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Collection, Mapping
from dataclasses import is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import get_type_hints

import pdoc.render
import traitlets
from pdoc.doc import Doc, Module
from pdoc.render_helpers import to_html

import fishlab

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("fishlab", "widgets/fishlab_widgets")
FIRST_GUIDE = "how_to"
TRAITS = {inspect.getdoc(kind) for kind in vars(traitlets).values() if isinstance(kind, type)}


@cache
def modules() -> dict[str, Path]:
    """Return the files of both packages by their modules' names, a package before what is in it."""
    found = {}
    for folder in PACKAGES:
        base = ROOT / folder
        for path in base.rglob("*.py"):
            parts = [base.name, *path.relative_to(base).with_suffix("").parts]
            found[".".join(parts).removesuffix(".__init__")] = path
    return dict(sorted(found.items()))


def architecture(pages: Mapping[str, Module]) -> str:
    """Return the house on one page as HTML: modules and what `fishlab` names lead to their pages, files do not."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    text = re.sub(r"\[([^]]*)\]\((?!https?:)[^)]*\)", r"\1", text)
    places = {path.relative_to(ROOT).as_posix(): page(name) for name, path in modules().items() if name in pages}
    places |= {place.removesuffix("__init__.py"): link for place, link in places.items()}
    places |= {name: page(name) for name in pages}
    named = [doc for doc in pages["fishlab"].members.values() if borrowed(doc) and doc.taken_from[0] in pages]
    places |= {doc.name: f"{page(doc.taken_from[0])}#{doc.name}" for doc in named}

    def linked(found: re.Match[str]) -> str:
        return f'<a href="{places[found[1]]}">{found[0]}</a>' if found[1] in places else found[0]

    return re.sub(r"<code>([\w/.]+)</code>", linked, to_html(text))


def guides() -> dict[str, tuple[str, str]]:
    """Return the pages in `docs` that tell how something is done or what was found: by name their title and HTML.

    A link to another of them leads to its page, one to anything else is plain words.
    """
    files = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))}

    def link(found: re.Match[str]) -> str:
        words, name, place = found[1], Path(found[2].partition("#")[0]).stem, found[2]
        if place.startswith("http"):
            return found[0]
        return f"[{words}]({name}.html)" if name in files and place.partition("#")[0].endswith(".md") else words

    pages = {}
    for name in sorted(files, key=lambda name: (name != FIRST_GUIDE, name)):
        title = files[name].partition("\n")[0].removeprefix("# ").strip()
        pages[name] = (title, to_html(re.sub(r"(?<!!)\[([^]]*)\]\(([^)\s]+)\)", link, files[name])))
    return pages


def page(name: str) -> str:
    """Return where a module's page stands."""
    return f"{name.replace('.', '/')}.html"


def borrowed(doc: Doc) -> bool:
    """Tell whether a module names something that another one of ours describes."""
    home, name = doc.taken_from
    return home != doc.modulename and home in modules() and hasattr(import_module(home), name)


def lent(doc: Doc) -> bool:
    """Tell whether a class is the base of public ones, whose readers are led to it even if it is private."""
    return doc.kind == "class" and any(not kind.__name__.startswith("_") for kind in doc.obj.__subclasses__())


def explained(doc: Doc) -> bool:
    """Tell whether a docstring is our own: neither that of a trait's class nor that of a base's constructor."""
    return doc.docstring not in TRAITS and (doc.name != "__init__" or bool(doc.obj.__doc__))


def build(out: Path, only: Collection[str] = ()) -> None:
    """Write the pages, of all modules or of some only, into a folder; what else is in it stays."""
    pdoc.render.configure(docformat="google", template_directory=ROOT / "docs", show_source=False)
    pdoc.render.env.tests |= {"borrowed": borrowed, "lent": lent, "explained": explained}
    pages = {name: Module.from_name(name) for name in modules() if not only or name in only}
    for module in pages.values():
        explain_tuples(module)
        explain_fields(module)
    pdoc.render.env.globals |= {
        "packages": [Path(folder).name for folder in PACKAGES],
        "version": fishlab.__version__,
        "architecture": architecture(pages),
        "guides": {name: title for name, (title, _) in guides().items()},
    }
    for name, module in pages.items():
        write(out / page(name), pdoc.render.html_module(module, pages))
    frame = pdoc.render.env.get_template("guide.html.jinja2")
    for name, (title, text) in guides().items():
        write(out / "how" / f"{name}.html", frame.render(guide=text, title=title, here=name, root_module_name=None))
    write(out / "index.html", pdoc.render.html_index(pages))
    write(out / "search.js", pdoc.render.search_index(pages))


def explain_tuples(module: Module) -> None:
    """Let a module's named tuples say what their annotations mean, and nothing of field numbers."""
    for kind in vars(module.obj).values():
        if isinstance(kind, type) and issubclass(kind, tuple) and kind.__module__ == module.modulename:
            kind.__new__.__annotations__ = get_type_hints(kind)
            for name in kind._fields:
                vars(kind)[name].__doc__ = ""


def explain_fields(module: Module) -> None:
    """Let the constructors of a module's dataclasses say what their fields are, also those of a base elsewhere."""
    for kind in vars(module.obj).values():
        if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.modulename:
            hints, said = get_type_hints(kind), kind.__init__.__annotations__
            kind.__init__.__annotations__ = {name: hints.get(name, what) for name, what in said.items()}


def write(path: Path, text: str) -> None:
    """Write a file, and the folders it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("only", nargs="*", help="modules to describe, instead of all", metavar="MODULE")
    asked = parser.parse_args()
    if unknown := set(asked.only) - modules().keys():
        parser.error(f"there is no module {min(unknown)}")
    build(asked.out, asked.only)
    print(f"Open {asked.out / 'index.html'} in a browser.")
