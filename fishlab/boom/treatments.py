"""Treatments and forms: under which terms people fish, and which sea; one definition for tables, classes and models.

The rulebook asks for two games: play alone for the highest score of your own, then together for the highest total.
Everything between is not in the rulebook: when people may talk, whether they vote on a quota, whether somebody inspects
the catch, and what a fish too many costs. Here are the names, the words and the numbers of all of them. A table turns
them into options of the game (`Terms.options`). Models play by the same options, die for die; the laboratory adds only
how a model chooses within them.

A common quota begins with six fish a year. It is shared in whole fish: three each for two players, two for three, one
for four, who are left with four fish in all. A quota with an inspector can be exceeded, by people and by models, and
each finds out whether that pays. A quota without an inspector cannot be exceeded by either: it is a licence, and a fish
beyond it goes back alive. If it could be ignored at no cost, it would be no treatment at all for models that play for
their own points, and a test of obedience for people: the two could not be compared.

Graduated sanctions are the fifth of the design principles that Elinor Ostrom found in commons that last (*Governing the
Commons*, 1990, pages 94 to 100): who breaks a rule for the first time pays little, and more each time after that. Quota
and inspector are those of the enforced rule, so that only the steps of the fine differ.

Whose points count is a treatment too. The rulebook's winner has the most points, but it asks all to play for a high
score of their own; who plays for first place takes fish only so that others lack them, and that is another game. So
each treatment says what counts (`Terms.aim`), and "Playing to win" says the opposite of the others.

A form says how many years are played, which species live in the sea, and in which years demand grows. The rulebook has
one, ten years of the whole sea. Ten years do not fit into a lesson, and the first six of them have hardly a dilemma:
players that look ahead get 1.2 times as much together as alone. So the other forms are not in the rulebook either:
they were searched for, and chosen because a dilemma was measured in them (`docs/forms.md`). A form changes the sheet of
the High Seas and nothing else: rules, boxes and points are those of the game. So whatever reads a sheet (the rules, the
boards, the paper, the laboratory) plays and shows a form as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from fishlab.boom.network import Sheet, load_sheet
from fishlab.messages import mark, refusal, tr

NO_QUOTA: Final = 9
"""The quota that binds nobody: more fish than any gear takes in a year, Overtime included."""
SHARED: Final = 6
"""Fish a year that a common quota shares out among all players, in whole fish."""
FACES: Final = 6
"""Faces of the inspector's die."""
HALF: Final = 3
"""Faces that find a breach where half of the breaches are seen."""
VOTED_FINE: Final = 1
"""Points a fish too many under a rule that the seats voted for themselves."""
ENFORCED_FINE: Final = 2
"""Points a fish too many under a rule that is imposed."""
STEP_FINE: Final = 1
"""Points a fish too many at the first breach that is found under graduated sanctions; at the second twice that."""
TALK_SECONDS: Final = 60
"""How long a talk before a year lasts at a table with a timer."""
USUAL: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "talk": "free",
        "vote": "never",
        "quota": NO_QUOTA,
        "inspection": 0,
        "fine": 0,
        "graduated": False,
        "licence": False,
        "aim": "points",
        "cooperative": False,
    }
)
"""The options of the game that make a treatment, as they are if nobody asks for one."""


@dataclass(frozen=True, slots=True)
class Terms:
    """One treatment: what everybody at the table is told, and what of it the game itself does.

    >>> TERMS["enforced-rule"].options(4)
    {'quota': 1, 'inspection': 3, 'fine': 2}
    >>> TERMS["reserve"].for_people
    False
    """

    name: str
    title: str
    text: str
    """One sentence that says what holds, for people and for models."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game that differ from the usual ones, for any number of players."""
    shared: int = 0
    """Fish a year that are shared equally in whole fish as everyone's quota (the rest is nobody's); 0 for no quota."""
    in_rulebook: bool = False
    for_people: bool = True
    """Whether a table can play it; what only models play needs rules that a table does not have."""

    @property
    def mark(self) -> str:
        """What to write beside its name."""
        return tr("in the rulebook") if self.in_rulebook else tr("not in the rulebook")

    @property
    def detection(self) -> float:
        """The chance in a year that a breach of the quota is seen."""
        return float(self.fixed.get("inspection", 0)) / FACES

    @property
    def fine(self) -> int:
        """Points that every fish of a breach costs if it is seen."""
        return int(self.fixed.get("fine", 0))

    @property
    def aim(self) -> str:
        """What counts for a seat, in a sentence to a student; every page of a class says it."""
        return aim_of({**USUAL, **self.fixed})

    def quota(self, players: int) -> int:
        """Return how many fish a year a seat may take, before anybody votes; `NO_QUOTA` if as many as it can."""
        return self.shared // players if self.shared else NO_QUOTA

    @property
    def planned(self) -> Mapping[str, Any]:
        """All options of a table of four people, who keep silent where no talk is planned."""
        return {**USUAL, "talk": "never", **self.options(4)}

    def options(self, players: int) -> dict[str, Any]:
        """Return the options of a game under these terms; those that are as usual are left out."""
        if not self.for_people:
            raise refusal("{title} is for models only: a table has no rule for it", title=tr(self.title))
        return ({"quota": self.quota(players)} if self.shared else {}) | dict(self.fixed)


