"""Programs that students may hand in for the exercises in code: models, right ones written otherwise, and wrong ones.

Each is the text of the whole function. A model is also changed in every small way (`mutants`), and no change may pass.
"""

# ruff: noqa: E501  # a program is one text, however long
from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Exercise:
    """An exercise in code: where it stands, a model solution, others that are right, and some that are wrong."""

    lesson: str
    key: str
    name: str
    model: str
    right: list[str]
    wrong: list[str]
    same: list[str] = field(default_factory=list)
    """Changes of the model that are right as well, each by a piece of its text."""


EXERCISES = [
    Exercise(
        "01", "points", "points",
        "def points(fish, plates):\n    full = min(fish, plates)\n    empty = max(0, plates - fish)\n    return full - 2 * empty",
        [
            "def points(fish, plates):\n    return fish if plates > fish < 0 else min(fish, plates) - 2 * (plates - min(fish, plates))",
            "def points(fish, plates):\n    if fish >= plates:\n        return plates\n    return fish - 2 * (plates - fish)",
            "points = lambda f, p: sum(1 if n < f else -2 for n in range(p))",
        ],
        [
            "def points(fish, plates):\n    return min(fish, plates) - 2 * abs(plates - fish)",
            "def points(fish, plates):\n    return min(fish, plates)",
        ],
    ),
    Exercise(
        "01", "next plates", "next_plates",
        "def next_plates(fish, year):\n    extra = 1 if year in (3, 6, 9) else 0\n    return fish + extra",
        [
            "def next_plates(fish, year):\n    return fish + (year % 3 == 0)",
            "def next_plates(fish, year):\n    return fish + 1 if year in [3, 6, 9] else fish",
            "def next_plates(fish, year):\n    for plus in (3, 6, 9):\n        if year == plus:\n            fish += 1\n    return fish",
        ],
        [
            "def next_plates(fish, year):\n    return fish + (year in (3, 6))",
            "def next_plates(fish, year):\n    return fish + 1",
        ],
    ),
    Exercise(
        "02", "depletion", "depleted",
        "def depleted(states, arrows, year):\n"
        "    hopeful = {target for when, source, target in arrows if when == year}\n"
        "    alive = {target for when, source, target in arrows if when == year and states[source] == 'living'}\n"
        "    return hopeful - alive",
        [
            "def depleted(states, arrows, year):\n    fed = {}\n    for when, source, target in arrows:\n"
            "        if when == year:\n            fed[target] = fed.get(target, False) or states[source] == 'living'\n"
            "    return {fish for fish, lives in fed.items() if not lives}",
            "def depleted(states, arrows, year):\n    mine = [(s, t) for w, s, t in arrows if w == year]\n"
            "    return {t for _, t in mine if all(states[s] != 'living' for s, other in mine if other == t)}",
            "def depleted(states, arrows, year):\n    mine = [one for one in arrows if one[0] == year]\n"
            "    living = {one[2] for one in mine if states[one[1]] not in ('taken', 'killed', 'depleted')}\n"
            "    return set(one[2] for one in mine).difference(living)",
        ],
        [
            "def depleted(states, arrows, year):\n"
            "    return {t for w, s, t in arrows if w == year and states[s] != 'living'}",
            "def depleted(states, arrows, year):\n    return set()",
            "def depleted(states, arrows, year):\n    hopeful = {t for w, s, t in arrows if w <= year}\n"
            "    return hopeful - {t for w, s, t in arrows if w == year and states[s] == 'living'}",
        ],
    ),
    Exercise(
        "03", "efficiency", "efficiency",
        "def efficiency(total, best):\n    return 100 * total / best",
        [
            "def efficiency(total, best):\n    return total / best * 100",
            "def efficiency(total, best):\n    share = total / best\n    return share * 100",
            "efficiency = lambda total, best: total * (100 / best)",
        ],
        [
            "def efficiency(total, best):\n    return 100 * best / total if total else 0",
            "def efficiency(total, best):\n    return abs(100 * total / best)",
        ],
    ),
    Exercise(
        "03b", "interval", "half_width",
        "def half_width(totals):\n    return student_t(len(totals)) * stdev(totals) / len(totals) ** 0.5",
        [
            "import math\ndef half_width(totals):\n    n = len(totals)\n    return student_t(n) * stdev(totals) / math.sqrt(n)",
            "def half_width(totals):\n    n = len(totals)\n    return student_t(n) * stdev(totals) * n ** -0.5",
            "def half_width(totals):\n    mean = sum(totals) / len(totals)\n    square = sum((t - mean) ** 2 for t in totals)\n"
            "    return student_t(len(totals)) * (square / (len(totals) - 1) / len(totals)) ** 0.5",
        ],
        [
            "def half_width(totals):\n    return student_t(len(totals)) * stdev(totals) / len(totals)",
            "def half_width(totals):\n    return 2 * stdev(totals) / len(totals) ** 0.5",
        ],
    ),
    Exercise(
        "03b", "bug", "emptied",
        "def emptied(year):\n    return year > 0",
        [
            "def emptied(year):\n    return year != 0",
            "def emptied(year):\n    return 0 < year < 10",
            "def emptied(year):\n    return bool(year)",
        ],
        ["def emptied(year):\n    return year < 10", "def emptied(year):\n    return year == 0"],
        same=["year != 0"],
    ),
    Exercise(
        "04", "growth", "growth",
        "def growth(stock, rate, full):\n    return rate * stock * (1 - stock / full)",
        [
            "def growth(stock, rate, full):\n    return rate * stock * (full - stock) / full",
            "def growth(stock, rate, full):\n    free = 1 - stock / full\n    return stock * free * rate",
            "def growth(stock, rate, full):\n    return rate * stock - rate * stock ** 2 / full",
        ],
        [
            "def growth(stock, rate, full):\n    return rate * stock",
            "def growth(stock, rate, full):\n    return rate * stock * (1 - stock / 1000)",
        ],
    ),
    Exercise(
        "04", "bug", "best_boats",
        "def best_boats(profits):\n    best = 0\n    for boats in range(len(profits)):\n"
        "        if profits[boats] > profits[best]:\n            best = boats\n    return best",
        [
            "def best_boats(profits):\n    return profits.index(max(profits))",
            "def best_boats(profits):\n    return max(range(len(profits)), key=profits.__getitem__)",
            "def best_boats(profits):\n    best = most = 0\n    for boats, coins in enumerate(profits):\n"
            "        if coins > most:\n            best, most = boats, coins\n    return best",
        ],
        [
            "def best_boats(profits):\n    best = 0\n    for boats in range(len(profits)):\n"
            "        if profits[boats] > profits[boats - 1]:\n            best = boats\n    return best",
            "def best_boats(profits):\n    best = 0\n    for boats in range(len(profits)):\n"
            "        if profits[boats] > best:\n            best = boats\n    return best",
            "def best_boats(profits):\n    for boats in range(len(profits) - 1):\n        if profits[boats + 1] < profits[boats]:\n"
            "            return boats\n    return len(profits) - 1",
            "def best_boats(profits):\n    best = 0\n    for boats in range(1, len(profits) - 1):\n"
            "        if profits[boats] > profits[best]:\n            best = boats\n    return best",
            "def best_boats(profits):\n    best = 0\n    for boats in range(len(profits)):\n"
            "        if profits[boats] > profits[best] + 2:\n            best = boats\n    return best",
            "def best_boats(profits):\n    best = 0\n    for boats in range(len(profits)):\n"
            "        if profits[boats] > max(profits) - 1:\n            best = boats\n    return best",
            "def best_boats(profits):\n    return 14 if len(profits) > 10 else profits.index(max(profits))",
        ],
        same=["profits[boats] >= profits[best]", "range(0 + 1, len(profits))"],
    ),
    Exercise(
        "04", "share", "share_of_best",
        "def share_of_best(n):\n    together = n / (n + 1)\n    return together * (1 - together) / 0.25",
        [
            "def share_of_best(n):\n    return 4 * n / (n + 1) ** 2",
            "def share_of_best(n):\n    together = n / (n + 1)\n    return together * (1 - together) * 4",
            "def share_of_best(n):\n    e = 1 / (n + 1)\n    return n * e * (1 - n * e) / (1 / 4)",
        ],
        [
            "def share_of_best(n):\n    together = n / (n + 1)\n    return together * 4",
            "def share_of_best(n):\n    together = n / (n + 1)\n    return together * (1 - together)",
        ],
    ),
    Exercise(
        "05", "safe share", "safe_share",
        "def safe_share(young, stages):\n    growth = young ** (1 / (stages - 1))\n"
        "    return max(0, 1 - 1 / growth) if growth > 1 else 0",
        [
            "def safe_share(young, stages):\n    return max(0, 1 - young ** (-1 / (stages - 1)))",
            "def safe_share(young, stages):\n    growth = young ** (1 / (stages - 1))\n    return (growth - 1) / growth if growth > 1 else 0",
            "def safe_share(young, stages):\n    if young <= 1:\n        return 0\n    return 1 - (1 / young) ** (1 / (stages - 1))",
        ],
        [
            "def safe_share(young, stages):\n    return max(0, 1 - 1 / young)",
            "def safe_share(young, stages):\n    return 1 - young ** (-1 / (stages - 1))",
        ],
        same=["growth >= 1", "growth != 1", "growth > 0", "growth > -1", "max(-1,"],
    ),
    Exercise(
        "06", "expected", "expected",
        "def expected(board, closed=None):\n    total = 0\n    for face in (1, 2, 3, 4, 5, 6):\n        best = 0\n"
        "        for place, (number, chips, colour) in enumerate(board):\n"
        "            if chips and number == face and colour == 'green' and place != closed:\n"
        "                best = max(best, chips)\n        total += best\n    return total / 6",
        [
            "def expected(board, closed=None):\n    return sum(max([chips for place, (number, chips, colour) in enumerate(board)\n"
            "        if number == face and colour == 'green' and place != closed], default=0) for face in range(1, 7)) / 6",
            "def expected(board, closed=None):\n    found = {}\n    for place, (number, chips, colour) in enumerate(board):\n"
            "        if place != closed and colour == 'green':\n            found[number] = max(found.get(number, 0), chips)\n"
            "    return sum(found.values()) / 6",
            "def expected(board, closed=None):\n    total = 0\n    for face in (1, 2, 3, 4, 5, 6):\n        best = 0\n"
            "        for place, (number, chips, colour) in enumerate(board):\n"
            "            if chips and number == face and colour == 'green' and place != closed:\n"
            "                best = chips if chips > best else best\n        total += best\n    return total / 6",
        ],
        [
            "def expected(board, closed=None):\n    total = 0\n    for face in (1, 2, 3, 4, 5, 6):\n        best = 0\n"
            "        for place, (number, chips, colour) in enumerate(board):\n"
            "            if chips and number == face and colour == 'green' and place != closed:\n"
            "                best = best or chips\n        total += best\n    return total / 6",
            "def expected(board, closed=None):\n    return sum(c for p, (n, c, colour) in enumerate(board) if colour == 'green' and p != closed) / 6",
            "def expected(board, closed=None):\n    found = {}\n    for place, (number, chips, colour) in enumerate(board):\n"
            "        if place != closed and colour == 'green':\n            found[number] = max(found.get(number, 0), min(chips, 3))\n"
            "    return sum(found.values()) / 6",
        ],
        same=["colour <= 'green'"],
    ),
    Exercise(
        "07", "score", "score",
        "def score(fisheries):\n    fish = [0, 0]\n    for fishery in fisheries:\n"
        "        if fishery.owner is not None:\n            fish[fishery.owner] += len(fishery)\n    return fish",
        [
            "def score(fisheries):\n    return [sum(len(one) for one in fisheries if one.owner == seat) for seat in (0, 1)]",
            "def score(fisheries):\n    black = sum(len(f) for f in fisheries if f.black > f.white)\n"
            "    return black, sum(len(f) for f in fisheries if f.white > f.black)",
            "def score(fisheries):\n    fish = {0: 0, 1: 0, None: 0}\n    for one in fisheries:\n"
            "        fish[one.owner] += len(one)\n    return [fish[0], fish[1]]",
        ],
        [
            "def score(fisheries):\n    fish = [0, 0]\n    for one in fisheries:\n        if one.owner:\n            fish[one.owner] += len(one)\n    return fish",
            "def score(fisheries):\n    return [sum(len(one) for one in fisheries), 0]",
            "def score(fisheries):\n    return [sum(min(len(one), 30) for one in fisheries if one.owner == seat) for seat in (0, 1)]",
        ],
    ),
    Exercise(
        "08", "function", "rounds_to_pay_back",
        "def rounds_to_pay_back(cost, card, captain, points):\n    coins = cost + card + captain\n    return max(0, coins - points)",
        [
            "def rounds_to_pay_back(cost, card, captain, points):\n    return max(0, sum([cost, card, captain]) - points)",
            "def rounds_to_pay_back(cost, card, captain, points):\n    left = captain - points + card + cost\n    return left if left > 0 else 0",
            "def rounds_to_pay_back(cost, card, captain, points):\n    rounds = 0\n"
            "    while points + rounds < cost + card + captain:\n        rounds += 1\n    return rounds",
        ],
        [
            "def rounds_to_pay_back(cost, card, captain, points):\n    return max(0, cost + card + 1 - points)",
            "def rounds_to_pay_back(cost, card, captain, points):\n    return cost + card + captain - points",
        ],
    ),
    Exercise(
        "09", "cut vertices", "cut_vertices",
        "def cut_vertices(plots, beside):\n    found = set()\n    for plot in plots:\n        rest = plots - {plot}\n"
        "        if len(pieces(rest, beside)) > 1:\n            found.add(plot)\n    return found",
        [
            "def cut_vertices(plots, beside):\n    return {plot for plot in plots if len(pieces(plots - {plot}, beside)) >= 2}",
            "def cut_vertices(plots, beside):\n    whole = len(pieces(plots, beside))\n"
            "    return {plot for plot in plots if len(pieces(plots.difference([plot]), beside)) > whole}",
            "def cut_vertices(plots, beside):\n    found = set()\n    for plot in plots:\n"
            "        rest = {other for other in plots if other != plot}\n        reached, todo = set(), list(rest)[:1]\n"
            "        while todo:\n            one = todo.pop()\n            if one not in reached:\n"
            "                reached.add(one)\n                todo += [two for two in beside[one] if two in rest]\n"
            "        if reached != rest:\n            found.add(plot)\n    return found",
        ],
        [
            "def cut_vertices(plots, beside):\n    return {plot for plot in plots if len(beside[plot]) == 2}",
            "def cut_vertices(plots, beside):\n    return set(plots)",
            "def cut_vertices(plots, beside):\n    return {plot for plot in plots if len(pieces(plots - {plot}, beside)) > 1 + (len(beside[plot]) > 3)}",
        ],
    ),
    Exercise(
        "09", "score", "score",
        "def score(routes, money, cap=8):\n    total = 0\n    for length in routes:\n"
        "        total += cap if length is None else min(length, cap)\n    return total - money",
        [
            "def score(routes, money, cap=8):\n    return sum(min(cap, cap if r is None else r) for r in routes) - money",
            "def score(routes, money, cap=8):\n    lengths = [r if r is not None and r < cap else cap for r in routes]\n    return sum(lengths) - money",
            "def score(routes, money, cap=8):\n    total = -money\n    for r in routes:\n        if r is None or r > cap:\n            r = cap\n        total += r\n    return total",
        ],
        [
            "def score(routes, money, cap=8):\n    return sum(8 if r is None else min(r, 8) for r in routes) - money",
            "def score(routes, money, cap=8):\n    return sum(cap if r is None else min(r, 8) for r in routes) - money",
        ],
    ),
    Exercise(
        "09", "tie rule", "winner",
        "def winner(bids, drawer):\n    order = [(drawer + step) % len(bids) for step in range(len(bids))]\n"
        "    for seat in order:\n        if bids[seat] == max(bids):\n            return seat",
        [
            "def winner(bids, drawer):\n    order = [*range(drawer, len(bids)), *range(drawer)]\n    return max(order, key=lambda seat: bids[seat])",
            "def winner(bids, drawer):\n    return min((s for s in range(len(bids)) if bids[s] == max(bids)), key=lambda s: (s - drawer) % len(bids))",
            "def winner(bids, drawer):\n    seat = drawer\n    while bids[seat] < max(bids):\n        seat = (seat + 1) % len(bids)\n    return seat",
        ],
        [
            "def winner(bids, drawer):\n    return bids.index(max(bids))",
            "def winner(bids, drawer):\n    order = [(drawer + step) % 4 for step in range(4)]\n    return next(seat for seat in order if bids[seat] == max(bids))",
            "def winner(bids, drawer):\n    order = [(drawer - step) % len(bids) for step in range(len(bids))]\n"
            "    for seat in order:\n        if bids[seat] == max(bids):\n            return seat",
        ],
        same=["bids[seat] >= max(bids)", "range(len(bids) + 1)"],
    ),
]  # fmt: skip

