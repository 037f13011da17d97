"""One fishery board of Pisces: where its spots lie, its chips, its numbered arrows, and what they will do next.

A board is drawn in units of its own, 300 by 300. Chips are drawn by cohort: fish that were born in one life cycle keep
their ids as they grow up, so that on the live board they glide along the arrows, stage by stage, until they die.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fishlab.messages import cache_by_language, tr, trn
from fishlab.pisces.boards import ARROWS, Species, Stage, life_cycle_steps, stage_totals
from fishlab.pisces.contents import stage_chips
from fishlab.pisces.phrases import STAGE_WORDS, counted, spot
from fishlab.pisces.rules import Pisces
from fishlab_widgets.draw.glyphs import GLYPHS
from fishlab_widgets.draw.svg import FONT, PIPS, PREFIX, SEATS, Picture, at, circle, group, num, path, rect, text

LETTERS = {"tuna": 0, "snapper": 1, "mahi-mahi": 2, "shark": 3, "crab": 4, "sardine": 5}
"""The colour and letter of each printed species, as places in `SEATS`."""
STEP_MS = 80
"""How long after each other the numbered arrows begin on the live board: five of them, and a glide, in 600."""

CSS = """
.bd{fill:var(--sea);stroke:var(--deep);stroke-width:1.5} .bd2{fill:var(--sea2);stroke:var(--deep);stroke-width:1.5}
.zone-g{fill:var(--c-t);stroke:var(--good);stroke-width:1.2}
.zone-r{fill:var(--b-t);stroke:var(--bad);stroke-width:1.2;stroke-dasharray:4 3}
.spot{fill:var(--paper);stroke:var(--ink3);stroke-width:1.2;stroke-dasharray:3 3}
.mv{stroke:var(--ink2);stroke-width:2.4;fill:none} .mv.on{stroke:var(--ink);stroke-width:4}
.nr{fill:var(--ink2)} .nr.on{fill:var(--now);stroke:var(--ink);stroke-width:2}
.bar{opacity:.5} .bar.on{opacity:1} .axis{stroke:var(--ink2);stroke-width:1.5}
.thin{vector-effect:non-scaling-stroke}
.nowline{fill:none;stroke:var(--now);stroke-width:2.5}
"""


# ---- where things lie --------------------------------------------------------------------------------------------

_RIGHT3, _RIGHT2 = ((262, 104), (262, 152), (262, 200)), ((262, 116), (262, 178))
_LEFT3 = ((38, 200), (38, 152), (38, 104))
_LOW2, _LOW4 = ((184, 259), (116, 259)), ((241, 259), (184, 259), (132, 259), (80, 259))
_TOP3, _TOP2 = ((88, 40), (150, 40), (212, 40)), ((119, 40), (181, 40))

_DIE_OFF = (1, "M112 69V94", (112, 80))
_UP = (2, "M28 74C27 48 36 36 54 36", (31, 54))
_UP2 = (2, "M28 74C27 48 36 36 85 36", (31, 54))
_IN = (3, "M84 259C52 257 40 250 38 232", (50, 252))
_BORN = "M188 128H230"

_BOX_RIGHT = "M244 90H280a12 12 0 0 1 12 12V192a12 12 0 0 1-12 12H244a12 12 0 0 1-12-12V102a12 12 0 0 1 12-12Z"
_BOX_LOW = "M98 233H202a12 12 0 0 1 12 12V273a12 12 0 0 1-12 12H98a12 12 0 0 1-12-12V245a12 12 0 0 1 12-12Z"
_BOX_LEFT = "M20 78H56a12 12 0 0 1 12 12V214a12 12 0 0 1-12 12H20a12 12 0 0 1-12-12V90a12 12 0 0 1 12-12Z"
_BOX_TOP3 = "M70 14H230a12 12 0 0 1 12 12V54a12 12 0 0 1-12 12H70a12 12 0 0 1-12-12V26a12 12 0 0 1 12-12Z"
_BOX_TOP2 = "M101 14H199a12 12 0 0 1 12 12V54a12 12 0 0 1-12 12H101a12 12 0 0 1-12-12V26a12 12 0 0 1 12-12Z"
_HOOK_MAHI = (
    "M244 90H280a12 12 0 0 1 12 12V273a12 12 0 0 1-12 12H98a12 12 0 0 1-12-12V245a12 12 0 0 1 12-12H220"
    "a12 12 0 0 0 12-12V102a12 12 0 0 1 12-12Z"
)
_HOOK_CRAB = (
    "M244 78H280a12 12 0 0 1 12 12V273a12 12 0 0 1-12 12H225a12 12 0 0 1-12-12V241a10 10 0 0 1 9-10"
    "a10 10 0 0 0 10-10V90a12 12 0 0 1 12-12Z"
)
_BEND_CRAB = (
    "M20 78H56a12 12 0 0 1 12 12V221a12 12 0 0 0 12 12H197a12 12 0 0 1 12 12V273a12 12 0 0 1-12 12H20"
    "a12 12 0 0 1-12-12V90a12 12 0 0 1 12-12Z"
)
_BOWL = (
    "M20 78H56a12 12 0 0 1 12 12V221a12 12 0 0 0 12 12H220a12 12 0 0 0 12-12V90a12 12 0 0 1 12-12H280"
    "a12 12 0 0 1 12 12V273a12 12 0 0 1-12 12H20a12 12 0 0 1-12-12V90a12 12 0 0 1 12-12Z"
)
_ROUND = "M180 116H228C240 116 244 122 244 134V244C244 254 238 259 222 259"
_AT_RIGHT, _AT_LOW, _AT_LEFT = (226, 170, True), (150, 229, False), (80, 152, True)

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """Where a board's spots, zones, arrows and names lie, in units of the board."""

    spots: tuple[Point, ...]
    zones: tuple[str, ...]
    """An outline for each stage."""
    arrows: tuple[tuple[int, str, Point], ...]
    """(number, line, where the number stands)."""
    names: tuple[tuple[float, float, bool], ...]
    """For each stage where its name stands, and whether it is turned."""
    size: float = 1.0
    """How large a chip is; smaller where a board of one's own has very many spots."""