_ALL: Final = (
    Terms(
        "to-win",
        mark("Playing to win"),
        mark("Only the place counts: a seat is paid for every seat with fewer points, not for its own points."),
        {"aim": "place"},
    ),
    Terms(
        "competitive",
        mark("Everyone for themselves"),
        mark("Every seat plays for its own score."),
        in_rulebook=True,
    ),
    Terms(
        "silence",
        mark("Silence"),
        mark("Nobody speaks from the first year to the last."),
        {"talk": "never"},
    ),
    Terms(
        "one-agreement",
        mark("One agreement"),
        mark("The seats talk once, before the first year, and may agree on what they like; nobody enforces it."),
        {"talk": "once"},
    ),
    Terms(
        "yearly-agreement",
        mark("Agreement every year"),
        mark("The seats talk before every year and may agree on what they like; nobody enforces it."),
        {"talk": "yearly"},
    ),
    Terms(
        "voted-rule",
        mark("Voted rule"),
        mark(
            "The seats vote in secret on a quota, once; the median (the lower one of two) holds for all. Half of "
            "the breaches are found out and cost 1 point a fish."
        ),
        {"vote": "once", "inspection": HALF, "fine": VOTED_FINE},
    ),
    Terms(
        "enforced-rule",
        mark("Enforced rule"),
        mark(
            "A quota is imposed: each may take one fish a year with four players, two with three, three with two. "
            "Half of the breaches are found out and cost 2 points a fish."
        ),
        {"inspection": HALF, "fine": ENFORCED_FINE},
        shared=SHARED,
    ),
    Terms(
        "graduated-sanctions",
        mark("Graduated sanctions"),
        mark(
            "A quota is imposed: each may take one fish a year with four players, two with three, three with two. "
            "Half of the breaches are found out. A seat’s first one found out costs 1 point a fish, its second "
            "2, its third 3, and so on."
        ),
        {"inspection": HALF, "fine": STEP_FINE, "graduated": True},
        shared=SHARED,
    ),
    Terms(
        "quota",
        mark("Quota"),
        mark(
            "Everyone holds a licence: for one fish a year with four players, two with three, three with two; "
            "anything caught beyond it goes back alive."
        ),
        {"licence": True},
        shared=SHARED,
    ),
    Terms(
        "transferable-quota",
        mark("Transferable quota"),
        mark(
            "The same licences, but whoever needs fewer fish sells the right to whoever needs more, for half a point."
        ),
        shared=SHARED,
        for_people=False,
    ),
    Terms(
        "reserve",
        mark("Reserve of species"),
        mark("Cod and whales are protected: nobody takes one while another fish with that number lives."),
        for_people=False,
    ),
    Terms(
        "cooperative",
        mark("All together"),
        mark("All seats play for the total."),
        {"cooperative": True},
        in_rulebook=True,
    ),
)

TERMS: Final[Mapping[str, Terms]] = MappingProxyType({terms.name: terms for terms in _ALL})
"""The treatments by name, from everyone against all others to all together."""


def terms_of(options: Mapping[str, Any], players: int) -> Terms | None:
    """Return the treatment that a game's options make, None if they are nobody's.

    Options that are no treatment (years, countries' names, the sheet …) do not matter.
    """
    asked = {name: options.get(name, value) for name, value in USUAL.items()}
    for one in TERMS.values():
        if one.for_people and {**USUAL, **one.options(players)} == asked:
            return one
    return None


