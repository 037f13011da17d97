"""Boards and cards in other homes than JupyterLab: they show, play, and ask for nothing from outside."""

from __future__ import annotations

import inspect
import json
import re
import shutil
from importlib import import_module

import browser
import checklist
import pytest
from browser import PATIENCE, ROOT
from fishlab_widgets.controls.key_guard import KeyGuard
from fishlab_widgets.lesson import Lesson
from fishlab_widgets.lesson.card import Card
from pages import REPLACE, LabsOwn, act, board_of, click, fishery, notebook, place_ships
from plain_frontend import plain_home

from fishlab import GAMES

pytestmark = pytest.mark.browser

BOARDS = """
import fishlab, fishlab_widgets
from fishlab.firstpond import FirstPond
for game in (*fishlab.GAMES.values(), FirstPond):
    display(fishlab_widgets.Table(fishlab.Match(game, game.seats[0]), seats=["person"] * game.seats[0]))
"""
"""A table of each game, and of lesson 00's pond."""
CARDS = """
from fishlab_widgets.lesson import Lesson
lesson = Lesson("07", "Who owns the sea?", minutes=35, steps=["Predict", "Exercise"])
sea = fishlab.Fishery.start(columns=3, rows=3, placed=[[0], [8]])
fleets = {"ships": ("Ships", [1, 6, 12], 6)}
display(
    lesson,
    lesson.at("Predict"),
    lesson.predict("year", "Which year?", choices=[5, 6], result=6, show=lambda: "<p>So it was</p>"),
    lesson.predict("share", "What share?", low=0, high=100, slider=True, unit="%", result=12),
    lesson.predict("where", "Which net?", board=sea, result="net a3 a2"),
    lesson.after(["year"], lambda: "<p>What was shut</p>"),
    lesson.question("fish", "How many fish?", answer=32, right="21 + 11."),
    lesson.check("bare", 3, title="The squares", answer=3, right="One row."),
    lesson.policy("Fleets", lambda ships: f"<p>{ships} ships sail</p>", fleets),
    lesson.cards(lesson.explain("take", "What do you take?"), lesson.hand_in()),
)
"""
HOME = [BOARDS + CARDS]
"""All in one cell: a page may leave out cells that are not in view."""
CARD = """
lesson = Lesson("07", "Who owns the sea?", minutes=35, steps=["Predict"])
lesson.predict("year", "Which year?", choices=[5, 6], result=6, show=lambda: "<p>So it was</p>")
"""
NEIGHBOURS = ("02-boom-which-fish-matters", "00-cast-off", "glossary")
WRONG = ".jp-OutputArea-output:is([data-mime-type*=error], [data-mime-type*=stderr])"
LESSONS = checklist.ALL
NOT_OURS = (
    "error: Cannot read properties of undefined (reading 'schema')",
    "error: Command 'filebrowser:open-path' not registered.",
)
"""What Notebook 7 says of itself, word for word, also of a notebook without us; Voilà has nothing to say."""


def play(page, do) -> None:
    """Play a move on each board, use a card of each kind, and see that nothing that lives seems asleep.

    Args:
        page: the page, when all is shown.
        do: does something to a part of the page, and waits for the answer.
    """
    tables = page.locator(".fishlab-table")
    tables.nth(len(GAMES)).wait_for()
    for table in tables.all():
        if table.locator(".cover").is_visible():
            do(table, table.locator(".cover button").click)
        table.locator(".picture > svg").wait_for()
        assert table.bounding_box()["width"] > 1000, "two columns where there is room"
        do(table, table.locator("[data-move]:visible").first.click)
        assert table.locator(".log").text_content()

    def card(words: str):
        return page.locator(".fishlab-card", has_text=words)

    def fill(words: str, field: str, text: str) -> None:
        do(card(words), lambda: card(words).locator(field).fill(text))

    def press(words: str, name: str, then: str) -> None:
        do(card(words), card(words).get_by_role("button", name=name).click)
        page.locator(".fishlab-live").get_by_text(then).first.wait_for()

    do(card("Which year?"), card("Which year?").locator(".option").first.click)
    press("Which year?", "Lock in 5", "So it was")
    page.locator(".fishlab-live").get_by_text("What was shut").wait_for()
    fill("What share?", "input[type=number]", "10")
    press("What share?", "Lock in 10 %", "You were two points too low")
    net = card("Which net?").locator(".fishlab-board")
    do(net, net.locator('[data-move="net a3 a2"]').click)
    press("Which net?", "Lock in", "You were right")
    fill("How many fish?", "input", "32")
    press("How many fish?", "Check", "Right: 32")
    assert card("The squares").get_by_text("Right: 3").is_visible()
    do(card("Fleets"), card("Fleets").locator(".option", has_text="12").click)
    page.locator(".fishlab-live").get_by_text("12 ships sail").wait_for()
    fill("What do you take?", "textarea", "Less")
    press("What do you take?", "Keep", "Kept")
    assert card("Hand in your lesson").locator("input").first.input_value().startswith("LC1-07-")
    assert page.locator(".fishlab-asleep").count() >= tables.count() + 10
    assert page.locator(".fishlab-asleep:visible").count() == 0, "what lives does not sleep"


