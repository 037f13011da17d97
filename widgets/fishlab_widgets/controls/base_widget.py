"""What every widget of ours is made of: its base class, its script and its style.

`script` puts `make.js` before a widget's own files, `style` puts `STYLE` before them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from fishlab.one_at_a_time import OneAtATime, alone
from fishlab_widgets.draw.svg import tokens

_HERE = Path(__file__).parent

COLOURS = tokens(".fishlab")
"""The page's colours, light and dark."""
STYLE = COLOURS + "".join((_HERE / name).read_text(encoding="utf-8") for name in ("board.css", "screen.css"))
"""The colours, and how boards and tables look."""
Text = traitlets.Unicode[str, str | bytes]


def script(*files: Path) -> Text:
    """Return a widget's script: some files as one module, after what all of them are made with."""
    return _sent("\n", "", _HERE / "make.js", *files)


def style(*files: Path, base: str = STYLE) -> Text:
    """Return a widget's style: some files after what they rest on."""
    return _sent("", base, *files)


def _sent(between: str, first: str, *files: Path) -> Text:
    text = between.join(file.read_text(encoding="utf-8") for file in files)
    return traitlets.Unicode(first + text).tag(sync=True)


class BaseWidget(OneAtATime, anywidget.AnyWidget):
    """A widget whose class has all its traits, and which takes one message at a time, whichever thread brings it.

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

    @alone
    def _handle_msg(self, msg: Any) -> None:
        super()._handle_msg(msg)
