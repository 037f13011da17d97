"""What the laboratory's page shows, as plain data: its head, its ladder, its sliders, its sentence and its tabs.

The dictionaries here are what `panel.js` reads; `tests/lab/test_lab_view.py` compares both sides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypedDict

from fishlab.lab import TREATMENTS
from fishlab.lab.manifest import Manifest
from fishlab.lab.payoffs import Payoffs
from fishlab.messages import mark, tr
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.lab.lab_charts import (
    SOURCES,
    ClassTotals,
    Collapse,
    Damage,
    Defects,
    DesignPoints,
    Drawing,
    Heat,
    Points,
    Shown,
    Stock,
    Totals,
    against_published,
)
from fishlab_widgets.lab.lab_settings import SEATS, YOURS, Settings
from fishlab_widgets.lab.lab_words import (
    alone_words,
    between_html,
    design_words,
    difference_words,
    pays_words,
    price_html,
    sea_words,
    terms_words,
)

OFFERED: Final = (1_000, 10_000)
"""Numbers of games that one click chooses."""
TABS: Final = {
    "totals": mark("Totals"),
    "sea": mark("The sea"),
    "pays": mark("Who pays?"),
    "alone": mark("What pays for one alone?"),
    "class": mark("Your class"),
}
DESIGN: Final = "design"
"""The tab of a design that was played elsewhere, there once its manifest is opened."""
_FIGURES: Final = {
    "totals": ("totals", "stock"),
    "sea": ("stock", "collapse"),
    "pays": ("points", "damage"),
    "alone": ("defects", "payoffs"),
    "class": ("class",),
    DESIGN: (DESIGN,),
}
"""The figures of each tab."""
_WHICH: Final = {
    "middle": mark("a middling game"), "high": mark("the highest total"), "low": mark("the lowest total")
}  # fmt: skip


def texts() -> dict[str, str | list[str]]:
    """Return the words that stay."""
    return {
        "title": tr("The Boom laboratory"),
        "about": tr("models play, all on the same dice"),
        "countries": tr("countries"),
        "games": tr("games"),
        "run": tr("Run"),
        "stop": tr("Stop"),
        "keep_as_file": tr("Keep as file"),
        "rulebook": tr("Back to the rulebook"),
        "keep": tr("Keep"),
        "keep_all": tr("All of it, to open again"),
        "keep_rows": tr("Rows of A and B (CSV)"),
        "open": tr("Open"),
        "open_file": tr("A file that you kept, or a design’s manifest"),
        "line": tr("This experiment in a line"),
        "copy": tr("Copy the line"),
        "copied": tr("Copied"),
        "marked": tr("Selected: copy it with Ctrl + C"),
        "play_line": tr("Play the line that is written here"),
        "cite": tr("Write it beside a claim: whoever pastes it here sees the same figures."),
        "ladder": tr("What holds at sea?"),
        "press_two": tr("press two to compare"),
        "change": tr("Change the numbers"),
        "change_what": tr("ambition, care, look-ahead, quota, promises, fines"),
        "undo": tr("Undo all changes"),
        "otherwise": tr("One country plays differently"),
        "otherwise_what": tr("the others stay as they are"),
        "as_all": tr("like the others"),
        "defect": tr("What if one defects?"),
        "dice": tr("Other games, other dice"),
        "dice_what": tr("as many as you like"),
        "many": tr("Games of each treatment"),
        "seed": tr("Dice number"),
        "each": tr("A game of each, on the same dice"),
        "click": tr("Or click a line of the figure. The game opens below, beside the curves of the sea."),
        "guide": tr("Try it"),
        "guide_steps": [
            tr("Read the first figure from the top: all for the team, then one leaves, then all do the same."),
            tr(
                "In the table, find what the others play, and the ★ in its column: that pays best for one alone. "
                "Follow the stars."
            ),
        ],
        "guide_last": tr("Let one country leave the team, and see who pays:"),
        "codes": tr("Codes or CSV"),
        "codes_example": tr(
            "BM1-…  (one save code a line, a group beside it if you like)\n\nor a table, with commas, semicolons "
            "or tabs\ngroup,total\nalone,9"
        ),
        "add": tr("Add the class to the figure"),
        "take_out": tr("Remove the class"),
    }


class Count(TypedDict):
    """A number to choose, and how it is written."""

    value: int
    text: str


class Head(TypedDict):
    """What stands above: countries, games, how far they are played, a notice, the line that cites the experiment."""

    players: int
    games: int
    seed: int
    offered: list[Count]
    running: bool
    done: int
    of: int
    progress: str
    notice: str
    run: bool
    """Whether to offer a button that plays."""
    code: str


class Rung(TypedDict):
    """A treatment on the ladder; `letter` is A, B or nothing."""

    name: str
    title: str
    mark: str
    sign: str
    note: str
    letter: str


class ScaleRow(TypedDict):
    """A slider: what it is, each of its values in words, and where it stands."""

    name: str
    label: str
    note: str
    words: list[str]
    place: int
    changed: bool
    mark: str


class SeatChoice(TypedDict):
    """A country, and the treatment that it follows instead of all; "" if it does as all."""

    name: str
    does: str


class Numbers(TypedDict):
    """The sliders and the seats that do otherwise."""

    about: str
    own: bool
    scales: list[ScaleRow]
    seats: list[SeatChoice]
    does: list[list[str]]
    """Treatments that a seat may follow: name and title."""


class Said(TypedDict, total=False):
    """The sentence about A and B, how it comes about, and what holds in each (letter, title, text)."""

    words: str
    how: str
    terms: list[list[str]]


class GameRow(TypedDict):
    """Games of A or of B to open: which one, and how it is called."""

    letter: str
    name: str
    which: list[list[str]]


class View(TypedDict, total=False):
    """The open tab: its figures and words; figures and folds are HTML."""

    tab: str
    tabs: list[list[str]]
    figures: list[str]
    names: list[str]
    """The figures' names, as files."""
    words: str
    folds: str
    games: list[GameRow]