def answered(part, action) -> None:
    """Do something, and if it is a board or a table, wait until its kernel has answered."""
    act(part, action) if part.get_attribute("data-rev") else action()


def look(page, do) -> None:
    """See that nothing seems asleep, and play a move on the first table that can be played at."""
    assert page.locator(".fishlab-asleep:visible").count() == 0, "what lives does not sleep"
    for table in page.locator(".fishlab-table").all():
        moves = table.locator("[data-move]:visible")
        if moves.count():
            do(table, moves.first.click)
            return


def test_the_cell_of_these_tests_shows_every_kind_of_card():
    folder = ROOT / "widgets" / "fishlab_widgets" / "lesson"
    modules = [import_module(f"fishlab_widgets.lesson.{path.stem}") for path in folder.glob("[a-z]*.py")]
    kinds = {kind for module in modules for _, kind in inspect.getmembers(module, inspect.isclass)}
    kinds = {kind.__name__ for kind in kinds if issubclass(kind, Card) and not kind.__subclasses__()}
    made = {inspect.signature(made).return_annotation for _, made in inspect.getmembers(Lesson, inspect.isfunction)}
    assert kinds <= made, "a card that no lesson can make"
    for name, make in inspect.getmembers(Lesson, inspect.isfunction):
        if inspect.signature(make).return_annotation in {*kinds, "Strip", "Pair"}:
            assert f"lesson.{name}(" in CARDS


def test_no_module_makes_a_widget_when_it_is_imported():
    """A page that is opened later would never be told of it, and a kernel that closes all its widgets loses it."""
    made = re.compile(r"^(?!def |class )\w.*\bw\.[A-Z]\w*\(", re.MULTILINE)  # ipywidgets, as every module calls it
    sources = (ROOT / "widgets" / "fishlab_widgets").rglob("*.py")
    assert [path.name for path in sources if made.search(path.read_text(encoding="utf-8"))] == []


def test_every_board_and_card_plays_where_only_the_plain_manager_of_widgets_is_known(chrome):
    with plain_home(chrome, notebook(HOME)) as home:
        play(home.page, home.do)
        assert home.problems == []


@pytest.fixture(params=["notebook", "voila"])
def visit(request, lab, open_page):
    """Open cells or a notebook in Notebook 7 or in Voilà, and hand the page over when it has run."""

    def go(source):
        page = open_page(lab.home(request.param), source, run=request.param == "notebook")
        pages.append(page)
        return page

    pages = []
    yield go
    if request.param == "notebook":
        for page in pages:
            page.problems[:] = [one for one in page.problems if one not in NOT_OURS]


@pytest.mark.few(1)
def test_a_board_and_a_card_live_in_notebook_7_and_in_voila(visit):
    page = visit([f"{fishery()[0]}\nfrom fishlab_widgets.lesson import Lesson\ndisplay(table)\n{CARD}"])
    board = board_of(page)
    click(board, "ship a3")
    page.locator(".log", has_text="puts a ship on a3").wait_for(state="attached")
    page.locator(".option").first.click()
    page.get_by_role("button", name="Lock in 5").click()
    page.locator(".fishlab-live").get_by_text("So it was").wait_for()
    assert page.locator(".fishlab-asleep").count() == 2
    assert page.locator(".fishlab-asleep:visible").count() == 0, "what lives does not sleep"


@pytest.mark.soak
def test_every_board_and_card_plays_in_notebook_7_and_in_voila(visit):
    play(visit(HOME), answered)


@pytest.mark.soak
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_lesson_shows_all_that_it_has_in_notebook_7_and_in_voila(visit, lesson):
    page = visit(lesson)
    live = page.locator("h1" if lesson.stem == "glossary" else ".fishlab-live")  # the glossary is text only
    live.last.wait_for(state="attached")  # a code to hand in may wait for a button
    look(page, answered)
    assert page.locator(WRONG).count() == 0