_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_ORDER = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_SETS = (ast.BitAnd, ast.BitOr, ast.BitXor)
_FAMILIES = (_ARITHMETIC, _ORDER, _SETS, (ast.And, ast.Or), (ast.In, ast.NotIn), (ast.Is, ast.IsNot))
"""Operators that stand in for each other."""


def mutants(model: str, calls: list[tuple[Any, ...]]) -> Iterator[tuple[str, Any]]:
    """Yield a program with each small change: an operator, an index, a constant, a range, a value in place of an argument.

    Beside it stands the value, which the program knows as `_fixed`.
    """
    tree = ast.parse(model)
    function = next(node for node in tree.body if isinstance(node, ast.FunctionDef))
    before = ast.unparse(function)
    count = len(list(ast.walk(function)))
    seen = {before}
    for place in range(count):
        for change in range(len(list(_changes(list(ast.walk(function))[place])))):
            fresh = copy.deepcopy(function)
            list(_changes(list(ast.walk(fresh))[place]))[change]()
            text = ast.unparse(ast.fix_missing_locations(fresh))
            if text not in seen:
                seen.add(text)
                yield text, None
    for place, name in enumerate(one.arg for one in function.args.args):
        for value in {repr(call[place]): call[place] for call in calls if len(call) > place}.values():
            fresh = copy.deepcopy(function)
            assigned = ast.parse(f"{name} = _fixed").body[0]
            fresh.body.insert(0, assigned)
            yield ast.unparse(ast.fix_missing_locations(fresh)), value


