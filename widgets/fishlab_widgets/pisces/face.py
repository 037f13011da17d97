"""The picture of Pisces: fishery boards with their life cycles, the open ocean between them, boats, cards and seats.

Marks that the picture understands:
`close tuna`           shows that board large and the others as small cards.
`cycle 3`              shows the last life cycle after three of its five steps, none of them at 0.
`take`                 lets a click on a stack of a board alone ask to take a chip from it ("take tuna/adult-5").
`veil`                 keeps to itself what the next life cycle will bring.
`tuna/adult-5`         points at a stack; so does a move on it, "block tuna adult-5".
`label: tuna/adult-5`  points at it with a label.
"""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import Match, Move, Player
from fishlab.pisces.rules import Pisces
from fishlab.plain_words import many
from fishlab_widgets.live.face import Face, Look
from fishlab_widgets.pisces.plots import PLOTS
from fishlab_widgets.pisces.species_board import (
    STEP_NAMES,
    colours,
)
from fishlab_widgets.pisces.table_picture import TablePicture

# ---- what the table asks -----------------------------------------------------------------------------------------

_STEP_WORDS = {
    "Mortality": "spawners die and go to the centre",
    "Spawn migration": "adults move up to spawn",
    "Maturity": "juveniles become adults",
    "Growth": "young become juveniles",
    "Reproduction": "young join, counted by the spawners that have just arrived",
}


def _told(state: Pisces, name: str) -> str:
    moved = [
        f"{sum(chips for *_, chips in step.moves)} {state.kind(step.board).name}"
        for step in state.life_cycle_steps()
        if step.name == name and step.moves
    ]
    return f"{_STEP_WORDS[name]} ({', '.join(moved)})" if moved else f"{_STEP_WORDS[name]}; here there are none"


class PiscesFace(Face[Pisces]):
    """How a moment of the game looks, and what its buttons, seats and steps say."""

    glyph = "crab"
    wide = True
    plots = PLOTS

    def draw(self, state: Pisces, look: Look) -> str:
        """Return the picture of a state.

        What this game makes of a look:
            marks: what to look at more closely; see the top of this module.
            compact: one board alone with its life cycle in words, for a lesson: the marked one, or that of the
                seat to act.
        """
        return TablePicture(state, look).draw()

    def label(self, state: Pisces, move: Move) -> str:
        """Return the words on a button."""
        match move:
            case ("roll", int(face)):
                return str(face)
            case ("first", str(who)):
                return who.replace("player-", "Player ")
            case ("card", str(name)):
                return name.capitalize()
            case ("settle",):
                return "Keep the roll (K)"
            case ("outrigger",):
                return "Roll again with an Outrigger (O)"
            case ("done",):
                return "Buy no more (D)"
            case ("pass",):
                return "Pass (P)"
            case ("finder", int(number), str(area)):
                return f"Fish Finder: boat {number} to {area}"
            case ("block" | "stack" as word, str(name), str(stack)):
                return f"{'Block' if word == 'block' else 'Take'} {name} {stack.replace('-', ' ')}"
        return ""

    def key(self, state: Pisces, move: Move) -> str:
        """Return the key that plays a move."""
        match move:
            case ("roll", int(face)):
                return str(face)
            case ("settle",) | ("outrigger",) | ("done",) | ("pass",):
                return {"settle": "k", "outrigger": "o", "done": "d", "pass": "p"}[str(move[0])]
        return ""

    def toggle(self, marks: Sequence[str], mark: str) -> tuple[str, ...]:
        """Return the marks after a click on one: one board is looked at closely at a time."""
        return () if mark in marks else (mark,)

    def subtitle(self, state: Pisces) -> str:
        """Return what is special about this game."""
        sea = state.sea
        words = [f"{state.players} boards", f"{many(sea.rounds, 'round')}"]
        words += ["no blocks"] * (not sea.blocks) + ["no tournaments"] * (not sea.tournaments)
        return ", ".join(words)

    def seat_note(self, state: Pisces, seat: Player) -> str:
        """Return what a seat has, in a few words."""
        chips, stars, won = sum(state.held[seat]), state.stars[seat], state.trophies[seat]
        return f"{many(chips, 'chip')}, {many(stars, 'star')}, {many(won, 'trophy', 'trophies')}"

    def seat_mark(self, state: Pisces, seat: Player) -> str:
        """Return a seat's badge, which is that of its board."""
        colour = colours(state)[seat]
        if not colour:
            return f"<em class='badge'>{seat + 1}</em>"
        return f"<em class='badge seat-{colour}'>{colour.upper()}</em>"

    def steps(self, match: Match, at: int) -> list[tuple[tuple[str, ...], str]]:
        """Return the last life cycle step by step, as long as nobody has fished since."""
        state = match.states[at]
        if not isinstance(state, Pisces) or not state.cycles or not state.before:
            return []
        if state.phase not in ("bid", "bidpay", "cards", "block", "fleet"):
            return []
        walk: list[tuple[tuple[str, ...], str]] = [(("cycle 0",), "Before the life cycle.")]
        for place, name in enumerate(STEP_NAMES, 1):
            walk.append(((f"cycle {place}",), f"{name}: {_told(state, name)}."))
        return walk


FACE = PiscesFace()