def same_for_people(one: Terms, other: Terms) -> bool:
    """Tell whether two treatments are the same game for people.

    >>> same_for_people(TERMS["competitive"], TERMS["silence"]), same_for_people(TERMS["competitive"], TERMS["to-win"])
    (True, False)
    """
    return one.for_people and other.for_people and one.planned == other.planned


def aim_of(options: Mapping[str, Any]) -> str:
    """Return what counts for a seat under the options of a game, in a sentence to a student."""
    if options["cooperative"]:
        return tr("The table’s points count: one score for all.")
    if options["aim"] == "place":
        return tr("Your place counts, not your points: be ahead of the others.")
    return tr("Your own points count, not your place.")


def by_place(points: Sequence[int]) -> tuple[float, ...]:
    """Return what each seat gets where places count: 1 for each seat that it is ahead of, half for one level with it.

    >>> by_place((9, 4, 9, -2))
    (2.5, 1.0, 2.5, 0.0)
    """
    return tuple(sum((mine > other) + (mine == other) / 2 for other in points) - 0.5 for mine in points)


# Forms.

FULL: Final = "full"
"""The form of the rulebook."""
LESSON: Final = "lesson"
"""The form for a class that has 25 minutes to play."""
SHORT: Final = "short"
"""The form for a class that has a quarter of an hour to play."""


@dataclass(frozen=True, slots=True)
class Form:
    """One form of the game.

    >>> FORMS["lesson"].options()
    {'form': 'lesson'}
    >>> FORMS["full"].sheet(load_sheet()) is load_sheet()
    True
    """

    name: str
    title: str
    text: str
    """What a student reads of it."""
    minutes: int
    """Minutes to plan for four people; what `fishlab.lab.search.forms` estimates, without talks, is less."""
    years: int
    growth: tuple[int, ...] = ()
    """Years in which demand is one plate more than last year's catch."""
    absent: tuple[str, ...] = ()
    """Species that do not live in its sea."""

    @property
    def in_rulebook(self) -> bool:
        """Whether the rulebook knows it."""
        return self.name == FULL

    @property
    def mark(self) -> str:
        """What to write beside its name."""
        return tr("in the rulebook") if self.in_rulebook else tr("not in the rulebook")

    def options(self) -> dict[str, Any]:
        """Return the options of a game in this form; those that are as usual are left out."""
        return {} if self.in_rulebook else {"form": self.name}

    def sheet(self, sheet: Sheet) -> Sheet:
        """Return a sheet in this form; the rulebook's form leaves it as it is."""
        return sheet if self.in_rulebook else _formed(self, sheet)


@lru_cache(maxsize=32)
def _formed(form: Form, sheet: Sheet) -> Sheet:
    data = sheet.first_years(form.years).data()
    data["years"]["source"] = "reconstructed"
    years = data["years"]["count"]
    data["plus_one"] = {"years": [year for year in form.growth if year <= years], "source": "reconstructed"}
    data["species"] = [entry for entry in data["species"] if entry["name"] not in form.absent]
    if not data["species"]:
        raise refusal("boom: form={form} leaves no species on this sheet: choose the full form", form=form.name)
    return load_sheet(data)


_FORMS: Final = (
    Form(
        FULL,
        mark("Full game: 10 years"),
        mark("Ten years in the whole sea, as in the rulebook."),
        minutes=45,
        years=10,
    ),
    Form(
        LESSON,
        mark("Lesson: 6 years, about 25 minutes"),
        mark("Six years in a smaller sea, and demand grows every other year."),
        minutes=25,
        years=6,
        growth=(2, 4, 6),
        absent=("herring", "anchovy", "shrimp"),
    ),
    Form(
        SHORT,
        mark("Short: 5 years, about 15 minutes"),
        mark("Five years in a small sea, and demand grows in three of them."),
        minutes=15,
        years=5,
        growth=(2, 4, 5),
        absent=("herring", "anchovy", "shrimp", "squid"),
    ),
)

FORMS: Final[Mapping[str, Form]] = MappingProxyType({form.name: form for form in _FORMS})
"""The forms by name, the longest first."""


def form(name: str) -> Form:
    """Return a form by its name; an unknown one is a `ValueError` that names them all."""
    if name not in FORMS:
        raise refusal("form {name} does not exist: choose {known}", name=repr(name), known=", ".join(FORMS))
    return FORMS[name]
