"""Players of Fishery Boom that a computer found, and players that look ahead.

The chapters: `tuned` (policies that a search found), `look_ahead` (a player that tries its moves in the imagination),
`ends` (many games of such players, alone and together, kept as a table), `forms` (the same for every form of the game,
under each treatment), `voted` (policies found under rules of the harbour council). `tools/tune.py` and
`tools/kept_games.py` make what is kept.
"""
