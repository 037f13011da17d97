"""One screen in the window people have: tables in JupyterLab as it opens, its file browser shown, 1366 × 768.

`test_screen_browser.py` looks at many more moments on a page that stands alone, in the same room.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import browser
import people
import pytest
from prepared_page import LAPTOP

from fishlab import GAMES

pytestmark = pytest.mark.browser

CHECK = Path(__file__).with_name("screen_check.js").read_text(encoding="utf-8")
ASKED = {"letters": 12, "target": 24, "scrolls": False, "sticks": True}

WALK = """import json
from random import Random

import ipywidgets

from fishlab import CHANCE, GAMES, Match
from fishlab.bots import bots_for
from fishlab_widgets import Table

place = ipywidgets.VBox()


def set_table(game, players, most, **options):
    global table
    match, rng = Match(GAMES[game], players, **options), Random(1)
    bots = bots_for(match.game)
    bot = bots[next(name for name in bots if name != "random")]
    while not match.over:
        state = match.state
        match.play(state.sample(rng) if state.turn() == CHANCE else bot(state.view(state.turn()), rng))
    places = [n for n, state in enumerate(match.states) if state.turn() >= 0]
    kinds = {(match.moves[n][0], match.states[n].part()): n for n in reversed(places)}
    table = Table(match, seats=["person"] * players)
    place.children = [table]
    return sorted({places[0], *kinds.values(), *places[:: max(1, len(places) // most)]}) + [len(match.moves)]


def go(at):
    table.go(at)
    if table.board.cover:
        table.board.on_uncover()
    return table.board.rev


place"""
ASK_KERNEL = """async (code) => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({ code, store_history: false, silent: false });
  let said = '';
  future.onIOPub = (message) => {
    if (message.header.msg_type === 'stream') said += message.content.text;
    if (message.header.msg_type === 'error') said += message.content.traceback.join('\\n');
  };
  await future.done;
  return said;
}"""


def ask(page: Any, code: str) -> Any:
    """Let the kernel work something out."""
    said = browser.ask_page(page, ASK_KERNEL, f"print(json.dumps({code}))")
    try:
        return json.loads(said)
    except json.JSONDecodeError:
        raise AssertionError(said) from None


def walk(visit: Any, most: int, numbers: Any) -> None:
    """Look at moments of every game in one notebook: everything fits the view, and the tabs stay where they are."""
    one = visit([WALK])
    one.run_all(look=False)
    wrong, room = {}, []
    tables = [(name, players, "") for name, game in GAMES.items() for players in numbers(game.seats)]
    tables += [("boom", players, ", cooperative=True") for players in numbers(GAMES["boom"].seats)]
    for name, players, options in tables:
        tabs = set()
        for at in ask(one.page, f"set_table({name!r}, {players}, {most}{options})"):
            rev = ask(one.page, f"go({at})")
            one.page.wait_for_function(
                "(rev) => document.querySelector('.fishlab-table')?.dataset.rev === String(rev)", arg=rev
            )
            if found := one.page.evaluate(CHECK, ASKED):
                wrong[name, players, options, at] = found
            tabs.add(one.page.evaluate(TABS_AT))
            room = one.page.evaluate(ROOM)
        assert len(tabs) == 1, f"{name}, {players}{options}: the tabs stand at {tabs}"
    assert wrong == {}
    assert room == list(LAPTOP), "what the other tests take for the room of a table"


TABS_AT = """() => {
  const top = (part) => document.querySelector(part).getBoundingClientRect().top;
  return Math.round(top('.tab-bar') - top('.fishlab-table'));
}"""
ROOM = """() => {
  const table = document.querySelector('.fishlab-table').getBoundingClientRect();
  const view = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return [Math.round(table.width), Math.round(view.height)];
}"""


def test_turns_of_every_game_fit_beside_the_file_browser(visit):
    walk(visit, 1, lambda seats: seats[-1:])


@pytest.mark.soak
def test_turns_of_every_game_with_every_number_of_players_fit_beside_the_file_browser(visit):
    walk(visit, 12, list)


WATCH = """() => {
  window.stood = new Set();
  window.shifts = []; // each a list of what was moved, as the browser itself finds it
  const name = (node) => (node.closest?.('.desk') ? 'desk' : node.className || node.nodeName);
  const note = (one) => window.shifts.push(one.sources.map(({ node }) => (node ? name(node) : 'desk')));
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift' });
  const look = () => {
    const table = document.querySelector('.fishlab-table');
    const parts = ['.phase', '.seats', '.tab-bar', '.picture', '.key.under', '.foot', '.panel:not([hidden])'];
    if (table) window.stood.add(parts.map((part) => {
      const box = table.querySelector(part).getBoundingClientRect();
      return `${part} ${Math.round(box.top - table.getBoundingClientRect().top)} ${Math.round(box.height)}`;
    }).join(', '));
    requestAnimationFrame(look);
  };
  look();
}"""
MINE = "() => document.querySelector('.phase').textContent.includes('Your turn')"


TURNS = 6


@pytest.mark.few(1)
@pytest.mark.parametrize(
    "game", [game if game in ("boom", "fleet") else pytest.param(game, marks=pytest.mark.long) for game in GAMES]
)
def test_everything_stays_in_its_place_while_bots_play_and_in_a_persons_turn(visit, game):
    seats = ["person", *["random"] * (GAMES[game].seats[-1] - 1)]  # bots that need not think
    cell = f"from fishlab_widgets import Table\nTable({game!r}, seats={seats}, pace=0.05)"
    one = visit([cell])
    one.run_all()
    one.page.wait_for_function(MINE)
    one.page.evaluate(WATCH)
    for _ in range(TURNS):
        before = one.page.locator(".fishlab-table").get_attribute("data-rev")
        one.page.locator(".fishlab-table [data-move]:visible").last.click()
        one.page.wait_for_function(
            f"(rev) => ({MINE})() && document.querySelector('.fishlab-table').dataset.rev !== rev", arg=before
        )
    stood, shifts = one.page.evaluate("() => [[...window.stood], window.shifts]")
    assert len(stood) == 1, stood
    assert shifts == [], "what is new comes and goes in its own place"


TOLD = """(words) => {
  const parts = document.querySelectorAll('.fishlab-table :is(.phase, .desk, .said)');
  const texts = [...parts].map((node) => node.cloneNode(true));
  texts.forEach((node) => node.querySelectorAll('.heard').forEach((one) => one.remove()));
  return texts.map((node) => node.textContent).join().split(words).length - 1;
}"""


def test_a_table_that_is_set_comes_into_view_and_new_games_keep_view_and_focus(visit):
    one = visit(browser.ROOT / "notebooks" / "sandbox.ipynb")
    page = one.page
    one.run_all()
    page.locator(people.SCROLLER).first.evaluate("(outer) => outer.scrollTo(0, 0)")
    form = page.locator("form.new-game").first
    form.get_by_label("Game", exact=True).select_option(label="Fishery Boom")
    form.get_by_label("Alone or together").wait_for()
    form.get_by_label("Players").fill("4")
    form.get_by_label("Name of Seat D").fill("Norlandia")
    form.get_by_label("Flag of Seat D").select_option(label="a fish")
    form.get_by_role("button", name="Start a new game").click()
    page.locator(".seat", has_text="Norlandia").locator("svg").wait_for()
    page.wait_for_function(f"() => ({people.IN_VIEW})(['.fishlab-table', '{people.SCROLLER}'])")
    page.get_by_role("button", name="New game").first.press("Enter")
    form.get_by_label("Game", exact=True).select_option(label="Fishery")
    form.get_by_text("More options").click()
    for name, value in (("columns", "3"), ("rows", "3"), ("ships", "1")):
        page.locator(f"form.new-game [name={name}]").fill(value)
    page.locator("form.new-game [name=ships]").press("Enter")
    page.locator(".phase", has_text="ship 1 of 1").wait_for()
    page.wait_for_function(f"() => ({people.IN_VIEW})(['.fishlab-table', '{people.SCROLLER}'])")
    assert page.evaluate("() => document.activeElement.matches('.fishlab-table [data-move]')")
    for key in ("Enter", "p", "p", "p", "p"):
        if page.locator(".ending").first.is_visible():
            break
        page.wait_for_function(MINE)
        before = page.locator(".fishlab-table").first.get_attribute("data-rev")
        page.keyboard.press(key)
        page.wait_for_function(
            "(rev) => document.querySelector('.fishlab-table').dataset.rev !== rev"
            " && /Your turn|You (win|lose)/.test(document.querySelector('.phase').textContent)",
            arg=before,
        )
    assert page.evaluate("() => document.activeElement.matches('.ending')"), "the result has the focus"
    assert page.evaluate(TOLD, "The game is over") == 1, "it is said once"
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".phase", has_text="ship 1 of 1").wait_for()
    page.wait_for_function("() => document.activeElement.matches('.fishlab-table [data-move]')")
    assert one.in_view(".fishlab-table")
    own = page.locator(".fishlab-table", has_text="Twenty").last  # a game that a cell has registered
    own.scroll_into_view_if_needed()
    assert not own.get_by_text("Aim:").is_visible(), "it has named none"
    own.get_by_role("button", name="add 3").click()
    own.locator("svg text", has_text="turns: 2").wait_for()  # the bot has answered
