"""Models beside the games: stage matrices, boards played in whole chips, and the Schaefer fishery.

Nothing here knows a game. A board is plain data: a mapping with `stages` (names from the first of life to the
spawners), `recruits` (young for 0, 1, 2, … spawners, the last figure for more), `start` (chips in each stage) and
`chips` (how many there are in all). `fishlab.pisces.boards.biology("tuna")` returns one.

The life cycle that the matrices describe: every round the spawners die, each stage moves on to the next, and the
spawners that have just arrived give young. With k stages a generation lasts k−1 rounds, so that R young a spawner mean
a growth factor of R^(1/(k−1)) a round.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

Board = Mapping[str, Any]
Array = NDArray[np.float64]

DEPARTURES: Final = (
    "Young are counted when spawners arrive, before any boat can catch those spawners: catching spawners never hurts "
    "breeding. In the sea a spawner caught has not spawned, and spawning grounds are what closures protect.",
    "Nobody dies of anything but fishing and old age: every young fish lives to spawn unless it is caught.",
    "A fish caught on a red spot is put back dead: its chip goes to the centre and not back to its place.",
    "Chips are few. Chips that players keep are missing from the centre until they are spent, so that fewer young "
    "join than the table says.",
)
"""Where the board game departs from biology, for lessons to say openly."""


def _at_least_0(name: str, values: ArrayLike) -> Array:
    """Return numbers as an array; the first that is negative or no number at all is refused by name."""
    array = np.asarray(values, dtype=float)
    wrong = array[~((array >= 0) & (array < np.inf))]
    if wrong.size:
        raise ValueError(f"{name}={wrong.flat[0]:g} is not possible: it must be 0 or more")
    return array


def _above_0(name: str, value: float) -> None:
    if not 0 < value < math.inf:
        raise ValueError(f"{name}={value!r} is not possible: it must be more than 0")


def _whole(name: str, value: object, low: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
        raise ValueError(f"{name}={value!r} is not possible: choose a whole number from {low}")


def _life(stages: int, births: float) -> None:
    """Refuse a life of too few stages, and births that nobody could have."""
    if stages < 2:
        raise ValueError(f"{stages} stages are too few: a life needs at least 2, and the last is the spawners")
    _whole("stages", stages, 2)
    _at_least_0("births", births)


# Stage matrices.


def stage_matrix(stages: int, births: float) -> Array:
    """Return the matrix that takes the numbers in each stage to those a round later.

    Args:
        stages: how many life stages there are, the last being the spawners.
        births: young that each arriving spawner gives.
    """
    _life(stages, births)
    matrix = np.eye(stages, k=-1)
    matrix[0, stages - 2] += births
    return matrix


def births(board: Board, spawners: int | None = None) -> float:
    """Return the young a spawner at a number of spawners, or at the number where it is highest."""
    table = board["recruits"]
    if spawners is None:
        return max(float(young) / number for number, young in enumerate(table) if number)
    if spawners < 1:
        raise ValueError(f"{spawners} spawners have no young: ask for 1 or more")
    return float(recruits_at(board, spawners)) / spawners


def board_matrix(board: Board, spawners: int | None = None) -> Array:
    """Return a board's stage matrix, with the births of a number of spawners or the highest births."""
    return stage_matrix(len(board["stages"]), births(board, spawners))


def growth_factor(matrix: ArrayLike) -> float:
    """Return by how much the numbers grow a round in the long run: the largest eigenvalue's size."""
    return float(np.abs(np.linalg.eigvals(np.asarray(matrix, dtype=float))).max())


def safe_harvest_closed_form(births: float, stages: int) -> float:
    """Return 1−R^(−1/(k−1)), the share that may be caught of every stage every round, 0 if there is none."""
    _life(stages, births)
    return max(0.0, 1 - float(births ** (-1 / (stages - 1)))) if births > 0 else 0.0


def wave_period(matrix: ArrayLike) -> int:
    """Return after how many rounds a cohort's wave comes back: the eigenvalues that share the largest size."""
    sizes = np.abs(np.linalg.eigvals(np.asarray(matrix, dtype=float)))
    return int((sizes > sizes.max() * (1 - 1e-9)).sum())


def project(matrix: ArrayLike, start: ArrayLike, rounds: int) -> Array:
    """Return the numbers in each stage, round by round from the start: cohorts run through as waves."""
    _whole("rounds", rounds, 0)
    step = np.asarray(matrix, dtype=float)
    rows = [np.asarray(start, dtype=float)]
    for _ in range(rounds):
        rows.append(step @ rows[-1])
    return np.array(rows)


