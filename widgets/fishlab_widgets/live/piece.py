"""What every widget of ours is made of: its base class, its script and its style.

`STYLE` is the page's colours, and `board.css` and `screen.css`; `script` puts `make.js` before a widget's own files.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from fishlab_widgets.draw.svg import tokens

_HERE = Path(__file__).parent

STYLE = tokens(".fishlab") + "".join((_HERE / name).read_text(encoding="utf-8") for name in ("board.css", "screen.css"))


Text = traitlets.Unicode[str, str | bytes]


def script(*files: Path) -> Text:
    """Return a widget's script: some files as one module, after what all of them are made with."""
    return style("\n".join(file.read_text(encoding="utf-8") for file in (_HERE / "make.js", *files)))


def style(text: str) -> Text:
    """Return a widget's style."""
    return traitlets.Unicode(text).tag(sync=True)


class Piece(anywidget.AnyWidget):
    """A widget whose class has all its traits.

    anywidget gives every widget a class of its own, to add script, style and a name, and traitlets looks through such a
    class from top to bottom: that was more than half of the time that the panel of a card took to make.
    """

    _anywidget_id = traitlets.Unicode().tag(sync=True)

    @traitlets.default("_anywidget_id")
    def _name_of_class(self) -> str:
        return f"{type(self).__module__}.{type(self).__name__}"

    def add_traits(self, **traits: Any) -> None:
        """Add traits but those that are there."""
        new = {name: trait for name, trait in traits.items() if not self.has_trait(name)}
        if new:
            super().add_traits(**new)
