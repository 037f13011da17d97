"""An experiment as a file: a page with its sentence, figures, tables and rows, and the settings that made them.

Any browser shows it, and the laboratory opens it again: the settings stand as plain data at its head.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final, NamedTuple

from fishlab import __version__
from fishlab.codes import brief
from fishlab.lab.experiment import VERSION
from fishlab.messages import tr
from fishlab_widgets.charts.canvas import short
from fishlab_widgets.lab.class_games import MOST_CLASS
from fishlab_widgets.lab.lab_settings import BadSettings, Settings

NAME: Final = "boom-laboratory.html"
MOST_BYTES: Final = 2_000_000
"""Of a file's beginning, which a page sends to be read."""
_MADE_BY: Final = "fishlab laboratory"
_HEAD: Final = re.compile(r'<script type="application/json" id="fishlab-laboratory">(.*?)</script>', re.DOTALL)


class Kept(NamedTuple):
    """What a file holds.

    Attributes:
        settings: the experiment.
        rows: the class's games: group, total, players.
        found: the mean totals after fines of A and B that the file shows.
        same: whether this version of the laboratory plays the same games.
    """

    settings: Settings
    rows: list[dict[str, Any]]
    found: tuple[float, float]
    same: bool


def write_kept(
    settings: Settings, said: Sequence[str], figures: Sequence[str], found: tuple[float, float], rows: Sequence[Any],
    csv: str,
) -> str:  # fmt: skip
    """Return the file.

    Args:
        settings: the experiment.
        said: what it says in words, paragraph by paragraph.
        figures: the figures with their tables, as HTML.
        found: the mean totals after fines of A and B.
        rows: the class's games.
        csv: the games, row by row.
    """
    plain = {
        "made by": _MADE_BY,
        "version": VERSION,
        "experiment": settings.code(),
        "found": [round(one, 6) for one in found],
        "class": [[row["group"], row["total"], row["players"]] for row in rows],
    }
    data = json.dumps(plain).replace("<", "\\u003c")
    words = "".join(f"<p>{escape(one)}</p>" for one in said)
    packed = base64.b64encode(csv.encode()).decode()
    link = f'<a download="rows.csv" href="data:text/csv;base64,{packed}">rows.csv</a>'
    code = f"<code>{escape(settings.code())}</code>"
    title = escape(tr("The Boom laboratory"))
    line = tr("The experiment in a line, to cite it or open it again: {line}", line=code)
    games = tr("Games of A and B, row by row: {file}", file=link)
    made = tr("Made with Fishlab {version}.", version=__version__)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<script type="application/json" id="fishlab-laboratory">{data}</script>\n'
        "<style>body{max-width:900px;margin:24px auto;padding:0 16px;font:16px/1.45 system-ui,sans-serif}"
        "body>div{margin:24px 0}</style></head>"
        f"<body data-jp-theme-light='true'><h1>{title}</h1>"
        f"{words}<p>{line} {made}</p>"
        f"{''.join(f'<div>{one}</div>' for one in figures)}"
        f"<p>{games}</p></body></html>\n"
    )


def read_kept(text: str) -> Kept:
    """Return what a file holds; `BadSettings` says what is wrong with it."""
    found = _HEAD.search(text[:MOST_BYTES])
    if found is None:
        raise BadSettings("This file was not made by the laboratory: choose one that “Keep as file” has written.")
    try:
        plain = json.loads(found[1])
        if not isinstance(plain, Mapping) or plain["made by"] != _MADE_BY:
            raise ValueError
        settings = Settings.read(str(plain["experiment"]))
        first, second = (float(one) for one in plain["found"])
        rows = [_row(row) for row in plain["class"][:MOST_CLASS]]
        version = plain["version"]
    except BadSettings as why:
        raise BadSettings("This file cannot be opened. {why}", why=why) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadSettings("This file is damaged: keep it again, or copy the original once more.") from None
    return Kept(settings, rows, (first, second), version == VERSION)


def _row(row: Any) -> dict[str, Any]:
    group, total, players = row
    if not isinstance(group, str) or players not in (2, 3, 4) or not -500 <= float(total) <= 500:
        raise ValueError(brief(row))
    return {"group": short(group, 20), "total": float(total), "players": players}
