"""The style sheet of every live piece: the page's colours, and `board.css` and `screen.css`."""

from __future__ import annotations

from pathlib import Path

from fishlab_widgets.draw.svg import tokens

STYLE = tokens(".fishlab") + "".join(
    Path(__file__).with_name(name).read_text(encoding="utf-8") for name in ("board.css", "screen.css")
)
