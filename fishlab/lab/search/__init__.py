"""Players of Fishery Boom that a computer found, and players that look ahead.

The chapters: `tune` (policies by search), `tuned` (those that were found), `look_ahead` (a player that tries its moves
in the imagination), `ends` (many games of such players, alone and together, kept as a table), `between` (the same
under treatments between the two ends).
"""
