"""The biology of a Pisces board to look at: one life to play with, the stage matrix as a diagram, and figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import pairwise
from random import Random
from typing import Any

import ipywidgets as w
import numpy as np
from IPython.display import HTML

from fishlab import models
from fishlab.core import OVER
from fishlab.match import Match
from fishlab.messages import mark, refusal, tr, trn
from fishlab.one_at_a_time import alone
from fishlab.pisces.boards import ARROWS, STAGES, biology, grow, newborn, settle_young, standard_boards
from fishlab.pisces.contents import catch_rows, last_life_cycle, stage_chips, stock_rows
from fishlab.pisces.phrases import STAGE_WORDS, spot
from fishlab.pisces.rules import Pisces
from fishlab_widgets.charts.canvas import format_number
from fishlab_widgets.charts.lesson_charts import bars, heat_map, lines_figure
from fishlab_widgets.controls.placeholder import Live
from fishlab_widgets.draw.svg import SEATS, Picture, circle, cross, num, rect, text, tokens
from fishlab_widgets.live.board import Board
from fishlab_widgets.live.face import draw as draw_state
from fishlab_widgets.pisces.species_board import LETTERS

SPECIES = tuple(standard_boards()["species"])
"""The species of the standard boards."""

_COLUMNS = {"life cycle": mark("life cycle"), **STAGE_WORDS, "in the water": mark("in the water")}
_ROW = {"grid_gap": "8px", "flex_flow": "row wrap"}
_CSS = """
.node{stroke:var(--ink);stroke-width:1.6} .flow{stroke:var(--ink2);stroke-width:2.6;fill:none}
.born{stroke:var(--good);stroke-width:2.6;fill:none} .cell{fill:var(--paper);stroke:var(--line);stroke-width:1}
.cell.grow{fill:var(--sea)} .cell.birth{fill:var(--c-t);stroke:var(--good);stroke-width:2}
.bracket{stroke:var(--ink);stroke-width:2;fill:none}
"""


# ---- one board on its own -----------------------------------------------------------------------------------------


def one_board(species: str, stacks: Sequence[int] | None = None) -> Pisces:
    """Return a state in which one species' board can be looked at on its own; the other board is only company."""
    other = next(name for name in SPECIES if name != species)
    state = Pisces.start(2, boards=[species, other], first=0)
    if stacks is None:
        return state
    kind = state.kind(0)
    if len(stacks) != len(kind.stacks) or min(stacks) < 0 or sum(stacks) > kind.chips:
        raise refusal("{species} has {count} stacks and {chips} chips in all, not {stacks}", species=species,
                      count=len(kind.stacks), chips=kind.chips, stacks=list(stacks))  # fmt: skip
    return replace(state, stacks=(tuple(stacks), state.stacks[1]), centre=(kind.chips - sum(stacks), state.centre[1]))


def take(state: Pisces, stack: str, chips: int = 1) -> Pisces:
    """Return the state after chips of a stack of the first board have gone back to the centre."""
    place = state.kind(0).stacks.index(stack)
    now = list(state.stacks[0])
    gone = min(chips, now[place])
    now[place] -= gone
    return replace(state, stacks=(tuple(now), state.stacks[1]), centre=(state.centre[0] + gone, state.centre[1]))


def live(state: Pisces, rng: Random) -> Pisces:
    """Return the state after one life cycle of the first board; dice decide where its table says so."""
    kind = state.kind(0)
    stacks, dead = grow(kind, state.stacks[0])
    centre = state.centre[0] + dead
    born = newborn(kind, stacks)
    young = min(sum(rng.randint(1, 6) for _ in range(born)) if kind.by_dice else born, centre)
    return replace(
        state,
        stacks=(settle_young(kind, stacks, young), state.stacks[1]),
        centre=(centre - young, state.centre[1]),
        before=state.stacks,
        before_centre=state.centre,
        young=(young, 0),
        cycles=state.cycles + 1,
        phase="block",
    )


def board_picture(state: Pisces, *marks: str) -> HTML:
    """Return the picture of a board alone, with its life cycle in words: the first one, or that of a "close …" mark."""
    chosen = marks if any(mark.startswith("close ") for mark in marks) else (f"close {state.species[0]}", *marks)
    return HTML(draw_state(state, marks=chosen, compact=True))


