"""What the pages of the desk and of the projector are told: plain dictionaries, whoever carries them there."""

from __future__ import annotations

from typing import Any, TypedDict


class JoinView(TypedDict):
    """How people come in: `address`, `word`, and `qr`, a picture of both; each may be empty."""

    address: str
    word: str
    qr: str


class ClockView(TypedDict):
    """A clock that runs: the seconds that are `left`, and what they are for."""

    left: int
    words: str


class TogetherView(TypedDict):
    """A seat that was taken from the same address as another: the number of the `seat`, and its letter."""

    table: str
    seat: int
    letter: str


class HeadView(TypedDict):
    """What stands above the tables."""

    seats: str
    """How many tables, seats taken, people there and bots."""
    stage: str
    """"plan", "waiting", "playing", "paused", "ended" or "over"."""
    waiting: bool
    """Whether a table waits for its next year."""
    years: bool
    """Whether years or rounds may open for all tables together."""
    late: str
    """How many people wait for a seat; "" if nobody does."""
    wait: int
    """The same, as a number for the plan: many at one address count as one where other people have their own."""
    join: JoinView
    said: str
    """What the teacher said last to all."""
    clock: ClockView | None
    clocks: bool
    """Whether any clock runs that could be extended."""
    game: str
    """Which game it is, from the second on."""
    treatments: int
    """How many treatments are played: with two or more, they can be swapped."""
    experiment: bool
    """Whether treatments are compared, and the game is not simply played."""
    start_sure: str
    """Before the start: how many seats are empty, and what that means; "" if people sit in all."""
    leavers: str
    """After a game: how many seats bots hold, and what that means for another game; "" if people hold all."""
    trouble: str
    warning: str
    together: list[list[TogetherView]]
    """Seats that were taken from one address, where that tells something."""
    shared: bool
    """Whether a device may have several seats."""
    renews: bool
    """Whether the class can have a new word."""


class SeatView(TypedDict):
    """A seat: whose it is, in `words` too, and what can be done with it."""

    letter: str
    words: str
    who: str
    taken: bool
    here: bool | None
    """Whether the person is really there; None if nothing is known."""
    turn: bool
    key: str
    """With which the person comes in on another device; "" unless the teacher has just asked for one."""


class CardView(TypedDict):
    """How a table stands."""

    name: str
    title: str
    tone: str
    total: int | str
    counts: str
    years_done: str
    sea: list[int]
    most: int
    years: int
    when: str
    stage: str
    held: bool
    moves: int
    kind: str
    """"plays", "talk", "ready", "stuck", "over", "paused", "closed" or "unread"."""
    note: str
    waited: int | None
    left: int | None
    stuck: int | None
    seats: list[SeatView]
    here: str
    """How many of its people are there; "" if all are, or if nothing is known."""
    unread: str
    apart: str
    """As what it counts if that is not its total, and why, or that it is not compared; "" else."""


class BetterView(TypedDict):
    """A plan that would see more: what to say of it, and what of the form it changes."""

    words: str
    players: int
    full: bool
    treatments: list[str]


class PowerView(TypedDict):
    """What a plan will be able to see, beside the form."""

    lines: list[str]
    html: str
    lots: str
    """Which tables there will be, and what is drawn."""
    better: BetterView | None
    trouble: str
    """Why the plan is not possible; "" if it is."""


class SideView(TypedDict):
    """The column beside the tables."""

    tab: str
    html: str
    note: str
    say: list[str]
    """What the class shows: the first sentence is the main one."""
    more: list[str]
    """What it shows of further comparisons, where there are many."""
    predicted: str
    questions: list[str]
    chosen: str
    next: str
    """What of what the class found the projector shows next: "first", "all", "people" or "" for nothing."""


class DeskView(TypedDict):
    """All that the desk's page is told."""

    page: str
    head: HeadView
    setup: dict[str, Any]
    """The form that plans a class (`plan.form`); empty when tables are set."""
    power: PowerView | dict[str, Any]
    """What the plan will be able to see; empty when tables are set."""
    cards: list[CardView]
    side: SideView | dict[str, Any]
    text: dict[str, str]
    """The sentences of the page itself."""


class ProjectedTable(TypedDict):
    """A table as all may see it, and nothing of its seats but how many are taken."""

    name: str
    note: str
    total: str
    apart: str
    """After the end: as what it counts if that is not its total, and why, or that it is not compared."""
    kind: str
    treatment: str
    """Once the teacher shows what the class found; "" before."""
    tone: str
    """The colour of its treatment at the desk."""
    mean: str
    """The mean of the tables under its treatment that are compared; "" if none is."""


class ProjectorView(TypedDict):
    """All that the projector's page is told."""

    page: str
    title: str
    join: JoinView | None
    late: bool
    """Whether who comes in now is late: how to is told in small print."""
    tables: list[ProjectedTable]
    clock: ClockView | None
    said: str
    found: list[str]
    """What the class found, when the teacher shows it: the main sentence, or all of them if it is to be `whole`."""

    known: list[str]
    """What may turn the main sentence, on every page that has it."""
    figure: str
    """The difference as a figure, beside the main sentence."""
    whole: bool
    text: dict[str, str]
