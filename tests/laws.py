"""The laws that every game obeys on random play, with no exemptions.

As a program, `python tests/laws.py GAME [SEEDS]` holds one game to them, also before it is registered.
"""

from __future__ import annotations

import importlib
import inspect
import sys
from collections.abc import Iterable, Iterator
from itertools import combinations
from random import Random
from typing import Any

import fishlab
from fishlab.core import CHANCE, OVER, Move, Player, State
from fishlab.match import Match

COURSE = ("boom", "pisces", "fishery", "fleet", "freshfish")
"""The games of the course. They promise more than the laws ask of every game: plots, a ladder of opponents, boards and
rules on paper. A test of such a promise goes through these names; all others go through `fishlab.GAMES`."""


def variants(game: type[State]) -> list[dict[str, Any]]:
    """Return the option sets to try: the defaults, and those of `tests/<game>/variants.py`."""
    try:
        own: list[dict[str, Any]] = importlib.import_module(f"{game.name}.variants").VARIANTS
    except ModuleNotFoundError:
        own = []
    return [{}, *own]


def walk(start: State, rng: Random, limit: int = 5000) -> Iterable[tuple[State, tuple[str | int, ...]]]:
    """Yield (state, move) along one random game, until it is over."""
    state = start
    for _ in range(limit):
        if state.turn() == OVER:
            return
        move = state.sample(rng)
        yield state, move
        state = state.after(move)
    raise AssertionError(f"{start.name}: a random game did not end within {limit} moves")


def check_state(state: State, rng: Random) -> None:
    """Hold one moment to the laws of moves, views and guesses."""
    seat, moves = state.turn(), state.moves()
    assert (seat == OVER) == (len(moves) == 0), "OVER exactly when there are no moves"
    assert len(state.scores()) == state.players
    assert state.winners(), "somebody always leads"
    if seat >= 0:
        assert len(set(moves)) == len(moves), "a player's moves are distinct"
        assert seat < state.players
        assert list(state.view(seat).moves()) == list(moves), "a view offers its owner the same moves"
    for move in moves[:3] + moves[-2:]:
        assert all(type(part) in (str, int) for part in move)
        assert state.parse(state.notation(move)) == move, "notation parses back"
        printed = " ".join(state.names().get(str(part), str(part)) for part in move)
        for typed in (state.notation(move).upper(), printed, printed.replace("-", " ") + "."):
            assert state.read(typed) == move, f"“{typed}” is read as it is meant"
        assert state.why_not(move) == "", f"a legal move has no reason against it: {move}"
        assert state.say(move)
        if not state.secrets():
            assert state.after(move).view(CHANCE) == state.after(move), "a move that others may not see is a secret"
    assert state.prompt()
    for nonsense in ((), ("no",), ("bid", "x", 3), ("net", -1), ("take", 10**9, ""), (0,), ("roll", 7), ("roll",)):
        if nonsense not in moves:
            assert state.why_not(nonsense), f"{nonsense} is refused with a reason"
    for viewer in range(state.players):
        view = state.view(viewer)
        assert type(view) is type(state)
        assert view == state or state.secrets(), "a moment that hides something says so: screens are covered then"
        assert view.view(viewer) == view, "a view of a view is the same view"
        assert view.turn() == seat, "everybody sees whose turn it is"
        assert view.scores() is not None
        guess = view.guess(rng)
        assert guess.view(viewer) == view, "a guess fits the view it came from"
        assert guess.turn() == seat
        if seat != OVER:
            assert guess.moves(), "a guess that is not over has a move"
        if seat == CHANCE:
            assert view.moves(), "a view of a chance node has moves"


def check_views(state: State, rng: Random) -> None:
    """Hold the views of one moment to the law that a view differs from the state only in what its owner cannot know.

    Who chose can tell its choices apart. For everybody else, and for a stranger, views and words tell the same: moves
    that are told in the same words lead to the same view, and moves that lead to the same view are told alike. (Before
    a card is drawn, what lay open may just have been shuffled into the pile: this a view forgets, and words do not.)
    """
    moves = list(dict.fromkeys(state.moves()))
    after = {move: state.after(move) for move in rng.sample(moves, min(6, len(moves)))}
    for viewer in (CHANCE, *range(state.players)):
        seen = {move: moment.view(viewer) for move, moment in after.items()}
        for one, other in combinations(after, 2):
            if after[one] == after[other]:
                continue
            alike = state.say(one, viewer) == state.say(other, viewer)
            if viewer == state.turn() >= 0:
                assert seen[one] != seen[other], f"who chose {one} knows it"
            elif alike:
                assert seen[one] == seen[other], f"viewer {viewer} sees no more of {one} and {other} than is said"
            elif after[one].turn() != CHANCE:
                assert seen[one] != seen[other], f"viewer {viewer} is told no more of {one} and {other} than is seen"


