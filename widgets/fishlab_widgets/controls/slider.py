"""A slider with a name that everybody can read: the browser's own range, with its value in words beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import traitlets

from fishlab_widgets.controls.base_widget import BaseWidget, script, style


class Slider(BaseWidget):
    """A choice among values in order; `value` may also be set to one between them.

    Args:
        label: what the slider sets.
        options: pairs of words and value.
        note: what it means, shown on hover.
    """

    _esm = script(Path(__file__).parent / "slider.js")
    _css = style()

    label = traitlets.Unicode().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    words = traitlets.List(traitlets.Unicode()).tag(sync=True)
    shown = traitlets.Unicode().tag(sync=True)
    index = traitlets.Int(0).tag(sync=True)
    value = traitlets.Any()

    def __init__(self, label: str, options: Sequence[tuple[str, Any]], note: str = "") -> None:
        self.values = [value for _, value in options]
        self._following = False
        super().__init__(label=label, note=note, words=[words for words, _ in options], value=self.values[0])

    @traitlets.observe("value")
    def _set_index(self, _change: object) -> None:
        self._following = True
        self.index = min(range(len(self.values)), key=lambda place: abs(self.values[place] - self.value))
        exact = self.values[self.index] == self.value
        self.shown = self.words[self.index] if exact and self.words else f"{self.value:g}"
        self._following = False

    @traitlets.observe("index")
    def _set_value(self, _change: object) -> None:
        if not self._following:
            self.value = self.values[max(0, min(self.index, len(self.values) - 1))]
