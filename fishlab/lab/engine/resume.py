"""Games that go on from any moment: many moments, each with many continuations, in one call.

Moments of one year are played together, wherever in the year they stand: each game waits until the step that it stands
before comes round. Dice lie at the same places of the tape as in a whole game (by year, seat, action and roll), so that
two moments that differ by one move see the same dice afterwards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.phases import illegal_left, stage
from fishlab.boom.rules import Boom
from fishlab.lab.engine.action import PartialAction
from fishlab.lab.engine.batch import Batch, Sheets
from fishlab.lab.engine.run import BatchEngine, PolicyArrays, ResumeState
from fishlab.lab.policies import Policy, tape
from fishlab.lab.policies.tables import BONUSES, GEARS, NO_PICK, PICKS, Tables, mask_of, tables_for
from fishlab.lab.policies.tape import Luck

Array = NDArray[Any]

_ACTION: Final = ("gear", "roll", "radar", "reroll", "double", "kills", "take", "kill")
_NUMBER: Final = {name: number for number, name in enumerate(PICKS)}
_PERMANENT: Final = mask_of(PICKS) & ~mask_of(BONUSES)


class Moment:
    """One state as the engine sees it: plain numbers, ready to be laid into arrays.

    Attributes:
        key: moments with the same key can be played together.
    """

    __slots__ = (
        "acting",
        "begun",
        "boxes",
        "breaches",
        "fish",
        "illegal_from",
        "key",
        "left",
        "living",
        "marked",
        "marked_now",
        "place",
        "plates",
        "shields",
        "shields_left",
        "state",
        "used",
    )

    def __init__(self, state: Boom, tables: Tables) -> None:
        setup, year, players = state.setup, state.year, state.players
        self.state = state
        self.living = tables.split(state.living)
        self.plates, self.shields = state.plates, state.shields
        self.fish = [_supplies(drawn, setup.sheet.years) for drawn in state.drawn]
        order = [(state.start_seat + place) % players for place in range(players)]
        unopened = state.phase in ("talk", "vote")
        here = 0 if unopened else order.index(state.seat)
        closed = state.phase in ("inspect", "illegal", "over")
        fishing = unopened or stage(state) == 1
        acting = not fishing and not closed and state.phase != "box"
        self.place = here if fishing else players
        self.boxes = [not closed and (fishing or order.index(seat) >= here) for seat in range(players)]
        self.acting = [NO_PICK] * players
        done = list(state.picks)
        if acting:
            self.acting[state.seat] = _NUMBER[done[state.seat][-1]]
            done[state.seat] = done[state.seat][:-1]
        found = [_boxes(tables, players, picks, year) for picks in done]
        self.left, self.marked, self.marked_now, self.used = map(list, zip(*found, strict=True))
        self.shields_left = state.left if state.phase == "shield" else 2
        dice = state.setup.illegal_dice(year)
        self.illegal_from = dice - illegal_left(state) if closed else 0
        fined = [check.seat for check in state.council.checks if check.fine and check.year < year]
        self.breaches = [fined.count(seat) for seat in range(players)]
        self.key = (year, closed, self.illegal_from)
        self.begun: tuple[int, ...] | None = None
        if state.phase in _ACTION and state.phase != "gear":
            self.begun = _begun(state, tables)


@lru_cache(maxsize=64)
def _box_counts(tables: Tables, players: int) -> tuple[int, Mapping[str, int]]:
    """Return the mask of the boxes that are not there for so many players, and how many there are of the others."""
    copies = {box.name: box.copies for box in tables.sheet.boxes if players in box.players}
    return mask_of(name for name in PICKS if name not in copies), copies


@lru_cache(maxsize=16384)
def _supplies(drawn: tuple[int, ...], years: int) -> tuple[int, ...]:
    """Return how many fish lie in the boxes of a seat, year by year and the year after the last."""
    found = [0] * (years + 1)
    for fish in drawn:
        found[(fish >> 8) - 1] += 1
    return tuple(found)


@lru_cache(maxsize=16384)
def _boxes(tables: Tables, players: int, picks: tuple[str, ...], year: int) -> tuple[tuple[int, ...], int, int, int]:
    """Return of a seat's boxes: the bonuses left, the mask of those marked before this year and of all, Overtimes."""
    absent, copies = _box_counts(tables, players)
    left = tuple(copies.get(name, 0) - picks.count(name) for name in BONUSES)
    gone = absent | mask_of(name for name, number in zip(BONUSES, left, strict=True) if not number)
    before, now = mask_of(picks[: year - 1]), mask_of(picks)
    return left, before & _PERMANENT | absent, now & _PERMANENT | gone, picks.count("overtime")


def _begun(state: Boom, tables: Tables) -> tuple[int, ...]:
    """Return what lies on the table in an action, in the order of the fields of `PartialAction`."""
    roll = sum((face - 1) * 6**die for die, face in enumerate(state.dice))
    named = sum(1 << (die - 1) for die in state.named)
    unknown, later = 0, 0
    if state.phase == "roll":
        unknown = later = 15
        unknown &= -1 << len(state.dice)
    elif state.phase == "radar":
        later = 15 & -1 << (state.named[-1] if state.named else 0)
    fixed = state.phase in ("take", "kill")
    faces = [0] * (3 - len(state.due)) + [*state.due, state.kill] if fixed else []
    due = int.from_bytes(bytes(tables.face_codes[face] for face in faces), "little")
    return GEARS.index(state.gear), roll, unknown, named, later, fixed, due


