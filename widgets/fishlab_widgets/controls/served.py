"""Models that a page of the class server shows: what they tell goes into its socket, or nowhere without a page."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any, Protocol

import traitlets

from fishlab.codes import clean_text

Pipe = Callable[[dict[str, Any]], None]
"""Takes what a page is told."""


class Served(traitlets.HasTraits):
    """The four methods by which a model (`controls.page_model`) tells its page, without a notebook."""

    def __init__(self, **traits: Any) -> None:
        self._pipe: Pipe | None = None
        self._held: dict[str, None] | None = None
        self._heard: list[Callable[[Any, Any, Any], None]] = []
        super().__init__(**traits)
        self.observe(self._note, names=self._told_names())

    def _told_names(self) -> list[str]:
        return [name for name in self.traits(sync=True) if not name.startswith("_")]

    def open(self, pipe: Pipe) -> dict[str, Any]:
        """Tell a page from now on what changes, and return what it is told at first."""
        self._pipe = pipe
        return {name: getattr(self, name) for name in self._told_names()}

    def receive(self, content: object) -> None:
        """Take a message of the page."""
        for callback in self._heard:
            callback(self, content, [])

    def on_msg(self, callback: Callable[[Any, Any, Any], None]) -> None:
        """Call a function with every message of the page."""
        self._heard.append(callback)

    def send(self, content: Any, buffers: Sequence[bytes] | None = None) -> None:
        """Send a message."""
        if self._pipe is not None:
            self._pipe({"msg": content, "buffers": [b64encode(one).decode() for one in buffers or ()]})

    def send_state(self, key: str | Sequence[str] | None = None) -> None:
        """Tell some traits again, all without a name."""
        names = self._told_names() if key is None else [key] if isinstance(key, str) else key
        if self._pipe is not None:
            self._pipe({"state": {name: getattr(self, name) for name in names}})

    def hold_sync(self) -> AbstractContextManager[None]:
        """Tell all that is changed inside in one message."""
        return self._holding()

    @contextmanager
    def _holding(self) -> Iterator[None]:
        if self._held is not None:
            yield
            return
        self._held = {}
        try:
            yield
        finally:
            names, self._held = self._held, None
            told = [name for name in names if self._should_send_property(name, getattr(self, name))]
            if told:
                self.send_state(told)

    def _should_send_property(self, key: str, value: Any) -> bool:
        return True

    def _note(self, change: Any) -> None:
        if self._held is not None:
            self._held[change["name"]] = None
        elif self._should_send_property(change["name"], change["new"]):
            self.send_state([change["name"]])


class Frame(Protocol):
    """A page with room for models, each under a name of its own."""

    def mount(self, name: str, model: Served, script: str) -> None:
        """Show a model, by a script of the server; one of the same name goes."""

    def unmount(self, name: str) -> None:
        """Show a model no more."""


class SocketPage:
    """The models of one page, and what goes to and fro between them and its socket.

    Args:
        write: sends a text to the page.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._models: dict[str, Served] = {}

    def mount(self, name: str, model: Served, script: str) -> None:
        """Show a model, by a script of the server; one of the same name goes."""
        self._models[name] = model
        self._tell({"mount": name, "script": script, "state": model.open(partial(self._tell_of, name, model))})

    def unmount(self, name: str) -> None:
        """Show a model no more."""
        if self._models.pop(name, None) is not None:
            self._tell({"unmount": name})

    def hear(self, text: str) -> str:
        """Hand a message of the page to the model that it is for, and return its kind; nonsense is nobody's."""
        try:
            message = json.loads(text)
            name = message.get("model") if isinstance(message, Mapping) else None
            model = self._models.get(name) if isinstance(name, str) else None
            if model is None:
                return ""
            content = _clean(message.get("msg"))
        except (ValueError, RecursionError):
            return ""
        model.receive(content)
        return str(content.get("type", "")) if isinstance(content, Mapping) else ""

    def _tell_of(self, name: str, model: Served, told: dict[str, Any]) -> None:
        if self._models.get(name) is model:
            self._tell({"model": name, **told})

    def _tell(self, told: dict[str, Any]) -> None:
        self._write(json.dumps(told, separators=(",", ":")))


def _clean(value: Any) -> Any:
    """Return what a page has sent with every text in it as files can hold it: names, answers, lines."""
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [_clean(one) for one in value]
    return {clean_text(key): _clean(one) for key, one in value.items()} if isinstance(value, dict) else value