GIVEN_UP = """async (script) => {
  const shield = (await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})))).default;
  const models = {ours: {views: {}}, shown: {views: {one: 1}}};
  const outputs = ['ours', 'shown', 'unknown'].map((model_id) => (
    {data: {'application/vnd.jupyter.widget-view+json': {model_id}}}));
  window.again = [];
  const cell = {outputs: {length: 3, get: (at) => ({toJSON: () => outputs[at]}), set(at, output) {
    again.push(output.data['application/vnd.jupyter.widget-view+json'].model_id);
    document.body.replaceChildren();
  }}};
  const known = {has_model: (id) => id in models, get_model: async (id) => models[id]};
  const home = {context: {model: {cells: [{}, cell]}}};
  for (const widget_manager of [known, {...known, ...home}]) shield.initialize({model: {widget_manager}});
}"""


@pytest.mark.long
def test_what_a_page_gave_up_before_it_was_told_of_it_is_shown_again(chrome):
    page = chrome.new_page()
    page.clock.install()
    page.set_content('<div class="jp-OutputArea-output jupyter-widgets">Error displaying widget: model not found</div>')
    page.evaluate(GIVEN_UP, KeyGuard.class_traits()["_esm"].default_value)
    assert page.evaluate("again") == []
    page.clock.run_for(1000)
    page.wait_for_function("again.length")
    page.clock.run_for(20_000)
    assert page.evaluate("again") == ["ours"], "not what is shown, nor what the kernel does not know"
    page.close()


LATE_FRAME = """async (script) => {
  const shield = (await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})))).default;
  const el = document.createElement('div'), frame = document.createElement('div'), name = `fishlab-${'a'.repeat(32)}`;
  const pictures = async () => { for (let at = 0; at < 4; at += 1) await new Promise(requestAnimationFrame); };
  document.body.append(Object.assign(document.createElement('div'), {id: name, textContent: 'asleep'}));
  shield.render({model: {on() {}, off() {}, get() {}}, el});
  await pictures();
  document.body.append(frame);
  frame.append(el);
  frame.className = 'fishlab-frame';
  await pictures();
  frame.classList.add(name);
  await pictures();
}"""


def test_the_still_picture_goes_where_a_busy_page_frames_and_names_what_lives_only_later(chrome):
    page = chrome.new_page()
    page.set_content("<p>A lesson</p>")
    page.evaluate(LATE_FRAME, KeyGuard.class_traits()["_esm"].default_value)
    assert page.get_by_text("asleep").is_hidden()
    page.close()


SLOW = 6
"""How many times slower the browser's processor is made."""


@pytest.mark.soak
@pytest.mark.parametrize("lesson", ["03-boom-alone-or-together", "09-fresh-fish-to-market"])
def test_a_lesson_is_awake_when_its_page_is_loaded_anew_also_on_a_slow_machine(lab, open_page, lesson):
    page = open_page(lab, ROOT / "notebooks" / f"{lesson}.ipynb")
    live = page.locator(".fishlab-live").count()
    page.evaluate("async () => { await jupyterapp.commands.execute('docmanager:save'); }")
    page.problems = LabsOwn()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    page.reload()
    arrived = "(live) => document.querySelectorAll('.fishlab-live').length >= live"
    page.wait_for_function(arrived, arg=live, timeout=SLOW * PATIENCE)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 1})
    assert page.locator(".fishlab-asleep:visible").count() == 0
    look(page, answered)


TOO_LATE = """async (script) => {
  const { listen } = await import(URL.createObjectURL(new Blob([script], {type: 'text/javascript'})));
  const said = [];
  const widget = (id, gate) => { // the gate lets nothing through to a widget whose script came too late
    const own = {
      hears: [],
      comm: {on_msg: (hear) => { own.hear = hear; }},
      set_state: (state) => said.push(`${id} is told ${state.word}`),
      trigger: (name, content) => own.hears.forEach((act) => act(content)),
    };
    const kernel = (data) => own.hear({content: {data}});
    own.hear = ({content: {data}}) => gate && (data.state ? own.set_state(data.state) : own.trigger('', data.content));
    listen({
      get: () => id,
      widget_manager: {get_model: async () => own},
      on: (name, act) => own.hears.push(act),
      send: ({base}, callbacks) => {
        said.push(`${id} asks: ${base}`);
        if (base === 'here') kernel({method: 'custom', content: {base}});
        callbacks?.iopub.status({content: {execution_state: 'idle'}});
      },
    });
    return kernel;
  };
  const all = [widget('early', true), widget('late', false)];
  await new Promise((done) => setTimeout(done));
  for (const kernel of all) kernel({method: 'update', state: {word: 'all'}});
  return said;
}"""


