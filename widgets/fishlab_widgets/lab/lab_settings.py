"""What an experiment of the laboratory is: all that decides its figures, as a value that can be kept and cited.

`Settings.code` writes it in a line that people can read and paste, `Settings.read` reads the line back:

>>> Settings(first="quota", changes=(("ambition", 2.0),)).code()
'LAB1/4/1000/1/quota/competitive/cooperative/ambition=2'
>>> Settings.read("LAB1/4/1000/1/quota/competitive/cooperative/ambition=2").changes
(('ambition', 2.0),)
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from statistics import mode
from typing import Any, Final, NamedTuple, Self

from fishlab.lab import NO_QUOTA, NUMBERS, TREATMENTS, Policy
from fishlab.lab.treatments import at_table_of
from fishlab.messages import listed, mark, tr

SEATS: Final = "ABCD"
YOURS: Final = "yours"
"""The name of what the sliders and the seats apart say."""
MOST_GAMES: Final = 100_000_000
"""Games of each treatment that the panel plays, chunk by chunk."""
MOST_SEED: Final = 10**9
TAG: Final = "LAB1"
LONGEST: Final = 400
"""Signs of the longest line that is read."""
_NUMBERS: Final = {number.name: number for number in NUMBERS}


class Scale(NamedTuple):
    """A number that can be changed, and how it is shown; its words are messages."""

    name: str
    short: str
    label: str
    unit: str
    """With the number in a slot."""
    steps: tuple[tuple[str, float], ...]
    printed: bool = True
    """Whether it is a way to play the rulebook's game; the others change the rules."""

    @property
    def note(self) -> str:
        """What it means, in a sentence."""
        return _NUMBERS[self.name].words()

    @property
    def values(self) -> list[float]:
        """The values from which one is chosen."""
        return [value for _, value in self.steps]

    def words(self) -> list[str]:
        """Return each of its values as people read it: "2 fish", "never"."""
        return [tr(self.unit, number=text) if text[0].isdigit() else tr(text) for text, _ in self.steps]


def _steps(count: int, part: float) -> tuple[tuple[str, float], ...]:
    return tuple((f"{place * part:g}", place * part) for place in range(count))


_PERCENT: Final = tuple((str(5 * place), place / 20) for place in range(21))
_COSTS: Final = tuple((str(cost), float(cost)) for cost in (0, 1, 2, 3, 4, 6, 9))
SCALES: Final = {
    one.name: one
    for one in (
        Scale(
            "ambition", mark("ambition"), mark("Ambition: fish wanted beyond the plates"), mark("{number} fish"),
            _steps(13, 0.5),
        ),
        Scale(
            "care", mark("care"), mark("Care: how often it takes the fish that costs the sea least"),
            mark("{number} % of fish"), _PERCENT,
        ),
        Scale("look_ahead", mark("look-ahead"), mark("Look-ahead"), mark("{number} years"), _steps(10, 1)),
        Scale(
            "spare", mark("spare"), mark("Puts back a fish that costs the sea more than"), mark("{number} fish-years"),
            (*_COSTS, (mark("never"), 99.0)),
        ),
        Scale(
            "quota", mark("quota"), mark("Quota, for each country"), mark("{number} fish a year"),
            (*_steps(7, 1), (mark("none"), float(NO_QUOTA))), printed=False,
        ),
        Scale(
            "compliance", mark("compliance"), mark("Promises and rules that are kept"), mark("{number} % of years"),
            _PERCENT, printed=False,
        ),
        Scale(
            "penalty", mark("penalty"), mark("Fine for each fish too many that is seen"), mark("{number} points"),
            _steps(13, 0.5), printed=False,
        ),
    )
}  # fmt: skip
"""The sliders, in their order."""


def short_name(name: str) -> str:
    """Return what a number is called in a list."""
    return tr(SCALES[name].short)


class BadSettings(ValueError):
    """Settings that cannot be, with the reason."""

    def __init__(self, message: str, /, **slots: object) -> None:
        super().__init__(tr(message, **slots))


