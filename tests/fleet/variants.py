"""Options worth holding to the laws beside the defaults."""

VARIANTS = [{"advanced": True}]