def finish(
    moments: Sequence[Moment],
    which: Array,
    luck: Luck,
    policies: Sequence[Policy],
    tables: Tables,
    history: bool = False,
) -> Sheets:
    """Play games to their end and return their sheets.

    Args:
        moments: where games begin; all have the same key and setup.
        which: for each game its moment.
        luck: of each game.
        policies: one for each seat, from here on.
        tables: of the sheet in play.
        history: whether seas and catches of the years before are wanted on the sheets as well.
    """
    setup = moments[0].state.setup
    players, years, games = setup.players, setup.sheet.years, len(which)

    def lay(values: Sequence[Any], dtype: Any) -> Array:
        """Return numbers by moment as an array with the games last."""
        array = np.array(values, dtype)
        return np.ascontiguousarray(np.moveaxis(array, 0, -1)).take(which, axis=-1)

    sheets = Sheets.blank(years, players, games)
    sheets.fish[:] = lay([moment.fish for moment in moments], np.int8).swapaxes(0, 1)
    sheets.plates[:-1] = lay([moment.plates for moment in moments], np.int8).swapaxes(0, 1)
    sheets.shields[:] = lay([moment.shields for moment in moments], np.uint16)
    _lay_history(sheets, [moment.state for moment in moments], lay, tables, history)
    year, _, illegal_from = moments[0].key
    living = lay([moment.living for moment in moments], np.uint16)
    left = lay([moment.left for moment in moments], np.uint8)
    begun = None
    if any(moment.begun for moment in moments):
        blank = (255, 0, 15, 0, 15, 0, 0)
        laid = lay([moment.begun or blank for moment in moments], np.int64)
        kinds = (np.uint8, np.intp, np.intp, np.uint8, np.uint8, np.bool_, np.uint32)
        begun = PartialAction(*(values.astype(kind) for values, kind in zip(laid, kinds, strict=True)))
    copies = _box_counts(tables, players)[1]
    entry = ResumeState(
        year=year,
        living=(living[0], living[1]),
        marked=lay([moment.marked for moment in moments], np.uint16),
        marked_now=lay([moment.marked_now for moment in moments], np.uint16),
        left={name: left[:, place] for place, name in enumerate(BONUSES) if name in copies},
        used=lay([moment.used for moment in moments], np.uint8),
        place=lay([moment.place for moment in moments], np.uint8),
        boxes=lay([moment.boxes for moment in moments], np.bool_),
        acting=lay([moment.acting for moment in moments], np.uint8),
        shields_left=lay([moment.shields_left for moment in moments], np.uint8),
        begun=begun,
        illegal_from=illegal_from,
        breaches=lay([moment.breaches for moment in moments], np.uint8),
    )
    numbers = _numbers(tuple(policies), tables).for_games(games)
    run = BatchEngine(tables, setup, numbers, luck, sheets, entry=entry)
    run.play()
    return sheets


@lru_cache(maxsize=64)
def _numbers(policies: tuple[Policy, ...], tables: Tables) -> PolicyArrays:
    return PolicyArrays([policies], 1, tables)


def _lay_history(sheets: Sheets, states: Sequence[Boom], lay: Any, tables: Tables, whole: bool) -> None:
    """Lay what happened before onto the sheets; if not the whole of it, what this year's rules ask for."""
    players, year = states[0].players, states[0].year
    for now in range(1 if whole else year, year + 1):
        marks = lay([[tables.split(mask) for mask in state.marks_in(now)] for state in states], np.uint16)
        sheets.taken[now - 1] = marks[:players]
        if whole:
            sheets.killed[now - 1] = marks[players:-1]
            sheets.illegal[now - 1] = marks[-1]
            sheets.picks[now - 1] = lay(
                [
                    [_NUMBER[picks[now - 1]] if len(picks) >= now else NO_PICK for picks in state.picks]
                    for state in states
                ],
                np.uint8,
            )
            sheets.seas[now - 1] = lay([tables.split(state.seas[now - 1]) for state in states], np.uint16)


def play_on(
    states: Boom | Sequence[Boom], policies: Sequence[Policy], games: int = 400, seed: int = 0, *, start: int = 0
) -> list[Batch]:
    """Play each of some moments to its end many times, by policies; one batch for each moment, on the same dice.

    Game i of every batch has the luck of game `start` + i of the seed. The moments belong to the same table (the same
    players and options). Fines and trades are no part of a moment: they count from its year on.
    """
    moments = [states] if isinstance(states, Boom) else list(states)
    setup = moments[0].setup
    tables = tables_for(setup.sheet, {ahead for policy in policies for ahead in policy.look_aheads()})
    luck = tape.draw(setup.sheet, setup.players, seed, start, start + games)
    where = tuple(zip(tables.group, tables.bit, strict=True))
    found: list[Batch] = []
    for state in moments:
        here = luck._replace(columns=np.arange(games))
        sheets = finish([Moment(state, tables)], np.zeros(games, np.intp), here, policies, tables, history=True)
        found.append(Batch(tuple(policies), {}, seed, start, setup, where, sheets, whole=False))
    return found
