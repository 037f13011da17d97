"""Where a class is served: what its room keeps of that, and whether it still answers there."""

from __future__ import annotations

import ssl
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Final
from urllib.parse import urlsplit

from fishlab.room import Room

ADDRESS: Final = "address"
"""Under which name a room keeps where it was served last: its `port`, where it answered on this machine (`own`), and
under which address the teacher's browser saw it (`seen`). No copy for others has it."""
ANSWERS: Final = 3.0
"""Seconds for which a class that is open already may answer."""


def served_at(room: Room, port: str = "") -> str:
    """Return the address where a room is served now, on one port if it is named; "" if it is not.

    Only a class that answers counts: what a server left behind that was killed keeps nobody out.
    """
    from fishlab_widgets.classroom.live_class import place_of

    kept = room.note(ADDRESS, port="I", own="S", seen="S") or {}
    own = seen_address(kept.get("own") or "")
    if not own or port not in ("", str(kept.get("port"))) or not _answers(own, place_of(room)):
        return ""
    return seen_address(kept.get("seen") or "") or own


def seen_address(text: str) -> str:
    """Return the address under which a browser sees a class, "" if the text is none."""
    found = urlsplit(text[:300])
    return text if found.scheme in ("http", "https") and found.hostname and not found.query else ""


def _answers(address: str, place: str) -> bool:
    """Tell whether the class with this sign answers at an address; nothing secret is sent there."""
    parts = urlsplit(address)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # it is asked for its sign, and told nothing
    secure = parts.scheme == "https"
    with closing(
        HTTPSConnection(parts.netloc, timeout=ANSWERS, context=context)
        if secure
        else HTTPConnection(parts.netloc, timeout=ANSWERS)
    ) as asked:
        try:
            asked.request("GET", f"{parts.path}?language=en")
            return f"fishlab-{place}-language=" in (asked.getresponse().getheader("Set-Cookie") or "")
        except (OSError, HTTPException):
            return False