class ClassBox(TypedDict, total=False):
    """What is left in the box for the class's games, and what was said to it; `turn` counts the answers."""

    text: str
    words: str
    wrong: list[str]
    turn: int


def head_of(settings: Settings, notice: str, *, run: bool, running: bool, done: int, of: int) -> Head:
    """Return what stands above."""
    return {
        "players": settings.players,
        "games": settings.games,
        "seed": settings.seed,
        "offered": [{"value": one, "text": f"{one:,}"} for one in sorted({*OFFERED, settings.games})],
        "running": running,
        "done": done,
        "of": of,
        "progress": tr("{done} of {of} games", done=done, of=of),
        "notice": notice,
        "run": run,
        "code": settings.code(),
    }


def _printed(printed: bool) -> str:
    return tr("in the rulebook") if printed else tr("† not in the rulebook")


def ladder_of(settings: Settings) -> list[Rung]:
    """Return the treatments, one's own at the end if there is one."""
    letters = {settings.first: "A", settings.second: "B"}
    return [
        {
            "name": name,
            "title": tr("Your own") if name == YOURS else TREATMENTS[name].title,
            "mark": settings.title(YOURS) if name == YOURS else _printed(TREATMENTS[name].in_rulebook),
            "sign": treatment_sign(name),
            "note": terms_words(settings, name),
            "letter": letters.get(name, ""),
        }
        for name in settings.names()
    ]


def numbers_of(settings: Settings) -> Numbers:
    """Return the sliders and the seats; where nothing is changed they begin from A."""
    one = settings if settings.own else settings.but(base=settings.first)
    changed, apart = dict(one.changes), dict(one.apart)
    scales: list[ScaleRow] = []
    for scale in one.scales():
        printed = _printed(scale.printed)
        scales.append(
            {
                "name": scale.name,
                "label": tr(scale.label),
                "note": scale.note,
                "words": scale.words(),
                "place": scale.values.index(changed.get(scale.name, one.start(scale.name))),
                "changed": scale.name in changed,
                "mark": tr("{printed}, changed", printed=printed) if scale.name in changed else printed,
            }
        )
    begun = mark("They start from A, “{treatment}”. Move one, and A becomes your own treatment.")
    if one.own:
        begun = mark("Your own treatment, based on “{treatment}”.")
    return {
        "about": tr(begun, treatment=TREATMENTS[one.base].title),
        "own": one.own,
        "scales": scales,
        "seats": [
            {"name": tr("Country {letter}", letter=SEATS[seat]), "does": apart.get(seat, "")}
            for seat in range(one.players)
        ],
        "does": [[name, each.title + ("" if each.in_rulebook else " †")] for name, each in TREATMENTS.items()],
    }


def said_of(shown: Shown) -> Said:
    """Return the sentence, how it comes about, and the terms of A and B."""
    words, how = difference_words(shown)
    terms = [[letter, shown.named(name), terms_words(shown.settings, name)] for letter, name in shown.pair.items()]
    return {"words": words, "how": how, "terms": terms}


