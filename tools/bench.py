"""Run every tests/*/bench_*.py and compare what it measured with its targets."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))


def table(rows: list[dict[str, Any]]) -> str:
    """Return the rows that have a target as a table: what, ratio, target, ok."""
    wide = max(len(row["name"]) for row in rows)
    lines = [f"{'what':{wide}}    ratio   target  ok"]
    for row in rows:
        ok = "yes" if row["ok"] else "NO"
        lines.append(f"{row['name']:{wide}} {row['ratio']:8.2f} {row['target']:8g}  {ok}")
    return "\n".join(lines)


def main(wanted: list[str]) -> None:
    """Run the benches named on the command line, all without names; fail if a target is missed."""
    files = sorted((ROOT / "tests").glob("*/bench_*.py"))
    places = {path.stem.removeprefix("bench_"): path.parent.name for path in files}
    if unknown := set(wanted) - places.keys():
        sys.exit(f"There is no bench {', '.join(sorted(unknown))}: choose {', '.join(places)}.")
    rows: list[dict[str, Any]] = []
    for name in wanted or places:
        print(f"--- {name}", flush=True)
        rows += [row for row in importlib.import_module(f"{places[name]}.bench_{name}").run() or [] if "target" in row]
    if rows:
        print(f"\n{table(rows)}")
    missed = [row["name"] for row in rows if not row["ok"]]
    if missed:
        sys.exit(f"Slower than the target: {', '.join(missed)}.")


if __name__ == "__main__":
    main(sys.argv[1:])
