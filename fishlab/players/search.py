"""One search for every game: try each move many times, let bots play on, and take what came out best.

`search` looks at what a seat sees and nothing else: where players hide things, every simulation begins with another
`guess`. It explains itself: visits, value and 95 % interval of every move, and the line it expects.

>>> from fishlab import Fishery
>>> found = search(Fishery.start(columns=2, rows=2, placed=[[0], [1]]), simulations=200, method="tree")
>>> found.best, found.simulations
(('net', 'b2', 'b1'), 200)

`exact.solve` is exact, for the ends of games and for small boards. `Searcher` is a player made of a search.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from time import perf_counter
from typing import Any, Final, Literal, NamedTuple

from fishlab.bots import bots_for, random_player, unknown_bot
from fishlab.core import CHANCE, OVER, Agent, Move, Player, State, brief, own_generators
from fishlab.messages import mark, refusal, tr
from fishlab.players.agent_guard import ask
from fishlab.players.exact import GOALS, TooLarge, Value, goal_of, solve
from fishlab.stats import Interval, interval_of, share_of

Method = Literal["flat", "halving", "tree"]
"""How to search."""

LINE: Final = 5
"""Moves of the expected line."""
BLOCK: Final = 8
"""Simulations of every move between two looks at which moves are clearly worse."""
CLEARLY: Final = 2.6
"""Standard errors behind the best at which a move is dropped."""
EXPLORE: Final = 0.5
"""How much a tree is drawn to moves that it has seldom tried, if nobody says otherwise."""


class Choice(NamedTuple):
    """What a search knows of one move: how often it was tried, what it is worth (None if never), and what follows."""

    move: Move
    visits: int
    value: Interval | None
    line: tuple[Move, ...]


@dataclass(frozen=True)
class Found:
    """What a search found: all moves, the best first.

    Attributes:
        choices: the moves, the best first; those that were dropped early have fewer visits.
        simulations: how many were played; 0 if the answer needed none.
        how: "exact", "flat", "halving", "tree" or "only move".
        stopped: whether somebody stopped it before its budget was spent.
        state: what was searched: what the seat to act sees.
        goal: what the search aimed at.
        ahead: by how much the best beats the next best on the same dice; None where moves were not tried on the same.
    """

    choices: tuple[Choice, ...]
    simulations: int
    how: str
    stopped: bool
    state: State
    goal: str
    ahead: Interval | None = None

    @property
    def best(self) -> Move:
        """The move to play."""
        return self.choices[0].move

    def __str__(self) -> str:
        head = mark("{count:,} simulations ({how}), by {goal}")
        if self.stopped:
            head = mark("{count:,} simulations ({how}), by {goal}, stopped early")
        lines = [tr(head, count=self.simulations, how=self.how, goal=self.goal)]
        for move, visits, value, line in self.choices:
            worth = tr("not tried")
            if value is not None:
                worth = tr("{mean:.2f} ({low:.2f} to {high:.2f})", mean=value.mean, low=value.low, high=value.high)
            then = ", ".join(self.state.notation(later) for later in line[1:])
            told = mark(
                "{move}: {worth}, {visits:,} visits; then {then}" if then else "{move}: {worth}, {visits:,} visits"
            )
            lines.append(tr(told, move=self.state.notation(move), worth=worth, visits=visits, then=then))
        return "\n".join(lines)


class _Budget:
    """How much may still be played, and whether somebody wants an end."""

    def __init__(
        self,
        simulations: int | None,
        seconds: float | None,
        stop: Callable[[], bool] | None,
        progress: Callable[[int, int], None] | None,
        clock: Callable[[], float],
    ) -> None:
        self.simulations, self.seconds, self.stop, self.progress = simulations, seconds, stop, progress
        self.clock, self.begin, self.done, self.stopped = clock, clock(), 0, False

    def left(self) -> bool:
        """Tell whether one more simulation may be played."""
        if self.stop is not None and self.stop():
            self.stopped = True
            return False
        if self.simulations is not None and self.done >= self.simulations:
            return False
        return self.seconds is None or not self.done or self.clock() - self.begin < self.seconds

    def used(self, share: float) -> bool:
        """Tell whether a share of the budget is spent."""
        some = self.simulations is not None and self.done >= share * self.simulations
        return some or (self.seconds is not None and self.clock() - self.begin >= share * self.seconds)

    def spend(self) -> None:
        """Count a simulation; progress is told in simulations, or in milliseconds where time is the budget."""
        self.done += 1
        if self.progress and self.done % BLOCK == 0:
            if self.simulations is not None:
                self.progress(self.done, self.simulations)
            elif self.seconds is not None:
                all_ = round(1000 * self.seconds)
                self.progress(min(all_, round(1000 * (self.clock() - self.begin))), all_)


def search(
    state: State,
    rollout: str | Agent = "random",
    goal: str | Value = "win",
    simulations: int | None = None,
    seconds: float | None = None,
    seed: int | str | Random = 1,
    depth: int | None = None,
    method: Method = "flat",
    moves: Sequence[Move] | None = None,
    exact: int = 0,
    stop: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
    clock: Callable[[], float] = perf_counter,
    explore: float = EXPLORE,
) -> Found:
    """Return what the moves of the seat to act are worth.

    Args:
        state: a moment at which a seat acts; of a full state only what that seat sees is used.
        rollout: the bot that plays on for everybody, by name or as a function; its own move wins ties.
        goal: one of `GOALS`, or a function of a moment and a seat.
        simulations: how many games are played on at most.
        seconds: how long it may take; at least one simulation is played. One of the two must be given.
        seed: names the dice; the same seed and budget of simulations give the same answer.
        depth: play on for so many moves only, and value the moment reached; to the end without it.
        method: "flat" tries every move on the same dice and drops those that are clearly worse; "halving" drops the
            worse half again and again, so that a small budget goes to the moves between which it is hard to choose;
            "tree" (UCT) looks longer at what has done well, for everybody who moves, and finds the best answer to the
            best answer.
        moves: only these legal moves; all of them without it.
        exact: first try `solve` with so many moments.
        stop: asked before each simulation; once it says yes, the answer is what is known so far.
        progress: called now and then with what is done and with the budget (milliseconds for a budget of seconds).
        clock: tells the seconds.
        explore: how much a tree is drawn to moves that it has seldom tried; with 0 it goes on with what looks best once
            it has tried each, and may never see that another is better.

    Raises:
        ValueError: there is nothing to search, or nothing to search with; the message says why.
    """
    how = Searcher(rollout, goal, simulations, seconds, depth, method, exact, explore=explore)
    return Search(state, how, seed, moves, stop, progress, clock).to_the_end()


class Search:
    """A search that goes on simulation by simulation, so that a page can stay awake and show what is known so far.

    Its way and its budget are those of a player; the other arguments are those of `search`.

    >>> from fishlab import Fishery
    >>> asked = Search(Fishery.start(columns=2, rows=2, placed=[[0], [1]]), Searcher(simulations=30))
    >>> asked.go_on(), asked.found().simulations
    (True, 1)
    """

    def __init__(
        self,
        state: State,
        how: Searcher,
        seed: int | str | Random = 1,
        moves: Sequence[Move] | None = None,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int, int], None] | None = None,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        seat = state.turn()
        if seat == OVER:
            raise refusal("The game is over: there is no move left to search for.")
        if seat == CHANCE:
            raise refusal("It is chance's turn: a search chooses for a seat, so roll or draw first.")
        value, self.goal = goal_of(how.goal)
        policy = _policy(state, how.rollout)
        self.view = view = state.view(seat)
        choices = list(dict.fromkeys(view.moves() if moves is None else moves))
        for move in choices if moves is not None else ():
            if move not in view.moves():
                raise refusal("“{notation}” cannot be searched: it is not allowed now.", notation=view.notation(move))
        if not choices:
            raise refusal("There are no moves to search among: give at least one.")
        self.budget = _Budget(how.simulations, how.seconds, stop, progress, clock)
        self.how: str = how.method
        self._known: tuple[Choice, ...] | None = None
        if len(choices) == 1:
            self.how, self._known = "only move", (Choice(choices[0], 0, None, (choices[0],)),)
            return
        if how.exact and (found := _exactly(view, how.goal, seat, choices, how.exact)) is not None:
            self.how, self._known = "exact", found
            return
        rng = seed if isinstance(seed, Random) else Random(f"search/{seed}")
        own = policy(view, Random(rng.getrandbits(64)))
        choices.sort(key=lambda move: move != own)  # stable: the bot's own move first, so that it wins ties
        kinds: dict[Method, Callable[[_Task, int], _Flat | _Tree]]
        kinds = {"flat": _Flat, "halving": partial(_Halving, self.budget), "tree": partial(_Tree, how.explore)}
        task = _Task(view, seat, choices, policy, value, how.depth, self.goal)
        self._work = kinds[how.method](task, rng.getrandbits(62))
        self._run = self._work.play()

    def go_on(self) -> bool:
        """Play one more simulation, and tell whether there was one to play."""
        if self._known is not None or not self.budget.left() or next(self._run, None) is None:
            return False
        self.budget.spend()
        return True

    def to_the_end(self) -> Found:
        """Play all that the budget allows, and return what is known then."""
        while self.go_on():
            pass
        return self.found()

    def found(self) -> Found:
        """Return what is known so far."""
        choices = self._work.choices() if self._known is None else self._known
        ahead = self._work.ahead(choices) if self._known is None else None
        return Found(choices, self.budget.done, self.how, self.budget.stopped, self.view, self.goal, ahead)


@dataclass(frozen=True)
class Searcher:
    """A player that plays what a search finds.

    Attributes:
        rollout: the bot that plays on, and that moves itself where `when` says that no search is needed.
        goal: what it aims at.
        simulations: its budget for a move.
        seconds: or its time for a move.
        depth: where to cut a simulation short.
        method: "flat", "halving" or "tree".
        exact: moments that `solve` may look at first.
        when: tells where to search; everywhere without it.
        moves: returns the moves worth a search; all legal ones without it.
        about: what it does, in a line for those who choose an opponent.
        explore: how much a tree is drawn to moves that it has seldom tried.
    """

    rollout: str | Agent = "random"
    goal: str | Value = "win"
    simulations: int | None = None
    seconds: float | None = None
    depth: int | None = None
    method: Method = "flat"
    exact: int = 0
    when: Callable[[Any], bool] | None = None
    moves: Callable[[Any, Random], Sequence[Move]] | None = None
    about: str = ""
    explore: float = EXPLORE

    def __post_init__(self) -> None:
        """Refuse a budget, a way to search or a pull to rare moves that is none."""
        if self.simulations is None and self.seconds is None:
            raise refusal("A search needs a budget: give simulations=400, or seconds=1.")
        for name, count in (("simulations", self.simulations), ("depth", self.depth)):
            if count is not None and (isinstance(count, bool) or not isinstance(count, int) or count < 1):
                raise refusal(
                    "{name}={count} is not possible: choose a whole number from 1.", name=name, count=brief(count)
                )
        given, explore = self.seconds, self.explore
        if given is not None and not (isinstance(given, int | float) and 0 < given < math.inf):
            raise refusal("seconds={seconds} is not possible: choose a number above 0.", seconds=brief(given))
        if not (isinstance(explore, int | float) and 0 <= explore < math.inf):
            raise refusal("explore={explore} is not possible: choose a number from 0.", explore=brief(explore))
        if self.method not in ("flat", "halving", "tree"):
            words = mark("method={method} is not possible: choose 'flat', 'halving' or 'tree'.")
            raise refusal(words, method=brief(self.method))
        goal_of(self.goal)

    def __call__(self, view: State, rng: Random) -> Move:
        """Return the move to play."""
        if self.when is not None and not self.when(view):
            return _policy(view, self.rollout)(view, rng)
        few = None if self.moves is None else self.moves(view, rng)
        return Search(view, self, rng, few).to_the_end().best


def _policy(state: State, rollout: str | Agent) -> Agent:
    """Return the bot that plays on: one of the game's own as it is, any other with its moves checked."""
    known = bots_for(state)
    if isinstance(rollout, str):
        if rollout not in known:
            raise unknown_bot(state, rollout)
        return known[rollout]
    if rollout in known.values() or getattr(rollout, "__module__", "").startswith("fishlab."):
        return rollout
    return lambda view, rng: ask(rollout, view, rng)


