"""What came of an experiment: the class's tables, what they show by the statistics of a class, and questions.

Only people's tables are compared, each with the tables of its block (`fishlab.lab.class_experiment`); what does not
count is said, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from fishlab.boom.rules import Boom, total_up_to
from fishlab.boom.treatments import FORMS, LESSON
from fishlab.core import OVER
from fishlab.lab.class_experiment.beside import (
    class_sizes,
    covered,
    early_models,
    fined_models,
    model_games,
    model_result,
    model_sentences,
    put_in,
)
from fishlab.lab.class_experiment.debrief import failing_sentence, without_failing
from fishlab.lab.class_experiment.inference import Comparison, PlayedTable, Result, compare
from fishlab.lab.class_experiment.second_game import (
    Others,
    Quoted,
    Swapped,
    second_game_sentences,
    swapped,
    to_quote_in_short,
)
from fishlab.lab.class_experiment.sentences import (
    Apart,
    bots_at,
    bots_seats,
    caution,
    cautions,
    difference,
    differences,
    emptied,
    foremost,
    how_far,
    leading,
    lots,
    nothing,
    number,
    one_game,
    points,
)
from fishlab.lab.class_experiment.to_know import ToKnow, further, spoken
from fishlab.messages import listed, mark, tr, trn
from fishlab.room import CLOSED, ENDED, OUTSIDE, Room, Status, people_before, same_people
from fishlab_widgets.classroom.outcome.boom_tables import (
    boom_of,
    fines_of,
    finished_years,
    ladder_place,
    next_year,
    title_of,
    treatment_of,
)
from fishlab_widgets.classroom.outcome.going_on import NO_MODELS, NO_SHARE, going_on

GUESS: Final = {"first": "s", "second": "s", "value": "f"}
"""What the class's prediction is made of, as the room keeps it."""
DESIGN: Final = "design"
"""Under which name, with a game's number behind it, the room keeps the design of a game before this one."""


class Line(NamedTuple):
    """One table's game up to a year: team total before and after fines, and the fish that lived when years began."""

    table: str
    treatment: str
    total: float
    fines: int
    living: tuple[int, ...]
    over: bool
    empty: int
    """The year after which the sea was empty, 0 if it is not."""
    to_come: int = 0
    """What the year after costs there, if the sea was empty after the last year that counts; else 0."""
    made: int = 0
    """What the table has made in all years that it has finished, before fines, as its people see it."""
    counts: bool = True
    """Whether it is among the tables that are compared."""


