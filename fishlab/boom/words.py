"""What a person reads of Fishery Boom: prompts, rules, advice, the log, and why a move is refused.

A phase's words stand together in `PHASES`; `WORDS` is what the game speaks with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from fishlab import core
from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.network import SPECIES
from fishlab.boom.phases import PHASES, by_seat, fines_by_seat, kills_told, one_fish, points, said, title_of
from fishlab.boom.player_sheets import equipment, open_plates, works, year_boxes
from fishlab.boom.refusals import why_not
from fishlab.boom.rules import Boom
from fishlab.boom.sea import shielded
from fishlab.boom.treatments import FORMS, NO_QUOTA, USUAL, aim_of
from fishlab.core import HIDDEN, GuideStep, Move, Player, Reason, Told, Weight, is_blind
from fishlab.messages import listed, mark, tr, trn

SUMMARY: Final = mark("""\
Aim: All countries feed their people from one sea. A plate with a fish scores +1 point, an empty plate −2, a fish \
without a plate nothing. After the last year, or when the sea is empty, the most points win.
The sea: Every row has one fish for each year, and the number of a die. Arrows lead from the fish of one year to \
those of the next. A fish that no living fish points to is depleted: it never comes.
The turn: A year has five steps. First every country fishes: it chooses equipment, rolls its dice, and takes fish of \
this year whose number was rolled. Fishing is compulsory. A fish that is taken or killed is dead.
Boxes: Then every country marks one box. Upgrades and equipment work from next year on; a bonus works once, now.
Demand: Next year each country has as many plates as it got fish this year, and one more where there is a +1.
Illegal fishing: With two or three countries, dice are also rolled for illegal fishing. Each kills the topmost living \
fish of its number whose species has no shield.
Depletion: Fish of next year without an arrow from a living fish are crossed out, row by row. Then the next year \
begins, and another country goes first.
Watch out: The more you catch, the more plates wait next year. Some fish can be taken without loss; with others a \
whole line of fish is lost. “What if it died?” shows which.""")
AIM: Final = mark(
    "Aim: All countries feed their people from one sea. A plate with a fish scores +1 point, an empty plate −2, a "
    "fish without a plate nothing. The game ends after the last year, or when the sea is empty. {counts}"
)
"""Opens the summary where it is not the most points that win, or where nobody shall be told to win."""

GUIDE: Final = (
    GuideStep("#years #growth", mark(
        "One sea for all. Each row is a fish, each column a year. Here you see which year it is."
    )),
    GuideStep("#c1-cod", mark(
        "A fish can be caught with the number on its die. Arrows lead to next year’s fish: if all fish that point "
        "to one are dead, it never comes."
    )),
    GuideStep("choices", mark("Equipment says how many dice you roll. Choose one."), "gear"),
    GuideStep("choices", mark(
        "At first you have one line, so you roll one die. Each card says what the sea loses if you take that "
        "fish. Take one."
    ), "take", bare=mark(
        "At first you have one line, so you roll one die. Follow the arrows, or press “What if it died?”, to see "
        "what the sea loses. Take a fish."
    )),
    GuideStep("news", mark("The others fish in the same sea. What they did is shown here until you move again.")),
    GuideStep("choices", mark(
        "Now mark one box. Equipment and upgrades work from next year on; a bonus works once, now."
    ), "box"),
    GuideStep("players", mark(
        "Demand: this year’s catch is next year’s number of plates. A full plate is +1 point, an empty one −2, a "
        "fish without a plate nothing."
    )),
    GuideStep("#steps", mark(
        "A year has five steps: fishing, a box, demand, illegal fishing, depletion. Then another country goes "
        "first. Play on."
    )),
)  # fmt: skip
"""The guided first round: a year of the sea."""
_NOT_ILLEGAL: Final = mark(
    "A year’s steps: fishing, a box, demand, depletion; here nobody fishes illegally. Then another country goes first. "
    "Play on."
)
"""Said of the steps of a year where there are no dice of illegal fishing."""
_UNTOLD: Final = mark(
    "At first you have one line, so you roll one die. Follow the arrows to see what the sea loses. Take a fish."
)
"""Said of taking a fish where nobody is told what to do."""

_SAID: Final[Mapping[str, str]] = {
    "ready": mark("{name} is ready."),
    "gear": mark("{name} fishes with {what}: {does}."),
    "roll": mark("{name} rolls {what}."),
    "reroll": mark("{name} will reroll die {what}, a {face}."),
    "keep": mark("{name} keeps the dice."),
    "double": mark("{name} chooses die {what} for one more fish."),
    "kills": mark("{name} chooses die {what} to kill."),
    "take": mark("{name} takes {what}."),
    "chill": mark("{name} takes {what} and keeps it cold for year {next}."),
    "release": mark("{name} puts a fish of die {die} back alive."),
    "kill": mark("{name} kills {what}."),
    "box": mark("{name} marks {what}."),
    "plate": mark("{name} adds a plate to year {year}."),
    "cross": mark("{name} crosses out a plate of year {year}."),
    "shield": mark("{name} puts a shield on {what}."),
}
"""What a move does, by its word; some say it better (`_say`)."""


class BoomWords(core.Words[Boom]):
    """The words of Fishery Boom; what a phase or a move needs stands in the tables above, and how it is told below."""

    summary = SUMMARY
    guide = GUIDE
    quiet = ("gear", "keep", "kills", "double", "reroll", "ready")

    def first_round(self, state: Boom) -> list[GuideStep]:
        """Return the guided first round; where people are to find out by themselves, nothing says what a fish costs."""
        steps = super().first_round(state)
        if state.setup.cooperative:
            demand = f" {tr('One score for all.')}"
            steps = [step._replace(text=step.text + demand * (step.at == "players")) for step in steps]
        if not any(map(state.setup.illegal_dice, range(1, state.sheet.years + 1))):
            steps = [*steps[:-1], steps[-1]._replace(text=tr(_NOT_ILLEGAL))]
        return [step._replace(text=tr(_UNTOLD), bare="") if step.bare and is_blind() else step for step in steps]

    def purpose(self, state: Boom) -> str:
        """Return in one line what a country wants, and what counts for it."""
        counts = tr("The most points win.") if _to_win(state) else self.aim(state)
        return f"{tr('Feed your country: full plate +1, empty plate −2.')} {counts}"

    def summary_of(self, state: Boom) -> str:
        """Return the whole game in few words, and what of this one is not in the rulebook."""
        rules = " ".join(house_rules(state))
        first, *others = tr(SUMMARY).split("\n")
        first = first if _to_win(state) else tr(AIM, counts=self.aim(state))
        told = "\n".join([first, *(others[:-1] if is_blind() else others)])  # the last line is advice
        return f"{told}\n{tr('Not in the rulebook: {rules}', rules=rules)}" if rules else told

    def seat_title(self, state: Boom, seat: Player) -> str:
        """Return a country's name, or its seat letter where it has none."""
        named = seat >= 0 and state.setup.countries
        return named[seat] if named else super().seat_title(state, seat)

    def names(self, state: Boom) -> Mapping[str, str]:
        """Return the titles of species, equipment and boxes; a row may be typed with a space: herring 1."""
        titles = {kind.name: kind.title for kind in state.sheet.species} | {
            name: one.title for name, one in GEAR.items()
        }
        titles |= {name: one.title for name, one in BOXES.items()}
        return {row: row for row in state.sheet.names} | {name: tr(title) for name, title in titles.items()}

    def prompt(self, state: Boom) -> str:
        """Return one line that says who does what now."""
        told = PHASES[state.phase].prompt
        result = _result(state) if state.phase == "over" else ""
        return said(state, told if isinstance(told, str) else told(state), result=result)

    def rule(self, state: Boom) -> str:
        """Return the rule in force now."""
        return tr(PHASES[state.phase].rule)

    def in_words(self, state: Boom) -> list[str]:
        """Return the dice on the table, which fish of this year live, and what each seat needs and has."""
        lines = [tr("Dice: {dice}", dice=listed([*map(str, state.dice)]))] if state.dice else []
        if state.named:
            lines.append(
                tr("Dice to roll again, counted from the first: {dice}", dice=listed([*map(str, state.named)]))
            )
        if state.due:
            lines.append(tr("Dice whose fish are still to be taken: {dice}", dice=listed([*map(str, state.due)])))
        for kind in state.sheet.species:
            fish = [*map(one_fish, state.sheet.names_of(state.living & kind.mask))]
            lines.append(tr("{species}, alive in year {year}: {fish}", species=tr(kind.title), year=state.year,
                            fish=listed(fish) if fish else tr("none")))  # fmt: skip
        for seat, plates in enumerate(state.plates):
            boxes = [tr(BOXES[pick].title) for pick in state.picks[seat] if pick in BOXES]
            told = mark("{name}: plates in year {year}: {plates}, fish for them: {fish}; boxes marked: {boxes}")
            marked = listed(boxes) if boxes else tr("none")
            lines.append(tr(told, name=state.seat_name(seat), plates=plates[state.year - 1], year=state.year,
                            fish=state.supply(seat, state.year), boxes=marked))  # fmt: skip
        return lines

    def coach(self, state: Boom) -> str:
        """Return what to think of now and why, for a first game."""
        if state.phase in ("gear", "take") and state.quota < NO_QUOTA:
            return _coach_quota(state)
        words = PHASES[state.phase]
        advice = (state.setup.cooperative and words.together) or words.advice
        told = next((advice[one] for one in _situations(state) if one in advice), "")
        return tr(told) * bool(told) if isinstance(told, str) else told(open_plates(state, state.seat))

    def aim(self, state: Boom) -> str:
        """Return whether points, places or the table's total count."""
        return aim_of({name: getattr(state.setup, name) for name in USUAL})

    def explain(self, state: Boom, move: Move) -> str:
        """Return in one line what a move does; of one that is not possible now also what it still needs."""
        match move:
            case ("gear", str(name)) if name in GEAR:
                return _explain_gear(state, name)
            case ("box", str(name)) if name in BOXES:
                return _explain_box(state, name)
            case ("take" | "kill", str(name)) if name in state.sheet.index:
                return _explain_loss(state, state.sheet.index[name], brief=len(state.moves()) > 8)
            case ("chill", str(name)) if name in state.sheet.index:
                loss = _explain_loss(state, state.sheet.index[name], brief=True)
                return f"{tr('For year {year}.', year=state.year + 1)} {loss}".strip()
            case ("release",) if state.licence_used:
                return tr("The licence is used up: the fish goes back alive and does not count.")
            case ("release",):
                return tr("It goes back alive and does not count.")
            case ("roll", int(face)) if 1 <= face <= 6:
                return _explain_roll(state, face)
            case ("ready",):
                return tr("The talk is over when all are ready.")
            case ("vote", 0):
                return tr("Any fish would be one too many.")
            case ("vote", int(fish)) if fish == NO_QUOTA:
                return tr("No quota: everyone takes as many fish as they can.")
            case ("vote", int(fish)) if 0 < fish < NO_QUOTA:
                all_, living = fish * state.players, state.living.bit_count()
                return tr("{fish} a year in all; {living} fish are alive now.", fish=all_, living=living)
            case ("reroll", int(die)) if 1 <= die <= len(state.dice):
                face = state.dice[die - 1]
                return f"{tr('Rolls this {face} again.', face=face)} {_living_with(state, face)}"
            case ("keep",):
                return tr("Rerolls the dice you named, once.") if state.named else tr("The dice stay as they are.")
            case ("double", 6):
                return tr("A 6 takes nothing here: 1 fish of the other die only.")
            case ("double", int(face)):
                return f"{tr('Takes 2 fish of die {face}.', face=face)} {_living_with(state, face)}"
            case ("kills", int(face)) if face in state.dice:
                return kills_told(state, face)
            case ("plate",):
                return tr("One plate more to fill: +1 with a fish, −2 without.")
            case ("cross",) if not state.plates[state.seat][state.year - 1]:
                return tr("Needs a plate in this year’s box: one plate less to fill.")
            case ("cross",):
                return tr("One plate fewer to fill: saves 2 points if it would stay empty.")
            case ("shield", str(name)):
                return _explain_shield(state, name)
        return ""

    def say(self, state: Boom, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does here, and what the end of phases and years then brings."""
        if state.phase == "vote":
            return _say_vote(state, move, viewer)
        return " ".join([_say(state, move), *_brings(state, state.after(move))])

    def outcomes(self, before: Boom, move: Move, after: Boom, me: Player, viewer: Player | None = None) -> list[str]:
        """Return the fish that illegal fishing kills, what inspectors and open votes bring, and the end of a year."""
        told: list[str] = [Told(words, Weight.GAIN) for words in _ends(before, after)]
        if nothing := _nothing(before, after):
            told.insert(0, Told(nothing, Weight.MINE if before.seat == me else Weight.GAIN))
        killed = before.phase == "illegal" and before.illegal_target(int(move[1])) >= 0
        opened = before.phase == "vote" and len(after.council.ballots) > len(before.council.ballots)
        if killed or opened or before.phase == "inspect":
            said = self.say(before, move, viewer) if opened else _say(before, move)
            told.insert(0, Told(said, Weight.GAIN) if killed else said)
        return told

    def lines(self, before: Boom, move: Move, after: Boom, viewer: Player | None = None) -> list[str]:
        """Return a move, and in lines of their own the demand and the end of a year that follow it."""
        if before.phase == "vote":
            return super().lines(before, move, after, viewer)
        return [_say(before, move), *(Told(words, Weight.GAIN) for words in _brings(before, after))]

    def ran(self, before: Boom, after: Boom, me: Player) -> list[str]:
        """Return what a year was worth that has ended, which fish do not come any more, and which species are gone."""
        if len(after.seas) == len(before.seas):
            return []
        sheet, (sea, then) = before.sheet, after.seas[-2:]
        told = _year_counts(after, me, before.year)
        lost = [one_fish(name) for name in sheet.names_of(sea & ~then)]
        gone = [tr(kind.title) for kind in sheet.species if sea & kind.mask and not then & kind.mask]
        if lost:
            told.append(Told(tr("Newly depleted: {fish}.", fish=listed(lost)), Weight.MINE))
        if gone:
            said = trn("A species is gone: {species}.", "{n} species are gone: {species}.", len(gone),
                       species=listed(gone))  # fmt: skip
            told.append(Told(said, Weight.LOSS))
        return [*told]

    def decided(self, state: Boom) -> str:
        """Return at the end what decided the game."""
        return " ".join(_decided(state)) if state.phase == "over" else ""

    def result(self, state: Boom, seat: Player) -> str:
        """Return how a seat came off, where the most points win."""
        return super().result(state, seat) if _to_win(state) else ""

    def why_not(self, state: Boom, move: Move) -> str:
        """Return the rule that forbids a move, "" if none does."""
        if not isinstance(move, tuple | list) or not move:
            return Reason(tr("A move starts with a word, such as take, box or roll."), rule=tr("Moves"))
        return "" if tuple(move) in state.moves() else why_not(state, tuple(move))


WORDS: Final = BoomWords()


# What many sentences hold.


def _to_win(state: Boom) -> bool:
    """Tell whether the most points win, as the rulebook has it; in an experiment people are told what counts."""
    return not is_blind() and not state.setup.cooperative and state.setup.aim == "points"


# The phases.


def _result(state: Boom) -> str:
    """Say who has won, as the scores stand."""
    winners, best = state.winners(), points(max(state.scores()))
    names = listed([state.seat_name(seat) for seat in winners])
    if state.setup.cooperative:
        return tr("together {points}", points=best)
    if is_blind():
        return listed([f"{state.seat_name(seat)} {points(score)}" for seat, score in enumerate(state.scores())])
    if len(winners) == 1:
        return tr("{name} wins with {points}", name=names, points=best)
    return tr("{names} share the win with {points}", names=names, points=best)


def _situations(state: Boom) -> Iterator[str]:
    """Yield what may decide which advice fits, the most telling first."""
    full, last = open_plates(state, state.seat) <= 0, state.year == state.sheet.years
    if full and works(state, state.seat, "release"):
        yield "release"
    if full and last:
        yield "full, last"
    if full:
        yield "full"
    if last:
        yield "last"
    yield ""


def _coach_quota(state: Boom) -> str:
    """Say how the quota, the plates and a fine stand to each other."""
    setup, empty = state.setup, open_plates(state, state.seat)
    left = state.quota - state.taken(state.seat, state.year)
    told = [
        trn("The quota leaves you {n} fish.", "The quota leaves you {n} fish.", left)
        if left > 0
        else tr("You have reached the quota.")
    ]
    if setup.licence:
        told.append(tr("Any fish beyond it goes back alive."))
    elif setup.inspects:
        told.append(
            tr(
                "A fish over the quota costs {points} if it is found out ({faces} in 6).",
                points=points(state.fine_each(state.seat)),
                faces=setup.inspection,
            )
        )
    else:
        told.append(tr("Nobody checks for fish over the quota."))
    none = tr("No plate is empty.")
    told.append(trn("{n} empty plate: −2 each.", "{n} empty plates: −2 each.", empty) if empty > 0 else none)
    return " ".join(told)


_TALKS: Final = {
    "never": mark("Nobody may speak."),
    "once": mark("All may talk before the first year and are silent otherwise."),
    "yearly": mark("All may talk before each year and are silent otherwise."),
}
_VOTES: Final = {
    "once": mark(
        "Before the first year all vote in secret on a quota; the median (the lower one of two) holds for all."
    ),
    "yearly": mark("Before each year all vote in secret on a quota; the median (the lower one of two) holds for all."),
}
_FOUND: Final = {
    1: mark("Whoever took more is found out on a roll of 1 and pays {points} for each fish over the quota."),
    6: mark("Whoever took more is found out on any roll and pays {points} for each fish over the quota."),
}


def house_rules(state: Boom) -> list[str]:
    """Return what holds in this game and is not in the rulebook, a sentence each."""
    setup, years = state.setup, state.sheet.years
    found = [trn("The game has {n} years.", "The game has {n} years.", years)] if years < 10 else []
    found += _form_rules(state)
    found += [tr(table[when]) for table, when in ((_TALKS, setup.talk), (_VOTES, setup.vote)) if when in table]
    if state.has_quota and setup.vote == "never":
        found.append(
            trn("Each country may take {n} fish a year.", "Each country may take {n} fish a year.", setup.quota)
        )
    if state.has_quota and setup.licence:
        found.append(tr("Anything caught beyond that goes back alive."))
    elif state.has_quota and setup.inspects:
        usual = mark(
            "Whoever took more is found out on a roll of 1 to {faces} and pays {points} for each fish over the quota."
        )
        message = _FOUND.get(setup.inspection, usual)
        found.append(tr(message, faces=setup.inspection, points=points(setup.fine)))
        if setup.graduated:
            found.append(
                tr("The second time it is found out, each fish costs twice as much; the third time, three times.")
            )
    if setup.aim == "place":
        found.append(tr("Only places count: a country scores for every country it beats, whatever its points."))
    return found


def _form_rules(state: Boom) -> Iterator[str]:
    """Say what a form of the game changes: when demand grows, and which species do not live in its sea."""
    form = FORMS[state.setup.form]
    if form.in_rulebook:
        return
    growth = [str(year) for year in sorted(state.sheet.plus_one)]
    if len(growth) == state.sheet.years - 1 > 1:
        yield tr("Demand grows every year: it is one plate more than last year’s catch.")
    elif growth:
        yield trn(
            "Demand grows in year {years}: it is then one plate more than last year’s catch.",
            "Demand grows in years {years}: it is then one plate more than last year’s catch.",
            len(growth),
            years=listed(growth),
        )
    if absent := [tr(SPECIES[name]) for name in form.absent]:
        yield tr("The sea is smaller: without {species}.", species=listed(absent))


def _decided(state: Boom) -> Iterator[str]:
    counted = state.sheet.years if state.setup.score_unplayed_year else state.year
    boxes = [year_boxes(state, seat)[:counted] for seat in range(state.players)]
    filled = [sum(box.filled for box in mine) for mine in boxes]
    empty = [sum(box.empty for box in mine) for mine in boxes]
    if state.empty_sea:
        yield tr("The sea ran empty after year {year}.", year=state.year)
    if fines := fines_by_seat(state):
        yield tr("Fines in points: {fines}.", fines=fines)
    if state.setup.cooperative:
        yield trn(
            "Together {n} plate got a fish, and {empty} stayed empty at −2 each.",
            "Together {n} plates got a fish, and {empty} stayed empty at −2 each.",
            sum(filled),
            empty=sum(empty),
        )
        return
    winners, scores = state.winners(), state.scores()
    best, others = winners[0], [seat for seat in range(state.players) if seat not in winners]
    slots: dict[str, object] = {"name": state.seat_name(best), "empty": empty[best]}
    second = max(others, key=lambda seat: scores[seat], default=best)
    if len(winners) > 1:
        compared = [*winners, second] if others else winners
        plates = [
            tr(
                "{name} {filled} filled, {left} empty",
                name=state.seat_name(seat),
                filled=filled[seat],
                left=empty[seat],
            )
            for seat in compared
        ]
        yield tr("Plates, each empty one at −2: {plates}.", plates="; ".join(plates))
        return
    slots |= {"other": state.seat_name(second), "filled": filled[second], "left": empty[second]}
    yield trn(
        "{name} filled {n} plate and left {empty} empty at −2; {other} filled {filled} and left {left}.",
        "{name} filled {n} plates and left {empty} empty at −2; {other} filled {filled} and left {left}.",
        filled[best],
        **slots,
    )


# What a move would do.


def _explain_gear(state: Boom, name: str) -> str:
    what = tr(GEAR[name].text)
    if name in equipment(state, state.seat):
        return _sentence(what)
    marked = name in state.picks[state.seat]
    return tr("From next year: {what}.", what=what) if marked else tr("Needs its box first: {what}.", what=what)


def _explain_box(state: Boom, name: str) -> str:
    what, picks = tr(BOXES[name].text), state.picks[state.seat]
    box = next((box for box in state.sheet.boxes if box.name == name), None)
    if box is None or state.players not in box.players:
        return tr("Not with {players} players: {what}.", players=state.players, what=what)
    if picks.count(name) >= box.copies:
        years = ", ".join(str(year) for year, pick in enumerate(picks, 1) if pick == name)
        return tr("Marked in year {years}: {what}.", years=years, what=what)
    if box.needs and box.needs not in picks:
        base, gear = tr(BOXES[box.needs].title), GEAR[name]
        return tr("Needs {box}: {dice} dice, {fish} fish.", box=base, dice=gear.dice, fish=gear.take)
    if name == "marketing" and not state.plates[state.seat][state.year - 1]:
        return tr("Now: {what} (you have no plate to cross out).", what=what)
    return tr("Now: {what}.", what=what) if BOXES[name].kind == "bonus" else _sentence(what)


def _sentence(text: str) -> str:
    return tr("{what}.", what=text[:1].upper() + text[1:])


_LOST: Final = {
    "brief": (mark("Lost: {lost} of {leads} next year."), mark("Lost: {lost} of {leads} next year, {later} later.")),
    "one": (
        mark("The one fish that comes from it is lost next year."),
        mark("The one fish that comes from it is lost next year, {later} more later."),
    ),
    "both": (
        mark("Both fish that come from it are lost next year."),
        mark("Both fish that come from it are lost next year, {later} more later."),
    ),
    "all": (
        mark("All {leads} fish that come from it are lost next year."),
        mark("All {leads} fish that come from it are lost next year, {later} more later."),
    ),
    "one of": (
        mark("Of the {leads} fish that come from it, 1 is lost next year."),
        mark("Of the {leads} fish that come from it, 1 is lost next year, {later} more later."),
    ),
    "some": (
        mark("Of the {leads} fish that come from it, {lost} are lost next year."),
        mark("Of the {leads} fish that come from it, {lost} are lost next year, {later} more later."),
    ),
}
"""What is lost with a fish: next year only, and later too."""


def _explain_loss(state: Boom, row: int, brief: bool) -> str:
    """Say what the sea loses with a fish of this year: of the fish that its arrows lead to, and later."""
    if is_blind():
        return ""
    sheet, bit = state.sheet, 1 << row
    if state.year == sheet.years or not state.living & bit:
        return tr("No later fish is lost.")
    leads = (sheet.out[state.year - 1][row] & sheet.grow(state.living, state.year)).bit_count()
    lost, *after = [mask.bit_count() for mask in sheet.losses(bit, state.year, state.living)]
    if not lost:
        if brief or not leads:
            return tr("No later fish is lost.")
        return trn(
            "No fish is lost: another arrow still leads there.",
            "No fish is lost: other arrows still lead there.",
            leads,
        )
    how = "one of" if lost == 1 else "some"
    if lost == leads:
        how = {1: "one", 2: "both"}.get(leads, "all")
    return tr(_LOST["brief" if brief else how][any(after)], lost=lost, leads=leads, later=sum(after))


def comes_from(state: Boom, row: int) -> str:
    """Say which fish of next year a fish is a parent of, as its arrows show; "" where nothing is told of costs."""
    if is_blind():
        return ""
    sheet = state.sheet
    young = sheet.out[state.year - 1][row] & sheet.grow(state.living, state.year) if state.year < sheet.years else 0
    fish = [one_fish(name) for place, name in enumerate(sheet.names) if young >> place & 1]
    if not fish:
        return tr("No later fish comes from it.")
    return trn("{fish} of year {year} comes from it.", "{fish} of year {year} come from it.", len(fish),
               fish=listed(fish), year=state.year + 1)  # fmt: skip


def _explain_roll(state: Boom, face: int) -> str:
    if state.phase == "inspect":
        if face > state.setup.inspection:
            return tr("It is not found out, and pays nothing.")
        fish, fine = _breach(state)
        return tr("It took {fish} fish too many and pays {points}.", fish=fish, points=fine)
    if state.phase == "illegal":
        row = state.illegal_target(face)
        none = tr("Kills nothing: no unprotected fish has this number.")
        return tr("Kills {fish}.", fish=one_fish(state.sheet.names[row])) if row >= 0 else none
    count = (state.living & state.sheet.faces[face]).bit_count()
    none = tr("No living fish has this number.")
    return trn("{n} living fish has this number.", "{n} living fish have this number.", count) if count else none


def _living_with(state: Boom, face: int) -> str:
    """Say how many fish of a die live this year."""
    count = (state.living & state.sheet.faces[face]).bit_count()
    if not count:
        return tr("No living fish has a {face}.", face=face)
    return trn("{n} living fish has a {face}.", "{n} living fish have a {face}.", count, face=face)


def _breach(state: Boom) -> tuple[int, str]:
    """Return how many fish too many the seat has taken, and the points that it pays for them if it is found out."""
    fish = state.too_many(state.seat)
    return fish, points(state.fine_each(state.seat) * state.too_many(state.seat))


def _explain_shield(state: Boom, name: str) -> str:
    species = next((kind for kind in state.sheet.species if kind.name == name), None)
    if species is None:
        return ""
    if shielded(state, name):
        return tr("{species} already has a shield.", species=tr(species.title))
    alive, total = (state.living & species.mask).bit_count(), len(species.rows)
    if not alive:
        return tr("None of {total} is left: a shield would be no use.", total=total)
    dice = ", ".join(map(str, sorted({state.sheet.dice[row] for row in species.rows})))
    return tr("{alive} of {total} live, die {dice}: safe from now on.", alive=alive, total=total, dice=dice)


# What a move does, as the log tells it.


def _say(state: Boom, move: Move) -> str:
    slots: dict[str, object] = {"what": move[-1]}
    message = _SAID.get(str(move[0]), "")
    match move:
        case ("roll", int(face)) if state.phase == "illegal":
            row = state.illegal_target(face)
            message = mark("Illegal fishing rolls {what}: no unprotected fish has that number.")
            if row >= 0:
                message, slots["fish"] = (
                    mark("Illegal fishing rolls {what}: {fish} is killed."),
                    one_fish(state.sheet.names[row]),
                )
        case ("roll", int(face)) if state.phase == "inspect":
            message = mark("The inspector rolls {what} for {name}: it is not found out, and pays nothing.")
            if face <= state.setup.inspection:
                message = mark("The inspector rolls {what} for {name}: it took {fish} fish too many and pays {points}.")
                slots["fish"], slots["points"] = _breach(state)
        case ("roll", _) if state.phase == "reroll":
            message = mark("{name} rerolls and gets {what}.")
        case ("gear", str(name)):
            slots = {"what": tr(GEAR[name].title), "does": tr(GEAR[name].text)}
        case ("reroll", int(die)):
            slots["face"] = state.dice[die - 1]
        case ("keep",) if state.named:
            message = mark("{name} keeps the other dice.")
        case ("double", 6):
            message = mark("{name} doubles the 6, which is ignored.")
        case ("box", "faux"):
            message = mark("{name} marks Faux fish and draws a fish that was never caught.")
        case ("box" | "shield", str(name)):
            slots["what"] = title_of(state, name)
        case ("take" | "chill" | "kill", str(name)):
            slots["what"] = one_fish(name)
    return said(state, message, **slots) if message else state.notation(move)


def _say_vote(state: Boom, move: Move, viewer: Player | None) -> str:
    """Say a vote; how many fish only to its voter and to one who sees all, until the last one opens them all."""
    votes, fish = state.council.votes, move[1]
    if len(votes) + 1 < state.players or HIDDEN in votes:
        if viewer not in (None, state.seat):
            return said(state, mark("{name} votes in secret."))
        return said(state, mark("{name} votes for {fish} fish a year."), fish=fish)
    after = state.after(move)
    message = mark("{name} votes for {fish}. All votes: {votes}. The lower median holds: {quota} fish a year each.")
    if after.quota == NO_QUOTA:
        message = mark("{name} votes for {fish}. All votes: {votes}. The lower median holds: no quota.")
    return said(state, message, fish=fish, votes=by_seat(state, after.council.ballots[-1]), quota=after.quota)


def _year_counts(after: Boom, seat: Player, year: int) -> list[str]:
    """Say of a seat, in the list of news, how many plates of a year are full, and what that counts."""
    if seat < 0 or not (plates := after.plates[seat][year - 1]):
        return []
    score = after.year_score(seat, year)
    said = tr(
        "Year {year}, {name}: {full} of {plates}, {points}.",
        year=year,
        name=after.seat_name(seat),
        full=min(plates, after.supply(seat, year)),
        plates=trn("{n} plate full", "{n} plates full", plates),
        points=points(score),
    )
    return [Told(said, Weight.OWN)]


def _brings(state: Boom, after: Boom) -> list[str]:
    """Say that dice found no fish, and what came before the next moment by itself."""
    return [*filter(None, [_nothing(state, after)]), *_ends(state, after)]


def _nothing(state: Boom, after: Boom) -> str:
    """Say that dice found no fish, "" if they did or none were rolled."""
    dice = ("roll", "reroll", "radar", "double", "kills")
    if state.phase not in dice or after.phase in (*dice, "take", "kill"):
        return ""
    return tr("{name} catches nothing: there is no fish to take with these dice.", name=state.seat_name(state.seat))


def _ends(state: Boom, after: Boom) -> Iterator[str]:
    """Say what phases 3 and 5, which make no moves, did before the next moment."""
    year, total = state.year, len(state.sheet.names)
    closed = len(after.seas) > len(state.seas)
    if state.phase != "illegal" and (closed or after.phase == "illegal"):
        plates = by_seat(state, (mine[year] for mine in after.plates))
        yield tr("Demand in year {year}: {plates}.", year=year + 1, plates=plates)
    if closed:
        lost = total - after.seas[-1].bit_count()
        yield trn(
            "Year {year} ends: {n} of {total} fish is depleted.",
            "Year {year} ends: {n} of {total} fish are depleted.",
            lost, year=year, total=total,
        )  # fmt: skip
