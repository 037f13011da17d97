"""Where a lesson's later cells find their lesson, and its cards: `from fishlab_widgets.here import ask, lesson`.

After a restart there is none, and a cell that is run too early says "run the first cell" instead of a `NameError`.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from IPython import get_ipython

from fishlab.messages import mark, tr
from fishlab_widgets.lesson import memory
from fishlab_widgets.lesson.student import Missing, in_lines

if TYPE_CHECKING:
    from fishlab_widgets.lesson.lesson import Lesson

    lesson: Lesson

    def ask(key: str, *given: Any) -> Any:
        """Return a card of the lesson, made with what it needs of the notebook: a student's function, a game.

        Where an error stopped the cell that a student has written, something stands in for the name that it was to set:
        the card can be shown, and asks for that cell.
        """


RUN_FIRST = mark(
    "Run the first cell first: this one needs what the cells above it make. "
    "Choose Run → Run All Cells in the menu, or click the first cell and press Shift + Enter."
)


class RunTheFirstCell(Exception):
    """Asks for the first cell; a notebook shows its sentence and no traceback."""

    def __init__(self) -> None:
        super().__init__(tr(RUN_FIRST))

    def _render_traceback_(self) -> list[str]:
        return in_lines(str(self))


def __getattr__(name: str) -> Any:
    if name not in ("ask", "lesson"):
        raise AttributeError(f"there is no {name} here: only the lesson, and what makes its cards")
    found: Any = memory.current
    if found is None:
        raise RunTheFirstCell
    if name == "lesson":
        return found
    cards, shell = import_module(f"{__package__}.lesson_cards"), get_ipython()
    for one in cards.written_by_students(found.number) if shell is not None else ():
        shell.user_ns.setdefault(one, Missing(one))
    return partial(cards.make_card, found)
