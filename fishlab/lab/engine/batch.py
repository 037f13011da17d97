"""What a batch of games leaves behind: the sheets of all games, what they come to, and any one game move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from fishlab.boom.phases import overtime
from fishlab.boom.rules import Boom
from fishlab.boom.setup import Setup
from fishlab.boom.treatments import FACES, NO_QUOTA
from fishlab.core import CHANCE, Move
from fishlab.lab.policies import Policy, agents, in_255ths, reckon, tape
from fishlab.lab.policies.tables import NO_PICK
from fishlab.lab.policies.tape import Luck
from fishlab.match import Match
from fishlab.messages import refusal

Array = NDArray[Any]

EMPTY: Final = 2
"""Points that an empty plate costs by the rules."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """The sheets of many games when they are over; the last axis counts the games, years count from 0.

    Masks of rows come in parts: `Batch.where` says in which part and at which bit a row is.
    """

    fish: Array
    """Fish in each box, by [year, seat, game]; one year more than is played."""
    plates: Array
    """Plates in each box, by [year, seat, game]; one year more than is played."""
    picks: Array
    """Boxes marked, numbers of `PICKS`, by [year, seat, game]; `NO_PICK` in years that were not played."""
    taken: Array
    """Masks of the fish taken, by [year, seat, part, game]."""
    killed: Array
    illegal: Array
    """Masks of the fish that illegal fishing killed, by [year, part, game]."""
    seas: Array
    """Masks of the fish that were not depleted when the year began, by [year, part, game]."""
    shields: Array
    """Masks of the species with a shield, by [game]."""
    fines: Array
    """Points of fines, by [seat, game] (not in the rulebook)."""
    trades: Array
    """Points earned less points paid for quota, by [seat, game] (not in the rulebook)."""
    ended: Array
    """The last year that was played, counted from 1, by [game]."""

    @classmethod
    def blank(cls, years: int, players: int, games: int, parts: int = 2, masks: Any = np.uint16) -> Sheets:
        """Return the sheets before the first year."""
        return cls(
            fish=np.zeros((years + 1, players, games), np.int8),
            plates=np.zeros((years + 1, players, games), np.int8),
            picks=np.full((years, players, games), NO_PICK, np.uint8),
            taken=np.zeros((years, players, parts, games), masks),
            killed=np.zeros((years, players, parts, games), masks),
            illegal=np.zeros((years, parts, games), masks),
            seas=np.zeros((years + 1, parts, games), masks),
            shields=np.zeros(games, np.uint16),
            fines=np.zeros((players, games), np.float32),
            trades=np.zeros((players, games), np.float32),
            ended=np.full(games, years, np.int8),
        )

    def games(self, start: int, stop: int) -> Sheets:
        """Return the sheets of some of the games, without a copy."""
        return Sheets(*(getattr(self, name)[..., start:stop] for name in self.__slots__))

    def boxes(self, setup: Setup) -> tuple[Array, Array]:
        """Return fish and plates of the boxes that count, by [year, seat, game]."""
        fish, plates = self.fish[:-1], self.plates[:-1]
        if not setup.score_unplayed_year:
            played = np.arange(setup.sheet.years)[:, None] < self.ended
            plates = plates * played[:, None]
        return fish, plates

    def own(self, setup: Setup, empty: float = EMPTY) -> Array:
        """Return every country's own score by [seat, game]: by the rules, or with another price of an empty plate."""
        fish, plates = self.boxes(setup)
        filled = np.minimum(fish, plates).sum(axis=0, dtype=np.int16)
        scores: Array = (1 + empty) * filled - empty * plates.sum(axis=0, dtype=np.int16)
        return scores


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Many games that were played with one profile of policies.

    Arrays have the games on their last axis. `scores`, `total`, `collapse`, `living` and the others are worked out when
    they are asked for.
    """

    policies: tuple[Policy, ...]
    options: Mapping[str, Any]
    seed: int
    start: int
    """The number of the first game of this seed."""
    setup: Setup
    where: tuple[tuple[int, int], ...]
    """For each row of the sheet its part and bit in the masks."""
    sheets: Sheets
    whole: bool = True
    """Whether the games were played from their beginning: only those can be told move by move."""

    def __repr__(self) -> str:
        return f"<Batch of boom: {self.games:,} games, {self.players} players, seed {self.seed}>"

    @property
    def games(self) -> int:
        """How many games were played."""
        return int(self.sheets.ended.size)

    @property
    def players(self) -> int:
        """How many seats play."""
        return self.setup.players

    @property
    def years(self) -> int:
        """How many years the sheet has."""
        return self.setup.sheet.years

    # Points.

    def own(self) -> Array:
        """Return every country's own score by the rules, by [seat, game]."""
        return self.sheets.own(self.setup)

    def scores(self) -> Array:
        """Return the scores as the game counts them, by [seat, game]; together everyone has the total."""
        own = self.own()
        return np.broadcast_to(own.sum(axis=0, dtype=np.int16), own.shape) if self.setup.cooperative else own

    def net(self) -> Array:
        """Return own scores less fines, plus or less what quota was sold or bought for, by [seat, game]."""
        net: Array = self.own() - self.sheets.fines + self.sheets.trades
        return net

    def total(self) -> Array:
        """Return the collective total score before fines, by [game]; after them it is the sum of `net` over seats."""
        total: Array = self.own().sum(axis=0, dtype=np.int16)
        return total

    def unmet(self) -> Array:
        """Return how many plates stayed empty, by [seat, game]."""
        fish, plates = self.sheets.boxes(self.setup)
        unmet: Array = np.maximum(plates - fish, 0).sum(axis=0, dtype=np.int16)
        return unmet

    def catch(self) -> Array:
        """Return the fish lying in each year's box, by [year, seat, game]."""
        return self.sheets.fish[:-1]

    # The sea.

    def collapse(self) -> Array:
        """Return the year after which the sea was empty, 0 if it never was, by [game]."""
        empty = ~self.sheets.seas[1 : self.years].any(axis=1).all(axis=0)
        collapse: Array = np.where(empty, self.sheets.ended, np.int8(0))
        return collapse

    def _left(self, end: bool) -> Array:
        seas = self.sheets.seas[: self.years]
        if not end:
            return seas
        dead = np.bitwise_or.reduce(self.sheets.taken | self.sheets.killed, axis=1) | self.sheets.illegal
        left: Array = seas & ~dead
        return left

    def living(self, end: bool = False) -> Array:
        """Return how many fish live when each year begins, or at its `end` before depletion, by [year, game]."""
        living: Array = np.bitwise_count(self._left(end)).sum(axis=1, dtype=np.uint8)
        return living

    def living_by_species(self, end: bool = False) -> Array:
        """Return how many fish of each species live in each year, by [year, species, game]."""
        left = self._left(end)
        kinds = self.setup.sheet.species
        found = np.empty((left.shape[0], len(kinds), left.shape[-1]), np.uint8)
        for place, kind in enumerate(kinds):
            parts = self._parts(kind.mask)[:, None].astype(left.dtype)
            found[:, place] = np.bitwise_count(left & parts).sum(axis=1)
        return found

    def _parts(self, mask: int) -> Array:
        parts = [0] * self.sheets.seas.shape[1]
        for row, (part, bit) in enumerate(self.where):
            parts[part] |= (mask >> row & 1) << bit
        return np.array(parts, np.uint64)

    def masks(self, parts: Array) -> Array:
        """Return masks of the sheet (bit r for row r) from masks in parts; the axis of the parts goes away."""
        found = np.zeros((*parts.shape[:-2], parts.shape[-1]), np.uint64)
        for row, (part, bit) in enumerate(self.where):
            here = parts[..., part, :] >> parts.dtype.type(bit) & parts.dtype.type(1)
            found |= here.astype(np.uint64) << np.uint64(row)
        return found

    def damage(self) -> Array:
        """Return every country's damage in fish-years, by [seat, game], as `Boom.damage` counts it.

        A lost fish-year is the loss of whoever caught it, or of whatever killed the fish that pointed to it in equal
        shares. So every caught fish weighs one, and its share of all that is depleted after it.
        """
        marks = self.sheets.taken | self.sheets.killed
        return self._weigh(lambda year: np.moveaxis(marks[year], 0, 1))

    def illegal_damage(self) -> Array:
        """Return the damage of illegal fishing in fish-years, by [game]."""
        found: Array = self._weigh(lambda year: self.sheets.illegal[year][:, None])[0]
        return found

    def _weigh(self, marks: Any) -> Array:
        """Sum the weight of caught fish; `marks(year)` gives masks by [part, cause, game]."""
        sheet, seas = self.setup.sheet, self.sheets.seas
        rows = range(len(sheet.names))
        weight = [np.ones(self.games, np.float32) for _ in rows]
        found = np.zeros((marks(0).shape[1], self.games), np.float32)
        one = seas.dtype.type(1)
        for year in reversed(range(self.years)):
            if year < self.years - 1:
                after, weight = weight, [np.ones(self.games, np.float32) for _ in rows]
                for row in rows:
                    part, bit = self.where[row]
                    gone = (seas[year + 1, part] >> seas.dtype.type(bit) & one) ^ one
                    parents = sheet.into[year + 1][row]
                    share = after[row] * gone.astype(np.float32)
                    share *= np.float32(1 / parents.bit_count())
                    for parent in rows:
                        if parents >> parent & 1:
                            weight[parent] += share
            these = marks(year)
            for row in rows:
                part, bit = self.where[row]
                found += (these[part] >> seas.dtype.type(bit) & one).astype(np.float32) * weight[row]
        return found

    # One game of many.

    def moves(self, game: int) -> list[Move]:
        """Return one game move by move, dice and choices."""
        return self.match(game).moves

    def match(self, game: int) -> Match:
        """Return one game as a match: agents with the same policies play it again by the one-game rules."""
        if not 0 <= game < self.games:
            raise refusal("game {game!r} is not in this batch: choose 0 to {games}", game=game, games=self.games - 1)
        if not self.whole:
            raise refusal(
                "a game that was resumed from a given moment cannot be replayed move by move: play it with agents"
            )
        return one_game(self.policies, self.seed, self.start + game, self.options)[0]


