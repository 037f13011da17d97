"""Tables that several people play at from screens of their own, all of them in one room (`fishlab.room`).

`SharedTable(path, "Table 1", seat)` is one seat, with its own view; without a seat, it is every seat that nobody else
has taken, for one screen that is passed round. `Lobby(path)` lets a person choose table and seat. Either can stand on a
page of Voilà (`fishlab class` serves one), in several notebooks of one server, or in notebooks of users who share a
folder of one machine.
"""

from fishlab_widgets.classroom.bot_driver import BotDriver
from fishlab_widgets.classroom.lobby import Lobby
from fishlab_widgets.classroom.seat import SharedTable

__all__ = ["BotDriver", "Lobby", "SharedTable"]
