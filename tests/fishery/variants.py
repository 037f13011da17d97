"""Options worth holding to the laws beside the defaults."""

VARIANTS = [{"columns": 3, "rows": 3, "ships": 1}, {"columns": 1, "rows": 5, "ships": 2, "nets": 2}]
