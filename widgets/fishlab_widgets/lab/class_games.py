"""The class's own games of Fishery Boom, read from save codes or CSV for the laboratory."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Any

import numpy as np

from fishlab.boom.rules import Boom
from fishlab.core import BadCode, Match
from fishlab.lab import rows_from_play
from fishlab_widgets.charts.canvas import short

MOST_CLASS = 500
"""Games of a class."""


def read_class(text: str, players: int = 4, known: int = 0) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the games of a class from save codes (one a line) or CSV, and what is wrong, line by line.

    A code tells by itself whether it was a game alone or together. CSV needs a column `total`; `group` (or `treatment`)
    and `players` are read if they are there, and rows of one `game` and group count once.
    """
    lines = str(text).splitlines()
    full = [line for line in lines if line.strip()]
    if not full:
        return [], ["There is nothing to read: paste save codes, one a line, or CSV with a column “total”."]
    if "," in full[0] or full[0].strip().lower() == "total":
        found, wrong = _read_csv(full, players)
    else:
        found, wrong = [], []
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    found.append(_read_code(line.strip()))
                except ValueError as why:
                    wrong.append(f"Line {number}: {why}")
    room = max(0, MOST_CLASS - known)
    if len(found) > room:
        wrong.append(f"Only {room} more games fit ({MOST_CLASS} in all): {len(found) - room} were left out.")
    return found[:room], wrong


def _read_code(code: str) -> dict[str, Any]:
    try:
        match = Match.from_code(code)
    except BadCode as why:
        raise ValueError(str(why)) from why
    state = match.state
    if not isinstance(state, Boom):
        raise ValueError(f"this is a game of {match.game.title}, not of Fishery Boom")
    try:
        row = rows_from_play([state])[0]
    except ValueError as why:
        raise ValueError(str(why).replace("game 1 is", "this game is")) from why
    group = "together" if state.setup.cooperative else "alone"
    return {"group": group, "total": float(row["total"]), "players": state.players}


def _read_csv(lines: Sequence[str], players: int) -> tuple[list[dict[str, Any]], list[str]]:
    reader = csv.DictReader(lines, skipinitialspace=True)
    names = {str(name).strip().lower(): name for name in reader.fieldnames or ()}
    if "total" not in names:
        return [], [f"Line 1: no column is called “total”; the columns are {', '.join(names)[:80]}."]
    label = names.get("group", names.get("treatment"))
    found, wrong, seen = [], [], set()
    for number, row in enumerate(reader, 2):
        group = short(str(row.get(label) or "class").strip() or "class", 20) if label else "class"
        try:
            total = float(str(row[names["total"]]).replace("−", "-"))
            if not np.isfinite(total) or abs(total) > 500:
                raise ValueError
        except ValueError:
            wrong.append(f"Line {number}: total {str(row[names['total']])[:20]!r} is not a score.")
            continue
        count = players
        if "players" in names:
            given = str(row[names["players"]]).strip()
            if given not in ("2", "3", "4"):
                wrong.append(f"Line {number}: players {given[:20]!r} is not possible: choose 2, 3 or 4.")
                continue
            count = int(given)
        if "game" in names:
            if (group, row[names["game"]]) in seen:
                continue
            seen.add((group, row[names["game"]]))
        found.append({"group": group, "total": total, "players": count})
    if not found and not wrong:
        wrong.append("There are no games under the heading line.")
    return found, wrong
