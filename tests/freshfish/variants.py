"""Options worth holding to the laws beside the defaults."""

VARIANTS = [
    {"supplies": "complex", "zones": 2, "demonstrations": 2},
    {"supplies": "moderate", "zones": 1},
    {"ties": "left", "first": 1, "reserve_next_to": "street-or-marker", "spare_apos": 3},
    {"supplies": ["d4", "b2", "f6"], "demonstrations": 1},
]
