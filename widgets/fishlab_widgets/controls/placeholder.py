"""What stands where a live piece was, once its kernel is gone."""

from __future__ import annotations

from typing import Any, ClassVar
from uuid import uuid4

from IPython.display import HTML, display

from fishlab.messages import tr
from fishlab.one_at_a_time import OneAtATime
from fishlab_widgets.controls.key_guard import framed
from fishlab_widgets.controls.page_model import LOST as LOST

LATE = 8
"""Seconds that what lives may take to be drawn before its picture says that it is asleep."""
_ASLEEP = (
    # What lives hides its own (`key_guard.js`). Here is what a page says that knows no live parts: no widget inside.
    "<style>.jp-OutputArea-child:has(.fishlab-asleep)+.jp-OutputArea-child .jupyter-widgets.jp-OutputArea-output"
    ":not(:has(.lm-Widget)){{display:none}}"
    ".reveal .fishlab-asleep>p:first-child,.reveal .fishlab-asleep+*,.reveal .jp-OutputArea-child:has(.fishlab-asleep)"
    "+.jp-OutputArea-child{{display:none}}"  # slides are looked at: only the picture stays
    # A page that is busy draws what lives some seconds late: who scrolls there meanwhile is not told that it sleeps.
    ".fishlab-asleep>p:first-child{{animation:fishlab-late 0s {late}s backwards}}"
    "@keyframes fishlab-late{{from{{visibility:hidden}}}}</style>"
    '<div class="fishlab-asleep" id="{name}" style="max-width:900px"><p><b>{told}</b></p>{picture}</div>'
)


class Live(OneAtATime):
    """A widget that leaves a picture and the words "run all cells" behind when its kernel is gone."""

    wakes: ClassVar[str] = "the board"
    """What running the cells again would wake, as a message."""
    own_frame: ClassVar[bool] = False
    """Whether it keeps its keys itself, and hides the picture that it leaves behind: then it needs no frame."""

    def still_picture(self) -> str:
        """Return the picture to leave behind, as HTML."""
        return ""

    def on_show(self) -> None:
        """Take note that this is about to be shown."""

    def retire(self) -> None:
        """Take no more moves, and say where the game goes on, and how it goes on here: another table has its place."""
        board: Any = getattr(self, "board", None)
        if board is not None:
            board.gone = tr(
                "This game goes on where its cell was run again, perhaps in another window. "
                "Click this board to play here."
            )

    def _ipython_display_(self) -> None:
        self.on_show()
        own = f"fishlab-{uuid4().hex}"
        shown: Any = _View(self) if self.own_frame else framed(self, own)
        name = f"fishlab-{shown.model_id}" if self.own_frame else own
        told = tr("Choose Run → Run All Cells to wake {wakes}.", wakes=tr(self.wakes))
        display(HTML(_ASLEEP.format(late=LATE, name=name, told=told, picture=self.still_picture())))
        display(shown)


class _View:
    """Shows a widget as it is, where its own way to be shown would be asked again."""

    def __init__(self, widget: Any) -> None:
        self._widget, self.model_id = widget, widget.model_id

    def __repr__(self) -> str:
        return repr(self._widget)

    def _repr_mimebundle_(self, **_: Any) -> Any:
        return self._widget._repr_mimebundle_()