class OneLife(Live, w.VBox):
    """One board to play with: choose a species, take chips out by clicking, follow the arrows one by one.

    Args:
        species: the species to begin with.
        seed: names the dice of sardines.
    """

    wakes = mark("this life")

    def __init__(self, species: str = "snapper", seed: int | str = 1) -> None:
        self.seed = seed
        labels = [(tr(standard_boards()["species"][name]["label"]), name) for name in SPECIES]
        self.species = w.ToggleButtons(options=labels, value=species, style={"button_width": "auto"})
        self.species.observe(lambda change: self.restart(), "value")
        self.board = Board(typing=False)
        self.board.compact = True
        self.board.on_mark = self._taken
        self.board.on_cancel = lambda: None
        self.buttons = [
            _button(tr("Next arrow"), self.step, primary=True),
            _button(tr("Whole life cycle"), self.cycle),
            _button(tr("Start again"), self.restart),
        ]
        self.rows_view = w.HTML()
        pressed = w.HBox([self.species, *self.buttons], layout=_ROW)  # above the board: both are in view at once
        width = {"max_width": "812px"}  # wider, the board would be too high for a screen with its buttons
        super().__init__([pressed, self.board, self.rows_view], layout=width)
        for name in ("fishlab-one", "fishlab", "fishlab-live"):
            self.add_class(name)
        self.restart()

    def __repr__(self) -> str:
        return f"<OneLife: {self.species.value}, {self.state.cycles} life cycles>"

    def still_picture(self) -> str:
        """Return the board's picture."""
        return self.board.still_picture()

    def restart(self) -> None:
        """Put one chip on every spot again."""
        self.state, self.walk = one_board(self.species.value), len(ARROWS)
        self.rows: list[dict[str, Any]] = []
        self._note()
        species = tr(self.state.kind(0).label)
        words = tr("{species}: one chip on every spot. Click a stack to take a chip out.", species=species)
        self._show(words, motion=False)

    def step(self) -> None:
        """Follow the next arrow that moves chips on this board; the first one begins a new life cycle."""
        if self.walk == len(ARROWS):
            self.state = live(self.state, Random(f"{self.seed}/{self.state.cycles}"))
            self.walk = 0
            self._show("", motion=False)
        names = {step.name: step for step in last_life_cycle(self.state) if step.board == 0}
        self.walk += 1
        while ARROWS[self.walk - 1] not in names:
            self.walk += 1
        done = names[ARROWS[self.walk - 1]]
        moved = sum(chips for *_, chips in done.moves)
        if self.walk == len(ARROWS):
            self._note()
        self._show(trn("{number} {step}: {n} chip moves.", "{number} {step}: {n} chips move.", moved,
                       number=done.number, step=tr(done.name)))  # fmt: skip

    def cycle(self) -> None:
        """Follow all arrows up to the end of this life cycle, or all of a new one."""
        if self.walk == len(ARROWS):
            self.state = live(self.state, Random(f"{self.seed}/{self.state.cycles}"))
        self.walk = len(ARROWS)
        self._note()
        number, young = self.state.cycles, self.state.young[0]
        self._show(tr("Life cycle {number} is done: {young} young have joined.", number=number, young=young))

    def _taken(self, mark: str) -> None:
        if self.walk != len(ARROWS) or not mark.startswith("take "):
            self._show(tr("Finish this life cycle first, then take chips."), motion=False)
            return
        stack = mark.rpartition("/")[2]
        self.state = take(self.state, stack)
        self._show(tr("A chip of {spot} goes back to the centre.", spot=spot(stack)), motion=False)

    def _note(self) -> None:
        stages = stage_chips(self.state, 0)
        self.rows.append({"life cycle": self.state.cycles, **stages, "in the water": sum(stages.values())})

    def _show(self, words: str, *, motion: bool = True) -> None:
        marks = [f"close {self.species.value}"]
        marks += ["take"] if self.walk == len(ARROWS) else [f"cycle {self.walk}"]
        self.board.show(self.state, legal=False, marks=marks, motion=motion, status=words, hint="")
        head = "".join(f"<th scope='col'>{escape(tr(_COLUMNS[key]))}</th>" for key in self.rows[0])
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row.values()) + "</tr>"
            for row in self.rows[-12:]
        )
        self.rows_view.value = (
            f"<style>{tokens('.fishlab-life')}.fishlab-life table{{border-collapse:collapse;color:var(--ink)}}"
            ".fishlab-life th,.fishlab-life td{padding:2px 12px;text-align:right;border-bottom:1px solid var(--line)}"
            f"</style><div class='fishlab-life'><table><thead><tr>{head}</tr></thead>"
            f"<tbody>{body}</tbody></table></div>"
        )


