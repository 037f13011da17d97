"""Codes that people copy and paste: bytes in letters that are safe in an address, with a checksum, read back with care.

Save codes (`fishlab.core`) and lesson codes are packed here. Each kind says in a `Packing` how it is laid out, so that
every code that was ever handed out still opens.
"""

from __future__ import annotations

import base64
import hashlib
import json
import reprlib
import zlib
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from fishlab.messages import tr

LONGEST_REASON: Final = 400
"""Signs of the longest reason why a code cannot be read: whoever made the code up may have put anything into it."""


class BadCode(ValueError):
    """A code or a saved match that cannot be read, with the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 1]}…")


_BRIEF: Final = reprlib.Repr()
_BRIEF.maxstring = _BRIEF.maxother = _BRIEF.maxlong = 60
_BRIEF.maxlist = _BRIEF.maxtuple = _BRIEF.maxdict = 20


def brief(value: object) -> str:
    """Return a value as Python writes it, in at most 80 signs, however long and however deep it is.

    >>> brief("carp"), brief([[[[[[[[1]]]]]]]])
    ("'carp'", '[[[[[[[...]]]]]]]')
    """
    try:
        text = _BRIEF.repr(value)
    except (ValueError, RecursionError):  # a whole number of very many digits, or what writes itself by recursion
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 80 else f"{text[:79]}…"


_CONTROL: Final = {code: None for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}


def clean_text(text: str) -> str:
    r"""Return a text that every file can hold: half a sign becomes a replacement sign, control characters go.

    >>> print(ascii(clean_text("half \ud83d, whole \U0001f41f\x00")))
    'half \ufffd, whole \U0001f41f'
    """
    whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return whole.translate(_CONTROL)


def digest(data: bytes, size: int) -> bytes:
    """Return a checksum of so many bytes."""
    return hashlib.blake2s(data, digest_size=size).digest()


class Packing(NamedTuple):
    """How one kind of code is packed.

    Attributes:
        kind: what people call it, such as "save code".
        check: bytes of its checksum.
        least: bytes of the shortest one, with its checksum.
        check_first: whether the checksum stands before the body, not after it.
    """

    kind: str
    check: int
    least: int
    check_first: bool = False

    def pack(self, body: bytes, about: bytes = b"") -> str:
        """Return a body in letters; the checksum also covers `about`, which whoever unpacks them must know."""
        check = digest(about + body, self.check)
        data = check + body if self.check_first else body + check
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    def unpack(self, letters: str, about: bytes = b"") -> bytes:
        """Return the body once its checksum holds; `BadCode` says what is wrong."""
        try:
            data = base64.urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
        except ValueError:
            raise BadCode(tr("This {kind} is cut off: copy all of it.", kind=tr(self.kind))) from None
        if self.check_first:
            check, body = data[: self.check], data[self.check :]
        else:
            body, check = data[: -self.check], data[-self.check :]
        if len(data) < self.least or digest(about + body, self.check) != check:
            raise BadCode(
                tr("This {kind} has a typing error or is cut off: its checksum does not match.", kind=tr(self.kind))
            )
        return body

    def unzip_json(
        self,
        data: bytes,
        most: int,
        *,
        too_much: str,
        damaged: str,
        parse_constant: Callable[[str], Any] | None = None,
    ) -> Any:
        """Return the data that compressed JSON holds, and never unpack more of it than so many bytes.

        Args:
            data: what `zip_text` returned, or what somebody made up.
            most: bytes once unpacked.
            too_much: what to say of more than that.
            damaged: what to say of anything else.
            parse_constant: what to make of NaN and the infinities, as `json.loads` takes it.
        """
        try:
            unzip = zlib.decompressobj()
            text = unzip.decompress(data, most)
            if unzip.unconsumed_tail or not unzip.eof:
                raise BadCode(tr("This {kind} is refused: {why}.", kind=tr(self.kind), why=too_much))
            return json.loads(text, parse_constant=parse_constant)
        except BadCode:
            raise
        except (zlib.error, ValueError, RecursionError):
            raise BadCode(tr("This {kind} is damaged: {why}.", kind=tr(self.kind), why=damaged)) from None


def zip_text(text: str) -> bytes:
    """Return a text compressed as far as possible."""
    return zlib.compress(text.encode(), 9)
