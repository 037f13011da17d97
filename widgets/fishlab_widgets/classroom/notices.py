"""What stands above a seat's table: who one is, what the teacher says, the clock, and the lobby with all seats."""

from __future__ import annotations

from pathlib import Path

import traitlets

from fishlab.messages import mark, tr
from fishlab_widgets.controls.page_model import MessageModel, script, style
from fishlab_widgets.controls.served import Served

_HERE = Path(__file__).parent
ONLY_HERE = mark(
    "Only this machine can open this address. For phones and other computers, connect this machine to their network "
    "and open the class with “make class” in a terminal."
)
CHOICE = {
    "left": mark("The class of {time} was not finished."),
    "over": mark("The class of {time} is over. Its desk and its results can be opened again."),
    "running": mark("The class of {time} is running at {address}."),
    "show": mark("Show its desk"),
    "go_on": mark("Go on with the class of {time}"),
    "again": mark("Open the class of {time} again"),
    "anew": mark("A new class"),
}
"""What a teacher is asked who opens a class while there is one to go on with."""
TEXT = {
    "time": mark("Time"),
    "clock": mark("{words}: {time}"),
    "looking": mark("Looking for your seat …"),
    "take": mark("Take a seat"),
    "draw": mark("Sit down"),
    "sit": mark("Sit down as {seat}"),
    "other": mark("{seat}: {who}"),
    "had": mark("Did you have a seat on another device? Its key:"),
    "back": mark("Come back"),
    "who": mark("{table} · {seat}"),
    "device": mark("Go on with another device"),
    "key": mark("Open the class there, and type this key:"),
    "another": mark("Another seat on this device"),
}
"""What its page says; slots are filled there."""


class Notices(MessageModel, Served):
    """Keeps the seat's key in the browser, and shows the bar and the lobby."""

    _esm = script(_HERE / "notices.js")
    _css = style(_HERE / "notices.css")

    place = traitlets.Unicode().tag(sync=True)
    """Under which name the browser keeps the key."""
    bar = traitlets.Dict().tag(sync=True)
    """Who sits here: `table`, `seat` and `key`, in an experiment the `aim` and the `rule` about talk; `another`, where
    one more of this device is; empty in the lobby."""
    news = traitlets.Dict().tag(sync=True)
    """`line`, what the teacher says; `left`, seconds of the clock, and `words`, what it is for; `trouble`."""
    door = traitlets.Dict().tag(sync=True)
    """How to get a seat: `draw`, a line about lots, or `tables` to choose from, each with `name`, `about` and `seats`;
    `waits`, a line for who waits; `answer`, `full`; empty when seated."""

    text = traitlets.Dict().tag(sync=True)

    @traitlets.default("text")
    def _text(self) -> dict[str, str]:
        return {name: tr(words) for name, words in TEXT.items()}

    def fail(self, words: str) -> None:
        """Say it below the bar."""
        self.tell(news={**self.news, "trouble": words})
