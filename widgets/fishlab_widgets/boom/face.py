"""The face of Fishery Boom: the High Seas with its arrows and dice, and whatever is decided as cards beside it.

Marks that the picture understands:
`what if`             asks what would be lost if a fish died; every fish can then be clicked.
`fish tuna-2 3`       that fish dies in the question "what if"; several of one year die together.
`label: fish tuna-2 3`  points at a fish with a label, and asks nothing.
`sheet 0`             shows a country's whole player sheet instead of the sea.
`veil`                keeps to itself which fish of later years can still come.
`depletion 3 4 5`     stands in the middle of the depletion after year 3: at rows 4 and 5, those below still open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

from fishlab.boom.kit import BOXES, GEAR
from fishlab.boom.phases import fines_by_seat, one_fish, title_of
from fishlab.boom.player_sheets import year_boxes
from fishlab.boom.rules import Boom
from fishlab.boom.sea import blame
from fishlab.boom.treatments import FORMS, NO_QUOTA, USUAL, terms_of
from fishlab.core import OVER, Move, Player, is_blind
from fishlab.match import Match
from fishlab.messages import listed, mark, tr, trn
from fishlab_widgets.boom.legend import signs
from fishlab_widgets.boom.marks import depletion_walk, read_marks
from fishlab_widgets.boom.player_sheet import PATTERNS, fish_and_plates, points, small_flag
from fishlab_widgets.boom.plots import PLOTS
from fishlab_widgets.boom.sea import SheetPicture
from fishlab_widgets.boom.year_line import OF_DICE
from fishlab_widgets.live.face import Face, Look

_LABELS: Final[Mapping[str, str]] = {
    "roll": mark("Rolled {what}"),
    "gear": mark("{what}"),
    "box": mark("{what}"),
    "take": mark("Take {what}"),
    "kill": mark("Kill {what}"),
    "chill": mark("Keep {what} cold"),
    "release": mark("Release it"),
    "keep": mark("Keep all dice"),
    **OF_DICE,
    "plate": mark("Add a plate"),
    "cross": mark("Cross out a plate"),
    "shield": mark("Shield on {what}"),
    "ready": mark("{name} is ready"),
    "vote": mark("No quota"),
}
"""The titles of cards, by the word of their move."""


class BoomFace(Face[Boom]):
    """How a moment of the game looks, and what its buttons, seats and steps say."""

    glyph = "tuna"
    stepper = "chill"
    plots = PLOTS
    questions = (("what if", mark("What if it died?")),)
    players_tab = mark("Countries")
    costly = ("take", "kill", "chill")
    flags: ClassVar[Mapping[str, Sequence[str]]] = {
        name: rows for name, rows in PATTERNS.items() if len(set("".join(rows))) > 1
    }
    legend = (
        (15, mark("to choose from")),
        (5, mark("may come")),
        (4, mark("gone for good")),
        (7, mark("leads to")),
        (13, mark("extra plate")),
    )

    def draw(self, state: Boom, look: Look) -> str:
        """Return the picture of a state.

        What this game makes of a look:
            marks: what to look at more closely; see the top of this module.
            compact: only the High Seas, without the line above and the countries below.
        """
        return str(SheetPicture(state, look).still())

    def board(self, state: Boom, look: Look) -> str:
        """Return the picture of a table: the High Seas, or a country's player sheet in its place."""
        return str(SheetPicture(state, look).board())

    def offers(self, state: Boom) -> Sequence[Move]:
        """Return what is chosen from cards: all equipment, boxes as far as they can still be marked, all shields.

        The rows of fish are low, so each catch is a card as well, with what it would cost the sea.
        """
        match state.phase:
            case "gear":
                known = {"default", *(box.name for box in state.sheet.boxes)}
                return [("gear", name) for name in GEAR if name in known]
            case "box":
                later = {
                    box.name for box in state.sheet.boxes if box.needs and box.needs not in state.picks[state.seat]
                }
                open_ = state.moves()
                moves: list[Move] = [("box", box.name) for box in state.sheet.boxes]
                return [move for move in moves if move in open_ or move[1] in later]
            case "marketing":
                return [("plate",), ("cross",)]
            case "shield":
                return [("shield", species.name) for species in state.sheet.species]
        return list(dict.fromkeys(state.moves()))

    def signs(self) -> Sequence[tuple[str, str]]:
        """Return the key of the board's signs."""
        return signs()

    def facts(self, state: Boom) -> Sequence[tuple[str, str]]:
        """Return what became of the sea, and who fished it."""
        rows, kinds = len(state.sheet.names), state.sheet.species
        living = 0 if state.empty_sea else state.living
        causes = blame(state, ahead=False)
        caught = sum(entry.caught for entry in causes if entry.how == "taken")
        killed = sum(entry.caught for entry in causes if entry.how == "killed")
        illegal, depleted = causes[-1].caught, round(sum(entry.depleted for entry in causes))
        left, years = sum(bool(living & kind.mask) for kind in kinds), len(state.seas)
        never = trn("{count} in {n} year", "{count} in {n} years", years, count=depleted)
        found = [
            (tr("Fish left"), tr("{count} of {total}", count=living.bit_count(), total=rows)),
            (tr("Species left"), tr("{count} of {total}", count=left, total=len(kinds))),
            (tr("Fish taken in all"), str(caught)),
            (
                tr("Fish killed and not eaten"),
                tr("{killed} by trawlers, {illegal} illegally", killed=killed, illegal=illegal),
            ),
            # Where the sea is empty, what decided says after which year: a second number would contradict it.
            (tr("Fish that never came"), str(depleted) if state.empty_sea else never),
        ]
        paid = fines_by_seat(state)
        return [*found, (tr("Fines in points"), paid)] if paid else found

    def label(self, state: Boom, move: Move) -> str:
        """Return the title of a card."""
        word, what = str(move[0]), move[-1]
        match move:
            case ("vote", int(fish)) if fish < NO_QUOTA:
                return trn("{n} fish each", "{n} fish each", fish)
            case ("keep",) if state.named:
                return tr("Reroll these")
            case ("gear" | "box" | "shield", str(name)):
                what = title_of(state, name)
            case ("take" | "chill" | "kill", str(name)):
                what = one_fish(name)
        who = state.seat_name(state.seat)
        return tr(_LABELS[word], what=what, name=who) if word in _LABELS else ""

    def key(self, state: Boom, move: Move) -> str:
        """Return the key that plays a move."""
        match move:
            case ("roll", int(face)):
                return str(face)
            case ("keep",):
                return "k"
            case ("release" | "ready",):
                return "r"
            case ("vote", int(fish)):
                return str(fish)
        return ""

    def why_not(self, state: Boom, mark: str) -> str:
        """Return why a fish cannot be taken now, or that it is of another year."""
        found = re.fullmatch(r"fish (\S+) (\d+)", mark)
        if found and found[2] != str(state.year):
            slots = {"year": found[2], "now": state.year, "prompt": state.prompt()}
            return tr("That fish belongs to year {year}, but this is year {now}. {prompt}.", **slots)
        return str(state.why_not(("take", found[1]))) if found else ""

    def toggle(self, marks: Sequence[str], mark: str) -> tuple[str, ...]:
        """Return the marks after a click on one: fish of one year gather, and "what if" closes the question.

        A sheet and a question exclude each other, for a sheet lies on the sea.
        """
        asked = [one for one in marks if one == "what if" or one.startswith("fish ")]
        others = [one for one in marks if one not in asked and not one.startswith("sheet ")]
        if mark == "what if":
            return (*others,) if asked else (*others, mark)
        if mark.startswith("fish "):
            year = mark.rpartition(" ")[2]
            kept = [one for one in asked if one not in ("what if", mark) and one.rpartition(" ")[2] == year]
            return (*others, "what if", *kept, *(() if mark in asked else (mark,)))
        if mark.startswith("sheet "):
            return (*others,) if mark in marks else (*others, mark)
        return tuple(one for one in marks if one != mark) if mark in marks else (*marks, mark)

    def banner(self, state: Boom, marks: Sequence[str]) -> str:
        """Return what is asked while the question "what if" is open."""
        asked = read_marks(marks, state.sheet)
        if not asked.asking:
            return ""
        if not asked.fish:
            return tr("What if a fish died? Click a living one")
        return trn(
            "What if {n} fish of year {year} died? Crossed out: what else would be lost",
            "What if {n} fish of year {year} died? Crossed out: what else would be lost",
            len(asked.fish),
            year=asked.year,
        )

    def subtitle(self, state: Boom) -> str:
        """Return what is special about this game."""
        setup, years = state.setup, trn("{n} year", "{n} years", state.sheet.years)
        told = tr("{players} countries, {years}", players=state.players, years=years)
        if setup.cooperative:
            told = tr("{players} countries together, {years}", players=state.players, years=years)
        terms = terms_of({name: getattr(setup, name) for name in USUAL}, state.players)
        growth, own = [str(year) for year in sorted(state.sheet.plus_one)], []
        if not FORMS[setup.form].in_rulebook and growth:
            years = listed(growth)
            own.append(trn("demand grows in year {years}", "demand grows in years {years}", len(growth), years=years))
        if not is_blind() and (terms is None or not terms.in_rulebook):
            own.append(tr(terms.title) if terms else tr("custom rules"))
        return tr("{game} · not in the rulebook: {terms}", game=told, terms=", ".join(own)) if own else told

    def seat_note(self, state: Boom, seat: Player) -> str:
        """Return what a country has this year."""
        if state.turn() == OVER:
            caught = sum(fish.species != "faux" for box in year_boxes(state, seat) for fish in box.fish)
            notes = [trn("{n} fish caught in all", "{n} fish caught in all", caught)]
        else:
            fish, plates = state.supply(seat, state.year), state.plates[seat][state.year - 1]
            notes = [fish_and_plates(fish, plates) if plates else trn("{n} fish", "{n} fish", fish)]
            if loss := -self.pending(state, seat):
                notes = [tr("{plates} to fill, or −{loss}", plates=plates, loss=loss)]
                if fish:
                    notes = [tr("{fish} of {plates} filled, or −{loss}", fish=fish, plates=plates, loss=loss)]
            notes += [tr("starts")] if seat == state.start_seat else []
        if fine := state.fines()[seat]:  # which are apart from its points by the rulebook
            notes.append(tr("{points} less fines of {fine}", points=points(state.own_scores()[seat]), fine=fine))
        marked = [
            tr(BOXES[pick].title) for pick in state.picks[seat] if BOXES[pick].kind != "bonus"
        ]  # those are used up
        return " · ".join(notes + [", ".join(marked)] * bool(marked and state.turn() != OVER))

    def pending(self, state: Boom, seat: Player) -> int:
        """Return what the empty plates of a country cost that can still fill them: it has no box in this year yet."""
        if len(state.picks[seat]) >= state.year or state.turn() == OVER:
            return 0
        plates = state.plates[seat][state.year - 1]
        return -2 * max(0, plates - state.supply(seat, state.year))

    def seat_view(self, state: Boom, seat: Player) -> tuple[str, str]:
        """Return what shows a country's player sheet."""
        return f"sheet {seat}", tr("Sheet")

    def shares(self, state: Boom) -> tuple[int, ...] | None:
        """Return each country's points, less its fines, in the cooperative game."""
        if not state.setup.cooperative:
            return None
        return tuple(own - fine for own, fine in zip(state.own_scores(), state.fines(), strict=True))

    def seat_mark(self, state: Boom, seat: Player) -> str:
        """Return the seat's badge, and its flag if it has drawn one."""
        rows = state.setup.flags[seat]
        return super().seat_mark(state, seat) + (small_flag(rows) if rows else "")

    def flag(self, rows: Sequence[str]) -> str:
        """Return a flag as it stands beside a seat."""
        return small_flag(tuple(rows))

    def steps(self, match: Match, at: int) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield the depletion of the last year that ended, arrow by arrow: the marks to draw with, and a sentence.

        A species none of whose arrows failed is one step; otherwise each fish whose arrows failed is one.
        """
        state = match.states[at]
        assert isinstance(state, Boom)
        yield from depletion_walk(state, len(state.seas) - 1)


FACE = BoomFace()
