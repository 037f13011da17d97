"""A room's file, changed by another program."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from fishlab.room import Room


def write(room: Room, statement: str) -> None:
    """Change the file of a room without asking the room."""
    with closing(sqlite3.connect(room.path, isolation_level=None)) as db:
        db.execute(statement)
