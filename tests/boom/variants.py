"""Options worth holding to the laws beside the defaults."""

VARIANTS = [{"cooperative": True}, {"score_unplayed_year": False}]