def harvested(matrix: ArrayLike, shares: ArrayLike) -> Array:
    """Return the matrix when a share of each stage is caught before each life cycle."""
    kept = 1 - np.asarray(shares, dtype=float)
    if not ((kept >= 0) & (kept <= 1)).all():
        raise ValueError(f"shares {np.asarray(shares).tolist()} are not possible: each is between 0 and 1")
    return np.asarray(np.asarray(matrix, dtype=float) * kept, dtype=float)


def safe_harvest(matrix: ArrayLike, stages: Iterable[int] | None = None) -> float:
    """Return the largest share of some stages (all of them if not said) that can be caught for ever.

    One stage before the spawners alone stands 1−1/R, for a cohort passes it only once; every stage together
    1−R^(−1/(k−1)); the spawners alone everything, for here they have already bred.
    """
    step = np.asarray(matrix, dtype=float)
    chosen = np.zeros(len(step))
    for stage in range(len(step)) if stages is None else stages:
        if not 0 <= stage < len(step):
            raise ValueError(f"stage {stage!r} is not in a matrix of {len(step)}: choose 0 to {len(step) - 1}")
        chosen[stage] = 1
    if growth_factor(step) < 1:
        return 0.0
    if growth_factor(harvested(step, chosen)) >= 1 - 1e-12:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        share = (low + high) / 2
        if growth_factor(harvested(step, share * chosen)) >= 1:
            low = share
        else:
            high = share
    return low


# A board's own table of recruits.


def recruits_at(board: Board, spawners: float) -> float:
    """Return the young for a number of spawners, between whole numbers in a straight line."""
    table = board["recruits"]
    return float(np.interp(_at_least_0("spawners", spawners), range(len(table)), table))


def equilibria(board: Board) -> list[float]:
    """Return the cohort sizes that just replace themselves without fishing.

    Where the table asks for more chips than there are, the largest is what the chips allow: all of them, shared
    among the stages. Between whole numbers the table is taken as a straight line, as in `recruits_at`.
    """
    table = [float(young) for young in board["recruits"]]
    most = board["chips"] / len(board["stages"])
    table += [table[-1]] * (max(0, math.ceil(table[-1])) + 2 - len(table))
    found: list[float] = []
    for number, (here, there) in enumerate(zip(table, [*table[1:], table[-1]], strict=True)):
        gap, next_gap = here - number, there - number - 1
        if gap == 0:
            found.append(float(number))
        elif gap * next_gap < 0:
            found.append(number + gap / (gap - next_gap))
    return sorted({min(size, most) for size in found})


def sustainable_catch(board: Board, stage: str) -> float:
    """Return the most chips of one stage that can be caught every round for ever, if all chips come back.

    Of a stage before the spawners: the largest surplus f(S) − S of young over the S spawners needed, for only
    those who are not caught breed. Of the spawners: all that arrive, for they have bred. A stock must first grow to
    stand it: from small cohorts the same catch is a collapse.
    """
    place = _stage(board, stage)
    if place == len(board["stages"]) - 1:
        return max(equilibria(board))
    return max(float(young) - number for number, young in enumerate(board["recruits"]))


def simulate_board(
    board: Board,
    rounds: int,
    *,
    harvest: Mapping[str, float] | None = None,
    catch: Mapping[str, float] | None = None,
    returned: bool = True,
    rng: Random | None = None,
) -> list[dict[str, Any]]:
    """Play a real board in whole chips and return one row a round: round, each stage, centre, held, caught.

    Args:
        board: plain board data.
        rounds: life cycles to run.
        harvest: share of each named stage caught every round, rounded to whole chips.
        catch: chips of each named stage caught every round, as far as there are any.
        returned: whether caught chips go back to the centre at once; if not, they are held and missing there.
        rng: generator for boards whose young are decided by dice.
    """
    names = list(board["stages"])
    _whole("rounds", rounds, 0)
    for stage, share in (harvest or {}).items():
        _stage(board, stage)
        if not 0 <= share <= 1:
            raise ValueError(f"harvest of {stage}={share!r} is not possible: it must be between 0 and 1")
    for stage, whole in (catch or {}).items():
        _stage(board, stage)
        _at_least_0(f"catch of {stage}", whole)
    if board.get("dice") and rng is None:
        raise ValueError(f"{board['species']} young are decided by dice: pass a generator, rng=Random(1)")
    chips, held = [int(number) for number in board["start"]], 0
    centre = int(board["chips"]) - sum(chips)
    rows = [{"round": 0, **dict(zip(names, chips, strict=True)), "centre": centre, "held": 0, "caught": 0}]
    for number in range(1, rounds + 1):
        caught = 0
        for place, stage in enumerate(names):
            share, whole = (harvest or {}).get(stage, 0), (catch or {}).get(stage, 0)
            wanted = math.floor(share * chips[place] + 0.5) + int(whole)
            taken = min(wanted, chips[place])
            chips[place] -= taken
            caught += taken
        centre, held = (centre + caught, held) if returned else (centre, held + caught)
        centre += chips[-1]
        chips = [0, *chips[:-1]]
        young = min(_young(board, chips[-1], rng), centre)
        chips[0] += young
        centre -= young
        rows.append(
            {"round": number, **dict(zip(names, chips, strict=True)), "centre": centre, "held": held, "caught": caught}
        )
    return rows


