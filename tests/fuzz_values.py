"""Values that nobody expects, for tests of what students may write."""

from __future__ import annotations

import math

from hypothesis import strategies as st


class Hostile:
    """A value that refuses to be looked at."""

    def _no(self, *_):
        raise RuntimeError("no")

    __eq__ = __repr__ = __bool__ = __len__ = __iter__ = __float__ = __getitem__ = _no
    __hash__ = object.__hash__


LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6) | st.binary(max_size=3)
    | st.builds(Hostile) | st.sampled_from([..., int, len, math.inf, 10**400, b"x", range(3), object(), lambda: 1])
)  # fmt: skip
JUNK = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3) | st.tuples(inner) | st.dictionaries(st.integers() | st.text(max_size=2), inner)
    ),
    max_leaves=8,
)
