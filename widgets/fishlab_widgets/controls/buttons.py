"""Buttons in the project's look."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as w

from fishlab.one_at_a_time import alone


def action_button(text: str, icon: str, act: Callable[[], object]) -> w.Button:
    """Return a button in the project's look that does something."""
    button = w.Button(description=text, icon=icon, tooltip=text, layout=w.Layout(width="auto"))
    button.add_class("fishlab-button")
    button.on_click(alone(lambda _: act()))
    return button