@dataclass(frozen=True, slots=True)
class Settings:
    """Countries, games, dice, the two treatments that are compared, and what was changed for one's own.

    Attributes:
        players: countries, 2 to 4.
        games: games of each treatment.
        seed: names the dice.
        first: the treatment that is called A; `YOURS` for one's own.
        second: the one that is called B.
        base: the treatment that one's own begins from.
        changes: numbers that are changed for all seats, as pairs of name and value.
        apart: seats that do what another treatment says, as pairs of seat and its name.
    """

    players: int = 4
    games: int = 1000
    seed: int = 1
    first: str = "cooperative"
    second: str = "competitive"
    base: str = "cooperative"
    changes: tuple[tuple[str, float], ...] = ()
    apart: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        """Refuse what cannot be, in words."""
        if self.players not in (2, 3, 4) or isinstance(self.players, bool):
            raise BadSettings(
                "players={players!r:.40} is not possible: Fishery Boom is for 2, 3 or 4", players=self.players
            )
        games = mark("{value!r:.40} games cannot be played: choose a whole number from {low} to {high:,}")
        seed = mark("{value!r:.40} is not a dice number: choose a whole number from {low} to {high:,}")
        _whole(games, self.games, 1, MOST_GAMES)
        _whole(seed, self.seed, 0, MOST_SEED)
        for name in (self.first, self.second, self.base):
            if name not in TREATMENTS and (name != YOURS or name == self.base):
                raise BadSettings(
                    "treatment {name!r:.60} does not exist: choose {names}", name=name, names=", ".join(TREATMENTS)
                )
        if self.first == self.second:
            raise BadSettings("A and B are the same treatment: choose two to compare")
        for name, value in self.changes:
            if name not in SCALES or value not in SCALES[name].values:
                raise BadSettings(
                    "{name!r:.40} cannot be changed to {value!r:.40}: the sliders say what can be",
                    name=name,
                    value=value,
                )
        for seat, name in self.apart:
            if seat not in range(4) or name not in TREATMENTS:
                raise BadSettings(
                    "seat {seat!r:.20} cannot do {name!r:.40}: choose a seat and a treatment", seat=seat, name=name
                )
        if YOURS in (self.first, self.second) and not self.own:
            raise BadSettings("nothing is changed, so there is no treatment of your own")

    def but(self, **changes: Any) -> Self:
        """Return these settings with some changed; where that leaves nothing of one's own, its base takes its place."""
        new: dict[str, Any] = {one.name: getattr(self, one.name) for one in fields(self)} | changes
        if not new["changes"] and not any(seat < new["players"] for seat, _ in new["apart"]):
            for place in ("first", "second"):
                new[place] = new["base"] if new[place] == YOURS else new[place]
        if new["first"] == new["second"]:
            new["second"] = "cooperative" if new["first"] == "competitive" else "competitive"
        return type(self)(**new)

    # ---- what a person does ----------------------------------------------------------------------------------------

    def press(self, name: str) -> Self:
        """Return what is compared after a treatment was pressed: it is A, and what was A is B."""
        return self if name == self.first else self.but(first=name, second=self.first)

    def set_number(self, name: str, value: float) -> Self:
        """Return the settings with another number for all seats; one's own is A from then on."""
        begun = self._begun()
        changes = dict(begun.changes) | {name: value}
        if value == begun.start(name):
            del changes[name]
        return begun._changed(changes=tuple((key, changes[key]) for key in SCALES if key in changes))

    def set_seat(self, seat: int, name: str) -> Self:
        """Return the settings with a seat that does what another treatment says, or as all if none is named."""
        begun = self._begun()
        apart = {key: value for key, value in begun.apart if key != seat} | ({seat: name} if name else {})
        return begun._changed(apart=tuple(sorted(apart.items())))

    def anew(self) -> Self:
        """Return the settings with nothing changed."""
        return self.but(changes=(), apart=())

    def _begun(self) -> Self:
        """Return the settings in which one's own begins from A, unless something is changed already."""
        return self if self.own else self.but(base=self.first)

    def _changed(self, **changes: Any) -> Self:
        new = self.but(**changes)
        if not new.own or new.first == YOURS:
            return new
        return new.but(first=YOURS, second=new.second if new.second != YOURS and self.own else new.base)

    # ---- what is played ------------------------------------------------------------------------------------------

    @property
    def own(self) -> bool:
        """Whether something was changed, so that there is a treatment of one's own."""
        return bool(self.changes or any(seat < self.players for seat, _ in self.apart))

    def names(self) -> list[str]:
        """Return all that is played: the treatments, and one's own if there is one."""
        return [*TREATMENTS, *([YOURS] if self.own else [])]

    def profile(self, name: str) -> tuple[Policy, ...]:
        """Return what each seat does."""
        if name != YOURS:
            return TREATMENTS[name].profile(self.players)
        common, apart = self.common_policy(), dict(self.apart)
        return tuple(
            at_table_of(common, TREATMENTS[apart[seat]].profile(self.players)[0]) if seat in apart else common
            for seat in range(self.players)
        )

    def common_policy(self) -> Policy:
        """Return what a seat does in one's own treatment that does as all."""
        policy, changes = TREATMENTS[self.base].profile(self.players)[0], dict[str, Any](self.changes)
        for name in ("look_ahead", "spare", "quota"):
            if name in changes:
                changes[name] = int(changes[name])
        if "spare" in changes:
            changes["release"] = 0 if changes["spare"] == 99 else 1
            if changes["release"] and policy.order and "release" not in policy.order:
                changes["order"] = ("release", *policy.order)
        return policy.but(**changes)

    def start(self, name: str) -> float:
        """Return where a slider stands before it is moved; of numbers year by year, at the most frequent."""
        policy = TREATMENTS[self.base].profile(self.players)[0]
        yearly = dict(policy.years)
        wanted = float(mode(yearly[name]) if name in yearly else getattr(policy, name))
        return min(SCALES[name].values, key=lambda value: abs(value - wanted))

    def scales(self) -> list[Scale]:
        """Return the numbers that make a difference: fines only where somebody looks, promises where there are any."""
        policy = TREATMENTS[self.base].profile(self.players)[0]
        idle = set()
        if not policy.detection:
            idle.add("penalty")
        if policy.otherwise is None and policy.quota == NO_QUOTA and "quota" not in dict(self.changes):
            idle.add("compliance")
        return [scale for scale in SCALES.values() if scale.name not in idle]

    def title(self, name: str) -> str:
        """Return what something is called, in a few words."""
        if name != YOURS:
            return TREATMENTS[name].title
        changed = ", ".join(short_name(key) for key, _ in self.changes)
        seats = listed([SEATS[seat] for seat, _ in self.apart if seat < self.players] or [""])
        title = mark("{treatment}")
        if changed and seats:
            title = mark("{treatment}, other {numbers}, except seat {seats}")
        elif changed:
            title = mark("{treatment}, other {numbers}")
        elif seats:
            title = mark("{treatment}, except seat {seats}")
        return tr(title, treatment=TREATMENTS[self.base].title, numbers=changed, seats=seats)

    # ---- keeping and citing --------------------------------------------------------------------------------------

    def code(self) -> str:
        """Return the experiment in a line."""
        changed = [f"{name}={value:g}" for name, value in self.changes]
        seats = [f"{SEATS[seat]}={name}" for seat, name in self.apart]
        head = (TAG, self.players, self.games, self.seed, self.first, self.second, self.base)
        return "/".join([*map(str, head), *changed, *seats])

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the settings of a line; `BadSettings` says what is wrong with it."""
        parts = "".join(line[:LONGEST].split()).split("/")
        if parts[0].upper() != TAG:
            raise BadSettings("This is no experiment of the laboratory: one looks like {code}.", code=cls().code())
        if len(parts) < 7:
            raise BadSettings("This experiment is cut off: copy the whole line.")
        changes, apart = [], []
        try:
            players, games, seed = (int(part) for part in parts[1:4])
            for part in parts[7:]:
                name, _, value = part.partition("=")
                if name in SCALES:
                    changes.append((name, float(value)))
                else:
                    apart.append((SEATS.index(name) if name else -1, value))
            first, second, base = parts[4:7]
            return cls(players, games, seed, first, second, base, tuple(changes), tuple(apart))
        except BadSettings as why:
            raise BadSettings("This experiment cannot be played: {why}.", why=why) from None
        except ValueError:
            raise BadSettings("This experiment has a typing error: copy the whole line again.") from None


def _whole(wrong: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadSettings(wrong, value=value, low=low, high=high)
