"""Keys of seats: made to be typed, kept as hashes only."""

from __future__ import annotations

import hashlib
import secrets
from typing import Final

KEY_SIGNS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""What keys are made of: nothing that is easily taken for something else."""
SALT: Final = 16
"""How much of a table's secret salts its keys; a table of the same people in a later game begins with the same."""


def new_key() -> str:
    """Return a key for a seat: short enough to be typed on another device, and hard to guess."""
    signs = "".join(secrets.choice(KEY_SIGNS) for _ in range(8))
    return f"{signs[:4]}-{signs[4:]}"


def plain_key(text: object) -> str:
    """Return a key as it is compared: however it was typed, with capitals, spaces or without its hyphen."""
    return "".join(sign for sign in str(text)[:200].lower() if sign.isalnum())


def hash_key(key: object, secret: str) -> str:
    """Return what is kept of a key."""
    return hashlib.blake2b(plain_key(key).encode(), salt=secret.encode()[:SALT], digest_size=16).hexdigest()


def same_hash(kept: str, mine: str) -> bool:
    """Return whether two hashes are the same, in a time that does not tell how far they agree."""
    return secrets.compare_digest(kept.encode(), mine.encode())
