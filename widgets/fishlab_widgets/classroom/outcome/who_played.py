"""Says who played: how many seats were a bot's, or changed hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from fishlab.messages import mark, tr, trs
from fishlab.room import Room, Status
from fishlab_widgets.classroom.outcome.results import class_table


def bots_told(room: Room, statuses: Sequence[Status]) -> str:
    """Say how many seats were a bot's, all the time or for part of the game, and how many changed hands."""
    games = [room.seating.turns(status.name) for status in statuses]
    seats = [turns for game in games for (_, year), turns in game.items() if not year]
    tables = [class_table(room, status) for status in statuses]
    years = [Counter(seat for seat, _ in table.bots) for table in tables]
    lost = [(count, len(table.points)) for table, some in zip(tables, years, strict=True) for count in some.values()]
    always = sum(count == done for count, done in lost)
    old = mark("This room was begun with an older Fishlab, which did not keep who played its first moves.")
    told = (
        trs("{n} seat was played by a bot throughout.", "{n} seats were played by bots throughout.", always),
        trs(
            "{n} seat was played by a bot for part of the game.",
            "{n} seats were played by bots for part of the game.",
            len(lost) - always,
        ),
        trs(
            "In {n} seat one person took over from another.",
            "In {n} seats one person took over from another.",
            sum(one.people > 1 for one in seats),
        ),
        tr(old) if any(one.unknown for one in seats) else "",
    )
    return " ".join(filter(None, told))