def _button(words: str, act: Any, primary: bool = False) -> w.Button:
    button = w.Button(description=words, layout=w.Layout(width="auto"))
    button.add_class("fishlab-button")
    if primary:
        button.add_class("primary")
    button.on_click(alone(lambda _: act()))
    return button


# ---- the stage matrix ------------------------------------------------------------------------------------------------


_LIFE_WIDE, _MATRIX_WIDE = 520, 380
_NEW = {
    "young": mark("new young"), "juvenile": mark("new juveniles"), "adult": mark("new adults"),
    "spawner": mark("new spawners"),
}  # fmt: skip


def matrix_diagram(board: Mapping[str, Any] | Pisces) -> HTML:
    """Return a board's life as circles and arrows, and the matrix that says the same, for the most young a spawner.

    Args:
        board: the board's biology, or a state of Pisces, whose first board is shown with its present chips.
    """
    if isinstance(board, Pisces):
        board = {**biology(board.species[0]), "start": list(stage_chips(board, 0).values())}
    stages, now = list(board["stages"]), [float(value) for value in board["start"]]
    born = models.births(board)
    matrix = models.stage_matrix(len(stages), born)
    label, colour = tr(board["label"]), SEATS[LETTERS.get(board["species"], 0)]
    counted_now = ", ".join(
        tr("{count} {fish}", count=format_number(value), fish=tr(STAGE_WORDS[name]))
        for value, name in zip(now, stages, strict=True)
    )
    rows = "; ".join(" ".join(format_number(float(value)) for value in row) for row in matrix)
    lives = tr("Now {now}. Each stage becomes the next; each arriving spawner gives {young} young; spawners die.",
               now=counted_now, young=format_number(born))  # fmt: skip
    title = tr("The life of {species}", species=label)
    life = Picture(_LIFE_WIDE, 260, title=title, desc=lives, css=_CSS)
    life.rect(0, 0, _LIFE_WIDE, 260, "paper")
    _life_graph(life, stages, now, born, colour)
    same, title = tr("The matrix, row by row: {rows}.", rows=rows), tr("The stage matrix of {species}", species=label)
    table = Picture(_MATRIX_WIDE, 260, title=title, desc=same, css=_CSS)
    table.rect(0, 0, _MATRIX_WIDE, 260, "paper")
    _matrix(table, stages, matrix)
    return HTML(f'<div style="display:flex;flex-wrap:wrap">{life}{table}</div>')  # on a narrow page one above the other


def _life_graph(pic: Picture, stages: Sequence[str], now: Sequence[float], born: float, colour: str) -> None:
    step, y = 480 / len(stages), 130.0
    places = [24 + step * (place + 0.5) for place in range(len(stages))]
    for left, right in pairwise(places):
        pic.path(f"M{num(left + 32)} {num(y)}H{num(right - 40)}", "flow")
        pic.path(f"M{num(right - 42)} {num(y - 6)}l10 6l-10 6Z", "ink2")
        pic.text((left + right) / 2, y - 10, "× 1", "mid t14 soft")
    start, end = places[-2], places[0]
    high = 36.0
    if start == end:
        bend = f"{num(start - 50)} {num(high)} {num(start + 50)} {num(high)}"
        line = f"M{num(start - 14)} {num(y - 30)}C{bend} {num(end + 14)} {num(y - 34)}"
        tip = (end + 14, y - 34)
    else:
        line = f"M{num(start)} {num(y - 32)}C{num(start)} {num(high)} {num(end)} {num(high)} {num(end)} {num(y - 40)}"
        tip = (end, y - 40)
    pic.path(line, "born")
    pic.path(f"M{num(tip[0] - 6)} {num(tip[1] - 2)}l6 10l6-10Z", "good")
    words = tr("× {young} young for each new spawner", young=format_number(born))
    pic.text((start + end) / 2, high + 2, words, "mid t14 w6")
    last = places[-1]
    pic.path(f"M{num(last)} {num(y + 34)}V{num(y + 66)}", "flow", stroke_dasharray="4 4")
    pic.add(cross(last, y + 78, 10), text(last, y + 108, tr("die"), "mid t13 soft"))
    for place, (x, name, value) in enumerate(zip(places, stages, now, strict=True)):
        pic.add(circle(x, y, 30, f"node st-{colour}"), text(x, y + 8, format_number(value), "mid w7 t24"))
        if place < len(stages) - 1:
            pic.text(x, y + 52, tr(STAGE_WORDS[name]), "mid w6 t14")
        else:
            pic.text(x - 8, y + 52, tr(STAGE_WORDS[name]), "end w6 t14")


