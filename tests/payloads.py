"""What Python tells a page, held against the types that say what it is."""

from __future__ import annotations

from types import GenericAlias
from typing import Any, Literal, NotRequired, get_args, get_origin, get_type_hints, is_typeddict


def check(told: Any, hint: Any) -> None:
    """Fail where data are not what a type says."""
    if is_typeddict(hint):
        assert told.keys() <= get_type_hints(hint).keys(), f"{hint.__name__} does not name all of {sorted(told)}"
        assert told.keys() >= _needed(hint), f"of {hint.__name__}, {sorted(told)} is not all"
        for name, value in told.items():
            check(value, get_type_hints(hint)[name])
    elif isinstance(hint, GenericAlias) or get_origin(hint) is list:
        assert isinstance(told, list)
        for one in told:
            check(one, get_args(hint)[0])
    elif get_origin(hint) is Literal:
        assert told in get_args(hint)
    elif hint is float:
        assert type(told) in (int, float)
    elif hint is not Any:
        assert type(told) is hint, f"{told!r} is not {hint.__name__}"


def _needed(hint: Any) -> set[str]:
    """Return the words that a dictionary must have; where annotations are texts, Python itself takes all for needed."""
    whole = get_type_hints(hint, include_extras=True)
    return {name for name in hint.__required_keys__ if get_origin(whole[name]) is not NotRequired}