def _play_on(
    state: State, policy: Agent, value: Value, seats: Iterable[Player], depth: int | None, rng: Random
) -> tuple[tuple[float, ...], tuple[Move, ...]]:
    """Play a moment on and return what came out for some seats, and the first moves."""
    own = own_generators(range(state.players), rng)
    line: list[Move] = []
    seat = state.turn()
    while seat != OVER and (depth is None or depth > 0):
        if seat == CHANCE:
            move = state.sample(rng)
        else:
            move = policy(state.view(seat) if state.secrets() else state, own[seat])
            depth = None if depth is None else depth - 1
        if len(line) < LINE:
            line.append(move)
        state = state.after(move)
        seat = state.turn()
    return tuple([value(state, seat) for seat in seats]), tuple(line)


def _come_out(
    state: State, policy: Agent, value: Value, seats: Iterable[Player], depth: int | None, rng: Random
) -> tuple[float, ...]:
    """Play a moment on and return what came out for some seats; whole games of random moves as fast as the game can."""
    if policy is not random_player or depth is not None:
        return _play_on(state, policy, value, seats, depth, rng)[0]
    end = state.play_out(rng)
    if value is GOALS["win"]:  # asked once for all seats
        winners = end.winners()
        return tuple([(seat in winners) / len(winners) for seat in seats])
    return tuple([value(end, seat) for seat in seats])