class Outcome(NamedTuple):
    """What came of a class so far; treatments are named by their titles."""

    result: Result
    lines: tuple[Line, ...]
    """Every table of people that has come as far as the others, by treatment from everyone alone to all together."""

    game: int = 1
    """Which game of the same people it was."""
    same_people: bool = True
    """Whether the people of all its tables sat together in the game before, if there was one."""
    others: tuple[Others, ...] = ()
    """The tables at which other people sat than in the game before."""
    ended: bool = False
    """Whether the game is over, and not only looked at."""
    quoted: Quoted | None = None
    """Which earlier game compared the same two first, of a later one."""
    swapped: Swapped | None = None
    """What the same people made under both treatments, if these were swapped after the game before."""

    sealing: bool = False
    """Whether people sealed after each talk what was agreed."""

    without: Result | None = None
    """The result without the tables at which somebody failed the questions, if there are any."""

    to_come: tuple[tuple[str, int], ...] = ()
    """Compared tables whose sea ran empty in the last year that counts, with what the year after it costs them: that
    is not in their points."""
    covered: float | None = None
    """The share of simulated classes whose interval holds the true difference, if that is less than it says."""

    models: tuple[str, ...] = ()
    """What models show of the largest difference up to a year that is not the last, and at the end."""

    usual: bool = False
    """Whether its game is the one of which it was simulated how often the interval of d holds: the lesson's form, to
    its end and on the same dice."""

    failed: tuple[str, ...] = ()
    """What cannot be worked out, because something went wrong."""

    before: ToKnow | None = None
    """What must be known to read what the game that is quoted shows, if there is one."""

    @property
    def to_know(self) -> ToKnow:
        """What must be known to read the differences, the same on every page that shows them."""
        about: dict[str, Any] = {"to_come": self._to_come(), "again": self._again(), "quoted": self._quoted()}
        about["apart"] = self._apart()
        about |= {"sealing": self.sealing, "empty": {line.table: line.empty for line in self.lines if line.empty}}
        return ToKnow.of(self.result, self.ended, models=self.models, covered=self.covered, failed=self.failed, **about)

    @property
    def differences(self) -> list[str]:
        """Every difference in a sentence, or why there is none."""
        return differences(self.result)

    def sentences(self) -> list[str]:
        """Say what the class shows, and right behind it up to when, of which points and of whom.

        Of many comparisons these are the first ones; the others are `further`.
        """
        know, failing = self.to_know, failing_sentence(self.result, self.without)
        own = [
            caution(one.freedom, one.sd) for one in self.result.comparisons if know.again
        ]  # before another game's figures
        more = [*know.again, *how_far(self.result, self.usual and not self._apart().empty), *know.then(), failing]
        told = (*know.differences(self.result, foremost(self.result)), *know.first(), *own, *more)
        return [one for place, one in enumerate(told) if one and not (one in cautions() and one in told[:place])]

    def further(self) -> list[str]:
        """Say the same of comparisons that do not stand first, where there are many."""
        return further(self.result, self.to_know)

    def cautions(self) -> list[str]:
        """Say in short, for a wall, what may turn the sentence about the largest difference.

        Up to which year points count stands in the difference itself.
        """
        narrow = caution(self.largest.freedom, self.largest.sd) if self.largest else ""
        return [one for one in (self._among(), narrow, *self.to_know.wall) if one]

    def _apart(self) -> Apart:
        """Return the treatments all of whose seas ran empty, and those of which none did."""
        return emptied((line.treatment, line.empty > 0) for line in self.lines if line.counts)

    def _again(self) -> list[str]:
        if self.game < 2:
            return []
        known = self.before.sentences() if self.before else []
        return second_game_sentences(
            self.swapped, self.same_people, self.others, new=self._new(), known=known, quoted=self.quoted
        )

    def _quoted(self) -> list[str]:
        """Say in short that people have played before, and which figure to quote."""
        if self.game < 2:
            return []
        return to_quote_in_short(self._new(), self.before.wall if self.before else (), self.quoted)

    def _new(self) -> bool:
        """Tell whether nobody of this game sat there in the game before."""
        return len(self.others) == len(self.lines) and all(one.others == one.seats for one in self.others)

    def by_lots(self) -> str:
        """Say what the lots alone make of the largest difference; "" if that is nothing that it does not say itself."""
        known = self.largest is not None and self.largest.freedom
        return lots(self.largest, len(self.result.comparisons)) if self.largest and known else ""

    @property
    def lead(self) -> str:
        """The first sentence: the largest difference between treatments, or why there is none."""
        return difference(self.largest, self.result) if self.largest else nothing(self.result)

    def _among(self) -> str:
        """Say that the difference is the largest of several, and how many others are told from luck; "" of one."""
        others = [one for one in self.result.comparisons if one is not self.largest]
        if not others:
            return ""
        if not self.result.comparisons[0].freedom:
            return tr(
                "That is the largest of {all} differences; with one block none of them can be told from luck.",
                all=len(others) + 1,
            )
        return trn(
            "That is the largest of {all} differences, and every interval is wider because there are several; {n} of "
            "the others can be told from luck.",
            "That is the largest of {all} differences, and every interval is wider because there are several; {n} of "
            "the others can be told from luck.",
            sum(one.seen for one in others),
            all=len(others) + 1,
        )

    def _to_come(self) -> str:
        """Say what an empty sea costs in the year after those that are compared; "" if no sea ran empty then."""
        if not self.to_come:
            return ""
        slots, whole = {"year": self.result.year + 1}, -sum(cost for _, cost in self.to_come)
        if len(self.to_come) > 3:
            return tr(
                "These points leave out what year {year} costs {tables} tables where the sea is empty: {points}.",
                points=points(whole),
                tables=len(self.to_come),
                **slots,
            )
        tables = [tr("{points} at {table}", table=table, points=points(-cost)) for table, cost in self.to_come]
        return tr(
            "These points leave out what year {year} costs where the sea is empty: {tables}.",
            tables=listed(tables),
            **slots,
        )

    @property
    def largest(self) -> Comparison | None:
        """The largest difference between treatments; None if nothing is compared."""
        return max(self.result.comparisons, key=lambda one: abs(one.difference.mean), default=None)


def booms(statuses: Iterable[Status]) -> list[Status]:
    """Return the tables of Boom."""
    return [one for one in statuses if one.match.game is Boom]


