"""Every source that a lesson or a card names is on the references page."""

from __future__ import annotations

import re
from pathlib import Path

import checklist
import fishlab_widgets
import pytest
from fishlab_widgets.chapters.real_lives import LIVES
from fishlab_widgets.council.cases import CASES

from fishlab.data.series import real_series, series_names
from fishlab.lab.published import SHARES

PAGE = checklist.read(checklist.FOLDER / "references.ipynb")
ENTRIES = [line for cell in PAGE["cells"] for line in checklist.source(cell).splitlines() if line.startswith("- ")]
_WORD = r"[A-Z][\w'é-]*"
NAMED = re.compile(
    rf"\(((?:The )?[A-Z][^()\d]*?) ((?:19|20)\d\d)\)|({_WORD}(?: (?:{_WORD}|&|et al\.|of|and))*) \(((?:19|20)\d\d)\)"
)
"""A source with its year: (Reed 1979), or Reed (1979)."""
WRITTEN = [
    *(path for path in checklist.ALL if path.stem != "references"),
    *sorted(Path(fishlab_widgets.__file__).parent.rglob("*.toml")),
    *sorted((Path(fishlab_widgets.__file__).parent / "chapters").glob("*.py")),
]


def words(path: Path) -> str:
    """Return what a file says."""
    if path.suffix != ".ipynb":
        return path.read_text(encoding="utf-8")
    return "\n".join(checklist.source(cell) for cell in checklist.written_out(checklist.read(path))["cells"])


def named_in(text: str) -> set[str]:
    """Return the sources that a text names, with their years."""
    return {f"{a or b} {x or y}" for a, x, b, y in NAMED.findall(" ".join(text.split()))}


def is_listed(name: str) -> bool:
    """Whether the page has an entry of a source: its first name, and its year if it is given one."""
    first = re.split(r",| &| et al| and ", re.sub(r" (?:19|20)\d\d$", "", name))[0]
    year = re.search(r"(?:19|20)\d\d$", name)
    return any(first in line and (not year or f"({year[0]}" in line) for line in ENTRIES)


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_a_source_that_is_named_is_on_the_page(path):
    assert [name for name in sorted(named_in(words(path))) if not is_listed(name)] == []


def test_the_sources_of_tables_are_on_the_page():
    cases = {one["source"].replace("(", "").replace(")", "") for case in CASES.values() for one in case["figures"]}
    told = cases | {one.source for one in LIVES} | {source for _, _, source in SHARES}
    assert len(told) > 20
    assert [name for name in sorted(told) if not is_listed(name)] == []


@pytest.mark.parametrize("name", series_names())
def test_the_source_of_a_series_is_on_the_page(name):
    source = real_series(name).source
    assert re.search(r"\d{4}", source) and all(map(is_listed, named_in(source))), source


def test_what_a_source_is():
    assert named_in("Closed (Reed 1979). Source: Capen et al. (1971), and in June 2024 (12 t).") == {
        "Reed 1979", "Capen et al. 1971",
    }  # fmt: skip
    assert is_listed("Rose & Walters 2019") and not is_listed("Rose & Walters 2020") and not is_listed("Nobody 2019")


def test_an_entry_has_an_address_that_lasts_or_says_what_it_is():
    kinds = "book|conference paper|database|journal article|legal text|news release|news report|report|web page"
    bare = [line for line in ENTRIES if not re.search(r"\]\(https://(doi\.org|hdl\.handle\.net)/", line)]
    assert [line for line in bare if not re.search(rf"[.)*] ({kinds})\b", line, re.IGNORECASE)] == []


def test_the_cases_that_have_no_series_are_named_beside_the_series():
    told = next(checklist.source(cell) for cell in PAGE["cells"] if cell["id"] == "series")
    without = [case["title"].partition(",")[0] for case in CASES.values() if "series" not in case]
    assert [title for title in without if title.casefold() not in told.casefold()] == [] and len(without) == 4


def test_entries_stand_in_order_within_a_part():
    for cell in PAGE["cells"]:
        entries = [line for line in checklist.source(cell).splitlines() if line.startswith("- ")]
        assert entries == sorted(entries, key=str.casefold), cell["id"]
