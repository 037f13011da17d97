"""Options worth holding to the laws beside the defaults."""

VARIANTS = [
    {"cooperative": True},
    {"score_unplayed_year": False},
    {"years": 6, "talk": "yearly", "vote": "yearly", "inspection": 3, "fine": 2},
    {"years": 4, "talk": "once", "vote": "once", "quota": 1, "inspection": 6, "fine": 1, "cooperative": True},
    {"years": 5, "talk": "never", "quota": 1, "inspection": 3, "fine": 2},
    {"years": 5, "first": 1, "vote": "yearly"},
    {"form": "lesson"},
    {"form": "short", "talk": "yearly", "quota": 1, "inspection": 3, "fine": 2},
    {"form": "short", "quota": 0, "inspection": 4, "fine": 1, "graduated": True},
    {"form": "lesson", "quota": 1, "licence": True, "aim": "place"},
]