def games_of(statuses: Iterable[Status]) -> list[Status]:
    """Return the tables of Boom that count: a table that was closed before its end does not."""
    return [one for one in booms(statuses) if not _closed(one)]


def _closed(status: Status) -> bool:
    return status.stage == CLOSED and status.turn != OVER


def class_table(room: Room, status: Status) -> PlayedTable:
    """Return a table of Boom as the statistics of a class see it, under its treatment's name."""
    state, terms = status.match.state, treatment_of(status)
    assert isinstance(state, Boom)
    done = finished_years(state)
    bots = room.seating.bot_years(status.name, done)
    turns = room.seating.turns(status.name).items()
    return PlayedTable(
        name=status.name,
        block=tr("{table}, set up while others played", table=status.name) if status.block == OUTSIDE
        else f"{status.game}.{status.block + 1}",
        treatment=terms.name if terms else status.match.game.name,
        points=tuple(
            tuple(float(state.year_score(seat, year)) for seat in range(state.players)) for year in range(1, done + 1)
        ),
        years=state.sheet.years,
        bots=bots,
        closed=_closed(status),
        changed=room.seating.changed(status.name),
        fines=fines_of(state, done),
        helped=frozenset(place for place, one in turns if one.bot_share and 1 <= place[1] <= done) - bots,
    )  # fmt: skip


class ClassTables:
    """The tables of a room as statistics see them; each is worked out once for every year that is finished there."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._known: dict[str, tuple[object, PlayedTable]] = {}

    def of(self, statuses: Iterable[Status]) -> list[PlayedTable]:
        """Return the tables of Boom."""
        found = []
        for status in booms(statuses):
            state = status.match.state
            assert isinstance(state, Boom)
            stand = (status.line, finished_years(state), status.block, _closed(status), str(status.match.options))
            known = self._known.get(status.name)
            if known is None or known[0] != stand:
                known = self._known[status.name] = (stand, class_table(self._room, status))
            found.append(known[1])
        return found

    def outcome(self, statuses: Sequence[Status]) -> Outcome:
        """Return what came of a game, and beside it what its people did in the game before."""
        tables = self.of(statuses)
        found, game = outcome(tables, statuses), max((one.game for one in statuses), default=1)
        over = self._room.stage() == ENDED or game != self._room.game  # a game before the present one is over
        ended = over or all(one.ended for one in statuses)
        known = people_before(self._room)
        others = tuple(
            Others(one.name, known[one.name].others, len(one.seats))
            for one in booms(statuses)
            if one.name in known and known[one.name].others
        )
        same = not others and all(one.name in known for one in booms(statuses))
        found = found._replace(game=game, same_people=same, others=others, ended=ended)
        if found.result.comparisons:
            without = without_failing(titled(tables, statuses), self._room.answers(), found.result)
            found = found._replace(without=without, sealing=sealed(self._room, game))
            found = _covered(self._room, found, statuses)
        if game < 2 or not found.result.comparisons:
            return found
        played = booms(self._room.statuses(every=True)[0])
        earlier = [one for one in played if one.game == game - 1]
        before = outcome(self.of(earlier), earlier).result
        both = swapped(before, found.result, same_people(known))
        quoted, about = self._quoted(found, statuses, played)
        return found._replace(swapped=both, before=about, quoted=quoted)

    def _quoted(
        self, found: Outcome, statuses: Sequence[Status], played: Sequence[Status]
    ) -> tuple[Quoted | None, ToKnow | None]:
        """Return which earlier game compared the treatments of the largest difference first, in the same form.

        With it comes what must be known to read that game's figure.
        """
        if (largest := found.largest) is None:
            return None, None
        pair, form = (largest.base, largest.other), boom_of(booms(statuses)[0]).setup.form
        for game in range(1, found.game):
            mine = [one for one in played if one.game == game and boom_of(one).setup.form == form]
            if {*pair} <= {tr(title_of(one)) for one in mine}:
                shown = outcome(self.of(mine), mine)
                quoted = Quoted(game, *pair, shown.result)
                if quoted.figure is not None:
                    shown = shown._replace(ended=True, sealing=sealed(self._room, game))
                    about = _covered(self._room, shown, mine).to_know
                    return quoted, about if shown.sealing != found.sealing else replace(about, talk=())
        return Quoted(0, *pair), None


def _covered(room: Room, found: Outcome, statuses: Sequence[Status]) -> Outcome:
    """Add how often the intervals of simulated classes like this one hold the truth, if less often than they say."""
    names = {name: terms.name for one in statuses if (terms := treatment_of(one))
             for name in (terms.name, tr(title_of(one)))}  # fmt: skip
    first = booms(statuses)[0]
    luck = design(room, first.game)["luck"] or room.luck
    form = boom_of(first).setup.form
    whole = found.result.year == found.result.years == FORMS[LESSON].years
    found = found._replace(usual=form == LESSON and whole and luck == "tape")
    failed = [*found.failed]
    with going_on("how often intervals hold", failed.append, NO_SHARE):
        return found._replace(covered=covered(found.result, form, names, luck == "tape"))
    return found._replace(failed=tuple(dict.fromkeys(failed)))


def titled(tables: Iterable[PlayedTable], statuses: Iterable[Status]) -> list[PlayedTable]:
    """Return tables under their treatments' titles, as people read them."""
    titles = {status.name: title_of(status) for status in statuses}
    return [replace(table, treatment=tr(titles[table.name])) for table in tables]


