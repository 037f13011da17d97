"""The city of Fresh Fish in words, row by row, for those who hear the board and do not see it."""

from __future__ import annotations

from itertools import groupby

from fishlab.core import SEAT_LETTERS, Player
from fishlab.freshfish.city import Content
from fishlab.freshfish.rules import FreshFish
from fishlab.messages import tr, trn


def coins(money: int) -> str:
    """Return an amount of money in words."""
    return trn("{n} coin", "{n} coins", money)


def rows_in_words(state: FreshFish, named: dict[str, str]) -> list[str]:
    """Return for each row what lies on its plots; empty plots are not named.

    Args:
        state: the moment.
        named: what tiles are called.
    """
    plots = zip(state.plot_names(), state.contents(), strict=True)
    rows = groupby(plots, key=lambda plot: plot[0][1:])
    city = [_row(number, [(name, what) for name, what in row if what.what != "empty"], state, named)
            for number, row in rows]  # fmt: skip
    seats = [tr("{name}: {coins}, markers left {markers}", name=state.seat_name(seat), coins=coins(money),
                markers=state.supply[seat]) for seat, money in enumerate(state.money)]  # fmt: skip
    return [*city, *seats, tr("Tiles to draw: {count}", count=sum(state.deck))]


def city_chart(state: FreshFish) -> list[str]:
    """Return the city as a grid: what lies on a plot by the letters that mean it, and whose it is by the seat's.

    `#` is a street, `!` a marker, and the words below have all of it.
    """
    plots = zip(state.plot_names(), state.contents(), strict=True)
    lines: list[str] = []
    for number, row in groupby(plots, key=lambda plot: plot[0][1:]):
        cells = [_letters(what) for _, what in row]
        if not lines:
            lines.append("   " + " ".join(f"{chr(97 + column):<3}" for column in range(len(cells))).rstrip())
        lines.append(f"{number:>2} {' '.join(cells)}".rstrip())
    return lines


def _letters(content: Content) -> str:
    sign = {"empty": "·", "street": "#", "reserved": "!"}.get(content.what, (content.kind or content.what)[:2])
    return f"{sign}{'' if content.owner is None else SEAT_LETTERS[content.owner]:<3}"[:3].ljust(3)


def _row(number: str, plots: list[tuple[str, Content]], state: FreshFish, named: dict[str, str]) -> str:
    if not plots:
        return tr("Row {number}: empty", number=number)
    told = [tr("{plot} {what}", plot=name, what=_what(content, state, named)) for name, content in plots]
    return tr("Row {number}: {plots}", number=number, plots=", ".join(told))


def _what(content: Content, state: FreshFish, named: dict[str, str]) -> str:
    what = named.get(content.kind or content.what, content.kind or content.what)
    if content.owner is None:
        return what
    owner = state.seat_name(content.owner)
    if content.what == "reserved":
        return tr("marker of {owner}", owner=owner)
    return tr("{what} of {owner}", what=what, owner=owner)


def short_name(state: FreshFish, seat: Player) -> str:
    """Return a seat's letter, or the name that it was given."""
    name = state.seat_name(seat)
    return SEAT_LETTERS[seat] if name == state.seat_title(seat) else name
