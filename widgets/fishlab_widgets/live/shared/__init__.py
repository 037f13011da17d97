"""Tables that several people play at from screens of their own, all of them in one room (`fishlab.room`).

`SharedTable(path, "Table 1", seat)` is one seat, with its own view; without a seat, it is every seat that nobody else
has taken, for one screen that is passed round. `Door(path)` lets a person choose table and seat. Either can stand on a
page of Voilà (`fishlab class` serves one), in several notebooks of one server, or in notebooks of users who share a
folder of one machine.
"""

from fishlab_widgets.live.shared.door import Door
from fishlab_widgets.live.shared.keeper import Keeper
from fishlab_widgets.live.shared.seat import SharedTable

__all__ = ["Door", "Keeper", "SharedTable"]
