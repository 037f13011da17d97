"""Tournaments: every player against every other on every seat, with ratings that say how sure they are.

>>> from fishlab import Fishery
>>> table = tournament(Fishery, ["greedy", "random"], 3, options={"columns": 3, "rows": 3, "ships": 1})
>>> len(table.rows), table.faults
(6, ())

A player is a bot's name or a function of one's own. In a terminal, `python -m fishlab.players.tournament fishery easy
medium` prints the table; with `--steps` each player meets only the one named before it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from time import process_time
from typing import Any

import numpy as np

from fishlab.bots import bots_for, unknown_bot
from fishlab.core import GAMES, Agent, Move, Player, State, brief, own_generators
from fishlab.match import Match
from fishlab.messages import listed, mark, refusal, tr
from fishlab.players.agent_guard import Fault, ask, name_of
from fishlab.players.progress import tell_progress
from fishlab.players.trials import Row
from fishlab.session import mover_of
from fishlab.stats import Array, Interval, share_of

SECONDS = 10.0
"""How long a player may think over a move."""
_DRAWS = 400
_ROUNDS = 300
_MOST_MOVES = 20_000


@dataclass(frozen=True)
class Pairing:
    """One player among others that are all alike."""

    one: str
    others: str


@dataclass(frozen=True)
class Tournament:
    """What a tournament brought.

    Attributes:
        game: the game's name.
        players: the seats of a game.
        bots: the players, in the order given.
        rows: one for each game: the pairing, the seat of the one, the trial, its share of the win, what went wrong.
    """

    game: str
    players: int
    bots: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def fair(self) -> float:
        """What a seat wins of all games if all play alike."""
        return 1 / self.players

    @property
    def faults(self) -> tuple[str, ...]:
        """What players did wrong, a sentence each, in the order of the games; such a player has lost that game."""
        return tuple(row["fault"] for row in self.rows if row["fault"])

    def payoffs(self) -> dict[tuple[str, str], Interval]:
        """Return for each (one, others) the share of wins of the one, with its 95 % interval (Wilson) over the games.

        A shared win counts in part. `fair` is what equals would get.
        """
        found = {}
        for (one, others), (won, games) in self._won().items():
            found[one, others] = _share(won, games)
            if self.players == 2:
                found[others, one] = _share(games - won, games)
        return found

    def _won(self) -> dict[tuple[str, str], tuple[float, int]]:
        """Return for each pairing how many games the one won, and of how many."""
        shares: dict[tuple[str, str], list[float]] = {}
        for row in self.rows:
            shares.setdefault((row["one"], row["others"]), []).append(row["share"])
        return {pair: (sum(won), len(won)) for pair, won in shares.items()}

    def ratings(self, seed: int = 0) -> dict[str, Interval]:
        """Return each player's rating with its 95 % interval, the best first.

        0 is the mean, and 400 points are odds of ten to one. The odds of a seat to win are those of its player's
        strength against the strengths of all seats. Intervals are by drawing each pairing's share of wins from what
        its games leave open (Jeffreys); one imagined drawn game a pairing keeps a player that always wins finite.
        """
        draw = np.random.Generator(np.random.SFC64(seed))
        pairs = []
        for (one, others), (won, games) in self._won().items():
            drawn = draw.beta(won + 0.5, games - won + 0.5, _DRAWS)
            shares = np.concatenate([[won / games], drawn])  # the tournament itself, then as it might have been
            pairs.append((self.bots.index(one), self.bots.index(others), shares, games))
        found = _strengths(len(self.bots), self.players, pairs)
        low, high = np.quantile(found[1:], [0.025, 0.975], axis=0)
        rows = [
            (bot, Interval(float(found[0, at]), float(low[at]), float(high[at]), self._games(bot)))
            for at, bot in enumerate(self.bots)
        ]
        return dict(sorted(rows, key=lambda row: -row[1].mean))

    def standing(self, own: str) -> str:
        """Say in words where one player stands among those it has met, each only as sure as its games allow."""
        told, above, below = [], [], []
        for (one, others), won in self.payoffs().items():
            if one != own:
                continue
            verdict = tr("no clear difference in so few games")
            if won.low > self.fair:
                above.append(f"“{others}”")
                verdict = tr("clearly stronger")
            elif won.high < self.fair:
                below.append(f"“{others}”")
                verdict = tr("clearly weaker")
            told.append(self._score(won, others, verdict))
        if not told:
            return tr("“{own}” has not played yet.", own=own)
        so = mark("{told}. More games are needed to place “{own}”.")
        if above and below:
            so = mark("{told}. So “{own}” stands above {above} and below {below}.")
        elif above:
            so = mark("{told}. So “{own}” stands above {above}.")
        elif below:
            so = mark("{told}. So “{own}” stands below {below}.")
        lists = {name: listed(names) if names else "" for name, names in (("above", above), ("below", below))}
        return tr(so, told="; ".join(told), own=own, **lists)

    def _score(self, won: Interval, others: str, verdict: str) -> str:
        """Return how many games were won against one opponent; at a table of more than two also what equals win."""
        wins = won.mean * won.games
        parts = abs(wins - round(wins)) > 1e-6
        if self.players > 2:
            line = mark(
                "{wins:.3g} of {games} games won against “{others}” (equally strong players would win "
                "{equal:.3g}): {verdict}"
            )
            if parts:
                line = mark(
                    "{wins:.3g} of {games} games won (a shared win counts in part) against “{others}” (equally "
                    "strong players would win {equal:.3g}): {verdict}"
                )
        else:
            line = mark("{wins:.3g} of {games} games won against “{others}”: {verdict}")
            if parts:
                line = mark("{wins:.3g} of {games} games won (a draw counts half) against “{others}”: {verdict}")
        return tr(line, wins=wins, games=won.games, others=others, equal=won.games * self.fair, verdict=verdict)

    def _games(self, bot: str) -> int:
        return sum(bot in (row["one"], row["others"]) for row in self.rows)

    def __str__(self) -> str:
        lines = [
            tr(
                "{game}, {players} players, {count:,} games, a fair share is {fair:.2f}",
                game=self.game,
                players=self.players,
                count=len(self.rows),
                fair=self.fair,
            ),
            "",
        ]
        lines += [tr("| one | against | share of wins | 95 % interval | games |"), "|---|---|---|---|---|"]
        for one, others in self._won():
            won = self.payoffs()[one, others]
            lines.append(f"| {one} | {others} | {won.mean:.2f} | {won.low:.2f} to {won.high:.2f} | {won.games} |")
        lines += ["", "| player | rating | 95 % interval |", "|---|---|---|"]
        for bot, rating in self.ratings().items():
            lines.append(f"| {bot} | {rating.mean:+.0f} | {rating.low:+.0f} to {rating.high:+.0f} |")
        lines += ["", *self.faults] if self.faults else []
        return "\n".join(lines)


def _share(won: float, games: int) -> Interval:
    """Return a share of wins with its interval, where some wins may have been shared."""
    wide = share_of(min(games, round(won)), games)
    return Interval(won / games, min(won / games, wide.low), max(won / games, wide.high), games)


def _strengths(bots: int, players: int, pairs: Sequence[tuple[int, int, Array, int]]) -> Array:
    """Return ratings that fit the shares of wins best (Bradley and Terry), a row for each draw."""
    strength = np.ones((_DRAWS + 1, bots))
    for _ in range(_ROUNDS):
        wins, chances = np.zeros_like(strength), np.zeros_like(strength)
        for one, others, won, games in pairs:
            mine = won * games + 1 / players  # one more game, imagined and drawn: every seat has its fair share of it
            total = strength[:, one] + (players - 1) * strength[:, others]
            wins[:, one] += mine
            wins[:, others] += games + 1 - mine
            chances[:, one] += (games + 1) / total
            chances[:, others] += (games + 1) * (players - 1) / total
        strength = wins / chances
        strength /= np.exp(np.log(strength).mean(axis=1, keepdims=True))
    rating: Array = 400 * np.log10(strength)
    return rating


def play_pairing(*meeting: Any) -> Row:
    """Play one game of a tournament and return its row; who plays against the rules has lost, and the row says why."""
    *_, row = _moves_of(*meeting)
    assert row is not None
    return row


def _moves_of(
    game: type[State],
    agents: Mapping[str, str | Agent],
    pairing: Pairing,
    players: int,
    seat: Player,
    trial: int,
    seed: int | str,
    options: Mapping[str, Any],
    seconds: float | None,
) -> Iterator[Row | None]:
    """Play one game of a tournament: yield None after each move of a player, and at last its row."""
    names = [pairing.others] * players
    names[seat] = pairing.one
    match, rng = Match(game, players, **options), Random(f"{game.name}/{seed}/{trial}")
    own = own_generators(range(players), rng)
    row: Row = {"one": pairing.one, "others": pairing.others, "seat": seat, "trial": trial, "fault": ""}

    def asked(name: str) -> Agent:
        chosen = agents[name]
        agent, ours = (bots_for(game)[chosen], True) if isinstance(chosen, str) else (chosen, False)
        return lambda view, rng: ask(agent, view, rng, name, len(match) + 1, seconds, trusted=ours)

    bots = {name: asked(name) for name in {*names}}
    while len(match) < _MOST_MOVES:
        found = mover_of(match, names, bots, lambda state: state.sample(rng), lambda: own[match.state.turn()])
        if found is None:
            break
        try:
            match.play(found.think())
        except Fault as fault:
            share = 0.0 if found.seat == seat else 1 / (players - 1)
            yield row | {"fault": str(fault), "share": share, "scores": match.state.scores(), "moves": len(match)}
            return
        if found.seat >= 0:
            yield None
    winners = match.state.winners()
    yield row | {"share": (seat in winners) / len(winners), "scores": match.state.scores(), "moves": len(match)}


def tournament(
    game: type[State],
    bots: Sequence[str | Agent] | Mapping[str, str | Agent],
    games: int,
    seed: int | str = 1,
    executor: Executor | None = None,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int, int], None] | None = None,
    seconds: float | None = SECONDS,
    steps: bool = False,
    only: str | None = None,
) -> Tournament:
    """Play everybody against everybody on all seats, each on the same dice.

    With two seats a pairing is a duel; with more, one player sits among others that are all alike.

    Args:
        game: the game's class.
        bots: names of bots, functions of one's own, or a dictionary of names to either.
        games: trials of a pairing; in each trial the one sits on every seat once, so there are as many games more.
        seed: names the dice; trial 7 is the same whatever else is played.
        executor: computes the games elsewhere; this process without one.
        players: how many sit at a table; the fewest that can play without it.
        options: the game's own options.
        progress: called with the games done and the games in all.
        seconds: how long a player may think over a move, None for as long as it likes.
        steps: let each player meet only the one before it in the list.
        only: let this player meet the others, and those not each other.

    Raises:
        ValueError: what is asked for cannot be played; the message says why.
    """
    asked = TournamentRunner(
        game, bots, games, seed, executor, players=players, options=options, seconds=seconds, steps=steps, only=only
    )
    while asked.go_on():
        if progress:
            progress(asked.done, asked.total)
    return asked.table()


class TournamentRunner:
    """A tournament that goes on game by game or move by move, so that a page stays awake and shows what is known.

    The arguments are those of `tournament`.

    Attributes:
        total: the games in all.
    """

    def __init__(
        self,
        game: type[State],
        bots: Sequence[str | Agent] | Mapping[str, str | Agent],
        games: int,
        seed: int | str = 1,
        executor: Executor | None = None,
        *,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        seconds: float | None = SECONDS,
        steps: bool = False,
        only: str | None = None,
    ) -> None:
        agents = _named(game, bots)
        if isinstance(games, bool) or not isinstance(games, int) or games < 1:
            raise refusal("games={games} is not possible: choose a whole number from 1", games=brief(games))
        count = game.seats[0] if players is None else players
        Match(game, count, **(options or {}))  # refuses options in words, once
        if count < 2:
            raise refusal("{count} player cannot hold a tournament: choose at least 2", count=count)
        if only is not None and only not in agents:
            raise refusal("only={only} is not possible: choose {agents}", only=brief(only), agents=", ".join(agents))
        work = [
            (game, agents, pairing, count, seat, trial, seed, dict(options or {}), seconds)
            for pairing in _pairings(list(agents), count, steps, only)
            for trial in range(games)
            for seat in range(count)
        ]
        self.total = len(work)
        self._game, self._players, self._bots = game, count, tuple(agents)
        self._rows: list[Row] = []
        self._coming = _played(work, executor)

    @property
    def done(self) -> int:
        """The games that have been played."""
        return len(self._rows)

    def go_on(self) -> bool:
        """Play one more game to its end, and tell whether there was one to play."""
        before = self.done
        while self.done == before and self.step():
            pass
        return self.done > before

    def step(self) -> bool:
        """Play one more move, and tell whether there was one to play."""
        for row in self._coming:
            self._rows += [] if row is None else [row]
            return True
        return False

    def table(self) -> Tournament:
        """Return what the games so far brought."""
        return Tournament(self._game.name, self._players, self._bots, tuple(self._rows))


def _played(work: list[tuple[Any, ...]], executor: Executor | None) -> Iterator[Row | None]:
    if executor is None:
        return (step for one in work for step in _moves_of(*one))
    waiting = [executor.submit(play_pairing, *one) for one in work]
    return (_result(one) for one in waiting)


def _result(one: Future[Row]) -> Row:
    try:
        return one.result()
    except Exception as error:
        if "pickle" not in f"{type(error).__name__} {error}".lower():
            raise
        raise refusal(
            "A player cannot be sent to another process ({error}): define it in a module, or leave executor out",
            error=error,
        ) from None


def _named(game: type[State], bots: Sequence[str | Agent] | Mapping[str, str | Agent]) -> dict[str, str | Agent]:
    """Return the players by name; `ValueError` for one that is unknown, none, or there twice."""
    pairs = list(bots.items()) if isinstance(bots, Mapping) else [(_name(bot), bot) for bot in bots]
    known, agents = bots_for(game), dict(pairs)
    for name, agent in pairs:
        if isinstance(agent, str):
            if agent not in known:
                raise unknown_bot(game, agent)
        elif not callable(agent):
            raise refusal(
                "{agent} is not a player: give a bot's name or a function of a view and a generator", agent=brief(agent)
            )
        if [one for one, _ in pairs].count(name) > 1:
            raise refusal("Two players are called {name!r}: give a dictionary with a name for each", name=name)
    if len(agents) < 2:
        raise refusal("A tournament needs at least two players")
    return agents


def _name(bot: object) -> str:
    return bot if isinstance(bot, str) else name_of(bot) if callable(bot) else brief(bot)


def _pairings(names: list[str], players: int, steps: bool, only: str | None) -> list[Pairing]:
    if steps:
        return [Pairing(one, others) for others, one in pairwise(names)]
    if only is not None:
        return [Pairing(only, others) for others in names if others != only]
    return [
        Pairing(one, others)
        for at, one in enumerate(names)
        for other, others in enumerate(names)
        if at < other or (players > 2 and at != other)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table of a tournament."""
    reader = argparse.ArgumentParser(
        prog="python -m fishlab.players.tournament", description=tr("Let bots play a tournament.")
    )
    reader.add_argument("game", choices=list(GAMES))
    reader.add_argument("bots", nargs="+")
    reader.add_argument("--games", type=int, default=10, help=tr("trials for each pairing, each from every seat"))
    reader.add_argument("--players", type=int, help=tr("seats in a game; if left out, the fewest possible"))
    reader.add_argument("--seed", default="1")
    reader.add_argument("--steps", action="store_true", help=tr("each player meets only the one named before it"))
    given = reader.parse_args(arguments)

    slowest: dict[str, float] = {}
    try:
        known = bots_for(GAMES[given.game])
        bots = {name: _timed(name, known[name], slowest) if name in known else name for name in given.bots}
        table = tournament(
            GAMES[given.game], bots, given.games, given.seed,
            players=given.players, progress=tell_progress, seconds=None, steps=given.steps,
        )  # fmt: skip
    except ValueError as wrong:
        reader.error(str(wrong))
    print(table)
    told = ", ".join(f"{name} {seconds:.2f} s" for name, seconds in slowest.items())
    print("\n" + tr("The slowest move, in processor time: {told}", told=told))


def _timed(name: str, agent: Agent, slowest: dict[str, float]) -> Agent:
    """Return a player that notes how long its slowest move took."""

    def player(view: State, rng: Random) -> Move:
        begin = process_time()
        move = agent(view, rng)
        slowest[name] = max(slowest.get(name, 0.0), process_time() - begin)
        return move

    return player


if __name__ == "__main__":
    main()
