"""What a player of a game is worth: four scores on fixed seeds, and the same of the game's own bots beside it.

The games are mixed in motive, so one number would not do:

* `own`: points of one such player among others who all play *medium*; it sits in each seat equally often.
* `win`: its share of the wins in those games; equals would have one in as many as there are seats. Its interval is
  Wilson's, which has a width where nobody ever won; who shares a win has less luck than it allows for.
* `total`: points of all seats together where all play alike.
* `gain`: what one seat gains for itself by leaving such a table, with the best reply among the bots. A player is stable
  where that is not above 0. The reply is chosen in one half of the games and measured in the other, so that the best of
  several lucky ones is not taken for a good one. Another reply than these may still gain more.

Where few points win (Fresh Fish), fewer is better in `own` and `total`; `gain` is what a seat is better off by. Game i
has the same seed for everybody: dice and cards come from a generator of their own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from fishlab.bots import bots_for
from fishlab.core import CHANCE, GAMES, OVER, Agent, State
from fishlab.messages import refusal, tr
from fishlab.players.agent_guard import ask
from fishlab.stats import Interval, mean_interval, paired_difference, share_of

SEED: Final = 2026
"""Of all games; another seed is another benchmark."""
GAMES_EACH: Final = 40
"""Games of each table, unless another number is asked for."""
OTHERS: Final = "medium"
"""Who sits in the other seats."""
SLOW: Final[Mapping[str, tuple[str, ...]]] = {
    "boom": ("far-sighted", "team-minded", "hard"),
    "fishery": ("hard",),
    "fleet": ("hard",),
}
"""Bots that search, for seconds a game or more: baselines only where they are asked for."""


class Score(NamedTuple):
    """What a player is worth."""

    name: str
    own: Interval
    win: Interval
    total: Interval
    gain: Interval
    reply: str
    """The bot that gains it."""


def baselines(game: type[State], slow: bool = False) -> dict[str, Agent]:
    """Return the bots of a game that are measured, without those that have two names."""
    found: dict[str, Agent] = {}
    for name, bot in bots_for(game).items():
        if (slow or name not in SLOW.get(game.name, ())) and bot not in found.values():
            found[name] = bot
    return found


def play(start: State, players: Sequence[Agent], number: int) -> State:
    """Play one game to its end; a player that does what is not allowed is a `Fault` that says what."""
    key = f"{SEED}/{start.name}/{len(players)}/{number}"
    chance, own = Random(key), [Random(f"{key}/{seat}") for seat in range(len(players))]
    state = start
    while (seat := state.turn()) != OVER:
        move = state.sample(chance) if seat == CHANCE else ask(players[seat], state.view(seat), own[seat])
        state = state.after(move)
    return state


def score(
    player: Agent, game: str = "boom", players: int | None = None, games: int = GAMES_EACH, *, name: str = "yours",
    replies: Mapping[str, Agent] | None = None, **options: Any,
) -> Score:  # fmt: skip
    """Return what a player is worth.

    Args:
        player: a function from what it sees and a generator to a move.
        game: the game's name.
        players: how many seats; the fewest that can play without it.
        games: games of each table, at least two for each seat.
        name: what the player is called.
        replies: who leaves its table; the game's quick bots without it.
        **options: the game's own.
    """
    if game not in GAMES:
        raise refusal("{game!r} is not a game: choose {names}", game=game, names=", ".join(GAMES))
    kind = GAMES[game]
    seats = kind.seats[0] if players is None else players
    if isinstance(games, bool) or not isinstance(games, int) or games < 2 * seats:
        least = tr("games={games!r} is not possible: choose a whole number from {least}", games=games, least=2 * seats)
        raise ValueError(least)
    start, sign = kind.start(seats, **options), -1 if kind.low_wins else 1
    among = [bots_for(kind)[OTHERS]] * seats

    def seated(table: Sequence[Agent], one: Agent, number: int) -> list[Agent]:
        return [one if seat == number % seats else other for seat, other in enumerate(table)]

    lone = [play(start, seated(among, player, number), number) for number in range(games)]
    alike = [play(start, [player] * seats, number).scores() for number in range(games)]
    stayed = [sign * points[number % seats] for number, points in enumerate(alike)]
    gains: dict[str, list[int]] = {}
    for reply, bot in (baselines(kind) if replies is None else replies).items():
        ends = (play(start, seated([player] * seats, bot, number), number).scores() for number in range(games))
        gains[reply] = [sign * points[number % seats] for number, points in enumerate(ends)]
    chosen, measured = ([number for number in range(games) if number // seats % 2 == half] for half in (0, 1))
    best = max(gains, key=lambda reply: sum(gains[reply][number] for number in chosen))
    won = [(number % seats in end.winners()) / len(end.winners()) for number, end in enumerate(lone)]
    return Score(
        name,
        mean_interval([end.scores()[number % seats] for number, end in enumerate(lone)]),
        share_of(math.fsum(won), games),
        mean_interval([sum(points) for points in alike]),
        paired_difference([gains[best][number] for number in measured], [stayed[number] for number in measured]),
        best,
    )


def table(scores: Sequence[Score]) -> str:
    """Return scores as a table in Markdown."""
    heads = (tr("player"), tr("own"), tr("win"), tr("total"), tr("gain by leaving"), tr("by"))
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for one in scores:
        cells = (one.name, _cell(one.own), _share(one.win), _cell(one.total), _cell(one.gain), one.reply)
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(one: Interval) -> str:
    return tr("{mean} ± {half}", mean=f"{one.mean:.1f}", half=f"{one.high - one.mean:.1f}")


def _share(one: Interval) -> str:
    return tr("{mean} ({low} to {high})", mean=f"{one.mean:.2f}", low=f"{one.low:.2f}", high=f"{one.high:.2f}")
