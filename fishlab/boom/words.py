"""What a person reads of Fishery Boom: prompts, rules, advice, the log, and why a move is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Self

from fishlab import core
from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.losses import Losses
from fishlab.boom.treatments import NO_QUOTA
from fishlab.core import CHANCE, HIDDEN, SEAT_LETTERS, Move, Player, Reason, State
from fishlab.plain_words import many

_WORDS: Final[Mapping[str, tuple[type, ...]]] = {
    "gear": (str,),
    "roll": (int,),
    "reroll": (int,),
    "keep": (),
    "double": (int,),
    "kills": (int,),
    "take": (str,),
    "chill": (str,),
    "release": (),
    "kill": (str,),
    "box": (str,),
    "plate": (),
    "cross": (),
    "shield": (str,),
    "ready": (),
    "vote": (int,),
}
"""Every word a move can start with, and what follows it."""
_ALLOWED: Final[Mapping[str, tuple[str, ...]]] = {
    "gear": ("gear",),
    "roll": ("roll",),
    "radar": ("reroll", "keep"),
    "reroll": ("roll",),
    "double": ("double",),
    "kills": ("kills",),
    "take": ("take", "chill", "release"),
    "kill": ("kill",),
    "box": ("box",),
    "marketing": ("plate", "cross"),
    "shield": ("shield",),
    "illegal": ("roll",),
    "over": (),
    "talk": ("ready",),
    "vote": ("vote",),
    "inspect": ("roll",),
}
_RULES: Final[Mapping[str, str]] = {
    "gear": "Choose the equipment to fish with. You always have one line, and you must fish.",
    "roll": "Roll as many dice as the equipment says, one at a time.",
    "radar": "Fish radar: choose dice to reroll once, and keep the rest. Here you name them from first to last.",
    "reroll": "The dice you named are rolled once more.",
    "double": "Longline+ takes one more fish of either die. A 6 takes nothing, so doubling it takes no more.",
    "kills": "The trawler kills one fish of one die and takes one fish of each other die: say which die kills.",
    "take": "Take a living fish of this year with that die into this year's box. Rows count from the top.",
    "kill": "The trawler kills one living fish of the die you named. It is dead, and nobody eats it.",
    "box": "One box a year. Upgrades work from next year on, a bonus works now, once.",
    "marketing": "Marketing: add one plate to this year's box, or cross one out.",
    "shield": "Enforcement: a shield keeps illegal fishing away from a whole species. It does not hinder players.",
    "illegal": "Each die kills the topmost living fish with that die whose species has no shield.",
    "over": "A filled plate is +1, an empty plate −2, and a fish without a plate nothing.",
    "talk": "Not in the rulebook: talk about anything, promise what you like. The year begins when all are ready.",
    "vote": "Not in the rulebook: each seals a vote for the fish a year of each. The lower median holds for all.",
    "inspect": "Not in the rulebook: a die for each country that took more than the quota says if it is found out.",
}
_PHASES: Final[Mapping[str, str]] = {
    "gear": "1. Fishing",
    "roll": "1. Fishing, II",
    "radar": "Equipment: Fish radar",
    "reroll": "Equipment: Fish radar",
    "double": "Equipment: Longline",
    "kills": "Equipment: Trawler",
    "take": "1. Fishing, III",
    "kill": "Equipment: Trawler",
    "box": "2. Upgrade or bonus",
    "marketing": "2. Upgrade or bonus: Marketing",
    "shield": "2. Upgrade or bonus: Enforcement",
    "illegal": "4. Illegal fishing",
    "over": "End of the game",
    "talk": "Not in the rulebook: talk",
    "vote": "Not in the rulebook: vote",
    "inspect": "Not in the rulebook: inspection",
}


SUMMARY: Final = """\
Aim: Each country feeds its people from one sea. A plate with a fish is +1 point, an empty plate −2, a fish without a \
plate nothing. After ten years, or when the sea is empty, the most points win.
The sea: Every row is a fish in each of ten years, with the number of a die. Arrows lead from the fish of one year to \
those of the next. A fish that no living fish points to is depleted: it never comes.
The turn: A year has five steps. First every country fishes: it chooses equipment, rolls its dice, and takes fish of \
this year whose number was rolled. Fishing is compulsory. A fish that is taken or killed is dead.
Boxes: Then every country marks one box. Upgrades and equipment work from next year on, a bonus works now, once.
Demand: Each country's plates for next year are as many as the fish it got this year, and one more in years 3, 6 and 9.
Illegal fishing: With two or three countries dice are rolled for nobody. Each kills the topmost living fish of its \
number whose species has no shield.
Depletion: Fish of next year without an arrow from a living fish are crossed out, row by row. Then the next year \
begins, and another country opens it.
To watch: Catch more and more plates wait next year. Some fish can be taken without loss, with others a whole line of \
fish goes. “What if it died?” shows which."""


class Words(Losses):
    """A moment that speaks for itself."""

    words: ClassVar[core.Words[Any]] = core.Words(SUMMARY)

    def summary(self) -> str:
        """Return the whole game in few words, and what of this one is not in the rulebook."""
        rules = " ".join(self.house_rules())
        return f"{SUMMARY}\nNot in the rulebook: {rules}" if rules else SUMMARY

    def house_rules(self) -> list[str]:
        """Return what holds in this game and is not in the rulebook, a sentence each."""
        setup = self.setup
        when = {"once": "the first year", "yearly": "each year"}
        found = [f"The game has {self.sheet.years} years."] if self.sheet.years < 10 else []
        if setup.talk != "free":
            talk = f"All may talk before {when.get(setup.talk)} and are silent otherwise."
            found.append("Nobody may speak." if setup.talk == "never" else talk)
        if setup.vote != "never":
            vote = f"Before {when[setup.vote]} all vote in secret for a quota"
            found.append(f"{vote}; the median, the lower one of two, holds for all.")
        elif self.has_quota:
            found.append(f"Each country may take {setup.quota} fish a year.")
        if self.has_quota and setup.inspects:
            found.append(f"Who took more is found out {self._chance()} and pays {_points(setup.fine)} a fish too many.")
        return found

    def _chance(self) -> str:
        """Say when the inspector's die finds something."""
        faces = self.setup.inspection
        return "at each die" if faces == 6 else f"at a die of {'1' if faces == 1 else f'1 to {faces}'}"

    def seat_title(self, seat: Player) -> str:
        """Return a country's name, or its seat letter where it has none."""
        if seat < 0:
            return "Chance" if seat == CHANCE else "Nobody"
        return self.setup.countries[seat] if self.setup.countries else f"Seat {SEAT_LETTERS[seat]}"

    def prompt(self) -> str:
        """Return one line that says who does what now."""
        who, year = self.seat_name(self.seat), f"Year {self.year}"
        match self.phase:
            case "gear":
                what = "fishes again: choose equipment" if self.overtime else "fishes: choose equipment"
            case "roll":
                what = f"rolls die {len(self.dice) + 1} of {GEAR[self.gear].dice} ({GEAR[self.gear].title})"
            case "radar":
                what = "may reroll dice (Fish radar) or keep them"
            case "reroll":
                what = f"rerolls die {self.named[0]}"
            case "double":
                what = "chooses the die that counts twice"
            case "kills":
                what = "chooses the die that kills"
            case "take":
                what = f"takes a fish of die {self.due[0]}"
            case "kill":
                what = f"kills a fish of die {self.kill}"
            case "box":
                what = "marks a box"
            case "marketing":
                what = "adds a plate or crosses one out"
            case "shield":
                what = f"fills {'two shields' if self.left == 2 else 'a shield'}"
            case "illegal":
                total = self.illegal_dice(self.year)
                return f"{year}: illegal fishing rolls die {total - self.left + 1} of {total}"
            case "talk":
                return f"{year}: talk to each other; {who} says when ready"
            case "vote":
                what = "seals a vote for a quota"
            case "inspect":
                return f"{year}: the inspector rolls a die for {who}"
            case "over":
                return self._ending()
        return f"{year}: {who} {what}"

    def _ending(self) -> str:
        why = f"The sea is empty after year {self.year}" if self.empty_sea else f"The game ends after year {self.year}"
        scores = self.scores()
        why += ", after fines" if any(self.fines()) else ""
        if self.setup.cooperative:
            return f"{why}: together {_points(scores[0])}"
        winners = self.winners()
        names = " and ".join(self.seat_name(seat) for seat in winners)
        return f"{why}: {names} {'wins' if len(winners) == 1 else 'share the win'} with {_points(max(scores))}"

    def rule(self) -> str:
        """Return the rule in force now."""
        return _RULES[self.phase]

    def explain(self, move: Move) -> str:
        """Return in one line what a move does; of one that is not possible now also what it still needs."""
        match move:
            case ("gear", str(name)) if name in GEAR:
                needs = "" if name in self.equipment(self.seat) else "needs its box: "
                if needs and name in self.picks[self.seat]:
                    needs = "from next year: "
                return _sentence(needs + GEAR[name].text)
            case ("box", str(name)) if name in BOXES:
                return self._explain_box(name)
            case ("take" | "kill" | "chill", str(name)) if name in self.sheet.index:
                cost = self._explain_loss(self.sheet.index[name], brief=move[0] == "chill" or len(self.moves()) > 8)
                return f"For year {self.year + 1}. {cost}" if move[0] == "chill" else cost
            case ("release",):
                return "It goes back alive and does not count."
            case ("roll", int(face)) if self.phase == "illegal" and 1 <= face <= 6:
                row = self.illegal_target(face)
                return (
                    f"Kills {self.sheet.names[row]}." if row >= 0 else "Kills nothing: no fish of it lives unshielded."
                )
            case ("roll", int(face)) if self.phase == "inspect" and 1 <= face <= 6:
                return self._found(face)
            case ("roll", int(face)) if 1 <= face <= 6:
                return f"{self._alive(face)} with this number."
            case ("ready",):
                return "The talk is over when all are ready."
            case ("vote", int(fish)) if 0 <= fish <= NO_QUOTA:
                if fish in (0, NO_QUOTA):
                    return "Every fish would be too many." if fish == 0 else "No quota: as many fish as each can take."
                return f"{fish * self.players} a year in all; {self.living.bit_count()} fish live now."
            case ("reroll", int(die)) if 1 <= die <= len(self.dice):
                face = self.dice[die - 1]
                return f"Rolls this {face} again. {self._alive(face)} with a {face}."
            case ("keep",):
                return "Rolls the dice that were named, once." if self.named else "The dice stay as they lie."
            case ("double", 6):
                return "A 6 takes nothing here: 1 fish of the other die only."
            case ("double", int(face)):
                return f"Takes 2 fish of die {face}. {self._alive(face)} with a {face}."
            case ("kills", int(face)) if face in self.dice:
                place = self.dice.index(face)
                others = ", ".join(map(str, self.dice[:place] + self.dice[place + 1 :]))
                return f"Kills 1 fish of the {face}, takes 1 of each other: {others}."
            case ("plate",):
                return "One plate more to fill: +1 with a fish, −2 without."
            case ("cross",):
                if not self.plates[self.seat][self.year - 1]:
                    return "Needs a plate in this year's box: one plate less to fill."
                return "One plate fewer to fill: saves 2 points if it would stay empty."
            case ("shield", str(name)):
                return self._explain_shield(name)
        return ""

    def _explain_box(self, name: str) -> str:
        _, kind, text = BOXES[name]
        when = "now: " if kind == "bonus" else ""
        box, picks = next((box for box in self.sheet.boxes if box.name == name), None), self.picks[self.seat]
        if box is None or self.players not in box.players:
            when = f"not with {self.players} players: "
        elif picks.count(name) >= box.copies:
            years = (str(year) for year, pick in enumerate(picks, 1) if pick == name)
            when = f"marked in year {', '.join(years)}: "
        elif box.needs and box.needs not in picks:
            when = f"needs {BOXES[box.needs].title}: "
            text = f"{GEAR[name].dice} dice, {GEAR[name].take} fish"
        return _sentence(when + text)

    def _explain_loss(self, row: int, brief: bool) -> str:
        """Say what the sea loses with a fish of this year: of the fish that its arrows lead to, and later."""
        sheet, bit = self.sheet, 1 << row
        if self.year == sheet.years or not self.living & bit:
            return "No later fish is lost."
        leads = (sheet.out[self.year - 1][row] & sheet.grow(self.living, self.year)).bit_count()
        lost = [mask.bit_count() for mask in sheet.losses(bit, self.year, self.living)]
        following, later = lost[0], sum(lost[1:])
        if brief or not leads:
            after = f", {later} later" if later else ""
            return f"Lost: {following} of {leads} next year{after}." if following else "No later fish is lost."
        if not following:
            others = "another arrow still leads there" if leads == 1 else "other arrows still lead there"
            return f"No fish is lost: {others}."
        after = f", {later} more later" if later else ""
        if leads == 1:
            return f"The one fish that comes from it is lost next year{after}."
        if following == leads:
            return f"{'Both' if leads == 2 else f'All {leads}'} fish that come from it are lost next year{after}."
        are = "is" if following == 1 else "are"
        return f"Of the {leads} fish that come from it, {following} {are} lost next year{after}."

    def _found(self, face: int) -> str:
        """Say what a face of the inspector's die does."""
        if face > self.setup.inspection:
            return "It is not found out, and pays nothing."
        many_fish = self.too_many(self.seat)
        return f"It took {many_fish} fish too many and pays {_points(many_fish * self.setup.fine)}."

    def _explain_shield(self, name: str) -> str:
        species = next((kind for kind in self.sheet.species if kind.name == name), None)
        if species is None:
            return ""
        if self.shielded(name):
            return f"{species.title} has a shield already."
        alive = (self.living & species.mask).bit_count()
        if not alive:
            return f"None of {len(species.rows)} is left: a shield helps nothing."
        dice = ", ".join(map(str, sorted({self.sheet.dice[row] for row in species.rows})))
        return f"{alive} of {len(species.rows)} live, die {dice}: safe from now on."

    def _alive(self, face: int) -> str:
        """Say how many fish of a die live this year."""
        count = (self.living & self.sheet.faces[face]).bit_count()
        return f"{count or 'No'} fish live{'s' if count == 1 else ''}"

    def coach(self) -> str:
        """Return what to think of now and why, for a first game."""
        year, last = self.year, self.year == self.sheet.years
        if self.phase in _ADVICE or self.phase == "over":
            return _ADVICE.get(self.phase, "")
        open_plates = self.plates[self.seat][year - 1] - self.supply(self.seat, year)
        if self.phase in ("gear", "take") and self.has_quota and self.quota < NO_QUOTA:
            return self._coach_quota(open_plates)
        if self.setup.cooperative and (advice := self._coach_together(open_plates, last)):
            return advice
        match self.phase:
            case "gear" if open_plates > 0:
                each = "each " if open_plates > 1 else ""
                after = "" if last else " Each fish caught now is also a plate to fill next year."
                return f"{many(open_plates, 'empty plate')}: −2 points {each}if no fish comes.{after}"
            case "gear":
                if last:
                    return "No empty plate is left, and no year follows: more fish score nothing."
                return "No plate is empty: a fish scores nothing now, but each is a plate to fill next year. Take few."
            case "roll" | "reroll":
                return "The dice say which rows may be fished: each row has its die beside the shield."
            case "radar":
                return "Roll again what has no fish, or costs the sea much. Name dice first to last, then end it."
            case "double":
                return "One die takes two fish. Which number has fish that the sea can spare?"
            case "kills":
                return "A killed fish fills no plate. Let the die kill whose fish matters least to later years."
            case "take":
                if open_plates <= 0 and self.works(self.seat, "release"):
                    return "No plate is empty: Release puts the fish back, and next year's demand stays low."
                return "Take one that costs little: a fish is lost when no living fish points to it."
            case "kill":
                return "Nobody eats this one. Kill the fish on which the fewest later fish hang."
            case "box" if last:
                return "The last year: upgrades come too late, only a bonus can still score."
            case "box":
                return "Plates stay empty? Equipment takes more fish. The sea grows thin? Release lets fish live."
            case "marketing" if open_plates > 0:
                return f"{many(open_plates, 'plate')} without a fish: crossing one out saves 2 points."
            case "marketing":
                spare = -open_plates
                return (
                    f"{many(spare, 'spare fish', 'spare fish')}: a new plate scores +1 with a fish on it, −2 without."
                )
            case "shield":
                return "A shield lasts all game and stops illegal fishing only. The dice hit the topmost rows first."
        return ""

    def _coach_together(self, open_plates: int, last: bool) -> str:
        """Say what to think of where all countries have one score; "" where nothing is different."""
        match self.phase:
            case "gear" if open_plates > 0:
                plates = f"{many(open_plates, 'empty plate')} here, −2 points for us{' each' * (open_plates > 1)}"
                after = "" if last else " Each fish we catch now is also a plate that we have to fill next year."
                return f"We share one score: {plates} if no fish comes.{after}"
            case "gear" if last:
                return "No plate is empty here, and no year follows: more fish score nothing for us."
            case "gear":
                return "No plate is empty here: a fish scores nothing for us now, and is a plate to fill next year."
            case "take" if open_plates <= 0 and self.works(self.seat, "release"):
                return "No plate is empty here: Release puts the fish back for all of us."
            case "take":
                return "Take the fish that our sea can spare: what is lost next year is lost for all of us."
            case "box" if last:
                return "The last year: upgrades come too late. Only a bonus can still score for us."
            case "box":
                return "Which box helps us all? Equipment fills empty plates. Release keeps our sea alive."
        return ""

    def _coach_quota(self, open_plates: int) -> str:
        """Say how the quota, the plates and a fine stand to each other."""
        left = self.quota - self.taken(self.seat, self.year)
        have = f"The quota leaves {left} fish." if left > 0 else "The quota is taken."
        price = "Nobody inspects a fish more"
        if self.setup.inspects:
            price = f"A fish more costs {_points(self.setup.fine)} if it is found out, in {self.setup.inspection} of 6"
        plates = f"{many(open_plates, 'empty plate')}: −2 each." if open_plates > 0 else "No plate is empty."
        return f"{have} {price}. {plates}"

    def decided(self) -> str:
        """Return at the end what decided the game."""
        if self.phase != "over":
            return ""
        counted = self.sheet.years if self.setup.score_unplayed_year else self.year
        boxes = [self.year_boxes(seat)[:counted] for seat in range(self.players)]
        filled = [sum(box.filled for box in mine) for mine in boxes]
        empty = [sum(box.empty for box in mine) for mine in boxes]
        why = f"The sea ran empty after year {self.year}. " if self.empty_sea else ""
        paid = [f"{self.seat_name(seat)} {fine}" for seat, fine in enumerate(self.fines()) if fine]
        why += f"Fines in points: {', '.join(paid)}. " if paid else ""
        if self.setup.cooperative:
            return f"{why}Together {many(sum(filled), 'plate')} got a fish, and {sum(empty)} stayed empty at −2 each."
        winners = self.winners()
        best, others = winners[0], [seat for seat in range(self.players) if seat not in winners]
        text = f"{why}{self.seat_name(best)} filled {many(filled[best], 'plate')} and left {empty[best]} empty at −2"
        if not others:
            return f"{text}; nobody did better."
        second = max(others, key=lambda seat: self.scores()[seat])
        return f"{text}; {self.seat_name(second)} filled {filled[second]} and left {empty[second]}."

    def say(self, move: Move, viewer: Player | None = None) -> str:
        """Return in words what a legal move does here, and what the end of phases and years then brings."""
        if self.phase == "vote":
            return self._say_vote(move, viewer)
        return self._said(move) + self._brings(self.after(move))

    def _say_vote(self, move: Move, viewer: Player | None) -> str:
        """Say a vote; how many fish only to its voter and to one who sees all, until the last one opens them all."""
        who, votes = self.seat_name(self.seat), self.council.votes
        sealed = viewer not in (None, self.seat)
        if len(votes) + 1 < self.players or HIDDEN in votes:
            return f"{who} seals a vote." if sealed else f"{who} votes for {move[1]} fish a year."
        after = self.after(move)
        shown = ", ".join(f"{self.seat_name(seat)} {vote}" for seat, vote in enumerate(after.council.ballots[-1]))
        holds = f"{after.quota} fish a year each" if after.quota < NO_QUOTA else "no quota"
        return f"{who} votes for {move[1]}. All votes: {shown}. The lower median holds: {holds}."

    def _brings(self, after: Self) -> str:
        """Say what phases 3 and 5, which make no moves, did between here and the next moment."""
        text, year, sheet = "", self.year, self.setup.sheet
        closed = len(after.seas) > len(self.seas)
        if self.phase != "illegal" and (closed or after.phase == "illegal"):
            plates = ", ".join(f"{self.seat_name(seat)} {after.plates[seat][year]}" for seat in range(self.players))
            text += f" Demand in year {year + 1}: {plates}."
        if closed:
            lost = len(sheet.names) - after.seas[-1].bit_count()
            text += f" Year {year} ends: {lost} of {len(sheet.names)} fish are depleted."
        return text

    def _said(self, move: Move) -> str:
        who = self.seat_name(self.seat)
        match move:
            case ("roll", int(face)) if self.phase == "illegal":
                row = self.illegal_target(face)
                found = f"{self.sheet.names[row]} is killed" if row >= 0 else "no unprotected fish of that die lives"
                return f"Illegal fishing rolls {face}: {found}."
            case ("roll", int(face)) if self.phase == "inspect":
                found = self._found(face)
                return f"The inspector rolls {face} for {who}: {found[0].lower()}{found[1:]}"
            case ("ready",):
                return f"{who} is ready."
            case ("roll", face):
                return f"{who} {'rerolls and gets' if self.phase == 'reroll' else 'rolls'} {face}."
            case ("gear", str(name)):
                return f"{who} fishes with {GEAR[name].title}: {GEAR[name].text}."
            case ("reroll", die):
                return f"{who} will reroll die {die}, a {self.dice[int(die) - 1]}."
            case ("keep",):
                return f"{who} keeps the {'other ' if self.named else ''}dice."
            case ("double", 6):
                return f"{who} doubles the 6, which is ignored."
            case ("double", face):
                return f"{who} takes one more fish of die {face}."
            case ("kills", face):
                return f"{who} lets die {face} kill."
            case ("take", row):
                return f"{who} takes {row}."
            case ("chill", row):
                return f"{who} takes {row} and keeps it cold for year {self.year + 1}."
            case ("release",):
                return f"{who} puts a fish of die {self.due[0]} back alive."
            case ("kill", row):
                return f"{who} kills {row}."
            case ("box", "faux"):
                return f"{who} marks Faux fish and draws a fish that was never caught."
            case ("box", str(name)):
                return f"{who} marks {BOXES[name].title}."
            case ("plate",):
                return f"{who} adds a plate to year {self.year}."
            case ("cross",):
                return f"{who} crosses out a plate of year {self.year}."
            case ("shield", species):
                return f"{who} puts a shield on {self._species_title(str(species))}."
        return self.notation(move)

    @classmethod
    def parse(cls, text: str) -> Move:
        """Return the move that a line of text means; capitals do not matter."""
        return State.parse(text.lower())

    def names(self) -> Mapping[str, str]:
        """Return the titles of species, equipment and boxes; a row may be typed with a space: herring 1."""
        kinds = {kind.name: kind.title for kind in self.sheet.species}
        rows = dict(zip(self.sheet.names, self.sheet.names, strict=True))
        gear = {name: one.title for name, one in GEAR.items()}
        return rows | kinds | gear | {name: one.title for name, one in BOXES.items()}

    def _species_title(self, name: str) -> str:
        return next((kind.title for kind in self.sheet.species if kind.name == name), name)

    # Why not.

    def why_not(self, move: Move) -> str:
        """Return the rule that forbids a move, "" if none does."""
        if not isinstance(move, tuple | list) or not move:
            return Reason("A move starts with a word, such as take, box or roll.", rule="Moves")
        move = tuple(move)
        if move in self.moves():
            return ""
        if self.phase == "over":
            return Reason(
                "The game is over: no more moves can be made.", title="The game is over", rule=_PHASES["over"]
            )
        word, rest = move[0], move[1:]
        shape = _WORDS.get(word) if isinstance(word, str) else None
        if shape is None:
            known = ", ".join(_ALLOWED[self.phase])
            return self._no(f"“{word!s:.30}” is not a move of Fishery Boom: now it is {known}.", "No such move")
        if len(rest) != len(shape) or any(type(part) is not kind for part, kind in zip(rest, shape, strict=False)):
            wanted = {(): "stands alone", (int,): "takes one number", (str,): "takes one name"}[shape]
            return self._no(f"“{word}” {wanted}, for example “{self._example(str(word))}”.", "Not a whole move")
        if word not in _ALLOWED[self.phase]:
            return self._no(self._out_of_step(str(word)), f"Not now: {word}")
        match move:
            case ("roll", face):
                return self._no(f"A die shows 1 to 6, not {face!s:.12}.", "No such die")
            case ("gear", str(name)):
                return self._why_not_gear(name)
            case ("box", str(name)):
                return self._why_not_box(name)
            case ("reroll", int(die)):
                return self._why_not_reroll(die)
            case ("double" | "kills", face):
                shown = ", ".join(map(str, self.dice))
                return self._no(f"No die on the table shows {face!s:.12}: they show {shown}.", "No such die")
            case ("take" | "chill" | "kill", str(name)):
                return self._why_not_row(str(word), name)
            case ("release",):
                return self._not_working("release")
            case ("cross",):
                return self._no("There is no plate in this year's box to cross out: add one.", "No plate")
            case ("shield", str(name)):
                return self._why_not_shield(name)
            case ("vote", fish):
                return self._no(f"A vote is for 0 to {NO_QUOTA} fish a year, not {fish!s:.12}.", "No such vote")
        return self._no(f"“{self.notation(move)}” is not among the moves allowed now.", "Not allowed")

    def _no(self, text: str, title: str, where: Iterable[str] = (), rule: str = "") -> Reason:
        return Reason(text, title=title, rule=rule or _PHASES[self.phase], where=where)

    def _example(self, word: str) -> str:
        if word in _ALLOWED[self.phase]:
            found = next((move for move in self.moves() if move[0] == word), None)
            if found:
                return self.notation(found)
        row = self.sheet.names[0]
        examples = {"gear": "gear default", "box": "box seine", "shield": f"shield {self.sheet.species[0].name}"}
        kinds = {(): word, (int,): f"{word} 1", (str,): f"{word} {row}"}
        return examples.get(word, kinds[_WORDS[word]])

    def _out_of_step(self, word: str) -> str:
        if self.turn() == CHANCE:
            return f"The dice come first: {self.prompt()[0].lower()}{self.prompt()[1:]}."
        if word == "roll":
            return f"No die is to be rolled now. {self.prompt()}."
        if word in ("take", "chill", "release") and self.stage == 2 and not self.overtime:
            return f"Fishing is over for this year. {self.prompt()}."
        return f"“{word}” comes at another step. {self.prompt()}."

    def _why_not_gear(self, name: str) -> Reason:
        if name not in GEAR:
            return self._no(f"“{name:.30}” is not equipment: choose {', '.join(GEAR)}.", "No such equipment")
        return self._not_working(name)

    def _not_working(self, box: str) -> Reason:
        title = BOXES[box].title
        if box in self.picks[self.seat]:
            text = f"{title} was marked this year: it works from next year on."
            return self._no(text, f"{title} does not work yet", (box,), "2. Upgrade: takes effect next year")
        text = f"{self.seat_name(self.seat)} has not marked {title}: it can be used from the year after it is marked."
        return self._no(text, f"No {title}", (box,))

    def _why_not_box(self, name: str) -> Reason:
        if name not in BOXES:
            return self._no(f"“{name:.30}” is not a box: choose {', '.join(BOXES)}.", "No such box")
        title, players = BOXES[name].title, self.setup.players
        box = next((box for box in self.sheet.boxes if box.name == name), None)
        if box is None or players not in box.players:
            text = f"{title} is not for {players} players."
            if name == "enforcement":
                text = f"Enforcement is for 2 or 3 players: with {players} nobody fishes illegally."
            return self._no(text, f"No {title}", (name,))
        picks = self.picks[self.seat]
        if picks.count(name) >= box.copies:
            count = "it is" if box.copies == 1 else f"both of its {box.copies} boxes are"
            if box.copies > 2:
                count = f"all of its {box.copies} boxes are"
            return self._no(f"{title} cannot be marked again: {count} marked.", f"{title} is marked", (name,))
        base = BOXES[box.needs].title
        return self._no(f"{title} needs {base}: mark {base} first.", f"{title} without {base}", (name, box.needs))

    def _why_not_reroll(self, die: int) -> Reason:
        if not 1 <= die <= len(self.dice):
            there = f"the dice are 1 to {len(self.dice)}" if len(self.dice) > 1 else "there is one die, die 1"
            return self._no(f"There is no die {die!s:.12}: {there}.", "No such die")
        text = f"Die {die} comes before die {self.named[-1]}, which is named: here you name dice from first to last."
        return self._no(text if die != self.named[-1] else f"Die {die} is named already.", f"Not die {die}")

    def _why_not_row(self, word: str, name: str) -> Reason:
        row = self.sheet.index.get(name)
        if row is None:
            text = f"“{name:.30}” is not a row: rows are called {self.sheet.names[0]} to {self.sheet.names[-1]}."
            return self._no(text, "No such fish")
        state = self.fish_state(row, self.year)
        if state.kind != "living":
            who = self.seat_name(state.seat) if state.seat >= 0 else "illegal fishing"
            how = f"{state.kind} by {who}" if state.kind in ("taken", "killed") else state.kind
            return self._no(f"{name} of year {self.year} is dead: {how}.", f"No {name}", (name,))
        face, die = (self.kill if word == "kill" else self.due[0]), self.sheet.dice[row]
        if die != face:
            wanted = ", ".join(self.sheet.names_of(self.living & self.sheet.faces[face]))
            text = f"{name} has die {die}, but a fish of die {face} is due: choose {wanted}."
            return self._no(text, f"{name} does not match the die", (name,))
        if self.works(self.seat, "refrigeration"):
            text = f"Year {self.year} is the last: there is no box to keep a fish for."
            return self._no(text, "No next year", (name,))
        return self._not_working("refrigeration")

    def _why_not_shield(self, name: str) -> Reason:
        if not any(kind.name == name for kind in self.sheet.species):
            known = ", ".join(kind.name for kind in self.sheet.species)
            return self._no(f"“{name:.30}” is not a species here: choose {known}.", "No such species")
        title = self._species_title(name)
        return self._no(f"{title} already has a shield: choose another species.", f"{title} is protected", (name,))


_ADVICE: Final[Mapping[str, str]] = {
    "illegal": "Nobody eats what these dice catch: each kills the topmost living fish of its number without a shield.",
    "talk": "How many fish can the sea give a year? Agree on who takes how many, and on what happens if not.",
    "vote": "How many fish a year for each would leave the sea alive? Others see your vote when all are in.",
    "inspect": "A fish too many fills a plate, and may cost its fine: was it worth it?",
}


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _points(score: int) -> str:
    return f"{score} point{'' if abs(score) == 1 else 's'}".replace("-", "−")
