"""A class that is opened from a notebook, on the port of the Jupyter server that shows it."""

from __future__ import annotations

import os
from pathlib import Path

import traitlets

from fishlab.languages import find
from fishlab.messages import mark, speaking, spoken, tr
from fishlab_widgets.classroom.desk.protocol import PAGE
from fishlab_widgets.classroom.notices import CHOICE, ONLY_HERE
from fishlab_widgets.controls.base_widget import BaseWidget, script, style
from fishlab_widgets.controls.placeholder import Live

_HERE = Path(__file__).parent
TEXT = {
    "open": PAGE["open_class"],
    "opening": mark("Opening the class …"),
    "address": mark("Students open in a browser"),
    "word": mark("and type the word"),
    "desk": PAGE["open_desk"],
    "where": mark("The room is in {room}. The class is open for as long as this Jupyter server runs."),
    "local": ONLY_HERE,
    "trouble": mark(
        "This Jupyter server cannot open a class: enable its extension with “jupyter server extension enable "
        "fishlab_widgets” and start it again."
    ),
    **CHOICE,
}
"""What its page says."""


class Classroom(Live, BaseWidget):
    """A button that opens a class in the Jupyter server that shows this notebook: `Classroom()`.

    Students scan the code or type address and word; the desk opens in a window of its own. On Binder or a hub the
    address is the one of that server, as the browser sees it.

    Args:
        room: a room to go on with, its file or its folder; without one, the one that is open already, or a new one in
            the home directory: there a class that was not finished is offered first.
        language: what the class speaks, as "de"; without it, each page what its browser asks for.
    """

    wakes = mark("the button that opens a class")
    _esm = script(_HERE / "notebook.js")
    _css = style(_HERE / "notebook.css")

    room = traitlets.Unicode().tag(sync=True)
    text = traitlets.Dict().tag(sync=True)
    language = traitlets.Unicode().tag(sync=True)

    def __init__(self, room: str | os.PathLike[str] = "", *, language: str = "") -> None:
        wanted = find(language) if language else None
        with speaking(wanted or spoken()):
            super().__init__(
                room=str(Path(room).expanduser().absolute()) if room else "",
                text={name: tr(words) for name, words in TEXT.items()},
                language=wanted.code if wanted else "",
            )

    def __repr__(self) -> str:
        return "<Classroom>"

    def still_picture(self) -> str:
        """Leave no picture behind: a button that does nothing would be pressed in vain."""
        return ""
