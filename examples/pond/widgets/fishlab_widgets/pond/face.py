"""The picture of the Pond: its fish, those that may be taken as targets, and a card for each catch."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.core import Match, Move, Player
from fishlab.pond.rules import MOST, Pond
from fishlab_widgets.charts.plot import Plot, Row, Series
from fishlab_widgets.draw.signs import sign
from fishlab_widgets.draw.svg import Picture, rect, target
from fishlab_widgets.live.face import Face, Look


def fish_rows(match: Match) -> list[Row]:
    """Return the fish in the pond after every move."""
    return [
        {"move": number, "fish": state.fish} for number, state in enumerate(match.states) if isinstance(state, Pond)
    ]


class PondFace(Face[Pond]):
    """A pond with its fish; a click on one of the last three takes it and those after it."""

    glyph = "herring"
    plots = (Plot("Fish in the pond", "move", "fish", "move", (Series("fish", "fish", "a"),), fish_rows),)

    def draw(self, state: Pond, look: Look) -> str:
        """Return the picture; it is small enough to be a table's board too."""
        said = f"{state.fish} of {state.room} fish. {state.prompt()}."
        pic = Picture(600, 300, title="The Pond", desc=said, prefix=look.prefix, theme=look.theme)
        pic.rect(0, 0, 600, 300, "paper")
        pic.rect(8, 8, 584, 284, "sea", 90, id="pond")
        for number in range(state.fish):
            x, y = 70 + 51 * (number % 10), 50 + 40 * (number // 10)
            fish = pic.glyph_text("herring", x, y, 40, id=f"fish-{number}")
            move = ("take", state.fish - number)
            if look.legal and move in state.moves():
                box = [rect(x - 24, y - 18, 48, 36, cls, 10) for cls in ("ring", "hit")]
                words = {"label": self.label(state, move), "note": state.explain(move)}
                pic.add(target((*box, fish), move=state.notation(move), id=f"take-{move[1]}", **words))
            else:
                pic.add(fish)
        pic.text(300, 284, f"{state.fish} of {state.room} fish", "mid w6")
        if look.refused:
            pic.bubble(100, 40, 400, look.refused[1])
        return str(pic)

    def offers(self, state: Pond) -> Sequence[Move]:
        """Return every catch, also one that the pond does not hold; who begins becomes cards by itself."""
        return [("take", count) for count in range(MOST + 1)] if state.turn() >= 0 else []

    def label(self, state: Pond, move: Move) -> str:
        """Return the title of a card."""
        return f"{state.seat_name(int(move[1]))} begins" if move[0] == "first" else f"Take {move[1]} fish"

    def key(self, state: Pond, move: Move) -> str:
        """Return the key that plays a move: how many fish."""
        return str(move[1]) if move[0] == "take" else ""

    def facts(self, state: Pond) -> Sequence[tuple[str, str]]:
        """Return what is worth knowing at the end."""
        return [("fish left", f"{state.fish} of {state.room}"), ("caught together", str(sum(state.caught)))]

    def signs(self) -> Sequence[tuple[str, str]]:
        """Return the key of the picture's signs."""
        fish = Picture(32, 20, title="", desc="").glyph_text("herring", 16, 10, 28)
        return [(sign(fish), "a fish"), (sign(rect(3, 2, 26, 16, "ring", 5)), "a fish that can be taken now")]

    def seat_note(self, state: Pond, seat: Player) -> str:
        """Return whether a seat begins."""
        return "begins every round" if seat == state.first else ""


FACE = PondFace()
