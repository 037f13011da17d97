"""Says who played: how many seats were a bot's, or changed hands."""

from __future__ import annotations

from collections.abc import Sequence

from fishlab.messages import tr, trn
from fishlab.room import Room, Status


def bots_told(room: Room, statuses: Sequence[Status]) -> str:
    """Say how many seats were a bot's, all the time or for part of the game, and how many changed hands."""
    games = [room.seating.turns(status.name) for status in statuses]
    seats = [turns for game in games for (_, year), turns in game.items() if not year]
    always = sum(one.bot_share == 1 for one in seats)
    partly = sum(one.bot_share is not None and 0 < one.bot_share < 1 for one in seats)
    handed, unknown = sum(one.people > 1 for one in seats), sum(one.unknown for one in seats)
    told = []
    if always:
        told.append(trn("{n} seat was a bot’s all the time.", "{n} seats were bots’ all the time.", always))
    if partly:
        told.append(
            trn("{n} seat was a bot’s for part of the game.", "{n} seats were a bot’s for part of the game.", partly)
        )
    if handed:
        told.append(
            trn(
                "In {n} seat one person took over from another.",
                "In {n} seats one person took over from another.",
                handed,
            )
        )
    if unknown:
        told.append(tr("This room was begun with an older Fishlab: who played its first moves, it did not keep."))
    return " ".join(told)