class _Task(NamedTuple):
    """What is searched, among which moves, who plays on, what is aimed at, and where a simulation is cut short."""

    view: State
    seat: Player
    choices: list[Move]
    policy: Agent
    value: Value
    depth: int | None
    aim: str

    def interval(self, total: float, squares: float, count: int) -> Interval:
        """Return a mean and its interval, from the squares of what differs from it; for wins within 0 to 1."""
        mean = total / count
        if self.aim != "win":
            return interval_of(mean, squares, count)
        wide = share_of(min(count, max(0, round(total))), count)
        return Interval(mean, min(mean, wide.low), max(mean, wide.high), count)


# Flat: every move on the same guesses and the same dice.


class _Flat:
    """What is known of each move, and which are still worth trying."""

    def __init__(self, task: _Task, seed: int) -> None:
        self.task, self.seed, self.alive, self.laps = task, seed, task.choices, 0
        self.values: dict[Move, list[float]] = {move: [] for move in task.choices}
        self.lines: dict[Move, list[tuple[Move, ...]]] = {move: [] for move in task.choices}

    def play(self) -> Iterator[bool]:
        """Play simulations one by one, until one move is clearly the best."""
        while len(self.alive) > 1:
            yield from self._lap()
            if self.laps % BLOCK == 0:
                self.alive = _promising(self.alive, self.values)

    def _lap(self) -> Iterator[bool]:
        """Try every move that is alive once more, on the same guess and the same dice."""
        trial, task = self.seed + 2 * self.laps, self.task
        whole = task.view.guess(Random(trial))
        for move in self.alive:
            after = whole.after(move)
            (worth,), line = _play_on(after, task.policy, task.value, (task.seat,), task.depth, Random(trial + 1))
            self.values[move].append(worth)
            self.lines[move].append(line)
            yield True
        self.laps += 1

    def choices(self) -> tuple[Choice, ...]:
        """Return the moves with their values, the best first."""
        made = []
        for move, worth in self.values.items():
            value = self.task.interval(sum(worth), _squares(worth), len(worth)) if worth else None
            made.append(Choice(move, len(worth), value, (move, *_usual(self.lines[move]))))
        return _ranked(made, self.alive)

    def ahead(self, choices: tuple[Choice, ...]) -> Interval | None:
        """Return how far the first of the choices is ahead of the second, on the dice that both were tried on."""
        one, other = (self.values[choice.move] for choice in choices[:2])
        apart = [mine - yours for mine, yours in zip(one, other, strict=False)]
        return interval_of(sum(apart) / len(apart), _squares(apart), len(apart)) if apart else None