def _young(board: Board, spawners: int, rng: Random | None) -> int:
    dice = board.get("dice")
    if dice and rng is not None:
        return sum(rng.randint(1, 6) for _ in range(dice[min(spawners, len(dice) - 1)]))
    return int(board["recruits"][min(spawners, len(board["recruits"]) - 1)])


def _stage(board: Board, stage: str) -> int:
    names = list(board["stages"])
    if stage not in names:
        raise ValueError(f"{board['species']} has no stage {stage!r}: choose {', '.join(names)}")
    return names.index(stage)


# The Schaefer fishery.


@dataclass(frozen=True, slots=True)
class Point:
    """A fishery at rest: effort, the stock it leaves, the catch a year and the profit a year."""

    effort: float
    stock: float
    catch: float
    profit: float


@dataclass(frozen=True, slots=True)
class Schaefer:
    """Logistic growth fished with effort: dB/dt = rB(1−B/K) − qEB.

    Attributes:
        r: growth rate of a small stock.
        K: the stock that the sea can hold.
        q: share of the stock that a unit of effort catches.
        price: what a unit of catch earns.
        cost: what a unit of effort costs.
    """

    r: float
    K: float
    q: float
    price: float = 1.0
    cost: float = 0.0

    def __post_init__(self) -> None:
        """Refuse figures that make no fishery."""
        for name in ("r", "K", "q", "price"):
            _above_0(name, getattr(self, name))
        _at_least_0("cost", self.cost)

    def growth(self, stock: ArrayLike) -> Array:
        """Return what a stock grows by in a year: rB(1−B/K)."""
        biomass = np.asarray(stock, dtype=float)
        return np.asarray(self.r * biomass * (1 - biomass / self.K), dtype=float)

    def stock(self, effort: ArrayLike) -> Array:
        """Return the stock that an effort leaves in the long run: K(1−qE/r), never below 0."""
        return np.asarray(np.maximum(0, self.K * (1 - self.q * _at_least_0("effort", effort) / self.r)), dtype=float)

    def catch(self, effort: ArrayLike) -> Array:
        """Return the catch of an effort in the long run: the yield–effort curve."""
        return np.asarray(self.q * np.asarray(effort, dtype=float) * self.stock(effort), dtype=float)

    def profit(self, effort: ArrayLike) -> Array:
        """Return earnings less costs of an effort in the long run."""
        return np.asarray(self.price * self.catch(effort) - self.cost * np.asarray(effort, dtype=float), dtype=float)

    def at(self, effort: float) -> Point:
        """Return the fishery at rest under an effort."""
        return Point(effort, float(self.stock(effort)), float(self.catch(effort)), float(self.profit(effort)))

    def msy(self) -> Point:
        """Return the maximum sustainable yield: rK/4 at stock K/2 and effort r/2q."""
        return self.at(self.r / (2 * self.q))

    def open_access(self) -> Point:
        """Return where newcomers stop: effort (r/q)(1−c/pqK), at which nobody earns anything."""
        return self.at(max(0.0, self.r / self.q * (1 - self.cost / (self.price * self.q * self.K))))

    def mey(self) -> Point:
        """Return the maximum economic yield: the highest profit, at half the open-access effort."""
        return self.at(self.open_access().effort / 2)

    def nash(self, users: int) -> Point:
        """Return what n users do who each look after themselves: n/(n+1) of the open-access effort."""
        _some_users(users)
        return self.at(self.open_access().effort * users / (users + 1))

    def path(self, stock: float, efforts: Iterable[float]) -> list[float]:
        """Return the stock year by year under a year's effort each, by the exact solution of the equation."""
        stocks = [float(_at_least_0("stock", stock))]
        for effort in efforts:
            rate, now = self.r - self.q * float(_at_least_0("effort", effort)), stocks[-1]
            crowding = self.r / self.K
            # dB/dt = rate·B − crowding·B², with the limit rate → 0 where the formula would divide by nothing. Above and
            # below the line of the fraction stands what stays finite however large the rate is.
            fall, rise = math.exp(min(0.0, rate)), math.exp(-max(0.0, rate))
            gain = -math.expm1(-abs(rate)) / abs(rate) if abs(rate) > 1e-12 else 1.0
            stocks.append(now * fall / (rise + crowding * now * gain) if now else 0.0)
        return stocks

    def check_stock(self, stock: float) -> None:
        """Refuse a stock that this sea cannot hold."""
        if not 0 <= stock <= self.K:
            raise ValueError(f"stock={stock!r} is not possible: this bay holds 0 to {self.K:g} fish")

    def quota_path(self, stock: float, catch: float, years: int = 30) -> list[float]:
        """Return the stock year by year if the same number of fish is caught every year, as long as there are any.

        Args:
            stock: fish at the beginning.
            catch: fish caught a year, spread over the year.
            years: how long.
        """
        if not 0 <= catch < math.inf:
            raise ValueError(f"catch={catch!r} is not possible: catch 0 fish a year or more")
        _whole("years", years, 0)
        self.check_stock(stock)
        found = [float(stock)]
        for _ in range(years):
            found.append(self._year_of(found[-1], catch))
        return found

    def _year_of(self, stock: float, catch: float) -> float:
        """Return the stock after a year of a fixed catch, by the exact solution of the equation; 0 once it is empty.

        With x = B − K/2 the equation is dx/dt = (r/K)·(±a² − x²). Where the catch is below the highest growth there are
        two stocks at rest, x = ±a; above it there is none, and the stock only falls.
        """
        if not stock:
            return 0.0
        bend, half = self.r / self.K, self.K / 2
        x, surplus = stock - half, (self.r * self.K / 4 - catch) / bend
        a = math.sqrt(abs(surplus))
        if surplus < 0:  # x = a·tan(angle), and the angle falls at an even pace
            end = math.atan2(x, a) - a * bend
            return max(0.0, half + a * math.tan(end)) if end > math.atan2(-half, a) else 0.0
        if x < -a:  # below the lower stock at rest: it falls, and is at x = −K/2 after this time
            if a == 0:
                left = -(1 / half + 1 / x) / bend
            else:
                left = math.log((a - half) / (a + half) * (a - x) / (a + x)) / (2 * a * bend)
            if left <= 1:
                return 0.0
        if a == 0:
            return half + x / (1 + bend * x)
        fade = math.exp(-2 * a * bend)
        near, far = a + x, (a - x) * fade
        return half + (a * (near - far) / (near + far) if near else -a)

    def years_until_empty(self, catch: float, most: int = 200) -> int | None:
        """Return after how many years a full sea is empty if so many fish are caught every year, None if never."""
        path = self.quota_path(self.K, catch, most)
        return next((year for year, fish in enumerate(path) if fish < 0.5), None)

    def newcomers(self, boats: float = 4, years: int = 60, speed: float = 0.04) -> list[dict[str, float]]:
        """Return a full sea that anybody may fish: boats come while a boat earns more than it costs, and leave else.

        Args:
            boats: boats at the beginning, each a unit of effort.
            years: how long.
            speed: boats that come for each coin that a boat earns beyond its costs.
        """
        _above_0("speed", speed)
        _at_least_0("boats", boats)
        _whole("years", years, 0)
        stock, rows = float(self.K), []
        for year in range(years + 1):
            rows.append({"year": year, "fish": round(stock, 1), "boats": round(boats, 2)})
            left = self.path(stock, [boats])[-1]
            boats = max(0.0, boats + speed * (self.price * self.q * stock - self.cost))
            stock = left
        return rows

    def chosen_by(self, users: int) -> Point:
        """Return the fishery at rest when so many users look after themselves; 0 is open access, 1 the best."""
        if users < 0:
            raise ValueError(f"{users} users are not possible: choose 1 or more, or 0 for anyone")
        return self.nash(users) if users else self.open_access()


def nash_share(users: int) -> float:
    """Return 4n/(n+1)², the share of the best profit that n users earn who each look after themselves."""
    _some_users(users)
    return 4 * users / (users + 1) ** 2


def _some_users(users: int) -> None:
    if not users >= 1:
        raise ValueError(f"{users} users are too few: ask for 1 or more")
