"""Buttons in the project's look."""

from __future__ import annotations

from collections.abc import Callable

import ipywidgets as w

from fishlab.one_at_a_time import alone


def action_button(text: str, icon: str, act: Callable[[], object], tip: str = "", primary: bool = False) -> w.Button:
    """Return a button in the project's look that does something."""
    button = w.Button(description=text, icon=icon, tooltip=tip or text, layout=w.Layout(width="auto"))
    button.add_class("fishlab-button")
    if primary:
        button.add_class("primary")
    button.on_click(alone(lambda _: act()))
    return button
