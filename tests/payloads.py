"""What Python tells a page, held against the types that say what it is."""

from __future__ import annotations

from types import GenericAlias
from typing import Any, get_args, get_origin, get_type_hints, is_typeddict


def check(told: Any, hint: Any) -> None:
    """Fail where data are not what a type says."""
    if is_typeddict(hint):
        assert told.keys() <= get_type_hints(hint).keys(), f"{hint.__name__} does not name all of {sorted(told)}"
        assert told.keys() >= hint.__required_keys__, f"of {hint.__name__}, {sorted(told)} is not all"
        for name, value in told.items():
            check(value, get_type_hints(hint)[name])
    elif isinstance(hint, GenericAlias) or get_origin(hint) is list:
        assert isinstance(told, list)
        for one in told:
            check(one, get_args(hint)[0])
    elif hint is not Any:
        assert type(told) is hint, f"{told!r} is not {hint.__name__}"
