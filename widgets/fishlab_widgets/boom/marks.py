"""What a picture of Fishery Boom can be asked to look at more closely: its marks, and depletion arrow by arrow."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from fishlab.boom.network import RowFate, Sheet
from fishlab.boom.phases import one_fish
from fishlab.boom.rules import Boom
from fishlab.boom.sea import depletion_steps, fish_state
from fishlab.messages import listed, mark, tr, trn


class Marks(NamedTuple):
    """What the marks of a picture mean."""

    asking: bool
    fish: tuple[int, ...]
    """Rows that die in the question "what if"."""
    year: int
    labels: tuple[tuple[str, int, int], ...]
    sheet: int
    veil: bool
    depletion: tuple[int, tuple[int, ...]] | None


_FISH_MARK = re.compile(r"fish (\S+) (\d+)")


def read_marks(marks: Sequence[str], sheet: Sheet) -> Marks:
    """Read marks; what is not understood is passed over."""
    asking, veil, shown, year = "what if" in marks, "veil" in marks, -1, 0
    fish: list[int] = []
    labels: list[tuple[str, int, int]] = []
    depletion = None
    for one in marks:
        label, _, what = one.rpartition(": ")
        if found := _FISH_MARK.fullmatch(what):
            row, when = sheet.index.get(found[1], -1), int(found[2])
            if row < 0 or not 1 <= when <= sheet.years:
                continue
            if label:
                labels.append((label, row, when))
            elif not fish or when == year:
                fish.append(row)
                year = when
        elif found := re.fullmatch(r"sheet (\d)", one):
            shown = int(found[1])
        elif found := re.fullmatch(r"depletion (\d+)((?: \d+)*)", one):
            rows = tuple(int(row) for row in found[2].split())
            depletion = (int(found[1]), rows)
    return Marks(asking or bool(fish), tuple(fish), year, tuple(labels), shown, veil, depletion)


# Depletion, arrow by arrow.


def depletion_walk(state: Boom, year: int) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield marks and a sentence for each row that the depletion after a year comes to."""
    if not 1 <= year < len(state.seas):
        return
    by_row = {step.row: step for step in depletion_steps(state, year)}
    for species in state.sheet.species:
        if not any(by_row[row].failed for row in species.rows):
            names = " ".join(map(str, species.rows))
            message = mark("{species}: every arrow to year {year} comes from a living fish. All live.")
            yield (f"depletion {year} {names}",), tr(message, species=tr(species.title), year=year + 1)
            continue
        for row in species.rows:
            yield (f"depletion {year} {row}",), _step_words(state, by_row[row], year)
    living, total = state.seas[year].bit_count(), len(state.sheet.names)
    message = mark("Year {year} begins with {living} of {total} fish alive.")
    if not living:
        message = mark("Year {year} begins with {living} of {total} fish alive. The sea is empty: the game is over.")
    yield (f"depletion {year}",), tr(message, year=year + 1, living=living, total=total)


_DEAD = {
    "taken": mark("{fish} of year {year} was taken by {who}"),
    "killed": mark("{fish} of year {year} was killed by {who}"),
    "illegal": mark("{fish} of year {year} was killed by illegal fishing"),
    "depleted": mark("{fish} of year {year} was depleted"),
}


def _step_words(state: Boom, step: RowFate, year: int) -> str:
    names = [*map(one_fish, state.sheet.names)]
    slots = {"fish": names[step.row], "year": year + 1}

    def source(row: int) -> str:
        fish = fish_state(state, row, year)
        return tr(_DEAD[fish.kind], fish=names[row], year=year, who=state.seat_name(fish.seat))

    if step.held:
        told = trn(
            "{fish} of year {year} has an arrow from {names}, which lives: it lives.",
            "{fish} of year {year} has an arrow from {names}, which live: it lives.",
            len(step.held),
            names=listed([names[arrow.source] for arrow in step.held]),
            **slots,
        )
        return f"{told} {tr('One living arrow is enough.')}" if step.failed else told
    return trn(
        "{fish} of year {year}. Its only arrow fails: {why}. It is depleted.",
        "{fish} of year {year}. All its arrows fail: {why}. It is depleted.",
        len(step.failed),
        why=listed([source(arrow.source) for arrow in step.failed]),
        **slots,
    )
