"""What people in an experiment read and are asked: the rules in a few screens, questions, and what they think.

All of it follows from the game that their table plays: its years, its plates, whether all have one score. No treatment
is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import USUAL, terms_of
from fishlab.messages import mark, tr, trn
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.svg import at, circle, group, path, rect, text


class Screen(NamedTuple):
    """A screen of the instructions."""

    title: str
    text: Sequence[str]
    picture: str = ""


class Question(NamedTuple):
    """A question with one right answer."""

    name: str
    words: str
    choices: Sequence[tuple[str, str]]
    """For each choice its name and its words."""
    right: str
    why: str
    """What is said after the right answer."""
    hint: str
    """What is said after a wrong one."""


def house_rule(state: Boom) -> str:
    """Say what holds at this table besides the rules of the game, without its name.

    A class keeps silent where no time to talk is planned, as the protocol asks for.
    """
    setup = state.setup
    terms = terms_of({name: getattr(setup, name) for name in USUAL}, state.players)
    if terms is None:
        return ""
    silent = [tr("Nobody speaks while the game is played.")] * (setup.talk == "free")
    return " ".join((tr(terms.text), *silent))


def screens(state: Boom) -> list[Screen]:
    """Return the instructions for a table's game, from its first moment."""
    years, four = state.sheet.years, state.setup.illegal_dice(1) == 0
    growth = ", ".join(str(year) for year in sorted(state.sheet.plus_one) if year <= years)
    steps = [
        tr("1. Fishing: take turns to roll dice and take living fish with that number. You must fish."),
        tr("2. A box: everybody marks one. It gives equipment for later years, or a bonus at once."),
        tr("3. Demand: next year’s plates are drawn."),
        tr("4. Illegal fishing: with four players there is none.")
        if four
        else tr("4. Illegal fishing: dice kill fish that nobody eats."),
        tr("5. The sea: a fish that no living fish points to is gone."),
    ]
    demand = [tr("Next year you have as many plates as you took fish this year.")]
    if growth:
        demand.append(tr("In years {years} you have one plate more.", years=growth))
    demand.append(tr("Year 1 begins with {plates} plates.", plates=state.setup.first_demand))
    found = [
        Screen(
            tr("One sea, and you"),
            [
                trn("{n} country fishes in one sea for {years} years.", "{n} countries fish in one sea for {years} "
                    "years.", state.players, years=years),
                tr("Each person at your table plays one of them."),
                tr("What is kept: moves, answers and their times, in one file that your teacher has. No names, and "
                   "nothing is sent anywhere else."),
                tr("You may stop at any time: tell your teacher. Then a bot takes your seat."),
            ],
        ),
        Screen(
            tr("Plates and points"),
            [tr("A plate with a fish is +1 point. An empty plate is −2."), tr("A fish without a plate is worth "
             "nothing."), state.words.aim(state)],
            _plates(),
        ),
        Screen(tr("A year has five steps"), steps),
        Screen(tr("What you catch is what they want"), demand, _demand(2 in state.sheet.plus_one)),
        Screen(
            tr("The sea"),
            [
                tr("Arrows lead from the fish of this year to those of the next."),
                tr("A fish that no living fish points to never comes."),
                tr("If the sea is empty, the game is over, and the plates of the next year stay empty: −2 each.")
                if state.setup.score_unplayed_year
                else tr("If the sea is empty, the game is over."),
            ],
            _arrows(),
        ),
    ]  # fmt: skip
    if rule := house_rule(state):
        found.append(Screen(tr("At your table"), [rule, state.words.aim(state)]))
    return found