def outcome(tables: Sequence[PlayedTable], statuses: Sequence[Status]) -> Outcome:
    """Return what came of a class so far, up to the last year that all tables have finished that are compared."""
    ladder = [tr(title) for title in sorted({title_of(status) for status in statuses}, key=ladder_place)]
    result = compare(titled(tables, statuses), ladder)
    there = {table.name: table for table in (*result.counted, *result.alone)} if result.year else {}
    counted = {table.name for table in result.counted}
    lines = [
        _line(status, there[status.name], result.year, status.name in counted)
        for status in statuses
        if status.name in there
    ]
    lines.sort(key=lambda line: (ladder.index(line.treatment), line.table))
    to_come = tuple(sorted((line.table, line.to_come) for line in lines if line.counts and line.to_come))
    found = Outcome(result, tuple(lines), to_come=to_come)
    failed: list[str] = []
    with going_on("what models show early", failed.append, NO_MODELS):
        return found._replace(models=_early(found, statuses))
    return found._replace(failed=tuple(failed))


def _early(found: Outcome, statuses: Sequence[Status]) -> tuple[str, ...]:
    """Say what models show of the largest difference up to an early year, and at the end; nothing of a whole game."""
    if (largest := found.largest) is None or found.result.year >= found.result.years:
        return ()
    form, sizes, titles = _models_of(found, statuses)
    pair = _names(largest, titles)
    return early_models(form, sizes, pair, found.result.year, found.result.years, titles, [*titles])


def about_models(found: Outcome, statuses: Sequence[Status]) -> list[str]:
    """Say who is ahead among models after fines, of the largest difference, and what is put into them."""
    if (largest := found.largest) is None:
        return []
    form, sizes, titles = _models_of(found, statuses)
    pair, said = _names(largest, titles), list[str]()
    with going_on("what models show after fines", said.append, NO_MODELS):
        return [*spoken(fined_models(form, sizes, pair, titles, [*titles])), *put_in(pair)]
    return said


def _models_of(found: Outcome, statuses: Sequence[Status]) -> tuple[str, tuple[int, ...], dict[str, str]]:
    """Return the form of a class, the seats at its tables block by block, and what its treatments are called.

    These are by their names, from everyone alone to all together.
    """
    names = {title_of(one): terms.name for one in statuses if (terms := treatment_of(one))}
    titles = {names[title]: tr(title) for title in sorted(names, key=ladder_place)}
    return boom_of(booms(statuses)[0]).setup.form, class_sizes(found.result), titles


def _line(status: Status, table: PlayedTable, year: int, counts: bool) -> Line:
    state = boom_of(status)
    fines = round(sum(map(sum, table.fines[:year])))
    seas = [mask.bit_count() for mask in state.seas[: year + 1]]
    living = tuple(seas + [0] * (min(year + 1, state.sheet.years) - len(seas)) if state.empty_sea else seas)
    empty = state.year if state.empty_sea and state.year <= year else 0
    total = table.total(min(year, len(table.points)))
    made = total_up_to(state, finished_years(state))
    cost = min(0, sum(next_year(state))) if empty == year else 0  # fish that lie on ice may fill the plates
    over = status.turn == OVER
    return Line(table.name, table.treatment, total, fines, living, over, empty, cost, made, counts)


