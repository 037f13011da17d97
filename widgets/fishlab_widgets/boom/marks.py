"""What a picture of Fishery Boom can be asked to look at more closely: its marks, and depletion arrow by arrow."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from fishlab.boom.network import Arrow, Sheet, Step
from fishlab.boom.rules import Boom
from fishlab_widgets.boom.sea_plan import words_of


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
    for mark in marks:
        label, _, what = mark.rpartition(": ")
        if found := _FISH_MARK.fullmatch(what):
            row, when = sheet.index.get(found[1], -1), int(found[2])
            if row < 0 or not 1 <= when <= sheet.years:
                continue
            if label:
                labels.append((label, row, when))
            elif not fish or when == year:
                fish.append(row)
                year = when
        elif found := re.fullmatch(r"sheet (\d)", mark):
            shown = int(found[1])
        elif found := re.fullmatch(r"depletion (\d+)((?: \d+)*)", mark):
            rows = tuple(int(row) for row in found[2].split())
            depletion = (int(found[1]), rows)
    return Marks(asking or bool(fish), tuple(fish), year, tuple(labels), shown, veil, depletion)


# Depletion, arrow by arrow.


def depletion_walk(state: Boom, year: int) -> list[tuple[tuple[str, ...], str]]:
    """Return marks and a sentence for each row that the depletion after a year comes to."""
    if not 1 <= year < len(state.seas):
        return []
    found: list[tuple[tuple[str, ...], str]] = []
    by_row = {step.row: step for step in state.depletion_steps(year)}
    for species in state.sheet.species:
        if not any(by_row[row].failed for row in species.rows):
            names = " ".join(map(str, species.rows))
            words = f"{species.title}: every arrow to year {year + 1} comes from a living fish. All live."
            found.append(((f"depletion {year} {names}",), words))
            continue
        found += [((f"depletion {year} {row}",), _step_words(state, by_row[row], year)) for row in species.rows]
    living = state.seas[year].bit_count()
    end = "The sea is empty: the game is over." if not living else ""
    words = f"Year {year + 1} begins with {living} of {len(state.sheet.names)} fish alive. {end}"
    found.append(((f"depletion {year}",), words.strip()))
    return found


def _step_words(state: Boom, step: Step, year: int) -> str:
    name = f"{state.sheet.names[step.row]} of year {year + 1}"

    def source(arrow: Arrow) -> str:
        return words_of(state, arrow.source, year, state.fish_state(arrow.source, year)).replace(
            f", year {year}:", f" of year {year} was"
        )

    if step.held:
        alive = " and ".join(state.sheet.names[arrow.source] for arrow in step.held)
        enough = " One living arrow is enough." if step.failed else ""
        return (
            f"{name} has an arrow from {alive}, which {'lives' if len(step.held) == 1 else 'live'}: it lives.{enough}"
        )
    dead = ", and ".join(source(arrow) for arrow in step.failed)
    start = "Its only arrow fails" if len(step.failed) == 1 else "All its arrows fail"
    return f"{name}. {start}: {dead}. It is depleted."
