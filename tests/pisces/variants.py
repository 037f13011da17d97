"""Options worth holding to the laws beside the defaults."""

VARIANTS = [{"values": "even"}, {"blocks": False, "tournaments": False}]