def _others(operator: ast.AST) -> list[Any]:
    return [kind() for family in _FAMILIES if type(operator) in family for kind in family if kind is not type(operator)]


def _changes(node: Any) -> Iterator[Callable[[], object]]:
    """Yield what makes each small change of a node."""

    def put(name: str, value: Any) -> Callable[[], object]:
        return lambda: setattr(node, name, value)

    match node:
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            yield from (put("op", other) for other in _others(op))
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                yield from (put("ops", [*ops[:place], other, *ops[place + 1 :]]) for other in _others(op))
        case ast.Constant(value=bool() as value):
            yield put("value", not value)
        case ast.Constant(value=int() | float() as value):
            yield from (put("value", other) for other in (value + 1, value - 1, -value, 0, 1))
        case ast.Subscript(slice=ast.Slice(lower=low, upper=high)):
            yield from (put("slice", ast.Slice(*ends)) for ends in ((_off(low, 1), high), (low, _off(high, -1))))
        case ast.Subscript(slice=index):
            yield from (put("slice", _off(index, by)) for by in (1, -1))
        case ast.Call(func=ast.Name(id="min" | "max" as name)):
            yield put("func", ast.Name("max" if name == "min" else "min"))
        case ast.Call(func=ast.Name(id="range"), args=[*first, end]):
            yield from (put("args", [*first, _off(end, by)]) for by in (1, -1))
            yield put("args", [_off(first[0] if first else None, 1), end])
        case ast.IfExp(body=one, orelse=other):
            yield lambda: (setattr(node, "body", other), setattr(node, "orelse", one))


def _off(number: ast.expr | None, by: int) -> ast.expr:
    """Return an expression for a number that is off by something."""
    return ast.BinOp(number or ast.Constant(0), ast.Add(), ast.Constant(by))
