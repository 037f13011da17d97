"""Figures and their data on paper: long tables side by side, and nothing that is said twice."""

from __future__ import annotations

import re
from html import escape
from math import ceil

from fishlab.messages import tr

_MOST_ROWS = 14
_TABLE = re.compile(r"<table([^>]*)>(<thead>.*?</thead>)<tbody>(.*?)</tbody></table>", re.DOTALL)
_ROW = re.compile(r"<tr\b.*?</tr>", re.DOTALL)
_ONE_MOMENT = re.compile(r'<th scope="col">(?:round|year|turn)</th>')


def columns(html: str) -> str:
    """Return HTML in which a table of many rows stands in columns beside each other, each with its heading."""
    return _TABLE.sub(_beside, html)


def _beside(found: re.Match[str]) -> str:
    given, head, body = found.groups()
    rows = _ROW.findall(body)
    if len(rows) <= _MOST_ROWS:
        return found[0]
    each = ceil(len(rows) / ceil(len(rows) / _MOST_ROWS))
    parts = ["".join(rows[place : place + each]) for place in range(0, len(rows), each)]
    return "".join(f"<table{given}>{head}<tbody>{part}</tbody></table>" for part in parts)


def said_once(html: str) -> str:
    """Return a figure without the description that only repeats its table; a screen reader has it with the picture."""
    about = escape(tr("Data and description"))
    said = rf'<summary\b[^>]*>{re.escape(about)}</summary>(?:<p>[^<]*</p>(?=<div class="rows"|<table))?'
    return re.sub(said, f'<summary class="data">{about}</summary>', html)


def empty(html: str) -> bool:
    """Tell whether a figure shows a game in which nothing has happened yet: zeros only, or only its first moment."""
    if "fishlab-figure" not in html:
        return False
    numbers = re.findall(r"<td[^>]*>([^<]*)</td>", html)
    first = _ONE_MOMENT.search(html) and html.count('<th scope="row">') == 1
    return bool(numbers) and (set(numbers) == {"0"} or bool(first))
