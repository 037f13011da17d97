"""What stands where a live piece was, once its kernel is gone."""

from __future__ import annotations

from IPython.display import HTML, display

ASLEEP = (
    "<style>.jp-OutputArea:has(.fishlab-live) .fishlab-asleep{display:none}"
    ".jp-OutputArea:has(.fishlab-asleep) .jupyter-widgets.jp-OutputArea-output:not(:has(*)){display:none}</style>"
    '<div class="fishlab-asleep" style="max-width:900px"><p><b>Run this cell to wake the board</b> '
    "(click it and press Shift + Enter).</p>%s</div>"
)
"""What stands where a live piece was, once its kernel is gone: a picture and what to do."""


class Live:
    """A widget that leaves a picture and the words "run this cell" behind when its kernel is gone."""

    def still_picture(self) -> str:
        """Return the picture to leave behind, as HTML."""
        return ""

    def _ipython_display_(self) -> None:
        display(HTML(ASLEEP % self.still_picture()))
        bundle = self._repr_mimebundle_()  # type: ignore[attr-defined]
        display(bundle[0] if isinstance(bundle, tuple) else bundle, raw=True)
