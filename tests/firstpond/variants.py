"""Options worth holding to the laws beside the defaults."""

VARIANTS = [{"fish": 3, "rounds": 2}]
