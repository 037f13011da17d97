"""The style sheet of every live piece: the page's colours, and `board.css`."""

from __future__ import annotations

from pathlib import Path

from fishlab_widgets.draw.svg import tokens

STYLE = tokens(".fishlab") + Path(__file__).with_name("board.css").read_text(encoding="utf-8")
