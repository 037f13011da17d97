"""The Boom laboratory as a browser shows it: on a page without Jupyter, and once in a real JupyterLab."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from figures import look
from fishlab_widgets.lab.lab_settings import Settings
from fishlab_widgets.lab.lab_view import TABS
from fishlab_widgets.lab.panel import Laboratory
from lab.class_play import code_of
from pages import axe
from prepared_page import TABLET, WIDE, Stage

from fishlab.lab.design import design_of
from fishlab.lab.manifest import run_design

pytestmark = pytest.mark.browser

LOW = """() => [...document.querySelectorAll('.of-totals [id*="-row-"]')]
  .map((row) => row.getBoundingClientRect().height).filter((high) => high < 23.5)"""


@pytest.fixture(scope="module")
def laboratory() -> Laboratory:
    """A laboratory with a class in it."""
    lab = Laboratory(games=200)
    lab.class_rows.rows = [
        {"group": "alone", "total": 9.0, "players": 4},
        {"group": "alone", "total": 14.0, "players": 4},
    ]
    return lab


@pytest.mark.few(1)
@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (TABLET, True)], ids=["wide, light", "narrow, dark"])
def test_every_tab_agrees_with_its_tables_and_can_be_read(chrome, laboratory, size, dark):
    laboratory.set(Settings(games=laboratory.settings.games))
    laboratory.open_tab("totals")
    stage = Stage(chrome, laboratory.panel, size, dark=dark)
    page, count = stage.page, 0
    if not dark:
        top = page.evaluate("() => document.querySelector('.of-totals').getBoundingClientRect().bottom")
        assert top <= 720, "the sentence and the figure are seen without scrolling much"
    for tab in TABS:
        stage.click(f".tabs >> text={TABS[tab]}")
        seen = look(page)
        assert seen.wrong == []
        assert stage.small() == []
        assert page.evaluate(LOW) == [], "each line of a figure can be hit"
        count += seen.count
    assert count == 9
    page.evaluate("() => { for (const one of document.querySelectorAll('details')) one.open = true; }")
    page.click("text=Keep as file")
    assert stage.small() == []
    assert axe(page, ".fishlab-lab") == []
    stage.close()


def test_everything_is_reached_by_keys_and_a_slider_keeps_the_focus(chrome, laboratory):
    laboratory.set(Settings(games=laboratory.settings.games))
    laboratory.open_tab("totals")
    stage = Stage(chrome, laboratory.panel, WIDE)
    page = stage.page

    def press(key: str) -> str:
        page.keyboard.press(key)
        stage.settle()
        return page.evaluate("() => document.activeElement.dataset.key || document.activeElement.textContent")

    reached = []
    for _ in range(60):
        reached.append(press("Tab"))
        if reached[-1].startswith("tab/"):
            break
    assert {"players/3", "games/10000", "keeping", "back", "treatment/quota"} <= set(reached)
    assert {"tab/totals"} <= set(reached) and any(one.startswith("Change the numbers") for one in reached)
    assert press("ArrowRight") == "tab/sea" and laboratory.tab == "sea"
    page.focus("[data-key='treatment/quota']")
    assert press("Enter") == "treatment/quota" and laboratory.settings.first == "quota"
    page.click("summary >> text=Change the numbers")
    page.focus("[data-key='number/ambition']")
    page.evaluate("() => { window.old = [...document.querySelectorAll('.fishlab-figure')]; }")
    assert press("ArrowRight") == "number/ambition", "the slider is still under the hand"
    assert dict(laboratory.settings.changes) and laboratory.settings.first == "yours"
    assert page.evaluate("() => old.some((one) => one.isConnected)") is False, "every figure is new"
    assert page.locator(".view .fishlab-figure").count() == 2
    assert "Your own treatment (numbers put in) brings" in page.inner_text(".said")
    stage.close()


CELL = "from fishlab_widgets.lab import Laboratory\nlaboratory = Laboratory()\nlaboratory"


@pytest.mark.long
def test_a_line_opens_a_game_beside_the_curves_the_class_joins_and_the_file_opens_again(show, tmp_path):
    page = show([CELL])
    one = page.locator(".fishlab-laboratory")
    one.locator("[id*='-row-'][id$='-point-quota']").first.click()
    one.locator(".lab-sample .fishlab-board").wait_for()
    one.get_by_text("of the first 1,000").wait_for()
    page.wait_for_function(
        "() => { const box = (name) => document.querySelector(`.lab-sample ${name}`)?.getBoundingClientRect();"
        " const [figure, board] = [box('.fishlab-figure'), box('.fishlab-board')];"
        " const wide = document.querySelector('.fishlab-laboratory').getBoundingClientRect().width >= 1000;"
        " return figure && board && 0 <= board.top && board.top < innerHeight * 0.6"
        " && (wide ? figure.right <= board.left + 1 : figure.bottom <= board.top + 1); }"
    )
    one.get_by_role("button", name="The same dice: All together").click()
    one.get_by_text(re.compile(r"All together: game [\d,]+ of the first")).wait_for()
    one.get_by_role("button", name="Put the game away").click()
    one.get_by_role("tab", name="Your class").click()
    one.get_by_label("Codes or CSV").fill(f"{code_of()}\nBM1-nonsense\n{code_of(cooperative=True)}")
    one.get_by_role("button", name="Add the class").click()
    one.get_by_text("2 games added.").wait_for()
    one.get_by_text("Line 2:").wait_for()
    one.locator(".fishlab-figure", has_text="class: together").wait_for()
    one.get_by_role("button", name="Keep as file").click()
    for button, name in (("Rows of A and B", "rows.csv"), ("All of it, to open again", "kept.html")):
        with page.expect_download() as found:
            one.get_by_role("button", name=button).click()
        found.value.save_as(tmp_path / name)
    with Path(tmp_path / "rows.csv").open(encoding="utf-8", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == 8000
    one.get_by_role("button", name="2", exact=True).click()
    one.locator(".choice button[aria-pressed=true]", has_text=re.compile("^2$")).wait_for()
    one.locator("input[type=file]").set_input_files(tmp_path / "kept.html")
    one.get_by_text("Opened: every figure is as it was saved.").wait_for()
    one.locator(".fishlab-figure", has_text="class: together").wait_for()
    one.locator("input[type=file]").set_input_files(played_design(tmp_path))
    one.get_by_role("tab", name="Design").wait_for()
    one.locator(".fishlab-figure", has_text="3 points of a design, 20 games of each").wait_for()


def played_design(tmp_path: Path) -> Path:
    """Return the manifest of a small design."""
    factors = {"treatment": ["yearly-agreement"], "compliance": {"low": 0, "high": 1, "steps": 3}}
    run_design(design_of({"games": 20, "factors": factors}), tmp_path / "promises")
    return tmp_path / "promises" / "manifest.json"


@pytest.mark.long
@pytest.mark.parametrize(("size", "dark"), [(WIDE, False), (TABLET, True)], ids=["wide, light", "narrow, dark"])
def test_a_design_agrees_with_its_table_and_can_be_read(chrome, tmp_path, size, dark):
    lab = Laboratory(games=20)
    lab.open_kept(played_design(tmp_path).read_text())
    stage = Stage(chrome, lab.panel, size, dark=dark)
    seen = look(stage.page)
    assert (seen.wrong, seen.count, stage.small()) == ([], 1, [])
    assert axe(stage.page, ".fishlab-lab") == []
    stage.close()


GAMES_SHOWN = """() => Number(
  /Team totals \\(([0-9,]+) games/.exec(document.querySelector('.fishlab-lab').textContent)?.[1].replaceAll(',', '')
)"""


@pytest.mark.soak  # test_lab_panel.py has it without a page
def test_ten_million_games_say_how_long_they_take_grow_in_chunks_and_stop(show):
    page = show([CELL])
    one = page.locator(".fishlab-laboratory")
    one.get_by_text("Other games, other dice").click()
    games = one.get_by_label("Games of each treatment")
    games.fill("0")
    games.press("Enter")
    one.get_by_text("0 games cannot be played").wait_for()
    games.fill("10000000")
    games.press("Enter")
    one.get_by_text("10,000,000 games of each of 9 treatments: about").wait_for()
    one.get_by_text("MB of memory at any moment").wait_for()
    shown = page.wait_for_function(
        f"() => {{ const now = ({GAMES_SHOWN})(); return now >= 2000 && now; }}"
    ).json_value()
    assert shown % 2000 == 0
    page.wait_for_function(f"(before) => ({GAMES_SHOWN})() > before", arg=shown)
    one.get_by_role("button", name="Stop").click()
    one.get_by_text("Stopped after").wait_for()
    assert one.get_by_role("button", name="Run").is_enabled()