@pytest.mark.long
def test_a_widget_whose_script_came_too_late_hears_what_its_kernel_says_and_asks_for_what_it_missed(chrome):
    page = chrome.new_page()
    said = page.evaluate(TOO_LATE, KeyGuard.class_traits()["_esm"].default_value)
    asked = ["early asks: here", "late asks: here", "late asks: all"]
    assert said == [*asked, "early is told all", "late is told all"]
    page.close()


HURRIED = "const real = AbortSignal.timeout; AbortSignal.timeout = (wait) => real(wait === 2000 ? 1 : wait);"
"""anywidget gives a script two seconds to load: here it gives none the time."""


@pytest.mark.soak
def test_a_board_and_a_card_play_where_their_scripts_came_too_late(lab, open_page):
    page = open_page(lab, [])
    page.add_init_script(HURRIED)
    page.reload()
    browser.ask_page(page, browser.READY)
    cells = notebook([*fishery(), f"from fishlab_widgets.lesson import Lesson\n{CARD}"])["cells"]
    plain = [{name: cell[name] for name in ("cell_type", "source", "metadata")} for cell in cells]
    browser.ask_page(page, REPLACE, [plain, ""])
    browser.ask_page(page, browser.RUN_ALL)
    place_ships(board_of(page))
    page.locator(".option").first.click()
    page.get_by_role("button", name="Lock in 5").click()
    page.locator(".fishlab-live").get_by_text("So it was").wait_for()


@pytest.mark.soak
def test_two_tabs_on_one_notebook_show_the_same_game_and_the_same_answer(lab, open_page):
    first = open_page(lab, [*fishery(), f"from fishlab_widgets.lesson import Lesson\n{CARD}"])
    board_of(first)
    first.evaluate("async () => { await jupyterapp.commands.execute('docmanager:save'); }")
    with first.context.new_page() as second:
        second.set_default_timeout(PATIENCE)
        second.goto(lab.url(first.url.split("/tree/")[1].split("?")[0]))
        click(board_of(second), "ship a3")
        click(board_of(first), "ship c1")
        second.locator(".option").first.click()
        second.get_by_role("button", name="Lock in 5").click()
        for page in (first, second):
            page.locator(".log", has_text="puts a ship on c1").wait_for(state="attached")
            page.locator(".fishlab-live").get_by_text("So it was").wait_for()
            assert page.locator(".log li").count() == 2
            assert page.locator(".fishlab-asleep:visible").count() == 0


@pytest.fixture
def ending(tmp_path, lab):
    """The last words of lesson 01, with their links, and the notebooks to which these lead; removed at the end."""
    stored = json.loads((ROOT / "notebooks" / "01-boom-ten-years.ipynb").read_text(encoding="utf-8"))
    stored["cells"] = [cell for cell in stored["cells"] if cell["cell_type"] == "markdown"][-1:]
    (tmp_path / "ending.ipynb").write_text(json.dumps(stored), encoding="utf-8")
    places = [lab.work / f"{name}.ipynb" for name in NEIGHBOURS]
    for place in places:
        shutil.copy(ROOT / "notebooks" / place.name, place)
    yield tmp_path / "ending.ipynb"
    for place in places:
        place.unlink()


@pytest.mark.soak
@pytest.mark.parametrize("home", ["lab", "notebook", "voila"])
def test_a_click_leads_to_the_next_lesson_to_the_one_before_and_to_the_words(home, lab, open_page, ending):
    page = open_page(lab.home(home), ending, run=False)
    for name in NEIGHBOURS:
        link = page.locator(f'a[href*="{name}.ipynb"]').first
        if home == "lab":
            link.click()
            page.locator(".lm-DockPanel .lm-TabBar-tab.lm-mod-current", has_text=name).wait_for()
            page.locator(".lm-DockPanel .lm-TabBar-tab").first.click()
        elif home == "notebook":
            with page.expect_popup() as opened:
                link.click()
            opened.value.wait_for_url(f"**/notebooks/{name}.ipynb")
        else:
            link.click()
            page.wait_for_url(f"**/voila/render/{name}.ipynb")
            page.locator("h1").first.wait_for()
            page.go_back()
    page.problems[:] = [one for one in page.problems if one not in NOT_OURS]


@pytest.mark.soak
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_every_lesson_shows_all_that_it_has_where_only_the_plain_manager_is_known(chrome, lesson):
    with plain_home(chrome, lesson) as home:
        look(home.page, home.do)
        assert home.problems == []
