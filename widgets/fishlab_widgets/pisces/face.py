"""The picture of Pisces: fishery boards with their life cycles, the open ocean between them, boats, cards and seats.

Marks that the picture understands:
`close tuna`           shows that board large and the others as small cards.
`cycle 3`              shows the last life cycle after three of its five steps, none of them at 0.
`take`                 lets a click on a stack of a board alone ask to take a chip from it ("take tuna/adult-5").
`front crab`           brings that board to the front of the picture that a table plays on; see `play_board`.
`veil`                 keeps to itself what the next life cycle will bring.
`only`                 draws a board alone without its life cycle in words, so that it has room beside a question.
`tuna/adult-5`         points at a stack; so does a move on it, "block tuna adult-5".
`label: tuna/adult-5`  points at it with a label.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fishlab.core import Move, Player
from fishlab.match import Match
from fishlab.messages import mark, tr, trn
from fishlab.pisces.boards import ARROWS, OCEAN
from fishlab.pisces.contents import last_life_cycle
from fishlab.pisces.phrases import ITEMS, counted, spot
from fishlab.pisces.rules import GEAR, Pisces
from fishlab_widgets.live.face import Face, Look
from fishlab_widgets.pisces.play_board import PlayBoard, moment_of
from fishlab_widgets.pisces.play_panels import seat_holds
from fishlab_widgets.pisces.plots import PLOTS
from fishlab_widgets.pisces.signs import signs
from fishlab_widgets.pisces.species_board import colours, plan_of
from fishlab_widgets.pisces.table_picture import TablePicture

# ---- what the table asks -----------------------------------------------------------------------------------------

_TITLES = {
    "settle": mark("Keep the roll"), "outrigger": mark("Roll again"), "done": mark("Buy no more"), "pass": mark("Pass"),
}  # fmt: skip
_SMALLEST_SPOT = 0.6
"""How small the chips of a board of one's own may be before its stacks become cards too."""
_STEP_WORDS = {
    "Mortality": mark("spawners die and go to the centre"),
    "Spawn migration": mark("adults move up to spawn"),
    "Maturity": mark("juveniles become adults"),
    "Growth": mark("young become juveniles"),
    "Reproduction": mark("young join, by the number of spawners that have just arrived"),
}


def _told(state: Pisces, name: str) -> str:
    step, words = tr(name), tr(_STEP_WORDS[name])
    moved = [
        tr("{chips} {species}", chips=sum(chips for *_, chips in step.moves), species=tr(state.kind(step.board).name))
        for step in last_life_cycle(state)
        if step.name == name and step.moves
    ]
    if not moved:
        return tr("{step}: {words}; here there are none.", step=step, words=words)
    return tr("{step}: {words} ({moved}).", step=step, words=words, moved=", ".join(moved))