def check_sealed(match: Match) -> None:
    """Hold a match to the law that a choice which others cannot see, and which is opened later, lies `sealed`."""
    for place, (state, move) in enumerate(zip(match.states, match.moves, strict=False)):
        if not state.secrets() or state.turn() < 0:
            continue
        for viewer in set(range(state.players)) - {state.turn()}:
            others = (one for one in twins(state, match.states[place + 1], viewer) if one != move)
            if (other := next(others, None)) is not None:
                opened = first_difference(match, place + 1, state.after(other), viewer)
                hidden = match.states[place + 1 : opened]
                assert opened is None or all(moment.sealed() for moment in hidden), f"{move} lies sealed"


def first_difference(match: Match, place: int, world: State, viewer: Player) -> int | None:
    """Return where a viewer can tell a match from another world that goes on alike, None if it never can."""
    for here in range(place, len(match.states)):
        if match.states[here].view(viewer) != world.view(viewer):
            return here
        if match.moves[here : here + 1] and match.moves[here] not in world.moves():
            return None  # the worlds part by what is played, not by what is opened
        world = world.after(match.moves[here]) if here < len(match.moves) else world
    return None


def twins(state: State, wanted: State, viewer: Player) -> Iterator[Move]:
    """Yield the moves after which a viewer sees the same as at a wanted moment."""
    view = wanted.view(viewer)
    return (move for move in dict.fromkeys(state.moves()) if state.after(move).view(viewer) == view)


def worlds(start: Match, viewer: Player, seed: object, most: int = 70) -> Iterator[tuple[Match, Match]]:
    """Yield two matches, move by move, that look the same to a seat, or to `CHANCE`, a stranger: twins by equal view.

    What lay open and is shuffled into the pile is remembered (see `check_views`): there the words are equal too.
    """
    rng = Random(f"{start.game.name}/{start.seats}/{viewer}/{seed}")
    one, other = (Match.from_json(start.to_json()) for _ in range(2))
    while one.state.turn() != OVER and len(one.moves) < most:
        moves = list(dict.fromkeys(one.state.moves()))
        rng.shuffle(moves)
        for move in moves[:8]:
            after, said = one.state.after(move), one.state.say(move, viewer)
            same = list(twins(other.state, after, viewer))
            if after.turn() == CHANCE:
                same = [twin for twin in same if other.state.say(twin, viewer) == said]
            elif move in same:  # dice that come to the same are open to all, and then forgotten
                there = other.state.after(move)
                same = [twin for twin in same if twin == move or other.state.after(twin) != there]
            if same:
                one.play(move)
                other.play(rng.choice(same))
                break
        else:  # all is opened now: from here on they may differ again
            one.play(moves[0])
            other = Match.from_json(one.to_json())
        yield one, other


def check_game(game: type[State], players: int, options: dict[str, Any], seed: int, every: int = 1) -> None:
    """Play one random game and hold it to the laws; `every` thins out the expensive checks."""
    rng = Random(f"{game.name}/{players}/{options}/{seed}")
    match = Match(game, players, **options)
    tally = dict(match.state.tally())
    for step, (state, move) in enumerate(walk(match.state, rng)):
        if step % every == 0:
            check_state(state, rng)
        if step % every == 0 or state.sealed():
            check_views(state, rng)
        assert move in state.moves(), "a sampled move is legal"
        match.play(move)
        assert dict(match.state.tally()) == tally, f"conservation after {move}"
    check_state(match.state, rng)
    check_sealed(match)
    check_saving(match)
    check_undo(match, rng)


def check_saving(match: Match) -> None:
    """JSON and save code replay to equal states."""
    for again in (Match.from_json(match.to_json()), Match.from_code(match.code())):
        assert again.states == match.states
        assert again.moves == match.moves
        assert again.options == match.options


def check_undo(match: Match, rng: Random) -> None:
    """Undo restores, redo plays again."""
    states, moves = list(match.states), list(match.moves)
    back = rng.randint(0, len(moves))
    match.undo(back)
    assert match.states == states[: len(states) - back]
    match.redo(back)
    assert (match.states, match.moves) == (states, moves)


def find_game(module: str) -> type[State]:
    """Return the game of a folder of `fishlab`, registered for saving if it is not yet."""
    found = importlib.import_module(f"fishlab.{module}.rules")
    game = next(
        kind
        for kind in vars(found).values()
        if inspect.isclass(kind) and issubclass(kind, State) and kind.__module__ == found.__name__
    )
    fishlab.GAMES.setdefault(game.name, game)
    return game


def main(module: str, seeds: str = "5") -> None:
    """Hold one module's game to the laws and say so."""
    game = find_game(module)
    for options in variants(game):
        for players in game.seats:
            for seed in range(int(seeds)):
                check_game(game, players, options, seed)
            print(f"{game.name}: {players} players, {options or 'defaults'}: {seeds} games obey the laws")


if __name__ == "__main__":
    main(*sys.argv[1:])
