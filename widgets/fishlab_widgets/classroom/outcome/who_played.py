"""Who played a seat in which year: a person, a bot, or one after the other, by the moves that were made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from fishlab.core import Player
from fishlab.messages import tr, trn
from fishlab.room import PERSON, UNKNOWN, Room, Sitter, Status, period_of


class Turns(NamedTuple):
    """The moves of a seat, in a year or in the whole game, by who made them."""

    hands: tuple[Sitter, ...]

    @property
    def sitter(self) -> str:
        """Who played, in order: "person", a bot's name, or "person then careful"; "" if there was nothing to do."""
        found: list[tuple[str, int]] = []
        for one in self.hands:
            if (one.who, one.person) not in found[-1:]:
                found.append((one.who, one.person))
        return " then ".join(who for who, _ in found)

    @property
    def person(self) -> int:
        """Which person of the seat played last, counted from 1; 0 if none did."""
        return next((one.person for one in reversed(self.hands) if one.who == PERSON), 0)

    @property
    def people(self) -> int:
        """How many people played."""
        return len({one.person for one in self.hands if one.who == PERSON})

    @property
    def unknown(self) -> bool:
        """Whether of some moves nobody knows who made them."""
        return any(one.who == UNKNOWN for one in self.hands)

    @property
    def bot_share(self) -> float | None:
        """Which share of the moves a bot made; None if that is not known, or if there was none."""
        if self.unknown or not self.hands:
            return None
        return sum(one.who != PERSON for one in self.hands) / len(self.hands)


def turns_of(room: Room, status: Status) -> dict[tuple[Player, int], Turns]:
    """Return the moves of each seat of a table in each year; year 0 is the whole game."""
    found: dict[tuple[Player, int], list[Sitter]] = {}
    for seat in range(status.match.seats):
        found[seat, 0] = []
    for state, hand in zip(status.match.states, room.seating.hands(status.name), strict=False):
        if hand is not None:
            for year in (0, period_of(state)):
                found.setdefault((hand.seat, year), []).append(hand)
    return {place: Turns(tuple(hands)) for place, hands in found.items()}


def bots_told(room: Room, statuses: Sequence[Status]) -> str:
    """Say how many seats were a bot's, all the time or for part of the game, and how many changed hands."""
    games = [turns_of(room, status) for status in statuses]
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
