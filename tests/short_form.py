"""Which cases of the tests `make test` runs; `make full` runs all of them."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

import pytest


def short_form(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return what a short run has: of a test marked `few` so many of its cases, evenly spread, and all other tests.

    Which ones they are depends on the test's name alone, so that tests of one kind look at different games.
    """
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if "long" not in item.keywords:
            tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept: set[pytest.Item] = set()
    for name, cases in tests.items():
        few = cases[0].get_closest_marker("few")
        count = min(few.args[0], len(cases)) if few else len(cases)
        first = crc32(name.rpartition("/")[2].encode()) % len(cases)
        kept |= {cases[(first + len(cases) * number // count) % len(cases)] for number in range(count)}
    return kept
