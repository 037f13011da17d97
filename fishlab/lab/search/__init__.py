"""Players of Fishery Boom that a computer found, and players that look ahead.

The chapters: `tune` (policies by search), `tuned` (those that were found), `look_ahead` (a player that tries its moves
in the imagination).
"""