def _matrix(pic: Picture, stages: Sequence[str], matrix: Any) -> None:
    count, wide, high = len(stages), 58, 38
    left, top = _MATRIX_WIDE - wide * count - 24, 74
    for place, name in enumerate(stages):
        middle = left + wide * (place + 0.5)
        pic.text(middle, top - 12, tr(STAGE_WORDS[name]), "mid t12 soft")
        pic.text(left - 14, top + high * (place + 0.5) + 5, tr(_NEW[name]), "end t12 soft")
    for row in range(count):
        for column in range(count):
            value = float(matrix[row, column])
            kind = "birth" if value and row == 0 and column == count - 2 else "grow" if value else ""
            pic.add(rect(left + wide * column + 2, top + high * row + 2, wide - 4, high - 4, f"cell {kind}", 5))
            words = format_number(round(value, 2))
            pic.text(
                left + wide * (column + 0.5), top + high * (row + 0.5) + 6, words, f"mid {'w7' if value else 'faint'}"
            )
    end, low = left + wide * count, top + high * count
    pic.path(f"M{num(left + 2)} {top - 4}H{num(left - 6)}V{num(low + 4)}H{num(left + 2)}", "bracket")
    pic.path(f"M{num(end - 2)} {top - 4}H{num(end + 6)}V{num(low + 4)}H{num(end - 2)}", "bracket")
    pic.text(end + 6, low + 24, tr("columns: chips now, rows: chips next round"), "end t12 soft")


# ---- figures -----------------------------------------------------------------------------------------------------


def stage_figure(match: Match, species: str) -> HTML:
    """Return a species' chips by stage as each round of a match began."""
    rows = [row for row in stock_rows(_states(match)) if row["species"] == species]
    if not rows:
        raise refusal("{species!r} is not in this match, or it has not begun", species=species)
    stages = [stage for stage in STAGES if stage in rows[0]]
    most = biology(species)["chips"] if species in SPECIES else None
    return bars(
        rows, x="round", y=stages, stacked=True, title=tr("{species} by stage", species=tr(species.capitalize())),
        x_label=tr("round, at its start"), y_label=tr("chips"), top=most,
    )  # fmt: skip


def stock_figure(match: Match, top: float | None = None) -> HTML:
    """Return the chips in the water of each species as each round of a match began, and those left when it is over."""
    found = stock_rows(_states(match))
    if not found:
        raise refusal("this match has not begun: play its first round")
    rows: dict[int, dict[str, Any]] = {}
    for row in found:
        total = sum(row.get(stage, 0) for stage in STAGES)
        rows.setdefault(row["round"] - 1, {"round": row["round"] - 1})[row["species"]] = total
    names = list(dict.fromkeys(row["species"] for row in found))
    end = _states(match)[-1]
    if end.turn() == OVER:
        left = (sum(stacks) for stacks in end.stacks)
        rows[len(rows)] = {"round": len(rows), **dict(zip(names, left, strict=True))}
    draw: Callable[..., HTML] = lines_figure if len(rows) > 1 else bars
    return draw(
        list(rows.values()), x="round", y=names, top=top, title=tr("Fish in the water"),
        x_label=tr("rounds played"), y_label=tr("chips in the water"),
    )  # fmt: skip


def catch_figure(match: Match) -> HTML:
    """Return what each player has kept in a match, by species."""
    rows = catch_rows(_states(match))
    if not rows:
        raise refusal("nobody has fished yet: play a round first")
    names = list(dict.fromkeys(row["species"] for row in rows))
    table = []
    for player in dict.fromkeys(row["player"] for row in rows):
        own = [row for row in rows if row["player"] == player]
        caught = {name: sum(row["caught"] for row in own if row["species"] == name) for name in names}
        table.append({"player": player, **caught})
    most = max(sum(row[name] for name in names) for row in table)
    labels = {"x_label": tr("player"), "y_label": tr("chips kept"), "top": max(10, most * 1.1)}
    return bars(table, x="player", y=names, stacked=True, title=tr("Catch by player and species"), **labels)


