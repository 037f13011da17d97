"""What Fleet's plots show: crates, sales, points and hands, round by round."""

from __future__ import annotations

from collections.abc import Callable
from statistics import mean

from fishlab.core import CHANCE, HIDDEN, Player
from fishlab.fleet.card_words import licence_title
from fishlab.fleet.deck import BOATS
from fishlab.fleet.hands import hand
from fishlab.fleet.rules import Fleet
from fishlab.match import Match
from fishlab.messages import mark
from fishlab_widgets.charts.plot import Height, KeptWithMatch, Lines, Plot, Row, Series
from fishlab_widgets.draw.svg import SEATS


# What the table asks.
def _states(match: Match) -> list[Fleet]:
    return [state for state in match.states if isinstance(state, Fleet)]


def _note(rows: list[Row], number: int, row: Row) -> None:
    """Add a row if anything in it is new."""
    if not rows or any(rows[-1][key] != row[key] for key in row):
        rows.append({"at": number, **row})


def crate_rows(match: Match) -> list[Row]:
    """Return the crates left in the supply, on boats and processed, whenever they change."""
    kept = _crates(match)
    return [{"at": n, **row} for n, row in enumerate(kept) if not n or row is not kept[n - 1]]


def _crate_row(state: Fleet, before: tuple[Fleet, Row] | None) -> Row:
    """Return the crates of a moment: the very row of the moment before, if nothing in it is new."""
    boats = sum(side.crates for side in state.sides)
    spent = state.spent + sum(side.processed for side in state.sides)
    row = {"round": state.round, "left": state.crates, "boats": boats, "spent": spent}
    return before[1] if before and before[1] == row else row


_crates = KeptWithMatch(_crate_row)


def sale_rows(match: Match) -> list[Row]:
    """Return the licences sold with the winning bid and the minimum, in order of sale."""
    rows: list[Row] = [{"at": 0, "sale": 0, "bid": None, "minimum": None, "licence": "", "round": 0}]
    for number, state in enumerate(_states(match)):
        for sale in state.sales[len(rows) - 1 :]:
            rows.append(
                {
                    "at": number,
                    "sale": len(rows),
                    "bid": sale.price,
                    "minimum": state.minimum(sale.licence),
                    "licence": licence_title(state.cards, sale.licence),
                    "round": sale.round,
                }
            )
    return rows


def point_rows(match: Match) -> list[Row]:
    """Return everybody's points and all points by source, whenever they change."""
    rows: list[Row] = []
    for number, state in enumerate(_states(match)):
        by_seat = [state.points(seat) for seat in range(state.players)]
        row = {"round": state.round}
        row |= {source: sum(points[source] for points in by_seat) for source in by_seat[0]}
        row |= {f"seat {seat}": sum(points.values()) for seat, points in enumerate(by_seat)}
        _note(rows, number, row)
    return rows


def hand_rows(match: Match, viewer: Player | None = CHANCE) -> list[Row]:
    """Return what each hand can pay as an auction begins, as far as a viewer can know.

    A hidden card counts as the average of all cards that the viewer cannot see. `CHANCE` is a spectator who sees no
    hand; `None` sees all of them.
    """
    rows: list[Row] = []
    for number, state in enumerate(_states(match)):
        if (rows and rows[-1]["round"] == state.round) or state.phase == "setup":
            continue
        seen = state if viewer is None else state.view(viewer)
        unseen = [cash for cash, count in zip(state.cards.cash, seen.supply, strict=True) for _ in range(count)]
        guess = {kind: float(cash) for kind, cash in zip(BOATS, state.cards.cash, strict=True)}
        guess[HIDDEN] = mean(unseen) if unseen else 0.0
        row: dict[str, object] = {"at": number, "round": state.round}
        for seat in range(state.players):
            row[f"seat {seat}"] = round(sum(guess[card] * count for card, count in hand(seen, seat).items()), 1)
        rows.append(row)
    return rows or [{"at": 0, "round": 1, **{f"seat {seat}": None for seat in range(match.seats)}}]


def _seat_lines(match: Match) -> list[Series]:
    names = match.states[0].seat_name
    return [Series(f"seat {seat}", names(seat), SEATS[seat]) for seat in range(match.seats)]


def _rounds(match: Match) -> tuple[int, int]:
    """Return rounds that a game usually reaches: it ends with the crates or with the licences."""
    return 1, 8


def _by_round(title: str, y: str, series: Lines, rows: Callable[[Match], list[Row]], top: Height = 10) -> Plot:
    return Plot(title, mark("round"), y, "round", series, rows, top=top, span=_rounds)


_STOCK = (
    Series("left", mark("in the bay"), "a"),
    Series("boats", mark("on boats"), "e"),
    Series("spent", mark("processed"), "d"),
)
_SOURCES = (
    Series("licences", mark("licences"), "a"),
    Series("boats", mark("boats"), "b"),
    Series("crates", mark("crates"), "e"),
    Series("bonuses", mark("bonuses"), "c"),
)
_SALES = (Series("bid", mark("bid"), "b"), Series("minimum", mark("minimum")))
PLOTS = (
    _by_round(
        mark("Crates left"), mark("crates of all seats together"), _STOCK, crate_rows,
        top=lambda match: _states(match)[0].crates,
    ),
    Plot(
        mark("Winning bids compared with the minimum"), mark("licence sold, in order"), mark("coins for each licence"),
        "sale", _SALES, sale_rows, top=10, span=lambda match: (0, 10),
    ),
    _by_round(
        mark("Points by source and round, all seats"), mark("points of all seats together"), _SOURCES, point_rows
    ),
    _by_round(
        mark("Hand value, estimated from the number of cards"), mark("coins of each seat at the auction"),
        _seat_lines, hand_rows,
    ),
)  # fmt: skip