_PLANS = {
    (2, 2, 3, 3): BoardPlan(
        _RIGHT2 + _LOW2 + _LEFT3 + _TOP3,
        (_BOX_RIGHT, _BOX_LOW, _BOX_LEFT, _BOX_TOP3),
        (_DIE_OFF, _UP, _IN, (4, "M262 208C262 240 250 256 220 259", (254, 240)), (5, _BORN, (208, 128))),
        (_AT_RIGHT, _AT_LOW, _AT_LEFT, (155, 84, False)),
    ),
    (2, 2, 3, 2): BoardPlan(
        _RIGHT2 + _LOW2 + _LEFT3 + _TOP2,
        (_BOX_RIGHT, _BOX_LOW, _BOX_LEFT, _BOX_TOP2),
        (_DIE_OFF, _UP2, _IN, (4, "M262 208C262 240 250 256 220 259", (254, 240)), (5, _BORN, (208, 128))),
        (_AT_RIGHT, _AT_LOW, _AT_LEFT, (155, 84, False)),
    ),
    (2, 3, 3): BoardPlan(
        _LOW2 + _LEFT3 + _TOP3,
        (_BOX_LOW, _BOX_LEFT, _BOX_TOP3),
        (_DIE_OFF, _UP, _IN, (4, _ROUND, (244, 186))),
        (_AT_LOW, _AT_LEFT, (155, 84, False)),
    ),
    (4, 3, 3): BoardPlan(
        _RIGHT2 + _LOW2 + _LEFT3 + _TOP3,
        (_HOOK_MAHI, _BOX_LEFT, _BOX_TOP3),
        (_DIE_OFF, _UP, _IN, (4, _BORN, (208, 128))),
        (_AT_RIGHT, _AT_LEFT, (155, 84, False)),
    ),
    (4, 6, 3): BoardPlan(
        _RIGHT3 + _LOW4[:1] + _LOW4[1:] + _LEFT3 + _TOP3,
        (_HOOK_CRAB, _BEND_CRAB, _BOX_TOP3),
        (_DIE_OFF, _UP, (3, "M228 224H196", (214, 224)), (4, _BORN, (208, 128))),
        (_AT_RIGHT, _AT_LEFT, (155, 84, False)),
    ),
    (10, 3): BoardPlan(
        _RIGHT3 + _LOW4 + _LEFT3 + _TOP3,
        (_BOWL, _BOX_TOP3),
        (_DIE_OFF, _UP, (3, _BORN, (208, 128))),
        (_AT_LEFT, (155, 84, False)),
    ),
}  # the printed boards by the spots of their stages; a board of one's own with the same spots looks the same


