"""Messages to a widget or a served page as a browser sends them: through its own channel, past its lock and checks."""

from __future__ import annotations

from typing import Any

from fishlab_widgets.controls.served import Served
from ipywidgets import Widget


def send(widget: Widget | Served, *anything: Any, **content: Any) -> None:
    """Let a page send a message: its parts by name, or anything at all."""
    (said,) = anything or (content,)
    if isinstance(widget, Served):
        widget.receive(said)
    else:
        _deliver(widget, {"method": "custom", "content": said})


def from_page(widget: Widget, **traits: Any) -> None:
    """Let a page change traits, as a slider does that is drawn."""
    _deliver(widget, {"method": "update", "state": traits, "buffer_paths": []})


def ask(table: Any, kind: str, **more: Any) -> None:
    """Let a page ask for something at a table: it has seen the newest picture."""
    send(table.board, **{"type": kind, "rev": table.board.rev, **more})


def _deliver(widget: Widget, data: dict[str, Any]) -> None:
    widget.comm.handle_msg({"content": {"data": data}, "buffers": []})
