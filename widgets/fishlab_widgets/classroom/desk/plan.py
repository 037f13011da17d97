"""How a class becomes tables: which game, how many people, who sits in empty seats.

Fishery Boom is an experiment, with treatments, a form and a procedure. Any other game is simply played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import reduce
from itertools import combinations
from typing import Any, Final

from fishlab import GAMES
from fishlab.boom.players import BOTS
from fishlab.boom.rules import Boom
from fishlab.boom.treatments import FORMS, FULL, LESSON, TERMS, same_for_people
from fishlab.bots import about_bots, bot_name
from fishlab.codes import brief
from fishlab.core import State
from fishlab.lab.class_experiment.beside import fined_models, put_in, spreads
from fishlab.lab.class_experiment.power import (
    CLASSES,
    Spread,
    advice,
    better_plan,
    block_sizes,
    known_plans,
    named,
    plan_class,
    too_few,
)
from fishlab.lab.class_experiment.sentences import no_word
from fishlab.lab.search.forms import same_games
from fishlab.languages import languages
from fishlab.messages import listed, mark, number, speaking, spoken, tr, trn
from fishlab.room import AWAY, OUTSIDE, PERSON, Again, Procedure, Room, RoomError, next_game
from fishlab_widgets.classroom.desk import protocol
from fishlab_widgets.classroom.desk.desk_words import NAMES
from fishlab_widgets.classroom.desk.views import PowerView
from fishlab_widgets.classroom.outcome.boom_tables import treatment_of
from fishlab_widgets.classroom.outcome.figures import power_curve
from fishlab_widgets.classroom.outcome.going_on import NO_FORECAST, going_on

USUAL: Final = Procedure()
"""What people go through at their seats unless the teacher wants it otherwise: all of it fits into 45 minutes."""
MOST_PEOPLE: Final = 4 * len(NAMES)
CAME: Final = "came"
"""Under which name the room keeps how many were here when the teacher went back to the plan."""
NO_BOT: Final = ""
"""Who sits in a seat that nobody took: nobody, the table waits."""
_LUCK_WORDS: Final = {
    "tape": mark("the same for the tables of a block; years open together"),
    "own": mark("each table has its own"),
    "real": mark("real dice, entered by the tables"),
}
_SAME_YEARS: Final = mark("the same at tables of one size; years open together")
_SAME_ROUNDS: Final = mark("the same at tables of one size; rounds open together")
_SAME_CARDS: Final = mark(
    "the same at tables of one size, hidden cards too: no looking at other tables; rounds open together"
)
"""What "tape" means where nothing is compared."""


_PROCEDURE: Final = {
    "instructions": mark("instructions, 2 minutes"),
    "practice": mark("a practice year, 3 minutes"),
    "questions": mark("four questions about the rules, 2 minutes"),
    "prediction": mark("a sealed prediction of their own, 1 minute"),
    "promises": mark("what was agreed, sealed after each talk"),
    "questionnaire": mark("after the game: results and five questions, 3 minutes"),
}
_PACE: Final = mark(
    "Judging by how many decisions bots make, tables of four play all six years in 25 minutes at 12 seconds each, and "
    "five years at 16: then use the line for year 5."
)
DECISIONS: Final = {
    "pisces": {2: 106, 3: 144, 4: 188, 5: 238, 6: 276},
    "fishery": {2: 68},
    "fleet": {2: 121, 3: 168, 4: 220},
    "freshfish": {2: 81, 3: 116, 4: 170, 5: 214},
}
"""How often somebody has a choice in a game, by the number of players: medians of eight games of easy bots each."""
_DECISION_SECONDS: Final = 12
_SECONDS: Final = {
    "talk": mark("Seconds for a talk"),
    "decision": mark("Seconds for a decision (0: no clock; {away} for anybody away); then a bot makes that one"),
}


@dataclass(frozen=True)
class Plan:
    """What a teacher chooses before the class comes in.

    Attributes:
        treatments: names out of `TERMS`; a block has a table of each.
        people: how many will play.
        players: seats at a table.
        form: the form of the game, a name out of `FORMS`.
        years: how many years are played if not all of them; 0 for all.
        bot: who takes the seats that are empty at the start; "" for nobody.
        luck: where dice come from, one of `lucks`.
        procedure: what people go through at their seats.
        language: what all pages speak, "" for what each browser asks for.
        full: whether only full tables are compared, and who finds no seat there sits apart.
        game: a name out of `GAMES`. Only Boom is an experiment; elsewhere `treatments`, `form`, `years`, `procedure`
            and `full` are empty.
    """

    treatments: tuple[str, ...] = ("silence", "yearly-agreement")
    people: int = 16
    players: int = 4
    form: str = LESSON
    years: int = 0
    bot: str = "careful"
    luck: str = "tape"
    procedure: Procedure | None = USUAL
    language: str = ""
    full: bool = False
    game: str = Boom.name

    @classmethod
    def usual(cls, game: str) -> Plan:
        """Return the plan of a game as most classes may take it."""
        if game == Boom.name:
            return cls()
        few, many = GAMES[game].seats[0], GAMES[game].seats[-1]
        players = max(few, min(cls.players, many))
        plan = cls((), players=players, form="", luck="own", procedure=None, game=game)
        return replace(plan, bot=plan.bots[0])

    @property
    def kind(self) -> type[State]:
        """The game."""
        return GAMES[self.game]

    @property
    def experiment(self) -> bool:
        """Whether treatments are compared, and the game is not simply played."""
        return self.game == Boom.name

    @property
    def bots(self) -> list[str]:
        """The bots that may take empty seats, the usual one first."""
        if self.experiment:
            return sorted(BOTS, key=lambda name: name != Plan.bot)
        return list(about_bots(self.kind))

    @property
    def lucks(self) -> dict[str, str]:
        """Where dice may come from, in words."""
        if self.experiment:
            return {name: tr(words) for name, words in _LUCK_WORDS.items()}
        own, counts = {"own": tr(_LUCK_WORDS["own"])}, self.kind.counts
        if not counts:
            return own
        rounds = _SAME_CARDS if self.kind.hides else _SAME_ROUNDS
        return own | {"tape": tr(_SAME_YEARS if counts == "year" else rounds)}

    @property
    def substitute(self) -> str:
        """The bot that plays for somebody who has left, also if nobody sits in empty seats."""
        return self.bot or self.bots[0]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The seats at each table of a block, block by block; one block with empty seats if people are too few."""
        if not self.experiment:
            return even_sizes(self.people, self.players, self.kind.seats[0])
        return block_sizes(self.people, self.players, len(self.treatments), self.full) or (self.players,)

    @property
    def over(self) -> int:
        """People for whom no table of a block has a seat: they sit at tables that are compared with none."""
        return max(0, self.people - self._kinds * sum(self.sizes))

    @property
    def spare(self) -> int:
        """Seats that are empty though all have come: at the table of those who are over, or at one for too few."""
        return -self.over % self.players if self.experiment else sum(self.sizes) - self.people

    @property
    def tables(self) -> int:
        """How many tables this makes."""
        return self._kinds * len(self.sizes) + -(-self.over // self.players)

    @property
    def _kinds(self) -> int:
        """How many tables a block has."""
        return len(self.treatments) or 1

    @classmethod
    def read(cls, answers: Mapping[str, Any]) -> Plan:
        """Return the plan that a form asks for; `RoomError` says what is not possible."""
        game = answers.get("game", Boom.name)
        if not isinstance(game, str) or game not in GAMES:
            raise RoomError(tr("There is no game {game}: choose {games}.", game=brief(game), games=", ".join(GAMES)))
        usual = cls.usual(game)
        chosen = _experiment(answers, usual) if usual.experiment else {}
        people = _whole(answers.get("people", usual.people), _PEOPLE, 1, MOST_PEOPLE)
        players = _whole(answers.get("players", usual.players), _SEATS, usual.kind.seats[0], usual.kind.seats[-1])
        bot, luck = answers.get("bot", usual.bot), answers.get("luck", usual.luck)
        if bot not in (NO_BOT, *usual.bots):
            raise RoomError(tr("There is no bot {bot}: choose {bots}.", bot=brief(bot), bots=", ".join(usual.bots)))
        if luck not in list(usual.lucks):
            choices = ", ".join(usual.lucks)
            raise RoomError(tr("Dice {dice} are not possible: choose {choices}.", dice=brief(luck), choices=choices))
        language = _language(answers.get("language", ""))
        plan = replace(usual, people=people, players=players, bot=bot, luck=luck, language=language, **chosen)
        if not plan.fits:
            words = mark("That makes {tables} tables; {most} fit on a desk. It would fit with {ways}.")
            raise RoomError(tr(words, tables=plan.tables, most=len(NAMES), ways=plan.ways_to_fit()))
        return plan

    @property
    def fits(self) -> bool:
        """Whether all tables fit on a desk."""
        return self.tables <= len(NAMES)

    def ways_to_fit(self) -> str:
        """Say which seats at a table, treatments or people would make as many tables as fit."""
        seats = (replace(self, players=n) for n in range(self.players + 1, self.kind.seats[-1] + 1))
        fewer = (replace(self, treatments=self.treatments[:n]) for n in reversed(range(2, len(self.treatments))))
        people = (replace(self, people=n) for n in reversed(range(1, self.people)))
        kinds = (
            (seats, lambda one: tr("{n} seats at a table", n=one.players)),
            (fewer, lambda one: tr("{n} treatments", n=len(one.treatments))),
            (people, lambda one: trn("{n} person", "{n} people", one.people)),
        )
        found = [(next((one for one in some if one.fits), None), told) for some, told in kinds]
        ways = [told(one) for one, told in found if one]
        return reduce(lambda first, second: tr("{first}, or {second}", first=first, second=second), ways)

    def options(self, treatment: str, players: int) -> dict[str, Any]:
        """Return the options of the game of a table with so many seats; none where there are no treatments."""
        if not self.experiment:
            return {}
        form = FORMS[self.form]
        years = {"years": self.years} if self.years not in (0, form.years) else {}
        return TERMS[treatment].options(players) | form.options() | years

    @classmethod
    def of(cls, room: Room) -> Plan:
        """Return the plan by which a room's tables were set, the usual one if there is none."""
        kept = room.note("plan")
        try:
            return cls.read(kept) if isinstance(kept, Mapping) else cls()
        except RoomError:
            return cls()

    def set_tables(self, room: Room) -> None:
        """Set the tables in a room, which waits for its start.

        A block has one table of each treatment; which of its tables gets which is drawn by lot, and kept. Who is over
        sits at further tables, whose empty seats go to bots. Without treatments, tables of one size are a block.
        """
        with room.file.writing():
            room.pause()
            room.luck = self.luck
            if self.procedure is None:
                Procedure.forget(room.file)
            else:
                self.procedure.keep(room.file)
            kinds, rest = self._kinds, self.tables - self._kinds * len(self.sizes)
            for block, size in enumerate((*self.sizes, *[self.players] * -(-rest // kinds))):
                left = self.tables - block * kinds
                if not self.experiment:
                    self._open(room, size, block=self._block(size))
                    continue
                for treatment in room.seating.deal_treatments(block, self.treatments)[:left]:
                    self._open(room, size, treatment, block=block)
            self.keep(room)

    def _open(
        self, room: Room, size: int, treatment: str = "", seats: Sequence[str] | None = None, *, block: int
    ) -> str:
        """Set a table under a treatment, if there are any, and return its name."""
        name = free_name(room, self.language)
        room.open(name, self.kind, size, seats, block=block, **self.options(treatment, size))
        if treatment:
            room.events.add("treatment", name, words=treatment)
        return name

    def _block(self, size: int) -> int:
        """Return the block of tables that are simply played: those of one size, the largest first."""
        return self.sizes.index(size) if size in self.sizes else len(self.sizes)

    def keep(self, room: Room) -> None:
        """Let a room's form and pages go by this plan."""
        with room.file.writing():
            room.keep("plan", asdict(self))
            self.remember(room)
            room.keep(CAME, None)

    def remember(self, room: Room) -> None:
        """Keep this plan for when the form is of this game again."""
        room.keep(f"plan/{self.game}", asdict(self))

    @classmethod
    def switched(cls, room: Room, answers: Mapping[str, Any]) -> Plan:
        """Return the plan of a form that is of another game now: what it says, and else what was last said of it."""
        kept = room.note(f"plan/{answers.get('game', Boom.name)}")
        return cls.read({**(kept if isinstance(kept, Mapping) else {}), **answers})

    def add_table(self, room: Room, people: int | None = None) -> str:
        """Set one more table, of a treatment that has fewest tables, drawn by lot, and return its name.

        While others play, it is compared with none of them: it has dice of its own, and waits for nobody.

        Args:
            room: the room.
            people: how many of its seats are people's, if the others shall go to bots.
        """
        treatment, block = "", self._block(self.players)
        if self.experiment:
            found = [terms.name for one in room.statuses()[0] if (terms := treatment_of(one)) is not None]
            block = min(found.count(name) for name in self.treatments)
            lots = room.seating.deal_treatments(block, self.treatments)
            treatment = next(name for name in lots if found.count(name) == block)
        count = self.players if people is None or not self.bot else min(people, self.players)
        seats = [PERSON] * count + [self.bot] * (self.players - count)
        return self._open(room, self.players, treatment, seats, block=OUTSIDE if room.begun() else block)

    def deal_in(self, room: Room) -> None:
        """Make seats for all who wait: those of bots first, by lot, then at new tables; their pages take them."""
        with room.file.writing():
            needed = room.seating.make_way(room.seating.waiting())
            while needed > 0:
                self.add_table(room, needed)
                needed -= self.players

    def fill_seats(self, room: Room) -> int:
        """Give every seat that nobody took to the bot, and return how many; none if nobody is to sit there."""
        filled = 0
        for status in room.statuses()[0] if self.bot else ():
            for seat in status.free:
                room.seating.give(status.name, seat, self.bot)
                filled += 1
        return filled


def even_sizes(people: int, players: int, fewest: int) -> tuple[int, ...]:
    """Return the seats at as few tables as people need, as even as they can be, the largest first."""
    tables = -(-people // players)
    return tuple(max(fewest, people // tables + (place < people % tables)) for place in range(tables))


def _experiment(answers: Mapping[str, Any], usual: Plan) -> dict[str, Any]:
    """Return what a form asks for that only an experiment has; `RoomError` says what is not possible."""
    wanted = answers.get("treatments", usual.treatments)
    names = tuple(name for name in TERMS if isinstance(wanted, list | tuple) and name in wanted)
    if not names or any(not TERMS[name].for_people for name in names):
        raise RoomError(tr("Choose at least one treatment; two can be compared."))
    years = answers.get("years", usual.years)
    form = answers.get("form", FULL if years else usual.form)  # a plan that names years alone is of the whole game
    if form not in tuple(FORMS):
        choices = ", ".join(FORMS)
        raise RoomError(tr("There is no form {form}: choose {choices}.", form=brief(form), choices=choices))
    years = years and _whole(years, _YEARS, 1, FORMS[form].years)
    asked = answers.get("procedure", {})
    procedure = Procedure.read(asked if isinstance(asked, Mapping) else {})
    return {
        "treatments": names, "form": form, "years": years, "procedure": procedure, "full": answers.get("full") is True
    }  # fmt: skip


def table_names(language: str) -> list[str]:
    """Return what tables are called in a language, or in the one in use."""
    with speaking(languages().get(language, spoken())):
        return [tr(name) for name in NAMES]


def free_name(room: Room, language: str = "") -> str:
    """Return a name that no table of the room has; in a later game, the fish come again with a number."""
    taken, names = set(room.tables(every=True)), table_names(language)
    numbers = ("", *(f" {number}" for number in range(2, 100)))
    return next(name + number for number in numbers for name in names if name + number not in taken)


def play_again(room: Room, *, swap: bool) -> None:
    """Begin a second game of the same people at the same tables; `swap`: each under another treatment of the class."""
    statuses = room.statuses()[0]
    if not statuses:
        raise RoomError(tr("Open the doors first: there are no tables yet."))
    if room.stage() != "ended" and not all(one.ended for one in statuses):
        if any(one.match.moves for one in statuses):
            raise RoomError(tr("A game is being played: end it first."))
        raise RoomError(tr("The next game is already set up: start it."))
    plan, game = Plan.of(room), max(one.game for one in statuses) + 1
    used = [name for name in plan.treatments if any((terms := treatment_of(one)) and terms.name == name
                                                    for one in statuses)]  # fmt: skip
    again: list[Again] = []
    taken, names = set(room.tables(every=True)), table_names(plan.language)
    for one in statuses:
        terms, options = treatment_of(one), dict(one.match.options)
        if swap and terms is not None and terms.name in used:
            options = plan.options(used[(used.index(terms.name) + 1) % len(used)], one.match.seats)
        fish, _, number = one.name.rpartition(" ")
        base = fish if fish in (*NAMES, *names) and number.isdecimal() else one.name.removesuffix(f" {game - 1}")
        name = next(name for count in range(game, 10_000) if (name := f"{base} {count}") not in taken)
        taken.add(name)
        again.append(Again(one.name, name, options))
    next_game(room, again)


def forecast(plan: Plan, *, draw: bool = False) -> PowerView:
    """Return what a plan will be able to see, by simulated classes with the spread of models, and a better one.

    Args:
        plan: the plan.
        draw: with the figure, for which a page must be there that shows it.
    """
    kinds = len(plan.treatments)
    if not plan.experiment:
        return {"lines": [], "html": "", "lots": _seated(plan), "better": None, "trouble": ""}
    by_lot = trn(
        "{n} person, seated at random: {tables}. In each block, tables get their treatments at random.",
        "{n} people, seated at random: {tables}. In each block, tables get their treatments at random.",
        plan.people,
        tables=listed([_tables_told(kinds, size, plan.sizes.count(size)) for size in sorted(set(plan.sizes))[::-1]]),
    )
    found: PowerView = {"lines": [], "html": "", "lots": by_lot, "better": None, "trouble": ""}
    if plan.over:
        found["lots"] += " " + trn(
            "{n} person is left over and plays with bots: that table is not compared.",
            "{n} people are left over and play with bots: their tables are not compared.",
            plan.over,
        )
    said: list[str] = []
    with going_on("the forecast of a plan", said.append, NO_FORECAST):
        told = _expected(plan, found.copy(), draw)
        return {**told, "lines": _with_one_game(plan, told["lines"])}
    return {**found, "lines": _with_one_game(plan, said)}


def _with_one_game(plan: Plan, lines: Sequence[str]) -> list[str]:
    """Warn of two treatments that are the same game for people, right behind what models say of them."""
    found = list(lines)
    for pair in _pairs(plan):
        if same_for_people(*(TERMS[name] for name in pair)):
            told, titles = no_word(*_titles(pair)), _titles(pair)
            place = found.index(told) + 1 if told in found else 0
            words = tr(_ONE_GAME_TOO if place else _ONE_GAME)
            found.insert(place, named(titles if len(plan.treatments) > 2 else None, words))
    return found


def _expected(plan: Plan, found: PowerView, draw: bool) -> PowerView:
    """Say what simulated classes with a plan see, and which plan would see more."""
    kinds, shared = len(plan.treatments), plan.luck == "tape"
    pair = _strongest(plan)
    among = plan.treatments if kinds > 2 else ()
    expected = spreads(plan.form, *pair, shared, None, among) if kinds > 1 else {}
    if kinds < 2:
        found["lines"] = [tr("One treatment has nothing to be compared with: choose two.")]
    elif not among and same_games(*pair):
        few = [] if len(plan.sizes) > 1 else [too_few(plan.people, max(plan.sizes))]
        found["lines"] = [*few, no_word(*_titles(pair)), *([tr(_PACE)] if plan.form == LESSON and not few else [])]
    elif not expected or plan.years not in (0, FORMS[plan.form].years):
        found["lines"] = [tr(_UNKNOWN)]
    elif not _known(plan, expected):
        found["lines"] = [_unknown(plan, expected)]
        helps = (
            (size, full)
            for size in sorted(expected, reverse=True)
            for full in (False, True)
            if len(blocks := block_sizes(plan.people, size, kinds, full)) > 1 and expected.keys() >= {*blocks}
        )
        for size, full in [*helps][:1]:
            words = (
                tr("Compare full tables of {size} only", size=size) if full else tr("Take tables of {size}", size=size)
            )
            found["better"] = {"words": words, "players": size, "full": full, "treatments": list(plan.treatments)}
        pair_alone = plan_class(plan.people, plan.players, 2, spreads(plan.form, *pair, shared), plan.full)
        if among and found["better"] is None and pair_alone.seen and expected.keys() >= {*pair_alone.sizes}:
            base, other = _titles(pair)
            seen = round(100 * pair_alone.seen)
            words = tr("Take only “{base}” and “{other}”: {seen} of 100 classes see what is expected", base=base,
                       other=other, seen=seen)  # fmt: skip
            found["better"] = {"words": words, "players": plan.players, "full": plan.full, "treatments": list(pair)}
    else:
        meant = plan_class(plan.people, plan.players, kinds, expected, plan.full)
        end, alone = FORMS[plan.form].years, spreads(plan.form, *pair, shared)
        stopped = {year: spreads(plan.form, *pair, shared, year, among) for year in (end - 2, end - 1)}
        every = {one: spreads(plan.form, *one, shared, None, among) for one in (pair, *_pairs(plan))}
        pairs = {_titles(one): some for one, some in every.items() if _known(plan, some)}
        alike = [_titles(one) for one in every if same_games(*one)]
        told = advice(plan.people, plan.players, kinds, expected, plan.full, stopped, pairs, alone, alike)
        known = len(meant.sizes) > 1  # else there is no figure that these lines could be about
        told += [
            no_word(*_titles(one)) if same_games(*one) else named(_titles(one), _unknown(plan, some))
            for one, some in every.items()
            if known and not _known(plan, some)
        ]
        fined = (
            fined_models(plan.form, meant.sizes, one, dict(zip(one, _titles(one), strict=True)), among) for one in every
        )
        about = (*fined, tr(_SIMULATED, classes=number(CLASSES, ",")), *put_in(plan.treatments))
        found["lines"] = [*told, *filter(None, about)] if known else told
        found["lines"] += [*_too_high(plan, pairs), *([tr(_PACE)] if plan.form == LESSON else [])] if known else []
        if draw and known:
            found["html"] = power_curve(meant.expected, len(meant.sizes), kinds, _titles(pair) if among else None)
        if (better := better_plan(plan.people, plan.players, kinds, expected, plan.full, alone)) is not None:
            base, other = _titles(pair)
            slots = {
                "seen": round(100 * better.seen), "now": round(100 * meant.seen), "base": base, "other": other
            }  # fmt: skip
            words = (
                tr("Take the better plan, full tables only: {seen} of 100 classes instead of {now}", **slots)
                if better.full
                else tr("Take the better plan: {seen} of 100 classes instead of {now}", **slots)
            )
            if better.treatments < kinds:
                words = (
                    tr(
                        "Take the better plan, only “{base}” and “{other}” at full tables: {seen} of 100 classes "
                        "instead of {now}",
                        **slots,
                    )
                    if better.full
                    else tr(
                        "Take the better plan, only “{base}” and “{other}”: {seen} of 100 classes instead of {now}",
                        **slots,
                    )
                )
            found["better"] = {
                "words": words,
                "players": max(better.sizes),
                "full": better.full,
                "treatments": list(pair if better.treatments < kinds else plan.treatments),
            }
    return found


def _seated(plan: Plan) -> str:
    """Say at which tables people will sit where nothing is compared."""
    told = trn(
        "{n} person, seated at random: {tables}.",
        "{n} people, seated at random: {tables}.",
        plan.people,
        tables=listed([_tables_told(1, size, plan.sizes.count(size)) for size in sorted(set(plan.sizes))[::-1]]),
    )
    if not plan.spare:
        return told
    return " ".join((told, trn("{n} seat stays empty.", "{n} seats stay empty.", plan.spare)))


def _pairs(plan: Plan) -> list[tuple[str, str]]:
    """Return every two treatments of a plan."""
    return list(combinations(plan.treatments, 2))


def _strongest(plan: Plan) -> tuple[str, str]:
    """Return the first treatment of a plan, and the one whose difference from it most classes would see by itself.

    By itself means at the best tables of which games are kept. Where this plan's tables tell of other pairs only, it is
    one of these.
    """
    alone = {pair: spreads(plan.form, *pair, plan.luck == "tape") for pair in _pairs(plan)}
    first = [*alone][: len(plan.treatments) - 1]  # what a rule brings is seen beside a table without it
    first = [pair for pair in first if not same_games(*pair)] or first
    here = [pair for pair, known in alone.items() if _known(plan, known)]
    seen = {
        pair: max((one.seen for one in known_plans(plan.people, plan.players, 2, alone[pair])), default=-1.0)
        for pair in [pair for pair in first if pair in here] or here or first
    }
    return max(seen, key=lambda pair: seen[pair], default=("", ""))


def _known(plan: Plan, expected: Mapping[int, Spread]) -> bool:
    """Tell whether games are kept for some of a plan's tables; with one block nothing is said of them anyway."""
    return bool(expected) and (len(plan.sizes) < 2 or not expected.keys().isdisjoint(plan.sizes))


def _unknown(plan: Plan, expected: Mapping[int, Spread]) -> str:
    """Say that nobody can say anything of a plan's tables."""
    sizes = listed(list(map(str, sorted(set(plan.sizes)))))
    told = mark("There are no stored model games for tables of {sizes}, so nobody can say what a class will see there.")
    return tr(told, sizes=sizes) if expected else tr(_UNKNOWN)


def _too_high(plan: Plan, pairs: Mapping[tuple[str, str], Mapping[int, Spread]]) -> list[str]:
    """Say at which tables what is expected is that of larger ones, and of which two if not of all."""
    lacking = {pair: tuple(sorted(set(plan.sizes) - known.keys())) for pair, known in pairs.items()}
    alike = len(set(lacking.values())) == 1
    return [
        named(
            None if alike else pair,
            tr(
                "There are no stored model games for tables of {sizes}: they count here as tables of {kept}, so this "
                "is probably too high.",
                sizes=listed(list(map(str, some))),
                kept=listed(list(map(str, pairs[pair]))),
            ),
        )
        for pair, some in [*lacking.items()][: 1 if alike else None]
        if some
    ]


def _titles(pair: tuple[str, str]) -> tuple[str, str]:
    return tr(TERMS[pair[0]].title), tr(TERMS[pair[1]].title)


_UNKNOWN = mark(
    "There are no stored model games of these treatments in this form, so nobody can say what a class will see."
)


_ONE_GAME = mark("For people these are the same game: nobody speaks and own points count. Choose one of them.")
_ONE_GAME_TOO = mark("For people too these are the same game: nobody speaks and own points count. Choose one of them.")


_SIMULATED = mark(
    "From {classes} simulated classes whose tables differ from each other as the models’ tables do. People may differ "
    "more."
)


def _tables_told(kinds: int, size: int, blocks: int) -> str:
    return trn("{n} table of {size}", "{n} tables of {size}", kinds * blocks, size=size)


def _length(game: type[State]) -> str:
    """Say how long a game takes that is simply played; "" of a game whose decisions nobody has counted."""
    counted = DECISIONS.get(game.name)
    if counted is None:
        return ""
    minutes = [
        tr("{minutes} for {n} players", minutes=round(count * _DECISION_SECONDS / 60), n=players)
        for players, count in counted.items()
    ]
    return tr(
        "Minutes for a game, judging by how many decisions bots make, at {seconds} seconds each: {list}.",
        seconds=_DECISION_SECONDS, list=", ".join(minutes),
    )  # fmt: skip


def form(room: Room) -> dict[str, Any]:
    """Return what the form asks, in words, with what was planned before, or what is usual."""
    plan, came = Plan.of(room), room.note(CAME)
    bots = {name: tr("{bot} bots", bot=bot_name(name)) for name in plan.bots}
    bots[NO_BOT] = tr("nobody: a table waits until its seats are taken")
    games = {Boom.name: tr("{game}, as an experiment", game=Boom.title)}
    games |= {name: tr("{game}, just to play", game=kind.title) for name, kind in GAMES.items() if name not in games}
    found: dict[str, Any] = {
        "experiment": plan.experiment,
        "people": min(MOST_PEOPLE, came) if isinstance(came, int) and came > 0 else plan.people,
        "players": plan.players,
        "seats": [plan.kind.seats[0], plan.kind.seats[-1]],
        "choices": {
            "game": [list(one) for one in games.items()],
            "bot": [list(one) for one in bots.items()],
            "luck": [list(one) for one in plan.lucks.items()],
            "language": [["", tr("as set in each browser")], *([one.code, one.name] for one in languages().values())],
        },
        "chosen": {"game": plan.game, "bot": plan.bot, "luck": plan.luck, "language": plan.language},
    }
    if plan.procedure is None:
        return found | {"length": _length(plan.kind)}
    found["choices"]["form"] = [
        [one.name, tr("{title} ({mark})", title=tr(one.title), mark=one.mark)] for one in FORMS.values()
    ]
    found["chosen"]["form"] = plan.form
    return found | {
        "treatments": [
            {"name": one.name, "title": tr(one.title), "text": f"{tr(one.text)} ({one.mark})",
             "on": one.name in plan.treatments}
            for one in TERMS.values() if one.for_people
        ],
        "full": plan.full,
        "procedure": [
            {"name": name, "words": tr(words), "on": getattr(plan.procedure, name)}
            for name, words in _PROCEDURE.items()
        ],
        "seconds": [
            {"name": name, "words": tr(words, away=round(AWAY)), "value": getattr(plan.procedure, name)}
            for name, words in _SECONDS.items()
        ],
        "protocol": protocol.html("plan 1", plan.procedure),
    }  # fmt: skip


_PEOPLE = mark("{value} people are not possible: choose a whole number from {low} to {high}.")
_SEATS = mark("{value} seats at a table are not possible: choose a whole number from {low} to {high}.")
_YEARS = mark("{value} years are not possible: choose a whole number from {low} to {high}.")


def _language(code: Any) -> str:
    if code and code not in tuple(languages()):
        choices = ", ".join(languages())
        raise RoomError(tr("There is no language {code}: choose {choices}.", code=brief(code), choices=choices))
    return str(code)


def _whole(value: Any, words: str, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RoomError(tr(words, value=brief(value), low=low, high=high))
    return value