@lru_cache(maxsize=64)
def plan(counts: tuple[int, ...]) -> BoardPlan:
    """Return the plan for the numbers of spots in a board's stages, from the first of life to the spawners."""
    return _PLANS.get(counts) or _any_plan(counts)


def _any_plan(counts: tuple[int, ...]) -> BoardPlan:
    """Lay any board out: its stages one after the other down the right, along the foot and up the left."""
    *early, top = counts
    total, way = sum(early), 472.0
    step = way / max(total - 1, 1)
    wide = min(62.0, 184 / max(top, 1))
    size = min(1.0, step / 48, wide / 50)
    spots = [_along(place * step if total > 1 else way / 2) for place in range(total)]
    crown = [(150 + (place - (top - 1) / 2) * wide, 40.0) for place in range(top)]
    zones, first = [], 0
    for count in early:
        zones.append("".join(_round(x, y, 25 * size) for x, y in spots[first : first + count]))
        first += count
    zones.append(_BOX_TOP3)
    stages, names, first = len(counts), [], 0
    for count in early:
        x, y = spots[first + count // 2] if count else (150.0, 259.0)
        names.append((226, y, True) if x > 230 else (80, y, True) if x < 70 else (x, 229, False))
        first += count
    names.append((155, 84, False))
    arrows: list[tuple[int, str, Point]] = [_DIE_OFF, _UP]
    first = total
    for number in range(3, stages + 1):
        first -= early[stages - number + 1]
        (ax, ay), (bx, by) = spots[first - 1], spots[first]
        middle = ((ax + bx) / 2, (ay + by) / 2)
        line = f"M{num(ax)} {num(ay)}L{num(bx)} {num(by)}"
        arrows.append((number, line, middle))
    arrows.append((stages + 1, _BORN, (208, 128)))
    return BoardPlan((*spots, *crown), tuple(zones), tuple(arrows), tuple(names), size)


def _along(way: float) -> Point:
    """Return the point so far along the way from the top right, round the foot, to the top left."""
    if way <= 124:
        return 262, 104 + way
    if way <= 348:
        return 262 - (way - 124), 259
    return 38, 228 - (way - 348)


def _round(x: float, y: float, r: float) -> str:
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0-{num(2 * r)} 0Z"


def plan_of(kind: Species) -> BoardPlan:
    """Return a species' plan."""
    return plan(tuple(len(stage.spots) for stage in kind.stages))


# ---- what a board shows ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Board:
    """A board at one moment, also in the middle of a life cycle."""

    kind: Species
    colour: str
    """The letter of its colour, "a" to "f"."""
    stacks: tuple[int, ...]
    centre: int
    blocked: int
    cohorts: tuple[int, ...]
    """For each stage which cohort it holds: its chips keep their ids by it."""
    dead: int
    unborn: int
    lit: int = 0
    """The number of the arrow that is being followed."""
    walking: bool = False
    last: int = -1
    """The stack that was last acted on."""
    rings: frozenset[int] = frozenset()
    """The stacks that may be chosen."""

    @property
    def name(self) -> str:
        """The species' name."""
        return self.kind.name


def colours(state: Pisces) -> tuple[str, ...]:
    """Return each board's colour: the printed species' own, another one left over for a species of one's own."""
    names = state.species
    own = {LETTERS[name] for name in names if name in LETTERS}
    free = iter([place for place in range(len(SEATS)) if place not in own])
    return tuple(SEATS[LETTERS[name] if name in LETTERS else next(free)] if name else "" for name in names)


def glyph_of(kind: Species) -> str:
    """Return a species' silhouette; a fish in general for a species that has none."""
    return kind.name if kind.name in GLYPHS else "herring"


def board_now(state: Pisces, board: int, colour: str, walk: int | None = None) -> Board:
    """Return a board as it is, or after some steps of the last life cycle.

    Args:
        state: the moment.
        board: the board's number.
        colour: the letter of its colour.
        walk: how many of the five steps of `ARROWS` are done; none of them at 0.
    """
    kind, stages = state.kind(board), len(state.kind(board).stages)
    if walk is None or not state.before:
        grown = 0
        if state.phase == "spawn":
            grown = (board - state.first) % state.players <= state.cycled
        born = state.phase != "spawn" or (board - state.first) % state.players != state.cycled
        base = state.cycles + grown
        return Board(
            kind, colour, state.stacks[board], state.centre[board], state.blocks[board],
            tuple(base - stage for stage in range(stages)), base - stages, base + 1 if born else base,
        )  # fmt: skip
    stacks, centre, done, lit = state.before[board], state.before_centre[board], 0, 0
    for step in life_cycle_steps(kind, stacks, centre, state.young[board], board):
        place = ARROWS.index(step.name) + 1
        if place <= walk:
            stacks, centre, done = step.stacks, step.centre, step.number
            lit = step.number if place == walk else 0
    base = state.cycles - 1
    # Arrow j fills stage k+1−j: a stage that is filled anew holds the next cohort.
    cohorts = tuple(base - stage + (done >= stages + 1 - stage) for stage in range(stages))
    unborn = base + 1 + (done > stages)
    return Board(kind, colour, stacks, centre, -1, cohorts, base - stages + (done >= 1), unborn, lit, walking=True)


FILLED = "fill:var(--{0});stroke:var(--hull);stroke-width:1.2"
_DIE = "fill:var(--paper);stroke:var(--ink);stroke-width:1.4"
SIGN = "fill:var(--{0});stroke:var(--paper);stroke-width:1.2"
_PAPER, _INK = "fill:var(--paper)", "fill:var(--ink)"


def defs(pic: Picture, kind: Species, colour: str) -> None:
    """Put what a board's chips are made of into a picture, once.

    What is used by reference wears its colours itself: rules that name the picture do not reach inside a `<use>`.
    """
    known: set[str] = pic.__dict__.setdefault("_pisces_defs", set())
    if kind.name in known:
        return
    glyph = glyph_of(kind)
    for name in (glyph, "hook", "return", "lock"):
        pic.glyph_text(name, 0, 0, 0)  # so that the silhouette itself is put in
    for name, shapes in _definitions(kind.name, glyph, colour, kind.dice, kind.numbers):
        if name not in known:
            known.add(name)
            pic.defs.append(shapes)


@lru_cache(maxsize=128)
def _definitions(
    name: str, glyph: str, colour: str, dice: int, numbers: tuple[int, ...]
) -> tuple[tuple[str, str], ...]:
    """Return by name what a board is made of: its chip, its dice outcomes, and the signs that all boards share."""
    pic = Picture(0, 0, title="", desc="")
    disc, face = FILLED.format(colour), pic.glyph_text(glyph, 0, 0, 24, "", style=_INK)
    chip = group((circle(0, 0, 17, style=disc), circle(0, 0, 13.5, style=_PAPER), face), id=f"chip-{name}")
    outcomes = ((f"n{dice}-{number}", number) for number in dict.fromkeys(numbers))
    return (
        (name, chip + circle(0, 0, 17, style=disc, id=f"disc-{name}")),
        *((label, group((outcome(dice, number),), id=label)) for label, number in outcomes),
        ("signs", _signs(pic)),
    )


def _signs(pic: Picture) -> str:
    """Return hook, return arrow, arrowhead and lock."""
    hook = pic.glyph_text("hook", 0, 0, 14, "", style=_PAPER)
    back = pic.glyph_text("return", 0, 0, 11, "", style=_PAPER)
    lock = rect(-18, -18, 36, 36, "", 7, style=SIGN.format("ink")) + pic.glyph_text("lock", 0, -1, 26, "", style=_PAPER)
    return (
        group((circle(0, 0, 8, style=SIGN.format("good")), hook), id="icon-green")
        + group((circle(0, 0, 8, style=SIGN.format("bad")), back), id="icon-red")
        + group((lock,), id="lock")
        + f'<marker id="{PREFIX}head" viewBox="0 0 8 8" refX="6" refY="4" markerWidth="9" markerHeight="9" '
        'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 .4L8 4L0 7.6Z" style="fill:var(--ink2)"/></marker>'
    )


def outcome(dice: int, number: int) -> str:
    """Return a dice outcome: the face of one die, or a number on two."""
    if dice == 1:
        pips = "".join(circle(4.3 * dx, 4.3 * dy, 1.6, style=_INK) for dx, dy in PIPS[number])
        return rect(-8, -8, 16, 16, "", 3.2, style=_DIE) + pips
    words = f"font:700 13.5px {FONT.replace(chr(34), chr(39))};text-anchor:middle;{_INK}"
    back, front = rect(-6, -11, 17, 17, "", 3, style=_DIE), rect(-9, -8, 17, 17, "", 3, style=_DIE)
    return back + front + text(-0.5, 4.6, number, style=words)


def use(name: str, x: float = 0, y: float = 0, size: float = 1) -> str:
    """Return something from the picture's definitions at a point."""
    where = "" if x == y == 0 else at(x, y)
    scale = "" if size == 1 else f"scale({num(size)})"
    turned = f' transform="{(where + " " + scale).strip()}"' if where or scale else ""
    return f'<use href="#{PREFIX}{name}"{turned}/>'


def board_parts(pic: Picture, board: Board) -> Iterator[str]:
    """Yield the shapes of a board, from the sea up, in units of the board."""
    kind, lay = board.kind, plan_of(board.kind)
    defs(pic, kind, board.colour)
    yield rect(1, 1, 298, 298, "bd", 14) + rect(1, 1, 298, 298, "", 14, fill=pic.pattern("sea"))
    yield group((_ground(kind, board.lit),), id=f"ground-{kind.name}")
    yield from _chips(board, lay)
    yield from _middle(board)


@cache_by_language(256)
def _ground(kind: Species, lit: int) -> str:
    """Return what is printed on a board: zones, numbered arrows and the names of the stages."""
    lay, parts = plan_of(kind), []
    for stage, zone in zip(kind.stages, lay.zones, strict=True):
        parts.append(path(zone, "zone-r" if stage.colour == "red" else "zone-g"))
    for number, line, (x, y) in lay.arrows:
        on = " on" if number == lit else ""
        parts.append(path(line, f"mv{on}", marker_end=f"url(#{PREFIX}head)"))
        parts.append(circle(x, y, 10 if on else 8.5, f"nr{on}"))
        parts.append(text(x, y + 4.3, number, f"mid w7 t12 {'' if on else 'paper'}"))
    for stage, (x, y, turned) in zip(kind.stages, lay.names, strict=True):
        word = tr(STAGE_WORDS[stage.name])
        if turned:
            where = f"translate({num(x)} {num(y)}) rotate(-90)"
            parts.append(f'<text class="t12 w6 mid" transform="{where}">{word}</text>')
        else:
            parts.append(text(x, y, word, "mid t12 w6"))
    return "".join(parts)


def _chips(board: Board, lay: BoardPlan) -> Iterator[str]:
    kind, size = board.kind, lay.size
    if board.centre:  # under the centre's pile: the dead, and those who are not born yet
        for place in range(len(kind.spawners)):
            yield _hidden(board, board.dead, place)
        for place in range(len(kind.stages[0].spots)):
            yield _hidden(board, board.unborn, place)
    for number, stage in enumerate(kind.stages):
        delay = 0 if board.walking else STEP_MS * (len(kind.stages) - number)
        for stack in range(stage.start, stage.stop):
            x, y = lay.spots[stack]
            chips = board.stacks[stack]
            if stack == board.last:
                yield group(
                    (circle(x, y, 21 * size, "lastcase"), circle(x, y, 21 * size, "lastline")), id="last", cls="still"
                )
            if stack in board.rings:
                yield circle(x, y, 20.5 * size, "ring")
            yield circle(x, y, 17 * size, "spot")
            if chips:
                yield pile(
                    kind.name, min(chips, 4), size,
                    id=f"{kind.name}-{board.cohorts[number]}-{stack - stage.start}",
                    transform=at(x, y), data_delay=str(delay) if delay else None,
                )  # fmt: skip
    for stack, (x, y) in enumerate(lay.spots):
        chips = board.stacks[stack]
        if stack == board.blocked:
            yield group((use("lock", size=size),), id=f"block-{kind.name}", transform=at(x, y - 2))
        yield use(f"n{kind.dice}-{kind.numbers[stack]}", x - 20 * size, y - 15 * size)
        yield use(f"icon-{kind.colours[stack]}", x + 18 * size, y + 16 * size)
        if chips > 1:
            yield count_pill(x + 16 * size, y - 19 * size, chips)


def _hidden(board: Board, cohort: int, place: int) -> str:
    inner = use(f"disc-{board.name}", size=0.9)
    return group((inner,), id=f"{board.name}-{cohort}-{place}", transform=at(150, 114))


def pile(name: str, chips: int, size: float = 1, **more: object) -> str:
    """Return a pile of up to four chips."""
    inner = [use(f"disc-{name}", 0, -3 * size * n, size) for n in range(chips - 1)]
    return group((*inner, use(f"chip-{name}", 0, -3 * size * (chips - 1), size)), **more)


def count_pill(x: float, y: float, chips: int) -> str:
    """Return how many chips a stack has."""
    wide = 22 if chips < 10 else 29
    return rect(x - 10, y - 8, wide, 16, "ink", 8) + text(x - 10 + wide / 2, y + 4.2, f"×{chips}", "mid w7 t12 paper")


def _middle(board: Board) -> Iterator[str]:
    kind = board.kind
    if board.centre:
        yield pile(kind.name, min(board.centre, 4), 1.18, transform=at(150, 117), id=f"centre-{kind.name}")
    else:
        yield circle(150, 114, 20, "spot")
    yield text(150, 149, tr("{chips} in the centre", chips=board.centre), "mid t12 soft")
    label = tr(kind.label)
    size = 18 if len(label) <= 11 else 14 if len(label) <= 15 else 12
    yield text(150, 166, label, f"mid w7 t{size}")
    yield text(150, 179, tr("{points} a chip", points=counted(kind.value, "point")), "mid t12 soft")


# ---- smaller: a board as a thumbnail -------------------------------------------------------------------------------


def small_board(pic: Picture, board: Board, size: float) -> str:
    """Return a board in the size of a thumbnail: the same zones in the same places, with the fish of each stage.

    The number of a stage moves on with its fish, so that a life cycle is seen on every board at once.
    """
    defs(pic, board.kind, board.colour)
    totals = stage_totals(board.kind, board.stacks)
    return _small_board(board.kind, totals, board.cohorts, board.blocked, board.walking, size)


@cache_by_language(256)
def _small_board(
    kind: Species, totals: tuple[int, ...], cohorts: tuple[int, ...], blocked: int, walking: bool, size: float
) -> str:
    zones = (
        path(zone, f"{'zone-r' if stage.colour == 'red' else 'zone-g'} thin")
        for stage, zone in zip(kind.stages, plan_of(kind).zones, strict=True)
    )
    parts = [group(zones, transform=f"scale({num(size)})")]
    for number, (stage, total) in enumerate(zip(kind.stages, totals, strict=True)):
        x, y = small_spot(kind, stage)
        delay = 0 if walking else STEP_MS * (len(kind.stages) - number)
        count = text(0, 4.8, total, f"mid t14 {'w7' if total else 'faint'}")
        name, where = f"age-{kind.name}-{cohorts[number]}", at(x * size, y * size)
        parts.append(group((count,), id=name, transform=where, data_delay=str(delay) if delay else None))
        if stage.start <= blocked < stage.stop:
            dx, dy = (0, 23) if x < 70 or x > 230 else (24, 0)  # beside the ring of the last move
            where = at(x * size + dx, y * size + dy)
            parts.append(group((use("lock", size=0.4),), id=f"small-block-{kind.name}", transform=where))
    return "".join(parts)


def small_spot(kind: Species, stage: Stage) -> Point:
    """Return where the number of a stage stands on a thumbnail, in units of the board: in the middle of its spots."""
    spots = plan_of(kind).spots[stage.start : stage.stop]
    (ax, ay), (bx, by) = spots[(len(spots) - 1) // 2], spots[len(spots) // 2]
    return ((ax + bx) / 2, (ay + by) / 2) if ax == bx or ay == by else (bx, by)


# ---- small: a board as a card --------------------------------------------------------------------------------------


def card_parts(pic: Picture, board: Board, width: float) -> Iterator[str]:
    """Yield a board as a card of counts: a line for each stage, a number for each stack in the order of its spots."""
    kind = board.kind
    defs(pic, kind, board.colour)
    high = card_height(kind)
    yield rect(1, 1, width - 2, high - 2, "bd", 10)
    yield rect(5, 5, 30, 20, f"st-{board.colour}", 6) + pic.glyph_text(glyph_of(kind), 20, 15, 24)
    yield text(40, 20, fit(tr(kind.label), width - 74, 14), "w7 t14")
    yield text(9, high - 9, tr("centre {chips}", chips=board.centre), "t12 soft")
    for number, stage in enumerate(kind.stages):
        y = 30 + 17 * number
        yield rect(5, y, width - 10, 16, "zone-r" if stage.colour == "red" else "zone-g", 4)
        yield text(10, y + 12.4, tr(STAGE_WORDS[stage.name]), "t12")
        room = width - 76
        step = min(24.0, room / len(stage.spots))
        for place, stack in enumerate(range(stage.start, stage.stop)):
            x = 70 + step * (place + 0.5)
            chips = board.stacks[stack]
            if stack == board.blocked:
                yield rect(x - min(step, 16) / 2, y + 1, min(step, 16), 14, "ink", 3)
                yield text(x, y + 12.4, chips, "mid w7 t12 paper")
            else:
                yield text(x, y + 12.4, chips or "·", f"mid t12 {'w7' if chips else 'faint'}")


def card_height(kind: Species | None) -> float:
    """Return how high a board's card is, with a line for boats."""
    return 30 + 17 * 4 + 26 if kind is None else 30 + 17 * max(4, len(kind.stages)) + 26


def fit(words: str, room: float, size: float) -> str:
    """Return a text that fits the room, shortened with dots where it must be."""
    most = int(room / (size * 0.56))
    return words if len(words) <= most else words[: max(1, most - 1)].rstrip() + "…"


# ---- beside a board: what will happen -------------------------------------------------------------------------------


def forecast(kind: Species, stacks: Sequence[int], centre: int | None = None) -> list[tuple[int, str, str]]:
    """Return what a life cycle does to a board's chips: (number, name, words) for each arrow.

    With the number of chips in the centre it also says when they are too few for the young.
    """
    totals = stage_totals(kind, stacks)
    steps = (
        trn("{n} spawner dies", "{n} spawners die", totals[-1]),
        trn("{n} adult becomes a spawner", "{n} adults become spawners", totals[-2]),
        *(trn("{n} juvenile becomes an adult", "{n} juveniles become adults", n) for n in totals[-3:-2]),
        *(trn("{n} young becomes a juvenile", "{n} young become juveniles", n) for n in totals[-4:-3]),
    )
    lines = [(number, tr(name), words) for number, name, words in zip(range(1, 5), ARROWS, steps, strict=False)]
    adults = totals[-2]
    born = kind.recruits[min(adults, len(kind.recruits) - 1)]
    most = born if centre is None else min(born, centre + totals[-1])
    if kind.by_dice:
        words = trn(
            "{n} spawner: {dice} for young", "{n} spawners: {dice} for young", adults, dice=counted(born, "die")
        )
    elif most < born:
        words = trn("{n} spawner gives {most} young, not {born}", "{n} spawners give {most} young, not {born}", adults,
                    most=most, born=born)  # fmt: skip
    else:
        words = trn("{n} spawner gives {born} young", "{n} spawners give {born} young", adults, born=born)
    return [*lines, (len(kind.stages) + 1, tr(ARROWS[-1]), words)]


def life_list(
    pic: Picture, kind: Species, stacks: Sequence[int], x: float, y: float, *, lit: int = 0, small: bool = False,
    veil: bool = False, walking: bool = False,
) -> float:  # fmt: skip
    """Add the life cycle in words, in the order of the arrows; return where it ends. A veil hides the numbers."""
    pic.text(x, y, tr("This life cycle") if walking else tr("Next life cycle"), "t18 w7" if not small else "w7")
    step = 36 if not small else 33
    lines = forecast(kind, stacks)
    for place, (number, name, words) in enumerate(lines):
        top = y + 26 + step * place
        on = " on" if number == lit else ""
        pic.add(circle(x + 12, top, 11, f"nr{on}"))
        pic.text(x + 12, top + 4.6, number, "mid w7 t13" + ("" if on else " paper"))
        pic.add(text(x + 32, top - 1, name, "w7 t14"), text(x + 32, top + 14, "" if veil else words, "t13 soft"))
    return y + 26 + step * len(lines)


def recruits_chart(
    pic: Picture, kind: Species, stacks: Sequence[int], colour: str, x: float, y: float, width: float, *,
    veil: bool = False,
) -> float:  # fmt: skip
    """Add the bars of young from spawners, with those that the adults now on the board will be; return its end."""
    adults = stage_totals(kind, stacks)[-2]
    now = -1 if veil else min(adults, len(kind.recruits) - 1)
    table = kind.recruits
    title = tr("Dice of young from spawners") if kind.by_dice else tr("Young from spawners")
    pic.text(x, y, title, "w7 t14" if width < 280 else "w7")
    high, most = 74, max(max(table), 1)
    step = width / len(table)
    thick = min(44.0, step * 0.7)
    base = y + high + 26
    for place, young in enumerate(table):
        middle = x + step * (place + 0.5)
        tall = high * 0.86 * young / most
        on = " on" if place == now else ""
        if on:
            pic.rect(middle - step / 2 + 1, base - tall - 22, step - 2, tall + 44, "nowline", 5)
        pic.rect(middle - thick / 2, base - tall, thick, tall, f"bar{on} s-{colour}", 2)
        if step > 16 or on:
            pic.text(middle, base - tall - 6, young, "mid w7 t13")
            more = "+" if place == len(table) - 1 else ""
            pic.text(middle, base + 16, f"{place}{more}", "mid t13 " + ("w7" if on else "soft"))
    pic.path(f"M{num(x)} {num(base)}h{num(width)}", "axis")
    pic.text(x + width, base + 34, tr("chips on the spawning grounds"), "t12 soft end")
    return base + 40


def key_lines(pic: Picture, x: float, y: float) -> None:
    """Add what the signs on a board mean."""
    words = (
        tr("catch: keep the stack"),
        tr("catch and release: back to the centre"),
        tr("blocked: one star a chip for the blocker"),
    )
    for place, (name, line) in enumerate(zip(("icon-green", "icon-red", "lock"), words, strict=True)):
        size = 1.25 if place < 2 else 0.6
        pic.add(use(name, x + 11, y + 27 * place, size), text(x + 32, y + 5 + 27 * place, line, "t14"))


def describe(state: Pisces, board: int) -> str:
    """Return a board in words."""
    kind = state.kind(board)
    slots = {
        "species": tr(kind.label), "centre": state.centre[board],
        "stages": ", ".join(counted(chips, stage) for stage, chips in stage_chips(state, board).items()),
    }  # fmt: skip
    if state.blocks[board] < 0:
        return tr("{species}: {stages}, {centre} in the centre", **slots)
    stack = spot(kind.stacks[state.blocks[board]])
    return tr("{species}: {stages}, {centre} in the centre, {stack} blocked", **slots, stack=stack)
