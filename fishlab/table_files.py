"""Files of printed figures: read once, checked by the game they belong to, replaceable by a file of one's own.

A game's option takes the path of a TOML file or the same data as a dict. Whatever cannot be read is a `ValueError`
that names the option, the value and what is allowed.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from fishlab.codes import brief

_MAX_FILE: Final = 200_000  # bytes; the longest file of ours is a tenth of that


def read_figures(option: str, path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the plain data of a TOML file."""
    path = Path(path)
    shown = f"{option}={str(path)[-80:]!r}"
    if path.suffix != ".toml":
        raise ValueError(f"{shown} is not a file of figures: choose a file whose name ends in .toml")
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{shown} cannot be read ({error.strerror}): choose a .toml file") from None
    if len(raw) > _MAX_FILE:
        raise ValueError(f"{shown} has {len(raw):,} bytes: a file of figures has at most {_MAX_FILE:,}")
    try:
        return tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"{shown} is not a TOML file: {error}") from None


def plain_figures(option: str, given: object) -> dict[str, Any] | None:
    """Return an option's value as plain data: a path is read, a mapping is copied, None stays None."""
    if given is None:
        return None
    if isinstance(given, str | os.PathLike):
        return read_figures(option, given)
    if isinstance(given, Mapping):
        try:
            plain: dict[str, Any] = json.loads(json.dumps(given))
        except (TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"{option}={brief(given)} is not plain data: {str(error)[:80]}") from None
        return plain
    raise ValueError(
        f"{option}={brief(given)} is not possible: choose a path to a .toml file or the same data as a dict"
    )


def wrong_figure(option: str, key: str, value: object, allowed: str) -> ValueError:
    """Return the error that names a key, its value and what is allowed."""
    shown = key if len(key) <= 80 else f"{key[:79]}…"
    return ValueError(f"{option}: {shown} = {brief(value)} is wrong: {allowed}")