class _Halving(_Flat):
    """The same, but the worse half is dropped after each equal part of the budget, clearly worse or not."""

    def __init__(self, budget: _Budget, task: _Task, seed: int) -> None:
        super().__init__(task, seed)
        self.budget = budget

    def play(self) -> Iterator[bool]:
        """Play simulations one by one, until one move is left."""
        rounds = math.ceil(math.log2(len(self.alive)))
        for number in range(1, rounds + 1):
            while not self.budget.used(number / rounds):
                yield from self._lap()
            kept = sorted(self.alive, key=self._rank)[: math.ceil(len(self.alive) / 2)]
            self.alive = [move for move in self.alive if move in kept]

    def _rank(self, move: Move) -> float:
        values = self.values[move]
        return -sum(values) / len(values) if values else math.inf


def _promising(alive: list[Move], values: dict[Move, list[float]]) -> list[Move]:
    """Return the moves that are not clearly worse than the best, compared on the same dice."""
    count = min(len(values[move]) for move in alive)
    best = max(alive, key=lambda move: sum(values[move][:count]))
    kept = []
    for move in alive:
        apart = [one - other for one, other in zip(values[best][:count], values[move][:count], strict=True)]
        mean, spread = sum(apart) / count, math.sqrt(_squares(apart) / (count - 1) / count)
        if move == best or mean <= CLEARLY * spread or (spread == 0 and mean == 0):
            kept.append(move)
    return kept