def _names(one: Comparison, titles: Mapping[str, str]) -> tuple[str, str]:
    """Return the names of two treatments that are compared by what they are called."""
    names = {title: name for name, title in titles.items()}
    return names.get(one.base, one.base), names.get(one.other, one.other)


def models_of(found: Outcome, statuses: Sequence[Status]) -> tuple[Result, Result]:
    """Return what models of a game's form show of its treatments up to the year of a class, and at the end."""
    form, sizes, titles = _models_of(found, statuses)
    now, end = (model_result(form, sizes, [*titles], year) for year in (found.result.year, None))
    return now, end


def beside_models(found: Outcome, statuses: Sequence[Status]) -> tuple[Comparison | None, list[str]]:
    """Return what models of the class's form show of the same difference up to the same year, and that in words."""
    said: list[str] = []
    with going_on("what models show", said.append, NO_MODELS):
        form, sizes, titles = _models_of(found, statuses)
        result, end = models_of(found, statuses)
        missing = [size for size in set(sizes) if not all(model_games(form, size, name) for name in titles)]
        told = model_sentences(result, titles, end, missing)
        pairs = {(one.base, one.other): one for one in result.comparisons}
        told += spoken(*(fined_models(form, sizes, pair, titles, [*titles]) for pair in pairs))
        return pairs.get(_names(found.largest, titles)) if found.largest else None, told
    return None, said


def set_apart(outcome: Outcome, name: str, counted: bool = False, seats: bool = True) -> str:
    """Say that a table is not compared, or as what it counts if that is not what it has made, and why; "" else.

    Args:
        outcome: what came of the class.
        name: the table.
        counted: whether it stands there with what it counts as, and not with what it has made.
        seats: whether the seats at which a bot played are named, and not only counted.
    """
    result = outcome.result
    table = next((one for one in (*result.counted, *result.alone) if one.name == name), None)
    if any(one.name == name for one in result.closed):
        return tr("closed, not compared") if result.comparisons else tr("closed")
    if result.comparisons and (table is None or table in result.alone):
        return tr("not compared: {why}", why=why) if (why := why_apart(outcome, name)) else tr("not compared")
    line = next((one for one in outcome.lines if one.table == name), None)
    if table is None or line is None:
        return ""
    year = min(result.year, line.empty or result.year)  # nobody plays a sea that is empty
    told = (bots_at if seats else bots_seats)(table, year)
    total = number(line.total)
    if not line.counts or counted or total == number(line.made):
        return tr("a bot played {seats}", seats=told) if told else ""
    words = mark("counts as {points} up to year {year}")
    if told:
        early = len(table.points) > result.year
        words = mark("counts as {points}: a bot played {seats}")
        words = mark("counts as {points} up to year {year}: a bot played {seats}") if early else words
    return tr(words, points=total, year=result.year, seats=told)


def why_apart(outcome: Outcome, name: str) -> str:
    """Say in short why a table is not compared."""
    result = outcome.result
    reasons = (
        (result.closed, tr("closed")),
        (result.apart, tr("not every seat had a person")),
        (result.overrun, tr("bots in more than half of its seats")),
        (
            [one for one in result.alone if result.lost_partner(one)],
            tr("the table that it would be compared with does not count"),
        ),
        (result.alone, tr("no table to compare it with in its block")),
        (result.behind, tr("not played as far")),
    )
    return next((words for tables, words in reasons if any(one.name == name for one in tables)), "")


def compared(lines: Sequence[Line]) -> Sequence[Line]:
    """Return the tables that are compared; all of them if none is."""
    return [line for line in lines if line.counts] or lines


def by_treatment(lines: Sequence[Line]) -> dict[str, list[Line]]:
    """Return the tables of each treatment."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.treatment, []).append(line)
    return found


def design(room: Room, game: int) -> dict[str, Any]:
    """Return a game's dice and plan, and what the class predicted as one; None is what was not kept of it."""
    now = {"luck": room.luck, "plan": room.note("plan"), "prediction": room.note("prediction")}
    kept = now if game == room.game else room.note(f"{DESIGN}/{game}")
    return {key: kept.get(key) if isinstance(kept, Mapping) else None for key in now}


def sealed(room: Room, game: int) -> bool:
    """Tell whether people sealed after each talk of a game what was agreed, by the plan of that game."""
    plan = design(room, game)["plan"]
    procedure = plan.get("procedure") if isinstance(plan, Mapping) else None
    return isinstance(procedure, Mapping) and procedure.get("promises") is True