class Figures:
    """The figures of all tabs, each kept ready to be drawn anew.

    Args:
        payoffs: returns what a lone player earns with each policy among others of another.
    """

    def __init__(self, payoffs: Callable[[], Payoffs]) -> None:
        self.payoffs = payoffs
        self.design: Manifest | None = None
        self.drawings: dict[str, Drawing] = {
            "totals": Totals(),
            "stock": Stock(),
            "collapse": Collapse(),
            "points": Points(),
            "damage": Damage(),
            "defects": Defects(),
            "payoffs": Heat(),
            "class": ClassTotals(),
        }

    def open_design(self, manifest: Manifest) -> None:
        """Add the tab of a design."""
        self.design, self.drawings[DESIGN] = manifest, DesignPoints()

    def tabs(self) -> dict[str, str]:
        """Return the tabs by name, and what each is called."""
        found = {name: tr(message) for name, message in TABS.items()}
        return found | {DESIGN: tr("Design")} if self.design else found

    def draw(self, name: str, shown: Shown) -> str:
        """Return a figure of what is shown."""
        drawing = self.drawings[name]
        if name == DESIGN:
            return drawing.draw(self.design)
        if name == "defects":
            return drawing.draw(self.payoffs())
        if name == "payoffs":
            table, settings = self.payoffs(), shown.settings
            return drawing.draw(table.plus(mark("yours"), settings.common_policy()) if settings.own else table)
        return drawing.draw(shown)

    def view(self, tab: str, shown: Shown) -> View:
        """Return an open tab."""
        words = {
            "sea": lambda: sea_words(shown),
            "pays": lambda: pays_words(shown),
            "alone": lambda: alone_words(self.payoffs()),
            "class": lambda: tr(SOURCES),
            DESIGN: lambda: design_words(self.design) if self.design else "",
        }.get(tab, str)()
        folds, players = "", shown.settings.players
        if tab == "totals":
            folds = price_html(players) + between_html(players) + against_published()
        which = [[name, tr(message)] for name, message in _WHICH.items()]
        return {
            "tab": tab,
            "tabs": [[name, title] for name, title in self.tabs().items()],
            "figures": [self.draw(name, shown) for name in _FIGURES[tab]],
            "names": list(_FIGURES[tab]),
            "words": words,
            "folds": folds,
            "games": [{"letter": letter, "name": name, "which": which} for letter, name in shown.pair.items()],
        }


# ---- a sign for each treatment: who is apart, who talks, who votes, who watches ----------------------------------

_LINE: Final = 'fill="none" style="stroke:var(--ink)" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
_BUBBLE: Final = f'<path d="M4 6H28V22H16L11 28V22H4Z" {_LINE}/>'
_COUNTRIES: Final = "".join(
    f'<circle cx="{x}" cy="{y}" r="4.6" style="fill:var(--{seat})"/>'
    for seat, x, y in (("a", 10, 10), ("b", 22, 10), ("c", 10, 22), ("d", 22, 22))
)


def _fish(x: float, y: float, wide: float) -> str:
    """Return a herring in ink, its middle at a place."""
    scale = wide / 32
    return (
        f'<path transform="translate({x - wide / 2:g} {y - 10 * scale:g}) scale({scale:g})" fill-rule="evenodd" '
        f'style="fill:var(--ink)" d="{GLYPHS["herring"]}"/>'
    )


_SIGNS: Final = {
    "to-win": f'<path d="M4 28V20H12V12H20V17H28V28Z" {_LINE}/><path d="M14.5 6.5L16.5 5V10" {_LINE}/>',
    "competitive": _COUNTRIES + f'<path d="M16 4V28M4 16H28" {_LINE}/>',
    "one-agreement": _BUBBLE + f'<path d="M14 11.5L16.5 9.5V18.5" {_LINE}/>',
    "yearly-agreement": _BUBBLE + f'<path d="M9 11.5H23M9 16.5H19" {_LINE}/>',
    "voted-rule": f'<path d="M5 15H27V28H5ZM11 18.5H21" {_LINE}/><path d="M11.5 15V4H20.5V15" {_LINE}/>'
    f'<path d="M13.5 9L15.5 11L18.5 7" {_LINE}/>',
    "enforced-rule": f'<path d="M16 4L26 7.5V15C26 21 22 25.5 16 28C10 25.5 6 21 6 15V7.5Z" {_LINE}/>'
    f'<path d="M11 15.5L15 19.5L21.5 11.5" {_LINE}/>',
    "graduated-sanctions": f'<path d="M4 27V22H11V16H18V10H25V27Z" {_LINE}/>'
    f'<path d="M5 13L15 4M10.5 4H15V8.5" {_LINE}/>',
    "quota": f'<rect x="4" y="7" width="24" height="18" rx="3" {_LINE}/>' + _fish(16, 16, 17),
    "transferable-quota": f'<rect x="7" y="9" width="18" height="14" rx="3" {_LINE}/>'
    + _fish(16, 16, 13)
    + f'<path d="M10 5H24M21 2.5L24 5L21 7.5M22 27H8M11 24.5L8 27L11 29.5" {_LINE}/>',
    "reserve": f'<circle cx="16" cy="16" r="12.5" {_LINE} stroke-dasharray="4 4"/>' + _fish(16, 16, 17),
    "cooperative": _COUNTRIES + f'<circle cx="16" cy="16" r="14" {_LINE}/>',
    YOURS: f'<path d="M5 9H27M5 16H27M5 23H27" {_LINE}/>'
    + "".join(
        f'<circle cx="{x}" cy="{y}" r="3.4" style="fill:var(--e);stroke:var(--ink)" stroke-width="1.6"/>'
        for x, y in ((11, 9), (21, 16), (14, 23))
    ),
}


def treatment_sign(name: str) -> str:
    """Return the sign of a treatment as an SVG that wears the page's colours."""
    return f'<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">{_SIGNS[name]}</svg>'
