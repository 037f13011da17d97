"""Fleet: licences by auction, boats by cards.

`rules` is the game and comes first; it stands on `pieces` (what lies on the table), `counts` (counted cards) and `deck`
(the printed cards, `fleet.toml`). `words` is what people read, with `card_words` and `refusals`; `hands` and `results`
answer what only pictures, bots and words ask. `players` are its bots.
"""

from fishlab.fleet.pieces import Boat
from fishlab.fleet.rules import Fleet
from fishlab.fleet.words import WORDS

Fleet.words = WORDS

__all__ = ["Boat", "Fleet"]
