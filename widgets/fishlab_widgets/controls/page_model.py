"""What a page shows as a model that knows nothing of notebooks: traits that a page is told, and messages that it sends.

A model is used by two transports: a widget of a notebook (`base_widget.BaseWidget`), and a page of the class server
(`served.Served`). Each gives it `hold_sync`, `send`, `send_state` and `on_msg`, as
ipywidgets has them. Traits that are tagged `sync` are told.

`script` puts `make.js` before a page's own files, `style` puts `STYLE` before them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import traitlets

from fishlab.messages import in_own_language, mark, spoken, tr
from fishlab_widgets.draw.svg import tokens

_HERE = Path(__file__).parent

COLOURS = tokens(".fishlab")
"""The page's colours, light and dark."""
STYLE = COLOURS + "".join((_HERE / name).read_text(encoding="utf-8") for name in ("board.css", "screen.css"))
"""The colours, and how boards and tables look."""
LOST: Final = mark("This is no longer connected to its kernel. Choose Run → Run All Cells in the menu to wake it.")
"""What a live piece says on an open page after its kernel has been restarted; its own cell needs those above it."""
WRONG: Final = mark("Something went wrong here ({name}: {error}).")
Text = traitlets.Unicode[str, str | bytes]


def _brought(text: str, widget: Any) -> str:
    """Return what a widget of a notebook brings as its script; a page of the class server loads it by its address."""
    return str(widget.bring_script(text))


def _nothing(_text: str, _widget: Any) -> str:
    """Return what a widget of a notebook brings as its style: it comes with the script."""
    return ""


def script(*files: Path) -> Text:
    """Return a page's script: some files as one module, after what all of them are made with."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in (_HERE / "make.js", *files))
    return traitlets.Unicode(text).tag(sync=True, to_json=_brought)


def style(*files: Path, base: str = STYLE) -> Text:
    """Return a page's style: some files after what they rest on."""
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    return traitlets.Unicode(base + text).tag(sync=True, to_json=_nothing, base=base)


class PageModel(traitlets.HasTraits):
    """What a page shows, and what it does about messages; a transport tells a page of it.

    It speaks the language in which it was made.
    """

    def __init__(self, **traits: Any) -> None:
        self.language = spoken()
        super().__init__(**traits)

    if TYPE_CHECKING:  # what a transport gives

        def hold_sync(self) -> AbstractContextManager[None]:
            """Tell all that is changed inside in one message."""

        def send(self, content: Any, buffers: Sequence[bytes] | None = None) -> None:
            """Send a message."""

        def send_state(self, key: str | Sequence[str] | None = None) -> None:
            """Tell some traits again."""

        def on_msg(self, callback: Callable[[Any, Any, Any], None]) -> None:
            """Call a function with every message of a page."""

        def _should_send_property(self, key: str, value: Any) -> bool:
            """Tell whether a page is told of a change."""


class MessageModel(PageModel):
    """A page that tells what a person asks for, gives signs of life, and is told only what has changed.

    Args:
        act: takes what a page asks for: its kind, and the whole message.
        traits: what is shown at first.
    """

    rev = traitlets.Int(0).tag(sync=True)

    def __init__(self, act: Callable[[str, Mapping[str, Any]], None], **traits: Any) -> None:
        super().__init__(**traits)
        self._act = act
        self.on_msg(self._receive)

    def tell(self, **traits: Any) -> None:
        """Show what has changed, in one message."""
        changed = {name: value for name, value in traits.items() if getattr(self, name) != value}
        if changed:
            with self.hold_sync():
                for name, value in changed.items():
                    setattr(self, name, value)
                self.rev += 1

    def fail(self, words: str) -> None:
        """Show that something went wrong; each page has its own place for it."""
        raise NotImplementedError

    @in_own_language
    def _receive(self, _model: Any, content: Any, _buffers: Any) -> None:
        if not isinstance(content, Mapping) or not isinstance(content.get("type"), str):
            return
        if content["type"] == "pulse":
            self.send({"type": "pulse"})
        try:
            self._act(content["type"], content)
        except Exception as error:
            self.fail(tr(WRONG, name=type(error).__name__, error=error))
