"""The picture of the first pond: its fish, those that may be taken as targets, and a card for each catch."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import OVER, Move, Player
from fishlab.firstpond.rules import MOST, FirstPond, most_together
from fishlab.match import Match
from fishlab.messages import mark, tr
from fishlab_widgets.charts.plot import Plot, Row, Series
from fishlab_widgets.draw.signs import sign
from fishlab_widgets.draw.svg import Picture, rect, target
from fishlab_widgets.live.face import Face, Look

_ACROSS = 8  # fish in a row
_BELOW = 255  # where a refusal stands below the fish


def fish_by_round(match: Match) -> list[Row]:
    """Return the fish at the start of every round and at the end, each from the move that led there."""
    rows: list[Row] = []
    for at, state in enumerate(match.states):
        if isinstance(state, FirstPond) and (state.turns % state.players == 0 or state.turn() == OVER):
            rows.append({"at": at, "round": -(-state.turns // state.players), "fish": state.fish})
    return rows


def _rounds(match: Match) -> tuple[float, float]:
    start = match.states[0]
    return 0, start.rounds if isinstance(start, FirstPond) else 1


class FirstPondFace(Face[FirstPond]):
    """A pond with its fish; a click on one of the last three takes it and those after it."""

    glyph = "herring"
    players_tab = mark("Boats")
    plots = (
        Plot(
            mark("Fish in the pond"), mark("rounds played"), mark("fish"), "round",
            (Series("fish", mark("fish"), "a"),), fish_by_round, steps=False, top=18, span=_rounds,
        ),
    )  # fmt: skip

    def draw(self, state: FirstPond, look: Look) -> str:
        """Return the picture; it is small enough to be a table's board too."""
        count = tr("{fish} of {room} fish", fish=state.fish, room=state.room)
        said = f"{count}. {state.prompt()}."
        pic = Picture(600, 400, title=tr("The pond"), desc=said, prefix=look.prefix, theme=look.theme)
        pic.rect(0, 0, 600, 400, "paper")
        pic.rect(8, 8, 584, 384, "sea", 110, id="pond")
        last = (state.room - 1) // _ACROSS  # row of fish
        gap = 96 if last < 3 else 70
        rows = [185 + gap * (row - last / 2) for row in range(last + 1)]
        for number in range(state.room):
            x, y = 76 + 64 * (number % _ACROSS), rows[number // _ACROSS]
            if number >= state.fish:
                pic.rect(x - 3, y - 3, 6, 6, "deep", 3)
                continue
            fish = pic.glyph_text("herring", x, y, 46, id=f"fish-{number}")
            move = ("take", state.fish - number)
            if look.legal and move in state.moves():
                box = [rect(x - 29, y - 22, 58, 44, cls, 12) for cls in ("ring", "hit")]
                words = {"label": self.label(state, move), "note": state.explain(move)}
                pic.add(target((*box, fish), move=state.notation(move), id=f"take-{move[1]}", **words))
            elif look.legal:
                tried = "nopedash" if look.refused and look.refused[0] == move else "hit"
                box = [rect(x - 29, y - 22, 58, 44, cls, 12) for cls in dict.fromkeys((tried, "hit"))]
                pic.add(target((*box, fish), try_=state.notation(move), label=""))
            else:
                pic.add(fish)
        pic.text(300, 368, count, "mid w6")
        if look.refused:
            below = rows[(state.fish - 1) // _ACROSS] + 21 < _BELOW  # what may be taken are the last fish
            pic.bubble(60, _BELOW if below else 14, 480, look.refused[1])
        return str(pic)

    def offers(self, state: FirstPond) -> Sequence[Move]:
        """Return every catch, also one that the pond does not hold."""
        return [("take", count) for count in range(MOST + 1)] if state.turn() != OVER else []

    def label(self, state: FirstPond, move: Move) -> str:
        """Return the title of a card."""
        return tr("Take {count} fish", count=move[1])

    def key(self, state: FirstPond, move: Move) -> str:
        """Return the key that plays a move: how many fish."""
        return str(move[1])

    def facts(self, state: FirstPond) -> Sequence[tuple[str, str]]:
        """Return what is worth knowing at the end: who wins may have left much to be had."""
        left = tr("{count} of {total}", count=state.fish, total=state.room)
        most = most_together(state.players, state.room, state.rounds)
        caught = tr("{count} of a possible {most}", count=sum(state.caught), most=most)
        return [(tr("fish left"), left), (tr("caught together"), caught)]

    def signs(self) -> Sequence[tuple[str, str]]:
        """Return the key of the picture's signs."""
        fish = Picture(32, 20, title="", desc="").glyph_text("herring", 16, 10, 28)
        may = tr("a fish that can be taken now")
        return [(sign(fish), tr("a fish")), (sign(rect(3, 2, 26, 16, "ring", 5)), may)]

    def seat_note(self, state: FirstPond, seat: Player) -> str:
        """Return how many fish a boat takes a round, on average."""
        turns = state.turns // state.players + (seat < state.turns % state.players)
        return tr("{mean:.1f} fish a round", mean=state.caught[seat] / turns) if turns else ""


FACE = FirstPondFace()