def quiz(state: Boom) -> list[Question]:
    """Return the questions about the rules of a table's game."""
    more = 2 in state.sheet.plus_one
    plates = 2 + more
    why_plates = (
        tr("Two for the two fish, and one more, because demand grows in year 2.")
        if more
        else tr("As many plates as you took fish.")
    )
    counts = "table" if state.setup.cooperative else "place" if state.setup.aim == "place" else "own"
    return [
        Question(
            "points",
            tr("This year you have 3 plates and take 1 fish. How many points do you get this year?"),
            [("1", "+1"), ("-1", "−1"), ("-3", "−3"), ("-4", "−4")],
            "-3",
            tr("One full plate is +1, two empty plates are −4."),
            tr("Count +1 for each plate with a fish, and −2 for each empty plate."),
        ),
        Question(
            "demand",
            tr("You take 2 fish in year 1. How many plates do you have in year 2?"),
            [(str(count), str(count)) for count in range(5)],
            str(plates),
            why_plates,
            tr("Plates follow the catch of the year before. Does demand grow in year 2?")
            if more
            else tr("Plates follow the catch of the year before."),
        ),
        Question(
            "arrows",
            tr("All fish whose arrows lead to a cod of next year are dead. What happens to that cod?"),
            [("gone", tr("It never comes.")), ("stays", tr("It comes all the same.")), ("die", tr("A die decides."))],
            "gone",
            tr("A fish that no living fish points to is gone."),
            tr("Look at the arrows: where can it come from?"),
        ),
        Question(
            "aim",
            tr("What counts for you in this game?"),
            [
                ("own", tr("My own points, however many the others have.")),
                ("place", tr("To have more points than the others.")),
                ("table", tr("The points of the whole table.")),
            ],
            counts,
            state.words.aim(state),
            tr("Think of what was said on the screen about plates and points."),
        ),
    ]


AGREE: Final = (
    ("1", mark("not at all")), ("2", mark("not really")), ("3", mark("partly")), ("4", mark("mostly")),
    ("5", mark("fully")),
)  # fmt: skip
OPINIONS: Final = (
    ("trust", mark("I trusted the others at my table to hold back.")),
    ("fair", mark("The fish were shared fairly at my table.")),
    ("power", mark("I alone could have changed how it ended.")),
    ("less", mark("I would take fewer fish if we played again.")),
)
"""Four questions of opinion, each answered by one of `AGREE`."""
EXPLAIN: Final = ("why", mark("Why did it end the way it did at your table? Please write no names."))
"""The question for an explanation of one's own."""


# Pictures: their colours come from the page's style.

_FISH: Final = GLYPHS["cod"]


def _svg(width: int, height: int, label: str, *inner: str) -> str:
    head = f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{label}">'
    return head + "".join(inner) + "</svg>"


def _plate(x: float, y: float, fish: bool) -> str:
    found = [circle(0, 0, 22, "plate"), circle(0, 0, 14, "rim")]
    if fish:
        found.append(group([path(_FISH, "fish")], transform="translate(-14.5 -9.4) scale(.9)"))
    return group(found, transform=at(x, y))


def _plates() -> str:
    label = tr("A plate with a fish brings one point, an empty plate costs two.")
    signs = text(34, 66, "+1", "good"), text(114, 66, "−2", "bad")
    return _svg(150, 76, label, _plate(34, 26, True), _plate(114, 26, False), *signs)


def _demand(more: bool) -> str:
    label = tr("Two fish taken in year 1 mean two plates in year 2, or three if demand grows.")
    fish = [group([path(_FISH, "fish")], transform=at(14 + 42 * place, 42)) for place in (0, 1)]
    plates = [_plate(188 + 48 * place, 54, False) for place in range(2 + more)]
    return _svg(
        320, 90, label, rect(2, 4, 104, 82, "box", 8), text(12, 26, tr("year 1"), "left"), *fish,
        path("M114 46h30m-10 -8l10 8l-10 8", "arrow"), rect(152, 4, 166, 82, "box", 8),
        text(162, 26, tr("year 2"), "left"), *plates,
    )  # fmt: skip


def _arrows() -> str:
    label = tr(
        "Two of this year’s fish point to next year’s. One of them is dead, and any fish that only it points to is "
        "gone."
    )
    fish = [
        group([path(_FISH, cls)], transform=at(x, y))
        for x, y, cls in ((20, 30, "fish"), (20, 70, "dead"), (160, 30, "fish"), (160, 70, "dead"))
    ]
    return _svg(
        250, 104, label, text(20, 18, tr("this year"), "left"), text(150, 18, tr("next year"), "left"), *fish,
        path("M60 40h88m-10 -7l10 7l-10 7", "arrow"), path("M60 80h88m-10 -7l10 7l-10 7", "arrow off"),
        path("M24 68l26 24m0 -24l-26 24", "cross"), path("M164 68l26 24m0 -24l-26 24", "cross"),
    )  # fmt: skip
