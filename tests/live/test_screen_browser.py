"""A table on one screen: every turn of every game fits, can be read and can be played, on a laptop, a tablet, a wall.

The page stands alone (`tests/prepared_page.py`); `test_live_browser.py` tests that JupyterLab leaves
as much room.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
import sending
from fishlab_widgets import Table
from fishlab_widgets.live.face import Look, face_of
from laws import COURSE
from pages import axe
from prepared_page import LAPTOP, TABLET, WIDE, Stage, played

from fishlab import GAMES, Match
from fishlab.bots import bots_for
from fishlab.core import CHANCE, OVER
from fishlab.languages import find
from fishlab.messages import speaking
from fishlab.players.advice import Adviser, adviser_for

pytestmark = pytest.mark.browser

CHECK = Path(__file__).with_name("screen_check.js").read_text(encoding="utf-8")
CASES = [pytest.param(name, n, id=f"{name}-{n}") for name, game in GAMES.items() for n in game.seats]
SOME = [
    pytest.param(name, n, id=f"{name}-{n}", marks=() if n in (game.seats[0], game.seats[-1]) else pytest.mark.soak)
    for name, game in GAMES.items()
    for n in game.seats
]
"""All numbers of players: the fewest and the most in `make test`, the others in `make soak`."""
ENDS = [case for case in CASES if case.values[1] in (GAMES[case.values[0]].seats[0], GAMES[case.values[0]].seats[-1])]
ZOOMED = (LAPTOP[0] // 2, LAPTOP[1] // 2)
SIZES = {
    "50 %": ((LAPTOP[0] * 2, LAPTOP[1] * 2), {}),
    "laptop": (LAPTOP, {}),
    "wide": (WIDE, {}),
    "tablet": (TABLET, {"scrolls": True}),
    "200 %": (ZOOMED, {"scrolls": True, "letters": 11.5, "target": 23}),
    "300 %": ((LAPTOP[0] // 3, LAPTOP[1] // 3), {"scrolls": True, "sticks": False, "letters": 11.5, "target": 23}),
}
"""Sizes of a page, in its own pixels, and what is asked of a table there."""


def check(
    stage: Stage, *, letters: float = 12, target: float = 24, scrolls: bool = False, sticks: bool = True
) -> list[str]:
    """Return what is wrong with what stands on the page."""
    return stage.page.evaluate(CHECK, {"letters": letters, "target": target, "scrolls": scrolls, "sticks": sticks})


def whole(game: str, players: int, seed: int = 1) -> Match:
    """Return a whole game of bots."""
    return played(game, players, 10_000, seed=seed)


def decisions(match: Match, most: int) -> list[int]:
    """Return moments at which somebody decides: each kind of choice first, then evenly over the game, and the end."""
    places = [n for n, state in enumerate(match.states) if state.turn() >= 0]
    kinds = {(match.moves[n][0], match.states[n].part()): n for n in reversed(places)}
    spread = places[:: max(1, len(places) // most)]
    return [*sorted({*kinds.values(), *spread}), len(match.moves)]


def at_table(chrome, match: Match, size: tuple[int, int]) -> tuple[Table, Stage]:
    table = Table(match, seats=["person"] * match.seats)
    return table, Stage(chrome, table.board, size)


def visit(table: Table, stage: Stage, place: int) -> None:
    """Show a moment as the person to act there sees it."""
    table.go(place)
    if table.board.cover:
        sending.ask(table, "uncover")
    stage.settle()


def ask(table: Table, stage: Stage, kind: str) -> None:
    """Ask what a bot thinks of the moves, a short search, and wait for its end."""
    table.thoughts.adviser = replace(adviser_for(table.match.game), simulations=6, seconds=1e9)
    stage.page.evaluate("(type) => window.model.send({ type })", kind)
    stage.settle()
    while table.thoughts.running:
        stage.settle()
    stage.settle()
    stage.page.evaluate("() => new Promise(requestAnimationFrame)")


@pytest.mark.few(2)
@pytest.mark.parametrize(("game", "players"), SOME)
def test_every_turn_fits_a_laptop_and_can_be_read_with_and_without_a_hint(chrome, game, players):
    match = whole(game, players)
    table, stage = at_table(chrome, match, LAPTOP)
    wrong = {}
    for number, place in enumerate(decisions(match, 2)):
        visit(table, stage, place)
        if found := check(stage):
            wrong[place] = found
        if number % 2 and table.board.can["hint"]:
            ask(table, stage, "think" if number % 3 == 0 else "hint")
            assert stage.page.locator(".worth.best").count() == stage.page.locator(best_of(table)).count() > 0
            if found := check(stage):
                wrong[place, "hint"] = found
    stage.close()
    assert wrong == {}


def best_of(table: Table) -> str:
    """Return where the best move stands on the page."""
    return f'[data-move="{table.board.thought["rows"][0]["move"]}"]'


@pytest.mark.long
def test_the_bots_view_shows_its_values_in_a_list_and_at_their_places(chrome):
    match = played("fishery", 2, 20)
    table, stage = at_table(chrome, match, LAPTOP)
    page = stage.page
    page.locator("[data-tab=think]").click()
    stage.settle()
    table.thoughts.adviser = Adviser("random", "win", method="tree", simulations=300, seconds=1e9)
    stage.click("text=What does the bot think?")
    while table.thoughts.running:
        stage.settle()
    stage.settle()
    rows = table.board.thought["rows"]
    assert page.locator(".think tbody tr").count() == len(rows) == 40
    assert page.locator(".think tbody tr.best").inner_text().split("\t") == [
        f"Best: {rows[0]['name']}", rows[0]["figure"], rows[0]["between"], str(rows[0]["tried"]),
    ]  # fmt: skip
    drawn = page.evaluate("() => [...document.querySelectorAll('.picture [data-move]')].map((n) => n.dataset.move)")
    placed = [row for row in rows if row["move"] in drawn]  # a pass has a card instead
    page.wait_for_function(
        "(count) => document.querySelectorAll('.worths .worth').length === count", arg=len(placed), timeout=5000
    )
    for row in placed[:2]:  # the middle of the mark is the middle of the place; the best stands above it
        far = page.evaluate(FAR, {"move": row["move"], "figure": row["figure"]})
        assert far < 2, row
    stage.click('[data-move][tabindex="0"]')
    assert page.locator(".worth").count() == 0
    assert page.locator("text=What does the bot think?").is_visible()
    stage.close()


FAR = """({ move, figure }) => {
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const place = middle(document.querySelector(`.picture [data-move="${move}"]`));
  const marks = [...document.querySelectorAll('.worths .worth')].filter((node) => node.textContent.endsWith(figure));
  const above = (node) => [middle(node)[0], node.getBoundingClientRect().bottom + 8];
  const spot = (node) => (node.matches('.best') ? above : middle)(node);
  return Math.min(...marks.map(spot).map(([x, y]) => Math.hypot(x - place[0], y - place[1])));
}"""


@pytest.mark.long
def test_a_page_that_is_closed_stops_the_bot_that_thinks_for_it(chrome):
    match = played("fishery", 2, 20)
    table, stage = at_table(chrome, match, LAPTOP)
    table.thoughts.adviser = Adviser("random", "win", simulations=1_000_000, seconds=1e9)
    ticks = count()
    table.thoughts._clock, table.thoughts.beside = lambda: next(ticks) / 50, False
    stage.click("text=Hint")
    while table.board.thought["look"] < 3:
        stage.settle()
    assert "Hint so far" in stage.page.locator(".advice").inner_text()
    stage.page.evaluate("() => window.unmount()")
    stage.settle()
    for _ in range(20):
        stage.page.evaluate("() => 0")
    done = table.thoughts.search.budget.done
    for _ in range(20):
        stage.page.evaluate("() => 0")
    assert table.thoughts.search.budget.done == done < 1000
    table.close()
    stage.close()


@pytest.mark.few(2)
@pytest.mark.parametrize(("game", "players"), ENDS)
def test_in_one_column_the_prompt_stays_in_view_and_every_target_can_be_reached(chrome, game, players):
    match = whole(game, players, seed=2)
    table, stage = at_table(chrome, match, TABLET)
    wrong = {}
    for place in decisions(match, 1)[::2]:
        visit(table, stage, place)
        if found := check(stage, scrolls=True):
            wrong[place] = found
    stage.page.set_viewport_size({"width": ZOOMED[0], "height": ZOOMED[1]})
    if found := check(stage, scrolls=True, letters=11.5, target=23):
        wrong["at 200 %"] = found
    stage.close()
    assert wrong == {}


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)], ids=["1366", "1920"])
def test_full_screen_can_be_read_from_the_back_row(chrome, game, size):
    match = whole(game, GAMES[game].seats[-1])
    table, stage = at_table(chrome, match, size)
    stage.click("text=Full screen")
    stage.page.wait_for_function("() => document.fullscreenElement && innerWidth === screen.width || true")
    wrong = {}
    for place in decisions(match, 1)[:: 3 if size[0] < 1900 else 6]:
        visit(table, stage, place)
        if found := check(stage, letters=16):
            wrong[place] = found
    assert stage.page.locator("text=Leave full screen").count() == 1
    stage.click("text=Leave full screen")
    assert stage.page.locator("text=Full screen").first.is_visible()
    stage.close()
    assert wrong == {}


CLICK = """(move) => {
  const seen = (node) => node.dataset.move === move && !node.closest('[hidden]');
  const node = [...document.querySelectorAll('[data-move]')].find(seen);
  if (!node) return false;
  node.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  return true;
}"""


STEP_TO = """(words) => {
  const card = () => document.querySelector(`.choices [data-move="${words}"][hidden]`);
  for (let more = true; card() && more;) {
    more = document.querySelector('.stepper button:last-of-type:not(:disabled)');
    more?.click();
  }
}"""


def play_by_clicks(chrome, game: str, players: int, moves: int, every: int) -> None:
    """Click moves drawn at random one after the other; look at the screen after some."""
    rng = Random(3)
    table = Table(game, players, seats=["person"] * players, dice="table", pace=0)
    stage = Stage(chrome, table.board)
    while table.thinking:
        stage.page.evaluate("() => 0")
    stage.settle()
    number = len(table.match.moves)  # what is no choice has played itself
    while number < moves and not table.match.over:
        if table.board.cover:
            stage.click(".cover button")
        state = table.match.state
        move = state.sample(rng)
        words = state.notation(move)
        rows = [card["move"] for card in table.board.choices if "; " in card["move"]]
        if rows and move in table.board.parts(state):  # one card pays a whole bill
            words = rng.choice(rows)
        row = [state.parse(one) for one in words.split("; ")]
        stage.page.evaluate(STEP_TO, words)
        if not stage.page.evaluate(CLICK, words):
            assert state.turn() == CHANCE, f"{number}: {words} is not to be seen"
            table.play(move)  # a draw from more cards than can be listed
        stage.settle()
        while table.thinking:  # what is no choice plays itself, in the loop that the page runs
            stage.page.evaluate("() => 0")
        stage.settle()
        played = table.match.moves
        assert played[number : number + len(row)] == row, f"{number}: {words}: {table.board.error}"
        for place in range(number + len(row), len(played)):
            assert table.session.only_choice(table.match.states[place]) == played[place], "it plays what is no choice"
        number = len(played)
        if number % every == 0 and not table.board.cover:
            assert check(stage) == [], f"{number}: {words}"
    if table.match.over:
        assert stage.page.locator(".ending").is_visible()
        assert check(stage) == []
    stage.close()


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_clicks_and_nothing_of_it_leaves_the_view(chrome, game):
    play_by_clicks(chrome, game, GAMES[game].seats[0], moves=32, every=8)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players"), CASES)
def test_whole_games_are_played_by_clicks_and_nothing_of_them_leaves_the_view(chrome, game, players):
    play_by_clicks(chrome, game, players, moves=10_000, every=1)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "players"), CASES)
def test_every_moment_of_whole_games_fits_at_every_size_and_zoom(chrome, game, players):
    match = whole(game, players, seed=4)
    table, stage = at_table(chrome, match, LAPTOP)
    wrong = {}
    for place in decisions(match, 10_000):
        visit(table, stage, place)
        for name, (size, asked) in SIZES.items():
            stage.page.set_viewport_size({"width": size[0], "height": size[1]})
            if found := check(stage, **asked):
                wrong[place, name] = found
    stage.close()
    assert wrong == {}


TABS = ("rules", "moves", "save", "players", "think", "plots")
AXE_CASES = [
    *(pytest.param(game, TABS if game == "boom" else ("plots",), game == "boom", id=game) for game in GAMES),
    *(pytest.param(game, TABS, True, id=f"{game}-all", marks=pytest.mark.soak) for game in GAMES if game != "boom"),
]
"""Tabs of words, and the dark theme, are made alike for every game: `make test` tries those of one, `make soak` all."""


@pytest.mark.few(1)
@pytest.mark.parametrize(("game", "tabs", "both"), AXE_CASES)
def test_axe_finds_nothing_serious_in_any_tab_light_and_dark(chrome, game, tabs, both):
    match = played(game, GAMES[game].seats[-1], 40)
    while match.state.turn() < 0:
        match.play(match.state.sample(Random(1)))
    for dark in (False, True)[: 1 + both]:
        table = Table(match, seats=["person" if s == match.state.turn() else "random" for s in range(match.seats)])
        stage = Stage(chrome, table.board, dark=dark)
        if table.board.can["think"]:
            ask(table, stage, "think")
        assert axe(stage.page, ".fishlab-table", rules="contrast" if dark else "all") == []
        for tab in () if dark else tabs:
            if stage.page.locator(f"[data-tab={tab}]").count():
                stage.click(f"[data-tab={tab}]")
            assert axe(stage.page, ".fishlab-table .panel", but=".picture") == []
        stage.close()


@pytest.mark.few(1)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played_by_keyboard(chrome, game):
    match = played(game, GAMES[game].seats[-1], 20)
    while match.state.turn() < 0:
        match.play(match.state.sample(Random(1)))
    table, stage = at_table(chrome, match, LAPTOP)
    visit(table, stage, len(match.moves))
    before = len(match.moves)
    stage.page.locator('[data-move][tabindex="0"]').first.focus()
    for key in ("ArrowRight", "ArrowDown", "Home", "Enter"):
        stage.page.keyboard.press(key)
    stage.settle()
    assert len(table.match.moves) > before
    stage.close()


def small(**more) -> Table:
    return Table("fishery", seats=["person", "person"], columns=3, rows=3, ships=2, **more)


@pytest.mark.long
def test_arrows_stay_on_the_board_and_tab_leads_to_the_cards(chrome):
    table = small()
    for move in ("ship a3", "ship c3", "ship a1", "ship c1"):
        table.play(move)
    stage = Stage(chrome, table.board)
    page, held = stage.page, "() => document.activeElement.dataset.move"
    page.locator('.picture [data-move][tabindex="0"]').focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "End"):
        for _ in range(8):
            page.keyboard.press(key)
            assert page.evaluate(held).startswith("net "), f"{key} leads to a card"
    reached = set()
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        reached.add(page.evaluate(held))
    assert "pass" in reached and len(reached - {None, "pass"}) == 1, "a stop each for board and cards"
    page.locator('.choices [data-move="pass"]').focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(held) == "pass"
    stage.close()


@pytest.mark.long
def test_arrows_go_from_the_last_card_to_the_first_and_back(chrome):
    stage = Stage(chrome, Table("boom", 3, seats=["person"] * 3, seed=1).board)
    stage.settle()
    cards = stage.page.locator(".choices [data-move]")
    cards.last.focus()
    for key, card in (("ArrowDown", cards.first), ("ArrowUp", cards.last)):
        stage.page.keyboard.press(key)
        assert card.evaluate("(card) => card === document.activeElement"), key
    stage.close()


@pytest.mark.long
def test_the_line_under_the_board_shows_whole_sentences_and_all_are_heard(chrome):
    stage = Stage(chrome, Table("fishery", seats=["person", "fencer"], seed=4).board)
    said = " ".join(f"Somebody did thing {number} that needs some words." for number in range(6))
    stage.page.evaluate("(status) => window.model.take({ status, rev: window.model.get('rev') + 1 })", said)
    line = stage.page.locator(".below .said")
    stage.page.wait_for_function("() => document.querySelector('.below .said .heard')")
    assert line.text_content() == said
    assert line.evaluate("(line) => line.scrollWidth <= line.clientWidth")
    seen = line.evaluate("(line) => line.lastChild.data")
    assert seen.startswith("Somebody did thing ") and seen.endswith("thing 5 that needs some words.")
    stage.close()


def test_an_illegal_net_is_refused_with_its_reason_and_escape_clears_it(chrome):
    table = small()
    for move in ("ship a3", "ship c3", "ship a1", "ship c1", "net a3 b3", "net b3 c3"):
        table.play(move)
    stage = Stage(chrome, table.board)
    stage.click('[data-try="net b3 b2"]')
    assert "without a ship" in stage.page.locator(".alert").inner_text()
    assert not stage.page.locator("svg .bubble-group").is_visible(), "it is said beside the board"
    assert stage.page.evaluate(UNCOVERED) == [], "and covers nothing that may be clicked"
    assert stage.page.locator("svg [id$=-cross]").is_visible(), "on the board it is pointed at"
    stage.page.locator("[data-move]").first.press("Escape")
    stage.settle()
    assert stage.page.locator("svg .bubble-group").count() == 0
    held = "() => document.activeElement.matches('.fishlab-table')"
    assert stage.page.evaluate(held), "the answer leaves the focus there, from where Escape leads out"
    stage.page.keyboard.press("ArrowDown")
    assert stage.page.evaluate("() => document.activeElement.matches('[data-move]')"), "and the arrows lead in again"
    stage.close()


UNCOVERED = """() => [...document.querySelectorAll('.fishlab-table [data-move]')].filter((node) => {
  const box = node.getBoundingClientRect();
  const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return !node.contains(top) && !top.closest('[data-move]');
}).map((node) => node.dataset.move)"""


PLACES = """() => Object.fromEntries(['.picture', '.foot', '.tab-bar', '.panel:not([hidden])'].map((part) => {
  const box = document.querySelector(`.fishlab-table .body ${part}`).getBoundingClientRect();
  return [part, [box.left, box.top, box.width, box.height].map(Math.round)];
}))"""


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "size", [LAPTOP, TABLET, pytest.param((768, 900), marks=pytest.mark.long)], ids=["laptop", "586", "768"]
)
@pytest.mark.parametrize("game", GAMES)
def test_board_scrubber_and_tabs_stay_where_they_are_from_the_first_move_to_the_end(chrome, game, size):
    match = whole(game, GAMES[game].seats[-1])
    bot = next(name for name in bots_for(match.game) if name != "random")
    table = Table(match, seats=["person", *[bot] * (match.seats - 1)])
    stage = Stage(chrome, table.board, size)
    stood = {}
    for place in range(0, len(match.moves) + 1, max(1, len(match.moves) // (40 if size == LAPTOP else 15))):
        visit(table, stage, place)
        places = stage.page.evaluate(PLACES)
        if size != LAPTOP:
            del places[".panel:not([hidden])"]  # the last thing on the page ends where it ends
        stood[json.dumps(places)] = place
    stage.close()
    assert len(stood) == 1, stood


@pytest.mark.long
def test_the_list_of_moves_opens_at_the_newest_and_stays_with_it(chrome):
    match = played("fishery", 2, 60)
    table, stage = at_table(chrome, match, LAPTOP)
    stage.click("[data-tab=moves]")
    newest = """() => {
      const now = document.querySelector('.log .now'), line = now.getBoundingClientRect();
      const list = document.querySelector('.log').getBoundingClientRect();
      return [line.top >= list.top - 1 && line.bottom <= list.bottom + 1, now.innerText];
    }"""
    for place in (60, 61, 30):
        if place > len(table.match.moves):
            table.play("pass")
        table.go(place)
        stage.settle()
        seen, words = stage.page.evaluate(newest)
        assert seen and words.startswith(str(place))
    stage.click("text=Show all 61 moves")
    numbers = stage.page.locator(".log .line i")
    assert numbers.all_inner_texts() == [str(number) for number in range(1, 62)]
    assert stage.page.evaluate("() => document.activeElement.matches('.log')"), "arrows scroll it"
    assert not stage.page.locator(".log button").count() and stage.page.evaluate(newest)[0]
    table.go(61)
    table.play("pass")
    stage.settle()
    assert numbers.count() == 12, "a move sends no more than the moves around it"
    stage.close()


@pytest.mark.long
def test_another_line_leaves_the_slider_and_its_number_their_room(chrome):
    match = played("boom", 4, 120)
    first = list(match.moves)
    table = Table(match, seats=["person", *["medium"] * 3])
    mine = [place for place, state in enumerate(match.states) if state.turn() == 0]
    place = next(place for place in mine if len(match.states[place].moves()) > 2)
    table.go(place)
    stage = Stage(chrome, table.board)
    stage.settle()
    room = "() => ['.where', '.scrub input'].map((part) => document.querySelector(part).clientWidth)"
    stage.click(f'.choices [data-move]:not([data-move="{match.game.notation(match.moves[place])}"])')
    while table.thinking:
        stage.page.evaluate("() => 0")
    stage.settle()
    assert stage.page.locator("text=Other line").is_visible()
    assert check(stage) == []
    assert stage.page.evaluate(room) >= [100, 60], "the number and the slider can be used"
    stage.click("text=Other line")
    assert table.match.moves == first
    stage.close()


@pytest.mark.long
def test_the_end_leaves_the_board_to_be_looked_at_and_says_once_who_has_won(chrome):
    match = whole("fishery", 2)
    table = Table(match, seats=["person", "fencer"])
    stage = Stage(chrome, table.board)
    ending, picture = (stage.page.locator(one).bounding_box() for one in (".ending", ".picture"))
    assert ending["x"] >= picture["x"] + picture["width"], "the result stands beside the board"
    words = stage.page.locator(".body").inner_text()
    assert words.count(match.state.prompt()) == 1
    assert re.search("You (win|lose)", words)
    stage.close()


def test_codes_are_pasted_broken_ones_refused_in_words(chrome):
    table = small()
    table.play("ship a1")
    code = table.match.code()
    stage = Stage(chrome, table.board)
    stage.click("[data-tab=save]")
    assert stage.page.locator("input.code").input_value() == code
    stage.click("text=Undo")
    stage.page.get_by_label("Paste a code").fill(code[:-2])
    stage.click("text=Open it")
    assert "checksum" in stage.page.locator(".answer").inner_text()
    stage.page.get_by_label("Paste a code").fill(f" {code} ")
    stage.click("text=Open it")
    assert table.match.code() == code
    stage.close()


def test_ten_clicks_in_a_burst_play_one_move(chrome):
    table = small()
    stage = Stage(chrome, table.board)
    stage.page.evaluate(
        """() => { const spot = document.querySelector('[data-move="ship a3"]');
                   for (let i = 0; i < 10; i++) spot.dispatchEvent(new MouseEvent('click', {bubbles: true})); }"""
    )
    stage.settle()
    assert len(table.match.moves) == 1
    assert stage.page.locator(".alert").inner_text() == ""
    stage.close()


def test_tabs_form_seats_and_result_work_by_keyboard(chrome):
    table = small()
    stage = Stage(chrome, table.board)
    page = stage.page
    page.locator("[data-tab=players]").focus()
    page.keyboard.press("ArrowRight")
    stage.settle()
    assert page.evaluate("() => document.activeElement.dataset.tab") == "plots"
    assert page.locator(".panel.plots svg").count() >= 1
    page.locator("text=New game").press("Enter")
    stage.settle()
    assert page.evaluate("() => document.activeElement.ariaLabel") == "Name of Black"
    page.locator("text=More options").click()
    page.locator("[name=columns]").fill("99")
    page.locator("[name=columns]").press("Enter")
    stage.settle()
    assert page.locator(".wrong").inner_text() == "Columns of the board: choose a whole number from 1 to 26."
    page.locator("[name=columns]").fill("4")
    page.locator("[name=columns]").press("Enter")
    stage.settle()
    assert table.match.options["columns"] == 4
    page.locator("[data-tab=players]").click()
    page.locator("button.name").nth(1).click()
    page.locator(".seat .sitters").select_option("random")
    stage.settle()
    assert table.seats == ["person", "random"]
    stage.close()


@pytest.mark.long
def test_a_window_dragged_from_wide_to_narrow_in_mid_game_keeps_everything_in_reach(chrome):
    _, stage = at_table(chrome, played("boom", 4, 30), LAPTOP)
    for width in (1400, 1184, 934, 861, 859, 768, 600, 390, 1184):
        stage.page.set_viewport_size({"width": width, "height": LAPTOP[1]})
        assert check(stage, scrolls=width < LAPTOP[0], letters=10, target=1) == [], width
        boxes = "() => ['.desk', '.stage'].map((one) => document.querySelector(one).getBoundingClientRect())"
        columns = stage.page.evaluate(f"() => {{ const [desk, board] = ({boxes})(); return desk.left > board.left; }}")
        assert columns == (width > 860), f"two columns from 860 pixels on: {width}"
    stage.close()


@pytest.mark.long
@pytest.mark.parametrize("size", [LAPTOP, TABLET], ids=["laptop", "tablet"])
def test_nothing_moves_when_the_mouse_comes_over_a_target(chrome, size):
    stage = Stage(chrome, small().board, size)
    place = "() => document.querySelector('[data-move=\"ship b2\"]').getBoundingClientRect().top"
    before = stage.page.evaluate(place)
    stage.page.hover('[data-move="ship b2"]')
    assert "more ships" in stage.page.locator(".note").first.inner_text()
    assert stage.page.evaluate(place) == before
    stage.close()


@pytest.mark.long
def test_where_full_screen_is_refused_the_table_says_so(chrome):
    stage = Stage(chrome, small().board)
    stage.page.evaluate("() => { Element.prototype.requestFullscreen = () => Promise.reject(new Error('no')); }")
    stage.click("text=Full screen")
    assert "does not allow full screen" in stage.page.locator(".alert").inner_text()
    stage.close()


def test_a_page_that_missed_a_picture_asks_for_the_whole_and_shows_it(chrome):
    table = small()
    stage = Stage(chrome, table.board)
    stage.page.evaluate("() => { window.model.set('svg_rev', -7); }")
    table.play("ship a1")
    stage.settle()
    assert stage.page.locator(".picture svg").get_attribute("aria-labelledby")
    assert stage.page.locator('.picture [data-move="ship a1"]').count() == 0
    assert stage.page.evaluate("() => window.model.get('svg_rev')") == table.board.svg_rev
    stage.close()


OUTSIDE = """(svg) => {
  document.body.innerHTML = svg;
  const root = document.querySelector('svg'), frame = root.getBoundingClientRect(), found = [];
  for (const node of root.querySelectorAll('rect, circle, path, line, polygon, text, use')) {
    if (node.closest('defs, symbol, pattern, marker, clipPath, .away, [visibility=hidden]')) continue;
    const box = node.getBoundingClientRect();
    if (!box.width && !box.height) continue;
    const across = Math.max(frame.left - box.left, box.right - frame.right);
    const out = Math.max(across, frame.top - box.top, box.bottom - frame.bottom);
    if (out > 0.75) found.push(`${out.toFixed(1)}: ${node.closest('[id]').id} ${node.textContent.slice(0, 30)}`);
  }
  return found;
}"""


@pytest.mark.few(2)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_a_picture_lies_outside_its_frame_with_any_number_of_players(chrome, game):
    page = chrome.new_page(viewport={"width": 1000, "height": 900})
    wrong = {}
    for players in GAMES[game].seats:
        match = whole(game, players)
        for place in (0, len(match.moves) // 2, len(match.moves)):
            state = match.states[place]
            last = match.moves[place - 1] if place else None
            for kind, draw in (("still", face_of(state).draw), ("board", face_of(state).board)):
                if found := page.evaluate(OUTSIDE, draw(state, Look(last=last))):
                    wrong[players, place, kind] = found
    page.close()
    assert wrong == {}


HIDDEN_LOCKS = """(svg) => {
  document.body.innerHTML = svg;
  const boxes = (part) => [...document.querySelectorAll(part)].map((node) => node.getBoundingClientRect());
  const apart = (one, other) => Math.hypot(one.x + one.width / 2 - other.x - other.width / 2,
    one.y + one.height / 2 - other.y - other.height / 2);
  const [ring] = boxes('[id$="-last"] circle'), locks = boxes('[id*="-small-block-"]');
  return locks.filter((lock) => ring && apart(lock, ring) < ring.width / 2 + 3).length;
}"""


@pytest.mark.long
def test_the_ring_of_the_last_move_hides_no_lock_on_a_small_board_of_pisces(chrome):
    page, match, rings = chrome.new_page(viewport={"width": 1000, "height": 900}), whole("pisces", 5), 0
    for move, state in zip(match.moves, match.states[1:], strict=True):
        if move[0] == "block":
            assert page.evaluate(HIDDEN_LOCKS, face_of(state).board(state, Look(last=move))) == 0, move
            rings += 1
    page.close()
    assert rings > 10


@pytest.mark.long
def test_what_a_die_of_boom_does_ends_before_the_next_die(chrome):
    page, found = chrome.new_page(), set()
    page.set_content("<div style='width: 600px'></div>")
    for seed in range(60):
        state, rng = GAMES["boom"].start(4), Random(seed)
        while state.turn() != OVER:
            if state.phase == "radar" and state.named and len(state.dice) not in found:
                found.add(len(state.dice))
                assert page.evaluate(RUN_INTO, face_of(state).board(state, Look(legal=True))) == []
            rerolls = [move for move in state.moves() if move[0] == "reroll"]
            state = state.after(rerolls[0] if rerolls else state.sample(rng))
        if len(found) == 4:
            break
    page.close()
    assert found >= {3, 4}


RUN_INTO = """(svg) => {
  document.querySelector('div').innerHTML = svg;
  const dice = [...document.querySelectorAll('[id*=-die-]')];
  const words = dice.flatMap((die) => [...die.querySelectorAll('text')]).filter((one) => /[a-z]/.test(one.textContent));
  const faces = dice.map((die) => die.querySelector('rect, circle').getBoundingClientRect());
  const into = (box) => faces.some((face) => face.left > box.left && face.left < box.right + 3);
  return words.filter((one) => into(one.getBoundingClientRect())).map((one) => one.textContent);
}"""
"""Words on dice that reach into the next die."""


@pytest.mark.long
def test_on_a_phone_the_names_of_the_rows_stay_in_view_light_and_dark(chrome):
    for dark in (False, True):
        table = Table(played("boom", 4, 150), seats=["person"] * 4)
        stage = Stage(chrome, table.board, (390, 844), dark=dark)
        stage.page.evaluate("() => { document.querySelector('.picture').scrollLeft = 170; }")
        stage.page.wait_for_selector(".stays:not([hidden])")
        paper = "(part) => getComputedStyle(document.querySelector(part)).getPropertyValue('--paper')"
        assert stage.page.evaluate(paper, ".picture svg") == stage.page.evaluate(paper, ".fishlab-table")
        wide = stage.page.evaluate("() => document.querySelector('.stays').getBoundingClientRect().width")
        assert 100 < wide < 140, "it leaves room for the years"
        assert stage.page.evaluate(KEY_INK) == stage.page.evaluate(paper.replace("--paper", "--ink"), ".fishlab-table")
        stage.page.evaluate("() => { document.querySelector('.picture').scrollLeft = 0; }")
        stage.page.wait_for_selector(".stays", state="hidden")
        stage.close()


@pytest.mark.long
def test_on_a_phone_a_picture_that_was_pushed_shows_its_title_at_the_end(chrome):
    end = played("boom", 4, 9999)
    match = played("boom", 4, len(end.moves) - 1)
    table = Table(match, seats=["person"] * 4)
    stage = Stage(chrome, table.board, (390, 844))
    stage.settle()
    pushed = "() => document.querySelector('.picture').scrollLeft"
    stage.page.evaluate("() => { document.querySelector('.picture').scrollLeft = 170; }")
    assert stage.page.evaluate(pushed) > 100
    table.play(match.game.notation(end.moves[-1]))
    stage.settle()
    stage.page.wait_for_selector(".ending")
    assert table.match.over and stage.page.evaluate(pushed) == 0
    stage.close()


@pytest.mark.long
@pytest.mark.parametrize("game", COURSE)
def test_on_a_phone_the_whole_picture_can_be_seen_and_a_tap_enlarges_it_where_it_is(chrome, game):
    match = played(game, None, 30)
    while match.state.turn() < 0:
        match.play(match.state.sample(Random(1)))
    other = next(iter(bots_for(match.game)))
    table = Table(match, seats=["person" if seat == match.state.turn() else other for seat in range(match.seats)])
    stage = Stage(chrome, table.board, (390, 844))
    stage.settle()
    across = "() => ['scrollWidth', 'clientWidth'].map((side) => document.querySelector('.picture')[side])"
    wide, frame = stage.page.evaluate(across)
    assert wide >= 580 > frame, "it can be read"
    parts = [".phase", ".picture", ".news", ".tabs"]
    tops = [box["y"] for part in parts if (box := stage.page.locator(part).bounding_box())]
    assert tops == sorted(tops), "what is done now, and where, comes first"
    stage.click("text=Whole picture")
    assert stage.page.evaluate(across) == [frame, frame]
    box = stage.page.locator(".picture svg").bounding_box()
    before = len(table.match.moves)
    for _ in range(2):  # nobody has read what comes under the finger
        stage.page.mouse.click(box["x"] + box["width"] - 30, box["y"] + box["height"] / 2)
        stage.settle()
    assert stage.page.evaluate(across) == [wide, frame]
    assert stage.page.evaluate("() => document.querySelector('.picture').scrollLeft") > 100, "where it was tapped"
    assert len(table.match.moves) == before, "a tap that enlarges plays nothing"
    stage.close()


ON_A_PHONE = """() => {
  scrollTo(0, 0);
  const [root, prompt, picture, tray] = ['', '.phase', '.picture', '.tray']
    .map((part) => document.querySelector(`.fishlab-table ${part}`));
  const box = (node) => node.getBoundingClientRect(), wrong = [];
  const board = box(picture).top, place = board - box(root).top;
  if (box(prompt.lastElementChild).bottom > box(prompt).bottom) wrong.push('the prompt is cut');
  for (const card of tray.querySelectorAll('.card')) {
    if (!card.getClientRects().length) continue;
    card.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = box(card), hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!card.contains(hit) || top + height > innerHeight + 1) wrong.push(`out of reach: ${card.textContent}`);
    if (box(tray).top < board + 100) wrong.push(`without its board: ${card.textContent}`);
    if (card.scrollHeight > card.clientHeight + 1) wrong.push(`cut: ${card.textContent}`);
  }
  if (scrollY) wrong.push('the page had to be scrolled');
  return [place, wrong];
}"""
"""Where the board stands in its table, and what is wrong with what can be chosen; nothing is scrolled but the tray."""


@pytest.mark.few(2)
@pytest.mark.parametrize("width", [274, 390, 524])
@pytest.mark.parametrize("game", COURSE)
def test_on_a_phone_the_board_keeps_its_place_and_stays_in_sight_of_what_is_chosen_from(chrome, game, width):
    match = whole(game, GAMES[game].seats[0])
    bot = next(name for name in bots_for(match.game) if name != "random")
    table = Table(match, seats=["person", *[bot] * (match.seats - 1)])
    stage = Stage(chrome, table.board, (width, 844))
    stage.settle()
    mine = [place for place, state in enumerate(match.states) if state.turn() == 0]
    seen = {}
    for place in [*mine[:8], *mine[:: max(1, len(mine) // 10)]]:
        visit(table, stage, place)
        seen[place] = stage.page.evaluate(ON_A_PHONE)
    table.refresh(error="A refusal that needs several lines on a phone. " * 4)
    stage.settle()
    assert stage.page.locator(".alert").is_visible()
    seen["refused"] = stage.page.evaluate(ON_A_PHONE)
    ask(table, stage, "hint")
    assert stage.page.locator(".advice").is_visible()
    seen["hint"] = stage.page.evaluate(ON_A_PHONE)
    stage.close()
    assert {moment: found for moment, found in seen.items() if found[1]} == {}
    assert len({place for place, _ in seen.values()}) == 1, seen


@pytest.mark.long
def test_on_a_phone_the_weightiest_line_stands_under_the_prompt_and_leads_to_the_list(chrome):
    table = Table("fishery", seats=["person", "fencer"], seed=4)
    stage = Stage(chrome, table.board, (390, 844))
    stage.settle()
    stage.page.click(".guide button >> text=No")
    stage.settle()
    latest, board = stage.page.locator(".latest"), stage.page.locator(".picture")
    top = board.bounding_box()["y"]
    table.play("ship d4")
    stage.settle()
    put_news(stage, [("Somebody does a thing", 1), ("A species is gone", 4), ("Somebody does another", 1)] * 5)
    assert latest.inner_text() == "A species is gone" and latest.get_attribute("title") == "Since your last move"
    assert board.bounding_box()["y"] == top, "its place was kept"
    assert latest.bounding_box()["y"] < top
    latest.click()
    sheet = stage.page.locator(".news .sheet")
    assert 0 < sheet.bounding_box()["y"] < 844
    assert sheet.evaluate("(sheet) => sheet === document.activeElement")
    stage.page.set_viewport_size({"width": 768, "height": 900})
    assert latest.is_hidden(), "there the list itself stands under the prompt"
    stage.close()


LANDED = """() => {
  const parts = ['.fishlab-frame', '.fishlab-table', '.head', '.phase', '.picture', '.tray', '.latest'];
  const [frame, root, head, prompt, picture, tray, latest] = parts.map((part) => document.querySelector(part));
  const box = (node) => node.getBoundingClientRect(), wrong = [];
  root.scrollIntoView({ block: 'start' });
  const begins = box(prompt).top - box(frame).top, bottom = Math.min(box(tray).top, box(frame).bottom);
  if (begins < 0 || begins > 12) wrong.push(`the prompt stands at ${begins}`);
  if (bottom - box(picture).top < .38 * frame.clientHeight) wrong.push(`${bottom - box(picture).top} of the board`);
  const buttons = [...head.querySelectorAll('button')].filter((one) => one.getClientRects().length);
  if (new Set(buttons.map((one) => box(one).top)).size > 1) wrong.push('the head has rows of buttons');
  frame.scrollTop += 150;
  const { left, top, height } = box(latest), hit = document.elementFromPoint(left + 20, top + height / 2);
  if (latest.textContent && hit !== latest) wrong.push('the news are covered');
  return wrong;
}"""
"""What is wrong where a table lands in a notebook that shows less than the window, and after a push."""


@pytest.mark.long
@pytest.mark.parametrize("game", COURSE)
def test_on_a_phone_a_table_lands_with_prompt_and_board_in_sight_and_the_news_stay(chrome, game):
    match = whole(game, GAMES[game].seats[-1])
    table = Table(match, seats=["person", *["random"] * (match.seats - 1)])
    stage = Stage(chrome, table.board, (366, 844))
    stage.page.evaluate("() => { document.querySelector('.fishlab-frame').style = 'height: 560px; overflow: auto'; }")
    mine = [place for place, state in enumerate(match.states) if state.turn() == 0]
    seen = {}
    for place in mine[:: max(1, len(mine) // 12)]:
        visit(table, stage, place)
        stage.page.evaluate("() => new Promise(requestAnimationFrame)")
        seen[place] = stage.page.evaluate(LANDED)
    stage.close()
    assert {place: wrong for place, wrong in seen.items() if wrong} == {}


@pytest.mark.long
@pytest.mark.parametrize("width", [366, 616])
@pytest.mark.parametrize("game", COURSE)
def test_on_a_narrow_table_the_prompt_has_ones_own_score(chrome, game, width):
    match = whole(game, GAMES[game].seats[-1])
    table, stage = at_table(chrome, match, (width, 700))
    table.session.seats = ["person", *["random"] * (match.seats - 1)]
    wrong = []
    for place in [place for place, state in enumerate(match.states) if state.turn() == 0][::9]:
        visit(table, stage, place)
        prompt, own = (stage.page.locator(part).bounding_box() for part in (".phase", ".phase .own"))
        said = stage.page.locator(".phase .own").inner_text()
        if not said.startswith(f"You: score {table.board.standings[0]['score']} · "):
            wrong.append((place, said))
        if own["y"] + own["height"] > prompt["y"] + prompt["height"] - 2:
            wrong.append((place, "cut"))
    stage.close()
    assert not wrong


@pytest.mark.long
def test_on_a_phone_a_year_of_boom_leads_with_ones_own_points(chrome):
    match = whole("boom", 3)
    table, stage = at_table(chrome, match, (366, 560))
    table.session.seats = ["person", "random", "random"]
    led = 0
    for place in [place for place, state in enumerate(match.states) if state.turn() == 0]:
        visit(table, stage, place)
        lines = [line["text"] for line in table.board.news]
        points = [line for line in lines if "full, " in line]
        if points and any("depleted: " in line or " gone: " in line for line in lines):
            assert stage.page.locator(".latest").inner_text() == points[-1]
            led += 1
    stage.close()
    assert led


@pytest.mark.long
def test_before_my_first_move_the_news_are_what_happened_so_far(chrome):
    table = Table("pisces", 3, seed=4)
    stage = Stage(chrome, table.board)
    stage.settle()
    put_news(stage, [("Crab is first", 1)])
    assert stage.page.locator(".news .sheet b").text_content().startswith("So far")
    table.play(table.match.state.choices()[0])
    stage.settle()
    put_news(stage, [("Crab does a thing", 1)])
    assert stage.page.locator(".news .sheet b").text_content().startswith("Since your last move")
    stage.close()


@pytest.mark.few(1)
@pytest.mark.parametrize(("game", "players", "moves"), [("pisces", 4, 77), ("fleet", 4, 66), ("boom", 4, 40)])
def test_news_that_have_no_room_open_over_what_stands_below_and_move_nothing(chrome, game, players, moves):
    match = played(game, players, moves)
    while match.state.turn() < 0:
        match.play(match.state.sample(Random(1)))
    seats = ["person" if seat == match.state.turn() else next(iter(bots_for(match.game))) for seat in range(players)]
    table = Table(match, seats=seats)
    stage = Stage(chrome, table.board)
    stage.settle()
    lines, hidden = len(table.board.news), stage.page.locator(".news .all").is_hidden()
    assert lines
    assert hidden == (stage.page.evaluate(SEEN_NEWS) == lines), (
        "whoever does not see all of it is told how much there is"
    )
    if not hidden:
        others = ".choices, .coach, .picture, .tabs, .phase"
        places = [one.bounding_box() for one in stage.page.locator(others).all()]
        left = lines - stage.page.evaluate(SEEN_NEWS)
        stage.click(f"text=… {left} more" if left else "text=All of it")
        assert stage.page.evaluate(SEEN_NEWS) == lines
        assert [one.bounding_box() for one in stage.page.locator(others).all()] == places
        sheet, cards = stage.page.locator(".news .sheet").bounding_box(), stage.page.locator(".choices").bounding_box()
        assert sheet["y"] >= cards["y"] + cards["height"], "nothing that can be chosen is covered"
        stage.page.keyboard.press("Enter")
        assert stage.page.evaluate(SEEN_NEWS) < lines
    stage.close()


def test_where_one_line_has_room_it_is_the_last_move_of_another_seat_unless_something_is_lost(chrome):
    stage = Stage(chrome, Table("fleet", 2, seed=4).board)
    stage.settle()
    mine, theirs = [("I pay for Cod", 3), ("I draw a card", 3)], ("Seat B casts a net", 1)
    for told, first in ((mine, "I draw a card"), ([*mine[:1], theirs, *mine[1:]], theirs[0])):
        lines = [{"text": text, "weight": weight, "latest": text == theirs[0]} for text, weight in told]
        stage.page.evaluate("(news) => window.model.take({ news, rev: window.model.get('rev') + 1 })", lines)
        assert stage.page.locator(".latest").text_content() == first
    stage.close()


def test_a_refusal_leaves_no_half_line_of_the_news_in_sight(chrome):
    stage = Stage(chrome, Table("fleet", 2, seed=4).board)
    stage.settle()
    put_news(stage, [(f"Somebody does thing {number}", 1) for number in range(6)])
    stage.page.evaluate(
        """() => { window.model.take({ error: 'No bid. '.repeat(9), rev: window.model.get('rev') + 1 }); }"""
    )
    cut = """() => {
      const alert = document.querySelector('.alert').getBoundingClientRect();
      const lies = (box) => box.bottom > alert.top && box.top < alert.bottom;
      const lines = [...document.querySelectorAll('.news b, .news li')].filter((one) => one.getClientRects().length);
      const under = lines.filter((one) => lies(one.getBoundingClientRect()));
      return [under.length, under.filter((one) => getComputedStyle(one).visibility === 'visible').length];
    }"""
    under, seen = stage.page.evaluate(cut)
    assert under and not seen
    stage.page.evaluate("() => { window.model.take({ error: '', rev: window.model.get('rev') + 1 }); }")
    assert stage.page.locator(".news .under").count() == 0
    stage.close()


def test_a_click_on_the_coachs_line_opens_it_and_its_word_shuts_it(chrome):
    table = Table("fleet", 2, seed=2)
    while table.match.state.step != "open" or table.match.state.turn() != 0:
        table.play(table.match.state.moves()[0])
    stage = Stage(chrome, table.board)
    line = stage.page.locator(".desk .coach:not(.advice)")
    words, opened = line.locator("span"), line.locator("button.more")
    cut = "(one) => one.scrollWidth > one.clientWidth"
    assert words.evaluate(cut) and opened.get_attribute("aria-expanded") == "false"
    words.click()
    assert not words.evaluate(cut) and opened.get_attribute("aria-expanded") == "true"
    words.click()
    assert opened.get_attribute("aria-expanded") == "true", "who marks the words keeps them"
    opened.click()
    assert words.evaluate(cut) and opened.get_attribute("aria-expanded") == "false"
    stage.close()


def test_the_coach_stands_in_the_room_that_is_left(chrome):
    table = Table("fleet", 2, seed=2)
    while table.match.state.step != "open" or table.match.state.turn() != 0:
        table.play(table.match.state.moves()[0])
    fourteen = Match.from_code("BM1-Ag4A7BwCdwO5UXR2.23988020")
    for one, size in ((table, TABLET), (Table(fourteen, seats=["person", "greedy"]), LAPTOP)):
        stage = Stage(chrome, one.board, size)
        stage.settle()
        assert stage.page.locator(".desk .coach").first.is_visible()
        assert stage.page.evaluate(
            "() => { const one = document.querySelector('.desk'); return one.scrollHeight <= one.clientHeight + 1; }"
        )
        stage.close()


@pytest.mark.long
def test_where_room_is_short_the_lines_that_weigh_most_are_seen_in_the_order_of_time(chrome):
    told = [("I draw a card", 0), ("I roll a 6", 3), *((f"Somebody does thing {number}", 1) for number in range(20))]
    told[10:10] = [("A species is gone", 4), ("Somebody gains", 2)]
    stage = Stage(chrome, Table("fleet", 2, seed=4).board)
    put_news(stage, told)
    seen = stage.page.locator(".news li:not(.away)").all_text_contents()
    assert seen[:3] == ["I roll a 6", "A species is gone", "Somebody gains"]
    newest = seen[3:]
    assert newest and newest == [words for words, _ in told][-len(newest) :], "of the same weight it is the newest"
    assert stage.page.locator(".news li.gap").all_text_contents() == ["I roll a 6", "Somebody gains"]
    put_news(stage, [("I draw a card", 0), ("Somebody does a thing", 1), ("I draw another", 0)] + [("I draw", 0)] * 20)
    assert stage.page.locator(".news li:not(.away)").all_text_contents() == ["Somebody does a thing"]
    stage.close()


@pytest.mark.few(1)
@pytest.mark.parametrize("way", ["Escape", "width", "move"])
def test_an_opened_list_closes_with_escape_another_width_and_a_move(chrome, way):
    table = Table("fishery", seats=["person", "fencer"], seed=4)
    table.play("ship d4")
    stage = Stage(chrome, table.board)
    stage.settle()
    put_news(stage, [(f"Somebody does thing {number}", 1) for number in range(30)])
    stage.page.click(".news .all")
    assert stage.page.locator(".news.open").count() == 1
    if way == "Escape":
        stage.page.keyboard.press("Escape")
        assert stage.page.evaluate("() => document.activeElement.matches('.news .all')"), "the focus stays there"
    elif way == "width":
        stage.page.set_viewport_size({"width": 768, "height": 900})
    else:
        table.play("ship a1")
        stage.settle()
    stage.page.wait_for_function("() => !document.querySelector('.news.open')")
    stage.page.wait_for_function("""() => {
      const boxes = [...document.querySelectorAll('.news .sheet')].map((sheet) => sheet.getBoundingClientRect());
      return boxes.every((box) => box.left >= 0 && box.width > 0 && box.right <= innerWidth);
    }""")
    stage.close()


@pytest.mark.long
@pytest.mark.parametrize("costs", [True, False])
def test_a_card_and_its_fish_light_each_other_and_say_the_same(chrome, costs):
    table = Table("boom", 3, seats=["person"] * 3, seed=1, costs=costs)
    stage = Stage(chrome, table.board)
    stage.settle()
    move = next(choice["move"] for choice in table.board.choices if choice["move"].startswith("take "))
    card, fish = (stage.page.locator(f'{part} [data-move="{move}"]') for part in (".choices", ".picture"))
    said, links = [], []
    for one, other in ((card, fish), (fish, card)):
        one.hover()
        stage.page.wait_for_function("() => document.querySelector('.below .note.preview')")
        said.append(stage.page.locator(".below .note").text_content())
        links.append(stage.page.locator(".picture .arr.lit").count())
        assert "lit" in other.get_attribute("class").split()
        stage.page.mouse.move(2, 2)
        assert not stage.page.locator(".lit").count()
    assert said[0] == said[1] and said[0].startswith("If you choose this: Take ")
    assert links[0] == links[1] > 0, "the arrows that leave it"
    stage.close()


def put_news(stage, told):
    """Let a page show other lines of what happened, each with its weight."""
    stage.page.evaluate("""(news) => {
      const model = window.model;
      model.take({ news: news.map(([text, weight]) => ({ text, weight })), rev: model.get('rev') + 1,
        guide: { ...model.get('guide'), offered: false } });
    }""", told)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("size", [LAPTOP, WIDE], ids=["934", "1184"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_of_a_year_gone_through_step_by_step_and_of_a_hint_with_many_boxes_every_word_is_seen(chrome, size, language):
    match = played("boom", 3, 200)
    with speaking(find(language) if language != "en" else None):
        table = Table(match, seats=["person", "medium", "medium"])
        stage = Stage(chrome, table.board, size)
        mine = [at for at, state in enumerate(match.states) if state.year == 2 and state.turn() == 0]
        table.go(mine[0])
        stage.settle()
        for _ in range(3):
            stage.click(".walk")
            assert check(stage) == []
        table.go(next(at for at in mine if match.states[at].phase == "box"))
        stage.settle()
        ask(table, stage, "hint")
        assert check(stage) == []
        stage.close()


@pytest.mark.few(1)
@pytest.mark.parametrize("game", COURSE)
def test_a_click_on_what_cannot_be_played_now_is_answered(chrome, game):
    table = Table(game, seed=4)
    while not table.board.prompt["asks"]:
        table.play(table.match.state.choices()[0])
    stage = Stage(chrome, table.board)
    stage.settle()
    stage.page.evaluate(DEAD_CLICK)
    stage.settle()
    assert table.match.state.prompt() in stage.page.locator(".alert").text_content()
    stage.close()


DEAD_CLICK = """() => {
  const live = (node) => node.closest('[data-move],[data-try],[data-mark],[data-note],defs');
  const shapes = [...document.querySelectorAll('.picture svg [id] :is(rect, circle, path, text, use)')];
  shapes.find((one) => !live(one)).dispatchEvent(new MouseEvent('click', { bubbles: true }));
}"""
"""A click on something of the picture that is no move and tells nothing of itself."""


def test_rules_begin_at_their_top_whenever_they_are_opened(chrome):
    stage = Stage(chrome, Table("boom", 4, seed=1).board)
    top = "() => document.querySelector('.panel.rules').scrollTop"
    stage.click("[data-tab=rules]")
    stage.page.evaluate("() => { document.querySelector('.panel.rules').scrollTop = 150; }")
    assert stage.page.evaluate(top) == 150
    stage.click("[data-tab=players]")
    stage.click("[data-tab=rules]")
    assert stage.page.evaluate(top) == 0
    stage.close()


SEEN_NEWS = """() => [...document.querySelectorAll('.news li')].filter((line) => {
  const box = line.getBoundingClientRect();
  return document.elementFromPoint(box.left + 20, (box.top + box.bottom) / 2) === line;
}).length"""
"""How many lines of the news are in sight."""

KEY_INK = """() => {
  const [text] = [...document.querySelectorAll('.key.under text')].filter((node) => node.textContent === '+1');
  const hex = getComputedStyle(text).fill.match(/\\d+/g).map((part) => Number(part).toString(16).padStart(2, '0'));
  return `#${hex.join('').toUpperCase()}`;
}"""
"""The colour of “+1” in the key under the board."""