class PiscesFace(Face[Pisces]):
    """How a moment of the game looks, and what its buttons, seats and steps say."""

    glyph = "crab"
    legend = (
        (2, mark("number that hits")),
        (4, mark("kept")),
        (5, mark("goes back")),
        (6, mark("block")),
        (13, mark("star")),
        (15, mark("gear: M, O, F")),
    )
    plots = PLOTS

    def draw(self, state: Pisces, look: Look) -> str:
        """Return the picture of a state.

        What this game makes of a look:
            marks: what to look at more closely; see the top of this module.
            compact: one board alone with its life cycle in words, for a lesson: the marked one, or that of the
                seat to act.
        """
        return TablePicture(state, look).draw()

    def board(self, state: Pisces, look: Look) -> str:
        """Return the picture that a table plays on: the board that matters in front, the others as thumbnails."""
        return PlayBoard(state, look).draw()

    def offers(self, state: Pisces) -> Sequence[Move]:
        """Return the cards of a phase; blocks and most bids are chosen in the picture."""
        match state.phase:
            case "choose":
                return [("board", kind.name) for kind in state.sea.species]
            case "fish":
                return [("fish", boat) for boat in range(1, len(state.fleet[state.seat]) + 1)]
            case "settle":
                used = state.gear[state.seat][GEAR.index("outrigger")] and ("outrigger",) not in state.moves()
                return [*state.choices(), *[("outrigger",)] * bool(used)]
            case "buy":
                return [*(("buy", item) for item in ITEMS), ("done",)]
            case "pay" | "bidpay":
                held = state.held[state.seat]
                return [("pay", state.kind(board).name) for board in state.paying_order() if held[board]]
            case "bid":
                return [*state.moves()[:1], *[("pass",)] * (len(state.moves()) > 1)]
            case "block":
                return state.moves() if plan_of(state.kind(state.seat)).size < _SMALLEST_SPOT else ()
        return list(dict.fromkeys(state.moves()))

    def label(self, state: Pisces, move: Move) -> str:
        """Return a card's title."""
        match move:
            case ("roll", int(face)):
                return str(face)
            case ("first", str(who)):
                return tr("Player {number}", number=who.removeprefix("player-"))
            case ("board" | "card", str(name)):
                return self._species(state, name)
            case ("block", str(), str(stack)):
                return tr("Block {spot}", spot=spot(stack))
            case ("boat", int(), str(area)):
                if area == OCEAN:
                    return tr("Open ocean")
                return tr("{species} board", species=self._species(state, area))
            case ("fish", int(number)) if number <= len(state.fleet[state.seat]):
                area = state.areas[state.fleet[state.seat][number - 1]]
                return tr("Boat {number}: {area}", number=number, area=tr(area))
            case ("finder", int(number), str(area)):
                return tr("Fish Finder: boat {number} to {area}", number=number, area=tr(area))
            case ("stack", str(), str(stack)):
                return tr("Take {spot}", spot=spot(stack))
            case ("buy", str(item)):
                return tr(ITEMS[item].title)
            case ("pay", str(name)):
                return tr("Pay a {species} chip", species=tr(name))
            case ("bid", int(number)):
                return tr("Bid {number}", number=number)
        return tr(_TITLES[str(move[0])]) if move[0] in _TITLES else ""

    def _species(self, state: Pisces, name: str) -> str:
        place = state.sea.find(name)
        return tr(state.sea.species[place].label) if place >= 0 else name.capitalize()

    def key(self, state: Pisces, move: Move) -> str:
        """Return the key that plays a move: a number, or the first letter of what it does."""
        match move:
            case ("roll" | "fish", int(number)):
                return str(number)
            case ("boat", int(), str(area)):
                return str((state.area_number(area) + 1) % (state.players + 1))
            case ("pay", str(name)):
                return str(state.board_of(name) + 1)
            case ("stack", str(), str()) if move in state.moves():
                return str(state.moves().index(move) + 1)
            case ("buy", str(item)):
                return item[0]
            case ("settle",) | ("outrigger",) | ("done",) | ("pass",):
                return {"settle": "k", "outrigger": "o", "done": "d", "pass": "p"}[str(move[0])]
        return ""

    def signs(self) -> Sequence[tuple[str, str]]:
        """Return the key of the board's signs."""
        return signs()

    def facts(self, state: Pisces) -> Sequence[tuple[str, str]]:
        """Return at the end how many fish are left, on all boards and on each, and what the blocks saved."""
        if min(state.kinds) < 0:
            return ()
        boards = range(state.players)
        left, start = [sum(chips) for chips in state.stacks], sum(map(len, state.stacks))
        caught = sum(map(sum, state.landed))
        words = tr("{left}; {start} at the start, {caught} caught", left=sum(left), start=start, caught=caught)
        facts = [(tr("Fish left"), words)]
        if state.sea.blocks:
            stars = ", ".join(
                f"{state.seat_name(board)} {state.stars[board]}" for board in boards if state.stars[board]
            )
            saved = trn("saved {n} chip: {stars}", "saved {n} chips: {stars}", sum(state.stars), stars=stars)
            facts.append((tr("Blocks"), saved if stars else tr("were never hit")))
        each = ", ".join(f"{state.seat_name(board)} {left[board]}" for board in boards)
        return [*facts, (tr("Left on each board"), each)]

    def lasting(self, state: Pisces, mark: str) -> str:
        """Return a mark as it is kept: a board stays in front until the turn passes on."""
        return f"{mark} {moment_of(state)}" if mark.startswith("front ") else mark

    def toggle(self, marks: Sequence[str], mark: str) -> tuple[str, ...]:
        """Return the marks after a click on one: one board is looked at closely at a time."""
        return () if mark in marks else (mark,)

    def subtitle(self, state: Pisces) -> str:
        """Return what is special about this game."""
        sea = state.sea
        words = [tr("{boards} boards", boards=state.players), counted(sea.rounds, "round")]
        words += [tr("no blocks")] * (not sea.blocks) + [tr("no tournaments")] * (not sea.tournaments)
        return ", ".join(words)

    def seat_note(self, state: Pisces, seat: Player) -> str:
        """Return what a seat has, in a few words."""
        return seat_holds(state, seat)

    def seat_mark(self, state: Pisces, seat: Player) -> str:
        """Return a seat's badge, which is that of its board."""
        colour = colours(state)[seat]
        if not colour:
            return f"<em class='badge'>{seat + 1}</em>"
        return f"<em class='badge seat-{colour}'>{colour.upper()}</em>"

    def steps(self, match: Match, at: int) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield the last life cycle step by step, as long as nobody has fished since."""
        state = match.states[at]
        if not isinstance(state, Pisces) or not state.cycles or not state.before:
            return
        if state.phase not in ("bid", "bidpay", "cards", "block", "fleet"):
            return
        yield ("cycle 0",), tr("Before the life cycle.")
        for place, name in enumerate(ARROWS, 1):
            yield (f"cycle {place}",), _told(state, name)


FACE = PiscesFace()
