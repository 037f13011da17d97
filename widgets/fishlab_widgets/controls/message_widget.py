"""A page of messages as a widget of a notebook."""

from __future__ import annotations

from fishlab_widgets.controls.base_widget import BaseWidget
from fishlab_widgets.controls.page_model import MessageModel


class MessageWidget(MessageModel, BaseWidget):
    """A page that tells its kernel what a person asks for."""
