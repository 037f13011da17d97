"""The contract between a game's drawing and the board."""

from __future__ import annotations

import importlib
from types import ModuleType

from fishlab.core import State


def face(game: type[State] | State) -> ModuleType:
    """Return the module that draws a game."""
    return importlib.import_module(f"fishlab_widgets.{game.name}.face")


def toggled(game: type[State], marks: tuple[str, ...], mark: str) -> tuple[str, ...]:
    """Return the marks after one was clicked: as the game's face wants it, else one mark at a time, off and on."""
    own = getattr(face(game), "toggle", None)
    if own:
        return tuple(own(marks, mark))
    return () if marks == (mark,) else (mark,)


def sentences(*parts: str) -> str:
    """Return parts as sentences, each with one full stop."""
    return " ".join(f"{part.rstrip('.')}." for part in parts if part)
