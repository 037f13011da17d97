"""Thousands of games of Fishery Boom at once: the rules of `fishlab.boom.rules` on arrays with one place for each game.

All games of a batch stand at the same step. Seats and years are loops, games are array axes, choices are numbers
(`fishlab.lab.policies`), chance lies ready on a tape (`policies.tape`). Small whole numbers, masks and look-up tables
(`policies.tables`) keep a step at a few dozen quick passes.

`play` plays one profile of policies; `play_profiles` plays many on the same dice, side by side. What they return is a
`Batch`, which can play any of its games again through the one-game rules; that is also how the tests hold this module
to those rules.

The rooms: `action` (one fishing action), `run` (years and phases), `resume` (games that go on from any moment),
`batch` (what was played).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.rules import Boom
from fishlab.boom.setup import Setup
from fishlab.lab.engine.batch import Batch, Sheets, one_game
from fishlab.lab.engine.run import BatchEngine, PolicyArrays
from fishlab.lab.policies import Policy, tape
from fishlab.lab.policies.tables import PICKS, Tables, TooWide, tables_for
from fishlab.messages import mark, refusal

Array = NDArray[Any]

CHUNK: Final = 25_000
"""Games that are played at once; more are played chunk after chunk, so that memory stays small."""
OPTIONS: Final = ("sheet", "first", "first_demand", "score_unplayed_year", "cooperative", "form", "years")
"""The options of the game that change how it is played or scored."""


# Playing.


def check_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of the game as plain data; one that changes nothing here is a `ValueError`."""
    for name in options:
        if name not in OPTIONS:
            unknown = mark("the laboratory has no option {name!r}: the options are {known}")
            raise refusal(unknown, name=name, known=", ".join(OPTIONS))
    return Boom.canonical(options)


def _seats(policies: Policy | Sequence[Policy], players: int | None) -> tuple[Policy, ...]:
    if isinstance(policies, Policy):
        return (policies,) * (4 if players is None else players)
    if players is not None and len(policies) != players:
        raise refusal(
            "{count} policies cannot play for {players} seats: give one for each", count=len(policies), players=players
        )
    for place, policy in enumerate(policies):
        if not isinstance(policy, Policy):
            raise refusal(
                "policies[{place}]={policy!r:.60} is not a policy: give a Policy for each seat",
                place=place,
                policy=policy,
            )
    return tuple(policies)


def check_games(games: object) -> int:
    """Return a number of games, or raise `ValueError`: at least one."""
    if isinstance(games, bool) or not isinstance(games, int | np.integer) or games < 1:
        raise refusal("games={games!r} is not possible: choose a whole number from 1", games=games)
    return int(games)


def play(
    policies: Policy | Sequence[Policy],
    games: int = 1000,
    seed: int = 0,
    *,
    players: int | None = None,
    start: int = 0,
    **options: Any,
) -> Batch:
    """Play many games with one profile of policies.

    Args:
        policies: one policy for each seat, or one for all.
        games: how many games.
        seed: game number i of a seed has the same luck in every batch.
        players: seats, where one policy is given for all; 4 if not said.
        start: the number of the first game.
        **options: the game's own, those of `OPTIONS`.

    >>> batch = play(Policy(ambition=2), games=100, seed=1)
    >>> batch.own().shape
    (4, 100)
    """
    profile = _seats(policies, players)
    return play_profiles([profile], games, seed, start=start, **options)[0]


