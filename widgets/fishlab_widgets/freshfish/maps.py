"""Maps of Fresh Fish for lessons: small cities from a diagram, and what many games make of every plot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random
from typing import Any, NamedTuple

from IPython.display import HTML

from fishlab.core import CHANCE, OVER, Agent, own_generators
from fishlab.freshfish.city import OUTLETS, SUPPLIES, Content, expropriate
from fishlab.freshfish.outlook import outlets, routes
from fishlab.freshfish.players import BOTS
from fishlab.freshfish.rules import FreshFish
from fishlab.graphs import Grid, cut_plots, grid
from fishlab.messages import mark, tr
from fishlab_widgets.charts.canvas import figure_html, rows_html
from fishlab_widgets.draw.svg import Picture, at, group, rect, text
from fishlab_widgets.freshfish.city import CSS, City

# A small city.

_WORDS = {"S": mark("supply"), "O": mark("outlet"), "X": mark("wall"), "#": mark("street"), ".": mark("empty")}


def sketch(diagram: str, marks: Sequence[str] = (), title: str = "", choices: Sequence[str] = ()) -> HTML:
    """Return the picture of a diagram such as `..S/Oab/c..`.

    Args:
        diagram: the city in letters, as `fishlab.freshfish.expropriate` takes it; a malformed one is a `ValueError`.
        marks: plots to frame, each perhaps with a label: "b2", "A: b2".
        title: what the picture is, for those who do not see it; "A small city" unless told.
        choices: plots that are answers of the card beside which the picture stands: a click chooses them.
    """
    expropriate(diagram)
    rows = diagram.split("/")
    columns = len(rows[0])
    names = [name for name in grid(columns, len(rows)).names if name]
    letters = "".join(rows)
    city = City(names, _contents(letters), columns, min(56.0, 392 / columns), 36, 10)
    told = "; ".join(
        tr("row {number}: {plots}", number=len(rows) - number, plots=", ".join(map(_plot_words, row)))
        for number, row in enumerate(rows)
    )
    size, desc = (city.wide + 50, city.top + city.high + 38), tr("From the top, {rows}.", rows=told)
    pic = city.pic = Picture(*size, title=title or tr("A small city"), desc=desc, css=CSS)
    city.ground()
    city.plots()
    for one in marks:
        label, _, plot = one.rpartition(": ")
        pic.add(city.pointer(plot, label))
    for plot in choices:
        boxes = rect(*city.box(plot, 2), "pick", 8), rect(*city.box(plot, 7), "pickwas", 6)
        pic.add(group(boxes, data_choice=plot))
    return HTML(str(pic))


def open_plots(diagram: str) -> list[str]:
    """Return the plots of a diagram on which nothing stands for good, from the top left.

    >>> open_plots("..S/Oab/c..")
    ['a3', 'b3', 'b2', 'c2', 'a1', 'b1', 'c1']
    """
    return [name for name, letter in zip(_city(diagram).names, diagram, strict=True) if letter not in "SOX/"]


def _plot_words(letter: str) -> str:
    return tr(_WORDS[letter]) if letter in _WORDS else tr("reserved by {seat}", seat=letter.upper())


def new_streets(diagram: str) -> list[str]:
    """Return the plots of a diagram that must become streets, from the top left.

    >>> new_streets("..S/Oab/c..")
    ['b3', 'b2', 'b1']
    """
    both = zip(_city(diagram).names, diagram, expropriate(diagram), strict=True)
    return [name for name, old, new in both if old != new]


def why_wrong(diagram: str, marked: Collection[str]) -> str:
    """Return a sentence on what is wrong with the plots that somebody marked as streets, "" if nothing is.

    >>> why_wrong("..S/Oab/c..", ["b3", "c1"])
    'c1 is not needed: nothing is cut off without it'
    """
    right = new_streets(diagram)
    for plot in sorted(marked):
        if plot not in right:
            return tr("{plot} is not needed: nothing is cut off without it", plot=plot)
    return tr("what you marked is needed, but that is not all") if len(set(marked)) < len(right) else ""


def network(diagram: str) -> tuple[set[str], dict[str, set[str]]]:
    """Return the open plots of a diagram (empty, reserved or street), and for each the open plots beside it.

    >>> plots, beside = network("..S/Xab")
    >>> sorted(plots), sorted(beside["b2"])
    (['a2', 'b1', 'b2', 'c1'], ['a2', 'b1'])
    """
    expropriate(diagram)
    city = _city(diagram)
    named = zip(city.names, diagram, strict=True)
    plots = {name: city.bits[city.spots[name]] for name, letter in named if letter not in "SOX/"}
    return set(plots), {
        name: {other for other, there in plots.items() if city.around(bit) & there} for name, bit in plots.items()
    }


def cuts(diagram: str) -> set[str]:
    """Return the open plots of a diagram without which the others fall apart.

    >>> sorted(cuts("..S/Xab"))
    ['b1', 'b2']
    """
    city = _city(diagram)
    plots = sum(city.bits[city.spots[name]] for name in network(diagram)[0])
    return set(city.pick(city.names, cut_plots(city, plots)))


def _city(diagram: str) -> Grid:
    rows = diagram.split("/")
    return grid(len(rows[0]), len(rows))


def _contents(letters: str) -> list[Content]:
    """Return what lies on every plot of a diagram; supplies and outlets get their kinds in turn."""
    found, supplies, outlets = [], 0, 0
    for letter in letters:
        if letter == "S":
            found.append(Content("supply", SUPPLIES[supplies % 4]))
            supplies += 1
        elif letter == "O":
            found.append(Content("outlet", OUTLETS[outlets % 4], 0))
            outlets += 1
        elif letter in "X#.":
            found.append(Content({"X": "apo", "#": "street", ".": "empty"}[letter]))
        else:
            found.append(Content("reserved", "", max(0, "abcde".find(letter.lower()))))
    return found


# Many games.


class Played(NamedTuple):
    """What lessons ask of a game: its end, every reservation, and what was expropriated, with a marker on it or not."""

    end: FreshFish
    reserved: tuple[str, ...]
    forced: tuple[str, ...]
    lost: tuple[str, ...]


def play_games(games: int, seed: int | str, players: int = 2, bot: str = "random", **options: Any) -> list[Played]:
    """Return many games among bots of one kind; the same seed gives the same games."""
    agent = BOTS[bot]
    return [
        _play(FreshFish.start(players, **options), agent, Random(f"freshfish/{bot}/{players}/{seed}/{number}"))
        for number in range(games)
    ]


def _play(state: FreshFish, agent: Agent, rng: Random) -> Played:
    reserved, forced, lost = [], [], []
    names, own = state.grid.names, own_generators(range(state.players), rng)
    while (seat := state.turn()) != OVER:
        move = state.sample(rng) if seat == CHANCE else agent(state.view(seat), own[seat])
        before, state = state, state.after(move)
        if move[0] == "reserve":
            reserved.append(str(move[1]))
        elif move[0] in ("place", "supply"):
            forced += [names[spot] for spot in state.expropriated]
            lost += [names[spot] for spot in state.expropriated if before.marks[spot] != "."]
    return Played(state, tuple(reserved), tuple(forced), tuple(lost))


def street_rows(games: Sequence[Played]) -> list[dict[str, Any]]:
    """Return for every plot in what share of games it was expropriated, in per cent."""
    counts = Counter(plot for game in games for plot in game.forced)
    return [{"plot": plot, "street": round(100 * counts[plot] / len(games))} for plot in games[0].end.plot_names()]


def street_map(games: int = 200, seed: int | str = 1, players: int = 2, bot: str = "random", **options: Any) -> HTML:
    """Return a map of how often each plot is expropriated over many games among bots of one kind.

    Args:
        games: how many games are played.
        seed: names the games; the same seed gives the same map.
        players: how many play in each.
        bot: what kind of bot plays in every seat.
        options: the game's own options.
    """
    return map_of(play_games(games, seed, players, bot, **options), bot)


def map_of(games: Sequence[Played], bot: str = "random") -> HTML:
    """Return the map of how often each plot is expropriated in games that have been played."""
    first = games[0].end
    share = {row["plot"]: row["street"] for row in street_rows(games)}
    top = max(share, key=lambda plot: share[plot])
    fixed = {}
    for plot in share:
        seen = {game.end.content(plot) for game in games}
        if all(one.what == "supply" for one in seen):
            fixed[plot] = min(seen).kind if len(seen) == 1 else ""
    alt = tr(
        "City of {size} by {size} plots in {games} games of {players} {bot} players. "
        "Most often expropriated: {top}, in {share} per cent of the games. "
        "On average {streets} plots of a city become streets by force.",
        size=first.size, games=len(games), players=first.players, bot=bot, top=top, share=share[top],
        streets=f"{sum(share.values()) / 100:.0f}",
    )  # fmt: skip
    title = tr("How often each plot becomes a street by force, % of {games} games", games=len(games))
    size, plots = first.size, list(share)
    table = [
        {"row": size - number, **{plot[0]: share[plot] for plot in plots[number * size : (number + 1) * size]}}
        for number in range(size)
    ]
    return HTML(figure_html(title, _map_svg(first, share, fixed, alt), alt, rows_html(table), kind="map"))


def _map_svg(state: FreshFish, share: dict[str, int], fixed: dict[str, str], alt: str) -> str:
    """Return the map itself: darker for more streets, each plot with its per cent."""
    cell = min(56.0, 392 / state.size)
    city = City(state.plot_names(), state.contents(), state.size, cell, 36, 10)
    bottom = city.top + city.high
    pic = city.pic = Picture(436, bottom + 62, title=tr("How often each plot becomes a street"), desc=alt, css=CSS)
    city.coordinates()
    shown = [value for plot, value in share.items() if plot not in fixed]
    low, span = min(shown), max(shown) - min(shown) or 1
    edges = [round(low + span * number / 4) for number in range(5)]
    any_supply = rect(1.5 - cell / 2, 1.5 - cell / 2, cell - 3, cell - 3, "sup", 8) + text(0, 6, "S", "mid w7 paper")
    for plot, value in share.items():
        x, y = city.centre(plot)
        if plot in fixed:
            sign = city.supply(fixed[plot]) if fixed[plot] else any_supply
            pic.group((sign,), transform=at(x, y))
            continue
        level = sum(value >= edge for edge in edges[1:4])
        box = city.box(plot, 1)
        pic.add(rect(*box, f"heat{level}", 5), rect(*box, "heatline", 5))
        pic.text(x, y + 5, value, f"mid t14 num{' w7' if level == 3 else ''}", id=f"plot-{plot}")
    for level in range(4):
        x, y = 36 + 98 * level, bottom + 38
        pic.add(rect(x, y, 20, 18, f"heat{level}", 4), rect(x, y, 20, 18, "heatline", 4))
        last = edges[level + 1] - (level < 3)
        pic.text(x + 25, y + 14, f"{edges[level]}–{max(last, edges[level])} %", "t14")
    return str(pic)


def ring_routes(games: Sequence[Played]) -> list[list[int]]:
    """Return the route lengths of the outlets at the end of some games, ring by ring from the middle of the city."""
    rings = Rings(games[0].end.size)
    found: list[list[int]] = [[] for _ in range(rings.count)]
    for game in games:
        for plot, length in _lengths(game.end).items():
            found[rings.of(plot)].append(length)
    return found


def ring_rows(games: Sequence[Played]) -> list[dict[str, Any]]:
    """Return what a plot is worth by its distance from the middle of the city.

    `distance` counts steps to the middle, the longer of across and down. `lost` is the share of reservations there that
    were expropriated, in per cent; `route` is the mean route length of the outlets there at the end.
    """
    rings = Rings(games[0].end.size)
    rows = []
    for ring, lengths in enumerate(ring_routes(games)):
        reserved = sum(rings.of(plot) == ring for game in games for plot in game.reserved)
        lost = sum(rings.of(plot) == ring for game in games for plot in game.lost)
        rows.append(
            {
                "distance": ring,
                "reserved": reserved,
                "lost": round(100 * lost / reserved) if reserved else None,
                "outlets": len(lengths),
                "route": round(sum(lengths) / len(lengths), 1) if lengths else None,
            }
        )
    return rows


class Rings:
    """The rings of a city around its middle: ring 0 is the middle plot, or the middle four."""

    def __init__(self, size: int) -> None:
        self.size, self.count = size, (size + 1) // 2

    def of(self, plot: str) -> int:
        """Return a plot's ring."""
        column, row = "abcdefghijkl".index(plot[0]), int(plot[1:]) - 1
        return max(abs(2 * column - self.size + 1), abs(2 * row - self.size + 1)) // 2


def _lengths(end: FreshFish) -> dict[str, int]:
    """Return the route length of every outlet on the board, by its plot."""
    found: dict[str, int] = {}
    for seat in range(end.players):
        there = outlets(end, seat)
        found |= {plot: one.length for one in routes(end, seat) if (plot := there.get(one.kind))}
    return found
