"""Motion on the boards: what moves shows where it comes from, is soon over, can be skipped and switched off."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from fishlab_widgets import Table
from prepared_page import Stage, played

from fishlab import Match

pytestmark = pytest.mark.browser

WATCH = """() => {
  const old = Element.prototype.animate;
  window.moved = [];
  Element.prototype.animate = function (frames, how) {
    const kind = "transform" in frames[0] ? "glides" : "strokeDasharray" in frames[0] ? "draws" : "fades";
    const named = this.closest("[id]").id.split("-").slice(2).join("-");
    window.moved.push([kind, named, (how.delay || 0) + (how.duration || how), how.delay || 0]);
    return old.call(this, frames, how);
  };
}"""

Seen = list[tuple[str, str, int, int]]


def before(game: str, players: int, wanted: Callable[[Any, Any], bool]) -> tuple[Match, str]:
    """Return a game of bots up to a move that leads from one state to another as wanted, and the move."""
    whole = played(game, players, 10_000)
    place = next(n for n in range(len(whole.moves)) if wanted(whole.states[n], whole.states[n + 1]))
    match = Match(whole.game, whole.seats, **whole.options)
    for move in whole.moves[:place]:
        match.play(move)
    return match, whole.states[place].notation(whole.moves[place])


def staged(chrome, match: Match, *, motion: str = "no-preference") -> tuple[Table, Stage]:
    actor = match.state.turn()
    table = Table(match, seats=["person" if seat == actor or actor < 0 else "random" for seat in range(match.seats)],
                  dice="table")  # fmt: skip
    stage = Stage(chrome, table.board)
    stage.page.emulate_media(reduced_motion=motion)
    stage.page.evaluate(WATCH)
    return table, stage


def seen(table: Table, stage: Stage, move: str) -> Seen:
    """Play a move and return what moves: how, what, until when and from when, in milliseconds."""
    table.play(move)
    stage.settle()
    return [tuple(one) for one in stage.page.evaluate("() => window.moved.splice(0)")]


def owes(old: Any, new: Any) -> bool:
    return old.step == "bid" and new.step == "pay"


def packs(old: Any, new: Any) -> bool:
    return sum(side.processed for side in new.sides) > sum(side.processed for side in old.sides)


def ages(old: Any, new: Any) -> bool:
    return new.cycles > old.cycles


def casts(old: Any, new: Any) -> bool:
    return len(new.nets) > len(old.nets)


def depletes(old: Any, new: Any) -> bool:
    return new.year > old.year > 1


def rolls(old: Any, new: Any) -> bool:
    return old.phase == "roll"


def takes(old: Any, new: Any) -> bool:
    return old.phase == "take" and new.year == old.year


def forces(old: Any, new: Any) -> bool:
    return len(new.expropriated) > 1


def pays(old: Any, new: Any) -> bool:
    return old.phase == "bid" and new.auction is not None and new.auction.price > 0 and new.turn() == old.turn()


CASES = {
    "coins from a bid to the debt": ("fleet", 3, owes, "glides", "owe-"),
    "a crate from its boat to its licence": ("fleet", 3, packs, "glides", "crate-"),
    "chips from stage to stage": ("pisces", 2, ages, "glides", "age-"),
    "a net": ("fishery", 2, casts, "draws", "net"),
    "depletion along the arrows": ("boom", 3, depletes, "fades", "walk-"),
    "a die that is rolled": ("boom", 4, rolls, "glides", "die-"),
    "a fish to the country that took it": ("boom", 4, takes, "glides", "flies"),
    "a coin from the purse to the tile": ("freshfish", 3, pays, "glides", "money-"),
    "streets after the tile that forced them": ("freshfish", 3, forces, "fades", "street-"),
}


@pytest.mark.few(2)
@pytest.mark.parametrize("what", CASES)
def test_what_moves_shows_where_it_comes_from_and_is_there_within_600_milliseconds(chrome, what):
    game, players, wanted, how, name = CASES[what]
    match, move = before(game, players, wanted)
    table, stage = staged(chrome, match)
    moved = seen(table, stage, move)
    assert [one for one in moved if one[0] == how and one[1].startswith(name)], moved
    assert max(one[2] for one in moved) <= 600
    if how == "fades":
        assert max(one[3] for one in moved) > 0, "one after the other"
    stage.close()


@pytest.mark.long
def test_a_click_or_a_key_ends_what_moves_and_reduced_motion_begins_nothing(chrome):
    match, move = before("fleet", 3, owes)
    table, stage = staged(chrome, match)
    running = "() => document.getAnimations().filter((one) => one.playState === 'running').length"
    stage.page.evaluate("() => { const old = Element.prototype.animate; Element.prototype.animate = function (f, o) {"
                        " return old.call(this, f, { ...o, duration: 1e6 }); } }")  # fmt: skip
    for act in ("new PointerEvent('pointerdown')", "new KeyboardEvent('keydown', { key: 'F2' })"):
        assert seen(table, stage, move)
        assert stage.page.evaluate(running) > 3
        stage.page.evaluate(f"() => document.querySelector('.fishlab-table').dispatchEvent({act})")
        assert stage.page.evaluate(running) == 0
        table.undo()
        stage.settle()
    stage.page.emulate_media(reduced_motion="reduce")
    assert seen(table, stage, move) == []
    stage.close()
