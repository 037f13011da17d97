"""Run every bench_*.py of the tests and compare what it measured with its targets."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))


def table(rows: list[dict[str, Any]]) -> str:
    """Return the rows that have a target as a table: what, ratio, target, ok.

    A ratio shall be at least its target (≥); where a row says "most", less is better, and it shall be at most it (≤).
    """
    wide = max(len(row["name"]) for row in rows)
    lines = [f"{'what':{wide}}    ratio     target  ok"]
    for row in rows:
        sign, ok = "≤" if row.get("most") else "≥", "yes" if row["ok"] else "NO"
        lines.append(f"{row['name']:{wide}} {row['ratio']:8.2f} {sign:>4} {row['target']:5g}  {ok}")
    return "\n".join(lines)


def module(path: Path) -> str:
    """Return the name by which a bench is imported."""
    return ".".join(path.relative_to(ROOT / "tests").with_suffix("").parts)


def main(wanted: list[str]) -> None:
    """Run the benches named on the command line, all without names; fail if a target is missed."""
    files = sorted((ROOT / "tests").rglob("bench_*.py"))
    places = {path.stem.removeprefix("bench_"): module(path) for path in files}
    if unknown := set(wanted) - places.keys():
        sys.exit(f"There is no bench {', '.join(sorted(unknown))}: choose {', '.join(places)}.")
    rows: list[dict[str, Any]] = []
    for name in wanted or places:
        print(f"--- {name}", flush=True)
        rows += [row for row in importlib.import_module(places[name]).run() or [] if "target" in row]
    if rows:
        print(f"\n{table(rows)}")
    missed = [row["name"] for row in rows if not row["ok"]]
    if missed:
        sys.exit(f"Missed the target: {', '.join(missed)}.")


if __name__ == "__main__":
    main(sys.argv[1:])