def predicted(room: Room) -> str:
    """Say what the class predicted, to stand beside what came."""
    kept = room.note("prediction", **GUESS)
    if not isinstance(kept, Mapping):
        return ""
    first, second, value = tr(kept["first"]), tr(kept["second"]), float(kept["value"])
    lead, behind = (second, first) if value < 0 else (first, second)
    words = mark(
        "The class predicted that “{lead}” would be {points} a table ahead of “{behind}” (locked at the start)."
    )
    if not value:
        words = mark("The class predicted no difference between “{lead}” and “{behind}” (locked at the start).")
    return tr(words, lead=lead, behind=behind, points=points(abs(value)))


def questions(outcome: Outcome) -> list[str]:
    """Return questions for the debrief that quote the class's own numbers."""
    lines = outcome.lines
    known = {one.name: one for one in (*outcome.result.counted, *outcome.result.alone)}
    fined = {line.table: _people_fined(known[line.table], outcome.result.year) for line in lines if line.table in known}
    most = max(fined, key=lambda table: fined[table], default="")
    paid = mark("{table} paid {points} in fines. How did that come about?")
    asked = [
        *_of_seas(lines),
        _of_difference(outcome.largest) if outcome.largest else "",
        tr(paid, table=most, points=points(fined[most])) if any(fined.values()) else "",
        _most_unequal(outcome.result),
    ]
    return [words for words in asked if words]


def _of_seas(lines: Sequence[Line]) -> list[str]:
    """Ask about seas that are empty, beside the fullest one; if none is, about the fullest and the emptiest."""
    empty = [line for line in lines if line.empty]
    alive = [line for line in lines if line.living and not line.empty]
    best = max(alive, key=lambda line: line.living[-1], default=None)
    worst = min(alive, key=lambda line: line.living[-1], default=None)
    if best is None or worst is None:
        alone = mark("{table}’s sea was empty after year {year}. Ask them what they thought in year 2.")
        return [tr(alone, table=line.table, year=line.empty) for line in empty[:2]]
    slots = {"other": best.table, "fish": best.living[-1], "now": len(best.living)}
    if empty:
        words = mark(
            "{table}’s sea was empty after year {year}. {other} still had {fish} fish when year {now} began. Ask both "
            "what they thought in year 2."
        )
        return [tr(words, table=line.table, year=line.empty, **slots) for line in empty[:2]]
    words = mark("When year {now} began, {other} had {fish} fish, {worst} {fewest}. What did they do differently?")
    fewest = worst.living[-1]
    return [tr(words, worst=worst.table, fewest=fewest, **slots)] if fewest < best.living[-1] else []


def _of_difference(one: Comparison) -> str:
    """Ask about the largest difference; "" if there is none."""
    if number(one.difference.mean) == "0":
        return ""
    lead, behind, by = leading(one.base, one.other, one.difference)
    if one_game(one.base, one.other):
        words = mark(
            "“{lead}” is {points} a table ahead of “{behind}”, though these are the same game for people. How can that "
            "be?"
        )
    elif one.seen:
        words = mark("“{lead}” is {points} a table ahead of “{behind}”. Where does that come from?")
    else:
        words = mark(
            "The {points} a table by which “{lead}” is ahead of “{behind}” may be luck. What would you have to see to "
            "believe it?"
        )
    return tr(words, points=points(by.mean), lead=lead, behind=behind)


def _people_fined(table: PlayedTable, year: int) -> float:
    """Return what the people of a table paid in fines up to a year, and not bots that played for them."""
    paid = enumerate(table.fines[:year], 1)
    return sum(fine for when, seats in paid for seat, fine in enumerate(seats) if (seat, when) not in table.bots)


def _most_unequal(result: Result) -> str:
    """Ask about the table whose people ended farthest apart; no seat is named, and no seat of a bot is looked at."""
    gaps = []
    for table in result.counted or result.alone:
        bots = {seat for seat, year in table.bots if year <= result.year}
        years = table.points[: result.year]
        own = [sum(year[seat] for year in years) for seat in range(table.seats) if seat not in bots]
        gaps.append((max(own) - min(own) if own else 0.0, table.name))
    gap, name = max(gaps, default=(0.0, ""))
    if gap < 5:
        return ""
    return tr(
        "At {table} two people ended {points} apart. Was that fair? Who could have changed it?",
        table=name,
        points=points(gap),
    )
