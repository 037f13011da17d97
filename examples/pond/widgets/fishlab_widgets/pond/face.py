"""The picture of the Pond: its fish, and a button for each catch."""

from __future__ import annotations

from fishlab.core import Match, Move, Player
from fishlab.pond.rules import MOST, Pond
from fishlab_widgets.charts.match_plots import Plot, Row, Series
from fishlab_widgets.draw.svg import Picture, cross, rect, target, text
from fishlab_widgets.live.face import Face, Look


def fish_rows(match: Match) -> list[Row]:
    """Return the fish in the pond after every move."""
    return [
        {"move": number, "fish": state.fish} for number, state in enumerate(match.states) if isinstance(state, Pond)
    ]


class PondFace(Face[Pond]):
    """A pond with its fish, and what may be taken below it."""

    glyph = "herring"
    plots = (Plot("Fish in the pond", "move", "fish", "move", (Series("fish", "fish", "a"),), fish_rows),)

    def draw(self, state: Pond, look: Look) -> str:
        """Return the picture; it needs no marks, and its compact form is the same."""
        said = f"{state.fish} of {state.room} fish. {state.prompt()}."
        pic = Picture(436, 300, title="The Pond", desc=said, prefix=look.prefix, theme=look.theme)
        pic.rect(0, 0, 436, 300, "paper")
        pic.rect(8, 8, 420, 220, "sea", 90, id="pond")
        for number in range(state.fish):
            x, y = 60 + 35 * (number % 10), 60 + 34 * (number // 10)
            pic.glyph("herring", x, y, 28, id=f"fish-{number}")
        for count in range(MOST + 1):
            x = 16 + 104 * count
            box = (rect(x, 240, 92, 44, "btn", 10), text(x + 46, 268, f"take {count}", "mid w6"))
            move, label = f"take {count}", f"Take {count} fish"
            if look.legal and ("take", count) in state.moves():
                pic.add(target(box, move=move, label=label, note=f"{label}.", id=f"take-{count}", data_key=str(count)))
            elif look.legal and state.turn() >= 0:
                pic.add(target(box, try_=move, label=f"{label}, not possible now", id=f"take-{count}"))
            else:
                pic.group(box, id=f"take-{count}")
        if look.refused:
            move_tried, reason = look.refused
            if move_tried[:1] == ("take",) and move_tried[-1] in range(MOST + 1):
                pic.group((cross(16 + 104 * int(move_tried[-1]) + 86, 242, 9),), cls="still", id="cross")
            pic.bubble(28, 20, 380, reason)
        return str(pic)

    def label(self, state: Pond, move: Move) -> str:
        """Return the words on the buttons that draw who begins."""
        return f"{state.seat_name(int(move[1]))} begins" if move[0] == "first" else ""

    def seat_note(self, state: Pond, seat: Player) -> str:
        """Return whether a seat begins."""
        return "begins every round" if seat == state.first else ""


FACE = PondFace()