def _squares(values: Sequence[float]) -> float:
    """Return the sum of the squares by which values differ from their mean."""
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


def _usual(lines: list[tuple[Move, ...]]) -> tuple[Move, ...]:
    """Return the line that was played most often, move by move."""
    usual: list[Move] = []
    while len(usual) < LINE - 1:
        place = len(usual)
        lines = [line for line in lines if len(line) > place and (not place or line[place - 1] == usual[-1])]
        if not lines:
            break
        usual.append(Counter(line[place] for line in lines).most_common(1)[0][0])
    return tuple(usual)


def _ranked(made: list[Choice], alive: Sequence[Move]) -> tuple[Choice, ...]:
    """Return choices, the best first: those still in the race, then those dropped last; ties as they came."""
    racing = set(alive)

    def rank(one: Choice) -> tuple[bool, int, float]:
        dropped = one.move not in racing
        return dropped, -one.visits if dropped else 0, -one.value.mean if one.value else math.inf

    return tuple(sorted(made, key=rank))


# Tree: UCT, with a node for each line of moves. Chance moves by lot, everybody else for itself.


class _Node:
    __slots__ = ("after", "children", "legal", "moment", "squares", "totals", "untried", "visits")

    untried: list[Move]
    """Those of `legal` that were not tried."""
    children: list[_Node]
    """The nodes of `legal`, once all were tried."""

    def __init__(self, seats: int) -> None:
        self.after: dict[Move, _Node] = {}
        self.moment: State | None = None  # kept from the second visit on, where nobody hides anything
        self.legal: Sequence[Move] | None = None  # the moves among which was chosen here last
        self.visits = 0
        self.totals = [0.0] * seats
        self.squares = [0.0] * seats


