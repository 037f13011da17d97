"""The style sheet of every live piece, and how a widget's script is put together.

`STYLE` is the page's colours, and `board.css` and `screen.css`; `script` puts `make.js` before a widget's own files.
"""

from __future__ import annotations

from pathlib import Path

from fishlab_widgets.draw.svg import tokens

_HERE = Path(__file__).parent

STYLE = tokens(".fishlab") + "".join((_HERE / name).read_text(encoding="utf-8") for name in ("board.css", "screen.css"))


def script(*files: Path) -> str:
    """Return some scripts as one module, after what all of them are made with."""
    return "\n".join(file.read_text(encoding="utf-8") for file in (_HERE / "make.js", *files))
