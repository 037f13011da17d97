"""The address of a class, large enough for the last row, and as a QR code for phones."""

from __future__ import annotations

import os
from html import escape

from fishlab.room import Room
from fishlab_widgets.classroom.seat import open_room
from fishlab_widgets.draw.qr import qr_svg

_HTML = """<div style="display:flex;flex-wrap:wrap;gap:12px 40px;align-items:center;font-family:system-ui,sans-serif">
<div style="width:260px">{code}</div>
<div><p style="font-size:20px;margin:0">Open in a browser:</p>
<p style="font-size:40px;font-weight:700;line-height:1.2;margin:0 0 16px">{address}</p>
<p style="font-size:20px;margin:0">{asks}</p>
<p style="font-size:40px;font-weight:700;line-height:1.2;margin:0">{word}</p></div></div>"""


class JoinInfo:
    """Shows where a room's page is served, if it is: `JoinInfo("class.room")`."""

    def __init__(self, room: Room | str | os.PathLike[str]) -> None:
        found = open_room(room).note("address", address="s", word="s") or {}
        self.address, self.word = found.get("address", ""), found.get("word", "")

    def __repr__(self) -> str:
        return f"<JoinInfo: {self.address}, {self.word}>" if self.address else "<JoinInfo: no page is served>"

    @property
    def link(self) -> str:
        """The address with the word in it, as the QR code has it."""
        return f"{self.address}?token={self.word}" if self.word else self.address

    def _repr_html_(self) -> str:
        if not self.address:
            return "<p>No page of this room is served: <code>fishlab class</code> serves one.</p>"
        code = qr_svg(self.link, "QR code of the address, with the word in it")
        asks = "and type the word:" if self.word else "on this machine."
        return _HTML.format(code=code, address=escape(self.address), asks=asks, word=escape(self.word))
