"""A class without a server: pages that are not there, and bots that move when they are let."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from fishlab_widgets.classroom.live_class import LiveClass
from fishlab_widgets.classroom.lobby import Lobby
from fishlab_widgets.classroom.seat import Seat

from fishlab.room import Room, RoomSession


def sit(room: Room | Path, name: str, seat: int | None = None, key: str | None = None) -> Seat:
    """Return a seat's screen; without a number, all seats that nobody else has taken."""
    return Seat(RoomSession(room if isinstance(room, Room) else Room(room), name, seat, key))


def send(table: Seat, **content: Any) -> None:
    table.board.receive({"rev": table.board.rev, **content})


class Frame(dict[str, Any]):
    """A page that shows models."""

    def mount(self, name: str, model: Any, script: str) -> None:
        self[name] = model
        model.open(lambda told: None)

    def unmount(self, name: str) -> None:
        self.pop(name, None)


class Instant:
    """Bots that think in this process."""

    async def find(self, think: Any) -> str:
        return think()

    def close(self) -> None:
        pass


class Lesson(LiveClass):
    """A class whose chance and bots move when `settle` lets them."""

    def __init__(self, room: Room | Path, **more: Any) -> None:
        super().__init__(room if isinstance(room, Room) else Room(room), Instant(), pace=0, **more)
        self.waiting: list[str] = []

    def show(self, shown: Any) -> None:
        for page in list(shown):
            page.look()

    def step_by_step(self, steps: Any) -> None:
        for _ in steps:
            pass

    def let_move(self, name: str) -> None:
        self.waiting.append(name)

    def lobby(self, device: str = "") -> Lobby:
        return Lobby(self, Frame(), device or f"device-{len(self.pages)}")

    def settle(self) -> None:
        """Let chance and bots move at every table until people are to act."""

        async def go() -> None:
            for name in self.room.tables():
                await self._move(name)

        asyncio.run(go())


def knock(door: Lobby, **content: Any) -> None:
    door.notices.receive(content)


def took(lesson: Lesson, table: str, *seats: int) -> list[Lobby]:
    """Return pages of people who took seats of a table."""
    doors = [lesson.lobby() for _ in seats]
    for door, seat in zip(doors, seats, strict=True):
        knock(door, type="take", table=table, seat=seat)
        assert door.place == (table, seat), door.notices.door
    return doors