class _Tree:
    """A tree that grows by a leaf with each simulation."""

    def __init__(self, explore: float, task: _Task, seed: int) -> None:
        self.task, self.rng, self.explore = task, Random(seed), explore
        self.root = _Node(task.view.players)

    def play(self) -> Iterator[bool]:
        """Play simulations one by one."""
        task, rng, seats = self.task, self.rng, range(self.task.view.players)
        low, high = math.inf, -math.inf
        while True:
            state = task.view.guess(rng)
            alike = state is task.view  # nobody hides anything: a line always leads to the same moment
            node, path = self.root, [self.root]
            legal: Sequence[Move] = task.choices
            actor = task.seat
            while actor != OVER:
                move = state.sample(rng) if actor == CHANCE else _pick(node, legal, actor, low, high, self.explore, rng)
                later = node.after.get(move)
                if fresh := later is None:
                    later = node.after[move] = _Node(len(seats))
                node = later
                path.append(node)
                if alike and node.moment is not None:
                    state = node.moment
                else:
                    state = state.after(move)
                    if alike and not fresh:
                        node.moment = state
                if fresh:
                    break
                actor = state.turn()
                legal = state.moves() if actor >= 0 else legal
            worth = _come_out(state, task.policy, task.value, seats, task.depth, rng)
            low, high = min(low, *worth), max(high, *worth)
            for node in path:
                node.visits += 1
                for place, one in enumerate(worth):
                    node.totals[place] += one
                    node.squares[place] += one * one
            yield True

    def choices(self) -> tuple[Choice, ...]:
        """Return the moves with their values, the one looked at most first."""
        made = []
        for move in self.task.choices:
            child = self.root.after.get(move) or _Node(self.task.view.players)
            total, visits, value = child.totals[self.task.seat], child.visits, None
            if visits:
                apart = child.squares[self.task.seat] - visits * (total / visits) * (total / visits)
                value = self.task.interval(total, max(0.0, apart), visits)
            made.append(Choice(move, visits, value, _main(move, child)))
        return tuple(sorted(made, key=lambda one: (-one.visits, -one.value.mean if one.value else math.inf)))

    def ahead(self, choices: tuple[Choice, ...]) -> Interval | None:
        """Return None: the branches of a tree do not share their dice."""
        return None


def _pick(
    node: _Node, legal: Sequence[Move], actor: Player, low: float, high: float, explore: float, rng: Random
) -> Move:
    """Return a move not yet tried, by lot; or the one that promises most."""
    after = node.after
    if legal is not node.legal:
        node.legal, node.untried, node.children = legal, [move for move in legal if move not in after], []
    if node.untried:
        return node.untried.pop(rng.randrange(len(node.untried)))
    children = node.children = node.children or [after[move] for move in legal]
    wide, log, sqrt = (high - low) or 1.0, math.log(node.visits + 1), math.sqrt
    hopes = [
        (child.totals[actor] / (visits := child.visits) - low) / wide + explore * sqrt(log / visits)
        for child in children
    ]
    return legal[hopes.index(max(hopes))]


def _main(move: Move, node: _Node) -> tuple[Move, ...]:
    """Return a move and the line that the tree looked at most."""
    line = [move]
    while node.after and len(line) < LINE:
        later, node = max(node.after.items(), key=lambda pair: pair[1].visits)
        line.append(later)
    return tuple(line)


# Exact: every line to the end.


def _exactly(
    view: State, goal: str | Value, seat: Player, choices: list[Move], moments: int
) -> tuple[Choice, ...] | None:
    """Return the choices with their exact values, None where they are out of reach."""
    try:
        found = solve(view, goal, moments)
    except TooLarge:
        return None
    made = [
        Choice(move, 0, Interval(found[move][seat], found[move][seat], found[move][seat], 0), (move,))
        for move in choices
    ]
    return _ranked(made, choices)
