"""Play again the games that the packages keep as tables; a table made again is the same, game by game.

    python tools/kept_games.py ends --games 256
    python tools/kept_games.py deviations --games 200
    python tools/kept_games.py form --form lesson --games 64 --players 4
    python tools/kept_games.py gifts --games 300

make `ends.csv`, `deviations.csv` and `form-lesson.csv` of `fishlab.lab.search`, and `gifts.csv` of
`fishlab.fleet`; `--out` says where. Gifts take about three minutes. Of the others a game takes a second or so, for
players look ahead (`fishlab.lab.search.look_ahead`); rows that are in the file stay.

Everybody looks ahead for the team at one end, and for itself at the other; a mixed team imagines another policy for
each seat, tries more games, and fears empty plates less. A deviation is one seat that leaves an end, each seat in turn.
Between the ends, who talks promises, every year anew or once and for all, to look ahead for the team; in a year in
which a seat breaks its word it looks ahead for itself. How often a word is kept is an assumption, not a finding
(`fishlab.lab.treatments`). Under a rule the games have the options of a table of people (`fishlab.boom.treatments`),
inspector or licence included; every seat looks ahead for itself, fines paid, and imagines that all play the policy that
was found under that rule. Whether a rule is kept is its own choice. Instead of voting, the seats begin with the quota
that they would be given.

Of a form of the game all this is kept (`fishlab.lab.search.forms`). Game i of the full form is game i of `ends.csv`,
with what its years brought.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FORMS, FULL, SHARED, TERMS
from fishlab.core import CHANCE, Agent
from fishlab.fleet import Fleet, gifts
from fishlab.lab.engine.batch import EMPTY, chance_move
from fishlab.lab.policies import Policy, agents, tape
from fishlab.lab.policies.tape import Luck
from fishlab.lab.search import forms
from fishlab.lab.search.ends import SEED, Lone, Row
from fishlab.lab.search.look_ahead import Decision, LookAhead, think
from fishlab.lab.search.tuned import MIXED, RULES, tuned, tuned_mixed
from fishlab.lab.treatments import treatments
from fishlab.match import Match

CHUNK: Final = 64
"""Games that are played side by side."""
PLAYERS: dict[str, LookAhead | Policy] = {
    "team": LookAhead("team", forms.CONTINUATIONS["team"]),
    "own": LookAhead("own", forms.CONTINUATIONS["own"]),
}
"""Who plays at each end, in every seat; of two countries in the full game both fear empty plates less (`own_empty`)."""
LESS: Final = 0.5
"""How much less than usual an empty plate may cost in what is imagined; chosen in games of another seed."""
RIVAL: Final = LookAhead("place", forms.CONTINUATIONS["place"])
"""Who plays for its place."""
OWN_BUDGET: Final = forms.CONTINUATIONS["own"]


def own_empty(players: int) -> float:
    """Return what an empty plate costs in the imagination of who plays the full game for itself.

    Among two a seat that feared them less than the others gained by it, so there both do: then one gains no more by
    fearing them less still.
    """
    return EMPTY - LESS if players == 2 else EMPTY


DEVIATIONS: dict[str, Callable[[int], LookAhead | Policy]] = {
    "own: no search": lambda players: tuned("own", players),
    "own: four times the search": lambda players: LookAhead("own", 4 * OWN_BUDGET, (), own_empty(players)),
    "own: fears empty plates less": lambda players: LookAhead("own", OWN_BUDGET, (), own_empty(players) - LESS),
    "own: for the team": lambda _players: LookAhead("team", OWN_BUDGET),
    "team: for itself": lambda _players: LookAhead("own", forms.CONTINUATIONS["team"]),
}
"""What one seat does instead, by the end that it leaves and a name."""


# Who sits at a table.


@dataclass(frozen=True, slots=True)
class Promise:
    """A seat that has given its word for every year: with some chance it keeps it, otherwise it does something else.

    Attributes:
        kept: who plays a year in which the word is kept.
        broken: who plays the others.
        word: a policy whose `compliance` and `fade` say how likely it is to be kept; the luck of the game decides.
    """

    kept: LookAhead
    broken: LookAhead
    word: Policy

    def plays(self, luck: Luck, year: int, seat: int) -> LookAhead:
        """Return who plays a year in the first game of some luck."""
        byte = luck.byte(luck.layout.plane(year - 1, seat, tape.COMPLIANCE), 0)
        return self.kept if byte < self.word.complies(year) else self.broken


Seat = LookAhead | Policy | Promise
"""Who may sit at a table."""


def seats_of(name: str, players: int, game: int, form: str = FULL) -> list[Seat]:
    """Return who sits where in a game of an end, of a deviation or of a treatment between the ends."""
    if name in ("one-agreement", "yearly-agreement"):
        alone = player_at("own", players, form)
        return [Promise(PLAYERS["team"], alone, word) for word in treatments(form)[name].profile(players)]
    if name == "place":
        return [RIVAL] * players
    if name == MIXED:
        return [LookAhead("team", forms.CONTINUATIONS[MIXED], tuned_mixed(players), EMPTY - LESS)] * players
    if name in RULES:
        imagined = (tuned(name, players, form),) * players
        return [LookAhead("own", forms.CONTINUATIONS["own"], imagined)] * players
    seats: list[Seat] = [player_at(name.split(":")[0], players, form)] * players
    if name in DEVIATIONS:
        seats[game % players] = DEVIATIONS[name](players)
    return seats


def player_at(end: str, players: int, form: str = FULL) -> LookAhead | Policy:
    """Return who plays at an end."""
    player = PLAYERS[end]
    if end == "own" and form == FULL and isinstance(player, LookAhead):
        player = replace(player, empty=own_empty(players))
    return player


def options_of(name: str, players: int, form: str = FULL) -> dict[str, Any]:
    """Return the options of a game of an end, of a deviation or of a treatment."""
    options = FORMS[form].options()
    if name in RULES:
        options |= TERMS[name].options(players) | {"quota": SHARED // players}
        options.pop("vote", None)
    return options


# Many games at a time.


class _Sitting:
    """One game being played."""

    def __init__(self, seats: Sequence[Seat], seed: int, game: int, options: dict[str, Any]) -> None:
        self.match = Match(Boom, len(seats), **options)
        self.luck = tape.draw(self.state.sheet, len(seats), seed, game, game + 1)
        self.rng = thinking(seed, game)
        self.seats = seats
        plain = [seat if isinstance(seat, Policy) else Policy() for seat in seats]
        self.agents: list[Agent] = agents(plain, self.luck)
        self.decision: Decision | None = None

    @property
    def state(self) -> Boom:
        """The moment that it stands at."""
        state = self.match.state
        assert isinstance(state, Boom)
        return state

    def go_on(self) -> None:
        """Play until a decision is to be thought about, or to the end."""
        self.decision = None
        while not self.match.over and self.decision is None:
            state = self.state
            seat = self.seats[state.seat]
            if isinstance(seat, Promise):
                seat = seat.plays(self.luck, state.year, state.seat)
            if state.turn() == CHANCE:
                self.match.play(chance_move(state, self.luck))
            elif isinstance(seat, Policy):
                self.match.play(self.agents[state.seat](state, self.rng))
            elif len(state.moves()) == 1:
                self.match.play(state.moves()[0])
            else:
                self.decision = Decision(state, seat, self.rng)


def thinking(seed: int, game: int) -> Random:
    """Return the generator with which the players of a game think; each decision takes one number from it."""
    return Random(f"look ahead/{seed}/{game}")


def play_tables(tables: Sequence[tuple[Sequence[Seat], int]], seed: int = SEED, **options: Any) -> list[Match]:
    """Play one game at each of some tables: who sits there, and the number of the game.

    Games are played at a time, so that what their players imagine shares the engine's calls; each is the same whichever
    are played beside it. Game i of a seed has the dice that it has in `fishlab.lab.play`.
    """
    sittings = [_Sitting(seats, seed, game, options) for seats, game in tables]
    for sitting in sittings:
        sitting.go_on()
    while open_ones := [sitting for sitting in sittings if sitting.decision is not None]:
        year = min(sitting.state.year for sitting in open_ones)  # those ahead wait: a year is played together
        now = [sitting for sitting in open_ones if sitting.state.year == year]
        think(sitting.decision for sitting in now if sitting.decision is not None)
        for sitting in now:
            if sitting.decision is not None and sitting.decision.done:
                sitting.match.play(sitting.decision.choice())
                sitting.go_on()
    return [sitting.match for sitting in sittings]


# Their rows.


def row_of(name: str, game: int, match: Match) -> Row | Lone:
    """Return a finished game of an end or of a deviation as the row that is kept of it."""
    state = match.state
    assert isinstance(state, Boom)
    points, players = state.own_scores(), state.players
    if name in DEVIATIONS:
        seat = game % players
        return Lone(name, players, game, seat, points[seat], sum(points))
    return Row(name, players, game, points, _living(state))


def form_row_of(name: str, game: int, match: Match) -> forms.Game:
    """Return a finished game of a form as the row that is kept of it."""
    state = match.state
    assert isinstance(state, Boom)
    seats, years = range(state.players), range(1, state.sheet.years + 1)
    yearly = tuple(sum(state.year_score(seat, year) for seat in seats) for year in years)
    choices, now = [0] * state.players, match.game.start(state.players, **match.options)
    for move in match.moves:
        if now.turn() in seats and len(now.moves()) > 1:
            choices[now.turn()] += 1
        now = now.after(move)
    points, fines = state.own_scores(), state.fines()
    return forms.Game(name, state.players, game, points, fines, _living(state), yearly, tuple(choices))


def _living(state: Boom) -> tuple[int, ...]:
    """Return how many fish lived when each year began, 0 after the sea was empty."""
    return tuple(state.seas[year].bit_count() if year < len(state.seas) else 0 for year in range(state.sheet.years))


def remade(name: str, players: int, games: Sequence[int]) -> list[Row | Lone]:
    """Play some games of an end or of a deviation, and return their rows."""
    matches = play_tables([(seats_of(name, players, game), game) for game in games])
    return [row_of(name, game, match) for game, match in zip(games, matches, strict=True)]


def remade_in_form(form: str, name: str, players: int, games: Sequence[int]) -> list[forms.Game]:
    """Play some games of a form, and return their rows."""
    tables = [(seats_of(name, players, game, form), game) for game in games]
    matches = play_tables(tables, **options_of(name, players, form))
    return [form_row_of(name, game, match) for game, match in zip(games, matches, strict=True)]


def play_gift(number: int, gift: str = "none") -> Match:
    """Play a kept game of Fleet in which seat A begins with a licence."""
    if gift not in gifts.COLUMNS:
        raise ValueError(f"{gift!r} cannot be given: choose {', '.join(gifts.COLUMNS)}")
    start = Fleet.start(gifts.PLAYERS, first=number % gifts.PLAYERS)
    own, *others = start.sides
    return gifts.play(number, start if gift == "none" else start.but(sides=(own._replace(licences=(gift,)), *others)))


def gift_rows(games: int, start: int = 0) -> Iterator[str]:
    """Play games with every gift and yield their lines of the table."""
    for number in range(start, start + games):
        points = [play_gift(number, gift).state.scores()[0] for gift in gifts.COLUMNS]
        yield ",".join(map(str, (number, *points)))


# The files.


class Table(NamedTuple):
    """A table of games that are kept."""

    row: type[Row] | type[Lone] | type[forms.Game]
    names: tuple[str, ...]
    games: int
    play: Callable[[str, int, Sequence[int]], Sequence[tuple[Any, ...]]]
    """Plays games of a name and a number of players, and returns their rows."""


def tables(form: str = FULL) -> dict[str, Table]:
    """Return the tables of games that players play who look ahead; a form has one of its own."""
    return {
        "ends": Table(Row, (*PLAYERS, MIXED), 256, remade),
        "deviations": Table(Lone, tuple(DEVIATIONS), 200, remade),
        "form": Table(forms.Game, forms.PLAYED, 64, partial(remade_in_form, form)),
    }


def text_of(row: tuple[Any, ...]) -> str:
    """Return a row as it stands in its file."""
    return ",".join(" ".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in row)


def write(path: Path, table: Table, names: Sequence[str], games: int, players: Sequence[int]) -> None:
    """Play the games that a file does not have yet, and write it, chunk by chunk: the most players first."""
    rows = path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else []
    for number in players:
        for name in names:
            have = {line.split(",")[2] for line in rows if line.startswith(f"{name},{number},")}
            missing = [game for game in range(games) if str(game) not in have]
            for begin in range(0, len(missing), CHUNK):
                some = missing[begin : begin + CHUNK]
                rows += map(text_of, table.play(name, number, some))
                rows.sort(key=lambda line: (-int(line.split(",")[1]), line.split(",")[0], int(line.split(",")[2])))
                path.write_text("\n".join([",".join(table.row._fields), *rows]) + "\n", encoding="utf-8")
                print(f"{name}, {number} players: games up to {some[-1] + 1} are there", file=sys.stderr, flush=True)


def write_gifts(path: Path, games: int) -> None:
    """Play games with every gift and write their table."""
    with path.open("w", encoding="utf-8") as out:
        print("game", *gifts.COLUMNS, sep=",", file=out)
        for line in gift_rows(games):
            print(line, file=out, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make a table again."""
    known = argparse.ArgumentParser(description="Play again the games that the packages keep as tables.")
    commands = known.add_subparsers(dest="table", required=True, metavar="TABLE")
    for name, table in tables().items():
        one = commands.add_parser(name, help=f"{name}.csv of fishlab.lab.search")
        one.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(table.names)}; all if none")
        one.add_argument("--games", type=int, default=table.games, help="games of each (default: %(default)s)")
        one.add_argument("--players", type=int, nargs="+", default=[4, 3, 2], help="default: %(default)s")
        if name == "form":
            one.add_argument("--form", choices=tuple(FORMS), required=True, help="of the game")
    given = commands.add_parser("gifts", help="gifts.csv of fishlab.fleet")
    given.add_argument("--games", type=int, default=300, help="default: %(default)s")
    for name, one in commands.choices.items():
        one.add_argument("--out", type=Path, help=f"the file (default: {name}.csv, of a form form-NAME.csv)")
    asked = known.parse_args(arguments)
    form = getattr(asked, "form", FULL)
    out = asked.out or Path(f"form-{form}.csv" if asked.table == "form" else f"{asked.table}.csv")
    if asked.table == "gifts":
        return write_gifts(out, asked.games)
    table = tables(form)[asked.table]
    if wrong := [name for name in asked.names if name not in table.names]:
        known.error(f"{wrong[0]!r:.40} is not played here: choose {', '.join(table.names)}")
    return write(out, table, asked.names or table.names, asked.games, asked.players)


if __name__ == "__main__":
    main()