def _states(match: Match) -> list[Pisces]:
    return [state for state in match.states if isinstance(state, Pisces)]


def harvest_rows(
    species: str, catches: Mapping[str, Mapping[str, float]], rounds: int = 12, seed: int | str = 1
) -> list[dict[str, Any]]:
    """Return the chips in the water round by round, a column for each named way to fish.

    Args:
        species: whose board.
        catches: for each name the chips of each stage that are caught every round.
        rounds: life cycles.
        seed: names the dice of sardines.
    """
    board = biology(species)
    columns = {
        name: models.simulate_board(board, rounds, catch=catch, rng=Random(seed)) for name, catch in catches.items()
    }
    stages = board["stages"]
    return [
        {"round": place, **{name: sum(rows[place][stage] for stage in stages) for name, rows in columns.items()}}
        for place in range(rounds + 1)
    ]


HOLDS = mark("just holds its own")
"""The line of a growth factor of 1, above which a stock grows and below which it shrinks."""


def share_rows(
    shares: Sequence[float], species: Sequence[str] = SPECIES, *, line: bool = False
) -> list[dict[str, Any]]:
    """Return for each share of all stages that is caught the growth factor that is left to each species.

    Args:
        shares: the shares, from 0 to 1.
        species: whose boards.
        line: add the growth factor of a stock that just holds its own.
    """
    rows = []
    for share in shares:
        row: dict[str, Any] = {"share": round(100 * share, 1)}
        for name in species:
            matrix = models.board_matrix(biology(name))
            row[name] = round(models.growth_factor(models.harvested(matrix, [share] * len(matrix))), 3)
        if line:
            row[HOLDS] = 1
        rows.append(row)
    return rows


def wave_rows(start: Sequence[float], births: float = 1.0, rounds: int = 12) -> list[dict[str, Any]]:
    """Return the numbers in each stage round by round, by the stage matrix: cohorts run through as waves."""
    names = STAGES[-len(start) :]
    found = models.project(models.stage_matrix(len(start), births), start, rounds)
    return [
        {"round": place, **{name: round(float(value), 2) for name, value in zip(names, row, strict=True)}}
        for place, row in enumerate(found)
    ]


def gap_map(start: Sequence[float]) -> HTML:
    """Return the stages over the rounds as tinted cells: where a stage is empty, the eye follows the gap."""
    rows = wave_rows(start)
    stages = [name for name in rows[0] if name != "round"]
    return heat_map(
        [[row[stage] for row in rows] for stage in stages], columns=range(len(rows)), names=stages,
        title=tr("A gap runs through the stages"), x_label=tr("round"), y_label=tr("stage"), unit=tr("fish in it"),
    )  # fmt: skip


def spawning_rows(species: str, share: float, spawn_first: bool = True, rounds: int = 12) -> list[float]:
    """Return the numbers in the water when a share of the spawners is caught every round.

    Args:
        species: whose board; its table is read as a curve between whole numbers.
        share: the share of spawners that is caught, 0 to 1.
        spawn_first: the rulebook's order, in which young are counted as the spawners arrive, before anyone can catch
            them; if not, they must live through a round of fishing to breed, as in the sea.
        rounds: life cycles.
    """
    board = biology(species)
    most = float(board["chips"])
    now = np.asarray(board["start"], dtype=float)
    totals = [float(now.sum())]
    for _ in range(rounds):
        left = now.copy()
        left[-1] *= 1 - share
        moved = np.concatenate(([0.0], left[:-1]))
        breeding = moved[-1] if spawn_first else left[-1]
        moved[0] += min(models.recruits_at(board, float(breeding)), most - float(moved.sum()))
        now = moved
        totals.append(float(now.sum()))
    return totals


def sea_left(match: Match) -> dict[str, float]:
    """Return what a match of Pisces has left: chips in the water a board, catch and points a player, empty boards."""
    state = _states(match)[-1]
    players = state.players
    return {
        "water": sum(map(sum, state.stacks)) / players,
        "caught": sum(map(sum, state.landed)) / players,
        "points": sum(state.scores()) / players,
        "stars": sum(state.stars) / players,
        "empty": float(sum(not any(stacks) for stacks in state.stacks)),
    }
