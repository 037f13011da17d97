"""The class's own games of Fishery Boom, read from save codes or from a table for the laboratory."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from fishlab.boom.rules import Boom
from fishlab.boom.treatments import terms_of
from fishlab.core import CHANCE, OVER, BadCode, Move
from fishlab.lab import rows_from_play
from fishlab.match import Match
from fishlab.messages import mark, refusal, tr, trn
from fishlab_widgets.charts.canvas import short
from fishlab_widgets.controls.pasted import CODE, HEAD, Line, codes_with_words, fields, full_lines, heading, trimmed

MOST_CLASS = 500
"""Games of a class."""
_BEGINS: Final = f"{Boom.tag}{Boom.version}-"
_LOOKED_AT: Final = 3
"""Years whose dice are compared: at least one for each seat and year."""

Dice = dict[tuple[int | str, ...], Move]
"""What dice showed, by their places on a tape."""


class Reading(NamedTuple):
    """What was read of a text.

    Attributes:
        rows: the games: group, total, players, and the code of those that came as one.
        wrong: what was not taken, and why, line by line.
        left: the lines that need to be corrected, under their heading if they have one.
    """

    rows: list[dict[str, Any]]
    wrong: list[str]
    left: str


class ClassRows:
    """The games of a class that the laboratory was given."""

    def __init__(self) -> None:
        self.rows: list[dict[str, Any]] = []

    def add(self, text: str, players: int) -> tuple[str, Reading]:
        """Read save codes or a table; return what is to be said, and what was read of it.

        Args:
            text: what was pasted.
            players: how many play in the figure.
        """
        codes = [row["code"] for row in self.rows if "code" in row]
        found = read_class(text, players, len(self.rows), codes)
        self.rows += found.rows
        added, elsewhere = len(found.rows), sum(row["players"] != players for row in found.rows)
        said = [trn("{n} game added.", "{n} games added.", added)] if added or not found.wrong else []
        if elsewhere:
            others = mark("{count} of another number of countries: choose that number above to see them.")
            said.append(tr(others, count=elsewhere))
        if added:
            said += self._same_dice()
        if found.left and added:
            said.append(tr("The lines to be corrected are still in the box."))
        return " ".join(said), found

    def _same_dice(self) -> list[str]:
        """Return, of each group in which games have the same dice, what its interval covers."""
        groups: dict[tuple[str, int], list[Dice]] = {}
        for row in self.rows:
            if "code" in row:
                groups.setdefault((row["group"], row["players"]), []).append(_dice(row["code"]))
        said = []
        for (group, _), games in groups.items():
            kinds: list[Dice] = []
            for one in games:
                if not any(_same(one, other) for other in kinds):
                    kinds.append(one)
            alike = mark(
                "The {games} games of “{group}” that came as codes have only {kinds} different sets of dice: games on "
                "the same dice share their luck, so their interval is narrower than it should be."
            )
            if len(kinds) == 1:
                alike = mark(
                    "All {games} games of “{group}” that came as codes have the same dice: their interval says how "
                    "differently people play on these dice. It does not cover the luck of other dice."
                )
            if len(kinds) < len(games):
                said.append(tr(alike, games=len(games), group=group, kinds=len(kinds)))
        return said

    def totals(self, group: str, players: int) -> list[float]:
        """Return the team totals of a group, such as "alone", with so many players."""
        return [row["total"] for row in self.rows if (row["group"], row["players"]) == (group, players)]

    def groups(self, players: int) -> dict[str, list[float]]:
        """Return the totals of each group with so many players, by what the figure calls it."""
        names = dict.fromkeys(row["group"] for row in self.rows if row["players"] == players)
        return {tr("class: {group}", group=name): self.totals(name, players) for name in names}


class _Counted(ValueError):
    """A game that is there already: told, and not kept for correction."""


def read_class(text: str, players: int = 4, known: int = 0, codes: Collection[str] = ()) -> Reading:
    """Return the games of a class from save codes, one a line, or from a table, and what is wrong, line by line.

    A code tells by itself which treatment it was (alone, together, or one that is not in the rulebook), unless a group
    stands beside it. A table has a
    heading line, and commas, semicolons or tabs between its columns. It needs a column `total` or `code`; `group` (or
    `treatment`) and `players` are read if they are there, and rows of one `game` and group count once.

    Args:
        text: what was pasted.
        players: how many played where a table does not say so.
        known: how many games there are already.
        codes: the codes among them; a code counts once.
    """
    full = full_lines(text)
    if not full:
        start = tr(
            "There is nothing to read: paste save codes, one a line, or a table with a column “total” or “code”."
        )
        return Reading([], [start], "")
    columns, sign = heading(full[0].text)
    games: Iterator[tuple[Line, dict[str, Any] | ValueError | None]]
    if "total" in columns or "code" in columns:
        games = _from_table(full[1:], columns, sign, players, set(codes))
    elif sign and not any(HEAD.search(line.text) for line in full):
        named = ", ".join(columns)[:80]
        heading_wrong = mark("Line 1: no column is called “total” or “code”; the columns are {names}.")
        return Reading([], [tr(heading_wrong, names=named)], text)
    else:
        columns, games = [], _from_codes(full, set(codes))
    rows: list[dict[str, Any]] = []
    wrong, left = [], []
    room, over = max(0, MOST_CLASS - known), 0
    for line, game in games:
        if isinstance(game, ValueError):
            wrong.append(tr("Line {number}: {why}", number=line.number, why=game))
            if not isinstance(game, _Counted):
                left.append(line.text)
        elif game is not None and len(rows) < room:
            rows.append(game)
        elif game is not None:
            over += 1
            left.append(line.text)
    if over:
        most = mark("Only {room} more games fit ({most} in all): {over} were left out.")
        wrong.append(tr(most, room=room, most=MOST_CLASS, over=over))
    if not rows and not wrong:
        wrong.append(tr("There are no games under the heading line."))
    return Reading(rows, wrong, "\n".join([full[0].text, *left] if columns and left else left))


def _from_codes(lines: list[Line], seen: set[str]) -> Iterator[tuple[Line, dict[str, Any] | ValueError]]:
    for line in lines:
        several = codes_with_words(line.text)
        for code, group in several if len(several) > 1 else [(line.text, "")]:
            try:
                yield line, _once(_read_code(code, group) if len(several) > 1 else _read_line(code), seen)
            except ValueError as why:
                yield line, why


def _from_table(
    lines: list[Line], columns: list[str], sign: str, players: int, seen: set[str]
) -> Iterator[tuple[Line, dict[str, Any] | ValueError | None]]:
    """Yield the games of a table; None for a row that belongs to a game that was counted."""
    games = set()
    for line in lines:
        row = dict.fromkeys(columns, "")
        for column, cell in zip(columns, fields(line.text, sign), strict=False):
            row[column] = row[column] or cell
        group = short(row.get("group", row.get("treatment", "")), 20)
        several = CODE.findall(line.text)
        if len(several) > 1:  # a column for each game, or several in one
            for code in several:
                try:
                    yield line, _once(_read_code(code, group), seen)
                except ValueError as why:
                    yield line, why
            continue
        try:
            if row.get("code") or "total" not in row:
                yield line, _once(_read_code(row["code"], group), seen)
                continue
            total, count = _score(row["total"]), players
            if "players" in row:
                count = _seats(row["players"])
        except ValueError as why:
            yield line, why
            continue
        group = group or "class"
        if "game" in row and (group, row["game"]) in games:
            yield line, None
            continue
        games.add((group, row.get("game")))
        yield line, {"group": group, "total": total, "players": count}


def _score(text: str) -> float:
    try:
        total = float(text.replace("−", "-").replace(",", "."))
        if np.isfinite(total) and abs(total) <= 500:
            return total
    except ValueError:
        pass
    raise refusal("total {text!r} is not a score.", text=text[:20])


def _seats(text: str) -> int:
    if text not in ("2", "3", "4"):
        raise refusal("players {text!r} is not possible: choose 2, 3 or 4.", text=text[:20])
    return int(text)


def _once(game: dict[str, Any], seen: set[str]) -> dict[str, Any]:
    if game["code"] in seen:
        raise _Counted(tr("this game is counted already."))
    seen.add(game["code"])
    return game


def _read_line(line: str) -> dict[str, Any]:
    """Return the game of a line with a code and perhaps a group before or after it."""
    found = HEAD.search(line)
    if not found:
        return _read_code(line, "")
    before, after = line[: found.start()], line[found.start() :]
    code, group, *_ = (*re.split(r"[\s,;\"]+", after.strip(), maxsplit=1), "")
    label = " ".join(trimmed(part) for part in (before, group)).strip()
    try:
        return _read_code(code, label)
    except ValueError:
        if not group:
            raise
    return _read_code(after, trimmed(before))  # a code that was broken by spaces


def _read_code(code: str, group: str) -> dict[str, Any]:
    if not HEAD.match(code):
        raise refusal("this is no save code of Fishery Boom: one looks like {begins}AgAAk3….", begins=_BEGINS)
    try:
        match = Match.from_code(code)
    except BadCode as why:
        raise ValueError(str(why)) from why
    state = match.state
    if not isinstance(state, Boom):
        raise refusal(
            "this is a game of {game}, not of Fishery Boom: its codes begin with {begins}",
            game=match.game.title,
            begins=_BEGINS,
        )
    if state.turn() != OVER:
        still = mark(
            "this game is not over: it is in year {year} of {years}. Play it to the end, then copy its code again."
        )
        raise refusal(still, year=state.year, years=state.sheet.years)
    terms = terms_of(match.options, match.seats)
    alone = "together" if state.setup.cooperative else "alone"  # as the lessons ask for them
    if terms is None or not terms.in_rulebook:
        alone = tr(terms.title) if terms else tr("own rules")
    total = float(rows_from_play([state])[0]["total"])
    return {"group": short(group, 20) or alone, "total": total, "players": state.players, "code": match.code()}


@lru_cache(maxsize=MOST_CLASS)
def _dice(code: str) -> Dice:
    """Return what the dice of a game showed in its first years."""
    match = Match.from_code(code)
    state, found = match.game.start(match.seats, **match.options), Dice()
    for move in match.moves:
        if not isinstance(state, Boom) or state.year > _LOOKED_AT:
            break
        if state.turn() == CHANCE:
            found[state.luck_place()] = move
        state = state.after(move)
    return found


def _same(one: Dice, other: Dice) -> bool:
    """Tell whether two games had the same dice: those at the same places of a tape, for each seat in each year."""
    both = one.keys() & other.keys()
    return len(both) >= 2 * _LOOKED_AT and all(one[place] == other[place] for place in both)