def illegal_die(luck: Luck, year: int, number: int, game: int) -> int:
    """Return a die of a year's illegal fishing, counted from 0."""
    return luck.faces(luck.layout.illegal_roll(year - 1) + number // 4, game)[number % 4]


def chance_move(state: Boom, luck: Luck, game: int = 0) -> Move:
    """Return the die that the tape gives at a moment at which chance is to move."""
    layout = luck.layout
    if state.phase == "illegal":
        return ("roll", illegal_die(luck, state.year, layout.illegal[state.year - 1] - state.left, game))
    if state.phase == "inspect":
        byte = luck.byte(layout.plane(state.year - 1, state.seat, tape.DETECTION), game)
        return ("roll", 1 if byte < in_255ths(state.setup.inspection / FACES) else FACES)
    place = layout.roll(state.year - 1, state.seat)
    if overtime(state):
        place = layout.overtime_roll(state.seat, state.picks[state.seat].count("overtime") - 1)
    if state.phase == "reroll":
        return ("roll", luck.faces(place + 1, game)[state.named[0] - 1])
    return ("roll", luck.faces(place, game)[len(state.dice)])


def _licence(profile: Sequence[Policy]) -> dict[str, Any]:
    """Return the options of a game whose seats all hold the same licence, none if none holds one."""
    held = {min(policy.quota, NO_QUOTA) if policy.licence else NO_QUOTA for policy in profile}
    if len(held) > 1:
        raise refusal("one game by the rules has one licence for all seats: these policies have several")
    quota = held.pop()
    return {"quota": quota, "licence": True} if quota < NO_QUOTA else {}


def one_game(
    profile: Sequence[Policy], seed: int, game: int, options: Mapping[str, Any]
) -> tuple[Match, list[list[tuple[float, float]]]]:
    """Return one game that agents played on the luck of the tape, and each year's fines and trades of each seat.

    The rules know one licence for all: it becomes an option of the game.
    """
    match = Match(Boom, len(profile), **{**_licence(profile), **options})
    state = match.state
    assert isinstance(state, Boom)
    luck = tape.draw(state.sheet, len(profile), seed, game, game + 1)
    players, rng = agents(profile, luck), Random(0)
    openings = [state]
    while not match.over:
        state = match.state
        assert isinstance(state, Boom)
        if state.year > openings[-1].year:
            openings.append(state)
        if state.turn() != CHANCE:
            match.play(players[state.seat](state, rng))
            continue
        match.play(chance_move(state, luck))
    state = match.state
    assert isinstance(state, Boom)
    return match, reckon(profile, openings, (*state.past, state.marks), luck)
