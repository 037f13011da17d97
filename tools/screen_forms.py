"""Try a form of Fishery Boom that does not exist yet: is there a dilemma in it, and who is ahead when?

    python tools/screen_forms.py --years 6 --growth 2 4 6 --absent herring anchovy shrimp

tunes policies for the form, for the team and for oneself (`tools/tune.py`, from what was found for the full game),
lets four players that look ahead play it with them, together and alone on the same dice, and prints a row of the table
in `docs/forms.md`. With the budgets that are usual here it takes a minute or two; a form that is worth keeping goes to
`fishlab.boom.treatments`, and gets policies and games of its own by `tools/tune.py` and `tools/kept_games.py`.

    python tools/screen_forms.py kept

prints the rows of the forms that are kept, from their kept games, and

    python tools/screen_forms.py treatments

what each treatment brings in each form, by the same games.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from kept_games import form_row_of, play_tables
from tune import cut, tune

from fishlab.boom.network import SPECIES, standard_sheet
from fishlab.boom.treatments import FORMS, TERMS, Form
from fishlab.bots import Goal
from fishlab.lab.search.forms import Benchmark, benchmark, compare, kept_treatments, paired, predicted
from fishlab.lab.search.look_ahead import LookAhead
from fishlab.lab.search.tuned import tuned
from fishlab.stats import Interval, mean_interval

PLAYERS: Final = 4
GOALS: Final[tuple[Goal, ...]] = ("team", "own")
HEAD: Final = (
    "years", "+1 in", "without", "first demand", "together", "alone", "ratio", "difference", "sd of pairs",
    "together less alone up to year 1, 2, …", "choices of a seat", "games", "command",
)  # fmt: skip


def screened(form: Form, first_demand: int, steps: int, continuations: int, games: int) -> Benchmark:
    """Return what players that look ahead make of a form, with policies that were tuned for it."""
    options: dict[str, Any] = {"sheet": form.sheet(standard_sheet()).data(), "first_demand": first_demand}
    played = {}
    for goal in GOALS:
        policy = tune(goal, PLAYERS, steps, start=cut(tuned(goal, PLAYERS), form.years), **options)
        seats = [LookAhead(goal, continuations, (policy,) * PLAYERS)] * PLAYERS
        matches = play_tables([(seats, game) for game in range(games)], **options)
        played[goal] = [form_row_of(goal, game, match) for game, match in enumerate(matches)]
    return compare(played["team"], played["own"])


def row_of(form: Form, first_demand: int, found: Benchmark, command: str) -> str:
    """Return a form that was tried as a row of the table."""
    cells = (*_sea(form), first_demand, *_figures(found), found.together.games, f"`{command}`")
    return f"| {' | '.join(map(str, cells))} |"


def kept_row(name: str) -> str:
    """Return a form that is kept as a row of the page's first table, by its kept games."""
    form, found = FORMS[name], benchmark(name)
    behind = ", ".join(map(str, found.behind)) or "none"
    cells = (name, *_sea(form), *_figures(found), behind, f"{found.minutes:.0f}", found.together.games)
    return f"| {' | '.join(map(str, cells))} |"


def treatment_row(name: str, treatment: str) -> str:
    """Return what a treatment brings in a form that is kept as a row of the page's table of treatments."""
    rows = paired(name, treatment, "competitive")[0]
    found, fines = predicted(name, treatment), mean_interval([game.total - game.after_fines for game in rows])
    cells = (
        name,
        TERMS[treatment].title,
        _interval(mean_interval([game.total for game in rows])),
        points(fines.mean),
        _interval(found[-1]),
        ", ".join(points(one.mean) for one in found),
        len(rows),
    )
    return f"| {' | '.join(map(str, cells))} |"


def _sea(form: Form) -> tuple[object, ...]:
    """Return what a form is: its years, when demand grows, and what does not live in its sea."""
    growth = form.sheet(standard_sheet()).plus_one
    return form.years, ", ".join(map(str, sorted(growth))) or "–", ", ".join(form.absent) or "–"


def _figures(found: Benchmark) -> tuple[str, ...]:
    ratio = found.ratio
    infinite = not np.isfinite(ratio.high)
    return (
        _interval(found.together),
        _interval(found.alone),
        f"{ratio.mean:.1f}" if infinite else f"{ratio.mean:.1f} ({ratio.low:.1f} to {ratio.high:.1f})",
        _interval(found.up_to[-1]),
        f"{found.spread:.1f}",
        ", ".join(points(one.mean) for one in found.up_to),
        f"{found.choices.mean:.0f}",
    )


def _interval(one: Interval) -> str:
    return f"{points(one.mean)} ({points(one.low)} to {points(one.high)})"


def points(value: float) -> str:
    """Return points as they stand on the page: one digit, a true minus."""
    return f"{round(value, 1) + 0.0:.1f}".replace("-", "−")


def main(arguments: Sequence[str] | None = None) -> None:
    """Try a form, and print its row."""
    known = argparse.ArgumentParser(description="Try a form of Fishery Boom that does not exist yet.")
    known.add_argument(
        "kept", nargs="?", choices=("kept", "treatments"), help="print the rows of what is kept: forms, or treatments"
    )
    known.add_argument("--years", type=int, help="1 to 10")
    known.add_argument("--growth", type=int, nargs="*", default=[], help="years with one plate more")
    known.add_argument("--absent", nargs="*", default=[], choices=tuple(SPECIES), help="species that are left out")
    known.add_argument("--first-demand", type=int, default=0, help="plates of year 1 (default: %(default)s)")
    known.add_argument("--steps", type=int, default=30, help="of each search for a policy (default: %(default)s)")
    known.add_argument("--continuations", type=int, default=120, help="of a move, at most (default: %(default)s)")
    known.add_argument("--games", type=int, default=24, help="games of each end (default: %(default)s)")
    known.add_argument("--head", action="store_true", help="print the table's head as well")
    asked = known.parse_args(arguments)
    if asked.kept == "kept":
        print("\n".join(map(kept_row, FORMS)))
        return
    if asked.kept == "treatments":
        for name in FORMS:
            print("\n".join(treatment_row(name, one) for one in (*kept_treatments(name), "cooperative")))
        return
    if asked.years is None:
        known.error("say how many years the form has: --years 6")
    form = Form("tried", "", "", 0, asked.years, tuple(asked.growth), tuple(asked.absent))
    found = screened(form, asked.first_demand, asked.steps, asked.continuations, asked.games)
    if asked.head:
        print(f"| {' | '.join(HEAD)} |\n{'|---' * len(HEAD)}|")
    print(row_of(form, asked.first_demand, found, _command(asked)), flush=True)


def _command(asked: argparse.Namespace) -> str:
    """Return what asks for the same row again."""
    words = [f"--years {asked.years}"]
    words += [f"--growth {' '.join(map(str, asked.growth))}"] if asked.growth else []
    words += [f"--absent {' '.join(asked.absent)}"] if asked.absent else []
    words += [f"--first-demand {asked.first_demand}"] if asked.first_demand else []
    return " ".join(words)


if __name__ == "__main__":
    main()