def play_profiles(
    profiles: Sequence[Sequence[Policy]],
    games: int = 1000,
    seed: int = 0,
    *,
    start: int = 0,
    **options: Any,
) -> list[Batch]:
    """Play the same games (the same dice) with many profiles, side by side; one batch for each.

    A slider with 21 positions and 1,000 games is one call, several times as fast as 21 calls.
    """
    checked, games, seed, plain, setup, tables = _ready(profiles, games, seed, options)
    if tables is None:
        return [_one_by_one(profile, games, seed, start, plain, setup) for profile in checked]
    players = setup.players
    where = tuple(zip(tables.group, tables.bit, strict=True))
    sheets = Sheets.blank(setup.sheet.years, players, games * len(checked))
    side = max(1, CHUNK // games)
    for base in range(0, len(checked), side):
        some = checked[base : base + side]
        for begin in range(0, games, CHUNK):
            end = min(games, begin + CHUNK)
            luck = tape.draw(setup.sheet, players, seed, start + begin, start + end)._replace(times=len(some))
            at = base * games + begin
            out = sheets.games(at, at + len(some) * (end - begin))
            BatchEngine(tables, setup, PolicyArrays(some, end - begin, tables), luck, out).play()
    batches = []
    for place, profile in enumerate(checked):
        mine = sheets.games(place * games, (place + 1) * games)
        batches.append(Batch(profile, plain, seed, start, setup, where, mine))
    return batches


def play_turned(profiles: Sequence[Sequence[Policy]], games: int = 1000, seed: int = 0, **options: Any) -> Array:
    """Play many profiles on the same dice, each in every order of seats that turning gives, one share of games each.

    Returns net scores by [profile, place in the profile, game]; at least one game for each turn is played.
    """
    checked, games, seed, plain, setup, tables = _ready(profiles, games, seed, options)
    players = setup.players
    share = max(1, games // players)
    turns = range(players)
    seats = np.array([[(place - turn) % players for place in turns] for turn in turns])  # of each place, by turn
    turned = [[tuple(profile[(seat + turn) % players] for seat in turns) for turn in turns] for profile in checked]
    found = np.empty((len(checked), players, players, share), np.float32)
    if tables is None:
        for number, orders in enumerate(turned):
            for turn, profile in enumerate(orders):
                batch = _one_by_one(profile, share, seed, turn * share, plain, setup)
                found[number, :, turn] = batch.net()[seats[turn]]
        return found.reshape(len(checked), players, -1)
    where = tuple(zip(tables.group, tables.bit, strict=True))
    step = min(share, max(1, CHUNK // players))
    side = max(1, CHUNK // (step * players))
    for begin in range(0, share, step):
        end = min(share, begin + step)
        lucks = [tape.draw(setup.sheet, players, seed, turn * share + begin, turn * share + end) for turn in turns]
        for base in range(0, len(turned), side):
            some = turned[base : base + side]
            luck = tape.join(lucks)._replace(times=len(some))
            numbers = PolicyArrays([profile for orders in some for profile in orders], end - begin, tables)
            sheets = Sheets.blank(setup.sheet.years, players, len(some) * players * (end - begin))
            BatchEngine(tables, setup, numbers, luck, sheets).play()
            net = Batch(checked[0], plain, seed, 0, setup, where, sheets).net()
            net = net.reshape(players, len(some), players, end - begin)
            for turn in turns:
                found[base : base + len(some), :, turn, begin:end] = net[seats[turn], :, turn].swapaxes(0, 1)
    return found.reshape(len(checked), players, -1)


def _look_aheads(profiles: Sequence[Sequence[Policy]]) -> set[int]:
    return {ahead for profile in profiles for policy in profile for ahead in policy.look_aheads()}


class _Ready(NamedTuple):
    """What is to be played, checked; no tables where a sheet is too wide for them."""

    profiles: list[tuple[Policy, ...]]
    games: int
    seed: int
    options: dict[str, Any]
    setup: Setup
    tables: Tables | None


def _ready(profiles: Sequence[Sequence[Policy]], games: int, seed: int, options: Mapping[str, Any]) -> _Ready:
    if not profiles:
        raise refusal("profiles is empty: give at least one profile of policies")
    checked = [_seats(profile, None) for profile in profiles]
    players = len(checked[0])
    for place, profile in enumerate(checked):
        if len(profile) != players:
            raise refusal(
                "profiles[{place}] has {count} seats, the first one {players}: all must agree",
                place=place,
                count=len(profile),
                players=players,
            )
    games, seed = check_games(games), tape.check_seed(seed)
    plain = check_options(options)
    setup = Boom.start(players, **plain).setup
    try:
        tables = tables_for(setup.sheet, _look_aheads(checked))
    except TooWide:
        tables = None
    return _Ready(checked, games, seed, plain, setup, tables)


# The same, game by game through the one-game rules.


def one_by_one(
    policies: Policy | Sequence[Policy],
    games: int = 10,
    seed: int = 0,
    *,
    players: int | None = None,
    start: int = 0,
    **options: Any,
) -> Batch:
    """Play the same games as `play`, one after the other through the one-game rules with `agents`: slow, and equal."""
    profile = _seats(policies, players)
    plain = Boom.canonical(options)
    setup = Boom.start(len(profile), **plain).setup
    return _one_by_one(profile, check_games(games), tape.check_seed(seed), start, plain, setup)


def _one_by_one(
    profile: tuple[Policy, ...], games: int, seed: int, start: int, options: Mapping[str, Any], setup: Setup
) -> Batch:
    sheet, players = setup.sheet, setup.players
    sheets = Sheets.blank(sheet.years, players, games, parts=1, masks=np.uint64)
    for game in range(games):
        match, ledger = one_game(profile, seed, start + game, options)
        state = match.state
        assert isinstance(state, Boom)
        sums = np.array(ledger, np.float32).sum(axis=0)
        sheets.fines[:, game], sheets.trades[:, game] = sums[:, 0], sums[:, 1]
        for year, sea in enumerate(state.seas):
            sheets.seas[year, 0, game] = sea
        for year, marks in enumerate((*state.past, state.marks)):
            sheets.taken[year, :, 0, game] = marks[:players]
            sheets.killed[year, :, 0, game] = marks[players : 2 * players]
            sheets.illegal[year, 0, game] = marks[-1]
        for seat in range(players):
            for year in range(1, sheet.years + 1):
                sheets.fish[year - 1, seat, game] = state.supply(seat, year)
            sheets.plates[: sheet.years, seat, game] = state.plates[seat]
            sheets.picks[: len(state.picks[seat]), seat, game] = [PICKS.index(name) for name in state.picks[seat]]
        sheets.shields[game], sheets.ended[game] = state.shields, state.year
    where = tuple((0, row) for row in range(len(sheet.names)))
    return Batch(profile, options, seed, start, setup, where, sheets)
